import fc from 'fast-check';
import calculator from 'sms-segments-calculator';
import { describe, expect, it } from 'vitest';
import { smsEncoding } from './message-dictionaries.ts';
import {
  costly,
  GSM_BASIC,
  GSM_EXTENDED,
  simplified,
  smsParts,
  smsProblems,
  smsVariables,
  withValues,
} from './sms-text.ts';

const { gsm7, ucs2 } = smsEncoding.is;

describe('the parts of a text', () => {
  it.each<[string, string, number, number]>([
    ['160 letters', 'a'.repeat(160), gsm7, 1],
    ['161 letters', 'a'.repeat(161), gsm7, 2],
    ['a line break written as CRLF, which counts once', `${'a'.repeat(80)}\r\n${'a'.repeat(79)}`, gsm7, 1],
    ['a line break', `${'a'.repeat(80)}\n${'a'.repeat(79)}`, gsm7, 1],
    ['70 Chinese characters', '中'.repeat(70), ucs2, 1],
    ['71 Chinese characters', '中'.repeat(71), ucs2, 2],
    ['a character of two units', '|', gsm7, 1],
    ['70 letters é in one character', 'é'.repeat(70), gsm7, 1],
    ['70 letters é as letter and accent', 'e\u0301'.repeat(70), ucs2, 3],
    ['curly quotes', '“hello”', ucs2, 1],
    ['153 characters of two units, none of them cut', ']'.repeat(153), gsm7, 3],
    ['characters of two GSM units beside an emoji, where they take one', `${']'.repeat(84)}😀`, ucs2, 2],
    ['no text', '', gsm7, 1],
    ['the limit', 'a'.repeat(6 * 153), gsm7, 6],
    ['a letter beyond the limit', 'a'.repeat(6 * 153 + 1), gsm7, 7],
    ['ç, of which the alphabet has the capital only', 'ça', ucs2, 1],
    ['a backtick', '`', ucs2, 1],
  ])('of %s', (_name, text, encoding, parts) => {
    const result = smsParts(text);
    expect([result.encoding, result.parts.length]).toEqual([encoding, parts]);
  });

  it('end before an escape sequence or a surrogate pair, and count the units left', () => {
    expect(smsParts(`${'a'.repeat(152)}€${'b'.repeat(20)}`)).toMatchObject({
      parts: ['a'.repeat(152), `€${'b'.repeat(20)}`],
      units: 174,
      unitsLeft: 131,
    });
    expect(smsParts(`${'码'.repeat(66)}😀${'码'.repeat(10)}`)).toMatchObject({
      parts: ['码'.repeat(66), `😀${'码'.repeat(10)}`],
      unitsLeft: 55,
    });
    expect(smsParts('abc')).toMatchObject({ units: 3, unitsLeft: 157 });
  });

  it('have one unit less with the header of seven bytes', () => {
    const lengths = (text: string) => smsParts(text, 7).parts.map(({ length }) => length);
    expect(lengths('a'.repeat(161))).toEqual([152, 9]);
    expect(lengths('中'.repeat(71))).toEqual([66, 5]);
    expect(lengths('a'.repeat(160))).toEqual([160]);
  });

  /**
   * The calculator never cuts a base from its combining marks or a joined emoji, counts CRLF as two, and takes form feed and
   * escape for characters of the alphabet. Phones join code units, so ours cuts there; the other three are no text of ours.
   */
  it('equal those of the reference calculator for all texts without joined characters', () => {
    const character = fc.oneof(
      { weight: 8, arbitrary: fc.constantFrom(...[...GSM_BASIC].filter((sign) => sign !== '\u001b' && sign !== '\r')) },
      { weight: 3, arbitrary: fc.constantFrom(...Object.keys(GSM_EXTENDED)) },
    );
    const wide = fc.constantFrom('中', '码', '“', '—', '`', 'ç', '😀', '𝒳', 'я');
    const texts = fc.oneof(
      fc.array(character, { maxLength: 1000 }),
      fc.array(fc.oneof({ weight: 3, arbitrary: character }, wide), { maxLength: 500 }),
    );
    fc.assert(
      fc.property(texts, (characters) => {
        const text = characters.join('');
        const { encoding, parts } = smsParts(text);
        const { encodingName, segments } = new calculator.SegmentedMessage(text);
        const expected = segments.map((segment) => Array.from(segment, ({ raw }) => raw ?? '').join(''));
        expect(encoding).toBe(encodingName === 'GSM-7' ? gsm7 : ucs2);
        expect(parts).toEqual(expected);
      }),
    );
  });

  it('join to the text, and none holds more than its units, with either header', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 500 }),
        fc.constantFrom(6 as const, 7 as const),
        (text, header) => {
          const { encoding, parts, units } = smsParts(text, header);
          expect(parts.join('')).toBe(text.replace(/\r\n?/g, '\n'));
          const most =
            parts.length === 1 ? { [gsm7]: 160, [ucs2]: 70 } : { [gsm7]: 159 - header, [ucs2]: header === 6 ? 67 : 66 };
          const sizes = parts
            .map((part) => smsParts(part, header))
            .map((part, index) => (encoding === gsm7 ? part.units : (parts[index] as string).length));
          expect(Math.max(...sizes)).toBeLessThanOrEqual(most[encoding] as number);
          expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(units);
        },
      ),
    );
  });
});

