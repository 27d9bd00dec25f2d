import type { AppError } from '@trade-assistant/contract/kit/errors.ts';
import { formatTime } from '@trade-assistant/contract/kit/time.ts';
import { type SQL, sql } from 'drizzle-orm';
import { attempt, clearAttempts } from '../../../../kernel/auth/attempts.ts';
import { authErrors } from '../../../../kernel/auth/errors.ts';
import { verifyPassword } from '../../../../kernel/auth/password.ts';
import type { NewSession, SessionClient, Sessions, Tokens } from '../../../../kernel/auth/sessions.ts';
import { newTicket, readTicket, TICKET_LIFE_SECONDS, takeTicket } from '../../../../kernel/auth/tickets.ts';
import type { Db, Tx } from '../../../../kernel/db/index.ts';
import { integerParameter } from '../../../../kernel/parameters/index.ts';
import type { Secrets } from '../../../../kernel/secrets/index.ts';
import { identityErrors } from '../errors.ts';
import { isActiveUser, isBelowDisabled, isOpenTenant } from '../rights/actor.ts';
import { type AskedNarrowing, ownNarrowing } from '../rights/narrowing.ts';
import { type Ceremony, userOfPasskey } from './passkeys.ts';
import { checkCode } from './two-factor.ts';

export interface Credentials {
  readonly tenantId: string;
  readonly account: string;
  /** As typed or, as the console sends it, its SHA-256 hex. */
  readonly password: string;
  readonly address: string;
  readonly userAgent: string;
  /** The application that requests the session. */
  readonly client?: SessionClient | undefined;
  /** The department and role that the user wants to work as. */
  readonly narrowing?: AskedNarrowing | undefined;
}

/**
 * Signs a user in by password. Wrong passwords are counted and limited, an unknown account costs the same work as a
 * known one, and the state of an account is disclosed only after the right password. With two-factor sign-in it throws
 * SECOND_FACTOR_REQUIRED, whose data hold the ticket for `signInByCode`; with an expired one-time password it throws
 * ONE_TIME_PASSWORD_OVER.
 * Takes the database, not a transaction: the count must stay even though the sign-in fails.
 */
export async function signIn(db: Db, sessions: Sessions, credentials: Credentials): Promise<Tokens> {
  let row: AccountRow | undefined;
  // The correct password clears its failed attempts; codes are counted separately.
  const verdict = await attempt(db, credentials, async () => {
    row = await accountRow(db.drizzle, byAccount(credentials));
    return (await verifyPassword(row?.password_hash ?? null, credentials.password)) ? 'right' : 'wrong';
  });
  if (verdict === 'wrong' || !row) throw authErrors.SIGN_IN_FAILED();
  assertCanSignIn(row);
  if (row.is_password_over) throw identityErrors.ONE_TIME_PASSWORD_OVER();
  if (row.has_second_factor) throw await secondFactorNeeded(db, BigInt(row.id), credentials.narrowing);
  return enterAs(db, sessions, row, { ...credentials, method: 'password' });
}

/** Returns the refusal that requests the second step; its data hold the ticket for `signInByCode`. */
export async function secondFactorNeeded(
  db: Db,
  userId: bigint,
  narrowing: AskedNarrowing | undefined,
): Promise<AppError> {
  const ticket = await newTicket(db.drizzle, 'second-factor', { userId, data: { narrowing } });
  return identityErrors.SECOND_FACTOR_REQUIRED({}, { ticket, expires_in: TICKET_LIFE_SECONDS });
}

/** Address, browser and application of a sign-in. */
export type Origin = Pick<Credentials, 'address' | 'userAgent' | 'client' | 'narrowing'>;

/**
 * Second step of a sign-in, by a code of the app or a recovery code. The ticket survives a wrong code; the attempt
 * limit bounds guesses. @throws TICKET_EXPIRED, CODE_WRONG, SIGN_IN_LOCKED, and the refusals of `assertCanSignIn`
 */
