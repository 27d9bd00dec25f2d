import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { sendMessage } from '../server/src/engines/office/messages/index.ts';
import { DEFAULT_TENANT } from '../server/src/engines/people/identity/index.ts';
import { systemActor } from '../server/src/kernel/auth/actor.ts';
import { type Credentials, openStaff } from './support/accounts.ts';
import { setUpJourney } from './support/journey.ts';
import type { Person } from './support/person.ts';

const visit = setUpJourney();
let sender: Credentials;
let near: Credentials;
let far: Credentials;
beforeAll(async () => {
  const { db } = visit.product;
  sender = await openStaff(db, 'admin', '苏发信');
  near = await openStaff(db, 'finance', '在线人');
  far = await openStaff(db, 'support', '远行人');
});

// The smallest possible picture: one transparent pixel.
const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

/** Signs in and waits until the browser knows the number of the latest message. */
async function arrive(who: Credentials): Promise<Person> {
  const person = await visit.person();
  await person.signIn(who);
  await person.page.waitForFunction(() =>
    Object.keys(localStorage).some((key) => /^trade-assistant:messages:\d+$/.test(key)),
  );
  await person.settled();
  return person;
}
const bell = (page: Page) => page.getByRole('button', { name: /^消息(，\d+ 条未读)?$/ });
const told = (page: Page) => page.locator('.ant-notification-notice');
const unread = (person: Person, count: number) =>
  person.page.getByRole('button', { name: count ? `消息，${count} 条未读` : '消息', exact: true }).waitFor();

async function write(person: Person, to: readonly string[], title: string, content: string): Promise<void> {
  await bell(person.page).click();
  await person.settled();
  await person.press('发消息');
  const picker = person.drawer.getByRole('combobox', { name: '收件人' });
  for (const name of to) {
    await picker.fill(name);
    await person.page.locator('.ant-select-item-option').filter({ hasText: name, visible: true }).click();
  }
  await person.drawer.getByRole('textbox', { name: '标题' }).fill(title);
  await person.drawer.getByRole('textbox', { name: '内容' }).fill(content);
  await person.press('发送', person.drawer);
  await person.sees(`已发送给 ${to.length} 人`);
  await person.drawer.locator('.ant-drawer-close').click();
  await person.page.getByRole('dialog', { name: '我的消息' }).waitFor({ state: 'detached' });
}

const program = (title: 'RECHARGE_SUBMITTED', amount: string) =>
  visit.product.db.tx((tx) =>
    sendMessage(tx, systemActor(DEFAULT_TENANT), {
      to: { roleKeys: ['finance'] },
      key: title,
      params: { user: '云杉贸易', amount },
      route: '/agent/recharge/index',
    }),
  );

