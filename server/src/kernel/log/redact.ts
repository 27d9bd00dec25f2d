/** What passes by itself (`auto_pass`) is no password. */
const SECRET =
  /(?<!auto_?)pass(word|wd|phrase)?|token|secret|captcha|authorization|credential|cookie|api[-_]?key|private[-_]?key|card[-_]?no|signature|otp|oauth[-_]?id|ticket|\bkey\b|pin$/i;
/** In a request `code` may be one that lets somebody in; a column of that name is what a row is called by. */
const CODE = /^code$/i;
/** Names of what people can be called at, whatever its type. */
export const NUMBER_NAME = /^(e164|phone|mobile|number)$/;
const HIDDEN = '***';
const MAX_DEPTH = 6;
const MAX_ITEMS = 50;
const MAX_TEXT = 1000;
/** Eight to fifteen digits in a row, perhaps behind a plus: what a phone number looks like. */
const NUMBER = /(?<![\w.])\+?\d{8,15}(?![\w.])/g;
/** The same as people write it: a plus, and groups of digits. */
const WRITTEN_NUMBER = /(?<![\w.])\+\d(?:[ ().-]{0,2}\d){7,14}(?!\w)/g;

interface RedactOptions {
  /** Integers under a name it matches are phone numbers. */
  readonly numbers?: RegExp;
  /** The names are columns of tables, below names of rows (`auth_passkey:12`), not of what somebody sent. */
  readonly areColumns?: boolean;
}

/**
 * A value as it may be logged: secrets (by the name they stand under) are replaced, numbers that could be phones keep
 * their first and last digits, long texts and lists are cut. What stands under a name that `numbers` matches is a phone number even
 * as an integer. Never throws and never alters what it was given.
 */
export function redact(value: unknown, options: RedactOptions = {}, depth = 0): unknown {
  const { numbers, areColumns = false } = options;
  if (typeof value === 'string') return maskNumbers(value.length > MAX_TEXT ? `${value.slice(0, MAX_TEXT)}…` : value);
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
 * An address without the values of secret parameters and of those in `hidden`; values are decoded, since an encoded plus hides a
 * number.
 */
export function redactAddress(address: string, hidden: readonly string[] = []): string {
  const start = address.indexOf('?');
  if (start < 0) return maskNumbers(address);
  const [path, query] = [address.slice(0, start), address.slice(start + 1)];
  const parts = query.split('&').map((part) => {
    const at = part.indexOf('=');
    if (at < 0) return maskNumbers(part);
    const name = part.slice(0, at);
    const secret = SECRET.test(decode(name)) || hidden.includes(decode(name));
    return `${name}=${secret ? HIDDEN : maskNumbers(decode(part.slice(at + 1)))}`;
  });
  return `${maskNumbers(path)}?${parts.join('&')}`;
}

function decode(text: string): string {
  try {
    // As browsers send forms, a plus is a space; one at the beginning is that of a number somebody typed unencoded.
    return decodeURIComponent(text.replaceAll(/(?!^)\+/g, ' '));
  } catch {
    return text;
  }
}
