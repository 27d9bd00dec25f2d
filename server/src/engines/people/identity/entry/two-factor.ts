import { randomInt } from 'node:crypto';
import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import { sql } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import type { Actor } from '../../../../kernel/auth/actor.ts';
import { type AttemptVerdict, attempt, clearAttempts } from '../../../../kernel/auth/attempts.ts';
import { endSessions, stepUpSession } from '../../../../kernel/auth/changes.ts';
import type { Db, Tx } from '../../../../kernel/db/index.ts';
import type { Secrets } from '../../../../kernel/secrets/index.ts';
import { identityErrors } from '../errors.ts';
import { assertCanManage } from '../people/administrators.ts';
import { isInScope, lockUser, type UserRow } from '../people/agent-tree.ts';
import { checkOwnPassword } from './own-password.ts';

const ISSUER = 'Trade Assistant';
const STEP_SECONDS = 30;
/** In steps of half a minute: the tolerated clock difference in both directions. */
const WINDOW = 1;
const SECRET_BYTES = 20;
const RECOVERY_CODES = 10;
const RECOVERY_LENGTH = 10;
/** Without characters that are easily confused when copied by hand. */
const RECOVERY_SIGNS = 'abcdefghjkmnpqrstuvwxyz23456789';
/**
 * Codes can be guessed from many addresses at once, but only with the password, so attempts from all addresses count
 * together.
 */
const ANYWHERE = '*';

export interface TwoFactorState {
  readonly isOn: boolean;
  readonly since: Date | null;
  /** Recovery codes not used yet. */
  readonly codesLeft: number;
}

/** The user who enters a code: signed in, or between the two steps of a sign-in. */
export type CodeOwner = Pick<Actor, 'userId' | 'tenantId' | 'account'>;

export async function twoFactorState(executor: Pick<Tx, 'execute'>, userId: bigint): Promise<TwoFactorState> {
  const found = await executor.execute<{ since: number | null; left: number }>(sql`
    select extract(epoch from (select confirmed_at from auth_totp where user_id = ${userId}))::float8 as since,
      (select count(*) from auth_recovery_code where user_id = ${userId} and used_at is null)::int as left`);
  const since = found.rows[0]?.since ?? null;
  return {
    isOn: since !== null,
    since: since === null ? null : new Date(since * 1000),
    codesLeft: found.rows[0]?.left ?? 0,
  };
}

/**
 * Creates a new secret for an app, and replaces one that was never confirmed.
 * @throws PASSWORD_WRONG, SIGN_IN_LOCKED, TWO_FACTOR_ON
 */
export async function enrolTwoFactor(
  db: Db,
  secrets: Secrets,
  actor: Actor,
  input: { password: string },
): Promise<{ secret: string; uri: string }> {
  await checkOwnPassword(db, actor, input.password);
  const secret = new Secret({ size: SECRET_BYTES });
  const stored = await db.drizzle.execute(sql`
    insert into auth_totp (user_id, secret) values (${actor.userId}, ${secrets.seal(secret.base32, purposeOf(actor.userId))})
    on conflict (user_id) do update set secret = excluded.secret, create_time = now() where auth_totp.confirmed_at is null
    returning user_id`);
  if (stored.rows.length === 0) throw identityErrors.TWO_FACTOR_ON();
  return { secret: secret.base32, uri: totp(secret, actor.account).toString() };
}

/**
 * Enables two-step verification after a right code. @returns the recovery codes
 * @throws CODE_WRONG, TWO_FACTOR_ON, TWO_FACTOR_OFF, SIGN_IN_LOCKED
 */
export async function confirmTwoFactor(
  db: Db,
  secrets: Secrets,
  actor: Actor,
  input: { code: string },
): Promise<string[]> {
  let codes: string[] | undefined;
  await attempt(db, anywhere(actor), () =>
    db.tx(async (tx): Promise<AttemptVerdict> => {
      const row = await totpRow(tx, actor.userId);
      if (!row) throw identityErrors.TWO_FACTOR_OFF();
      if (row.is_on) throw identityErrors.TWO_FACTOR_ON();
      const found = await takeTotp(tx, secrets, actor.userId, row, plainCode(input.code));
      if (found === 'right') {
        await tx.execute(sql`update auth_totp set confirmed_at = now() where user_id = ${actor.userId}`);
        codes = await newRecoveryCodes(tx, secrets, actor.userId);
      }
      return VERDICT[found];
    }),
  );
  if (!codes) throw identityErrors.CODE_WRONG();
  return codes;
}