describe('problems of a text', () => {
  it('are control characters, escape among them, and halves of surrogate pairs', () => {
    expect(smsProblems('a\u001bb\tc\n\r\nd\ud83d\u0000')).toEqual([
      { at: 1, written: '\u001b' },
      { at: 3, written: '\t' },
      { at: 9, written: '\ud83d' },
      { at: 10, written: '\u0000' },
    ]);
    expect(smsProblems('“中”😀 {1}')).toEqual([]);
  });
});

describe('costly characters', () => {
  it.each<[string, string | null]>([
    ['“', '"'],
    ['’', "'"],
    ['—', '-'],
    ['…', '...'],
    ['\u00a0', ' '],
    ['Ａ', 'A'],
    ['７', '7'],
    ['！', '!'],
    ['，', ','],
    ['。', '.'],
    ['`', "'"],
    ['ç', 'c'],
    ['ő', 'o'],
    ['ł', 'l'],
    ['e\u0301', 'é'],
    ['\u200b', ''],
    ['™', 'TM'],
    ['中', null],
    ['😀', null],
    ['я', null],
  ])('%s is replaced by %s', (written, replacement) => {
    expect(costly(`ab${written}`)).toEqual([{ at: 2, written, reason: 'encoding', replacement }]);
  });

  it('include those of two units in a text of the GSM alphabet only, and never those of variables', () => {
    expect(costly('{1}[€')).toEqual([
      { at: 3, written: '[', reason: 'double', replacement: '(' },
      { at: 4, written: '€', reason: 'double', replacement: null },
    ]);
    expect(costly('[中').map(({ written }) => written)).toEqual(['中']);
    expect(costly('{name} and {1}')).toEqual([]);
  });
});

describe('a simplified text', () => {
  it('is of the GSM alphabet, and keeps its variables', () => {
    expect(simplified('“Ｈi” {name}…\r\nça—va')).toBe('"Hi" {name}...\nca-va');
  });

  it('keeps its characters where they save nothing', () => {
    expect(simplified('您好，“朋友”')).toBe('您好，“朋友”');
    expect(simplified('e\u0301中')).toBe('é中');
  });
});

it('variables are named once and take their values, whose own braces stay', () => {
  expect(smsVariables('{name}, {1} {name} {} {a b}')).toEqual(['name', '1']);
  expect(withValues('{name}: {1} {2}', { name: '{1}', '1': 'x' })).toBe('{1}: x {2}');
  expect(withValues('{constructor}', {})).toBe('{constructor}');
});
