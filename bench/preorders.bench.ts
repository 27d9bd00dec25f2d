import { DEFAULT_TENANT } from '../server/src/engines/people/identity/index.ts';
import { moveBatchSlice } from '../server/src/engines/stock/inventory/index.ts';
import { systemActor } from '../server/src/kernel/auth/actor.ts';
import type { Db } from '../server/src/kernel/db/index.ts';
import { type Benchmark, figure, timed } from './lib/measure.ts';
import { startProduct } from './lib/product.ts';

const NUMBERS = 100_000;
const PREORDERS = 500;
const ROUNDS = 3;
const actor = systemActor(DEFAULT_TENANT);

/** A hundred thousand numbers moved to stock for five hundred waiting pre-orders, in turns with the same move without any. */
export default {
  title: `${NUMBERS.toLocaleString('en-US')} numbers moved to stock for ${PREORDERS} pre-orders, in slices of 10,000`,
  async run() {
    const product = await startProduct();
    try {
      const { db } = product;
      const plain: number[] = [];
      const matched: number[] = [];
      // The first move warms caches and connections up.
      await move(db, await stage(db, 0));
      for (let round = 0; round < ROUNDS; round += 1) {
        plain.push(await move(db, await stage(db, 1 + 2 * round)));
        // The timer of the server would give those on sale away.
        await db.pool.query('update inv_item set stock_status = 6 where stock_status = 0');
        await wait(db, round);
        matched.push(await move(db, await stage(db, 2 + 2 * round)));
        const { rows } = await db.pool.query<{ locked: number; least: number; most: number }>(
          `select sum(n)::int as locked, min(n)::int as least, max(n)::int as most from (
             select count(*) as n from inv_item where preorder_id is not null group by preorder_id) l`,
        );
        if (rows[0]?.locked !== NUMBERS) throw new Error(JSON.stringify(rows[0]));
        await db.pool.query('delete from inv_waiting');
        await db.pool.query('update inv_item set stock_status = 6, preorder_id = null where preorder_id is not null');
        await db.pool.query('vacuum analyze inv_item');
      }
      const best = (times: readonly number[]) => Math.min(...times);
      return [
        figure('move without pre-orders', best(plain), 's'),
        figure(`move with ${PREORDERS} pre-orders`, best(matched), 's'),
        figure('ratio', best(matched) / best(plain), '', { atMost: 1.5 }),
      ];
    } finally {
      await product.close();
    }
  },
} satisfies Benchmark;

async function stage(db: Db, part: number): Promise<string> {
  const batchNo = `PWB${part}`;
  await db.pool.query(
    `with batch as (
       insert into inv_batch (tenant_id, batch_no, batch_name, status, committed_at, good_lines, total_lines, ready_count)
       values ($1, $2, 'Bench', 2, now(), $3, $3, $3) returning id
     )
     insert into inv_staged (tenant_id, batch_id, batch_no, batch_name, source_type, supplier_name, provenance_note, rights_attested,
       business_type, country_code, e164, number_type, capability, cost_price, currency, check_status, warehouse_code, status)
     select $1, batch.id, $2, 'Bench', 1, 'Supplier', 'Invoice', 1, 1, 'US', 12010000000 + $4::bigint * $3 + n, 1, 8, 1000000, 'USDT', 1, 'WH01', 1
     from batch, generate_series(1, $3::int) n`,
    [DEFAULT_TENANT, batchNo, NUMBERS, part],
  );
  await db.pool.query('analyze inv_staged');
  return batchNo;
}

/** Five hundred pre-orders of two hundred numbers each: some of any number type, some of those capabilities. */
const wait = (db: Db, round: number) =>
  db.pool.query(
    `insert into inv_waiting (preorder_id, tenant_id, business_type, country_code, number_type, capability, since, wanted)
     select $4::int * 1000 + n, $1, 1, 'US', case n % 3 when 0 then null else 1 end, case n % 2 when 0 then 0 else 8 end, now() - n * interval '1 minute', $3::int
     from generate_series(1, $2::int) n`,
    [DEFAULT_TENANT, PREORDERS, NUMBERS / PREORDERS, round + 1],
  );

/** @returns seconds */
async function move(db: Db, batchNo: string): Promise<number> {
  const { seconds } = await timed(async () => {
    for (let left = true; left; ) ({ left } = await db.tx((tx) => moveBatchSlice(tx, actor, batchNo)));
  });
  return seconds;
}
