import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { barriers } from '../../testing/barriers.ts';
import { looks } from '../../testing/looks.ts';
import { parkMouse } from '../../testing/mouse.ts';
import { show } from '../../testing/show.tsx';
import Samples from './samples.tsx';

test.each([
  ['default', 'zh'],
  ['default', 'en'],
  ['dark', 'zh'],
  ['dark', 'en'],
] as const)('nothing keeps people out of the parts screens are made of: %s, %s', async (theme, locale) => {
  const t = (zh: string, en: string) => (locale === 'zh' ? zh : en);
  const press = (zh: string, en: string) =>
    userEvent.click(page.getByRole('button', { name: t(zh, en), exact: true }).first());
  await parkMouse();
  await show(<Samples />, { theme, locale });
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent(t('组件示例', 'Component samples'));
  // Parts that load later: the chart and the number formats.
  await expect.poll(() => document.querySelector('canvas')).not.toBeNull();
  await expect.element(page.getByRole('button', { name: '+44 20 7946 0958' })).toBeVisible();
  expect(await barriers()).toEqual([]);

  for (const [zh, en] of [
    ['成功', 'Success'],
    ['提醒', 'Warning'],
    ['失败', 'Failure'],
  ] as const)
    await press(zh, en);
  await expect.poll(() => document.querySelectorAll('.ant-message-notice').length).toBe(3);
  expect(await barriers(), 'messages').toEqual([]);

  await press('询问', 'Question');
  await expect.element(page.getByRole('dialog', { name: t('确定继续吗？', 'Continue?') })).toBeVisible();
  expect(await barriers(), 'question').toEqual([]);
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();

  await press('侧边面板', 'Side panel');
  await expect.element(page.getByRole('dialog', { name: t('侧边面板', 'Side panel') })).toBeVisible();
  expect(await barriers(), 'panel').toEqual([]);
});

test.each(looks)('a button that is pointed at can still be read: $theme, $locale', async (look) => {
  await show(<Samples />, look);
  const buttons = page.getByRole('region').first().getByRole('button');
  for (const at of buttons.elements().keys()) {
    await userEvent.hover(buttons.nth(at), { force: true });
    expect(await barriers('.ant-btn')).toEqual([]);
  }
});
