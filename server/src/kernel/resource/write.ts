import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import type { Resource } from '@trade-assistant/contract/kit/resource.ts';
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Actor } from '../auth/actor.ts';
import type { Tx } from '../db/index.ts';
import type { Context } from '../http/context.ts';
import { announceChange, announceChangeToAll } from '../realtime/index.ts';
import { rowOfForm } from './form-row.ts';
import type { ResourceOptions } from './options.ts';
import { assertUnused, type Reference } from './references.ts';
import { lockRemoved } from './restore.ts';
import type { Scope } from './scope.ts';
import { logState, stateConflict } from './states.ts';
import { assertParent, lockTree } from './tree.ts';
import { duplicateError, violatedIndex } from './unique.ts';

type Values = Record<string, unknown>;
type Row = Values & { id: bigint; version: number };
type Changed = Values & { id: bigint; version?: number | undefined };

interface WriteResult {
  readonly table: PgTable;
  readonly columns: Readonly<Record<string, PgColumn>>;
  /** The rows a caller may reach. */
  readonly within: (context: Context) => SQL | undefined;
  readonly options: ResourceOptions<Resource, PgTable, never>;
}

/** Returns the writing calls of a plain resource. Each is one transaction; open lists refresh at commit. */
export function writer(resource: Resource, { table, columns, within, options }: WriteResult) {
  const { id, version } = columns;
  if (!id) throw new Error(`${resource.name} needs an id column`);
  const { parentField, stateField = '', nameField } = resource;
  const timeline = options.timelineOf ?? resource.name;
  const usedBy = [
    ...(options.usedBy ?? []),
    ...(parentField ? [childrenOf(resource, table, columns[parentField])] : []),
  ];

  const locked = async (context: Context, tx: Tx, ids: readonly bigint[]): Promise<Row[]> => {
    await options.lockBefore?.(context, tx, ids);
    const rows = await tx
      .select()
      .from(table)
      .where(and(within(context), inArray(id, [...ids])))
      .orderBy(id)
      .for('update');
    return rows as Row[];
  };
  const lockedAll = async (context: Context, tx: Tx, ids: readonly bigint[]): Promise<Row[]> => {
    const rows = await locked(context, tx, ids);
    if (rows.length < ids.length) throw commonErrors.NOT_FOUND();
    return rows;
  };
  /** Runs a write; a violated unique index becomes the error the resource declares for it. */
  const named = async <Result>(context: Context, values: Values, write: PromiseLike<Result>): Promise<Result> => {
    try {
      return await write;
    } catch (error) {
      const index = violatedIndex(error);
      if (index === undefined) throw error;
      throw (
        options.unique?.[index]?.() ??
        (await duplicateError(context.app.db, resource, { table, columns, visible: within(context) }, index, values))
      );
    }
  };
  const announce = async (context: Context, tx: Tx) => {
    if (options.scope === 'platform') await announceChangeToAll(tx, resource);
    else announceChange(tx, context.actor.tenantId, resource);
  };
  const lock = async (context: Context, tx: Tx) => {
    if (parentField) await lockTree(tx, table, context.actor.tenantId);
  };
  const checkParent = async (context: Context, tx: Tx, values: Values, rowId: bigint | null) => {
    const parentId = parentField ? values[parentField] : undefined;
    if (!parentField || typeof parentId !== 'bigint') return;
    await assertParent(tx, table, { tenantId: context.actor.tenantId, id: rowId, parentId, parentField });
  };

  // The server counts versions and ignores the form's: one at the end of its range could never be changed.
  const save = (context: Context, { version: _version, ...input }: Values) =>
    context.tx(async (tx) => {
      await lock(context, tx);
      const given = rowOfForm(context, resource, input, null);
      const values: Values = (await options.beforeSave?.(context, tx, given, null)) ?? given;
      await checkParent(context, tx, values, null);
      const next = { ...emptied(values, columns), ...created(context.actor, columns, options.scope) };
      const [row] = (await named(context, next, tx.insert(table).values(next).returning())) as [Row];
      await logCreation(context, tx, row);
      const more = await options.afterSave?.(context, tx, row, input);
      await announce(context, tx);
      return { ...more, id: row.id };
    });
  const logCreation = async ({ actor }: Context, tx: Tx, row: Row) => {
    if (!resource.transitions) return;
    const entry = { type: timeline, id: row.id, from: null, to: Number(row[stateField]), event: 'create' };
    await logState(tx, actor, entry);
  };
  const update = (context: Context, input: Changed) =>
    context.tx(async (tx) => {
      if (parentField && parentField in input) await lock(context, tx);
      const [existing] = await locked(context, tx, [input.id]);
      if (!existing) throw commonErrors.NOT_FOUND();
      const { id: _id, version: known, ...asked } = input;
      if (known !== undefined && known !== existing.version) throw commonErrors.STALE_DATA();
      const changes = rowOfForm(context, resource, asked, existing);
      const values: Values = (await options.beforeSave?.(context, tx, changes, existing)) ?? changes;
      await checkParent(context, tx, values, input.id);
      const next = {
        ...emptied(values, columns),
        ...updated(context.actor, columns),
        version: sql`${version} + 1`,
      };
      const write = tx.update(table).set(next).where(eq(id, input.id)).returning();
      const [row] = (await named(context, { ...existing, ...values }, write)) as [Row];
      const more = await options.afterSave?.(context, tx, row, changes);
      await announce(context, tx);
      return { ...more, id: input.id };
    });
  const submit = (context: Context, input: Values & { id?: bigint | undefined }) =>
    input.id === undefined ? save(context, input) : update(context, { ...input, id: input.id });
  const remove = (context: Context, input: { ids: bigint[] }) =>
    context.tx(async (tx) => {
      await lock(context, tx);
      const rows = await lockedAll(context, tx, input.ids);
      await assertUnused(tx, context.actor, usedBy, rows, nameField);
      await options.beforeRemove?.(context, tx, rows);
      await tx
        .update(table)
        .set({ deletedAt: sql`now()`, ...updated(context.actor, columns) })
        .where(inArray(id, input.ids));
      await announce(context, tx);
    });
  const restore = (context: Context, input: { ids: bigint[] }) =>
    context.tx(async (tx) => {
      await lock(context, tx);
      const where = options.rows?.(context);
      const rows = (await lockRemoved(tx, context.actor, { table, scope: options.scope, where }, input.ids)) as Row[];
      for (const row of rows) await checkParent(context, tx, row, row.id);
      await options.beforeRestore?.(context, tx, rows);
      const next = { deletedAt: null, ...updated(context.actor, columns), version: sql`${version} + 1` };
      // One by one, so that a value taken meanwhile is named.
      for (const row of rows) {
        const write = tx.update(table).set(next).where(eq(id, row.id)).returning();
        const [restored] = (await named(context, row, write)) as [Row];
        await options.afterSave?.(context, tx, restored, {});
      }
      await announce(context, tx);
    });
  const transition = (name: string) => {
    const declared = resource.transitions?.[name];
    if (!declared) throw new Error(`${resource.name} has no transition ${name}`);
    return (context: Context, { ids, reason }: { ids: bigint[]; reason?: string | undefined }) =>
      context.tx(async (tx) => {
        const rows = await lockedAll(context, tx, ids);
        const elsewhere = rows.find((row) => !declared.from.includes(Number(row[stateField])));
        if (elsewhere) throw stateConflict(context, resource, declared, elsewhere);
        await options.onTransition?.(context, tx, rows, { name, reason });
        const next = {
          [stateField]: declared.to,
          ...updated(context.actor, columns),
          version: sql`${version} + 1`,
        };
        await tx.update(table).set(next).where(inArray(id, ids));
        for (const row of rows)
          await logState(tx, context.actor, {
            type: timeline,
            id: row.id,
            from: Number(row[stateField]),
            to: declared.to,
            event: name,
            reason,
          });
        await announce(context, tx);
      });
  };
  return { save, update, submit, remove, restore, transition };
}

