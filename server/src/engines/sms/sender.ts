import { setTimeout as sleep } from 'node:timers/promises';
import { sms, smsKind, smsState } from '@trade-assistant/contract/areas/resource/sms.ts';
import { eq, sql } from 'drizzle-orm';
import type { App } from '../../kernel/app/index.ts';
import type { Tx } from '../../kernel/db/index.ts';
import { defineService, openPauses, type Service } from '../../kernel/jobs/index.ts';
import { maskNumbers } from '../../kernel/log/redact.ts';
import { announceChange } from '../../kernel/realtime/index.ts';
import { openSecretOf } from '../../kernel/resource/sealed.ts';
import { type SmsBatch, type SmsProvider, smsBatches, smsProviders } from './tables.ts';
import { segmentsOfMessage } from './text.ts';
import { vendors } from './vendors/index.ts';
import { type Outcome, outcomeOf } from './vendors/vendor.ts';

/** Wakes the workers when messages were recorded. */
export const SMS_CHANNEL = 'sms_batch';
const CONCURRENCY = 4;
const STOP_MILLIS = 15_000;
/** Messages that no worker took in this time are not sent any more: a code has expired by then. */
const WAIT_MINUTES = 10;
const PROBLEM_MAX = 300;
const PURPOSE = 'sms batch';
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

/** Hands recorded messages to their providers, on every node, each at most once. */
export const smsService: Service = defineService({
  name: 'sms/sender',
  start: async (app, workerId) => {
    const pauses = await openPauses(app.db, SMS_CHANNEL);
    const running = new Set<Promise<void>>();
    const loop = (async () => {
      while (!pauses.signal.aborted) {
        if (running.size >= CONCURRENCY) {
          await Promise.race(running);
          continue;
        }
        const batch = await take(app, workerId).catch((error: unknown) => {
          app.log.warn({ err: error }, 'no text messages could be taken');
          return null;
        });
        if (batch === null) {
          await pauses.pause(app.config.tickMillis);
          continue;
        }
        const work = send(app, batch)
          .catch((error: unknown) => app.log.error({ err: error }, 'the outcome of text messages could not be stored'))
          .finally(() => {
            running.delete(work);
            pauses.wake();
          });
        running.add(work);
      }
    })();
    return {
      stop: async () => {
        await pauses.stop();
        await loop;
        await Promise.race([Promise.all(running), sleep(STOP_MILLIS, undefined, { ref: false })]);
      },
    };
  },
});

/**
 * Takes the messages that wait longest; those of an SMSC only while no other worker has some of the same, because an account may be
 * bound only a few times. Ends messages of dead workers and those that waited too long.
 */
const take = (app: App, workerId: bigint): Promise<SmsBatch | null> =>
  app.db.tx(async (tx) => {
    await endLost(tx);
    const { rows } = await tx.execute<{ id: string; providerId: string; isSmsc: boolean }>(sql`
      select b.id::text as id, b.provider_id::text as "providerId", p.category = ${smsKind.is.smpp} as "isSmsc"
      from sys_sms_batch b join sys_sms p on p.id = b.provider_id
      where b.worker_id is null and (p.category <> ${smsKind.is.smpp} or not exists (
        select from sys_sms_batch o where o.provider_id = b.provider_id and o.worker_id is not null))
      order by b.id limit 1 for update of b skip locked`);
    const [found] = rows;
    if (!found) return null;
    if (found.isSmsc && !(await isAlone(tx, found.providerId))) return null;
    const [batch] = await tx
      .update(smsBatches)
      .set({ workerId })
      .where(eq(smsBatches.id, BigInt(found.id)))
      .returning();
    return batch ?? null;
  });

