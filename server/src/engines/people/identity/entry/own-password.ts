import { eq, sql } from 'drizzle-orm';
import type { Actor } from '../../../../kernel/auth/actor.ts';
import { attempt } from '../../../../kernel/auth/attempts.ts';
import { endOtherSessions, rightsChanged } from '../../../../kernel/auth/changes.ts';
import { authErrors } from '../../../../kernel/auth/errors.ts';
import { checkPassword, digestOf, hashPassword, verifyPassword } from '../../../../kernel/auth/password.ts';
import type { Db } from '../../../../kernel/db/index.ts';
import { identityErrors } from '../errors.ts';
import { users } from '../tables.ts';
import { isCommonPassword } from './common-passwords.ts';

/**
 * Verifies the caller's own password before a change that could lock the user out. Counted like a sign-in: a person at
 * an unattended screen gets five guesses. Takes the database, because a wrong guess must stay counted.
 * @throws PASSWORD_WRONG, SIGN_IN_LOCKED
 */
export async function checkOwnPassword(db: Db, actor: Actor, password: string): Promise<void> {
  const key = { tenantId: actor.tenantId, account: actor.account, address: actor.ip };
  const verdict = await attempt(db, key, async () =>
    (await verifyPassword((await ownSecret(db, actor)).hash, password)) ? 'right' : 'wrong',
  );
  if (verdict === 'wrong') throw authErrors.PASSWORD_WRONG();
}

async function ownSecret(db: Db, actor: Actor): Promise<{ hash: string | null; mustChangePassword: number }> {
  const [row] = await db.drizzle
    .select({ hash: users.passwordHash, mustChangePassword: users.mustChangePassword })
    .from(users)
    .where(eq(users.id, actor.userId));
  return row ?? { hash: null, mustChangePassword: 0 };
}

export interface PasswordChange {
  readonly oldPassword: string;
  /** As typed or, as the console sends it, its SHA-256 hex, which hides length and characters. */
  readonly newPassword: string;
  readonly newPassword1: string;
}

/**
 * Changes the caller's own password and ends all other sessions and all half-finished sign-ins. These calls have no
 * idempotency key; a repetition after a lost answer is recognised because the new password is already set.
 * @returns how many sessions ended; 0 for a repetition
 * @throws PASSWORDS_DIFFER, PASSWORD_WEAK, PASSWORD_COMMON, PASSWORD_SAME, OLD_PASSWORD_WRONG, SIGN_IN_LOCKED
 */
export async function changeOwnPassword(db: Db, actor: Actor, change: PasswordChange): Promise<number> {
  const wanted = digestOf(change.newPassword);
  if (wanted !== digestOf(change.newPassword1)) throw identityErrors.PASSWORDS_DIFFER();
  checkPassword(change.newPassword);
  if (await isCommonPassword(wanted, actor.account)) throw identityErrors.PASSWORD_COMMON();
  const key = { tenantId: actor.tenantId, account: actor.account, address: actor.ip };
  const verdict = await attempt(db, key, async () => {
    const { hash, mustChangePassword } = await ownSecret(db, actor);
    if (await verifyPassword(hash, change.oldPassword)) return 'right';
    // A password that must be changed was set by another person, so it cannot be a repetition.
    return mustChangePassword === 0 && (await verifyPassword(hash, wanted)) ? 'known' : 'wrong';
  });
  if (verdict === 'wrong') throw identityErrors.OLD_PASSWORD_WRONG();
  if (verdict === 'known') return 0;
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
