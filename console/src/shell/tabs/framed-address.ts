/** Fields of a tab's address that speak to the console, not to the page in the frame. */
const OURS: ReadonlySet<string> = new Set(['src', 'name', 'i18n', 'url']);

/**
 * The address a frame is given: the menu's, with what the tab's own query holds beyond our fields added to it.
 * @param url absolute, or a path of the console's own host
 */
export function framedAddress(url: string, search: string, origin: string): string {
  const address = new URL(/^(https?:)?\//i.test(url) ? url : `/${url}`, origin);
  for (const [name, value] of new URLSearchParams(search)) if (!OURS.has(name)) address.searchParams.set(name, value);
  return address.href;
}
