import { isRecord, type KeptPlace } from '../../kit/persisted-state.ts';

interface PageScroll {
  /** Records the scroll position of an element of the page. */
  readonly note: (target: EventTarget, page: Element) => void;
  /**
   * Restores all scroll positions; after a reload as soon as the elements exist. Returns a function that cancels it.
   */
  readonly restore: (page: Element) => (() => void) | undefined;
}

/** The scroll positions of a page: of its elements while mounted, and the kept ones after it is mounted again. */
export function trackScroll(place: KeptPlace): PageScroll {
  const scrolled = new Map<Element, { readonly key: string; readonly at: readonly [top: number, left: number] }>();
  const positions = () => Object.fromEntries([...scrolled.values()].map(({ key, at }) => [key, at]));
  let kept = place.read('scroll', isRecord);
  return {
    note: (target, page) => {
      if (!(target instanceof Element) || !page.contains(target)) return;
      const key = scrolled.get(target)?.key ?? keyOf(target, page);
      scrolled.set(target, { key, at: [target.scrollTop, target.scrollLeft] });
      place.write('scroll', positions);
      kept = undefined;
    },
    restore: (page) => {
      for (const [element, { at }] of scrolled) {
        if (element.isConnected) Object.assign(element, { scrollTop: at[0], scrollLeft: at[1] });
        else scrolled.delete(element);
      }
      if (!kept) return undefined;
      const found = kept;
      const ended = new AbortController();
      void import('./restore-scroll.ts').then(({ restoreScroll }) => restoreScroll(page, found, ended.signal));
      return () => ended.abort();
    },
  };
}

/** Returns a name that finds an element again in the same page: its kind, and its position among its kind. */
export function keyOf(element: Element, page: Element): string {
  if (element === page) return '';
  const kind = element.classList[0] ?? '';
  return `${kind} ${[...page.getElementsByClassName(kind)].indexOf(element)}`;
}
