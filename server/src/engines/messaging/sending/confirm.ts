import { commonErrors, isAppError, storedParams } from '@trade-assistant/contract/kit/errors.ts';
import type { Micro } from '@trade-assistant/contract/kit/money.ts';
import { formatMoney } from '@trade-assistant/contract/kit/money.ts';
import { orderStatus } from '@trade-assistant/contract/message-dictionaries.ts';
import { and, eq, sql } from 'drizzle-orm';
import type { App } from '../../../kernel/app/index.ts';
import { type Actor, systemActor } from '../../../kernel/auth/actor.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import { setApart } from '../../../kernel/jobs/index.ts';
import { sendMessage } from '../../office/messages/index.ts';
import { messageSender } from '../../vendors/providers/index.ts';
import { assertConsent } from '../compliance/index.ts';
import { cancelSeeds } from '../seeds/index.ts';
import {
  cancelWork,
  changeTask,
  confirmWork,
  endWork,
  listed,
  lockWork,
  moveWork,
  PAUSED,
  pauseWork,
  resumeByPerson,
  WORK,
  WORK_DRAFT,
  type WorkTask,
  workTasks,
} from '../work/index.ts';
import { templateStop } from './admit.ts';
import { detailsOf, isMarketing, isSms, type MessageChannel } from './channels.ts';
import { refusedAt, sendingErrors } from './errors.ts';
import { orderKinds } from './kind.ts';
import { quoteOrder } from './quote.ts';
import { requoteLines } from './requote.ts';
import { sendSeeds } from './seed-orders.ts';
import { assertTested } from './sms-calls.ts';
import { problemsOfTask } from './sms-rules.ts';

/** From this many messages on, staff review an order. */
const REVIEW_LINES = 10_000;
/** As `message_order_end`. */
const BY_HAND = 2;
/** The lines of a cancelled draft are deleted after so long. */
const DRAFT_MILLIS = 24 * 3_600_000;

/** States of earlier orders that staff have seen sent. */
const CONFIRMED_BEFORE: readonly number[] = [WORK.completed, WORK.partly, WORK.purged];

/** Whether staff review an order before it is sent: the first of an owner, a large one, marketing, and a text with words to review. */
export async function needsReview(app: App, run: Pick<Tx, 'execute' | 'select'>, task: WorkTask): Promise<boolean> {
  if (detailsOf(task).seedOf !== undefined) return false;
  if (task.submitCount > REVIEW_LINES || isMarketing(task)) return true;
  if (isSms(task) && (await problemsOfTask(app, run, task)).length > 0) return true;
  const { rows } = await run.execute(sql`
    select from work_task where tenant_id = ${task.tenantId} and owner_id = ${task.ownerId} and kind = ${task.kind} and status in (${listed(CONFIRMED_BEFORE)}) limit 1`);
  return rows.length === 0;
}

/** @throws QUOTA_EXCEEDED */
export function assertQuota({ quota }: WorkTask, count: number): void {
  if (quota !== null && count > quota) throw refusedAt('quota', 'QUOTA_EXCEEDED', { quota, count });
}

/**
 * Confirms a draft: holds its money and sends it, or hands it to review.
 * @throws STATE_CONFLICT, PRICE_CHANGED, BALANCE_NOT_ENOUGH, QUOTA_EXCEEDED, TEMPLATE_…, SENDER_RESTRICTED, CONSENT_…, refusals of the quote
 */
export async function confirmOrder(
  app: App,
  tx: Tx,
  actor: Actor,
  channel: MessageChannel,
  { id, expectedTotal }: { id: bigint; expectedTotal: Micro | null },
): Promise<WorkTask> {
  const draft = await lockWork(tx, actor, id);
  if (!WORK_DRAFT.includes(draft.status) || draft.isCancelling) throw commonErrors.STATE_CONFLICT();
  if (draft.submitCount === 0) throw sendingErrors.NOTHING_TO_SEND();
  assertQuota(draft, draft.submitCount);
  await assertSendable(app, tx, channel, draft);
  if (channel.key === 'sms') {
    await assertTested(tx, draft);
    // Rules may have changed since the draft was saved.
    if ((await problemsOfTask(app, tx, draft)).some(({ isRefused }) => isRefused)) throw sendingErrors.TEXT_REFUSED();
  }
  const details = {
    ...draft.details,
    isSubmitted: false,
    ...(expectedTotal === null ? {} : { expectedTotal: formatMoney(expectedTotal) }),
  };
  const task = { ...draft, details };
  await tx.update(workTasks).set({ details, failReason: null, failParams: null }).where(eq(workTasks.id, id));
  if (!(await needsReview(app, tx, task))) return sendOrder(app, tx, actor, channel, task);
  // The order is refused now, and not after review, where its price is unknown or the money is missing.
  await quoteOrder(app, tx, task);
  return moveWork(tx, actor, task, 'review');
}

