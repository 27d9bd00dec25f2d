import { createHash, randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import captcha from 'svg-captcha';
import type { Db } from '../db/index.ts';

const LENGTH = 5;
const LIFE_MINUTES = 5;
/** Letters and digits that are taken for one another once they are bent. */
const ALIKE = '0o1ilI5s2zZ8B9gq6bvuw';
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** A new picture to read: its key, and the image as a data URI (130 × 48, five characters, valid five minutes). */
export async function newCaptcha(db: Db): Promise<{ key: string; image: string }> {
  const key = randomUUID();
  const { text, data } = captcha.create({
    size: LENGTH,
    width: 130,
    height: 48,
    noise: 2,
    color: true,
    background: '#f5f7fa',
    ignoreChars: ALIKE,
  });
  await db.drizzle.execute(sql`
    insert into auth_captcha (key, answer_hash, expires_at)
    values (${key}::uuid, ${answerHash(key, text)}, now() + make_interval(mins => ${LIFE_MINUTES}))`);
  return { key, image: `data:image/svg+xml;base64,${Buffer.from(data).toString('base64')}` };
}

/** Whether the answer is right. The first look uses the picture up, right or wrong; case does not matter. */
export async function takeCaptcha(db: Db, key: string | undefined, answer: string | undefined): Promise<boolean> {
  if (!key || !answer || !UUID.test(key)) return false;
  const taken = await db.drizzle.execute<{ answer_hash: string; valid: boolean }>(sql`
    delete from auth_captcha where key = ${key}::uuid returning answer_hash, expires_at > now() as valid`);
  const row = taken.rows[0];
  return row?.valid === true && row.answer_hash === answerHash(key, answer);
}

const answerHash = (key: string, answer: string): string =>
  createHash('sha256').update(`${key.toLowerCase()}:${answer.trim().toLowerCase()}`).digest('hex');
