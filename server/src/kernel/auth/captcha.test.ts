import { sql } from 'drizzle-orm';
import { afterAll, describe, expect, it } from 'vitest';
import { solveCaptcha } from '../../testing/captcha.ts';
import { testDb } from '../testing/index.ts';
import { newCaptcha, takeCaptcha } from './captcha.ts';
import { purgeAuth } from './purge.ts';

const secrets = { digest: (text: string, purpose: string) => `${purpose} ${text} of this installation` };
const others = { digest: (text: string, purpose: string) => `${purpose} ${text} of another` };
const db = await testDb();
afterAll(() => db.close());

/** A solved captcha with its challenge, for tests that alter it. */
async function solved(from = secrets) {
  const { key, challenge } = await newCaptcha(from);
  const code = await solveCaptcha(challenge);
  return { key, code, payload: JSON.parse(Buffer.from(code, 'base64').toString()) };
}
const encoded = (payload: unknown) => Buffer.from(JSON.stringify(payload)).toString('base64');
const take = (key: string | undefined, code: string | undefined) => takeCaptcha(db, secrets, key, code);

describe('a captcha', () => {
  it('is a key and signed work of at least ten thousand trials, of which nothing is stored', async () => {
    const { key, challenge } = await newCaptcha(secrets);
    expect(key).toBe(challenge.parameters.nonce);
    expect(challenge.parameters).toMatchObject({ algorithm: 'SHA-256', cost: 10, keyPrefix: expect.any(String) });
    expect(challenge.parameters.keyPrefix.length).toBe(32);
    const { payload } = await solved();
    expect(payload.solution.counter).toBeGreaterThanOrEqual(10_000);
    expect((await db.drizzle.execute(sql`select from auth_captcha`)).rowCount).toBe(0);
  });

  it('accepts the work once, also in parallel', async () => {
    const { key, code } = await solved();
    const answers = await Promise.all(Array.from({ length: 20 }, () => take(key, code)));
    expect(answers.filter(Boolean)).toHaveLength(1);
    expect(await take(key, code)).toBe(false);
  });

  it('refuses missing work, work for another challenge, and a challenge that the server did not issue', async () => {
    const [one, other, foreign] = [await solved(), await solved(), await solved(others)];
    const { challenge, solution } = one.payload;
    const easier = { ...challenge, parameters: { ...challenge.parameters, keyPrefix: '00', cost: 1 } };
    const { keySignature: _, ...unsigned } = challenge.parameters;
    for (const code of [
      encoded({ challenge, solution: { ...solution, counter: solution.counter + 1, derivedKey: '00'.repeat(32) } }),
      encoded({ challenge, solution: other.payload.solution }),
      encoded({ challenge: easier, solution }),
      encoded({ challenge: { ...challenge, parameters: unsigned }, solution }),
      encoded({ challenge: { parameters: challenge.parameters }, solution }),
      encoded({ challenge }),
      encoded(null),
      encoded('code'),
      'ABCDE',
      'x'.repeat(10_000),
      other.code,
    ])
      expect(await take(one.key, code), code.slice(0, 40)).toBe(false);
    expect(await take(foreign.key, foreign.code)).toBe(false);
    expect(await take(undefined, one.code)).toBe(false);
    expect(await take('no-key', one.code)).toBe(false);
    expect(await take(one.key, undefined)).toBe(false);
    // None of it has used it up.
    expect(await take(one.key, one.code)).toBe(true);
  });

  it('is refused after five minutes, and known as used until then', async () => {
    const { key, code, payload } = await solved();
    expect(payload.challenge.parameters.expiresAt * 1000 - Date.now()).toBeGreaterThan(280_000);
    expect(payload.challenge.parameters.expiresAt * 1000 - Date.now()).toBeLessThanOrEqual(301_000);
    const late = { ...payload.challenge.parameters, expiresAt: Math.floor(Date.now() / 1000) - 1 };
    expect(await take(key, encoded({ ...payload, challenge: { ...payload.challenge, parameters: late } }))).toBe(false);
    expect(await take(key, code)).toBe(true);
    await purgeAuth(db, 30);
    expect(await take(key, code)).toBe(false);
    await db.drizzle.execute(sql`update auth_captcha set expires_at = now()`);
    await purgeAuth(db, 30);
    expect((await db.drizzle.execute(sql`select from auth_captcha`)).rowCount).toBe(0);
  });
});