export async function signInByCode(
  db: Db,
  sessions: Sessions,
  secrets: Secrets,
  input: Origin & { readonly ticket: string; readonly code: string },
): Promise<Tokens> {
  const ticket = await readTicket(db.drizzle, 'second-factor', input.ticket);
  const row = ticket?.userId && (await accountRow(db.drizzle, byId(ticket.userId)));
  if (!row) throw identityErrors.TICKET_EXPIRED();
  assertCanSignIn(row);
  const owner = { userId: BigInt(row.id), tenantId: row.tenant_id, account: row.account };
  await checkCode(db, secrets, owner, input.code);
  if (!(await takeTicket(db.drizzle, 'second-factor', input.ticket))) throw identityErrors.TICKET_EXPIRED();
  // The choice of the first step applies unless the second step makes another one.
  const first = ticket.data['narrowing'] as AskedNarrowing | undefined;
  const { narrowing = first } = input;
  return enterAs(db, sessions, row, { ...input, narrowing, method: 'totp' });
}

/**
 * Signs in the owner of the passkey that answered, without a code.
 * @throws TICKET_EXPIRED, PASSKEY_UNKNOWN, PASSKEY_REFUSED, and the refusals of `assertCanSignIn`
 */
export async function signInByPasskey(
  db: Db,
  sessions: Sessions,
  input: Origin & { readonly ticket: string; readonly credential: Ceremony },
): Promise<Tokens> {
  const row = await accountRow(db.drizzle, byId(await userOfPasskey(db, input)));
  if (!row) throw identityErrors.PASSKEY_UNKNOWN();
  assertCanSignIn(row);
  return enterAs(db, sessions, row, { ...input, method: 'passkey' });
}

/** Clears failed attempts and opens the session. */
function enterAs(
  db: Db,
  sessions: Sessions,
  { id, tenant_id: tenantId, account }: AccountRow,
  { address, userAgent, client, narrowing, method }: Origin & Required<Pick<NewSession, 'method'>>,
): Promise<Tokens> {
  return db.tx(async (tx) => {
    await clearAttempts(tx, { tenantId, account, address });
    return openUserSession(tx, sessions, {
      ...{ userId: BigInt(id), tenantId, address, userAgent, client, method, narrowing },
    });
  });
}

type UserSession = Omit<NewSession, 'narrowing'> & Pick<Origin, 'narrowing'>;

/**
 * Opens the session of a verified user, and removes a lock that has expired.
 * @throws DUTY_NOT_OWN for a department or role that the user does not have
 */
export async function openUserSession(tx: Tx, sessions: Sessions, session: UserSession): Promise<Tokens> {
  const narrowing = await ownNarrowing(tx, session.userId, session.narrowing);
  await tx.execute(sql`
    update sys_user set last_login_time = now(), last_login_ip = ${session.address},
      status = 1, locked_until = null, status_reason = case when status = 2 then '' else status_reason end
    where id = ${session.userId} and status in (1, 2)`);
  return sessions.open(tx, { ...session, narrowing });
}

/** Values that decide whether a user may sign in. */
export interface SignInStatus extends Record<string, unknown> {
  readonly status: number;
  readonly locked_until_epoch: number | null;
  readonly may_act: boolean;
  /** An agent above is disabled. */
  readonly is_below_disabled: boolean;
  readonly tenant_open: boolean;
  readonly has_second_factor: boolean;
  readonly registered_epoch: number;
  /** Null unless the registration was refused. */
  readonly refused_reason: string | null;
}

interface AccountRow extends SignInStatus {
  readonly id: bigint;
  readonly tenant_id: string;
  readonly account: string;
  readonly password_hash: string;
  /** Another person set the password, and too much time has passed since. */
  readonly is_password_over: boolean;
}

