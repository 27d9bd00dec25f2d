import { type DictionaryEntry, dictionary } from '@trade-assistant/contract/kit/dictionary.ts';
import type { Field, FieldKind } from '@trade-assistant/contract/kit/field.ts';
import * as make from '@trade-assistant/contract/kit/field.ts';
import type { Locale } from '@trade-assistant/contract/kit/locale.ts';
import { useState } from 'react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { z } from 'zod';
import { answer } from '../../testing/answers.ts';
import { barriers } from '../../testing/barriers.ts';
import { looks } from '../../testing/looks.ts';
import { show } from '../../testing/show.tsx';
import { setKnownDictionaries } from '../dictionaries.ts';
import { FieldValue } from '../fields/value.tsx';
import { FieldInput } from '../form/input.tsx';
import { problemOf } from '../form/rules.ts';
import { durationText } from './duration.tsx';
import { viewOf } from './kinds.ts';

const label = { zh: '值', en: 'Value' };
const uses = dictionary('uses', {
  call: { value: 1, zh: '通话', en: 'Calls' },
  text: { value: 2, zh: '短信', en: 'Texts' },
});
const source = { resource: 'agent/user', call: 'lazy-list' };
const PIXEL = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==';

/** A field of every kind with a wire value and the text of its cell. */
const samples: Readonly<Record<FieldKind, readonly [Field, unknown, Readonly<Record<Locale, string>> | string]>> = {
  text: [make.text({ label, max: 20 }), 'Anna', 'Anna'],
  longText: [make.textarea({ label, max: 200 }), 'Anna\nBob', 'Anna'],
  identifier: [make.identifier({ label, max: 20 }), 'SO25', 'SO25'],
  secret: [make.secret({ label, max: 20 }), make.SECRET_MASK, '••••••••'],
  integer: [make.int({ label }), 1234, '1,234'],
  decimal: [make.decimal({ label }), '1.25', '1.25'],
  money: [make.money({ label }), '12.5', '12.50'],
  percent: [make.percent({ label }), '5.25', '5.25 %'],
  date: [make.date({ label }), '2026-02-28', '2026-02-28'],
  dateTime: [make.time({ label }), '2026-02-28 08:00:00', '2026-02-28 08:00:00'],
  timeOfDay: [make.timeOfDay({ label }), '09:30', '09:30'],
  duration: [make.duration({ label }), 3_660, { zh: '1 小时 1 分', en: '1 h 1 min' }],
  yesNo: [make.yes({ label }), 1, { zh: '是', en: 'Yes' }],
  dictionary: [make.dict(uses, { label }), 2, { zh: '短信', en: 'Texts' }],
  dictionarySet: [make.bits(uses, { label }), 3, { zh: '通话短信', en: 'CallsTexts' }],
  tags: [make.tags({ label, max: 20 }), ['red', 'blue'], 'red, blue'],
  reference: [make.ref(source, { label }), '7001', '7001'],
  references: [make.refs(source, { label }), ['7001', '7002'], '7001, 7002'],
  treeReference: [make.treeRef(source, { label }), '7001', '7001'],
  country: [make.country({ label }), 'US', { zh: '美国', en: 'United States' }],
  countries: [make.countries({ label }), ['US', 'FR'], { zh: '法国', en: 'France' }],
  phone: [make.phone({ label }), '12015550123', '+1 201 555 0123'],
  email: [make.email({ label }), 'a@example.com', 'a@example.com'],
  url: [make.url({ label }), 'https://example.com/a', 'https://example.com/a'],
  file: [make.file({ label }), '9001', '9001'],
  image: [make.image({ label }), PIXEL, ''],
  images: [make.images({ label }), [PIXEL], ''],
  richText: [make.richText({ label, max: 200 }), 'plain', 'plain'],
  json: [make.json(z.json(), { label }), { a: 1 }, '{"a":1}'],
  code: [make.code({ label, max: 200 }), 'select 1', 'select 1'],
  colour: [make.colour({ label }), '#409eff', '#409eff'],
  icon: [make.icon({ label }), 'ShopOutlined', 'Shop'],
  timeZone: [make.timeZone({ label }), 'Asia/Shanghai', 'Asia/Shanghai'],
};
const all = Object.entries(samples);
const named = { 'user/country/bulk-select': () => [], 'agent/user/lazy-list': () => [] };

