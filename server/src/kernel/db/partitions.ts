import { sql } from 'drizzle-orm';
import type { Db, Tx } from './index.ts';

/** So that a timer may fail for a quarter before rows go to the default partition. */
const MONTHS_AHEAD = 3;
/** Longer than a statement, shorter than people wait: without the lock the month waits for the next night. */
const LOCK_SECONDS = 10;

type Executor = Pick<Tx, 'execute'>;

/** Makes the present month and the next three of every table that is partitioned. @returns how many were made */
export const makeComingMonths = (executor: Executor): Promise<number> =>
  makeMonths(executor, { from: new Date(), months: MONTHS_AHEAD + 1 });

/** Makes `months` months from that of `from` on, of every table that is partitioned. @returns how many were made */
export async function makeMonths(
  executor: Executor,
  { from, months }: { from: Date; months: number },
): Promise<number> {
  const { rows } = await executor.execute<{ made: number }>(
    sql`select kernel_make_months(${from.toISOString().slice(0, 10)}::date, ${months}::integer) as made`,
  );
  return rows[0]?.made ?? 0;
}

/**
 * Drops the partitions of a table older than the given number of whole months, or weeks for a table with weekly
 * partitions, and deletes rows of that age from the default one. Waits `lockSeconds` for a partition in use, then
 * throws; the next run tries again. Two nodes may drop at once: each partition is dropped by one of them.
 * @returns the names of the partitions that this run dropped
 */
export async function dropOldPartitions(
  db: Db,
  table: string,
  kept: number,
  lockSeconds = LOCK_SECONDS,
): Promise<string[]> {
  const parent = sql.identifier(table);
  const unit = sql`kernel_partition_unit(${table}::regclass)`;
  const first = sql`(date_trunc(${unit}, now() at time zone 'UTC') - ${kept}::integer * ('1 ' || ${unit})::interval)`;
  const { rows } = await db.drizzle.execute<{ name: string }>(sql`
    select relname as name from pg_inherits join pg_class on oid = inhrelid
    where inhparent = ${table}::regclass and relname ~ '_\\d{6,8}$'
      and substring(relname from '\\d+$') < to_char(${first}, case ${unit} when 'week' then 'YYYYMMDD' else 'YYYYMM' end)
    order by 1`);
  const dropped: string[] = [];
  for (const { name } of rows) {
    const isDropped = await db.tx(async (tx) => {
      await tx.execute(sql.raw(`set local lock_timeout = '${lockSeconds}s'`));
      // The lock of those who make partitions.
      await tx.execute(sql`select pg_advisory_xact_lock(hashtext('kernel_make_partitions'))`);
      const found = await tx.execute(
        sql`select from pg_inherits where inhparent = ${table}::regclass and inhrelid = to_regclass(${name})`,
      );
      if (found.rows.length === 0) return false;
      // Put aside first: a partition that others point at is dropped only when nothing points into it any more.
      await tx.execute(sql`alter table ${parent} detach partition ${sql.identifier(name)}`);
      await tx.execute(sql`drop table ${sql.identifier(name)}`);
      return true;
    });
    if (isDropped) dropped.push(name);
  }
  await db.drizzle.execute(
    sql`delete from ${sql.identifier(`${table}_default`)} where create_time < ${first} at time zone 'UTC'`,
  );
  return dropped;
}
