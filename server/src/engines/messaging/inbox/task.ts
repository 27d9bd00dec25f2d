import { EMPTY_FLOW, type Flow, flowSchema } from '@trade-assistant/contract/areas/sms/flow.ts';
import { checkFlow, flowProblems } from '@trade-assistant/contract/areas/sms/flow-check.ts';
import { smsCapability, smsInboxMode } from '@trade-assistant/contract/areas/sms/phone-dictionaries.ts';
import {
  sessionEnd,
  sessionTaskStatus,
  sessionType,
} from '@trade-assistant/contract/areas/sms/session-dictionaries.ts';
import { businessType, userType } from '@trade-assistant/contract/dictionaries.ts';
import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import { fill } from '@trade-assistant/contract/kit/locale.ts';
import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import type { App } from '../../../kernel/app/index.ts';
import { type Actor, systemActor } from '../../../kernel/auth/actor.ts';
import { businessNo } from '../../../kernel/business-no.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import { announceChange } from '../../../kernel/realtime/index.ts';
import { logState } from '../../../kernel/resource/states.ts';
import { assertConsent } from '../compliance/index.ts';
import { payerOf } from '../sending/index.ts';
import { usablePhone } from '../sms-senders/index.ts';
import { endSessions } from './end.ts';
import { atField, inboxErrors } from './errors.ts';
import { flows, type SessionTask, sessions, tasks } from './tables.ts';

const STATUS = sessionTaskStatus.is;
const TASK = 'sms/session-task';

type TaskInput = Partial<Omit<SessionTask, 'id' | 'tenantId'>>;

/** Returns whether a task answers by its flow. */
export const hasFlow = ({ sessionType: type }: Pick<SessionTask, 'sessionType'>): boolean =>
  type !== sessionType.is.people;

/**
 * Returns the columns of a new or changed task.
 * @throws SESSION_AGENT, SESSION_HANDLER, SESSION_HOURS, STATE_CONFLICT for an ended one, BUYER_NOT_ALLOWED
 */
export async function taskToWrite(
  tx: Tx,
  actor: Actor,
  input: TaskInput,
  existing: SessionTask | null,
): Promise<TaskInput> {
  if (existing?.status === STATUS.ended) throw commonErrors.STATE_CONFLICT();
  const owner = existing
    ? { ownerId: existing.ownerId, ownerPath: existing.ownerPath }
    : await ownerOfNew(tx, actor, input.agentId ?? null);
  const at = (name: 'workStart' | 'workEnd') =>
    (input[name] === undefined ? (existing?.[name] ?? null) : input[name]) || null;
  const [from, to] = [at('workStart'), at('workEnd')];
  if ((from === null) !== (to === null) || (from !== null && from === to)) throw atField('workEnd', 'SESSION_HOURS');
  const handlers = input.handlers ?? [];
  if (
    handlers.length > 0 &&
    (await answerers(tx, actor.tenantId, owner.ownerId, handlers)).length < new Set(handlers).size
  )
    throw atField('handlers', 'SESSION_HANDLER');
  // A number may be exchanged only while nobody writes to it.
  if (
    existing &&
    input.senderId !== undefined &&
    input.senderId !== existing.senderId &&
    existing.status !== STATUS.draft
  )
    throw commonErrors.STATE_CONFLICT();
  return existing ? input : { ...input, ...owner, taskNo: businessNo('SS'), status: STATUS.draft };
}

async function ownerOfNew(tx: Tx, actor: Actor, agentId: bigint | null) {
  const ownerId = actor.userType === userType.is.staff ? agentId : actor.userId;
  if (ownerId === null) throw atField('agentId', 'SESSION_AGENT');
  const payer = await payerOf(tx, { tenantId: actor.tenantId, ownerId });
  return { ownerId, agentId: payer.agentId ?? ownerId, ownerPath: payer.ownerPath, agentName: payer.realName };
}

/** Returns users of some that may answer the sessions of an owner: the owner, its sub-users, staff of the tenant. */
export async function answerers(
  run: Pick<Tx, 'execute'>,
  tenantId: string,
  ownerId: bigint,
  among: readonly bigint[] | null = null,
  keyword = '',
): Promise<{ id: bigint; name: string; isStaff: boolean }[]> {
  const { rows } = await run.execute<{ id: string; name: string; staff: boolean }>(sql`
    select id::text, coalesce(nullif(real_name, ''), account) as name, user_type = ${userType.is.staff} as staff from sys_user
    where tenant_id = ${tenantId} and deleted_at is null and status <> 0
      and (id = ${ownerId} or (parent_id = ${ownerId} and user_type = ${userType.is.subUser}) or user_type = ${userType.is.staff})
      ${among === null ? sql`` : sql`and id = any(${sql.param(among.map(String))}::bigint[])`}
      ${keyword === '' ? sql`` : sql`and (real_name ilike ${part(keyword)} or account ilike ${part(keyword)})`}
    order by user_type desc, id limit 200`);
  return rows.map(({ id, name, staff }) => ({ id: BigInt(id), name, isStaff: staff }));
}

