import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Actor } from '../../../../kernel/auth/actor.ts';
import type { Tx } from '../../../../kernel/db/index.ts';
import { identityErrors } from '../errors.ts';
import { ADMINISTRATOR, isAdministrator } from '../rights/actor.ts';
import { holdsAllOf } from '../rights/role-grants.ts';
import { roles, userRoles } from '../tables.ts';
import type { UserRow } from './agent-tree.ts';

/** Only an administrator may change the account of an administrator. @throws NO_PERMISSION */
export async function assertCanManage(tx: Tx, actor: Actor, user: UserRow): Promise<void> {
  if (isAdministrator(actor)) return;
  const held = await tx.execute(sql`
    select from sys_user_role ur join sys_role r on r.id = ur.role_id
    where ur.user_id = ${user.id} and r.role_alias = ${ADMINISTRATOR} and r.deleted_at is null`);
  if (held.rowCount) throw commonErrors.NO_PERMISSION();
}

/** Refuses to act on an account that has permissions the actor lacks. @throws RIGHTS_BEYOND */
export async function assertHoldsRightsOf(tx: Tx, actor: Actor, user: UserRow): Promise<void> {
  if (isAdministrator(actor)) return;
  await assertCanManage(tx, actor, user);
  const held = await tx
    .select({ id: roles.id, roleAlias: roles.roleAlias })
    .from(userRoles)
    .innerJoin(roles, and(eq(roles.id, userRoles.roleId), isNull(roles.deletedAt)))
    .where(eq(userRoles.userId, user.id));
  for (const role of held)
    if (!(await holdsAllOf(tx, actor, role))) throw identityErrors.RIGHTS_BEYOND({ name: user.realName });
}

/** Refuses to remove the last administrators of a tenant who can sign in. @throws LAST_ADMINISTRATOR */
export async function assertAdministratorRemains(tx: Tx, ...going: readonly UserRow[]): Promise<void> {
  const [first] = going;
  if (!first) return;
  // The role's row is the lock: two administrators who disable each other wait here.
  const others = await tx.execute<{ others: number; own: boolean }>(sql`
    with role as (select id from sys_role where tenant_id = ${first.tenantId} and role_alias = ${ADMINISTRATOR} and deleted_at is null for update),
      going as (select unnest(${sql.param(going.map(({ id }) => String(id)))}::bigint[]) as id)
    select count(*) filter (where u.id not in (select id from going) and u.status = 1 and u.deleted_at is null)::int as others,
      coalesce(bool_or(u.id in (select id from going)), false) as own
    from role join sys_user_role ur on ur.role_id = role.id join sys_user u on u.id = ur.user_id`);
  const row = others.rows[0];
  if (row?.own && row.others === 0) throw identityErrors.LAST_ADMINISTRATOR();
}
