import { shortMoney } from '../../../kit/fields/money.ts';
import { MoneyValue } from '../../../kit/fields/money-value.tsx';
import { countText } from '../../../kit/parts/figures.tsx';
import type { FigureFilter } from './figure-filter.ts';

/** A figure of a sale as it travels, to be read. */
export const figureText = (metric: FigureFilter['metric'], wire: string): string =>
  metric === 'amount' ? shortMoney(wire) : countText(Number(wire));

export const Figure = ({ metric, wire }: { metric: FigureFilter['metric']; wire: string }) =>
  metric === 'amount' ? <MoneyValue wire={wire} /> : countText(Number(wire));

/** Returns the change in per cent; undefined without an earlier figure. */
export function changeText(now: string, before: string): string | undefined {
  const [a, b] = [Number(now), Number(before)];
  if (b === 0) return undefined;
  return percentText(((a - b) / b) * 100);
}

/** Returns a change from ten times on as a factor: `×860`, because a per cent of a very small figure is meaningless. */
export function percentText(percent: number): string {
  const factor = 1 + percent / 100;
  if (factor < MOST_IN_PERCENT) return `${percent > 0 ? '+' : ''}${percent.toFixed(1)} %`;
  return factor > MOST_TIMES ? `>×${countText(MOST_TIMES)}` : `×${countText(Math.round(factor))}`;
}
const MOST_IN_PERCENT = 10;
const MOST_TIMES = 9999;
