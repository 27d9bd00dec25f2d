import { expect, it } from 'vitest';
import { type Credentials, openStaff } from './support/accounts.ts';
import { setUpJourney } from './support/journey.ts';
import type { Person } from './support/person.ts';

const visit = setUpJourney();
const LOCK_PASSWORD = 'tea break';
/** The browser reports every refused call: of a locked screen, of a wrong password. */
const REFUSED = /status of (400|423)/;

async function lockFor(person: Person, who: Credentials): Promise<void> {
  await person.signIn(who);
  await person.press('锁屏');
  const dialog = person.page.getByRole('dialog', { name: '设置锁屏密码' });
  await dialog.getByLabel('锁屏密码', { exact: true }).fill(LOCK_PASSWORD);
  await dialog.getByLabel('确认锁屏密码').fill(LOCK_PASSWORD);
  await person.press('设置并锁屏', dialog);
  await person.page.waitForURL('**/lock');
}

const unlock = async (person: Person, password: string): Promise<void> => {
  await person.page.getByLabel('密码', { exact: true }).fill(password);
  await person.press('解锁');
};

it('a lock password is required first, and refused when it is empty or typed differently twice', async () => {
  // With motion, because an element that fades out is still there when the screen is locked.
  const person = await visit.person({ reducedMotion: 'no-preference' });
  person.expectProblems(REFUSED);
  await person.signIn(await openStaff(visit.product.db, 'finance', '财务员'));
  await person.press('锁屏');
  const dialog = person.page.getByRole('dialog', { name: '设置锁屏密码' });
  await person.press('设置并锁屏', dialog);
  await person.sees('锁屏密码不能为空', dialog);
  await dialog.getByLabel('锁屏密码', { exact: true }).fill(LOCK_PASSWORD);
  await dialog.getByLabel('确认锁屏密码').fill('something else');
  await person.press('设置并锁屏', dialog);
  await person.sees('两次输入的密码不一致', dialog);
  expect(person.page.url()).not.toContain('/lock');
  await dialog.getByLabel('确认锁屏密码').fill(LOCK_PASSWORD);
  await person.press('设置并锁屏', dialog);
  await person.page.waitForURL('**/lock');
  await unlock(person, LOCK_PASSWORD);
  await person.page.getByRole('button', { name: '锁屏' }).waitFor();
  await person.settled();
  expect(await dialog.count()).toBe(0);
  // The second time it is one key.
  await person.page.keyboard.press('Alt+KeyL');
  await person.page.waitForURL('**/lock');
});

it('a locked screen shows nothing else, however the browser is used, and keeps its tabs', async () => {
  const person = await visit.person();
  person.expectProblems(REFUSED);
  const keeper = await openStaff(visit.product.db, 'warehouse', '仓管员');
  await person.signIn(keeper);
  await person.open('库存', '国家');
  await person.page.getByRole('button', { name: /^用户菜单/ }).waitFor();
  const second = await person.page.context().newPage();
  await second.goto('/desk/task/index');
  await second.getByRole('heading', { level: 1, name: '任务中心' }).waitFor();
  const third = await person.page.context().newPage();
  await third.goto('/404');
  await third.getByRole('heading', { level: 1, name: '页面不存在' }).waitFor();

  await person.press('锁屏');
  const dialog = person.page.getByRole('dialog', { name: '设置锁屏密码' });
  await dialog.getByLabel('锁屏密码', { exact: true }).fill(LOCK_PASSWORD);
  await dialog.getByLabel('确认锁屏密码').fill(LOCK_PASSWORD);
  await person.press('设置并锁屏', dialog);
  await person.page.getByRole('heading', { level: 1, name: '仓管员' }).waitFor();
  await second.waitForURL('**/lock');
  await third.waitForURL('**/lock');
  expect(await person.page.getByRole('tab').count()).toBe(0);

  await person.goTo('/whatsapp/warehouse/index');
  await person.page.waitForURL('**/lock');
  expect((await person.ask('user/country/list')).status).toBe(423);
  // After clearing the browser's storage the server still knows the lock.
  await person.page.evaluate(() => {
    const kept = JSON.parse(localStorage.getItem('trade-assistant:session') ?? '{}');
    localStorage.setItem(
      'trade-assistant:session',
      JSON.stringify({ ...kept, state: { ...kept.state, isLocked: false } }),
    );
  });
  await person.goTo('/user/country/index');
  await person.page.waitForURL('**/lock');

  await unlock(person, 'a guess');
  await person.sees('密码错误，请输入锁屏密码或登录密码');
  expect(await person.page.getByLabel('密码', { exact: true }).inputValue()).toBe('');
  await unlock(person, LOCK_PASSWORD);
  await person.page.waitForURL('**/user/country/index');
  await person.rows().first().waitFor();
  expect(await person.page.getByRole('tab').allTextContents()).toEqual(['首页', '国家']);
  await second.getByRole('heading', { level: 1, name: '任务中心' }).waitFor();
});

it('the sign-in password opens a locked screen too, and signing out from it asks first', async () => {
  const person = await visit.person();
  person.expectProblems(REFUSED);
  const supporter = await openStaff(visit.product.db, 'support', '客服');
  await lockFor(person, supporter);
  await unlock(person, supporter.password);
  await person.page.waitForURL('**/wel/index');
  await person.press('锁屏');
  await person.page.waitForURL('**/lock');
  await person.press('退出登录');
  const question = person.page.getByRole('alertdialog');
  await person.press('取消', question);
  expect(person.page.url()).toContain('/lock');
  await person.press('退出登录');
  await person.press('退出登录', question);
  await person.page.waitForURL('**/login');
  await person.signIn(supporter);
  await person.page.waitForURL('**/wel/index');
});
