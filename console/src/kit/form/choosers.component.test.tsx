import { dictionary } from '@trade-assistant/contract/kit/dictionary.ts';
import type { RefSource } from '@trade-assistant/contract/kit/field.ts';
import { useState } from 'react';
import { describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answer } from '../../testing/answers.ts';
import { barriers } from '../../testing/barriers.ts';
import { looks } from '../../testing/looks.ts';
import { show } from '../../testing/show.tsx';
import { CountrySelect } from './country-select.tsx';
import { DictSelect } from './dict-select.tsx';
import { RefPicker } from './ref-picker.tsx';

const box = page.getByRole('combobox');
/** Checks the choice shown in the box. */
const shows = (text: string) =>
  expect.poll(() => document.querySelector('.ant-select-content')?.textContent).toContain(text);
const options = () =>
  [...document.querySelectorAll('.ant-select-item-option-content')].map((option) => option.textContent);
const offers = (expected: readonly string[]) => expect.poll(options).toEqual(expected);
const clear = () => page.elementLocator(document.querySelector('.ant-select-clear') ?? expect.unreachable());

const sizes = dictionary('sizes', {
  none: { value: 0, zh: '无', en: 'None' },
  small: { value: 1, zh: '小', en: 'Small' },
  large: { value: 2, zh: '大', en: 'Large' },
});
const many = dictionary(
  'many',
  Object.fromEntries(
    Array.from({ length: 9 }, (_, index) => [`n${index}`, { value: index, zh: `第${index}`, en: `No. ${index}` }]),
  ),
);

describe('a value of a dictionary', () => {
  test('is chosen by mouse and cleared', async () => {
    const onChange = vi.fn();
    await show(<DictSelect dictionary={sizes} value={1} onChange={onChange} aria-label="size" />);
    await shows('小');
    await userEvent.click(box);
    await offers(['无', '小', '大']);
    await userEvent.click(page.getByTitle('无'));
    expect(onChange).toHaveBeenLastCalledWith(0);
    await userEvent.hover(box);
    await userEvent.click(clear());
    expect(onChange).toHaveBeenLastCalledWith(null);
  });

  test('is chosen by the keyboard', async () => {
    const onChange = vi.fn();
    await show(<DictSelect dictionary={sizes} value={0} onChange={onChange} aria-label="size" />, { locale: 'en' });
    await shows('None');
    await userEvent.keyboard('{Tab}{ArrowDown}');
    await offers(['None', 'Small', 'Large']);
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}');
    expect(onChange).toHaveBeenCalledExactlyOnceWith(2);
  });

  test('that is needed cannot be cleared, and none may be changed where that is not allowed', async () => {
    await show(<DictSelect dictionary={sizes} value={1} isClearable={false} disabled aria-label="size" />);
    await shows('小');
    expect(document.querySelector('.ant-select-clear')).toBeNull();
    await expect.element(box).toBeDisabled();
  });

  test('is chosen among some of them where the screen names which', async () => {
    await show(<DictSelect dictionary={sizes} value={1} only={[1, 2]} aria-label="size" />);
    await userEvent.click(box);
    await offers(['小', '大']);
  });

  test('is found by typing in a long list', async () => {
    const onChange = vi.fn();
    await show(<DictSelect dictionary={many} onChange={onChange} aria-label="number" />);
    await userEvent.fill(box, '第7');
    await offers(['第7']);
    await userEvent.keyboard('{Enter}');
    expect(onChange).toHaveBeenCalledExactlyOnceWith(7);
  });
});

describe('a country', () => {
  const countries = [
    { value: 'US', label: '美国', labelEn: 'United States', dialCode: '1' },
    { value: 'AT', label: '奥地利', labelEn: 'Austria', dialCode: '43' },
    { value: 'RU', label: '俄罗斯', labelEn: 'Russia', dialCode: '7' },
  ];
  const server = () => answer({ 'user/country/bulk-select': () => countries });

  test.each([
    // A matching code comes before names that contain the letters.
    ['us', ['美国 +1', '奥地利 +43', '俄罗斯 +7']],
    ['austr', ['奥地利 +43']],
    ['俄', ['俄罗斯 +7']],
    ['+43', ['奥地利 +43']],
    ['nowhere', []],
  ])('is found by “%s”', async (typed, found) => {
    server();
    await show(<CountrySelect aria-label="country" />, { permissions: [] });
    await userEvent.fill(box, typed);
    await expect.poll(() => options().map((text) => text.replace(/^[A-Z]{2}|^\p{RI}{2}/u, ''))).toEqual(found);
  });

  test('is chosen by its code and shown by its name in the language of the moment', async () => {
    server();
    const onChange = vi.fn();
    await show(<CountrySelect value="AT" onChange={onChange} aria-label="country" />, {
      permissions: [],
      locale: 'en',
    });
    await shows('Austria');
    await userEvent.fill(box, 'us');
    await expect.poll(() => options()[0]).toMatch(/United States \+1$/);
    await userEvent.keyboard('{Enter}');
    expect(onChange).toHaveBeenCalledExactlyOnceWith('US');
  });

  test('shows a country without an entry, and does not offer every country', async () => {
    server();
    await show(<CountrySelect value="FR" aria-label="country" />, { permissions: [] });
    await shows('法国');
    await userEvent.click(box);
    await expect.poll(() => options().length).toBe(4);
  });

  test('offers every country when that is set', async () => {
    server();
    const onChange = vi.fn();
    await show(<CountrySelect isAnyAllowed onChange={onChange} aria-label="country" />, {
      permissions: [],
      locale: 'en',
    });
    await userEvent.fill(box, 'all');
    await expect.poll(options).toEqual([expect.stringContaining('All countries')]);
    await userEvent.keyboard('{Enter}');
    expect(onChange).toHaveBeenCalledExactlyOnceWith('*');
  });

  test('sends no request without a session', async () => {
    const asked = server();
    await show(<CountrySelect value="US" aria-label="country" />);
    await shows('美国');
    expect(asked).toEqual([]);
  });
});

