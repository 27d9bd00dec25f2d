import type { Filter } from '@trade-assistant/contract/kit/filter.ts';
import { EXACT_TOTAL, type ListQuery, type Page, toPage } from '@trade-assistant/contract/kit/page.ts';
import {
  and,
  asc,
  type Column,
  desc,
  getTableColumns,
  is,
  or,
  type SQL,
  sql,
  Column as TableColumn,
} from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Actor } from '../auth/actor.ts';
import type { Db } from '../db/index.ts';
import { toJson } from '../db/row-json.ts';
import { endIfCaptured } from '../http/captured-list.ts';
import { RequestCoalescer } from '../request-coalescer.ts';
import { assertRuled } from './data-rules.ts';
import { condition } from './filters.ts';
import { type Scope, visible } from './scope.ts';

type Row = Record<string, unknown>;

export interface ListOptions {
  readonly actor: Actor;
  readonly table: PgTable;
  readonly scope: Scope;
  /** A condition beside the caller's filters. */
  readonly where?: SQL | undefined;
  /** Where a filter's field is not the column of the same name. */
  readonly columns?: Readonly<Record<string, Column | SQL>>;
  /** Filters that another table answers faster: the condition for a field, in the place of comparing its column. */
  readonly conditions?: Readonly<Record<string, (filter: Filter) => SQL | undefined>>;
}

/** One page of a table: the caller's scope, the allow-listed filters and sorting, newest first by default. */
export async function listRows<T extends Row = Row>(db: Db, options: ListOptions, query: ListQuery): Promise<Page<T>> {
  const { where, order } = partsOf(options, query);
  const { table } = options;
  endIfCaptured(db, () => ({ table, where, columns: columnsOf(options) }));
  const rows = db.drizzle
    .select()
    .from(options.table)
    .where(where)
    .orderBy(...order.map(orderBy))
    .limit(query.size)
    .offset((query.current - 1) * query.size);
  const counted = query.isUncounted ? { total: 0, estimated: false } : countRows(db, options.table, where);
  const [records, { total, estimated }] = await Promise.all([rows, counted]);
  return toPage(records as unknown as T[], total, query, estimated);
}

interface Order {
  readonly column: Column | SQL;
  readonly descending: boolean;
}

/** Whether a column or expression may be without a value. */
export const isNullable = (column: Column | SQL): boolean => !(is(column, TableColumn) && column.notNull);

/** Rows without a value come last in both directions. Columns that always have one keep the order of their index. */
export const orderBy = ({ column, descending }: Order): SQL =>
  descending ? (isNullable(column) ? sql`${column} desc nulls last` : desc(column)) : asc(column);

/** Returns condition and order of a list in SQL; ties are ordered by id. */
export function partsOf(options: ListOptions, query: ListQuery): { where: SQL | undefined; order: readonly Order[] } {
  assertRuled(options.table);
  const columns = columnsOf(options);
  const matches = (filter: Filter) => options.conditions?.[filter.field]?.(filter) ?? condition(filter, columns);
  const where = and(
    visible(options.actor, options.table, options.scope),
    options.where,
    ...query.filters.map(matches),
    query.anyOf && or(...query.anyOf.map(matches)),
  );
  const order = query.sort.flatMap(({ field, descending }): Order[] => {
    const column = columns[field];
    return column ? [{ column, descending }] : [];
  });
  const id = columns['id'];
  if (id && !query.sort.some(({ field }) => field === 'id')) order.push({ column: id, descending: true });
  return { where, order };
}

const columnsOf = ({ table, columns }: ListOptions): Readonly<Record<string, Column | SQL>> => ({
  ...(getTableColumns(table) as Record<string, Column>),
  ...columns,
});

/** Tables below this many rows are always counted; the planner is asked only where counting could be slow. */
const LARGE_TABLE = 2 * EXACT_TOTAL;
/** The planner's guess is trusted without counting only when it is this many times over the exact limit. */
const SURE = 5;

/**
 * Counts matching rows: exactly up to 100,000, beyond that the planner's estimate. On a large table the planner is
 * asked first (a fraction of a millisecond) and counting is skipped if it is sure to exceed the limit, so a page of
 * five million rows costs as much as a page of ten thousand.
 */
export async function countRows(
  db: Db,
  table: PgTable,
  where: SQL | undefined,
): Promise<{ total: number; estimated: boolean }> {
  const matching = db.drizzle.select({ one: sql`1` }).from(table).where(where);
  if (await isLarge(db, table)) {
    const estimate = await plannedRows(db, matching.getSQL());
    if (estimate > EXACT_TOTAL * SURE) return { total: estimate, estimated: true };
  }
  const total = await countShared(db, matching.limit(EXACT_TOTAL + 1));
  if (total <= EXACT_TOTAL) return { total, estimated: false };
  const estimate = await plannedRows(db, db.drizzle.select({ one: sql`1` }).from(table).where(where).getSQL());
  return { total: Math.max(estimate, EXACT_TOTAL + 1), estimated: true };
}

/** Whether counting a table's rows could be slow. */
export const isLarge = async (db: Db, table: PgTable): Promise<boolean> => (await sizeOf(db, table)) > LARGE_TABLE;

const counts = new WeakMap<Db, RequestCoalescer<number>>();

/** Counts the rows once for all simultaneous requests of the same list. */
function countShared(
  db: Db,
  matching: { getSQL(): SQL; toSQL(): { sql: string; params: unknown[] } },
): Promise<number> {
  const runs = counts.get(db) ?? new RequestCoalescer();
  counts.set(db, runs);
  const { sql: text, params } = matching.toSQL();
  return runs.run(toJson([text, params]), async () => {
    const { rows } = await db.drizzle.execute<{ n: string | number | bigint }>(
      sql`select count(*)::int as n from (${matching.getSQL()}) counted`,
    );
    return Number(rows[0]?.n ?? 0);
  });
}

const sizes = new WeakMap<Db, Map<PgTable, { rows: number; until: number }>>();
const SIZE_KEPT_MILLIS = 60_000;

/** The planner's estimate of a table's size, cached for a minute. */
async function sizeOf(db: Db, table: PgTable): Promise<number> {
  const known = sizes.get(db) ?? new Map();
  sizes.set(db, known);
  const found = known.get(table);
  if (found && found.until > Date.now()) return found.rows;
  const rows = await plannedRows(db, db.drizzle.select({ one: sql`1` }).from(table).getSQL());
  known.set(table, { rows, until: Date.now() + SIZE_KEPT_MILLIS });
  return rows;
}

async function plannedRows(db: Db, statement: SQL): Promise<number> {
  const plan = await db.drizzle.execute<{ 'QUERY PLAN': { Plan: { 'Plan Rows': number } }[] }>(
    sql`explain (format json) ${statement}`,
  );
  return Math.round(plan.rows[0]?.['QUERY PLAN'][0]?.Plan['Plan Rows'] ?? 0);
}
