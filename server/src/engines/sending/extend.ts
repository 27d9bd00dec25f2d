import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import { formatMoney, type Micro, micros, ZERO } from '@trade-assistant/contract/kit/money.ts';
import { errorPolicyClass, lineCharge, lineStatus } from '@trade-assistant/contract/message-dictionaries.ts';
import { eq, sql } from 'drizzle-orm';
import type { App } from '../../kernel/app/index.ts';
import type { Actor } from '../../kernel/auth/actor.ts';
import type { Tx } from '../../kernel/db/index.ts';
import { NumberSet } from '../../kernel/phone/number-set.ts';
import { messageSender, policiesOf } from '../providers/index.ts';
import {
  addLines,
  extendWork,
  LINE,
  lockWork,
  type NewLine,
  smallList,
  WORK,
  type WorkTask,
  withList,
  workTasks,
} from '../work/index.ts';
import { CHUNK_LINES, detailsOf, type MessageChannel } from './channels.ts';
import { assertQuota } from './confirm.ts';
import { refusedAt, sendingErrors } from './errors.ts';
import { isChats, type OrderList, orderKinds, readingOf } from './kind.ts';
import { quoteOrder } from './quote.ts';
import { openLinesAgain } from './relane.ts';

/** Numbers that one call adds. */
const ADDED_MAX = 20_000;
const RESETS_MAX = 3;
const ATTEMPTS_MAX = 3;
const RESET_HOURS = 72;
const HOUR_MILLIS = 3_600_000;
const HEADER_BYTES = 100 * 1024 * 1024;

/** States of an order to which numbers can be added. */
const ADDABLE: readonly number[] = [WORK.draft, WORK.review, WORK.declined, WORK.queued, WORK.running, WORK.upgrading];

/** Refuses an order that is finished, or that ends. @throws STATE_CONFLICT */
export function assertUnfinished({ status, isCancelling, isEnding }: WorkTask): void {
  if (!ADDABLE.includes(status) || isCancelling || isEnding) throw commonErrors.STATE_CONFLICT();
}

/** Returns the lines that a list would add to an order, outside a transaction. @throws CHATS_FIXED, TOO_MANY_ADDED, errors of the list */
export async function readAdded(
  app: App,
  channel: MessageChannel,
  task: WorkTask,
  list: Pick<OrderList, 'fileId' | 'text' | 'column' | 'countryCode'>,
): Promise<NewLine[]> {
  if (isChats(task)) throw sendingErrors.CHATS_FIXED();
  if (list.fileId === null && !list.text?.trim()) throw refusedAt('numbers', 'RECIPIENTS_REQUIRED');
  const reading = await readingOf(app, channel, task, { ...list, maxBytes: HEADER_BYTES, maxLines: ADDED_MAX });
  const given = { fileId: list.fileId === null ? null : BigInt(list.fileId), text: list.text };
  return withList(app, given, (source) => smallList(source, new NumberSet(), reading));
}

/**
 * Adds read lines to an order, with a further hold. A number that the order has already is a duplicate. The sum that the owner confirmed
 * still covers the numbers it was about; the added ones cost the present price.
 * @throws STATE_CONFLICT, PRICE_CHANGED for the numbers before, QUOTA_EXCEEDED, BALANCE_NOT_ENOUGH, refusals of the quote
 */
export async function addNumbers(
  app: App,
  tx: Tx,
  actor: Actor,
  channel: MessageChannel,
  id: bigint,
  read: readonly NewLine[],
) {
  const task = await lockWork(tx, actor, id);
  assertUnfinished(task);
  const isConfirmed = detailsOf(task).expectedTotal !== undefined;
  if (isConfirmed) {
    await quoteOrder(app, tx, task);
    await tx.execute(sql`update work_task set details = details - 'expectedTotal' where id = ${id}`);
  }
  const numbers = read.flatMap(({ e164 }) => (e164 === null ? [] : [e164]));
  const { rows } = await tx.execute<{ e164: string }>(sql`
    select e164::text from work_line where task_id = ${task.id} and create_time = ${task.createTime} and is_current
      and e164 = any(${sql.param(numbers)}::bigint[])`);
  const known = new Set(rows.map(({ e164 }) => e164));
  const lines = read.map((line) => (line.e164 !== null && known.has(line.e164) ? duplicateOf(line) : line));
  const added = lines.filter(({ reason }) => reason === null).length;
  assertQuota(task, task.submitCount + added);
  const { counts, afterChunk } = await addLines(tx, task, lines, CHUNK_LINES);
  const { held } = await extendWork(app, tx, actor, orderKinds[channel.key], {
    task: await lockWork(tx, actor, id),
    afterChunk,
    readyAt: null,
  });
  if (isConfirmed) await acceptTotal(tx, id);
  return {
    added,
    invalid: counts.invalid,
    duplicate: counts.duplicate,
    suppressed: counts.suppressed,
    held: held ?? ZERO,
  };
}

