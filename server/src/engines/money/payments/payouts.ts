import { withdrawal } from '@trade-assistant/contract/areas/agent/withdrawal.ts';
import { network, withdrawalStatus } from '@trade-assistant/contract/areas/user/dictionaries.ts';
import { payoutChannel } from '@trade-assistant/contract/areas/user/payout-channel.ts';
import { BOOK_CURRENCY } from '@trade-assistant/contract/currency.ts';
import { entryOf } from '@trade-assistant/contract/kit/dictionary.ts';
import { formatMoney } from '@trade-assistant/contract/kit/money.ts';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { App } from '../../../kernel/app/index.ts';
import { systemActor } from '../../../kernel/auth/actor.ts';
import type { Db, Tx } from '../../../kernel/db/index.ts';
import { defineDeliveries, type Mine, type Taken } from '../../../kernel/jobs/index.ts';
import { jsonOf } from '../../../kernel/outbound/signed.ts';
import { openSecretOf } from '../../../kernel/resource/sealed.ts';
import type { Secrets } from '../../../kernel/secrets/index.ts';
import { lockRequestsOf } from '../../office/approvals/index.ts';
import { type Posted, type ReceiptKind, receiveSigned } from '../../vendors/providers/index.ts';
import { type Payout, type PayoutState, payoutSaid, portOf } from './channels/index.ts';
import { applyPayoutReport, type PayoutReport } from './payout-reports.ts';
import { keysOfService } from './service-approvals.ts';
import { type ChannelRow, channels, type WithdrawalRow, withdrawals } from './tables.ts';
import { notifyFinanceOfWithdrawal } from './withdrawal-notices.ts';

const { paying } = withdrawalStatus.is;

/** Wakes the nodes when a payout was approved. */
export const PAYOUT_CHANNEL = 'pay_payout';
/** Payouts that a node asks about at once, and those of one channel of a tenant. */
const AT_ONCE = 200;
const PER_CHANNEL = 4;
/** Time for which no other node asks about the same payout; longer than the timeouts of a channel for a query and a submission. */
const LEASE_SECONDS = 60;
const MERCHANT_NO = /^(.{1,32})-(\d{1,4})$/;

interface TakenPayout extends Taken {
  readonly row: WithdrawalRow;
}

/**
 * Submits new payouts and asks about the others, on every node, the longest due first. A silent channel delays no other. A payout whose
 * node dies is asked about again: a channel pays a number once.
 */
export const payoutService = defineDeliveries<TakenPayout, PayoutState | null>({
  name: 'payments/payouts',
  channel: PAYOUT_CHANNEL,
  table: { name: 'pay_withdrawal', id: 'id', due: 'poll_time', lease: 'poll_time', tries: 'polls' },
  atOnce: AT_ONCE,
  perLane: PER_CHANNEL,
  laneOf: ({ row }) => laneOf(row),
  leaseSeconds: LEASE_SECONDS,
  // One of each channel at a look, so that a node never has more of one under way than it may.
  choose: (_app, { limit, fullLanes, apart }) => sql`
    due as materialized (
      select w.id from pay_withdrawal w join (
        select distinct on (tenant_id, channel_code) id, poll_time from pay_withdrawal
        where poll_time <= now() and id <> all(${sql.param([...apart])}::bigint[])
          and concat_ws(' ', tenant_id, channel_code) <> all(${sql.param([...fullLanes])}::text[])
        order by tenant_id, channel_code, poll_time
      ) first on first.id = w.id
      where w.poll_time <= now() order by w.poll_time limit ${limit} for update of w skip locked)`,
  load: async (_app, tx, taken) => {
    const tries = new Map(taken.map((one) => [one.id, one.tries]));
    const rows = await tx
      .select()
      .from(withdrawals)
      .where(
        inArray(
          withdrawals.id,
          taken.map(({ id }) => BigInt(id)),
        ),
      );
    return rows.map((row) => ({ id: String(row.id), tries: tries.get(String(row.id)) ?? 0, row }));
  },
  send: (app, { row }) => ask(app, row),
  store: (_app, tx, { row }, answer, mine) => recordAnswer(tx, row, answer, mine),
});

const laneOf = ({ tenantId, channelCode }: WithdrawalRow): string => `${tenantId} ${channelCode ?? ''}`;

/** Returns a channel's answer about a payout; null of a changed channel, which gets no request before a second person has approved it. */
async function ask(app: App, row: WithdrawalRow): Promise<PayoutState | null> {
  const channel = await channelOf(app.db, row);
  if (!channel || channel.confirmed === 0) return null;
  const port = portOf(channel, app);
  const payout = payoutOf(app.secrets, row);
  let answer = (await isHandedOver(app.db, row)) ? await port.query(payout) : await port.submit(payout);
  // The channel never received it. The same number cannot be paid twice.
  if (answer.state === 'absent' && row.status === paying && ageOf(row) <= HOUR) answer = await port.submit(payout);
  return answer;
}

/** Whether the channel may know the payout. One submitted by a process that died is submitted again. */
async function isHandedOver({ drizzle }: Db, row: WithdrawalRow): Promise<boolean> {
  if (row.channelSaid !== null || row.status !== paying) return true;
  const { rows } = await drizzle.execute(
    sql`select from pay_payout_news where withdrawal_id = ${row.id} and attempt = ${row.attempt} limit 1`,
  );
  return rows.length > 0;
}

