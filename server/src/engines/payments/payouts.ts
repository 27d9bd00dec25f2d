import { withdrawal } from '@trade-assistant/contract/areas/agent/withdrawal.ts';
import { network, withdrawalStatus } from '@trade-assistant/contract/areas/user/dictionaries.ts';
import { BOOK_CURRENCY } from '@trade-assistant/contract/currency.ts';
import { entryOf } from '@trade-assistant/contract/kit/dictionary.ts';
import { formatMoney } from '@trade-assistant/contract/kit/money.ts';
import { and, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { App } from '../../kernel/app/index.ts';
import { systemActor } from '../../kernel/auth/actor.ts';
import type { Db, Tx } from '../../kernel/db/index.ts';
import { jsonOf } from '../../kernel/outbound/signed.ts';
import { openSecretOf } from '../../kernel/resource/sealed.ts';
import type { Secrets } from '../../kernel/secrets/index.ts';
import { type Posted, type ReceiptKind, receiveSigned } from '../providers/index.ts';
import { type Payout, type PayoutState, payoutSaid, portOf, signingSecretOf } from './channels/index.ts';
import { applyPayoutReport, type PayoutReport } from './payout-reports.ts';
import { busyProviders, runProviders } from './provider-runs.ts';
import { type ChannelRow, channels, type WithdrawalRow, withdrawals } from './tables.ts';
import { tellFinanceOfWithdrawal } from './withdrawal-notices.ts';

const { paying } = withdrawalStatus.is;

/** Payouts polled in parallel, and in one run of the timer. */
const AT_ONCE = 4;
const MOST = 200;
/** Payouts of one channel in one run: with `AT_ONCE` in parallel, the run of a silent channel ends within the lease. */
const CHANNEL_SHARE = 12;
/** Time for which no other process polls the same payout; longer than the timeout of a channel. */
const LEASE_SECONDS = 60;
const MERCHANT_NO = /^(.{1,32})-(\d{1,4})$/;

/**
 * Polls all due payouts: submits new ones and queries the result of the others. Each channel of a tenant has its own
 * run and its own share of payouts, the oldest first, so that a silent one delays no other. Any number of processes
 * may run in parallel.
 * @param patienceMillis how long to wait for channels that do not answer; their runs continue
 * @returns how many payouts it took
 */
export async function pollPayouts(
  app: Pick<App, 'db' | 'secrets' | 'outbound' | 'log'>,
  patienceMillis = Number.POSITIVE_INFINITY,
): Promise<number> {
  const claimed = await app.db.tx((tx) => claim(tx, busyProviders(app.db)));
  const byChannel = Map.groupBy(claimed, ({ tenantId, channelCode }) => `payout ${tenantId} ${channelCode}`);
  const runs = [...byChannel].map(([channel, rows]) => [channel, () => pollChannel(app, rows)] as const);
  await runProviders(app.db, new Map(runs), patienceMillis);
  return claimed.length;
}

async function pollChannel(
  app: Pick<App, 'db' | 'secrets' | 'outbound' | 'log'>,
  rows: WithdrawalRow[],
): Promise<void> {
  const waiting = [...rows];
  const work = async (): Promise<void> => {
    for (let row = waiting.shift(); row !== undefined; row = waiting.shift())
      await pollOne(app, row).catch((error: unknown) => app.log.error(error, 'payout not asked about'));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

/**
 * Claims due payouts of idle channels. The lease is the next poll time: if this process dies, the next one takes them
 * over.
 */
async function claim(tx: Tx, busy: readonly string[]): Promise<WithdrawalRow[]> {
  const due = sql`
    select w.id from pay_withdrawal w join (
      select id, row_number() over (partition by tenant_id, channel_code order by poll_time) as place
      from pay_withdrawal where poll_time <= now()
        and concat_ws(' ', 'payout', tenant_id, channel_code) <> all (${sql.param([...busy])}::text[])
    ) ranked on ranked.id = w.id
    where ranked.place <= ${CHANNEL_SHARE} and w.poll_time <= now()
    order by w.poll_time limit ${MOST} for update of w skip locked`;
  return tx
    .update(withdrawals)
    .set({ pollTime: sql`now() + make_interval(secs => ${LEASE_SECONDS})` as unknown as Date })
    .where(sql`${withdrawals.id} in (${due})`)
    .returning();
}

async function pollOne(app: Pick<App, 'db' | 'secrets' | 'outbound'>, row: WithdrawalRow): Promise<void> {
  const channel = await channelOf(app.db, row);
  // A changed channel gets no request before a second person has approved it.
  if (!channel || channel.confirmed === 0) return;
  const port = portOf(channel, app);
  const payout = payoutOf(app.secrets, row);
  let answer = (await isHandedOver(app.db, row)) ? await port.query(payout) : await port.submit(payout);
  // The channel never received it. The same number cannot be paid twice.
  if (answer.state === 'absent' && row.status === paying && ageOf(row) <= HOUR) answer = await port.submit(payout);
  await app.db.tx((tx) => recordAnswer(tx, row, answer), { retry: true });
}

/** Whether the channel may know the payout. One submitted by a process that died is submitted again. */
async function isHandedOver({ drizzle }: Db, row: WithdrawalRow): Promise<boolean> {
  if (row.channelSaid !== null || row.status !== paying) return true;
  const { rows } = await drizzle.execute(
    sql`select from pay_payout_news where withdrawal_id = ${row.id} and attempt = ${row.attempt} limit 1`,
  );
  return rows.length > 0;
}

/** Stores a channel's answer and the next poll time. */
async function recordAnswer(tx: Tx, asked: WithdrawalRow, answer: PayoutState): Promise<void> {
  const { state, message } = answer;
  // If the channel still does not know the payout after an hour of submissions, it counts as refused.
  const isLost = state === 'absent' && ageOf(asked) > HOUR;
  if (isLost || (state !== 'unknown' && state !== 'absent')) {
    const status = isLost ? 'failed' : (state as PayoutReport['status']);
    if (await applyPayoutReport(tx, asked.id, { ...answer, status, attempt: asked.attempt })) return;
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
  if (row && isSilentNow(asked)) await tellFinanceOfWithdrawal(tx, systemActor(row.tenantId), row, 'PAYOUT_SILENT');
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
 * Stores a report of a channel, to be applied soon after. A channel that a second person has not approved has no say.
 * @throws as `receiveSigned`, also for an unknown channel
 */
export async function receiveCallback(app: App, id: bigint, posted: Posted): Promise<void> {
  const [row] = await app.db.drizzle.select().from(channels).where(eq(channels.id, id));
  const key = row?.confirmed ? signingSecretOf(app.secrets, row) : '';
  const source = { tenantId: row?.tenantId ?? '', kind: PAYOUT_RECEIPT, id, resource: withdrawal.name, key };
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
