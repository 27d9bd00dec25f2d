import { caseType } from '@trade-assistant/contract/areas/compliance/dictionaries.ts';
import { businessType } from '@trade-assistant/contract/dictionaries.ts';
import { lineCharge, lineStatus } from '@trade-assistant/contract/message-dictionaries.ts';
import { and, eq, inArray, or, sql } from 'drizzle-orm';
import type { App } from '../../../kernel/app/index.ts';
import { systemActor } from '../../../kernel/auth/actor.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import {
  type Applied,
  countOutcome,
  isSmpp,
  MESSAGE_RECEIPT,
  type MessageSender,
  messageSender,
  OUTCOME,
  policiesOf,
  type Receipt,
  type ReceiptKind,
  readChannelEvents,
  type StatusEvent,
} from '../../vendors/providers/index.ts';
import { openCaseOf } from '../compliance/index.ts';
import { recordPhoneResults } from '../sms-senders/index.ts';
import {
  AWAITING,
  DEFERRED,
  deferLines,
  type HandedLine,
  LINE,
  type LineMove,
  lockLines,
  lockWork,
  moveLines,
  settleNow,
  WORK,
  type WorkTask,
  wakeWorkers,
} from '../work/index.ts';
import { failure, type RefusedRecipient, suppressRefused } from './errors-of-channel.ts';
import { applyOther } from './inbound.ts';
import { kindOf } from './kind.ts';
import { applyParts } from './parts.ts';
import { recordSeedReports } from './seed-orders.ts';
import { type MessageRow, messages } from './tables.ts';
import { announceOutcome } from './text-events.ts';
import { releaseText, settleText } from './texts.ts';

/** Reports of channels about messages, templates and senders. */
export const messageReceipts: ReceiptKind = {
  kind: MESSAGE_RECEIPT,
  apply: async (app, tx, receipt) => (await applyReports(app, tx, [receipt]))[0] ?? 'unreadable',
  applyMany: (app, tx, receipts) => applyReports(app, tx, receipts),
};

async function applyReports(app: App, tx: Tx, receipts: readonly Receipt[]): Promise<readonly Applied[]> {
  const [first] = receipts;
  const sender = first ? await messageSender(app, tx, first.sourceId) : null;
  if (!first || !sender) return receipts.map(() => 'nothing' as const);
  const events = receipts.map(({ body }) => readChannelEvents(sender, body));
  const statuses = events.flatMap((list) => (list ?? []).filter((event) => event.type === 'status'));
  const found = isSmpp(sender)
    ? await applyPartReports(app, tx, sender, statuses)
    : await applyStatuses(app, tx, sender, statuses);
  const results: Applied[] = [];
  for (const [index, list] of events.entries()) {
    if (list === undefined) results.push('unreadable');
    else {
      const applied = list.map((event) => (event.type === 'status' ? (found.get(event) ?? 'early') : null));
      for (const event of list) if (event.type !== 'status') await applyOther(app, tx, sender, event);
      results.push(outcomeOf(applied, receipts[index]));
    }
  }
  return results;
}

/** Returns the outcome of a receipt from those of its events; null for an event that is no report about a message. */
function outcomeOf(events: readonly (Applied | null)[], receipt: Receipt | undefined): Applied {
  if (events.includes('early')) return earlyOr(receipt);
  if (events.length === 0 || events.includes('applied') || events.includes(null)) return 'applied';
  return events.includes('orphan') ? 'orphan' : 'nothing';
}

/** Applies receipts about parts of texts, and what they mean for the texts. */
async function applyPartReports(
  app: App,
  tx: Tx,
  sender: MessageSender,
  events: readonly StatusEvent[],
): Promise<ReadonlyMap<StatusEvent, Applied>> {
  const { whole, applied } = await applyParts(tx, sender, events);
  const moved = await applyStatuses(app, tx, sender, whole);
  await countResults(
    tx,
    whole.filter((event) => moved.get(event) === 'applied'),
  );
  return applied;
}

