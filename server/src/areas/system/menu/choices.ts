import type { MenuNode } from '../../../engines/identity/index.ts';

interface Choice {
  id: bigint;
  parentId: bigint;
  title: string;
  titleEn: string;
  key: bigint;
  value: bigint;
  category: number;
  children?: Choice[] | undefined;
}

/** A menu or button as it is chosen in a tree. */
export const menuChoiceOf = ({ id, parentId, name, nameEn, category, children = [] }: MenuNode): Choice => ({
  id,
  parentId: parentId ?? 0n,
  title: name,
  titleEn: nameEn,
  key: id,
  value: id,
  category,
  ...(children.length > 0 ? { children: children.map(menuChoiceOf) } : {}),
});
