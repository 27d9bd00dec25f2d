import { DICTIONARY_KEY } from '@trade-assistant/contract/areas/system/dict-fields.ts';
import { type DictionarySeed, keysOfBuiltIn } from '@trade-assistant/contract/dictionary-list.ts';
import { OPEN_VALUE_MAX } from '@trade-assistant/contract/kit/dictionary.ts';
import type { AppError } from '@trade-assistant/contract/kit/errors.ts';
import { fill } from '@trade-assistant/contract/kit/locale.ts';
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { Actor } from '../../../kernel/auth/actor.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import { assertParent } from '../../../kernel/resource/tree.ts';
import { dictionaryErrors } from './errors.ts';
import { bizDicts, type DictRow, type DictTable, dicts } from './tables.ts';

/**
 * Most entries of one dictionary. Every process and every console keeps the entries of the built-in dictionaries in
 * memory.
 */
export const ENTRIES_MAX = 500;

type Keys = DictionarySeed['keys'];

/** How entries of a dictionary may change. */
const keysOf = ({ code, isBuiltIn }: Pick<DictRow, 'code' | 'isBuiltIn'>): Keys =>
  isBuiltIn === 1 ? (keysOfBuiltIn.get(code) ?? 'texts') : 'texts';

/** Whether entries may be added to a dictionary, or below an entry. */
export const takesEntries = (row: Pick<DictRow, 'code' | 'isBuiltIn' | 'parentId'>): 0 | 1 =>
  keysOf(row) === 'texts' || (keysOf(row) === 'numbers' && row.parentId === null) ? 1 : 0;

/** Written columns; null means the column's default. */
type Written = Partial<Omit<typeof dicts.$inferInsert, 'isBuiltIn'>>;

/** Form values of a dictionary or an entry. */
export interface DictInput {
  readonly parentId?: bigint | null | undefined;
  readonly code?: string | null | undefined;
  readonly dictKey?: string | null | undefined;
  readonly dictValue?: string | undefined;
  readonly isSealed?: 0 | 1 | undefined;
}

/**
 * Completes and checks the values of a dictionary or an entry. The caller has locked the tree, or the row is not in
 * the tree yet.
 * @throws the refusals of `dictionaryErrors` and of a tree's parent; each names its field
 */
export async function dictToWrite(
  tx: Tx,
  actor: Actor,
  table: DictTable,
  input: DictInput,
  existing: DictRow | null,
): Promise<Written> {
  const written = { ...input, ...(input.parentId === 0n ? { parentId: null } : {}) } as Written;
  const parentId = written.parentId === undefined ? (existing?.parentId ?? null) : written.parentId;
  if (existing?.isSealed === 1 && written.isSealed !== 0)
    throw at('isSealed', 'DICT_SEALED', { name: existing.dictValue });
  if (parentId === null) return dictionaryToWrite(written, existing);
  if (parentId !== existing?.parentId)
    await assertParent(tx, table, {
      tenantId: actor.tenantId,
      id: existing?.id ?? null,
      parentId,
      parentField: 'parentId',
    });
  const dictionary = await dictionaryAbove(tx, actor, table, parentId);
  if (existing && existing.parentId === null) throw at('parentId', 'DICT_MOVED');
  if (existing && existing.code !== dictionary.code) throw at('parentId', 'DICT_MOVED');
  if (dictionary.isSealed === 1) throw at('parentId', 'DICT_SEALED', { name: dictionary.dictValue });
  if (existing) return written;
  return entryToAdd(tx, table, written, dictionary);
}

function dictionaryToWrite(written: Written, existing: DictRow | null): Written {
  if (existing && existing.parentId !== null) throw at('parentId', 'DICT_MOVED');
  if (!existing && !written.code) throw at('code', 'DICT_CODE_NEEDED');
  if (existing?.isBuiltIn === 1 && written.isSealed === 1) throw at('isSealed', 'DICT_NEEDED');
  return { ...written, dictKey: DICTIONARY_KEY };
}

