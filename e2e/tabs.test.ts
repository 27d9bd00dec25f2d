import { beforeAll, describe, expect, it } from 'vitest';
import { type Credentials, openStaff } from './support/accounts.ts';
import { setUpJourney } from './support/journey.ts';

const visit = setUpJourney();
let stockKeeper: Credentials;

beforeAll(async () => {
  stockKeeper = await openStaff(visit.product.db, 'warehouse', '仓管员');
});

describe('tabs', () => {
  it('keep typed text and results while another tab is shown, and after a reload', async () => {
    const person = await visit.person();
    await person.signIn(stockKeeper);
    await person.open('库存', '国家');
    const name = person.panel.getByRole('textbox', { name: '国家名称', exact: true });
    await name.fill('新西兰');
    await person.press('查询', person.panel);
    await person.row('新西兰').waitFor();
    await name.fill('not searched for yet');

    await person.open('设置', '任务中心');
    await name.waitFor({ state: 'detached' });
    await person.page.getByRole('tab', { name: '国家' }).click();
    await name.waitFor();
    expect(await name.inputValue()).toBe('not searched for yet');
    expect(await person.rows().count()).toBe(1);

    await person.page.reload();
    await person.row('新西兰').waitFor();
    expect(await name.inputValue()).toBe('not searched for yet');
    expect(await person.rows().count()).toBe(1);
    expect(await person.page.getByRole('tab').allTextContents()).toEqual(['首页', '国家', '任务中心']);
  });

  it('keep a hidden page inactive: its keys, its panel and its scroll position', async () => {
    // Lower than the list is.
    const person = await visit.person({ viewport: { width: 1000, height: 500 } });
    await person.signIn(stockKeeper);
    const { page } = person;
    await person.open('库存', '预入库');
    await person.open('库存', '国家');
    const scrolled = () => person.panel.evaluate((element) => element.scrollTop);
    await person.rows().first().waitFor();
    await person.panel.evaluate((element) => element.scrollTo({ top: 40 }));
    await expect.poll(scrolled).toBe(40);

    // Both pages' lists have the key; only the visible one receives it, and only it may add.
    await page.keyboard.press('Alt+Digit2');
    await person.panel.getByRole('heading', { level: 1, name: '预入库' }).click();
    await page.keyboard.press('n');
    await person.drawer.getByText('新增').first().waitFor();
    expect(await page.getByRole('dialog').filter({ visible: true }).count()).toBe(1);

    await page.keyboard.press('Alt+Digit3');
    await person.panel.getByRole('heading', { level: 1, name: '国家' }).waitFor();
    await expect.poll(() => page.getByRole('dialog').filter({ visible: true }).count()).toBe(0);
    expect(await scrolled()).toBe(40);
    await page.keyboard.press('Alt+Digit2');
    await person.drawer.getByText('新增').first().waitFor();
  });

  it('are opened once each, and closing one shows another', async () => {
    const person = await visit.person();
    await person.signIn(stockKeeper);
    await person.open('库存', '国家');
    await person.open('设置', '任务中心');
    await person.open('库存', '国家');
    const tab = (name: string) => person.page.getByRole('tab', { name, exact: true });
    expect(await person.page.getByRole('tab').count()).toBe(3);
    expect(await tab('国家').getAttribute('aria-selected')).toBe('true');
    await person.page.getByTitle('关闭 国家').click();
    await tab('国家').waitFor({ state: 'detached' });
    await person.panel.getByRole('heading', { level: 1 }).waitFor();
    await person.page.keyboard.press('Alt+Digit1');
    await person.page.waitForURL('**/wel/index');
    expect(await person.page.getByTitle('关闭 首页').count()).toBe(0);
  });

  it('are pinned, moved and closed by their menu, by keyboard and by mouse', async () => {
    const person = await visit.person();
    await person.signIn(stockKeeper);
    for (const name of ['国家', '仓库号码', '库存总览']) await person.open('库存', name);
    const { page } = person;
    const names = () => page.getByRole('tab').allTextContents();
    const tab = (name: string) => page.getByRole('tab', { name, exact: true });
    const choose = async (name: string, item: string) => {
      await tab(name).click({ button: 'right' });
      await page.getByRole('menuitem', { name: item, exact: true }).filter({ visible: true }).click();
    };
    expect(await names()).toEqual(['首页', '国家', '仓库号码', '库存总览']);

    await choose('库存总览', '固定');
    expect(await names()).toEqual(['首页', '库存总览', '国家', '仓库号码']);
    await tab('仓库号码').focus();
    await page.keyboard.press('Control+Shift+ArrowLeft');
    expect(await names()).toEqual(['首页', '库存总览', '仓库号码', '国家']);
    await page.keyboard.press('Control+Shift+ArrowLeft');
    expect(await names()).toEqual(['首页', '库存总览', '仓库号码', '国家']);

    const [from, to] = await Promise.all([tab('仓库号码').boundingBox(), tab('国家').boundingBox()]);
    if (!from || !to) throw new Error('The tabs are not there');
    await page.mouse.move(from.x + 20, from.y + 10);
    await page.mouse.down();
    await page.mouse.move(to.x + to.width - 2, to.y + 10, { steps: 8 });
    await page.mouse.up();
    expect(await names()).toEqual(['首页', '库存总览', '国家', '仓库号码']);

    // Another one, let go of after a single movement past two of its like.
    await person.open('设置', '任务中心');
    const [last, third] = await Promise.all([tab('任务中心').boundingBox(), tab('国家').boundingBox()]);
    if (!last || !third) throw new Error('The tabs are not there');
    await page.mouse.move(last.x + 20, last.y + 10);
    await page.mouse.down();
    await page.mouse.move(third.x + 2, last.y + 10, { steps: 1 });
    await page.mouse.up();
    expect(await names()).toEqual(['首页', '库存总览', '任务中心', '国家', '仓库号码']);
    // Anywhere on a tab the middle button closes it.
    await page.getByTitle('关闭 任务中心').click({ button: 'middle' });
    expect(await names()).toEqual(['首页', '库存总览', '国家', '仓库号码']);

    await tab('国家').click({ button: 'middle' });
    expect(await names()).toEqual(['首页', '库存总览', '仓库号码']);
    await page.reload();
    await person.panel.getByRole('heading', { level: 1 }).waitFor();
    expect(await names()).toEqual(['首页', '库存总览', '仓库号码']);
    await choose('仓库号码', '关闭全部');
    expect(await names()).toEqual(['首页', '库存总览']);
    await page.waitForURL('**/wel/index');
    await page.getByTitle('取消固定 库存').click();
    await tab('库存总览').focus();
    await page.keyboard.press('Delete');
    expect(await names()).toEqual(['首页']);
  });

  it('are reached by keys through their menus, which give the focus back', async () => {
    const person = await visit.person();
    await person.signIn(stockKeeper);
    await person.open('库存', '国家');
    const { page } = person;
    const tab = page.getByRole('tab', { name: '国家', exact: true });
    const focused = () => page.evaluate(() => document.activeElement?.textContent);
    await tab.click({ button: 'right' });
    const item = (name: string | RegExp) => page.getByRole('menuitem', { name }).filter({ visible: true });
    await item('设为首屏').waitFor();
    await page.keyboard.press('Escape');
    await item('设为首屏').waitFor({ state: 'detached' });
    await expect.poll(focused).toBe('国家');

    for (const [button, entry] of [
      [page.getByRole('button', { name: '更多操作' }), '刷新'],
      [page.getByRole('button', { name: /^用户菜单/ }), '个人信息'],
    ] as const) {
      await button.focus();
      await page.keyboard.press('Enter');
      await item(entry).waitFor();
      await page.keyboard.press('ArrowDown');
      await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('menuitem');
      await page.keyboard.press('Escape');
      await item(entry).waitFor({ state: 'hidden' });
      await expect.poll(() => button.evaluate((element) => element === document.activeElement)).toBe(true);
    }
  });

  it('that do not fit are scrolled by a plain mouse, and show where more of them are', async () => {
    // The narrowest page with tabs: on a phone there are none.
    const person = await visit.person({ viewport: { width: 768, height: 800 } });
    await person.signIn(stockKeeper);
    for (const path of [
      '/test/index',
      '/dict-vertical/index',
      '/dict-horizontal/index',
      '/info/index',
      '/desk/task/index',
      '/whatsapp/warehouse/index',
      '/whatsapp/inventory/index',
      '/whatsapp/pre-warehouse/index',
    ]) {
      await person.moveTo(path);
    }
    const strip = person.page.getByRole('tablist', { name: '标签页' });
    await expect.poll(() => strip.getAttribute('data-more')).toBe('before');
    const at = () => strip.evaluate((element) => element.scrollLeft);
    const end = await at();
    await strip.hover();
    await person.page.mouse.wheel(0, -60);
    await expect.poll(at).toBeLessThan(end);
    await expect.poll(() => strip.getAttribute('data-more')).toBe('before after');
    await person.page.setViewportSize({ width: 1600, height: 800 });
    await expect.poll(() => strip.getAttribute('data-more')).toBe('');
  });

  it('start with the chosen page, in a new browser too, and home can be closed then', async () => {
    const chooser = await openStaff(visit.product.db, 'warehouse', '早班', 'early_keeper');
    const person = await visit.person();
    await person.signIn(chooser);
    await person.open('设置', '任务中心');
    await person.page.getByRole('tab', { name: '任务中心' }).click({ button: 'right' });
    const told = person.page.waitForResponse('**/system/user-preferences/change');
    await person.page.getByRole('menuitem', { name: '设为首屏' }).filter({ visible: true }).click();
    await told;
    await person.page.getByTitle('关闭 首页').click();
    expect(await person.page.getByRole('tab').allTextContents()).toEqual(['任务中心']);
    await person.goTo('/');
    await person.page.waitForURL('**/desk/task/index');
    expect(await person.page.getByTitle(/^关闭 /).count()).toBe(0);

    const elsewhere = await visit.person();
    const addresses: string[] = [];
    elsewhere.page.on('framenavigated', (frame) => addresses.push(new URL(frame.url()).pathname));
    await elsewhere.signInByHand(chooser);
    await elsewhere.panel.getByRole('heading', { level: 1, name: '任务中心' }).waitFor();
    expect(addresses).not.toContain('/wel/index');
    expect(await elsewhere.page.getByRole('tab').first().textContent()).toBe('任务中心');
  });

  it('of pages without a list keep typed and chosen values after a reload too, until they are restarted', async () => {
    const person = await visit.person();
    await person.signIn(stockKeeper, '/dict-vertical/index');
    const find = person.panel.getByRole('textbox', { name: '按名称、编码或取值查找' });
    await find.fill('状态');
    const second = person.panel.getByRole('listitem').nth(1).getByRole('button');
    await second.click();
    await person.moveTo('/test/index');
    const typed = person.panel.getByRole('textbox', { name: '请输入' });
    await typed.fill('not to be lost');
    await person.page.reload();
    await expect.poll(() => typed.inputValue()).toBe('not to be lost');
    await person.page.getByRole('tab', { name: '字典（上下）' }).click();
    await expect.poll(() => find.inputValue()).toBe('状态');
    expect(await second.getAttribute('aria-current')).toBe('true');

    await person.page.getByRole('tab', { name: '组件示例' }).click({ button: 'right' });
    await person.page.getByRole('menuitem', { name: '刷新', exact: true }).filter({ visible: true }).click();
    await person.page.waitForFunction(() =>
      [...document.querySelectorAll('input')].every(({ value }) => value !== 'not to be lost'),
    );
    await person.page.getByRole('tab', { name: '字典（上下）' }).click();
    expect(await find.inputValue()).toBe('状态');
  });
});

describe('the side menu', () => {
  it('is a slide-in panel on a narrow screen, and closes after a choice', async () => {
    const person = await visit.person({ viewport: { width: 900, height: 800 } });
    await person.signIn(stockKeeper);
    const menu = person.page.getByRole('navigation', { name: '菜单', exact: true });
    await person.press('展开菜单');
    await menu.getByRole('menuitem', { name: '库存', exact: true }).click();
    await menu.getByRole('menuitem', { name: '国家', exact: true }).click();
    await person.panel.getByRole('heading', { level: 1, name: '国家' }).waitFor();
    await menu.waitFor({ state: 'hidden' });
    await person.page.setViewportSize({ width: 1000, height: 800 });
    await menu.waitFor();
  });
});
