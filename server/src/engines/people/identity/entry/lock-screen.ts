import { sql } from 'drizzle-orm';
import type { Actor } from '../../../../kernel/auth/actor.ts';
import { type AttemptKey, attempt } from '../../../../kernel/auth/attempts.ts';
import { setSessionLock } from '../../../../kernel/auth/changes.ts';
import { digestOf, hashPassword, verifyPassword } from '../../../../kernel/auth/password.ts';
import type { Db, Tx } from '../../../../kernel/db/index.ts';
import { identityErrors } from '../errors.ts';

export interface LockState {
  readonly isLocked: boolean;
  readonly hasPassword: boolean;
}

/** Whether the screen of the actor's session is locked, and whether there is a lock password. */
export async function lockStateOf(executor: Pick<Tx, 'execute'>, actor: Actor): Promise<LockState> {
  const found = await executor.execute<Record<string, unknown> & LockState>(sql`
    select lock_password_hash is not null as "hasPassword",
      exists (select from auth_session where id = ${actor.sessionId} and locked_at is not null) as "isLocked"
    from sys_user where id = ${actor.userId} and deleted_at is null`);
  return found.rows[0] ?? { isLocked: false, hasPassword: false };
}

/** Locks the screen of the actor's session. @throws LOCK_PASSWORD_NEEDED if there is no password to unlock it with */
export async function lockScreen(tx: Tx, actor: Actor): Promise<void> {
  if (!(await lockStateOf(tx, actor)).hasPassword) throw identityErrors.LOCK_PASSWORD_NEEDED();
  if (actor.sessionId !== null) await setSessionLock(tx, actor.sessionId, true);
}

/**
 * Unlocks the screen with the lock password or the sign-in password. Attempts count together with those of signing in,
 * because both guess the same secret. Takes the database, because a failed attempt must stay counted.
 * @throws LOCK_PASSWORD_EMPTY, LOCK_RESTS, LOCK_PASSWORD_WRONG
 */
export async function unlockScreen(db: Db, actor: Actor, password: string): Promise<void> {
  await prove(db, actor, [password], async (tx) => {
    if (actor.sessionId !== null) await setSessionLock(tx, actor.sessionId, false);
  });
}

/**
 * Sets the lock password. The first one needs only the open session; a later one needs `current`, the present lock
 * password or the sign-in password. @throws the errors of `unlockScreen`, and LOCK_PASSWORD_EMPTY for a blank new
 * password
 */
export async function setLockPassword(
  db: Db,
  actor: Actor,
  input: { password: string; current?: string | undefined },
): Promise<void> {
  refuseBlank(input.password);
  const hash = await hashPassword(input.password);
  const { hasPassword } = await lockStateOf(db.drizzle, actor);
  // A caller who repeats the call after a lost answer proves the password with the new one.
  const words = input.current === undefined ? [input.password] : [input.current, input.password];
  if (hasPassword) return prove(db, actor, words, (tx) => store(tx, actor, hash));
  const isFirst = await db.tx((tx) => store(tx, actor, hash, sql`and lock_password_hash is null`));
  // A concurrent call has just set one; replacing that one needs its password.
  if (!isFirst) throw identityErrors.LOCK_PASSWORD_WRONG();
}

/**
 * Does the work if one of the given words is the lock password or the sign-in password; otherwise counts a failed
 * attempt.
 */
async function prove(
  db: Db,
  actor: Actor,
  words: readonly string[],
  work: (tx: Tx) => Promise<unknown>,
): Promise<void> {
  for (const word of words) refuseEmpty(word);
  const key: AttemptKey = { tenantId: actor.tenantId, account: actor.account, address: actor.ip };
  const verdict = await attempt(
    db,
    key,
    async () => {
      const { lock_password_hash: lockHash, password_hash: signInHash } = await secretsOf(db.drizzle, actor);
      for (const word of words) {
        if (lockHash !== null && (await verifyPassword(lockHash, word))) return 'known';
        if (await verifyPassword(signInHash, word)) return 'right';
      }
      return 'wrong';
    },
    ({ minutes, seconds }) => identityErrors.LOCK_RESTS({ minutes }, { seconds }),
  );
  if (verdict === 'wrong') throw identityErrors.LOCK_PASSWORD_WRONG();
  await db.tx(work);
}

interface Secrets extends Record<string, unknown> {
  readonly password_hash: string;
  readonly lock_password_hash: string | null;
}

async function secretsOf(executor: Pick<Tx, 'execute'>, actor: Actor): Promise<Secrets> {
  const found = await executor.execute<Secrets>(
    sql`select password_hash, lock_password_hash from sys_user where id = ${actor.userId} and deleted_at is null`,
  );
  const row = found.rows[0];
  if (!row) throw identityErrors.ACCOUNT_NOT_FOUND();
  return row;
}

async function store(tx: Tx, actor: Actor, hash: string, only = sql``): Promise<boolean> {
  const { rowCount } = await tx.execute(
    sql`update sys_user set lock_password_hash = ${hash} where id = ${actor.userId} and deleted_at is null ${only}`,
  );
  return rowCount === 1;
}

/** Longest password. */
const LONGEST = 128;
const EMPTY = digestOf('');
const BLANK = new Set(Array.from({ length: LONGEST + 1 }, (_, length) => digestOf(' '.repeat(length))));

/** Also recognises the digest of an empty password, because the console sends only digests. */
function refuseEmpty(password: string): void {
  if (password.trim() === '' || digestOf(password) === EMPTY) throw identityErrors.LOCK_PASSWORD_EMPTY();
}

/** Refuses a new password of only spaces; one that was set earlier still works. */
function refuseBlank(password: string): void {
  if (password.trim() === '' || BLANK.has(digestOf(password))) throw identityErrors.LOCK_PASSWORD_EMPTY();
}
