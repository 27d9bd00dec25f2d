import { sql } from 'drizzle-orm';
import { Webhook } from 'standardwebhooks';
import type { App } from '../../../kernel/app/index.ts';
import { defineDeliveries } from '../../../kernel/jobs/index.ts';
import { conclude, type Delivery, type Outcome } from './conclude.ts';
import { OPEN_CHANNEL, secretsOf } from './endpoints.ts';
import type { EndpointRow } from './tables.ts';

/** Deliveries that a node sends at once, and those of one endpoint; an endpoint that fails is tried by one at a time. */
const AT_ONCE = 200;
const AT_ONCE_OF_ONE = 4;
const TIMEOUT_MILLIS = 10_000;
/** After this time without a stored result a delivery is due again, for instance when the database was away meanwhile. */
const LEASE_SECONDS = 60;
/** More is not read: the answer is only shown. */
const ANSWER_BYTES = 64 * 1024;
const ANSWER_SHOWN = 1000;
const ERROR_SHOWN = 300;
const AGENT = 'Trade-Assistant-Webhooks/1';

/** The condition that the time of a delivery has come, or that the worker that had taken it is dead. */
const isDue = (
  apart: readonly string[],
) => sql`d.state = 0 and d.id <> all(${sql.param([...apart])}::bigint[]) and (d.next_time <= now()
  or (d.worker_id is not null and not exists (select from kernel_worker w where w.id = d.worker_id)))`;

/** Sends events to the endpoints of partners: of every endpoint a few at a time, so that a silent one delays no other. */
export const webhookService = defineDeliveries<Delivery, Outcome>({
  name: 'open/webhooks',
  channel: OPEN_CHANNEL,
  table: { name: 'open_delivery', id: 'id', due: 'next_time', lease: 'next_time' },
  atOnce: AT_ONCE,
  leaseSeconds: LEASE_SECONDS,
  // Of the endpoints that waited longest, and of each as many as may be under way on all nodes together. The lock on the endpoint makes that
  // number exact. A delivery of a dead worker is due again as soon as the others removed the worker.
  choose: (_app, { limit, apart }) => sql`
    chosen as materialized (
      select e.id from open_endpoint e
      where e.paused_time is null and e.deleted_at is null and (e.rest_until is null or e.rest_until <= now())
        and exists (select from open_delivery d where d.endpoint_id = e.id and ${isDue(apart)})
      order by e.taken_time nulls first limit ${limit} for update skip locked),
    due as materialized (
      select d.id from chosen c join open_endpoint e on e.id = c.id cross join lateral (
        select count(*)::int as n from open_delivery u where u.endpoint_id = c.id and u.state = 0 and u.worker_id is not null
          and u.next_time > now() and exists (select from kernel_worker w where w.id = u.worker_id)) busy
      cross join lateral (
        select d.id from open_delivery d where d.endpoint_id = c.id and ${isDue(apart)}
        order by d.next_time, d.id
        limit greatest(0, case when e.failures > 0 then 1 else ${AT_ONCE_OF_ONE}::int end - busy.n)) d
      limit ${limit}),
    marked as (update open_endpoint set taken_time = clock_timestamp() where id in (select id from chosen))`,
  load: async (_app, tx, taken) => {
    const { rows } = await tx.execute<Delivery>(sql`
      select d.id::text, d.endpoint_id::text as "endpointId", d.event_id::text as "eventId", d.tries, e.url, v.body,
        e.tenant_id as "tenantId", e.owner_id::text as "ownerId", e.secret, e.old_secret as "oldSecret", e.old_secret_until::text as "oldSecretUntil"
      from open_delivery d join open_event v on v.id = d.event_id join open_endpoint e on e.id = d.endpoint_id
      where d.id = any(${sql.param(taken.map(({ id }) => id))}::bigint[])`);
    return rows;
  },
  send: async (app, one) => {
    const started = performance.now();
    const answer = await sendOne(app, one);
    return { ...answer, millis: Math.round(performance.now() - started) };
  },
  store: (_app, tx, one, outcome, mine) => conclude(tx, one, outcome, mine),
});

/** The id by which a receiver knows an event, also when it comes again. */
export const webhookId = (eventId: string | bigint): string => `evt_${eventId}`;

/** Returns the headers of Standard Webhooks; each secret in force signs. */
function signedHeaders(secrets: readonly string[], id: string, body: string, at: Date): Record<string, string> {
  return {
    'content-type': 'application/json',
    'user-agent': AGENT,
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, at, body)).join(' '),
  };
}

async function sendOne(app: App, one: Delivery): Promise<Omit<Outcome, 'millis'>> {
  const { url, body, eventId } = one;
  try {
    const endpoint = {
      tenantId: one.tenantId,
      ownerId: BigInt(one.ownerId),
      secret: one.secret,
      oldSecret: one.oldSecret,
      oldSecretUntil: one.oldSecretUntil === null ? null : new Date(one.oldSecretUntil),
    } satisfies Pick<EndpointRow, 'tenantId' | 'ownerId' | 'secret' | 'oldSecret' | 'oldSecretUntil'>;
    const headers = signedHeaders(secretsOf(app, endpoint), webhookId(eventId), body, new Date());
    const limits = { timeoutMillis: TIMEOUT_MILLIS, answerBytes: ANSWER_BYTES, isCut: true };
    const answer = await app.outbound.request(url, { method: 'POST', body, headers, ...limits });
    const after = Number(answer.headers['retry-after']);
    return {
      status: answer.status,
      error: null,
      answer: storable(answer.body).slice(0, ANSWER_SHOWN),
      retryAfterSeconds: Number.isFinite(after) && after > 0 ? after : null,
    };
  } catch (error) {
    const { code, message } = error as { code?: string; message?: string };
    const words = [code, message].filter(Boolean).join(': ').slice(0, ERROR_SHOWN);
    return { status: null, error: storable(words), answer: '', retryAfterSeconds: null };
  }
}

/** Returns a text that the database can store. */
const storable = (text: string): string => text.toWellFormed().replaceAll('\0', '');
