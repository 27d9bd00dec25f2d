import { incomingPaymentProblem, rechargeStatus } from '@trade-assistant/contract/areas/user/dictionaries.ts';
import { BOOK_CURRENCY } from '@trade-assistant/contract/currency.ts';
import { parseMoney } from '@trade-assistant/contract/kit/money.ts';
import { and, asc, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { Tx } from '../../../kernel/db/index.ts';
import { readParameter } from '../../../kernel/parameters/index.ts';
import { plainAccountNo } from './checksums.ts';
import { type IncomingRow, type RechargeRow, recharges } from './tables.ts';

const { awaiting, review, passed, expired } = rechargeStatus.is;
const { none, amount: otherAmount, several, transaction, ended, earlier } = incomingPaymentProblem.is;

const DAY_MILLIS = 86_400_000;
/** Tolerates clock differences; the time of a block is its start. */
const SLACK_MILLIS = 60_000;
/** Most recharges compared with one payment. */
const FOUND_MAX = 50;
/** The number of a recharge in a payer's reference text. */
const NUMBER = /RC\d{6}[0-9A-Z]{8}/;

/** The recharge of a payment, locked; or the problem, with the recharge that may have been meant. */
export type Match =
  | { readonly recharge: RechargeRow; readonly problem: null }
  | { readonly recharge: RechargeRow | undefined; readonly problem: number };

/** Returns the address or account number to which a recharge is to be paid. */
export const receivingPlaceOf = ({ receiveAddress, bankInfo }: RechargeRow): string =>
  receiveAddress ?? plainAccountNo(bankInfo?.accountNo ?? '');

/** Whether a payment has the amount, currency and destination of a recharge. */
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

/** Whether a payment was made after an order: banks book by the day, chains by the second. */
export const isAfterOrder = (row: IncomingRow, { createTime }: RechargeRow, slackMillis = 0): boolean =>
  row.paidTime.getTime() + (row.network === null ? DAY_MILLIS : slackMillis) >= floorSecond(createTime);

const floorSecond = (time: Date): number => Math.floor(time.getTime() / 1000) * 1000;

/**
 * Finds the recharge of a payment: for a transfer by the payer's reference, for a transaction by exact amount and
 * address.
 */
export const findMatch = (tx: Tx, row: IncomingRow): Promise<Match> =>
  row.network === null ? byNumber(tx, row) : onChain(tx, row);

const ofTenant = (row: IncomingRow) => and(eq(recharges.tenantId, row.tenantId), isNull(recharges.deletedAt));
const withoutPayment = sql`not exists (select from pay_incoming i where i.recharge_id = ${recharges.id})`;

const lockOne = async (tx: Tx, where: SQL | undefined): Promise<RechargeRow | undefined> =>
  (await tx.select().from(recharges).where(where).for('update'))[0];

async function byNumber(tx: Tx, row: IncomingRow): Promise<Match> {
  const [number] = NUMBER.exec((row.reference ?? '').toUpperCase()) ?? [];
  const named =
    number === undefined
      ? undefined
      : await lockOne(tx, and(ofTenant(row), eq(recharges.rechargeNo, number), withoutPayment));
  if (!named) return { recharge: undefined, problem: none };
  const { status } = named;
  if (status === passed && isExact(row, named)) return { recharge: named, problem: null };
  if (status !== awaiting && status !== review && status !== expired) return { recharge: named, problem: ended };
  return isExact(row, named) ? { recharge: named, problem: null } : { recharge: named, problem: otherAmount };
}

/**
 * Returns the recharge whose exact amount arrived at its address after the order, unless several fit; expired
 * recharges and those credited by their pictures count too. A transaction named by a payer only decides which recharge
 * finance sees.
 */
async function onChain(tx: Tx, row: IncomingRow): Promise<Match> {
  const { rowCount: isUsed } = await tx.execute(sql`
    select from pay_recharge_tx where network = ${row.network} and tx_hash = ${row.txHash}
      and (tenant_id = ${row.tenantId} or receive_address = ${row.receiveAddress})`);
  if (isUsed) return ofCredited(tx, row);
  const lateDays = await readParameter(tx, row.tenantId, 'recharge.lateDays');
  const isNamed = and(eq(recharges.txHash, row.txHash), eq(recharges.network, row.network ?? 0));
  const isOfAmount = and(
    eq(recharges.receiveAddress, row.receiveAddress),
    eq(recharges.payAmount, row.amount),
    // A recharge that names another transaction does not match this one.
    isNull(recharges.txHash),
    or(
      sql`${recharges.status} in (${awaiting}, ${review}, ${passed})`,
      and(
        eq(recharges.status, expired),
        sql`${recharges.expireTime} > ${new Date(row.paidTime.getTime() - lateDays * DAY_MILLIS)}`,
      ),
    ),
  );
  const found = await tx
    .select()
    .from(recharges)
    .where(
      and(
        ofTenant(row),
        or(and(isNamed, inArray(recharges.status, [awaiting, review, expired])), isOfAmount),
        withoutPayment,
      ),
    )
    .orderBy(asc(recharges.id))
    .limit(FOUND_MAX)
    .for('update');
  const fitting = found.filter((recharge) => isExact(row, recharge) && isAfterOrder(row, recharge, SLACK_MILLIS));
  const open = fitting.find(({ status }) => status === awaiting || status === review);
  const [only] = fitting;
  if (only !== undefined)
    return fitting.length === 1 ? { recharge: only, problem: null } : { recharge: open ?? only, problem: several };
  const naming = found.filter(({ txHash }) => txHash === row.txHash);
  const [first] = naming;
  if (first === undefined) return { recharge: undefined, problem: none };
  if (naming.length > 1) return { recharge: first, problem: several };
  return { recharge: first, problem: isExact(row, first) ? earlier : otherAmount };
}

/** For a transaction that finance has credited: returns its recharge if the payment fits. */
async function ofCredited(tx: Tx, row: IncomingRow): Promise<Match> {
  const credited = sql`${recharges.id} in (select recharge_id from pay_recharge_tx
    where tenant_id = ${row.tenantId} and network = ${row.network} and tx_hash = ${row.txHash})`;
  const recharge = await lockOne(tx, and(ofTenant(row), credited, withoutPayment));
  if (recharge?.status === passed && isExact(row, recharge)) return { recharge, problem: null };
  return { recharge, problem: transaction };
}
