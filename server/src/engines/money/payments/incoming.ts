import { recharge as rechargeResource } from '@trade-assistant/contract/areas/agent/recharge.ts';
import {
  incomingPaymentProblem,
  incomingPaymentStatus,
  rechargeStatus,
} from '@trade-assistant/contract/areas/user/dictionaries.ts';
import { incomingPayment } from '@trade-assistant/contract/areas/user/incoming-payment.ts';
import { micros } from '@trade-assistant/contract/kit/money.ts';
import { and, asc, eq, sql } from 'drizzle-orm';
import { type Actor, systemActor } from '../../../kernel/auth/actor.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import { invariant } from '../../../kernel/invariant.ts';
import { allOrNone } from '../../../kernel/jobs/index.ts';
import { readParameter } from '../../../kernel/parameters/index.ts';
import { announceChange } from '../../../kernel/realtime/index.ts';
import { logState } from '../../../kernel/resource/states.ts';
import { plainAccountNo } from './checksums.ts';
import { findMatch, isAfterOrder, isExact } from './matching.ts';
import { methodOf, notifyFinance, passRecharges } from './recharges.ts';
import { type IncomingRow, incoming, methods, type RechargeRow, recharges, type WatcherRow } from './tables.ts';
import { claim, hasRival } from './transactions.ts';
import type { SeenPayment } from './watchers/index.ts';

const { review, passed, expired } = rechargeStatus.is;
const { confirming, matched, unmatched } = incomingPaymentStatus.is;
const { none } = incomingPaymentProblem.is;
/** Most payments matched again in one run of the timer. */
const AGAIN_MAX = 100;

/**
 * Records a payment, idempotently: the first report matches its recharge, later ones may add confirmations. Ignores
 * payments to addresses that are not the tenant's.
 */
export async function seePayment(tx: Tx, watcher: WatcherRow, seen: SeenPayment): Promise<void> {
  if (!(await isOurs(tx, watcher, seen))) return;
  // Same lock order as a decision about a recharge: the recharge before its payment.
  const [known] = await tx.select().from(incoming).where(sameAs(watcher, seen));
  const recharge = known?.rechargeId ? await lockRecharge(tx, known.rechargeId) : undefined;
  const row = await note(tx, watcher, seen);
  if (row.status === confirming && row.rechargeId !== null)
    return confirm(tx, row, recharge ?? (await lockRecharge(tx, row.rechargeId)));
  if (row.status === unmatched) await match(tx, row);
}

/** Matches payments again whose transaction a payer has named since. @returns how many */
export async function matchAgain(tx: Tx, batch = allOrNone): Promise<number> {
  const rows = await tx
    .select()
    .from(incoming)
    .where(
      and(
        eq(incoming.status, unmatched),
        // One minute more than since the last attempt, because the payer's transaction may have started before it and
        // committed after it.
        sql`exists (select from pay_recharge r where r.tx_hash = ${incoming.txHash} and r.tenant_id = ${incoming.tenantId}
          and r.network = ${incoming.network} and r.update_time > ${incoming.updateTime} - interval '1 minute')`,
        batch.isNotSetApart(incoming.id),
      ),
    )
    .orderBy(asc(incoming.updateTime))
    .limit(AGAIN_MAX)
    .for('update', { skipLocked: true });
  await batch.each(tx, rows, async (own, row) => {
    await own.update(incoming).set({ updateTime: now() }).where(eq(incoming.id, row.id));
    await match(own, row);
  });
  return rows.length;
}

/** Whether the tenant receives, or received, money at the address. */
async function isOurs(tx: Tx, { tenantId, methodCode }: WatcherRow, seen: SeenPayment): Promise<boolean> {
  const found = await tx
    .select({ addresses: methods.receiveAddresses, bankInfo: methods.bankInfo, network: methods.network })
    .from(methods)
    .where(and(eq(methods.tenantId, tenantId), methodCode === null ? undefined : eq(methods.methodCode, methodCode)));
  const places = found
    .filter(({ network }) => network === seen.network)
    .flatMap(({ addresses, bankInfo }) => [...(addresses ?? []), plainAccountNo(bankInfo?.accountNo ?? '')]);
  if (seen.address === '') return false;
  if (places.includes(seen.address)) return true;
  const { rowCount } = await tx.execute(sql`
    select from pay_recharge where tenant_id = ${tenantId} and receive_address = ${seen.address}
      ${methodCode === null ? sql`` : sql`and payment_method = ${methodCode}`} limit 1`);
  return rowCount === 1;
}

const sameAs = ({ tenantId }: Pick<WatcherRow, 'tenantId'>, { network, address, txHash }: SeenPayment) =>
  and(
    eq(incoming.tenantId, tenantId),
    sql`${incoming.network} is not distinct from ${network}`,
    eq(incoming.receiveAddress, address),
    eq(incoming.txHash, txHash),
  );

/** Returns the locked row of a payment; confirmations only grow, in any order of reports. */
async function note(tx: Tx, { tenantId, watcherCode }: WatcherRow, seen: SeenPayment): Promise<IncomingRow> {
  const { address, ...reported } = seen;
  const [made] = await tx
    .insert(incoming)
    .values({
      ...reported,
      amount: micros(reported.amount),
      tenantId,
      watcherCode,
      receiveAddress: address,
      status: unmatched,
      problem: none,
    })
    .onConflictDoNothing()
    .returning();
  if (made) {
    const actor = systemActor(tenantId);
    await logState(tx, actor, {
      type: incomingPayment.name,
      id: made.id,
      from: null,
      to: unmatched,
      event: 'create',
    });
    announceChange(tx, tenantId, incomingPayment);
    return made;
  }
  const [known] = await tx
    .update(incoming)
    .set({ confirmations: sql`greatest(${incoming.confirmations}, ${seen.confirmations})` })
    .where(sameAs({ tenantId }, seen))
    .returning();
  invariant(known, 'incoming-payment-noted', seen.txHash);
  return known;
}

