import { withdrawal } from '@trade-assistant/contract/areas/agent/withdrawal.ts';
import { network, withdrawalStatus } from '@trade-assistant/contract/areas/user/dictionaries.ts';
import { BOOK_CURRENCY } from '@trade-assistant/contract/currency.ts';
import { entryOf } from '@trade-assistant/contract/kit/dictionary.ts';
import { formatMoney } from '@trade-assistant/contract/kit/money.ts';
import { and, eq, sql } from 'drizzle-orm';
import type { App } from '../../kernel/app/index.ts';
import { systemActor } from '../../kernel/auth/actor.ts';
import type { Db, Tx } from '../../kernel/db/index.ts';
import { openSecretOf } from '../../kernel/resource/sealed.ts';
import type { Secrets } from '../../kernel/secrets/index.ts';
import { isCallbackSigned, type Payout, type PayoutState, portOf, signingSecretOf } from './channels/index.ts';
import { paymentErrors } from './errors.ts';
import { applyPayoutReport, type PayoutReport } from './payout-reports.ts';
import { busyProviders, runProviders } from './provider-runs.ts';
import { type ChannelRow, channels, type WithdrawalRow, withdrawals } from './tables.ts';
import { tellFinanceOfWithdrawal } from './withdrawal-notices.ts';

const { paying } = withdrawalStatus.is;

/** Asked about at the same time, and in one run of the timer. */
const AT_ONCE = 4;
const MOST = 200;
/** Payouts of one channel in one run: with `AT_ONCE` at a time, a silent channel ends within the lease. */
const CHANNEL_SHARE = 12;
/** For this long no other process asks about the same one; longer than a channel may take to answer. */
const LEASE_SECONDS = 60;
const CALLBACK_SECONDS = 600;

/**
 * Asks the channels about every payout whose time has come: hands new ones over, asks for the result of the others. Each channel of a
 * tenant has its own run and its own share of payouts, the oldest first, so that a silent one delays no other. Any number of processes
 * may do it at once.
 * @param patienceMillis how long it waits for channels that do not answer; their runs go on
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

/** Takes due payouts of the channels that are not busy. The lease is the next time: a process that dies leaves them to the next. */
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
  let told = (await isHandedOver(app.db, row)) ? await port.query(payout) : await port.submit(payout);
  // Its channel never got it. Under the same number it cannot be paid twice.
  if (told.state === 'absent' && row.status === paying && ageOf(row) <= HOUR) told = await port.submit(payout);
  await app.db.tx((tx) => recordAnswer(tx, row, told), { retry: true });
}

/** Whether its channel may know of it. One that was handed over by somebody who died then is handed over once more. */
async function isHandedOver({ drizzle }: Db, row: WithdrawalRow): Promise<boolean> {
  if (row.channelSaid !== null || row.status !== paying) return true;
  const { rows } = await drizzle.execute(
    sql`select from pay_payout_news where withdrawal_id = ${row.id} and attempt = ${row.attempt} limit 1`,
  );
  return rows.length > 0;
}

/** Writes down what a channel said, and when it is asked again. */
async function recordAnswer(tx: Tx, asked: WithdrawalRow, told: PayoutState): Promise<void> {
  const { state, message } = told;
  // After an hour of handing it over it is still unknown to its channel: that is a refusal.
  const isLost = state === 'absent' && ageOf(asked) > HOUR;
  if (isLost || (state !== 'unknown' && state !== 'absent')) {
    const status = isLost ? 'failed' : (state as PayoutReport['status']);
    if (await applyPayoutReport(tx, asked.id, { ...told, status, attempt: asked.attempt })) return;
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

/** Often at first, then less; what has been paid is asked about for three more days, since banks return money. */
function nextPoll(row: WithdrawalRow) {
  const { status } = row;
  const age = ageOf(row);
  if (status !== paying && age > 3 * DAY) return null;
  const wait = age < MINUTE ? 3 : age < HOUR ? MINUTE : age < DAY ? 15 * MINUTE : 2 * HOUR;
  return sql`now() + make_interval(secs => ${wait})`;
}

/** Once, after a day without a result. */
const isSilentNow = (row: WithdrawalRow): boolean =>
  row.status === paying && ageOf(row) >= DAY && ageOf(row) < DAY + 2 * HOUR;

/** Seconds since the present attempt began. */
const ageOf = ({ sentTime }: WithdrawalRow): number => (sentTime ? (Date.now() - sentTime.getTime()) / 1000 : 0);

/** The number a payout is known by at its channel. */
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

interface Callback extends Omit<PayoutReport, 'attempt'>, Readonly<Record<string, unknown>> {
  readonly channel: string;
  readonly merchantNo: string;
  /** Unix seconds. */
  readonly time: number;
  readonly signature: string;
}

/**
 * Accepts a report that a channel sends by itself, signed with the key of the channel of the payout within ten minutes. @throws
 * CALLBACK_SIGNATURE, also for an unknown payout, so that an unsigned request learns nothing
 */
export async function receiveCallback(app: Pick<App, 'db' | 'secrets'>, told: Callback): Promise<void> {
  const { channel: code, merchantNo, time } = told;
  const [, withdrawNo = '', attempt = ''] = /^(.+)-(\d{1,4})$/.exec(merchantNo) ?? [];
  const [row] = await app.db.drizzle.select().from(withdrawals).where(eq(withdrawals.withdrawNo, withdrawNo));
  const channel = row?.channelCode === code ? await channelOf(app.db, row) : undefined;
  const key = channel?.confirmed ? signingSecretOf(app.secrets, channel) : '';
  const isFresh = Math.abs(Date.now() / 1000 - time) <= CALLBACK_SECONDS;
  if (!row || !isCallbackSigned(key, told) || !isFresh) throw paymentErrors.CALLBACK_SIGNATURE();
  await app.db.tx((tx) => applyPayoutReport(tx, row.id, { ...told, attempt: Number(attempt) }), { retry: true });
}
