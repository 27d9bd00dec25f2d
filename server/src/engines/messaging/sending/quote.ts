import { isAppError } from '@trade-assistant/contract/kit/errors.ts';
import { formatMoney, type Micro, micros, parseMoney, times, ZERO } from '@trade-assistant/contract/kit/money.ts';
import { sql } from 'drizzle-orm';
import type { App } from '../../../kernel/app/index.ts';
import { systemActor } from '../../../kernel/auth/actor.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import { invariant } from '../../../kernel/invariant.ts';
import { balanceOf } from '../../money/ledger/index.ts';
import { noPriceIn, pricingErrors, type ResolvedPrice, resolvePrice } from '../../money/pricing/index.ts';
import { assertWithinLimits, assertWithinQuota, type Payer, payerOf, priceReader } from '../../stock/orders/index.ts';
import { lanesOf, priceLanes, type WorkLane, type WorkTask } from '../work/index.ts';
import { detailsOf, isSms, priceKindOf } from './channels.ts';

/** Returns the price of a message of an order to a country: that of its category, else the one of all categories. @throws PRICE_NOT_FOUND */
export async function messagePrice(
  run: App['db'] | Tx,
  payer: Payer,
  task: Pick<WorkTask, 'businessType' | 'filterType'>,
  countryCode: string,
  quantity: number,
): Promise<ResolvedPrice> {
  const kind = priceKindOf(task);
  const key = { businessType: task.businessType ?? 0, serviceType: kind.serviceType, activePeriod: null, countryCode };
  const resolve = (filterType: number | null) =>
    resolvePrice(run, priceReader(payer, payer), { ...key, filterType }, quantity);
  if (kind.filterType === null) return resolve(null);
  try {
    return await resolve(kind.filterType);
  } catch (error) {
    if (!isAppError(error) || error.code !== 'PRICE_NOT_FOUND') throw error;
    return resolve(null);
  }
}

/**
 * Prices the lanes of an order that have no charge yet.
 * @throws PRICE_NOT_FOUND with all countries that have none, PRICE_CHANGED for a sum above the one that the owner accepted, limits of the owner
 */
export async function quoteOrder(app: App, tx: Tx, task: WorkTask): Promise<void> {
  const lanes = (await lanesOf(tx, task)).filter(({ chargeId }) => chargeId === null);
  if (detailsOf(task).seedOf !== undefined)
    return priceLanes(tx, task, (lane) => lane.unitPrice ?? ZERO, { unitPrice: ZERO });
  const payer = await payerOf(tx, task);
  const units = lanes.reduce((sum, lane) => sum + lane.units, 0);
  const prices = new Map<string, ResolvedPrice>();
  const unpriced: string[] = [];
  for (const countryCode of new Set(lanes.map((lane) => lane.countryCode))) {
    const price = await messagePrice(app.db, payer, task, countryCode, units).catch(withoutPrice);
    if (price) prices.set(countryCode, price);
    else unpriced.push(countryCode);
  }
  if (unpriced.length > 0) throw noPriceIn(unpriced.toSorted());
  let total = 0n;
  for (const lane of lanes) {
    const price = prices.get(lane.countryCode);
    invariant(price, 'order-price', lane.countryCode);
    total += times(price.unitPrice, lane.units);
    await assertWithinQuota(tx, {
      tenantId: task.tenantId,
      agentId: payer.agentId,
      businessType: task.businessType ?? 0,
      serviceType: priceKindOf(task).serviceType,
      countryCode: lane.countryCode,
      units: lane.units,
      limits: price.terms.limits,
    });
  }
  const { expectedTotal } = detailsOf(task);
  if (expectedTotal !== undefined && total > parseMoney(expectedTotal))
    throw pricingErrors.PRICE_CHANGED({}, { total: formatMoney(micros(total)) });
  await assertWithinLimits(tx, payer, payer, micros(total));
  if (isSms(task)) await chargeOnSubmit(tx, task, prices);
  const first = [...prices.values()][0];
  await priceLanes(tx, task, (lane) => priceOfLane(lane, prices), {
    unitPrice: prices.size === 1 ? (first?.unitPrice ?? null) : null,
    priceId: first?.priceId ?? null,
    priceVersion: first?.priceVersion ?? null,
    currency: first?.currency ?? null,
  });
}

/** Returns null for a country without a price; other errors go on. */
export const withoutPrice = (error: unknown): null => {
  if (isAppError(error, 'PRICE_NOT_FOUND')) return null;
  throw error;
};

/** As `charge_on` of prices. */
const ON_SUBMIT = 1;

/** Notes the lanes whose price is due when the SMSC takes a text, whatever becomes of it. */
const chargeOnSubmit = (tx: Tx, task: WorkTask, prices: ReadonlyMap<string, ResolvedPrice>): Promise<unknown> =>
  tx.execute(sql`
    update work_lane l set is_on_submit = true
    from unnest(${sql.param([...prices.keys()])}::text[], ${sql.param([...prices.values()].map(({ priceId }) => priceId))}::bigint[]) as f (country, price)
      join prc_price p on p.id = f.price and p.charge_on = ${ON_SUBMIT}
    where l.task_id = ${task.id} and l.stage = ${task.stage} and l.charge_id is null and l.country_code = f.country`);

/** Whether a price is due when the SMSC takes a text. */
export async function isDueOnSubmit(run: Pick<Tx, 'execute'>, priceId: bigint): Promise<boolean> {
  const { rows } = await run.execute(sql`select from prc_price where id = ${priceId} and charge_on = ${ON_SUBMIT}`);
  return rows.length > 0;
}

/** A lane that was charged keeps its price. */
const priceOfLane = (lane: WorkLane, prices: ReadonlyMap<string, ResolvedPrice>): Micro =>
  lane.chargeId === null ? (prices.get(lane.countryCode)?.unitPrice ?? ZERO) : (lane.unitPrice ?? ZERO);

/** Returns the money that the owner of an order can spend. */
export async function spendableOf(
  app: App,
  { tenantId, ownerId }: Pick<WorkTask, 'tenantId' | 'ownerId'>,
): Promise<Micro> {
  const { balance, bonus } = await balanceOf(app.db.drizzle, systemActor(tenantId), { userId: ownerId });
  return micros(balance + bonus);
}
