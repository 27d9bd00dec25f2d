import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';

/** What a browser that has never been here may load until it shows a page, in kB of scripts and styles compressed by themselves. */
export const WEIGHT_LIMITS = { login: 180, firstList: 460, further: 25 } as const;

/** Charts, editors and calendars weigh what they weigh: nothing is promised of the first screen that shows one. */
const HEAVY = /chart|editor|time-input/;
/** The first screen to show the library's tree, which roles, menus and regions share (decision 0004). */
const WITH_TREE = /^Tree-/;
const TREE = 15;

/** What a screen may add to what is loaded already; undefined where nothing is promised. */
export function weightLimitOf(files: ReadonlyMap<string, number>): number | undefined {
  const names = [...files.keys()].map((url) => url.slice(url.lastIndexOf('/') + 1));
  if (names.some((name) => HEAVY.test(name))) return undefined;
  return WEIGHT_LIMITS.further + (names.some((name) => WITH_TREE.test(name)) ? TREE : 0);
}

/** Listens to what a page loads. @returns when asked: the compressed size of each script and style so far, in bytes by its address */
export function watchWeight(page: Page): () => Promise<Map<string, number>> {
  const sizes: Promise<readonly [string, number]>[] = [];
  page.on('response', (response) => {
    if (!/\.(js|css)$/.test(new URL(response.url()).pathname)) return;
    const size = response.body().then((body) => [response.url(), gzipSync(body).length] as const);
    // Of a page that has gone meanwhile nobody asks any more.
    size.catch(() => undefined);
    sizes.push(size);
  });
  return async () => new Map(await Promise.all(sizes));
}

export const kilobytes = (files: ReadonlyMap<string, number>): number =>
  [...files.values()].reduce((sum, bytes) => sum + bytes, 0) / 1000;
