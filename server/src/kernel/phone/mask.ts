import { plansOfCallingCode } from './plans.ts';

const HIDDEN = '****';
export const TAIL = 4;
/** Readable digits after the calling code: enough for operator or area, not for a person. */
export const AFTER_CODE = 2;
const LEAST_HIDDEN = 3;

/** A number as readers without the right to plain numbers see it: `+8613****1234`. */
export function maskNumber(e164: bigint | number): string {
  const digits = e164.toString();
  const head = Math.min(callingCodeLength(digits) + AFTER_CODE, digits.length - TAIL - LEAST_HIDDEN);
  return `+${digits.slice(0, Math.max(0, head))}${HIDDEN}${digits.slice(-TAIL)}`;
}

/** A number in full, `+8613800001234`. */
export const plainNumber = (e164: bigint | number): string => `+${e164}`;

/** Digits of every script: full-width and Arabic ones are read as numbers, too. */
const DIGIT = /\p{Nd}/gu;

/** Hides the middle of the digits in a line of a list; other characters stay, so that its author recognises it. */
export function maskLine(text: string): string {
  const digits = text.match(DIGIT)?.length ?? 0;
  const head = digits > TAIL + LEAST_HIDDEN ? Math.min(4, digits - TAIL - LEAST_HIDDEN) : 0;
  const from = digits <= TAIL ? digits : head;
  let at = 0;
  return text.replace(DIGIT, (digit) => {
    at += 1;
    return at > from && at <= digits - TAIL ? '*' : digit;
  });
}

/** Digits of the calling code that a number begins with. */
export function callingCodeLength(digits: string): number {
  for (let length = 1; length <= 3; length += 1) if (plansOfCallingCode(digits.slice(0, length))) return length;
  return 1;
}
