import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanDigits, contactPhoneOf, isContactPhone, phoneSearchDigits } from './phone-number.ts';

describe('the digits of a number', () => {
  it.each([
    ['0171 3920004.0', '01713920004'],
    ['+12025550123,0', '+12025550123'],
    ['p:+12025550123', '+12025550123'],
    [' P:+1 202 555 0123', '+12025550123'],
    ['12025550123.0 ', '12025550123'],
    ['１２０２５５５０１２３．０', '12025550123'],
    ['0171 3920004.00', '01713920004'],
    ['0171 3920004,00', '01713920004'],
    ['0171.392.0004.0', '01713920004'],
    ['0171.3920004.00', '01713920004'],
    ['06.12.34.56.78', '0612345678'],
    ['06.12.34.56.00', '0612345600'],
    ['0212.555.12.00', '02125551200'],
    ['555.010.0199', '5550100199'],
    ['555.010.0000', '5550100000'],
    ['202.555.0123', '2025550123'],
    ['202.5550123', '2025550123'],
  ])('of %s are %s', (written, digits) => expect(cleanDigits(written)).toBe(digits));

  it.each([
    '12025550123.5',
    '0171 3920004,1',
    '0171 3920004.25',
    '0171.392.0004.5',
    '0171.3920004.01',
    '12,025,550,123.00',
    '555,010,0199',
    '1.2025550123E10',
  ])('do not exist in %s', (written) => expect(cleanDigits(written)).toBeNull());
});

describe('a contact phone', () => {
  it.each([
    ['138 0000 0000', '13800000000'],
    ['138-0000-0000', '13800000000'],
    ['+86 138 0000 0000', '13800000000'],
    ['0086 (138) 0000-0000', '13800000000'],
    ['8613800000000', '13800000000'],
    ['１３８００００００００', '13800000000'],
    ['+1 (201) 555-0123', '+12015550123'],
    ['0012015550123', '+12015550123'],
    ['12015550123', '+12015550123'],
    ['44 7700 900123', '+447700900123'],
    ['+44 (0)7700 900123', '+447700900123'],
    ['＋44 7700 900123', '+447700900123'],
  ])('%s is kept as %s', (written, kept) => {
    expect(contactPhoneOf(written)).toBe(kept);
    expect(isContactPhone(kept)).toBe(true);
  });

  it.each(['2015550123', '1380000000', '07700900123', '+1', 'abc', '+1x2015550123', '1'.repeat(70), ''])(
    'is not read from %s',
    (written) => expect(isContactPhone(contactPhoneOf(written))).toBe(false),
  );

  it('is kept and found alike however it is written', () => {
    const home = fc.record({
      kept: fc.stringMatching(/^1[3-9][0-9]{9}$/),
      prefix: fc.constantFrom('', '86', '+86', '0086'),
    });
    const foreign = fc.record({
      kept: fc.stringMatching(/^\+[2-79][0-9]{10,13}$/),
      prefix: fc.constantFrom('', '+', '00'),
    });
    const separators = fc.array(fc.constantFrom('', ' ', '-', ' - ', '(', ')'), { minLength: 18, maxLength: 18 });
    fc.assert(
      fc.property(fc.oneof(home, foreign), separators, ({ kept, prefix }, between) => {
        const digits = [...kept.replace('+', '')];
        const written = prefix + digits.map((digit, at) => digit + between[at]).join('');
        // A zero in brackets is the trunk prefix.
        fc.pre(written.length <= 64 && !written.includes('(0)'));
        expect(contactPhoneOf(written)).toBe(kept);
        expect(phoneSearchDigits(written).flatMap((one) => [one, `+${one}`])).toContain(kept);
      }),
    );
  });
});
