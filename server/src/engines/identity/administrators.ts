import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import { sql } from 'drizzle-orm';
import type { Actor } from '../../kernel/auth/actor.ts';
import type { Tx } from '../../kernel/db/index.ts';
import { ADMINISTRATOR } from './actor.ts';
import type { UserRow } from './agent-tree.ts';
import { identityErrors } from './errors.ts';

/** What is done to the account of an administrator is done by another one. @throws NO_PERMISSION */
export async function assertMayManage(tx: Tx, actor: Actor, user: UserRow): Promise<void> {
  if (actor.permissions.has('*')) return;
  const held = await tx.execute(sql`
    select from sys_user_role ur join sys_role r on r.id = ur.role_id
    where ur.user_id = ${user.id} and r.role_alias = ${ADMINISTRATOR} and r.deleted_at is null`);
  if (held.rowCount) throw commonErrors.NO_PERMISSION();
}

/** Refuses to take the last administrator who can sign in away from a tenant. @throws LAST_ADMINISTRATOR */
export async function assertAdministratorRemains(tx: Tx, user: UserRow): Promise<void> {
  // The role's row is the lock: two administrators who disable each other stand in line here.
  const others = await tx.execute<{ others: number; own: boolean }>(sql`
    with role as (select id from sys_role where tenant_id = ${user.tenantId} and role_alias = ${ADMINISTRATOR} and deleted_at is null for update)
    select count(*) filter (where u.id <> ${user.id} and u.status = 1 and u.deleted_at is null)::int as others,
      coalesce(bool_or(u.id = ${user.id}), false) as own
    from role join sys_user_role ur on ur.role_id = role.id join sys_user u on u.id = ur.user_id`);
  const row = others.rows[0];
  if (row?.own && row.others === 0) throw identityErrors.LAST_ADMINISTRATOR();
}
