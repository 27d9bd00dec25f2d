import { openPause } from '@trade-assistant/contract/areas/open/dictionaries.ts';
import { sql } from 'drizzle-orm';
import { systemActor } from '../../../kernel/auth/actor.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import { toJson } from '../../../kernel/db/row-json.ts';
import type { Mine, Taken } from '../../../kernel/jobs/index.ts';
import { announceChange } from '../../../kernel/realtime/index.ts';
import { sendMessage } from '../../office/messages/index.ts';
import { DELIVERY_STATE } from './tables.ts';

/** A delivery that this node took, with its endpoint and the request. */
export interface Delivery extends Record<string, unknown>, Taken {
  readonly endpointId: string;
  readonly eventId: string;
  readonly url: string;
  readonly body: string;
  readonly tenantId: string;
  readonly ownerId: string;
  readonly secret: string;
  readonly oldSecret: string | null;
  readonly oldSecretUntil: string | null;
}

/** Result of an attempt. */
export interface Outcome {
  /** Null without an answer. */
  readonly status: number | null;
  readonly error: string | null;
  readonly answer: string;
  readonly millis: number;
  readonly retryAfterSeconds: number | null;
}

/** Seconds before each further attempt: some 29 hours in all. */
const PAUSES = [10, 30, 120, 600, 3600, 3 * 3600, 12 * 3600, 12 * 3600] as const;
/** A pause is longer or shorter by up to this part, so that retries of many deliveries spread. */
const JITTER = 0.2;
const RETRY_AFTER_MAX_SECONDS = 3600;
/**
 * An endpoint rests after failures in a row: two seconds after the third, twice as long after each further one, but never longer than one
 * event waits for its second attempt.
 */
const RESTS_FROM = 3;
const REST_MAX_SECONDS = PAUSES[0];
/** An endpoint without one success in this time is paused. */
const DEAD_DAYS = 3;
const GONE = 410;
const ATTEMPTS_KEPT = 20;

/** Returns the seconds until the next attempt after so many; null when there is none. `chance`: from 0 to 1. */
export function pauseAfter(tries: number, retryAfterSeconds: number | null, chance: number): number | null {
  const planned = PAUSES[tries - 1];
  if (planned === undefined) return null;
  const spread = planned * (1 - JITTER + 2 * JITTER * chance);
  return Math.max(spread, Math.min(retryAfterSeconds ?? 0, RETRY_AFTER_MAX_SECONDS));
}

/** Stores the result of an attempt. @returns false if the delivery was taken again since */
export async function conclude(tx: Tx, taken: Delivery, outcome: Outcome, mine: Mine): Promise<boolean> {
  const { status, error, answer, millis } = outcome;
  const isDone = status !== null && status >= 200 && status < 300;
  const pause = isDone || status === GONE ? null : pauseAfter(taken.tries, outcome.retryAfterSeconds, Math.random());
  const state = isDone ? DELIVERY_STATE.delivered : pause === null ? DELIVERY_STATE.failed : DELIVERY_STATE.waiting;
  const attempt = toJson({ time: new Date().toISOString(), status, error, millis, answer });
  const { rowCount } = await tx.execute(sql`
    update open_delivery set worker_id = null, state = ${state}, http_status = ${status}, error = ${error}, answer = ${answer}, millis = ${millis},
      next_time = now() + make_interval(secs => ${pause ?? 0}::double precision), done_time = ${state === DELIVERY_STATE.waiting ? null : sql`now()`},
      attempts = jsonb_path_query_array(jsonb_build_array(${attempt}::jsonb) || attempts, ${sql.raw(`'$[0 to ${ATTEMPTS_KEPT - 1}]'`)})
    where ${mine}`);
  if ((rowCount ?? 0) === 0) return false;
  if (isDone) await recordSuccess(tx, taken);
  else await recordFailure(tx, taken, status);
  announceChange(tx, taken.tenantId, 'open/delivery');
  return true;
}

/** Not written with every success: endpoints are locked while deliveries are taken. */
const recordSuccess = (tx: Tx, { endpointId }: Delivery): Promise<unknown> =>
  tx.execute(sql`
    update open_endpoint set last_success_time = now(), failing_since = null, failures = 0, rest_until = null where id = ${BigInt(endpointId)}
      and (failures > 0 or last_success_time is null or last_success_time < now() - interval '10 seconds')`);

async function recordFailure(tx: Tx, taken: Delivery, status: number | null): Promise<void> {
  const id = BigInt(taken.endpointId);
  const { rows } = await tx.execute<{ name: string; dead: boolean; paused: boolean }>(sql`
    update open_endpoint set failing_since = coalesce(failing_since, now()), failures = failures + 1,
      rest_until = case when failures + 1 >= ${RESTS_FROM}::int
        then now() + make_interval(secs => least(${REST_MAX_SECONDS}::int, power(2, least(failures + 2 - ${RESTS_FROM}::int, 10))::int)) end
    where id = ${id}
    returning endpoint_name as name, failing_since < now() - make_interval(days => ${DEAD_DAYS}) as dead, paused_time is not null as paused`);
  const [endpoint] = rows;
  if (!endpoint || endpoint.paused) return;
  if (status === GONE) await pauseEndpoint(tx, taken, endpoint.name, openPause.is.gone);
  else if (endpoint.dead) await pauseEndpoint(tx, taken, endpoint.name, openPause.is.dead);
}

/** Stops deliveries to an endpoint and notifies its owner; those that wait fail, and can be sent again later. */
async function pauseEndpoint(
  tx: Tx,
  { endpointId, tenantId, ownerId }: Delivery,
  name: string,
  reason: 1 | 2,
): Promise<void> {
  const id = BigInt(endpointId);
  await tx.execute(sql`update open_endpoint set paused_time = now(), pause_reason = ${reason} where id = ${id}`);
  await tx.execute(sql`
    update open_delivery set state = ${DELIVERY_STATE.failed}, error = 'PAUSED', done_time = now()
    where endpoint_id = ${id} and state = ${DELIVERY_STATE.waiting} and worker_id is null`);
  await sendMessage(tx, systemActor(tenantId), {
    to: { userIds: [BigInt(ownerId)] },
    key: reason === openPause.is.gone ? 'WEBHOOK_GONE' : 'WEBHOOK_DEAD',
    params: { name },
    bizType: 'open/endpoint',
    bizId: endpointId,
  });
  announceChange(tx, tenantId, 'open/endpoint');
}
