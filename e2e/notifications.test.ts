import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { sendMessage } from '../server/src/engines/office/messages/index.ts';
import { DEFAULT_TENANT } from '../server/src/engines/people/identity/index.ts';
import { systemActor } from '../server/src/kernel/auth/actor.ts';
import { type Credentials, openStaff } from './support/accounts.ts';
import { setUpJourney } from './support/journey.ts';
import type { Person } from './support/person.ts';

const visit = setUpJourney();
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true } as const;
const LOCK_PASSWORD = 'tea break';
const system = systemActor(DEFAULT_TENANT);
let count = 0;

/** A finance user without messages. */
function newcomer(): Promise<Credentials> {
  count += 1;
  return openStaff(visit.product.db, 'finance', `财务员${count}`, `finance_${count}`);
}

/** Signs in and waits until the browser knows the number of the latest message. */
async function arrive(look = {}): Promise<Person> {
  const person = await visit.person(look);
  const finance = await newcomer();
  await person.signIn(finance);
  await person.page.waitForFunction(() =>
    Object.keys(localStorage).some((key) => /^trade-assistant:messages:\d+$/.test(key)),
  );
  return person;
}
const told = (page: Page) => page.locator('.ant-notification-notice');
const bell = (page: Page) => page.getByRole('button', { name: /^消息(，\d+ 条未读)?$/ });
const close = (page: Page, text: string) =>
  told(page).filter({ hasText: text }).locator('.ant-notification-notice-close').click();

/** Creates a reminder of a recharge with a new amount; returns the amount. */
async function remind(): Promise<string> {
  count += 1;
  const amount = `${count}.50 USDT`;
  await visit.product.db.tx((tx) =>
    sendMessage(tx, system, {
      to: { roleKeys: ['finance'] },
      key: 'RECHARGE_SUBMITTED',
      params: { user: '云杉贸易', amount },
      route: '/agent/recharge/index',
    }),
  );
  return amount;
}
const say = (title: string) =>
  visit.product.db.tx((tx) =>
    sendMessage(tx, system, { to: { roleKeys: ['finance'] }, type: 1, title, content: `${title}的内容` }),
  );

describe('a recharge reminder', () => {
  it('stays beside the line that counts the others', async () => {
    const b = await arrive();
    const amount = await remind();
    await told(b.page).filter({ hasText: amount }).waitFor();
    for (const title of ['甲', '乙', '丙', '丁']) await say(title);
    await told(b.page)
      .filter({ hasText: /您有 \d+ 条未读消息/ })
      .waitFor();
    const second = await remind();
    await told(b.page).filter({ hasText: second }).waitFor();
    for (const kept of [amount, second, '您有 6 条未读消息'])
      expect(await told(b.page).filter({ hasText: kept }).count(), kept).toBe(1);
    expect(await told(b.page).count()).toBe(3);
  });

  it('is shown again after a reload and a lock, until it is closed', async () => {
    const b = await arrive();
    b.expectProblems(/status of (400|423)/);
    const [first, second] = [await remind(), await remind()];
    for (const amount of [first, second]) await told(b.page).filter({ hasText: amount }).waitFor();
    await b.page.reload();
    for (const amount of [first, second]) await told(b.page).filter({ hasText: amount }).waitFor();
    await close(b.page, first);
    await told(b.page).filter({ hasText: first }).waitFor({ state: 'detached' });

    await b.press('锁屏');
    const dialog = b.page.getByRole('dialog', { name: '设置锁屏密码' });
    await dialog.getByLabel('锁屏密码', { exact: true }).fill(LOCK_PASSWORD);
    await dialog.getByLabel('确认锁屏密码').fill(LOCK_PASSWORD);
    await b.press('设置并锁屏', dialog);
    await b.page.waitForURL('**/lock');
    expect(await told(b.page).count()).toBe(0);
    await b.page.getByLabel('密码', { exact: true }).fill(LOCK_PASSWORD);
    await b.press('解锁');
    await told(b.page).filter({ hasText: second }).waitFor();
    expect(await told(b.page).count()).toBe(1);

    // A message that was read needs no notification.
    await bell(b.page).click();
    await b.settled();
    await b.page.getByRole('button', { name: new RegExp(second) }).click();
    await told(b.page).filter({ hasText: second }).waitFor({ state: 'detached' });
    await Promise.all([b.page.waitForResponse(/my\/missed/), b.page.reload()]);
    await bell(b.page).waitFor();
    expect(await told(b.page).count()).toBe(0);
  });
});

