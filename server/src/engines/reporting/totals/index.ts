import { type SQL, sql } from 'drizzle-orm';
import { zoneOf } from '../../../kernel/db/business-days.ts';
import type { Db } from '../../../kernel/db/index.ts';
import { isSold } from '../../stock/orders/index.ts';

/** Changes moved by one statement. */
const MOVED_MAX = 20_000;

/** Tables and keys of the totals of sales; tenant and day are keys of each. */
export const SALE_TOTALS = {
  day: { table: 'stat_sale_day', keys: ['business_type', 'country_code', 'product_id'] },
  hour: { table: 'stat_sale_hour', keys: ['hour', 'business_type', 'country_code'] },
  agent: { table: 'stat_sale_agent', keys: ['agent_id', 'business_type', 'country_code'] },
  agentDay: { table: 'stat_sale_agent_day', keys: ['agent_id'] },
} as const;

export type SaleTotals = keyof typeof SALE_TOTALS;

const columnsOf = (kind: SaleTotals): string => ['tenant_id', 'day', ...SALE_TOTALS[kind].keys].join(', ');

/** Returns a table expression of the totals of a kind together with the changes that were not moved yet; named `s`. */
export const saleTotals = (kind: SaleTotals): SQL => {
  const columns = `${columnsOf(kind)}, orders, numbers, amount`;
  return sql.raw(
    `(select ${columns} from ${SALE_TOTALS[kind].table} union all select ${columns} from stat_sale_change) s`,
  );
};

/** Moves the changes of a table into its totals. @returns how many */
async function move(
  db: Db,
  changes: string,
  sums: readonly string[],
  into: Readonly<Record<string, string>>,
): Promise<number> {
  let moved = 0;
  for (;;) {
    const kept = Object.entries(into).map(([table, keys]) =>
      sql.raw(`, to_${table} as (
        insert into ${table} as t (${keys}, ${sums.join(', ')})
        select ${keys}, ${sums.map((one) => `sum(${one})`).join(', ')} from gone group by ${keys} order by ${keys}
        on conflict (${keys}) do update set ${sums.map((one) => `${one} = t.${one} + excluded.${one}`).join(', ')})`),
    );
    const { rows } = await db.tx((tx) =>
      tx.execute<{ n: number }>(sql`
        with gone as (
          delete from ${sql.raw(changes)} where id = any(array(select id from ${sql.raw(changes)} order by id limit ${MOVED_MAX} for update skip locked))
          returning *
        )${sql.join(kept, sql``)}
        select count(*)::int as n from gone`),
    );
    moved += rows[0]?.n ?? 0;
    if ((rows[0]?.n ?? 0) < MOVED_MAX) return moved;
  }
}

/** Moves changes of orders and of lines into the totals. @returns how many */
export async function moveChanges(db: Db): Promise<number> {
  const sales = Object.fromEntries(
    (Object.keys(SALE_TOTALS) as SaleTotals[]).map((kind) => [SALE_TOTALS[kind].table, columnsOf(kind)]),
  );
  const moved = await move(db, 'stat_sale_change', ['orders', 'numbers', 'amount'], sales);
  return moved + (await move(db, 'stat_line_change', LINE_SUMS, { stat_line_hour: LINE_KEYS }));
}

const LINE_SUMS = ['checked', 'submitted', 'delivered', 'failed'];
const LINE_KEYS = 'tenant_id, day, resource, hour, owner_id';
const LINE_DAYS = 62;

/** Returns a table expression of the lines by hour together with the changes that were not moved yet; named `s`. */
export const lineTotals: SQL = sql.raw(
  `(select ${LINE_KEYS}, ${LINE_SUMS.join(', ')} from stat_line_hour union all select ${LINE_KEYS}, ${LINE_SUMS.join(', ')} from stat_line_change) s`,
);

/** Deletes hours of lines that are older than they are kept. */
export const purgeLineTotals = (db: Db): Promise<unknown> =>
  db.tx((tx) => tx.execute(sql`delete from stat_line_hour where day < current_date - ${LINE_DAYS}::int`));

/** Compares each kind of total with a fold of the orders, by day; checks for `verifyLedger`. */
export const TOTALS_CHECKS: readonly SQL[] = (Object.keys(SALE_TOTALS) as SaleTotals[]).map((kind) => {
  const keys = sql.raw(columnsOf(kind));
  const text = sql.raw(columnsOf(kind).split(', ').join(", ' ', "));
  return sql`
    select ${sql.raw(`'sale-totals-${kind}'`)} as "check", key, expected, actual from (
      select concat(${text}) as key,
        concat_ws(' / ', sum(orders) filter (where is_fold), sum(numbers) filter (where is_fold), sum(amount) filter (where is_fold)) as expected,
        concat_ws(' / ', sum(orders) filter (where not is_fold), sum(numbers) filter (where not is_fold), sum(amount) filter (where not is_fold)) as actual
      from (
        select false as is_fold, ${keys}, orders, numbers, amount from ${saleTotals(kind)}
        union all
        select true, ${keys}, orders, numbers, amount from (
          select tenant_id, (create_time at time zone ${zoneOf(sql`o.tenant_id`)})::date as day,
            extract(hour from create_time at time zone ${zoneOf(sql`o.tenant_id`)})::int as hour, agent_id, business_type, country_code, product_id,
            1 as orders, numbers - refunded_qty * (numbers / quantity) as numbers, amount - refund_amount as amount
          from agt_product_order o where deleted_at is null and ${isSold(sql`status`)}
        ) f
      ) both_sides group by ${keys}
    ) compared
    where coalesce(nullif(expected, ''), '0 / 0 / 0') <> coalesce(nullif(actual, ''), '0 / 0 / 0')`;
});
