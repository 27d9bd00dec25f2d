import { DEFAULT_TENANT } from '../../server/src/engines/people/identity/index.ts';
import type { Db } from '../../server/src/kernel/db/index.ts';

const SLICE = 250_000;
/** A prime: multiples of a smaller number modulo it meet every remainder once, in an order indexes cannot profit from. */
const PRIME = 9_999_991;
const STEP = 7_654_321;

/** Puts the `from`-th to `to`-th number of a throw-away database into stock, dealt out in turn among some countries. */
export async function fillStock(
  db: Db,
  range: { from: number; to: number; countries?: readonly string[] },
): Promise<void> {
  for (let first = range.from; first < range.to; first += SLICE) {
    await db.pool.query(
      `insert into inv_item (tenant_id, item_no, warehouse_code, business_type, country_code, e164, number_type, capability, source_type, cost_price, currency, stock_status)
       select $1, 'IT' || n, 'main', 1, ($2::text[])[1 + n % cardinality($2::text[])], 12010000000 + (n::bigint * ${STEP}) % ${PRIME}, 1, 8, 1, 100000, 'USDT', 0
       from generate_series($3::int, $4::int - 1) n`,
      [DEFAULT_TENANT, range.countries ?? ['US'], first, Math.min(first + SLICE, range.to)],
    );
  }
  await db.pool.query('vacuum analyze inv_item');
}
