/** Returns the element whose scrolling moves the given one: usually the page's own. */
export function scrollerOf(element: Element): HTMLElement {
  for (let one = element.parentElement; one; one = one.parentElement) {
    const { overflowY } = getComputedStyle(one);
    if (overflowY === 'auto' || overflowY === 'scroll') return one;
  }
  return document.documentElement;
}
