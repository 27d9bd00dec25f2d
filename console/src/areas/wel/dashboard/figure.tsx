import { shortMoney } from '../../../kit/fields/money.ts';
import { MoneyValue } from '../../../kit/fields/money-value.tsx';
import { countText } from '../../../kit/parts/figures.tsx';
import type { Metric } from './figure-filter.ts';

const isMoney = (metric: Metric): boolean => metric === 'amount' || metric === 'recharge' || metric === 'rebate';

/** A figure of a sale as it travels, to be read. */
export const figureText = (metric: Metric, wire: string): string =>
  isMoney(metric) ? shortMoney(wire) : countText(Number(wire));

export const Figure = ({ metric, wire }: { metric: Metric; wire: string }) =>
  isMoney(metric) ? <MoneyValue wire={wire} /> : countText(Number(wire));

/**
 * Returns the change in per cent, null when it is new: there was nothing before, or so little that a per cent says nothing. Undefined without
 * any figure.
 */
export function changeText(now: string, before: string): string | null | undefined {
  const [a, b] = [Number(now), Number(before)];
  if (a === 0 && b === 0) return undefined;
  const percent = ((a - b) / b) * 100;
  return percent <= RATE_MAX ? `${percent > 0 ? '+' : ''}${percent.toFixed(1)} %` : null;
}
const RATE_MAX = 999;
