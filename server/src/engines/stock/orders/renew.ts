import { serviceType } from '@trade-assistant/contract/dictionaries.ts';
import { AppError } from '@trade-assistant/contract/kit/errors.ts';
import { formatMoney, type Micro, micros, times } from '@trade-assistant/contract/kit/money.ts';
import { sql } from 'drizzle-orm';
import type { Actor } from '../../../kernel/auth/actor.ts';
import { businessNo } from '../../../kernel/business-no.ts';
import type { Db, Tx } from '../../../kernel/db/index.ts';
import { invariant } from '../../../kernel/invariant.ts';
import { type Balances, balanceOf, charge } from '../../money/ledger/index.ts';
import { markUsed, pricingErrors, type ResolvedPrice, resolvePrices } from '../../money/pricing/index.ts';
import { earnRebates } from '../../money/rebates/index.ts';
import { assertCountryServed } from '../inventory/index.ts';
import {
  type ChosenLease,
  chosenLeases,
  type LeaseChoice,
  type LeaseRow,
  leaseRenewals,
  renewMonths,
} from '../leases/index.ts';
import { loadPayer, type Payer, priceReader } from './buyer.ts';
import { assertWithinLimits } from './limits.ts';
import { revenueOf } from './revenue.ts';

/** Leases of one business and country: they are renewed together, at the price for their total number. */
export interface LeaseKind<L extends LeaseRow = LeaseRow> {
  readonly businessType: number;
  readonly countryCode: string;
  readonly leases: readonly L[];
}

/** A kind with the cost of its renewal. */
export interface PricedKind extends LeaseKind {
  readonly price: ResolvedPrice;
  readonly amount: Micro;
}

export interface RenewalQuote {
  readonly kinds: readonly PricedKind[];
  readonly numbers: number;
  readonly amount: Micro;
  /** The first and the last end date after the renewal. */
  readonly endsFrom: string;
  readonly endsUntil: string;
}

type Choice = LeaseChoice & { readonly months: number };

/** Returns the price of renewing some of the owner's leases for some months, and the money available for it. */
export async function quoteRenewal(
  db: Db,
  actor: Actor,
  choice: Choice,
): Promise<RenewalQuote & Pick<Balances, 'balance' | 'bonus'>> {
  const payer = await payerOf(db, actor);
  const chosen = await chosenLeases(db.drizzle, actor, { ...choice, isLocked: false });
  const kinds = await pricedKinds(db, payer, chosen, choice.months);
  const { balance, bonus } = await balanceOf(db.drizzle, actor, { userId: actor.userId });
  return { ...summed(kinds, chosen), balance, bonus };
}

/**
 * Renews leases for some months and charges their owner the present price: all of them or none.
 * @throws the errors of `chosenLeases`; BUYER_NOT_ALLOWED, UPLINE_DISABLED, COUNTRY_BLOCKED, PRICE_NOT_FOUND,
 * PRICE_CHANGED, SPEND_LIMIT, BALANCE_NOT_ENOUGH; the caller rolls back
 */
export async function renewLeases(
  tx: Tx,
  actor: Actor,
  { expectedAmount, ...choice }: Choice & { readonly expectedAmount: Micro },
): Promise<RenewalQuote & { readonly renewalNos: readonly string[]; readonly balance: Micro }> {
  const payer = await payerOf(tx, actor);
  const chosen = await chosenLeases(tx, actor, { ...choice, isLocked: true });
  const kinds = await pricedKinds(tx, payer, chosen, choice.months);
  for (const { countryCode } of kinds) await assertCountryServed(tx, actor, countryCode);
  const quote = summed(kinds, chosen);
  if (quote.amount !== expectedAmount) throw pricingErrors.PRICE_CHANGED({}, { amount: formatMoney(quote.amount) });
  await assertWithinLimits(tx, actor, payer, quote.amount);
  const renewalNos: string[] = [];
  for (const kind of kinds) renewalNos.push(await payKind(tx, actor, payer, kind, { months: choice.months }));
  const { balance } = await balanceOf(tx, actor, { userId: actor.userId });
  return { ...quote, renewalNos, balance };
}

async function payerOf(run: Db | Tx, actor: Actor): Promise<Payer> {
  const payer = await loadPayer(run, actor);
  if (payer instanceof AppError) throw payer;
  return payer;
}

