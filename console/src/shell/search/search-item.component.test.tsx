import { useLocation } from 'react-router';
import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { useKeys } from '../../kit/keys.ts';
import { setPreference } from '../../kit/preferences.ts';
import { answer } from '../../testing/answers.ts';
import { barriers } from '../../testing/barriers.ts';
import { looks } from '../../testing/looks.ts';
import { parkMouse } from '../../testing/mouse.ts';
import { show } from '../../testing/show.tsx';
import { type MenuPlace, menuPlaces } from '../navigation/menu.ts';
import { useRecent } from '../recent.ts';
import { closeOverlay } from './overlays.ts';
import { SearchItem } from './search-item.tsx';

const places = menuPlaces([
  {
    id: '1',
    name: 'WhatsApp 业务',
    nameEn: 'WhatsApp',
    source: 'WhatsAppOutlined',
    children: [
      { id: '2', name: '预入库', nameEn: 'Incoming numbers', path: '/whatsapp/pre-warehouse' },
      { id: '3', name: '仓库号码', nameEn: 'Warehouse numbers', path: '/whatsapp/warehouse' },
      { id: '4', name: '库存', nameEn: 'Inventory', path: '/whatsapp/inventory' },
      { id: '5', name: '国家', nameEn: 'Countries', path: '/user/country' },
    ],
  },
  { id: '6', name: '任务中心', nameEn: 'Task centre', path: '/desk/task' },
]);
const PERMISSIONS = ['whatsapp/pre-warehouse:add'];
const workPlaces = menuPlaces([
  { id: '1', name: '消息订单', nameEn: 'Message orders', path: '/whatsapp/order' },
  { id: '2', name: 'Telegram 号码检测', nameEn: 'Telegram checks', path: '/filter/telegram-filter' },
  { id: '3', name: '代理商品', nameEn: 'Products', path: '/agent/product' },
  { id: '4', name: '代理充值', nameEn: 'Recharges', path: '/agent/recharge' },
]);
const WORK = [
  ...['create', 'export'].map((action) => `whatsapp/order:${action}`),
  ...['create', 'edit'].map((action) => `filter/telegram-filter:${action}`),
  'agent/product:buy',
  'agent/recharge:add',
];

const pressed: string[] = [];
/** A screen with the search in its top bar: a button, its own keys, and the current address. */
function Screen({ shown }: { shown: readonly MenuPlace[] }) {
  const { pathname, search } = useLocation();
  useKeys({ n: () => void pressed.push('n'), '/': () => void pressed.push('/') });
  return (
    <>
      <SearchItem places={shown} />
      <button type="button">beneath</button>
      <output id="where">{pathname + search}</output>
    </>
  );
}

const palette = page.getByRole('dialog', { name: '命令面板' });
const help = page.getByRole('dialog', { name: '键盘快捷键' });
const options = () =>
  page
    .getByRole('option')
    .elements()
    .map(({ textContent }) => textContent ?? '');
const active = () => document.querySelector('[role="option"][aria-selected="true"]')?.textContent ?? '';
const isAt = (address: string) => expect.poll(() => document.getElementById('where')?.textContent).toBe(address);
const isGone = (dialog: typeof palette) => expect.element(dialog).not.toBeInTheDocument();

type Look = Parameters<typeof show>[1] & { readonly places?: readonly MenuPlace[] };
async function open({ places: shown = places, ...look }: Look = {}) {
  await parkMouse();
  await show(<Screen shown={shown} />, { permissions: PERMISSIONS, address: '/whatsapp/inventory/index', ...look });
  (page.getByRole('button', { name: 'beneath' }).element() as HTMLElement).focus();
}
async function openPalette(look?: Look) {
  await open(look);
  await userEvent.keyboard('{Control>}k{/Control}');
  await expect.element(page.getByRole('dialog').getByRole('combobox')).toHaveFocus();
}

beforeEach(() => {
  answer({ 'desk/search/records': () => [] });
  closeOverlay();
  pressed.length = 0;
  useRecent.setState({ owner: '1', paths: [] }, true);
});

