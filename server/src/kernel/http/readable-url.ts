/**
 * Returns an address that the router can read. A path with invalid percent-encoding is taken literally: otherwise the
 * router would answer it itself, before headers and envelope, instead of with the page for unknown addresses.
 */
export function readableUrl(url: string): string {
  const [path = '', ...rest] = url.split('?');
  const at = OTHER_PATHS.find(([prefix]) => path.startsWith(prefix));
  const known = at ? at[1] + path.slice(at[0].length) : path;
  try {
    decodeURIComponent(known);
    return [known, ...rest].join('?');
  } catch {
    return [known.replaceAll('%', '%25'), ...rest].join('?');
  }
}

/** Beginnings of paths as other consoles of the family write them, and ours. Rewritten before any right is looked at. */
const OTHER_PATHS = [
  ['/api/system/topmenu/', '/api/system/top-menu/'],
  ['/api/system/search/user', '/api/system/user/search/user'],
] as const;
