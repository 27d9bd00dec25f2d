/** Time a page has to reach its earlier length, in milliseconds. */
const PATIENCE_MILLIS = 15_000;
/** Events by which the user scrolls or moves the focus. */
const WISHES = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/** In pixels. */
type Position = readonly [top: number, left: number];
const isPosition = (value: unknown): value is Position =>
  Array.isArray(value) && value.length === 2 && value.every(Number.isFinite);

/** Scrolls the elements of `positions` once they exist and are long enough, unless the user scrolls first. */
export function restoreScroll(page: Element, positions: Readonly<Record<string, unknown>>, given: AbortSignal): void {
  if (given.aborted) return;
  const awaited = new Map(
    Object.entries(positions).filter((entry): entry is [string, Position] => isPosition(entry[1])),
  );
  const attempt = () => {
    for (const [key, [scrollTop, scrollLeft]] of awaited) {
      const element = elementOf(key, page);
      if (!element) continue;
      Object.assign(element, { scrollTop, scrollLeft });
      // Half a pixel is lost on screens with fractions of them.
      const isThere = Math.abs(element.scrollTop - scrollTop) < 1 && Math.abs(element.scrollLeft - scrollLeft) < 1;
      if (isThere) awaited.delete(key);
    }
    if (awaited.size === 0) end();
  };
  const observer = new MutationObserver(attempt);
  const timer = setTimeout(() => end(), PATIENCE_MILLIS);
  const end = () => {
    observer.disconnect();
    clearTimeout(timer);
    for (const wish of WISHES) window.removeEventListener(wish, end, true);
  };
  given.addEventListener('abort', end);
  for (const wish of WISHES) window.addEventListener(wish, end, true);
  observer.observe(page, { childList: true, subtree: true, attributes: true, attributeFilter: ['style'] });
  attempt();
}

function elementOf(key: string, page: Element): Element | undefined {
  if (key === '') return page;
  const [kind = '', index] = key.split(' ');
  return page.getElementsByClassName(kind)[Number(index)];
}
