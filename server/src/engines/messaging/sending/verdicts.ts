import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import { type Micro, micros, times, ZERO } from '@trade-assistant/contract/kit/money.ts';
import { lineCharge, lineStatus, verdictStates } from '@trade-assistant/contract/message-dictionaries.ts';
import type { TaskEvent } from '@trade-assistant/contract/tasks/events.ts';
import { sql } from 'drizzle-orm';
import type { App } from '../../../kernel/app/index.ts';
import type { Actor } from '../../../kernel/auth/actor.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import { pictureLinks } from '../../../kernel/files/picture-links.ts';
import {
  announceWork,
  type HandedLine,
  LINE,
  type LineMove,
  lanesOf,
  lockLines,
  lockWork,
  logTask,
  moveLines,
  RUNNING,
  settleNow,
  WORK,
  type WorkTask,
} from '../work/index.ts';
import type { MessageChannel } from './channels.ts';
import { sendingErrors } from './errors.ts';
import { orderKinds } from './kind.ts';
import { openLinesAgain } from './requote.ts';
import { assertResettable, mayRepeat } from './reset.ts';
import { lineOfId, verdicts } from './tables.ts';

/** Evidence of verdicts about messages of a channel. */
export const verdictEvidence = ({ phones }: MessageChannel) =>
  pictureLinks(`/api/${phones}/proof?name=`, ['image', 'pdf']);

export type VerdictKind = keyof typeof verdictStates;

export interface Verdict {
  readonly kind: VerdictKind;
  readonly ids: readonly bigint[];
  /** Of PASS: 2 delivered, 4 failed. */
  readonly status: number | undefined;
  readonly reason: string | null;
  /** Names of stored files. */
  readonly evidence: readonly string[];
}

/** Effects of a verdict; amounts are those of the lines that it applies to. */
export interface VerdictEffect {
  readonly lines: number;
  readonly excluded: number;
  readonly before: { status: number; lines: number }[];
  readonly charged: Micro;
  readonly released: Micro;
  readonly refunded: Micro;
  readonly held: Micro;
  readonly currency: string | null;
}

const EVENT = { OVERRULE: 'overrule', PASS: 'pass', RESET: 'reset' } as const satisfies Record<VerdictKind, TaskEvent>;
const { delivered, failed, overruled } = lineStatus.is;
const { none, held, charged, refunded } = lineCharge.is;

/** Returns the order that all messages are of. @throws NOT_FOUND, ORDERS_MIXED */
export function orderOf(ids: readonly bigint[]): bigint {
  const orders = new Set(ids.map((id) => lineOfId(id).taskId));
  const [only] = orders;
  if (only === undefined) throw commonErrors.NOT_FOUND();
  if (orders.size > 1) throw sendingErrors.ORDERS_MIXED();
  return only;
}

/** Returns the effect of a verdict, without changing anything. @throws as `decideLines` */
export async function previewVerdict(app: App, tx: Tx, actor: Actor, verdict: Verdict): Promise<VerdictEffect> {
  const { task, lines, chosen } = await choose(app, tx, actor, verdict);
  return effectOf(tx, task, lines, chosen, verdict);
}

/**
 * Decides about messages in the place of receipts, with the consequences for money and commissions; receipts that come later change nothing.
 * @throws STATUS_INVALID, VERDICT_NOTHING, ORDERS_MIXED, NOT_FOUND, STATE_CONFLICT, BALANCE_NOT_ENOUGH
 */
export async function decideLines(
  app: App,
  tx: Tx,
  actor: Actor,
  channel: MessageChannel,
  verdict: Verdict,
): Promise<VerdictEffect> {
  const { task, lines, chosen } = await choose(app, tx, actor, verdict);
  if (chosen.length === 0) throw sendingErrors.VERDICT_NOTHING();
  const effect = await effectOf(tx, task, lines, chosen, verdict);
  const isFreed = ({ charge }: HandedLine) => charge === none || charge === refunded;
  if (verdict.kind === 'RESET') {
    await openLinesAgain(app, tx, actor, channel, {
      taskId: task.id,
      lineNos: chosen.map(({ lineNo }) => lineNo),
      readyAt: null,
    });
  } else {
    // Money that has returned is held anew before it is charged.
    const again = verdict.status === delivered ? chosen.filter(isFreed) : [];
    const direct = chosen.filter((line) => !again.includes(line));
    await moveLines(
      tx,
      task,
      direct,
      direct.map((line) => moveOf(line, verdict)),
    );
    if (again.length > 0) await chargeAgain(app, tx, actor, channel, task, again);
    await settleNow(tx, actor, orderKinds[channel.key], task.id);
  }
  await note(tx, actor, task, chosen, verdict);
  await logTask(tx, actor, await lockWork(tx, actor, task.id), EVENT[verdict.kind], { reason: verdict.reason });
  announceWork(tx, task);
  return effect;
}