/** Returns a pattern that finds a text by a part of it. */
const part = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/** Keeps the flow of a saved task as a new version when it changed, for the sessions that begin from now on. */
export async function keepFlow(tx: Tx, task: SessionTask): Promise<void> {
  await tx.execute(sql`insert into inb_counter (task_id) values (${task.id}) on conflict do nothing`);
  if (!hasFlow(task) || task.flowJson === null) return;
  const [last] = await tx.select().from(flows).where(eq(flows.taskId, task.id)).orderBy(desc(flows.versionNo)).limit(1);
  if (last && JSON.stringify(flowSchema.parse(last.content)) === JSON.stringify(task.flowJson)) return;
  const versionNo = (last?.versionNo ?? 0) + 1;
  await tx.insert(flows).values({ taskId: task.id, versionNo, content: task.flowJson });
  await tx.update(tasks).set({ flowVersion: versionNo }).where(eq(tasks.id, task.id));
}

/** Returns the newest version of a task's flow. */
export async function newestFlow(
  run: Pick<Tx, 'select'>,
  taskId: bigint,
): Promise<{ id: bigint; content: Flow } | null> {
  const [row] = await run.select().from(flows).where(eq(flows.taskId, taskId)).orderBy(desc(flows.versionNo)).limit(1);
  return row ? { id: row.id, content: flowSchema.parse(row.content) } : null;
}

/** What leads from one state to another. */
const STEPS: Readonly<Record<string, string>> = {
  [`${STATUS.draft} ${STATUS.running}`]: 'start',
  [`${STATUS.running} ${STATUS.paused}`]: 'pause',
  [`${STATUS.paused} ${STATUS.running}`]: 'resume',
  [`${STATUS.running} ${STATUS.ended}`]: 'end',
  [`${STATUS.paused} ${STATUS.ended}`]: 'end',
  [`${STATUS.draft} ${STATUS.ended}`]: 'end',
};

/**
 * Starts, pauses, resumes or ends a locked task; its end closes the open sessions.
 * @throws STATE_CONFLICT, SESSION_FLOW_FAULTY, SESSION_SENDER_TAKEN, CONSENT_REQUIRED, CONSENT_EXPIRED, SENDER_UNAVAILABLE, SENDER_GONE
 */
export async function stepTask(
  app: App,
  tx: Tx,
  actor: Actor,
  task: SessionTask,
  to: number,
  reason?: string,
): Promise<void> {
  const event = STEPS[`${task.status} ${to}`];
  if (event === undefined) throw commonErrors.STATE_CONFLICT();
  if (to === STATUS.running) await assertStartable(app, tx, task);
  await tx
    .update(tasks)
    .set({
      status: to,
      updateTime: sql`now()` as never,
      version: sql`${tasks.version} + 1` as never,
      ...(to === STATUS.ended ? { endTime: new Date() } : {}),
    })
    .where(eq(tasks.id, task.id));
  await logState(tx, actor, { type: TASK, id: task.id, from: task.status, to, event, reason });
  if (to === STATUS.ended) await endAll(app, tx, task);
  announceChange(tx, task.tenantId, TASK);
}

async function assertStartable(app: App, tx: Tx, task: SessionTask): Promise<void> {
  if (hasFlow(task)) {
    const faults = checkFlow(task.flowJson ?? EMPTY_FLOW).filter(({ isBlocking }) => isBlocking);
    const [first] = faults;
    if (first) {
      const words = (locale: 'zh' | 'en') =>
        `${first.node === null ? '' : `${first.node}: `}${fill(flowProblems[first.code][locale], { detail: first.detail ?? '' })}`;
      const { zh, en } = inboxErrors.declarations.SESSION_FLOW_FAULTY;
      const n = faults.length;
      throw inboxErrors.SESSION_FLOW_FAULTY(
        { n, first: words('en') },
        {
          fields: [
            {
              field: 'flowJson',
              message: { zh: fill(zh, { n, first: words('zh') }), en: fill(en, { n, first: words('en') }) },
            },
          ],
        },
      );
    }
  }
  if (task.openingContent)
    await assertConsent(app, tx, {
      tenantId: task.tenantId,
      ownerId: task.ownerId,
      ownerPath: task.ownerPath,
      channel: businessType.is.sms,
      consentId: task.consentId,
    });
  const payer = await payerOf(tx, task);
  const phone = await usablePhone(
    tx,
    { tenantId: task.tenantId, ownerId: task.ownerId, agentId: payer.agentId ?? task.ownerId },
    task.senderId,
  );
  if ((phone.capability & smsCapability.is.inbound) === 0) throw atField('senderId', 'SESSION_SENDER_IN');
  if (phone.inboxMode !== smsInboxMode.is.session) throw atField('senderId', 'SESSION_SENDER_MODE');
  const taken = await tx
    .select({ id: tasks.id })
    .from(tasks)
    .where(
      and(
        eq(tasks.senderId, task.senderId),
        inArray(tasks.status, [STATUS.running, STATUS.paused]),
        sql`${tasks.id} <> ${task.id}`,
        sql`${tasks.deletedAt} is null`,
      ),
    )
    .limit(1);
  if (taken.length > 0) throw atField('senderId', 'SESSION_SENDER_TAKEN');
}

/** Sessions that the end of a task closes in one statement. */
const TOGETHER = 500;

async function endAll(app: App, tx: Tx, task: SessionTask): Promise<void> {
  for (;;) {
    const open = await tx
      .select()
      .from(sessions)
      .where(and(eq(sessions.taskId, task.id), inArray(sessions.sessionStatus, [0, 1])))
      .orderBy(sessions.id)
      .limit(TOGETHER)
      .for('update');
    await endSessions(app, tx, systemActor(task.tenantId), open, { reason: sessionEnd.is.taskEnded });
    if (open.length < TOGETHER) return;
  }
}
