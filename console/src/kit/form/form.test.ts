import { dictionary } from '@trade-assistant/contract/kit/dictionary.ts';
import { country, dict, int, money, text, time } from '@trade-assistant/contract/kit/field.ts';
import { describe, expect, test } from 'vitest';
import { choicesOf } from './choices.ts';
import { problemOf } from './rules.ts';
import { first, initialValues, valuesToSend, withInputs, without } from './values.ts';

const label = { zh: '字典编号', en: 'Code' };
const kinds = dictionary('kind', { one: { value: 1, zh: '一', en: 'One' } });

describe('what is wrong with a field', () => {
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
    [country({ label }), 'usa', '字典编号格式不正确', 'Not in the right form: Code'],
  ])('case %#', (field, value, zh, en) => {
    expect([problemOf(field, value, 'zh'), problemOf(field, value, 'en')]).toEqual([zh, en]);
  });
});

describe('what a form sends', () => {
  const fields = { name: text({ label, max: 20 }), size: int({ label, initial: 3 }), note: text({ label, max: 20 }) };
  test('when adding: everything that was given', () => {
    expect(valuesToSend(fields, { name: ' x ', size: 0, note: '', other: 1 })).toEqual({ name: 'x', size: 0 });
  });
  test('when changing: only what differs, null for what was emptied', () => {
    expect(valuesToSend(fields, { name: 'x', size: 4, note: '' }, { name: 'x', size: 3, note: 'old' })).toEqual({
      size: 4,
      note: null,
    });
  });
  test('asks in the order, for the fields and with the controls a screen names', () => {
    expect(Object.keys(first(fields, 'note', 'missing', 'size'))).toEqual(['note', 'size', 'name']);
    expect(Object.keys(without(fields, 'name'))).toEqual(['size', 'note']);
    const input = () => null;
    expect(withInputs(fields, { size: input, missing: input })).toEqual({ ...fields, size: { ...fields.size, input } });
  });
  test('starts with what the contract says', () => expect(initialValues(fields)).toEqual({ size: 3 }));
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
});
