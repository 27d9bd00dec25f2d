import type { telegramOrderPhone } from '@trade-assistant/contract/areas/telegram/order-phone.ts';
import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import type { CallInput } from '@trade-assistant/contract/kit/resource.ts';
import { lineCharge, lineStatus } from '@trade-assistant/contract/message-dictionaries.ts';
import { SMS_PARTS_MAX } from '@trade-assistant/contract/sms-text.ts';
import { isBlank } from '@trade-assistant/contract/template.ts';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Tx } from '../../../kernel/db/index.ts';
import type { Context } from '../../../kernel/http/context.ts';
import { visible } from '../../../kernel/resource/scope.ts';
import {
  type HandedLine,
  LINE,
  lockLines,
  lockWork,
  moveLines,
  RUNNING,
  settleNow,
  WORK,
  type WorkTask,
  workTasks,
} from '../work/index.ts';
import { addNumbers, assertUnfinished, readAdded } from './add-numbers.ts';
import { detailsOf, isCode, isSms, type MessageChannel } from './channels.ts';
import { CODE_PARAMETER, OWN_CODE, sealedCode } from './content.ts';
import { refusedAt, sendingErrors } from './errors.ts';
import { orderKinds, textMeasure } from './kind.ts';
import { quoteOrder } from './quote.ts';
import { openLinesAgain } from './requote.ts';
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
  const kept = new Map<string, string>();
  for (const { key } of values) {
    const value = Object.hasOwn(given, key) ? given[key]?.trim() : undefined;
    if (value !== undefined && isBlank(value)) throw refusedAt('params', 'VALUE_MISSING', { name: key });
    if (value !== undefined) kept.set(key, value);
  }
  const code = isCode(task) ? given[CODE_PARAMETER]?.trim() : undefined;
  if (code === undefined) return Object.fromEntries(kept);
  if (!OWN_CODE.test(code)) throw refusedAt('params', 'CODE_BAD');
  return { ...Object.fromEntries(kept), [CODE_PARAMETER]: sealedCode(c.app, code) };
}

/** Returns the parts of a text with its values. @throws TEXT_TOO_LONG, TEXT_REFUSED at the values */
function partsWith(measure: Awaited<ReturnType<typeof textMeasure>>, params: Readonly<Record<string, string>>): number {
  const { units, refused } = measure(params);
  if (units > SMS_PARTS_MAX) throw refusedAt('params', 'TEXT_TOO_LONG', { parts: units, max: SMS_PARTS_MAX });
  if (refused) throw sendingErrors.TEXT_REFUSED({}, { fields: [{ field: 'params', message: refused.message }] });
  return units;
}

/**
 * Adds one recipient to an order that is not finished.
 * @throws NOT_FOUND, RECIPIENT_REFUSED, VALUE_MISSING, CODE_BAD, TEXT_TOO_LONG, TEXT_REFUSED, as `addNumbers`
 */
async function saveLine(
  c: Context,
  channel: MessageChannel,
  { orderId, number, params = {} }: { orderId: bigint; number: string; params?: Record<string, string> | undefined },
): Promise<{ id: bigint }> {
  const task = await reachable(c, channel, orderId);
  const given = valuesOf(c, task, params);
  const { codeColumn, values = [], ...settings } = detailsOf(task);
  const details = {
    ...settings,
    // The list of one number has no other columns.
    values: values.map((one) => (Object.hasOwn(given, one.key) ? { key: one.key, value: given[one.key] ?? '' } : one)),
    ...(codeColumn === undefined || CODE_PARAMETER in given ? {} : { codeColumn }),
  };
  const known = Object.fromEntries(details.values.map(({ key, value = '' }) => [key, value]));
  for (const [name, value] of Object.entries(known))
    if (isBlank(value)) throw refusedAt('params', 'VALUE_MISSING', { name });
  if (isSms(task)) partsWith(await textMeasure(c.app, task), known);
  const list = { fileId: null, text: number, column: null, countryCode: null };
  const read = await readAdded(c.app, channel, { ...task, details }, list);
  const lines = read.map((line) => (line.reason === null ? { ...line, params: { ...line.params, ...given } } : line));
  return c.tx(async (tx) => {
    const { added } = await addNumbers(c.app, tx, c.actor, channel, orderId, lines);
    if (added === 0) throw refusedAt('number', 'RECIPIENT_REFUSED');
    const { totalCount } = await lockWork(tx, c.actor, orderId);
    return { id: lineId(orderId, totalCount) };
  });
}

/** Locks messages that were not sent, with their chunks, so that they are not handed over meanwhile. @throws STATE_CONFLICT */
async function lockUnsent(
  tx: Tx,
  actor: Context['actor'],
  { id, createTime }: WorkTask,
  lineNos: readonly number[],
): Promise<{ task: WorkTask; lines: readonly HandedLine[] }> {
  const { rows } = await tx.execute<{ chunkNo: number }>(sql`
    select chunk_no as "chunkNo" from work_chunk where task_id = ${id} and chunk_no in (
      select chunk_no from work_line where task_id = ${id} and create_time = ${createTime} and is_current
        and line_no = any(${sql.param([...lineNos])}::int[]))
    order by chunk_no for update`);
  const locked = new Set(rows.map(({ chunkNo }) => chunkNo));
  const task = await lockWork(tx, actor, id);
  const lines = await lockLines(tx, task, lineNos);
  // A line that was put off meanwhile is in another chunk.
  const isUnsent = ({ state, messageId, chunkNo }: HandedLine) =>
    state === LINE.open && messageId === null && locked.has(chunkNo);
  if (!lines.every(isUnsent)) throw commonErrors.STATE_CONFLICT();
  return { task, lines };
}

