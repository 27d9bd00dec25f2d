import { MERGE_UNDO_DAYS } from '@trade-assistant/contract/areas/whatsapp/supplier.ts';
import { commonErrors, type ErrorParams } from '@trade-assistant/contract/kit/errors.ts';
import type { Filter } from '@trade-assistant/contract/kit/filter.ts';
import { fill, type Text } from '@trade-assistant/contract/kit/locale.ts';
import { and, asc, type Column, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Actor } from '../../../kernel/auth/actor.ts';
import type { Db, Tx } from '../../../kernel/db/index.ts';
import { columnName } from '../../../kernel/db/row-json.ts';
import { announceChange } from '../../../kernel/realtime/index.ts';
import { condition } from '../../../kernel/resource/filters.ts';
import { visible } from '../../../kernel/resource/scope.ts';
import { supplierErrors } from './errors.ts';
import { supplierNames } from './records.ts';
import { suppliers } from './tables.ts';

const declared = supplierErrors.declarations;
type Supplier = typeof suppliers.$inferSelect;

const lockOf = (tenantId: string) => sql`hashtextextended(${`suppliers:${tenantId}`}, 0)`;

/** Keeps suppliers of the tenant from being merged until the transaction ends. */
export const holdMerges = (tx: Tx, tenantId: string): Promise<unknown> =>
  tx.execute(sql`select pg_advisory_xact_lock_shared(${lockOf(tenantId)})`);

/** Returns SQL for the supplier that a record counts for. */
export const currentSupplier = (column: Column | SQL): SQL => sql`sup_current(${column})`;

/** Returns the condition that a column names one of some suppliers, or a record merged with one of them. */
export const ofSuppliers = (column: Column | SQL, ids: readonly bigint[]): SQL =>
  sql`${column} = any(sup_members(${sql.param([...ids])}::bigint[]))`;

/** Returns the condition of a list's filter by supplier: rows of merged records belong to the one that stays. */
export const findSuppliers =
  (column: Column | SQL) =>
  ({ operator, value }: Filter): SQL => {
    const found = ofSuppliers(column, (Array.isArray(value) ? value : [value]) as bigint[]);
    return operator === 'ne' ? sql`${found} is not true` : found;
  };

/** Returns the condition of a filter by a field of suppliers; names and codes of merged records find the one that stays. */
export const findMerged =
  (field: 'supplierName' | 'supplierCode') =>
  (filter: Filter): SQL => {
    const named = condition(filter, { [field]: suppliers[field] });
    if (filter.operator === 'ne') return named ?? sql`true`;
    const merged = condition(filter, { [field]: sql`m.${sql.identifier(columnName(field))}` });
    return sql`(${named} or ${suppliers.id} in (
      select sup_current(m.id) from sup_supplier m where m.merged_into is not null and m.tenant_id = ${suppliers.tenantId} and ${merged}))`;
  };

/**
 * Merges a record into the supplier that stays. Its numbers, imports, claims and figures keep their record and count for the other
 * one from then on. Merges of a tenant happen one after the other.
 * @throws NOT_FOUND, SUPPLIER_MERGE_SELF, SUPPLIER_UNKNOWN, SUPPLIER_MERGED
 */