describe('records in the palette', () => {
  const record = {
    resource: 'agent/recharge',
    title: '充值',
    screen: 'agent/recharge',
    id: '7',
    name: 'RC20261126VVM0L',
    note: '云杉贸易 · 100',
    actions: [{ call: 'pass', title: '通过' }],
  };

  test('are found by a part of their number, and opened', async () => {
    const asked = answer({ 'desk/search/records': () => [record] });
    await openPalette();
    await userEvent.keyboard('vvm0l');
    await expect.poll(() => asked.map(({ query }) => query.get('keyword'))).toContain('vvm0l');
    await expect.poll(active).toContain('RC20261126VVM0L');
    await userEvent.keyboard('{Enter}');
    await isAt('/agent/recharge/index?record=7');
  });

  test('begin with the history of a whole number', async () => {
    await openPalette();
    await userEvent.keyboard('+1 202 555 0122');
    await userEvent.click(page.getByRole('option', { name: '+1 202 555 0122' }));
    await isAt('/desk/number-history/index?number=%2B12025550122');
  });

  test('offer the actions that they allow', async () => {
    answer({ 'desk/search/records': () => [record] });
    await openPalette();
    await userEvent.keyboard('vvm0l');
    await userEvent.click(page.getByRole('option', { name: '通过：RC20261126VVM0L' }));
    await isAt('/agent/recharge/index?record=7&act=pass');
  });
});

describe('the palette, by keyboard alone', () => {
  test.each([
    ['ckhm', '仓库号码', '/whatsapp/warehouse/index'],
    ['入库', '预入库', '/whatsapp/pre-warehouse/index'],
    ['countr', '国家', '/user/country/index'],
    // A page the menu does not have.
    ['上下', '字典（上下）', '/dict-vertical/index'],
  ])('“%s” finds %s', async (query, found, address) => {
    await openPalette();
    await userEvent.keyboard(query);
    await expect.poll(active).toContain(found);
    await userEvent.keyboard('{Enter}');
    await isAt(address);
    await isGone(palette);
  });

  test('starts with recent screens except the current one, then favourites', async () => {
    useRecent.setState({ owner: '1', paths: ['/whatsapp/inventory/index', '/user/country/index'] }, true);
    await open();
    setPreference('favourites', ['/desk/task/index', '/user/country/index']);
    await userEvent.keyboard('{Control>}k{/Control}');
    await expect
      .poll(() => page.getByRole('group', { name: '最近访问' }).getByRole('option').elements().length)
      .toBe(1);
    expect(options().slice(0, 2)).toEqual(['国家WhatsApp 业务', '任务中心']);
  });

  test('adds permitted actions, and no others', async () => {
    await openPalette();
    await userEvent.keyboard('新增');
    await expect.poll(options).toEqual(['新增：预入库']);
    await userEvent.keyboard('{Enter}');
    await isAt('/whatsapp/pre-warehouse/index?new=1');
  });

  test.each([
    ['新建订单', '新建WhatsApp 订单', '/whatsapp/order/index?do=new'],
    ['new order', '新建WhatsApp 订单', '/whatsapp/order/index?do=new'],
    ['check numbers', '检测号码：Telegram', '/filter/telegram-filter/index?do=new'],
    ['检测号码', '检测号码：Telegram', '/filter/telegram-filter/index?do=new'],
    ['pause', '暂停：Telegram 检测', '/filter/telegram-filter/index?status_in=1,2'],
    ['暂停', '暂停：Telegram 检测', '/filter/telegram-filter/index?status_in=1,2'],
    ['buy', '购买号码', '/agent/product/index'],
    ['购买', '购买号码', '/agent/product/index'],
    ['recharge', '立即充值', '/agent/recharge/index?do=order'],
    ['充值', '立即充值', '/agent/recharge/index?do=order'],
    ['export', '导出：消息订单', '/whatsapp/order/index'],
    ['导出', '导出：消息订单', '/whatsapp/order/index'],
  ])('leads from “%s” to the screen with that action', async (query, found, address) => {
    await openPalette({ permissions: WORK, places: workPlaces });
    await userEvent.keyboard(query);
    await userEvent.click(page.getByRole('option', { name: found, exact: true }));
    await isAt(address);
  });

  test('offers no verb without its permission or without its screen', async () => {
    const without = WORK.filter((code) => code !== 'filter/telegram-filter:edit' && code !== 'agent/recharge:add');
    await openPalette({ permissions: without, places: workPlaces.filter(({ key }) => key !== '/agent/product/index') });
    await userEvent.keyboard('暂停');
    await expect.poll(options).toEqual([]);
    await userEvent.keyboard('{Control>}a{/Control}购买号码');
    await expect.poll(options).toEqual([]);
    await userEvent.keyboard('{Control>}a{/Control}充值');
    await expect.poll(options).toEqual([expect.stringContaining('代理充值')]);
  });

  test.each(['工作台', 'workbench'])('finds screens by the former name of their group: %s', async (query) => {
    await openPalette();
    await userEvent.keyboard(query);
    await expect.poll(options).toContain('任务中心');
  });

  test('adds the shown screen to the favourites, and then offers to remove it', async () => {
    await openPalette();
    await userEvent.keyboard('收藏');
    await expect.poll(active).toBe('收藏当前页');
    await userEvent.keyboard('{Enter}');
    await isGone(palette);
    await userEvent.keyboard('{Control>}k{/Control}');
    await userEvent.keyboard('收藏');
    await expect.poll(active).toContain('取消收藏');
  });

  test('cycles with the arrow keys, jumps to the ends, and reports no matches', async () => {
    await openPalette();
    const box = page.getByRole('combobox').last();
    const all = options();
    expect(active()).toBe(all[0]);
    await userEvent.keyboard('{ArrowUp}');
    expect(active()).toBe(all.at(-1));
    await expect
      .element(box)
      .toHaveAttribute('aria-activedescendant', document.querySelector('[aria-selected="true"]')?.id);
    await userEvent.keyboard('{ArrowDown}');
    expect(active()).toBe(all[0]);
    for (let turn = 0; turn < all.length; turn += 8) await userEvent.keyboard('{PageDown}');
    expect(active()).toBe(all.at(-1));
    await userEvent.keyboard('没有这样的页面');
    await expect.element(page.getByText('没有找到“没有这样的页面”')).toBeVisible();
    await userEvent.keyboard('{Enter}');
    await isAt('/whatsapp/inventory/index');
  });

  test.each([
    ['Esc', () => userEvent.keyboard('{Escape}')],
    ['its own keys', () => userEvent.keyboard('{Control>}k{/Control}')],
    ['its button', () => userEvent.click(palette.getByRole('button', { name: /Esc/ }))],
  ])('closes by %s, and the keyboard is back where it was', async (_way, close) => {
    await openPalette();
    await close();
    await isGone(palette);
    await expect.element(page.getByRole('button', { name: 'beneath' })).toHaveFocus();
  });

  test('is pressed as well', async () => {
    await openPalette();
    await userEvent.click(page.getByRole('option', { name: /锁屏/ }).first(), { trial: true });
    await userEvent.click(page.getByRole('option', { name: /切换语言/ }));
    await isGone(palette);
    await expect.poll(() => document.documentElement.lang).toBe('en');
  });
});

