import { packageService } from '@trade-assistant/contract/areas/agent/dictionaries.ts';
import { serviceType } from '@trade-assistant/contract/dictionaries.ts';
import { isAppError } from '@trade-assistant/contract/kit/errors.ts';
import { formatMoney, type Micro, micros, times, ZERO } from '@trade-assistant/contract/kit/money.ts';
import type { App } from '../../../kernel/app/index.ts';
import { systemActor } from '../../../kernel/auth/actor.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import { balanceOf } from '../../money/ledger/index.ts';
import { noPriceIn, pricingErrors, type ResolvedPrice, resolvePrices } from '../../money/pricing/index.ts';
import { availableUnits } from '../../money/quotas/index.ts';
import { type Payer, priceReader } from '../../stock/orders/index.ts';
import { type CheckProvider, checkProviders } from '../../vendors/providers/index.ts';
import type { CheckChannel, CheckType } from './channels.ts';
import { checkErrors } from './errors.ts';
import type { Paid } from './passed-lines.ts';

/** A check as a customer chooses it. */
export interface CheckChoice {
  readonly countryCode: string;
  readonly filterType: number;
  readonly activePeriod: number;
  readonly checkMode: number;
}

/** Fewest numbers of a task. */
export const CHECK_MINIMUM = 1;

/** Returns the kind of a check. @throws FILTER_TYPE_NOT_ALLOWED, PERIOD_REQUIRED */
export function checkType(
  channel: CheckChannel,
  { filterType, activePeriod }: Omit<CheckChoice, 'countryCode' | 'checkMode'>,
): CheckType {
  const found = channel.types.get(filterType);
  if (!found) throw checkErrors.FILTER_TYPE_NOT_ALLOWED();
  if (found.hasPeriod && activePeriod === 0)
    throw checkErrors.PERIOD_REQUIRED({}, atField('activePeriod', checkErrors.declarations.PERIOD_REQUIRED));
  return found;
}

const atField = (field: string, { zh, en }: { zh: string; en: string }) => ({
  fields: [{ field, message: { zh, en } }],
});

/** Returns the price of a check, or of a result of the last days, for its payer and quantity. @throws PRICE_NOT_FOUND */
export async function priceOf(
  run: App['db'] | Tx,
  channel: CheckChannel,
  payer: Payer,
  choice: Omit<CheckChoice, 'checkMode'>,
  quantity: number,
  service: number = serviceType.is.check,
): Promise<ResolvedPrice> {
  const { hasPeriod } = checkType(channel, choice);
  const [found] = await resolvePrices(run, priceReader(payer, payer), [
    {
      key: {
        businessType: channel.businessType,
        serviceType: service,
        filterType: choice.filterType,
        activePeriod: hasPeriod ? choice.activePeriod : null,
        countryCode: choice.countryCode,
      },
      quantity,
    },
  ]);
  if (!found) throw noPriceIn([choice.countryCode], 'countryCode');
  return found;
}

/** Returns the price of a result of the last days. @throws PRICE_NOT_FOUND */
export const cachedPriceOf = async (...asked: Parameters<typeof priceOf>): Promise<Micro> => {
  const [run, channel, payer, choice, quantity] = asked;
  return (await priceOf(run, channel, payer, choice, quantity, serviceType.is.cachedCheck)).unitPrice;
};

/** Returns the provider that a check would use now. @throws CAPABILITY_MISSING */
export async function providerFor(
  app: App,
  run: Pick<Tx, 'select'>,
  tenantId: string,
  type: CheckType,
  countryCode: string,
): Promise<CheckProvider> {
  const [found] = await checkProviders(app, run, { tenantId, capability: type.capability, countryCode });
  if (!found) throw checkErrors.CAPABILITY_MISSING();
  return found;
}

/** The price of a check, the balance of its payer, and its duration. */
export interface CheckQuote {
  readonly price: ResolvedPrice;
  /** Numbers it is for: of an upgrade, those that it would check. */
  readonly quantity: number;
  /** Of a number: the greatest difference for an upgrade. */
  readonly unitPrice: Micro;
  /** Of a result of the last days; null where it is not sold. */
  readonly cachedUnitPrice: Micro | null;
  /** Numbers paid by packages. */
  readonly packageUnits: number;
  /** Money for the others, at most. */
  readonly total: Micro;
  readonly balance: Micro;
  readonly isEnough: boolean;
  readonly seconds: number;
  readonly evidence: number | null;
}

/** @throws PRICE_NOT_FOUND, FILTER_TYPE_NOT_ALLOWED, PERIOD_REQUIRED */
export async function quoteCheck(
  app: App,
  channel: CheckChannel,
  payer: Payer,
  choice: CheckChoice,
  wanted: number,
  /** Of an upgrade: its lines by their earlier prices. */
  paid: readonly Paid[] | null = null,
): Promise<CheckQuote> {
  const type = checkType(channel, choice);
  const quantity = paid === null ? wanted : paid.reduce((sum, { lines }) => sum + lines, 0);
  const price = await priceOf(app.db, channel, payer, choice, Math.max(1, quantity));
  const provider = await orNull(providerFor(app, app.db.drizzle, payer.tenantId, type, choice.countryCode));
  const cachedUnitPrice = await orNull(cachedPriceOf(app.db, channel, payer, choice, quantity));
  const available = await availableUnits(app.db.drizzle, systemActor(payer.tenantId), {
    userId: payer.userId,
    kind: {
      businessType: channel.businessType,
      packageService: packageService.is.check,
      filterType: choice.filterType,
      activePeriod: type.hasPeriod ? choice.activePeriod : null,
      countryCode: choice.countryCode,
    },
  });
  const packageUnits = paid === null ? Math.min(quantity, available) : 0;
  const { balance, bonus } = await balanceOf(app.db.drizzle, systemActor(payer.tenantId), { userId: payer.userId });
  const differences = paid?.map((one) => ({ ...one, each: differenceOf(price, one.paid) }));
  const total = differences
    ? micros(differences.reduce((sum, { each, lines }) => sum + times(each, lines), 0n))
    : times(price.unitPrice, quantity - packageUnits);
  const unitPrice = differences ? (differences[0]?.each ?? ZERO) : price.unitPrice;
  const spendable = micros(balance + bonus);
  return {
    price,
    quantity,
    unitPrice,
    cachedUnitPrice,
    packageUnits,
    total,
    balance: spendable,
    isEnough: spendable >= total,
    seconds: provider ? Math.ceil(quantity / provider.ratePerSecond) : 0,
    evidence: provider?.evidence ?? null,
  };
}

/** Returns the price of a deeper check: the difference to the price that was paid. */
export const differenceOf = ({ unitPrice }: ResolvedPrice, paid: Micro): Micro =>
  micros(unitPrice > paid ? unitPrice - paid : 0n);

const orNull = <T>(asked: Promise<T>): Promise<T | null> =>
  asked.catch((error: unknown) => {
    if (isAppError(error)) return null;
    throw error;
  });

/** Refuses a price above the one that the customer saw. @throws PRICE_CHANGED */
export function assertExpected(price: ResolvedPrice, expected: Micro | null): void {
  if (expected !== null && price.unitPrice > expected)
    throw pricingErrors.PRICE_CHANGED({}, { unitPrice: formatMoney(price.unitPrice) });
}
