import { describe, expect, it } from 'vitest';
import { fill, localeOf } from './locale.ts';

describe('the requested language', () => {
  it.each(['en', 'EN', ' en', 'en-US', 'en;q=0.9', 'en-GB,zh;q=0.5', 'fr, en', 'pt-BR,en;q=0.8,zh;q=0.5'])(
    '“%s” is English',
    (value) => {
      expect(localeOf(value)).toBe('en');
    },
  );

  it.each([undefined, '', 'zh', 'zh-CN,en;q=0.9', 'fr', 'fr,zh-TW,en', 'english', 'enm', 'x-en'])(
    '“%s” is Chinese',
    (value) => {
      expect(localeOf(value)).toBe('zh');
    },
  );
});

describe('the holes of a sentence', () => {
  it('are filled by their names, each as often as it occurs', () => {
    expect(fill('{a} of {b}, {a}', { a: 1, b: 'two' })).toBe('1 of two, 1');
    expect(fill('{n} rows', { n: 0n })).toBe('0 rows');
    expect(fill('at most {n_2}', { n_2: '' })).toBe('at most ');
  });

  it('choose a word by a number', () => {
    const rows = '{n} {n|row|rows}';
    expect([0, 1, 1n, '1', 2, '1,001', 1.5].map((n) => fill(rows, { n }))).toEqual([
      '0 rows',
      '1 row',
      '1 row',
      '1 row',
      '2 rows',
      '1,001 rows',
      '1.5 rows',
    ]);
    expect(fill(rows)).toBe(rows);
    expect(fill('{constructor}')).toBe('{constructor}');
  });

  it('without a value stay visible', () => {
    expect(fill('{a} {b}', { a: 1 })).toBe('1 {b}');
    expect(fill('{a}')).toBe('{a}');
    expect(fill('{} { a } {a-b}', { a: 1 })).toBe('{} { a } {a-b}');
  });

  it('insert values unchanged', () => {
    expect(fill('({a})', { a: '$& {b}', b: 'x' })).toBe('($& {b})');
  });
});
