import { providerBreaker, providerOutcome } from '@trade-assistant/contract/areas/provider/dictionaries.ts';
import { provider } from '@trade-assistant/contract/areas/provider/provider.ts';
import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import { type SQL, sql } from 'drizzle-orm';
import { type Actor, systemActor } from '../../../kernel/auth/actor.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import { announceChange } from '../../../kernel/realtime/index.ts';
import { logState } from '../../../kernel/resource/states.ts';

const { closed, open, halfOpen, isolated } = providerBreaker.is;
const { timedOut, failed } = providerOutcome.is;

/** The type of a provider's breaker in the history of states; that of its status is the resource. */
export const BREAKER_LOG = 'prv_provider';
/** The breaker opens from so many failures within two minutes on, and this share of the exchanges. */
const FAILURES = 3;
const FAILURE_SHARE = 0.2;
const OPEN_SECONDS = 30;
const OPEN_SECONDS_MAX = 600;
const PROBE_SECONDS = 60;
/** A provider that recovered starts with this part of its rate. */
const RAMP = 0.2;
const TEXT_MAX = 255;

type BreakerEvent = 'open' | 'probe' | 'recover' | 'isolate' | 'release';

const openFor = sql`make_interval(secs => least(${OPEN_SECONDS_MAX}, ${OPEN_SECONDS} * power(2, least(h.open_count, 10))))`;

interface Move {
  readonly event: BreakerEvent;
  readonly to: number;
  /** Columns beside the breaker. */
  readonly set: SQL;
  readonly where: SQL;
  readonly reason?: string | undefined;
  /** The user; without one the program. */
  readonly actor?: Actor;
}

/**
 * Moves a provider's breaker under a condition on `h` (health) and `p` (provider), and writes its history.
 * @returns whether it moved
 */
async function move(tx: Tx, providerId: bigint, { event, to, set, where, reason, actor }: Move): Promise<boolean> {
  const { rows } = await tx.execute<{ from: number; tenantId: string }>(sql`
    with before as (
      select h.provider_id, h.breaker, p.tenant_id from prv_health h join prv_provider p on p.id = h.provider_id
      where h.provider_id = ${providerId} and ${where} for update of h
    )
    update prv_health h set breaker = ${to}, ${set} from before b, prv_provider p
    where h.provider_id = b.provider_id and p.id = b.provider_id
    returning b.breaker as "from", b.tenant_id as "tenantId"`);
  const [moved] = rows;
  if (!moved) return false;
  const { from, tenantId } = moved;
  // A probe that did not end is claimed again.
  if (from !== to)
    await logState(tx, actor ?? systemActor(tenantId), { type: BREAKER_LOG, id: providerId, from, to, event, reason });
  announceChange(tx, tenantId, provider);
  return true;
}

/** Opens the breaker of a provider that fails too often. */
export async function openWhenFailing(tx: Tx, providerId: bigint, error = ''): Promise<void> {
  const reason = error.slice(0, TEXT_MAX);
  await move(tx, providerId, {
    event: 'open',
    to: open,
    reason,
    set: sql`open_until = now() + ${openFor}, open_count = h.open_count + 1, breaker_reason = ${reason}`,
    where: sql`h.breaker = ${closed} and exists (
      select from prv_minute where provider_id = h.provider_id and minute >= date_trunc('minute', now()) - interval '1 minute'
      having sum(exchanges) filter (where outcome in (${timedOut}, ${failed}))
        >= greatest(${FAILURES}, ${FAILURE_SHARE}::numeric * sum(exchanges) filter (where outcome <= ${failed})))`,
  });
}

/**
 * Claims the probe of one provider whose pause is over; a probe that did not end is claimed again after a minute.
 * @returns the provider's id, null for none
 */
export async function claimProbe(tx: Tx): Promise<bigint | null> {
  const due = sql`((h.breaker = ${open} and h.open_until <= now()) or (h.breaker = ${halfOpen} and h.probe_until <= now()))`;
  const { rows } = await tx.execute<{ id: string }>(sql`
    select h.provider_id::text as id from prv_health h join prv_provider p on p.id = h.provider_id
    where p.deleted_at is null and p.status = 1 and ${due} order by h.provider_id limit 1 for update of h skip locked`);
  if (!rows[0]) return null;
  const id = BigInt(rows[0].id);
  await move(tx, id, {
    event: 'probe',
    to: halfOpen,
    set: sql`probe_until = now() + make_interval(secs => ${PROBE_SECONDS})`,
    where: due,
  });
  return id;
}

/** Closes the breaker after a good probe, at a part of the rate; opens it for longer after a bad one. */
export async function endProbe(tx: Tx, providerId: bigint, error: string | null): Promise<void> {
  const where = sql`h.breaker = ${halfOpen}`;
  if (error === null) {
    await move(tx, providerId, {
      event: 'recover',
      to: closed,
      where,
      set: sql`open_until = null, open_count = 0, breaker_reason = null, probe_until = null,
        learned_rate = greatest(1, p.rate_per_second * ${RAMP}::double precision), next_free_at = now()`,
    });
    return;
  }
  const reason = error.slice(0, TEXT_MAX);
  await move(tx, providerId, {
    event: 'open',
    to: open,
    where,
    reason,
    set: sql`open_until = now() + ${openFor}, open_count = h.open_count + 1, breaker_reason = ${reason}, probe_until = null,
      last_error = ${reason}, last_error_time = now()`,
  });
}

/** Isolates a provider: nothing is sent to it until it is released. @throws STATE_CONFLICT when it is isolated */
export async function isolate(tx: Tx, providerId: bigint, reason: string, actor?: Actor): Promise<void> {
  const isMoved = await move(tx, providerId, {
    event: 'isolate',
    to: isolated,
    reason,
    ...(actor ? { actor } : {}),
    set: sql`open_until = null, probe_until = null, breaker_reason = ${reason}`,
    where: sql`h.breaker <> ${isolated}`,
  });
  if (!isMoved) throw commonErrors.STATE_CONFLICT();
}

/** Ends an isolation: the provider is probed at once and used when it works. @throws STATE_CONFLICT */
export async function release(tx: Tx, actor: Actor, providerId: bigint, reason: string): Promise<void> {
  const isMoved = await move(tx, providerId, {
    event: 'release',
    to: open,
    reason,
    actor,
    set: sql`open_until = now(), open_count = 0, breaker_reason = ${reason}, released_time = now()`,
    where: sql`h.breaker = ${isolated}`,
  });
  if (!isMoved) throw commonErrors.STATE_CONFLICT();
}

/** Returns the providers among some whose breaker is closed and was not open since a time. */
export async function healthySince(
  tx: Pick<Tx, 'execute'>,
  providers: readonly { readonly id: bigint; readonly since: Date }[],
): Promise<ReadonlySet<bigint>> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select h.provider_id::text as id from prv_health h
      join unnest(${sql.param(providers.map(({ id }) => String(id)))}::bigint[], ${sql.param(providers.map(({ since }) => since.toISOString()))}::timestamptz[])
        as p (id, since) on p.id = h.provider_id
      join prv_provider v on v.id = h.provider_id
    where h.breaker = ${closed} and not exists (select from biz_state_log s where s.tenant_id = v.tenant_id and s.object_type = ${BREAKER_LOG}
      and s.object_id = h.provider_id and s.to_state <> ${closed} and s.create_time >= p.since)`);
  return new Set(rows.map(({ id }) => BigInt(id)));
}