/** Whether no other worker sends through an SMSC or is about to. */
async function isAlone(tx: Tx, providerId: string): Promise<boolean> {
  const { rows: locks } = await tx.execute<{ free: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended(${`smsc ${providerId}`}, 0)) as free`,
  );
  if (!locks[0]?.free) return false;
  const { rows } = await tx.execute(
    sql`select from sys_sms_batch where provider_id = ${providerId}::bigint and worker_id is not null limit 1`,
  );
  return rows.length === 0;
}

/** Ends messages that nobody sends any more: of dead workers as unknown, of those that waited too long as failed. */
async function endLost(tx: Tx): Promise<void> {
  const { rows } = await tx.execute<{ tenantId: string }>(sql`
    with ended as (
      delete from sys_sms_batch b where b.id in (
        select id from sys_sms_batch o
        where (worker_id is not null and not exists (select from kernel_worker w where w.id = o.worker_id))
          or (worker_id is null and create_time < now() - make_interval(mins => ${WAIT_MINUTES}))
        for update skip locked)
      returning b.tenant_id, b.message_ids, b.message_time, b.worker_id
    )
    update sys_sms_log l set state = case when e.worker_id is null then ${failed}::int else ${unknown}::int end
    from ended e where l.id = any(e.message_ids) and l.create_time = e.message_time and l.state = ${sending}
    returning l.tenant_id as "tenantId"`);
  for (const tenantId of new Set(rows.map((row) => row.tenantId))) announceChange(tx, tenantId, 'resource/sms-log');
}

async function send(app: App, batch: SmsBatch): Promise<void> {
  const { drizzle } = app.db;
  const [provider] = await drizzle.select().from(smsProviders).where(eq(smsProviders.id, batch.providerId));
  const ids = sql.param(batch.messageIds.map(String));
  const { rows } = await drizzle.execute<{ id: string; e164: string }>(sql`
    select id::text, e164::text from sys_sms_log
    where id = any(${ids}::bigint[]) and create_time = ${batch.messageTime}::timestamptz order by id`);
  const phones = rows.map(({ id, e164 }): Phone => ({ id: BigInt(id), phone: BigInt(e164) }));
  const begun = performance.now();
  const outcomes = provider ? await handOver(app, batch, provider, phones) : [];
  await settle(app, batch, phones, outcomes, Math.round(performance.now() - begun));
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
  for (let at = 0; at < waiting.length; at += vendor.most) {
    const phones = waiting.slice(at, at + vendor.most).map(({ phone }) => phone);
    try {
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

/** Stores the outcomes and removes the batch. */
async function settle(
  app: App,
  batch: SmsBatch,
  phones: readonly Phone[],
  outcomes: readonly Outcome[],
  millis: number,
): Promise<void> {
  const byPhone = new Map(outcomes.map((outcome) => [outcome.phone, outcome]));
  const results = phones.map(({ id, phone }) => {
    const { state = 'unknown', messageId = null, problem = null, segments = null } = byPhone.get(phone) ?? {};
    return {
      ...{ id: String(id), state: { accepted, failed, unknown }[state], segments, millis },
      messageId: messageId?.slice(0, 128) ?? null,
      problem: problem === null ? null : maskNumbers(problem).slice(0, PROBLEM_MAX),
    };
  });
  await app.db.tx(
    async (tx) => {
      const { rowCount } = await tx.execute(
        sql`delete from sys_sms_batch where id = ${batch.id} and worker_id = ${batch.workerId}`,
      );
      // Others held this worker for dead and ended its messages.
      if (rowCount === 0) return;
      await tx.execute(sql`
        update sys_sms_log l set state = r.state, segments = coalesce(r.segments, l.segments), message_id = r."messageId",
          problem = r.problem, millis = r.millis
        from jsonb_to_recordset(${JSON.stringify(results)}::jsonb)
          r (id bigint, state integer, segments integer, "messageId" text, problem text, millis integer)
        where l.id = r.id and l.create_time = ${batch.messageTime}::timestamptz`);
      announceChange(tx, batch.tenantId, 'resource/sms-log');
    },
    { retry: true },
  );
}
