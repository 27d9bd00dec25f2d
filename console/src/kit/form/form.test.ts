import { dictionary } from '@trade-assistant/contract/kit/dictionary.ts';
import {
  bits,
  country,
  dict,
  type Field,
  int,
  json,
  money,
  text,
  textarea,
  time,
  yes,
} from '@trade-assistant/contract/kit/field.ts';
import { amountText } from '@trade-assistant/contract/kit/schema.ts';
import { localizedRule } from '@trade-assistant/contract/kit/sentences.ts';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { choicesOf } from './choices.ts';
import { lastDay } from './day-range.tsx';
import { groupsOf, isWide } from './field-form.tsx';
import { isEmpty, problemOf } from './rules.ts';
import { first, initialValues, valuesToSend, withInputs, without } from './values.ts';

const label = { zh: '字典编号', en: 'Code' };
const kinds = dictionary('kind', { one: { value: 1, zh: '一', en: 'One' } });

describe('the error of a field', () => {
  test.each([
    [text({ label, max: 5, required: true }), '', '请输入字典编号', 'Please enter: Code'],
    [dict(kinds, { label, required: true }), null, '请选择字典编号', 'Please choose: Code'],
    [text({ label, max: 5 }), '', undefined, undefined],
    [text({ label, max: 5 }), '123456', '最多 5 个字符', 'At most 5 characters'],
    [int({ label, min: 2 }), 1, '不能小于 2', 'At least 2'],
    [money({ label }), '1.1234567', '请输入金额，最多 6 位小数', 'Enter an amount with at most 6 decimals'],
    [money({ label }), '1.5', undefined, undefined],
    [
      time({ label }),
      '2026-02-30 00:00:00',
      '请输入时间，格式为 2026-01-31 08:00:00',
      'Enter a time such as 2026-01-31 08:00:00',
    ],
    [text({ label, max: 5, required: true }), '   ', '请输入字典编号', 'Please enter: Code'],
    [text({ label, max: 5 }), ' 12345 ', undefined, undefined],
    [time({ label, required: true }), undefined, '请选择字典编号', 'Please choose: Code'],
    [yes({ label, required: true }), 0, undefined, undefined],
    [int({ label, required: true }), 0, undefined, undefined],
    [int({ label, max: 5 }), 6, '不能大于 5', 'At most 5'],
    [int({ label }), 1.5, '字典编号格式不正确', 'Invalid format: Code'],
    [json(z.array(z.string()).min(1), { label, required: true }), [], '请输入字典编号', 'Please enter: Code'],
    [text({ label, max: 5, pattern: /^[a-z]+$/ }), 'A', '字典编号格式不正确', 'Invalid format: Code'],
    [json(z.string().min(3), { label }), 'ab', '至少 3 个字符', 'At least 3 characters'],
    [json(amountText(), { label }), 'x', '应为金额，最多 6 位小数', 'should be an amount with at most six decimals'],
    [
      json(
        z.string().refine(() => false, localizedRule({ zh: '不对', en: 'wrong' })),
        { label },
      ),
      'x',
      '不对',
      'wrong',
    ],
    // A sentence in only one language does not count.
    [
      json(
        z.string().refine(() => false, '整句 whole'),
        { label },
      ),
      'x',
      '字典编号格式不正确',
      'Invalid format: Code',
    ],
    [money({ label }), '1000000000000', '金额过大', 'is too large for an amount'],
    [money({ label, least: 0n }), '-0.5', '最小为 0', 'at least 0'],
    [
      country({ label }),
      'usa',
      '应为两位大写国家代码，例如 US',
      'should be a two-letter country code in capitals, such as US',
    ],
  ])('case %#', (field, value, zh, en) => {
    expect([problemOf(field, value, 'zh'), problemOf(field, value, 'en')]).toEqual([zh, en]);
  });
});

test('distinguishes an empty value from zero', () => {
  expect([undefined, null, '', ' \n', []].map(isEmpty)).toEqual([true, true, true, true, true]);
  expect([0, false, '0', [''], {}].map(isEmpty)).toEqual([false, false, false, false, false]);
});

