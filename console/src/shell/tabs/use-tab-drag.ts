import { type PointerEvent, type RefObject, useRef, useState } from 'react';

/** Further than a hand trembles while it clicks. */
const START_PIXELS = 6;

interface Drag {
  readonly path: string;
  readonly startX: number;
  isMoving: boolean;
}

/**
 * Drags tabs with a mouse or a pen; a finger scrolls the strip and moves tabs by their menu. A tab moves behind all
 * tabs whose middle the pointer has passed: a fast drag passes several at once. Tabs are found by their `data-path`.
 */
export function useTabDrag(strip: RefObject<HTMLElement | null>, move: (path: string, to: number) => void) {
  const drag = useRef<Drag | null>(null);
  const [dragged, setDragged] = useState<string | null>(null);

  const stop = () => {
    // A mere click draws nothing again.
    if (drag.current?.isMoving) setDragged(null);
    drag.current = null;
  };
  return {
    dragged,
    handlers: {
      onPointerDown: (event: PointerEvent) => {
        const path = pathAt(event.target);
        if (event.button !== 0 || event.pointerType === 'touch' || path === undefined) return;
        drag.current = { path, startX: event.clientX, isMoving: false };
      },
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        const now = drag.current;
        if (!now) return;
        if (!now.isMoving) {
          if (Math.abs(event.clientX - now.startX) < START_PIXELS) return;
          now.isMoving = true;
          // From here on the release is no click, wherever it happens.
          event.currentTarget.setPointerCapture(event.pointerId);
          setDragged(now.path);
        }
        const tabs = [...(strip.current?.querySelectorAll<HTMLElement>('[data-path]') ?? [])];
        const at = tabs.findIndex((tab) => tab.dataset['path'] === now.path);
        const to = tabs.filter((tab, index) => index !== at && middleOf(tab) < event.clientX).length;
        if (at >= 0 && to !== at) move(now.path, to);
      },
      onPointerUp: stop,
      onPointerCancel: stop,
    },
  };
}

/** Returns the path of the tab that contains an element. */
export const pathAt = (target: EventTarget): string | undefined =>
  target instanceof Element ? target.closest<HTMLElement>('[data-path]')?.dataset['path'] : undefined;

const middleOf = (tab: HTMLElement): number => {
  const { left, width } = tab.getBoundingClientRect();
  return left + width / 2;
};
