import type { Db } from '../db/index.ts';

const MONTHS_AHEAD = [0, 1, 2];
/** Logs older than this many whole months are dropped; the audit trail is never. */
const LOG_MONTHS = 6;
const LOGS = ['log_api', 'log_usual', 'log_error'];

/** Makes the partitions of the coming months, so that no row has to wait in the default one, and drops old logs. */
export async function maintainPartitions(db: Db): Promise<void> {
  for (const table of [...LOGS, 'audit_log']) {
    for (const ahead of MONTHS_AHEAD) {
      await db.pool.query(
        `select kernel_month_partition($1::regclass, ((now() at time zone 'UTC') + make_interval(months => $2))::date)`,
        [table, ahead],
      );
    }
  }
  for (const table of LOGS) {
    const { rows } = await db.pool.query<{ name: string }>(
      `select inhrelid::regclass::text as name from pg_inherits
         where inhparent = $1::regclass and inhrelid::regclass::text ~ '_\\d{6}$'
           and right(inhrelid::regclass::text, 6) < to_char(now() - make_interval(months => $2), 'YYYYMM')`,
      [table, LOG_MONTHS],
    );
    for (const { name } of rows) await db.pool.query(`drop table ${name}`);
  }
}