export async function mergeSuppliers(
  tx: Tx,
  actor: Actor,
  { id, intoId }: { readonly id: bigint; readonly intoId: bigint },
): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${lockOf(actor.tenantId)})`);
  if (id === intoId) throw supplierErrors.SUPPLIER_MERGE_SELF({}, atField('intoId', declared.SUPPLIER_MERGE_SELF));
  const rows = await lockSuppliers(tx, actor, [id, intoId]);
  const [from, into] = [rows.get(id), rows.get(intoId)];
  if (!from) throw commonErrors.NOT_FOUND();
  if (!into) throw supplierErrors.SUPPLIER_UNKNOWN({}, atField('intoId', declared.SUPPLIER_UNKNOWN));
  await assertPresent(tx, from);
  await assertPresent(tx, into, 'intoId');
  await change(tx, actor, id, {
    mergedInto: intoId,
    mergedTime: sql`now()`,
    mergedUser: actor.userId,
    mergedUserName: actor.realName || actor.account,
  });
}

/**
 * Makes a merged record a supplier of its own again, with the numbers and claims that it had and the records merged into it.
 * @throws NOT_FOUND, SUPPLIER_NOT_MERGED, SUPPLIER_MERGE_OLD
 * @returns when it was merged, and into which record
 */
export async function unmergeSupplier(
  tx: Tx,
  actor: Actor,
  id: bigint,
): Promise<{ readonly intoId: bigint; readonly since: Date }> {
  await tx.execute(sql`select pg_advisory_xact_lock(${lockOf(actor.tenantId)})`);
  const from = (await lockSuppliers(tx, actor, [id])).get(id);
  if (!from) throw commonErrors.NOT_FOUND();
  if (from.mergedInto === null || from.mergedTime === null)
    throw supplierErrors.SUPPLIER_NOT_MERGED({ name: from.supplierName });
  if (!canBeUndone(from.mergedTime)) throw supplierErrors.SUPPLIER_MERGE_OLD({ days: MERGE_UNDO_DAYS });
  await change(tx, actor, id, { mergedInto: null, mergedTime: null, mergedUser: null, mergedUserName: null });
  return { intoId: from.mergedInto, since: from.mergedTime };
}

export interface MergedSupplier {
  readonly id: bigint;
  readonly supplierName: string;
  readonly supplierCode: string;
  readonly intoName: string;
  readonly mergedTime: Date;
  readonly mergedUserName: string;
  /** Until when the merge can be undone; null afterwards. */
  readonly undoUntil: Date | null;
}

/** Returns the records merged into a supplier, also through others, latest first. */
export async function mergedSuppliers(db: Db, tenantId: string, id: bigint): Promise<MergedSupplier[]> {
  const { rows } = await db.drizzle.execute<Record<string, string>>(sql`
    select s.id::text as id, s.supplier_name as name, s.supplier_code as code, into_.supplier_name as into_name,
      s.merged_time::text as at, coalesce(s.merged_user_name, '') as by
    from sup_supplier s join sup_supplier into_ on into_.id = s.merged_into
    where s.tenant_id = ${tenantId} and s.id = any(sup_members(array[${id}::bigint])) order by s.merged_time desc, s.id`);
  return rows.map((row) => {
    const mergedTime = new Date(row['at'] ?? '');
    return {
      id: BigInt(row['id'] ?? '0'),
      supplierName: row['name'] ?? '',
      supplierCode: row['code'] ?? '',
      intoName: row['into_name'] ?? '',
      mergedTime,
      mergedUserName: row['by'] ?? '',
      undoUntil: canBeUndone(mergedTime) ? undoUntil(mergedTime) : null,
    };
  });
}

/**
 * Refuses a name that a merged record has: the one that stays is meant.
 * @throws SUPPLIER_NAME_MERGED
 */
export async function assertNameNotMerged(tx: Tx, tenantId: string, supplierName: string): Promise<void> {
  const [merged] = await tx
    .select()
    .from(suppliers)
    .where(
      and(
        eq(suppliers.tenantId, tenantId),
        eq(suppliers.supplierName, supplierName),
        sql`${suppliers.mergedInto} is not null`,
      ),
    );
  if (merged) throw await namingBoth(tx, merged, 'SUPPLIER_NAME_MERGED', 'supplierName');
}

const DAY_MILLIS = 86_400_000;
const undoUntil = (mergedTime: Date): Date => new Date(mergedTime.getTime() + MERGE_UNDO_DAYS * DAY_MILLIS);
const canBeUndone = (mergedTime: Date): boolean => undoUntil(mergedTime) > new Date();

async function lockSuppliers(tx: Tx, actor: Actor, ids: readonly bigint[]): Promise<ReadonlyMap<bigint, Supplier>> {
  const rows = await tx
    .select()
    .from(suppliers)
    .where(and(visible(actor, suppliers, 'tenant'), inArray(suppliers.id, [...ids])))
    .orderBy(asc(suppliers.id))
    .for('update');
  return new Map(rows.map((row) => [row.id, row]));
}

async function assertPresent(tx: Tx, row: Supplier, field?: string): Promise<void> {
  if (row.mergedInto !== null) throw await namingBoth(tx, row, 'SUPPLIER_MERGED', field);
}

async function namingBoth(tx: Tx, row: Supplier, key: 'SUPPLIER_MERGED' | 'SUPPLIER_NAME_MERGED', field?: string) {
  const into = (await supplierNames(tx, row.tenantId, [row.id])).get(row.id)?.name ?? '';
  const params = { name: row.supplierName, into };
  return supplierErrors[key](params, field === undefined ? {} : atField(field, declared[key], params));
}

const atField = (field: string, { zh, en }: Text, params: ErrorParams = {}) => ({
  fields: [{ field, message: { zh: fill(zh, params), en: fill(en, params) } }],
});

async function change(tx: Tx, actor: Actor, id: bigint, columns: Record<string, unknown>): Promise<void> {
  await tx
    .update(suppliers)
    .set({
      ...columns,
      updateUser: actor.userId,
      updateTime: sql`now()`,
      version: sql`${suppliers.version} + 1`,
    })
    .where(eq(suppliers.id, id));
  announceChange(tx, actor.tenantId, 'whatsapp/supplier');
}
