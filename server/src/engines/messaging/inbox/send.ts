import {
  replyBlock,
  sessionEventKind,
  sessionStatus,
  sessionTaskStatus,
} from '@trade-assistant/contract/areas/sms/session-dictionaries.ts';
import { businessType } from '@trade-assistant/contract/dictionaries.ts';
import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import { lineStatus } from '@trade-assistant/contract/message-dictionaries.ts';
import { and, eq, sql } from 'drizzle-orm';
import type { App } from '../../../kernel/app/index.ts';
import type { Actor } from '../../../kernel/auth/actor.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import { declareLimit } from '../../../kernel/declared-limits.ts';
import { countedForm, hasNumber, normalise } from '../../../kernel/phone/index.ts';
import { pricingErrors } from '../../money/pricing/index.ts';
import { assertConsent } from '../compliance/index.ts';
import { costOf, exceeds, queue } from './answers.ts';
import { nameOf } from './end.ts';
import { append } from './entries.ts';
import { atField, inboxErrors } from './errors.ts';
import { openSession } from './inbound.ts';
import { lockSessions, shareTask } from './rights.ts';
import { type EventRow, events, type Session, type SessionTask } from './tables.ts';

const KIND = sessionEventKind.is;
declareLimit({ name: 'texts sent in a session', window: 'ever', unit: 'messages' });
declareLimit({ name: 'cost of the texts of a session', window: 'ever', unit: 'money' });
const BLOCK = replyBlock.is;

export interface NewReply {
  readonly id: bigint;
  readonly text: string;
  readonly clientKey: string;
  readonly lastSeenMessageId: bigint;
  readonly force: boolean;
}

/**
 * Sends a reply of a person, once for each key of the browser. The answer to the first is repeated, also when the session has changed since.
 * @throws NOT_FOUND, STALE_DATA with the number of new texts, SESSION_CLOSED, SESSION_OPTED_OUT, SESSION_ENDED, SESSION_TURNS, SESSION_CAP,
 * SESSION_ASSIGNEE, and the refusals of `queueText`
 */
export async function sendReply(app: App, tx: Tx, actor: Actor, reply: NewReply): Promise<EventRow> {
  const { task, session } = await lockOne(tx, actor, reply.id);
  const known = await sentBefore(tx, session.id, actor.userId, reply.clientKey);
  if (known) return known;
  assertOpen(task, session);
  assertAssignee(task, session, actor);
  if (!reply.force) await assertSeen(tx, session, actor, reply.lastSeenMessageId);
  if (session.turns >= task.maxTurns) throw inboxErrors.SESSION_TURNS({ max: task.maxTurns });
  const price = await costOf(app, tx, session, reply.text);
  if (price === null) throw pricingErrors.PRICE_NOT_FOUND();
  if (exceeds(task, session.spent + price)) throw inboxErrors.SESSION_CAP();
  const takes = session.assignedUser === null;
  await tx.execute(sql`
    update inb_session set session_status = ${sessionStatus.is.open}::int, waiting_since = null, snoozed_until = null, is_for_people = true,
      turns = turns + 1, spent = spent + ${price}::bigint, update_time = now(), version = version + 1
      ${takes ? sql`, assigned_user = ${actor.userId}, assigned_name = ${nameOf(actor)}` : sql``}
    where id = ${session.id}`);
  const queued = await queue(app, tx, task, session, { text: reply.text, purpose: 'reply' });
  const by = { userId: actor.userId, userName: nameOf(actor) };
  const stored = await append(
    app,
    tx,
    session,
    [
      ...(takes ? [{ kind: KIND.assigned, ...by }] : []),
      {
        ...{ kind: KIND.sent, ...by, text: reply.text, clientKey: reply.clientKey, price },
        ...{ messageId: queued.id, segments: queued.segments, status: lineStatus.is.pending },
      },
    ],
    { sent: 1, charged: price },
  );
  const sent = stored.at(-1);
  if (!sent) throw commonErrors.INTERNAL();
  await seeUpTo(tx, session.id, actor.userId, sent.eventNo);
  await tx.execute(sql`delete from inb_draft where user_id = ${actor.userId} and session_id = ${session.id}`);
  return sent;
}

/** Locks the task of a session against its end, then the session. */
export async function lockOne(tx: Tx, actor: Actor, id: bigint): Promise<{ task: SessionTask; session: Session }> {
  const { rows } = await tx.execute<{ task: string }>(
    sql`select task_id::text as task from inb_session where id = ${id}`,
  );
  const taskId = rows[0]?.task;
  if (taskId === undefined) throw commonErrors.NOT_FOUND();
  const task = await shareTask(tx, BigInt(taskId));
  const [session] = await lockSessions(tx, actor, [id]);
  if (!session) throw commonErrors.NOT_FOUND();
  return { task, session };
}

/** Returns the entry that a browser's key made. */
export async function sentBefore(
  tx: Tx,
  sessionId: bigint,
  userId: bigint,
  clientKey: string,
): Promise<EventRow | undefined> {
  const [known] = await tx
    .select()
    .from(events)
    .where(and(eq(events.sessionId, sessionId), eq(events.userId, userId), eq(events.clientKey, clientKey)));
  return known;
}

