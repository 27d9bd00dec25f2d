import { randomUUID } from 'node:crypto';
import { lineCharge, lineStatus } from '@trade-assistant/contract/message-dictionaries.ts';
import { eq, inArray, sql } from 'drizzle-orm';
import type { App } from '../../../kernel/app/index.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import { invariant } from '../../../kernel/invariant.ts';
import {
  Busy,
  type Handed,
  InDoubt,
  type MessageSender,
  messageSender,
  NotSent,
  OUTCOME,
  type Outcome,
  type OutgoingMessage,
  recordExchange,
} from '../../vendors/providers/index.ts';
import { countPhoneUse, phoneWaitMillis, shortLinks } from '../sms-senders/index.ts';
import {
  endHanded,
  type HandedLine,
  type HandOver,
  type Leased,
  LINE,
  lockLines,
  moveLines,
  type OpenLine,
  storeChunk,
  type WorkTask,
} from '../work/index.ts';
import { partsOf, phoneOf } from './admit.ts';
import { detailsOf, isCode, isSms, type MessageChannel } from './channels.ts';
import { codeHash, codeOf, contentOf, messageKindOf } from './content.ts';
import { storeDoubts } from './doubts.ts';
import { applyErrors, failure, type LineError } from './errors-of-channel.ts';
import { addressOf, type OpenPart, storeParts } from './parts.ts';
import { recordDispatch } from './seed-orders.ts';
import { LINK } from './sms-rules.ts';
import { messages, type TemplateRow, templates } from './tables.ts';

/** Messages of a chunk under way at once. */
const WINDOW = 20;
/** A little longer than the sender's own limit: adapters end their requests themselves. */
const GRACE_MILLIS = 5000;
/** Pause before messages that were not received are handed over again; the breaker opens meanwhile if it goes on. */
const NOT_SENT_SECONDS = 2;
/** An outcome is awaited so long. */
const RECEIPT_HOURS = 72;
/** A code is overdue so long after its time to live. */
const CODE_GRACE_SECONDS = 60;
/** First question about a message, where a channel can be asked. */
const POLL_SECONDS = 2;
const TEXT_MAX = 500;

/** The outcome of one message. */
export type SubmitOutcome =
  | Handed
  | {
      readonly state: 'notSent';
      readonly error: string;
      /** The channel takes nothing for so long: neither a failure nor an attempt. */
      readonly busyMillis?: number;
    }
  | { readonly state: 'doubt'; readonly error: string; readonly parts?: readonly OpenPart[] };

interface Sent {
  readonly line: OpenLine;
  readonly came: SubmitOutcome;
  readonly millis: number;
}

/** Returns when the outcome of a message that is handed over now is overdue. */
const dueOf = (task: WorkTask): Date => {
  const ttl = isCode(task) ? (detailsOf(task).ttl ?? 0) : 0;
  return new Date(Date.now() + (ttl > 0 ? (ttl + CODE_GRACE_SECONDS) * 1000 : RECEIPT_HOURS * 3_600_000));
};

/** How messages of a channel are handed over. */
export const handOver = (channel: MessageChannel): HandOver => ({
  provider: async (app, tx, task) => {
    const sender = task.senderId === null ? null : await messageSender(app, tx, task.senderId);
    if (!sender || !isSms(task)) return sender;
    return { ...sender, senderMillis: await phoneWaitMillis(tx, phoneOf(task)) };
  },
  begin: (tx, leased) => begin(tx, channel, leased),
  take: async (tx, { task, lines }) => !isSms(task) || countPhoneUse(tx, phoneOf(task), partsOf(lines), lines.length),
  run: (app, leased) => (leased.isNew ? handChunk(app, leased) : doubtChunk(app, leased)),
});

