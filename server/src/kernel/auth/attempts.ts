import { setTimeout as sleep } from 'node:timers/promises';
import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import { sql } from 'drizzle-orm';
import { networkOf } from '../address.ts';
import type { Db, Tx } from '../db/index.ts';
import { integerParameter } from '../parameters/index.ts';
import { authErrors } from './errors.ts';

/** A check that has not ended by then belongs to a process that died. */
const CHECK_SECONDS = 60;
const PATIENCE_MILLIS = 8000;
const FIRST_WAIT_MILLIS = 20;
const LONGEST_WAIT_MILLIS = 320;

export interface AttemptKey {
  readonly tenantId: string;
  readonly account: string;
  /** Of IPv6 the network of 64 bits counts: a single customer has it to choose addresses from. */
  readonly address: string;
}

/** The time until attempts are allowed again, exact and as text. */
export interface LockRemaining {
  readonly seconds: number;
  readonly minutes: number;
}

/**
 * Result of a check: `wrong` counts, `right` clears former wrong ones, `known` does neither, since a known lesser secret must not allow
 * endless guesses of the greater one.
 */
export type AttemptVerdict = 'wrong' | 'right' | 'known';

/**
 * Runs one check of a secret. After `account.failCount` wrong ones from one network for one account, further checks are
 * blocked. All processes together run at most as many parallel checks as failures are left, so of two hundred parallel
 * guesses five are checked; later ones wait for these outcomes, so that only wrong secrets block. A check that throws
 * does not count.
 * @throws SIGN_IN_LOCKED (or the error of `locked`) while blocked, RATE_LIMITED after waiting some seconds
 */
export async function attempt(
  db: Db,
  key: AttemptKey,
  check: () => Promise<AttemptVerdict>,
  locked: (rest: LockRemaining) => Error = signInLocked,
): Promise<AttemptVerdict> {
  await waitForTurn(db, key, locked);
  let verdict: AttemptVerdict = 'known';
  try {
    verdict = await check();
    return verdict;
  } finally {
    await settle(db, key, verdict);
  }
}

const signInLocked = ({ minutes, seconds }: LockRemaining): Error =>
  authErrors.SIGN_IN_LOCKED({ minutes }, { seconds });

async function waitForTurn(db: Db, key: AttemptKey, locked: (rest: LockRemaining) => Error): Promise<void> {
  const until = Date.now() + PATIENCE_MILLIS;
  for (let wait = FIRST_WAIT_MILLIS; ; wait = Math.min(wait * 2, LONGEST_WAIT_MILLIS)) {
    if (await admit(db, key)) return;
    const rest = await restOf(db, key);
    if (rest) throw locked(rest);
    if (Date.now() >= until) throw commonErrors.RATE_LIMITED();
    await sleep(wait * (0.5 + Math.random()));
  }
}

const most = ({ tenantId }: Pick<AttemptKey, 'tenantId'>) => integerParameter(sql`${tenantId}`, 'account.failCount');
const window = ({ tenantId }: Pick<AttemptKey, 'tenantId'>) =>
  sql`clock_timestamp() + make_interval(mins => ${integerParameter(sql`${tenantId}`, 'account.lockMinutes')})`;
const failures = sql`case when a.expires_at <= clock_timestamp() then 0 else a.failures end`;
const checking = sql`case when a.checking_until <= clock_timestamp() then 0 else a.checking end`;

/** One statement, so that the row lock serialises parallel guesses. A refused one does not prolong the rest. */
async function admit(db: Db, key: AttemptKey): Promise<boolean> {
  const checkingUntil = sql`clock_timestamp() + make_interval(secs => ${CHECK_SECONDS})`;
  const admitted = await db.drizzle.execute(sql`
    insert into auth_attempt as a (tenant_id, account, address, failures, checking, checking_until, expires_at)
    values (${key.tenantId}, lower(${key.account}), ${networkOf(key.address)}, 0, 1, ${checkingUntil}, ${window(key)})
    on conflict (tenant_id, account, address) do update set
      failures = ${failures}, checking = ${checking} + 1, checking_until = ${checkingUntil},
      expires_at = case when a.expires_at <= clock_timestamp() then ${window(key)} else a.expires_at end
    where ${failures} + ${checking} < ${most(key)}
    returning 1`);
  return admitted.rows.length === 1;
}

async function restOf(db: Db, key: AttemptKey): Promise<LockRemaining | undefined> {
  const found = await db.drizzle.execute<{ seconds: number }>(sql`
    select ceil(extract(epoch from expires_at - clock_timestamp()))::int as seconds from auth_attempt
    where ${matching(key)} and failures >= ${most(key)} and expires_at > clock_timestamp()`);
  const row = found.rows[0];
  if (!row) return undefined;
  const seconds = Math.max(1, row.seconds);
  return { seconds, minutes: Math.ceil(seconds / 60) };
}

async function settle(db: Db, key: AttemptKey, verdict: AttemptVerdict): Promise<void> {
  if (verdict === 'wrong')
    // Inserts where everything was forgiven meanwhile: a wrong one counts all the same.
    await db.drizzle.execute(sql`
      insert into auth_attempt as a (tenant_id, account, address, failures, expires_at)
      values (${key.tenantId}, lower(${key.account}), ${networkOf(key.address)}, 1, ${window(key)})
      on conflict (tenant_id, account, address) do update set
        failures = ${failures} + 1, checking = greatest(a.checking - 1, 0), expires_at = ${window(key)}`);
  else
    await db.drizzle.execute(sql`
      update auth_attempt set checking = greatest(checking - 1, 0) ${verdict === 'right' ? sql`, failures = 0` : sql``}
      where ${matching(key)}`);
}

/** Forgets the failures of an account: from one address after it signed in, from everywhere when it is unlocked. */
export async function clearAttempts(
  executor: Pick<Tx, 'execute'>,
  key: Omit<AttemptKey, 'address'> & { address?: string },
): Promise<void> {
  await executor.execute(sql`update auth_attempt set failures = 0 where ${matching(key)}`);
}

const matching = ({ tenantId, account, address }: Omit<AttemptKey, 'address'> & { address?: string }) => sql`
  tenant_id = ${tenantId} and account = lower(${account})
  ${address === undefined ? sql`` : sql`and address = ${networkOf(address)}`}`;
