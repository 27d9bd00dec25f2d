import { healthPart, providerBreaker, providerOutcome } from '@trade-assistant/contract/areas/provider/dictionaries.ts';
import type { Locale } from '@trade-assistant/contract/kit/locale.ts';
import { eq, inArray, sql } from 'drizzle-orm';
import type { Db } from '../../../kernel/db/index.ts';
import { timelineOf } from '../../../kernel/resource/states.ts';
import { BREAKER_LOG } from './breaker.ts';
import { DURATIONS } from './health.ts';
import { reasonIn } from './isolation.ts';
import { type ProviderHealth, type ProviderRow, providerHealth } from './tables.ts';

type Run = Pick<Db['drizzle'], 'execute' | 'select'>;

/** Exchanges that are not answered; the engine of work counts them. */
interface Open {
  readonly inFlight: number;
  readonly inDoubt: number;
}

interface Sums {
  readonly outcomes: { readonly outcome: number; readonly hour: number; readonly day: number }[];
  /** Numbers a second in the last one to two minutes. */
  readonly rateNow: number;
  /** Exchanges of the last hour by class of duration. */
  readonly durations: readonly number[];
}

/** A reason for a lower score, with its measured value. */
export interface HealthPart {
  readonly part: number;
  readonly points: number;
  readonly figure: string;
}

const POINTS_PER_PERCENT = 6;
const ERROR_POINTS_MAX = 40;
const THROTTLED_POINTS_MAX = 10;
const SLOW_POINTS = 10;
const SLOWED_POINTS_MAX = 10;
const DOUBT_POINTS = 2;
const DOUBT_POINTS_MAX = 20;
const BREAKER_POINTS: Readonly<Record<number, { part: number; points: number }>> = {
  [providerBreaker.is.open]: { part: healthPart.is.open, points: 50 },
  [providerBreaker.is.halfOpen]: { part: healthPart.is.halfOpen, points: 30 },
  [providerBreaker.is.isolated]: { part: healthPart.is.isolated, points: 100 },
};
const { answered, timedOut, failed, throttled, announced } = providerOutcome.is;
const NOTHING: Sums = { outcomes: [], rateNow: 0, durations: [] };

/** Returns the figures of lists, by provider; scores are those of `healthOf`. `found`: the points that other engines subtract. */
export async function healthOfMany(
  run: Run,
  rows: readonly ProviderRow[],
  open: ReadonlyMap<bigint, Open>,
  found: ReadonlyMap<bigint, HealthPart>,
) {
  const ids = rows.map(({ id }) => id);
  const [states, sums] = await Promise.all([
    run.select().from(providerHealth).where(inArray(providerHealth.providerId, ids)),
    sumsOf(run, ids, 1),
  ]);
  const byId = new Map(states.map((state) => [state.providerId, state]));
  return rows.map((row) => {
    const state = byId.get(row.id);
    const counts = open.get(row.id) ?? { inFlight: 0, inDoubt: 0 };
    const parts = state ? partsOf(row, state, sums.get(row.id) ?? NOTHING, counts, found.get(row.id)) : [];
    return {
      breaker: state?.breaker ?? providerBreaker.is.closed,
      healthScore: scoreOf(parts),
      lastError: state?.lastError ?? null,
      webhookTime: state?.webhookTime ?? null,
      testProblem: state?.testProblem ?? null,
      ...counts,
    };
  });
}

/** Returns how a provider does: its score with the parts, figures of the last hour and day, and the breaker's history. */
export async function healthOf(
  db: Db,
  row: ProviderRow,
  locale: Locale,
  open: Open = { inFlight: 0, inDoubt: 0 },
  found?: HealthPart,
) {
  const [[state], sums, timeline] = await Promise.all([
    db.drizzle.select().from(providerHealth).where(eq(providerHealth.providerId, row.id)),
    sumsOf(db.drizzle, [row.id], 24),
    timelineOf(db, row.tenantId, BREAKER_LOG, row.id),
  ]);
  if (!state) throw new Error(`provider ${row.id} has no health`);
  const { outcomes, rateNow, durations } = sums.get(row.id) ?? NOTHING;
  const parts = partsOf(row, state, { outcomes, rateNow, durations }, open, found);
  const { breaker, breakerReason, lastError, lastErrorTime, openUntil, probeUntil, learnedRate } = state;
  const isPaused = breaker === providerBreaker.is.open || breaker === providerBreaker.is.halfOpen;
  return {
    score: scoreOf(parts),
    parts,
    rateNow: tenths(rateNow),
    rateLimit: tenths(learnedRate ?? row.ratePerSecond),
    p50Millis: quantile(durations, 0.5, row.timeoutMs),
    p95Millis: quantile(durations, 0.95, row.timeoutMs),
    outcomes,
    ...open,
    breaker,
    breakerUntil: isPaused ? (probeUntil ?? openUntil) : null,
    breakerReason: breaker === providerBreaker.is.closed ? null : reasonIn(locale, breakerReason),
    lastError,
    lastErrorTime,
    timeline: timeline.map((step) => ({ ...step, reason: reasonIn(locale, step.reason) })),
  };
}

