import { z } from 'zod';
import type { Resource } from './resource.ts';
import { flag, id } from './schema.ts';

/** The field of a tree's rows that says whether anything hangs below one; the kit fills it in. */
export const HAS_CHILDREN = 'hasChildren';

/**
 * Whether lists show the rows of a resource level by level: it names the field of the parent and says of each row whether
 * something hangs below it. Its list call then answers the roots, until something is searched for or a parent is named.
 */
export const isTree = ({ parentField, fields }: Pick<Resource, 'parentField' | 'fields'>): boolean =>
  parentField !== undefined && HAS_CHILDREN in fields;

/** A row as selectors show a tree: roots have `parentId` 0, `key` and `value` are its id, leaves have no `children`. */
export const treeNode = z.object({
  id: id(),
  parentId: id(),
  title: z.string(),
  titleEn: z.string(),
  key: id(),
  value: id(),
  get children() {
    return z.array(treeNode).optional();
  },
});
export const treeNodes = z.array(treeNode);

/** One level of such a tree. */
export const levelNodes = z.array(treeNode.omit({ children: true }).extend({ hasChildren: flag() }));
