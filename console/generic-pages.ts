import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const NAMES = 'virtual:generic-page-names';
const PAGES = 'virtual:generic-pages';

/**
 * Serves the resources with a screen and without a page of their own: their names as `virtual:generic-page-names`, and functions that load
 * their contracts, by name, as `virtual:generic-pages`. The start of the console needs the names alone.
 */
export function genericPages(): Plugin {
  return {
    name: 'generic-pages',
    resolveId: (id) => (id === NAMES || id === PAGES ? `\0${id}` : undefined),
    load: async (id) => {
      if (id === `\0${NAMES}`) return `export default ${JSON.stringify(await names())}`;
      return id === `\0${PAGES}` ? `export default {${(await names()).map(entry).join(',')}}` : undefined;
    },
  };
}

/** The registry is loaded at run time: imported, it would become a part of every configuration that has this plugin. */
async function names(): Promise<string[]> {
  const { href } = new URL('../contract/src/registry.ts', import.meta.url);
  const { registry }: typeof import('../contract/src/registry.ts') = await import(/* @vite-ignore */ href);
  // Resources that no screen shows have no sentence for an empty one.
  return registry
    .filter((resource) => 'empty' in resource)
    .map(({ name }) => name)
    .filter((name) => !existsSync(place(`src/areas/${name}.tsx`)) && existsSync(contractOf(name)));
}

const entry = (name: string): string => `${JSON.stringify(name)}:()=>import(${JSON.stringify(contractOf(name))})`;

const place = (file: string): string => fileURLToPath(new URL(file, import.meta.url));
const contractOf = (name: string): string => place(`../contract/src/areas/${name}.ts`);
