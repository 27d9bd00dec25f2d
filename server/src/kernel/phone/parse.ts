import { LINE_TYPE, type LineType, REJECT, type RejectCode } from './codes.ts';
import { NON_GEOGRAPHIC, type Plan, plansOfCallingCode, type TypeRule } from './plans.ts';

/** A parsed number. `country` is null when a shared calling code does not determine it. */
export interface ParsedNumber {
  callingCode: string;
  national: string;
  country: string | null;
  /** The plan that judges the number: its country's, else the main one of its calling code. */
  plan: Plan;
}

const SHORTEST_NATIONAL = 2;
const LONGEST_NATIONAL = 17;

/**
 * Reads digits like libphonenumber-js (`parsePhoneNumberWithError` with `extract: false`), with patterns compiled
 * once. The property tests beside this file prove that results are equal.
 *
 * @param digits only `0`–`9`
 * @param international whether the digits begin with a country calling code
 * @param defaultCountry country of national digits; it must exist
 * @returns the number, or the reason why it is invalid
 */
export function parseDigits(
  digits: string,
  international: boolean,
  defaultCountry: Plan | undefined,
): ParsedNumber | RejectCode {
  if (digits.length === 0) return REJECT.NOT_A_NUMBER;
  if (digits.length < (international ? 3 : 2)) return REJECT.TOO_SHORT;

  let plan: Plan | undefined;
  let rest = digits;
  let country: string | null = null;
  if (international) {
    plan = callingCodePlan(digits);
    if (!plan) return REJECT.INVALID_COUNTRY_CODE;
    rest = digits.slice(plan.callingCode.length);
  } else {
    if (!defaultCountry) return REJECT.INVALID_COUNTRY_CODE;
    const withoutIdd = stripIddPrefix(digits, defaultCountry);
    if (withoutIdd !== null) {
      plan = callingCodePlan(withoutIdd);
      if (!plan) return REJECT.INVALID_COUNTRY_CODE;
      rest = withoutIdd.slice(plan.callingCode.length);
    } else if (isInternationalWithoutPlus(digits, defaultCountry)) {
      plan = mainPlan(defaultCountry);
      rest = digits.slice(plan.callingCode.length);
    } else {
      plan = defaultCountry;
      country = defaultCountry.country;
    }
  }
  if (rest === '') return REJECT.TOO_SHORT;

  const national = nationalNumberOf(rest, plan);
  const exact = countryOf(plan.callingCode, national);
  if (exact) {
    plan = exact;
    country = exact.country;
  }
  if (national.length < SHORTEST_NATIONAL) return REJECT.TOO_SHORT;
  if (national.length > LONGEST_NATIONAL) return REJECT.TOO_LONG;
  return { callingCode: plan.callingCode, national, country, plan };
}

/** Whether the length is one the plan knows: null when it is. */
export function lengthProblem(national: string, plan: Plan): RejectCode | null {
  const { lengths } = plan;
  const shortest = lengths[0] ?? 0;
  const longest = lengths[lengths.length - 1] ?? 0;
  const length = national.length;
  if (length < shortest) return REJECT.TOO_SHORT;
  if (length > longest) return REJECT.TOO_LONG;
  return lengths.includes(length) ? null : REJECT.INVALID_LENGTH;
}

/** The kind of line, or null when the plan has no such number. */
export function lineTypeOf(national: string, plan: Plan): LineType | null {
  const { types } = plan;
  if (!plan.pattern.test(national)) return null;
  if (!types) return LINE_TYPE.UNKNOWN;
  if (matches(national, types.fixedLine)) {
    if (types.mobile === 'same' || matches(national, types.mobile)) return LINE_TYPE.FIXED_LINE_OR_MOBILE;
    return LINE_TYPE.FIXED_LINE;
  }
  for (const rule of types.others) if (matches(national, rule)) return rule.lineType;
  return null;
}

function matches(national: string, rule: TypeRule | null): boolean {
  return rule?.lengths.includes(national.length) === true && rule.pattern.test(national);
}

// Calling codes never begin with 0 and none is the beginning of another: the first that exists is the one.
function callingCodePlan(digits: string): Plan | undefined {
  if (digits.charCodeAt(0) === 48) return undefined;
  for (let length = 1; length <= 3 && length <= digits.length; length++) {
    const plans = plansOfCallingCode(digits.slice(0, length));
    if (plans) return plans[0];
  }
  return undefined;
}

function mainPlan(plan: Plan): Plan {
  return plansOfCallingCode(plan.callingCode)?.[0] ?? plan;
}

// "011 44 …" dialled from the United States: the digits after the exit code are international.
function stripIddPrefix(digits: string, plan: Plan): string | null {
  const prefix = plan.iddPrefix?.exec(digits)?.[0];
  if (!prefix || prefix.length === digits.length) return null;
  return digits.charCodeAt(prefix.length) === 48 ? null : digits.slice(prefix.length);
}

// Digits with the country's own calling code are international when they are no national number as a whole but are one without it, or are
// too long for the country.
function isInternationalWithoutPlus(digits: string, plan: Plan): boolean {
  if (!digits.startsWith(plan.callingCode)) return false;
  const shorter = nationalNumberOf(digits.slice(plan.callingCode.length), plan);
  const national = nationalNumberOf(digits, plan);
  return (
    (!plan.pattern.test(national) && plan.pattern.test(shorter)) || lengthProblem(national, plan) === REJECT.TOO_LONG
  );
}

// Takes away a trunk prefix (the 0 of 0171…) unless the number needs it.
function nationalNumberOf(digits: string, plan: Plan): string {
  const match = plan.nationalPrefix?.exec(digits);
  if (!match || digits === '') return digits;
  const groups = match.length - 1;
  const captured = groups > 0 && Boolean(match[groups]);
  const stripped =
    captured && plan.nationalPrefixRule !== null && plan.nationalPrefix
      ? digits.replace(plan.nationalPrefix, plan.nationalPrefixRule)
      : digits.slice(match[0].length);
  if (stripped === digits) return digits;
  if (plan.pattern.test(digits) && !plan.pattern.test(stripped)) return digits;
  const problem = lengthProblem(stripped, countryOf(plan.callingCode, stripped) ?? plan);
  return problem === null || problem === REJECT.TOO_LONG ? stripped : digits;
}

// The country among those that share a calling code (+1, +7, +44 …).
function countryOf(callingCode: string, national: string): Plan | undefined {
  const plans = plansOfCallingCode(callingCode);
  const first = plans?.[0];
  if (!plans || !first || first.country === NON_GEOGRAPHIC) return undefined;
  if (plans.length === 1) return first;
  for (const plan of plans) {
    if (plan.leadingDigits) {
      if (plan.leadingDigits.test(national)) return plan;
    } else if (lineTypeOf(national, plan) !== null) return plan;
  }
  return undefined;
}
