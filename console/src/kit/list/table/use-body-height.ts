import { type RefObject, useLayoutEffect, useState } from 'react';

/** Room under the table: its pager and the page's padding, in pixels. */
const BELOW_TABLE = 74;
const SMALLEST_BODY = 240;

/** How tall a table's body may be so that the pager still shows; undefined on small screens, where the page scrolls instead. */
export function useBodyHeight(frame: RefObject<HTMLDivElement | null>): number | undefined {
  const [height, setHeight] = useState<number>();
  useLayoutEffect(() => {
    const measure = () => {
      const element = frame.current;
      if (!element || element.offsetParent === null) return;
      if (window.innerWidth < 768 || window.innerHeight < 560) {
        setHeight(undefined);
        return;
      }
      const head = element.querySelector('.ant-table-thead')?.getBoundingClientRect().height ?? 48;
      setHeight(
        Math.max(
          SMALLEST_BODY,
          Math.floor(window.innerHeight - element.getBoundingClientRect().top - head - BELOW_TABLE),
        ),
      );
    };
    measure();
    const observer = new ResizeObserver(measure);
    if (frame.current?.parentElement) observer.observe(frame.current.parentElement);
    window.addEventListener('resize', measure);
    return () => {
      observer.disconnect();
      window.removeEventListener('resize', measure);
    };
  }, [frame]);
  return height;
}
