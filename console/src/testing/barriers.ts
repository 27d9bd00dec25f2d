import axe from 'axe-core';

/** What a screen reader or weak eyes would stumble over in what is shown, as far as a machine can tell. */
export async function barriers(): Promise<string[]> {
  const { violations } = await axe.run(document.body, { resultTypes: ['violations'] });
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.failureSummary ?? ''}`));
}
