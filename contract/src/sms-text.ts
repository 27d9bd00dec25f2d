import { smsEncoding } from './message-dictionaries.ts';

/**
 * Text of an SMS: its encoding, its parts and the characters that make it dear. Console, server and adapters split texts with
 * `smsParts` alone, so that the shown, the charged and the sent parts are the same.
 */

/** Most parts of one message. */
export const SMS_PARTS_MAX = 6;

/** Characters of the GSM 03.38 alphabet in the order of their codes; code 27 (escape) is not a character. */
export const GSM_BASIC =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞ\u001bÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?' +
  '¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
/** Characters that GSM 03.38 writes as an escape and the code given here; they take two units. */
export const GSM_EXTENDED: Readonly<Record<string, number>> = {
  '^': 0x14,
  '{': 0x28,
  '}': 0x29,
  '\\': 0x2f,
  '[': 0x3c,
  '~': 0x3d,
  ']': 0x3e,
  '|': 0x40,
  '€': 0x65,
};

const { gsm7, ucs2 } = smsEncoding.is;
const SINGLE = { [gsm7]: 160, [ucs2]: 70 } as const;
/** Units of each part of a longer message, by the length of the header that joins them. */
const JOINED = { 6: { [gsm7]: 153, [ucs2]: 67 }, 7: { [gsm7]: 152, [ucs2]: 66 } } as const;

const GSM = new Set([...GSM_BASIC, ...Object.keys(GSM_EXTENDED)].filter((character) => character !== '\u001b'));
const PLACE = /\{([A-Za-z0-9_]{1,64})\}/g;
// A base with its combining marks, else one character. Lone surrogates match as well.
const WRITTEN = /\P{M}\p{M}+|[\s\S]/gu;
const IMPOSSIBLE = /[\p{Cc}\p{Cs}]/gu;

export interface SmsParts {
  readonly encoding: typeof gsm7 | typeof ucs2;
  /** Septets or UTF-16 units of the text without headers. */
  readonly units: number;
  readonly parts: readonly string[];
  /** Units that fit into the last part. */
  readonly unitsLeft: number;
}

/**
 * Returns the parts in which a phone network carries a text: the GSM alphabet if possible, else UCS-2. No part ends within an
 * escape sequence or a surrogate pair. CRLF counts as LF. An empty text is one empty part.
 */
export function smsParts(text: string, headerUnits: 6 | 7 = 6): SmsParts {
  const characters = Array.from(oneLineBreak(text));
  const encoding = characters.every((character) => GSM.has(character)) ? gsm7 : ucs2;
  const sizes = characters.map((character) => unitsIn(character, encoding));
  const units = sizes.reduce((sum, size) => sum + size, 0);
  const room = units <= SINGLE[encoding] ? SINGLE[encoding] : JOINED[headerUnits][encoding];
  const parts = [''];
  let used = 0;
  for (const [index, character] of characters.entries()) {
    const size = sizes[index] as number;
    if (used + size > room) {
      parts.push('');
      used = 0;
    }
    used += size;
    parts[parts.length - 1] += character;
  }
  return { encoding, units, parts, unitsLeft: room - used };
}

const unitsIn = (character: string, encoding: number): number =>
  encoding === gsm7 && Object.hasOwn(GSM_EXTENDED, character) ? 2 : character.length;

/** A place in a text: index of its first UTF-16 unit, and the characters there. */
export interface SmsPlace {
  readonly at: number;
  readonly written: string;
}

/** Returns the places of characters that no phone shows: control characters and halves of surrogate pairs. */
export function smsProblems(text: string): readonly SmsPlace[] {
  return [...text.matchAll(IMPOSSIBLE)]
    .map(({ 0: written, index: at }) => ({ at, written }))
    .filter(({ written }) => written !== '\n' && written !== '\r');
}

export interface CostlyPlace extends SmsPlace {
  /** `encoding`: the characters force UCS-2 with its 70 units; `double`: they take two units. */
  readonly reason: 'encoding' | 'double';
  /** A similar text of the GSM alphabet; null where there is none. */
  readonly replacement: string | null;
}

/**
 * Returns the places whose characters force UCS-2 or, in a text of the GSM alphabet, take two units. Variables are left out:
 * they are replaced before the text is sent.
 */
