import { deliveryType, productOrderStatus } from '@trade-assistant/contract/areas/agent/dictionaries.ts';
import type { partnerCalls } from '@trade-assistant/contract/areas/open/v1/calls.ts';
import { LIMIT_MAX, nameOf, valueNamed } from '@trade-assistant/contract/areas/open/v1/values.ts';
import { businessType } from '@trade-assistant/contract/dictionaries.ts';
import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import type { Filter } from '@trade-assistant/contract/kit/filter.ts';
import { formatMoney, parseMoney } from '@trade-assistant/contract/kit/money.ts';
import { resolveWithTiers } from '../../../engines/money/pricing/index.ts';
import { countSpending } from '../../../engines/reporting/partner-api/index.ts';
import { buy, type Product, readerOf, termOf } from '../../../engines/stock/orders/index.ts';
import { announceChange } from '../../../kernel/realtime/index.ts';
import { instantOf, type PartnerContext, type PartnerHandler, type Wire } from './context.ts';

type Named<N extends string> = Extract<(typeof partnerCalls)[number], { readonly name: N }>;
export type HandlerOf<N extends string> = PartnerHandler<Named<N>>;

interface Paged {
  readonly cursor?: string | undefined;
  readonly limit: number;
}

/** Returns a page of a list call, newest first. Rows that arrive meanwhile come before the cursor, so no page repeats or misses one. */
export async function newestFirst<T>(
  { c, calls }: PartnerContext,
  call: string,
  { cursor, limit }: Paged,
  filters: readonly Filter[],
  shape: (row: Wire) => T,
) {
  const size = Math.min(limit, LIMIT_MAX);
  const rows: readonly Wire[] = await calls.list(c, call, {
    size: size + 1,
    filters: [...filters, ...(cursor === undefined ? [] : [before(cursor)])],
    sort: [{ field: 'id', descending: true }],
  });
  const page = rows.slice(0, size);
  return { items: page.map(shape), next: rows.length > size ? (page.at(-1)?.['id'] ?? null) : null };
}

const before = (cursor: string): Filter => ({ field: 'id', operator: 'lt', value: BigInt(cursor) });
export const is = (field: string, value: unknown): Filter => ({ field, operator: 'eq', value });

const getBalance: HandlerOf<'getBalance'> = async ({ c, calls }) => {
  const { balance, frozenBalance, bonus, currency, lowBalance } = (await calls.make(
    c,
    'agent/user/balance',
    {},
  )) as Wire;
  return { available: balance, frozen: frozenBalance, bonus, currency, low: lowBalance };
};

const PRODUCTS = 'agent/product/list';

const listProducts: HandlerOf<'listProducts'> = async (context, { country, business, ...page }) => {
  const { items, next } = await newestFirst(
    context,
    PRODUCTS,
    page,
    [
      ...(country === undefined ? [] : [is('countryCode', country)]),
      ...(business === undefined ? [] : [is('businessType', valueNamed(businessType, business))]),
    ],
    (row: Wire) => row,
  );
  return { items: await shapeProducts(context, items), next };
};

const getProduct: HandlerOf<'getProduct'> = async (context) => {
  const rows = await context.calls.list(context.c, PRODUCTS, { size: 1, filters: [is('id', context.id)], sort: [] });
  const [product] = await shapeProducts(context, rows);
  if (!product) throw commonErrors.NOT_FOUND();
  return product;
};

