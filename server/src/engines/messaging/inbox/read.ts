import type { smsSession } from '@trade-assistant/contract/areas/sms/session.ts';
import { sessionEventKind, sessionStatus } from '@trade-assistant/contract/areas/sms/session-dictionaries.ts';
import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import { micros } from '@trade-assistant/contract/kit/money.ts';
import type { CallData, CallInput } from '@trade-assistant/contract/kit/resource.ts';
import { and, asc, desc, eq, gt, inArray, lt, type SQL, sql } from 'drizzle-orm';
import type { App } from '../../../kernel/app/index.ts';
import type { Context } from '../../../kernel/http/context.ts';
import { hasNumber, maskNumber } from '../../../kernel/phone/index.ts';
import { findNumbers } from '../../../kernel/resource/numbers.ts';
import { entryPurpose, lastPurpose } from './entries.ts';
import { readable, sessionFor } from './rights.ts';
import { type EventRow, events, type Session, sessions } from './tables.ts';
import { havingText } from './words.ts';

type Queue = CallInput<typeof smsSession, 'queue', 'out'>;
type Item = CallData<typeof smsSession, 'queue', 'out'>['items'][number];
type Entry = CallData<typeof smsSession, 'messages', 'out'>['entries'][number];
type Reader = Pick<Context, 'app' | 'actor'>;

const STATE = sessionStatus.is;
// Literals, as partial indexes have them.
const isOpen = sql.raw(`inb_session.session_status in (${STATE.waiting}, ${STATE.open})`);
const isOptedOut = sql.raw(`inb_session.session_status = ${STATE.optedOut}`);
const isAwake = sql`(${sessions.snoozedUntil} is null or ${sessions.snoozedUntil} <= now())`;
/** The place of the last entry that a reader saw, where `ofReader` is joined. */
const seen = sql`coalesce(seen.seen_no, 0)`;
const ofReader = (userId: bigint): SQL => sql`seen.user_id = ${userId} and seen.session_id = inb_session.id`;
const isUnread = sql`${sessions.lastInNo} > ${seen}`;

/** Conditions of the views of the inbox. */
function viewOf(view: Queue['view'], userId: bigint, minutes: number): SQL {
  switch (view) {
    case 'mine':
      return sql`${isOpen} and ${isAwake} and ${sessions.assignedUser} = ${userId}`;
    case 'unassigned':
      return sql`${isOpen} and ${isAwake} and ${sessions.assignedUser} is null and ${sessions.isForPeople}`;
    case 'unread':
      return sql`${isOpen} and ${isUnread}`;
    case 'waiting':
      return sql`${sessions.sessionStatus} = ${STATE.waiting} and ${isAwake}
        and ${sessions.waitingSince} <= now() - make_interval(mins => ${minutes}::int)`;
    case 'optedOut':
      return isOptedOut;
    default:
      return sql`true`;
  }
}

/** Owners whose texts a search covers: those of the sessions that the reader reaches. */
async function ownersOf({ app, actor }: Reader): Promise<bigint[]> {
  const { rows } = await app.db.drizzle.execute<{ id: string }>(sql`
    select distinct owner_id::text as id from inb_task where tenant_id = ${actor.tenantId}
      and exists (select from inb_session where inb_session.task_id = inb_task.id and ${readable(actor)}) limit 200`);
  return rows.map(({ id }) => BigInt(id));
}

