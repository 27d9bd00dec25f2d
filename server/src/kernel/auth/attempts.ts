import { sql } from 'drizzle-orm';
import type { Db, Tx } from '../db/index.ts';

/** Five wrong passwords from one address for one account, then half an hour's rest. */
export const MAX_FAILURES = 5;
const WINDOW_MINUTES = 30;

export interface AttemptKey {
  readonly tenantId: string;
  readonly account: string;
  readonly address: string;
}

/** The time left until guessing may go on, exactly and as one says it. */
export interface Rest {
  readonly seconds: number;
  readonly minutes: number;
}

/**
 * Counts a sign-in before its password is looked at, in one statement: of two hundred parallel guesses the row lock
 * lets five through, whatever their order. The window starts again with each counted attempt; refused ones do not
 * prolong it.
 * @returns undefined when the password may be checked, else how long until the next try.
 */
export async function countAttempt(db: Db, key: AttemptKey): Promise<Rest | undefined> {
  const window = sql`clock_timestamp() + make_interval(mins => ${WINDOW_MINUTES})`;
  const counted = await db.drizzle.execute<{ failures: number; seconds: number }>(sql`
    insert into auth_attempt as a (tenant_id, account, address, failures, expires_at)
    values (${key.tenantId}, lower(${key.account}), ${key.address}, 1, ${window})
    on conflict (tenant_id, account, address) do update set
      failures = case when a.expires_at <= clock_timestamp() then 1 else least(a.failures + 1, ${MAX_FAILURES + 1}) end,
      expires_at = case when a.expires_at <= clock_timestamp() or a.failures < ${MAX_FAILURES} then ${window} else a.expires_at end
    returning failures, ceil(extract(epoch from expires_at - clock_timestamp()))::int as seconds`);
  const row = counted.rows[0];
  if (row && row.failures <= MAX_FAILURES) return undefined;
  const seconds = Math.max(1, row?.seconds ?? WINDOW_MINUTES * 60);
  return { seconds, minutes: Math.ceil(seconds / 60) };
}

/**
 * Takes one counted attempt back that was right but must not forgive the wrong ones before it: who knows a lesser
 * secret may not use it to guess at the greater one for ever.
 */
export async function giveBackAttempt(executor: Pick<Tx, 'execute'>, key: AttemptKey): Promise<void> {
  await executor.execute(sql`
    update auth_attempt set failures = failures - 1
    where tenant_id = ${key.tenantId} and account = lower(${key.account}) and address = ${key.address} and failures > 0`);
}

/** Forgets the failures of an account: from one address after it signed in, from everywhere when it is unlocked. */
export async function clearAttempts(
  executor: Pick<Tx, 'execute'>,
  key: Omit<AttemptKey, 'address'> & { address?: string },
): Promise<void> {
  await executor.execute(sql`
    delete from auth_attempt
    where tenant_id = ${key.tenantId} and account = lower(${key.account})
      and (${key.address ?? null}::text is null or address = ${key.address ?? null})`);
}
