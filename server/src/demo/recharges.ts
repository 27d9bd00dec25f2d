import { recharge } from '@trade-assistant/contract/areas/agent/recharge.ts';
import { paymentType, rechargeStatus } from '@trade-assistant/contract/areas/user/dictionaries.ts';
import { localAmountOf } from '@trade-assistant/contract/areas/user/local-amount.ts';
import { rechargeRecord } from '@trade-assistant/contract/areas/user/recharge-record.ts';
import { userType } from '@trade-assistant/contract/dictionaries.ts';
import { type Micro, parseMoney } from '@trade-assistant/contract/kit/money.ts';
import { eq } from 'drizzle-orm';
import { rechargePass } from '../engines/money/ledger/index.ts';
import { methods, type RechargeRow, recharges } from '../engines/money/payments/index.ts';
import { invariant } from '../kernel/invariant.ts';
import { logState } from '../kernel/resource/states.ts';
import { businessNumber, type Demo } from './demo.ts';
import { METHOD_CODES } from './payments.ts';
import type { Buyer } from './people.ts';
import { minutesLater } from './timeline.ts';

const { awaiting, review, passed, refused, expired, cancelled } = rechargeStatus.is;

/** A recharge that was paid and credited at a moment in the past. */
export async function rechargeAt(demo: Demo, buyer: Buyer, amount: Micro, at: Date): Promise<void> {
  const row = await insertRecharge(demo, buyer, amount, at, { status: passed, creditedAmount: amount });
  await rechargePass(demo.tx, demo.people.staff.finance, {
    userId: row.userId,
    amount,
    methodCode: row.paymentMethod,
    bizType: row.userType === userType.is.agent ? recharge.name : rechargeRecord.name,
    bizId: row.id,
    bizNo: row.rechargeNo,
    idemKey: `rc:${row.id}`,
    at,
  });
}

/** What went otherwise, and what waits for finance to decide. */
export function scheduleRecharges(demo: Demo): void {
  const { timeline, random, people } = demo;
  const payers = people.buyers.filter(({ payer }) => payer === null);
  const addEvent = (at: Date, amount: string, columns: Partial<RechargeRow> & { status: number }, code?: string) => {
    const buyer = random.pick(payers);
    timeline.add(at, async (then) => {
      await insertRecharge(demo, buyer, parseMoney(amount), then, columns, code);
    });
  };
  // A sub-user may pay in as well, beside what its agent gives it.
  const sub = people.buyers.find(({ payer }) => payer !== null);
  if (sub) {
    timeline.add(timeline.dayAt(6, 10), (at) => rechargeAt(demo, sub, parseMoney('60'), at));
    timeline.add(timeline.today(25), async (at) => {
      await insertRecharge(demo, sub, parseMoney('40'), at, { status: review });
    });
  }
  addEvent(timeline.dayAt(12, 11), '300', {
    status: refused,
    rejectReason: '未查到到账记录（演示） / Nothing arrived (demo)',
  });
  addEvent(timeline.dayAt(8, 15), '120', { status: cancelled });
  addEvent(timeline.dayAt(5, 10), '500', { status: expired });
  addEvent(timeline.today(20), '100', { status: awaiting }, 'bank-cny');
  addEvent(timeline.today(95), '200', { status: review, payerName: '示例付款人' });
  addEvent(timeline.today(40), '1000', { status: review });
  addEvent(timeline.today(12), '150', {
    status: review,
    payerNote: '请尽快处理，谢谢（演示） / Please hurry, thanks (demo)',
  });
}

async function insertRecharge(
  { tx, random, people }: Demo,
  buyer: Buyer,
  amount: Micro,
  at: Date,
  columns: Partial<RechargeRow> & { readonly status: number },
  given?: string,
): Promise<RechargeRow> {
  const rechargeNo = businessNumber(random, 'RC', at);
  const code = given ?? random.pick(METHOD_CODES);
  const [method] = await tx.select().from(methods).where(eq(methods.methodCode, code));
  invariant(method, 'demo-method', code);
  const isCrypto = method.methodType === paymentType.is.crypto;
  const { finance } = people.staff;
  const { actor } = buyer;
  const isPaid = [review, passed, refused].some((status) => status === columns.status);
  const isDecided = isPaid && columns.status !== review;
  const decided = { auditUser: finance.userId, auditUserName: finance.realName, auditTime: minutesLater(at, 9) };
  const [row] = await tx
    .insert(recharges)
    .values({
      tenantId: actor.tenantId,
      rechargeNo,
      userId: actor.userId,
      userName: actor.realName,
      userType: actor.userType,
      paymentMethod: code,
      methodName: method.methodName,
      methodNameEn: method.methodNameEn,
      methodId: method.id,
      methodType: method.methodType,
      network: method.network,
      amount,
      payAmount: amount,
      localAmount: isCrypto ? null : localAmountOf(amount, method.fxRate, method.localCurrency),
      localCurrency: isCrypto ? null : method.localCurrency,
      fxRate: isCrypto ? null : method.fxRate,
      bankInfo: method.bankInfo,
      txHash: isCrypto && isPaid ? `${method.network === 1 ? '' : '0x'}${random.hex(64)}` : null,
      isLate: 0,
      expireTime: minutesLater(at, method.expireMinutes),
      submitTime: isPaid ? minutesLater(at, 6) : null,
      ...(isDecided ? decided : {}),
      createUser: actor.userId,
      createUserName: actor.realName,
      createTime: at,
      updateUser: actor.userId,
      updateTime: minutesLater(at, isDecided ? 9 : 6),
      ...columns,
    })
    .returning();
  invariant(row, 'demo-recharge-not-written');
  const by = isDecided ? finance : actor;
  await logState(tx, by, { type: recharge.name, id: row.id, from: null, to: columns.status, event: 'create' });
  return row;
}
