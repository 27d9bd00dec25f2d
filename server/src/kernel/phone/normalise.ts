import { cleanDigits } from '@trade-assistant/contract/kit/phone-number.ts';
import { type LineType, REJECT, type RejectCode } from './codes.ts';
import { lengthProblem, lineTypeOf, parseDigits } from './parse.ts';
import { NON_GEOGRAPHIC, planOfCountry } from './plans.ts';

/** How a list is read. */
export interface NormaliseOptions {
  /**
   * ISO 3166 alpha-2. Digits without `+` or `00` are read as numbers of this country. Without it they are read as E.164
   * digits, the way this system writes its own lists.
   */
  readonly countryCode?: string | undefined;
  /** Whether a number of another country than `countryCode` is accepted instead of refused as COUNTRY_MISMATCH. */
  readonly anyCountry?: boolean | undefined;
  /** Line types that are accepted; all of them by default. */
  readonly lineTypes?: readonly LineType[] | undefined;
  /**
   * Without `countryCode`: bare digits that may be a mobile number of one of these countries are refused as NEEDS_COUNTRY.
   * Read by `normaliseLines` and the pool.
   */
  readonly homes?: readonly string[] | undefined;
}

/** A number as the system keeps it: `e164` is the digits without `+`, `countryCode` is `001` for non-geographic numbers. */
export interface PhoneNumber {
  readonly ok: true;
  readonly e164: bigint;
  readonly countryCode: string;
  readonly lineType: LineType;
}

export interface RejectedNumber {
  readonly ok: false;
  readonly reason: RejectCode;
}

export const LONGEST_E164 = 15;

/** Reads one number of a list, a text box or a form; gives the number or the first rule it breaks. Never throws. */
export function normalise(raw: string, options: NormaliseOptions = {}): PhoneNumber | RejectedNumber {
  const reason = parseNumberInto(raw, options);
  if (reason !== ACCEPTED) return { ok: false, reason };
  return { ok: true, e164: parsedNumber.e164, countryCode: parsedNumber.countryCode, lineType: parsedNumber.lineType };
}

/** Whether digits without `+`, read as a number of a country, are a number of another one with `+` in front. */
export function isAmbiguous(digits: string, countryCode: string): boolean {
  const home = normalise(digits, { countryCode, anyCountry: true });
  const abroad = normalise(digits);
  return home.ok && abroad.ok && home.e164 !== abroad.e164;
}

/** Returns the digits of a line without `+` or `00`; null for another line. */
export function bareDigits(raw: string): string | null {
  const digits = cleanDigits(raw);
  return digits === null || digits.charCodeAt(0) === PLUS || digits.startsWith('00') ? null : digits;
}

/** The last number accepted by `parseNumberInto`. One object for a whole list avoids garbage for a million lines. */
export const parsedNumber: { e164: bigint; countryCode: string; lineType: LineType } = {
  e164: 0n,
  countryCode: '',
  lineType: 0,
};

export const ACCEPTED = 0;

/** As `normalise`, leaving an accepted number in `parsedNumber`. For loops over whole lists. */
export function parseNumberInto(raw: string, options: NormaliseOptions): RejectCode | typeof ACCEPTED {
  let digits = cleanDigits(raw);
  if (digits === null) return REJECT.NOT_A_NUMBER;
  let international = digits.charCodeAt(0) === PLUS;
  if (international) digits = digits.slice(1);
  else if (digits.startsWith('00') && digits.length > 2) {
    international = true;
    digits = digits.slice(2);
  } else if (options.countryCode === undefined) international = true;

  const home = options.countryCode === undefined ? undefined : planOfCountry(options.countryCode);
  if (options.countryCode !== undefined && !home) return REJECT.INVALID_COUNTRY_CODE;
  const number = parseDigits(digits, international, home);
  if (typeof number === 'number') return number;

  const { national, plan, callingCode } = number;
  if (callingCode.length + national.length > LONGEST_E164) return REJECT.TOO_LONG;
  const length = lengthProblem(national, plan);
  if (length !== null) return length;
  const country = number.country ?? (plan.country === NON_GEOGRAPHIC ? NON_GEOGRAPHIC : null);
  if (home && options.anyCountry !== true) {
    if (callingCode !== home.callingCode) return REJECT.COUNTRY_MISMATCH;
    if (country !== null && country !== home.country) return REJECT.COUNTRY_MISMATCH;
  }
  const lineType = lineTypeOf(national, plan);
  if (lineType === null || country === null) return REJECT.NOT_VALID;
  if (options.lineTypes && !options.lineTypes.includes(lineType)) return REJECT.LINE_TYPE;

  parsedNumber.e164 = BigInt(callingCode + national);
  parsedNumber.countryCode = country;
  parsedNumber.lineType = lineType;
  return ACCEPTED;
}

const PLUS = 43;