/**
 * Disables two-step verification; needs the password and a code.
 * @throws PASSWORD_WRONG, CODE_WRONG, TWO_FACTOR_OFF, SIGN_IN_LOCKED
 */
export async function disableTwoFactor(
  db: Db,
  secrets: Secrets,
  actor: Actor,
  input: { password: string; code: string },
): Promise<void> {
  await assertOn(db, actor);
  await checkOwnPassword(db, actor, input.password);
  await checkCode(db, secrets, actor, input.code);
  await db.tx(async (tx) => {
    await tx.execute(sql`delete from auth_totp where user_id = ${actor.userId}`);
    await tx.execute(sql`delete from auth_recovery_code where user_id = ${actor.userId}`);
  });
}

/**
 * Resets the second factor of a user who lost it, and ends the user's sessions and half-finished sign-ins. Nobody may
 * reset their own (that needs a code), and only an administrator may reset an administrator's.
 * @throws OUT_OF_SCOPE, NO_PERMISSION, SECOND_FACTOR_OWN, TWO_FACTOR_OFF
 */
export async function resetTwoFactor(tx: Tx, actor: Actor, input: { userId: bigint }): Promise<UserRow> {
  const user = await lockResettable(tx, actor, input.userId);
  await assertCanManage(tx, actor, user);
  return removeTwoFactor(tx, user, actor.userId);
}

/**
 * Locks a user whose second factor the actor may request to reset.
 * @throws OUT_OF_SCOPE, SECOND_FACTOR_OWN, TWO_FACTOR_OFF
 */
export async function lockResettable(tx: Tx, actor: Actor, userId: bigint): Promise<UserRow> {
  if (!(await isInScope(tx, actor, userId))) throw commonErrors.OUT_OF_SCOPE();
  const user = await lockUser(tx, actor, userId);
  if (user.id === actor.userId) throw identityErrors.SECOND_FACTOR_OWN();
  if (!(await twoFactorState(tx, user.id)).isOn) throw identityErrors.TWO_FACTOR_OFF();
  return user;
}

/** Removes the second factor of a locked user, on behalf of `askedBy`. */
export async function removeTwoFactor(tx: Tx, user: UserRow, askedBy: bigint): Promise<UserRow> {
  await tx.execute(sql`delete from auth_totp where user_id = ${user.id}`);
  await tx.execute(sql`
    update sys_user set credentials_reset_by = ${askedBy}, credentials_reset_at = now() where id = ${user.id}`);
  await tx.execute(sql`delete from auth_recovery_code where user_id = ${user.id}`);
  await tx.execute(sql`delete from auth_ticket where user_id = ${user.id}`);
  await clearAttempts(tx, { tenantId: user.tenantId, account: user.account, address: ANYWHERE });
  await endSessions(tx, { userId: user.id }, 'second factor reset');
  return user;
}

/** Replaces the recovery codes. Needs the password and a code. @throws as `disableTwoFactor` */
export async function renewRecoveryCodes(
  db: Db,
  secrets: Secrets,
  actor: Actor,
  input: { password: string; code: string },
): Promise<string[]> {
  await assertOn(db, actor);
  await checkOwnPassword(db, actor, input.password);
  await checkCode(db, secrets, actor, input.code);
  return db.tx((tx) => newRecoveryCodes(tx, secrets, actor.userId));
}

/** Verifies a code within a session, for calls that require it. @throws CODE_WRONG, TWO_FACTOR_OFF, SIGN_IN_LOCKED */
export async function verifyTwoFactor(db: Db, secrets: Secrets, actor: Actor, input: { code: string }): Promise<void> {
  await assertOn(db, actor);
  await checkCode(db, secrets, actor, input.code);
  const { sessionId } = actor;
  if (sessionId !== null) await db.tx((tx) => stepUpSession(tx, sessionId));
}

/**
 * Accepts a code of the app or a recovery code once; wrong codes from all addresses count together.
 * @throws CODE_WRONG, SIGN_IN_LOCKED
 */
