import { cleanDigits } from '@trade-assistant/contract/kit/phone-number.ts';

/** Positions of columns in a table. */
export interface Layout {
  /** The cells of the header row, null when the table begins with data. */
  readonly header: readonly string[] | null;
  /** Index of the column the numbers are in. */
  readonly numberColumn: number;
  /** Whether the number column was recognised; false: it is only the first one, and the user should be asked. */
  readonly recognised: boolean;
  /** The caller's keys found in the header, with their column. */
  readonly columns: ReadonlyMap<string, number>;
}

export interface LayoutOptions {
  /** Header texts by the caller's key: `{ countryCode: ['国家代码', 'country'] }`. Case, spaces and punctuation do not matter. */
  readonly columns?: Readonly<Record<string, readonly string[]>> | undefined;
  /** The user's choice: an index from 0, or the header's text. */
  readonly numberColumn?: number | string | undefined;
}

/**
 * Finds the header and the number column from the first rows of a table. A column is the number column if its header
 * names it so and at least 30 % of its cells look like phone numbers; else the column with the largest such share.
 */
export function detectLayout(sample: readonly (readonly string[])[], options: LayoutOptions = {}): Layout {
  const first = sample[0] ?? [];
  const wanted = new Map(
    Object.entries(options.columns ?? {}).flatMap(([key, names]) =>
      [key, ...names].map((name) => [headerKey(name), key] as const),
    ),
  );
  const chosenName = typeof options.numberColumn === 'string' ? headerKey(options.numberColumn) : null;
  const names = first.map(headerKey);
  const known = names.map(
    (name) => NUMBER_HEADERS.has(name) || wanted.has(name) || (name !== '' && name === chosenName),
  );
  const shares = shareOf(sample.slice(1), looksLikeNumber);
  const isHeader =
    sample.length > 0 &&
    !first.some(looksLikeNumber) &&
    (known.includes(true) || (first.length > 1 && first.every(isWord) && Math.max(0, ...shares) >= ENOUGH));
  const contentShares = isHeader ? shares : shareOf(sample, looksLikeNumber);

  const columns = new Map<string, number>();
  if (isHeader) {
    for (const [index, name] of names.entries()) {
      const key = wanted.get(name);
      if (key !== undefined && !columns.has(key)) columns.set(key, index);
    }
  }
  const header = isHeader ? first : null;
  const chosen =
    typeof options.numberColumn === 'number' ? options.numberColumn : chosenName && names.indexOf(chosenName);
  if (typeof chosen === 'number' && chosen >= 0) return { header, numberColumn: chosen, recognised: true, columns };

  const taken = new Set(columns.values());
  const byHeader = isHeader
    ? names.map((name, index) => (NUMBER_HEADERS.has(name) ? index : -1)).filter((at) => at >= 0)
    : [];
  const others = contentShares.map((_, index) => index).filter((index) => !taken.has(index));
  // Digits with a plus are phone numbers; others may be order numbers, whatever their header.
  const withPlus = shareOf(isHeader ? sample.slice(1) : sample, startsWithPlus);
  const isSure = byHeader.some((index) => !VAGUE_HEADERS.has(names[index] ?? ''));
  const named =
    best(byHeader, withPlus) ??
    (isSure ? null : best(others, withPlus)) ??
    best(byHeader, contentShares) ??
    best(others, withPlus) ??
    best(others, contentShares);
  const numberColumn = named ?? byHeader[0] ?? 0;
  return { header, numberColumn, recognised: named !== null, columns };
}

/** Whether a cell could be a phone number: 7 to 17 digits, and neither a date, a time nor an amount. */
export function looksLikeNumber(cell: string): boolean {
  const text = cell.trim();
  if (text.length < 7 || text.length > 40 || NOT_PHONE.test(text)) return false;
  if (SCIENTIFIC.test(text)) return true;
  const digits = cleanDigits(text)?.replace('+', '').length ?? 0;
  return digits >= 7 && digits <= 17;
}

/**
 * Repairs a number that a spreadsheet saved in scientific notation: `1.3800138000E+10` is `13800138000` because every
 * digit is present; `1.38E+10` has lost digits.
 *
 * @returns the digits, the text itself if it is no scientific notation, null if digits are lost
 */
export function repairScientific(text: string): string | null {
  const match = SCIENTIFIC.exec(text.trim());
  if (!match) return text;
  const [, sign = '', whole = '', fraction = '', exponentText = ''] = match;
  const exponent = Number(exponentText);
  if (fraction.length < exponent) return null;
  const digits = whole + fraction;
  if (/[^0]/.test(fraction.slice(exponent))) return null;
  return sign.replace('-', '') + digits.slice(0, whole.length + exponent);
}

/** Header texts in one shape: `Phone Number*` → `phonenumber`, `手机号（必填）` → `手机号`. */
export function headerKey(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\(.*?\)/g, '')
    .replace(/[\s_\-*:：.'"\uFEFF\u200B]/g, '');
}

const ENOUGH = 0.3;
const SCIENTIFIC = /^([+-]?)(\d)(?:\.(\d+))?[eE]\+?(\d{1,2})$/;
const NOT_PHONE =
  /^(?:\d{4}[-/.年]\d{1,2}[-/.月]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.]\d{4}\b|\d{1,2}:\d{2}|-?\d{0,9}\.\d{1,6}$)/;

const NUMBER_HEADERS: ReadonlySet<string> = new Set(
  [
    'phone',
    'phones',
    'phone no',
    'phone number',
    'phone numbers',
    'mobile',
    'mobile no',
    'mobile number',
    'mobile phone',
    'cell',
    'cell phone',
    'cellphone',
    'tel',
    'telephone',
    'telephone number',
    'number',
    'numbers',
    'msisdn',
    'e164',
    'e.164',
    'whatsapp',
    'whatsapp number',
    'telegram number',
    'contact number',
    '手机号',
    '手机号码',
    '手机',
    '移动电话',
    '号码',
    '电话',
    '电话号码',
    '联系电话',
    '手机号e164',
    '号码e164',
  ].map(headerKey),
);

/** Headers that may also name numbers of orders. */
const VAGUE_HEADERS: ReadonlySet<string> = new Set(['number', 'numbers', '号码'].map(headerKey));

const startsWithPlus = (cell: string): boolean =>
  looksLikeNumber(cell) && cleanDigits(cell.trim())?.startsWith('+') === true;

const isWord = (cell: string): boolean => cell.trim() !== '' && !/^[\d\s.,:/+-]+$/.test(cell);

/** Returns the share of matching cells of each column. */
function shareOf(rows: readonly (readonly string[])[], matches: (cell: string) => boolean): number[] {
  const width = Math.max(0, ...rows.map((row) => row.length));
  const shares = new Array<number>(width).fill(0);
  for (const row of rows) {
    for (const [index, cell] of row.entries()) if (matches(cell)) shares[index] = (shares[index] ?? 0) + 1;
  }
  return shares.map((count) => count / Math.max(1, rows.length));
}

function best(candidates: readonly number[], shares: readonly number[]): number | null {
  let found: number | null = null;
  for (const index of candidates) {
    const share = shares[index] ?? 0;
    if (share >= ENOUGH && share > (found === null ? 0 : (shares[found] ?? 0))) found = index;
  }
  return found;
}
