import type { Resource } from '@trade-assistant/contract/kit/resource.ts';
import { type ComponentType, memo } from 'react';
import { declaredList } from './list/declared-list.ts';
import { ListScreen } from './list/list-screen.tsx';
import type { DeclaredList, ResourcePageOptions } from './list/types.ts';

export type { ResourcePageOptions, ToolbarAction } from './list/types.ts';

/** The page of a list, and what it declares. */
export type ListPage = ComponentType & { readonly list: DeclaredList };

/**
 * Returns the list screen of a resource, built from its contract: search, table, record panel, forms, bulk actions and
 * export. `export default resourcePage(warehouse, { … })` is a whole page; `ResourcePageOptions` lists the overrides.
 */
export function resourcePage<R extends Resource>(resource: R, options: ResourcePageOptions<R> = {}): ListPage {
  const list = declaredList(resource, options);
  // biome-ignore lint/correctness/noComponentHookFactories: called once per module, at its top level, so the component's identity is stable
  const Page = memo(() => <ListScreen {...list} />);
  Page.displayName = `ResourcePage(${resource.name})`;
  return Object.assign(Page, { list });
}