/** Adds a message for each line, whose id is our reference, before anything is sent. */
async function begin(tx: Tx, channel: MessageChannel, { task, lines }: Leased): Promise<readonly OpenLine[]> {
  const { link } = detailsOf(task);
  const links = link
    ? await shortLinks(
        tx,
        { tenantId: task.tenantId, taskId: task.id },
        lines.map(({ lineNo }) => lineNo),
        link,
      )
    : null;
  const begun = lines.map((line) => ({
    ...line,
    ...(links ? { params: { ...line.params, [LINK]: links.get(line.lineNo) ?? '' } } : {}),
    messageId: randomUUID() as string,
    attemptNo: line.attemptNo + 1,
  }));
  const column = <T>(of: (line: (typeof begun)[number]) => T) => sql.param(begun.map(of));
  // One statement of the same text for each chunk: a list of values would have a thousand parameters.
  await tx.execute(sql`
    insert into snd_message (id, tenant_id, owner_id, channel, direction, sender_id, phone_id, segments, task_id, line_no, attempt_no, e164,
      user_ref, msg_type, template_code)
    select f.id, ${task.tenantId}, ${task.ownerId}, ${channel.businessType}, 1, ${task.senderId ?? 0n},
      ${isSms(task) ? phoneOf(task) : null}, f.segments, ${task.id}, f.line_no, f.attempt, f.e164, f.user_ref,
      ${messageKindOf(task)}, ${task.templateCode}
    from unnest(${column(({ messageId }) => messageId)}::uuid[], ${column(({ lineNo }) => lineNo)}::int[], ${column(({ attemptNo }) => attemptNo)}::int[],
      ${column(({ e164 }) => (e164 === 0n ? null : e164))}::bigint[], ${column(({ userRef }) => userRef)}::text[],
      ${column(({ units }) => (isSms(task) ? units : null))}::int[]) as f (id, line_no, attempt, e164, user_ref, segments)`);
  await tx.execute(sql`
    update work_line l set message_id = f.id, attempt_no = f.attempt, params = coalesce(f.params, l.params)
    from unnest(${column(({ lineNo }) => lineNo)}::int[], ${column(({ messageId }) => messageId)}::uuid[],
      ${column(({ attemptNo }) => attemptNo)}::int[],
      ${column(({ params }) => (links ? JSON.stringify(params) : null))}::jsonb[]) as f (line_no, id, attempt, params)
    where l.task_id = ${task.id} and l.create_time = ${task.createTime} and l.is_current and l.line_no = f.line_no`);
  return begun;
}

async function handChunk(app: App, leased: Leased): Promise<void> {
  const { task, lines } = leased;
  const sender = await messageSender(app, app.db.drizzle, task.senderId ?? 0n);
  invariant(sender, 'message-sender', task.taskNo);
  const [template = null] =
    task.templateId === null
      ? []
      : await app.db.drizzle.select().from(templates).where(eq(templates.id, task.templateId));
  const ready = await prepared(app, leased, sender, template);
  if (!ready) return;
  const sent = await inWindow(lines, (line) => handLine(sender, line, ready.get(line.lineNo)));
  await storeChunk(app, leased, (tx) => conclude(app, tx, leased, sender, sent));
}

type Ready = { readonly message: OutgoingMessage } | { readonly came: SubmitOutcome };

/**
 * Returns each message as it is handed over. Where the channel makes repetitions safe, its token is stored first, and with it the digest of a
 * code; null when the lease was lost meanwhile.
 */
async function prepared(
  app: App,
  leased: Leased,
  sender: MessageSender,
  template: TemplateRow | null,
): Promise<ReadonlyMap<number, Ready> | null> {
  const { task, lines } = leased;
  const details = detailsOf(task);
  const codes = new Map(lines.map((line) => [line.lineNo, codeOf(app, task, line)]));
  const from = isSms(task) ? await addressOf(app.db.drizzle, phoneOf(task)) : null;
  const messageOf = (line: OpenLine): OutgoingMessage => ({
    from,
    reference: line.messageId ?? '',
    e164: line.e164 === 0n ? null : line.e164,
    userId: line.userRef,
    content: contentOf(task, template, line, codes.get(line.lineNo) ?? null),
    ttlSeconds: details.ttl ?? null,
    token: null,
    partRef: null,
  });
  const { prepare } = sender.adapter;
  if (!prepare) return new Map(lines.map((line) => [line.lineNo, { message: messageOf(line) }]));
  const ready = new Map<number, Ready>();
  await inWindow(lines, async (line) => {
    const message = messageOf(line);
    const came = await guarded(sender, (signal) => prepare.call(sender.adapter, message, signal));
    ready.set(line.lineNo, 'token' in came ? { message: { ...message, token: came.token } } : { came: isSure(came) });
  });
  const tokens = lines.flatMap(({ lineNo, messageId }) => {
    const one = ready.get(lineNo);
    const code = codes.get(lineNo);
    return one && 'message' in one
      ? [{ id: messageId ?? '', token: one.message.token, hash: code ? codeHash(app, code, messageId ?? '') : null }]
      : [];
  });
  const stored = await storeChunk(app, leased, async (tx) => {
    await tx.execute(sql`
      update snd_message m set token = f.token, code_hash = f.hash
      from unnest(${sql.param(tokens.map(({ id }) => id))}::uuid[], ${sql.param(tokens.map(({ token }) => token))}::text[],
        ${sql.param(tokens.map(({ hash }) => hash))}::text[]) as f (id, token, hash) where m.id = f.id`);
  });
  if (stored === 'late') return null;
  // Without its token a message could not be asked about, and without its digest a code could not be checked.
  return stored === 'stored' ? ready : new Map();
}

