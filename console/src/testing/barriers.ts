import axe from 'axe-core';

/**
 * What a screen reader or weak eyes would stumble over in what is shown, as far as a machine can tell; with `within`, only
 * in the parts of that selector.
 */
export async function barriers(within?: string): Promise<string[]> {
  const { violations } = await axe.run(within ?? document.body, { resultTypes: ['violations'] });
  const found = violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.failureSummary ?? ''}`));
  return [...found, ...namedFiles(within)];
}

/** What says nothing of what it holds: it is hidden, has a name of its own, or is a control that is read whole. */
const SPOKEN_FOR = '[aria-hidden="true"], [aria-label]:not([role="img"]), [role="progressbar"]';

/** Icons that tell the names of their files (`close-circle`), which is what the library's do unless they are hidden or named. */
function namedFiles(within = 'body'): string[] {
  return [...document.querySelectorAll(`:is(${within}) [role="img"][aria-label]`)]
    .map((icon) => ({ icon, label: icon.getAttribute('aria-label') ?? '' }))
    .filter(({ icon, label }) => icon.classList.contains(`anticon-${label}`) && !icon.closest(SPOKEN_FOR))
    .map(({ icon, label }) => `icon-name: ${label} in ${icon.parentElement?.outerHTML.slice(0, 160)}`);
}
