import { incomingPaymentProblem, rechargeStatus } from '@trade-assistant/contract/areas/user/dictionaries.ts';
import { BOOK_CURRENCY } from '@trade-assistant/contract/currency.ts';
import { parseMoney } from '@trade-assistant/contract/kit/money.ts';
import { and, asc, eq, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import type { Tx } from '../../kernel/db/index.ts';
import { readParameter } from '../../kernel/parameters/index.ts';
import { plainAccountNo } from './checksums.ts';
import { type IncomingRow, type RechargeRow, recharges } from './tables.ts';

const { awaiting, review, passed, expired } = rechargeStatus.is;
const { none, amount: otherAmount, several, transaction, ended } = incomingPaymentProblem.is;

const DAY_MILLIS = 86_400_000;
/** Clocks differ, and a block has the time at which it was begun. */
const SLACK_MILLIS = 60_000;
/** The number of a recharge in what a payer wrote. */
const NUMBER = /RC\d{6}[0-9A-Z]{8}/;

/** The recharge a payment is for; or what is in the way, and which recharge may have been meant. The recharge is locked. */
export type Match =
  | { readonly recharge: RechargeRow; readonly problem: null }
  | { readonly recharge: RechargeRow | undefined; readonly problem: number };

/** Whether a payment is what a recharge was to be paid with: amount, currency and place. */
export function isExact(row: IncomingRow, recharge: RechargeRow): boolean {
  if (recharge.network !== row.network) return false;
  if (row.network !== null)
    return (
      row.currency === BOOK_CURRENCY &&
      row.receiveAddress === recharge.receiveAddress &&
      row.amount === recharge.payAmount
    );
  return (
    row.currency === recharge.localCurrency &&
    row.receiveAddress === plainAccountNo(recharge.bankInfo?.accountNo ?? '') &&
    row.amount === parseMoney(recharge.localAmount ?? '0')
  );
}

/** What a payment is for: by its transaction where a payer has named it, by the number a payer wrote, or by its exact amount. */
export async function findMatch(tx: Tx, row: IncomingRow): Promise<Match> {
  const named = row.network === null ? await byNumber(tx, row) : await byTransaction(tx, row);
  if (named) return judged(row, named);
  return row.network === null ? { recharge: undefined, problem: none } : byAmount(tx, row);
}

function judged(row: IncomingRow, recharge: RechargeRow): Match {
  const { status } = recharge;
  if (status === passed && isExact(row, recharge)) return { recharge, problem: null };
  if (status !== awaiting && status !== review && status !== expired) return { recharge, problem: ended };
  return isExact(row, recharge) ? { recharge, problem: null } : { recharge, problem: otherAmount };
}

const ofTenant = (row: IncomingRow) => and(eq(recharges.tenantId, row.tenantId), isNull(recharges.deletedAt));
const withoutPayment = sql`not exists (select from pay_incoming i where i.recharge_id = ${recharges.id})`;

const lockOne = async (tx: Tx, where: SQL | undefined): Promise<RechargeRow | undefined> =>
  (await tx.select().from(recharges).where(where).for('update'))[0];

async function byTransaction(tx: Tx, row: IncomingRow): Promise<RechargeRow | undefined> {
  const claimed = sql`${recharges.id} in (select recharge_id from pay_recharge_tx
    where network = ${row.network} and tx_hash = ${row.txHash})`;
  return lockOne(tx, and(ofTenant(row), claimed, withoutPayment));
}

async function byNumber(tx: Tx, row: IncomingRow): Promise<RechargeRow | undefined> {
  const [number] = NUMBER.exec((row.reference ?? '').toUpperCase()) ?? [];
  if (number === undefined) return undefined;
  return lockOne(tx, and(ofTenant(row), eq(recharges.rechargeNo, number), withoutPayment));
}

/**
 * Among the recharges of this amount at this address: the one that is open, unless the payment may as well be for one that has
 * expired, or for one that was credited by its pictures.
 */
async function byAmount(tx: Tx, row: IncomingRow): Promise<Match> {
  const { rowCount: isUsed } = await tx.execute(
    sql`select from pay_recharge_tx where network = ${row.network} and tx_hash = ${row.txHash}`,
  );
  if (isUsed) return { recharge: undefined, problem: transaction };
  const lateDays = await readParameter(tx, row.tenantId, 'recharge.lateDays');
  const found = await tx
    .select()
    .from(recharges)
    .where(
      and(
        ofTenant(row),
        eq(recharges.receiveAddress, row.receiveAddress),
        eq(recharges.payAmount, row.amount),
        // A payment made before there was an order was not made for it.
        lte(recharges.createTime, new Date(row.paidTime.getTime() + SLACK_MILLIS)),
        // Who names another transaction has not paid with this one.
        isNull(recharges.txHash),
        or(
          sql`${recharges.status} in (${awaiting}, ${review}, ${passed})`,
          and(
            eq(recharges.status, expired),
            sql`${recharges.expireTime} > ${new Date(row.paidTime.getTime() - lateDays * DAY_MILLIS)}`,
          ),
        ),
        withoutPayment,
      ),
    )
    .orderBy(asc(recharges.id))
    .for('update');
  const fitting = found.filter((recharge) => isExact(row, recharge));
  const open = fitting.find(({ status }) => status === awaiting || status === review);
  const [only] = fitting;
  if (only === undefined) return { recharge: undefined, problem: none };
  return fitting.length === 1 ? { recharge: only, problem: null } : { recharge: open ?? only, problem: several };
}
