import { formatMoney, micros, parseMoney } from '@trade-assistant/contract/kit/money.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import type { TermsItem } from './configure.ts';
import { AGENT_PRICE_KIND, ANY_COUNTRY, loadPrices, type PriceIndex, promisedAt } from './price-index.ts';
import type { PriceKey } from './resolved-price.ts';
import type { AgentTemplate } from './templates.ts';

const LEVELS = [1, 2, 3, 4];

/** Unit price of a template for an agent of a level, for a range of quantities. */
export interface TemplatePrice {
  readonly business: number;
  readonly service: number;
  /** -1 for none, so that equal keys compare equal. */
  readonly filter: number;
  readonly period: number;
  /** `*`: all countries without their own price in the template. */
  readonly country: string;
  readonly level: number;
  readonly fromQty: number;
  readonly untilQty: number | null;
  readonly unit: bigint;
  /** Below the cost or floor of the price book, so that it could not be agreed. */
  readonly isLow: boolean;
}

/**
 * Returns the prices agents would pay under a template, with the rules of the resolver: terms of the country before
 * terms of all countries, discounts on the present price list. Items without terms are omitted.
 */
export async function templatePrices(tx: Tx, tenantId: string, template: AgentTemplate): Promise<TemplatePrice[]> {
  const items = (template.items as readonly TermsItem[]).filter(
    ({ kind, price, discount }) => kind === AGENT_PRICE_KIND.own && (isGiven(price) || isGiven(discount)),
  );
  if (items.length === 0) return [];
  const levels = template.agentLevel === null ? LEVELS : [template.agentLevel];
  const index = await loadPrices(tx, {
    tenantId,
    businesses: [...new Set(items.map(({ businessType }) => businessType))],
    countries: null,
    levels: [0, ...levels],
    agents: [],
  });
  const countries = new Set([ANY_COUNTRY, ...[...items, ...index.keys].map(({ countryCode }) => countryCode)]);
  const kinds = Map.groupBy(items, keyText);
  return [...kinds.values()].flatMap((about) =>
    [...countries].flatMap((countryCode) => {
      const item = [countryCode, ANY_COUNTRY]
        .map((country) => about.find((one) => one.countryCode === country))
        .find((one) => one !== undefined);
      return item ? levels.flatMap((level) => pricesOf(index, { ...item, countryCode }, level)) : [];
    }),
  );
}

function pricesOf(index: PriceIndex, item: TermsItem, level: number): TemplatePrice[] {
  const listed = index.listed(item, level);
  const promise = {
    price: isGiven(item.price) ? parseMoney(textOf(item.price)) : null,
    discount: isGiven(item.discount) ? String(item.discount) : null,
  };
  const steps = [...new Set([1, ...(listed?.tiers.map(({ fromQty }) => fromQty) ?? [])])].sort((a, b) => a - b);
  return steps.flatMap((fromQty, at) => {
    const unit = promisedAt(promise, listed, fromQty);
    if (unit === null) return [];
    const least = listed ? [listed.cost_price, listed.min_price ?? 0n] : [];
    return {
      business: item.businessType,
      service: item.serviceType,
      filter: item.filterType ?? -1,
      period: item.activePeriod ?? -1,
      country: item.countryCode,
      level,
      fromQty,
      untilQty: steps[at + 1] ?? null,
      unit,
      isLow: least.some((floor) => unit < floor),
    };
  });
}

const isGiven = (value: unknown): boolean => value !== null && value !== undefined && value !== '';
/** Stored items contain amounts as text. */
const textOf = (price: unknown): string => (typeof price === 'bigint' ? formatMoney(micros(price)) : String(price));
const keyText = ({ businessType, serviceType, filterType, activePeriod }: PriceKey): string =>
  [businessType, serviceType, filterType ?? '', activePeriod ?? ''].join(' ');
