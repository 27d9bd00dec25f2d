import { providerBreaker, providerOutcome } from '@trade-assistant/contract/areas/provider/dictionaries.ts';
import { sql } from 'drizzle-orm';
import { deleteInBatches } from '../../../kernel/db/batches.ts';
import type { Db, Tx } from '../../../kernel/db/index.ts';
import { openWhenFailing } from './breaker.ts';

type Executor = Pick<Tx, 'execute'>;

/** Outcomes of an exchange. Throttling and refusals say nothing about the provider's health. */
export const OUTCOME = providerOutcome.is;
export type Outcome = (typeof OUTCOME)[keyof typeof OUTCOME];

export interface Exchange {
  readonly outcome: Outcome;
  readonly lines: number;
  readonly millis: number;
  readonly error?: string | undefined;
}

/** Lines may be taken so far ahead of the rate: shorter pauses would only cost statements. */
const BURST_SECONDS = 1;
/** A batch of bulk work uses the rate up for about ten seconds. */
const URGENT_SECONDS = 15;
/** The screen shows a day; the rest is for questions afterwards. */
const MINUTES_KEPT_DAYS = 30;
const SLOWER = 0.7;
/** Limits of the classes of durations, in milliseconds. */
export const DURATIONS = [100, 300, 1000, 3000, 10_000];

const aheadOf = (isUrgent: boolean): number => (isUrgent ? URGENT_SECONDS : BURST_SECONDS);

/**
 * Returns the milliseconds until the provider's rate, which all nodes share, has room; 0: it has now. Urgent lines may be taken further ahead,
 * because bulk batches use the rate up for seconds; the bulk then waits longer.
 */
export async function rateWait(tx: Executor, providerId: bigint, isUrgent: boolean): Promise<number> {
  const { rows } = await tx.execute<{ wait: number | null }>(sql`
    select ceil(extract(epoch from greatest(next_free_at - make_interval(secs => ${aheadOf(isUrgent)}),
      case when ${isUrgent}::boolean then throttled_until end) - now()) * 1000)::int as wait
    from prv_health where provider_id = ${providerId}`);
  return Math.max(0, Number(rows[0]?.wait ?? 0));
}

/** Takes lines from the provider's rate. The caller commits soon: the next taker waits. @returns whether the rate had room */
export async function reserveRate(
  tx: Executor,
  providerId: bigint,
  lines: number,
  isUrgent: boolean,
): Promise<boolean> {
  const taken = await tx.execute(sql`
    update prv_health h set next_free_at = greatest(next_free_at, now())
      + make_interval(secs => ${lines}::double precision / coalesce(learned_rate, p.rate_per_second))
    from prv_provider p where p.id = h.provider_id and h.provider_id = ${providerId} and breaker = ${providerBreaker.is.closed}
      and next_free_at <= now() + make_interval(secs => ${aheadOf(isUrgent)})
      and (not ${isUrgent}::boolean or coalesce(throttled_until <= now(), true))`);
  return (taken.rowCount ?? 0) > 0;
}

/** Counts something in this minute without a duration: a callback, or an answer with `lines` wrong numbers. */
export const countOutcome = (run: Executor, providerId: bigint, outcome: Outcome, lines = 0) =>
  run.execute(sql`
    insert into prv_minute (provider_id, minute, outcome, exchanges, lines)
    values (${providerId}, date_trunc('minute', now()), ${outcome}, 1, ${lines})
    on conflict (provider_id, minute, outcome) do update set exchanges = prv_minute.exchanges + 1,
      lines = prv_minute.lines + excluded.lines`);

