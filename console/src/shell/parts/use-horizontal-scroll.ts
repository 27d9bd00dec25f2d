import { type RefObject, useEffect } from 'react';

/** The height of a line in pixels, for wheels that count in lines. */
const LINE_PIXELS = 24;
/** Screens with fractions of pixels never get to the very end. */
const NEARLY = 1;

/** Returns the sides on which a strip overflows: `before`, `after`, both, or '' when all of it is visible. */
export function overflowSides(strip: Pick<Element, 'scrollLeft' | 'scrollWidth' | 'clientWidth'>): string {
  const room = strip.scrollWidth - strip.clientWidth;
  const [isBefore, isAfter] = [strip.scrollLeft > NEARLY, strip.scrollLeft < room - NEARLY];
  return [isBefore ? 'before' : '', isAfter ? 'after' : ''].filter(Boolean).join(' ');
}

/**
 * Returns the pixels a turn of the wheel scrolls sideways: 0 when it has another purpose or scrolls sideways itself.
 */
export function horizontalDelta(
  turn: Pick<WheelEvent, 'deltaX' | 'deltaY' | 'deltaMode' | 'ctrlKey' | 'shiftKey'>,
): number {
  if (turn.deltaX !== 0 || turn.ctrlKey || turn.shiftKey) return 0;
  return turn.deltaMode === 0 ? turn.deltaY : turn.deltaY * LINE_PIXELS;
}

/**
 * Lets the wheel of a plain mouse scroll a strip sideways, and sets `data-more` to the overflowing sides, for the style
 * sheet. Runs again for other `content`. Only an overflowing strip listens to the wheel: the browser waits for a
 * listener that may stop the scrolling.
 */
export function useHorizontalScroll(strip: RefObject<HTMLElement | null>, content: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: other content has another width
  useEffect(() => {
    const element = strip.current;
    if (!element) return;
    const turn = (event: WheelEvent) => {
      const by = horizontalDelta(event);
      if (by === 0) return;
      event.preventDefault();
      element.scrollLeft += by;
    };
    let isListening = false;
    const look = () => {
      const place = overflowSides(element);
      if (element.dataset['more'] !== place) element.dataset['more'] = place;
      if ((place !== '') === isListening) return;
      isListening = place !== '';
      if (isListening) element.addEventListener('wheel', turn, { passive: false });
      else element.removeEventListener('wheel', turn);
    };
    // The observer also reports the initial size.
    const observer = new ResizeObserver(look);
    observer.observe(element);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', look);
      element.removeEventListener('wheel', turn);
    };
  }, [strip, content]);
}
