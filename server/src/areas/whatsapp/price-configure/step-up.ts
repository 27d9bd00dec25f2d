import type { Micro } from '@trade-assistant/contract/kit/money.ts';
import { parseMoney } from '@trade-assistant/contract/kit/money.ts';
import type { PriceValues } from '../../../engines/money/pricing/index.ts';
import type { Context } from '../../../kernel/http/context.ts';
import { assertSecondFactor } from '../../../kernel/http/step-up.ts';

/** A price before and after a change; null: none. */
interface PriceChange {
  readonly before: Micro | null;
  readonly after: Micro | null;
}

/** Asks for the second factor if a price changes by more than the operator's percentage. @throws those of `assertSecondFactor` */
export function assertMayChange(c: Context, changes: readonly PriceChange[]): void {
  const percent = BigInt(c.app.parameters.get(c.actor.tenantId, 'price.stepUpPercent'));
  if (changes.some((change) => isBeyond(change, percent))) assertSecondFactor(c.app, c.request, true);
}

function isBeyond({ before, after }: PriceChange, percent: bigint): boolean {
  if (before === after) return false;
  if (before === null || after === null) return true;
  const difference = after > before ? after - before : before - after;
  return difference * 100n > before * percent;
}

type Prices = Pick<PriceValues, 'salePrice' | 'costPrice' | 'minPrice' | 'tierJson'>;

/** Returns the prices of a row before and after a change: of a unit, of the largest quantity, the floor and the cost. */
export const changesOf = (before: Prices, changed: Partial<Prices>): PriceChange[] => {
  const after = { ...before, ...changed };
  const lowest = ({ salePrice, tierJson }: Prices): Micro => {
    const last = tierJson.at(-1);
    return last ? parseMoney(last.price) : salePrice;
  };
  return [
    { before: before.salePrice, after: after.salePrice },
    { before: lowest(before), after: lowest(after) },
    { before: before.minPrice, after: after.minPrice },
    { before: before.costPrice, after: after.costPrice },
  ];
};
