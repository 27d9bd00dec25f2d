const ANSWER_WITHIN_MILLIS = 5000;

export type Framing = 'allowed' | 'refused' | 'unknown';

/**
 * Requests a foreign page's headers and returns whether our page may frame it; browsers do not report why a frame stays empty. `unknown`
 * without an answer to this server, which may be in another network than the user. @param page an http or https address @param own the
 * origin of the page that holds the frame, `https://console.example.com`
 */
export async function framingOf(page: string, own: string): Promise<Framing> {
  try {
    const answer = await fetch(page, { method: 'HEAD', signal: AbortSignal.timeout(ANSWER_WITHIN_MILLIS) });
    return canBeFramed(answer.headers, answer.url || page, own) ? 'allowed' : 'refused';
  } catch {
    return 'unknown';
  }
}

/** Evaluates `frame-ancestors`, or without it `X-Frame-Options`; the newer header replaces the older one. */
export function canBeFramed(headers: Headers, page: string, own: string): boolean {
  const isSame = new URL(page).origin === new URL(own).origin;
  // Several policies arrive joined by commas, and every one of them has to agree.
  const ancestors = (headers.get('content-security-policy') ?? '')
    .split(/[,;]/)
    .map((directive) => directive.trim().toLowerCase().split(/\s+/))
    .filter(([name]) => name === 'frame-ancestors');
  if (ancestors.length > 0)
    return ancestors.every(([, ...sources]) => sources.some((source) => names(source, own, isSame)));
  const option = headers.get('x-frame-options')?.trim().toLowerCase();
  return option === undefined || option === '' || (option === 'sameorigin' && isSame);
}

/** Whether a source of a policy names an origin: `'self'`, `*`, `https:`, `host`, `https://*.host:*`. */
function names(source: string, origin: string, isSame: boolean): boolean {
  if (source === "'self'") return isSame;
  if (source === '*') return true;
  const { protocol, hostname, port } = new URL(origin);
  if (/^[a-z][a-z0-9+.-]*:$/.test(source)) return source === protocol;
  const match = /^(?:([a-z][a-z0-9+.-]*:)\/\/)?([^:/]+)(?::(\d+|\*))?/.exec(source);
  if (!match) return false;
  const [, scheme, host = '', wanted] = match;
  const isHost = host.startsWith('*.') ? hostname.endsWith(host.slice(1)) : hostname === host;
  const isScheme = scheme === undefined || scheme === protocol || (scheme === 'http:' && protocol === 'https:');
  return isHost && isScheme && (wanted === '*' || (wanted ?? '') === port);
}
