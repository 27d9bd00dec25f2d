import { sql } from 'drizzle-orm';
import { deleteInBatches, updateInBatches } from '../db/batches.ts';
import type { Db } from '../db/index.ts';

/**
 * Removes captchas, failures, tokens and sessions that mean nothing any more, and the nonces past their grace. Ended sessions
 * stay for some days, so that a late reuse of their tokens is still recognised.
 */
export const purgeAuth = async (db: Db, sessionDays: number): Promise<void> => {
  for (const table of ['auth_captcha', 'auth_social_request', 'auth_social_ticket', 'auth_ticket'])
    await deleteInBatches(db, table, sql`expires_at <= now()`);
  await deleteInBatches(db, 'auth_attempt', sql`expires_at <= now() and checking_until <= now()`);
  await deleteInBatches(db, 'auth_totp', sql`confirmed_at is null and create_time < now() - interval '1 day'`);
  await updateInBatches(
    db,
    'auth_token',
    sql`nonce = null`,
    sql`nonce is not null and used_at < now() - interval '1 minute'`,
  );
  await deleteInBatches(db, 'auth_token', sql`kind = 1 and expires_at < now() - interval '1 day'`);
  await deleteInBatches(
    db,
    'auth_session',
    sql`least(expires_at, coalesce(ended_at, expires_at)) < now() - make_interval(days => ${sessionDays}::integer)`,
  );
};