const tenths = (value: number): number => Math.round(value * 10) / 10;
const scoreOf = (parts: readonly HealthPart[]): number =>
  Math.max(
    0,
    parts.reduce((left, { points }) => left - points, 100),
  );

/** Returns what lowers a provider's score, each with its measured value. */
function partsOf(
  row: ProviderRow,
  state: ProviderHealth,
  { outcomes, durations }: Sums,
  open: Open,
  found?: HealthPart,
): HealthPart[] {
  const hourOf = (wanted: number) => outcomes.find(({ outcome }) => outcome === wanted)?.hour ?? 0;
  const tries = hourOf(answered) + hourOf(timedOut) + hourOf(failed);
  const errors = (part: number, outcome: number): HealthPart => {
    const percent = tries === 0 ? 0 : (hourOf(outcome) * 100) / tries;
    return { part, points: atMost(ERROR_POINTS_MAX, percent * POINTS_PER_PERCENT), figure: `${percent.toFixed(1)} %` };
  };
  const slowed = (hourOf(throttled) * 100) / Math.max(1, tries + hourOf(throttled));
  const p95 = quantile(durations, 0.95, row.timeoutMs) ?? 0;
  const rate = (state.learnedRate ?? row.ratePerSecond) / row.ratePerSecond;
  const breaker = BREAKER_POINTS[state.breaker];
  return [
    errors(healthPart.is.timeouts, timedOut),
    errors(healthPart.is.failures, failed),
    { part: healthPart.is.throttling, points: atMost(THROTTLED_POINTS_MAX, slowed), figure: `${slowed.toFixed(1)} %` },
    { part: healthPart.is.slowness, points: p95 > row.timeoutMs / 2 ? SLOW_POINTS : 0, figure: `${p95 / 1000} s` },
    {
      part: healthPart.is.slowedDown,
      points: atMost(SLOWED_POINTS_MAX, (1 - rate) * SLOWED_POINTS_MAX),
      figure: `${Math.round(rate * 100)} %`,
    },
    {
      part: healthPart.is.inDoubt,
      points: atMost(DOUBT_POINTS_MAX, open.inDoubt * DOUBT_POINTS),
      figure: String(open.inDoubt),
    },
    ...(found ? [found] : []),
    ...(breaker ? [{ ...breaker, figure: '' }] : []),
  ].filter(({ points }) => points > 0);
}

const atMost = (most: number, points: number): number => Math.min(most, Math.max(0, Math.round(points)));

/** Returns the upper limit of the class of durations that contains a quantile; the timeout for the last one. */
function quantile(durations: readonly number[], share: number, timeoutMillis: number): number | null {
  const all = durations.reduce((sum, count) => sum + count, 0);
  if (all === 0) return null;
  let seen = 0;
  const index = durations.findIndex((count) => {
    seen += count;
    return seen >= share * all;
  });
  return Math.min(DURATIONS[index] ?? timeoutMillis, timeoutMillis);
}

async function sumsOf(run: Run, ids: readonly bigint[], hours: number): Promise<ReadonlyMap<bigint, Sums>> {
  const isRecent = sql`minute > now() - interval '1 hour'`;
  const classes = [...DURATIONS, 0].map(
    (_, index) => sql`coalesce(sum(durations[${sql.raw(String(index + 1))}]) filter (where ${isRecent}), 0)::int`,
  );
  const { rows } = await run.execute<{
    id: string;
    outcome: number;
    hour: number;
    day: number;
    rate: number;
    durations: number[];
  }>(sql`
    select provider_id::text as id, outcome, coalesce(sum(exchanges) filter (where ${isRecent}), 0)::int as hour,
      sum(exchanges)::int as day,
      coalesce(sum(lines) filter (where minute >= date_trunc('minute', now()) - interval '1 minute'), 0)::double precision
        / extract(epoch from now() - date_trunc('minute', now()) + interval '1 minute')::double precision as rate,
      array[${sql.join(classes, sql`, `)}] as durations
    from prv_minute where provider_id = any(${sql.param(ids.map(String))}::bigint[])
      and minute > now() - make_interval(hours => ${hours}::int)
    group by 1, 2 order by 1, 2`);
  const sums = new Map<bigint, Sums>();
  for (const { id, outcome, hour, day, rate, durations } of rows) {
    const before = sums.get(BigInt(id)) ?? NOTHING;
    const isTimed = outcome === answered || outcome === timedOut;
    sums.set(BigInt(id), {
      outcomes: [...before.outcomes, { outcome, hour, day }],
      rateNow: before.rateNow + (outcome === answered || outcome === announced ? rate : 0),
      durations: isTimed ? durations.map((count, index) => count + (before.durations[index] ?? 0)) : before.durations,
    });
  }
  return sums;
}
