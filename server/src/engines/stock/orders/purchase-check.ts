import type { AppError } from '@trade-assistant/contract/kit/errors.ts';
import { type Micro, micros, ZERO } from '@trade-assistant/contract/kit/money.ts';
import { sql } from 'drizzle-orm';
import type { Tx } from '../../../kernel/db/index.ts';
import { balancesOf, ledgerErrors } from '../../money/ledger/index.ts';
import { pricingErrors, type ResolvedPrice } from '../../money/pricing/index.ts';
import { inventoryErrors, sellableNow } from '../inventory/index.ts';
import { amountOf, countedOf, dailyLimitRefusal, pricesFor, refusalsOf } from './buy.ts';
import { type Checkout, isPackage, type Purchaser, readCheckouts } from './buyer.ts';
import { orderErrors } from './errors.ts';
import { quotaRefusal, spendRefusal } from './limits.ts';

/** A purchase to check; without a quantity the smallest one that the product and the agent's terms allow. */
export interface AskedPurchase {
  readonly productId: bigint;
  readonly quantity?: number | undefined;
}

export interface CheckedPurchase {
  readonly productId: bigint;
  readonly quantity: number | null;
  /** Null without a price. */
  readonly amount: Micro | null;
  /** The money missing in the wallets; zero if there is enough. */
  readonly missing: Micro;
  /** All refusals of this purchase at this moment, the one that `buy` reports first; empty: it can be bought. */
  readonly refusals: readonly AppError[];
}

/**
 * Returns what prevents purchases of one user, by the checks of `buy` without its locks. Writes nothing. Usage statements
 * count as accepted.
 */
export async function checkPurchases(
  run: Tx,
  actor: Purchaser,
  asked: readonly AskedPurchase[],
): Promise<CheckedPurchase[]> {
  const found = await readCheckouts(
    run,
    asked.map(({ productId }) => ({ actor, productId })),
  );
  const opened = found.map(({ checkout }, index) => checkout && opening(actor, checkout, asked[index]?.quantity));
  const prices = await pricesOf(run, opened, asked);
  const wallets = await walletsOf(run, actor);
  const checked: CheckedPurchase[] = [];
  for (const [index, { refusals }] of found.entries()) {
    const productId = asked[index]?.productId ?? 0n;
    const one = opened[index];
    if (!one) checked.push({ productId, quantity: null, amount: null, missing: ZERO, refusals });
    else checked.push(await check(run, one, prices[index] ?? null, wallets, refusals));
  }
  return checked;
}

interface Opening extends Checkout {
  readonly actor: Purchaser;
  readonly purchase: { quantity: number };
}

const opening = (actor: Purchaser, checkout: Checkout, quantity: number | undefined): Opening => ({
  ...checkout,
  actor,
  purchase: { quantity: quantity ?? smallest(checkout, 0) },
});

/** Returns the fewest pieces with at least this many numbers. */
function smallest({ product: { minBuy, stepBuy, specQty } }: Checkout, numbers: number): number {
  return Math.ceil(Math.max(minBuy, Math.ceil(numbers / specQty)) / stepBuy) * stepBuy;
}

/** Returns the prices in the order of the purchases; raises quantities to the agent's agreed minimum where none is asked. */
async function pricesOf(
  run: Tx,
  opened: readonly (Opening | null)[],
  asked: readonly AskedPurchase[],
): Promise<(ResolvedPrice | null)[]> {
  const known = opened.flatMap((one) => one ?? []);
  const free = new Set(opened.filter((_, index) => asked[index]?.quantity === undefined));
  let prices = await pricesFor(run, known);
  let isRaised = false;
  for (const [index, one] of known.entries()) {
    const least = smallest(one, prices[index]?.terms.minQty ?? 0);
    if (!free.has(one) || least === one.purchase.quantity) continue;
    one.purchase.quantity = least;
    isRaised = true;
  }
  if (isRaised) prices = await pricesFor(run, known);
  const byOpening = new Map(known.map((one, index) => [one, prices[index] ?? null]));
  return opened.map((one) => (one ? (byOpening.get(one) ?? null) : null));
}

async function check(
  run: Tx,
  { actor, buyer, product, purchase: { quantity } }: Opening,
  price: ResolvedPrice | null,
  wallets: Micro,
  before: readonly AppError[],
): Promise<CheckedPurchase> {
  const refusals = [...before, ...refusalsOf({ buyer, product }, { quantity, useDeclaration: true })];
  const numbers = quantity * product.specQty;
  const amount = price && amountOf(product, price, quantity);
  if (price === null) refusals.push(pricingErrors.PRICE_NOT_FOUND());
  else {
    const { minQty } = price.terms;
    if (minQty !== null && numbers < minQty)
      refusals.push(orderErrors.BELOW_MIN({ n: Math.ceil(minQty / product.specQty) }));
    const limited = { actor, buyer, product, quantity, price };
    for (const refusal of [
      await dailyLimitRefusal(run, limited),
      await quotaRefusal(run, countedOf(limited)),
      await spendRefusal(run, actor, buyer, amount ?? ZERO),
    ])
      if (refusal) refusals.push(refusal);
  }
  if (!isPackage(product)) {
    const left = await sellableNow(run, actor.tenantId, product, numbers);
    if (left < numbers) refusals.push(inventoryErrors.STOCK_NOT_ENOUGH({ n: left }));
  }
  const missing = amount !== null && amount > wallets ? micros(amount - wallets) : ZERO;
  if (missing > 0n) refusals.push(ledgerErrors.BALANCE_NOT_ENOUGH());
  return { productId: product.id, quantity, amount, missing, refusals };
}

/** Returns the money a purchase can use: bonus and balance. */
async function walletsOf(run: Tx, actor: Purchaser): Promise<Micro> {
  const [wallets] = await balancesOf(run, actor, { userIds: [actor.userId] });
  return wallets ? micros(wallets.balance + wallets.bonus) : ZERO;
}

/** Returns the nearest disabled, pending or deleted agent above a user; null without one. */
export async function disabledAbove(
  run: Pick<Tx, 'execute'>,
  { tenantId, userId, ownerPath }: Purchaser,
): Promise<{ readonly id: bigint; readonly name: string } | null> {
  const { rows } = await run.execute<{ id: string; name: string }>(sql`
    select id::text, real_name as name from sys_user
    where tenant_id = ${tenantId} and id <> ${userId} and (status in (0, 3) or deleted_at is not null)
      and id = any(string_to_array(trim(both '/' from ${ownerPath}), '/')::bigint[])
    order by length(owner_path) desc limit 1`);
  const [row] = rows;
  return row ? { id: BigInt(row.id), name: row.name } : null;
}
