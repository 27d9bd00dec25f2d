import { leaseStatus } from '@trade-assistant/contract/areas/agent/dictionaries.ts';
import { BOOK_CURRENCY } from '@trade-assistant/contract/currency.ts';
import { AppError } from '@trade-assistant/contract/kit/errors.ts';
import { formatMoney, type Micro, micros, times } from '@trade-assistant/contract/kit/money.ts';
import { parameters } from '@trade-assistant/contract/parameters.ts';
import { sql } from 'drizzle-orm';
import { systemActor } from '../../../kernel/auth/actor.ts';
import { LATEST_TODAY } from '../../../kernel/db/business-days.ts';
import type { Db, Tx } from '../../../kernel/db/index.ts';
import { integerParameter } from '../../../kernel/parameters/index.ts';
import { balanceOf } from '../../money/ledger/index.ts';
import { assertCountryServed, SURVIVE } from '../inventory/index.ts';
import {
  dueOfOneOwner,
  endLeases,
  type LeaseRow,
  leases,
  markOverdue,
  markProblem,
  notify,
  type Round,
  recordReminded,
  today,
} from '../leases/index.ts';
import { loadPayer, type Payer } from './buyer.ts';
import { assertWithinLimits } from './limits.ts';
import { kindsOf, type LeaseKind, type PricedKind, payKind, priceOfKind } from './renew.ts';

const { active, overdue } = leaseStatus.is;
/** Owners handled in one run; the next run continues. */
const OWNERS_MAX = 500;

/**
 * Advances leases: charges automatic renewals on the last day with hourly retries, marks other leases as overdue and
 * ends them, and reminds owners before. One transaction per owner; any number of nodes may run it and stop at any
 * point.
 * @returns how many leases it changed or reminded of
 */
export async function runDueLeases(db: Db): Promise<number> {
  let count = 0;
  const failures: unknown[] = [];
  for (const step of [renewSome, markOverdue, endLeases, remindSome]) {
    const round: Round = { skipped: new Set() };
    for (let owners = 0; owners < OWNERS_MAX; owners += 1) {
      try {
        const done = await db.tx((tx) => step(tx, round), { retry: true });
        count += done;
        if (done === 0) break;
      } catch (error) {
        // A failure of one owner does not stop the others.
        failures.push(error);
        if (round.owner === undefined || round.skipped.has(round.owner)) break;
        round.skipped.add(round.owner);
      }
    }
  }
  if (failures.length > 0) throw new Error('Leases could not be looked after', { cause: failures[0] });
  return count;
}

/**
 * Renews due leases of one owner while the owner's money lasts, in the order of their ends. @returns how many it
 * processed
 */
export async function renewSome(tx: Tx, round: Round): Promise<number> {
  const due = await dueOfOneOwner(
    tx,
    sql`${leases.status} in (${active}, ${overdue}) and ${leases.autoRenew} = 1 and ${leases.endDate} <= ${LATEST_TODAY} and ${leases.endDate} <= ${today}
      and (${leases.attemptTime} is null or ${leases.attemptTime} <= now())`,
    round,
  );
  const owner = due[0];
  if (!owner) return 0;
  const payer = await loadPayer(tx, { tenantId: owner.tenantId, userId: owner.ownerId });
  if (payer instanceof AppError) {
    await markProblem(tx, idsOf(due), 'closed');
    return due.length;
  }
  const dead = await deadAmong(tx, due);
  if (dead.length > 0) await markProblem(tx, idsOf(dead), 'dead');
  const alive = due.filter((row) => !dead.includes(row));
  let { left, paid, numbers } = { left: await moneyOf(tx, payer), paid: 0n, numbers: 0 };
  for (const kind of kindsOf(alive)) {
    const { affordable, problem } = await affordableOf(tx, payer, kind, left);
    const wasPaid = affordable !== null && (await isPaid(tx, payer, affordable));
    if (wasPaid) {
      left = micros(left - affordable.amount);
      paid += affordable.amount;
      numbers += affordable.leases.length;
    }
    const rest = kind.leases.filter((row) => !(wasPaid && affordable.leases.includes(row)));
    if (rest.length > 0) await markProblem(tx, idsOf(rest), problem ?? 'balance');
  }
  if (numbers > 0)
    await notify(tx, owner, 'LEASE_RENEWED', {
      n: String(numbers),
      amount: `${formatMoney(micros(paid))} ${BOOK_CURRENCY}`,
    });
  return due.length;
}

/** Returns false if the money was spent concurrently. */
async function isPaid(tx: Tx, payer: Payer, kind: PricedKind): Promise<boolean> {
  try {
    await payKind(tx, systemActor(payer.tenantId), payer, kind, { months: 1, isAuto: true });
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === 'BALANCE_NOT_ENOUGH') return false;
    throw error;
  }
}

