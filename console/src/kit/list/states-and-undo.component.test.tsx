import { post } from '@trade-assistant/contract/kit/call.ts';
import { dictionary } from '@trade-assistant/contract/kit/dictionary.ts';
import { audited, dict, int, text } from '@trade-assistant/contract/kit/field.ts';
import { crud, resource } from '@trade-assistant/contract/kit/resource.ts';
import { afterEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { z } from 'zod';
import { answer } from '../../testing/answers.ts';
import { barriers } from '../../testing/barriers.ts';
import { looks } from '../../testing/looks.ts';
import { show } from '../../testing/show.tsx';
import { invalidate } from '../client/query.ts';
import { resourcePage } from '../resource-page.tsx';
import { Again, address, refusal, says } from './list-fixture.tsx';

const states = dictionary('boat_states', {
  waiting: { value: 1, zh: '待入库', en: 'Waiting', tone: 'waiting' },
  ready: { value: 2, zh: '已入库', en: 'Ready', tone: 'good' },
  failed: { value: 3, zh: '失败', en: 'Failed', tone: 'bad' },
});
const fields = {
  name: text({ label: { zh: '船名', en: 'Name' }, max: 20, required: true, list: true, search: 'like', width: 160 }),
  state: dict(states, { label: { zh: '状态', en: 'State' }, required: true, list: true, search: 'equal', initial: 1 }),
  tons: int({ label: { zh: '吨位', en: 'Tons' }, list: true, search: 'range' }),
  ...audited,
};
const boat = resource('sea/boat', {
  title: { zh: '小船', en: 'Boats' },
  stateField: 'state',
  fields,
  calls: { ...crud(fields, ['list', 'counts', 'detail', 'save', 'update', 'remove', 'restore']) },
});
const Boats = resourcePage(boat);
const permissions = ['view', 'add', 'edit', 'delete'].map((action) => `sea/boat:${action}`);

const boatAs = (n: number) => ({ id: String(n), name: `Boat ${n}`, state: (n % 3) + 1, tons: n * 10, version: 1 });

function boatServer(more: Parameters<typeof answer>[0] = {}) {
  const all = Array.from({ length: 9 }, (_, index) => boatAs(index + 1));
  const server = { boats: all, asked: [] as ReturnType<typeof answer> };
  const found = (query: URLSearchParams) =>
    server.boats.filter(
      ({ name, state }) =>
        name.includes(query.get('name') ?? '') && (query.get('state') ?? String(state)) === String(state),
    );
  const gone = (body: unknown) => new Set((body as { ids: string }).ids.split(','));
  server.asked = answer({
    'sea/boat/list': ({ query }) => {
      const records = found(query);
      return { records, total: records.length, size: 50, current: 1, pages: 1 };
    },
    'sea/boat/counts': ({ query }) => ({
      states: [1, 2, 3].map((value) => ({ value, count: found(query).filter(({ state }) => state === value).length })),
    }),
    'sea/boat/detail': ({ query }) => server.boats.find(({ id }) => id === query.get('id')),
    'sea/boat/update': ({ body }) => {
      const changes = body as { id: string };
      server.boats = server.boats.map((one) => (one.id === changes.id ? { ...one, ...changes } : one));
      return { id: changes.id };
    },
    'sea/boat/remove': ({ body }) => {
      server.boats = server.boats.filter(({ id }) => !gone(body).has(id));
      return null;
    },
    'sea/boat/restore': ({ body }) => {
      server.boats = [...server.boats, ...all.filter(({ id }) => gone(body).has(id))];
      return null;
    },
    ...more,
  });
  return server;
}

const open = async (query = '', setting: Parameters<typeof show>[1] = {}) => {
  await show(
    <Again>
      <Boats />
    </Again>,
    { address: `/sea/boat/index${query}`, permissions, ...setting },
  );
  await expect.poll(() => names().length).toBeGreaterThan(0);
};
const names = () =>
  [...document.querySelectorAll('[data-row-key]')].map(({ textContent }) => /Boat \d+/.exec(textContent ?? '')?.[0]);
const row = (n: number) => page.getByRole('row', { name: new RegExp(`Boat ${n}`) });
const tab = (name: string) => page.getByRole('navigation').getByRole('button', { name: new RegExp(`^${name}`) });
const button = (name: string) => page.getByRole('button', { name, exact: true }).first();
const pending = () => {
  let go: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    go = resolve;
  });
  return { held, go };
};
afterEach(() => page.viewport(1280, 800));

