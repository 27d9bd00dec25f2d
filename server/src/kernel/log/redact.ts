import { maskLine } from '../phone/mask.ts';

/** `auto_pass` is no password. */
const SECRET =
  /(?<!auto_?)pass(word|wd|phrase)?|token|secret|captcha|authorization|credential|cookie|api[-_]?key|private[-_]?key|card[-_]?no|signature|otp|oauth[-_]?id|ticket|\bkey\b|pin$/i;
/** In a request `code` may be a secret code; a column of that name is a row's code. */
const CODE = /^code$/i;
/** Names of phone numbers, of any type. */
export const NUMBER_NAME = /^(e164|phone|mobile|number)$/;
/** Values sealed by `kernel/secrets`. */
const SEALED = /^1\.[\w-]{8}\.[\w-]{38,}$/;
const HIDDEN = '***';
const MAX_DEPTH = 6;
const MAX_ITEMS = 50;
const MAX_TEXT = 1000;
/** The form of a phone number: eight to fifteen digits, optionally after a plus. */
const NUMBER = /(?<![\w.])\+?\d{8,15}(?![\w.])/g;
/** The same as people write it: a plus, and groups of digits. */
const WRITTEN_NUMBER = /(?<![\w.])\+\d(?:[ ().-]{0,2}\d){7,14}(?!\w)/g;

interface RedactOptions {
  /** Integers under a name it matches are phone numbers. */
  readonly numbers?: RegExp;
  /** The names are columns of tables, below names of rows (`auth_passkey:12`), not of request parameters. */
  readonly areColumns?: boolean;
  /** How texts are masked; default: `maskNumbers`. */
  readonly texts?: (text: string) => string;
}

/**
 * Returns the loggable form of a value: secrets (by their names) are replaced, possible phone numbers keep their first and last digits,
 * long texts and lists are cut. Under a name that `numbers` matches an integer is a phone number too. Never throws and never changes its
 * input.
 */
export function redact(value: unknown, options: RedactOptions = {}, depth = 0): unknown {
  const { numbers, areColumns = false, texts = maskNumbers } = options;
  if (typeof value === 'string' && SEALED.test(value)) return HIDDEN;
  if (typeof value === 'string') return texts(value.length > MAX_TEXT ? `${value.slice(0, MAX_TEXT)}…` : value);
  if (typeof value === 'bigint') return value.toString();
  if (typeof value !== 'object' || value === null) return typeof value === 'function' ? undefined : value;
  if (value instanceof Date) return value.toISOString();
  if (Buffer.isBuffer(value)) return `<${value.length} bytes>`;
  if (depth >= MAX_DEPTH) return '…';
  if (Array.isArray(value)) {
    const items = value.slice(0, MAX_ITEMS).map((item) => redact(item, options, depth + 1));
    return value.length > MAX_ITEMS ? [...items, `… ${value.length - MAX_ITEMS} more`] : items;
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => {
      const isRow = areColumns && depth === 0;
      if (!isRow && (SECRET.test(name) || (!areColumns && CODE.test(name)))) return [name, HIDDEN];
      const isNumber = numbers?.test(name) && (typeof item === 'number' || typeof item === 'bigint');
      return [name, redact(isNumber ? String(item) : item, options, depth + 1)];
    }),
  );
}

/** `+86138****5678`: enough to recognise, too little to call. */
export const maskNumbers = (text: string): string =>
  text
    .replace(WRITTEN_NUMBER, (written) => `+${written.replace(/\D/g, '')}`)
    .replace(NUMBER, (digits) => {
      const keep = digits.startsWith('+') ? 5 : 4;
      return `${digits.slice(0, keep)}****${digits.slice(-4)}`;
    });

/**
 * How a value is logged: hidden, as a phone, as a text that may hold one, or as it is where it is a number or a time.
 */
export type Treatment = 'secret' | 'phone' | 'text' | 'plain';
/** Treatments by the name of a parameter. */
export interface Treatments {
  get(name: string): Treatment | undefined;
}

/** Seven digits or more, of any script, with the separators people write between them, anywhere in the text. */
const DIGITS = /[+＋]?\p{Nd}(?:[\s().\-–—_/（）．－]{0,3}\p{Nd}){6,}/gu;
/** A document number as made by `businessNo`: no phone despite as many digits. */
const DOCUMENT = /^[A-Z]{2}\d{6}[0-9A-Z]{8}$/;
/** Whole numbers, amounts, lists of ids, and times. */
const NUMERIC = /^(-?\d+([.,]-?\d+)*|\d{4}-\d\d-\d\d([T ][\d:.]*(Z|[+-]\d\d:?\d\d)?)?)$/;

/** A day, perhaps with the hour behind it: `2026-02-28 09`. */
const DAY = /^\d{4}-(0[1-9]|1[0-2])-([0-2]\d|3[01])( \d\d)?$/;

/** Masks phone numbers in a text: hides the middle of each row of digits. */
export const maskText = (text: string): string =>
  text.replace(DIGITS, (digits) => (DAY.test(digits) ? digits : maskLine(digits)));

/**
 * The parameters of a call as logs store them, each treated as the contract declares it. Names missing from
 * `treatments` are hidden, so that only declared parameters are logged. Values below the names of an object are treated
 * as texts.
 */
export function redactParameters(given: object, treatments: Treatments): object {
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name, treated(value, treatmentOf(name, treatments))]),
  );
}

const treatmentOf = (name: string, treatments: Treatments): Treatment =>
  SECRET.test(name) ? 'secret' : (treatments.get(name) ?? 'secret');

function treated(value: unknown, treatment: Treatment): unknown {
  if (value === null || value === undefined || value === '') return value;
  if (treatment === 'secret') return HIDDEN;
  if (typeof value === 'boolean') return value;
  if (typeof value === 'number' || typeof value === 'bigint')
    return treatment === 'plain' ? redact(value) : maskText(String(value));
  if (typeof value !== 'string') return redact(value, { numbers: NUMBER_NAME, texts: maskText });
  const cut = value.length > MAX_TEXT ? `${value.slice(0, MAX_TEXT)}…` : value;
  if (treatment === 'phone') return maskLine(cut);
  return (treatment === 'plain' && NUMERIC.test(cut)) || DOCUMENT.test(cut) ? cut : maskText(cut);
}

/** The same of an address: values are decoded, since an encoded plus hides a number. */
export function redactAddress(address: string, treatments: Treatments): string {
  const start = address.indexOf('?');
  if (start < 0) return maskText(address);
  const [path, query] = [address.slice(0, start), address.slice(start + 1)];
  const parts = query.split('&').map((part) => {
    const at = part.indexOf('=');
    if (at < 0) return maskText(part);
    const name = decode(part.slice(0, at));
    return `${maskText(name)}=${treated(decode(part.slice(at + 1)), treatmentOf(name, treatments))}`;
  });
  return `${maskText(path)}?${parts.join('&')}`;
}

/**
 * An address of the console, whose parameters belong to screens: hides secrets by name and masks all others as texts.
 */
export const redactScreen = (address: string): string => redactAddress(address, SCREEN);
const SCREEN: Treatments = { get: () => 'text' };

function decode(text: string): string {
  try {
    // As browsers send forms, a plus is a space; a leading plus is that of a phone number typed unencoded.
    return decodeURIComponent(text.replaceAll(/(?!^)\+/g, ' '));
  } catch {
    return text;
  }
}
