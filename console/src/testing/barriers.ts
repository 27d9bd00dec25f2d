import axe from 'axe-core';

/**
 * Returns the accessibility violations of the page that a machine can find; with `within`, only in the parts of that
 * selector.
 */
export async function barriers(within?: string): Promise<string[]> {
  const { violations } = await axe.run(within ?? document.body, { resultTypes: ['violations'] });
  const found = violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.failureSummary ?? ''}`));
  return [...found, ...namedFiles(within)];
}

/** Elements whose content is not announced: hidden ones, ones with their own name, and controls read as a whole. */
const SPOKEN_FOR = '[aria-hidden="true"], [aria-label]:not([role="img"]), [role="progressbar"]';

/**
 * Finds icons that announce their file names (`close-circle`): the library's icons do unless they are hidden or named.
 */
function namedFiles(within = 'body'): string[] {
  return [...document.querySelectorAll(`:is(${within}) [role="img"][aria-label]`)]
    .map((icon) => ({ icon, label: icon.getAttribute('aria-label') ?? '' }))
    .filter(({ icon, label }) => icon.classList.contains(`anticon-${label}`) && !icon.closest(SPOKEN_FOR))
    .map(({ icon, label }) => `icon-name: ${label} in ${icon.parentElement?.outerHTML.slice(0, 160)}`);
}
