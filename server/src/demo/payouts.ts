import { withdrawal } from '@trade-assistant/contract/areas/agent/withdrawal.ts';
import { withdrawalStatus, withdrawalWallet } from '@trade-assistant/contract/areas/user/dictionaries.ts';
import { withdrawalRecord } from '@trade-assistant/contract/areas/user/withdrawal-record.ts';
import { BOOK_CURRENCY } from '@trade-assistant/contract/currency.ts';
import { userType } from '@trade-assistant/contract/dictionaries.ts';
import { formatMoney, parseMoney } from '@trade-assistant/contract/kit/money.ts';
import { eq, sql } from 'drizzle-orm';
import {
  clearing,
  payoutPaid,
  release,
  restore,
  returnPayout,
  settle,
  walletOf,
} from '../engines/money/ledger/index.ts';
import { withdrawalApproval, withdrawals } from '../engines/money/payments/index.ts';
import { propose } from '../engines/office/approvals/index.ts';
import { invariant } from '../kernel/invariant.ts';
import type { Demo } from './demo.ts';
import type { Buyer } from './people.ts';
import { minutesLater } from './timeline.ts';
import { askAt, decidedBy, openPayee, type Payee } from './withdrawals.ts';

const METHOD = 'usdt-trc20';
const { pending, paying, paid, failed, transferred, cancelled, returned, checking } = withdrawalStatus.is;
const { brokerage, balance } = withdrawalWallet.is;

interface Story {
  readonly account: string;
  readonly amount: string;
  readonly status: number;
  readonly channel?: string;
  readonly note?: string;
  readonly at: (demo: Demo) => Date;
}

const daysAgo =
  (days: number, hour: number) =>
  ({ timeline }: Demo) =>
    timeline.dayAt(days, hour);
const minutesAgo =
  (minutes: number) =>
  ({ timeline }: Demo) =>
    timeline.today(minutes);

/** One withdrawal for each way it can go, in an order in which everybody's own money knows no past. */
const STORIES: readonly Story[] = [
  { account: 'agent_tide', amount: '25', status: paid, channel: 'sandbox', at: daysAgo(2, 15) },
  { account: 'agent_tide', amount: '20', status: returned, channel: 'sandbox', at: daysAgo(1, 10) },
  { account: 'agent_pier', amount: '30', status: failed, channel: 'sandbox-fail', at: daysAgo(1, 11) },
  { account: 'agent_pier', amount: '15', status: cancelled, at: daysAgo(1, 16) },
  { account: 'agent_mill', amount: '12', status: paying, channel: 'sandbox-silent', at: minutesAgo(100) },
  { account: 'agent_qinghe', amount: '2', status: transferred, at: daysAgo(1, 18) },
  { account: 'demo_sub', amount: '15', status: paid, channel: 'sandbox', at: daysAgo(1, 14) },
  {
    account: 'demo_sub',
    amount: '20',
    status: pending,
    note: '退回未用完的余额（演示） / What was not used (demo)',
    at: minutesAgo(35),
  },
  {
    account: 'agent_cedar',
    amount: '120',
    status: checking,
    channel: 'sandbox',
    note: '季度结算（演示） / End of the quarter (demo)',
    at: minutesAgo(50),
  },
];
const DECIDE_MINUTES = 12;

/** What became of withdrawals beyond being paid by hand or turned down: sent by a channel, moved, taken back, looked at twice. */
export async function payOutInThePast(demo: Demo): Promise<void> {
  const payees = new Map<string, Payee>();
  for (const story of STORIES) {
    const buyer = demo.people.buyers.find(({ actor }) => actor.account === story.account);
    invariant(buyer, 'demo-payout-without-buyer', story.account);
    const payee = payees.get(story.account) ?? (await openPayee(demo, buyer));
    payees.set(story.account, payee);
    await tell(demo, buyer, payee, story);
  }
}