/** The columns of `SignInStatus`, of a user `u` and their tenant `t`. */
export const signInStatusColumns = sql`u.status, extract(epoch from u.locked_until)::float8 as locked_until_epoch,
  extract(epoch from u.create_time)::float8 as registered_epoch,
  case when u.refused_at is not null then u.status_reason end as refused_reason,
  ${isActiveUser} as may_act, ${isBelowDisabled} as is_below_disabled, ${isOpenTenant} as tenant_open,
  exists (select from auth_totp f where f.user_id = u.id and f.confirmed_at is not null) as has_second_factor`;

const byAccount = ({ tenantId, account }: Credentials): SQL =>
  sql`u.tenant_id = ${tenantId} and lower(u.account) = lower(${account})`;
const byId = (userId: bigint): SQL => sql`u.id = ${userId}`;

async function accountRow(executor: Pick<Tx, 'execute'>, which: SQL): Promise<AccountRow | undefined> {
  const found = await executor.execute<AccountRow>(sql`
    select u.id, u.tenant_id, u.account, u.password_hash, ${signInStatusColumns},
      u.must_change_password = 1 and u.password_given_at
        < now() - make_interval(hours => ${integerParameter(sql`u.tenant_id`, 'account.initialPasswordHours')}) as is_password_over
    from sys_user u join sys_tenant t on t.tenant_id = u.tenant_id and t.deleted_at is null
    where ${which} and u.deleted_at is null`);
  return found.rows[0];
}

/**
 * Refuses a user who may not sign in, with the reason. Call it only after the user is verified.
 * @throws TENANT_CLOSED, UPLINE_CLOSED, ACCOUNT_PENDING, ACCOUNT_REFUSED, ACCOUNT_LOCKED or ACCOUNT_DISABLED
 */
export function assertCanSignIn(row: SignInStatus): void {
  if (!row.tenant_open) throw identityErrors.TENANT_CLOSED();
  if (row.may_act && row.is_below_disabled) throw identityErrors.UPLINE_CLOSED();
  if (row.may_act) return;
  if (row.status === 3)
    throw identityErrors.ACCOUNT_PENDING({ time: formatTime(new Date(row.registered_epoch * 1000)) });
  if (row.status === 2 && row.locked_until_epoch !== null) {
    throw identityErrors.ACCOUNT_LOCKED({ time: formatTime(new Date(row.locked_until_epoch * 1000)) });
  }
  if (row.refused_reason !== null) throw identityErrors.ACCOUNT_REFUSED({ reason: row.refused_reason || '–' });
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

/** Returns the user's own profile for the token call and user-info, as the session is narrowed. */
export async function profileOf(
  executor: Pick<Tx, 'execute'>,
  { userId, sessionId }: { readonly userId: bigint; readonly sessionId: bigint | null },
): Promise<Profile> {
  const found = await executor.execute<Record<string, unknown> & { profile: Omit<Profile, 'userId'> }>(sql`
    select json_build_object(
      'tenantId', u.tenant_id, 'account', u.account, 'name', u.name, 'realName', u.real_name, 'avatar', u.avatar,
      'phone', u.phone, 'email', u.email, 'serviceAddress', u.service_address, 'userType', u.user_type,
      'mustChangePassword', u.must_change_password,
      'roles', coalesce((select json_agg(json_build_object('id', r.id::text, 'key', r.role_alias, 'name', r.role_name, 'nameEn', r.role_name_en) order by r.sort, r.id)
        from sys_user_role ur join sys_role r on r.id = ur.role_id and r.deleted_at is null and r.status = 1
        where ur.user_id = u.id and (s.role_id is null or r.id = s.role_id)), '[]'),
      'deptIds', coalesce((select json_agg(ud.dept_id::text order by ud.dept_id) from sys_user_dept ud
        where ud.user_id = u.id and (s.dept_id is null or ud.dept_id = s.dept_id)), '[]')
    ) as profile
    from sys_user u left join auth_session s on s.id = ${sessionId} and s.user_id = u.id
    where u.id = ${userId} and u.deleted_at is null`);
  const row = found.rows[0];
  if (!row) throw identityErrors.ACCOUNT_NOT_FOUND();
  return { ...row.profile, userId };
}
