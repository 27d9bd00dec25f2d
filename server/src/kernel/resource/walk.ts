import type { ListQuery } from '@trade-assistant/contract/kit/page.ts';
import { and, type Column, getTableColumns, is, or, type SQL, sql, Column as TableColumn } from 'drizzle-orm';
import type { Db } from '../db/index.ts';
import { isNullable, type ListOptions, orderBy, partsOf } from './list.ts';

const BATCH = 500;

/**
 * All rows of a list in its order, some hundreds at a time. Each batch starts after the last row of the previous one,
 * found by the order's values, so all batches cost the same and nothing stays open in between.
 */
export async function* walkRows<T>(db: Db, options: ListOptions, query: ListQuery): AsyncGenerator<T[]> {
  const { where, order } = partsOf(options, query);
  // As text, because a Date has fewer digits than the database's times: a row could be met twice, or never.
  const places = Object.fromEntries(
    order.map(({ column }, index) => [`place${index}`, sql<string | null>`${column}::text`]),
  );
  let behind: SQL | undefined;
  for (;;) {
    const found = await db.drizzle
      .select({ ...getTableColumns(options.table), ...places })
      .from(options.table)
      .where(and(where, behind))
      .orderBy(...order.map(orderBy))
      .limit(BATCH);
    if (found.length > 0) yield found as T[];
    const last = found.at(-1) as Readonly<Record<string, string | null>> | undefined;
    if (!last || found.length < BATCH) return;
    behind = after(order.map((one, index) => ({ ...one, place: last[`place${index}`] ?? null })));
  }
}

interface Place {
  readonly column: Column | SQL;
  readonly descending: boolean;
  readonly place: string | null;
}

/** Behind a row in an order: behind it in the first column, or equal there and behind it in the others. */
function after(places: readonly Place[]): SQL | undefined {
  const [first, ...rest] = places;
  if (!first) return sql`false`;
  const { column, descending, place } = first;
  const behindInRest = rest.length > 0 ? after(rest) : sql`false`;
  if (place === null) return and(sql`${column} is null`, behindInRest);
  const bound = is(column, TableColumn) ? sql`${place}::${sql.raw(column.getSQLType())}` : sql`${place}`;
  const further = descending ? sql`${column} < ${bound}` : sql`${column} > ${bound}`;
  const beyond = isNullable(column) ? or(further, sql`${column} is null`) : further;
  return or(beyond, and(sql`${column} = ${bound}`, behindInRest));
}
