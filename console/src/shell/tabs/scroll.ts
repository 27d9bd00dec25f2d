import { isRecord, type KeptPlace } from '../../kit/persisted-state.ts';

interface PageScroll {
  /** Takes note that something of the page was scrolled. */
  readonly note: (target: EventTarget, page: Element) => void;
  /** Scrolls everything to where it was; after a reload as soon as it is there. Gives back how to give that up. */
  readonly restore: (page: Element) => (() => void) | undefined;
}

/** The scroll positions of a page: those of its elements while it lives, those that were kept once it is made again. */
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

/** Names an element so that it is found in the same page made again: by its kind, and its place among its like. */
export function keyOf(element: Element, page: Element): string {
  if (element === page) return '';
  const kind = element.classList[0] ?? '';
  return `${kind} ${[...page.getElementsByClassName(kind)].indexOf(element)}`;
}
