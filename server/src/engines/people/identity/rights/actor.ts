import { apiScopeMethod } from '@trade-assistant/contract/areas/system/api-scope.ts';
import { dataScopeType } from '@trade-assistant/contract/areas/system/data-scope.ts';
import { sql } from 'drizzle-orm';
import type { Actor, Narrowing, UserType } from '../../../../kernel/auth/actor.ts';
import type { Db, Tx } from '../../../../kernel/db/index.ts';
import { prepared } from '../../../../kernel/db/prepared.ts';
import { type HeldScope, isOpenedBy, rulesOf } from './data-rules.ts';

/** The role that may do everything; its holders need no grants. */
export const ADMINISTRATOR = 'administrator';

/**
 * Whether the actor needs no grants. An administrator has the whole package of the tenant, or everything if it has
 * none.
 */
export const isAdministrator = ({ roleKeys }: Pick<Actor, 'roleKeys'>): boolean => roleKeys.includes(ADMINISTRATOR);

/** Menu `m` is available to tenant `t`: it is in the tenant's package, or the tenant has none. */
export const isPackaged = sql`(t.package_id is null or exists (
  select from sys_tenant_package_menu k where k.package_id = t.package_id and k.menu_id = m.id))`;

/** A user row that may act: not deleted, disabled, pending or still locked. */
export const isActiveUser = sql`u.deleted_at is null and (u.status = 1 or (u.status = 2 and u.locked_until <= now()))`;
/** An agent above user `u` is disabled together with all accounts below; they cannot sign in until it is enabled. */
export const isBelowDisabled = sql`exists (select from sys_user a
  where a.id = any(string_to_array(trim(both '/' from u.owner_path), '/')::bigint[]) and a.id <> u.id and a.status = 0 and a.closes_below = 1)`;
export const isOpenTenant = sql`t.deleted_at is null and t.status = 1 and (t.expire_time is null or t.expire_time > now())`;

interface ActorRow extends Record<string, unknown> {
  readonly id: bigint;
  readonly tenant_id: string;
  readonly account: string;
  readonly real_name: string;
  readonly user_type: UserType;
  readonly owner_path: string;
  readonly depts: string[];
  readonly role_keys: string[];
  readonly permissions: string[];
  /** The permissions in the tenant's package; null without one. */
  readonly packaged: string[] | null;
  readonly must_change_password: number;
  readonly needs_factor: boolean;
  readonly scopes: readonly HeldScope[];
  readonly unruled: string[];
  readonly depts_below: string[];
  readonly denied: string[];
}

/**
 * Returns a user's identity and permissions, read by one statement. Null if the user may not act: unknown, deleted,
 * disabled, locked, pending, below a disabled agent that closed its subtree, or of a closed tenant. Permissions are
 * the buttons granted to any of the user's roles. A session narrowed to a department or a role has only the
 * permissions of that one, and may not act after the user loses it. Permissions outside the tenant's package are
 * removed.
 */
export async function actorOf(
  executor: Db['drizzle'] | Tx,
  userId: bigint,
  narrowing?: Narrowing | undefined,
): Promise<Actor | null> {
  const { deptId = null, roleId = null } = narrowing ?? {};
  const ofDept = deptId === null ? sql`` : sql`and ud.dept_id = ${deptId}`;
  const found = await prepared<ActorRow>(
    executor,
    sql`
    with held as (
      select r.id, r.role_alias, r.sort, r.needs_second_factor from sys_user u
      join sys_user_role ur on ur.user_id = u.id
      join sys_role r on r.id = ur.role_id and r.tenant_id = u.tenant_id and r.deleted_at is null and r.status = 1
      where u.id = ${userId} ${roleId === null ? sql`` : sql`and r.id = ${roleId}`}
    ),
    scopes as (
      select held.id as role_id, s.* from held join sys_role_data_scope g on g.role_id = held.id
      join sys_data_scope s on s.id = g.data_scope_id and s.deleted_at is null
    )
    select u.id, u.tenant_id, u.account, u.real_name, u.user_type, u.owner_path, u.must_change_password,
      exists (select from held where needs_second_factor = 1) as needs_factor,
      array(select ud.dept_id::text from sys_user_dept ud join sys_dept d on d.id = ud.dept_id and d.deleted_at is null
            where ud.user_id = u.id ${ofDept} order by ud.dept_id) as depts,
      array(select role_alias from held order by sort, id) as role_keys,
      array(select distinct m.code from held join sys_role_menu rm on rm.role_id = held.id
            join sys_menu m on m.id = rm.menu_id and m.category = 2 and m.deleted_at is null where ${isPackaged}) as permissions,
      case when t.package_id is not null then array(select m.code from sys_tenant_package_menu k
        join sys_menu m on m.id = k.menu_id and m.category = 2 and m.deleted_at is null where k.package_id = t.package_id) end as packaged,
      coalesce((select json_agg(distinct jsonb_build_object('resource', resource_code, 'type', scope_type, 'visible', scope_field,
        'writable', writable_field, 'conditions', scope_value)) from scopes), '[]') as scopes,
      array(select distinct ruled.resource_code from (select distinct resource_code from scopes) ruled
            where exists (select from held join sys_role_menu rm on rm.role_id = held.id
              join sys_menu m on m.id = rm.menu_id and m.category = 2 and m.deleted_at is null and ${isOpenedBy(sql`ruled.resource_code`, sql`m.code`)}
              where ${isPackaged} and not exists (select from scopes s where s.role_id = held.id and s.resource_code = ruled.resource_code))) as unruled,
      array(select distinct below.id::text from scopes cross join sys_user_dept ud
            join sys_dept d on d.id = ud.dept_id and d.deleted_at is null
            join sys_dept below on below.tenant_id = d.tenant_id and below.deleted_at is null and below.path like d.path || '%'
            where ud.user_id = ${userId} ${ofDept} and scopes.scope_type = ${dataScopeType.is.departmentBelow}) as depts_below,
      array(select case a.scope_method when ${apiScopeMethod.is.get} then 'GET ' else 'POST ' end || a.scope_path from sys_api_scope a
            where a.tenant_id = u.tenant_id and a.deleted_at is null and not exists (
              select from held join sys_role_api_scope g on g.role_id = held.id where g.api_scope_id = a.id)) as denied
    from sys_user u join sys_tenant t on t.tenant_id = u.tenant_id
    where u.id = ${userId} and ${isActiveUser} and not ${isBelowDisabled} and ${isOpenTenant}`,
  );
  const row = found.rows[0];
  if (!row) return null;
  if (roleId !== null && row.role_keys.length === 0) return null;
  if (deptId !== null && row.depts.length === 0) return null;
  const isUnbound = isAdministrator({ roleKeys: row.role_keys });
  const held = { ...row, deptIds: row.depts, deptIdsBelow: row.depts_below };
  return {
    userId: BigInt(row.id),
    tenantId: row.tenant_id,
    account: row.account,
    realName: row.real_name,
    userType: row.user_type,
    ownerPath: row.owner_path,
    deptIds: row.depts.map(BigInt),
    roleKeys: row.role_keys,
    ...(narrowing ? { narrowing } : {}),
    permissions: new Set(isUnbound ? (row.packaged ?? ['*']) : row.permissions),
    ...(isUnbound ? {} : { dataRules: rulesOf(held), deniedRoutes: new Set(row.denied) }),
    mustChangePassword: row.must_change_password === 1,
    ...(row.needs_factor ? { needsSecondFactor: true } : {}),
    sessionId: null,
    ip: '',
  };
}
