import type { ListQuery, StateCounts } from '@trade-assistant/contract/kit/page.ts';
import type { Resource } from '@trade-assistant/contract/kit/resource.ts';
import { and, type Column, getTableColumns, sql } from 'drizzle-orm';
import type { Db } from '../db/index.ts';
import { countRows, isLarge, type ListOptions, partsOf } from './list.ts';

/**
 * Counts the rows of a list by the resource's `stateField`, within the caller's scope and filters except one by state. A small table is
 * counted in one statement; in a large one each state is counted as a list's total: exactly up to 100,000 rows and estimated beyond.
 */
export async function countStates(
  db: Db,
  options: ListOptions,
  query: ListQuery,
  { name, fields, stateField = '' }: Resource,
): Promise<StateCounts> {
  const { table } = options;
  const column = { ...(getTableColumns(table) as Record<string, Column>), ...options.columns }[stateField];
  const dictionary = fields[stateField]?.dictionary;
  if (!column || !dictionary) throw new Error(`${name} has no states to be counted by`);
  const { where } = partsOf(options, {
    ...query,
    sort: [],
    filters: query.filters.filter(({ field }) => field !== stateField),
  });
  const values = Object.values(dictionary.entries).map(({ value }) => value);
  if (!(await isLarge(db, table))) {
    const rows = await db.drizzle
      .select({ value: sql<number>`${column}`, count: sql<number>`count(*)::int` })
      .from(table)
      .where(where)
      .groupBy(sql`${column}`);
    const found = new Map(rows.map((row) => [row.value, row.count]));
    return { states: values.map((value) => ({ value, count: found.get(value) ?? 0 })) };
  }
  const states = values.map(async (value) => {
    const { total, estimated } = await countRows(db, table, and(where, sql`${column} = ${value}`));
    return { value, count: total, ...(estimated ? { isEstimate: true } : {}) };
  });
  return { states: await Promise.all(states) };
}
