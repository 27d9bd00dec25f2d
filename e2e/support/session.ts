import type { Page } from 'playwright-core';
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

/** Where nothing of the console is, at the console's own address. */
const DOORSTEP = '/doorstep';

/**
 * Puts somebody's fresh session into the browser's storage, in place of all that the storage held, as the console would
 * have left it after a sign-in at its login page. It is put there from the page that will show the console: to have the
 * browser put it there costs a page and a process of its own.
 */
export async function storeSession(
  page: Page,
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
  const doorstep = origin + DOORSTEP;
  // With an icon of its own: a request for one that the next page cuts off would count as a problem.
  const body = '<!doctype html><link rel="icon" href="data:,">';
  await page.route(doorstep, (route) => route.fulfill({ contentType: 'text/html', body }));
  await page.goto(doorstep);
  await page.context().clearCookies();
  await page.evaluate(
    ([key, value]) => {
      localStorage.clear();
      sessionStorage.clear();
      localStorage.setItem(key, value);
    },
    [SESSION_KEY, JSON.stringify({ state, version: 0 })] as const,
  );
  await page.unroute(doorstep);
}
