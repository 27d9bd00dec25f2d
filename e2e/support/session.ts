import type { BrowserContext } from 'playwright-core';
import { digestOf } from '../../server/src/kernel/auth/password.ts';
import type { Credentials } from './accounts.ts';

type TokenAnswer = Readonly<Record<string, string | number | undefined>>;

/** Where the console keeps who is signed in (`console/src/kit/client/session.ts`). */
export const SESSION_KEY = 'trade-assistant:session';

/** Signs somebody in without a browser. @returns what the token call answers */
async function openSession(url: string, { account, password }: Credentials): Promise<TokenAnswer> {
  const response = await fetch(`${url}/api/auth/oauth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ grant_type: 'password', username: account, password: digestOf(password) }),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(`${account} could not sign in: ${JSON.stringify(answer)}`);
  return answer as TokenAnswer;
}

/**
 * Puts somebody's fresh session into the browser's storage, in place of all that the storage held, as the console would
 * have left it after a sign-in at its login page.
 */
export async function storeSession(
  context: BrowserContext,
  { url, origin, credentials }: { url: string; origin: string; credentials: Credentials },
): Promise<void> {
  const answer = await openSession(url, credentials);
  const state = {
    accessToken: answer['access_token'],
    refreshToken: answer['refresh_token'],
    issuedAt: Date.now(),
    tokenTimeMillis: Number(answer['token_time']) * 1000,
    user: {
      userId: answer['user_id'],
      tenantId: answer['tenant_id'],
      account: answer['account'],
      name: answer['real_name'] || answer['nick_name'] || answer['user_name'] || answer['account'],
      roleName: answer['role_name'] ?? '',
      avatar: answer['avatar'] ?? '',
      mustChangePassword: answer['must_change_password'] === 1,
    },
    permissions: { set: [] },
    isLocked: false,
    expiredUserId: null,
  };
  const value = JSON.stringify({ state, version: 0 });
  await context.setStorageState({ cookies: [], origins: [{ origin, localStorage: [{ name: SESSION_KEY, value }] }] });
}
