import { activity } from '@trade-assistant/contract/areas/app-manage/activity.ts';
import { activityStatus, activityType } from '@trade-assistant/contract/areas/app-manage/dictionaries.ts';
import { approvalKind } from '@trade-assistant/contract/areas/desk/approval.ts';
import { BOOK_CURRENCY } from '@trade-assistant/contract/currency.ts';
import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import { micros } from '@trade-assistant/contract/kit/money.ts';
import { id as idSchema } from '@trade-assistant/contract/kit/schema.ts';
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { defineApproval } from '../../../kernel/approvals.ts';
import { type Actor, systemActor } from '../../../kernel/auth/actor.ts';
import { startOfCurrent } from '../../../kernel/db/business-days.ts';
import type { Db, Tx } from '../../../kernel/db/index.ts';
import { eachAlone } from '../../../kernel/jobs/index.ts';
import { readParameter } from '../../../kernel/parameters/index.ts';
import { announceChange } from '../../../kernel/realtime/index.ts';
import { logState } from '../../../kernel/resource/states.ts';
import { approvals, closeRequest, lockRequestsOf, propose } from '../../office/approvals/index.ts';
import { errorAt } from '../content/index.ts';
import { activityErrors } from './errors.ts';
import { assertSound, inWords } from './rules.ts';
import { type ActivityRow, activities } from './tables.ts';

const { draft, scheduled, running, ended } = activityStatus.is;

/** Most activities started or ended in one run of the timer. */
const TURNED_MOST = 500;

/** A budget above the limit of one person: the activity is published when a second person approves it. */
export const budgetApproval = defineApproval({
  kind: approvalKind.is.activity,
  permission: `${activity.name}:approve`,
  payload: z.object({ activityId: idSchema() }),
  run: async (tx, decider, { id, payload: { activityId } }) => {
    const row = await lockActivity(tx, decider, eq(activities.id, activityId));
    if (row.approvalId !== id || row.status !== draft) throw commonErrors.STATE_CONFLICT();
    await begin(tx, decider, row);
  },
  dropped: async (tx, _actor, { id, payload: { activityId } }) => {
    await tx
      .update(activities)
      .set({ approvalId: null })
      .where(and(eq(activities.id, activityId), eq(activities.approvalId, id)));
  },
});

async function lockActivity(tx: Tx, { tenantId }: Actor, where: SQL | undefined): Promise<ActivityRow> {
  const [row] = await tx
    .select()
    .from(activities)
    .where(and(eq(activities.tenantId, tenantId), sql`${activities.deletedAt} is null`, where))
    .for('update');
  if (!row) throw commonErrors.NOT_FOUND();
  return row;
}

/**
 * Publishes a draft: at once while the budgets that the actor published alone today stay within the limit of one person, otherwise
 * after a second person's approval.
 * @throws NOT_FOUND, STATE_CONFLICT, ACTIVITY_WAITING, ACTIVITY_PAST, TOO_MANY_WAITING
 */
export async function publishActivity(tx: Tx, actor: Actor, id: bigint, reachable: SQL | undefined) {
  const row = await lockActivity(tx, actor, and(eq(activities.id, id), reachable));
  if (row.status !== draft) throw commonErrors.STATE_CONFLICT();
  if (row.approvalId !== null) throw activityErrors.ACTIVITY_WAITING({ no: await requestNo(tx, row.approvalId) });
  assertSound(row);
  assertFuture(row);
  const budget = row.budget ?? 0n;
  if (row.activityType === activityType.is.notice || (await isWithinAlone(tx, actor, budget))) {
    const status = await begin(tx, actor, row);
    await tx.update(activities).set({ aloneUser: actor.userId, aloneTime: sql`now()` }).where(eq(activities.id, id));
    return { status, approvalId: null, approvalNo: null };
  }
  const request = await propose(tx, actor, {
    kind: budgetApproval,
    payload: { activityId: String(id) },
    params: { titleZh: row.title, titleEn: row.titleEn, amount: inWords(budget) },
    lines: [
      {
        name: { zh: row.title, en: row.titleEn },
        route: `/${activity.name}/index?record=${id}`,
        note: inWords(budget),
      },
    ],
    total: { amount: micros(budget), currency: BOOK_CURRENCY },
    reason: row.title,
    message: 'ACTIVITY_TODO',
  });
  await tx.update(activities).set({ approvalId: request.id }).where(eq(activities.id, id));
  announceChange(tx, actor.tenantId, activity);
  return { status: draft, approvalId: request.id, approvalNo: request.approvalNo };
}