test('a list offers no edit without a form and no delete where the resource forbids it', async () => {
  const crew = { name: text({ label: { zh: '船名', en: 'Name' }, max: 20, list: true, form: false }) };
  const own = post({
    title: { zh: '删除', en: 'Delete' },
    access: 'edit',
    untrailed: 'does nothing',
    input: z.object({}),
  });
  const log = resource('sea/boat', {
    title: { zh: '航海日志', en: 'Log' },
    fields: crew,
    calls: { ...crud(crew, ['list', 'detail']), submit: own, remove: own },
  });
  boatServer();
  const Log = resourcePage(log);
  await show(<Log />, { address: '/sea/boat/index', permissions });
  await expect.element(row(1).getByRole('button', { name: '查看' })).toBeVisible();
  expect(page.getByRole('button', { name: /编辑|删除/ }).elements()).toEqual([]);
});

test.each([
  ['goes on with the next step of an added record', ['view', 'add', 'launch'], true],
  ['ends with an added record for a user without the next step', ['view', 'add'], false],
] as const)('%s', async (_title, actions, hasNext) => {
  const launched: unknown[] = [];
  boatServer({
    'sea/boat/save': () => ({ id: '2' }),
    'sea/boat/update': ({ body }) => void launched.push(body),
  });
  const Launched = resourcePage(boat, {
    form: { next: 'launch' },
    rowActions: [
      {
        key: 'launch',
        label: { zh: '下水', en: 'Launch' },
        permission: 'launch',
        confirm: { zh: '现在下水？', en: 'Launch now?' },
        call: 'update',
        input: ([one]) => ({ id: one?.id }),
      },
    ],
  });
  await show(<Launched />, { address: '/sea/boat/index', permissions: actions.map((action) => `sea/boat:${action}`) });
  await userEvent.click(button('新增'));
  await userEvent.fill(page.getByRole('dialog').getByLabelText('船名'), 'Boat 2');
  await userEvent.click(page.getByRole('dialog').getByRole('button', { name: /^(保存|确定|提交)$/ }));
  if (!hasNext) {
    await expect.poll(() => page.getByRole('dialog').elements()).toEqual([]);
    expect(page.getByText('现在下水？').elements()).toEqual([]);
    return;
  }
  const question = page.getByRole('dialog').filter({ hasText: '现在下水？' });
  await expect.element(question).toBeVisible();
  await userEvent.click(question.getByRole('button', { name: /^(确定|下水)$/ }));
  await expect.poll(() => launched).toEqual([{ id: '2' }]);
});

describe('the states of a list', () => {
  test('without rows fold into one button, except the chosen one', async () => {
    const server = boatServer();
    server.boats = server.boats.filter(({ state }) => state === 1);
    await open();
    await expect.element(tab('更多 2')).toBeVisible();
    expect(tab('失败').elements()).toEqual([]);
    await userEvent.click(tab('更多 2'));
    await userEvent.click(tab('已入库'));
    await expect.poll(address).toEqual({ state: '2' });
    await userEvent.click(tab('收起'));
    await expect.element(tab('已入库')).toBeVisible();
  });

  test('are shown above it with their counts, and filter its rows', async () => {
    const server = boatServer();
    await open();
    await expect.element(tab('全部')).toHaveTextContent('全部9');
    await expect.element(tab('待入库')).toHaveTextContent('待入库3');
    await userEvent.click(tab('失败'));
    await expect.poll(address).toEqual({ state: '3' });
    await expect.poll(names).toEqual(['Boat 2', 'Boat 5', 'Boat 8']);
    await expect.element(tab('失败')).toHaveAttribute('aria-current', 'true');
    // Switching between them does not count again.
    expect(server.asked.filter(({ path }) => path.endsWith('counts'))).toHaveLength(1);
    await userEvent.click(tab('全部'));
    await expect.poll(address).toEqual({});
  });

  test('are counted with the other filters, and hidden without the permission for the count', async () => {
    boatServer();
    await open('?name=Boat+3');
    await expect.element(tab('全部')).toHaveTextContent('全部1');
    await open('', { permissions: [] });
    expect(page.getByRole('navigation').elements()).toEqual([]);
  });
});