describe('a message', () => {
  it('reaches an open browser at once, and a reconnected one later, each once', async () => {
    const [a, b, c] = [await arrive(sender), await arrive(near), await arrive(far)];
    await c.goTo('about:blank');

    await write(a, ['在线人', '远行人'], '第一条', '你好，\n这是第一条。');
    await told(b.page).filter({ hasText: '第一条' }).waitFor();
    await unread(b, 1);
    await write(a, ['在线人', '远行人'], '第二条', '这是第二条。');
    await told(b.page).filter({ hasText: '第二条' }).waitFor();
    expect(await told(b.page).count()).toBe(2);

    await c.goTo('/wel/index');
    await told(c.page).filter({ hasText: '第一条' }).waitFor();
    await told(c.page).filter({ hasText: '第二条' }).waitFor();
    expect(await told(c.page).count()).toBe(2);
    await unread(c, 2);

    // Messages are announced once: a new page shows them as unread and announces nothing.
    await c.page.reload();
    await unread(c, 2);
    expect(await told(c.page).count()).toBe(0);

    // Opening makes read, here and for the sender.
    await b.press('查看', told(b.page).filter({ hasText: '第一条' }));
    await b.sees('这是第一条。', b.drawer);
    await unread(b, 1);
    await b.page.keyboard.press('Escape');
    await bell(a.page).click();
    await a.settled();
    await a.press('查看全部');
    await a.drawer.getByText('已发送', { exact: true }).click();
    await a.drawer.getByRole('row', { name: /第二条.*0 \/ 2/ }).waitFor();
    await a.drawer.getByRole('row', { name: /第一条.*1 \/ 2/ }).waitFor();
  });

  it('comes through a broken line without loss or doubles', async () => {
    const [a, b] = [await arrive(sender), await arrive(near)];
    b.expectProblems(/ERR_INTERNET_DISCONNECTED/, /WebSocket/);
    // Pieces of the console still on their way would fail for another reason.
    await b.settled();
    await b.page.context().setOffline(true);
    await write(a, ['在线人'], '断线期间甲', '一');
    await write(a, ['在线人'], '断线期间乙', '二');
    expect(await told(b.page).count()).toBe(0);
    await b.page.context().setOffline(false);
    for (const title of ['断线期间甲', '断线期间乙']) await told(b.page).filter({ hasText: title }).waitFor();
    await write(a, ['在线人'], '恢复之后', '三');
    await told(b.page).filter({ hasText: '恢复之后' }).waitFor();
    expect(await told(b.page).count()).toBe(3);
  });

  it('is fetched where nothing can be pushed', async () => {
    const b = await visit.person();
    b.expectProblems(/WebSocket/, /\/ws\//);
    await b.page.routeWebSocket(/\/ws\//, (socket) => socket.close());
    await b.intercept('**/ws/**', (route) => route.abort());
    await b.page.clock.install();
    await Promise.all([b.page.waitForResponse(/my\/missed/), b.signIn(near)]);
    await program('RECHARGE_SUBMITTED', '7.00 USDT');
    await b.page.clock.runFor(31_000);
    await told(b.page).filter({ hasText: '7.00 USDT' }).waitFor();
  });
});

describe('a recharge reminder', () => {
  it('makes every window of the browser react, stays until closed, and closes everywhere', async () => {
    const b = await arrive(near);
    const other = await b.page.context().newPage();
    await Promise.all([other.waitForResponse(/my\/missed/), other.goto('/wel/index')]);
    await other.evaluate(() => {
      const heard: (string | null)[] = [];
      Object.assign(window, { heard });
      window.addEventListener('storage', ({ key }) => heard.push(key));
    });
    await program('RECHARGE_SUBMITTED', '42.00 USDT');
    for (const page of [b.page, other]) await told(page).filter({ hasText: '42.00 USDT' }).waitFor();
    await expect
      .poll(() => other.evaluate(() => (window as unknown as { heard: string[] }).heard))
      .toContain('trade-assistant:signal:recharge-reminder');
    expect(await told(b.page).filter({ hasText: '充值提醒' }).count()).toBe(1);
    await told(b.page).filter({ hasText: '42.00 USDT' }).locator('.ant-notification-notice-close').click();
    for (const page of [b.page, other])
      await told(page).filter({ hasText: '42.00 USDT' }).waitFor({ state: 'detached' });
  });

  it('is titled in the reader’s language and can be quiet', async () => {
    const b = await arrive(near);
    await bell(b.page).click();
    await b.settled();
    await b.press('查看全部');
    const sound = b.drawer.getByRole('switch', { name: '提示音' });
    await sound.click();
    expect(await sound.getAttribute('aria-checked')).toBe('false');
    await b.page.keyboard.press('Escape');
    await b.press('语言: EN (English)');
    await program('RECHARGE_SUBMITTED', '9.00 USDT');
    await told(b.page).filter({ hasText: 'Recharge submitted' }).filter({ hasText: '9.00 USDT' }).waitFor();
  });
});

describe('my messages', () => {
  it('are filtered by type, marked as read at once, and removed', async () => {
    const a = await arrive(sender);
    await write(a, ['远行人'], '待删除的消息', '内容');
    const c = await arrive(far);
    await bell(c.page).click();
    await c.settled();
    await c.press('查看全部');
    await c.fill(c.drawer, { 标题: '待删除' });
    await c.press('查询', c.drawer);
    const row = c.drawer.getByRole('row', { name: /待删除的消息/ });
    await row.waitFor();
    await expect.poll(() => c.drawer.getByRole('row').and(c.page.locator('[tabindex]')).count()).toBe(1);
    await row.getByRole('checkbox').click();
    await c.sees('已选 1 条', c.drawer);
    await c.press('全部已读', c.drawer);
    await c.sees('操作成功！');
    await unread(c, 0);
    await c.press('删除', row);
    await c.answer(/删除这条消息/, '删除');
    await row.waitFor({ state: 'detached' });
    await c.sees('没有符合条件的消息', c.drawer);
  });
});

describe('a notice', () => {
  it('is written with formats and a picture, and read behind the bell by every user', async () => {
    const a = await arrive(sender);
    await a.open('设置', '通知公告');
    await a.press('新增', a.panel);
    await a.fill(a.drawer, { 标题: '春季调价', 发布时间: '2026-01-05 09:00:00' });
    await a.drawer.getByLabel('发布时间').press('Enter');
    const text = a.drawer.getByRole('textbox', { name: '正文' });
    await text.click();
    await a.page.keyboard.type('价格下调 ');
    await a.press('加粗', a.drawer);
    await a.page.keyboard.type('百分之五');
    await a.drawer
      .locator('input[type=file]')
      .setInputFiles({ name: 'pixel.gif', mimeType: 'image/gif', buffer: PIXEL });
    await text.locator('img[src^="blob:"]').waitFor({ state: 'attached' });
    await a.press('保存', a.drawer);
    await a.sees('新增成功');
    await a.row('春季调价').waitFor();

    const c = await arrive(far);
    await bell(c.page).click();
    await c.settled();
    await c.page.getByText('通知', { exact: true }).filter({ visible: true }).first().click();
    await c.page.getByRole('button', { name: /春季调价 发布通知/ }).click();
    expect(await c.drawer.locator('.kit-rich strong').textContent()).toBe('百分之五');
    const picture = c.drawer.locator('.kit-rich img[src^="blob:"]');
    await picture.waitFor({ state: 'attached' });
    expect(await picture.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth))).toBe(1);
  });
});
