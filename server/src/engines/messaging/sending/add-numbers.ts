import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import { formatMoney, micros, ZERO } from '@trade-assistant/contract/kit/money.ts';
import { sql } from 'drizzle-orm';
import type { App } from '../../../kernel/app/index.ts';
import type { Actor } from '../../../kernel/auth/actor.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import { countedForm, formsOf } from '../../../kernel/phone/index.ts';
import { NumberSet } from '../../../kernel/phone/number-set.ts';
import {
  addLines,
  extendWork,
  isEmptyList,
  lockWork,
  logTask,
  type NewLine,
  smallList,
  WORK,
  type WorkTask,
  withTaskList,
} from '../work/index.ts';
import { CHUNK_LINES, detailsOf, type MessageChannel } from './channels.ts';
import { assertQuota } from './confirm.ts';
import { refusedAt, sendingErrors } from './errors.ts';
import { isChats, orderKinds, type RecipientList, readingOf } from './kind.ts';
import { quoteOrder } from './quote.ts';

/** Numbers that one call adds. */
const ADDED_MAX = 20_000;
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
  list: RecipientList,
): Promise<NewLine[]> {
  if (isChats(task)) throw sendingErrors.CHATS_FIXED();
  if (isEmptyList(list)) throw refusedAt('numbers', 'RECIPIENTS_REQUIRED');
  const reading = await readingOf(app, channel, task, { ...list, maxBytes: HEADER_BYTES, maxLines: ADDED_MAX });
  return withTaskList(app, list, (source) => smallList(source, new NumberSet(), reading));
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
  const numbers = read.flatMap(({ e164 }) => (e164 === null ? [] : formsOf(BigInt(e164)).map(String)));
  const { rows } = await tx.execute<{ e164: string }>(sql`
    select e164::text from work_line where task_id = ${task.id} and create_time = ${task.createTime} and is_current
      and e164 = any(${sql.param(numbers)}::bigint[])`);
  const known = new Set(rows.map(({ e164 }) => countedForm(BigInt(e164))));
  const isKnown = ({ e164 }: NewLine) => e164 !== null && known.has(countedForm(BigInt(e164)));
  const lines = read.map((line) => (isKnown(line) ? duplicateOf(line) : line));
  const added = lines.filter(({ reason }) => reason === null).length;
  assertQuota(task, task.submitCount + added);
  const { counts, afterChunk } = await addLines(tx, task, lines, CHUNK_LINES);
  const { held } = await extendWork(app, tx, actor, orderKinds[channel.key], {
    task: await lockWork(tx, actor, id),
    afterChunk,
    readyAt: null,
  });
  if (isConfirmed) await acceptTotal(tx, id);
  await logTask(tx, actor, await lockWork(tx, actor, id), 'add');
  return {
    added,
    invalid: counts.invalid,
    duplicate: counts.duplicate,
    suppressed: counts.suppressed,
    held: held ?? ZERO,
  };
}

/** Records the present sum of the money that is not held yet as the one that the owner confirmed. */
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