describe('the filters in force, their form being hidden', () => {
  test('are named, and can be removed one by one or all at once', async () => {
    boatServer();
    await open('?name=Boat&state=1&tons_ge=30');
    expect(page.getByRole('list', { name: '当前筛选' }).elements()).toEqual([]);
    await userEvent.click(button('隐藏搜索'));
    const chips = page.getByRole('list', { name: '当前筛选' });
    // The state is read from its tabs.
    await expect.element(chips).toHaveTextContent('船名Boat吨位≥ 30清除全部');
    await userEvent.click(button('移除筛选：吨位'));
    await expect.poll(address).toEqual({ name: 'Boat', state: '1' });
    await userEvent.click(button('清除全部'));
    await expect.poll(address).toEqual({});
    await expect.element(chips).not.toBeInTheDocument();
  });

  test('of several states are several current tabs', async () => {
    const chosen = { ...fields, state: dict(states, { label: { zh: '状态', en: 'State' }, list: true, search: 'in' }) };
    const Fleet = resourcePage(
      resource('sea/fleet', {
        title: boat.title,
        stateField: 'state',
        fields: chosen,
        calls: crud(chosen, ['list', 'counts']),
      }),
    );
    answer({
      'sea/fleet/list': () => ({ records: [boatAs(3)], total: 1, size: 50, current: 1, pages: 1 }),
      'sea/fleet/counts': () => ({ states: [1, 2, 3].map((value) => ({ value, count: 1 })) }),
    });
    await show(<Fleet />, { address: '/sea/fleet/index?state_in=1,3', permissions: ['sea/fleet:view'] });
    const current = () =>
      page
        .getByRole('navigation', { name: '状态' })
        .getByRole('button')
        .elements()
        .filter((tab) => tab.ariaCurrent === 'true')
        .map(({ textContent }) => textContent?.replace(/\d+$/, ''));
    await expect.poll(current).toEqual(['待入库', '失败']);
  });

  test('are named where no tab can show them', async () => {
    boatServer();
    await open('?state_notequal=1');
    await userEvent.click(button('隐藏搜索'));
    await expect.element(page.getByRole('list', { name: '当前筛选' })).toHaveTextContent('状态≠ 待入库清除全部');
  });

  test('leave the heading of the table within 200 pixels of the page’s top', async () => {
    boatServer();
    await page.viewport(1200, 800);
    await open('?name=Boat&state=1&tons_ge=30');
    const head = page.getByRole('columnheader', { name: '船名' });
    await expect.element(head).toBeVisible();
    const top = document.querySelector('.kit-page')?.getBoundingClientRect().top ?? 0;
    expect(head.element().getBoundingClientRect().top - top).toBeLessThan(200);
  });

  test('on a phone are in a sheet at the bottom, which closes after a search', async () => {
    boatServer();
    await page.viewport(390, 800);
    await open();
    expect(page.getByRole('textbox', { name: '船名' }).elements()).toEqual([]);
    await userEvent.click(button('显示搜索'));
    const sheet = page.getByRole('dialog', { name: '筛选' });
    // However many there are, the way out stays in sight.
    await page.viewport(390, 320);
    await expect.element(sheet.getByRole('button', { name: '关闭' })).toBeInViewport();
    await page.viewport(390, 800);
    await userEvent.fill(sheet.getByRole('textbox', { name: '船名' }), 'Boat 4');
    await userEvent.click(sheet.getByRole('button', { name: '查询' }));
    await expect.poll(address).toEqual({ name: 'Boat 4' });
    await expect.element(sheet).not.toBeInTheDocument();
    await expect.element(page.getByRole('list', { name: '当前筛选' })).toHaveTextContent('船名Boat 4清除全部');
  });
});

