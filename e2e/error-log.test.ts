import { expect, it } from 'vitest';
import { openStaff } from './support/accounts.ts';
import { setUpJourney } from './support/journey.ts';
import type { Person } from './support/person.ts';
import { ADMINISTRATOR } from './support/product.ts';

const visit = setUpJourney();

/** Breaks something in the page, in its own time, as a mistake in the program would. */
const breakSomething = (person: Person, message: string): Promise<void> =>
  person.page.evaluate((words) => {
    setTimeout(() => {
      throw new TypeError(words);
    });
  }, message);

it('keeps uncaught errors, shows them to the administrator, and sends them to the server', async () => {
  const person = await visit.person();
  person.expectProblems(/broken on purpose/);
  await person.signIn(ADMINISTRATOR);
  await person.page.getByRole('button', { name: '错误日志（0）' }).waitFor();
  await breakSomething(person, 'broken on purpose 1');
  await person.page.evaluate(() => void Promise.reject(new RangeError('broken on purpose 2')));
  await person.page.getByRole('button', { name: '错误日志（2）' }).waitFor();
  await expect
    .poll(() => person.page.evaluate(() => localStorage.getItem('trade-assistant:errors') ?? ''))
    .toContain('broken on purpose 2');
  await person.page.reload();
  await person.press('错误日志（2）');

  const log = person.page.getByRole('dialog', { name: '错误日志' });
  await person.sees('TypeError: broken on purpose 1', log);
  await log
    .getByRole('cell', { name: /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/ })
    .first()
    .waitFor();
  await log.getByText('TypeError: broken on purpose 1', { exact: true }).click();
  await log.locator('pre').filter({ hasText: 'TypeError: broken on purpose 1' }).waitFor();
  await person.press('上传服务器', log);
  await person.press('确定');
  await person.sees('发送成功');
  await person.page.getByRole('button', { name: '错误日志（0）' }).waitFor();
  await expect
    .poll(async () => {
      const { data } = await person.ask('log/error/list', { serviceId: 'console' });
      return (data.records as { message: string }[]).map(({ message }) => message).sort();
    })
    .toEqual(['RangeError: broken on purpose 2', 'TypeError: broken on purpose 1']);

  await person.open('设置', '错误日志');
  await person.row('broken on purpose 1').dblclick();
  await person.sees('堆栈', person.drawer);
  await person.drawer.locator('pre').filter({ hasText: 'TypeError: broken on purpose 1' }).waitFor();
});

it('clears it after asking', async () => {
  const person = await visit.person();
  person.expectProblems(/broken on purpose/);
  await person.signIn(ADMINISTRATOR);
  await breakSomething(person, 'broken on purpose 3');
  await person.press('错误日志（1）');
  const log = person.page.getByRole('dialog', { name: '错误日志' });
  await person.press('清空本地日志', log);
  await person.press('确定');
  await person.sees('清空成功');
  await person.page.getByRole('button', { name: '错误日志（0）' }).waitFor();
});

it('is hidden from other users, whatever the name of their role', async () => {
  const person = await visit.person();
  await person.signIn(await openStaff(visit.product.db, 'admin', '运营管理员'));
  await person.page.getByRole('button', { name: '锁屏' }).waitFor();
  await person.settled();
  expect(await person.page.getByRole('button', { name: /^错误日志/ }).count()).toBe(0);
});
