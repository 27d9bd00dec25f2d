import { sms, smsKind, smsState } from '@trade-assistant/contract/areas/resource/sms.ts';
import { eq, sql } from 'drizzle-orm';
import type { App } from '../../../kernel/app/index.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import { defineDeliveries, defineTimer, type Mine, type Taken, type Timer } from '../../../kernel/jobs/index.ts';
import { maskNumbers } from '../../../kernel/log/redact.ts';
import { announceChange } from '../../../kernel/realtime/index.ts';
import { openSecretOf } from '../../../kernel/resource/sealed.ts';
import { recordHandOver } from '../../office/in-use/index.ts';
import { smsErrors } from './errors.ts';
import { SMS_SERVICES } from './providers.ts';
import { type SmsBatch, type SmsProvider, smsBatches, smsProviders } from './tables.ts';
import { segmentsOfMessage } from './text.ts';
import { vendors } from './vendors/index.ts';
import { type Outcome, outcomeOf, refusalOf } from './vendors/vendor.ts';

/** Wakes the workers when messages were recorded. */
export const SMS_CHANNEL = 'sms_batch';
const SECOND_MILLIS = 1000;
/** Batches under way on a node, and those of one provider. */
const AT_ONCE = 40;
const PER_PROVIDER = 4;
/** A batch is handed over for at most `HAND_OVER_SECONDS`; the last request and the storing of the outcomes end within the lease. */
const HAND_OVER_SECONDS = 200;
const LEASE_SECONDS = 300;
/** Batches that a run of the timer ends. */
const BATCHES_MAX = 200;
/** Messages that no worker took in this time are not sent any more: a code has expired by then. */
const WAIT_MINUTES = 10;
const PROBLEM_MAX = 300;
const PURPOSE = 'sms batch';
const NO_ANSWER = { zh: '没有应答', en: 'no answer' };
const { sending, accepted, failed, unknown } = smsState.is;

interface Content {
  readonly text: string;
  readonly values: Readonly<Record<string, string>>;
}
export const sealedContent = (secrets: App['secrets'], content: Content): string =>
  secrets.seal(JSON.stringify(content), PURPOSE);

interface Phone {
  readonly id: bigint;
  readonly phone: bigint;
}

interface TakenBatch extends Taken {
  readonly batch: SmsBatch;
  readonly provider: SmsProvider;
}

interface Sent {
  readonly phones: readonly Phone[];
  readonly outcomes: readonly Outcome[];
  readonly millis: number;
}

/** Hands recorded messages to their providers, on every node, each at most once. A silent provider delays no other. */
export const smsService = defineDeliveries<TakenBatch, Sent>({
  name: 'sms/sender',
  channel: SMS_CHANNEL,
  table: { name: 'sys_sms_batch', id: 'id', due: 'lease_until', lease: 'lease_until' },
  atOnce: AT_ONCE,
  perLane: PER_PROVIDER,
  laneOf: ({ provider }) => String(provider.id),
  leaseSeconds: LEASE_SECONDS,
  // One of an SMSC only while no other is under way: an account may be bound only a few times.
  choose: (_app, { fullLanes, apart }) => sql`
    due as materialized (
      select b.id from sys_sms_batch b join sys_sms p on p.id = b.provider_id
      where b.worker_id is null and (b.lease_until is null or b.lease_until <= now())
        and b.id <> all(${sql.param([...apart])}::bigint[]) and b.provider_id <> all(${sql.param([...fullLanes])}::bigint[])
        and (p.category <> ${smsKind.is.smpp} or not exists (
          select from sys_sms_batch o where o.provider_id = b.provider_id and o.worker_id is not null))
      order by b.id limit 1 for update of b skip locked)`,
  load: async (_app, tx, taken) => {
    const [one] = taken;
    const [found] = await tx
      .select({ batch: smsBatches, provider: smsProviders })
      .from(smsBatches)
      .innerJoin(smsProviders, eq(smsProviders.id, smsBatches.providerId))
      .where(eq(smsBatches.id, BigInt(one?.id ?? 0)));
    if (!one || !found) return [];
    if (found.provider.category === smsKind.is.smpp && !(await isAlone(tx, found.batch))) {
      await tx.update(smsBatches).set({ workerId: null, leaseUntil: null }).where(eq(smsBatches.id, found.batch.id));
      return [];
    }
    return [{ ...one, ...found }];
  },
  send: async (app, { batch, provider }) => {
    const started = performance.now();
    const phones = await phonesOf(app, batch);
    const outcomes = await handOver(app, batch, provider, phones);
    return { phones, outcomes, millis: Math.round(performance.now() - started) };
  },
  store: (_app, tx, { batch, provider }, sent, mine) => settle(tx, batch, provider, sent, mine),
  lost: (_app, tx, id) => endBatches(tx, [id], unknown),
});

