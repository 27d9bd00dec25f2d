import { sql } from 'drizzle-orm';
import type { Actor } from '../../../kernel/auth/actor.ts';
import { type AttemptKey, attempt } from '../../../kernel/auth/attempts.ts';
import { setSessionLock } from '../../../kernel/auth/changes.ts';
import { digestOf, hashPassword, verifyPassword } from '../../../kernel/auth/password.ts';
import type { Db, Tx } from '../../../kernel/db/index.ts';
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

/** Locks the screen of the actor's session. LOCK_PASSWORD_NEEDED when there would be no word to open it with. */
export async function lockScreen(tx: Tx, actor: Actor): Promise<void> {
  if (!(await lockStateOf(tx, actor)).hasPassword) throw identityErrors.LOCK_PASSWORD_NEEDED();
  if (actor.sessionId !== null) await setSessionLock(tx, actor.sessionId, true);
}

/**
 * Opens the screen again, with the lock password or the sign-in password. Attempts are counted with those of signing in,
 * because they guess at the same secret; takes the database since a failed one must leave its count behind.
 * Errors: LOCK_PASSWORD_EMPTY, LOCK_RESTS, LOCK_PASSWORD_WRONG.
 */
export async function unlockScreen(db: Db, actor: Actor, password: string): Promise<void> {
  await prove(db, actor, [password], async (tx) => {
    if (actor.sessionId !== null) await setSessionLock(tx, actor.sessionId, false);
  });
}

/**
 * Sets the lock password. The first one needs nothing but the open session; any other one `current`, the lock password
 * until now or the sign-in password. Errors: as `unlockScreen`, and LOCK_PASSWORD_EMPTY for a blank new one.
 */
export async function setLockPassword(
  db: Db,
  actor: Actor,
  input: { password: string; current?: string | undefined },
): Promise<void> {
  refuseBlank(input.password);
  const hash = await hashPassword(input.password);
  const { hasPassword } = await lockStateOf(db.drizzle, actor);
  // Who repeats it after a lost answer knows the password by then as the new one.
  const words = input.current === undefined ? [input.password] : [input.current, input.password];
  if (hasPassword) return prove(db, actor, words, (tx) => store(tx, actor, hash));
  const isFirst = await db.tx((tx) => store(tx, actor, hash, sql`and lock_password_hash is null`));
  // Somebody else was first a moment ago: theirs may only be replaced by who knows it.
  if (!isFirst) throw identityErrors.LOCK_PASSWORD_WRONG();
}

/** Does the work for who knows, by one of these words, one of the two passwords, and counts the attempt otherwise. */
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

/** As long as a password gets. */
const LONGEST = 128;
const EMPTY = digestOf('');
const BLANK = new Set(Array.from({ length: LONGEST + 1 }, (_, length) => digestOf(' '.repeat(length))));

/** Also by its digest, which is all the console sends. */
function refuseEmpty(password: string): void {
  if (password.trim() === '' || digestOf(password) === EMPTY) throw identityErrors.LOCK_PASSWORD_EMPTY();
}

/** A new one of nothing but spaces; one that was set before still opens. */
function refuseBlank(password: string): void {
  if (password.trim() === '' || BLANK.has(digestOf(password))) throw identityErrors.LOCK_PASSWORD_EMPTY();
}
