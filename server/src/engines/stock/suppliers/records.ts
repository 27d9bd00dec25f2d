import { supplierRecord } from '@trade-assistant/contract/areas/whatsapp/dictionaries.ts';
import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import type { Actor } from '../../../kernel/auth/actor.ts';
import { businessNo } from '../../../kernel/business-no.ts';
import type { Db, Tx } from '../../../kernel/db/index.ts';
import { announceChange } from '../../../kernel/realtime/index.ts';
import { supplierErrors } from './errors.ts';
import { suppliers } from './tables.ts';

export interface SupplierName {
  readonly id: bigint;
  readonly name: string;
}

const runOf = (db: Db | Tx) => ('drizzle' in db ? db.drizzle : db);

/** Returns how a written name or code is compared: without case and outer spaces. */
export const nameKey = (written: string): string => written.trim().toLowerCase();

/**
 * Returns the suppliers of a tenant by name and code as `nameKey` compares them; a name wins over an equal code. Names and codes of
 * merged records find the one that stays, unless another supplier has them.
 */
export async function supplierBook(db: Db | Tx, tenantId: string): Promise<ReadonlyMap<string, SupplierName>> {
  const rows = await runOf(db)
    .select({
      id: suppliers.id,
      name: suppliers.supplierName,
      code: suppliers.supplierCode,
      mergedInto: suppliers.mergedInto,
    })
    .from(suppliers)
    .where(and(eq(suppliers.tenantId, tenantId), isNull(suppliers.deletedAt)))
    .orderBy(asc(suppliers.id));
  const byId = new Map(rows.map((row) => [row.id, row]));
  const kept = (row: (typeof rows)[number]): SupplierName => {
    const next = row.mergedInto === null ? undefined : byId.get(row.mergedInto);
    return next ? kept(next) : row;
  };
  const book = new Map<string, SupplierName>();
  const put = (key: string, { id, name }: SupplierName) => book.has(key) || book.set(key, { id, name });
  const [present, merged] = [
    rows.filter((row) => row.mergedInto === null),
    rows.filter((row) => row.mergedInto !== null),
  ];
  for (const group of [present, merged]) {
    for (const row of group) put(nameKey(row.name), kept(row));
    for (const row of group) put(nameKey(row.code), kept(row));
  }
  return book;
}

/** Returns the suppliers that records count for, with their present names, by the ids of the records; removed ones included. */
export async function supplierNames(
  db: Db | Tx,
  tenantId: string,
  ids: readonly (bigint | null)[],
): Promise<ReadonlyMap<bigint, SupplierName>> {
  const wanted = [...new Set(ids.filter((id) => id !== null))];
  if (wanted.length === 0) return new Map();
  const { rows } = await runOf(db).execute<{ of: string; id: string; name: string }>(sql`
    select w.id::text as of, s.id::text as id, s.supplier_name as name
    from unnest(${sql.param(wanted)}::bigint[]) w (id) join sup_supplier s on s.id = sup_current(w.id)
    where s.tenant_id = ${tenantId}`);
  return new Map(rows.map(({ of, id, name }) => [BigInt(of), { id: BigInt(id), name }]));
}

/**
 * Returns the supplier of an id, or of a name or code, for a merged one the one that stays; null without either. `isAdded`: an unknown name becomes a record to be
 * completed; otherwise it is returned with the id null.
 * @throws SUPPLIER_UNKNOWN for an id of no supplier
 */
export async function supplierOf(
  tx: Tx,
  actor: Actor,
  given: { readonly supplierId?: bigint | null | undefined; readonly supplierName?: string | null | undefined },
  { isAdded }: { readonly isAdded: boolean },
): Promise<{ readonly id: bigint | null; readonly name: string } | null> {
  if (given.supplierId) {
    const found = (await supplierNames(tx, actor.tenantId, [given.supplierId])).get(given.supplierId);
    if (found) return found;
    const { zh, en } = supplierErrors.declarations.SUPPLIER_UNKNOWN;
    throw supplierErrors.SUPPLIER_UNKNOWN({}, { fields: [{ field: 'supplierId', message: { zh, en } }] });
  }
  const name = given.supplierName?.trim();
  if (!name) return null;
  const known = (await supplierBook(tx, actor.tenantId)).get(nameKey(name));
  if (known) return known;
  if (!isAdded) return { id: null, name };
  return (await addSuppliers(tx, actor, [name])).get(nameKey(name)) ?? null;
}

/**
 * Adds a record to be completed for each name that has none, also of a removed supplier's name.
 * @returns the suppliers by `nameKey`
 */
export async function addSuppliers(
  tx: Tx,
  actor: Pick<Actor, 'tenantId' | 'userId' | 'realName'>,
  names: readonly string[],
): Promise<ReadonlyMap<string, SupplierName>> {
  const before = await supplierBook(tx, actor.tenantId);
  const added = new Map(names.map((name) => [nameKey(name), name.trim()]));
  for (const key of before.keys()) added.delete(key);
  added.delete('');
  if (added.size === 0) return before;
  await tx
    .insert(suppliers)
    .values(
      [...added.values()].map((supplierName) => ({
        tenantId: actor.tenantId,
        supplierCode: businessNo('SP'),
        supplierName,
        record: supplierRecord.is.toComplete,
        createUser: actor.userId,
        createUserName: actor.realName,
        updateUser: actor.userId,
      })),
    )
    // Another import may add the same name at this moment.
    .onConflictDoNothing();
  announceChange(tx, actor.tenantId, 'whatsapp/supplier');
  return supplierBook(tx, actor.tenantId);
}
