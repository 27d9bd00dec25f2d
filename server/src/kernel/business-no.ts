import { randomInt } from 'node:crypto';
import { DEFAULT_ZONE, formatTime } from '@trade-assistant/contract/kit/time.ts';

const DIGITS = 36;
const LENGTH = 8;

/**
 * A number people read and quote: prefix, `yyMMdd` of the day in the default zone, eight random base-36 digits. Unique
 * by chance (2.8 × 10¹² a day) and by the unique index of the table that holds it.
 */
export function businessNo(prefix: string, now: Date = new Date()): string {
  const day = formatTime(now, DEFAULT_ZONE).slice(2, 10).replaceAll('-', '');
  let digits = '';
  for (let index = 0; index < LENGTH; index += 1) digits += randomInt(DIGITS).toString(DIGITS).toUpperCase();
  return `${prefix}${day}${digits}`;
}