function Picker({ source, start = null }: { source: RefSource; start?: string | null }) {
  const [value, setValue] = useState<string | null>(start);
  return (
    <>
      <RefPicker source={source} value={value} onChange={setValue} aria-label="ship" />
      <output>{value ?? 'none'}</output>
    </>
  );
}

describe('another row', () => {
  const ships = [
    { id: '1', shipName: 'Anna', disabled: false },
    { id: '2', shipName: 'Berta', disabled: true },
    { id: '3', shipName: 'Carla' },
  ];
  const list = { resource: 'sea/ship', call: 'list', by: 'shipName' } as const;
  const select = { resource: 'sea/ship', call: 'select' } as const;
  const server = () =>
    answer({
      'sea/ship/list': ({ query }) => ({
        records: ships.filter(({ shipName }) => shipName.startsWith(query.get('shipName') ?? '')).slice(0, 2),
      }),
      'sea/ship/detail': ({ query }) => ships.find(({ id }) => id === query.get('id')),
      'sea/ship/select': ({ query }) =>
        ships
          .filter(({ id, shipName }) => (query.get('id') ?? id) === id && shipName.includes(query.get('keyword') ?? ''))
          .map(({ id, shipName }) => ({ value: id, label: shipName })),
    });

  test('is chosen by name among the first rows', async () => {
    const asked = server();
    await show(<Picker source={list} />);
    await userEvent.click(box);
    await offers(['Anna', 'Berta']);
    expect(Object.fromEntries(asked[0]?.query ?? [])).toEqual({ size: '50' });
    // One that cannot be taken is not.
    await userEvent.click(page.getByText('Berta'), { force: true });
    await expect.element(page.getByRole('status')).toHaveTextContent('none');
    await userEvent.click(page.getByText('Anna'));
    await expect.element(page.getByRole('status')).toHaveTextContent('1');
  });

  test('is found on the server by typing, by keyboard alone, and keeps its name afterwards', async () => {
    const asked = server();
    await show(<Picker source={list} />);
    await userEvent.fill(box, ' Car');
    await offers(['Carla']);
    expect(Object.fromEntries(asked.at(-1)?.query ?? [])).toEqual({ size: '50', shipName: 'Car' });
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('status')).toHaveTextContent('3');
    await userEvent.keyboard('{Escape}');
    await shows('Carla');
    expect(asked.some(({ path }) => path.endsWith('detail'))).toBe(false);
  });

  test.each([
    ['a list', list, 'sea/ship/detail'],
    ['a call for choices', select, 'sea/ship/select'],
  ])('that is not among the first of %s is asked for by its id', async (_case, source, path) => {
    const asked = server();
    await show(<Picker source={source} start="3" />);
    await shows('Carla');
    if (source === list)
      expect(asked.filter(({ query }) => query.get('id') === '3').map((one) => one.path)).toEqual([path]);
  });

  test('without the permission to see it is shown by its id', async () => {
    answer({ 'sea/ship/list': () => ({ records: [] }) });
    await show(<Picker source={list} start="9" />);
    await shows('9');
  });

  test('is cleared', async () => {
    server();
    await show(<Picker source={list} start="1" />);
    await shows('Anna');
    await userEvent.hover(box);
    await userEvent.click(clear());
    await expect.element(page.getByRole('status')).toHaveTextContent('none');
  });
});

test.each(looks)('nothing keeps people out, opened or not: $theme, $locale', async (look) => {
  answer({
    'sea/ship/list': () => ({ records: [{ id: '1', shipName: 'Anna' }] }),
    'user/country/bulk-select': () => [{ value: 'US', label: '美国', labelEn: 'United States', dialCode: '1' }],
  });
  await show(
    <>
      <DictSelect dictionary={sizes} value={1} aria-label="size" />
      <RefPicker source={{ resource: 'sea/ship', call: 'list', by: 'shipName' }} value="1" aria-label="ship" />
      <CountrySelect value="US" aria-label="country" />
    </>,
    { ...look, permissions: [] },
  );
  await expect.element(page.getByText('Anna')).toBeVisible();
  expect(await barriers()).toEqual([]);
  await userEvent.click(page.getByRole('combobox', { name: 'country' }));
  await expect.poll(() => options().length).toBe(1);
  expect(await barriers()).toEqual([]);
});