describe.each(looks)('every kind, $theme, $locale', (look) => {
  test('is shown in a table and in a record', async () => {
    answer(named);
    const screen = await show(
      all.map(([kind, [field, value]]) => (
        <dl key={kind}>
          <dt>{kind}</dt>
          <dd data-cell={kind}>
            <FieldValue field={field} value={value} />
          </dd>
          <dd data-detail={kind}>
            <FieldValue field={field} value={value} isWhole />
          </dd>
        </dl>
      )),
      { ...look, permissions: [] },
    );
    for (const [kind, [, , expected]] of all) {
      const words = typeof expected === 'string' ? expected : expected[look.locale];
      const cell = screen.container.querySelector(`[data-cell=${kind}]`);
      // The formats of phone numbers are loaded.
      await expect.poll(() => cell?.textContent, { message: kind }).toContain(words);
      expect(screen.container.querySelector(`[data-detail=${kind}]`)?.childNodes.length, kind).toBeGreaterThan(0);
    }
    expect(await barriers()).toEqual([]);
  });

  test('is entered and searched for under its label', async () => {
    answer(named);
    await show(
      all.map(([kind, [field, value]]) => {
        const { Filter } = viewOf(field);
        return (
          <div key={kind}>
            {/* A set of checkboxes is a group of its own: no label stands for it. */}
            {kind === 'dictionarySet' ? null : <label htmlFor={`in-${kind}`}>{kind}</label>}
            <FieldInput id={`in-${kind}`} field={field} value={value} />
            <label htmlFor={`by-${kind}`}>{`by ${kind}`}</label>
            <Filter
              id={`by-${kind}`}
              name={kind}
              field={field}
              plain={undefined}
              chosen={undefined}
              from={undefined}
              to={undefined}
              onChange={() => undefined}
            />
          </div>
        );
      }),
      { ...look, permissions: [] },
    );
    for (const [kind] of all) {
      if (kind !== 'dictionarySet')
        await expect.element(page.getByLabelText(kind, { exact: true })).toBeInTheDocument();
      await expect.element(page.getByLabelText(`by ${kind}`, { exact: true }).first()).toBeInTheDocument();
    }
    expect(await barriers()).toEqual([]);
  });
});

test.each(all)('shows %s in a form that its rule accepts', (_kind, [field, value]) => {
  expect(problemOf(field, value, 'en')).toBeUndefined();
});

test('an address that leads to no page is no link', async () => {
  const [field] = samples.url;
  const screen = await show(<FieldValue field={field} value="javascript:alert(1)" />);
  expect(screen.container.querySelector('a')).toBeNull();
});

test.each([
  ['zh', '不限制', '长期有效'],
  ['en', 'No limit', 'Never'],
] as const)('what a value or none stands for is told in words: %s', async (locale, unlimited, never) => {
  const quota = make.int({ label, namedValues: { [-1]: { zh: '不限制', en: 'No limit' } } });
  const ends = make.time({ label, emptyMeans: { zh: '长期有效', en: 'Never' } });
  const screen = await show(
    <>
      <p>
        <FieldValue field={quota} value={-1} />
      </p>
      <p>
        <FieldValue field={quota} value={12} isWhole />
      </p>
      <p>
        <FieldValue field={ends} value={null} isWhole />
      </p>
    </>,
    { locale },
  );
  const told = [...screen.container.querySelectorAll('p')].map(({ textContent }) => textContent);
  expect(told).toEqual([unlimited, '12', never]);
});

