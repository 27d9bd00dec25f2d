import type { Resource } from '@trade-assistant/contract/kit/resource.ts';
import { type ComponentType, memo } from 'react';
import { ListScreen } from './list/list-screen.tsx';
import { asTree } from './list/state/as-tree.ts';
import type { ResourcePageOptions } from './list/types.ts';

export type { ResourcePageOptions, ToolbarAction } from './list/types.ts';

/**
 * Returns the list screen of a resource, built from its contract: search, table, record panel, forms, bulk actions and
 * export. `export default resourcePage(warehouse, { … })` is a whole page; `ResourcePageOptions` lists the overrides.
 */
export function resourcePage<R extends Resource>(resource: R, options: ResourcePageOptions<R> = {}): ComponentType {
  // Inside the kit a row is a record of unknowns; the screen that declares the options sees its own row's type.
  const loose = asTree(resource, options as unknown as ResourcePageOptions<Resource>);
  // biome-ignore lint/correctness/noComponentHookFactories: called once per module, at its top level, so the component's identity is stable
  const Page = memo(() => <ListScreen resource={resource} options={loose} />);
  Page.displayName = `ResourcePage(${resource.name})`;
  return Page;
}
