import { describe, expect, test } from 'vitest';
import { EVERYTHING, missingSet, SERVING } from './install.mjs';

const LOCK = 'a1b2';
const OLD = 'c3d4';

describe('the set of packages to install', () => {
  test('is the requested one in a fresh clone', () => {
    expect(missingSet(SERVING, LOCK, undefined, false)).toBe(SERVING);
    expect(missingSet(EVERYTHING, LOCK, undefined, false)).toBe(EVERYTHING);
  });

  test('is none when the requested set or everything is installed', () => {
    expect(missingSet(SERVING, LOCK, `${LOCK} serving`, true)).toBeUndefined();
    expect(missingSet(SERVING, LOCK, LOCK, true)).toBeUndefined();
    expect(missingSet(EVERYTHING, LOCK, LOCK, true)).toBeUndefined();
  });

  test('is everything when a test follows a start', () => {
    expect(missingSet(EVERYTHING, LOCK, `${LOCK} serving`, true)).toBe(EVERYTHING);
  });

  test('stays the installed one when the lock file changed', () => {
    expect(missingSet(SERVING, LOCK, `${OLD} serving`, true)).toBe(SERVING);
    expect(missingSet(SERVING, LOCK, OLD, true)).toBe(EVERYTHING);
  });

  test('is everything when packages were installed by hand', () => {
    expect(missingSet(SERVING, LOCK, undefined, true)).toBe(EVERYTHING);
  });
});
