/**
 * An address as the router can read it. One whose path is no valid percent-encoding is taken by its letters: the router
 * would answer it by itself, before headers and envelope, where people are to see that there is no such page.
 */
export function readableUrl(url: string): string {
  const [path = '', ...rest] = url.split('?');
  try {
    decodeURIComponent(path);
    return url;
  } catch {
    return [path.replaceAll('%', '%25'), ...rest].join('?');
  }
}