const idsOf = (rows: readonly LeaseRow[]): bigint[] => rows.map(({ id }) => id);

/** Returns leases with a number that a provider found dead; they are not renewed automatically. */
async function deadAmong(tx: Tx, rows: readonly LeaseRow[]): Promise<LeaseRow[]> {
  const { rows: found } = await tx.execute<{ id: string }>(sql`
    select id::text from inv_item
    where id = any(${sql.param(rows.map(({ itemId }) => itemId))}::bigint[]) and survive_status = ${SURVIVE.dead}`);
  const dead = new Set(found.map(({ id }) => BigInt(id)));
  return rows.filter(({ itemId }) => dead.has(itemId));
}

async function moneyOf(tx: Tx, payer: Payer): Promise<Micro> {
  const { balance, bonus } = await balanceOf(tx, systemActor(payer.tenantId), { userId: payer.userId });
  return micros(balance + bonus);
}

type Problem = Parameters<typeof markProblem>[2];

/** Returns the affordable leases of a kind, at the price for their number, and the reason for the others. */
async function affordableOf(
  tx: Tx,
  payer: Payer,
  kind: LeaseKind,
  money: Micro,
): Promise<{ affordable: PricedKind | null; problem?: Problem }> {
  try {
    await assertCountryServed(tx, payer, kind.countryCode);
  } catch (error) {
    if (error instanceof AppError) return { affordable: null, problem: 'closed' };
    throw error;
  }
  // Fewer numbers may cost more each, which may reduce the number again.
  for (let count = kind.leases.length; count > 0; ) {
    const price = await priceOfKind(tx, payer, kind, count);
    if (price === null) return { affordable: null, problem: 'price' };
    const amount = times(price.unitPrice, count);
    if (amount > money) {
      count = Math.min(count - 1, Number(money / price.unitPrice));
      continue;
    }
    try {
      await assertWithinLimits(tx, payer, payer, amount);
    } catch (error) {
      if (error instanceof AppError) return { affordable: null, problem: 'spendLimit' };
      throw error;
    }
    return { affordable: { ...kind, leases: kind.leases.slice(0, count), price, amount } };
  }
  return { affordable: null, problem: 'balance' };
}

/** Longest reminder period: the bound of the index scan. */
const REMIND_DAYS_MAX = parameters['lease.remindDays'].field.options.max;
const remindDays = integerParameter(sql`agt_lease.tenant_id`, 'lease.remindDays');
const daysLeft = sql`(agt_lease.end_date - ${today})`;
/** Owners are reminded at the parameter's days before the end, at three and at one. */
const remindStep = sql`case when ${daysLeft} <= 1 then 1 when ${daysLeft} <= 3 then least(3, ${remindDays}) else ${remindDays} end`;

/**
 * Notifies one owner of leases that end soon: the ones to renew, or that the money is insufficient for automatic
 * renewals.
 */
export async function remindSome(tx: Tx, round: Round): Promise<number> {
  const due = await dueOfOneOwner(
    tx,
    sql`${leases.status} = ${active} and ${leases.endDate} <= ${LATEST_TODAY} + ${REMIND_DAYS_MAX}::int
      and ${leases.endDate} >= ${today} and ${daysLeft} <= ${remindDays}
      and (${leases.remindedDays} is null or ${leases.remindedDays} > ${remindStep})`,
    round,
  );
  const owner = due[0];
  if (!owner) return 0;
  await recordReminded(tx, idsOf(due), remindStep);
  const byHand = due.filter(({ autoRenew }) => autoRenew === 0);
  if (byHand[0]) await notify(tx, owner, 'LEASE_DUE', { n: String(byHand.length), date: byHand[0].endDate });
  await warnOfShortage(
    tx,
    owner,
    due.filter(({ autoRenew }) => autoRenew === 1),
  );
  return due.length;
}

async function warnOfShortage(tx: Tx, owner: LeaseRow, automatic: readonly LeaseRow[]): Promise<void> {
  const [first] = automatic;
  if (!first) return;
  const payer = await loadPayer(tx, { tenantId: owner.tenantId, userId: owner.ownerId });
  if (payer instanceof AppError) return;
  let amount = 0n;
  for (const kind of kindsOf(automatic)) {
    const price = await priceOfKind(tx, payer, kind, kind.leases.length);
    amount += price === null ? 0n : times(price.unitPrice, kind.leases.length);
  }
  const money = await moneyOf(tx, payer);
  if (amount <= money) return;
  await notify(tx, owner, 'LEASE_SHORT', {
    n: String(automatic.length),
    date: first.endDate,
    amount: `${formatMoney(micros(amount))} ${BOOK_CURRENCY}`,
    balance: `${formatMoney(money)} ${BOOK_CURRENCY}`,
  });
}
