import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { checkPassword, digestOf, generatePassword, hashPassword, passwordWork, verifyPassword } from './password.ts';

describe('passwords', () => {
  it('are the same whether they arrive typed or as their SHA-256', async () => {
    const stored = await hashPassword('correct horse 1');
    const digest = createHash('sha256').update('correct horse 1').digest('hex');
    expect(digestOf('correct horse 1')).toBe(digest);
    expect(await verifyPassword(stored, 'correct horse 1')).toBe(true);
    expect(await verifyPassword(stored, digest)).toBe(true);
    expect(await verifyPassword(stored, digest.toUpperCase())).toBe(true);
    expect(await verifyPassword(stored, 'correct horse 2')).toBe(false);
  });

  it('are stored salted, so that two equal ones look different', async () => {
    const [first, second] = await Promise.all([hashPassword('same password 1'), hashPassword('same password 1')]);
    expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(first).not.toBe(second);
  });

  it('cost one hash to check, for known and unknown accounts', async () => {
    const stored = await hashPassword('known person 1');
    const before = passwordWork.runs;
    expect(await verifyPassword(stored, 'wrong')).toBe(false);
    expect(passwordWork.runs - before).toBe(1);
    expect(await verifyPassword(null, 'wrong')).toBe(false);
    expect(passwordWork.runs - before).toBe(2);
  });

  it('are refused when they are short or of one kind', () => {
    for (const weak of ['', 'aB3', 'abcdefgh', '12345678']) {
      expect(() => checkPassword(weak), weak).toThrowError(expect.objectContaining({ code: 'PASSWORD_WEAK' }));
    }
    expect(() => checkPassword('abcdefg1')).not.toThrow();
    expect(() => checkPassword(generatePassword())).not.toThrow();
  });
});
