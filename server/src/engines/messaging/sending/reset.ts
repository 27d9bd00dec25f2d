import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import { type Micro, ZERO } from '@trade-assistant/contract/kit/money.ts';
import { errorPolicyClass, lineCharge, lineStatus } from '@trade-assistant/contract/message-dictionaries.ts';
import { eq, sql } from 'drizzle-orm';
import type { App } from '../../../kernel/app/index.ts';
import type { Actor } from '../../../kernel/auth/actor.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import { messageSender, policiesOf } from '../../vendors/providers/index.ts';
import { LINE, lockWork, logTask, WORK, type WorkTask, workTasks } from '../work/index.ts';
import type { MessageChannel } from './channels.ts';
import { refusedAt, sendingErrors } from './errors.ts';
import { openLinesAgain } from './requote.ts';

const RESETS_MAX = 3;
const ATTEMPTS_MAX = 3;
const RESET_HOURS = 72;
const HOUR_MILLIS = 3_600_000;

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
  await logTask(tx, actor, await lockWork(tx, actor, id), 'reset');
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
    const policy = policyOf({ code: error });
    return policy.isResettable || AGAIN.includes(policy.class);
  };
}