/** Returns products with everything that the amount of a purchase is calculated from. */
async function shapeProducts({ c }: PartnerContext, rows: readonly Wire[]) {
  const { db } = c.app;
  const prices = await resolveWithTiers(
    db,
    await readerOf(db, c.actor),
    rows.map((row) => ({
      key: {
        ...{ businessType: row['businessType'], serviceType: row['serviceType'], filterType: row['filterType'] },
        ...{ activePeriod: row['activePeriod'], countryCode: row['countryCode'] ?? '*' },
      },
      quantity: row['minBuy'] * row['specQty'],
    })),
  );
  return rows.map((row, index) => ({
    id: row['id'],
    no: row['productNo'],
    name: c.locale === 'zh' ? row['nameZh'] : row['nameEn'],
    business: nameOf(businessType, row['businessType']),
    country: row['countryCode'] ?? null,
    unitsPerPack: row['specQty'],
    unitPrice: row['salePrice'] ?? null,
    tiers: row['salePrice']
      ? (prices[index]?.tiers ?? []).map(({ fromQty, price }) => ({ from: fromQty, unitPrice: price }))
      : [],
    months: termOf(row as Pick<Product, 'serviceType' | 'leaseMonths'>),
    currency: row['currency'],
    minimum: row['minBuy'],
    maximum: row['maxBuy'],
    step: row['stepBuy'],
    stock: row['stock'] ?? null,
    delivery: nameOf(deliveryType, row['deliveryType']),
    needsUseDeclaration: row['needUseDeclaration'] === 1,
    warrantyHours: row['warrantyHours'] ?? null,
  }));
}

/** Buys as the console does, in one transaction with the count of the key's spending. */
const createOrder: HandlerOf<'createOrder'> = ({ c, calls, key }, input) => {
  calls.assertCan(c.actor, 'agent/product/buy');
  return c.tx(async (tx) => {
    const { order, balance } = await buy(tx, c.actor, {
      productId: BigInt(input.productId),
      quantity: input.quantity,
      expectedAmount: parseMoney(input.expectedAmount),
      useDeclaration: input.useDeclaration,
      remark: input.remark,
      autoRenew: input.autoRenew,
    });
    await countSpending(tx, key.row.id, order.amount);
    announceChange(tx, c.actor.tenantId, 'agent/product');
    return {
      id: String(order.id),
      no: order.orderNo,
      status: nameOf(productOrderStatus, order.status),
      quantity: order.quantity,
      unitPrice: formatMoney(order.unitPrice),
      amount: formatMoney(order.amount),
      balance: formatMoney(balance),
    };
  });
};

const shapeOrder = (row: Wire) => ({
  id: row['id'],
  no: row['orderNo'],
  productId: row['productId'],
  productName: row['productName'],
  country: row['countryCode'] ?? null,
  status: nameOf(productOrderStatus, row['status']),
  quantity: row['quantity'],
  unitPrice: row['unitPrice'],
  amount: row['amount'],
  refunded: row['refundAmount'],
  currency: row['currency'],
  deliveredAt: instantOf(row['deliverTime']),
  warrantyUntil: instantOf(row['warrantyUntil']),
  remark: row['remark'] ?? null,
  createdAt: instantOf(row['createTime']),
});

const ORDERS = 'agent/product/order-list';

const listOrders: HandlerOf<'listOrders'> = (context, { status, ...page }) => {
  const filters = status === undefined ? [] : [is('status', valueNamed(productOrderStatus, status))];
  return newestFirst(context, ORDERS, page, filters, shapeOrder);
};

/** @throws NOT_FOUND */
async function orderOf({ c, calls, id }: PartnerContext): Promise<Wire> {
  const [row] = await calls.list(c, ORDERS, { size: 1, filters: [is('id', id)], sort: [] });
  if (!row) throw commonErrors.NOT_FOUND();
  return row;
}

const getOrder: HandlerOf<'getOrder'> = async (context) => shapeOrder(await orderOf(context));

const getOrderNumbers: HandlerOf<'getOrderNumbers'> = async (context) => {
  const { outboundId } = await orderOf(context);
  if (!outboundId) throw commonErrors.NOT_FOUND();
  return context.calls.make(context.c, 'whatsapp/outbound/export-txt', { id: outboundId });
};

export const moneyHandlers = {
  getBalance,
  listProducts,
  getProduct,
  createOrder,
  listOrders,
  getOrder,
  getOrderNumbers,
};
