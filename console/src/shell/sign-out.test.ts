import '../kit/testing/browser.ts';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { rereadSession, useSession } from '../kit/client/session.ts';
import { storageKey } from '../kit/storage.ts';
import { isLeaving, isOtherUser, signOut } from './sign-out.ts';

const KEY = storageKey('session');
const answer = { access_token: 'a', refresh_token: 'r', expires_in: 60, user_id: '7', account: 'demo' };
const signIn = () => useSession.getState().signIn(answer);

/** Another window of the browser leaves the session so; this one reads it from the storage. */
async function elsewhere(change: Record<string, unknown>): Promise<void> {
  const kept = JSON.parse(localStorage.getItem(KEY) ?? '{}');
  localStorage.setItem(KEY, JSON.stringify({ ...kept, state: { ...kept.state, ...change } }));
  await rereadSession();
}
const gone = { accessToken: null, refreshToken: null, user: null };

test('a sign-in after an expired session is by a successor, unless it is the same user', () => {
  signIn();
  useSession.getState().expire();
  signIn();
  expect(isOtherUser()).toBe(false);
  useSession.getState().expire();
  useSession.getState().signIn({ ...answer, user_id: '8' });
  expect(isOtherUser()).toBe(true);
  useSession.getState().signOut();
  signIn();
  expect(isOtherUser()).toBe(false);
});

describe('a sign-out', () => {
  beforeEach(signIn);

  test('was requested by the user', async () => {
    vi.stubGlobal('fetch', async () => new Response('{}'));
    vi.stubGlobal('location', new URL('http://console.test/'));
    expect(isLeaving()).toBe(false);
    await signOut();
    expect(isLeaving()).toBe(true);
    vi.unstubAllGlobals();
  });

  test('may have happened in another window', async () => {
    await elsewhere({ ...gone, expiredUserId: null });
    expect(useSession.getState().accessToken).toBeNull();
    expect(isLeaving()).toBe(true);
  });

  test('may have happened in another window while this one noticed only the end of the session', async () => {
    useSession.getState().expire();
    await elsewhere({ ...gone, expiredUserId: null });
    expect(isLeaving()).toBe(true);
  });

  test('does not when the session expired, here or in another window', async () => {
    useSession.getState().expire();
    expect(isLeaving()).toBe(false);
    signIn();
    await elsewhere({ ...gone, expiredUserId: '7' });
    expect(isLeaving()).toBe(false);
  });

  test('had a user: the rest of a lost token has none, and is cleared', async () => {
    useSession.setState({ accessToken: '' });
    useSession.getState().signOut();
    expect(isLeaving()).toBe(false);
  });

  test('has arrived again with the next session, begun in whichever window', async () => {
    useSession.getState().signOut();
    await elsewhere({ accessToken: 'b', refreshToken: 's' });
    expect(isLeaving()).toBe(false);
  });
});
