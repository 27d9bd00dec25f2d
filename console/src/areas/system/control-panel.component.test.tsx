import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answer, envelope } from '../../testing/answers.ts';
import { barriers } from '../../testing/barriers.ts';
import { show } from '../../testing/show.tsx';
import ControlPanel from './control-panel.tsx';

const item = (paramKey: string, paramValue: string, defaultValue: string | null, more: object = {}) => ({
  paramKey,
  paramName: paramKey,
  paramValue,
  defaultValue,
  controlPanel: 1,
  remark: '',
  asked: null,
  ...more,
});
const items = [
  item('account.failCount', '8', '5'),
  item('account.registerUser', '1', '1'),
  item('finance.lowBalance', '10', '10'),
  item('support.mail', 'a@example.com', null, { paramName: 'Support' }),
];
const CHANGE = 'system/param/update-control-panel';
const PERMISSIONS = ['system/param:control'];

test('groups its settings, sends changed ones and resets one to its default', async () => {
  const asked = answer({ 'system/param/control-panel': () => items, [CHANGE]: () => ({ asked: [] }) });
  await show(<ControlPanel />, { locale: 'en', permissions: PERMISSIONS });
  await expect.element(page.getByRole('group', { name: 'Money' })).toBeVisible();
  const save = page.getByRole('button', { name: 'Save' });
  await expect.element(save).toBeDisabled();
  await userEvent.click(page.getByRole('button', { name: 'Reset: Failed sign-ins before a lockout' }));
  await userEvent.click(page.getByRole('switch', { name: 'Self-registration' }));
  await userEvent.fill(page.getByLabelText('Support'), 'b@example.com');
  await expect.element(page.getByText('3 unsaved changes')).toBeVisible();
  expect(await barriers()).toEqual([]);
  await userEvent.click(save);
  await expect
    .poll(() => asked.find(({ path }) => path === CHANGE)?.body)
    .toEqual({
      values: [
        { paramKey: 'account.failCount', paramValue: null },
        { paramKey: 'account.registerUser', paramValue: '0' },
        { paramKey: 'support.mail', paramValue: 'b@example.com' },
      ],
    });
});

test('a value out of range is reported at its field, before it is sent and when the server refuses it', async () => {
  const asked = answer({
    'system/param/control-panel': () => items,
    [CHANGE]: () =>
      envelope(400, { fields: [{ field: 'finance.lowBalance', message: '过大' }] }, '请求参数有误', {
        bizCode: 'BAD_REQUEST',
      }),
  });
  await show(<ControlPanel />, { theme: 'dark', permissions: PERMISSIONS });
  const count = page.getByLabelText('账号错误锁定次数');
  await userEvent.fill(count, '900');
  await userEvent.click(page.getByRole('button', { name: '保存' }));
  await expect.element(page.getByText('不能大于 50')).toBeVisible();
  expect(asked.some(({ path }) => path === CHANGE)).toBe(false);
  await userEvent.fill(count, '8');
  await userEvent.fill(page.getByLabelText('余额偏低提醒'), '12');
  await userEvent.click(page.getByRole('button', { name: '保存' }));
  await expect.poll(() => asked.filter(({ path }) => path === CHANGE).length).toBe(1);
  await expect.element(page.getByText('过大', { exact: true })).toBeVisible();
  expect(await barriers()).toEqual([]);
});

test('a weaker value of a guarded parameter is asked of a second person, with a reason', async () => {
  const waiting = { paramValue: '48', approvalId: '7', approvalNo: 'RV7', createUserName: 'Li' };
  const asked = answer({
    'system/param/control-panel': () => [
      item('withdraw.checkAbove', '1000', '1000'),
      item('payee.coolHours', '72', '24', { asked: { ...waiting, paramValue: '48' } }),
    ],
    [CHANGE]: () => ({ asked: [{ paramKey: 'withdraw.checkAbove', approvalId: '9', approvalNo: 'RV9' }] }),
  });
  await show(<ControlPanel />, { locale: 'en', permissions: PERMISSIONS });
  await expect.element(page.getByText('Li requested 48 hours; awaiting approval')).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: 'View request' }))
    .toHaveAttribute('href', '/desk/approval/index?record=7');
  const reason = page.getByLabelText('Reason for approval');
  // A stricter value needs no second person.
  await userEvent.fill(page.getByLabelText('Second approval above'), '500');
  await expect.element(reason).not.toBeInTheDocument();
  await userEvent.fill(page.getByLabelText('Second approval above'), '5000');
  await expect.element(reason).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Save' }));
  await expect.element(page.getByText('Please enter a reason')).toBeVisible();
  expect(asked.some(({ path }) => path === CHANGE)).toBe(false);
  await userEvent.fill(reason, 'Busy season');
  expect(await barriers()).toEqual([]);
  await userEvent.click(page.getByRole('button', { name: 'Save' }));
  await expect
    .poll(() => asked.find(({ path }) => path === CHANGE)?.body)
    .toEqual({ values: [{ paramKey: 'withdraw.checkAbove', paramValue: '5000' }], reason: 'Busy season' });
  // A pending value is not in force.
  await expect.element(page.getByLabelText('Second approval above')).toHaveValue('1000');
});