/** Adds deliveries and failures to the figures of phones. */
async function countResults(tx: Tx, whole: readonly StatusEvent[]): Promise<void> {
  const ended = whole.filter(({ status }) => status !== 'sent');
  if (ended.length === 0) return;
  const isDelivered = new Map(ended.map(({ messageId, status }) => [messageId, status === 'delivered']));
  const { rows } = await tx.execute<{ id: string; phone: string }>(sql`
    select id, phone_id::text as phone from snd_message where id = any(${sql.param([...isDelivered.keys()])}::uuid[]) and phone_id is not null`);
  for (const [phone, group] of [...Map.groupBy(rows, ({ phone }) => phone)].toSorted()) {
    const delivered = group.filter(({ id }) => isDelivered.get(id)).length;
    await recordPhoneResults(tx, BigInt(phone), { delivered, failed: group.length - delivered });
  }
}

const HOURS = 3_600_000;
const ORPHAN_HOURS = 72;

/** A report about an unknown message may have come before its answer; after three days it belongs to nothing. */
const earlyOr = (receipt: Receipt | undefined): Applied =>
  receipt && Date.now() - receipt.receiveTime.getTime() > ORPHAN_HOURS * HOURS ? 'orphan' : 'early';

/** Ranks of states: a report of a lower rank changes nothing. */
const RANK: Readonly<Record<StatusEvent['status'], number>> = {
  sent: 1,
  failed: 2,
  expired: 2,
  revoked: 2,
  delivered: 3,
  read: 4,
};

/**
 * Applies reports about messages, in any order and any number of times, each with its consequences for the line and its money. @returns per
 * report whether it changed something; reports about unknown messages are missing
 */
