import { sql } from 'drizzle-orm';
import type { Db } from '../db/index.ts';
import { defineTimer } from '../jobs/define.ts';
import { purgeLimits } from '../limits/index.ts';

const EVERY_MILLIS = 60_000;
/** Ended sessions stay for a while, so that a late reuse of their tokens is still recognised. */
const KEEP_SESSIONS_DAYS = 30;

/** Removes captchas, failures, tokens and sessions that mean nothing any more, and the nonces past their grace. */
export const purgeAuth = async (db: Db): Promise<void> => {
  await db.drizzle.execute(sql`delete from auth_captcha where expires_at <= now()`);
  await db.drizzle.execute(sql`delete from auth_attempt where expires_at <= now() and checking_until <= now()`);
  await db.drizzle.execute(sql`delete from auth_social_request where expires_at <= now()`);
  await db.drizzle.execute(sql`delete from auth_social_ticket where expires_at <= now()`);
  await db.drizzle.execute(sql`delete from auth_ticket where expires_at <= now()`);
  await db.drizzle.execute(
    sql`delete from auth_totp where confirmed_at is null and create_time < now() - interval '1 day'`,
  );
  await db.drizzle.execute(
    sql`update auth_token set nonce = null where nonce is not null and used_at < now() - interval '1 minute'`,
  );
  await db.drizzle.execute(sql`delete from auth_token where expires_at < now() - interval '1 day' and kind = 1`);
  await db.drizzle.execute(sql`
    delete from auth_session
    where least(expires_at, coalesce(ended_at, expires_at)) < now() - make_interval(days => ${KEEP_SESSIONS_DAYS})`);
};

export const purgeAuthTimer = defineTimer({
  name: 'auth/purge',
  every: EVERY_MILLIS,
  run: async (app) => {
    await purgeAuth(app.db);
    await purgeLimits(app.db);
  },
});
