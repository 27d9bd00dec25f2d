import {
  incomingPaymentProblem,
  incomingPaymentStatus,
  network,
  paymentType,
  rechargeStatus,
  sandboxPayment,
  watcherKind,
} from '@trade-assistant/contract/areas/user/dictionaries.ts';
import { incomingPayment } from '@trade-assistant/contract/areas/user/incoming-payment.ts';
import { BOOK_CURRENCY } from '@trade-assistant/contract/currency.ts';
import { parseMoney } from '@trade-assistant/contract/kit/money.ts';
import { and, desc, eq, isNotNull } from 'drizzle-orm';
import { incoming, recharges, sampleAddress, watchers } from '../engines/money/payments/index.ts';
import type { Actor } from '../kernel/auth/actor.ts';
import type { Tx } from '../kernel/db/index.ts';
import { invariant } from '../kernel/invariant.ts';
import { logState } from '../kernel/resource/states.ts';
import type { Demo } from './demo.ts';

const CODE = 'sandbox';
const { matched, unmatched, dismissed } = incomingPaymentStatus.is;
const { none, several } = incomingPaymentProblem.is;

/** A watcher to try out: recharges by one method are paid by themselves a few seconds after they were ordered. */
export async function openWatcher(tx: Tx, actor: Actor, at: Date): Promise<void> {
  await tx.insert(watchers).values({
    tenantId: actor.tenantId,
    watcherCode: CODE,
    watcherName: '沙箱（BEP20 自动付款）',
    watcherNameEn: 'Sandbox that pays by BEP20',
    watcherKind: watcherKind.is.sandbox,
    methodCode: 'usdt-bep20',
    outcome: sandboxPayment.is.exact,
    delaySeconds: 10,
    confirmed: 1,
    sort: 1,
    status: 1,
    createUser: actor.userId,
    createUserName: actor.realName,
    createTime: at,
    updateUser: actor.userId,
    updateTime: at,
  });
}

/** Payments that found no recharge: those wait for finance, one was set aside. */
export function schedulePayments({ tx, timeline, random, people }: Demo): void {
  const { finance } = people.staff;
  const see = (at: Date, amount: string, status: number, problem: number) =>
    timeline.add(at, async (then) => {
      const [row] = await tx
        .insert(incoming)
        .values({
          tenantId: finance.tenantId,
          watcherCode: CODE,
          network: network.is.trc20,
          receiveAddress: sampleAddress(Array.from({ length: 20 }, (_, byte) => byte)),
          txHash: random.hex(64),
          amount: parseMoney(amount),
          currency: BOOK_CURRENCY,
          confirmations: 60,
          paidTime: then,
          status,
          problem,
          createTime: then,
          updateTime: then,
        })
        .returning();
      invariant(row, 'demo-payment-not-written');
      const { id } = row;
      await logState(tx, finance, {
        type: incomingPayment.name,
        id,
        from: null,
        to: unmatched,
        event: 'create',
      });
      if (status !== dismissed) return;
      const reason = '测试转账（演示） / A test transfer (demo)';
      await logState(tx, finance, {
        type: incomingPayment.name,
        id,
        from: unmatched,
        to: status,
        event: 'dismiss',
        reason,
      });
    });
  see(timeline.dayAt(6, 14), '1', dismissed, none);
  see(timeline.dayAt(2, 9), '320', unmatched, none);
  see(timeline.today(70), '200.0412', unmatched, several);
}

/** The payments behind the latest recharges that were credited: seen by the watcher, and known by their transaction. */
export async function seePastPayments({ tx, people }: Demo): Promise<void> {
  const { finance } = people.staff;
  const paid = await tx
    .select()
    .from(recharges)
    .where(
      and(
        eq(recharges.status, rechargeStatus.is.passed),
        eq(recharges.methodType, paymentType.is.crypto),
        isNotNull(recharges.txHash),
      ),
    )
    .orderBy(desc(recharges.createTime))
    .limit(SEEN);
  for (const { id, rechargeNo, userName, txHash, network: chain, payAmount, submitTime, createTime } of paid) {
    const at = submitTime ?? createTime;
    await tx.insert(incoming).values({
      tenantId: finance.tenantId,
      watcherCode: CODE,
      network: chain,
      receiveAddress: sampleAddress(Array.from({ length: 20 }, (_, byte) => byte)),
      txHash: txHash ?? '',
      amount: payAmount,
      currency: BOOK_CURRENCY,
      confirmations: 60,
      paidTime: at,
      status: matched,
      rechargeId: id,
      rechargeNo,
      userName,
      createTime: at,
      updateTime: at,
    });
  }
}

const SEEN = 6;
