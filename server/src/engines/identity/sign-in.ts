import { formatTime } from '@trade-assistant/contract/kit/time.ts';
import { sql } from 'drizzle-orm';
import { clearAttempts, countAttempt } from '../../kernel/auth/attempts.ts';
import { authErrors } from '../../kernel/auth/errors.ts';
import { verifyPassword } from '../../kernel/auth/password.ts';
import type { NewSession, Sessions, Tokens } from '../../kernel/auth/sessions.ts';
import type { Db, Tx } from '../../kernel/db/index.ts';
import { mayAct, tenantOpen } from './actor.ts';
import { identityErrors } from './errors.ts';

export interface Credentials {
  readonly tenantId: string;
  readonly account: string;
  /** As typed or, as the console sends it, its SHA-256 hex. */
  readonly password: string;
  readonly address: string;
  readonly userAgent: string;
}

/**
 * Signs somebody in. The attempt is counted before the password is looked at, an unknown name costs the same work as a
 * known one, and what is wrong with an account is told only to who knows its password.
 * Takes the database, not a transaction: the count must stay even though the sign-in fails.
 */
export async function signIn(db: Db, sessions: Sessions, credentials: Credentials): Promise<Tokens> {
  const rest = await countAttempt(db, credentials);
  if (rest) throw authErrors.SIGN_IN_LOCKED({ minutes: rest.minutes }, { seconds: rest.seconds });
  const row = await accountRow(db.drizzle, credentials);
  if (!(await verifyPassword(row?.password_hash ?? null, credentials.password)) || !row)
    throw authErrors.SIGN_IN_FAILED();
  refuseIdle(row);
  const { tenantId, account, address, userAgent } = credentials;
  return db.tx(async (tx) => {
    await clearAttempts(tx, { tenantId, account, address });
    return enter(tx, sessions, { userId: BigInt(row.id), tenantId, address, userAgent });
  });
}

/** Opens the session of somebody who has proved who they are. A lock whose time is over ends with it. */
export async function enter(tx: Tx, sessions: Sessions, session: NewSession): Promise<Tokens> {
  await tx.execute(sql`
    update sys_user set last_login_time = now(), last_login_ip = ${session.address},
      status = 1, locked_until = null, status_reason = case when status = 2 then '' else status_reason end
    where id = ${session.userId} and status in (1, 2)`);
  return sessions.open(tx, session);
}

/** What decides whether somebody may enter. */
export interface Standing extends Record<string, unknown> {
  readonly status: number;
  readonly locked_until_epoch: number | null;
  readonly may_act: boolean;
  readonly tenant_open: boolean;
}

interface AccountRow extends Standing {
  readonly id: bigint;
  readonly password_hash: string;
}

/** The columns of `Standing`, of a user `u` and their tenant `t`. */
export const standing = sql`u.status, extract(epoch from u.locked_until)::float8 as locked_until_epoch,
  ${mayAct} as may_act, ${tenantOpen} as tenant_open`;

async function accountRow(
  executor: Pick<Tx, 'execute'>,
  { tenantId, account }: Credentials,
): Promise<AccountRow | undefined> {
  const found = await executor.execute<AccountRow>(sql`
    select u.id, u.password_hash, ${standing}
    from sys_user u join sys_tenant t on t.tenant_id = u.tenant_id and t.deleted_at is null
    where u.tenant_id = ${tenantId} and lower(u.account) = lower(${account}) and u.deleted_at is null`);
  return found.rows[0];
}

/** Says why somebody may not enter, to them alone. Throws TENANT_CLOSED, ACCOUNT_PENDING, ACCOUNT_LOCKED or ACCOUNT_DISABLED. */
export function refuseIdle(row: Standing): void {
  if (!row.tenant_open) throw identityErrors.TENANT_CLOSED();
  if (row.may_act) return;
  if (row.status === 3) throw identityErrors.ACCOUNT_PENDING();
  if (row.status === 2 && row.locked_until_epoch !== null) {
    throw identityErrors.ACCOUNT_LOCKED({ time: formatTime(new Date(row.locked_until_epoch * 1000)) });
  }
  throw identityErrors.ACCOUNT_DISABLED();
}

export interface Profile {
  readonly userId: bigint;
  readonly tenantId: string;
  readonly account: string;
  readonly name: string;
  readonly realName: string;
  readonly avatar: string;
  readonly phone: string;
  readonly email: string;
  readonly serviceAddress: string;
  readonly userType: number;
  readonly mustChangePassword: number;
  readonly roles: readonly {
    readonly id: string;
    readonly key: string;
    readonly name: string;
    readonly nameEn: string;
  }[];
  readonly deptIds: readonly string[];
}

/** What the token call and user-info tell a user about themselves. */
export async function profileOf(executor: Pick<Tx, 'execute'>, userId: bigint): Promise<Profile> {
  const found = await executor.execute<Record<string, unknown> & { profile: Omit<Profile, 'userId'> }>(sql`
    select json_build_object(
      'tenantId', u.tenant_id, 'account', u.account, 'name', u.name, 'realName', u.real_name, 'avatar', u.avatar,
      'phone', u.phone, 'email', u.email, 'serviceAddress', u.service_address, 'userType', u.user_type,
      'mustChangePassword', u.must_change_password,
      'roles', coalesce((select json_agg(json_build_object('id', r.id::text, 'key', r.role_alias, 'name', r.role_name, 'nameEn', r.role_name_en) order by r.sort, r.id)
        from sys_user_role ur join sys_role r on r.id = ur.role_id and r.deleted_at is null and r.status = 1 where ur.user_id = u.id), '[]'),
      'deptIds', coalesce((select json_agg(ud.dept_id::text order by ud.dept_id) from sys_user_dept ud where ud.user_id = u.id), '[]')
    ) as profile
    from sys_user u where u.id = ${userId} and u.deleted_at is null`);
  const row = found.rows[0];
  if (!row) throw identityErrors.ACCOUNT_NOT_FOUND();
  return { ...row.profile, userId };
}