/** Counts an exchange, and opens the breaker of a provider that fails too often. */
export async function recordExchange(tx: Tx, providerId: bigint, exchange: Exchange): Promise<void> {
  const { outcome, lines, millis, error } = exchange;
  const bucket = DURATIONS.filter((limit) => millis >= limit).length;
  const durations = [...DURATIONS, 0].map((_, index) => Number(index === bucket));
  await tx.execute(sql`
    insert into prv_minute (provider_id, minute, outcome, exchanges, lines, millis, durations)
    values (${providerId}, date_trunc('minute', now()), ${outcome}, 1, ${lines}, ${Math.round(millis)},
      ${sql.param(durations)}::int[])
    on conflict (provider_id, minute, outcome) do update set exchanges = prv_minute.exchanges + 1,
      lines = prv_minute.lines + excluded.lines, millis = prv_minute.millis + excluded.millis,
      durations = array(select a + b from unnest(prv_minute.durations, excluded.durations) with ordinality d (a, b, o) order by o)`);
  if (error !== undefined)
    await tx.execute(
      sql`update prv_health set last_error = ${error.slice(0, 255)}, last_error_time = now() where provider_id = ${providerId}`,
    );
  if (outcome === OUTCOME.timedOut || outcome === OUTCOME.failed) await openWhenFailing(tx, providerId, error);
}

/** Returns the numbers a second that a provider bears now. */
export async function borneRate(
  run: Executor,
  { id, ratePerSecond }: { id: bigint; ratePerSecond: number },
): Promise<number> {
  const { rows } = await run.execute<{ rate: number | null }>(
    sql`select learned_rate::float8 as rate from prv_health where provider_id = ${id}`,
  );
  return Math.round((rows[0]?.rate ?? ratePerSecond) * 10) / 10;
}

/** Slows a provider down that answered "too fast", and pauses it. */
export async function slowDown(tx: Executor, providerId: bigint, afterMillis: number): Promise<void> {
  await tx.execute(sql`
    update prv_health h set learned_rate = greatest(1, coalesce(learned_rate, p.rate_per_second) * ${SLOWER}::double precision),
      throttled_until = now() + make_interval(secs => ${(afterMillis / 1000).toFixed(3)}::double precision),
      next_free_at = greatest(next_free_at, now() + make_interval(secs => ${(afterMillis / 1000).toFixed(3)}::double precision + ${BURST_SECONDS}))
    from prv_provider p where p.id = h.provider_id and h.provider_id = ${providerId}`);
}

/** Notes the numbers a second that a provider bears, after it throttled some of them. */
export const bearRate = (run: Executor, providerId: bigint, rate: number): Promise<unknown> =>
  run.execute(sql`
    update prv_health h set learned_rate = greatest(1, least(p.rate_per_second, ${rate}::double precision)), throttled_until = now()
    from prv_provider p where p.id = h.provider_id and h.provider_id = ${providerId}`);

/**
 * Steps by which slowed providers are sped up: small ones near the rate that they bore, so that it is hardly exceeded, and large ones once they
 * bore that for long. From a hundredth of its rate a provider is back in four minutes.
 */
export const SPEED_UP = { everySeconds: 5, slow: 1.015, fastAfterSeconds: 75, fast: 1.2 } as const;

/** Returns the factor of the next step, by the seconds without throttling. */
export const stepAfter = (seconds: number): number => {
  if (seconds < SPEED_UP.everySeconds) return 1;
  return seconds < SPEED_UP.fastAfterSeconds ? SPEED_UP.slow : SPEED_UP.fast;
};

/** Speeds slowed providers up again, by one step. */
export async function speedUp(tx: Executor): Promise<void> {
  const { everySeconds, slow, fastAfterSeconds, fast } = SPEED_UP;
  await tx.execute(sql`
    update prv_health h set learned_rate = case when learned_rate * f.factor >= p.rate_per_second then null else learned_rate * f.factor end
    from prv_provider p, lateral (select case when throttled_until > now() - make_interval(secs => ${fastAfterSeconds}::int)
      then ${slow}::double precision else ${fast}::double precision end as factor from prv_health where provider_id = p.id) f
    where p.id = h.provider_id and learned_rate is not null
      and coalesce(throttled_until <= now() - make_interval(secs => ${everySeconds}::int), true)`);
}

/** Deletes the counts of exchanges of more than thirty days ago. @returns the number of rows */
export const purgeMinutes = (db: Db): Promise<number> =>
  deleteInBatches(db, 'prv_minute', sql`minute < now() - make_interval(days => ${MINUTES_KEPT_DAYS}::int)`);
