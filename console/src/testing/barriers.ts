import axe from 'axe-core';

/**
 * What a screen reader or weak eyes would stumble over in what is shown, as far as a machine can tell; with `within`, only
 * in the parts of that selector.
 */
export async function barriers(within?: string): Promise<string[]> {
  const { violations } = await axe.run(within ?? document.body, { resultTypes: ['violations'] });
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.failureSummary ?? ''}`));
}
