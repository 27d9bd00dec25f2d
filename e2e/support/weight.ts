import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';

/** Size limits of a first visit until a page is shown, in kB of separately compressed scripts and styles. */
export const WEIGHT_LIMITS = { login: 180, firstList: 465, further: 26 } as const;

/** Charts, editors and calendars are large: the first screen that shows one has no limit. */
const HEAVY = /chart|editor|time-input/;
/** Parts that many screens share, in kB: the library's tree, drawer and dialog, all resources. The first screen pays for all (decision 0004). */
const SHARED: readonly (readonly [file: RegExp, kilobytes: number])[] = [
  [/^Tree-/, 15],
  [/^drawer-/, 6],
  [/^modal-/, 9],
  [/^registry-/, 15],
];

/** Returns the limit of a further screen; undefined where there is none. */
export function weightLimitOf(files: ReadonlyMap<string, number>): number | undefined {
  const names = [...files.keys()].map((url) => url.slice(url.lastIndexOf('/') + 1));
  if (names.some((name) => HEAVY.test(name))) return undefined;
  const shared = SHARED.filter(([file]) => names.some((name) => file.test(name)));
  return shared.reduce<number>((limit, [, size]) => limit + size, WEIGHT_LIMITS.further);
}

/**
 * Records the sizes of a page's files. @returns a function with the compressed size of each script and style so far, in
 * bytes by address
 */
export function watchWeight(page: Page): () => Promise<Map<string, number>> {
  const sizes: Promise<readonly [string, number]>[] = [];
  page.on('response', (response) => {
    if (!/\.(js|css)$/.test(new URL(response.url()).pathname)) return;
    const size = response.body().then((body) => [response.url(), gzipSync(body).length] as const);
    // A size is no longer needed after its page was closed.
    size.catch(() => undefined);
    sizes.push(size);
  });
  return async () => new Map(await Promise.all(sizes));
}

export const kilobytes = (files: ReadonlyMap<string, number>): number =>
  [...files.values()].reduce((sum, bytes) => sum + bytes, 0) / 1000;