/** Returns a page of the inbox after a cursor, with what each row shows. */
export async function queuePage(reader: Reader, query: Queue): Promise<{ items: Item[]; next: string | null }> {
  const { app, actor } = reader;
  const { view, sort, size, taskId, assignedUser, minutes = 0, after } = query;
  const isWaiting = sort === 'waiting';
  const key = isWaiting
    ? sql`coalesce(${sessions.waitingSince}, 'infinity'::timestamptz)`
    : sql`${sessions.lastMsgTime}`;
  const cursor = after === undefined ? null : cursorOf(after);
  const where = and(
    readable(actor),
    viewOf(view, actor.userId, minutes),
    view === 'all' && !query.text && !query.number ? isOpen : undefined,
    taskId === undefined ? undefined : eq(sessions.taskId, taskId),
    assignedUser === undefined ? undefined : eq(sessions.assignedUser, assignedUser),
    query.number
      ? findNumbers(sessions.e164, false)({ field: 'number', operator: 'contains', value: query.number })
      : undefined,
    query.text ? havingText(app, await ownersOf(reader), query.text) : undefined,
    cursor === null
      ? undefined
      : isWaiting
        ? sql`(${key}, ${sessions.id}) > (${cursor.key}::timestamptz, ${cursor.id}::bigint)`
        : sql`(${key}, ${sessions.id}) < (${cursor.key}::timestamptz, ${cursor.id}::bigint)`,
  );
  const rows = await app.db.drizzle
    .select({
      session: sessions,
      key: sql<string>`(${key})::text`,
      taskName: sql<string>`(select t.task_name from inb_task t where t.id = inb_session.task_id)`,
      unread: sql<number>`(select count(*)::int from inb_event e where e.session_id = inb_session.id and e.kind = ${sessionEventKind.is.received}
        and e.event_no > ${seen})`,
      hasDraft: sql<boolean>`exists (select from inb_draft d where d.user_id = ${actor.userId} and d.session_id = inb_session.id)`,
    })
    .from(sessions)
    .leftJoin(sql`inb_seen seen`, ofReader(actor.userId))
    .where(view === 'unread' ? inArray(sessions.id, unreadFirst(actor.userId, where, key, { isWaiting, size })) : where)
    .orderBy(isWaiting ? asc(key) : desc(key), isWaiting ? asc(sessions.id) : desc(sessions.id))
    .limit(size + 1);
  const page = rows.slice(0, size);
  const last = page.at(-1);
  return {
    items: page.map(({ session, taskName, unread, hasDraft }) => ({
      id: session.id,
      sessionNo: session.sessionNo,
      taskId: session.taskId,
      taskName,
      number: maskNumber(session.e164),
      sessionStatus: session.sessionStatus,
      lastContent: openLast(app, session),
      lastDirection: session.lastDirection,
      lastMsgTime: session.lastMsgTime,
      waitingSince: session.waitingSince,
      snoozedUntil: session.snoozedUntil,
      assignedUser: session.assignedUser,
      assignedName: session.assignedName,
      unread,
      flags: session.flags,
      hasDraft,
    })),
    next: rows.length > size && last ? `${last.key}|${last.session.id}` : null,
  };
}

/**
 * Returns the ids of a page of sessions that match a condition on `seen`. Their order is of no index: reading along one until a page of
 * unread sessions is found would read nearly all rows of a reader who has read them.
 */
const unreadFirst = (
  userId: bigint,
  where: SQL | undefined,
  key: SQL,
  { isWaiting, size }: { readonly isWaiting: boolean; readonly size: number },
): SQL => sql`(select inb_session.id from inb_session left join inb_seen seen on ${ofReader(userId)} where ${where}
  order by ${key} + interval '0' ${isWaiting ? sql`, inb_session.id` : sql`desc, inb_session.id desc`} limit ${size + 1})`;

/** Returns the place that a cursor names. @throws BAD_REQUEST */
function cursorOf(text: string): { key: string; id: string } {
  const [key = '', id = ''] = text.split('|');
  if (!/^(infinity|[\d-]{10} [\d:.]{8,15}\+\d\d(:\d\d)?)$/.test(key) || !/^\d{1,18}$/.test(id))
    throw commonErrors.BAD_REQUEST({ detail: 'after' });
  return { key, id };
}

export const openLast = ({ secrets }: Pick<App, 'secrets'>, { id, lastContent }: Session): string | null =>
  lastContent === null ? null : secrets.open(lastContent, lastPurpose(id));

type Badges = CallData<typeof smsSession, 'badges', 'out'>;

/** Returns the numbers of sessions by view, in one pass over the reader's open sessions. */
export async function badgesOf({ app, actor }: Reader, taskId: bigint | undefined, minutes: number): Promise<Badges> {
  const { userId } = actor;
  const count = (view: Queue['view']) => sql`count(*) filter (where ${viewOf(view, userId, minutes)})::int`;
  const asked = and(readable(actor), taskId === undefined ? undefined : eq(sessions.taskId, taskId));
  const [rows, duty] = await Promise.all([
    app.db.drizzle.execute<Record<Queue['view'] | 'mineUnread', number>>(sql`
      select ${count('mine')} as mine, ${count('unassigned')} as unassigned, count(*)::int as "all",
        ${count('unread')} as unread, ${count('waiting')} as waiting,
        (select count(*)::int from inb_session where ${asked} and ${isOptedOut}) as "optedOut",
        count(*) filter (where ${sessions.assignedUser} = ${userId} and ${isUnread})::int as "mineUnread"
      from inb_session left join inb_seen seen on ${ofReader(userId)} where ${asked} and ${isOpen}`),
    app.db.drizzle.execute<{ on: number; capacity: number }>(
      sql`select is_on as on, capacity from inb_duty where user_id = ${userId}`,
    ),
  ]);
  const counts = rows.rows[0];
  if (!counts) throw commonErrors.NOT_FOUND();
  return { ...counts, isOnDuty: duty.rows[0]?.on === 1, capacity: duty.rows[0]?.capacity ?? 10 };
}

