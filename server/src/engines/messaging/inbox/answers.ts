import { type Flow, type FlowState, flowSchema, START, stepFlow } from '@trade-assistant/contract/areas/sms/flow.ts';
import { sessionEventKind, sessionFlag } from '@trade-assistant/contract/areas/sms/session-dictionaries.ts';
import { isAppError } from '@trade-assistant/contract/kit/errors.ts';
import { formatTime } from '@trade-assistant/contract/kit/time.ts';
import { lineStatus } from '@trade-assistant/contract/message-dictionaries.ts';
import { smsParts } from '@trade-assistant/contract/sms-text.ts';
import { eq } from 'drizzle-orm';
import type { App } from '../../../kernel/app/index.ts';
import { businessZone } from '../../../kernel/db/business-days.ts';
import { inSavepoint, type Tx } from '../../../kernel/db/index.ts';
import { queueText, textPrice } from '../sending/index.ts';
import { usablePhone } from '../sms-senders/index.ts';
import type { NewEntry } from './entries.ts';
import { flows, type Session, type SessionTask } from './tables.ts';

const KIND = sessionEventKind.is;
const FLAG = sessionFlag.is;
const OFF_HOURS_MILLIS = 12 * 3_600_000;

/** The program's answer to a text. */
export interface Reply {
  readonly entries: readonly NewEntry[];
  readonly isForPeople: boolean;
  readonly flags: number;
  /** The flow came to its end. */
  readonly ends: boolean;
  readonly flowState: FlowState | null;
  readonly spent: bigint;
  readonly isOffHours?: boolean;
}

/** Answers a text by the session's own version of the flow, within turns, replies and money; people answer the rest. */
export async function answerByFlow(
  app: App,
  tx: Tx,
  task: SessionTask,
  session: Session,
  text: string,
  now: number,
): Promise<Reply> {
  const flow = await flowOf(tx, session);
  if (!flow) return { ...NOTHING, flowState: session.flowState };
  const step = stepFlow(flow, session.flowState ?? START, text, now, task.repliesMax);
  const sent = await sendAll(app, tx, task, session, step.replies);
  const isStuck = step.after === 'none' || step.after === 'person' || sent.isCut;
  const flags =
    (step.stopped === 'loop' ? FLAG.loop : 0) | (step.stopped === 'replies' || sent.isCut ? FLAG.repliesUsed : 0);
  return {
    ...{ entries: sent.entries, spent: sent.spent, flags, flowState: step.state },
    isForPeople: isStuck,
    ends: step.after === 'end' && !sent.isCut,
  };
}

const NOTHING: Reply = { entries: [], isForPeople: true, flags: 0, ends: false, flowState: null, spent: 0n };

async function flowOf(tx: Tx, { flowId }: Session): Promise<Flow | null> {
  if (flowId === null) return null;
  const [row] = await tx.select().from(flows).where(eq(flows.id, flowId));
  return row ? flowSchema.parse(row.content) : null;
}

/** Tells a person outside working hours when they are answered, once in twelve hours. */
export async function answerOffHours(app: App, tx: Tx, task: SessionTask, session: Session): Promise<Reply> {
  const kept = { ...NOTHING, flowState: session.flowState };
  const { offHoursReply, tenantId } = task;
  if (!offHoursReply || !isOffHours(task, await businessZone(tx, tenantId), new Date())) return kept;
  if (session.offHoursTime !== null && Date.now() - session.offHoursTime.getTime() < OFF_HOURS_MILLIS) return kept;
  const sent = await sendAll(app, tx, task, session, [{ node: 'offHours', text: offHoursReply }]);
  return { ...kept, entries: sent.entries, spent: sent.spent, isOffHours: sent.entries.length > 0 };
}

/** Returns whether a moment is outside the working hours of a task, in a time zone. Hours may pass midnight. */
export function isOffHours(
  { workStart, workEnd }: Pick<SessionTask, 'workStart' | 'workEnd'>,
  zone: string,
  at: Date,
): boolean {
  if (!workStart || !workEnd) return false;
  const clock = formatTime(at, zone).slice(11, 16);
  const isWithin = workStart < workEnd ? clock >= workStart && clock < workEnd : clock >= workStart || clock < workEnd;
  return !isWithin;
}