describe('a notification', () => {
  it('closes when its message is read elsewhere, and a combined one shows the number of unread messages', async () => {
    const b = await arrive();
    for (const title of ['一号', '二号']) {
      await say(title);
      await told(b.page).filter({ hasText: title }).waitFor();
    }
    await bell(b.page).click();
    await b.settled();
    await b.page.getByRole('button', { name: /一号的内容/ }).click();
    await told(b.page).filter({ hasText: '一号' }).waitFor({ state: 'detached' });
    expect(await told(b.page).filter({ hasText: '二号' }).count()).toBe(1);
    await b.page.keyboard.press('Escape');

    for (const title of ['三号', '四号', '五号']) await say(title);
    const line = told(b.page).filter({ hasText: /您有 \d+ 条未读消息/ });
    await line.filter({ hasText: '4 条' }).waitFor();
    await bell(b.page).click();
    await b.settled();
    await b.page.getByRole('button', { name: /五号的内容/ }).click();
    await line.filter({ hasText: '3 条' }).waitFor();
    await b.page.keyboard.press('Escape');
    await bell(b.page).click();
    await b.settled();
    await b.press('全部已读');
    await line.waitFor({ state: 'detached' });
  });

  it.each([
    ['a desk', { viewport: { width: 1280, height: 800 } }],
    ['a phone', PHONE],
  ])('leaves the bars of %s in reach', async (_where, look) => {
    const b = await arrive(look);
    const amount = await remind();
    await told(b.page).filter({ hasText: amount }).waitFor();
    // A phone has no tabs below its top bar.
    const bars = await (look === PHONE
      ? b.page.getByRole('banner')
      : b.page.getByRole('tablist').first().locator('..')
    ).boundingBox();
    const box = await told(b.page).first().boundingBox();
    expect(box?.y).toBeGreaterThanOrEqual((bars?.y ?? 0) + (bars?.height ?? 0));
    // The notification does not cover the bell.
    await bell(b.page).click();
    await b.settled();
    await b.page.getByRole('button', { name: '查看全部', exact: true }).waitFor();
  });
});

/** Counts the tones a page plays in running audio contexts. */
const listen = () => {
  const heard: { state: string; at: number }[] = [];
  Object.assign(window, { heard });
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (when?: number) {
    heard.push({ state: this.context.state, at: when ?? 0 });
    start.call(this, when);
  };
};

/** Evaluates in a page without a user gesture, unlike `evaluate` and everything that waits. */
async function ask(page: Page, expression: string): Promise<unknown> {
  const session = await page.context().newCDPSession(page);
  const { result } = await session.send('Runtime.evaluate', { expression, userGesture: false });
  await session.detach();
  return result.value;
}
/** How many tones a page has sounded. */
const heard = (page: Page) => ask(page, 'heard.length');
const isTold = (page: Page, text: string) =>
  expect.poll(() => ask(page, 'document.querySelector(".ant-notification")?.textContent')).toContain(text);
/** One sound has two tones. */
const RING = 2;

describe('the sound', () => {
  it('is not saved up for the first touch, and is left to the window that was touched', async () => {
    const b = await visit.person();
    await b.page.context().addInitScript(listen);
    const somebody = await newcomer();
    await Promise.all([b.page.waitForResponse(/my\/missed/), b.signIn(somebody)]);
    // Of the same browser, never touched.
    const other = await b.page.context().newPage();
    await Promise.all([other.waitForResponse(/my\/missed/), other.goto('/wel/index')]);
    for (const turn of [1, 2, 3]) {
      const amount = await remind();
      for (const page of [other, b.page]) await isTold(page, amount);
      await expect.poll(() => heard(b.page)).toBe(turn * RING);
    }
    expect(await heard(other)).toBe(0);

    // Without the window that may play it, no sound is played now or later.
    await b.page.close();
    for (const amount of [await remind(), await remind()]) await isTold(other, amount);
    expect(await heard(other)).toBe(0);
    await other.getByRole('heading', { level: 1 }).first().click();
    const last = await remind();
    await isTold(other, last);
    await expect.poll(() => heard(other)).toBe(RING);
  });
});
