import { isRepeating, MUTED_MILLIS, normalisedText, REPEATS_MAX } from '@trade-assistant/contract/areas/sms/flow.ts';
import {
  sessionEnd,
  sessionEventKind,
  sessionFlag,
  sessionStatus,
  sessionTaskStatus,
} from '@trade-assistant/contract/areas/sms/session-dictionaries.ts';
import { ZERO } from '@trade-assistant/contract/kit/money.ts';
import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { App } from '../../../kernel/app/index.ts';
import { systemActor } from '../../../kernel/auth/actor.ts';
import { businessNo } from '../../../kernel/business-no.ts';
import { afterCommit, type Tx } from '../../../kernel/db/index.ts';
import { invariant } from '../../../kernel/invariant.ts';
import { countedForm, hasNumber, normalise, plainNumber } from '../../../kernel/phone/index.ts';
import { type InboundText, isSuppressed } from '../sending/index.ts';
import { answerByFlow, answerOffHours, type Reply, sendConfirmation } from './answers.ts';
import { assignSoon } from './assign.ts';
import { endSession } from './end.ts';
import { append, type Counted, isEnded, type NewEntry } from './entries.ts';
import { type Session, type SessionTask, sessions, tasks } from './tables.ts';
import { hasFlow, newestFlow } from './task.ts';

const STATE = sessionStatus.is;
const KIND = sessionEventKind.is;
const FLAG = sessionFlag.is;
/** A session lives no longer, whatever is written. */
export const LIFE_DAYS = 30;

/**
 * Takes a received text into the session of its number, in the transaction that stores it: new, open or reopened. An opt-out ends the session;
 * otherwise the flow answers, or a person has to. Texts to a phone without a task are left alone.
 * @returns whether it answers an opt-out
 */
export async function takeText(app: App, tx: Tx, text: InboundText): Promise<boolean> {
  const task = await taskOf(tx, text);
  if (!task) return false;
  const { session, before, counted } = await sessionOf(app, tx, task, text);
  const entry: NewEntry = { kind: KIND.received, text: text.text, messageId: text.messageId, at: text.at };
  const received = { entries: [...before, entry], counted: { ...counted, received: 1 } };
  if (text.isOptOut) return optOut(app, tx, task, session, { ...received, handlesStop: text.handlesStop });
  // Opted out before, and still suppressed: people see the text, nobody is assigned.
  if (isEnded(session)) {
    await append(app, tx, session, received.entries, received.counted);
    return false;
  }
  const now = Date.now();
  const said = app.secrets.digest(normalisedText(text.text), `inbox heard ${session.id}`).slice(0, 16);
  const heard = [...session.heard, { text: said, at: text.at.getTime() }].slice(-REPEATS_MAX);
  const isBot = isRepeating(heard);
  const isMuted = isBot || (session.mutedUntil !== null && session.mutedUntil.getTime() > now);
  const reply: Reply =
    isMuted || task.status !== sessionTaskStatus.is.running
      ? silence(session)
      : session.isForPeople
        ? await answerOffHours(app, tx, task, session)
        : await answerByFlow(app, tx, task, session, text.text, now);
  const flags =
    session.flags | (isBot ? FLAG.repeating : 0) | (looksLikeOptOut(text.text) ? FLAG.likeOptOut : 0) | reply.flags;
  const isAnswered = reply.entries.length > 0 && !reply.isForPeople;
  const answers = reply.entries.length;
  await tx.execute(sql`
    update inb_session set heard = ${JSON.stringify(heard)}::jsonb, flags = ${flags}::int, is_for_people = ${reply.isForPeople},
      muted_until = ${isBot ? sql`now() + make_interval(secs => ${MUTED_MILLIS / 1000}::int)` : sql`muted_until`},
      flow_state = ${reply.flowState === null ? null : JSON.stringify(reply.flowState)}::jsonb,
      off_hours_time = ${reply.isOffHours ? sql`now()` : sql`off_hours_time`},
      session_status = ${isAnswered ? STATE.open : STATE.waiting}::int,
      waiting_since = ${isAnswered ? null : sql`coalesce(waiting_since, ${text.at.toISOString()}::timestamptz)`},
      turns = turns + ${answers}::int, spent = spent + ${reply.spent}::bigint, snoozed_until = null, update_time = now(), version = version + 1
    where id = ${session.id}`);
  const marks = flags === session.flags ? [] : [{ kind: KIND.flagged, node: String(flags & ~session.flags) }];
  const entries = [...received.entries, ...marks, ...reply.entries];
  const counts = { ...received.counted, sent: answers, charged: reply.spent };
  if (!reply.ends) await append(app, tx, session, entries, counts);
  else
    await endSession(app, tx, systemActor(task.tenantId), session, {
      ...{ reason: sessionEnd.is.flow, entries, counted: counts },
      except: reply.entries.flatMap(({ messageId }) => messageId ?? []),
    });
  if (reply.isForPeople) afterCommit(tx, () => assignSoon(app, task.id));
  return false;
}

