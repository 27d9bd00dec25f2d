import type { ListQuery, Page } from '@trade-assistant/contract/kit/page.ts';
import { and, asc, eq, ilike, isNull, type SQL } from 'drizzle-orm';
import type { Actor } from '../../../kernel/auth/actor.ts';
import type { Db } from '../../../kernel/db/index.ts';
import { literal } from '../../../kernel/resource/filters.ts';
import { listRows } from '../../../kernel/resource/list.ts';
import { type Scope, visible } from '../../../kernel/resource/scope.ts';
import { parentsAmong, type TreeNode, treeNodeOf, treeOf } from '../../../kernel/resource/tree.ts';
import { takesEntries } from './entries.ts';
import { type DictRow, type DictTable, dicts } from './tables.ts';

const scopeOf = (table: DictTable): Scope => (table === dicts ? 'platform' : 'tenant');

/** A row as calls return it. */
type Completed = DictRow & { readonly isBuiltIn: 0 | 1; readonly hasChildren: 0 | 1; readonly takesEntries: 0 | 1 };

async function completed(db: Db, actor: Actor, table: DictTable, rows: readonly DictRow[]): Promise<Completed[]> {
  const shown = visible(actor, table, scopeOf(table));
  const parents = await parentsAmong(db, { table, parent: table.parentId, visible: shown }, rows);
  return rows.map((row) => ({
    ...row,
    isBuiltIn: row.isBuiltIn ?? 0,
    hasChildren: parents.has(row.id) ? 1 : 0,
    takesEntries: takesEntries(row),
  }));
}

const rowsOf = async (db: Db, actor: Actor, table: DictTable, where: SQL | undefined): Promise<DictRow[]> =>
  (await db.drizzle
    .select()
    .from(table as typeof dicts)
    .where(and(visible(actor, table, scopeOf(table)), where))
    .orderBy(asc(table.sort), asc(table.id))) as DictRow[];

interface Sought {
  readonly parentId: bigint;
  readonly code?: string | undefined;
  readonly dictValue?: string | undefined;
  readonly dictKey?: string | undefined;
  readonly isSealed?: 0 | 1 | undefined;
}

/** Returns the entries right below a dictionary or an entry; an empty list for an unknown row. */
export async function entriesBelow(
  db: Db,
  actor: Actor,
  table: DictTable,
  { parentId, code, dictValue, dictKey, isSealed }: Sought,
): Promise<Completed[]> {
  const where = and(
    eq(table.parentId, parentId),
    code ? ilike(table.code, `%${literal(code)}%`) : undefined,
    dictValue ? ilike(table.dictValue, `%${literal(dictValue)}%`) : undefined,
    dictKey ? ilike(table.dictKey, `%${literal(dictKey)}%`) : undefined,
    isSealed === undefined ? undefined : eq(table.isSealed, isSealed),
  );
  return completed(db, actor, table, await rowsOf(db, actor, table, where));
}

/** Returns dictionaries without their entries, for lists. */
export async function listDictionaries(
  db: Db,
  actor: Actor,
  table: DictTable,
  query: ListQuery,
): Promise<Page<Completed>> {
  const source = { actor, table, scope: scopeOf(table), where: isNull(table.parentId) };
  const page = await listRows<DictRow & Record<string, unknown>>(db, source, query);
  return { ...page, records: await completed(db, actor, table, page.records) };
}

/** Value by which clients of the old console request the whole tree. */
const ALL = 'DICT';

/** Returns all dictionaries with their entries, or the dictionary of one code. */
export async function dictionaryTree(
  db: Db,
  actor: Actor,
  table: DictTable,
  code: string | undefined,
): Promise<TreeNode[]> {
  const where = code === undefined || code === ALL ? undefined : eq(table.code, code);
  const rows = await rowsOf(db, actor, table, where);
  return treeOf(
    rows.map(({ id, parentId, dictValue, dictValueEn }) =>
      treeNodeOf({ id, parentId, title: dictValue, titleEn: dictValueEn || dictValue }),
    ),
  );
}

/** Returns the choices of a dictionary: its entries that are not sealed; none if the dictionary is sealed. */
export async function entriesToChoose(db: Db, actor: Actor, table: DictTable, code: string) {
  const rows = await rowsOf(db, actor, table, and(eq(table.code, code), eq(table.isSealed, 0)));
  if (!rows.some(({ parentId }) => parentId === null)) return [];
  return rows.flatMap(({ id, parentId, dictKey, dictValue, dictValueEn, tone, sort, isSealed, remark }) =>
    parentId === null
      ? []
      : [
          {
            ...{ id, parentId, code, dictKey, dictValue, tone, sort, isSealed },
            dictValueEn: dictValueEn || dictValue,
            remark: remark ?? '',
          },
        ],
  );
}
