import { dept } from '@trade-assistant/contract/areas/system/dept.ts';
import { and, asc, type SQL, sql } from 'drizzle-orm';
import { depts, placeDept } from '../../engines/people/identity/index.ts';
import type { Context } from '../../kernel/http/context.ts';
import { resourceRoutes } from '../../kernel/resource/routes.ts';
import { visible } from '../../kernel/resource/scope.ts';
import { inLevel, type Parts, parentsAmong, treeNodeOf, treeOf } from '../../kernel/resource/tree.ts';

export default resourceRoutes(dept, depts, {
  scope: 'tenant',
  usedBy: [
    {
      what: { zh: '用户', en: 'users', one: 'user' },
      from: sql`sys_user_dept ud join sys_user u on u.id = ud.user_id`,
      column: sql`ud.dept_id`,
      called: sql`u.real_name`,
      where: () => sql`u.deleted_at is null`,
    },
  ],
  afterSave: async (_c, tx, { id }) => {
    await placeDept(tx, id);
  },
  actions: {
    'lazy-list': (c, { parentId, ...sought }) => level(c, parentId, sought),
    tree: async (c) => treeOf((await read(c)).map(nodeOf)),
    'lazy-tree': async (c, { parentId }) =>
      (await level(c, parentId)).map((row) => ({ ...nodeOf(row), hasChildren: row.hasChildren })),
  },
});

const read = (c: Context, where?: SQL) =>
  c.app.db.drizzle
    .select()
    .from(depts)
    .where(and(visible(c.actor, depts, 'tenant'), where))
    .orderBy(asc(depts.sort), asc(depts.id));

/**
 * Returns the departments directly below one; without a parent or with 0 the roots, or search results on every level.
 */
async function level(c: Context, parentId = 0n, sought: Parts = {}) {
  const rows = await read(c, inLevel(depts, parentId, sought));
  const own = visible(c.actor, depts, 'tenant');
  const parents = await parentsAmong(c.app.db, { table: depts, parent: depts.parentId, visible: own }, rows);
  return rows.map((row) => ({ ...row, hasChildren: parents.has(row.id) ? (1 as const) : (0 as const) }));
}

const nodeOf = ({ id, parentId, deptName, deptNameEn }: typeof depts.$inferSelect) =>
  treeNodeOf({ id, parentId, title: deptName, titleEn: deptNameEn });