/** @throws SESSION_ENDED, SESSION_OPTED_OUT, SESSION_CLOSED */
function assertOpen(task: SessionTask, { sessionStatus: state }: Session): void {
  if (state === sessionStatus.is.optedOut) throw inboxErrors.SESSION_OPTED_OUT();
  if (task.status === sessionTaskStatus.is.ended) throw inboxErrors.SESSION_ENDED();
  if (state === sessionStatus.is.closed) throw inboxErrors.SESSION_CLOSED();
}

function assertAssignee(task: SessionTask, session: Session, actor: Actor): void {
  if (task.onlyAssignee === 1 && session.assignedUser !== null && session.assignedUser !== actor.userId)
    throw inboxErrors.SESSION_ASSIGNEE({ name: session.assignedName ?? '' });
}

/** @throws STALE_DATA with the number of texts that others wrote since */
async function assertSeen(tx: Tx, session: Session, actor: Actor, seen: bigint): Promise<void> {
  const { rows } = await tx.execute<{ n: number; by: string | null }>(sql`
    select count(*)::int as n, max(user_name) as by from inb_event where session_id = ${session.id} and event_no > ${seen}
      and kind in (${KIND.received}, ${KIND.sent}, ${KIND.automatic}) and user_id is distinct from ${actor.userId}`);
  const n = rows[0]?.n ?? 0;
  if (n > 0)
    throw commonErrors.STALE_DATA({}, { newMessages: n, by: rows[0]?.by ?? null, last: String(session.lastNo) });
}

/** Notes that a reader saw everything up to an entry. */
export const seeUpTo = (tx: Pick<Tx, 'execute'>, sessionId: bigint, userId: bigint, place: bigint): Promise<unknown> =>
  tx.execute(sql`
    insert into inb_seen (user_id, session_id, seen_no)
    select ${userId}, id, least(${place}, last_no) from inb_session where id = ${sessionId}
    on conflict (user_id, session_id) do update set seen_no = greatest(inb_seen.seen_no, excluded.seen_no)`);

/** Why a reader cannot reply, without regard to money and phone; null if they can. */
export function blockOf(task: SessionTask, session: Session, actor: Actor): number | null {
  if (session.sessionStatus === sessionStatus.is.optedOut) return BLOCK.optedOut;
  if (task.status === sessionTaskStatus.is.ended) return BLOCK.paused;
  if (session.sessionStatus === sessionStatus.is.closed) return BLOCK.closed;
  if (task.onlyAssignee === 1 && session.assignedUser !== null && session.assignedUser !== actor.userId)
    return BLOCK.assignee;
  if (session.turns >= task.maxTurns) return BLOCK.turns;
  return null;
}

/**
 * Begins a session with the opening text of a task, or returns the open one. The caller has locked the task.
 * @throws SESSION_NUMBER, SESSION_OPENING, SESSION_ENDED, CONSENT_REQUIRED, CONSENT_EXPIRED, SESSION_CAP and the refusals of `queueText`
 */
export async function beginSession(app: App, tx: Tx, actor: Actor, task: SessionTask, number: string): Promise<bigint> {
  if (task.status !== sessionTaskStatus.is.running) throw inboxErrors.SESSION_ENDED();
  if (!task.openingContent) throw inboxErrors.SESSION_OPENING();
  const read = normalise(number);
  if (!read.ok) throw atField('number', 'SESSION_NUMBER');
  await assertConsent(app, tx, {
    tenantId: task.tenantId,
    ownerId: task.ownerId,
    ownerPath: task.ownerPath,
    channel: businessType.is.sms,
    consentId: task.consentId,
  });
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`inbox:${task.id}:${countedForm(read.e164)}`}, 0))`,
  );
  const { rows } = await tx.execute<{ id: string }>(sql`
    select id::text from inb_session where task_id = ${task.id} and ${hasNumber(sql`e164`, read.e164)} and session_status in (0, 1) and deleted_at is null`);
  if (rows[0]) return BigInt(rows[0].id);
  const isForPeople = task.sessionType === 2;
  const { session, counted } = await openSession(tx, task, read.e164, { isForPeople, waitsSince: null });
  const text = task.openingContent;
  const price = await costOf(app, tx, session, text);
  if (price === null) throw pricingErrors.PRICE_NOT_FOUND();
  if (exceeds(task, price)) throw inboxErrors.SESSION_CAP();
  const by = { userId: actor.userId, userName: nameOf(actor) };
  await tx.execute(sql`
    update inb_session set turns = 1, spent = ${price}::bigint, assigned_user = ${actor.userId}, assigned_name = ${by.userName}
    where id = ${session.id}`);
  const queued = await queue(app, tx, task, session, { text, purpose: 'reply' });
  await append(
    app,
    tx,
    session,
    [
      {
        ...{ kind: KIND.sent, ...by, text, price, node: 'opening', messageId: queued.id },
        ...{ segments: queued.segments, status: lineStatus.is.pending },
      },
    ],
    { ...counted, sent: 1, charged: price },
  );
  return session.id;
}