async function match(tx: Tx, row: IncomingRow): Promise<void> {
  const { recharge, problem } = await findMatch(tx, row);
  if (problem === null) return link(tx, systemActor(row.tenantId), row, recharge);
  if (problem === row.problem && (recharge?.rechargeNo ?? null) === row.rechargeNo) return;
  await change(tx, row, { problem, rechargeNo: recharge?.rechargeNo ?? null, userName: recharge?.userName ?? null });
}

/** Links a payment to its recharge, which then waits for confirmations or finance, or is complete. */
export async function link(tx: Tx, actor: Actor, row: IncomingRow, recharge: RechargeRow): Promise<void> {
  const linked = await change(tx, row, {
    status: confirming,
    problem: null,
    rechargeId: recharge.id,
    rechargeNo: recharge.rechargeNo,
    userName: recharge.userName,
  });
  const { id } = row;
  await logState(tx, actor, { type: incomingPayment.name, id, from: row.status, to: confirming, event: 'attach' });
  if (recharge.status === passed) return confirm(tx, linked, recharge);
  const txHash = row.network === null ? recharge.txHash : row.txHash;
  if (row.network !== null) await claim(tx, recharge, row.txHash, row.receiveAddress);
  const arrived = {
    txHash,
    status: review,
    isLate: recharge.status === expired ? (1 as const) : recharge.isLate,
    submitTime: recharge.submitTime ?? now(),
    payerName: recharge.payerName ?? row.payer?.slice(0, 64) ?? null,
  };
  const moved = await moveRecharge(tx, actor, recharge, arrived, 'arrive');
  if (recharge.status !== review && !(await isCreditedByItself(tx, linked, moved)))
    await notifyFinance(tx, actor, moved);
  await confirm(tx, linked, moved);
}

/** Marks a payment as arrived when it has enough confirmations, and credits it if its method says so. */
async function confirm(tx: Tx, row: IncomingRow, recharge: RechargeRow): Promise<void> {
  const method = await methodOf(tx, recharge);
  if (row.confirmations < (method?.confirmations ?? 0) && recharge.status !== passed) return;
  const actor = systemActor(row.tenantId);
  const { id } = row;
  const arrived = await change(tx, row, { status: matched });
  await logState(tx, actor, { type: incomingPayment.name, id, from: confirming, to: matched, event: 'confirm' });
  if (recharge.status !== review || !(await isCreditedByItself(tx, arrived, recharge))) return;
  await passRecharges(tx, actor, [recharge]);
  await moveRecharge(tx, actor, recharge, { status: passed }, 'pass');
}

/**
 * Whether a recharge is credited without a review: its method says so, and it was paid after the order and in time, to
 * its address, with the exact amount including its tail, up to the automatic limit. No other recharge may name the
 * transaction.
 */
async function isCreditedByItself(tx: Tx, row: IncomingRow, recharge: RechargeRow): Promise<boolean> {
  if (recharge.isLate === 1 || recharge.creditedAmount !== null || recharge.approvalId !== null) return false;
  if (!isExact(row, recharge) || !isAfterOrder(row, recharge)) return false;
  if (row.network !== null && recharge.payAmount === recharge.amount) return false;
  if (row.network !== null && (await hasRival(tx, { ...recharge, txHash: row.txHash }))) return false;
  if ((await methodOf(tx, recharge))?.autoPass !== 1) return false;
  return recharge.payAmount <= (await readParameter(tx, row.tenantId, 'recharge.autoPassMost'));
}

async function change(tx: Tx, row: IncomingRow, columns: Partial<typeof incoming.$inferInsert>): Promise<IncomingRow> {
  const [changed] = await tx
    .update(incoming)
    .set({ ...columns, updateTime: now(), version: sql`${incoming.version} + 1` })
    .where(eq(incoming.id, row.id))
    .returning();
  invariant(changed, 'incoming-payment-changed', row.txHash);
  announceChange(tx, row.tenantId, incomingPayment);
  return changed;
}

export async function moveRecharge(
  tx: Tx,
  actor: Actor,
  row: RechargeRow,
  columns: Partial<typeof recharges.$inferInsert> & { readonly status: number },
  event: string,
  reason?: string,
): Promise<RechargeRow> {
  const [moved] = await tx
    .update(recharges)
    .set({ ...columns, updateTime: now(), version: sql`${recharges.version} + 1` })
    .where(eq(recharges.id, row.id))
    .returning();
  invariant(moved, 'recharge-moved', row.rechargeNo);
  const { id, status: from } = row;
  await logState(tx, actor, { type: rechargeResource.name, id, from, to: columns.status, event, reason });
  announceChange(tx, row.tenantId, 'agent/recharge');
  return moved;
}

export async function lockRecharge(tx: Tx, id: bigint): Promise<RechargeRow> {
  const [recharge] = await tx.select().from(recharges).where(eq(recharges.id, id)).for('update');
  invariant(recharge, 'incoming-payment-recharge', String(id));
  return recharge;
}

const now = () => sql`now()` as unknown as Date;
