import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import type { Locale } from '@trade-assistant/contract/kit/locale.ts';
import { PLATFORM_TENANT } from '@trade-assistant/contract/kit/platform.ts';
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { bigint, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import type { Actor, UserType } from '../../../../kernel/auth/actor.ts';
import { endSessionsById } from '../../../../kernel/auth/changes.ts';
import type { Tx } from '../../../../kernel/db/index.ts';
import { visible } from '../../../../kernel/resource/scope.ts';
import { identityErrors } from '../errors.ts';
import { ADMINISTRATOR, isAdministrator } from '../rights/actor.ts';

const time = () => timestamp({ withTimezone: true });

/** A view: open sessions with their users. The user owns the session, so that owner scopes work on it. */
export const onlineSessions = pgTable('sys_online', {
  id: bigint({ mode: 'bigint' }).notNull(),
  tenantId: text().notNull(),
  userId: bigint({ mode: 'bigint' }).notNull(),
  ownerId: bigint({ mode: 'bigint' }).notNull(),
  ownerPath: text().notNull(),
  account: text().notNull(),
  realName: text().notNull(),
  userType: integer().$type<UserType>().notNull(),
  address: text().notNull(),
  userAgent: text().notNull(),
  method: integer().notNull(),
  state: integer().notNull(),
  createTime: time().notNull(),
  lastSeenTime: time().notNull(),
  expireTime: time().notNull(),
  /** The department and role to which the session is narrowed. */
  deptId: bigint({ mode: 'bigint' }),
  roleId: bigint({ mode: 'bigint' }),
});

/**
 * The sessions that the actor may list: of the tenant, for agents of their subtree, for platform administrators of all
 * tenants.
 */
export const onlineRows = (actor: Actor): SQL | undefined =>
  actor.tenantId === PLATFORM_TENANT && actor.roleKeys.includes(ADMINISTRATOR)
    ? undefined
    : visible(actor, onlineSessions, 'owner');

/** Sessions of users in one of the departments. */
export const onlineInDepartments = (ids: readonly string[]): SQL =>
  sql`exists (select from sys_user_dept ud where ud.user_id = ${onlineSessions.userId} and ud.dept_id = any(${sql.param([...ids])}::bigint[]))`;

/** Sessions of users in a department or below it. */
export const onlineOfDepartment = (deptId: bigint): SQL => sql`exists (
  select from sys_user_dept ud join sys_dept d on d.id = ud.dept_id and d.deleted_at is null
  join sys_dept above on above.id = ${deptId} and above.tenant_id = ${onlineSessions.tenantId} and above.deleted_at is null
  where ud.user_id = ${onlineSessions.userId} and d.path like above.path || '%')`;

/** Sessions that currently use a role: narrowed to it, or not narrowed while the user has it. */
export const onlineWithRole = (roleId: bigint): SQL => sql`case when ${onlineSessions.roleId} is not null
  then ${onlineSessions.roleId} = ${roleId}
  else exists (select from sys_user_role ur where ur.user_id = ${onlineSessions.userId} and ur.role_id = ${roleId}) end`;

/** Returns the names of the role and department of narrowed sessions, role first; other sessions are left out. */
export async function dutyNames(
  executor: Pick<Tx, 'execute'>,
  sessions: readonly Pick<typeof onlineSessions.$inferSelect, 'id' | 'deptId' | 'roleId'>[],
  locale: Locale,
): Promise<ReadonlyMap<bigint, string>> {
  const ids = sessions.filter(({ deptId, roleId }) => deptId !== null || roleId !== null).map(({ id }) => String(id));
  if (ids.length === 0) return new Map();
  const { rows } = await executor.execute<{ id: string; names: string }>(sql`
    select s.id::text, concat_ws(' · ', ${localized(locale, sql`r.role_name`, sql`r.role_name_en`)},
      ${localized(locale, sql`d.dept_name`, sql`d.dept_name_en`)}) as names
    from auth_session s left join sys_role r on r.id = s.role_id left join sys_dept d on d.id = s.dept_id
    where s.id = any(${sql.param(ids)}::bigint[])`);
  return new Map(rows.map(({ id, names }) => [BigInt(id), names]));
}

const localized = (locale: Locale, zh: SQL, en: SQL): SQL =>
  locale === 'en' ? sql`coalesce(nullif(${en}, ''), ${zh})` : zh;

/**
 * Ends sessions from the actor's list; ignores other and unknown ids, and keeps the actor's own session.
 * @returns how many ended @throws SESSION_OWN if only the own session is named; NO_PERMISSION for an administrator's
 * session
 */
export const endOnline = async (tx: Tx, actor: Actor, ids: readonly bigint[]): Promise<number> => {
  if (ids.length > 0 && ids.every((id) => id === actor.sessionId)) throw identityErrors.SESSION_OWN();
  return end(tx, actor, inArray(onlineSessions.id, [...ids]));
};

/**
 * Ends every session of a user except the caller's own. @returns how many ended @throws NO_PERMISSION for an
 * administrator's
 */
export const endOnlineUser = (tx: Tx, actor: Actor, userId: bigint): Promise<number> =>
  end(tx, actor, eq(onlineSessions.userId, userId));

async function end(tx: Tx, actor: Actor, which: SQL): Promise<number> {
  const met = await tx
    .select({ id: onlineSessions.id, userId: onlineSessions.userId })
    .from(onlineSessions)
    .where(and(which, onlineRows(actor), visible(actor, onlineSessions, 'platform')));
  const others = met.filter(({ id }) => id !== actor.sessionId);
  if (others.length === 0) return 0;
  await assertCanEnd(tx, actor, [...new Set(others.map(({ userId }) => userId))]);
  const ids = others.map(({ id }) => id);
  return endSessionsById(tx, ids, `ended by ${actor.account}`);
}

/** Only an administrator may end sessions of an administrator. */
async function assertCanEnd(tx: Tx, actor: Actor, userIds: readonly bigint[]): Promise<void> {
  if (isAdministrator(actor)) return;
  const held = await tx.execute(sql`
    select from sys_user_role ur join sys_role r on r.id = ur.role_id
    where ur.user_id = any(${sql.param(userIds.map(String))}::bigint[]) and ur.user_id <> ${actor.userId}
      and r.role_alias = ${ADMINISTRATOR} and r.deleted_at is null limit 1`);
  if (held.rowCount) throw commonErrors.NO_PERMISSION();
}
