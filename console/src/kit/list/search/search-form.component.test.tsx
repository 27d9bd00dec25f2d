import { dictionary } from '@trade-assistant/contract/kit/dictionary.ts';
import { bits, dict, ref, text } from '@trade-assistant/contract/kit/field.ts';
import { createRef, type ReactElement, useState } from 'react';
import { describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answer } from '../../../testing/answers.ts';
import { barriers } from '../../../testing/barriers.ts';
import { looks } from '../../../testing/looks.ts';
import { show } from '../../../testing/show.tsx';
import type { NamedFields } from '../../form/values.ts';
import { button, ship } from '../list-fixture.tsx';
import { SearchForm } from './search-form.tsx';

type Filters = Readonly<Record<string, string>>;

const states = dictionary('states', {
  off: { value: 0, zh: '停用', en: 'Off' },
  on: { value: 1, zh: '启用', en: 'On' },
  gone: { value: 2, zh: '消失', en: 'Gone' },
});
const uses = dictionary('uses', {
  call: { value: 1, zh: '通话', en: 'Calls' },
  text: { value: 2, zh: '短信', en: 'Texts' },
});
const label = (zh: string, en: string) => ({ zh, en });
const { name, tons, built, seen } = ship.fields;
const fields: NamedFields = {
  name,
  state: dict(states, { label: label('状态', 'State'), search: 'equal' }),
  tons,
  states: dict(states, { label: label('各状态', 'States'), search: 'in' }),
  uses: bits(uses, { label: label('用途', 'References'), search: 'equal' }),
  built,
  seen,
  owner: ref({ resource: 'sea/owner', call: 'select' }, { label: label('船东', 'Owner'), search: 'equal' }),
  unsought: text({ label: label('不搜', 'Unsought'), max: 9, list: true }),
};

/** A list whose filters are the latest search. */
function List({
  start = {},
  onSearch,
  of = fields,
}: {
  start?: Filters;
  onSearch: (f: Filters) => void;
  of?: NamedFields;
}) {
  const [filters, setFilters] = useState(start);
  const [firstInput] = useState(() => createRef<HTMLInputElement>());
  const [count, setCount] = useState(0);
  return (
    <>
      <button type="button" onClick={() => setCount(count + 1)}>
        again
      </button>
      <button type="button" onClick={() => setFilters({ name: 'elsewhere' })}>
        link
      </button>
      <SearchForm
        key={count}
        name="sea/ship"
        fields={of}
        filters={filters}
        firstInput={firstInput}
        onSearch={(next) => {
          setFilters(next);
          onSearch(next);
        }}
      />
    </>
  );
}

/** The form, expanded; `searched` has the searches in order. */
async function open(start?: Filters, look?: Parameters<typeof show>[1], of?: NamedFields) {
  answer({ 'sea/owner/select': () => [{ value: '7', label: 'Below Trading' }] });
  const searched = vi.fn();
  const list: ReactElement = <List onSearch={searched} {...(start ? { start } : {})} {...(of ? { of } : {})} />;
  await show(list, look);
  return searched;
}
const unfold = () => userEvent.click(button('更多'));
const item = (name: string) => page.getByLabelText(name, { exact: true });
/** In the open list, which follows the selected value in the document. */
const choose = (text: string) => userEvent.click(page.getByTitle(text, { exact: true }).last());