async function choose(app: App, tx: Tx, actor: Actor, verdict: Verdict) {
  const { kind, status, ids } = verdict;
  if (kind === 'PASS' && status !== delivered && status !== failed) throw sendingErrors.STATUS_INVALID();
  const taskId = orderOf(ids);
  const task = await lockWork(tx, actor, taskId);
  if (![...RUNNING, WORK.completed].includes(task.status)) throw commonErrors.STATE_CONFLICT();
  if (kind === 'RESET') assertResettable(task);
  const lines = await lockLines(
    tx,
    task,
    ids.map((id) => lineOfId(id).lineNo),
  );
  if (lines.length === 0) throw commonErrors.NOT_FOUND();
  const may = kind === 'RESET' ? await mayRepeat(app, tx, task) : () => true;
  return { task, lines, chosen: lines.filter((line) => isFor(line, kind) && may(line)) };
}

const isFor = ({ state, result }: HandedLine, kind: VerdictKind): boolean =>
  (state === LINE.result || state === LINE.accepted || state === LINE.doubt) &&
  (verdictStates[kind] as readonly number[]).includes(result);

function moveOf({ lineNo, charge }: HandedLine, { kind, status }: Verdict): LineMove {
  const isDelivered = kind === 'PASS' && status === delivered;
  const result = kind === 'OVERRULE' ? overruled : (status ?? failed);
  const after = isDelivered
    ? charge === held
      ? charged
      : charge
    : charge === held
      ? none
      : charge === charged
        ? refunded
        : charge;
  return { lineNo, state: LINE.result, result, charge: after, dueTime: null, isJudged: true };
}

/** Charges messages whose money had returned: in lanes of their own, which are done at once. */
async function chargeAgain(
  app: App,
  tx: Tx,
  actor: Actor,
  channel: MessageChannel,
  task: WorkTask,
  again: readonly HandedLine[],
): Promise<void> {
  const lineNos = again.map(({ lineNo }) => lineNo);
  const wasCompleted = task.status === WORK.completed;
  await openLinesAgain(app, tx, actor, channel, { taskId: task.id, lineNos, readyAt: null });
  const now = await lockWork(tx, actor, task.id);
  const lines = await lockLines(tx, now, lineNos);
  await moveLines(
    tx,
    now,
    lines,
    lines.map(({ lineNo }) => ({
      lineNo,
      state: LINE.result,
      result: delivered,
      charge: charged,
      dueTime: null,
      isJudged: true as const,
    })),
  );
  const chunks = sql.param([...new Set(lines.map(({ chunkNo }) => chunkNo))]);
  await tx.execute(sql`
    with ended as (update work_chunk set state = 2 where task_id = ${task.id} and chunk_no = any(${chunks}::int[]) returning stage, lane_no),
    counted as (
      update work_lane l set open_chunks = open_chunks - e.n from (select stage, lane_no, count(*)::int as n from ended group by 1, 2) e
      where l.task_id = ${task.id} and l.stage = e.stage and l.lane_no = e.lane_no returning e.n
    )
    update work_task set open_chunks = open_chunks - (select coalesce(sum(n), 0) from counted)::int where id = ${task.id}`);
  // The order closes again by itself.
  if (wasCompleted) await tx.execute(sql`update work_task set progress_time = now() where id = ${task.id}`);
}

async function effectOf(
  tx: Tx,
  task: WorkTask,
  lines: readonly HandedLine[],
  chosen: readonly HandedLine[],
  { kind, status }: Verdict,
): Promise<VerdictEffect> {
  const prices = new Map((await lanesOf(tx, task)).map(({ laneNo, unitPrice }) => [laneNo, unitPrice ?? ZERO]));
  const sum = (which: (line: HandedLine) => boolean) =>
    micros(
      chosen.filter(which).reduce((total, line) => total + times(prices.get(line.laneNo) ?? ZERO, line.units), 0n),
    );
  const isCharging = kind === 'PASS' && status === delivered;
  const isBack = !isCharging && kind !== 'RESET';
  return {
    lines: chosen.length,
    excluded: lines.length - chosen.length,
    before: [...Map.groupBy(chosen, ({ result }) => result)].map(([result, group]) => ({
      status: result,
      lines: group.length,
    })),
    charged: isCharging ? sum(({ charge }) => charge !== charged) : ZERO,
    released: isBack ? sum(({ charge }) => charge === held) : ZERO,
    refunded: isBack ? sum(({ charge }) => charge === charged) : ZERO,
    held: kind === 'RESET' ? sum(() => true) : ZERO,
    currency: task.currency,
  };
}

const note = (
  tx: Tx,
  actor: Actor,
  task: WorkTask,
  chosen: readonly HandedLine[],
  { kind, status, reason, evidence }: Verdict,
): Promise<unknown> =>
  tx.insert(verdicts).values(
    chosen.map(({ lineNo, result }) => ({
      tenantId: task.tenantId,
      taskId: task.id,
      lineNo,
      fromStatus: result,
      toStatus: kind === 'OVERRULE' ? overruled : kind === 'RESET' ? lineStatus.is.pending : (status ?? failed),
      reason,
      evidence: [...evidence],
      userId: actor.userId,
      userName: actor.realName,
    })),
  );
