import { LINE_TYPE, type LineType } from './codes.ts';
import { bareDigits, normalise } from './normalise.ts';
import { type Plan, planOfCountry } from './plans.ts';

const MOBILE: readonly LineType[] = [LINE_TYPE.MOBILE, LINE_TYPE.FIXED_LINE_OR_MOBILE];

/** Finds the countries in which digits without a calling code are a mobile number. */
export class Homes {
  readonly #byLength = new Map<number, Plan[]>();

  /** `countries`: ISO 3166 alpha-2 codes of the countries to consider. */
  constructor(countries: Iterable<string>) {
    for (const country of countries) {
      const plan = planOfCountry(country);
      for (const length of plan ? mobileRule(plan).lengths : []) {
        const plans = this.#byLength.get(length) ?? [];
        this.#byLength.set(length, plans);
        if (plan) plans.push(plan);
      }
    }
  }

  /**
   * Returns the countries of which a line without `+`, `00` and country may be a national mobile number.
   *
   * @param abroad the number when the digits already contain a calling code; null if that is no valid number
   */
  *of(line: string, abroad: bigint | null): Generator<string> {
    const digits = bareDigits(line);
    if (digits === null) return;
    for (const plan of this.#byLength.get(digits.length) ?? []) {
      // A valid international number may lack a trunk prefix only: then the pattern decides without parsing.
      if (abroad !== null && !mobileRule(plan).pattern.test(digits)) continue;
      if (isHome(digits, plan.country, abroad)) yield plan.country;
    }
    if (abroad !== null) return;
    // One more digit: a trunk prefix such as the 0 of 0171….
    for (const plan of this.#byLength.get(digits.length - 1) ?? []) {
      if (isHome(digits, plan.country, abroad)) yield plan.country;
    }
  }
}

function isHome(digits: string, countryCode: string, abroad: bigint | null): boolean {
  const home = normalise(digits, { countryCode, lineTypes: MOBILE });
  return home.ok && home.e164 !== abroad;
}

const NO_NUMBER = { pattern: /^$/, lengths: [] } as const;

const mobileRule = ({ types }: Plan): { readonly pattern: RegExp; readonly lengths: readonly number[] } =>
  (types?.mobile === 'same' ? types.fixedLine : types?.mobile) ?? NO_NUMBER;
