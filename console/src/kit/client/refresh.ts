import { storageKey } from '../storage.ts';
import { addressOf, standardHeaders } from './address.ts';
import { errorIn } from './call-error.ts';
import { rereadSession, type TokenAnswer, useSession } from './session.ts';

/** The session is looked at this often, and renewed when half of its life is over. */
const CHECK_MILLIS = 10_000;

let running: Promise<boolean> | undefined;

/**
 * Renews the session once, however many requests and tabs ask for it at the same time. `failedToken` is the token that
 * was refused: when another tab has already replaced it, nothing is sent. False when the session cannot be renewed.
 */
export function refreshSession(failedToken: string | null): Promise<boolean> {
  running ??= withLock(() => refreshOnce(failedToken)).finally(() => {
    running = undefined;
  });
  return running;
}

/** Renews the session before it ends, for as long as the page lives. Gives back how to stop. */
export function keepSessionFresh(): () => void {
  const timer = setInterval(() => {
    const { accessToken, issuedAt, expiresAt } = useSession.getState();
    const isDue = accessToken !== null && Date.now() - issuedAt >= (expiresAt - issuedAt) / 2;
    // A failure here is no reason to sign out: the token still lives, the next request finds out.
    if (isDue && !running) refreshSession(accessToken).catch(() => undefined);
  }, CHECK_MILLIS);
  return () => clearInterval(timer);
}

async function refreshOnce(failedToken: string | null): Promise<boolean> {
  await rereadSession();
  const { accessToken, refreshToken, user, signIn } = useSession.getState();
  if (accessToken !== null && accessToken !== failedToken) return true;
  if (!refreshToken) return false;
  let response: Response;
  try {
    response = await fetch(addressOf('auth/oauth/token'), {
      method: 'POST',
      headers: {
        ...standardHeaders(null),
        'Tenant-Id': user?.tenantId ?? '000000',
        'Content-Type': 'application/json',
      },
      body: JSON.stringify({
        grant_type: 'refresh_token',
        refresh_token: refreshToken,
        tenantId: user?.tenantId ?? '000000',
        scope: 'all',
      }),
      signal: AbortSignal.timeout(20_000),
    });
  } catch {
    // No network is no verdict on the session: let the caller show its own failure and keep the tokens.
    return true;
  }
  if (response.status >= 500) return true;
  const body: unknown = await response.json().catch(() => undefined);
  if (errorIn(response.status, body) || !isTokenAnswer(body)) return false;
  signIn(body);
  return true;
}

/** One tab at a time where the browser can (secure origins); elsewhere the server gives simultaneous refreshes the same answer. */
async function withLock(work: () => Promise<boolean>): Promise<boolean> {
  if (typeof navigator === 'undefined' || !('locks' in navigator) || !navigator.locks) return work();
  return navigator.locks.request(storageKey('refresh'), work);
}

const isTokenAnswer = (body: unknown): body is TokenAnswer =>
  typeof body === 'object' &&
  body !== null &&
  'access_token' in body &&
  typeof body.access_token === 'string' &&
  body.access_token !== '';