/** The singular of a plural title. */
const singular = (plural: string): string => plural.replace(/ies$/, 'y').replace(/s$/, '');

/** A row of a tree cannot be removed while it has children. */
function childrenOf({ title }: Resource, table: PgTable, parent: PgColumn | undefined): Reference {
  if (!parent) throw new Error('A tree needs the column of its parent');
  return {
    what: {
      zh: `下级${title.zh.replace(/管理$/, '')}`,
      en: `${title.en.toLowerCase()} below it`,
      one: `${singular(title.en.toLowerCase())} below it`,
    },
    from: sql`${table}`,
    column: sql`${parent}`,
    // Rows removed together do not count.
    where: (_actor, rows) =>
      sql`deleted_at is null and id <> all(${sql.param(rows.map(({ id }) => String(id)))}::bigint[])`,
  };
}

/** An emptied field of a `not null` column takes its default. */
const emptied = (values: Values, columns: Readonly<Record<string, PgColumn>>): Values =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const column = columns[name];
      return [name, value === null && column?.notNull && column.hasDefault ? column.default : value];
    }),
  );

const present = (columns: Readonly<Record<string, PgColumn>>, values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([name]) => name in columns));

const created = (actor: Actor, columns: Readonly<Record<string, PgColumn>>, scope: Scope): Values =>
  present(columns, {
    // Shared rows have no tenant; the id of a tenant's own row is its name.
    ...(scope === 'platform' ? {} : { tenantId: actor.tenantId }),
    createUser: actor.userId,
    createUserName: actor.realName,
    createDept: actor.deptIds[0] ?? null,
    updateUser: actor.userId,
  });

const updated = (actor: Actor, columns: Readonly<Record<string, PgColumn>>): Values =>
  present(columns, { updateUser: actor.userId, updateTime: sql`now()` });
