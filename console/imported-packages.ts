import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const SOURCES = fileURLToPath(new URL('src', import.meta.url));
/** An import of a package for its values: not of types alone, not of a file of ours. */
const IMPORT =
  /^(?:import|export) (?!type )[^;'"]*?from '([^'.][^']*)'|^import '([^'.][^']*)'|\bimport\('([^'.][^']*)'\)/gm;
const NOT_A_PACKAGE = /^(@trade-assistant\/|node:|virtual:|vitest(\/|$))|\.css$/;

/**
 * The packages, and files of packages, that the console's sources and tests import. Component tests have them bundled before
 * the first test: a package that is found only while tests run reloads the page under them.
 */
export function importedPackages(): string[] {
  const found = new Set<string>();
  for (const file of globSync('**/*.{ts,tsx}', { cwd: SOURCES }))
    for (const [, ...names] of readFileSync(path.join(SOURCES, file), 'utf8').matchAll(IMPORT))
      for (const name of names) if (name !== undefined && !NOT_A_PACKAGE.test(name)) found.add(name);
  return [...found].sort();
}
