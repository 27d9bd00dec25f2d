import { supplierRecord } from '@trade-assistant/contract/areas/whatsapp/dictionaries.ts';
import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import type { Actor } from '../../kernel/auth/actor.ts';
import { businessNo } from '../../kernel/business-no.ts';
import type { Db, Tx } from '../../kernel/db/index.ts';
import { announceChange } from '../../kernel/realtime/index.ts';
import { supplierErrors } from './errors.ts';
import { suppliers } from './tables.ts';

export interface SupplierName {
  readonly id: bigint;
  readonly name: string;
}

const runOf = (db: Db | Tx) => ('drizzle' in db ? db.drizzle : db);

/** Returns how a written name or code is compared: without case and outer spaces. */
export const nameKey = (written: string): string => written.trim().toLowerCase();

/** Returns the suppliers of a tenant by name and code as `nameKey` compares them; a name wins over an equal code. */
export async function supplierBook(db: Db | Tx, tenantId: string): Promise<ReadonlyMap<string, SupplierName>> {
  const rows = await runOf(db)
    .select({ id: suppliers.id, name: suppliers.supplierName, code: suppliers.supplierCode })
    .from(suppliers)
    .where(and(eq(suppliers.tenantId, tenantId), isNull(suppliers.deletedAt)))
    .orderBy(asc(suppliers.id));
  const book = new Map<string, SupplierName>();
  const put = (key: string, { id, name }: SupplierName) => book.has(key) || book.set(key, { id, name });
  for (const row of rows) put(nameKey(row.name), row);
  for (const row of rows) put(nameKey(row.code), row);
  return book;
}

/** Returns the present names of suppliers, removed ones included. */
export async function supplierNames(
  db: Db | Tx,
  tenantId: string,
  ids: readonly (bigint | null)[],
): Promise<ReadonlyMap<bigint, string>> {
  const wanted = [...new Set(ids.filter((id) => id !== null))];
  if (wanted.length === 0) return new Map();
  const rows = await runOf(db)
    .select({ id: suppliers.id, name: suppliers.supplierName })
    .from(suppliers)
    .where(and(eq(suppliers.tenantId, tenantId), inArray(suppliers.id, wanted)));
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/**
 * Returns the supplier of an id, or of a name or code; null without either. `isAdded`: an unknown name becomes a record to be
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
    const name = (await supplierNames(tx, actor.tenantId, [given.supplierId])).get(given.supplierId);
    if (name !== undefined) return { id: given.supplierId, name };
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
