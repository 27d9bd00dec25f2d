/** What a line of text is taken for where a wheel counts in lines, in pixels. */
const LINE_PIXELS = 24;
/** Screens with fractions of pixels never get to the very end. */
const NEARLY = 1;

/** Where more of a strip lies than is seen: `before`, `after`, both, or '' where all of it is seen. */
export function overflowSides(strip: Pick<Element, 'scrollLeft' | 'scrollWidth' | 'clientWidth'>): string {
  const room = strip.scrollWidth - strip.clientWidth;
  const [isBefore, isAfter] = [strip.scrollLeft > NEARLY, strip.scrollLeft < room - NEARLY];
  return [isBefore ? 'before' : '', isAfter ? 'after' : ''].filter(Boolean).join(' ');
}

/** How far a turn of the wheel goes sideways, in pixels: 0 where it is meant for something else, or goes sideways itself. */
export function horizontalDelta(
  turn: Pick<WheelEvent, 'deltaX' | 'deltaY' | 'deltaMode' | 'ctrlKey' | 'shiftKey'>,
): number {
  if (turn.deltaX !== 0 || turn.ctrlKey || turn.shiftKey) return 0;
  return turn.deltaMode === 0 ? turn.deltaY : turn.deltaY * LINE_PIXELS;
}
