import { rebateStatus } from '@trade-assistant/contract/areas/agent/dictionaries.ts';
import { rebates as rebateList } from '@trade-assistant/contract/areas/agent/rebates.ts';
import { micros } from '@trade-assistant/contract/kit/money.ts';
import { and, asc, eq, gt, lte, sql } from 'drizzle-orm';
import { systemActor } from '../../kernel/auth/actor.ts';
import type { Db, Tx } from '../../kernel/db/index.ts';
import { readParameter } from '../../kernel/parameters/index.ts';
import { announceChange } from '../../kernel/realtime/index.ts';
import { accrueRebate, clawBackRebate, reverseRebate, settleRebate } from '../ledger/index.ts';
import { type RebateRow, rebates } from './tables.ts';

const { pending, settled, reversed } = rebateStatus.is;

/** Rows of one transaction; a run goes on until nothing is left, or so often. */
const BATCH = 200;
const BATCHES_MAX = 50;
const DAY_MILLIS = 86_400_000;

interface Options {
  /** For a business of the past: what happened is dated as it happened. */
  readonly dated?: boolean;
  /** Settles what was due by then; now when left out. */
  readonly dueBy?: Date;
}

/** Tells the wallets what was earned and taken back since. Any number may run at once. @returns how many rows */
export const postRebates = (db: Db): Promise<number> => untilNone(db, (tx) => postSome(tx));

/** Makes due rebates the agents' own. Any number may run at once. @returns how many rows */
export const settleRebates = (db: Db): Promise<number> => untilNone(db, (tx) => settleSome(tx));

async function untilNone(db: Db, some: (tx: Tx) => Promise<number>): Promise<number> {
  let count = 0;
  for (let batch = 0; batch < BATCHES_MAX; batch += 1) {
    const done = await db.tx(some);
    count += done;
    if (done < BATCH) break;
  }
  return count;
}

/** One transaction's worth of `postRebates`. */
export async function postSome(tx: Tx, { dated = false }: Options = {}): Promise<number> {
  const rows = await tx
    .select()
    .from(rebates)
    .where(sql`${rebates.postedAmount} <> ${rebates.rebateAmount} - ${rebates.reversedAmount}`)
    .orderBy(asc(rebates.id))
    .limit(BATCH)
    .for('update', { skipLocked: true });
  for (const row of byBeneficiary(rows)) {
    const target = micros(row.rebateAmount - row.reversedAmount);
    const at = target > row.postedAmount ? row.createTime : row.updateTime;
    await postOne(tx, row, target, dated ? at : undefined);
    const days = await readParameter(tx, row.tenantId, 'rebate.settleDays');
    const planned = new Date(row.createTime.getTime() + days * DAY_MILLIS);
    await tx
      .update(rebates)
      .set({
        postedAmount: target,
        status: target === 0n ? reversed : row.status,
        settleTime: row.postedAmount === 0n && planned > row.settleTime ? planned : row.settleTime,
        updateTime: sql`now()` as unknown as Date,
      })
      .where(eq(rebates.id, row.id));
  }
  announce(tx, rows);
  return rows.length;
}

async function postOne(tx: Tx, row: RebateRow, target: bigint, at: Date | undefined): Promise<void> {
  const change = target - row.postedAmount;
  const reference = {
    userId: row.beneficiaryId,
    amount: change < 0n ? -change : change,
    bizType: 'rebate',
    bizId: row.id,
    bizNo: row.rebateNo,
    // The row is locked, and each of its steps leads to another pair.
    idemKey: `rb:${row.id}:${row.postedAmount}:${target}`,
    at,
  };
  const actor = systemActor(row.tenantId);
  if (change > 0n) await accrueRebate(tx, actor, reference);
  else if (row.status === settled) await clawBackRebate(tx, actor, reference);
  else await reverseRebate(tx, actor, reference);
}

/** One transaction's worth of `settleRebates`. */
export async function settleSome(tx: Tx, { dated = false, dueBy }: Options = {}): Promise<number> {
  const rows = await tx
    .select()
    .from(rebates)
    .where(
      and(
        eq(rebates.status, pending),
        lte(rebates.settleTime, dueBy ?? sql`now()`),
        gt(rebates.postedAmount, 0n as never),
        sql`${rebates.postedAmount} = ${rebates.rebateAmount} - ${rebates.reversedAmount}`,
      ),
    )
    .orderBy(asc(rebates.settleTime))
    .limit(BATCH)
    .for('update', { skipLocked: true });
  for (const row of byBeneficiary(rows)) {
    await settleRebate(tx, systemActor(row.tenantId), {
      userId: row.beneficiaryId,
      amount: row.postedAmount,
      bizType: 'rebate',
      bizId: row.id,
      bizNo: row.rebateNo,
      idemKey: `rbs:${row.id}`,
      at: dated ? row.settleTime : undefined,
    });
    await tx
      .update(rebates)
      .set({ status: settled, settledAmount: row.postedAmount, updateTime: sql`now()` as unknown as Date })
      .where(eq(rebates.id, row.id));
  }
  announce(tx, rows);
  return rows.length;
}

/** Wallets are locked in the order of their users, as everywhere. */
const byBeneficiary = (rows: readonly RebateRow[]): RebateRow[] =>
  rows.toSorted((a, b) => Number(a.beneficiaryId - b.beneficiaryId) || Number(a.id - b.id));

function announce(tx: Tx, rows: readonly RebateRow[]): void {
  for (const tenantId of new Set(rows.map((row) => row.tenantId)))
    announceChange(tx, tenantId, ['agent/rebate', rebateList.name, 'finance/log']);
}
