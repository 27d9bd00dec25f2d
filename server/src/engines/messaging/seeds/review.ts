import { caseType } from '@trade-assistant/contract/areas/compliance/dictionaries.ts';
import { seedAppeal } from '@trade-assistant/contract/areas/whatsapp/embedded-dictionaries.ts';
import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import { formatTime } from '@trade-assistant/contract/kit/time.ts';
import { and, inArray } from 'drizzle-orm';
import type { App } from '../../../kernel/app/index.ts';
import type { Actor } from '../../../kernel/auth/actor.ts';
import { businessZone } from '../../../kernel/db/business-days.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import { readParameter } from '../../../kernel/parameters/index.ts';
import { logState } from '../../../kernel/resource/states.ts';
import { closeCase, openCase } from '../compliance/index.ts';
import { atField, seedErrors } from './errors.ts';
import type { PanelMembers, PanelNotice } from './panel.ts';
import { seedProofs } from './report.ts';
import { payReward, reverseReward } from './rewards.ts';
import { changeTask, lockTask, moveTask, reachableTasks, SEED_TASK } from './states.ts';
import { type SeedTask, seedTasks } from './tables.ts';

export const APPEAL_DAYS = 7;

interface Decision {
  readonly id: bigint;
  readonly reason?: string | null | undefined;
}

/**
 * Approves a task and pays its reward, or rejects it and takes the reward back.
 * @throws NOT_FOUND, STATE_CONFLICT, SEED_SELF_REVIEW, SEED_CHEATED, SEED_PANEL_MISSING, SEED_MEMBER_UNKNOWN
 */
export async function reviewSeed(
  tx: Tx,
  actor: Actor,
  panel: PanelMembers | null,
  { id, isApproved, reason }: Decision & { readonly isApproved: boolean },
): Promise<void> {
  const task = await lockTask(tx, actor, id);
  if (isApproved && task.isCheat === 1) throw seedErrors.SEED_CHEATED();
  if (isApproved && task.reporter === actor.userId) throw seedErrors.SEED_SELF_REVIEW();
  const event = isApproved ? 'approve' : 'reject';
  const review = {
    ...{ isApproval: isApproved ? (1 as const) : (0 as const), reviewerId: actor.userId, reviewTime: new Date() },
    ...{ reviewerName: nameOf(actor), reviewRemark: reason ?? null, reason: reason ?? undefined },
  };
  // The state is checked before money moves.
  const moved = await moveTask(tx, actor, task, event, review);
  const money = isApproved ? await payReward(tx, actor, panel, moved) : await reverseReward(tx, actor, panel, moved);
  if (Object.keys(money).length > 0) await changeTask(tx, actor, moved, money);
}

/**
 * Marks a task as cheating: it counts as rejected, its reward is taken back, a compliance case is opened and the member may appeal for seven
 * days.
 * @throws NOT_FOUND, STATE_CONFLICT, EVIDENCE_REQUIRED, REASON_REQUIRED, SEED_PROOF_GONE
 */
