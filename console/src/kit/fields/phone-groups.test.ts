import fc from 'fast-check';
import examples from 'libphonenumber-js/examples.mobile.json';
import {
  type CountryCode,
  getCountries,
  getCountryCallingCode,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/min';
import { describe, expect, test } from 'vitest';
import { groupedPhone } from './phone-groups.ts';

const seed = Number(process.env.FAST_CHECK_SEED ?? Date.now());

describe('a number is grouped', () => {
  test.each([
    ['+12015550123', '+1 201 555 0123'],
    ['+442079460958', '+44 20 7946 0958'],
    ['+80012345678', '+800 1234 5678'],
    // No format of Gibraltar's is for its mobile numbers.
    ['+35057123456', '+350 57123456'],
    ['+999123456', '+999123456'],
  ])('%s as %s', (number, grouped) => expect(groupedPhone(number)).toBe(grouped));
});

describe(`every grouping is the one of libphonenumber-js (seed ${seed})`, () => {
  const numberOf = (country: CountryCode, national: string) => `+${getCountryCallingCode(country)}${national}`;
  const digits = (count: number) =>
    fc.integer({ min: 0, max: 10 ** count - 1 }).map((value) => String(value).padStart(count, '0'));

  test('for an example of every country', () => {
    const numbers = getCountries().map((country) => numberOf(country, examples[country]));
    expect(numbers.length).toBeGreaterThan(240);
    expect(numbers.map(groupedPhone)).toEqual(
      numbers.map((number) => parsePhoneNumberFromString(number)?.formatInternational()),
    );
  });

  test('for every number it accepts unchanged', () => {
    const number = fc.oneof(
      // Kept for fiction: 555-01XX in every area of North America, 020 7946 0XXX in London.
      fc.tuple(fc.integer({ min: 201, max: 989 }), digits(2)).map(([area, last]) => `+1${area}55501${last}`),
      digits(3).map((last) => `+442079460${last}`),
      fc
        .tuple(fc.constantFrom(...getCountries()), fc.integer({ min: 0, max: 7 }).chain(digits))
        .map(([country, last]) => numberOf(country, examples[country].slice(0, -4) + last)),
      digits(11).map((all) => `+${all}`),
    );
    fc.assert(
      fc.property(number, (one) => {
        const parsed = parsePhoneNumberFromString(one);
        // The library drops superfluous digits, such as a 0 after the calling code.
        fc.pre(parsed?.number === one);
        expect(groupedPhone(one)).toBe(parsed.formatInternational());
      }),
      { seed, numRuns: 5_000 },
    );
  });
});
