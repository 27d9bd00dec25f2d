import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import type { Say } from '../../i18n.ts';
import { CELL_PADDING, textWidth } from '../table/text-width.ts';
import type { Density } from '../table/view-tools.tsx';
import type { Action } from './use-actions.tsx';

/** So many actions stand beside each other; further ones move into a menu. */
export const SIDE_BY_SIDE = 3;
export const MORE: Text = { zh: '更多', en: 'More' };

// As in `kit.css`.
const BUTTON_PADDING = 2 * 7;
const GAP = 4;
const BEFORE_THE_FIRST = -7;
const CARET = GAP + 8;
/** What a button has at least where it is touched. */
const FINGER = 44;
/** The column's own title. */
const LEAST = 80;

type Offered = Pick<Action, 'label' | 'isOffered'>;

/** The width in pixels that the column of row menus needs, for the widest row there can be. */
export function rowMenuWidth(actions: readonly Offered[], density: Density, t: Say): number {
  const widths = actions.map(({ label }) => widthOf(t(label)));
  const rows = [rowOfAll(actions, widths), ...rowsWithMenu(actions, widths, widthOf(t(MORE)) + CARET)];
  const buttons = Math.max(...rows.map((row) => row.reduce((sum, width) => sum + width + GAP, -GAP)));
  return Math.max(LEAST, CELL_PADDING[density] + BEFORE_THE_FIRST + buttons);
}

/** The widest row without a menu: what every row offers and the widest others. None where every row has too many. */
function rowOfAll(actions: readonly Offered[], widths: readonly number[]): readonly number[] {
  const always = widths.filter((_width, index) => !actions[index]?.isOffered);
  const others = widths.filter((_width, index) => actions[index]?.isOffered).toSorted((a, b) => b - a);
  return always.length > SIDE_BY_SIDE ? [] : [...always, ...others].slice(0, SIDE_BY_SIDE);
}

/** The rows with a menu: each pair that can be a row's first two actions with two or more behind them. */
function rowsWithMenu(actions: readonly Offered[], widths: readonly number[], more: number): (readonly number[])[] {
  const pairs: (readonly number[])[] = [];
  for (let second = 1; second < actions.length - 2; second += 1) {
    const before = actions.slice(0, second);
    for (let first = 0; first < second; first += 1) {
      if (before.every(({ isOffered }, index) => index === first || isOffered))
        pairs.push([widths[first] ?? 0, widths[second] ?? 0, more]);
    }
  }
  return pairs;
}

const widthOf = (label: string): number => Math.max(FINGER, BUTTON_PADDING + textWidth(label));
