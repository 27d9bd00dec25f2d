import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import type { ListQuery } from '@trade-assistant/contract/kit/page.ts';
import type { Resource, RowOf } from '@trade-assistant/contract/kit/resource.ts';
import { HAS_CHILDREN, isTree } from '@trade-assistant/contract/kit/tree.ts';
import { and, eq, getTableColumns, type InferSelectModel, isNull, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Context } from '../http/context.ts';
import type { AreaModule, OwnCalls } from '../http/serve.ts';
import { countStates } from './counts.ts';
import { exemptTable, type Reader, ruleTable } from './data-rules.ts';
import { exportList } from './export.ts';
import { listRows } from './list.ts';
import type { ResourceOptions } from './options.ts';
import { visible } from './scope.ts';
import { selectRows } from './select.ts';
import { showTable } from './shown-tables.ts';
import { timelineOf } from './states.ts';
import { parentsAmong } from './tree.ts';
import { writer } from './write.ts';

type Served<T extends PgTable, R extends Resource> = {
  [K in keyof RowOf<R>]-?: K extends keyof InferSelectModel<T>
    ? [InferSelectModel<T>[K]] extends [RowOf<R>[K]]
      ? true
      : { column: K; table: InferSelectModel<T>[K]; contract: RowOf<R>[K] }
    : { missing: K };
}[keyof RowOf<R>];
/** Compile-time promise: every field of the contract has a column of its type, or is declared as computed. */
type Serves<T extends PgTable, R extends Resource, C extends string> = [
  Exclude<Served<T, R>, true | { missing: C | typeof HAS_CHILDREN }>,
] extends [never]
  ? unknown
  : Exclude<Served<T, R>, true | { missing: C | typeof HAS_CHILDREN }>;

/** `actions` may be left out where the kit makes every call. */
type RouteOptions<R extends Resource, T extends PgTable, C extends string> = [OwnCalls<R>] extends [never]
  ? Omit<ResourceOptions<R, T, C>, 'actions'>
  : ResourceOptions<R, T, C>;

/** Serves a plain resource over its table. A resource that needs more than these overrides is written with `serve`. */
export function resourceRoutes<R extends Resource, T extends PgTable, const C extends string = never>(
  resource: R,
  table: T & Serves<T, R, C>,
  given: RouteOptions<R, T, C>,
): AreaModule {
  type Row = InferSelectModel<T> & { id: bigint; version: number };
  const options = given as unknown as ResourceOptions<R, T, C>;
  const { scope } = options;
  const columns = getTableColumns(table as PgTable) as Record<string, PgColumn>;
  const id = columns['id'];
  if (!id) throw new Error(`${resource.name} needs an id column`);
  const parent = isTree(resource) ? columns[resource.parentField ?? ''] : undefined;
  const within = (context: Context) => and(visible(context.actor, table, scope), options.rows?.(context));
  const ruled = { resource, scope, reach: (reader: Reader) => within(reader as Context), ...options.ruled };
  if (scope !== 'platform' || options.ruled) ruleTable(table as PgTable, ruled);
  else exemptTable(table as PgTable, 'all tenants share it');
  showTable(table as PgTable, resource);
  const complete = async (context: Context, rows: Row[]): Promise<Record<string, unknown>[]> => {
    if (rows.length === 0) return rows;
    const [more, parents] = await Promise.all([
      options.computed?.fill(context, rows),
      parent && parentsAmong(context.app.db, { table, parent, visible: within(context) }, rows),
    ]);
    return rows.map((row, index) => ({
      ...row,
      ...more?.[index],
      ...(parents ? { [HAS_CHILDREN]: parents.has(row.id) ? 1 : 0 } : {}),
    }));
  };

  const sourceOf = async (context: Context, query: ListQuery) => ({
    table,
    scope,
    where: and(options.rows?.(context), options.asked?.(query.more)),
    columns: ((await options.computed?.order?.(context, query)) ?? {}) as Record<string, SQL>,
    conditions: options.conditions?.(context) ?? {},
  });
  const list = async (context: Context, query: ListQuery) => {
    const isBare = query.filters.length === 0 && Object.keys(query.more).length === 0;
    const source = await sourceOf(context, query);
    const where = and(source.where, parent && isBare ? isNull(parent) : undefined);
    const page = await listRows<Row>(context.app.db, { actor: context.actor, ...source, where }, query);
    return { ...page, records: await complete(context, page.records) };
  };
  const detail = async (context: Context, input: Readonly<Record<string, unknown>>) => {
    // By its id, or by the unique field the contract names; the schema lets nothing else through.
    const named = Object.entries(input).flatMap(([name, value]) => {
      const column = columns[name];
      return column && value !== undefined ? [eq(column, value)] : [];
    });
    if (named.length === 0) throw commonErrors.NOT_FOUND();
    const rows = await context.app.db.drizzle
      .select()
      .from(table as PgTable)
      .where(and(within(context), ...named))
      .limit(1);
    if (rows.length === 0) throw commonErrors.NOT_FOUND();
    return (await complete(context, rows as unknown as Row[]))[0];
  };
  const counts = async (context: Context, query: ListQuery) =>
    countStates(context.app.db, { actor: context.actor, ...(await sourceOf(context, query)) }, query, resource);
  const exported = async (context: Context, query: ListQuery) => {
    const { name, title, fields } = resource;
    const shown = { resource: name, title, fields, complete: (rows: Row[]) => complete(context, rows) };
    return exportList<Row>(context, { ...shown, ...(await sourceOf(context, query)) }, query);
  };
  const timeline = async (context: Context, input: { id: bigint }) => {
    await detail(context, input);
    return timelineOf(context.app.db, context.actor.tenantId, options.timelineOf ?? resource.name, input.id);
  };
  const select = (context: Context, input: { keyword: string; id?: bigint | undefined }) =>
    selectRows(context.app.db, resource, { table, columns, visible: within(context) }, input);

  const writing = writer(resource, {
    table,
    columns,
    within,
    options: options as unknown as ResourceOptions<Resource, PgTable, never>,
  });
  const { save, update, submit, remove, restore } = writing;
  const standard = {
    list,
    page: list,
    counts,
    detail,
    save,
    update,
    submit,
    remove,
    restore,
    export: exported,
    select,
    timeline,
  };
  const handlers = Object.fromEntries(
    Object.entries(resource.calls).flatMap(([name, call]) => {
      if (!call.standard) return [];
      return [[name, call.standard === 'transition' ? writing.transition(name) : standard[call.standard]]];
    }),
  );
  return {
    resource,
    handlers: { ...handlers, ...options.actions } as AreaModule['handlers'],
    rows: { table, computed: [...(options.computed?.fields ?? []), ...(parent ? [HAS_CHILDREN] : [])] },
  };
}
