import { type Micro, micros, times } from '@trade-assistant/contract/kit/money.ts';
import { and, asc, eq, sql } from 'drizzle-orm';
import type { App } from '../../kernel/app/index.ts';
import { type Actor, systemActor } from '../../kernel/auth/actor.ts';
import type { Tx } from '../../kernel/db/index.ts';
import { invariant } from '../../kernel/invariant.ts';
import { consumeUnits, holdUnits, releaseUnits } from '../quotas/index.ts';
import { earnRebates } from '../rebates/index.ts';
import { lockWork } from './control.ts';
import type { WorkKind, WorkKinds } from './kind.ts';
import { type WorkLane, type WorkTask, workLanes, workTasks } from './tables.ts';

/** Tasks settled per beat. */
const TASKS_MAX = 100;

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
 * Holds units and money for every lane of the present stage, all or none: units of packages first, then money.
 * @throws BALANCE_NOT_ENOUGH
 */
export const holdStage = (tx: Tx, actor: Actor, kind: WorkKind, task: WorkTask): Promise<void> =>
  tx.transaction(async (savepoint) => {
    let money = 0n;
    for (const lane of await lanesOf(savepoint, task)) {
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
  });

/** Charges the results since the last time, for every task that has some: one posting per lane, about once a second. */
export async function settleTasks(app: App, kinds: WorkKinds): Promise<void> {
  const { rows } = await app.db.drizzle.execute<{ id: string; kind: string; tenantId: string }>(sql`
    select t.id::text, t.kind, t.tenant_id as "tenantId" from work_task t
    where t.status in (2, 7) and exists (select from work_lane l where l.task_id = t.id and l.charge_id is not null and l.chargeable > l.settled)
    order by t.settled_time nulls first limit ${TASKS_MAX}`);
  for (const { id, kind: name, tenantId } of rows) {
    const kind = kinds.get(name);
    if (!kind) continue;
    const actor = systemActor(tenantId);
    try {
      await app.db.tx(async (tx) => settle(tx, actor, kind, await lockWork(tx, actor, BigInt(id))), { retry: true });
    } catch (error) {
      app.log.error({ err: error, task: id }, 'a task could not be settled');
    }
  }
}

/** Charges the last results and gives the rest back, in the transaction that closes the task. */
export async function settleRest(tx: Tx, actor: Actor, kind: WorkKind, taskId: bigint): Promise<void> {
  const task = await lockWork(tx, actor, taskId);
  await settle(tx, actor, kind, task);
  let returned = 0n;
  for (const lane of await lanesOf(tx, task)) {
    const units = lane.units - lane.settled - lane.released;
    if (lane.chargeId === null || units === 0) continue;
    const after = await releaseUnits(tx, actor, {
      chargeId: lane.chargeId,
      units,
      idemKey: `rest:${lane.stage}:${lane.laneNo}`,
    });
    // Packages pay first: only money that neither a package covered nor a result needed returns.
    returned += moneyOf(lane, units - after.quotaReleased);
    await tx
      .update(workLanes)
      .set({ released: sql`${workLanes.released} + ${units}` })
      .where(isLane(lane));
  }
  await tx
    .update(workTasks)
    .set({ refundedAmount: sql`${workTasks.refundedAmount} + ${returned}` })
    .where(eq(workTasks.id, taskId));
}

async function settle(tx: Tx, actor: Actor, kind: WorkKind, task: WorkTask): Promise<void> {
  let charged = 0n;
  for (const lane of await lanesOf(tx, task)) {
    const units = lane.chargeable - lane.settled;
    if (lane.chargeId === null || units === 0) continue;
    const { paid } = await consumeUnits(tx, actor, {
      chargeId: lane.chargeId,
      units,
      idemKey: `s:${lane.stage}:${lane.laneNo}:${lane.chargeable}`,
    });
    if (paid) {
      charged += paid.amount;
      await earn(tx, kind, task, lane, paid);
    }
    await tx.update(workLanes).set({ settled: lane.chargeable }).where(isLane(lane));
  }
  await tx
    .update(workTasks)
    .set({ chargedAmount: sql`${workTasks.chargedAmount} + ${charged}`, settledTime: sql`now()` })
    .where(eq(workTasks.id, task.id));
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
export const lanesOf = (tx: Tx, { id, stage }: WorkTask): Promise<WorkLane[]> =>
  tx
    .select()
    .from(workLanes)
    .where(and(eq(workLanes.taskId, id), eq(workLanes.stage, stage)))
    .orderBy(asc(workLanes.laneNo));

const isLane = ({ taskId, stage, laneNo }: WorkLane) =>
  and(eq(workLanes.taskId, taskId), eq(workLanes.stage, stage), eq(workLanes.laneNo, laneNo));

const moneyOf = ({ unitPrice }: WorkLane, units: number): bigint => times(unitPrice ?? micros(0n), units);