/** Notes the present sum of what is not held yet as the one that the owner confirmed. */
async function acceptTotal(tx: Tx, id: bigint): Promise<void> {
  const { rows } = await tx.execute<{ total: string | null }>(
    sql`select sum(units * unit_price)::text as total from work_lane where task_id = ${id} and charge_id is null`,
  );
  const total = rows[0]?.total;
  if (total)
    await tx.execute(sql`
      update work_task set details = details || jsonb_build_object('expectedTotal', ${formatMoney(micros(BigInt(total)))}::text) where id = ${id}`);
}

const DUPLICATE = 10;
const duplicateOf = (line: NewLine): NewLine => ({
  ...line,
  raw: line.e164,
  e164: null,
  reason: DUPLICATE,
  rule: null,
  params: null,
});

export interface Reset {
  readonly id: bigint;
  readonly resetTime: Date | null;
  readonly scope: 'FAILED' | 'EXPIRED' | 'BOTH';
  readonly isPreview: boolean;
}

/**
 * Sends failed or expired messages again that may be: not those whose error says that a repetition cannot help.
 * @throws STATE_CONFLICT, RESET_NOTHING, RESET_LIMIT, RESET_LATE, SCHEDULE_PAST, BALANCE_NOT_ENOUGH, refusals of the quote
 */
export async function scheduleReset(
  app: App,
  tx: Tx,
  actor: Actor,
  channel: MessageChannel,
  { id, resetTime, scope, isPreview }: Reset,
): Promise<{ lines: number; excluded: number; held: Micro }> {
  const task = await lockWork(tx, actor, id);
  assertResettable(task);
  if (resetTime !== null && resetTime <= new Date()) throw refusedAt('resetTime', 'SCHEDULE_PAST');
  const { failed, expired } = lineStatus.is;
  const states = scope === 'BOTH' ? [failed, expired] : [scope === 'FAILED' ? failed : expired];
  const { rows } = await tx.execute<Repeated & Record<string, unknown> & { lineNo: number }>(sql`
    select line_no as "lineNo", result, error, attempt_no as "attemptNo", charge from work_line
    where task_id = ${task.id} and create_time = ${task.createTime} and is_current and state = ${LINE.result}
      and result = any(${sql.param(states)}::int[]) order by line_no`);
  const may = await mayRepeat(app, tx, task);
  const chosen = rows.filter(may);
  const excluded = rows.length - chosen.length;
  if (isPreview) return { lines: chosen.length, excluded, held: ZERO };
  if (chosen.length === 0) throw sendingErrors.RESET_NOTHING();
  const { lines, held } = await openLinesAgain(app, tx, actor, channel, {
    taskId: id,
    lineNos: chosen.map(({ lineNo }) => lineNo),
    readyAt: resetTime,
  });
  await tx
    .update(workTasks)
    .set({ resetCount: task.resetCount + 1, resetTime: resetTime ?? sql`now()` })
    .where(eq(workTasks.id, id));
  return { lines, excluded, held: held ?? ZERO };
}

/** @throws STATE_CONFLICT, RESET_LIMIT, RESET_LATE */
export function assertResettable(task: WorkTask): void {
  const isDone = task.status === WORK.completed;
  if (!(isDone || task.status === WORK.running || task.status === WORK.upgrading) || task.isCancelling || task.isEnding)
    throw commonErrors.STATE_CONFLICT();
  if (task.resetCount >= RESETS_MAX) throw sendingErrors.RESET_LIMIT({ max: RESETS_MAX });
  if (isDone && Date.now() - (task.finishTime?.getTime() ?? 0) > RESET_HOURS * HOUR_MILLIS)
    throw sendingErrors.RESET_LATE({ hours: RESET_HOURS });
}

const AGAIN: readonly number[] = [errorPolicyClass.is.retry, errorPolicyClass.is.defer];

interface Repeated {
  readonly result: number;
  readonly error: string | null;
  readonly attemptNo: number;
  /** As `line_charge`. */
  readonly charge: number;
}

/**
 * Returns whether a message may be sent again: its error allows it, it had fewer than three attempts, and it was not charged: a message
 * that the channel took stays charged.
 */
export async function mayRepeat(app: App, tx: Tx, task: WorkTask): Promise<(line: Repeated) => boolean> {
  const sender = task.senderId === null ? null : await messageSender(app, tx, task.senderId);
  const policyOf = await policiesOf(tx, task.tenantId, sender?.protocol ?? 0);
  return ({ error, attemptNo, charge }) => {
    if (attemptNo >= ATTEMPTS_MAX * 2 || charge === lineCharge.is.charged) return false;
    if (error === null || error === '') return true;
    const policy = policyOf(error);
    return policy.isResettable || AGAIN.includes(policy.class);
  };
}
