import { sessionEventKind } from '@trade-assistant/contract/areas/sms/session-dictionaries.ts';
import { sql } from 'drizzle-orm';
import type { App } from '../../../kernel/app/index.ts';
import { systemActor } from '../../../kernel/auth/actor.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import { sendMessage } from '../../office/messages/index.ts';
import { append, type NewEntry } from './entries.ts';
import type { Session } from './tables.ts';

/** Sessions that one pass assigns. */
const TOGETHER = 50;
/** The owner is notified of a queue without a free person once in this time. */
const NOTICE_MINUTES = 30;

interface Waiting extends Pick<Session, 'id' | 'taskId' | 'tenantId' | 'ownerId'> {
  readonly sessionNo: string;
}

/** Assigns waiting sessions of a task after the commit; failures are repaired by the timer. */
export function assignSoon(app: App, taskId: bigint): void {
  void app.db
    .tx((tx) => assignWaiting(app, tx, taskId), { retry: true })
    .catch((error: unknown) => app.log.warn({ err: error }, 'waiting text sessions could not be assigned'));
}

/**
 * Assigns the waiting sessions of a task, the longest waiting first, each to the person on duty with the most free room. Those for whom
 * nobody has room stay in the queue, and the owner is notified.
 * @returns how many were assigned
 */
export async function assignWaiting(app: App, tx: Tx, taskId: bigint): Promise<number> {
  const waiting = await lockWaiting(tx, taskId);
  if (waiting.length === 0) return 0;
  const people = await lockPeople(tx, taskId);
  const left = new Map(people.map(({ id, capacity, load }) => [id, capacity - load]));
  let count = 0;
  const entries: { session: Waiting; entry: NewEntry }[] = [];
  for (const session of waiting) {
    const free = people
      .filter(({ id }) => (left.get(id) ?? 0) > 0)
      .sort((a, b) => (left.get(b.id) ?? 0) - (left.get(a.id) ?? 0))[0];
    if (!free) break;
    left.set(free.id, (left.get(free.id) ?? 0) - 1);
    await tx.execute(sql`
      update inb_session set assigned_user = ${free.id}, assigned_name = ${free.name}, update_time = now(), version = version + 1
      where id = ${session.id}`);
    entries.push({
      session,
      entry: { kind: sessionEventKind.is.assigned, userId: free.id, userName: free.name, node: 'automatic' },
    });
    count += 1;
  }
  for (const { session, entry } of entries) await append(app, tx, session, [entry]);
  if (count < waiting.length) await noticeOwner(tx, taskId, waiting.length - count);
  return count;
}

async function lockWaiting(tx: Tx, taskId: bigint): Promise<Waiting[]> {
  const { rows } = await tx.execute<{ id: string; tenant: string; owner: string; no: string }>(sql`
    select id::text, tenant_id as tenant, owner_id::text as owner, session_no as no from inb_session
    where task_id = ${taskId} and session_status = 0 and assigned_user is null and is_for_people and deleted_at is null
      and (snoozed_until is null or snoozed_until <= now())
    order by waiting_since, id limit ${TOGETHER} for update skip locked`);
  return rows.map(({ id, tenant, owner, no }) => ({
    id: BigInt(id),
    taskId,
    tenantId: tenant,
    ownerId: BigInt(owner),
    sessionNo: no,
  }));
}

interface Person {
  readonly id: bigint;
  readonly name: string;
  readonly capacity: number;
  /** Open sessions assigned to them, without snoozed ones. */
  readonly load: number;
}

/** Returns those on duty who answer for a task, locked so that their room is not given away twice. */
async function lockPeople(tx: Tx, taskId: bigint): Promise<Person[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select d.user_id::text as id from inb_task t
      join inb_duty d on d.tenant_id = t.tenant_id and d.is_on = 1
        and (d.user_id in (select h::bigint from jsonb_array_elements_text(t.handlers) h)
          or (coalesce(t.handlers, '[]') = '[]' and d.user_id = t.owner_id))
    where t.id = ${taskId} order by d.user_id for update of d`);
  if (rows.length === 0) return [];
  const found = await tx.execute<{ id: string; name: string; capacity: number; load: number }>(sql`
    select d.user_id::text as id, coalesce(nullif(u.real_name, ''), u.account) as name, d.capacity, (${loadOf}) as load
    from inb_duty d join sys_user u on u.id = d.user_id and u.deleted_at is null and u.status <> 0
    where d.user_id = any(${sql.param(rows.map(({ id }) => id))}::bigint[]) order by d.user_id`);
  return found.rows.map(({ id, ...one }) => ({ ...one, id: BigInt(id) }));
}

/** Sessions that take room of the user `d.user_id`. */
export const loadOf = sql`select count(*)::int from inb_session s where s.assigned_user = d.user_id and s.session_status in (0, 1)
  and s.deleted_at is null and (s.snoozed_until is null or s.snoozed_until <= now())`;

async function noticeOwner(tx: Tx, taskId: bigint, count: number): Promise<void> {
  const { rows } = await tx.execute<{ tenant: string; owner: string; name: string }>(sql`
    update inb_counter c set notice_time = now() from inb_task t where c.task_id = ${taskId} and t.id = c.task_id
      and (notice_time is null or notice_time < now() - make_interval(mins => ${NOTICE_MINUTES}::int))
    returning t.tenant_id as tenant, t.owner_id::text as owner, t.task_name as name`);
  const [task] = rows;
  if (!task) return;
  await sendMessage(tx, systemActor(task.tenant), {
    to: { userIds: [BigInt(task.owner)] },
    key: 'SESSIONS_WAITING',
    params: { task: task.name, n: String(count) },
    bizType: 'sms/session-task',
    bizId: String(taskId),
    route: '/sms/session/index?view=unassigned',
  });
}

/** Assigns after a person became free, in all tasks that they answer for. */
export function assignAfter(app: App, tenantId: string, userId: bigint): void {
  void (async () => {
    const { rows } = await app.db.pool.query<{ id: string }>(
      `select t.id::text from inb_task t where t.tenant_id = $1 and t.status in (1, 2) and t.deleted_at is null
         and (t.handlers ? $2 or (coalesce(t.handlers, '[]') = '[]' and t.owner_id = $2::bigint))
         and exists (select from inb_session s where s.task_id = t.id and s.session_status = 0 and s.assigned_user is null and s.is_for_people)
       order by t.id limit 50`,
      [tenantId, String(userId)],
    );
    for (const { id } of rows) await app.db.tx((tx) => assignWaiting(app, tx, BigInt(id)), { retry: true });
  })().catch((error: unknown) => app.log.warn({ err: error }, 'waiting text sessions could not be assigned'));
}
