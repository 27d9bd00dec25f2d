import { type SQL, sql } from 'drizzle-orm';
import type { Db } from './index.ts';

const BATCH = 1000;

/**
 * Deletes the rows that meet a condition, some hundreds per transaction: locks are short, and rows locked by others are
 * left for the next run. The condition needs an index. @returns the number of rows
 */
export const deleteInBatches = (db: Db, table: string, where: SQL): Promise<number> =>
  inBatches(db, (rows) => sql`delete from ${sql.identifier(table)} where ctid = any(array(${rows}))`, table, where);

/** The same for a change after which a row does not meet the condition any more. */
export const updateInBatches = (db: Db, table: string, set: SQL, where: SQL): Promise<number> =>
  inBatches(
    db,
    (rows) => sql`update ${sql.identifier(table)} set ${set} where ctid = any(array(${rows}))`,
    table,
    where,
  );

async function inBatches(db: Db, statement: (rows: SQL) => SQL, table: string, where: SQL): Promise<number> {
  const rows = sql`select ctid from ${sql.identifier(table)} where ${where} limit ${BATCH} for update skip locked`;
  for (let changed = 0; ; ) {
    const { rowCount } = await db.drizzle.execute(statement(rows));
    changed += rowCount ?? 0;
    if ((rowCount ?? 0) < BATCH) return changed;
  }
}
