import type { telegramOrderPhone } from '@trade-assistant/contract/areas/telegram/order-phone.ts';
import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import type { CallInput } from '@trade-assistant/contract/kit/resource.ts';
import { lineCharge, lineStatus } from '@trade-assistant/contract/message-dictionaries.ts';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Context } from '../../kernel/http/context.ts';
import { visible } from '../../kernel/resource/scope.ts';
import { LINE, lockLines, lockWork, moveLines, RUNNING, settleNow, type WorkTask, workTasks } from '../work/index.ts';
import { detailsOf, isCode, type MessageChannel } from './channels.ts';
import { CODE_PARAMETER, OWN_CODE, sealedCode } from './content.ts';
import { refusedAt } from './errors.ts';
import { addNumbers, readAdded } from './extend.ts';
import { orderKinds } from './kind.ts';
import { lineId, type lineList, lineOfId } from './tables.ts';
import { orderOf } from './verdicts.ts';

type Lines = ReturnType<typeof lineList>;

/** @throws NOT_FOUND for an order out of the caller's reach */
async function reachable(c: Context, { resource }: MessageChannel, id: bigint): Promise<WorkTask> {
  const [task] = await c.app.db.drizzle
    .select()
    .from(workTasks)
    .where(and(visible(c.actor, workTasks, 'owner'), eq(workTasks.kind, resource), eq(workTasks.id, id)));
  if (!task) throw commonErrors.NOT_FOUND();
  return task;
}

/** Refuses messages out of the caller's reach; rules of roles apply to them as to their list. @throws NOT_FOUND */
async function assertLines(
  c: Context,
  { resource }: MessageChannel,
  table: Lines,
  ids: readonly bigint[],
): Promise<void> {
  const rows = await c.app.db.drizzle
    .select({ id: table.id })
    .from(table)
    .where(and(visible(c.actor, table as never, 'owner'), eq(table.kind, resource), inArray(table.id, [...ids])));
  if (rows.length < new Set(ids).size) throw commonErrors.NOT_FOUND();
}

/** Returns those of the given values that the messages of an order have, as a line keeps them. @throws VALUE_MISSING, CODE_BAD */
function valuesOf(c: Context, task: WorkTask, given: Readonly<Record<string, string>>): Record<string, string> {
  const { values = [] } = detailsOf(task);
  const kept: Record<string, string> = {};
  for (const { key } of values) {
    const value = given[key]?.trim();
    if (value === '') throw refusedAt('params', 'VALUE_MISSING', { name: key });
    if (value !== undefined) kept[key] = value;
  }
  const code = isCode(task) ? given[CODE_PARAMETER]?.trim() : undefined;
  if (code === undefined) return kept;
  if (!OWN_CODE.test(code)) throw refusedAt('params', 'CODE_BAD');
  return { ...kept, [CODE_PARAMETER]: sealedCode(c.app, code) };
}

/** Adds one recipient to an order that is not finished. @throws NOT_FOUND, RECIPIENT_REFUSED, VALUE_MISSING, CODE_BAD, as `addNumbers` */
async function saveLine(
  c: Context,
  channel: MessageChannel,
  { orderId, number, params = {} }: { orderId: bigint; number: string; params?: Record<string, string> | undefined },
): Promise<{ id: bigint }> {
  const task = await reachable(c, channel, orderId);
  const values = valuesOf(c, task, params);
  const { codeColumn: _, ...settings } = detailsOf(task);
  const details = CODE_PARAMETER in values ? settings : detailsOf(task);
  const list = { fileId: null, text: number, column: null, countryCode: null };
  const read = await readAdded(c.app, channel, { ...task, details: { ...details } }, list);
  const lines = read.map((line) => (line.reason === null ? { ...line, params: { ...line.params, ...values } } : line));
  return c.tx(async (tx) => {
    const { added } = await addNumbers(c.app, tx, c.actor, channel, orderId, lines);
    if (added === 0) throw refusedAt('number', 'RECIPIENT_REFUSED');
    const { totalCount } = await lockWork(tx, c.actor, orderId);
    return { id: lineId(orderId, totalCount) };
  });
}

/** Changes the values of a message that was not sent; values that it does not have are ignored. @throws NOT_FOUND, STATE_CONFLICT, VALUE_MISSING, CODE_BAD */
async function changeLine(
  c: Context,
  channel: MessageChannel,
  table: Lines,
  id: bigint,
  params: Record<string, string>,
): Promise<void> {
  await assertLines(c, channel, table, [id]);
  const { taskId, lineNo } = lineOfId(id);
  const task = await reachable(c, channel, taskId);
  const values = valuesOf(c, task, params);
  await c.tx(async (tx) => {
    const [line] = await lockLines(tx, task, [lineNo]);
    if (!line) throw commonErrors.NOT_FOUND();
    if (line.state !== LINE.open || line.messageId !== null) throw commonErrors.STATE_CONFLICT();
    await tx.execute(sql`
      update work_line set params = coalesce(params, '{}') || ${JSON.stringify(values)}::jsonb
      where task_id = ${taskId} and create_time = ${task.createTime} and is_current and line_no = ${lineNo}`);
  });
}

/** Cancels messages that were not sent; their money returns. @throws NOT_FOUND, STATE_CONFLICT, ORDERS_MIXED */
async function removeLines(c: Context, channel: MessageChannel, table: Lines, ids: readonly bigint[]): Promise<void> {
  await assertLines(c, channel, table, ids);
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

/** The calls that change single recipients of an order of a channel, whose list is a table. */
export const singleLineRoutes = (channel: MessageChannel, table: Lines) => ({
  save: (c: Context, input: CallInput<typeof telegramOrderPhone, 'save', 'out'>) => saveLine(c, channel, input),
  update: (c: Context, { id, params }: CallInput<typeof telegramOrderPhone, 'update', 'out'>) =>
    changeLine(c, channel, table, id, params),
  remove: (c: Context, { ids }: CallInput<typeof telegramOrderPhone, 'remove', 'out'>) =>
    removeLines(c, channel, table, ids),
});