const silence = ({ isForPeople, flowState }: Session): Reply => ({
  ...{ entries: [], isForPeople, flags: 0, ends: false, flowState, spent: 0n },
});

/** Ends a session because its person opted out, with one confirmation unless the provider sends it. */
async function optOut(
  app: App,
  tx: Tx,
  task: SessionTask,
  session: Session,
  given: { readonly entries: readonly NewEntry[]; readonly counted: Counted; readonly handlesStop: boolean },
): Promise<boolean> {
  const isRepeated = session.sessionStatus === STATE.optedOut;
  const confirmation = given.handlesStop || isRepeated ? null : await sendConfirmation(app, tx, task, session);
  await endSession(app, tx, systemActor(task.tenantId), session, {
    reason: sessionEnd.is.optedOut,
    except: confirmation?.messageId ? [confirmation.messageId] : [],
    entries: [...given.entries, ...(confirmation ? [confirmation] : [])],
    counted: { ...given.counted, sent: confirmation ? 1 : 0 },
  });
  return confirmation !== null || isRepeated || given.handlesStop;
}

async function taskOf(tx: Tx, { tenantId, phoneId }: InboundText): Promise<SessionTask | undefined> {
  const [task] = await tx
    .select()
    .from(tasks)
    .where(
      and(
        eq(tasks.tenantId, tenantId),
        eq(tasks.senderId, phoneId),
        inArray(tasks.status, [sessionTaskStatus.is.running, sessionTaskStatus.is.paused]),
        isNull(tasks.deletedAt),
      ),
    )
    .for('share');
  return task;
}

/** A locked session with what its opening adds to it. */
export interface Opened {
  readonly session: Session;
  readonly before: readonly NewEntry[];
  readonly counted: Counted;
}

/** Returns the locked session of a number: the open one, one that was closed lately, or a new one. */
async function sessionOf(app: App, tx: Tx, task: SessionTask, { e164, isOptOut, at }: InboundText): Promise<Opened> {
  // Two first texts of one number wait for each other here.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`inbox:${task.id}:${countedForm(e164)}`}, 0))`);
  const [last] = await tx
    .select()
    .from(sessions)
    .where(and(eq(sessions.taskId, task.id), hasNumber(sessions.e164, e164), isNull(sessions.deletedAt)))
    .orderBy(desc(sessions.id))
    .limit(1)
    .for('update');
  if (last && !isEnded(last)) return { session: last, before: [], counted: {} };
  if (last?.sessionStatus === STATE.optedOut) {
    const { tenantId, ownerId } = task;
    if (isOptOut || (await isSuppressed(app, tx, { tenantId, ownerId, e164 })))
      return { session: last, before: [], counted: {} };
  } else if (last && mayReopen(task, last, at)) return reopen(tx, last);
  return openSession(tx, task, e164, { isForPeople: !hasFlow(task), waitsSince: at });
}