async function entryToAdd(tx: Tx, table: DictTable, written: Written, dictionary: DictRow): Promise<Written> {
  const { code, dictValue: name } = dictionary;
  const keys = keysOf(dictionary);
  if (keys === 'closed') throw at('parentId', 'DICT_CLOSED', { name });
  if (written.code && written.code !== code) throw at('code', 'DICT_CODE_OTHER', { code });
  const { dictKey } = written;
  if (!dictKey || dictKey === DICTIONARY_KEY) throw at('dictKey', 'DICT_KEY_NEEDED');
  if (keys === 'numbers' && !(/^(0|[1-9]\d{0,4})$/.test(dictKey) && Number(dictKey) <= OPEN_VALUE_MAX))
    throw at('dictKey', 'DICT_KEY_NUMBER', { max: OPEN_VALUE_MAX });
  const { rows } = await tx.execute<{ count: number }>(
    sql`select count(*)::int as count from ${table} where ${entriesOf(table, dictionary)}`,
  );
  if ((rows[0]?.count ?? 0) >= ENTRIES_MAX) throw at('parentId', 'DICT_FULL', { max: ENTRIES_MAX });
  return { ...written, code };
}

/**
 * Refuses to remove built-in rows, sealed rows and entries of a sealed dictionary. @throws DICT_BUILT_IN, DICT_SEALED
 */
export async function assertRemovable(tx: Tx, actor: Actor, table: DictTable, rows: readonly DictRow[]): Promise<void> {
  const builtIn = rows.find(({ isBuiltIn }) => isBuiltIn === 1);
  if (builtIn) throw dictionaryErrors.DICT_BUILT_IN({ name: builtIn.dictValue });
  const removed = new Set(rows.map(({ id }) => id));
  for (const row of rows) {
    const dictionary = row.parentId === null ? row : await dictionaryAbove(tx, actor, table, row.parentId);
    const sealed = [row, ...(removed.has(dictionary.id) ? [] : [dictionary])].find(({ isSealed }) => isSealed === 1);
    if (sealed) throw dictionaryErrors.DICT_SEALED({ name: sealed.dictValue });
  }
}

/** Returns the dictionary that the parent row belongs to, or the parent itself if it is a dictionary. */
async function dictionaryAbove(tx: Tx, actor: Actor, table: DictTable, parentId: bigint): Promise<DictRow> {
  const [above] = await select(tx, actor, table, eq(table.id, parentId));
  const [dictionary] = above
    ? await select(tx, actor, table, and(eq(table.code, above.code), isNull(table.parentId)))
    : [];
  if (!dictionary) throw at('parentId', 'DICT_MOVED');
  return dictionary;
}

const select = async (tx: Tx, actor: Actor, table: DictTable, where: SQL | undefined): Promise<DictRow[]> =>
  (await tx
    .select()
    .from(table as typeof dicts)
    .where(and(ownTenant(actor, table), isNull(table.deletedAt), where))) as DictRow[];

const ownTenant = (actor: Actor, table: DictTable): SQL | undefined =>
  table === dicts ? undefined : eq(bizDicts.tenantId, actor.tenantId);

const entriesOf = (table: DictTable, dictionary: DictRow): SQL | undefined =>
  and(
    eq(table.code, dictionary.code),
    isNull(table.deletedAt),
    table === dicts ? undefined : eq(bizDicts.tenantId, (dictionary as typeof bizDicts.$inferSelect).tenantId),
  );

function at(
  field: string,
  code: keyof typeof dictionaryErrors.declarations,
  params: Readonly<Record<string, string | number>> = {},
): AppError {
  const { zh, en } = dictionaryErrors.declarations[code];
  const message = { zh: fill(zh, params), en: fill(en, params) };
  const refuse = dictionaryErrors[code] as (params: object, data: unknown) => AppError;
  return refuse(params, { fields: [{ field, message }] });
}
