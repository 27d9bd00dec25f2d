import { readFileSync } from 'node:fs';

/** The version of this program: `0.3.0`. */
export const VERSION: string = JSON.parse(
  readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
).version;

/** The oldest version that can serve on a database which this version has upgraded. Raise it in the release that removes what older ones use. */
export const MINIMUM_VERSION = '0.2.0';

/** The release before versions were kept in the database. */
export const FIRST_RELEASE = '0.2.0';

/** Returns a negative number if `a` is older than `b`, a positive one if it is newer, 0 if they are equal. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [a, b].map((version) => version.split('.').map(Number));
  for (let at = 0; at < 3; at += 1) {
    const difference = (left?.[at] ?? 0) - (right?.[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
