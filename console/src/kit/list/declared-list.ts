import type { Resource } from '@trade-assistant/contract/kit/resource.ts';
import { asTree } from './state/as-tree.ts';
import type { DeclaredList, ResourcePageOptions } from './types.ts';

/**
 * Returns a list and its screen's overrides. Inside the kit a row is a record of unknowns; the screen that declares the options sees its own
 * row's type.
 */
export const declaredList = <R extends Resource>(resource: R, options: ResourcePageOptions<R>): DeclaredList => ({
  resource,
  options: asTree(resource, options as unknown as ResourcePageOptions<Resource>),
});
