import { type RefObject, useLayoutEffect, useState } from 'react';
import { usePreference } from '../../preferences.ts';
import { type Density, isDensity } from './density.ts';
import { scrollerOf } from './scroller.ts';

/** Fewer are not worth a page: it scrolls instead. */
const LEAST = 10;
const MOST = 50;

/**
 * How many rows the window has room for, so that the page need not be scrolled and no row is cut; undefined until the list
 * has been laid out. Follows the size of the window.
 * @param frame the box around table and pager
 * @param isHidden whether the box is in the document without being laid out
 */
export function useFittingRows(frame: RefObject<HTMLElement | null>, isHidden = false): number | undefined {
  const [density] = usePreference<Density>('list:density', 'medium', isDensity);
  const [count, setCount] = useState<number>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the density changes the height of rows, and a hidden box has none
  useLayoutEffect(() => {
    const measure = () => {
      if (frame.current) setCount((before) => fitting(frame.current as HTMLElement) ?? before ?? LEAST);
    };
    measure();
    window.addEventListener('resize', measure);
    return () => window.removeEventListener('resize', measure);
  }, [frame, density, isHidden]);
  return count;
}

function fitting(frame: HTMLElement): number | undefined {
  const scroller = scrollerOf(frame);
  const { paddingBottom } = getComputedStyle(scroller);
  const height = Number.parseFloat(getComputedStyle(frame).getPropertyValue('--kit-row-height'));
  const head = frame.querySelector('thead')?.offsetHeight;
  const pager = frame.querySelector<HTMLElement>('.kit-pager')?.offsetHeight ?? 0;
  // Behind another page, or cards instead of a table.
  if (!head || !height || scroller.clientHeight === 0) return undefined;
  const top = frame.getBoundingClientRect().top - scroller.getBoundingClientRect().top + scroller.scrollTop;
  const room = scroller.clientHeight - top - head - pager - Number.parseFloat(paddingBottom);
  return Math.max(LEAST, Math.min(MOST, Math.floor(room / height)));
}
