import type { Text } from './locale.ts';

/** Characters of the longest phone number, separators included. */
const LONGEST_WRITTEN = 64;
const PLAIN = /^\+?[0-9]+$/;
const FOREIGN_DIGITS = /[\uFF10-\uFF19\u0660-\u0669\u06F0-\u06F9]/g;
// Spaces of every width, dashes, dots, brackets, the byte order mark and invisible characters (joiners, direction
// marks).
const SEPARATORS = /[\s\p{Cf}\p{Zs}\u180E().\-\u2010-\u2015\u2212\u30FC\uFF08\uFF09\uFF0D\uFF0E]/gu;
const POINTS = '.,\uFF0E\uFF0C';
// Lead ads export numbers as p:+12015550123.
const LEAD = /^p:(?=[+\uFF0B\p{Nd}])/iu;
// One or two digits behind the last point.
const DECIMAL = new RegExp(`^(.*\\p{Nd}\\s*)[${POINTS}](\\p{Nd}{1,2})\\s*$`, 'su');
// Groups of two digits follow one of two or three: 06.12.34.56.00.
const PAIRS = new RegExp(`[${POINTS}]\\p{Nd}{2,3}$`, 'u');
const MAINLAND_MOBILE = /^1[3-9][0-9]{9}$/;
const CONTACT = /^(1[3-9][0-9]{9}|\+[1-9][0-9]{6,14})$/;

/**
 * Removes the separators people write between digits and brings every digit to `0`–`9`. The `.0` or `.00` of a number that a program wrote
 * as a decimal one is dropped; any other decimals make it no phone number. Two digits behind the last point are no decimals but a group
 * where the group before them has two or three digits.
 *
 * @returns digits, with `+` in front when it was there; null when the text holds anything else or more than 64 characters
 */
export function cleanDigits(raw: string): string | null {
  if (raw.length > LONGEST_WRITTEN) return null;
  if (PLAIN.test(raw)) return raw;
  // A spreadsheet marks text with a leading apostrophe, and so did our own CSV in front of a plus sign.
  const whole = withoutDecimals(raw);
  if (whole === null) return null;
  let text = whole.replace(SEPARATORS, '');
  if (text.startsWith("'")) text = text.slice(1);
  text = toAsciiDigits(text.replace(LEAD, '')).replace('＋', '+');
  return PLAIN.test(text) ? text : null;
}

/** Returns the text without decimals that are zero; null when it has others. */
function withoutDecimals(raw: string): string | null {
  const [, whole, decimals] = DECIMAL.exec(raw) ?? [];
  if (whole === undefined || decimals === undefined || (decimals.length === 2 && PAIRS.test(whole))) return raw;
  return /^0+$/.test(toAsciiDigits(decimals)) ? whole : null;
}

/** The text with full-width, Arabic and Persian digits as `0`–`9`. */
export const toAsciiDigits = (text: string): string => text.replace(FOREIGN_DIGITS, asciiDigit);

function asciiDigit(digit: string): string {
  const code = digit.charCodeAt(0);
  const zero = code >= 0xff10 ? 0xff10 : code >= 0x06f0 ? 0x06f0 : 0x0660;
  return String.fromCharCode(48 + code - zero);
}

/**
 * A contact phone in the one form rows keep: eleven digits for a mainland mobile, `+` and digits for any other number. Digits
 * without `+` or `00` are a mainland mobile where they look like one, else they begin with a country code; fewer than eleven may
 * as well lack it, and are no number. A text that is no number comes back for the rule of its field to refuse.
 */
export function contactPhoneOf(written: string): string {
  // People abroad write the trunk zero in brackets: +44 (0)20 …
  const cleaned = cleanDigits(written.replace(/^(\s*(?:\+|＋|00)[^(（]*)[(（]0[)）]/, '$1'));
  if (cleaned === null) return written.trim();
  const digits = withoutPrefix(cleaned);
  const isInternational = digits !== cleaned;
  const home = digits.startsWith('86') ? digits.slice(2) : '';
  if (MAINLAND_MOBILE.test(home)) return home;
  if (!isInternational && (MAINLAND_MOBILE.test(digits) || digits.length < 11)) return digits;
  return `+${digits}`;
}

/** Whether a text is a contact phone as `contactPhoneOf` writes them. */
export const isContactPhone = (text: string): boolean => CONTACT.test(text);

/** The digits without `+` or `00` in front. */
const withoutPrefix = (cleaned: string): string => cleaned.replace(/^(\+|00(?=.))/, '');

/**
 * Returns the digits of a searched phone number or a part of one: without separators, `+` and `00`. For a mainland
 * mobile both with and without its country code, because it is stored and searched in both forms. Empty when the text
 * is no number.
 */
export function phoneSearchDigits(written: string): readonly string[] {
  const digits = withoutPrefix(cleanDigits(written) ?? '');
  if (digits === '') return [];
  if (MAINLAND_MOBILE.test(digits)) return [digits, `86${digits}`];
  const home = digits.startsWith('86') ? digits.slice(2) : '';
  return MAINLAND_MOBILE.test(home) ? [digits, home] : [digits];
}

/** Numbers that one search may name. */
export const MAX_SEARCHED_NUMBERS = 200;
const BETWEEN_NUMBERS = /[,;\n\r\t，；、|/]+/;
/** Fewer digits between spaces are a part of a number. */
const SHORTEST_WRITTEN = 7;

/**
 * Returns the numbers, or parts of numbers, in a pasted text: separated by commas, semicolons, tabs or line breaks, or by spaces where
 * each group of characters has the seven digits of a whole number.
 */
export function splitNumbers(written: string): readonly string[] {
  const pieces = written.split(BETWEEN_NUMBERS).flatMap((piece) => {
    const groups = piece.trim().split(/\s+/);
    return groups.every((group) => group.replace(/\D/g, '').length >= SHORTEST_WRITTEN) ? groups : [piece.trim()];
  });
  return pieces.filter((piece) => piece !== '');
}

/** The sentence under the input of a contact phone. */
export const contactPhoneHelp: Text = {
  zh: '11 位手机号，境外号码请带国家代码，例如 +1 201 555 0123',
  en: 'Eleven digits in mainland China, otherwise with country code, such as +1 201 555 0123',
};
