import type { Page } from 'playwright-core';
import { digestOf } from '../../server/src/kernel/auth/password.ts';
import type { Credentials } from './accounts.ts';

type TokenAnswer = Readonly<Record<string, string | number | undefined>>;

/** The storage entry of the console's session (`console/src/kit/client/session.ts`). */
export const SESSION_KEY = 'trade-assistant:session';

/** Signs a user in without a browser. @returns the answer of the token call */
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
 * Replaces the browser's storage with a new session of a user, as left by a sign-in on the login page. The page that
 * will show the console writes it: writing it through the browser would cost a page and a process.
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
  // With an icon: a request for one, cut off by the next page, would count as a problem.
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
