/** The element whose scrolling moves another: the page's own, as a rule. */
export function scrollerOf(element: Element): HTMLElement {
  for (let one = element.parentElement; one; one = one.parentElement) {
    const { overflowY } = getComputedStyle(one);
    if (overflowY === 'auto' || overflowY === 'scroll') return one;
  }
  return document.documentElement;
}
