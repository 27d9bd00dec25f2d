/** A menu, button or region that can be granted. A node with children represents all of them. */
export interface GrantNode {
  readonly id: string;
  readonly title: string;
  /** Why the reader cannot grant or withdraw it, in the reader's language. */
  readonly refusal?: string;
  /** Another leaf that must be chosen together with this one. */
  readonly needs?: string;
  readonly children?: readonly GrantNode[];
}

/** Returns the nodes without children, in their order: only these are chosen. */
export const leavesOf = (nodes: readonly GrantNode[]): readonly GrantNode[] =>
  nodes.flatMap((node) => (node.children?.length ? leavesOf(node.children) : [node]));

/** The ids of the leaves that are among `chosen`, in the order of the tree. */
export const chosenLeaves = (nodes: readonly GrantNode[], chosen: readonly string[]): string[] =>
  leavesOf(nodes).flatMap(({ id }) => (chosen.includes(id) ? [id] : []));

/** The ids of the nodes with children. */
export const groupIdsOf = (nodes: readonly GrantNode[]): string[] =>
  nodes.flatMap(({ id, children }) => (children?.length ? [id, ...groupIdsOf(children)] : []));

/** Returns the nodes whose title contains the text, with their ancestors and all their descendants. */
export function search(nodes: readonly GrantNode[], text: string): readonly GrantNode[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return nodes;
  return nodes.flatMap((node) => {
    if (node.title.toLowerCase().includes(wanted)) return [node];
    const children = search(node.children ?? [], text);
    return children.length > 0 ? [{ ...node, children }] : [];
  });
}

/**
 * Returns the new choice when `chosen` of the visible leaves are chosen: hidden and refused leaves keep their state. A
 * new leaf adds the leaves it needs; a leaf that loses one of these is removed too, visible or not.
 */
export function choose(
  before: readonly string[],
  shown: readonly GrantNode[],
  chosen: (leaf: GrantNode) => boolean,
  all: readonly GrantNode[] = shown,
): string[] {
  const [had, after] = [new Set(before), new Set(before)];
  for (const leaf of leavesOf(shown)) {
    if (leaf.refusal !== undefined) continue;
    if (chosen(leaf)) after.add(leaf.id);
    else after.delete(leaf.id);
  }
  const leaves = leavesOf(all);
  const open = new Set(leaves.flatMap(({ id, refusal }) => (refusal === undefined ? [id] : [])));
  for (const { id, needs } of leaves) {
    if (needs === undefined || !after.has(id) || after.has(needs)) continue;
    if (had.has(id) && had.has(needs)) after.delete(id);
    else if (open.has(needs)) after.add(needs);
  }
  return [...after];
}