export async function markCheat(
  tx: Tx,
  actor: Actor,
  app: Pick<App, 'files'>,
  panel: PanelMembers | null,
  { id, reason, evidence }: Decision & { readonly evidence?: readonly string[] | null | undefined },
): Promise<void> {
  const task = await lockTask(tx, actor, id);
  if (task.isCheat === 1) throw commonErrors.STATE_CONFLICT();
  const proofs = (evidence ?? []).map(seedProofs.bare);
  if (proofs.length === 0) throw atField('evidence', 'EVIDENCE_REQUIRED');
  if (!reason) throw reasonRequired();
  const gone = () => atField('evidence', 'SEED_PROOF_GONE');
  await seedProofs.keep(tx, actor, app.files, {
    before: [...(task.cheatEvidence ?? []), ...(task.appealEvidence ?? [])],
    after: proofs,
    gone,
  });
  const appealUntil = new Date(Date.now() + APPEAL_DAYS * DAY_MILLIS);
  const opened = await openCase(tx, actor, {
    ...{ caseType: caseType.is.cheating, e164: task.e164 },
    content: `${task.taskNo} · ${task.orderNo}\n${reason}`,
  });
  const moved = await moveTask(tx, actor, task, 'cheat', {
    ...{ isCheat: 1 as const, isApproval: 0 as const, cheatReason: reason, cheatEvidence: proofs, reason },
    ...{ cheatUser: actor.userId, cheatUserName: nameOf(actor), cheatTime: new Date() },
    ...{ caseId: opened.id, caseNo: opened.caseNo, appealUntil, appealStatus: seedAppeal.is.none, ...NO_APPEAL },
  });
  const money = await reverseReward(tx, actor, panel, moved);
  if (Object.keys(money).length > 0) await changeTask(tx, actor, moved, money);
  await notify(tx, actor, panel, moved, { event: 'cheat', reason, appealUntil });
}

const NO_APPEAL = {
  ...{ appealReason: null, appealEvidence: [], appealTime: null, appealDecision: null },
  ...{ appealDeciderName: null, appealDecisionTime: null },
};

/**
 * Withdraws a mark of cheating, also when the appeal was right: the task is reviewed again. By another person than the one who marked it.
 * @throws NOT_FOUND, STATE_CONFLICT, SEED_SECOND_PERSON, REASON_REQUIRED
 */
export async function withdrawCheat(
  tx: Tx,
  actor: Actor,
  panel: PanelMembers | null,
  { id, reason }: Decision,
): Promise<void> {
  const task = await lockTask(tx, actor, id);
  if (task.isCheat === 0) throw commonErrors.STATE_CONFLICT();
  if (task.cheatUser === actor.userId) throw seedErrors.SEED_SECOND_PERSON();
  if (!reason) throw reasonRequired();
  const isTimely = task.reportTime !== null && task.dueTime !== null && task.reportTime <= task.dueTime;
  const moved = await moveTask(tx, actor, task, isTimely ? 'appealWon' : 'appealWonLate', {
    ...{ isCheat: 0 as const, reason, appealStatus: seedAppeal.is.won, ...decided(actor, reason) },
  });
  await closeCase(tx, actor, task.caseId, reason);
  await notify(tx, actor, panel, moved, { event: 'appealWon', reason, appealUntil: null });
}

export interface Appeal {
  readonly id: bigint;
  readonly reason: string;
  readonly evidence?: readonly string[] | null | undefined;
  /** The panel member who appeals about their own task. */
  readonly memberId?: bigint | undefined;
}

/** Records the appeal against a mark of cheating, once, within seven days. @throws NOT_FOUND, STATE_CONFLICT, SEED_APPEAL_LATE, SEED_PROOF_GONE */
export async function appealCheat(
  tx: Tx,
  actor: Actor,
  { files }: Pick<App, 'files'>,
  { id, reason, evidence, memberId }: Appeal,
): Promise<void> {
  const task = await lockTask(tx, actor, id);
  if (memberId !== undefined && task.appUserId !== memberId) throw commonErrors.NOT_FOUND();
  if (task.isCheat === 0 || task.appealStatus !== seedAppeal.is.none) throw commonErrors.STATE_CONFLICT();
  if (task.appealUntil !== null && task.appealUntil < new Date()) {
    const zone = await businessZone(tx, task.tenantId);
    throw seedErrors.SEED_APPEAL_LATE({ time: formatTime(task.appealUntil, zone) });
  }
  const proofs = (evidence ?? []).map(seedProofs.bare);
  const gone = () => atField('evidence', 'SEED_PROOF_GONE');
  const uploader = { ...actor, userId: memberId ?? actor.userId };
  await seedProofs.keep(tx, uploader, files, { before: [], after: proofs, gone });
  await changeTask(tx, actor, task, {
    ...{ appealStatus: seedAppeal.is.filed, appealReason: reason, appealEvidence: proofs, appealTime: new Date() },
  });
  await note(tx, actor, task, 'appeal', reason);
}