export async function applyStatuses(
  app: App,
  tx: Tx,
  sender: MessageSender,
  events: readonly StatusEvent[],
): Promise<ReadonlyMap<StatusEvent, Applied>> {
  const applied = new Map<StatusEvent, Applied>();
  if (events.length === 0) return applied;
  const ids = [...new Set(events.map(({ messageId }) => messageId))];
  const isParts = isSmpp(sender);
  const references = [
    ...new Set(events.flatMap(({ reference }) => (reference !== null && UUID.test(reference) ? [reference] : []))),
  ];
  const known = await tx
    .select()
    .from(messages)
    .where(
      and(
        eq(messages.senderId, sender.id),
        or(
          isParts ? undefined : inArray(messages.vendorId, ids),
          references.length > 0 ? inArray(messages.id, references) : undefined,
        ),
      ),
    )
    .orderBy(messages.taskId, messages.lineNo, messages.id);
  const byVendor = new Map(
    known.flatMap((one) => (one.vendorId === null || isParts ? [] : [[one.vendorId, one] as const])),
  );
  const byId = new Map(known.map((one) => [one.id, one]));
  const pairs = events.flatMap((event) => {
    const message = byVendor.get(event.messageId) ?? (event.reference === null ? undefined : byId.get(event.reference));
    if (message === undefined) return [];
    if (!isParts && isForeign(message, event)) {
      applied.set(event, 'orphan');
      return [];
    }
    return [{ event, message }];
  });
  const foreign = [...applied.values()].length;
  if (foreign > 0) await countOutcome(tx, sender.id, OUTCOME.wrong, foreign);
  for (const [key, group] of [...Map.groupBy(pairs, ({ message }) => message.taskId ?? 0n)].toSorted(([a], [b]) =>
    Number(a - b),
  ))
    await applyToTask(app, tx, sender, key, group, applied);
  await countOutcome(tx, sender.id, OUTCOME.announced, pairs.length);
  return applied;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** A reference of ours with another channel id than its own is about something else. */
const isForeign = ({ vendorId }: MessageRow, { messageId }: StatusEvent): boolean =>
  vendorId !== null && vendorId !== messageId;

interface Report {
  readonly event: StatusEvent;
  readonly message: MessageRow;
}

/** The last state of each message, by rank, and all that its reports say. */
async function applyToTask(
  app: App,
  tx: Tx,
  sender: MessageSender,
  taskId: bigint,
  reports: readonly Report[],
  applied: Map<StatusEvent, Applied>,
): Promise<void> {
  const task = taskId === 0n ? null : await lockWork(tx, systemActor(sender.tenantId), taskId);
  const byMessage = Map.groupBy(reports, ({ message }) => message.id);
  const lines = task
    ? new Map(
        (
          await lockLines(tx, task, [
            ...new Set(reports.flatMap(({ message }) => (message.lineNo === null ? [] : [message.lineNo]))),
          ])
        ).map((line) => [line.lineNo, line]),
      )
    : new Map<number, HandedLine>();
  const changes: MessageChange[] = [];
  const moves: LineMove[] = [];
  const deferred = new Map<number, Date>();
  const optedOut: RefusedRecipient[] = [];
  const against: Against[] = [];
  let late = 0;
  const policyOf = await policiesOf(tx, sender.tenantId, sender.protocol);
  for (const group of byMessage.values()) {
    const [{ message } = { message: null }] = group;
    if (!message) continue;
    const best = group.map(({ event }) => event).toSorted((a, b) => RANK[b.status] - RANK[a.status])[0];
    if (!best) continue;
    const line = message.lineNo === null ? undefined : lines.get(message.lineNo);
    // The answer of the channel is stored with those of its chunk. A report before it is early: stored now, it would be lost.
    if (task && line?.messageId === message.id && line.state === LINE.open) continue;
    const change = changeOf(
      message,
      group.map(({ event }) => event),
    );
    if (change.isNews || change.pricing) changes.push(change);
    for (const { event } of group) applied.set(event, change.isNews ? 'applied' : 'nothing');
    // A line that was sent again, or decided by a person, is not moved by reports about what was before.
    if (!task || !line || line.messageId !== message.id) continue;
    const isDelivered = best.status === 'delivered' || best.status === 'read';
    if (line.isJudged) {
      if (change.isNews && contradicts(line, best)) against.push({ lineNo: line.lineNo, status: best.status });
      continue;
    }
    if (isDelivered && line.state === LINE.result && line.result === lineStatus.is.expired) late += 1;
    const move = moveOf(line, best);
    if (move === 'failed') {
      const policy = policyOf(best.error ?? { code: '' });
      const isAgain = SENT_AGAIN.includes(policy.class) && message.attemptNo <= policy.triesMax;
      if (isAgain) deferred.set(line.lineNo, new Date(Date.now() + policy.delaySeconds * 1000));
      else moves.push(failure(line, best.error?.code ?? ''));
      const recipient = line.userRef ?? line.e164 ?? 0n;
      if (policy.isSuppressing) optedOut.push({ recipient, code: best.error?.code ?? '', at: best.at });
    } else if (move) moves.push(move);
  }
  await storeChanges(tx, changes);
  if (!task) return applyToTexts(app, tx, byMessage);
  if (against.length > 0) await reportAgainst(tx, task, against);
  const locked = [...lines.values()];
  await moveLines(tx, task, locked, moves);
  await recordSeedReports(
    tx,
    task,
    moves.map(({ lineNo, result }) => ({ e164: lines.get(lineNo)?.e164 ?? null, result })),
  );
  if (deferred.size > 0) await sendAgain(tx, task, locked, deferred);
  await suppressRefused(app, tx, task, sender, optedOut);
  // A completed order has no beat that settles it.
  if (task.status === WORK.completed && moves.length > 0)
    await settleNow(tx, systemActor(task.tenantId), kindOf(task), task.id);
  if (late > 0) await tx.execute(sql`update work_task set late_count = late_count + ${late} where id = ${task.id}`);
}

/** A report that contradicts the verdict about a line. */
interface Against {
  readonly lineNo: number;
  readonly status: StatusEvent['status'];
}

/** Whether a final report says something else than the verdict about a line. */
function contradicts({ result }: HandedLine, { status }: StatusEvent): boolean {
  if (status === 'sent') return false;
  const wasDelivered = result === delivered || result === read;
  return wasDelivered !== (status === 'delivered' || status === 'read');
}

/** Opens a case about an order whose verdicts reports contradict; a person decides again. */
async function reportAgainst(tx: Tx, task: WorkTask, against: readonly Against[]): Promise<void> {
  const lines = against.map(({ lineNo, status }) => `#${lineNo} ${inWords(status)}`).join('; ');
  await openCaseOf(tx, systemActor(task.tenantId), {
    caseType: caseType.is.lateReceipt,
    sourceNo: task.taskNo,
    content: `${task.taskNo}: ${lines}`.slice(0, CASE_MAX),
  });
}

const CASE_MAX = 1000;

/** Returns the state that a report gives a line, in both languages of those who read a case. */
function inWords(status: StatusEvent['status']): string {
  const { zh, en } = lineStatus.entries[status === 'sent' ? 'submitted' : status === 'revoked' ? 'cancelled' : status];
  return `${zh} ${en}`;
}

/** Charges single texts of which a receipt says that they were taken, and announces their states. */
async function applyToTexts(app: App, tx: Tx, byMessage: ReadonlyMap<string, readonly Report[]>): Promise<void> {
  for (const [id, [first]] of byMessage) {
    if (!first) continue;
    const isRefused = first.event.answer !== undefined && first.event.status === 'failed';
    // One that has failed or expired is free; a receipt that comes after that does not charge it.
    if (first.message.status === submitted) await (isRefused ? releaseText : settleText)(tx, first.message);
    const [row] = await tx.select().from(messages).where(eq(messages.id, id));
    if (row && row.status !== first.message.status) await announceOutcome(app, tx, row);
  }
}

/** Classes of errors after which a message is sent again: retry and defer. */
const SENT_AGAIN: readonly number[] = [1, 2];

const { submitted, delivered, read, failed, expired } = lineStatus.is;
const { held, charged } = lineCharge.is;

/** Returns the move of a line that a report causes; `failed` leaves the consequence to the error policy, null changes nothing. */
function moveOf(line: HandedLine, { status, isRefunded }: StatusEvent): LineMove | 'failed' | null {
  const { lineNo, state, result, charge } = line;
  const isAwaiting = AWAITING.includes(state);
  const paid = charge === held ? charged : charge;
  const free = charge === held ? lineCharge.is.none : charge;
  switch (status) {
    case 'sent':
      return state === LINE.doubt ? { lineNo, charge, state: LINE.accepted, result: submitted } : null;
    case 'delivered':
      if (isAwaiting) return { lineNo, charge: paid, state: LINE.result, result: delivered, dueTime: null };
      // The channel reported a failure first: its money has returned.
      return state === LINE.result && result === failed
        ? { lineNo, charge, state: LINE.result, result: delivered, error: null }
        : null;
    case 'read':
      if (state === LINE.result && result === failed)
        return { lineNo, charge, state: LINE.result, result: read, error: null };
      return isAwaiting || (state === LINE.result && result === delivered)
        ? { lineNo, charge: paid, state: LINE.result, result: read, dueTime: null }
        : null;
    case 'failed':
      return isAwaiting ? 'failed' : null;
    case 'expired':
    case 'revoked':
      if (isAwaiting) return { lineNo, charge: free, state: LINE.result, result: expired, dueTime: null };
      // The channel took its fee back after it had reported a delivery.
      return isRefunded && charge === charged
        ? { lineNo, charge: lineCharge.is.refunded, state: LINE.result, result: expired, dueTime: null }
        : null;
  }
}

/** Opens lines again whose message was refused for now: they go on later, in the same lane. */
async function sendAgain(
  tx: Tx,
  task: WorkTask,
  locked: readonly HandedLine[],
  deferred: ReadonlyMap<number, Date>,
): Promise<void> {
  const lines = locked.filter(({ lineNo }) => deferred.has(lineNo));
  await moveLines(
    tx,
    task,
    lines,
    lines.map(({ lineNo, charge }) => ({ lineNo, charge, state: LINE.open, result: lineStatus.is.pending })),
  );
  for (const [laneNo, group] of Map.groupBy(lines, (line) => line.laneNo))
    await deferLines(
      tx,
      task,
      { stage: task.stage, laneNo },
      new Map(
        group.map(({ lineNo }) => [lineNo, { until: deferred.get(lineNo) ?? new Date(), reason: DEFERRED.retry }]),
      ),
    );
  await wakeWorkers(tx);
}

/** Changes that reports make to a message; null and false leave a value as it is. */
interface MessageChange {
  readonly id: string;
  readonly isNews: boolean;
  readonly vendorId: string | null;
  readonly status: number | null;
  readonly sentTime: Date | null;
  readonly deliveredTime: Date | null;
  readonly readTime: Date | null;
  readonly error: StatusEvent['error'];
  readonly pricing: StatusEvent['pricing'];
  readonly cost: string | null;
  readonly verification: number | null;
  readonly isRefunded: boolean;
  readonly isFinal: boolean;
}

/** Returns what reports about a message change; `isNews` when any of them was new. */
function changeOf(message: MessageRow, events: readonly StatusEvent[]): MessageChange {
  const at = (...states: StatusEvent['status'][]) =>
    events.filter(({ status }) => states.includes(status)).map((event) => event.at)[0] ?? null;
  const rank = Math.max(...events.map(({ status }) => RANK[status]));
  const before = RANKS[message.status] ?? 0;
  const best = events.find(({ status }) => RANK[status] === rank);
  const verification = events.findLast((event) => event.verification !== undefined)?.verification ?? null;
  const isRefunded = events.some((event) => event.isRefunded);
  const isText = message.channel === businessType.is.sms;
  return {
    id: message.id,
    isNews:
      rank > before ||
      (message.vendorId === null && !isText) ||
      (verification ?? message.verification) !== message.verification ||
      (isRefunded && !message.isRefunded),
    vendorId: isText ? null : (best?.messageId ?? null),
    status: rank > before && best ? STATUS[best.status] : null,
    sentTime: at('sent') ?? at('delivered', 'read'),
    // A message that was read was delivered.
    deliveredTime: at('delivered') ?? at('read'),
    readTime: at('read'),
    error: before < RANK.delivered ? (events.find(({ error }) => error !== null)?.error ?? null) : null,
    pricing: events.findLast((event) => event.pricing !== null)?.pricing ?? null,
    cost: events.findLast((event) => event.cost !== undefined)?.cost ?? null,
    verification,
    isRefunded,
    isFinal: rank > 1,
  };
}

/** Stores changes of messages. Known ids and times stay; a cost, charge or finding that a report names replaces the known one. */
async function storeChanges(tx: Tx, changes: readonly MessageChange[]): Promise<void> {
  if (changes.length === 0) return;
  const column = <T>(of: (change: MessageChange) => T) => sql.param(changes.map(of));
  const time = (of: (change: MessageChange) => Date | null) => column((change) => of(change)?.toISOString() ?? null);
  await tx.execute(sql`
    update snd_message m set vendor_id = coalesce(m.vendor_id, f.vendor), status = coalesce(f.status, m.status),
      sent_time = coalesce(m.sent_time, f.sent), delivered_time = coalesce(m.delivered_time, f.delivered), read_time = coalesce(m.read_time, f.read),
      error_code = case when f.status in (${delivered}, ${read}) then null else coalesce(f.error, m.error_code) end,
      error_text = case when f.status in (${delivered}, ${read}) then null when f.error is null then m.error_text else f.error_text end,
      pricing = coalesce(f.pricing, m.pricing), cost = coalesce(f.cost, m.cost), verification = coalesce(f.verification, m.verification),
      is_refunded = m.is_refunded or f.is_refunded, is_held = m.is_held and not f.is_final
    from unnest(${column(({ id }) => id)}::uuid[], ${column(({ vendorId }) => vendorId)}::text[], ${column(({ status }) => status)}::int[],
      ${time(({ sentTime }) => sentTime)}::timestamptz[], ${time(({ deliveredTime }) => deliveredTime)}::timestamptz[],
      ${time(({ readTime }) => readTime)}::timestamptz[], ${column(({ error }) => error?.code ?? null)}::text[],
      ${column(({ error }) => error?.text.slice(0, TEXT_MAX) ?? null)}::text[],
      ${column(({ pricing }) => (pricing ? JSON.stringify(pricing) : null))}::jsonb[], ${column(({ cost }) => cost)}::numeric[],
      ${column((change) => change.verification)}::int[], ${column(({ isRefunded }) => isRefunded)}::boolean[], ${column(({ isFinal }) => isFinal)}::boolean[])
      as f (id, vendor, status, sent, delivered, read, error, error_text, pricing, cost, verification, is_refunded, is_final)
    where m.id = f.id`);
}

const TEXT_MAX = 500;
/** As `line_status`. */
const STATUS: Readonly<Record<StatusEvent['status'], number>> = {
  sent: submitted,
  delivered,
  read,
  failed,
  expired,
  revoked: expired,
};
/** Ranks of the stored states. */
const RANKS: Readonly<Record<number, number>> = {
  [submitted]: RANK.sent,
  [failed]: RANK.failed,
  [expired]: RANK.expired,
  [delivered]: RANK.delivered,
  [read]: RANK.read,
};
