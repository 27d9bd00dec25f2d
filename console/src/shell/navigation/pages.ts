import type { ComponentType } from 'react';
import { lazyPiece } from '../../kit/loading.ts';

type PageModule = { readonly default: ComponentType };

/** Pages are found by folder: `areas/whatsapp/warehouse.tsx` is `/whatsapp/warehouse/index`, loaded when first opened. */
const found = import.meta.glob<PageModule>(['../../areas/*/*.tsx', '!../../areas/*/*.test.tsx']);

/** The pages of the shell itself, at fixed addresses. */
const own: Readonly<Record<string, () => Promise<PageModule>>> = {
  info: () => import('../info/info.tsx'),
  test: () => import('../samples/samples.tsx'),
  'dict-horizontal': () => import('../dictionaries/side-by-side.tsx'),
  'dict-vertical': () => import('../dictionaries/stacked.tsx'),
};

const loaders = new Map([
  ...Object.entries(found).map(
    ([file, load]) => [file.replace(/^.*\/areas\//, '').replace(/\.tsx$/, ''), load] as const,
  ),
  ...Object.entries(own),
]);

/** The names of all pages of this version. */
export const pageNames: ReadonlySet<string> = new Set(loaders.keys());

const components = new Map<string, ComponentType>();

/** The page of a name. A failed load is forgotten by `forgetPage`, so that a retry asks the network again. */
export function pageOf(name: string): ComponentType | undefined {
  const load = loaders.get(name);
  if (!load) return undefined;
  let page = components.get(name);
  if (!page) {
    page = lazyPiece(load);
    components.set(name, page);
  }
  return page;
}

export const forgetPage = (name: string): void => {
  components.delete(name);
};
