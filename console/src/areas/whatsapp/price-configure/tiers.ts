import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import { isMoney, parseMoney } from '@trade-assistant/contract/kit/money.ts';

/** From `fromQty` on, a unit costs `price`. */
export interface Tier {
  readonly fromQty: number;
  readonly price: string;
}

/** Returns the tiers of a form value: a list, or none. */
export const tiersIn = (value: unknown): readonly Tier[] => (Array.isArray(value) ? (value as Tier[]) : []);

/** Returns the proposed next tier: ten times the last quantity, at its price. */
export function nextTier(tiers: readonly Tier[]): Tier {
  const last = tiers.at(-1);
  return last ? { fromQty: Math.max(1, last.fromQty) * 10, price: last.price } : { fromQty: 1, price: '' };
}

/** Why tiers cannot be saved: a missing part, quantities that do not rise, or prices that do. */
export function problemOfTiers(tiers: readonly Tier[]): Text | undefined {
  for (const [index, tier] of tiers.entries()) {
    if (!Number.isInteger(tier.fromQty) || tier.fromQty < 1 || !isMoney(tier.price)) return words.incomplete;
    const before = tiers[index - 1];
    if (!before) continue;
    if (tier.fromQty <= before.fromQty) return words.quantities;
    if (parseMoney(tier.price) > parseMoney(before.price)) return words.prices;
  }
  return undefined;
}

const words = {
  incomplete: { zh: '请填写每一档的数量和单价', en: 'Every tier needs a quantity and a price' },
  quantities: { zh: '数量必须逐档递增', en: 'Quantities must increase from tier to tier' },
  prices: { zh: '单价不能逐档升高', en: 'Prices must not increase from tier to tier' },
} as const;
