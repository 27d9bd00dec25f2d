import { z } from 'zod';
import type { Resource } from './resource.ts';
import { flag, id } from './schema.ts';

/** The field of a tree's rows that shows whether a row has children; the kit fills it in. */
export const HAS_CHILDREN = 'hasChildren';

/**
 * Returns whether lists show the rows of a resource level by level: it names the parent field and has the field for
 * children. Its list call then answers the roots, unless it searches or names a parent.
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
