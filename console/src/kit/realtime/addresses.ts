/**
 * Where to look for the push channel, best first: the page's own host when that is a proper domain (a proxy in front
 * serves everything on one port), otherwise the message port of the same host, where the server has one, and then the
 * page's own port.
 */
export function socketAddresses(
  page: { protocol: string; hostname: string; host: string },
  messagePort: number | null,
): string[] {
  const own = `${page.protocol}//${page.host}`;
  if (messagePort === null || isProperDomain(page.hostname)) return [own];
  return [...new Set([`${page.protocol}//${page.hostname}:${messagePort}`, own])];
}

/** A name with a dot that is no address of the internet protocol. */
export const isProperDomain = (hostname: string): boolean =>
  hostname.includes('.') && !/^\d{1,3}(\.\d{1,3}){3}$/.test(hostname) && !hostname.startsWith('[');
