import { cleanDigits } from '@trade-assistant/contract/kit/phone-number.ts';
import fc from 'fast-check';
import { parsePhoneNumberWithError, validatePhoneNumberLength } from 'libphonenumber-js/core';
import examples from 'libphonenumber-js/examples.mobile.json';
import metadata from 'libphonenumber-js/max/metadata';
import { describe, expect, test } from 'vitest';
import { LINE_TYPE, REJECT, type RejectCode } from './codes.ts';
import { type NormaliseOptions, normalise, type PhoneNumber, type RejectedNumber } from './normalise.ts';
import { planCountries } from './plans.ts';

const seed = Number(process.env.FAST_CHECK_SEED ?? Date.now());
const runs = Number(process.env.FAST_CHECK_RUNS ?? 20_000);
const settings = { seed, numRuns: runs };

// The metadata knows that the British range reserved for fiction (7700 900…) is unused, so the library's example number
// represents the United Kingdom.
const gb = examples.GB;
const british = BigInt(`44${gb}`);

describe('a number list is read', () => {
  test.each([
    [`+44 ${gb}`, {}, british, 'GB'],
    [`0044 ${gb.slice(0, 4)}-${gb.slice(4)}.`, { countryCode: 'GB' }, british, 'GB'],
    [`0${gb}`, { countryCode: 'GB' }, british, 'GB'],
    [`44${gb}`, { countryCode: 'GB' }, british, 'GB'],
    [`44${gb}`, {}, british, 'GB'],
    ['(201) 555-0123', { countryCode: 'US' }, 12015550123n, 'US'],
    [`011 44 ${gb}`, { countryCode: 'US', anyCountry: true }, british, 'GB'],
    ['\uFEFF＋１ ２０１　５５５ ０１２３\u200B', {}, 12015550123n, 'US'],
    ["'+12015550123", {}, 12015550123n, 'US'],
    [`+44 (0) ${gb}`, {}, british, 'GB'],
    ['\u202A+1\u00A0204\u2011555\u20110123\u202C', {}, 12045550123n, 'CA'],
  ] satisfies [string, NormaliseOptions, bigint, string][])('%j with %j is %s of %s', (raw, options, e164, country) => {
    expect(normalise(raw, options)).toMatchObject({ ok: true, e164, countryCode: country });
  });

  test.each([
    ['', {}, REJECT.NOT_A_NUMBER],
    ['hello', {}, REJECT.NOT_A_NUMBER],
    ['+', {}, REJECT.NOT_A_NUMBER],
    ['12+34', {}, REJECT.NOT_A_NUMBER],
    ['+1 201 555 0123 ext 5', {}, REJECT.NOT_A_NUMBER],
    [`+1${' '.repeat(64)}2015550123`, {}, REJECT.NOT_A_NUMBER],
    ['+999 123 456', {}, REJECT.INVALID_COUNTRY_CODE],
    ['+0 123 456', {}, REJECT.INVALID_COUNTRY_CODE],
    ['2015550123', { countryCode: 'ZZ' }, REJECT.INVALID_COUNTRY_CODE],
    ['+1 201 555', {}, REJECT.TOO_SHORT],
    ['+1 201 555 01234', {}, REJECT.TOO_LONG],
    [`+44 ${gb}`, { countryCode: 'US' }, REJECT.COUNTRY_MISMATCH],
    ['+1 204 555 0123', { countryCode: 'US' }, REJECT.COUNTRY_MISMATCH],
    ['+1 100 555 0123', {}, REJECT.NOT_VALID],
    [`+44 ${gb}`, { lineTypes: [LINE_TYPE.FIXED_LINE] }, REJECT.LINE_TYPE],
  ] satisfies [string, NormaliseOptions, RejectCode][])(
    '%j with %j is refused for reason %s',
    (raw, options, reason) => {
      expect(normalise(raw, options)).toEqual({ ok: false, reason });
    },
  );

  test('cleaning any text leaves digits with at most one plus in front, or nothing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (raw) => {
        expect(cleanDigits(raw) ?? '0').toMatch(/^\+?\d+$/);
      }),
      settings,
    );
  });
});

