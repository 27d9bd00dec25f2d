import { or, type SQL, sql } from 'drizzle-orm';
import { pinyin } from 'pinyin-pro';
import { literal, pinyinCondition } from '../../../../kernel/resource/filters.ts';
import { users } from '../tables.ts';

const HAN = /\p{Script=Han}/u;

/**
 * Returns what `real_name_pinyin` holds: the name, then its readings without tones, in full and as initials, with spaces between; empty for
 * a name without Chinese characters. The first character is read as a surname too (单: dan, shan). The table refuses a Chinese name with
 * the readings of another.
 */
export function pinyinOf(name: string): string {
  if (!HAN.test(name)) return '';
  const readings = (['head', 'off'] as const).flatMap((surname) => {
    const syllables = pinyin(name, { toneType: 'none', type: 'array', v: true, surname });
    const letters = syllables.map((one) => one.toLowerCase().replace(/[^a-z0-9]/g, ''));
    return [letters.join(''), letters.map((one) => one.slice(0, 1)).join('')];
  });
  return [name, ...new Set(readings)].join(' ');
}

/** Returns the columns of a person's name. */
export const nameColumns = (realName: string) => ({ realName, realNamePinyin: pinyinOf(realName) });

/** SQL for users whose name, its pinyin or account contains a text. */
export const isCalled = (text: string): SQL | undefined => {
  const part = `%${literal(text)}%`;
  return or(
    sql`${users.realName} ilike ${part}`,
    sql`${users.account} ilike ${part}`,
    pinyinCondition(users.realNamePinyin, text),
  );
};
