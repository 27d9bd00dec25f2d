import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normaliseLines, unpackCountry } from './batch.ts';
import { REJECT } from './codes.ts';
import { Homes } from './homes.ts';
import { normalise } from './normalise.ts';
import { callingCodeOf, planCountries } from './plans.ts';

const homes = planCountries();
const of = (line: string): string[] => {
  const abroad = normalise(line);
  return [...new Homes(homes).of(line, abroad.ok ? abroad.e164 : null)];
};

describe('homes of bare digits', () => {
  it('are the countries where they are a mobile number, not the one that they already name', () => {
    expect(of('4785550160')).toContain('US');
    expect(of('13125550123')).toEqual(['CN']);
    expect(of('07911 123456')).toContain('GG');
    for (const clear of ['12015550123', '8613800138000', '+4785550160', '004785550160', 'abc', ''])
      expect(of(clear), clear).toEqual([]);
  });

  it('are all found: each is a number there, and other countries have one only with other digits', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[1-9]\d{6,12}$/), (digits) => {
        const abroad = normalise(digits);
        const found = new Set(of(digits));
        for (const countryCode of homes) {
          const home = normalise(digits, { countryCode, lineTypes: [1, 3] });
          const isNational = home.ok && home.e164 !== (abroad.ok ? abroad.e164 : null);
          if (found.has(countryCode)) expect(isNational, countryCode).toBe(true);
          else if (isNational && !abroad.ok)
            expect(String(home.e164)).not.toBe(`${callingCodeOf(countryCode)}${digits}`);
        }
      }),
      { numRuns: 1000 },
    );
  });

  it('decide the verdicts of lines without a country only', () => {
    const { reasons, countries, e164 } = normaliseLines(['4785550160', '+4785550160', '4785550160'], { homes }, [
      '',
      '',
      'US',
    ]);
    expect([...reasons]).toEqual([REJECT.NEEDS_COUNTRY, 0, 0]);
    expect(e164[0]).toBe(0n);
    expect([unpackCountry(countries[1] ?? 0), unpackCountry(countries[2] ?? 0)]).toEqual(['NO', 'US']);
    expect([...normaliseLines(['4785550160'], { homes, countryCode: 'US' }).reasons]).toEqual([0]);
  });
});
