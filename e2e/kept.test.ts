import { beforeAll, describe, expect, it } from 'vitest';
import { type Credentials, openStaff } from './support/accounts.ts';
import { setUpJourney } from './support/journey.ts';
import type { Person } from './support/person.ts';
import { ADMINISTRATOR } from './support/product.ts';

const visit = setUpJourney();
const COUNTRIES = '/user/country/index';
const LOCK_PASSWORD = 'tea break';
let keeper: Credentials;
let colleague: Credentials;

beforeAll(async () => {
  const { db } = visit.product;
  keeper = await openStaff(db, 'admin', '运营员', 'operator');
  colleague = await openStaff(db, 'admin', '同事', 'colleague');
});

async function atCountries(query = '', who = keeper): Promise<Person> {
  const person = await visit.person();
  person.expectProblems(/status of (400|423)/);
  await person.signIn(who, COUNTRIES + query);
  await person.rows().first().waitFor();
  return person;
}

/** Locks the screen by its key, with a lock password set behind it the first time, and opens it again. */
async function lockAndUnlock(person: Person): Promise<void> {
  await lock(person);
  await person.page.getByLabel('密码', { exact: true }).fill(LOCK_PASSWORD);
  await person.press('解锁');
  await person.page.waitForURL(`**${COUNTRIES}*`);
}

async function lock(person: Person): Promise<void> {
  await person.page.keyboard.press('Alt+KeyL');
  await person.page.waitForURL('**/lock');
  expect(await person.page.getByRole('tabpanel').count()).toBe(0);
  expect(await person.page.getByRole('dialog').count()).toBe(0);
}

/** Sets a lock password in advance: the first lock would ask for one. */
async function setLockPassword(person: Person): Promise<void> {
  await person.page.keyboard.press('Alt+KeyL');
  const dialog = person.page.getByRole('dialog', { name: '设置锁屏密码' });
  await dialog.getByLabel('锁屏密码', { exact: true }).fill(LOCK_PASSWORD);
  await dialog.getByLabel('确认锁屏密码').fill(LOCK_PASSWORD);
  await person.press('设置并锁屏', dialog);
  await person.page.waitForURL('**/lock');
  await person.page.getByLabel('密码', { exact: true }).fill(LOCK_PASSWORD);
  await person.press('解锁');
  await person.rows().first().waitFor();
}

/** A half-filled form does not open by itself: the page offers it. */
const resume = (person: Person) => person.press('继续填写', person.panel);
const box = (person: Person, name: string) => person.drawer.getByLabel(name, { exact: true });
const tab = (person: Person, name: string) => person.page.getByRole('tab', { name, exact: true });
const keptText = (person: Person) => person.page.evaluate(() => sessionStorage.getItem('trade-assistant:kept') ?? '');

