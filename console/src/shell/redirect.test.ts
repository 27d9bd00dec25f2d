import { describe, expect, test } from 'vitest';
import { loginPath, returnPath } from './redirect.ts';

const after = (wanted: string) => returnPath(`?${new URLSearchParams({ redirect: wanted })}`);

describe('the requested page', () => {
  test('survives the login with its query', () => {
    const path = loginPath('/whatsapp/warehouse/index?status=1&size=50');
    expect(returnPath(path.slice('/login'.length))).toBe('/whatsapp/warehouse/index?status=1&size=50');
  });

  test('home needs no mention', () => {
    expect(loginPath('/')).toBe('/login');
    expect(returnPath('')).toBe('/');
  });

  test.each(['//evil.example', '/\\evil.example', 'https://evil.example', 'javascript:alert(1)', '/login?x', '/404'])(
    '%s is refused',
    (wanted) => {
      expect(after(wanted)).toBe('/');
    },
  );
});
