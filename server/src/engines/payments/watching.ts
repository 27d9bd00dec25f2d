import { rechargeStatus, watcherKind } from '@trade-assistant/contract/areas/user/dictionaries.ts';
import { BOOK_CURRENCY } from '@trade-assistant/contract/currency.ts';
import { enableStatus } from '@trade-assistant/contract/kit/dictionary.ts';
import { parseMoney } from '@trade-assistant/contract/kit/money.ts';
import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { App } from '../../kernel/app/index.ts';
import type { Db } from '../../kernel/db/index.ts';
import { providerErrors } from '../providers/index.ts';
import { isCallbackSigned } from './channels/index.ts';
import { plainAccountNo } from './checksums.ts';
import { matchAgain, seePayment } from './incoming.ts';
import { runProviders } from './provider-runs.ts';
import { recharges, type WatcherRow, watchers } from './tables.ts';
import { type SeenPayment, seenOf, type WaitingRecharge, watcherSecretOf, watchPortOf } from './watchers/index.ts';

const { awaiting, review } = rechargeStatus.is;

/** Pages of a watcher's list read in one run of the timer. */
const PAGES_MAX = 20;
/** Most recharges a sandbox pays in one run. */
const WAITING_MAX = 200;
const CALLBACK_SECONDS = 600;

type Asking = Pick<App, 'db' | 'secrets' | 'outbound' | 'log'>;

/**
 * Asks all watchers for new payments, each in its own run, and matches unmatched payments again. A failing watcher is
 * asked again next time; a silent one delays no other.
 * @param patienceMillis how long to wait for watchers that do not answer; their runs continue
 */
export async function readWatchers(app: Asking, patienceMillis = Number.POSITIVE_INFINITY): Promise<void> {
  const rows = await app.db.drizzle
    .select()
    .from(watchers)
    .where(and(eq(watchers.status, enableStatus.is.enabled), eq(watchers.confirmed, 1), isNull(watchers.deletedAt)))
    .orderBy(asc(watchers.id));
  const runs = rows.map((row) => {
    const failed = (error: unknown) => app.log.error(error, `payment watcher ${row.watcherCode} not read`);
    return [`watcher ${row.id}`, () => readOne(app, row).catch(failed)] as const;
  });
  await runProviders(app.db, new Map(runs), patienceMillis);
  await app.db.tx(matchAgain, { retry: true });
}

/** The cursor advances after the whole page is recorded; reading a page twice changes nothing. */
async function readOne(app: Asking, row: WatcherRow): Promise<void> {
  const port = watchPortOf(row, app);
  const waiting = row.watcherKind === watcherKind.is.sandbox ? await waitingFor(app.db, row) : [];
  let { cursor } = row;
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const read = await port.read(cursor, waiting);
    for (const problem of read.problems) app.log.error({ watcher: row.watcherCode, problem }, 'payment not readable');
    for (const payment of read.payments) await app.db.tx((tx) => seePayment(tx, row, payment), { retry: true });
    if (read.cursor === cursor) return;
    cursor = read.cursor;
    await app.db.drizzle.update(watchers).set({ cursor }).where(eq(watchers.id, row.id));
    if (read.payments.length === 0) return;
  }
}

/** Returns the recharges a sandbox pays. */
async function waitingFor({ drizzle }: Db, { tenantId, methodCode }: WatcherRow): Promise<WaitingRecharge[]> {
  const rows = await drizzle
    .select()
    .from(recharges)
    .where(
      and(
        eq(recharges.tenantId, tenantId),
        inArray(recharges.status, [awaiting, review]),
        methodCode === null ? undefined : eq(recharges.paymentMethod, methodCode),
        sql`${recharges.createTime} > now() - interval '1 day'`,
      ),
    )
    .orderBy(asc(recharges.id))
    .limit(WAITING_MAX);
  return rows.map((row) => ({
    txHash: row.txHash,
    rechargeNo: row.rechargeNo,
    createTime: row.createTime,
    network: row.network,
    address: row.receiveAddress ?? plainAccountNo(row.bankInfo?.accountNo ?? ''),
    amount: row.network === null ? parseMoney(row.localAmount ?? '0') : row.payAmount,
    currency: row.network === null ? (row.localCurrency ?? '') : BOOK_CURRENCY,
  }));
}

/** A watcher's notice of a payment, with every field as sent, because the signature covers them. */
interface Notice extends Readonly<Record<string, unknown>> {
  readonly watcher: string;
  readonly merchantId: string;
  readonly network?: string | undefined;
  readonly address: string;
  readonly txHash: string;
  readonly amount: string;
  readonly currency?: string | undefined;
  readonly confirmations?: number | undefined;
  readonly paidTime: number;
  readonly payer?: string | undefined;
  readonly reference?: string | undefined;
  /** Unix seconds. */
  readonly time: number;
  readonly signature: string;
}

/**
 * Accepts a payment reported by a watcher, signed with its key within the last ten minutes.
 * @throws CALLBACK_SIGNATURE, also for an unknown watcher, so that an unsigned request reveals nothing
 */
export async function receiveNotice(app: Pick<App, 'db' | 'secrets'>, notice: Notice): Promise<void> {
  const { watcher, merchantId, amount, currency = '', time } = notice;
  const rows = await app.db.drizzle
    .select()
    .from(watchers)
    .where(
      and(
        eq(watchers.watcherCode, watcher),
        eq(watchers.merchantId, merchantId),
        eq(watchers.status, enableStatus.is.enabled),
        eq(watchers.confirmed, 1),
        isNull(watchers.deletedAt),
      ),
    );
  const confirmations = notice.confirmations ?? 0;
  const row = rows.find((one) => isCallbackSigned(watcherSecretOf(app.secrets, one), notice));
  if (!row || Math.abs(Date.now() / 1000 - time) > CALLBACK_SECONDS) throw providerErrors.CALLBACK_SIGNATURE();
  const seen: SeenPayment[] = seenOf({
    ...notice,
    amount: parseMoney(amount),
    currency: currency || BOOK_CURRENCY,
    confirmations,
  });
  for (const payment of seen) await app.db.tx((tx) => seePayment(tx, row, payment), { retry: true });
}
