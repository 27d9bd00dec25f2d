import type { MessageKey } from '@trade-assistant/contract/areas/message/templates.ts';
import { sql } from 'drizzle-orm';
import type { App } from '../../../kernel/app/index.ts';
import { systemActor } from '../../../kernel/auth/actor.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import { setApart } from '../../../kernel/jobs/index.ts';
import { type Recipients, sendMessage } from '../../office/messages/index.ts';
import { lockWork } from './control.ts';
import type { WorkKinds } from './kind.ts';
import { CHUNK, listed, PAUSED, RUNNING, WAIT } from './states.ts';
import type { WorkTask } from './tables.ts';

/** A running task without a result for so long is stalled. */
export const STALLED_MINUTES = 10;
const TASKS_MAX = 100;
const STAFF: Recipients = { roleKeys: ['administrator', 'admin'] };

type WorkMessage = Extract<MessageKey, `CHECK_${string}`>;

/** Sends a message about a task to its owner, in the caller's transaction. */
export const notifyTaskOwner = (
  tx: Tx,
  kinds: WorkKinds,
  task: WorkTask,
  key: WorkMessage,
  params: Readonly<Record<string, string>>,
): Promise<unknown> => tell(tx, kinds, task, { userIds: [task.ownerId] }, key, params);

function tell(
  tx: Tx,
  kinds: WorkKinds,
  task: WorkTask,
  to: Recipients,
  key: WorkMessage,
  params: Readonly<Record<string, string>>,
): Promise<unknown> {
  // Tasks that cost nothing are rows of the task centre only.
  const isListed = kinds.get(task.kind)?.charge !== undefined;
  const subject = isListed
    ? { bizType: task.resource, bizId: String(task.id) }
    : { route: `/desk/task/index?taskNo=${task.jobTaskNo}` };
  return sendMessage(tx, systemActor(task.tenantId), {
    to,
    key,
    params: { no: task.taskNo, name: task.taskName, ...params },
    ...subject,
  });
}

const stalled = setApart('work/stalls');

/**
 * Tells the owner and operations, once per stall, that a task makes no progress although no provider is paused and its lines do not wait
 * on purpose: for ten minutes without a result, or at once when no provider can do it.
 */
export async function reportStalls(app: App, kinds: WorkKinds): Promise<void> {
  const { rows } = await app.db.drizzle.execute<{ id: string; tenantId: string }>(sql`
    select t.id::text, t.tenant_id as "tenantId" from work_task t where ${isStalled} and t.id <> all(${sql.param(stalled.ids(app))}::bigint[])
    order by t.id limit ${TASKS_MAX}`);
  const report = ({ id, tenantId }: { readonly id: string; readonly tenantId: string }) =>
    app.db.tx(async (tx) => {
      const task = await lockWork(tx, systemActor(tenantId), BigInt(id));
      const [found] = (
        await tx.execute<{ unserved: boolean }>(sql`
          update work_task t set stalled_time = now() where t.id = ${task.id} and ${isStalled}
          returning ${waits([WAIT.noProvider])} as unserved`)
      ).rows;
      if (!found) return;
      const key = found.unserved ? 'CHECK_UNSERVED' : 'CHECK_STALLED';
      const params = found.unserved ? {} : { minutes: String(STALLED_MINUTES) };
      await notifyTaskOwner(tx, kinds, task, key, params);
      await tell(tx, kinds, task, STAFF, key, params);
    });
  await stalled.each(app, rows, ({ id }) => id, report);
}

/** Notifies the owner and operations that a task was paused because of an error of the program. */
export async function notifyBroken(tx: Tx, kinds: WorkKinds, task: WorkTask): Promise<void> {
  await notifyTaskOwner(tx, kinds, task, 'CHECK_BROKEN', {});
  await tell(tx, kinds, task, STAFF, 'CHECK_BROKEN', {});
}

const waits = (waitKinds: readonly number[]) => sql`exists (
  select from work_lane l where l.task_id = t.id and l.stage = t.stage and l.open_chunks > 0 and l.wait_until > now()
    and l.wait_kind in (${listed(waitKinds)}))`;

const isStalled = sql`t.status in (${listed(RUNNING)}) and t.paused = ${PAUSED.no} and t.open_chunks > 0
  and coalesce(t.stalled_time < t.progress_time, true)
  and (${waits([WAIT.noProvider])} or (
    t.progress_time < now() - make_interval(mins => ${STALLED_MINUTES}) and not ${waits([WAIT.provider])}
    and exists (select from work_chunk k where k.task_id = t.id and k.state <> ${CHUNK.done}
      and (k.wait_kind is null or k.ready_at < now() - make_interval(mins => ${STALLED_MINUTES})))))`;
