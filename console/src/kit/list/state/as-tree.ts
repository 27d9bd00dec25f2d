import type { Resource } from '@trade-assistant/contract/kit/resource.ts';
import { HAS_CHILDREN, isTree } from '@trade-assistant/contract/kit/tree.ts';
import { without } from '../../form/values.ts';
import type { ResourcePageOptions, Row } from '../types.ts';

/** Returns the options of a list screen, completed for rows that form a tree according to the contract. */
export function asTree(resource: Resource, options: ResourcePageOptions<Resource>): ResourcePageOptions<Resource> {
  const { parentField } = resource;
  if (parentField === undefined || options.tree || !isTree(resource)) return options;
  return {
    ...options,
    tree: {
      hasChildren: (row) => (row as Row)[HAS_CHILDREN] === 1,
      input: (id) => ({ [parentField]: id }),
    },
    // Children are shown by opening their row.
    search: (fields) => without(options.search?.(fields) ?? fields, parentField),
    unmentioned: [...(options.unmentioned ?? []), HAS_CHILDREN],
  };
}
