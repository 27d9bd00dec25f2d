import { type SQL, sql } from 'drizzle-orm';
import type { Actor, Narrowing } from '../../../../kernel/auth/actor.ts';
import { narrowSession } from '../../../../kernel/auth/changes.ts';
import type { Tx } from '../../../../kernel/db/index.ts';
import { integerParameter } from '../../../../kernel/parameters/index.ts';
import { push, rooms } from '../../../../kernel/realtime/index.ts';
import { identityErrors } from '../errors.ts';

/** The requested department and role, unverified; empty or absent: all. */
export interface AskedNarrowing {
  readonly deptId?: string | undefined;
  readonly roleId?: string | undefined;
}

interface DutyOption {
  readonly id: string;
  readonly name: string;
  readonly nameEn: string;
}

/** The departments and roles a user can choose to work as. */
export interface Duties {
  /** Whether sessions are narrowed in this tenant. */
  readonly isOn: boolean;
  readonly depts: readonly DutyOption[];
  readonly roles: readonly DutyOption[];
}

const ownRoles = sql`sys_user_role ur join sys_role r on r.id = ur.role_id and r.deleted_at is null and r.status = 1`;
const ownDepts = sql`sys_user_dept ud join sys_dept d on d.id = ud.dept_id and d.deleted_at is null`;
const isOn = sql`${integerParameter(sql`u.tenant_id`, 'account.switchMode')} = 1`;

/** Returns all departments and roles of a user, regardless of the session's narrowing. */
export async function dutiesOf(executor: Pick<Tx, 'execute'>, { userId }: Actor): Promise<Duties> {
  const { rows } = await executor.execute<{ duties: Duties }>(sql`
    select json_build_object('isOn', ${isOn},
      'depts', coalesce((select json_agg(json_build_object('id', d.id::text, 'name', d.dept_name, 'nameEn', d.dept_name_en) order by d.path, d.id)
        from ${ownDepts} where ud.user_id = u.id), '[]'),
      'roles', coalesce((select json_agg(json_build_object('id', r.id::text, 'name', r.role_name, 'nameEn', r.role_name_en) order by r.sort, r.id)
        from ${ownRoles} where ur.user_id = u.id), '[]')) as duties
    from sys_user u where u.id = ${userId}`);
  return rows[0]?.duties ?? { isOn: false, depts: [], roles: [] };
}

/**
 * Returns the verified narrowing of a sign-in; undefined if the tenant has not enabled narrowing, or none was
 * requested.
 * @throws DUTY_NOT_OWN
 */
export async function ownNarrowing(
  executor: Pick<Tx, 'execute'>,
  userId: bigint,
  asked: AskedNarrowing | undefined,
): Promise<Narrowing | undefined> {
  if (!asked?.deptId && !asked?.roleId) return undefined;
  const found = await executor.execute<{ is_on: boolean }>(
    sql`select ${isOn} as is_on from sys_user u where u.id = ${userId}`,
  );
  return found.rows[0]?.is_on ? verifiedNarrowing(executor, userId, asked) : undefined;
}

/**
 * Narrows the actor's session to one of the user's departments and roles, or removes the narrowing. Takes effect at
 * once in every window and on every node. @throws SWITCH_OFF if the tenant has not enabled it, DUTY_NOT_OWN
 */
export async function switchSession(tx: Tx, actor: Actor, asked: AskedNarrowing): Promise<void> {
  const { sessionId, userId } = actor;
  if (sessionId === null) throw identityErrors.SWITCH_OFF();
  const isWhole = !asked.deptId && !asked.roleId;
  if (!isWhole && !(await dutiesOf(tx, actor)).isOn) throw identityErrors.SWITCH_OFF();
  await narrowTo(tx, { sessionId, userId }, isWhole ? undefined : await verifiedNarrowing(tx, userId, asked));
}

/** Narrows a session when its tokens are refreshed; without a request it stays as it is. @throws DUTY_NOT_OWN */
export async function renewNarrowing(
  tx: Tx,
  session: { readonly sessionId: bigint; readonly userId: bigint },
  asked: AskedNarrowing | undefined,
): Promise<void> {
  const narrowing = await ownNarrowing(tx, session.userId, asked);
  if (narrowing) await narrowTo(tx, session, narrowing);
}

async function narrowTo(
  tx: Tx,
  { sessionId, userId }: { readonly sessionId: bigint; readonly userId: bigint },
  narrowing: Narrowing | undefined,
): Promise<void> {
  await narrowSession(tx, sessionId, narrowing ?? { deptId: null, roleId: null });
  await push(tx, { rooms: [rooms.user(userId)], event: 'changed', payload: { resource: 'system/menu' } });
}

const ID = /^\d{1,18}$/;

/** @throws DUTY_NOT_OWN for a department or role that the user does not have, or that is disabled or deleted */
export async function verifiedNarrowing(
  executor: Pick<Tx, 'execute'>,
  userId: bigint,
  { deptId, roleId }: AskedNarrowing,
): Promise<Narrowing> {
  const [dept, role] = [idOf(deptId), idOf(roleId)];
  const own = (rows: SQL, id: bigint | null, which: SQL) =>
    id === null ? sql`true` : sql`exists (select from ${rows} where ${which} = ${id})`;
  const { rows } = await executor.execute<{ dept: boolean; role: boolean }>(sql`
    select ${own(sql`${ownDepts} and ud.user_id = ${userId}`, dept, sql`d.id`)} as dept,
      ${own(sql`${ownRoles} and ur.user_id = ${userId}`, role, sql`r.id`)} as role`);
  if (!rows[0]?.dept || !rows[0].role) throw identityErrors.DUTY_NOT_OWN();
  return { deptId: dept, roleId: role };
}

function idOf(text: string | undefined): bigint | null {
  if (!text) return null;
  if (!ID.test(text)) throw identityErrors.DUTY_NOT_OWN();
  return BigInt(text);
}
