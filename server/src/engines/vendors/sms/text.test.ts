import smpp from 'smpp';
import { describe, expect, it } from 'vitest';
import { filled, segmentsOf, segmentsOfMessage } from './text.ts';

const sizes = (text: string) => {
  const { encoding, parts } = segmentsOf(text);
  return [encoding, parts.map(({ length }) => length)];
};

describe('a text in the encoding for phones', () => {
  it.each([
    ['a text of the GSM alphabet', 'a'.repeat(160), [1, [160]]],
    ['one more', 'a'.repeat(161), [1, [153, 8]]],
    ['signs that take two places', '€'.repeat(80), [1, [160]]],
    ['no sign broken at the end of a part', `${'a'.repeat(152)}€${'b'.repeat(20)}`, [1, [152, 22]]],
    ['Chinese', '码'.repeat(70), [2, [140]]],
    ['more Chinese', '码'.repeat(71), [2, [134, 8]]],
    ['no pair of surrogates broken', `${'码'.repeat(66)}😀${'码'.repeat(10)}`, [2, [132, 24]]],
    ['one sign from outside makes all of it UCS-2', `${'a'.repeat(70)}码`, [2, [134, 8]]],
    ['nothing', '', [1, [0]]],
  ])('%s', (_what, text, expected) => {
    expect(sizes(text)).toEqual(expected);
  });

  it('equals its joined parts', () => {
    for (const text of [`${'a€'.repeat(120)}`, `${'a码😀'.repeat(60)}`]) {
      const { encoding, parts } = segmentsOf(text);
      const { decode } = encoding === 1 ? smpp.encodings.ASCII : smpp.encodings.UCS2;
      expect(parts.map(decode).join('')).toBe(text);
    }
  });

  it('has at most six parts', () => {
    expect(segmentsOfMessage('a'.repeat(918)).parts).toHaveLength(6);
    expect(() => segmentsOfMessage('a'.repeat(919))).toThrow(expect.objectContaining({ code: 'SMS_TOO_LONG' }));
  });
});

describe('a template', () => {
  it('inserts its values, and names missing ones', () => {
    expect(filled('您的验证码是{code}，{minutes} 分钟内有效', { code: '{minutes}', minutes: '5' })).toBe(
      '您的验证码是{minutes}，5 分钟内有效',
    );
    expect(() => filled('{a} {b} {a}', { b: 'x' })).toThrow(
      expect.objectContaining({ code: 'SMS_PARAMETERS', params: { names: 'a' } }),
    );
    expect(() => filled('{constructor}', {})).toThrow();
  });
});