/** A closed session continues within its timeout; a flow that came to its end begins anew. */
const mayReopen = (task: SessionTask, session: Session, at: Date): boolean =>
  session.endReason !== sessionEnd.is.flow &&
  session.endReason !== sessionEnd.is.age &&
  at.getTime() - (session.closeTime?.getTime() ?? 0) < task.sessionTimeoutHours * 3_600_000 &&
  at.getTime() - session.createTime.getTime() < LIFE_DAYS * 86_400_000;

/** Opens a closed session again; it returns to its assignee only while that person is on duty. */
export async function reopen(tx: Tx, session: Session): Promise<Opened> {
  const { rows } = await tx.execute(sql`select from inb_duty where user_id = ${session.assignedUser} and is_on = 1`);
  const [opened] = await tx
    .update(sessions)
    .set({
      sessionStatus: STATE.waiting,
      endReason: null,
      closeTime: null,
      ...(rows.length > 0 ? {} : { assignedUser: null, assignedName: null }),
      // A person goes on with a session that a person closed; a flow goes on at its last node.
      isForPeople: session.isForPeople || session.endReason === sessionEnd.is.person,
      version: session.version + 1,
    })
    .where(eq(sessions.id, session.id))
    .returning();
  invariant(opened, 'session-reopened', String(session.id));
  return { session: opened, before: [{ kind: KIND.reopened }], counted: { active: 1 } };
}

/** Opens a session with a number. */
export async function openSession(
  tx: Tx,
  task: SessionTask,
  e164: bigint,
  { isForPeople, waitsSince }: { readonly isForPeople: boolean; readonly waitsSince: Date | null },
): Promise<Opened> {
  const read = normalise(plainNumber(e164));
  const flow = hasFlow(task) ? await newestFlow(tx, task.id) : null;
  const { tenantId, ownerId, ownerPath, senderId } = task;
  const [opened] = await tx
    .insert(sessions)
    .values({
      ...{ tenantId, ownerId, ownerPath, senderId, e164, isForPeople },
      taskId: task.id,
      sessionNo: businessNo('SN'),
      countryCode: read.ok ? read.countryCode : null,
      sessionStatus: waitsSince === null ? STATE.open : STATE.waiting,
      lastMsgTime: new Date(),
      turns: 0,
      flags: 0,
      spent: ZERO,
      waitingSince: waitsSince,
      flowId: flow?.id ?? null,
    })
    .returning();
  invariant(opened, 'session-opened', String(task.id));
  return { session: opened, before: [], counted: { total: 1, active: 1 } };
}

/** Phrases that often mean an opt-out. They never act alone: people decide. */
const PHRASES: readonly RegExp[] = [
  /\b(stop|quit|cease)\b.{0,24}\b(texts?|texting|messages?|messaging|sms|contacting|bothering|sending)\b/iu,
  /\b(don'?t|do not|never|no more)\b.{0,24}\b(texts?|texting|messages?|sms|contact|write|send)\b/iu,
  /\b(unsubscribe|opt[ -]?(me )?out|remove me|take me off|leave me alone|wrong number)\b/iu,
  /^\W*(please\W+)?(stop|cancel|end|quit)\b(\W+\w+){0,3}\W*$/iu,
  /(不要|别|勿)(再)?(发|给我发|联系|打扰|骚扰)/u,
  /(退订|取消订阅|停止发送|拉黑|举报|发错)/u,
  /\bno (más|mas)\b.{0,16}\b(mensajes|sms)\b/iu,
];

/** Returns whether a text looks like an opt-out without being one word of the list. */
const looksLikeOptOut = (text: string): boolean => {
  const said = text.normalize('NFKC').slice(0, 500);
  return PHRASES.some((phrase) => phrase.test(said));
};