/** Whether a budget and those that the actor published alone today are within the limit of one person. One publication at a time. */
async function isWithinAlone(tx: Tx, actor: Actor, budget: bigint): Promise<boolean> {
  const most = await readParameter(tx, actor.tenantId, 'activity.budgetAlone');
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`activities alone:${actor.userId}`}, 0))`);
  const { rows } = await tx.execute<{ sum: string }>(sql`
    select coalesce(sum(budget), 0)::text as sum from cnt_activity
    where tenant_id = ${actor.tenantId} and alone_user = ${actor.userId} and alone_time >= ${startOfCurrent('day', actor.tenantId)}`);
  return BigInt(rows[0]?.sum ?? 0) + budget <= most;
}

const requestNo = async (tx: Tx, id: bigint): Promise<string> =>
  (await tx.select({ no: approvals.approvalNo }).from(approvals).where(eq(approvals.id, id)))[0]?.no ?? '–';

function assertFuture({ endTime }: ActivityRow): void {
  if (endTime <= new Date()) throw errorAt('endTime', activityErrors, 'ACTIVITY_PAST');
}

async function begin(tx: Tx, actor: Actor, row: ActivityRow): Promise<number> {
  assertFuture(row);
  const status = row.startTime <= new Date() ? running : scheduled;
  await turn(tx, actor, [row.id], { from: draft, to: status, event: 'publish' });
  return status;
}

async function turn(
  tx: Tx,
  actor: Actor,
  ids: readonly bigint[],
  { from, to, event }: { readonly from: number; readonly to: number; readonly event: string },
): Promise<void> {
  await tx
    .update(activities)
    .set({
      status: to,
      approvalId: null,
      updateUser: actor.userId,
      updateTime: sql`now()`,
      version: sql`${activities.version} + 1`,
    })
    .where(inArray(activities.id, [...ids]));
  for (const id of ids) await logState(tx, actor, { type: activity.name, id, from, to, event });
  announceChange(tx, actor.tenantId, activity);
}

/** Closes the request about a draft that is being changed or removed. */
export async function withdrawRequest(tx: Tx, actor: Actor, { id, approvalId }: ActivityRow): Promise<void> {
  if (approvalId === null) return;
  await closeRequest(tx, actor, approvalId);
  await tx.update(activities).set({ approvalId: null }).where(eq(activities.id, id));
}

/** Locks the requests of activities. Call it before locking the activities. */
export const lockActivityRequests = (tx: Tx, ids: readonly bigint[]): Promise<void> =>
  lockRequestsOf(tx, activities, ids);

/** Starts scheduled activities whose time has come, and ends those whose time is over. @returns how many */
export async function runDueActivities(db: Pick<Db, 'tx'>): Promise<number> {
  let count = 0;
  const steps = [
    { from: scheduled, to: running, event: 'begin', due: activities.startTime },
    { from: running, to: ended, event: 'finish', due: activities.endTime },
  ] as const;
  await eachAlone(steps, async ({ from, to, event, due }) => {
    const isDue = and(eq(activities.status, from), sql`${due} <= now() and ${activities.deletedAt} is null`);
    const columns = { id: activities.id, tenantId: activities.tenantId };
    const rows = await db.tx((tx) =>
      tx.select(columns).from(activities).where(isDue).orderBy(activities.id).limit(TURNED_MOST),
    );
    await eachAlone(rows, async ({ id, tenantId }) => {
      count += await db.tx(async (tx) => {
        const own = and(eq(activities.id, id), isDue);
        const still = await tx.select(columns).from(activities).where(own).for('update', { skipLocked: true });
        if (still.length > 0) await turn(tx, systemActor(tenantId), [id], { from, to, event });
        return still.length;
      });
    });
  });
  return count;
}