/** Returns an entry as its readers see it. */
export const shownEntry = ({ secrets }: Pick<App, 'secrets'>, row: EventRow): Entry => ({
  id: row.eventNo,
  kind: row.kind,
  content: row.content === null ? null : secrets.open(row.content, entryPurpose(row.sessionId)),
  userId: row.userId,
  userName: row.userName,
  time: row.createTime,
  status: row.status,
  errorCode: row.errorCode,
  segments: row.segments,
  price: row.price === null ? null : micros(row.price),
  clientKey: row.clientKey,
  refNo: row.refNo,
  node: row.node,
});

/** Returns entries of a session: the newest, those before a place, or those after one. */
export async function entriesOf(
  reader: Reader,
  { id, before, after, size }: CallInput<typeof smsSession, 'messages', 'out'>,
): Promise<CallData<typeof smsSession, 'messages', 'out'>> {
  const session = await sessionFor(reader, id);
  const isForward = after !== undefined;
  const rows = await reader.app.db.drizzle
    .select()
    .from(events)
    .where(
      and(
        eq(events.sessionId, id),
        before === undefined ? undefined : lt(events.eventNo, before),
        after === undefined ? undefined : gt(events.eventNo, after),
      ),
    )
    .orderBy(isForward ? asc(events.eventNo) : desc(events.eventNo))
    .limit(size + 1);
  const page = rows.slice(0, size);
  if (!isForward) page.reverse();
  const hasMore = rows.length > size;
  return {
    entries: page.map((row) => shownEntry(reader.app, row)),
    hasOlder: isForward ? true : hasMore,
    hasNewer: isForward ? hasMore : before !== undefined,
    last: page.at(-1)?.eventNo ?? after ?? session.lastNo,
  };
}

/** Returns entries of all sessions of a task that the reader reaches, after a place. `last` passes those of others. */
export async function changesOf(
  { app, actor }: Reader,
  { taskId, after, size }: CallInput<typeof smsSession, 'changes', 'out'>,
): Promise<CallData<typeof smsSession, 'changes', 'out'>> {
  const { rows } = await app.db.drizzle.execute<{ no: string; session: string; kind: number; time: string }>(sql`
    select e.event_no::text as no, e.session_id::text as session, e.kind, e.create_time as time from inb_event e
    where e.task_id = ${taskId} and e.event_no > ${after}
      and exists (select from inb_session where inb_session.id = e.session_id and ${readable(actor)})
    order by e.event_no limit ${size + 1}`);
  const page = rows.slice(0, size);
  return {
    entries: page.map(({ no, session, kind, time }) => ({
      ...{ id: BigInt(no), sessionId: BigInt(session), kind },
      time: new Date(time),
    })),
    hasNewer: rows.length > size,
    last: BigInt(page.at(-1)?.no ?? after),
  };
}

/** Returns the last orders of an owner with messages to a number, newest first. */
export async function ordersOf(app: App, { tenantId, ownerId, e164 }: Session) {
  const { rows } = await app.db.drizzle.execute<{ no: string; name: string; time: string; status: number }>(sql`
    select t.task_no as no, t.task_name as name, m.time, m.status from (
      select distinct on (task_id) task_id, create_time as time, status from snd_message
      where tenant_id = ${tenantId} and ${hasNumber(sql`e164`, e164)} and task_id is not null and direction = 1
      order by task_id desc, seq desc limit 5) m
    join work_task t on t.id = m.task_id and t.owner_id = ${ownerId} order by m.time desc`);
  return rows.map(({ no, name, time, status }) => ({ orderNo: no, orderName: name, time: new Date(time), status }));
}