/**
 * Changes the values of a message that was not sent, and counts the parts of its text again; values that it does not have are ignored.
 * @throws NOT_FOUND, STATE_CONFLICT, VALUE_MISSING, CODE_BAD, TEXT_TOO_LONG, TEXT_REFUSED, BALANCE_NOT_ENOUGH, refusals of the quote
 */
async function changeLine(
  c: Context,
  channel: MessageChannel,
  table: Lines,
  id: bigint,
  params: Record<string, string>,
): Promise<void> {
  await assertLines(c, channel, table, [id]);
  const { taskId, lineNo } = lineOfId(id);
  const found = await reachable(c, channel, taskId);
  const values = valuesOf(c, found, params);
  const measure = isSms(found) ? await textMeasure(c.app, found) : null;
  await c.tx(async (tx) => {
    const { task, lines } = await lockUnsent(tx, c.actor, found, [lineNo]);
    const [line] = lines;
    if (!line) throw commonErrors.NOT_FOUND();
    assertUnfinished(task);
    const { rows } = await tx.execute<{ params: Record<string, string> }>(sql`
      update work_line set params = coalesce(params, '{}') || ${JSON.stringify(values)}::jsonb
      where task_id = ${taskId} and create_time = ${task.createTime} and is_current and line_no = ${lineNo} returning params`);
    if (measure) await setParts(c, tx, channel, { task, line, units: partsWith(measure, rows[0]?.params ?? {}) });
  });
}

/** Changes the parts of a text: in its lane while nothing is held for it, else in a new lane with a hold at the present price. */
async function setParts(
  c: Context,
  tx: Tx,
  channel: MessageChannel,
  { task, line, units }: { task: WorkTask; line: HandedLine; units: number },
): Promise<void> {
  if (units === line.units) return;
  const { lineNo, laneNo } = line;
  const kind = orderKinds[channel.key];
  const isHeld = line.charge === lineCharge.is.held;
  if (isHeld) {
    await moveLines(tx, task, [line], [{ ...CANCELLED, lineNo, charge: lineCharge.is.none }]);
    await settleNow(tx, c.actor, kind, task.id);
  }
  await tx.execute(sql`
    update work_line set units = ${units} where task_id = ${task.id} and create_time = ${task.createTime} and is_current and line_no = ${lineNo}`);
  if (isHeld) {
    await openLinesAgain(c.app, tx, c.actor, channel, { taskId: task.id, lineNos: [lineNo], readyAt: null });
    return;
  }
  await tx.execute(sql`
    update work_lane set units = units + ${units - line.units} where task_id = ${task.id} and stage = ${task.stage} and lane_no = ${laneNo}`);
  // The owner confirmed a sum: a higher one is refused now, and not when the order is approved.
  if (task.status === WORK.review) await quoteOrder(c.app, tx, task);
}

const CANCELLED = { state: LINE.cancelled, result: lineStatus.is.cancelled, dueTime: null } as const;

/** Cancels messages that were not sent; their money returns. @throws NOT_FOUND, STATE_CONFLICT, ORDERS_MIXED */
async function removeLines(c: Context, channel: MessageChannel, table: Lines, ids: readonly bigint[]): Promise<void> {
  await assertLines(c, channel, table, ids);
  const id = orderOf(ids);
  const found = await reachable(c, channel, id);
  const lineNos = ids.map((one) => lineOfId(one).lineNo);
  await c.tx(async (tx) => {
    const { task, lines } = await lockUnsent(tx, c.actor, found, lineNos);
    await moveLines(
      tx,
      task,
      lines,
      lines.map(({ lineNo, charge }) => ({
        ...{ ...CANCELLED, lineNo },
        charge: charge === lineCharge.is.held ? lineCharge.is.none : charge,
      })),
    );
    await shrinkLanes(tx, task, lines);
    if (RUNNING.includes(task.status)) await settleNow(tx, c.actor, orderKinds[channel.key], id);
  });
}

/** Takes messages for which nothing is held yet out of the units of their lanes, so that they are neither priced nor held. */
async function shrinkLanes(tx: Tx, task: WorkTask, lines: readonly HandedLine[]): Promise<void> {
  const unheld = lines.filter(({ charge }) => charge === lineCharge.is.none);
  for (const [laneNo, group] of Map.groupBy(unheld, (line) => line.laneNo))
    await tx.execute(sql`
      update work_lane set units = units - ${group.reduce((sum, { units }) => sum + units, 0)}
      where task_id = ${task.id} and stage = ${task.stage} and lane_no = ${laneNo} and charge_id is null`);
}

/** The calls that change single recipients of an order of a channel, whose list is a table. */
export const singleLineRoutes = (channel: MessageChannel, table: Lines) => ({
  save: (c: Context, input: CallInput<typeof telegramOrderPhone, 'save', 'out'>) => saveLine(c, channel, input),
  update: (c: Context, { id, params }: CallInput<typeof telegramOrderPhone, 'update', 'out'>) =>
    changeLine(c, channel, table, id, params),
  remove: (c: Context, { ids }: CallInput<typeof telegramOrderPhone, 'remove', 'out'>) =>
    removeLines(c, channel, table, ids),
});