describe('deleting a row', () => {
  const answerQuestion = async (press: string) => {
    const question = page.getByRole('dialog');
    await expect.element(question.getByText(/确定删除/)).toBeVisible();
    await userEvent.click(question.getByRole('button', { name: press }));
  };

  test('is asked about first; without a yes nothing is sent and nothing vanishes', async () => {
    const server = boatServer();
    await open();
    row(4).element().focus();
    await userEvent.keyboard('{Delete}');
    await answerQuestion('取消');
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    expect(names()).toContain('Boat 4');
    expect(server.asked.filter(({ path }) => path.endsWith('remove'))).toEqual([]);
  });

  test('removes it at once after the question, and restores it with one press', async () => {
    const { held, go } = pending();
    const server = boatServer({ 'sea/boat/remove': () => held.then(() => null) });
    await open();
    row(4).element().focus();
    await userEvent.keyboard('{Delete}');
    await answerQuestion('删除');
    await expect.poll(names).not.toContain('Boat 4');
    server.boats = server.boats.filter(({ id }) => id !== '4');
    go();
    await says('删除成功');
    await userEvent.click(button('撤销'));
    await says('已恢复');
    await expect.poll(names).toContain('Boat 4');
    expect(server.asked.find(({ path }) => path.endsWith('restore'))?.body).toEqual({ ids: '4' });
  });

  test('restores it when the server refused, with the reason', async () => {
    boatServer({ 'sea/boat/remove': () => refusal('仍被使用') });
    await open();
    row(4).element().focus();
    await userEvent.keyboard('{Delete}');
    await answerQuestion('删除');
    await says('仍被使用');
    await expect.poll(names).toContain('Boat 4');
  });

  test('restores the page and the selection after a refusal on the last page', async () => {
    const { held, go } = pending();
    boatServer({
      'sea/boat/list': ({ query }) => {
        const current = Number(query.get('current') ?? 1);
        const records = current === 1 ? [1, 2, 3, 4, 5, 6, 7, 8].map(boatAs) : [boatAs(9)];
        return { records, total: 11, size: 10, current, pages: 2 };
      },
      'sea/boat/remove': () => held.then(() => refusal('仍被使用')),
    });
    await open('?current=2&size=10');
    await userEvent.click(row(9).getByRole('checkbox'));
    await userEvent.click(button('删除'));
    await userEvent.click(page.getByRole('dialog').getByRole('button', { name: '删除' }));
    await expect.poll(names).toEqual([]);
    go();
    await says('仍被使用');
    await expect.poll(names).toEqual(['Boat 9']);
    expect(address()['current']).toBe('2');
    await expect.element(row(9).getByRole('checkbox')).toBeChecked();
  });

  test('does not come back by an answer that is older', async () => {
    const [older, removal] = [pending(), pending()];
    let isHeld = false;
    const server = boatServer({
      'sea/boat/list': async () => {
        const records = server.boats;
        if (isHeld) await older.held;
        return { records, total: records.length, size: 50, current: 1, pages: 1 };
      },
      'sea/boat/remove': () => removal.held.then(() => null),
    });
    await open();
    const lists = () => server.asked.filter(({ path }) => path.endsWith('/list')).length;
    const before = lists();
    isHeld = true;
    void invalidate(boat);
    await expect.poll(lists).toBeGreaterThan(before);
    row(4).element().focus();
    await userEvent.keyboard('{Delete}');
    await answerQuestion('删除');
    await expect.poll(names).not.toContain('Boat 4');
    isHeld = false;
    older.go();
    // The older answer is drawn within the next two frames.
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
    expect(names()).not.toContain('Boat 4');
    server.boats = server.boats.filter(({ id }) => id !== '4');
    removal.go();
    await says('删除成功');
    await expect.poll(names).not.toContain('Boat 4');
  });

  test('is asked about when it is many, and all of it comes back', async () => {
    const server = boatServer();
    await open();
    for (const n of [1, 2]) await userEvent.click(row(n).getByRole('checkbox'));
    await userEvent.click(button('删除'));
    await userEvent.click(page.getByRole('dialog').getByRole('button', { name: '删除' }));
    await says('删除成功');
    await userEvent.click(button('撤销'));
    await expect.poll(() => names().length).toBe(9);
    expect(server.asked.find(({ path }) => path.endsWith('restore'))?.body).toEqual({ ids: '1,2' });
  });
});

describe('saving a row', () => {
  const edit = async (name: string) => {
    await userEvent.click(row(4).getByRole('button', { name: '编辑' }));
    await expect.element(page.getByRole('dialog').getByLabelText('船名')).toHaveValue('Boat 4');
    await userEvent.fill(page.getByRole('dialog').getByLabelText('船名'), name);
    await userEvent.click(button('保存'));
  };

  test('shows it in the list at once', async () => {
    const { held, go } = pending();
    boatServer({ 'sea/boat/update': () => held.then(() => ({ id: '4' })) });
    await open();
    await edit('Boat 44');
    await expect.poll(names).toContain('Boat 44');
    await expect.poll(() => page.getByRole('dialog').elements()).toEqual([]);
    go();
    await says('更新成功');
  });

  test('restores the row and the form with its draft after a refusal', async () => {
    boatServer({ 'sea/boat/update': () => refusal('船名已存在') });
    await open();
    await edit('Boat 44');
    await says('船名已存在');
    await expect.element(page.getByRole('dialog').getByLabelText('船名')).toHaveValue('Boat 44');
    await expect.poll(names).toContain('Boat 4');
    expect(names()).not.toContain('Boat 44');
  });
});

test.each(looks)('nothing keeps people out of states and chips: $theme, $locale', async (look) => {
  boatServer();
  await open('?state=1&name=Boat', look);
  await userEvent.click(button(look.locale === 'zh' ? '隐藏搜索' : 'Hide search'));
  await expect.element(page.getByRole('list').first()).toBeVisible();
  expect(await barriers()).toEqual([]);
});
