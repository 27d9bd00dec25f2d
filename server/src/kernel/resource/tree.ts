import { defineErrors } from '@trade-assistant/contract/kit/errors.ts';
import { fill, type Text } from '@trade-assistant/contract/kit/locale.ts';
import { and, eq, getTableColumns, getTableName, ilike, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Db, Tx } from '../db/index.ts';
import { literal } from './filters.ts';

export const treeErrors = defineErrors({
  TREE_PARENT: { status: 400, zh: '上级不存在或已删除', en: 'The parent does not exist or was deleted' },
  TREE_CYCLE: {
    status: 400,
    zh: '上级不能是自己或自己的下级',
    en: 'The parent cannot be the row itself or one below it',
  },
  TREE_DEPTH: { status: 400, zh: '最多 {max} 级', en: 'At most {max} levels' },
});

/** Maximum depth; deeper trees are mistakes, and the limit bounds every walk. */
export const TREE_DEPTH_MAX = 16;

/**
 * Serialises changes of one tree (a tenant's, or a shared one): two parallel moves could close a circle, and a row
 * could get a parent that is being removed. Taken before any row is locked.
 */
export async function lockTree(tx: Tx, table: PgTable, tenantId: string): Promise<void> {
  const tree = `${getTableName(table)} ${isShared(table) ? '' : tenantId}`;
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${tree}, 0))`);
}

/** Whether all tenants share the rows. */
const isShared = (table: PgTable): boolean => !('tenantId' in getTableColumns(table));

/** Search texts by field; an empty one does not filter. */
export type Parts = Readonly<Record<string, string | undefined>>;

/** The children of a row that match the search; 0 is the level of the roots, and of all levels during a search. */
export function inLevel(
  table: PgTable & { readonly parentId: PgColumn },
  parentId: bigint,
  sought: Parts,
): SQL | undefined {
  const columns = getTableColumns(table as PgTable) as Readonly<Record<string, PgColumn>>;
  const holding = Object.entries(sought).flatMap(([name, part]) =>
    part && columns[name] ? [ilike(columns[name], `%${literal(part)}%`)] : [],
  );
  if (parentId !== 0n) return and(eq(table.parentId, parentId), ...holding);
  return holding.length > 0 ? and(...holding) : isNull(table.parentId);
}

/** Which of some rows have others below them that the reader may see. */
export async function parentsAmong(
  db: Db,
  { table, parent, visible }: { table: PgTable; parent: PgColumn; visible: SQL | undefined },
  rows: readonly { readonly id: bigint }[],
): Promise<ReadonlySet<bigint>> {
  const ids = rows.map(({ id }) => id);
  const found = await db.drizzle
    .selectDistinct({ id: parent })
    .from(table)
    .where(and(visible, inArray(parent, ids)));
  return new Set(found.map(({ id }) => id as bigint));
}

/**
 * Checks the new parent of a row of a tree; the tree is locked.
 * @param id null for a row that is being added
 * @throws TREE_PARENT, TREE_CYCLE, TREE_DEPTH; each names the field of the parent
 */
export async function assertParent(
  tx: Tx,
  table: PgTable,
  {
    tenantId,
    id,
    parentId,
    parentField,
  }: { tenantId: string; id: bigint | null; parentId: bigint; parentField: string },
): Promise<void> {
  const name = getTableName(table);
  const rows = sql.identifier(name);
  const own = isShared(table) ? sql`true` : sql`tenant_id = ${tenantId}`;
  const { rows: above } = await tx.execute<{ id: string }>(sql`
    with recursive above as (
      select id, parent_id, 1 as level from ${rows} where id = ${parentId} and ${own} and deleted_at is null
      union all
      select r.id, r.parent_id, level + 1 from ${rows} r join above on r.id = above.parent_id where level <= ${TREE_DEPTH_MAX}
    )
    select id::text from above`);
  const { TREE_PARENT, TREE_CYCLE, TREE_DEPTH, declarations } = treeErrors;
  const atParent = ({ zh, en }: Text, params = {}) => ({
    fields: [{ field: parentField, message: { zh: fill(zh, params), en: fill(en, params) } }],
  });
  if (above.length === 0) throw TREE_PARENT({}, atParent(declarations.TREE_PARENT));
  if (id !== null && above.some((row) => row.id === id.toString()))
    throw TREE_CYCLE({}, atParent(declarations.TREE_CYCLE));
  if (above.length + (id === null ? 1 : await heightOf(tx, table, id)) > TREE_DEPTH_MAX)
    throw TREE_DEPTH({ max: TREE_DEPTH_MAX }, atParent(declarations.TREE_DEPTH, { max: TREE_DEPTH_MAX }));
}

/** The number of levels of a row and its descendants. */
async function heightOf(tx: Tx, table: PgTable, id: bigint): Promise<number> {
  const rows = sql.identifier(getTableName(table));
  const found = await tx.execute<{ height: number }>(sql`
    with recursive below as (
      select id, 1 as level from ${rows} where id = ${id}
      union all
      select r.id, level + 1 from ${rows} r join below on r.parent_id = below.id where r.deleted_at is null and level <= ${TREE_DEPTH_MAX}
    )
    select max(level)::int as height from below`);
  return found.rows[0]?.height ?? 1;
}

/** A row as selectors show a tree; roots have `parentId` 0. */
export interface TreeNode {
  readonly id: bigint;
  readonly parentId: bigint;
  readonly title: string;
  readonly titleEn: string;
  readonly key: bigint;
  readonly value: bigint;
  children?: TreeNode[] | undefined;
}

/** One row of a tree, without those below it. */
export const treeNodeOf = (row: {
  readonly id: bigint;
  readonly parentId: bigint | null;
  readonly title: string;
  readonly titleEn: string;
}): TreeNode => ({ ...row, parentId: row.parentId ?? 0n, key: row.id, value: row.id });

/** Nodes in order → trees in order; a node whose parent is missing becomes a root. */
export function treeOf(nodes: readonly TreeNode[]): TreeNode[] {
  const byId = new Map(nodes.map((node) => [node.id, { ...node }]));
  const roots: TreeNode[] = [];
  for (const node of byId.values()) {
    const above = byId.get(node.parentId);
    if (above) above.children = [...(above.children ?? []), node];
    else roots.push(node);
  }
  return roots;
}