/** A message that could not be prepared was not sent. */
const isSure = (came: SubmitOutcome): SubmitOutcome =>
  came.state === 'doubt' ? { state: 'notSent', error: came.error } : came;

async function handLine(sender: MessageSender, line: OpenLine, ready: Ready | undefined): Promise<Sent> {
  const started = performance.now();
  const came =
    ready === undefined
      ? ({ state: 'notSent', error: 'not prepared' } as const)
      : 'came' in ready
        ? ready.came
        : await guarded(sender, (signal) => sender.adapter.send(ready.message, signal));
  return { line, came, millis: performance.now() - started };
}

/** Returns the answer of a channel, or why there is none. */
export async function guarded<T>(
  sender: MessageSender,
  call: (signal: AbortSignal) => Promise<T>,
): Promise<T | Extract<SubmitOutcome, { error: string }>> {
  const signal = AbortSignal.timeout(sender.timeoutMillis + GRACE_MILLIS);
  const { promise, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(new Error('no answer'));
  signal.addEventListener('abort', onAbort);
  try {
    return await Promise.race([call(signal), promise]);
  } catch (error) {
    const text = (error instanceof Error ? error.message : String(error)).slice(0, TEXT_MAX);
    if (error instanceof Busy) return { state: 'notSent', error: text, busyMillis: error.afterMillis };
    if (error instanceof NotSent) return { state: 'notSent', error: text };
    return { state: 'doubt', error: text, ...(error instanceof InDoubt ? { parts: error.parts } : {}) };
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

/** Maps with a limited number of calls under way. */
async function inWindow<A, B>(items: readonly A[], of: (item: A) => Promise<B>): Promise<B[]> {
  const results: B[] = [];
  let next = 0;
  const worker = async () => {
    for (let index = next++; index < items.length; index = next++) results[index] = await of(items[index] as A);
  };
  await Promise.all(Array.from({ length: Math.min(WINDOW, items.length) }, worker));
  return results;
}

const { submitted } = lineStatus.is;

/** Stores the outcomes of a chunk with all their consequences. */
async function conclude(app: App, tx: Tx, leased: Leased, sender: MessageSender, sent: readonly Sent[]): Promise<void> {
  const { task } = leased;
  const parts = sent.flatMap(({ line, came }) =>
    'parts' in came && came.parts ? [{ messageId: line.messageId ?? '', e164: line.e164, parts: came.parts }] : [],
  );
  await storeParts(tx, sender.id, parts);
  await tx.execute(sql`select from work_task where id = ${task.id} for no key update`);
  const lines = await lockLines(
    tx,
    task,
    sent.map(({ line }) => line.lineNo),
  );
  const isOpen = new Set(lines.flatMap(({ lineNo, state }) => (state === LINE.open ? [lineNo] : [])));
  const due = dueOf(task);
  const handed = sent.filter(
    ({ line, came }) =>
      isOpen.has(line.lineNo) && (came.state === 'accepted' || came.state === 'doubt') && !refusedPart(came),
  );
  const halves = sent.filter(({ line, came }) => isOpen.has(line.lineNo) && refusedPart(came));
  const chargeOf = new Map(lines.map(({ lineNo, charge }) => [lineNo, charge]));
  const isOnSubmit = await chargesOnSubmit(tx, leased);
  await storeAccepted(tx, sender, handed);
  await moveLines(
    tx,
    task,
    lines,
    handed.map(({ line: { lineNo }, came }) => ({
      lineNo,
      state: came.state === 'accepted' ? LINE.accepted : LINE.doubt,
      result: submitted,
      charge: chargeAt(came, chargeOf.get(lineNo) ?? lineCharge.is.none, isOnSubmit),
      dueTime: due,
      error: null,
    })),
  );
  await failHalves(tx, task, lines, halves);
  const accepted = handed.filter(({ came }) => came.state === 'accepted').map(({ line }) => line.e164);
  await recordDispatch(tx, task, accepted);
  const errors: LineError[] = sent.flatMap(({ line, came }) =>
    came.state === 'refused' && isOpen.has(line.lineNo) ? [{ line, error: came.error }] : [],
  );
  await storeErrors(tx, errors);
  const pause = await applyErrors(app, tx, leased, sender, errors);
  const notSent = sent.filter(({ line, came }) => came.state === 'notSent' && isOpen.has(line.lineNo));
  await takeBack(tx, task, notSent);
  // Lines that were put off are in other chunks now.
  const { rows } = await tx.execute(sql`
    select from work_line where task_id = ${task.id} and create_time = ${task.createTime} and chunk_no = ${leased.chunk.chunkNo}
      and state = ${LINE.open} and is_current limit 1`);
  const seconds = Math.max(pause, ...notSent.map(({ came }) => (busyOf(came) ?? NOT_SENT_SECONDS * 1000) / 1000));
  const failed = sent.find(
    ({ came }) => (came.state === 'notSent' && busyOf(came) === null) || came.state === 'doubt',
  )?.came;
  await endHanded(
    tx,
    leased,
    rows.length > 0 ? seconds : null,
    failed && 'error' in failed ? String(failed.error) : null,
  );
  // Last, as leases take the rate last: all chunks of the sender change these rows.
  await countExchanges(tx, sender, sent);
}

const chargeAt = (came: SubmitOutcome, charge: number, isOnSubmit: boolean): number =>
  isOnSubmit && came.state === 'accepted' && charge === lineCharge.is.held ? lineCharge.is.charged : charge;

/** Whether messages of a lane are charged when the channel takes them. */
async function chargesOnSubmit(tx: Tx, { task, chunk }: Leased): Promise<boolean> {
  if (!isSms(task)) return false;
  const { rows } = await tx.execute<{ is: boolean }>(sql`
    select is_on_submit as is from work_lane where task_id = ${task.id} and stage = ${chunk.stage} and lane_no = ${chunk.laneNo}`);
  return rows[0]?.is ?? false;
}

/** Returns the refusal of a part of a text whose other parts were taken: it is not sent again, as its recipient has a half of it. */
const refusedPart = (came: SubmitOutcome) =>
  'parts' in came ? came.parts?.find(({ error }) => error !== null)?.error : undefined;

async function failHalves(
  tx: Tx,
  task: WorkTask,
  lines: readonly HandedLine[],
  halves: readonly Sent[],
): Promise<void> {
  if (halves.length === 0) return;
  const charges = new Map(lines.map((line) => [line.lineNo, line]));
  const errors = halves.map(({ line, came }) => ({ line, error: { code: refusedPart(came)?.code ?? '', text: '' } }));
  await storeErrors(tx, errors);
  await moveLines(
    tx,
    task,
    lines,
    errors.map(({ line, error }) =>
      failure(charges.get(line.lineNo) ?? { lineNo: line.lineNo, charge: 0 }, error.code),
    ),
  );
}

const busyOf = (came: SubmitOutcome): number | null => (came.state === 'notSent' ? (came.busyMillis ?? null) : null);

/** Takes back the attempts of lines that were not sent. */
async function takeBack(tx: Tx, task: WorkTask, notSent: readonly Sent[]): Promise<void> {
  if (notSent.length === 0) return;
  await tx.execute(
    sql`delete from snd_message where id = any(${sql.param(notSent.map(({ line }) => line.messageId))}::uuid[])`,
  );
  await tx.execute(sql`
    update work_line set attempt_no = attempt_no - 1, message_id = null
    where task_id = ${task.id} and create_time = ${task.createTime} and is_current and line_no = any(${sql.param(notSent.map(({ line }) => line.lineNo))}::int[])`);
}

/** Counts the outcomes of a chunk, one exchange for each kind of outcome: a breaker counts one event, not fifty. */
export async function countExchanges(
  tx: Tx,
  sender: MessageSender,
  sent: readonly Pick<Sent, 'came' | 'millis'>[],
): Promise<void> {
  const outcomes: Readonly<Record<SubmitOutcome['state'], Outcome>> = {
    accepted: OUTCOME.answered,
    refused: OUTCOME.refused,
    notSent: OUTCOME.failed,
    doubt: OUTCOME.timedOut,
  };
  const counted = sent.filter(({ came }) => busyOf(came) === null);
  for (const [state, group] of Map.groupBy(counted, ({ came }) => came.state)) {
    const [first] = group;
    await recordExchange(tx, sender.id, {
      outcome: outcomes[state],
      lines: group.length,
      millis: group.reduce((sum, { millis }) => sum + millis, 0) / group.length,
      error: first && (first.came.state === 'notSent' || first.came.state === 'doubt') ? first.came.error : undefined,
    });
  }
}

async function storeAccepted(tx: Tx, sender: MessageSender, handed: readonly Sent[]): Promise<void> {
  const column = <T>(of: (one: Sent) => T) => sql.param(handed.map(of));
  const accepted = ({ came }: Sent) => (came.state === 'accepted' ? came : null);
  const isAsked = sender.adapter.ask !== undefined;
  await tx.execute(sql`
    update snd_message m set vendor_id = coalesce(f.vendor, m.token), status = ${submitted}, is_held = f.held, cost = f.cost, sent_time = now(),
      poll_time = case when ${isAsked}::boolean then now() + make_interval(secs => ${POLL_SECONDS}) end
    from unnest(${column(({ line }) => line.messageId)}::uuid[], ${column((one) => accepted(one)?.messageId ?? null)}::text[],
      ${column((one) => accepted(one)?.isHeld ?? false)}::boolean[], ${column((one) => accepted(one)?.cost ?? null)}::numeric[]) as f (id, vendor, held, cost)
    where m.id = f.id`);
}

const storeErrors = (tx: Tx, errors: readonly LineError[]): Promise<unknown> =>
  tx.execute(sql`
    update snd_message m set status = ${lineStatus.is.failed}, error_code = f.code, error_text = f.text
    from unnest(${sql.param(errors.map(({ line }) => line.messageId))}::uuid[], ${sql.param(errors.map(({ error }) => error.code))}::text[],
      ${sql.param(errors.map(({ error }) => error.text.slice(0, TEXT_MAX)))}::text[]) as f (id, code, text)
    where m.id = f.id`);

/** Ends a chunk whose worker died: nobody knows which of its messages were sent, so all wait for receipts and none is sent again by itself. */
async function doubtChunk(app: App, leased: Leased): Promise<void> {
  const { task, lines } = leased;
  await storeChunk(app, leased, async (tx) => {
    await tx.execute(sql`select from work_task where id = ${task.id} for no key update`);
    const locked = await lockLines(
      tx,
      task,
      lines.map(({ lineNo }) => lineNo),
    );
    // Receipts that came meanwhile have moved some.
    const open = locked.filter(({ state, messageId }) => state === LINE.open && messageId !== null);
    await tx
      .update(messages)
      .set({
        status: submitted,
        sentTime: sql`now()`,
        vendorId: sql`coalesce(${messages.vendorId}, ${messages.token})`,
        pollTime: sql`case when token is not null then now() end`,
      })
      .where(
        inArray(
          messages.id,
          open.map(({ messageId }) => messageId ?? ''),
        ),
      );
    await storeDoubts(
      tx,
      open.map(({ messageId }) => messageId ?? ''),
    );
    await moveLines(
      tx,
      task,
      locked,
      open.map(({ lineNo, charge }) => ({
        lineNo,
        charge,
        state: LINE.doubt,
        result: submitted,
        dueTime: dueOf(task),
      })),
    );
    await endHanded(tx, leased, null, 'the worker ended');
  });
}
