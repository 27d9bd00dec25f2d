import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { sendMessage } from '../server/src/engines/office/messages/index.ts';
import { DEFAULT_TENANT } from '../server/src/engines/people/identity/index.ts';
import { systemActor } from '../server/src/kernel/auth/actor.ts';
import { type Credentials, openStaff } from './support/accounts.ts';
import { setUpJourney } from './support/journey.ts';
import type { Person } from './support/person.ts';

const visit = setUpJourney();
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true } as const;
let writer: Credentials;
beforeAll(async () => {
  const { db } = visit.product;
  writer = await openStaff(db, 'admin', '苏发信');
  await openStaff(db, 'finance', '收信人');
});

async function arrive(look = {}): Promise<Person> {
  const person = await visit.person(look);
  await person.signIn(writer);
  // Parts that arrive after the top bar may close the panel opened meanwhile.
  await person.settled();
  return person;
}
const bell = (page: Page) => page.getByRole('button', { name: /^消息(，\d+ 条未读)?$/ });
const drawer = (page: Page) => page.getByRole('dialog', { name: '我的消息' });
const isGone = (page: Page) => drawer(page).waitFor({ state: 'hidden' });
const drafts = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('trade-assistant:messages:draft:')));

async function open(person: Person, door: '查看全部' | '发消息'): Promise<void> {
  await bell(person.page).click();
  const panel = person.page.locator(':popover-open');
  await panel.getByRole('button', { name: door, exact: true }).click();
  await drawer(person.page).waitFor();
}
/** Writes a message without sending it. */
async function write(person: Person, title: string): Promise<void> {
  await open(person, '发消息');
  await person.drawer.getByRole('combobox', { name: '收件人' }).fill('收信人');
  await person.page.locator('.ant-select-item-option').filter({ hasText: '收信人', visible: true }).click();
  await person.drawer.getByRole('textbox', { name: '标题' }).fill(title);
  await person.drawer.getByRole('textbox', { name: '内容' }).fill(`${title}的内容`);
}

it('a draft survives a reload, and is removed when its writer signs out', async () => {
  const a = await arrive();
  await write(a, '只给自己看');
  await a.page.reload();
  await bell(a.page).waitFor();
  expect(await drawer(a.page).count()).toBe(0);
  await open(a, '发消息');
  await expect.poll(() => a.drawer.getByRole('textbox', { name: '标题' }).inputValue()).toBe('只给自己看');
  expect(await drafts(a.page)).toHaveLength(1);
  await a.page.keyboard.press('Escape');
  await isGone(a.page);
  await a.page.getByRole('button', { name: /^用户菜单/ }).click();
  await a.page.getByRole('menuitem', { name: '退出登录' }).click();
  await a.answer(/^确定退出登录吗/, '退出登录');
  await a.page.waitForURL('**/login**');
  expect(await drafts(a.page)).toEqual([]);
});

describe('stored messages of another user', () => {
  it('counts as nothing', async () => {
    const a = await arrive();
    const id = await a.page.evaluate(
      () => JSON.parse(localStorage.getItem('trade-assistant:session') ?? '{}').state.user.userId,
    );
    await open(a, '发消息');
    await a.page.evaluate((userId) => {
      const put = (name: string, value: object) =>
        localStorage.setItem(`trade-assistant:messages:${name}`, JSON.stringify(value));
      put(`draft:${userId}`, { type: 1, to: 5 });
      put(userId, { foreign: true });
      put(`told:${userId}`, { foreign: true });
    }, String(id));
    const [answer] = await Promise.all([a.page.waitForResponse(/my\/missed/), a.page.reload()]);
    expect(answer.status()).toBe(200);
    await open(a, '发消息');
    await a.drawer.getByRole('textbox', { name: '标题' }).fill('可以写');
    expect(await a.page.getByRole('tab').count()).toBeGreaterThan(0);
  });
});

it('on a phone the switch of the sound keeps its shape, and pages their size', async () => {
  const system = systemActor(DEFAULT_TENANT);
  await visit.product.db.tx((tx) =>
    sendMessage(tx, system, { to: { roleKeys: ['admin'] }, type: 1, title: '一条', content: '一条的内容' }),
  );
  const a = await arrive(PHONE);
  await open(a, '查看全部');
  const sound = a.drawer.getByRole('switch', { name: '提示音' });
  const box = await sound.boundingBox();
  expect(box?.height).toBeLessThan(30);
  // The label beside it can be pressed too.
  const target = a.drawer.locator('.kit-sound');
  expect((await target.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await target.tap({ position: { x: 60, y: 4 } });
  expect(await sound.getAttribute('aria-checked')).toBe('false');
  await a.drawer.getByRole('row', { name: /一条/ }).waitFor();
  await a.drawer.getByText('10 条/页').waitFor();
});