/** Groups leases by business and country, always in the same order. */
export function kindsOf<L extends LeaseRow>(leases: readonly L[]): LeaseKind<L>[] {
  const byKind = Map.groupBy(leases, ({ businessType, countryCode }) => `${businessType} ${countryCode}`);
  return [...byKind.entries()]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, of]) => {
      const [first] = of;
      return first ? [{ businessType: first.businessType, countryCode: first.countryCode, leases: of }] : [];
    });
}

/** Returns the monthly price per number of a kind when this many are renewed together; null without a price. */
export async function priceOfKind(
  run: Db | Tx,
  payer: Payer,
  kind: Omit<LeaseKind, 'leases'>,
  quantity: number,
): Promise<ResolvedPrice | null> {
  const key = { businessType: kind.businessType, serviceType: serviceType.is.lease, countryCode: kind.countryCode };
  const [price] = await resolvePrices(run, priceReader(payer, payer), [{ key, quantity }]);
  return price ?? null;
}

async function pricedKinds(
  run: Db | Tx,
  payer: Payer,
  leases: readonly ChosenLease[],
  months: number,
): Promise<PricedKind[]> {
  const kinds: PricedKind[] = [];
  for (const kind of kindsOf(leases)) {
    const price = await priceOfKind(run, payer, kind, kind.leases.length);
    if (price === null) throw pricingErrors.PRICE_NOT_FOUND();
    kinds.push({ ...kind, price, amount: times(price.unitPrice, kind.leases.length * months) });
  }
  return kinds;
}

function summed(kinds: readonly PricedKind[], chosen: readonly ChosenLease[]): RenewalQuote {
  const ends = chosen.map(({ nextEnd }) => nextEnd).sort();
  return {
    kinds,
    numbers: chosen.length,
    amount: micros(kinds.reduce((sum, { amount }) => sum + amount, 0n)),
    endsFrom: ends[0] ?? '',
    endsUntil: ends.at(-1) ?? '',
  };
}

interface PaidTerm {
  readonly months: number;
  readonly isAuto?: boolean;
  /** For past renewals: their time and the number under which users know them. */
  readonly past?: { readonly at: Date; readonly renewalNo: string };
}

/**
 * Charges the months of a kind, then extends its leases. The charge is the first write, so that a refusal leaves the
 * transaction usable.
 * @returns the number of the renewal
 */
export async function payKind(
  tx: Tx,
  actor: Actor,
  payer: Payer,
  { leases, price, amount, businessType, countryCode }: PricedKind,
  { months, isAuto = false, past }: PaidTerm,
): Promise<string> {
  const { rows } = await tx.execute<{ id: string }>(sql`select nextval('agt_lease_renewal_id_seq')::text as id`);
  const id = BigInt(rows[0]?.id ?? 0);
  const at = past?.at;
  const renewalNo = past?.renewalNo ?? businessNo('LR');
  const paid =
    amount === 0n
      ? null
      : await charge(tx, actor, {
          event: 'LEASE',
          userId: payer.userId,
          amount,
          to: revenueOf(businessType),
          idemKey: `ls:${renewalNo}`,
          bizType: 'lease',
          bizId: id,
          bizNo: renewalNo,
          at,
        });
  const [renewal] = await tx
    .insert(leaseRenewals)
    .overridingSystemValue()
    .values({
      id,
      tenantId: payer.tenantId,
      ownerId: payer.userId,
      ownerPath: payer.ownerPath,
      ownerName: payer.realName,
      renewalNo,
      businessType,
      countryCode,
      numbers: leases.length,
      months,
      unitPrice: price.unitPrice,
      amount,
      currency: price.currency,
      isAuto: isAuto ? 1 : 0,
      journalId: paid?.journalId ?? null,
      createUser: actor.userId || null,
      createUserName: actor.realName || null,
      ...(at ? { createTime: at } : {}),
    })
    .returning();
  invariant(renewal, 'lease-renewal', renewalNo);
  await renewMonths(tx, actor, {
    leaseIds: leases.map((lease) => lease.id),
    months,
    unitPrice: price.unitPrice,
    renewalId: id,
    renewalNo,
    isAuto,
    at,
  });
  if (paid)
    await earnRebates(tx, [
      {
        tenantId: payer.tenantId,
        agentId: payer.agentId,
        userId: payer.userId,
        userName: payer.realName,
        businessType,
        serviceType: serviceType.is.lease,
        countryCode,
        source: 'lease',
        sourceId: id,
        sourceNo: renewalNo,
        journalId: paid.journalId,
        amount,
        at,
        warrantyUntil: null,
      },
    ]);
  if ((price.source === 'level' || price.source === 'all') && !price.used) await markUsed(tx, price.priceId);
  return renewalNo;
}
