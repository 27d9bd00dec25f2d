import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { digestOf } from './digest.ts';

test.each(['', 'abc', '密码 pässword 🔑', 'x'.repeat(1000)])(
  'the hash of %j is SHA-256, with and without the browser’s own',
  async (password) => {
    const expected = createHash('sha256').update(password).digest('hex');
    expect(await digestOf(password)).toBe(expected);
    // A page on a plain http address has no `crypto.subtle`.
    expect(await digestOf(password, null as unknown as undefined)).toBe(expected);
  },
);
