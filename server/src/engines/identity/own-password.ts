import { eq, sql } from 'drizzle-orm';
import type { Actor } from '../../kernel/auth/actor.ts';
import { attempt } from '../../kernel/auth/attempts.ts';
import { endOtherSessions, rightsChanged } from '../../kernel/auth/changes.ts';
import { authErrors } from '../../kernel/auth/errors.ts';
import { checkPassword, digestOf, hashPassword, verifyPassword } from '../../kernel/auth/password.ts';
import type { Db } from '../../kernel/db/index.ts';
import { isCommonPassword } from './common-passwords.ts';
import { identityErrors } from './errors.ts';
import { users } from './tables.ts';

/**
 * Makes sure that it is really the user who acts, before anything that could lock them out. Counted like a sign-in:
 * whoever found an open screen gets five guesses. Takes the database, because a wrong guess must stay counted.
 * @throws PASSWORD_WRONG, SIGN_IN_LOCKED
 */
export async function checkOwnPassword(
  db: Db,
  actor: Actor,
  password: string,
  wrong = authErrors.PASSWORD_WRONG,
): Promise<void> {
  const key = { tenantId: actor.tenantId, account: actor.account, address: actor.ip };
  const verdict = await attempt(db, key, async () => {
    const [row] = await db.drizzle.select({ hash: users.passwordHash }).from(users).where(eq(users.id, actor.userId));
    return (await verifyPassword(row?.hash ?? null, password)) ? 'right' : 'wrong';
  });
  if (verdict === 'wrong') throw wrong();
}

export interface PasswordChange {
  readonly oldPassword: string;
  /** As typed or, as the console sends it, its SHA-256 hex: of that length and kinds of signs cannot be told. */
  readonly newPassword: string;
  readonly newPassword1: string;
}

/**
 * Changes one's own password and ends all other sessions, and every sign-in that is between its two steps.
 * @returns how many sessions ended
 * @throws PASSWORDS_DIFFER, PASSWORD_WEAK, PASSWORD_COMMON, PASSWORD_SAME, OLD_PASSWORD_WRONG, SIGN_IN_LOCKED
 */
export async function changeOwnPassword(db: Db, actor: Actor, change: PasswordChange): Promise<number> {
  const wanted = digestOf(change.newPassword);
  if (wanted !== digestOf(change.newPassword1)) throw identityErrors.PASSWORDS_DIFFER();
  checkPassword(change.newPassword);
  if (await isCommonPassword(wanted, actor.account)) throw identityErrors.PASSWORD_COMMON();
  await checkOwnPassword(db, actor, change.oldPassword, identityErrors.OLD_PASSWORD_WRONG);
  if (wanted === digestOf(change.oldPassword)) throw identityErrors.PASSWORD_SAME();
  const passwordHash = await hashPassword(wanted);
  return db.tx(async (tx) => {
    await tx
      .update(users)
      .set({ passwordHash, mustChangePassword: 0, updateUser: actor.userId, updateTime: sql`now()` })
      .where(eq(users.id, actor.userId));
    await tx.execute(sql`delete from auth_ticket where user_id = ${actor.userId}`);
    const which = { userId: actor.userId, keep: actor.sessionId };
    const ended = await endOtherSessions(tx, which, 'password changed');
    await rightsChanged(tx);
    return ended;
  });
}
