import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import { lineCharge, lineStatus } from '@trade-assistant/contract/message-dictionaries.ts';
import { and, eq, sql } from 'drizzle-orm';
import type { Context } from '../../kernel/http/context.ts';
import { visible } from '../../kernel/resource/scope.ts';
import { LINE, lockLines, lockWork, moveLines, RUNNING, settleNow, type WorkTask, workTasks } from '../work/index.ts';
import type { MessageChannel } from './channels.ts';
import { sendingErrors } from './errors.ts';
import { addNumbers, readAdded } from './extend.ts';
import { orderKinds } from './kind.ts';
import { lineId, lineOfId } from './tables.ts';
import { orderOf } from './verdicts.ts';

/** @throws NOT_FOUND for an order out of the caller's reach */
async function reachable(c: Context, { resource }: MessageChannel, id: bigint): Promise<WorkTask> {
  const [task] = await c.app.db.drizzle
    .select()
    .from(workTasks)
    .where(and(visible(c.actor, workTasks, 'owner'), eq(workTasks.kind, resource), eq(workTasks.id, id)));
  if (!task) throw commonErrors.NOT_FOUND();
  return task;
}

/** Adds one recipient to an order that is not finished. @throws NOT_FOUND, VERDICT_NOTHING for a number that is not taken, as `addNumbers` */
export async function saveLine(
  c: Context,
  channel: MessageChannel,
  { orderId, number }: { orderId: bigint; number: string },
): Promise<{ id: bigint }> {
  const task = await reachable(c, channel, orderId);
  const read = await readAdded(c.app, channel, task, { fileId: null, text: number, column: null, countryCode: null });
  return c.tx(async (tx) => {
    const { added } = await addNumbers(c.app, tx, c.actor, channel, orderId, read);
    if (added === 0) throw sendingErrors.VERDICT_NOTHING();
    const { totalCount } = await lockWork(tx, c.actor, orderId);
    return { id: lineId(orderId, totalCount) };
  });
}

/** Changes the values of a message that was not sent. @throws NOT_FOUND, STATE_CONFLICT */
export async function changeLine(
  c: Context,
  channel: MessageChannel,
  id: bigint,
  params: Record<string, string>,
): Promise<void> {
  const { taskId, lineNo } = lineOfId(id);
  const task = await reachable(c, channel, taskId);
  await c.tx(async (tx) => {
    const [line] = await lockLines(tx, task, [lineNo]);
    if (!line) throw commonErrors.NOT_FOUND();
    if (line.state !== LINE.open || line.messageId !== null) throw commonErrors.STATE_CONFLICT();
    await tx.execute(sql`
      update work_line set params = coalesce(params, '{}') || ${JSON.stringify(params)}::jsonb
      where task_id = ${taskId} and create_time = ${task.createTime} and is_current and line_no = ${lineNo}`);
  });
}

/** Cancels messages that were not sent; their money returns. @throws NOT_FOUND, STATE_CONFLICT, ORDERS_MIXED */
export async function removeLines(c: Context, channel: MessageChannel, ids: readonly bigint[]): Promise<void> {
  const id = orderOf(ids);
  await reachable(c, channel, id);
  await c.tx(async (tx) => {
    const task = await lockWork(tx, c.actor, id);
    const lines = await lockLines(
      tx,
      task,
      ids.map((one) => lineOfId(one).lineNo),
    );
    if (lines.some(({ state, messageId }) => state !== LINE.open || messageId !== null))
      throw commonErrors.STATE_CONFLICT();
    await moveLines(
      tx,
      task,
      lines,
      lines.map(({ lineNo, charge }) => ({
        ...{ lineNo, state: LINE.cancelled, result: lineStatus.is.cancelled, dueTime: null },
        charge: charge === lineCharge.is.held ? lineCharge.is.none : charge,
      })),
    );
    if (RUNNING.includes(task.status)) await settleNow(tx, c.actor, orderKinds[channel.key], id);
  });
}