/** Stores a channel's answer and the next poll time; without an answer the end of the lease is the next poll time. */
async function recordAnswer(tx: Tx, asked: WithdrawalRow, answer: PayoutState | null, mine: Mine): Promise<boolean> {
  // Every decision about a withdrawal locks its request first.
  await lockRequestsOf(tx, withdrawals, [asked.id]);
  const { rowCount } = await tx.execute(sql`update pay_withdrawal set worker_id = null where ${mine}`);
  if (rowCount === 0) return false;
  if (answer === null) return true;
  const { state, message } = answer;
  // If the channel still does not know the payout after an hour of submissions, it counts as refused.
  const isLost = state === 'absent' && ageOf(asked) > HOUR;
  if (isLost || (state !== 'unknown' && state !== 'absent')) {
    const status = isLost ? 'failed' : (state as PayoutReport['status']);
    if (await applyPayoutReport(tx, asked.id, { ...answer, status, attempt: asked.attempt })) return true;
  }
  const [row] = await tx
    .update(withdrawals)
    .set({
      pollTime: nextPoll(asked) as unknown as Date,
      ...(state === 'unknown' ? { channelSaid: message ?? '–' } : {}),
    })
    .where(
      and(eq(withdrawals.id, asked.id), eq(withdrawals.attempt, asked.attempt), eq(withdrawals.status, asked.status)),
    )
    .returning();
  if (row && isSilentNow(asked)) await notifyFinanceOfWithdrawal(tx, systemActor(row.tenantId), row, 'PAYOUT_SILENT');
  return true;
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Polls often at first, then less; a paid payout is polled for three more days, because banks return money. */
function nextPoll(row: WithdrawalRow) {
  const { status } = row;
  const age = ageOf(row);
  if (status !== paying && age > 3 * DAY) return null;
  const wait = age < MINUTE ? 3 : age < HOUR ? MINUTE : age < DAY ? 15 * MINUTE : 2 * HOUR;
  return sql`now() + make_interval(secs => ${wait})`;
}

/** True once, after a day without a result. */
const isSilentNow = (row: WithdrawalRow): boolean =>
  row.status === paying && ageOf(row) >= DAY && ageOf(row) < DAY + 2 * HOUR;

/** Seconds since the present attempt began. */
const ageOf = ({ sentTime }: WithdrawalRow): number => (sentTime ? (Date.now() - sentTime.getTime()) / 1000 : 0);

/** Returns the number of a payout at its channel. */
export const merchantNoOf = ({ withdrawNo, attempt }: WithdrawalRow): string => `${withdrawNo}-${attempt}`;

function payoutOf(secrets: Secrets, row: WithdrawalRow): Payout {
  const { address, ...bank } = row.payee ?? {};
  const cardNo = openSecretOf(secrets, withdrawal, row, 'cardNo');
  return {
    merchantNo: merchantNoOf(row),
    amount: row.localAmount ?? formatMoney(row.netAmount),
    currency: row.localCurrency ?? BOOK_CURRENCY,
    network: row.network === null ? null : (entryOf(network, row.network)?.en ?? null),
    address: address ?? null,
    bank: cardNo === '' ? null : { ...bank, cardNo },
    note: row.applyNote,
    sentTime: row.sentTime ?? row.createTime,
  };
}

async function channelOf(db: Db, { tenantId, channelCode }: WithdrawalRow): Promise<ChannelRow | undefined> {
  // Includes a removed channel: its open payouts have to end.
  const [row] = await db.drizzle
    .select()
    .from(channels)
    .where(and(eq(channels.tenantId, tenantId), eq(channels.channelCode, channelCode ?? '')))
    .orderBy(sql`${channels.deletedAt} nulls first`)
    .limit(1);
  return row;
}

/** The kind of callbacks of payout channels. */
const PAYOUT_RECEIPT = 'payout';

const reported = payoutSaid.extend({ merchantNo: z.string().regex(MERCHANT_NO) });

/**
 * Stores a report of a channel, to be applied soon after. A key that a second person has not approved has no say.
 * @throws as `receiveSigned`, also for an unknown channel
 */
export async function receiveCallback(app: App, id: bigint, posted: Posted): Promise<void> {
  const [row] = await app.db.drizzle.select().from(channels).where(eq(channels.id, id));
  const keys = row ? keysOfService(app.secrets, payoutChannel, row) : [];
  const source = { tenantId: row?.tenantId ?? '', kind: PAYOUT_RECEIPT, id, resource: withdrawal.name, keys };
  await receiveSigned(app, source, posted);
}

/** Reports of channels: each is about a payout of its own channel. */
export const payoutReceipts: ReceiptKind = {
  kind: PAYOUT_RECEIPT,
  apply: async (_app, tx, { tenantId, sourceId, body }) => {
    const { data } = reported.safeParse(jsonOf(body));
    if (!data) return 'unreadable';
    const [, withdrawNo = '', attempt = ''] = MERCHANT_NO.exec(data.merchantNo) ?? [];
    const [row] = await tx
      .select({ id: withdrawals.id })
      .from(withdrawals)
      .innerJoin(
        channels,
        and(eq(channels.tenantId, withdrawals.tenantId), eq(channels.channelCode, withdrawals.channelCode)),
      )
      .where(
        and(eq(withdrawals.tenantId, tenantId), eq(withdrawals.withdrawNo, withdrawNo), eq(channels.id, sourceId)),
      );
    if (!row) return 'orphan';
    return (await applyPayoutReport(tx, row.id, { ...data, attempt: Number(attempt) })) ? 'applied' : 'nothing';
  },
};
