import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Db } from '../db/index.ts';
import { testDb } from '../testing/index.ts';
import { newCaptcha, takeCaptcha } from './captcha.ts';
import { purgeAuth } from './purge.ts';

let db: Db;
beforeAll(async () => {
  db = await testDb();
});
afterAll(() => db.close());

/** Puts a known answer behind a real picture: reading pictures is what the code is meant to prevent. */
async function captchaReading(answer: string): Promise<string> {
  const { key } = await newCaptcha(db);
  const hash = createHash('sha256').update(`${key}:${answer.toLowerCase()}`).digest('hex');
  await db.drizzle.execute(sql`update auth_captcha set answer_hash = ${hash} where key = ${key}::uuid`);
  return key;
}

describe('a captcha', () => {
  it('is a key and a picture', async () => {
    const { key, image } = await newCaptcha(db);
    expect(key).toMatch(/^[0-9a-f-]{36}$/);
    expect(image).toMatch(/^data:image\/svg\+xml;base64,/);
    const svg = Buffer.from(image.split(',')[1] ?? '', 'base64').toString();
    expect(svg).toContain('width="130" height="48"');
    expect(svg).not.toContain('<text');
  });

  it('accepts the right answer in any case, once', async () => {
    const key = await captchaReading('aB3dE');
    expect(await takeCaptcha(db, key, ' Ab3De ')).toBe(true);
    expect(await takeCaptcha(db, key, 'aB3dE')).toBe(false);
  });

  it('is used up by a wrong answer', async () => {
    const key = await captchaReading('aB3dE');
    expect(await takeCaptcha(db, key, 'wrong')).toBe(false);
    expect(await takeCaptcha(db, key, 'aB3dE')).toBe(false);
  });

  it('lets one of many simultaneous right answers through', async () => {
    const key = await captchaReading('aB3dE');
    const answers = await Promise.all(Array.from({ length: 20 }, () => takeCaptcha(db, key, 'aB3dE')));
    expect(answers.filter(Boolean)).toHaveLength(1);
  });

  it('is refused when it is missing, unknown or older than five minutes, and is then swept away', async () => {
    expect(await takeCaptcha(db, undefined, 'aB3dE')).toBe(false);
    expect(await takeCaptcha(db, 'no-key', 'aB3dE')).toBe(false);
    expect(await takeCaptcha(db, '00000000-0000-4000-8000-000000000000', 'aB3dE')).toBe(false);
    const key = await captchaReading('aB3dE');
    await db.drizzle.execute(
      sql`update auth_captcha set expires_at = expires_at - interval '5 minutes 1 second' where key = ${key}::uuid`,
    );
    expect(await takeCaptcha(db, key, 'aB3dE')).toBe(false);
    await captchaReading('older');
    await db.drizzle.execute(sql`update auth_captcha set expires_at = now()`);
    await purgeAuth(db);
    expect((await db.drizzle.execute(sql`select 1 from auth_captcha`)).rows).toHaveLength(0);
  });
});
