import { sql } from 'drizzle-orm';
import type { Tx } from '../../../../kernel/db/index.ts';
import { ADMINISTRATOR, isActiveUser, isPackaged } from './actor.ts';

/** Returns the ids of all current holders of a permission, including administrators, in order. */
export async function holdersOf(tx: Tx, tenantId: string, permission: string): Promise<bigint[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select distinct u.id from sys_user u
    join sys_user_role ur on ur.user_id = u.id
    join sys_role r on r.id = ur.role_id and r.tenant_id = u.tenant_id and r.deleted_at is null and r.status = 1
    join sys_tenant t on t.tenant_id = u.tenant_id
    left join sys_role_menu rm on rm.role_id = r.id
    left join sys_menu m on m.id = rm.menu_id and m.category = 2 and m.deleted_at is null
    where u.tenant_id = ${tenantId} and ${isActiveUser} and (r.role_alias = ${ADMINISTRATOR} or m.code = ${permission})
      and exists (select from sys_menu m where m.code = ${permission} and m.deleted_at is null and ${isPackaged})
    order by u.id`);
  return rows.map(({ id }) => BigInt(id));
}

/** Whether a user has one of these permissions, even if disabled; administrators have all. */
export async function isGrantedAny(tx: Tx, userId: bigint, permissions: readonly string[]): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    select from sys_user_role ur
    join sys_role r on r.id = ur.role_id and r.deleted_at is null and r.status = 1
    left join sys_role_menu rm on rm.role_id = r.id
    left join sys_menu m on m.id = rm.menu_id and m.category = 2 and m.deleted_at is null
    where ur.user_id = ${userId}
      and (r.role_alias = ${ADMINISTRATOR} or m.code = any(${sql.param([...permissions])}::text[])) limit 1`);
  return rows.length > 0;
}

/**
 * Hours after a reset of a user's password or second factor in which the person who did it cannot decide that user's
 * requests.
 */
const RESET_HOURS = 72;

/** Whether `by` reset the user's password or second factor within these hours. */
export async function isResetBy(tx: Tx, userId: bigint, by: bigint | null): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    select from sys_user where id = ${userId} and credentials_reset_by = ${by}
      and credentials_reset_at > now() - make_interval(hours => ${RESET_HOURS})`);
  return rows.length > 0;
}
