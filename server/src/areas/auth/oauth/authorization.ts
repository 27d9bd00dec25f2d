import { newToken } from '../../../kernel/auth/index.ts';
import type { Context } from '../../../kernel/http/context.ts';

/**
 * Ties an authorization to the browser that started it; not readable by scripts. Over HTTPS the name's prefix ensures
 * that only this host has set it, for which browsers require the path `/`; over plain HTTP it is sent to this resource
 * only.
 */
const BROWSER_COOKIE = 'trade-assistant-social';
const cookieOf = ({ request: { protocol } }: Context) =>
  protocol === 'https'
    ? { name: `__Host-${BROWSER_COOKIE}`, path: '/', secure: true }
    : { name: BROWSER_COOKIE, path: '/api/auth/oauth', secure: false };
const BROWSER_SECRET = /^[\w-]{43}$/;
const BROWSER_COOKIE_SECONDS = 15 * 60;

/** Returns the secret that only the browser which started the sign-in has; undefined in another browser. */
export const browserSecretOf = (c: Context): string | undefined => c.request.cookies[cookieOf(c).name];

/**
 * Starts an authorization at a provider in the caller's browser. `sessionId`: the session of the account to link, null
 * for a sign-in.
 * @returns the address to continue at @throws SOCIAL_UNKNOWN, SOCIAL_UNAVAILABLE
 */
export async function startAuthorization(
  c: Context,
  { source, tenantId, sessionId }: { source: string; tenantId: string; sessionId: bigint | null },
): Promise<{ url: string }> {
  // Two tabs of one browser may run at once, so an existing secret is kept.
  const kept = browserSecretOf(c);
  const browserSecret = kept !== undefined && BROWSER_SECRET.test(kept) ? kept : newToken();
  const origin = `${c.request.protocol}://${c.request.host}`;
  const url = await c.app.social.begin({
    source,
    tenantId,
    sessionId,
    redirectUri: `${origin}/oauth/redirect/${source}`,
    browserSecret,
    language: c.locale === 'zh' ? 'zh-CN' : 'en',
  });
  const { name, path, secure } = cookieOf(c);
  void c.reply.header('Cache-Control', 'no-store').setCookie(name, browserSecret, {
    path,
    httpOnly: true,
    sameSite: 'lax',
    secure,
    maxAge: BROWSER_COOKIE_SECONDS,
  });
  return { url };
}