describe('the list of keys', () => {
  test('are shown by ?, and the keys below are inactive meanwhile', async () => {
    await open();
    await userEvent.keyboard('?');
    await expect.element(help).toBeVisible();
    expect(page.getByRole('definition').first().element().textContent).toBe('CtrlK');
    await userEvent.keyboard('n/');
    await userEvent.keyboard('{Escape}');
    await isGone(help);
    expect(pressed).toEqual([]);
    await expect.element(page.getByRole('button', { name: 'beneath' })).toHaveFocus();
    await userEvent.keyboard('n');
    expect(pressed).toEqual(['n']);
  });

  test('are offered by the palette, where a question mark that is typed stays one', async () => {
    await openPalette();
    await userEvent.keyboard('?');
    await expect.poll(active).toContain('键盘快捷键');
    await expect.element(palette).toBeVisible();
    await userEvent.keyboard('{Enter}');
    await expect.element(help).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await isGone(help);
    await userEvent.keyboard('{Control>}k{/Control}');
    await userEvent.click(palette.getByRole('button', { name: '键盘快捷键' }));
    await expect.element(help).toBeVisible();
    await isGone(palette);
  });

  test('are closed by their button and by a press beside them', async () => {
    await open();
    await userEvent.keyboard('?');
    await userEvent.click(help.getByRole('button', { name: /Esc/ }));
    await isGone(help);
    await userEvent.keyboard('?');
    await expect.element(help).toBeVisible();
    (help.element() as HTMLElement).click();
    await isGone(help);
  });
});

describe('the box of the top bar', () => {
  const box = page.getByRole('combobox', { name: '搜索或跳转' });

  test('suggests while the user types, opens the chosen screen, and is empty after that', async () => {
    await open();
    await userEvent.click(box);
    await userEvent.keyboard('rwzx');
    await expect.poll(active).toContain('任务中心');
    await expect.element(box).toHaveAttribute('aria-expanded', 'true');
    await userEvent.keyboard('{Enter}');
    await isAt('/desk/task/index');
    await expect.element(box).toHaveValue('');
    await expect.element(box).toHaveAttribute('aria-expanded', 'false');
  });

  test('closes with Esc, and reports no matches', async () => {
    await open();
    await userEvent.click(box);
    await userEvent.keyboard('nowhere');
    await expect.element(page.getByText('没有找到“nowhere”')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(box).toHaveValue('');
    await expect.element(box).not.toHaveFocus();
  });
});

test.each(looks)('nothing keeps people out: $theme, $locale', async (look) => {
  await openPalette(look);
  expect(await barriers(), 'palette').toEqual([]);
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await userEvent.keyboard('?');
  await expect.element(page.getByRole('dialog')).toBeVisible();
  expect(await barriers(), 'keys').toEqual([]);
});