describe(`every verdict is the one of libphonenumber-js (seed ${seed})`, () => {
  const country = fc.constantFrom(undefined, ...planCountries());

  test('for random digits with and without plus, of every country', () => {
    const digits = fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(
        fc.constantFrom('', '+', '00'),
        digits,
        country,
        fc.boolean(),
        (prefix, text, countryCode, anyCountry) => sameVerdict(prefix + text, { countryCode, anyCountry }),
      ),
      settings,
    );
  });

  test('for valid numbers of every country, whole, shortened, lengthened and with a digit changed', () => {
    const sample = fc.constantFrom(...Object.entries(examples)).chain(([home, national]) =>
      fc.record({
        home: fc.constant(home),
        international: fc.boolean(),
        digits: fc
          .tuple(
            fc.constantFrom('', '0', '1', '8', '00', '011'),
            fc.array(fc.tuple(fc.nat(14), fc.nat(9)), { maxLength: 4 }),
            fc.constantFrom(-2, -1, 0, 0, 0, 0, 1, 2),
          )
          .map(([trunk, changes, longer]) => {
            const digits = [...national];
            for (const [at, digit] of changes) if (at < digits.length) digits[at] = String(digit);
            const text = digits.join('');
            return trunk + (longer < 0 ? text.slice(0, longer) : text + '7'.repeat(longer));
          }),
        other: country,
        mode: fc.constantFrom('plus', 'bare', 'national') as fc.Arbitrary<'plus' | 'bare' | 'national'>,
      }),
    );
    fc.assert(
      fc.property(sample, ({ home, digits, other, mode, international }) => {
        const code = callingCode(home);
        const text = mode === 'plus' ? `+${code}${digits}` : mode === 'bare' ? code + digits : digits;
        sameVerdict(text, { countryCode: international ? other : home, anyCountry: true });
        sameVerdict(text, { countryCode: home });
      }),
      settings,
    );
  });

  test('for every calling code followed by random national digits', () => {
    const codes = [
      ...Object.keys((metadata as unknown as { country_calling_codes: object }).country_calling_codes),
      ...Object.keys((metadata as unknown as { nonGeographic: object }).nonGeographic),
    ];
    const national = fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 4, maxLength: 13 });
    fc.assert(
      fc.property(fc.constantFrom(...codes), national, country, (code, rest, countryCode) =>
        sameVerdict(`+${code}${rest}`, { countryCode, anyCountry: true }),
      ),
      settings,
    );
  });
});

function sameVerdict(text: string, options: NormaliseOptions): void {
  expect(normalise(text, options), `${text} ${JSON.stringify(options)} seed ${seed}`).toEqual(expected(text, options));
}

type Country = NonNullable<ReturnType<typeof parsePhoneNumberWithError>['country']>;

const TYPES = {
  MOBILE: 1,
  FIXED_LINE: 2,
  FIXED_LINE_OR_MOBILE: 3,
  VOIP: 4,
  TOLL_FREE: 5,
  PREMIUM_RATE: 6,
  PERSONAL_NUMBER: 7,
  PAGER: 8,
  UAN: 9,
  VOICEMAIL: 9,
  SHARED_COST: 9,
} as const;

// The rules of the domain spoken with nothing but the library's public calls.
function expected(text: string, { countryCode, anyCountry }: NormaliseOptions): PhoneNumber | RejectedNumber {
  const refuse = (reason: RejectCode): RejectedNumber => ({ ok: false, reason });
  const bare = text.replace(/^00(?=.)/, '+');
  const dialled = bare.startsWith('+') || countryCode !== undefined ? bare : `+${bare}`;
  const parsing = { extract: false, ...(countryCode && { defaultCountry: countryCode as Country }) };
  const problem = validatePhoneNumberLength(dialled, parsing, metadata);
  let number: ReturnType<typeof parsePhoneNumberWithError>;
  try {
    number = parsePhoneNumberWithError(dialled, parsing, metadata);
  } catch (error) {
    const name = (error as Error).message;
    return refuse(name === 'INVALID_COUNTRY' ? REJECT.INVALID_COUNTRY_CODE : REJECT[name as 'TOO_SHORT']);
  }
  if (number.number.length > 16) return refuse(REJECT.TOO_LONG);
  if (problem) return refuse(problem === 'INVALID_COUNTRY' ? REJECT.INVALID_COUNTRY_CODE : REJECT[problem]);
  const country = number.country ?? (number.isNonGeographic() ? '001' : undefined);
  if (countryCode && !anyCountry) {
    if (number.countryCallingCode !== callingCode(countryCode)) return refuse(REJECT.COUNTRY_MISMATCH);
    if (country && country !== countryCode) return refuse(REJECT.COUNTRY_MISMATCH);
  }
  if (!number.isValid() || !country) return refuse(REJECT.NOT_VALID);
  const type = number.getType();
  return { ok: true, e164: BigInt(number.number.slice(1)), countryCode: country, lineType: type ? TYPES[type] : 0 };
}

function callingCode(country: string): string {
  return String((metadata as unknown as { countries: Record<string, unknown[]> }).countries[country]?.[0]);
}
