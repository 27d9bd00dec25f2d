import { sql } from 'drizzle-orm';
import type { Tx } from '../../kernel/db/index.ts';
import { BREAKER } from './tables.ts';

type Executor = Pick<Tx, 'execute'>;

/** Outcomes of an exchange. Throttling and refusals say nothing about the provider's health. */
export const OUTCOME = { answered: 1, timedOut: 2, failed: 3, throttled: 4, refused: 5 } as const;
export type Outcome = (typeof OUTCOME)[keyof typeof OUTCOME];

export interface Exchange {
  readonly outcome: Outcome;
  readonly lines: number;
  readonly millis: number;
  readonly error?: string | undefined;
}

/** Lines may be taken so far ahead of the rate: shorter pauses would only cost statements. */
const BURST_SECONDS = 1;
/** The breaker opens from so many failures within two minutes on, and this share of the exchanges. */
const FAILURES = 3;
const FAILURE_SHARE = 0.2;
const OPEN_SECONDS = 30;
const OPEN_SECONDS_MAX = 600;
const PROBE_SECONDS = 60;
const SLOWER = 0.7;
const FASTER = 1.02;
/** A provider that recovered starts with this part of its rate. */
const RAMP = 0.2;
const DURATIONS = [100, 300, 1000, 3000, 10_000];

/**
 * Takes `lines` from the provider's rate, which all nodes share.
 * @returns 0 when taken, otherwise the milliseconds until there may be some
 */
export async function reserveRate(tx: Executor, providerId: bigint, lines: number): Promise<number> {
  const { rows } = await tx.execute<{ wait: number | null }>(sql`
    with taken as (
      update prv_health h set next_free_at = greatest(next_free_at, now())
        + make_interval(secs => ${lines}::double precision / coalesce(learned_rate, p.rate_per_second))
      from prv_provider p where p.id = h.provider_id and h.provider_id = ${providerId} and breaker = ${BREAKER.closed} and next_free_at <= now() + make_interval(secs => ${BURST_SECONDS})
      returning 1
    )
    select case when exists (select from taken) then 0
      else ceil(extract(epoch from next_free_at - now() - make_interval(secs => ${BURST_SECONDS})) * 1000)::int end as wait
    from prv_health where provider_id = ${providerId}`);
  return Math.max(0, Number(rows[0]?.wait ?? 0));
}

/** Counts an exchange, and opens the breaker of a provider that fails too often. */
export async function recordExchange(tx: Executor, providerId: bigint, exchange: Exchange): Promise<void> {
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

const openFor = sql`make_interval(secs => least(${OPEN_SECONDS_MAX}, ${OPEN_SECONDS} * power(2, least(open_count, 10))))`;

async function openWhenFailing(tx: Executor, providerId: bigint, error = ''): Promise<void> {
  await tx.execute(sql`
    update prv_health p set breaker = ${BREAKER.open}, open_until = now() + ${openFor}, open_count = open_count + 1,
      breaker_reason = ${error.slice(0, 255)}
    from (
      select coalesce(sum(exchanges) filter (where outcome in (${OUTCOME.timedOut}, ${OUTCOME.failed})), 0) as failures,
        coalesce(sum(exchanges) filter (where outcome <= ${OUTCOME.failed}), 0) as exchanges
      from prv_minute where provider_id = ${providerId} and minute >= date_trunc('minute', now()) - interval '1 minute'
    ) seen
    where p.provider_id = ${providerId} and p.breaker = ${BREAKER.closed}
      and seen.failures >= ${FAILURES} and seen.failures >= ${FAILURE_SHARE}::numeric * seen.exchanges`);
}

/** Slows a provider down that answered "too fast", and pauses it. */
export async function slowDown(tx: Executor, providerId: bigint, afterMillis: number): Promise<void> {
  await tx.execute(sql`
    update prv_health h set learned_rate = greatest(1, coalesce(learned_rate, p.rate_per_second) * ${SLOWER}::double precision),
      next_free_at = greatest(next_free_at, now() + make_interval(secs => ${(afterMillis / 1000).toFixed(3)}::double precision + ${BURST_SECONDS}))
    from prv_provider p where p.id = h.provider_id and h.provider_id = ${providerId}`);
}

/** Speeds slowed providers up again, by a step each minute. */
export async function speedUp(tx: Executor): Promise<void> {
  await tx.execute(sql`
    update prv_health h set learned_rate = case when learned_rate * ${FASTER}::double precision >= p.rate_per_second then null else learned_rate * ${FASTER}::double precision end
    from prv_provider p where p.id = h.provider_id and learned_rate is not null`);
}

/**
 * Claims the probe of one provider whose pause is over; a probe that did not end is claimed again after a minute.
 * @returns the provider's id, null for none
 */
export async function claimProbe(tx: Executor): Promise<bigint | null> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    update prv_health set breaker = ${BREAKER.halfOpen}, probe_until = now() + make_interval(secs => ${PROBE_SECONDS})
    where provider_id = (select h.provider_id from prv_health h join prv_provider p on p.id = h.provider_id
      where p.deleted_at is null and p.status = 1
        and ((breaker = ${BREAKER.open} and open_until <= now()) or (breaker = ${BREAKER.halfOpen} and probe_until <= now()))
      order by 1 limit 1 for update of h skip locked)
    returning provider_id::text as id`);
  return rows[0] ? BigInt(rows[0].id) : null;
}

/** Closes the breaker after a good probe, at a part of the rate; opens it for longer after a bad one. */
export async function endProbe(tx: Executor, providerId: bigint, error: string | null): Promise<void> {
  await tx.execute(
    error === null
      ? sql`update prv_health h set breaker = ${BREAKER.closed}, open_until = null, open_count = 0, breaker_reason = null, probe_until = null,
          learned_rate = greatest(1, p.rate_per_second * ${RAMP}::double precision), next_free_at = now()
        from prv_provider p where p.id = h.provider_id and h.provider_id = ${providerId} and breaker = ${BREAKER.halfOpen}`
      : sql`update prv_health set breaker = ${BREAKER.open}, open_until = now() + ${openFor}, open_count = open_count + 1,
          breaker_reason = ${error.slice(0, 255)}, probe_until = null
        where provider_id = ${providerId} and breaker = ${BREAKER.halfOpen}`,
  );
}
