import { type RefObject, useLayoutEffect } from 'react';
import { useEvent } from '../../use-event.ts';
import type { Column } from './columns.tsx';
import { scrollerOf } from './scroller.ts';
import './folded-columns.css';

/** The columns of a list that are never hidden, the one hidden only when all others are, and the callback for hidden ones. */
export interface Folding {
  readonly kept: readonly string[];
  readonly last: string | undefined;
  /** Given their names, separated by spaces. */
  readonly onFold: (names: string) => void;
}

/** How many columns the style sheet can fold. */
const COUNT = 40;

/**
 * Folds columns, least important first, until a table is no wider than its page. The rows are not drawn again: the
 * style sheet hides their cells (`data-folded`), and shows all while they are measured.
 * @param columns as drawn, after `before` others
 * @param rows are measured again when they change
 */
export function useFoldedColumns(
  table: RefObject<HTMLTableElement | null>,
  columns: readonly Column[],
  before: number,
  rows: unknown,
  folding: Folding | undefined,
): void {
  const fold = useEvent(() => {
    const element = table.current;
    if (!element || !folding) return;
    const scroller = scrollerOf(element);
    // A page behind its tab has no width.
    if (scroller.clientWidth === 0) return;
    const { folded, names } = foldedOf(element, scroller, columns, before, folding);
    element.dataset.folded = folded;
    folding.onFold(names);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the measured elements change with them
  useLayoutEffect(fold, [columns, before, rows, folding]);
  useLayoutEffect(() => {
    if (!table.current) return;
    const observer = new ResizeObserver(fold);
    observer.observe(scrollerOf(table.current));
    return () => observer.disconnect();
  }, [table, fold]);
}

function foldedOf(
  table: HTMLTableElement,
  scroller: HTMLElement,
  columns: readonly Column[],
  before: number,
  { kept, last }: Folding,
) {
  table.dataset.folded = '';
  const heads = [...(table.tHead?.rows[0]?.cells ?? [])];
  for (const head of heads) head.style.minWidth = '';
  const padding = Number.parseFloat(getComputedStyle(scroller).paddingInlineEnd) || 0;
  const edge = scroller.getBoundingClientRect().left - scroller.scrollLeft + scroller.clientWidth - padding;
  // A table wider than its page gives each column just the width of its words. Half a pixel is rounding.
  let over = table.getBoundingClientRect().right - edge - 0.5;
  const isKept = (place: number) => place === 0 || place + before >= COUNT || kept.includes(columns[place]?.name ?? '');
  const turn = (place: number) => (columns[place]?.isOptional ? 0 : columns[place]?.name === last ? 2 : 1);
  const places = columns.map((_, place) => place).reverse();
  const folded: number[] = [];
  for (const place of places.toSorted((a, b) => turn(a) - turn(b))) {
    if (over <= 0) break;
    if (isKept(place)) continue;
    over -= heads[place + before]?.getBoundingClientRect().width ?? 0;
    folded.push(place);
  }
  folded.sort((a, b) => a - b);
  return {
    folded: folded.map((place) => place + before + 1).join(' '),
    names: folded.map((place) => columns[place]?.name).join(' '),
  };
}