test('a record shows the title of a referenced row, or its id when the title is not available', async () => {
  answer({
    'agent/user/lazy-list': ({ query }) => (query.get('id') === '7001' ? [{ value: '7001', label: '甲店' }] : []),
  });
  const screen = await show(
    ['7001', '7002'].map((id) => (
      <p key={id}>
        <FieldValue field={samples.reference[0]} value={id} isWhole />
      </p>
    )),
    { permissions: [] },
  );
  await expect.element(page.getByText('甲店')).toBeVisible();
  expect([...screen.container.querySelectorAll('p')].map(({ textContent }) => textContent)).toEqual(['甲店', '7002']);
});

function Painted() {
  const [value, setValue] = useState<unknown>(null);
  return <FieldInput id="paint" field={samples.colour[0]} value={value} onChange={setValue} />;
}

test('an empty colour is not shown as black; a colour can be picked or typed', async () => {
  const screen = await show(<Painted />);
  const patch = () => screen.container.querySelector<HTMLElement>('.kit-colour-patch');
  expect(patch()?.dataset['empty']).toBe('true');
  await userEvent.fill(page.getByLabelText('选择颜色'), '#225544');
  await expect.element(page.getByPlaceholder('#409eff')).toHaveValue('#225544');
  expect(patch()?.style.background).toBe('rgb(34, 85, 68)');
  expect(patch()?.dataset['empty']).toBeUndefined();
  await userEvent.clear(page.getByPlaceholder('#409eff'));
  await expect.poll(() => patch()?.dataset['empty']).toBe('true');
});

function Several({ onChosen }: { readonly onChosen: (ids: unknown) => void }) {
  const [value, setValue] = useState<unknown>(['7001']);
  const choose = (ids: unknown) => {
    setValue(ids);
    onChosen(ids);
  };
  return <FieldInput id="who" field={samples.references[0]} value={value} onChange={choose} />;
}

test('several rows are chosen by name, and named by the source', async () => {
  answer({
    'agent/user/lazy-list': ({ query }) =>
      [
        { value: '7001', label: '甲店' },
        { value: '7002', label: '乙店' },
      ].filter(({ value }) => (query.get('id') ?? value) === value),
  });
  const chosen = vi.fn();
  await show(<Several onChosen={chosen} />, { permissions: [] });
  await expect.element(page.getByText('甲店')).toBeVisible();
  await userEvent.click(page.getByRole('combobox'));
  await userEvent.click(page.getByTitle('乙店'));
  await expect.poll(() => chosen.mock.lastCall).toEqual([['7001', '7002']]);
});

test.each([
  [0, '0 秒', '0 s'],
  [59, '59 秒', '59 s'],
  [86_400, '1 天', '1 d'],
  [90_061, '1 天 1 小时', '1 d 1 h'],
])('%i seconds are told in their two largest units', (seconds, zh, en) => {
  expect([durationText(seconds, 'zh'), durationText(seconds, 'en')]).toEqual([zh, en]);
});

describe('a dictionary that operators change', () => {
  const field = make.dict(uses, { label });
  const known = (entries: readonly DictionaryEntry[]) =>
    setKnownDictionaries({ version: String(entries.length), entries: { uses: entries }, routes: {} });
  afterEach(() => known(Object.values(uses.entries)));

  test('shows it at once, and offers to reveal a sealed value only in its own field', async () => {
    await show(
      <>
        <p>
          <FieldValue field={field} value={2} />
        </p>
        <FieldInput field={field} value={2} onChange={() => {}} aria-label="Enable" />
      </>,
      { locale: 'en' },
    );
    await expect.element(page.getByRole('paragraph')).toHaveTextContent('Texts');
    known([
      { value: 2, zh: '文本', en: 'Messages', isSealed: true },
      { value: 1, zh: '语音', en: 'Voice' },
    ]);
    await expect.element(page.getByRole('paragraph')).toHaveTextContent('Messages');
    await userEvent.click(page.getByRole('combobox'));
    await expect.element(page.getByRole('option', { name: 'Voice' })).toBeInTheDocument();
    expect(page.getByRole('option').elements()).toHaveLength(2);
  });
});
