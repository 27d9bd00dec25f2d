import { describe, expect, it } from 'vitest';
import { dictionary } from './dictionary.ts';
import { audited, bits, date, dict, type Field, int, money, ref, text, time, yes } from './field.ts';
import { filterRules, sortable } from './filter.ts';

const label = { zh: '名称', en: 'Name' };
const uses = dictionary('uses', { call: { value: 1, zh: '通话', en: 'Calls' } });

/** The parameters of one field with their operators. */
const rulesOf = (field: Field) =>
  Object.fromEntries([...filterRules({ f: field })].map(([name, { operator }]) => [name, operator]));
const readAs = (field: Field, parameter: string, value: unknown): unknown => {
  const rule = filterRules({ f: field }).get(parameter) ?? expect.unreachable(parameter);
  const parsed = rule.schema.safeParse(value);
  return parsed.success ? parsed.data : 'refused';
};

describe('the parameters of a list', () => {
  it('are none for a field it is not searched by', () => {
    expect(rulesOf(text({ label, max: 9, list: true, sort: true }))).toEqual({});
  });

  it('by a part of a text', () => {
    expect(rulesOf(text({ label, max: 9, search: 'like' }))).toEqual({
      f_equal: 'eq',
      f: 'contains',
      f_like: 'contains',
      f_likeright: 'starts',
      f_likeleft: 'ends',
    });
  });

  it('by an equal value', () => {
    expect(rulesOf(int({ label, search: 'equal' }))).toEqual({ f_equal: 'eq', f: 'eq', f_notequal: 'ne' });
  });

  it('by one of several', () => {
    expect(rulesOf(dict(uses, { label, search: 'in' }))).toEqual({
      f_equal: 'eq',
      f: 'eq',
      f_notequal: 'ne',
      f_in: 'in',
    });
  });

  it('by a set of bits, whatever further bits a row has', () => {
    expect(rulesOf(bits(uses, { label, search: 'equal' }))).toEqual({ f_equal: 'eq', f: 'has', f_notequal: 'ne' });
  });

  it('by a span of numbers', () => {
    expect(rulesOf(money({ label, search: 'range' }))).toEqual({
      f_equal: 'eq',
      f: 'eq',
      f_notequal: 'ne',
      f_gt: 'gt',
      f_ge: 'ge',
      f_lt: 'lt',
      f_le: 'le',
    });
  });

  it('by a span of time, from its start to just before its end', () => {
    const rules = rulesOf(time({ label, search: 'range' }));
    expect(rules).toMatchObject({ f_gt: 'gt', f_ge: 'ge', f_lt: 'lt', f_le: 'le' });
    expect(rules).toMatchObject({ f_dategt: 'ge', f_datege: 'ge', f_datelt: 'lt', f_datele: 'le' });
  });

  it('are ids too where the rows are of a table of our own', () => {
    expect([...filterRules({ version: audited.version }).keys()]).toEqual(['id_in']);
    expect([...filterRules({}).keys()]).toEqual([]);
  });
});

describe('the values a parameter accepts', () => {
  const like = text({ label, max: 9, search: 'like' });

  it('a text of at most 128 characters, trimmed', () => {
    expect(readAs(like, 'f', ' x ')).toBe('x');
    expect(readAs(like, 'f', 'x'.repeat(128))).toBe('x'.repeat(128));
    for (const name of ['f', 'f_equal', 'f_likeleft']) expect(readAs(like, name, 'x'.repeat(129))).toBe('refused');
  });

  it('a whole number that fits its column, also for a field with narrower bounds', () => {
    const count = int({ label, min: 0, max: 5, search: 'range' });
    expect(['7', '-1', '-2147483648', '2147483647'].map((value) => readAs(count, 'f_ge', value))).toEqual([
      7, -1, -2147483648, 2147483647,
    ]);
    for (const wrong of ['-2147483649', '2147483648', '1.5', 'x']) expect(readAs(count, 'f', wrong)).toBe('refused');
    expect(readAs(yes({ label, search: 'equal' }), 'f', '1')).toBe(1);
  });

  it('an amount, an id, a time and a day as they travel', () => {
    expect(readAs(money({ label, search: 'range' }), 'f_le', '1.5')).toBe(1_500_000n);
    expect(readAs(ref(null, { label, search: 'equal' }), 'f', '7')).toBe(7n);
    expect(readAs(time({ label, search: 'range' }), 'f_dategt', '2026-01-31')).toEqual(
      new Date('2026-01-30T16:00:00Z'),
    );
    // A date alone ends a range with its last moment.
    const ends = Object.fromEntries(
      ['_datelt', '_datele', '_le', '_lt'].map((suffix) => [
        suffix,
        readAs(time({ label, search: 'range' }), `f${suffix}`, '2026-01-31'),
      ]),
    );
    expect(ends).toEqual({
      _datelt: new Date('2026-01-31T16:00:00Z'),
      _datele: new Date('2026-01-31T15:59:59Z'),
      _le: new Date('2026-01-31T15:59:59Z'),
      _lt: new Date('2026-01-30T16:00:00Z'),
    });
    expect(readAs(time({ label, search: 'range' }), 'f_datelt', '2026-01-31 00:00:00')).toEqual(
      new Date('2026-01-30T16:00:00Z'),
    );
    expect(readAs(time({ label, search: 'range' }), 'f_datelt', '2026-02-30')).toBe('refused');
    const day = date({ label, search: 'range' });
    expect(['2026-01-31', '2026-02-30', '0000-01-01'].map((text) => readAs(day, 'f_ge', text))).toEqual([
      '2026-01-31',
      'refused',
      'refused',
    ]);
  });

  it('a list of one to two hundred, gaps left out', () => {
    const several = dict(uses, { label, search: 'in' });
    expect(readAs(several, 'f_in', '3,,1,')).toEqual([3, 1]);
    expect(readAs(several, 'f_in', Array(200).fill('1').join(','))).toHaveLength(200);
    expect(readAs(several, 'f_in', Array(201).fill('1').join(','))).toBe('refused');
    for (const wrong of [',', '1,x']) expect(readAs(several, 'f_in', wrong)).toBe('refused');
    const { schema } = filterRules({ version: audited.version }).get('id_in') ?? expect.unreachable();
    expect(schema.parse('7,9')).toEqual([7n, 9n]);
  });
});

it('a list is sorted by the id and by its sortable fields', () => {
  const plain = text({ label, max: 9, list: true });
  expect(
    sortable({ plain, sorted: text({ label, max: 9, sort: true }), unsorted: int({ label, sort: false }) }),
  ).toEqual(['id', 'sorted']);
});