describe('a search form', () => {
  test('offers three filters, and the others when it is folded out', async () => {
    await open();
    const labels = () => [...document.querySelectorAll('.kit-search label')].map(({ textContent }) => textContent);
    expect(labels()).toEqual(['船名', '状态', '吨位']);
    await expect.element(button('更多')).toHaveAttribute('aria-expanded', 'false');
    await unfold();
    expect(labels()).toEqual(['船名', '状态', '吨位', '各状态', '用途', '建造日', '最近出现', '船东']);
    await userEvent.click(button('收起'));
    expect(labels()).toHaveLength(3);
  });

  test('is not collapsed for only one more filter, and absent without any', async () => {
    const { name: first, state, tons: third, states: fourth } = fields as Required<typeof fields>;
    await open({}, {}, { first, state, third, fourth } as NamedFields);
    expect(document.querySelectorAll('.kit-search label')).toHaveLength(4);
    expect(button('更多').elements()).toEqual([]);
    await open({}, {}, { unsought: fields['unsought'] } as NamedFields);
    expect(document.querySelector('.kit-search')).toBeNull();
  });

  test('names what hidden fields are searched for, and takes it back, without unfolding', async () => {
    const searched = await open({ states_in: '1', name: 'north' });
    await expect.element(button('更多')).toHaveAttribute('aria-expanded', 'false');
    const chips = page.getByRole('list', { name: '当前筛选' });
    await expect.element(chips.getByText('各状态')).toBeVisible();
    expect(chips.element().textContent).not.toContain('船名');
    await userEvent.click(page.getByRole('button', { name: '移除筛选：各状态' }));
    expect(searched).toHaveBeenLastCalledWith({ name: 'north' });
    expect(document.querySelector('.kit-chips')).toBeNull();
  });

  test('searches for a text with Enter and with its button, not while it is typed', async () => {
    const searched = await open();
    await userEvent.fill(item('船名'), ' north ');
    expect(searched).not.toHaveBeenCalled();
    await userEvent.keyboard('{Enter}');
    expect(searched).toHaveBeenLastCalledWith({ name: 'north' });
    await userEvent.fill(item('船名'), 'south');
    await userEvent.click(button('查询'));
    expect(searched).toHaveBeenLastCalledWith({ name: 'south' });
    await userEvent.fill(item('船名'), '');
    await userEvent.keyboard('{Enter}');
    expect(searched).toHaveBeenLastCalledWith({});
  });

  test('clears a text at once with its clear button', async () => {
    const searched = await open({ name: 'north', tons_ge: '5' });
    await userEvent.click(page.getByRole('button', { name: '清空' }).first());
    expect(searched).toHaveBeenLastCalledWith({ tons_ge: '5' });
    await expect.element(item('船名')).toHaveValue('');
  });

  test('searches at once after a choice, with the text typed beside it', async () => {
    const searched = await open();
    await userEvent.fill(item('船名'), 'north');
    await userEvent.click(item('状态'));
    await choose('停用');
    expect(searched).toHaveBeenLastCalledWith({ name: 'north', state: '0' });
  });

  test('searches for numbers from and to', async () => {
    const searched = await open();
    await userEvent.fill(page.getByLabelText('最小'), '1,000');
    await expect.element(page.getByLabelText('最小')).toHaveValue('1000');
    await userEvent.fill(page.getByLabelText('最大'), '-5.5x');
    await userEvent.keyboard('{Enter}');
    expect(searched).toHaveBeenLastCalledWith({ tons_ge: '1000', tons_le: '-5.5' });
  });

  test('searches for several values, and for a set of bits', async () => {
    const searched = await open();
    await unfold();
    await userEvent.click(item('各状态'));
    await choose('停用');
    await choose('消失');
    expect(searched).toHaveBeenLastCalledWith({ states_in: '0,2' });
    await userEvent.keyboard('{Escape}');
    await userEvent.click(item('用途'));
    await choose('通话');
    await choose('短信');
    expect(searched).toHaveBeenLastCalledWith({ states_in: '0,2', uses: '3' });
    await choose('通话');
    await choose('短信');
    expect(searched).toHaveBeenLastCalledWith({ states_in: '0,2' });
  });

  test('searches for whole days: calendar days by both ends, times up to the midnight after', async () => {
    const searched = await open();
    await unfold();
    const days = async (name: string, from: string, to: string) => {
      await userEvent.click(item(name));
      const day = (date: string) => page.elementLocator(document.querySelector(`td[title="${date}"]`) as Element);
      await expect.poll(() => document.querySelector('.ant-picker-dropdown td')).not.toBeNull();
      await userEvent.click(day(from));
      await userEvent.click(day(to));
    };
    const month = new Date().toLocaleDateString('sv-SE').slice(0, 7);
    await days('建造日', `${month}-10`, `${month}-12`);
    await expect.poll(() => searched.mock.lastCall).toEqual([{ built_ge: `${month}-10`, built_le: `${month}-12` }]);
    await userEvent.click(button('重置'));
    await days('最近出现', `${month}-10`, `${month}-12`);
    await expect
      .poll(() => searched.mock.lastCall)
      .toEqual([{ seen_dategt: `${month}-10 00:00:00`, seen_datelt: `${month}-13 00:00:00` }]);
  });

  test('names the row an address filters by, and shows days as they are searched for', async () => {
    await open({ owner: '7', built_ge: '2026-01-05', built_le: '2026-01-31' });
    await expect.element(page.getByText('Below Trading')).toBeVisible();
    await unfold();
    await expect.element(item('建造日')).toHaveValue('2026-01-05');
    await expect.element(page.getByLabelText('结束日期').first()).toHaveValue('2026-01-31');
  });

  test('clears all boxes, including text typed a moment ago', async () => {
    const searched = await open({ state: '1', states_in: '1' });
    await userEvent.fill(item('船名'), 'north');
    await userEvent.click(button('重置'));
    expect(searched).toHaveBeenLastCalledWith({});
    await expect.element(item('船名')).toHaveValue('');
    expect(page.getByText('启用').elements()).toEqual([]);
  });

  test('follows a link, and drops text typed over other filters', async () => {
    await open();
    await userEvent.fill(item('船名'), 'typed');
    await userEvent.click(button('link'));
    await expect.element(item('船名')).toHaveValue('elsewhere');
    await userEvent.click(button('again'));
    await expect.element(item('船名')).toHaveValue('elsewhere');
  });

  test('keeps text that was typed but not searched for over a reload', async () => {
    const searched = await open({ state: '1' });
    await userEvent.fill(item('船名'), 'typed');
    await userEvent.click(button('again'));
    await expect.element(item('船名')).toHaveValue('typed');
    expect(searched).not.toHaveBeenCalled();
    await userEvent.click(button('查询'));
    expect(searched).toHaveBeenLastCalledWith({ name: 'typed', state: '1' });
  });
});

test.each(looks)('nothing keeps people out, folded out: $theme, $locale', async (look) => {
  await open({ states_in: '1', uses: '3', owner: '7', built_ge: '2026-01-05', built_le: '2026-01-31' }, look);
  await expect.element(page.getByText('Below Trading')).toBeVisible();
  expect(await barriers()).toEqual([]);
});
