import { lineStatus } from '@trade-assistant/contract/message-dictionaries.ts';
import { eq, inArray, sql } from 'drizzle-orm';
import type { App } from '../../kernel/app/index.ts';
import type { Tx } from '../../kernel/db/index.ts';
import { defineService, openPauses, type Service } from '../../kernel/jobs/index.ts';
import { isHeldElsewhere, type MessageSender, messageSender } from '../providers/index.ts';
import { contentPurpose } from './content.ts';
import { type Came, countExchanges, guarded } from './hand.ts';
import { addressOf, type OpenPart, storeParts } from './parts.ts';
import { type MessageRow, messages, outbox } from './tables.ts';
import { announceOutcome } from './text-hooks.ts';
import { endText, isSuppressed, OUTBOX_CHANNEL, PURPOSE, releaseText, settleText } from './texts.ts';

/** Texts of one look, and senders that a node hands texts over to at once. */
const TOGETHER = 20;
const SENDERS_MAX = 50;
const FAILED_MILLIS = 2000;
/** Pause before a text that was not taken is handed over again, and how long that goes on. */
const RETRY_SECONDS = 3;
const KEPT_MINUTES = 15;
/** Error of a text that nobody took in that time. */
const NOT_TAKEN = 'NOT_TAKEN';

const { submitted, failed, suppressed, expired } = lineStatus.is;

interface Taken {
  readonly row: MessageRow;
  readonly seq: bigint;
}

/** Hands single texts over: each node those whose provider it has a bind of, replies of people first. A silent sender delays no other. */
export const outboxService: Service = defineService({
  name: 'sending/outbox',
  start: async (app, workerId) => {
    const pauses = await openPauses(app.db, OUTBOX_CHANNEL);
    const busy = new Map<bigint, Promise<void>>();
    const hand = (senderId: bigint, group: readonly Taken[]) => {
      const work = handTexts(app, senderId, group)
        .catch((error: unknown) => app.log.error({ err: error }, 'single texts could not be handed over'))
        .finally(() => {
          busy.delete(senderId);
          pauses.wake();
        });
      busy.set(senderId, work);
    };
    const loop = (async () => {
      while (!pauses.signal.aborted) {
        const taken = busy.size < SENDERS_MAX ? await take(app, workerId, [...busy.keys()]).catch(failedIn(app)) : [];
        for (const [senderId, group] of Map.groupBy(taken ?? [], ({ row }) => row.senderId)) hand(senderId, group);
        if (!taken?.length) await pauses.pause(taken === null ? FAILED_MILLIS : app.config.tickMillis);
      }
    })();
    return {
      stop: async () => {
        await pauses.stop();
        await loop;
        await Promise.all(busy.values());
      },
    };
  },
});

const failedIn = (app: App) => (error: unknown) => {
  app.log.error({ err: error }, 'single texts could not be taken');
  return null;
};

/** Takes texts in one transaction, which decides again whether their recipients may be written to; a later opt-out does not stop them. */
const take = (app: App, workerId: bigint, busy: readonly bigint[]): Promise<Taken[]> =>
  app.db.tx(
    async (tx) => {
      const { rows } = await tx.execute<{ seq: string; id: string; purpose: number }>(sql`
        select seq::text, message_id as id, purpose from snd_outbox where worker_id is null and ready_at <= now()
          and not ${isHeldElsewhere(app, outbox.senderId)} and ${outbox.senderId} <> all(${sql.param(busy.map(String))}::bigint[])
        order by purpose, seq limit ${TOGETHER} for update skip locked`);
      if (rows.length === 0) return [];
      const found = await tx
        .select()
        .from(messages)
        .where(
          inArray(
            messages.id,
            rows.map(({ id }) => id),
          ),
        );
      const taken: Taken[] = [];
      for (const { seq, id, purpose } of rows) {
        const row = found.find((one) => one.id === id);
        if (row && (purpose === PURPOSE.confirmation || !(await isRefused(app, tx, row))))
          taken.push({ row, seq: BigInt(seq) });
        else await drop(app, tx, id, suppressed, null);
      }
      await tx.execute(sql`
        update snd_outbox set worker_id = ${workerId}, taken_at = now(), tries = tries + 1
        where seq = any(${sql.param(taken.map(({ seq }) => seq))}::bigint[])`);
      return taken;
    },
    { retry: true },
  );

const isRefused = (app: App, tx: Tx, { tenantId, ownerId, e164 }: MessageRow): Promise<boolean> =>
  isSuppressed(app, tx, { tenantId, ownerId: ownerId ?? 0n, e164: e164 ?? 0n });

/** Removes a text from the outbox that is not sent. */
async function drop(app: App, tx: Tx, id: string, status: number, errorCode: string | null): Promise<void> {
  await tx.execute(sql`delete from snd_outbox where message_id = ${id}::uuid`);
  const row = await endText(tx, id, status, errorCode);
  if (row) await announceOutcome(app, tx, row);
}