/** @throws TEMPLATE_…, SENDER_RESTRICTED, CONSENT_REQUIRED, CONSENT_EXPIRED, SCHEDULE_PAST */
async function assertSendable(app: App, tx: Tx, channel: MessageChannel, task: WorkTask): Promise<void> {
  const sender = task.senderId === null ? null : await messageSender(app, tx, task.senderId);
  if (!sender) throw sendingErrors.SENDER_GONE();
  if (sender.restriction !== null) throw sendingErrors.SENDER_RESTRICTED();
  const stop = await templateStop(tx, task);
  if (stop) throw sendingErrors[stop as 'TEMPLATE_PAUSED']();
  const { tenantId, ownerId, ownerPath, consentId } = task;
  await assertConsent(app, tx, { tenantId, ownerId, ownerPath, consentId, channel: channel.businessType });
}

const CONFIRMED_AT_ONCE = 50;
const apart = setApart('sending/confirm-read');

/** Confirms drafts that their owners wanted sent once they were read; a refusal stays on the draft as its reason. */
export async function confirmRead(app: App, channels: ReadonlyMap<string, MessageChannel>): Promise<void> {
  const rows = await app.db.drizzle
    .select()
    .from(workTasks)
    .where(
      sql`${workTasks.status} = ${WORK.draft} and ${workTasks.details} @> '{"isSubmitted": true}'
        and ${workTasks.id} <> all(${sql.param(apart.ids(app))}::bigint[])`,
    )
    .orderBy(workTasks.id)
    .limit(CONFIRMED_AT_ONCE);
  const confirmOne = async (task: WorkTask): Promise<void> => {
    const channel = channels.get(task.kind);
    if (!channel) return;
    const owner = { ...systemActor(task.tenantId), userId: task.ownerId, realName: task.ownerName };
    const confirm = (tx: Tx) => confirmOrder(app, tx, owner, channel, { id: task.id, expectedTotal: null });
    try {
      await app.db.tx(confirm, { retry: true });
    } catch (error) {
      if (!isAppError(error)) throw error;
      await app.db.drizzle
        .update(workTasks)
        .set({
          details: { ...task.details, isSubmitted: false },
          failReason: error.code,
          failParams: storedParams(error),
          version: sql`version + 1`,
        })
        .where(and(eq(workTasks.id, task.id), eq(workTasks.status, WORK.draft)));
    }
  };
  await apart.each(app, rows, ({ id }) => String(id), confirmOne);
}

/**
 * Approves orders under review; their money is held now. The person who created or owns an order cannot approve it.
 * @throws STATE_CONFLICT, NO_PERMISSION, as `confirmWork`
 */
export async function approveOrder(
  app: App,
  tx: Tx,
  actor: Actor,
  channel: MessageChannel,
  id: bigint,
): Promise<WorkTask> {
  const task = await lockWork(tx, actor, id);
  if (task.status !== WORK.review) throw commonErrors.STATE_CONFLICT();
  if (task.createUser === actor.userId || task.ownerId === actor.userId) throw commonErrors.NO_PERMISSION();
  await assertSendable(app, tx, channel, task);
  return sendOrder(app, tx, actor, channel, task);
}

/** Holds the money of an order and sends it, with a few seeds beside it. */
async function sendOrder(app: App, tx: Tx, actor: Actor, channel: MessageChannel, task: WorkTask): Promise<WorkTask> {
  const sent = await confirmWork(app, tx, actor, orderKinds[channel.key], task);
  await sendSeeds(app, tx, channel, task);
  return sent;
}

/** Rejects an order under review, and tells its owner why. @throws STATE_CONFLICT */
export async function rejectOrder(tx: Tx, actor: Actor, id: bigint, reason: string): Promise<void> {
  const task = await lockWork(tx, actor, id);
  await moveWork(tx, actor, task, 'decline', { failReason: 'REJECTED', failParams: { reason }, reason });
  await sendMessage(tx, systemActor(task.tenantId), {
    to: { userIds: [task.ownerId] },
    key: 'ORDER_REJECTED',
    params: { no: task.taskNo, name: task.taskName, reason },
    bizType: task.resource,
    bizId: String(id),
  });
}

export interface OrderChange {
  readonly id: bigint;
  readonly status?: number | undefined;
  readonly orderName?: string | undefined;
  readonly quota?: number | null | undefined;
  readonly scheduleTime?: Date | null | undefined;
  readonly speedPerMinute?: number | null | undefined;
  readonly remark?: string | null | undefined;
  readonly reason?: string | undefined;
  readonly consentId?: bigint | null | undefined;
}

