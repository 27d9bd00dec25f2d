import '../testing/browser.ts';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { storageKey } from '../storage.ts';
import {
  isLocked,
  noticeDue,
  noticeLock,
  onForbidden,
  onOwnerChange,
  onSessionEnd,
  ownerOf,
  reportForbidden,
  rereadSession,
  useSession,
} from './session.ts';

const now = () => useSession.getState();
const answer = { access_token: 'a', refresh_token: 'r', expires_in: 3600, user_id: '1' };

beforeEach(() => {
  now().signOut();
  localStorage.clear();
});

describe('a session', () => {
  test('is as the token call answered', () => {
    vi.useFakeTimers({ now: 1_000_000, toFake: ['Date'] });
    now().signIn({ ...answer, token_time: 600, tenant_id: '000007', account: 'ada', role_name: 'admin', avatar: '7' });
    vi.useRealTimers();
    expect(now()).toMatchObject({
      accessToken: 'a',
      refreshToken: 'r',
      issuedAt: 1_000_000,
      tokenTimeMillis: 600_000,
      user: { userId: '1', tenantId: '000007', account: 'ada', name: 'ada', roleName: 'admin', avatar: '7' },
      isLocked: false,
      expiredUserId: null,
    });
  });

  test('is renewed at half of its lifetime by default', () => {
    now().signIn(answer);
    expect(now().tokenTimeMillis).toBe(1_800_000);
  });

  test.each([
    [{ real_name: 'Real', nick_name: 'Nick', user_name: 'User', account: 'ada' }, 'Real'],
    [{ real_name: '', nick_name: 'Nick', user_name: 'User', account: 'ada' }, 'Nick'],
    [{ user_name: 'User', account: 'ada' }, 'User'],
    [{}, ''],
  ])('calls its user by the best name it was told: %j', (names, name) => {
    now().signIn({ ...answer, ...names });
    expect(now().user?.name).toBe(name);
  });

  test('knows whether a new password is due', () => {
    now().signIn({ ...answer, must_change_password: 1 });
    expect(now().user?.mustChangePassword).toBe(true);
    now().signIn(answer);
    expect(now().user?.mustChangePassword).toBe(false);
  });

  test('keeps the user and their permissions over a refresh, whose answer leaves them out', () => {
    now().signIn({ ...answer, real_name: 'Ada', account: 'ada', tenant_id: '000007' });
    now().setPermissions(['a/b:view']);
    now().signIn({ access_token: 'b', refresh_token: 's', expires_in: 60 });
    expect(now()).toMatchObject({ accessToken: 'b', user: { userId: '1', name: 'Ada', tenantId: '000007' } });
    expect(now().permissions.has('a/b:view')).toBe(true);
  });

  test('of another user inherits no permissions', () => {
    now().signIn(answer);
    now().setPermissions(['a/b:view']);
    now().signIn({ ...answer, user_id: '2' });
    expect([...now().permissions]).toEqual([]);
  });

  test('is shown its user as they changed themselves', () => {
    now().setUser({ name: 'nobody' });
    expect(now().user).toBeNull();
    now().signIn({ ...answer, account: 'ada' });
    now().setUser({ name: 'Ada' });
    expect(now().user).toMatchObject({ name: 'Ada', account: 'ada' });
  });
});

describe('the owner of the open pages', () => {
  test('is the signed-in user, or the last one when the session expired', () => {
    expect(ownerOf(now())).toBeNull();
    now().signIn(answer);
    expect(ownerOf(now())).toBe('1');
    now().expire();
    expect([ownerOf(now()), now().accessToken, now().user]).toEqual(['1', null, null]);
    // A second expiry keeps the owner.
    now().expire();
    expect(ownerOf(now())).toBe('1');
    now().signOut();
    expect(ownerOf(now())).toBeNull();
  });

  test('calls its listeners when it changes and when the session ends', () => {
    const heard: string[] = [];
    const stops = [onOwnerChange(() => heard.push('owner')), onSessionEnd(() => heard.push('end'))];
    const step = (change: () => void) => {
      heard.length = 0;
      change();
      return heard.join();
    };
    const steps = [
      step(() => now().signIn(answer)),
      step(() => now().signIn({ ...answer, access_token: 'b' })),
      step(() => now().expire()),
      step(() => now().signIn(answer)),
      step(() => now().signIn({ ...answer, user_id: '2' })),
      step(() => now().signOut()),
      step(() => now().signOut()),
    ];
    for (const stop of stops) stop();
    expect(steps).toEqual(['owner', '', 'end', '', 'owner', 'owner,end', '']);
    expect(step(() => now().signIn(answer))).toBe('');
  });
});

describe('answers that change the session', () => {
  test('423 locks it, if there is one', () => {
    noticeLock(423);
    expect(now().isLocked).toBe(false);
    now().signIn(answer);
    noticeLock(403);
    expect(isLocked()).toBe(false);
    noticeLock(423);
    expect(isLocked()).toBe(true);
  });

  test('403 calls the listeners for permissions, 401 and 200 do not', () => {
    const heard = vi.fn();
    const stop = onForbidden(heard);
    for (const status of [200, 401, 423, 403]) reportForbidden(status);
    stop();
    reportForbidden(403);
    expect(heard).toHaveBeenCalledTimes(1);
  });

  test('a password that is due is known from its own code alone', () => {
    noticeDue('PASSWORD_CHANGE_REQUIRED');
    expect(now().user).toBeNull();
    now().signIn(answer);
    for (const code of [undefined, 'NO_PERMISSION']) noticeDue(code);
    expect(now().user?.mustChangePassword).toBe(false);
    noticeDue('PASSWORD_CHANGE_REQUIRED');
    expect(now().user?.mustChangePassword).toBe(true);
  });
});

test('reads the session from the storage and follows changes by other tabs', async () => {
  now().signIn({ ...answer, locked: 1 });
  now().setPermissions(['a/b:view', 'a/b:edit']);
  const key = storageKey('session');
  const kept = JSON.parse(localStorage.getItem(key) ?? '{}');
  expect(kept.state).toMatchObject({
    accessToken: 'a',
    isLocked: true,
    permissions: { set: ['a/b:view', 'a/b:edit'] },
  });
  localStorage.setItem(
    key,
    JSON.stringify({ ...kept, state: { ...kept.state, accessToken: 'b', permissions: { set: ['c/d:view'] } } }),
  );
  await rereadSession();
  expect(now().accessToken).toBe('b');
  expect([...now().permissions]).toEqual(['c/d:view']);
});