/** Whether no other worker sends through the SMSC of a batch or is about to. */
async function isAlone(tx: Tx, { id, providerId }: SmsBatch): Promise<boolean> {
  const { rows: locks } = await tx.execute<{ free: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended(${`smsc ${providerId}`}, 0)) as free`,
  );
  if (!locks[0]?.free) return false;
  const { rows } = await tx.execute(
    sql`select from sys_sms_batch where provider_id = ${providerId} and worker_id is not null and id <> ${id} limit 1`,
  );
  return rows.length === 0;
}

/** Ends messages that nobody sends any more: of dead and late workers as unknown, of those that waited too long as failed. */
export const smsTimers: readonly Timer[] = [
  defineTimer({
    name: 'sms/recover',
    every: SECOND_MILLIS,
    run: async (app) => {
      await smsService.recover(app);
      await app.db.tx(
        async (tx) => {
          const { rows } = await tx.execute<{ id: string }>(sql`
            select id::text from sys_sms_batch where worker_id is null and create_time < now() - make_interval(mins => ${WAIT_MINUTES})
            order by id limit ${BATCHES_MAX} for update skip locked`);
          if (rows.length > 0)
            await endBatches(
              tx,
              rows.map(({ id }) => id),
              failed,
            );
        },
        { retry: true },
      );
    },
  }),
];

async function endBatches(tx: Tx, ids: readonly string[], state: number): Promise<void> {
  const { rows } = await tx.execute<{ tenantId: string }>(sql`
    with ended as (
      delete from sys_sms_batch where id = any(${sql.param([...ids])}::bigint[]) returning message_ids, message_time)
    update sys_sms_log l set state = ${state}
    from ended e where l.id = any(e.message_ids) and l.create_time = e.message_time and l.state = ${sending}
    returning l.tenant_id as "tenantId"`);
  for (const tenantId of new Set(rows.map((row) => row.tenantId))) announceChange(tx, tenantId, 'resource/sms-log');
}

async function phonesOf({ db }: App, batch: SmsBatch): Promise<Phone[]> {
  const ids = sql.param(batch.messageIds.map(String));
  const { rows } = await db.drizzle.execute<{ id: string; e164: string }>(sql`
    select id::text, e164::text from sys_sms_log
    where id = any(${ids}::bigint[]) and create_time = ${batch.messageTime}::timestamptz order by id`);
  return rows.map(({ id, e164 }) => ({ id: BigInt(id), phone: BigInt(e164) }));
}

/** Returns the outcome of each phone. A provider's error is an outcome, never thrown. */
async function handOver(
  app: App,
  batch: SmsBatch,
  provider: SmsProvider,
  waiting: readonly Phone[],
): Promise<Outcome[]> {
  const { locale } = batch;
  const { secrets, outbound } = app;
  const outcomes: Outcome[] = [];
  const vendor = vendors[provider.category];
  if (!vendor) throw new Error(`no provider of kind ${provider.category}`);
  const until = performance.now() + HAND_OVER_SECONDS * 1000;
  for (let at = 0; at < waiting.length; at += vendor.most) {
    const phones = waiting.slice(at, at + vendor.most).map(({ phone }) => phone);
    try {
      if (performance.now() > until) throw refusalOf(smsErrors.SMS_SLOW({ seconds: HAND_OVER_SECONDS }), locale);
      const { text, values } = JSON.parse(secrets.open(batch.content, PURPOSE)) as Content;
      const segmented = provider.content === null ? null : segmentsOfMessage(text);
      const secretKey = openSecretOf(secrets, sms, provider, 'secretKey');
      outcomes.push(...(await vendor.send({ provider, secretKey, phones, values, text, segmented, outbound, locale })));
    } catch (error) {
      const said = outcomeOf(error, locale);
      app.log.warn(
        { smsCode: provider.smsCode, phones: phones.length, state: said.state },
        'text messages were not sent',
      );
      outcomes.push(...phones.map((phone) => ({ phone, ...said })));
    }
  }
  return outcomes;
}

/** Stores the outcomes and removes the batch. @returns false if others held this worker for dead and ended its messages */
async function settle(
  tx: Tx,
  batch: SmsBatch,
  provider: SmsProvider,
  { phones, outcomes, millis }: Sent,
  mine: Mine,
): Promise<boolean> {
  const byPhone = new Map(outcomes.map((outcome) => [outcome.phone, outcome]));
  const results = phones.map(({ id, phone }) => {
    const { state = 'unknown', messageId = null, problem = null, segments = null } = byPhone.get(phone) ?? {};
    return {
      ...{ id: String(id), state: { accepted, failed, unknown }[state], segments, millis },
      messageId: messageId?.slice(0, 128) ?? null,
      problem: problem === null ? null : maskNumbers(problem).slice(0, PROBLEM_MAX),
    };
  });
  const { rowCount } = await tx.execute(sql`delete from sys_sms_batch where ${mine}`);
  if (rowCount === 0) return false;
  await tx.execute(sql`
    update sys_sms_log l set state = r.state, segments = coalesce(r.segments, l.segments), message_id = r."messageId",
      problem = r.problem, millis = r.millis
    from jsonb_to_recordset(${JSON.stringify(results)}::jsonb)
      r (id bigint, state integer, segments integer, "messageId" text, problem text, millis integer)
    where l.id = r.id and l.create_time = ${batch.messageTime}::timestamptz`);
  const isTaken = outcomes.some(({ state }) => state === 'accepted');
  await recordHandOver(tx, SMS_SERVICES, {
    ...{ tenantId: batch.tenantId, id: provider.id, name: provider.smsCode },
    problem: isTaken ? null : (outcomes.find(({ problem }) => problem)?.problem ?? NO_ANSWER[batch.locale]),
  });
  announceChange(tx, batch.tenantId, 'resource/sms-log');
  return true;
}