describe('the state of a page', () => {
  it('survives a lock and a reload: the draft of a new record', async () => {
    const person = await atCountries();
    await setLockPassword(person);
    await person.press('新增', person.panel);
    await person.fill(person.drawer, { 国家名称: '新国', 英文名: 'Newland', 排序: '77' });
    await lockAndUnlock(person);
    await person.sees('草稿已保留，尚未提交：新增 · 国家', person.panel);
    expect(await person.page.getByRole('dialog').count()).toBe(0);
    await resume(person);
    expect(await box(person, '英文名').inputValue()).toBe('Newland');

    await box(person, '英文名').fill('New Landia');
    await person.page.reload();
    // By keyboard.
    await person.panel.getByRole('button', { name: '继续填写' }).focus();
    await person.page.keyboard.press('Enter');
    await person.drawer.getByText('新增 · 国家').waitFor();
    expect(await box(person, '国家名称').inputValue()).toBe('新国');
    expect(await box(person, '英文名').inputValue()).toBe('New Landia');
    expect(await box(person, '排序').inputValue()).toBe('77');

    // A reload while it is locked, and then home: the user discards the form.
    await lock(person);
    await person.page.reload();
    await person.page.getByLabel('密码', { exact: true }).fill(LOCK_PASSWORD);
    await person.press('解锁');
    await person.press('放弃草稿', person.panel);
    await person.page.reload();
    await person.rows().first().waitFor();
    await person.settled();
    expect(await person.panel.getByText('草稿已保留').count()).toBe(0);
    await person.press('新增', person.panel);
    expect(await box(person, '英文名').inputValue()).toBe('');
  });

  it.each([50, 100])('survives: the scroll position among %i rows', async (size) => {
    const person = await atCountries(`?size=${size}`);
    const top = () => person.panel.evaluate((panel) => Math.round(panel.scrollTop));
    await person.rows().first().hover();
    await person.page.mouse.wheel(0, 640);
    await expect.poll(top).toBeGreaterThan(500);
    const before = await top();
    await person.page.reload();
    await person.rows().first().waitFor();
    await expect.poll(top).toBe(before);
  });

  it('survives: a notice with its formats, and a message with the view it is written in', async () => {
    const person = await visit.person();
    await person.signIn(keeper, '/desk/notice/index');
    await person.press('新增', person.panel);
    await box(person, '标题').fill('A holiday');
    await person.drawer.getByRole('textbox', { name: '正文' }).fill('We are closed.');
    await person.page.reload();
    await resume(person);
    await person.drawer.getByText('We are closed.').waitFor();
    expect(await box(person, '标题').inputValue()).toBe('A holiday');
    await person.page.keyboard.press('Escape');
    await person.press('放弃修改', person.drawer);

    await person.goTo('/desk/message/index');
    await person.press('发消息', person.panel);
    await person.panel.getByLabel('标题', { exact: true }).fill('Tomorrow');
    await person.page.reload();
    await person.panel.getByLabel('标题', { exact: true }).waitFor();
    expect(await person.panel.getByLabel('标题', { exact: true }).inputValue()).toBe('Tomorrow');
  });

  it('survives without its password, and leaving it asks', async () => {
    const person = await visit.person();
    await person.signIn(ADMINISTRATOR, '/agent/user/index');
    await person.press('开户', person.panel);
    await box(person, '账号').fill('north_sea');
    const asked: string[] = [];
    person.page.on('dialog', (dialog) => {
      asked.push(dialog.type());
      void dialog.accept();
    });
    await person.page.reload();
    await resume(person);
    expect(await box(person, '账号').inputValue()).toBe('north_sea');
    expect(asked).toEqual([]);
    await box(person, '初始密码').fill('harbour 12');
    await expect.poll(() => keptText(person)).toContain('north_sea');
    expect(await keptText(person)).not.toContain('harbour');
    await person.page.reload();
    await resume(person);
    expect(asked).toEqual(['beforeunload']);
    expect(await box(person, '账号').inputValue()).toBe('north_sea');
    expect(await box(person, '初始密码').inputValue()).toBe('');
  });

  it('survives: an import without its file, and asks before either is discarded', async () => {
    const person = await visit.person();
    await person.signIn(keeper);
    await person.open('库存', '预入库');
    const file = { name: 'numbers.txt', mimeType: 'text/plain', buffer: Buffer.from('+12065550199\n') };
    await person.press('导入', person.panel);
    await person.drawer.locator('input[type=file]').setInputFiles(file);
    // A chosen file alone is a draft; every way of closing the panel asks.
    const leave: (() => Promise<void>)[] = [
      () => person.page.keyboard.press('Escape'),
      () => person.drawer.getByRole('button', { name: /关闭|Close/ }).click(),
      () => person.drawer.getByRole('button', { name: /取\s?消/ }).click(),
    ];
    for (const go of leave) {
      await go();
      await person.sees('有未保存的修改', person.drawer);
      await person.press('继续编辑', person.drawer);
      await person.sees('numbers.txt', person.drawer);
    }
    await person.fill(person.drawer, { 批次名: 'Spring numbers' });
    await person.page.reload();
    await resume(person);
    await person.sees('您填写的内容已恢复，请重新选择文件“numbers.txt”', person.drawer);
    expect(await box(person, '批次名').inputValue()).toBe('Spring numbers');
    await person.drawer.locator('input[type=file]').setInputFiles(file);
    expect(await person.drawer.getByText('您填写的内容已恢复').count()).toBe(0);
    await person.page.keyboard.press('Escape');
    await person.press('放弃修改', person.drawer);
    await person.drawer.waitFor({ state: 'detached' });
    await person.page.reload();
    await person.press('导入', person.panel);
    expect(await box(person, '批次名').inputValue()).not.toContain('Spring');
    // Nothing was typed, so nothing is asked.
    await person.page.keyboard.press('Escape');
    await person.drawer.waitFor({ state: 'detached' });
  });

  it('survives: the menus ticked for a top menu, with a question before they are discarded', async () => {
    await visit.product.db.pool.query(
      `insert into sys_top_menu (tenant_id, code, name, name_en, sort) values ('000000', 'trade', '交易', 'Trade', 1)`,
    );
    const person = await visit.person();
    await person.signIn(ADMINISTRATOR, '/system/top-menu/index');
    await person.press('更多', person.row('交易'));
    await person.page.getByRole('menuitem', { name: '菜单配置', exact: true }).click();
    const first = person.drawer.getByRole('checkbox').first();
    await first.click();
    for (const leave of [
      () => person.page.keyboard.press('Escape'),
      () => person.drawer.getByRole('button', { name: /取\s?消/ }).click(),
    ]) {
      await leave();
      await person.sees('有未保存的修改', person.drawer);
      await person.press('继续编辑', person.drawer);
    }
    await person.page.reload();
    await resume(person);
    await expect.poll(() => first.getAttribute('aria-checked')).toBe('true');
    await person.press('保存', person.drawer);
    await person.drawer.waitFor({ state: 'detached' });
  });

  it('belongs to its user: another user finds nothing, and neither does one who signed out', async () => {
    const person = await atCountries('', colleague);
    await setLockPassword(person);
    await person.press('新增', person.panel);
    await person.fill(person.drawer, { 英文名: 'Secret Island' });
    await person.page.reload();
    await person.panel.getByRole('button', { name: '继续填写' }).waitFor();
    expect(await keptText(person)).toContain('Secret Island');
    await lock(person);
    await person.page.reload();
    await person.press('退出登录');
    await person.press('退出登录', person.page.getByRole('alertdialog'));
    await person.page.waitForURL('**/login');
    expect(await keptText(person)).toBe('');
    for (const who of [keeper, colleague]) {
      await person.signInByHand(who);
      await person.goTo(COUNTRIES);
      await person.rows().first().waitFor();
      await person.settled();
      expect(await person.page.getByRole('dialog').count()).toBe(0);
      expect(await person.page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain('Secret');
      await person.page.evaluate(() => localStorage.clear());
      await person.goTo('/login');
    }
  });
});

describe('a tab with unsaved changes', () => {
  it('asks also about a password, which is kept nowhere', async () => {
    const person = await visit.person();
    await person.signIn(colleague, '/info/index?tab=password');
    await person.fill(person.panel, { 原密码: 'harbour 12' });
    // It waits while one looks at something else.
    await person.page.getByRole('tab', { name: '基本信息', exact: true }).click();
    await person.page.getByRole('tab', { name: '修改密码', exact: true }).click();
    expect(await person.panel.getByLabel('原密码', { exact: true }).inputValue()).toBe('harbour 12');
    await person.page.keyboard.press('Alt+KeyW');
    const question = person.page.getByRole('dialog', { name: '放弃未保存的修改？' });
    await question.getByRole('button', { name: /取\s?消/ }).click();
    await question.waitFor({ state: 'detached' });

    const asked: string[] = [];
    person.page.on('dialog', (dialog) => {
      asked.push(dialog.type());
      void dialog.accept();
    });
    await person.page.reload();
    expect(asked).toEqual(['beforeunload']);
    expect(
      await person.page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }])),
    ).not.toContain('harbour');
    // Nothing is left to ask about.
    await person.panel.getByLabel('原密码', { exact: true }).waitFor();
    await person.page.keyboard.press('Alt+KeyW');
    await person.page.waitForURL('**/wel/index');
    await person.page.reload();
    expect(asked).toEqual(['beforeunload']);
  });

  it('asks before it is closed or restarted, by every way, and is lost after that', async () => {
    const person = await atCountries();
    await person.press('新增', person.panel);
    await person.fill(person.drawer, { 英文名: 'Newland' });
    const question = person.page.getByRole('dialog', { name: '放弃未保存的修改？' });
    const stays = async () => {
      await question.getByText('「国家」').waitFor();
      await question.getByRole('button', { name: /取\s?消/ }).click();
      await question.waitFor({ state: 'detached' });
      expect(await tab(person, '国家').count()).toBe(1);
    };
    await person.page.keyboard.press('Alt+KeyW');
    await stays();
    expect(await box(person, '英文名').inputValue()).toBe('Newland');

    await person.page.keyboard.press('Alt+Digit1');
    await person.page.waitForURL('**/wel/index');
    await tab(person, '国家').click({ button: 'middle' });
    await stays();
    await person.page.getByTitle('关闭 国家').click();
    await stays();
    for (const entry of ['关闭全部', '关闭其他']) {
      await tab(person, '首页').click({ button: 'right' });
      await person.page.getByRole('menuitem', { name: entry, exact: true }).click();
      await stays();
    }
    await tab(person, '国家').click({ button: 'right' });
    await person.page.getByRole('menuitem', { name: '刷新', exact: true }).click();
    await stays();

    // The same after a reload, while its page has not even been shown.
    await person.page.reload();
    await tab(person, '国家').click({ button: 'middle' });
    await question.waitFor();
    await person.press('放弃修改', question);
    await tab(person, '国家').waitFor({ state: 'detached' });
    await person.goTo(COUNTRIES);
    await person.rows().first().waitFor();
    await person.settled();
    expect(await person.page.getByRole('dialog').count()).toBe(0);
  });
});
