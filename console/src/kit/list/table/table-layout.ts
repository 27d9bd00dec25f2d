import { type RefObject, useLayoutEffect, useState } from 'react';
import { scrollerOf } from './scroller.ts';

/**
 * Whether a table is wider than its page. Only then do cells stick to the sides: the browser keeps a layer for each that does, and
 * pays for it in every frame.
 */
export function useIsWide(table: RefObject<HTMLTableElement | null>): boolean {
  const [isWide, setWide] = useState(false);
  useLayoutEffect(() => {
    const element = table.current;
    if (!element) return;
    const scroller = scrollerOf(element);
    const measure = () => {
      if (scroller.clientWidth > 0) setWide(scroller.scrollWidth > scroller.clientWidth);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    observer.observe(scroller);
    return () => observer.disconnect();
  }, [table]);
  return isWide;
}

/**
 * Keeps the column widths of a table that draws only visible rows, so that columns do not move while scrolling. Other
 * columns or another window width start a new layout.
 */
export function useSteadyWidths(table: RefObject<HTMLTableElement | null>, isVirtual: boolean, columns: unknown): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: other columns have other widths
  useLayoutEffect(() => {
    const element = table.current;
    if (!isVirtual || !element) return;
    const scroller = scrollerOf(element);
    let width = scroller.clientWidth;
    const forget = () => {
      for (const head of headings(element)) head.style.minWidth = '';
    };
    const observer = new ResizeObserver(() => {
      if (scroller.clientWidth !== width) forget();
      width = scroller.clientWidth;
    });
    observer.observe(scroller);
    return () => {
      observer.disconnect();
      forget();
    };
  }, [table, isVirtual, columns]);
  useLayoutEffect(() => {
    if (!isVirtual || !table.current) return;
    const widths = headings(table.current).map((head) => head.getBoundingClientRect().width);
    for (const [index, head] of headings(table.current).entries()) head.style.minWidth = `${widths[index] ?? 0}px`;
  });
}

const headings = (table: HTMLTableElement): HTMLTableCellElement[] => [...(table.tHead?.rows[0]?.cells ?? [])];
