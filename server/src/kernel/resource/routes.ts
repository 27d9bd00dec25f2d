import { type AppError, commonErrors, type ErrorParams } from '@trade-assistant/contract/kit/errors.ts';
import type { ListQuery } from '@trade-assistant/contract/kit/page.ts';
import type { Resource, RowOf } from '@trade-assistant/contract/kit/resource.ts';
import { and, eq, getTableColumns, type InferSelectModel, inArray, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Actor } from '../auth/actor.ts';
import type { Tx } from '../db/index.ts';
import type { Context } from '../http/context.ts';
import type { AreaModule, Handlers, OwnCalls } from '../http/serve.ts';
import { countStates } from './counts.ts';
import { exportList } from './export.ts';
import { listRows } from './list.ts';
import { lockRemoved } from './restore.ts';
import { type Scope, visible } from './scope.ts';

type Values = Record<string, unknown>;
type Served<T extends PgTable, R extends Resource> = {
  [K in keyof RowOf<R>]-?: K extends keyof InferSelectModel<T>
    ? [InferSelectModel<T>[K]] extends [RowOf<R>[K]]
      ? true
      : { column: K; table: InferSelectModel<T>[K]; contract: RowOf<R>[K] }
    : { missing: K };
}[keyof RowOf<R>];
/** Compile-time promise: every field of the contract has a column of its type, or is declared as computed. */
type Serves<T extends PgTable, R extends Resource, C extends string> = [
  Exclude<Served<T, R>, true | { missing: C }>,
] extends [never]
  ? unknown
  : Exclude<Served<T, R>, true | { missing: C }>;

export interface ResourceOptions<R extends Resource, T extends PgTable, C extends string> {
  readonly scope: Scope;
  /** Unique index name → the error its violation is. */
  readonly unique?: Readonly<Record<string, (params?: ErrorParams) => AppError>>;
  /** A condition on top of the scope, for list, detail, update and remove alike. */
  readonly rows?: (context: Context) => SQL | undefined;
  /** A condition on the rows of a list that asks for it by parameters of its own (`more` of the contract). */
  readonly asked?: (more: ListQuery['more']) => SQL | undefined;
  /** Fields of the contract that are no column: filled in for the rows of an answer, all at once. */
  readonly computed?: {
    readonly fields: readonly C[];
    readonly fill: (context: Context, rows: InferSelectModel<T>[]) => Promise<Record<C, unknown>[]>;
  };
  /** Checks and completes what is written; `existing` is null when creating. Gives back the columns to write. */
  readonly beforeSave?: (
    context: Context,
    tx: Tx,
    input: Values,
    existing: InferSelectModel<T> | null,
  ) => Promise<Values>;
  readonly afterSave?: (context: Context, tx: Tx, row: InferSelectModel<T>) => Promise<void>;
  /** May refuse; runs with the rows locked. */
  readonly beforeRemove?: (context: Context, tx: Tx, rows: InferSelectModel<T>[]) => Promise<void>;
  /** May refuse what was removed a moment ago to come back; runs with the rows locked. */
  readonly beforeRestore?: (context: Context, tx: Tx, rows: InferSelectModel<T>[]) => Promise<void>;
  /** The calls the kit does not make. */
  readonly actions: Handlers<R, OwnCalls<R>>;
}

