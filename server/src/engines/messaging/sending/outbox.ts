import { lineStatus } from '@trade-assistant/contract/message-dictionaries.ts';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { App } from '../../../kernel/app/index.ts';
import { inSavepoint, type Tx } from '../../../kernel/db/index.ts';
import { defineDeliveries, type Mine, putBack, setApart, type Taken } from '../../../kernel/jobs/index.ts';
import { isHeldElsewhere, type MessageSender, messageSender } from '../../vendors/providers/index.ts';
import { contentPurpose } from './content.ts';
import { storeDoubts } from './doubts.ts';
import { addressOf, type OpenPart, storeParts } from './parts.ts';
import { countExchanges, guarded, type SubmitOutcome } from './submit.ts';
import { type MessageRow, messages, outbox } from './tables.ts';
import { announceOutcome } from './text-events.ts';
import { endText, isSuppressed, OUTBOX_CHANNEL, PURPOSE, releaseText, settleText } from './texts.ts';

/** Texts under way on a node, those of one sender, and of one look. */
const AT_ONCE = 1000;
const PER_SENDER = 20;
const TOGETHER = 20;
/** Longer than a sender's longest time limit and the storing of an outcome. */
const LEASE_SECONDS = 180;
/** Pause before a text that was not taken is handed over again, and how long that goes on. */
const RETRY_SECONDS = 3;
const KEPT_MINUTES = 15;
/** Error of a text that nobody took in that time. */
const NOT_TAKEN = 'NOT_TAKEN';

const TABLE = { name: 'snd_outbox', id: 'seq', due: 'ready_at', lease: 'lease_until' };

const { submitted, failed, suppressed, expired } = lineStatus.is;

interface TakenText extends Taken {
  readonly row: MessageRow;
}

/** The outcome of a text, with the sender that it was handed to. */
interface Handed {
  readonly sender: MessageSender | null;
  readonly came: SubmitOutcome;
  readonly millis: number;
}

/** Hands single texts over: each node those whose provider it has a bind of, replies of people first. A silent sender delays no other. */
export const outboxService = defineDeliveries<TakenText, Handed>({
  name: 'sending/outbox',
  channel: OUTBOX_CHANNEL,
  table: TABLE,
  atOnce: AT_ONCE,
  perLane: PER_SENDER,
  laneOf: ({ row }) => String(row.senderId),
  leaseSeconds: LEASE_SECONDS,
  choose: (app, { limit, fullLanes, apart }) => sql`
    due as materialized (
      select seq as id from snd_outbox where worker_id is null and ready_at <= now()
        and seq <> all(${sql.param([...apart])}::bigint[]) and not ${isHeldElsewhere(app, outbox.senderId)} and sender_id <> all(${sql.param([...fullLanes])}::bigint[])
      order by purpose, seq limit ${Math.min(limit, TOGETHER)} for update skip locked)`,
  load: loadTexts,
  send: handText,
  store: storeText,
  lost: endLost,
});

/** Returns the texts whose recipients may be written to, decided again; a later opt-out does not stop them. The others end here. */
async function loadTexts(app: App, tx: Tx, taken: readonly Taken[]): Promise<readonly TakenText[]> {
  const tries = new Map(taken.map((one) => [one.id, one.tries]));
  const { rows } = await tx.execute<{ seq: string; id: string; purpose: number }>(sql`
    select seq::text, message_id as id, purpose from snd_outbox
    where seq = any(${sql.param([...tries.keys()])}::bigint[]) order by purpose, snd_outbox.seq`);
  const found = await tx
    .select()
    .from(messages)
    .where(
      inArray(
        messages.id,
        rows.map(({ id }) => id),
      ),
    );
  const byId = new Map(found.map((row) => [row.id, row]));
  const ready: TakenText[] = [];
  for (const { seq, id, purpose } of rows) {
    const row = byId.get(id);
    if (row && (purpose === PURPOSE.confirmation || !(await isRefused(app, tx, row))))
      ready.push({ id: seq, tries: tries.get(seq) ?? 0, row });
    // A text that cannot be ended keeps none of the others; its lease ends.
    else
      await inSavepoint(tx, (own) => drop(app, own, id, suppressed, null)).catch((error: unknown) =>
        app.log.error({ err: error, message: id }, 'a suppressed text could not be ended'),
      );
  }
  return ready;
}

const isRefused = (app: App, tx: Tx, { tenantId, ownerId, e164 }: MessageRow): Promise<boolean> =>
  isSuppressed(app, tx, { tenantId, ownerId: ownerId ?? 0n, e164: e164 ?? 0n });

/** Removes a text from the outbox that is not sent. */
async function drop(app: App, tx: Tx, id: string, status: number, errorCode: string | null): Promise<void> {
  await tx.execute(sql`delete from snd_outbox where message_id = ${id}::uuid`);
  const row = await endText(tx, id, status, errorCode);
  if (row) await announceOutcome(app, tx, row);
}

