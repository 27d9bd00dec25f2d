import { rebateStatus } from '@trade-assistant/contract/areas/agent/dictionaries.ts';
import { rebates as rebateList } from '@trade-assistant/contract/areas/agent/rebates.ts';
import { micros } from '@trade-assistant/contract/kit/money.ts';
import { and, asc, eq, gt, lte, sql } from 'drizzle-orm';
import { systemActor } from '../../../kernel/auth/actor.ts';
import type { Db, Tx } from '../../../kernel/db/index.ts';
import { toJson } from '../../../kernel/db/row-json.ts';
import { allOrNone, type Batch } from '../../../kernel/jobs/index.ts';
import { readParameter } from '../../../kernel/parameters/index.ts';
import { announceChange } from '../../../kernel/realtime/index.ts';
import { postRebateSteps } from '../ledger/index.ts';
import { type RebateRow, rebates } from './tables.ts';

const { pending, settled, reversed, voided } = rebateStatus.is;

/** Rows of one transaction, and most transactions of a run. */
const BATCH = 200;
const BATCHES_MAX = 50;

interface Options {
  /** Posts with the past date of the business. */
  readonly dated?: boolean;
  /** Settles rebates due by then; default now. */
  readonly dueBy?: Date;
  readonly batch?: Batch;
}

/** Makes the batch of each transaction. */
type NextBatch = () => Batch;
const always: NextBatch = () => allOrNone;

/** Posts earned and reversed rebates to wallets. Runs may be concurrent. @returns how many rows */
export const postRebates = (db: Db, next = always): Promise<number> =>
  untilNone(db, (tx) => postSome(tx, { batch: next() }));

/** Settles due rebates, which makes them available to agents. Runs may be concurrent. @returns how many rows */
export const settleRebates = (db: Db, next = always): Promise<number> =>
  untilNone(db, (tx) => settleSome(tx, { batch: next() }));

async function untilNone(db: Db, some: (tx: Tx) => Promise<number>): Promise<number> {
  let count = 0;
  for (let batch = 0; batch < BATCHES_MAX; batch += 1) {
    const done = await db.tx(some);
    count += done;
    if (done < BATCH) break;
  }
  return count;
}

/** One transaction of `postRebates`. */
export async function postSome(tx: Tx, { dated = false, batch = allOrNone }: Options = {}): Promise<number> {
  const rows = await tx
    .select()
    .from(rebates)
    .where(
      sql`${rebates.postedAmount} <> ${rebates.rebateAmount} - ${rebates.reversedAmount} and ${batch.isNotSetApart(rebates.id)}`,
    )
    .orderBy(asc(rebates.id))
    .limit(BATCH)
    .for('update', { skipLocked: true });
  if (rows.length === 0) return 0;
  await batch.together(tx, rows, (own, some) => post(own, some, dated));
  announce(tx, rows);
  return rows.length;
}

async function post(tx: Tx, rows: readonly RebateRow[], dated: boolean): Promise<void> {
  await postRebateSteps(
    tx,
    byBeneficiary(rows).map((row) => {
      const target = micros(row.rebateAmount - row.reversedAmount);
      const change = target - row.postedAmount;
      const at = change > 0n ? row.createTime : row.updateTime;
      return {
        ...referenceOf(row),
        step: change > 0n ? 'accrue' : row.settledAmount > 0n ? 'clawBack' : 'reverse',
        amount: change < 0n ? -change : change,
        // The row is locked, and each of its steps has another pair.
        idemKey: `rb:${row.id}:${row.postedAmount}:${target}`,
        reason: change < 0n ? (row.voidReason ?? undefined) : undefined,
        at: dated ? at : undefined,
      };
    }),
  );
  const days = await settleDays(tx, rows);
  await tx.execute(sql`
    update agt_rebate r set posted_amount = r.rebate_amount - r.reversed_amount, update_time = now(),
      status = case when r.status <> ${voided} and r.rebate_amount = r.reversed_amount then ${reversed} else r.status end,
      settle_time = case when r.posted_amount = 0
        then greatest(r.settle_time, r.create_time + make_interval(days => d.days)) else r.settle_time end
    from unnest(${idsOf(rows)}::bigint[]) i (id), jsonb_to_recordset(${toJson(days)}::jsonb) d (tenant text, days integer)
    where r.id = i.id and d.tenant = r.tenant_id`);
}

/** Returns the days each tenant waits before it settles a rebate. */
async function settleDays(tx: Tx, rows: readonly RebateRow[]): Promise<{ tenant: string; days: number }[]> {
  const days: { tenant: string; days: number }[] = [];
  for (const tenant of new Set(rows.map(({ tenantId }) => tenantId)))
    days.push({ tenant, days: await readParameter(tx, tenant, 'rebate.settleDays') });
  return days;
}

/** One transaction of `settleRebates`. */
export async function settleSome(tx: Tx, { dated = false, dueBy, batch = allOrNone }: Options = {}): Promise<number> {
  const rows = await tx
    .select()
    .from(rebates)
    .where(
      and(
        eq(rebates.status, pending),
        lte(rebates.settleTime, dueBy ?? sql`now()`),
        gt(rebates.postedAmount, 0n as never),
        sql`${rebates.postedAmount} = ${rebates.rebateAmount} - ${rebates.reversedAmount}`,
        batch.isNotSetApart(rebates.id),
      ),
    )
    .orderBy(asc(rebates.settleTime))
    .limit(BATCH)
    .for('update', { skipLocked: true });
  if (rows.length === 0) return 0;
  await batch.together(tx, rows, async (own, some) => {
    await postRebateSteps(
      own,
      byBeneficiary(some).map((row) => ({
        ...referenceOf(row),
        step: 'settle',
        amount: row.postedAmount,
        idemKey: `rbs:${row.id}`,
        at: dated ? row.settleTime : undefined,
      })),
    );
    await own.execute(sql`
      update agt_rebate set status = ${settled}, settled_amount = posted_amount, update_time = now()
      where id = any (${idsOf(some)}::bigint[])`);
  });
  announce(tx, rows);
  return rows.length;
}

const referenceOf = (row: RebateRow) => ({
  actor: systemActor(row.tenantId),
  userId: row.beneficiaryId,
  bizType: 'rebate',
  bizId: row.id,
  bizNo: row.rebateNo,
});

const idsOf = (rows: readonly RebateRow[]): string => `{${rows.map(({ id }) => id).join(',')}}`;

/** In the order of users, the common lock order of wallets. */
const byBeneficiary = (rows: readonly RebateRow[]): RebateRow[] =>
  rows.toSorted((a, b) => Number(a.beneficiaryId - b.beneficiaryId) || Number(a.id - b.id));

/** Announces changed rebates and wallets to open lists. */
export function announce(tx: Tx, rows: readonly RebateRow[]): void {
  for (const tenantId of new Set(rows.map((row) => row.tenantId))) announceChange(tx, tenantId, rebateList);
}
