import { BUILT_IN_ROLES, role } from '@trade-assistant/contract/areas/system/role.ts';
import { enableStatus } from '@trade-assistant/contract/kit/dictionary.ts';
import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import { nameOf } from '@trade-assistant/contract/kit/name.ts';
import { and, asc, eq, sql } from 'drizzle-orm';
import {
  comparedGrants,
  copyGrants,
  givenByRole,
  grantRoles,
  holdersOfRole,
  holdsAllOf,
  identityErrors,
  notifyHolders,
  roles,
  rolesOf,
  userCounts,
} from '../../engines/people/identity/index.ts';
import { rightsChanged } from '../../kernel/auth/changes.ts';
import type { Tx } from '../../kernel/db/index.ts';
import type { Context } from '../../kernel/http/context.ts';
import { announceChange } from '../../kernel/realtime/index.ts';
import { resourceRoutes } from '../../kernel/resource/routes.ts';
import { visible } from '../../kernel/resource/scope.ts';
import { type TreeNode, treeNodeOf, treeOf } from '../../kernel/resource/tree.ts';

const NAME = { zh: 'roleName', en: 'roleNameEn' } as const;
type Row = typeof roles.$inferSelect;

export default resourceRoutes(role, roles, {
  scope: 'tenant',
  usedBy: [
    {
      what: { zh: '用户', en: 'users', one: 'user' },
      from: sql`sys_user_role ur join sys_user u on u.id = ur.user_id`,
      column: sql`ur.role_id`,
      called: sql`u.real_name`,
      where: () => sql`u.deleted_at is null`,
    },
  ],
  computed: {
    fields: ['userCount'],
    fill: async (c, rows) => {
      const counts = await userCounts(
        c.app.db.drizzle,
        rows.map(({ id }) => id),
      );
      return rows.map(({ id }) => ({ userCount: counts.get(id) ?? 0 }));
    },
  },
  beforeSave: async (c, tx, input, existing) => {
    if (existing) {
      await assertWithin(c, tx, existing);
      const isMoved = input.parentId !== undefined && input.parentId !== existing.parentId;
      const isDisabled = input.status !== undefined && input.status !== enableStatus.is.enabled;
      if (isMoved || isDisabled) assertOwn(c, existing);
    }
    return input;
  },
  afterSave: async (c, tx, row) => {
    await rightsChanged(tx);
    await notifyHolders(tx, c.actor, [row]);
  },
  beforeRemove: async (c, tx, rows) => {
    for (const row of rows) {
      assertOwn(c, row);
      await assertWithin(c, tx, row);
    }
  },
  beforeRestore: async (c, tx, rows) => {
    for (const row of rows) await assertWithin(c, tx, row);
  },
  actions: {
    tree: async (c, { tenantId }) => {
      if (tenantId && tenantId !== c.actor.tenantId) throw commonErrors.NOT_FOUND();
      return treeOf(await nodes(c));
    },
    'tree-by-id': async (c, { roleId }) => {
      const all = await nodes(c);
      if (!all.some(({ id }) => id === roleId)) throw commonErrors.NOT_FOUND();
      return treeOf(withoutBranch(all, roleId));
    },
    grant: (c, { roleIds, ...grants }) =>
      c.tx(async (tx) => {
        await grantRoles(tx, c.actor, roleIds, grants);
        announceChange(tx, c.actor.tenantId, role);
      }),
    copy: (c, { id, ...named }) =>
      c.tx(async (tx) => {
        if (!c.can('system/role:grant')) throw commonErrors.NO_PERMISSION();
        const [from] = await rolesOf(tx, c.actor, [id]);
        if (!from) throw commonErrors.NOT_FOUND();
        const { actor } = c;
        const [made] = await tx
          .insert(roles)
          .values({
            ...named,
            parentId: from.parentId,
            needsSecondFactor: from.needsSecondFactor,
            sort: from.sort,
            status: enableStatus.is.enabled,
            tenantId: actor.tenantId,
            createUser: actor.userId,
            createUserName: actor.realName,
            createDept: actor.deptIds[0] ?? null,
            updateUser: actor.userId,
          })
          .onConflictDoNothing()
          .returning({ id: roles.id });
        if (!made) throw taken(named.roleAlias);
        await copyGrants(tx, actor, id, made.id);
        announceChange(tx, actor.tenantId, role);
        return made;
      }),
    holders: (c, { roleId }) =>
      c.app.db.tx(async (tx) => {
        await rolesOf(tx, c.actor, [roleId]);
        return holdersOfRole(tx, c.actor, roleId);
      }),
    given: (c, { roleId }) => c.app.db.tx((tx) => givenByRole(tx, c.actor, roleId)),
    compare: (c, { first, second }) => c.app.db.tx((tx) => comparedGrants(tx, c.actor, first, second)),
  },
});

const ALIAS_TAKEN = { zh: '该角色别名已被使用', en: 'This key is already used' };
const taken = (_alias: string) =>
  commonErrors.DUPLICATE({}, { fields: [{ field: 'roleAlias', message: ALIAS_TAKEN }] });

/** Refuses a change of a role that the server assigns automatically. @throws ROLE_BUILT_IN */
function assertOwn({ locale }: Context, row: Row): void {
  if (BUILT_IN_ROLES.includes(row.roleAlias)) throw identityErrors.ROLE_BUILT_IN({ name: nameOf(NAME, row)[locale] });
}

/** Refuses a change of a role with more rights than the actor. @throws ROLE_BEYOND */
async function assertWithin({ actor, locale }: Context, tx: Tx, row: Row): Promise<void> {
  if (!(await holdsAllOf(tx, actor, row))) throw identityErrors.ROLE_BEYOND({ name: nameOf(NAME, row)[locale] });
}

async function nodes(c: Context): Promise<TreeNode[]> {
  const rows = await c.app.db.drizzle
    .select()
    .from(roles)
    .where(and(visible(c.actor, roles, 'tenant'), eq(roles.status, enableStatus.is.enabled)))
    .orderBy(asc(roles.sort), asc(roles.id));
  return rows.map(({ id, parentId, roleName, roleNameEn }) =>
    treeNodeOf({ id, parentId, title: roleName, titleEn: roleNameEn }),
  );
}

/** Returns all nodes without one and its descendants. */
function withoutBranch(all: readonly TreeNode[], id: bigint): TreeNode[] {
  const gone = new Set([id]);
  for (let before = 0; before < gone.size; ) {
    before = gone.size;
    for (const node of all) if (gone.has(node.parentId)) gone.add(node.id);
  }
  return all.filter((node) => !gone.has(node.id));
}
