import { withdrawal } from '@trade-assistant/contract/areas/agent/withdrawal.ts';
import {
  network,
  payeeType,
  payoutKind,
  sandboxOutcome,
  withdrawalRisk,
  withdrawalStatus,
  withdrawalWallet,
} from '@trade-assistant/contract/areas/user/dictionaries.ts';
import { quoteWithdrawal } from '@trade-assistant/contract/areas/user/withdrawal-quote.ts';
import { withdrawalRecord } from '@trade-assistant/contract/areas/user/withdrawal-record.ts';
import { userType } from '@trade-assistant/contract/dictionaries.ts';
import { type Micro, micros, parseMoney } from '@trade-assistant/contract/kit/money.ts';
import { eq, sql } from 'drizzle-orm';
import { balancesOf, cash, hold, release, settle } from '../engines/money/ledger/index.ts';
import { channels, methods, sampleAddress, walletAddresses, withdrawals } from '../engines/money/payments/index.ts';
import type { Actor } from '../kernel/auth/actor.ts';
import type { Tx } from '../kernel/db/index.ts';
import { invariant } from '../kernel/invariant.ts';
import { logState } from '../kernel/resource/states.ts';
import { businessNumber, type Demo } from './demo.ts';
import type { Buyer } from './people.ts';
import { daysLater, minutesLater } from './timeline.ts';

const METHOD = 'usdt-trc20';
const { pending, passed, refused } = withdrawalStatus.is;
const { brokerage, balance } = withdrawalWallet.is;
const { newPayee, first, large } = withdrawalRisk.is;

const LEAST = parseMoney('10');
const DECIDE_MINUTES = 25;

/** Payouts to try out: one that arrives, one that fails and one without a result. No money is sent by any. */
export async function openChannels(tx: Tx, actor: Actor, at: Date): Promise<void> {
  const kinds = [
    { channelCode: 'sandbox', channelName: '沙箱（成功）', channelNameEn: 'Sandbox that pays', outcome: 'paid' },
    {
      channelCode: 'sandbox-fail',
      channelName: '沙箱（失败）',
      channelNameEn: 'Sandbox that fails',
      outcome: 'failed',
    },
    {
      channelCode: 'sandbox-silent',
      channelName: '沙箱（无结果）',
      channelNameEn: 'Sandbox that never answers',
      outcome: 'silent',
    },
  ] as const;
  await tx.insert(channels).values(
    kinds.map(({ outcome, ...channel }, index) => ({
      ...channel,
      channelKind: payoutKind.is.sandbox,
      outcome: sandboxOutcome.is[outcome],
      delaySeconds: 5,
      confirmed: 1 as const,
      sort: index + 1,
      status: 1,
      tenantId: actor.tenantId,
      createUser: actor.userId,
      createUserName: actor.realName,
      createTime: at,
      updateUser: actor.userId,
      updateTime: at,
    })),
  );
}

/** What agents had paid out, what was turned down, and what waits for finance. */
export async function withdrawInThePast(demo: Demo): Promise<void> {
  const { tx, timeline, people, system } = demo;
  const agents = people.buyers.filter(({ payer, verified }) => payer === null && verified);
  const found = await balancesOf(tx, system, { userIds: agents.map(({ actor }) => actor.userId) });
  const has = (buyer: Buyer, wallet: 'brokerage' | 'balance', amount: bigint) =>
    (found.find(({ userId }) => userId === buyer.actor.userId)?.[wallet] ?? 0n) >= amount;
  const ask = async (buyer: Buyer, payee: Payee, planned: Date, amount: Micro, outcome: Outcome) => {
    const at = await laterThanWallet(demo, buyer, outcome.walletKind, planned);
    const end = minutesLater(at, (outcome.status === pending ? 0 : DECIDE_MINUTES) + 6);
    // Never in the future: whose money moved a moment ago asks another day.
    if (end < timeline.now) await withdrawAt(demo, buyer, payee, at, amount, outcome);
  };
  for (const [place, buyer] of agents.filter((one) => has(one, 'brokerage', LEAST)).entries()) {
    const payee = await openPayee(demo, buyer);
    await ask(buyer, payee, timeline.dayAt(2, 10), LEAST, { status: passed, walletKind: brokerage });
    if (place > 0 || !has(buyer, 'balance', LEAST * 5n)) continue;
    const rejectReason = '收款地址有误，请核对（演示） / The address is wrong, please check (demo)';
    const turnedDown = { status: refused, walletKind: balance, rejectReason } as const;
    await ask(buyer, payee, timeline.dayAt(1, 15), micros(LEAST * 3n), turnedDown);
    const waiting = { status: pending, walletKind: balance, riskFlags: large } as const;
    await ask(buyer, payee, timeline.today(15), micros(LEAST * 2n), waiting);
  }
  const wealthy = agents.find((buyer) => !has(buyer, 'brokerage', LEAST) && has(buyer, 'balance', LEAST * 30n));
  if (wealthy)
    await ask(wealthy, await openPayee(demo, wealthy), timeline.today(12), micros(LEAST * 20n), {
      status: pending,
      walletKind: balance,
      riskFlags: newPayee + first + large,
      applyNote: '退回未用完的余额（演示） / What was not used (demo)',
    });
}

/** A moment, or the minute after the last that moved what it is paid from: wallets know no past. */
async function laterThanWallet({ tx }: Demo, { actor }: Buyer, wallet: 1 | 2, at: Date): Promise<Date> {
  const { rows } = await tx.execute<{ last: string | null }>(sql`
    select max(create_time) as last from finance_log
    where user_id = ${actor.userId} and wallet_kind in (${wallet === brokerage ? sql`3, 4` : sql`1, 2`})`);
  const last = rows[0]?.last ? new Date(rows[0].last) : at;
  return last > at ? minutesLater(last, 1) : at;
}