async function tell(
  demo: Demo,
  buyer: Buyer,
  payee: Payee,
  { amount: text, status, channel, note, at: when }: Story,
): Promise<void> {
  const { tx, people, system } = demo;
  const { finance } = people.staff;
  const { actor } = buyer;
  const amount = parseMoney(text);
  const at = when(demo);
  const decideTime = minutesLater(at, DECIDE_MINUTES);
  const wallet = status === transferred ? brokerage : balance;
  const isSent = channel !== undefined && status !== checking;
  const isOver = status !== pending && status !== checking && status !== cancelled;
  const row = await askAt(demo, buyer, payee, at, amount, {
    status,
    walletKind: wallet,
    applyNote: note ?? null,
    ...(isOver || status === checking ? decidedBy(demo, decideTime) : {}),
    ...(isSent
      ? { channelCode: channel, attempt: 1, sentTime: decideTime, channelNo: `SB-${String(amount / 1_000_000n)}-1` }
      : {}),
    ...(status === paid || status === returned || status === transferred ? { paidTime: decideTime } : {}),
    ...(status === failed || status === returned ? { channelSaid: 'Sandbox / 沙箱' } : {}),
    ...(status === returned ? { rejectReason: 'Sandbox / 沙箱' } : {}),
    // Asked about by the program itself, as any other.
    ...(status === paying ? { pollTime: decideTime } : {}),
  });
  const { holdId, document, fee, netAmount } = row;
  const from = { holdId, amount, at: decideTime };
  if (isSent)
    await settle(tx, finance, { ...from, to: clearing(channel), event: 'WD_SEND', idemKey: `wd:${row.id}:s:1` });
  const later = { ...document, at: minutesLater(decideTime, 1) };
  if (status === paid || status === returned)
    await payoutPaid(tx, system, {
      channel: channel ?? '',
      methodCode: METHOD,
      amount,
      fee,
      ...later,
      idemKey: `wd:${row.id}:p:1`,
    });
  if (status === returned)
    await returnPayout(tx, system, {
      userId: actor.userId,
      wallet: 'balance',
      methodCode: METHOD,
      amount: netAmount,
      ...later,
      at: minutesLater(decideTime, 90),
      idemKey: `wd:${row.id}:b`,
    });
  if (status === failed)
    await restore(tx, system, {
      holdId,
      amount,
      from: clearing(channel ?? ''),
      at: later.at,
      idemKey: `wd:${row.id}:f:1`,
    });
  if (status === cancelled) await release(tx, actor, { ...from, idemKey: `wd:${row.id}:r`, event: 'WD_RELEASE' });
  if (status === transferred)
    await settle(tx, actor, {
      ...from,
      to: walletOf(actor.userId, 'balance'),
      event: 'TRANSFER',
      idemKey: `tf:${row.id}`,
    });
  if (status === checking) await askSecond(demo, row, channel ?? '', decideTime);
}

type Asked = Awaited<ReturnType<typeof askAt>>;

/** Beyond what one clerk may pay: another one decides. */
async function askSecond({ tx, people }: Demo, row: Asked, channel: string, at: Date): Promise<void> {
  const amount = `${formatMoney(row.amount, 2)} ${BOOK_CURRENCY}`;
  const screen = row.userType === userType.is.agent ? withdrawal.name : withdrawalRecord.name;
  const { id } = await propose(tx, people.staff.finance, {
    kind: withdrawalApproval,
    payload: { withdrawalId: String(row.id), from: pending, plan: { way: 'channel', channel } },
    params: { user: row.userName, amount, no: row.withdrawNo },
    lines: [
      {
        name: `${row.userName} → ${row.payeeName ?? ''}`,
        route: `/${screen}/index?record=${row.id}`,
        note: `${formatMoney(row.netAmount, 2)} ${BOOK_CURRENCY}`,
      },
    ],
    total: { amount: row.amount, currency: BOOK_CURRENCY },
    reason: `→ ${channel}`,
    message: 'WITHDRAW_TODO',
  });
  await tx.update(withdrawals).set({ approvalId: id }).where(eq(withdrawals.id, row.id));
  for (const table of ['apr_request', 'biz_state_log', 'msg_message'])
    await tx.execute(sql`update ${sql.identifier(table)} set create_time = ${at} where create_time = now()`);
}