interface Sent {
  readonly entries: readonly NewEntry[];
  readonly spent: bigint;
  /** Not everything could be sent. */
  readonly isCut: boolean;
}

/** Queues automatic texts in their order until turns or money are used up; a refusal never fails the text that was received. */
async function sendAll(
  app: App,
  tx: Tx,
  task: SessionTask,
  session: Session,
  replies: readonly { readonly node: string; readonly text: string }[],
): Promise<Sent> {
  const entries: NewEntry[] = [];
  let spent = 0n;
  for (const { node, text } of replies) {
    if (session.turns + entries.length >= task.maxTurns) return { entries, spent, isCut: true };
    const price = await costOf(app, tx, session, text);
    if (price === null || exceeds(task, session.spent + spent + price)) return { entries, spent, isCut: true };
    const queued = await attempt(app, tx, task, session, text);
    if (!queued) return { entries, spent, isCut: true };
    spent += price;
    entries.push({
      ...{ kind: KIND.automatic, text, node, price, messageId: queued.id, segments: queued.segments },
      status: lineStatus.is.pending,
    });
  }
  return { entries, spent, isCut: false };
}

/** Returns whether a sum is above the money that one session may cost. */
export const exceeds = ({ moneyCap }: Pick<SessionTask, 'moneyCap'>, sum: bigint): boolean =>
  moneyCap !== null && sum > moneyCap;

/** Returns the cost of a text to the number of a session; null without a price. */
export async function costOf(
  app: App,
  tx: Tx,
  { tenantId, ownerId, countryCode }: Session,
  text: string,
): Promise<bigint | null> {
  const price = await textPrice(app, tx, { tenantId, ownerId, countryCode: countryCode ?? '' });
  return price === null ? null : price.unitPrice * BigInt(smsParts(text).parts.length);
}

/** Queues a text in a part of the transaction that a refusal undoes. */
async function attempt(app: App, tx: Tx, task: SessionTask, session: Session, text: string) {
  try {
    return await inSavepoint(tx, (part) => queue(app, part, task, session, { text, purpose: 'automatic' }));
  } catch (error) {
    if (!isAppError(error)) throw error;
    return null;
  }
}

/**
 * Queues a text of a session.
 * @throws SENDER_UNAVAILABLE, SENDER_GONE, and the refusals of `queueText`
 */
export async function queue(
  app: App,
  tx: Tx,
  task: SessionTask,
  session: Session,
  { text, purpose }: { readonly text: string; readonly purpose: 'reply' | 'automatic' | 'confirmation' },
): Promise<{ id: string; segments: number }> {
  const { tenantId, ownerId } = task;
  const phone = await usablePhone(tx, { tenantId, ownerId, agentId: task.agentId ?? ownerId }, session.senderId);
  const document = { bizType: 'sms/session', bizId: session.id, bizNo: session.sessionNo };
  return queueText(app, tx, {
    ...{ tenantId, ownerId, phone, e164: session.e164, text, sessionId: session.id, purpose },
    document: purpose === 'confirmation' ? null : document,
  });
}

/** Countries whose confirmations are in Chinese. */
const CHINESE = new Set(['CN', 'HK', 'MO', 'TW']);
const CONFIRMATION = {
  zh: '您已退订，将不再收到我们的短信。',
  en: 'You have opted out and will receive no more messages from us.',
};

/** Queues the confirmation of an opt-out, free of charge; null if it cannot be sent. */
export async function sendConfirmation(
  app: App,
  tx: Tx,
  task: SessionTask,
  session: Session,
): Promise<NewEntry | null> {
  const text = CONFIRMATION[CHINESE.has(session.countryCode ?? '') ? 'zh' : 'en'];
  try {
    const queued = await inSavepoint(tx, (part) => queue(app, part, task, session, { text, purpose: 'confirmation' }));
    return {
      ...{ kind: KIND.automatic, text, node: 'optOut', price: 0n, messageId: queued.id, segments: queued.segments },
      status: lineStatus.is.pending,
    };
  } catch (error) {
    if (!isAppError(error)) throw error;
    return null;
  }
}
