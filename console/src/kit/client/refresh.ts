import { addressOf, standardHeaders } from './address.ts';
import { errorIn, failedCall } from './call-error.ts';
import { rereadSession, type TokenAnswer, useSession } from './session.ts';
import { withTabLock } from './tab-lock.ts';

/** The session is looked at this often. */
const CHECK_MILLIS = 10_000;
const ANSWER_WITHIN_MILLIS = 20_000;

/** `unknown`: no network, or a server that is down; that is no verdict on the session. */
type Renewal = 'renewed' | 'ended' | 'unknown';

let running: Promise<Renewal> | undefined;

/**
 * Renews the session after a 401, once for all requests and tabs that ask at the same time. Resolves to whether the
 * request may be sent again; a session that cannot be renewed ends. `refused` is the rejected token: when another tab
 * has already replaced it, nothing is sent.
 * @throws CallError when the server could not be reached
 */
export async function renewOrLeave(refused: string): Promise<boolean> {
  const renewal = await renew(refused);
  if (renewal === 'unknown') throw failedCall('network');
  if (renewal === 'ended') leave(refused);
  return renewal === 'renewed';
}

/** Ends the session, unless it is another one by now. */
export function leave(refused: string): void {
  const { accessToken, expire } = useSession.getState();
  if (accessToken === refused) expire();
}

/** Renews the session when its token reaches its age, as long as the page is open. Returns a function that stops it. */
export function keepSessionFresh(): () => void {
  let givenUp: string | null = null;
  const timer = setInterval(async () => {
    const { accessToken, issuedAt, tokenTimeMillis } = useSession.getState();
    const isDue = accessToken !== null && Date.now() - issuedAt >= tokenTimeMillis;
    if (!isDue || running || accessToken === givenUp) return;
    // A refusal is no reason to sign out: the token still lives, and the next request finds out. Asking again is useless.
    if ((await renew(accessToken)) === 'ended') givenUp = accessToken;
  }, CHECK_MILLIS);
  return () => clearInterval(timer);
}

function renew(refused: string): Promise<Renewal> {
  running ??= withTabLock('refresh', () => renewOnce(refused)).finally(() => {
    running = undefined;
  });
  return running;
}

async function renewOnce(refused: string): Promise<Renewal> {
  await rereadSession();
  const { accessToken, refreshToken, user, signIn } = useSession.getState();
  if (accessToken !== null && accessToken !== refused) return 'renewed';
  if (!refreshToken) return 'ended';
  const tenantId = user?.tenantId ?? '000000';
  let response: Response;
  try {
    response = await fetch(addressOf('auth/oauth/token'), {
      method: 'POST',
      headers: { ...standardHeaders(null), 'Tenant-Id': tenantId, 'Content-Type': 'application/json' },
      body: JSON.stringify({ grant_type: 'refresh_token', refresh_token: refreshToken, tenantId, scope: 'all' }),
      signal: AbortSignal.timeout(ANSWER_WITHIN_MILLIS),
    });
  } catch {
    return 'unknown';
  }
  if (response.status >= 500 || response.status === 429) return 'unknown';
  const body: unknown = await response.json().catch(() => undefined);
  if (errorIn(response.status, body) || !isTokenAnswer(body)) return 'ended';
  // Signed out while the answer was on its way: it is not wanted any more.
  if (useSession.getState().refreshToken !== refreshToken) return 'ended';
  signIn(body);
  return 'renewed';
}

const isTokenAnswer = (body: unknown): body is TokenAnswer =>
  typeof body === 'object' &&
  body !== null &&
  'access_token' in body &&
  typeof body.access_token === 'string' &&
  body.access_token !== '';
