import { type Micro, micros, times } from '@trade-assistant/contract/kit/money.ts';
import { and, asc, eq, sql } from 'drizzle-orm';
import type { App } from '../../../kernel/app/index.ts';
import { type Actor, systemActor } from '../../../kernel/auth/actor.ts';
import { inSavepoint, type Tx } from '../../../kernel/db/index.ts';
import { defineEvent } from '../../../kernel/event.ts';
import { invariant } from '../../../kernel/invariant.ts';
import { setApart } from '../../../kernel/jobs/index.ts';
import { consumeUnits, holdUnits, releaseUnits, returnUnits } from '../../money/quotas/index.ts';
import { earnRebates } from '../../money/rebates/index.ts';
import { lockWork } from './control.ts';
import type { WorkKind, WorkKinds } from './kind.ts';
import { listed, RUNNING } from './states.ts';
import { type WorkLane, type WorkTask, workLanes, workTasks } from './tables.ts';

/** Tasks settled per beat. */
const TASKS_MAX = 100;

/** Money is being held for a task; a listener may refuse it. */
export const workHeld = defineEvent<[tx: Tx, taskId: bigint, money: Micro]>();

/** Sets the prices of the lanes of the present stage. */
export async function priceLanes(
  tx: Tx,
  task: WorkTask,
  priceOf: (lane: WorkLane) => Micro,
  change: Partial<Pick<WorkTask, 'unitPrice' | 'priceId' | 'priceVersion' | 'currency'>>,
): Promise<void> {
  for (const lane of await lanesOf(tx, task))
    await tx
      .update(workLanes)
      .set({ unitPrice: priceOf(lane) })
      .where(isLane(lane));
  await tx.update(workTasks).set(change).where(eq(workTasks.id, task.id));
}

/**
 * Holds units and money for every lane of the present stage that has no charge yet, all or none: units of packages first, then money.
 * @returns the money
 * @throws BALANCE_NOT_ENOUGH
 */
export const holdStage = (tx: Tx, actor: Actor, kind: WorkKind, task: WorkTask): Promise<Micro> =>
  inSavepoint(tx, async (savepoint) => {
    let money = 0n;
    for (const lane of await lanesOf(savepoint, task)) {
      if (lane.chargeId !== null || lane.units === 0) continue;
      invariant(lane.unitPrice !== null && kind.charge && task.businessType !== null, 'work-lane-priced', task.taskNo);
      const charge = await holdUnits(savepoint, actor, {
        userId: task.ownerId,
        kind: {
          businessType: task.businessType,
          packageService: kind.charge.packageService,
          filterType: task.filterType,
          activePeriod: task.activePeriod,
          countryCode: lane.countryCode,
        },
        units: lane.units,
        unitPrice: lane.unitPrice,
        // The difference to an earlier check is less than a unit of a package is worth.
        isMoneyOnly: task.stage > 1,
        idemKey: `work:${task.id}:${lane.stage}:${lane.laneNo}`,
        bizType: kind.resource,
        bizId: task.id,
        bizNo: task.taskNo,
      });
      money += moneyOf(lane, lane.units - charge.quotaUnits);
      await savepoint.update(workLanes).set({ chargeId: charge.id }).where(isLane(lane));
    }
    await savepoint
      .update(workTasks)
      .set({ holdAmount: sql`${workTasks.holdAmount} + ${money}` })
      .where(eq(workTasks.id, task.id));
    await workHeld.announce(savepoint, task.id, micros(money));
    return micros(money);
  });

const apart = setApart('work/settle');

/** Charges the results since the last time, for every task that has some: one posting per lane, about once a second. */
export async function settleTasks(app: App, kinds: WorkKinds): Promise<void> {
  const { rows } = await app.db.drizzle.execute<{ id: string; kind: string; tenantId: string }>(sql`
    select t.id::text, t.kind, t.tenant_id as "tenantId" from work_task t
    where t.status in (${listed(RUNNING)}) and t.id <> all(${sql.param(apart.ids(app))}::bigint[]) and exists (select from work_lane l where l.task_id = t.id and l.charge_id is not null
      and (l.chargeable > l.settled or l.freed > l.released or l.reversed > l.refunded))
    order by t.settled_time nulls first limit ${TASKS_MAX}`);
  await apart.each(
    app,
    rows,
    ({ id }) => id,
    async ({ id, kind: name, tenantId }) => {
      const kind = kinds.get(name);
      const actor = systemActor(tenantId);
      if (kind)
        await app.db.tx(async (tx) => settle(tx, actor, kind, await lockWork(tx, actor, BigInt(id))), { retry: true });
    },
  );
}

/** Charges the last results and gives the rest back, in the transaction that closes the task. */
export async function settleRest(tx: Tx, actor: Actor, kind: WorkKind, taskId: bigint): Promise<void> {
  const task = await lockWork(tx, actor, taskId);
  await settle(tx, actor, kind, task);
  let returned = 0n;
  for (const lane of await lanesOf(tx, task)) {
    const units = lane.units - lane.settled - lane.released;
    if (lane.chargeId === null || units === 0) continue;
    returned += await releaseLane(tx, actor, lane, units, `rest:${lane.stage}:${lane.laneNo}:${lane.released}`);
  }
  await tx
    .update(workTasks)
    .set({ refundedAmount: sql`${workTasks.refundedAmount} + ${returned}` })
    .where(eq(workTasks.id, taskId));
}

