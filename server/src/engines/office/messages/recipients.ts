import type { Locale } from '@trade-assistant/contract/kit/locale.ts';
import { and, eq, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { Actor } from '../../../kernel/auth/actor.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import { visible } from '../../../kernel/resource/scope.ts';
import { isCalled, users } from '../../people/identity/index.ts';

/** Recipients of a message. Departments include those below. */
export type Recipients =
  | { readonly userIds: readonly bigint[] }
  | { readonly deptIds: readonly bigint[] }
  | { readonly roleIds: readonly bigint[] }
  | { readonly roleKeys: readonly string[] };

export interface RecipientOption {
  readonly id: bigint;
  readonly name: string;
  /** Distinguishes two options with the same name. */
  readonly note: string;
}

/** Platform staff with this role are contacts for every agent. */
const CONTACT_ROLE = 'support';
const CHOICES_MAX = 50;
/** A locked user can read messages after the lock; disabled and pending users get none. */
const present = sql`u.deleted_at is null and u.status in (1, 2)`;

/** Returns the ids of all recipients of a message, each once, in order; broadcasts leave their sender out. */
export async function recipientIds(tx: Tx, actor: Actor, to: Recipients): Promise<bigint[]> {
  const found = await tx.execute<{ id: string }>(sql`
    select u.id from sys_user u
    where u.tenant_id = ${actor.tenantId} and ${present} and ${among(actor, to)} order by u.id`);
  return found.rows.map((row) => BigInt(row.id));
}

function among(actor: Actor, to: Recipients): SQL {
  if ('userIds' in to) return sql`u.id = any(${list(to.userIds)}::bigint[])`;
  const others = sql`u.id <> ${actor.userId}`;
  if ('deptIds' in to)
    return sql`${others} and exists (
      select from sys_user_dept ud join sys_dept d on d.id = ud.dept_id and d.deleted_at is null
      join sys_dept above on above.id = any(${list(to.deptIds)}::bigint[]) and above.tenant_id = u.tenant_id and above.deleted_at is null
        and d.path like above.path || '%'
      where ud.user_id = u.id)`;
  const role =
    'roleIds' in to
      ? sql`r.id = any(${list(to.roleIds)}::bigint[])`
      : sql`r.role_alias = any(${list(to.roleKeys)}::text[])`;
  return sql`${others} and exists (
    select from sys_user_role ur join sys_role r on r.id = ur.role_id and r.tenant_id = u.tenant_id and r.deleted_at is null and r.status = 1
    where ur.user_id = u.id and ${role})`;
}

/** Returns the names of the chosen people, departments or roles, at most ten. */
export async function recipientNames(tx: Tx, actor: Actor, to: Recipients, locale: Locale): Promise<string[]> {
  const [table, name, condition]: readonly [string, SQL, SQL] =
    'userIds' in to
      ? ['sys_user', sql`real_name`, sql`id = any(${list(to.userIds)}::bigint[])`]
      : 'deptIds' in to
        ? ['sys_dept', named('dept_name', locale), sql`id = any(${list(to.deptIds)}::bigint[])`]
        : [
            'sys_role',
            named('role_name', locale),
            'roleIds' in to
              ? sql`id = any(${list(to.roleIds)}::bigint[])`
              : sql`role_alias = any(${list(to.roleKeys)}::text[])`,
          ];
  const found = await tx.execute<{ name: string }>(sql`
    select ${name} as name from ${sql.identifier(table)}
    where tenant_id = ${actor.tenantId} and deleted_at is null and ${condition} order by id limit 10`);
  return found.rows.map((row) => row.name);
}

/**
 * The condition on users the actor may write to: for staff the tenant; for agents and sub-users their own subtree, the
 * agent above and the platform's contacts.
 */
function reach(actor: Actor): SQL {
  const own = and(eq(users.tenantId, actor.tenantId), isNull(users.deletedAt));
  const within = or(
    visible(actor, users, 'owner'),
    sql`${users.id} = (select parent_id from sys_user me where me.id = ${actor.userId})`,
    sql`exists (select from sys_user_role ur join sys_role r on r.id = ur.role_id and r.role_alias = ${CONTACT_ROLE} and r.deleted_at is null
      where ur.user_id = ${users.id})`,
  );
  return and(own, sql`${users.status} in (1, 2)`, within) ?? sql`false`;
}

/** Whether the actor may write to all of these users. */
export async function canReachAll(tx: Tx, actor: Actor, userIds: readonly bigint[]): Promise<boolean> {
  const found = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(reach(actor), sql`${users.id} = any(${list(userIds)}::bigint[])`));
  return found.length === new Set(userIds).size;
}

