import { dictionary } from '@trade-assistant/contract/kit/dictionary.ts';
import {
  bits,
  country,
  dict,
  type Field,
  identifier,
  int,
  json,
  money,
  phone,
  ref,
  tags,
  text,
  time,
  yes,
} from '@trade-assistant/contract/kit/field.ts';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { z } from 'zod';
import { answer } from '../../testing/answers.ts';
import { barriers } from '../../testing/barriers.ts';
import { looks } from '../../testing/looks.ts';
import { show } from '../../testing/show.tsx';
import { FieldValue } from './value.tsx';

const label = { zh: '值', en: 'Value' };
const states = dictionary('states', {
  off: { value: 0, zh: '停用', en: 'Off', tone: 'off' },
  good: { value: 1, zh: '正常', en: 'Good', tone: 'good' },
  plain: { value: 2, zh: '普通', en: 'Plain' },
});
const uses = dictionary('uses', {
  call: { value: 1, zh: '通话', en: 'Calls' },
  text: { value: 2, zh: '短信', en: 'Texts' },
  data: { value: 8, zh: '上网', en: 'Data' },
});

/** Shows one value; returns its element's content. */
async function shown(field: Field, value: unknown, more: { currency?: string; isWhole?: boolean } = {}) {
  const screen = await show(<FieldValue field={field} value={value} {...more} />);
  return screen.container.querySelector('main') ?? expect.unreachable();
}
const textOf = async (...given: Parameters<typeof shown>) => (await shown(...given)).textContent;
const says = (words: string) => expect.element(page.getByText(words).first()).toBeVisible();

afterEach(() => vi.restoreAllMocks());

describe('a value', () => {
  test.each([null, undefined, ''])('shows a dash for a missing value (%j) of every kind', async (missing) => {
    for (const field of [text({ label, max: 9 }), money({ label }), time({ label }), country({ label })])
      expect(await textOf(field, missing)).toBe('–');
  });

  test('of zero is not missing', async () => {
    expect(await textOf(int({ label }), 0)).toBe('0');
    expect(await textOf(yes({ label }), 0)).toBe('否');
    expect(await textOf(money({ label }), '0')).toBe('0.00 USDT');
  });

  test('that is a number is grouped', async () => {
    expect(await textOf(int({ label }), -1234567)).toBe('-1,234,567');
  });

  test('of a dictionary is its name, with a dot where it has tones; an unknown value stays visible', async () => {
    const field = dict(states, { label });
    expect((await shown(field, 1)).querySelector('.kit-status')?.getAttribute('data-tone')).toBe('good');
    await says('正常');
    expect((await shown(field, 2)).innerHTML).toContain('普通');
    expect(document.querySelector('.kit-status')).toBeNull();
    expect(await textOf(field, 9)).toBe('9');
  });

  test('that is a set of bits names its members', async () => {
    const field = bits(uses, { label });
    const tags = async (value: number) =>
      [...(await shown(field, value)).querySelectorAll('.kit-tag')].map(({ textContent }) => textContent);
    expect(await tags(9)).toEqual(['通话', '上网']);
    expect(await tags(0)).toEqual([]);
    await says('–');
  });

  test('that is a time shows its distance from now in a tooltip', async () => {
    const element = (await shown(time({ label }), '2020-01-31 08:00:00')).querySelector('time');
    expect([element?.textContent, element?.title]).toEqual(['2020-01-31 08:00:00', expect.stringMatching(/年前$/)]);
  });

  test('of a structure is readable, cut in a table and whole in a record', async () => {
    const words = tags({ label, max: 9 });
    expect(await textOf(words, ['a', 'b'])).toBe('a, b');
    expect(await textOf(words, [])).toBe('–');
    const field = json(z.any(), { label });
    const long = { text: 'x'.repeat(80) };
    expect(await textOf(field, long)).toHaveLength(60);
    const whole = await shown(field, long, { isWhole: true });
    await expect.poll(() => whole.textContent).toContain('x'.repeat(80));
  });
});

