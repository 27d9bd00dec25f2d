import { cleanDigits, phoneSearchDigits } from '@trade-assistant/contract/kit/phone-number.ts';
import { AFTER_CODE, callingCodeLength, TAIL } from './mask.ts';
import { LONGEST_E164, normalise } from './normalise.ts';
import { callingCodes, plansOfCallingCode } from './plans.ts';

/** The E.164 numbers that a search text can mean: exact numbers, and numbers that end or begin with the digits. */
export interface NumberSearch {
  readonly exact: readonly bigint[];
  readonly ends: string | null;
  readonly begins: string | null;
  /** Numbers that begin with the digits after their calling code: first digits with it, and the length of the whole number. */
  readonly national: readonly { readonly begins: string; readonly length: number }[];
}

const NOTHING: NumberSearch = { exact: [], ends: null, begins: null, national: [] };
/** Fewer first digits without a calling code would be those of numbers of every country. */
const LEAST_NATIONAL = 6;
/** Fewer last digits would match more than a hundredth of all numbers. */
const LEAST_ENDING = 3;
/** Digits of the shortest number with its area but without its calling code, or its trunk zero. */
const SHORTEST_NATIONAL = 7;

/**
 * Reads a phone number as people write it, or its first or last digits.
 *
 * With `isMasked` the reader sees only the first and last digits of a number: a part that reaches into the hidden digits finds nothing,
 * or readers could guess them one by one. A whole number is found with and without its calling code.
 */
export function readNumberSearch(written: string, isMasked: boolean): NumberSearch {
  const cleaned = cleanDigits(written);
  const [digits] = phoneSearchDigits(written);
  if (cleaned === null || digits === undefined || digits.length > LONGEST_E164) return NOTHING;
  const whole = normalise(written);
  const exact = [...new Set([...(whole.ok ? [whole.e164] : []), ...phoneSearchDigits(written).map(BigInt)])];
  const begins = isMasked && !isVisibleHead(digits) ? null : digits;
  if (cleaned.startsWith('+')) return { exact, ends: null, begins, national: [] };
  // A whole number may begin with a trunk zero or 00; last digits may as well.
  const last = cleaned.length >= SHORTEST_NATIONAL ? cleaned.replace(/^0{1,2}/, '') : cleaned;
  const isEnding = last.length >= LEAST_ENDING && (!isMasked || last.length <= TAIL);
  return {
    exact: isMasked ? [...exact, ...wholeNumbers(last)] : exact,
    ends: isEnding ? last : null,
    begins,
    // Among masked numbers these digits are hidden.
    national: isMasked ? [] : afterCallingCode(cleaned.replace(/^0/, '')),
  };
}

/** Returns the first digits and the length of every plan's numbers that begin with these digits after their calling code. */
function afterCallingCode(digits: string): NumberSearch['national'] {
  if (digits.length < LEAST_NATIONAL || digits.length >= SHORTEST_NATIONAL + TAIL) return [];
  return callingCodes().flatMap((code) => {
    const lengths = new Set(plansOfCallingCode(code)?.flatMap((plan) => plan.lengths));
    return [...lengths]
      .filter((length) => length > digits.length && code.length + length <= LONGEST_E164)
      .map((length) => ({ begins: code + digits, length: code.length + length }));
  });
}

const isVisibleHead = (digits: string): boolean => digits.length <= callingCodeLength(digits) + AFTER_CODE;

/** Returns the valid numbers of all countries that have these digits after their calling code. */
const wholeNumbers = (national: string): bigint[] =>
  national.length < SHORTEST_NATIONAL
    ? []
    : callingCodes().flatMap((code) => {
        const found = normalise(`+${code}${national}`);
        return found.ok ? [found.e164] : [];
      });
