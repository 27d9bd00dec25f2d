import { type MenuNode, openingOf } from '../../../engines/people/identity/index.ts';

interface Choice {
  id: bigint;
  parentId: bigint;
  title: string;
  titleEn: string;
  key: bigint;
  value: bigint;
  category: number;
  needs?: bigint | undefined;
  children?: Choice[] | undefined;
}

/** Returns menus and buttons as a tree of choices; a page names the button that opens it. */
export function menuChoicesOf(nodes: readonly MenuNode[]): Choice[] {
  const ids = new Map(flat(nodes).map(({ code, id }) => [code, id]));
  const choiceOf = ({ id, parentId, code, name, nameEn, category, children = [] }: MenuNode): Choice => {
    const needs = ids.get(openingOf(code) ?? '');
    return {
      id,
      parentId: parentId ?? 0n,
      title: name,
      titleEn: nameEn,
      key: id,
      value: id,
      category,
      ...(needs === undefined ? {} : { needs }),
      ...(children.length > 0 ? { children: children.map(choiceOf) } : {}),
    };
  };
  return nodes.map(choiceOf);
}

const flat = (nodes: readonly MenuNode[]): readonly MenuNode[] =>
  nodes.flatMap((node) => [node, ...flat(node.children ?? [])]);
