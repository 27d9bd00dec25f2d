import { beforeAll, describe, expect, it } from 'vitest';
import { type Credentials, openStaff } from './support/accounts.ts';
import { setUpJourney } from './support/journey.ts';
import type { Person } from './support/person.ts';

const visit = setUpJourney();
let stockKeeper: Credentials;

beforeAll(async () => {
  stockKeeper = await openStaff(visit.product.db, 'warehouse', '仓管员');
});

const palette = (person: Person) => person.page.getByRole('dialog', { name: '命令面板' });
const active = (person: Person) => person.page.getByRole('option', { selected: true });
const keys = (person: Person) => person.page.keyboard;

async function openPalette(person: Person): Promise<void> {
  await keys(person).press('Control+k');
  await palette(person).waitFor();
}

describe('the command palette, by keyboard alone', () => {
  it('finds a screen by initials, by part of its name and in the other language', async () => {
    const person = await visit.person();
    await person.signIn(stockKeeper);
    for (const [query, found, address] of [
      ['ckhm', '仓库号码', '/whatsapp/warehouse/index'],
      ['入库', '预入库', '/whatsapp/pre-warehouse/index'],
      ['countr', '国家', '/user/country/index'],
    ] as const) {
      await openPalette(person);
      await keys(person).type(query);
      await active(person).filter({ hasText: found }).waitFor();
      await keys(person).press('Enter');
      await person.page.waitForURL(`**${address}`);
      await palette(person).waitFor({ state: 'detached' });
      // The previous screen stays until the new one is ready; only then is the new one among the recent screens.
      await person.page.getByRole('tab', { name: found, exact: true, selected: true }).waitFor();
    }
    await person.panel.getByRole('heading', { name: '国家', level: 1 }).waitFor();
    await openPalette(person);
    const recent = person.page.getByRole('group', { name: '最近访问' }).getByRole('option');
    await recent.first().waitFor();
    const names = (await recent.allTextContents()).map((text) => text.replace(/库存$/, ''));
    expect(names).toEqual(['预入库', '仓库号码', '首页']);

    // Pages outside the menu are found too, and are among the recent screens.
    await keys(person).type('上下');
    await active(person).filter({ hasText: '字典（上下）' }).waitFor();
    await keys(person).press('Enter');
    await person.panel.getByRole('heading', { name: '字典（上下）', level: 1 }).waitFor();
    await keys(person).press('Alt+Digit1');
    await person.panel.getByRole('heading', { name: /好，/, level: 1 }).waitFor();
    await openPalette(person);
    await recent.first().filter({ hasText: '字典（上下）' }).waitFor();
  });

  it('opens the form of a permitted record, and offers nothing without the permission', async () => {
    const person = await visit.person();
    await person.signIn(stockKeeper);
    await openPalette(person);
    await keys(person).type('新增');
    await person.page.getByRole('option').first().waitFor();
    const offered = await person.page.getByRole('option').allTextContents();
    expect(offered).toContain('新增：预入库');
    expect(offered.join()).not.toContain('代理');
    await keys(person).type('：预');
    await keys(person).press('Enter');
    await person.page.getByRole('dialog', { name: /新增.*预入库/ }).waitFor();
    expect(person.page.url()).not.toContain('new=');
  });

  it('stars the page being shown, which home then shows first', async () => {
    const person = await visit.person();
    await person.signIn(stockKeeper);
    await person.open('库存', '国家');
    await openPalette(person);
    // The keys of the tabs below are inactive meanwhile.
    await keys(person).press('Alt+Digit1');
    await keys(person).type('收藏');
    await keys(person).press('Enter');
    await keys(person).press('Alt+Digit1');
    const star = person.panel.getByRole('button', { name: '收藏：国家', pressed: true });
    await star.first().waitFor();
    await person.panel.getByRole('heading', { name: '我的收藏' }).waitFor();
  });
});

describe('the search of the menu', () => {
  it('shows every screen, filters them, and opens the chosen one', async () => {
    const person = await visit.person({ viewport: { width: 900, height: 800 } });
    await person.signIn(stockKeeper);
    await person.press('搜索或跳转');
    const dialog = person.page.getByRole('dialog', { name: '搜索或跳转' });
    const options = dialog.getByRole('option');
    await options.first().waitFor();
    const all = await options.count();
    await keys(person).type('库');
    await options.filter({ hasText: '库存总览' }).waitFor();
    expect(await options.count()).toBeLessThan(all);
    expect(await options.first().textContent()).toContain('库存总览');
    await keys(person).press('Escape');
    await dialog.waitFor({ state: 'detached' });
  });
});
