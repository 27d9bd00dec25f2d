import { useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useLayoutEffect, useState } from 'react';
import { scrollerOf } from './scroller.ts';

/** From this many rows on, only visible rows are drawn. */
const VIRTUAL_FROM = 60;
/** Rows drawn above and below the visible ones. */
const OVERSCAN = 8;
/** Height of a row in pixels, until one is drawn and measured. */
const GUESS = 40;

interface VirtualRows {
  readonly isVirtual: boolean;
  /** The rows to draw: from this place on, up to but without that one. */
  readonly from: number;
  readonly to: number;
  /** Room of the rows above and below that are not drawn, in pixels. */
  readonly before: number;
  readonly after: number;
  /** Scrolls a row into sight by its place. */
  readonly scrollTo: (index: number) => void;
}

/**
 * Which rows of a long table are in sight of the page that scrolls. All rows are equally high.
 * @param isWhole all of them, as on paper
 */
export function useVirtualRows(
  table: RefObject<HTMLTableElement | null>,
  count: number,
  isWhole: boolean,
): VirtualRows {
  const isVirtual = count >= VIRTUAL_FROM && !isWhole;
  const [place, setPlace] = useState({ margin: 0, head: 0, size: GUESS });
  useLayoutEffect(() => {
    const element = table.current;
    const scroller = isVirtual && element ? scrollerOf(element) : null;
    if (!element || !scroller) return;
    const measure = () => {
      const body = element.tBodies[0]?.getBoundingClientRect().top ?? 0;
      const head = element.tHead?.offsetHeight ?? 0;
      const row = element.querySelector<HTMLElement>('[data-row-key]')?.offsetHeight;
      // The page is hidden or not drawn yet.
      if (!row) return;
      const margin = Math.round(body - scroller.getBoundingClientRect().top + scroller.scrollTop);
      setPlace((before) =>
        before.margin === margin && before.head === head && before.size === row ? before : { margin, head, size: row },
      );
    };
    measure();
    // The content above the table grows and shrinks.
    const observer = new ResizeObserver(measure);
    for (const part of element.closest('.kit-page')?.children ?? []) observer.observe(part);
    return () => observer.disconnect();
  }, [table, isVirtual]);
  const virtualizer = useVirtualizer({
    count,
    enabled: isVirtual,
    getScrollElement: () => (table.current ? scrollerOf(table.current) : null),
    estimateSize: () => place.size,
    scrollMargin: place.margin,
    // The table head covers the top of the scrolled area.
    scrollPaddingStart: place.head,
    overscan: OVERSCAN,
    // The library scrolls to its initial offset: use the page's current one (see `restoreScroll`).
    initialOffset: () => (table.current ? scrollerOf(table.current).scrollTop : 0),
    initialRect: { width: 0, height: window.innerHeight },
    useFlushSync: false,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: sizes measured before the change are no longer right
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, place.size]);
  const scrollTo = useCallback((index: number) => virtualizer.scrollToIndex(index), [virtualizer]);
  if (!isVirtual) return { isVirtual, from: 0, to: count, before: 0, after: 0, scrollTo };
  const items = virtualizer.getVirtualItems();
  const [top, bottom] = [items[0], items.at(-1)];
  if (!top || !bottom) return { isVirtual, from: 0, to: VIRTUAL_FROM, before: 0, after: 0, scrollTo };
  return {
    isVirtual,
    from: top.index,
    to: bottom.index + 1,
    before: top.start - place.margin,
    after: virtualizer.getTotalSize() - (bottom.end - place.margin),
    scrollTo,
  };
}
