import { rechargeStatus, watcherKind } from '@trade-assistant/contract/areas/user/dictionaries.ts';
import { incomingPayment, seenPayment } from '@trade-assistant/contract/areas/user/incoming-payment.ts';
import { paymentWatcher } from '@trade-assistant/contract/areas/user/payment-watcher.ts';
import { BOOK_CURRENCY } from '@trade-assistant/contract/currency.ts';
import { enableStatus } from '@trade-assistant/contract/kit/dictionary.ts';
import { parseMoney } from '@trade-assistant/contract/kit/money.ts';
import { and, asc, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm';
import type { App } from '../../../kernel/app/index.ts';
import type { Db } from '../../../kernel/db/index.ts';
import { setApart } from '../../../kernel/jobs/index.ts';
import { jsonOf } from '../../../kernel/outbound/signed.ts';
import { type Posted, type ReceiptKind, receiveSigned } from '../../vendors/providers/index.ts';
import { plainAccountNo } from './checksums.ts';
import { matchAgain, seePayment } from './incoming.ts';
import { runProviders } from './provider-runs.ts';
import { keysOfService } from './service-approvals.ts';
import { recharges, type WatcherRow, watchers } from './tables.ts';
import { seenOf, type WaitingRecharge, watchPortOf } from './watchers/index.ts';

const { awaiting, review } = rechargeStatus.is;

/** Pages of a watcher's list read in one run of the timer. */
const PAGES_MAX = 20;
/** Most recharges a sandbox pays in one run. */
const WAITING_MAX = 200;
const matches = setApart('payments/match-again');

const enabled = and(eq(watchers.status, enableStatus.is.enabled), isNull(watchers.deletedAt));
/** Watchers that are asked. */
const usable = and(enabled, eq(watchers.confirmed, 1));
/** Watchers whose notices count: also one whose new key waits for its approval while the old one is accepted. */
const heard = and(enabled, or(eq(watchers.confirmed, 1), isNotNull(watchers.previousKeys)));

type Asking = Pick<App, 'db' | 'secrets' | 'outbound' | 'log'>;

/**
 * Asks all watchers for new payments, each in its own run, and matches unmatched payments again. A failing watcher is
 * asked again next time; a silent one delays no other.
 * @param patienceMillis how long to wait for watchers that do not answer; their runs continue
 */
export async function readWatchers(app: Asking, patienceMillis = Number.POSITIVE_INFINITY): Promise<void> {
  const rows = await app.db.drizzle.select().from(watchers).where(usable).orderBy(asc(watchers.id));
  const runs = rows.map((row) => {
    const failed = (error: unknown) => app.log.error(error, `payment watcher ${row.watcherCode} not read`);
    return [`watcher ${row.id}`, () => readOne(app, row).catch(failed)] as const;
  });
  await runProviders(app.db, new Map(runs), patienceMillis);
  await app.db.tx((tx) => matchAgain(tx, matches.batch(app)), { retry: true });
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

/** The kind of callbacks of payment watchers. */
const PAYMENT_RECEIPT = 'payment';

/**
 * Stores a payment that a watcher reports, to be matched soon after.
 * @throws as `receiveSigned`, also for a watcher that is unknown or not in use
 */
export async function receiveNotice(app: App, id: bigint, posted: Posted): Promise<void> {
  const [row] = await app.db.drizzle
    .select()
    .from(watchers)
    .where(and(eq(watchers.id, id), heard));
  const keys = row ? keysOfService(app.secrets, paymentWatcher, row) : [];
  const source = { tenantId: row?.tenantId ?? '', kind: PAYMENT_RECEIPT, id, resource: incomingPayment.name, keys };
  await receiveSigned(app, source, posted);
}

/** Payments that watchers report. */
export const paymentReceipts: ReceiptKind = {
  kind: PAYMENT_RECEIPT,
  apply: async (_app, tx, { sourceId, body }) => {
    const { data } = seenPayment.safeParse(jsonOf(body));
    if (!data) return 'unreadable';
    const [row] = await tx
      .select()
      .from(watchers)
      .where(and(eq(watchers.id, sourceId), heard));
    const seen = row ? seenOf(data) : [];
    for (const payment of seen) await seePayment(tx, row as WatcherRow, payment);
    return seen.length > 0 ? 'applied' : 'nothing';
  },
};
