import { describe, expect, it } from 'vitest';
import { dictionary } from './dictionary.ts';
import {
  audited,
  bits,
  code,
  colour,
  country,
  date,
  decimal,
  dict,
  duration,
  email,
  type Field,
  icon,
  identifier,
  images,
  int,
  money,
  percent,
  phone,
  ref,
  refs,
  richText,
  shown,
  tags,
  text,
  timeOfDay,
  url,
  yes,
} from './field.ts';

const label = { zh: '名称', en: 'Name' };
const uses = dictionary('uses', {
  call: { value: 1, zh: '通话', en: 'Calls' },
  text: { value: 2, zh: '短信', en: 'Texts' },
  data: { value: 8, zh: '上网', en: 'Data' },
});
const isTaken = ({ schema }: Field, value: unknown) => schema.safeParse(value).success;
/** Returns the values a field accepts. */
const taken = (field: Field, values: readonly unknown[]) => values.filter((value) => isTaken(field, value));

describe('a text', () => {
  it('is trimmed before it is measured', () => {
    const name = text({ label, max: 3 });
    expect(name.schema.parse(' abc ')).toBe('abc');
    expect(taken(name, ['', 'abc', 'abcd', null, 1])).toEqual(['', 'abc']);
    expect(name.max).toBe(3);
  });

  it('that is required is not blank', () => {
    expect(taken(text({ label, max: 3, required: true }), ['', '   ', 'a'])).toEqual(['a']);
  });

  it('follows its pattern', () => {
    expect(taken(text({ label, max: 9, pattern: /^[a-z]+$/ }), ['abc', 'Abc', 'a1'])).toEqual(['abc']);
  });
});

describe('a number', () => {
  it('is whole and fits its column by default', () => {
    const most = [-2147483649, -2147483648, 2147483647, 2147483648, 1.5, '1'];
    expect(taken(int({ label }), most)).toEqual([-2147483648, 2147483647]);
  });

  it('is within its bounds, both included', () => {
    expect(taken(int({ label, min: 0, max: 5 }), [-1, 0, 5, 6])).toEqual([0, 5]);
  });
});

describe('a value of a dictionary', () => {
  it('is one it has', () => {
    expect(taken(dict(uses, { label }), [0, 1, 2, 3, 8, '1'])).toEqual([1, 2, 8]);
  });

  it('or a set of them, from none to all', () => {
    expect(taken(bits(uses, { label }), [-1, 0, 1, 3, 11, 12, 1.5])).toEqual([0, 1, 3, 11]);
  });

  it('or yes and no', () => {
    expect(taken(yes({ label }), [0, 1, 2, true])).toEqual([0, 1]);
  });
});

describe('other kinds', () => {
  it('a country is two capitals, or every country where that is allowed', () => {
    expect(taken(country({ label }), ['US', 'us', 'USA', '*', ''])).toEqual(['US']);
    expect(taken(country({ label, any: true }), ['US', 'us', '*', '**', 'U*'])).toEqual(['US', '*']);
  });

  it('a phone is as the server shows it, at most 24 characters', () => {
    expect(taken(phone({ label }), ['+1201****123', '1'.repeat(24), '1'.repeat(25)])).toHaveLength(2);
  });

  it('an amount and an id are texts on the wire', () => {
    expect(taken(money({ label }), ['1.5', 1.5, '1.1234567'])).toEqual(['1.5']);
    expect(taken(ref(null, { label }), ['7', 7, 'x'])).toEqual(['7']);
    expect(ref(null, { label })).not.toHaveProperty('source');
    expect(ref({ resource: 'a/b', call: 'list' }, { label }).source).toEqual({ resource: 'a/b', call: 'list' });
  });
});

describe('values with one canonical form', () => {
  it('a calendar day must exist', () => {
    expect(
      taken(date({ label }), ['2026-02-28', '2028-02-29', '2026-02-29', '2026-2-1', '2026-02-28 00:00', '0000-01-01']),
    ).toEqual(['2026-02-28', '2028-02-29']);
  });

  it('a time of day has hours and minutes', () => {
    expect(taken(timeOfDay({ label }), ['00:00', '23:59', '24:00', '9:30', '09:60', '09:30:00'])).toEqual([
      '00:00',
      '23:59',
    ]);
  });

  it('a decimal is within its digits and bounds', () => {
    expect(
      taken(decimal({ label, scale: 2, min: 0.5 }), ['0.5', '0.49', '1.234', '-1', '1e3', '.5', '12.30', 1]),
    ).toEqual(['0.5', '12.30']);
    expect(taken(decimal({ label }), ['-999999999999.9999', '1000000000000'])).toEqual(['-999999999999.9999']);
  });

  it('a percentage is from 0 to 100 by default', () => {
    expect(taken(percent({ label }), ['0', '100', '100.01', '-1', '5.2525', '5.25255'])).toEqual([
      '0',
      '100',
      '5.2525',
    ]);
    expect(taken(percent({ label, max: 150 }), ['150', '151'])).toEqual(['150']);
  });

  it('a duration is whole seconds within a year', () => {
    expect(taken(duration({ label }), [-1, 0, 1.5, 31_622_400, 31_622_401])).toEqual([0, 31_622_400]);
  });

  it('an e-mail address, a page, a colour and an icon', () => {
    expect(taken(email({ label }), ['a@example.com', 'a@', 'example.com'])).toEqual(['a@example.com']);
    const pages = [
      'https://example.com',
      'http://localhost:80/a?b',
      'ftp://example.com',
      'example.com',
      'javascript:alert(1)',
    ];
    expect(taken(url({ label }), pages)).toEqual(pages.slice(0, 2));
    expect(taken(colour({ label }), ['#409eff', '#409EFF', '#49f', '409eff'])).toEqual(['#409eff', '#409EFF']);
    expect(taken(icon({ label }), ['ShopOutlined', 'shop', 'Shop-Outlined'])).toEqual(['ShopOutlined']);
  });
});

describe('several in one', () => {
  it('tags are short texts, as many as there may be', () => {
    const words = tags({ label, max: 3, count: 2 });
    expect(taken(words, [[], ['a', 'bcd'], ['abcd'], ['a', 'b', 'c'], [' '], 'a'])).toEqual([[], ['a', 'bcd']]);
    expect(taken(tags({ label, max: 3, required: true }), [[], ['a']])).toEqual([['a']]);
  });

  it('references are ids, and pictures addresses', () => {
    const source = { resource: 'a/b', call: 'list' };
    expect(taken(refs(source, { label }), [['1', '2'], [], ['x'], '1'])).toEqual([['1', '2'], []]);
    expect(taken(images({ label, count: 1 }), [['/a.png'], ['/a', '/b'], ['']])).toEqual([['/a.png']]);
  });
});

it('texts with another display follow the rules of texts', () => {
  for (const make of [identifier, code, richText])
    expect(taken(make({ label, max: 3, required: true }), ['abc', 'abcd', ' '])).toEqual(['abc']);
});

it('a field shown differently is the same field otherwise', () => {
  const name = text({ label, max: 3, required: true, list: true, width: 90 });
  const other = shown(name, { width: 120, list: 'hidden' });
  expect(other.options).toEqual({ label, max: 3, required: true, list: 'hidden', width: 120 });
  expect([other.kind, other.schema, other.max]).toEqual(['text', name.schema, 3]);
  expect(name.options.width).toBe(90);
});

it('keeps the fields of every audited row out of forms', () => {
  expect(Object.values(audited).map(({ options }) => options.form)).toEqual([false, false, false, false]);
  expect(Object.keys(audited)).toEqual(['version', 'createUserName', 'createTime', 'updateTime']);
});