async function handText(app: App, { row }: TakenText): Promise<Handed> {
  const sender = await messageSender(app, app.db.drizzle, row.senderId);
  if (!sender) return { sender, came: { state: 'notSent', error: 'no sender' }, millis: 0 };
  const text = row.content === null ? '' : app.secrets.open(row.content, contentPurpose(row.id));
  const from = await addressOf(app.db.drizzle, row.phoneId);
  const started = performance.now();
  const came: SubmitOutcome = await guarded(sender, (signal) =>
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
  return { sender, came, millis: performance.now() - started };
}

/** Stores the outcome of a text with its money. One without an answer may have been sent: it stays submitted, and waits for a receipt. */
async function storeText(
  app: App,
  tx: Tx,
  { row }: TakenText,
  { sender, came, millis }: Handed,
  mine: Mine,
): Promise<boolean> {
  const isMine =
    came.state === 'notSent'
      ? await putBack(tx, TABLE, mine, (came.busyMillis ?? RETRY_SECONDS * 1000) / 1000)
      : ((await tx.execute(sql`delete from snd_outbox where ${mine}`)).rowCount ?? 0) > 0;
  if (!isMine) return false;
  if (came.state !== 'notSent') await concludeText(app, tx, row, came);
  if (sender) await countExchanges(tx, sender, [{ came, millis }]);
  return true;
}

/** Stores the answer of a sender about a text that left the outbox, with the consequences for its money. */
export async function concludeText(
  app: App,
  tx: Tx,
  row: MessageRow,
  came: Exclude<SubmitOutcome, { state: 'notSent' }>,
): Promise<void> {
  const parts: readonly OpenPart[] = 'parts' in came ? (came.parts ?? []) : [];
  await storeParts(tx, row.senderId, [{ messageId: row.id, e164: row.e164 ?? 0n, parts }]);
  const refusal = came.state === 'refused' ? came.error : parts.find(({ error }) => error !== null)?.error;
  const [status, errorCode] = refusal ? [failed, refusal.code] : [submitted, null];
  await tx.execute(sql`
    update snd_message set status = ${status}, sent_time = now(), error_code = ${errorCode},
      vendor_id = ${came.state === 'accepted' ? came.messageId : null} where id = ${row.id}::uuid`);
  // A text of which a part was refused is free, as in an order. An accepted one costs its price now, one without an answer once a receipt
  // proves that it was taken.
  if (refusal) await releaseText(tx, row);
  else if (came.state === 'accepted') await settleText(tx, row);
  await announceOutcome(app, tx, { ...row, status, errorCode });
}

/** Ends a text of a dead or late worker: it may have been sent, and waits for a receipt. */
async function endLost(app: App, tx: Tx, seq: string): Promise<void> {
  const [lost] = await tx
    .delete(outbox)
    .where(eq(outbox.seq, BigInt(seq)))
    .returning();
  const [row] = await tx
    .update(messages)
    .set({ status: submitted, sentTime: sql`now()` })
    .where(eq(messages.id, lost?.messageId ?? ''))
    .returning();
  if (!row) return;
  await storeDoubts(tx, [row.id]);
  await announceOutcome(app, tx, row);
}

/** Receipts of single texts are awaited so long. */
const RECEIPT_HOURS = 72;
/** Texts of one run of a timer, and those that failed. */
const TEXTS_MAX = 200;
const apart = { expire: setApart('sending/expire-texts'), recover: setApart('sending/recover-outbox') };

/** Ends texts of which no receipt came: those that were never proved to be taken are free. */
export async function expireTexts(app: App): Promise<void> {
  const old = await app.db.drizzle
    .select({ id: messages.id })
    .from(messages)
    .where(
      sql`${messages.chargeId} is not null and ${messages.status} = ${submitted}
        and ${messages.sentTime} < now() - make_interval(hours => ${RECEIPT_HOURS}::int)
        and ${messages.id} <> all(${sql.param(apart.expire.ids(app))}::uuid[])`,
    )
    .limit(TEXTS_MAX);
  await apart.expire.each(
    app,
    old,
    ({ id }) => id,
    ({ id }) =>
      app.db.tx(
        async (tx) => {
          const [row] = await tx
            .update(messages)
            .set({ status: expired })
            .where(and(eq(messages.id, id), eq(messages.status, submitted)))
            .returning();
          if (!row) return;
          await releaseText(tx, row);
          await announceOutcome(app, tx, row);
        },
        { retry: true },
      ),
  );
}

/** Ends texts whose node died during the hand-over, and those that no node took in time. */
export async function recoverOutbox(app: App): Promise<void> {
  await outboxService.recover(app);
  const old = await app.db.drizzle
    .select({ id: outbox.messageId })
    .from(outbox)
    .where(
      sql`${outbox.workerId} is null and ${outbox.readyAt} < now() + interval '1 minute'
        and ${outbox.messageId} <> all(${sql.param(apart.recover.ids(app))}::uuid[])
        and exists (select from snd_message m where m.id = ${outbox.messageId} and m.create_time < now() - make_interval(mins => ${KEPT_MINUTES}::int))`,
    )
    .limit(TEXTS_MAX);
  await apart.recover.each(
    app,
    old,
    ({ id }) => id,
    ({ id }) =>
      app.db.tx(
        async (tx) => {
          const { rows } = await tx.execute(
            sql`select from snd_outbox where message_id = ${id}::uuid and worker_id is null for update`,
          );
          if (rows.length > 0) await drop(app, tx, id, failed, NOT_TAKEN);
        },
        { retry: true },
      ),
  );
}