describe('the input a form sends', () => {
  const fields = { name: text({ label, max: 20 }), size: int({ label, initial: 3 }), note: text({ label, max: 20 }) };
  test('when adding: all given values', () => {
    expect(valuesToSend(fields, { name: ' x ', size: 0, note: '', other: 1 })).toEqual({ name: 'x', size: 0 });
  });
  test('when changing: only changed fields, null for cleared ones', () => {
    expect(valuesToSend(fields, { name: 'x', size: 4, note: '' }, { name: 'x', size: 3, note: 'old' })).toEqual({
      size: 4,
      note: null,
    });
  });
  test('when changing: nothing that was not given before and is not now', () => {
    expect(valuesToSend(fields, { name: 'x', size: 0 }, { name: ' x', size: 0, note: null })).toEqual({ name: 'x' });
    expect(valuesToSend(fields, { note: undefined, size: 3 }, { size: 3 })).toEqual({});
    const tags = { tags: json(z.array(z.string()), { label }) };
    expect(valuesToSend(tags, { tags: ['a', 'b'] }, { tags: ['a', 'b'] })).toEqual({});
    expect(valuesToSend(tags, { tags: [] }, { tags: ['a'] })).toEqual({ tags: [] });
  });
  test('asks in the order, for the fields and with the controls a screen names', () => {
    expect(Object.keys(first(fields, 'note', 'missing', 'size'))).toEqual(['note', 'size', 'name']);
    expect(Object.keys(without(fields, 'name'))).toEqual(['size', 'note']);
    const input = () => null;
    expect(withInputs(fields, { size: input, missing: input })).toEqual({ ...fields, size: { ...fields.size, input } });
  });
  test('starts with the contract’s defaults, and false where a yes is required', () => {
    expect(initialValues(fields)).toEqual({ size: 3 });
    expect(initialValues({ a: yes({ label }), b: yes({ label, initial: 1 }), c: int({ label, initial: 0 }) })).toEqual({
      a: 0,
      b: 1,
      c: 0,
    });
  });
  test('is grouped under the contract’s headings, each shown once', () => {
    const group = { zh: '其他', en: 'Other' };
    const grouped = {
      a: int({ label }),
      b: int({ label, group }),
      c: int({ label }),
      d: int({ label, group: { ...group } }),
    };
    expect(groupsOf(grouped)).toEqual([
      { heading: undefined, names: ['a', 'c'] },
      { heading: group, names: ['b', 'd'] },
    ]);
  });
  test('gives long fields a full row', () => {
    const wide: Field[] = [
      textarea({ label, max: 9 }),
      json(z.any(), { label }),
      bits(kinds, { label }),
      text({ label, max: 201 }),
    ];
    const narrow: Field[] = [text({ label, max: 200 }), int({ label }), yes({ label })];
    expect([wide.every(isWide), narrow.some(isWide)]).toEqual([true, false]);
  });
});

test('choices are read from options, rows and pages alike', () => {
  expect(choicesOf([{ value: 'US', label: '美国', labelEn: 'United States' }], 'en')).toEqual([
    { value: 'US', label: 'United States', disabled: false },
  ]);
  expect(choicesOf({ records: [{ id: '7', agentName: 'A' }] }, 'zh')).toEqual([
    { value: '7', label: 'A', disabled: false },
  ]);
  expect(choicesOf({ records: [{ id: '7', agentName: 'A', noteNo: 'N7' }] }, 'zh', 'noteNo')).toEqual([
    { value: '7', label: 'N7', disabled: false },
  ]);
  expect(choicesOf(undefined, 'zh')).toEqual([]);
  expect(choicesOf({ records: null }, 'zh')).toEqual([]);
});

test('a choice is called by the best name its row has, and may be one that cannot be taken', () => {
  const label = (row: object, locale: 'zh' | 'en' = 'zh', by?: string) =>
    choicesOf([{ id: 1, ...row }], locale, by)[0]?.label;
  expect(label({ label: '甲', labelEn: 'A' })).toBe('甲');
  expect(label({ nameZh: '甲', nameEn: 'A' }, 'en')).toBe('A');
  expect(label({ title: 'T', name: 'N' })).toBe('T');
  expect(label({ roleName: '', jobTitle: 'Clerk' })).toBe('Clerk');
  expect(label({ name: 'N' }, 'zh', 'missing')).toBe('N');
  expect(label({ note: 'x' })).toBe('1');
  expect(
    choicesOf([{ value: 0, label: 'none', disabled: true }, { label: 'no value' }, { value: null }], 'zh'),
  ).toEqual([{ value: '0', label: 'none', disabled: true }]);
});

test.each([
  ['2026-02-01 00:00:00', '2026-01-31'],
  ['2026-03-01 00:00:00', '2026-02-28'],
  ['2028-03-01', '2028-02-29'],
  ['2026-01-01 00:00:00', '2025-12-31'],
  ['2026-02-01 00:00:01', '2026-02-01'],
  ['2026-02-01 10:00:00', '2026-02-01'],
  ['2026-02-01 23:59:59', '2026-02-01'],
])('the last day before %s is %s', (before, day) => {
  expect(lastDay(before)).toBe(day);
});
