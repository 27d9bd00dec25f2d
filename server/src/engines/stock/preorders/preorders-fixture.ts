import { eq, sql } from 'drizzle-orm';
import { expect } from 'vitest';
import type { Db } from '../../../kernel/db/index.ts';
import type { TestUser } from '../../../testing/app.ts';
import { moveToStock } from '../inventory/index.ts';
import { stockKeeper } from '../inventory/stock-fixture.ts';
import { products } from '../orders/index.ts';
import { createShop } from '../orders/orders-fixture.ts';
import { PREORDER_CHECKS } from './verify.ts';

/** A product of which nothing is in stock, with the kind of its numbers. */
export interface EmptyShop {
  readonly productId: bigint;
  readonly countryCode: string;
  readonly businessType: number;
}

export async function emptyShop(db: Db, options: Parameters<typeof createShop>[1] = {}): Promise<EmptyShop> {
  const { productId, countryCode } = await createShop(db, { price: '2', ...options, stock: 0 });
  const { rows } = await db.pool.query('select business_type from agt_product where id = $1', [productId]);
  return { productId, countryCode, businessType: rows[0].business_type };
}

/** Numbers used so far; each is of the range reserved for fiction, from the end of the area codes on. */
let used = 0;

/** An imported batch of ready numbers of a shop. @returns its number and the staged ids */
export async function stageFor(
  db: Db,
  { countryCode, businessType }: Pick<EmptyShop, 'countryCode' | 'businessType'>,
  count: number,
  kind: { readonly numberType?: number; readonly capability?: number } = {},
): Promise<{ batchNo: string; ids: bigint[] }> {
  const { numberType = 1, capability = 0 } = kind;
  const from = used;
  used += count;
  const { rows } = await db.drizzle.execute<{ id: string; batch_no: string }>(sql`
    with batch as (
      insert into inv_batch (tenant_id, batch_no, batch_name, status, committed_at, good_lines, total_lines, ready_count, defaults)
      values ('000000', 'PW261126T' || lpad(${from}::text, 7, '0'), 'Test', 2, now(), ${count}, ${count}, ${count},
        '{"warehouseCode": "WH01", "sourceType": 1, "supplierName": "Supplier"}') returning id, batch_no
    )
    insert into inv_staged (tenant_id, batch_id, batch_no, batch_name, source_type, supplier_name, provenance_note, rights_attested,
      business_type, country_code, e164, number_type, capability, cost_price, currency, check_status, warehouse_code, status)
    select '000000', batch.id, batch.batch_no, 'Test', 1, 'Supplier', 'Invoice 7', 1, ${businessType}::int, ${countryCode},
      10000000000 + (999 - n / 100)::bigint * 10000000 + 5550100 + n % 100, ${numberType}::int, ${capability}::int, 1200000, 'USDT', 1, 'WH01', 1
    from batch, generate_series(${from}::int, ${from + count - 1}::int) n
    returning id, batch_no`);
  return { batchNo: rows[0]?.batch_no ?? '', ids: rows.map(({ id }) => BigInt(id)) };
}

/** Moves numbers of a shop to stock. @returns their batch */
export async function arrive(
  db: Db,
  shop: EmptyShop,
  count: number,
  kind?: Parameters<typeof stageFor>[3],
): Promise<string> {
  const { batchNo, ids } = await stageFor(db, shop, count, kind);
  const { failed } = await db.tx((tx) => moveToStock(tx, stockKeeper, ids));
  if (failed.length > 0) throw new Error(JSON.stringify(failed[0], (_, v) => (typeof v === 'bigint' ? String(v) : v)));
  return batchNo;
}

/** A date so many days from today, as the contract has it. */
export const dayFromNow = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** The form of a pre-order of two pieces. */
export const requestOf = ({ productId }: Pick<EmptyShop, 'productId'>, quantity = 2) => ({
  productId: String(productId),
  quantity,
  latestDate: dayFromNow(10),
});

/** A submitted pre-order of a shop whose numbers cost one each, by its call. @returns its id */
export async function submittedPreOrder(agent: TestUser, shop: EmptyShop, quantity = 2, price = 1): Promise<string> {
  const body = { ...requestOf(shop, quantity), useDeclaration: 1, expectedAmount: String(quantity * price) };
  const answer = await agent.post('whatsapp/pre-order/submit-order', body);
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return answer.body.data.id;
}

/** Another product for the numbers of a shop's country, at the same price. @returns its id */
export async function productBeside(
  db: Db,
  { productId }: Pick<EmptyShop, 'productId'>,
  kind: { readonly numberType?: number | null; readonly capability?: number; readonly specQty?: number },
): Promise<bigint> {
  const [shop] = await db.drizzle.select().from(products).where(eq(products.id, productId));
  if (!shop) throw new Error('No such shop');
  const { id: _id, ...columns } = shop;
  const productNo = `${shop.productNo}-${++beside}`;
  const [row] = await db.drizzle
    .insert(products)
    .values({ ...columns, ...kind, productNo })
    .returning();
  return row?.id ?? 0n;
}
let beside = 0;

/** Expects the deposits, deliveries and locks of all pre-orders to agree with ledger, orders and stock. */
export async function expectPreOrdersConsistent(db: Db, hint = ''): Promise<void> {
  for (const check of PREORDER_CHECKS) {
    const { rows } = await db.drizzle.execute(check);
    expect(rows, hint).toEqual([]);
  }
  const { rows } = await db.drizzle.execute(
    sql`select item_id from inv_outbound_line where state = 1 group by 1 having count(*) > 1`,
  );
  expect(rows, hint).toEqual([]);
}
