import { describe, expect, test } from 'vitest';
import { type NavigationContext, redirectFor } from './guard-rules.ts';

const nobody: NavigationContext = { isSignedIn: false, isLocked: false, isLeaving: false, isSuccessor: false };
const somebody: NavigationContext = { ...nobody, isSignedIn: true };
const locked: NavigationContext = { ...somebody, isLocked: true };
const from = (address: string, who: NavigationContext) => {
  const [pathname = '', search] = address.split('?');
  return redirectFor({ pathname, search: search === undefined ? '' : `?${search}` }, who);
};

describe('the guard', () => {
  test.each(['/', '/login', '/404', '/wel/index', '/whatsapp/warehouse/index', '/no/such/page'])(
    'leads a locked user from %s to the lock page',
    (address) => expect(from(address, locked)).toBe('/lock'),
  );

  test('keeps the lock page open, and leads signed-out users away from it', () => {
    expect(from('/lock', locked)).toBeUndefined();
    expect(from('/lock', somebody)).toBeUndefined();
    expect(from('/lock', nobody)).toBe('/login');
  });

  test('leads a signed-in user from the login page to the requested page, else to the home page', () => {
    expect(from('/login', somebody)).toBe('/');
    expect(from('/login/', somebody)).toBe('/');
    expect(from('/login?redirect=%2Fdesk%2Ftask%2Findex', somebody)).toBe('/desk/task/index');
  });

  test.each(['/', '/wel/index', '/whatsapp/warehouse/index', '/403', '/404', '/500'])(
    'lets a signed-in user open %s',
    (address) => expect(from(address, somebody)).toBeUndefined(),
  );

  test('shows only the open pages without a session', () => {
    for (const open of ['/login', '/oauth/redirect/hub', '/403', '/404', '/500'])
      expect(from(open, nobody), open).toBeUndefined();
    expect(from('/desk/task/index?a=1', nobody)).toBe('/login?redirect=%2Fdesk%2Ftask%2Findex%3Fa%3D1');
    expect(from('/', nobody)).toBe('/login');
    expect(from('/no/such/page', nobody)).toBe('/login?redirect=%2Fno%2Fsuch%2Fpage');
  });

  test('forgets the page of a user who signed out', () => {
    const leaving = { ...nobody, isLeaving: true };
    expect(from('/desk/task/index', leaving)).toBe('/login');
    expect(from('/login?redirect=%2Fdesk%2Ftask%2Findex', leaving)).toBe('/login');
    expect(from('/login', leaving)).toBeUndefined();
  });

  test('hides the page of a user whose session expired from the next user', () => {
    const signedIn = { ...nobody, isSignedIn: true };
    expect(from('/login?redirect=%2Fdesk%2Ftask%2Findex', signedIn)).toBe('/desk/task/index');
    expect(from('/login?redirect=%2Fdesk%2Ftask%2Findex', { ...signedIn, isSuccessor: true })).toBe('/');
  });
});