/** Changes settings of a draft, and pauses, resumes or cancels an order. Values as the row has them change nothing. @throws STATE_CONFLICT and others */
export async function changeOrder(
  app: App,
  tx: Tx,
  actor: Actor,
  channel: MessageChannel,
  change: OrderChange,
  by: typeof PAUSED.byOwner | typeof PAUSED.byStaff,
): Promise<void> {
  const { id, status, reason } = change;
  const task = await lockWork(tx, actor, id);
  await changeSettings(tx, actor, task, change);
  if (status === undefined || status === task.orderStatus) return;
  const { paused, sending, queued, cancelled } = orderStatus.is;
  if (status === cancelled) return cancelOrder(tx, actor, task);
  if (status === paused) return pauseWork(tx, actor, id, by, reason ?? null);
  if (status === sending || status === queued)
    return resumeByPerson(tx, actor, { id, by, consentId: change.consentId }, (chosen) =>
      assertResumable(app, tx, actor, channel, chosen, by === PAUSED.byStaff),
    );
  throw commonErrors.STATE_CONFLICT();
}

async function changeSettings(tx: Tx, actor: Actor, task: WorkTask, change: OrderChange): Promise<void> {
  const { orderName: taskName, quota, scheduleTime, speedPerMinute, remark } = change;
  const given = { taskName, quota, scheduleTime, speedPerMinute };
  const isOther = Object.entries(given).some(
    ([key, value]) => value !== undefined && String(task[key as keyof WorkTask] ?? '') !== String(value ?? ''),
  );
  if (isOther && ![...WORK_DRAFT, WORK.reading].includes(task.status)) throw commonErrors.STATE_CONFLICT();
  if (isOther && scheduleTime && scheduleTime <= new Date()) throw refusedAt('scheduleTime', 'SCHEDULE_PAST');
  if (isOther && quota) assertQuota({ ...task, quota }, task.submitCount);
  if (isOther || (remark !== undefined && remark !== task.remark))
    await changeTask(tx, actor, task.id, { ...(isOther ? given : {}), remark });
}

/** Cancels an order: a draft at once, others when the messages under way have their receipts. @throws STATE_CONFLICT */
export async function cancelOrder(tx: Tx, actor: Actor, task: WorkTask): Promise<void> {
  await cancelSeeds(tx, task.id);
  if ([...WORK_DRAFT, WORK.review, WORK.queued].includes(task.status)) return cancelBeforeStart(tx, actor, task);
  await cancelWork(tx, actor, task.id);
}

async function cancelBeforeStart(tx: Tx, actor: Actor, task: WorkTask): Promise<void> {
  if (task.status === WORK.queued) return cancelWork(tx, actor, task.id);
  await moveWork(tx, actor, task, 'cancel', {
    finishTime: new Date(),
    expireTime: new Date(Date.now() + DRAFT_MILLIS),
  });
}

/** Reasons of the program after which an owner may go on by a decision; all others end by themselves, or by staff. */
const OWNER_RESUMES: readonly string[] = ['START_MISSED', 'REQUEST_ERRORS', 'CHANNEL_STOPPED', 'QUIET_NEVER'];
const CONSENTS: readonly string[] = ['CONSENT_REQUIRED', 'CONSENT_EXPIRED'];

/**
 * Refuses to resume an order while the reason of the program remains. One whose template changed its category goes on at the new price: the
 * messages left are quoted and held anew.
 * @throws STATE_CONFLICT, CONSENT_…, TEMPLATE_…, SENDER_RESTRICTED, BALANCE_NOT_ENOUGH
 */
async function assertResumable(
  app: App,
  tx: Tx,
  actor: Actor,
  channel: MessageChannel,
  task: WorkTask,
  isStaff: boolean,
): Promise<void> {
  const reason = task.pauseReason ?? '';
  if (reason === 'TEMPLATE_CATEGORY') await requote(app, tx, actor, channel, task);
  else if (!CONSENTS.includes(reason) && !OWNER_RESUMES.includes(reason) && !isStaff)
    throw sendingErrors[reason as 'TEMPLATE_PAUSED']?.() ?? commonErrors.STATE_CONFLICT();
  const now = await lockWork(tx, actor, task.id);
  await assertSendable(app, tx, channel, { ...now, consentId: task.consentId });
}

/** Gives an order the present category of its template, and holds the difference for the messages that were not sent. */
async function requote(app: App, tx: Tx, actor: Actor, channel: MessageChannel, task: WorkTask): Promise<void> {
  const { rows } = await tx.execute<{ category: number }>(
    sql`select category from snd_template where id = ${task.templateId}`,
  );
  const category = rows[0]?.category;
  if (category === undefined) throw sendingErrors.TEMPLATE_DISABLED();
  await tx.update(workTasks).set({ filterType: category }).where(eq(workTasks.id, task.id));
  await requoteLines(app, tx, actor, channel, { ...task, filterType: category });
}

/** Ends orders before all messages were sent: the rest is cancelled and its money returns; receipts are awaited. @throws STATE_CONFLICT */
export const completeOrder = (tx: Tx, actor: Actor, id: bigint): Promise<void> => endWork(tx, actor, id, BY_HAND);