/** Serves a plain resource over its table. A resource that needs more than these overrides is written with `serve`. */
export function resourceRoutes<R extends Resource, T extends PgTable, const C extends string = never>(
  resource: R,
  table: T & Serves<T, R, C>,
  options: ResourceOptions<R, T, C>,
): AreaModule {
  type Row = InferSelectModel<T> & { id: bigint; version: number };
  const columns = getTableColumns(table as PgTable) as Record<string, PgColumn>;
  const id = columns['id'];
  if (!id) throw new Error(`${resource.name} needs an id column`);
  const within = (context: Context) => and(visible(context.actor, table, options.scope), options.rows?.(context));
  const complete = async (context: Context, rows: Row[]): Promise<Values[]> => {
    if (!options.computed || rows.length === 0) return rows;
    const more = await options.computed.fill(context, rows);
    return rows.map((row, index) => ({ ...row, ...more[index] }));
  };

  const listed = (context: Context, { more }: ListQuery) => and(options.rows?.(context), options.asked?.(more));
  const list = async (context: Context, query: ListQuery) => {
    const page = await listRows<Row>(
      context.app.db,
      { actor: context.actor, table, scope: options.scope, where: listed(context, query) },
      query,
    );
    return { ...page, records: await complete(context, page.records) };
  };
  const detail = async (context: Context, input: { id: bigint }) => {
    const rows = await context.app.db.drizzle
      .select()
      .from(table as PgTable)
      .where(and(within(context), eq(id, input.id)))
      .limit(1);
    if (rows.length === 0) throw commonErrors.NOT_FOUND();
    return (await complete(context, rows as unknown as Row[]))[0];
  };
  const locked = async (context: Context, tx: Tx, ids: readonly bigint[]): Promise<Row[]> => {
    const rows = await tx
      .select()
      .from(table as PgTable)
      .where(and(within(context), inArray(id, [...ids])))
      .orderBy(id)
      .for('update');
    return rows as unknown as Row[];
  };
  const save = (context: Context, input: Values) =>
    context.tx(async (tx) => {
      const values = (await options.beforeSave?.(context, tx, input, null)) ?? input;
      const [row] = await named(
        options.unique,
        tx
          .insert(table as PgTable)
          .values({ ...values, ...created(context.actor, columns) })
          .returning(),
      );
      await options.afterSave?.(context, tx, row as InferSelectModel<T>);
      return { id: (row as unknown as Row).id };
    });
  const update = (context: Context, input: Values & { id: bigint; version?: number | undefined }) =>
    context.tx(async (tx) => {
      const [existing] = await locked(context, tx, [input.id]);
      if (!existing) throw commonErrors.NOT_FOUND();
      const { id: _id, version, ...changes } = input;
      if (version !== undefined && version !== existing.version) throw commonErrors.STALE_DATA();
      const values = (await options.beforeSave?.(context, tx, changes, existing)) ?? changes;
      const next = { ...values, ...updated(context.actor, columns), version: sql`${columns['version']} + 1` };
      const [row] = await named(
        options.unique,
        tx
          .update(table as PgTable)
          .set(next)
          .where(eq(id, input.id))
          .returning(),
      );
      await options.afterSave?.(context, tx, row as InferSelectModel<T>);
      return { id: input.id };
    });
  const submit = (context: Context, input: Values & { id?: bigint | undefined; version?: number | undefined }) => {
    if (input.id !== undefined) return update(context, { ...input, id: input.id });
    if (!context.can(`${resource.name}:add`)) throw commonErrors.NO_PERMISSION();
    return save(context, input);
  };
  const remove = (context: Context, input: { ids: bigint[] }) =>
    context.tx(async (tx) => {
      const rows = await locked(context, tx, input.ids);
      if (rows.length < input.ids.length) throw commonErrors.NOT_FOUND();
      await options.beforeRemove?.(context, tx, rows);
      await tx
        .update(table as PgTable)
        .set({ deletedAt: sql`now()`, ...updated(context.actor, columns) })
        .where(inArray(id, input.ids));
    });
  const restore = (context: Context, input: { ids: bigint[] }) =>
    context.tx(async (tx) => {
      const where = options.rows?.(context);
      const rows = (await lockRemoved(tx, context.actor, { table, scope: options.scope, where }, input.ids)) as Row[];
      await options.beforeRestore?.(context, tx, rows);
      const next = { deletedAt: null, ...updated(context.actor, columns), version: sql`${columns['version']} + 1` };
      const restored = await named(
        options.unique,
        tx
          .update(table as PgTable)
          .set(next)
          .where(inArray(id, input.ids))
          .returning(),
      );
      for (const row of restored) await options.afterSave?.(context, tx, row as InferSelectModel<T>);
    });
  const counts = (context: Context, query: ListQuery) =>
    countStates(
      context.app.db,
      { actor: context.actor, table, scope: options.scope, where: listed(context, query) },
      query,
      resource,
    );
  const exported = (context: Context, query: ListQuery) => {
    const { name, title, fields } = resource;
    const shown = { resource: name, title, fields, complete: (rows: Row[]) => complete(context, rows) };
    return exportList<Row>(context, { ...shown, table, scope: options.scope, where: listed(context, query) }, query);
  };
  const standard = { list, page: list, counts, detail, save, update, submit, remove, restore, export: exported };
  const handlers = Object.fromEntries(
    Object.entries(resource.calls).flatMap(([name, call]) => (call.standard ? [[name, standard[call.standard]]] : [])),
  );
  return {
    resource,
    handlers: { ...handlers, ...options.actions } as AreaModule['handlers'],
    rows: { table, computed: options.computed?.fields ?? [] },
  };
}

const present = (columns: Record<string, PgColumn>, values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([name]) => name in columns));

const created = (actor: Actor, columns: Record<string, PgColumn>): Values =>
  present(columns, {
    tenantId: actor.tenantId,
    createUser: actor.userId,
    createUserName: actor.realName,
    createDept: actor.deptIds[0] ?? null,
    updateUser: actor.userId,
  });

const updated = (actor: Actor, columns: Record<string, PgColumn>): Values =>
  present(columns, { updateUser: actor.userId, updateTime: sql`now()` });

/** Runs a write; a violated unique index becomes the error the resource declared for it. */
async function named<Result>(
  unique: ResourceOptions<Resource, PgTable, never>['unique'],
  write: PromiseLike<Result>,
): Promise<Result> {
  try {
    return await write;
  } catch (error) {
    const cause = ((error as { cause?: unknown }).cause ?? error) as { code?: string; constraint?: string };
    if (cause.code !== '23505') throw error;
    throw unique?.[cause.constraint ?? '']?.() ?? commonErrors.DUPLICATE();
  }
}