export type Payee = typeof walletAddresses.$inferSelect;

/** A wallet of somebody's own, known for long enough to be paid to. */
export async function openPayee({ tx, random, timeline }: Demo, { actor }: Pick<Buyer, 'actor'>): Promise<Payee> {
  const at = timeline.dayAt(20);
  const [row] = await tx
    .insert(walletAddresses)
    .values({
      tenantId: actor.tenantId,
      userId: actor.userId,
      userName: actor.realName,
      network: network.is.trc20,
      // Made from chance: nobody has its key, and what is sent there is lost.
      address: sampleAddress(Array.from({ length: 20 }, () => random.int(0, 255))),
      label: '示例地址 / Sample',
      isDefault: 1,
      status: 1,
      coolUntil: daysLater(at, 1),
      createUser: actor.userId,
      createUserName: actor.realName,
      createTime: at,
      updateUser: actor.userId,
      updateTime: at,
    })
    .returning();
  invariant(row, 'demo-payee-not-written');
  return row;
}

export interface Outcome {
  readonly status: number;
  readonly walletKind: 1 | 2;
  readonly riskFlags?: number;
  readonly rejectReason?: string;
  readonly applyNote?: string;
}

async function withdrawAt(
  demo: Demo,
  buyer: Buyer,
  payee: Payee,
  at: Date,
  amount: Micro,
  outcome: Outcome,
): Promise<void> {
  const { tx, random, people } = demo;
  const { finance } = people.staff;
  const decideTime = minutesLater(at, DECIDE_MINUTES);
  const isDecided = outcome.status !== pending;
  const { holdId, fee, netAmount } = await askAt(demo, buyer, payee, at, amount, {
    ...outcome,
    txHash: outcome.status === passed ? random.hex(64) : null,
    paidTime: outcome.status === passed ? decideTime : null,
    ...(isDecided ? decidedBy(demo, decideTime) : {}),
  });
  if (outcome.status === passed) {
    const to = [
      { account: cash(METHOD), amount: netAmount },
      { account: 'p:fee_income' as const, amount: fee },
    ];
    await settle(tx, finance, { holdId, amount, to, event: 'WD_PAID', idemKey: `wd:${holdId}:p`, at: decideTime });
  }
  if (outcome.status === refused)
    await release(tx, finance, { holdId, idemKey: `wd:${holdId}:r`, event: 'WD_RELEASE', at: decideTime });
}

/** Who decided about a withdrawal, and when. */
export function decidedBy({ people }: Demo, at: Date) {
  const { finance } = people.staff;
  return {
    auditUser: finance.userId,
    auditUserName: finance.realName,
    auditTime: at,
    updateUser: finance.userId,
    updateTime: at,
  };
}

type Columns = Partial<typeof withdrawals.$inferInsert> & Pick<Outcome, 'status' | 'walletKind'>;

/** A withdrawal in its final state, with its money held from the request on. */
export async function askAt(
  { tx, random, people }: Demo,
  { actor }: Pick<Buyer, 'actor'>,
  payee: Payee,
  at: Date,
  amount: Micro,
  columns: Columns,
) {
  const [method] = await tx.select().from(methods).where(eq(methods.methodCode, METHOD));
  invariant(method, 'demo-method', METHOD);
  const { fee, net } = quoteWithdrawal(method, amount);
  const [row] = await tx
    .insert(withdrawals)
    .values({
      tenantId: actor.tenantId,
      withdrawNo: businessNumber(random, 'WD', at),
      userId: actor.userId,
      userName: actor.realName,
      userType: actor.userType,
      amount,
      fee,
      netAmount: net,
      paymentMethod: METHOD,
      methodName: method.methodName,
      methodNameEn: method.methodNameEn,
      methodType: method.methodType,
      network: method.network,
      payeeType: payeeType.is.wallet,
      payeeId: payee.id,
      payeeName: payee.address,
      payee: { address: payee.address },
      riskFlags: 0,
      attempt: 0,
      createUser: actor.userId,
      createUserName: actor.realName,
      createTime: at,
      updateUser: actor.userId,
      updateTime: at,
      ...columns,
    })
    .returning();
  invariant(row, 'demo-withdrawal-not-written');
  const document = { bizType: placeOf(actor), bizId: row.id, bizNo: row.withdrawNo };
  const { holdId } = await hold(tx, actor, {
    userId: actor.userId,
    amount,
    accountKind: columns.walletKind === brokerage ? 2 : 1,
    event: 'WD_HOLD',
    bonusFirst: false,
    ...document,
    idemKey: `wd:${row.id}:h`,
    at,
  });
  invariant(holdId !== null && holdId !== undefined, 'demo-withdrawal-held');
  await tx.update(withdrawals).set({ holdId }).where(eq(withdrawals.id, row.id));
  const isWaiting = columns.status === pending;
  await logState(tx, isWaiting ? actor : people.staff.finance, {
    type: withdrawal.name,
    id: row.id,
    from: isWaiting ? null : pending,
    to: columns.status,
    event: isWaiting ? 'create' : 'pass',
  });
  await tx.execute(sql`
    update biz_state_log set create_time = ${columns.updateTime ?? at}::timestamptz
    where object_type = ${withdrawal.name} and object_id = ${row.id}`);
  return { ...row, holdId, document };
}

/** The screen that lists the withdrawals of somebody. */
const placeOf = ({ userType: type }: Actor): string =>
  type === userType.is.agent ? withdrawal.name : withdrawalRecord.name;
