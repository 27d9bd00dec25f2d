import { useEffect } from 'react';

const LIST = '.ant-notification';

/**
 * Keeps the height of the open notifications in `--notices-height`, so that the frame leaves that room free: they cover
 * neither rows nor the menu. The library gives no height, and adds and removes its list in the body.
 */
export function useNoticesRoom(): void {
  useEffect(() => {
    const measure = () => {
      const height = document.querySelector<HTMLElement>(LIST)?.offsetHeight ?? 0;
      document.documentElement.style.setProperty('--notices-height', `${height}px`);
    };
    const sizes = new ResizeObserver(measure);
    const lists = new MutationObserver(() => {
      sizes.disconnect();
      for (const list of document.querySelectorAll(LIST)) sizes.observe(list);
      measure();
    });
    lists.observe(document.body, { childList: true });
    return () => {
      lists.disconnect();
      sizes.disconnect();
    };
  }, []);
}