export async function checkCode(db: Db, secrets: Secrets, owner: CodeOwner, given: string): Promise<void> {
  const code = plainCode(given);
  let found = 'wrong' as CodeCheck;
  await attempt(db, anywhere(owner), async () => {
    found = await db.tx(async (tx): Promise<CodeCheck> => {
      const row = await totpRow(tx, owner.userId);
      if (!row?.is_on) return 'wrong';
      return /^\d{6}$/.test(code)
        ? takeTotp(tx, secrets, owner.userId, row, code)
        : takeRecoveryCode(tx, secrets, owner.userId, code);
    });
    return VERDICT[found];
  });
  if (found !== 'right') throw identityErrors.CODE_WRONG();
}

async function assertOn(db: Db, actor: Actor): Promise<void> {
  if (!(await twoFactorState(db.drizzle, actor.userId)).isOn) throw identityErrors.TWO_FACTOR_OFF();
}

const anywhere = ({ tenantId, account }: CodeOwner) => ({ tenantId, account, address: ANYWHERE });

/** A right code that is already used is refused but is not counted as a guess: a parallel request may have used it. */
type CodeCheck = 'right' | 'used' | 'wrong';
const VERDICT: Readonly<Record<CodeCheck, AttemptVerdict>> = { right: 'right', used: 'known', wrong: 'wrong' };

interface TotpRow extends Record<string, unknown> {
  readonly secret: string;
  readonly is_on: boolean;
  /** A 64-bit integer as text. */
  readonly last_step: string;
}

/** Locked until the transaction ends, so that two requests with the same code wait for each other. */
async function totpRow(tx: Tx, userId: bigint): Promise<TotpRow | undefined> {
  const found = await tx.execute<TotpRow>(sql`
    select secret, confirmed_at is not null as is_on, last_step::text from auth_totp where user_id = ${userId} for update`);
  return found.rows[0];
}

async function takeTotp(tx: Tx, secrets: Secrets, userId: bigint, row: TotpRow, code: string): Promise<CodeCheck> {
  const now = Date.now();
  const secret = Secret.fromBase32(secrets.open(row.secret, purposeOf(userId)));
  const delta = totp(secret, '').validate({ token: code, timestamp: now, window: WINDOW });
  if (delta === null) return 'wrong';
  const step = Math.floor(now / 1000 / STEP_SECONDS) + delta;
  if (step <= Number(row.last_step)) return 'used';
  await tx.execute(sql`update auth_totp set last_step = ${step} where user_id = ${userId}`);
  return 'right';
}

async function takeRecoveryCode(tx: Tx, secrets: Secrets, userId: bigint, code: string): Promise<CodeCheck> {
  const taken = await tx.execute<{ is_fresh: boolean }>(sql`
    update auth_recovery_code c set used_at = coalesce(c.used_at, now())
    from (select user_id, code_hash, used_at is null as is_fresh from auth_recovery_code
          where user_id = ${userId} and code_hash = ${secrets.digest(code, recoveryPurposeOf(userId))} for update) known
    where c.user_id = known.user_id and c.code_hash = known.code_hash
    returning known.is_fresh`);
  const row = taken.rows[0];
  return row ? (row.is_fresh ? 'right' : 'used') : 'wrong';
}

async function newRecoveryCodes(tx: Tx, secrets: Secrets, userId: bigint): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () =>
    Array.from({ length: RECOVERY_LENGTH }, () => RECOVERY_SIGNS[randomInt(RECOVERY_SIGNS.length)]).join(''),
  );
  await tx.execute(sql`delete from auth_recovery_code where user_id = ${userId}`);
  for (const code of codes) {
    await tx.execute(sql`
      insert into auth_recovery_code (user_id, code_hash)
      values (${userId}, ${secrets.digest(code, recoveryPurposeOf(userId))})`);
  }
  return codes.map((code) => `${code.slice(0, RECOVERY_LENGTH / 2)}-${code.slice(RECOVERY_LENGTH / 2)}`);
}

/** Removes the separators between groups (six digits in two groups of three, recovery codes in two of five). */
const plainCode = (given: string): string => given.replace(/[\s-]/g, '').toLowerCase();
const purposeOf = (userId: bigint): string => `totp:${userId}`;
const recoveryPurposeOf = (userId: bigint): string => `recovery:${userId}`;
const totp = (secret: Secret, label: string): TOTP =>
  new TOTP({ issuer: ISSUER, label, secret, algorithm: 'SHA1', digits: 6, period: STEP_SECONDS });