describe('an amount', () => {
  test('is short, and exact on pointing, with the currency its row names', async () => {
    const element = (await shown(money({ label }), '1234.567890', { currency: 'USDT' })).querySelector('.kit-money');
    expect(element?.textContent).toBe('1,234.57 USDT');
    expect(element?.getAttribute('title')).toBe('1,234.56789 USDT');
  });

  test('below zero has the colour of bad news', async () => {
    const isBad = async (wire: string) =>
      (await shown(money({ label }), wire)).querySelector('[data-negative]') !== null;
    expect([await isBad('-0.000001'), await isBad('0'), await isBad('-0'), await isBad('5')]).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });
});

describe('a number', () => {
  const clipboard = () => vi.spyOn(navigator.clipboard, 'writeText');

  test('is grouped by the habit of its country, and copied as it is dialled', async () => {
    const write = clipboard().mockResolvedValue();
    await shown(phone({ label }), '12015550123');
    await userEvent.click(page.getByRole('button', { name: '+1 201 555 0123' }));
    expect(write).toHaveBeenCalledExactlyOnceWith('+12015550123');
    await says('已复制');
  });

  test('that is masked stays as the server masked it', async () => {
    expect((await shown(phone({ label }), '+1201****123')).innerHTML).not.toContain('button');
    await says('+1201****123');
  });

  test('is copied the old way where the new API is missing, and reports when neither works', async () => {
    clipboard().mockRejectedValue(new TypeError('not here'));
    const copy = vi.spyOn(document, 'execCommand').mockReturnValue(false);
    await shown(ref(null, { label }), '7001');
    const before = document.querySelectorAll('textarea').length;
    await userEvent.click(page.getByRole('button', { name: '7001' }));
    await says('无法复制，请手动选择');
    await expect.element(page.getByRole('button', { name: '7001' })).toHaveFocus();
    copy.mockReturnValue(true);
    await userEvent.keyboard('{Enter}');
    await says('已复制');
    expect(document.querySelectorAll('textarea')).toHaveLength(before);
  });

  test('offers copying by its kind, not by its looks', async () => {
    expect((await shown(identifier({ label, max: 20 }), 'T25')).querySelector('button')).not.toBeNull();
    expect((await shown(text({ label, max: 20 }), 'T25')).querySelector('button')).toBeNull();
  });
});

describe('a country', () => {
  test('is shown by the name its company gave it, and by the browser’s own until then', async () => {
    answer({
      'user/country/bulk-select': () => [{ value: 'US', label: '美利坚', labelEn: 'America', dialCode: '1' }],
    });
    await show(
      <>
        <FieldValue field={country({ label })} value="US" />
        <FieldValue field={country({ label })} value="FR" />
      </>,
      { permissions: [], locale: 'en' },
    );
    const named = (title: string) => document.querySelector(`[title="${title}"]`)?.textContent;
    await expect.poll(() => named('US +1')).toMatch(/America$/);
    expect(named('FR')).toMatch(/France$/);
  });

  test('may be every one', async () => {
    await shown(country({ label, any: true }), '*');
    await says('所有国家');
  });
});

test.each(looks)('nothing keeps people out: $theme, $locale', async (look) => {
  const given: readonly (readonly [Field, unknown])[] = [
    [money({ label }), '-1234.5'],
    [time({ label }), '2020-01-31 08:00:00'],
    [country({ label }), 'US'],
    [phone({ label }), '12015550123'],
    [int({ label }), 1234],
    ...[0, 1, 2, 9].map((value) => [dict(states, { label }), value] as const),
    [bits(uses, { label }), 3],
    [ref(null, { label }), '7'],
    [json(z.any(), { label }), { a: 1 }],
    [text({ label, max: 9 }), null],
  ];
  await show(
    given.map(([field, value], index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: they never move
      <p key={index}>
        <FieldValue field={field} value={value} currency="USDT" />
      </p>
    )),
    look,
  );
  await expect.element(page.getByRole('button', { name: '+1 201 555 0123' })).toBeVisible();
  expect(await barriers()).toEqual([]);
});
