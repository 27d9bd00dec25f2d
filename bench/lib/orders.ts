import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '../../server/src/kernel/db/index.ts';

/** Orders of one statement. */
const SLICE = 500_000;

export interface OrderCounts {
  readonly orders: number;
  readonly agents: number;
  /** Days before now over which the orders are spread. */
  readonly days: number;
}

/** Adds agents and paid product orders: only rows, without their ledger entries. Their totals are counted later, see `totalled`. */
export async function fillOrders(db: Db, { orders, agents, days }: OrderCounts): Promise<void> {
  await db.pool.query(
    `insert into sys_user (tenant_id, account, real_name, password_hash, user_type, agent_level, owner_path, invite_code)
     select '000000', 'bench_agent_' || n, 'Agent ' || n, '-', 2, 1 + n % 4, '/bench' || n || '/', 'BENCH' || n from generate_series(1, $1::int) n`,
    [agents],
  );
  await db.pool.query(`update sys_user set owner_path = '/' || id || '/' where account like 'bench_agent_%'`);
  for (let first = 0; first < orders; first += SLICE)
    await db.pool.query(
      `with a as (select id, real_name, owner_path, row_number() over (order by id) - 1 as n from sys_user where user_type = 2)
       insert into agt_product_order (tenant_id, owner_id, owner_path, order_no, product_id, product_name, product_name_en, product_snapshot,
         agent_id, agent_name, buyer_id, buyer_name, business_type, country_code, quantity, numbers, unit_price, price_source, amount,
         currency, paid_amount, delivered_qty, delivery_type, status, create_time)
       select '000000', a.id, a.owner_path, 'BENCH' || s, 1 + s % 40, 'P', 'P', '{"productNo":"P1","serviceType":2,"specQty":1,"version":1}', a.id,
         a.real_name, a.id, a.real_name, 1 + s % 3, (array['US','GB','DE','FR','IT','ES','NL','BE','PT','PL'])[1 + s % 10], 10, 10,
         500000, 'all', 5000000, 'USDT', 5000000, 10, 1, 3,
         now() - $4::int * interval '1 day' + s::float8 / $5::int * $4::int * interval '1 day'
       from generate_series($1::int, $2::int - 1) s join a on a.n = s % $3::int`,
      [first, Math.min(first + SLICE, orders), agents, days, orders],
    );
}

/** Waits until the product's own timer has counted the totals of all orders. */
export async function totalled(db: Db): Promise<void> {
  const left = async () => Number((await db.pool.query('select count(*) as n from stat_sale_change')).rows[0].n);
  while ((await left()) > 0) await sleep(1000);
}