/** Rejects an appeal; the mark stays. @throws NOT_FOUND, STATE_CONFLICT, SEED_SECOND_PERSON */
export async function refuseAppeal(
  tx: Tx,
  actor: Actor,
  panel: PanelMembers | null,
  { id, reason }: { readonly id: bigint; readonly reason: string },
): Promise<void> {
  const task = await lockTask(tx, actor, id);
  if (task.appealStatus !== seedAppeal.is.filed) throw commonErrors.STATE_CONFLICT();
  if (task.cheatUser === actor.userId) throw seedErrors.SEED_SECOND_PERSON();
  await changeTask(tx, actor, task, { appealStatus: seedAppeal.is.refused, ...decided(actor, reason) });
  await note(tx, actor, task, 'appealRefused', reason);
  await notify(tx, actor, panel, task, { event: 'appealRefused', reason, appealUntil: null });
}

/**
 * Locks the accounts of the members behind tasks that are marked as cheating, for `embedded.lockDays`; all or none.
 * @throws NOT_FOUND, NOT_CHEAT, SEED_NO_MEMBER, SEED_PANEL_MISSING
 */
export async function lockMembers(
  tx: Tx,
  actor: Actor,
  panel: PanelMembers | null,
  ids: readonly bigint[],
): Promise<{ readonly locked: number; readonly until: Date }> {
  const tasks = await tx
    .select()
    .from(seedTasks)
    .where(and(reachableTasks(actor), inArray(seedTasks.id, [...ids])))
    .orderBy(seedTasks.id)
    .for('update');
  if (tasks.length < ids.length) throw commonErrors.NOT_FOUND();
  const honest = tasks.find(({ isCheat }) => isCheat === 0);
  if (honest) throw seedErrors.NOT_CHEAT({ no: honest.taskNo });
  const own = tasks.find(({ appUserId }) => appUserId === null);
  if (own) throw seedErrors.SEED_NO_MEMBER({ no: own.taskNo });
  if (!panel) throw seedErrors.SEED_PANEL_MISSING();
  const days = await readParameter(tx, actor.tenantId, 'embedded.lockDays');
  const until = new Date(Date.now() + days * DAY_MILLIS);
  const members = [...new Set(tasks.flatMap(({ appUserId }) => (appUserId === null ? [] : [appUserId])))].sort();
  await panel.lock(tx, actor, {
    ids: members,
    until,
    reason: tasks
      .map(({ taskNo }) => taskNo)
      .join(', ')
      .slice(0, 255),
  });
  return { locked: members.length, until };
}

const DAY_MILLIS = 86_400_000;
const nameOf = ({ realName, account }: Actor): string => realName || account;
const decided = (actor: Actor, reason: string) => ({
  ...{ appealDecision: reason, appealDeciderName: nameOf(actor), appealDecisionTime: new Date() },
});

function reasonRequired() {
  const { zh, en } = commonErrors.declarations.REASON_REQUIRED;
  return commonErrors.REASON_REQUIRED({}, { fields: [{ field: 'reason', message: { zh, en } }] });
}

const note = (tx: Tx, actor: Actor, { id, status }: SeedTask, event: string, reason: string): Promise<void> =>
  logState(tx, actor, { type: SEED_TASK, id, from: status, to: status, event, reason });

async function notify(
  tx: Tx,
  actor: Actor,
  panel: PanelMembers | null,
  { appUserId, taskNo }: SeedTask,
  notice: Pick<PanelNotice, 'event' | 'reason' | 'appealUntil'>,
): Promise<void> {
  if (appUserId !== null) await panel?.notify(tx, actor, { memberId: appUserId, taskNo, ...notice });
}
