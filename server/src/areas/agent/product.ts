import { agentProduct, productOrders as orders } from '@trade-assistant/contract/areas/agent/product.ts';
import { BOOK_CURRENCY } from '@trade-assistant/contract/currency.ts';
import { serviceType } from '@trade-assistant/contract/dictionaries.ts';
import type { ListQuery } from '@trade-assistant/contract/kit/page.ts';
import { and, eq, inArray } from 'drizzle-orm';
import {
  missingNumbers,
  type Product,
  type ProductOrder,
  PurchaseBatcher,
  productOrders,
  products,
} from '../../engines/stock/orders/index.ts';
import { businessNo } from '../../kernel/business-no.ts';
import type { Db } from '../../kernel/db/index.ts';
import { pictureLinks } from '../../kernel/files/picture-links.ts';
import type { Context } from '../../kernel/http/context.ts';
import { pictureHandlers } from '../../kernel/http/pictures.ts';
import { announceChangeNow } from '../../kernel/realtime/index.ts';
import { exportList } from '../../kernel/resource/export.ts';
import { listRows } from '../../kernel/resource/list.ts';
import { resourceRoutes } from '../../kernel/resource/routes.ts';
import { countryChoices, figures, onSale, priceColumn, soldColumn, stockColumn } from './product/offers.ts';
import { purchaseCheck } from './product/purchase-check.ts';
import { assertSellable, productErrors } from './product/sellable.ts';
import { cancel, deliverMissing, refund } from './product-refund.ts';

/** Pictures of products. */
const coverLinks = pictureLinks('/api/agent/product/cover?name=');
const pictures = pictureHandlers(coverLinks);
const linksOf = (cover: string | null | undefined): string[] => (cover ? [cover] : []);

export default resourceRoutes(agentProduct, products, {
  scope: 'tenant',
  rows: (c) => onSale(c.actor),
  computed: {
    fields: ['salePrice', 'stock', 'saleCount'],
    fill: figures,
    order: async (c, { sort }) => ({
      stock: stockColumn,
      saleCount: soldColumn,
      ...(sort.some(({ field }) => field === 'salePrice') ? { salePrice: await priceColumn(c) } : {}),
    }),
  },
  beforeSave: async (c, tx, input, existing) => {
    const next = { ...existing, ...input } as Product;
    await assertSellable(tx, c.actor, next);
    await coverLinks.keep(tx, c.actor, c.app.files, {
      before: linksOf(existing?.cover),
      after: linksOf(next.cover),
      gone: productErrors.COVER_GONE,
    });
    return existing ? input : { ...input, productNo: businessNo('PD'), currency: BOOK_CURRENCY };
  },
  beforeRemove: async (c, tx, rows) => {
    const ids = rows.map(({ id }) => id);
    const [ordered] = await tx
      .select({ id: productOrders.id })
      .from(productOrders)
      .where(and(eq(productOrders.tenantId, c.actor.tenantId), inArray(productOrders.productId, ids)))
      .limit(1);
    if (ordered) throw productErrors.PRODUCT_ORDERED();
  },
  // Its country may have been removed, or blocked, since.
  beforeRestore: async (c, tx, rows) => {
    for (const row of rows) await assertSellable(tx, c.actor, row);
  },
  actions: {
    'refund-order': refund,
    'cancel-order': cancel,
    'deliver-missing': deliverMissing,
    'put-cover': pictures.put,
    cover: pictures.show,
    buy: {
      keyed: (c, { useDeclaration, autoRenew, ...asked }, { keyed, write }) =>
        batcherOf(c.app.db).buy({
          actor: c.actor,
          purchase: { ...asked, useDeclaration: isYes(useDeclaration), autoRenew: isYes(autoRenew) },
          keyed,
          answer: ({ order, balance }) => {
            const { orderNo, id: orderId, outboundId, outboundNo, quantity, unitPrice, amount, status } = order;
            return write({ orderNo, orderId, outboundId, outboundNo, quantity, unitPrice, amount, balance, status });
          },
        }),
    },
    'order-list': async (c, query: ListQuery) => {
      const page = await listRows<ProductOrder>(c.app.db, { actor: c.actor, ...ORDERS }, query);
      return { ...page, records: await complete(c, page.records) };
    },
    'order-export': (c, query: ListQuery) => {
      const { name: resource, title, fields } = orders;
      const completed = { complete: (rows: ProductOrder[]) => complete(c, rows) };
      return exportList<ProductOrder>(c, { resource, title, fields, ...ORDERS, ...completed }, query);
    },
    'purchase-check': purchaseCheck,
    'bulk-country-select': (c, { keyword }) => countryChoices(c, keyword),
  },
});

const isYes = (flag: 0 | 1 | boolean | undefined): boolean => flag === 1 || flag === true;

const batchers = new WeakMap<Db, PurchaseBatcher>();

/** One batcher for each database of a process. */
function batcherOf(db: Db): PurchaseBatcher {
  let batcher = batchers.get(db);
  if (batcher === undefined) {
    batcher = new PurchaseBatcher(db, (actor) => announceChangeNow(db, actor.tenantId, agentProduct));
    batchers.set(db, batcher);
  }
  return batcher;
}

const ORDERS = { table: productOrders, scope: 'owner' } as const;

/** Returns orders with their products' names in the reader's language, and the products' present covers. */
async function complete(c: Context, rows: readonly ProductOrder[]) {
  const ids = [...new Set(rows.map(({ productId }) => productId))];
  const sold = await c.app.db.drizzle
    .select({ id: products.id, cover: products.cover })
    .from(products)
    .where(and(eq(products.tenantId, c.actor.tenantId), inArray(products.id, ids)));
  const missing = await missingNumbers(
    c.app.db.drizzle,
    rows.map(({ id }) => id),
  );
  const covers = new Map(sold.map(({ id, cover }) => [id, cover]));
  return rows.map((row) => ({
    ...row,
    productName: c.locale === 'en' ? row.productNameEn || row.productName : row.productName,
    productCover: covers.get(row.productId) ?? null,
    missingNumbers: missing.get(row.id) ?? 0,
    specQty: row.numbers / row.quantity,
    isPackage: row.productSnapshot['serviceType'] === serviceType.is.package ? (1 as const) : (0 as const),
    isLease: row.productSnapshot['serviceType'] === serviceType.is.lease ? (1 as const) : (0 as const),
  }));
}