export function costly(text: string): readonly CostlyPlace[] {
  const written = [...masked(text).matchAll(WRITTEN)].map(({ 0: character, index: at }) => ({
    at,
    written: character,
  }));
  const forcing = written.filter((place) => !GSM.has(place.written) && place.written !== '\0');
  if (forcing.length > 0)
    return forcing.map((place) => ({ ...place, reason: 'encoding', replacement: replacementOf(place.written) }));
  return written
    .filter((place) => Object.hasOwn(GSM_EXTENDED, place.written))
    .map((place) => ({ ...place, reason: 'double', replacement: CHEAPER[place.written] ?? null }));
}

/**
 * Returns a text with similar characters of the GSM alphabet in place of those that force UCS-2. A text that would stay UCS-2 all
 * the same, because it is Chinese or has pictures, keeps its characters; composed forms and line breaks are the shortest.
 */
export function simplified(text: string): string {
  const composed = oneLineBreak(text).normalize('NFC');
  const places = costly(composed);
  if (places.some(({ reason, replacement }) => reason === 'encoding' && replacement === null)) return composed;
  return withReplacements(
    composed,
    places.filter(({ reason }) => reason === 'encoding'),
  );
}

/** Returns a text with the replacements of places that `costly` found in it. */
export function withReplacements(text: string, places: readonly CostlyPlace[]): string {
  let result = text;
  for (const { at, written, replacement } of places.toReversed())
    if (replacement !== null) result = result.slice(0, at) + replacement + result.slice(at + written.length);
  return result;
}

/** Returns the names of the variables (`{1}`, `{name}`) of a text, each once, in their order. */
export const smsVariables = (text: string): readonly string[] => [
  ...new Set([...text.matchAll(PLACE)].map(([, name]) => name as string)),
];

/** Returns a text with each `{name}` replaced by its value; a variable without a value stays. */
export const withValues = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(PLACE, (place, name: string) => (Object.hasOwn(values, name) ? (values[name] as string) : place));

const oneLineBreak = (text: string) => text.replace(/\r\n?/g, '\n');
const masked = (text: string) => text.replace(PLACE, (place) => '\0'.repeat(place.length));

/** Characters whose usual replacement does not follow from Unicode's compatible forms. */
const SIMILAR: Readonly<Record<string, string>> = Object.fromEntries(
  [
    ["'", '‘’‚‛′`´ʼ'],
    ['"', '“”„‟″«»「」『』《》'],
    ['<', '‹〈'],
    ['>', '›〉'],
    ['-', '‐‑‒–—―−•·・'],
    ['~', '〜∼'],
    ['/', '⁄∕'],
    ['.', '。'],
    [',', '、'],
    ['(', '【〔'],
    [')', '】〕'],
    ['*', '×★☆'],
    [' ', '\t'],
    ['\n', '\u2028\u2029'],
    ['', '\u200b\u200c\u200d\u2060\ufeff\u00ad\u200e\u200f'],
    ['l', 'ł'],
    ['L', 'Ł'],
    ['d', 'đ'],
    ['D', 'Đ'],
    ['i', 'ı'],
    ['oe', 'œ'],
    ['OE', 'Œ'],
    ['(c)', '©'],
    ['(R)', '®'],
  ].flatMap(([to = '', from = '']) => Array.from(from, (character) => [character, to])),
);
/** Replacements of one unit for characters of two; the euro sign has none. */
const CHEAPER: Readonly<Record<string, string>> = {
  '{': '(',
  '}': ')',
  '[': '(',
  ']': ')',
  '~': '-',
  '|': '/',
  '\\': '/',
};

function replacementOf(written: string): string | null {
  const composed = written.normalize('NFC');
  const similar = composed.normalize('NFKC');
  const bare = composed.normalize('NFKD').replace(/\p{M}/gu, '');
  return (
    [SIMILAR[written], composed, similar, SIMILAR[similar], SIMILAR[bare], bare].find(
      (candidate) =>
        candidate !== undefined &&
        Array.from(candidate).every((character) => GSM.has(character)) &&
        (candidate !== '' || SIMILAR[written] === ''),
    ) ?? null
  );
}