async function handTexts(app: App, senderId: bigint, group: readonly Taken[]): Promise<void> {
  const sender = await messageSender(app, app.db.drizzle, senderId);
  await Promise.all(
    group.map(async ({ row }) => {
      const started = performance.now();
      const came: Came = sender ? await handText(app, sender, row) : { state: 'notSent', error: 'no sender' };
      const millis = performance.now() - started;
      await app.db.tx((tx) => conclude(app, tx, sender, { row, came, millis }), { retry: true });
    }),
  );
}

async function handText(app: App, sender: MessageSender, row: MessageRow): Promise<Came> {
  const text = row.content === null ? '' : app.secrets.open(row.content, contentPurpose(row.id));
  const from = await addressOf(app.db.drizzle, row.phoneId);
  return guarded(sender, (signal) =>
    sender.adapter.send(
      {
        reference: row.id,
        e164: row.e164,
        userId: null,
        from,
        content: { kind: 'text', text },
        ttlSeconds: null,
        token: null,
        partRef: null,
      },
      signal,
    ),
  );
}

/** Stores the outcome of a text with its money. One without an answer may have been sent: it stays submitted, and waits for a receipt. */
async function conclude(
  app: App,
  tx: Tx,
  sender: MessageSender | null,
  { row, came, millis }: { row: MessageRow; came: Came; millis: number },
): Promise<void> {
  if (sender) await countExchanges(tx, sender, [{ came, millis }]);
  const { id } = row;
  if (came.state === 'notSent') {
    await tx.execute(sql`
      update snd_outbox set worker_id = null, taken_at = null,
        ready_at = now() + make_interval(secs => ${(came.busyMillis ?? RETRY_SECONDS * 1000) / 1000}::double precision)
      where message_id = ${id}::uuid`);
    return;
  }
  if (came.state === 'refused') return drop(app, tx, id, failed, came.error.code);
  const parts: readonly OpenPart[] = came.parts ?? [];
  const refused = parts.find(({ error }) => error !== null)?.error;
  const status = refused ? failed : submitted;
  await tx.execute(sql`delete from snd_outbox where message_id = ${id}::uuid`);
  await tx.execute(sql`
    update snd_message set status = ${status}, sent_time = now(), error_code = ${refused?.code ?? null},
      vendor_id = ${came.state === 'accepted' ? came.messageId : null} where id = ${id}::uuid`);
  await storeParts(tx, row.senderId, [{ messageId: id, e164: row.e164 ?? 0n, parts }]);
  // An accepted text costs its price now, one without an answer once a receipt proves it.
  if (came.state === 'accepted') await settleText(tx, row);
  await announceOutcome(app, tx, { ...row, status, errorCode: refused?.code ?? null });
}

/** Receipts of single texts are awaited so long. */
const RECEIPT_HOURS = 72;

/** Ends texts of which no receipt came: those that were never proved to be taken are free. */
export async function expireTexts(app: App): Promise<void> {
  await app.db.tx(
    async (tx) => {
      const old = await tx
        .select()
        .from(messages)
        .where(
          sql`${messages.chargeId} is not null and ${messages.status} = ${submitted}
            and ${messages.sentTime} < now() - make_interval(hours => ${RECEIPT_HOURS}::int)`,
        )
        .limit(200)
        .for('update', { skipLocked: true });
      for (const row of old) {
        const { rows } = await tx.execute(
          sql`select from snd_part where message_id = ${row.id}::uuid and error_code is null limit 1`,
        );
        if (rows.length === 0) await releaseText(tx, row);
        await tx.update(messages).set({ status: expired }).where(eq(messages.id, row.id));
        await announceOutcome(app, tx, { ...row, status: expired });
      }
    },
    { retry: true },
  );
}

/** Ends texts whose node died during the hand-over (they may have been sent), and those that no node took in time. */
export async function recoverOutbox(app: App): Promise<void> {
  await app.db.tx(
    async (tx) => {
      const lost = await tx.execute<{ id: string }>(sql`
        delete from snd_outbox o where worker_id is not null
          and not exists (select from kernel_worker w where w.id = o.worker_id) returning message_id as id`);
      if (lost.rows.length > 0)
        await tx
          .update(messages)
          .set({ status: submitted, sentTime: sql`now()` })
          .where(
            inArray(
              messages.id,
              lost.rows.map(({ id }) => id),
            ),
          );
      const old = await tx
        .select()
        .from(outbox)
        .where(
          sql`${outbox.workerId} is null and ${outbox.readyAt} < now() + interval '1 minute'
            and exists (select from snd_message m where m.id = ${outbox.messageId} and m.create_time < now() - make_interval(mins => ${KEPT_MINUTES}::int))`,
        )
        .limit(200)
        .for('update', { skipLocked: true });
      for (const { messageId } of old) await drop(app, tx, messageId, failed, NOT_TAKEN);
    },
    { retry: true },
  );
}
