import genericNames from 'virtual:generic-page-names';
import type { Resource } from '@trade-assistant/contract/kit/resource.ts';
import type { ComponentType } from 'react';
import type { DeclaredList } from '../../kit/list/types.ts';
import { lazyPiece, loadPiece } from '../../kit/loading.ts';

type PageModule = { readonly default: ComponentType & { readonly list?: DeclaredList } };

/** Pages are found by folder: `areas/whatsapp/warehouse.tsx` is `/whatsapp/warehouse/index`, loaded when first opened. */
const found = import.meta.glob<PageModule>(['../../areas/*/*.tsx', '!../../areas/*/*.test.tsx']);

/** Returns the page of a resource whose contract describes the whole page. */
async function genericPage(name: string): Promise<PageModule> {
  const [{ default: contracts }, { resourcePage }] = await Promise.all([
    import('virtual:generic-pages'),
    import('../../kit/resource-page.tsx'),
  ]);
  const contract = (await contracts[name]?.()) ?? {};
  const resource = Object.values(contract).find((value) => (value as Partial<Resource>).name === name);
  if (!resource) throw new Error(`No contract describes ${name}`);
  return { default: resourcePage(resource as Resource) };
}

/** The pages of the shell itself, at fixed addresses. */
const own: Readonly<Record<string, () => Promise<PageModule>>> = {
  info: () => import('../../pages/account/info.tsx'),
  test: () => import('../../pages/samples/samples.tsx'),
  'dict-horizontal': () => import('../dictionaries/side-by-side.tsx'),
  'dict-vertical': () => import('../dictionaries/stacked.tsx'),
};

const nameOf = (file: string) => file.replace(/^.*\/areas\//, '').replace(/\.tsx?$/, '');

const loaders = new Map<string, () => Promise<PageModule>>([
  ...genericNames.map((name) => [name, () => genericPage(name)] as const),
  ...Object.entries(found).map(([file, load]) => [nameOf(file), load] as const),
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

/** Returns the list of a page, loaded for its rows; undefined for pages that declare none. */
export async function listOfPage(name: string): Promise<DeclaredList | undefined> {
  const load = loaders.get(name);
  return load && (await loadPiece(load)).default.list;
}

export const forgetPage = (name: string): void => {
  components.delete(name);
};
