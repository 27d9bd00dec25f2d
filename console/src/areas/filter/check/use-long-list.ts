import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

/** Browsers draw nothing below some tens of millions of pixels; from this height on, one pixel of the scroll bar is several of the list. */
const HIGHEST = 15_000_000;
/** Rows drawn above and below the visible ones. */
const OVERSCAN = 10;

interface LongList {
  readonly frame: RefObject<HTMLDivElement | null>;
  readonly onScroll: () => void;
  /** The rows in sight: from this place on, up to but without that one. */
  readonly from: number;
  readonly to: number;
  /** Height of all rows in pixels, as the scroll bar has it. */
  readonly height: number;
  /** Place of a row in that height. */
  readonly topOf: (index: number) => number;
}

/** Returns which of many equally high rows are in sight of a frame that scrolls. */
export function useLongList(count: number, rowHeight: number): LongList {
  const frame = useRef<HTMLDivElement>(null);
  const [sight, setSight] = useState({ top: 0, height: 0 });
  const onScroll = () => {
    const element = frame.current;
    if (element) setSight({ top: element.scrollTop, height: element.clientHeight });
  };
  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setSight({ top: element.scrollTop, height: element.clientHeight }));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const whole = count * rowHeight;
  const height = Math.min(whole, HIGHEST);
  const scale = height < whole ? (whole - sight.height) / (height - sight.height) : 1;
  const offset = sight.top * scale;
  return {
    frame,
    onScroll,
    from: Math.max(0, Math.floor(offset / rowHeight) - OVERSCAN),
    to: Math.min(count, Math.ceil((offset + sight.height) / rowHeight) + OVERSCAN),
    height,
    topOf: (index) => index * rowHeight - offset + sight.top,
  };
}