/** Returns users to choose from; those whose name begins with the keyword come first. */
export async function searchPeople(tx: Tx, actor: Actor, keyword: string): Promise<RecipientOption[]> {
  return tx
    .select({ id: users.id, name: users.realName, note: users.account })
    .from(users)
    .where(and(reach(actor), sql`${users.id} <> ${actor.userId}`, keyword === '' ? undefined : isCalled(keyword)))
    .orderBy(sql`${users.realName} ilike ${`${escaped(keyword)}%`} desc`, users.userType, users.realName, users.id)
    .limit(CHOICES_MAX);
}

/** Returns departments in a language, each with the number of recipients of a message to it. */
export const searchDepartments = (tx: Tx, actor: Actor, keyword: string, locale: Locale): Promise<RecipientOption[]> =>
  groups(
    tx,
    sql`select d.id, ${named('d.dept_name', locale)} as name, (
          select count(distinct ud.user_id) from sys_dept below join sys_user_dept ud on ud.dept_id = below.id
          join sys_user u on u.id = ud.user_id and ${present} and u.id <> ${actor.userId}
          where below.path like d.path || '%' and below.deleted_at is null) as n
        from sys_dept d
        where d.tenant_id = ${actor.tenantId} and d.deleted_at is null and (d.dept_name ilike ${`%${escaped(keyword)}%`} or d.dept_name_en ilike ${`%${escaped(keyword)}%`})
        order by d.path, d.sort limit ${CHOICES_MAX}`,
  );

/** Returns roles in a language, each with the number of holders. */
export const searchRoles = (tx: Tx, actor: Actor, keyword: string, locale: Locale): Promise<RecipientOption[]> =>
  groups(
    tx,
    sql`select r.id, ${named('r.role_name', locale)} as name, (
          select count(*) from sys_user_role ur join sys_user u on u.id = ur.user_id and ${present} and u.id <> ${actor.userId}
          where ur.role_id = r.id) as n
        from sys_role r
        where r.tenant_id = ${actor.tenantId} and r.deleted_at is null and r.status = 1
          and (r.role_name ilike ${`%${escaped(keyword)}%`} or r.role_name_en ilike ${`%${escaped(keyword)}%`})
        order by r.sort, r.id limit ${CHOICES_MAX}`,
  );

async function groups(tx: Tx, query: SQL): Promise<RecipientOption[]> {
  const found = await tx.execute<{ id: string; name: string; n: string }>(query);
  return found.rows.map(({ id, name, n }) => ({ id: BigInt(id), name, note: String(n) }));
}

/** The name in a language, or in the other language if it is empty. */
function named(column: 'dept_name' | 'role_name' | 'd.dept_name' | 'r.role_name', locale: Locale): SQL {
  const [zh, en] = [sql.raw(column), sql.raw(`${column}_en`)];
  return locale === 'en' ? sql`coalesce(nullif(${en}, ''), ${zh})` : sql`coalesce(nullif(${zh}, ''), ${en})`;
}

const escaped = (text: string): string => text.replace(/[\\%_]/g, '\\$&');
const list = (values: readonly (bigint | string)[]) => sql.param(values.map(String));