/** Releases units of a lane. @returns the money that returns: packages pay first, so units that they covered return to them */
async function releaseLane(tx: Tx, actor: Actor, lane: WorkLane, units: number, idemKey: string): Promise<bigint> {
  const chargeId = lane.chargeId ?? 0n;
  const { rows } = await tx.execute<{ before: number }>(
    sql`select quota_released as before from agt_quota_charge where id = ${chargeId}`,
  );
  const after = await releaseUnits(tx, actor, { chargeId, units, idemKey });
  await tx
    .update(workLanes)
    .set({ released: sql`${workLanes.released} + ${units}` })
    .where(isLane(lane));
  return moneyOf(lane, units - (after.quotaReleased - (rows[0]?.before ?? 0)));
}

/** Refunds units whose charge was overturned, with their commissions. @returns the money that returns */
async function refundLane(tx: Tx, actor: Actor, lane: WorkLane, units: number): Promise<bigint> {
  const chargeId = lane.chargeId ?? 0n;
  const money = async () => {
    const { rows } = await tx.execute<{ sum: string }>(sql`
      select coalesce(sum(returned_amount), 0)::text as sum from agt_quota_entry where charge_id = ${chargeId} and quota_id is null`);
    return BigInt(rows[0]?.sum ?? 0);
  };
  const before = await money();
  const idemKey = `r:${lane.stage}:${lane.laneNo}:${lane.reversed}`;
  await returnUnits(tx, actor, { chargeId, units, idemKey, reason: 'overruled' });
  await tx.update(workLanes).set({ refunded: lane.reversed }).where(isLane(lane));
  return (await money()) - before;
}

/** Charges, releases and refunds now, instead of with the next beat: for a task that has ended, or whose effect a person waits for. */
export const settleNow = async (tx: Tx, actor: Actor, kind: WorkKind, taskId: bigint): Promise<void> =>
  settle(tx, actor, kind, await lockWork(tx, actor, taskId));

async function settle(tx: Tx, actor: Actor, kind: WorkKind, task: WorkTask): Promise<void> {
  let [charged, returned] = [0n, 0n];
  for (const lane of await lanesOf(tx, task)) {
    if (lane.chargeId === null) continue;
    if (lane.freed > lane.released)
      returned += await releaseLane(
        tx,
        actor,
        lane,
        lane.freed - lane.released,
        `f:${lane.stage}:${lane.laneNo}:${lane.freed}`,
      );
    const units = lane.chargeable - lane.settled;
    if (units > 0) charged += await chargeLane(tx, actor, kind, task, lane);
    if (lane.reversed > lane.refunded) {
      const refunded = await refundLane(tx, actor, lane, lane.reversed - lane.refunded);
      charged -= refunded;
      returned += refunded;
    }
  }
  await tx
    .update(workTasks)
    .set({
      chargedAmount: sql`${workTasks.chargedAmount} + ${charged}`,
      refundedAmount: sql`${workTasks.refundedAmount} + ${returned}`,
      settledTime: sql`now()`,
    })
    .where(eq(workTasks.id, task.id));
}

/** Charges the chargeable units of a lane. @returns the money */
async function chargeLane(tx: Tx, actor: Actor, kind: WorkKind, task: WorkTask, lane: WorkLane): Promise<bigint> {
  const { paid } = await consumeUnits(tx, actor, {
    chargeId: lane.chargeId ?? 0n,
    units: lane.chargeable - lane.settled,
    idemKey: `s:${lane.stage}:${lane.laneNo}:${lane.chargeable}`,
  });
  if (paid) await earn(tx, kind, task, lane, paid);
  await tx.update(workLanes).set({ settled: lane.chargeable }).where(isLane(lane));
  return paid?.amount ?? 0n;
}

const earn = (
  tx: Tx,
  kind: WorkKind,
  task: WorkTask,
  lane: WorkLane,
  { journalId, amount }: { journalId: bigint; amount: Micro },
) =>
  earnRebates(tx, [
    {
      tenantId: task.tenantId,
      agentId: task.agentId ?? task.ownerId,
      userId: task.ownerId,
      userName: task.ownerName,
      businessType: task.businessType ?? 0,
      serviceType: task.serviceType ?? 0,
      countryCode: lane.countryCode,
      source: kind.charge?.rebateSource ?? 'check',
      sourceId: task.id,
      sourceNo: task.taskNo,
      journalId,
      amount,
      warrantyUntil: null,
    },
  ]);

/** Returns the lanes of the present stage. */
export const lanesOf = (tx: Pick<Tx, 'select'>, { id, stage }: WorkTask): Promise<WorkLane[]> =>
  tx
    .select()
    .from(workLanes)
    .where(and(eq(workLanes.taskId, id), eq(workLanes.stage, stage)))
    .orderBy(asc(workLanes.laneNo));

const isLane = ({ taskId, stage, laneNo }: WorkLane) =>
  and(eq(workLanes.taskId, taskId), eq(workLanes.stage, stage), eq(workLanes.laneNo, laneNo));

const moneyOf = ({ unitPrice }: WorkLane, units: number): bigint => times(unitPrice ?? micros(0n), units);
