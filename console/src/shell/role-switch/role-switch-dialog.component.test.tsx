import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { readStored, writeStored } from '../../kit/storage.ts';
import { answer, envelope } from '../../testing/answers.ts';
import { barriers } from '../../testing/barriers.ts';
import { looks } from '../../testing/looks.ts';
import { show } from '../../testing/show.tsx';
import type { RoleSessions } from './role-session.ts';
import { RoleSwitchButton } from './role-switch-button.tsx';
import RoleSwitchDialog from './role-switch-dialog.tsx';
import { useRoleSwitch } from './use-role-switch.ts';

afterEach(() => useRoleSwitch.setState({ isOpen: false, isDue: false }));

const duties: RoleSessions = {
  ...{ isOn: 1, deptId: null, roleId: null },
  depts: [{ id: '3', name: '仓储组', nameEn: 'Stock' }],
  roles: [
    { id: '6', name: '仓管', nameEn: 'Stock keeper' },
    { id: '7', name: '客服', nameEn: 'Support' },
  ],
};
const dialog = page.getByRole('dialog');
const role = () => page.getByRole('combobox', { name: /^(角色|Role)/ });
const go = () => dialog.getByRole('button', { name: /^(确定|确 定|Continue)$/ });

async function open(more: Partial<RoleSessions> = {}, look: Parameters<typeof show>[1] = {}) {
  const [onSwitched, onClose] = [vi.fn(), vi.fn()];
  await show(
    <RoleSwitchDialog duties={{ ...duties, ...more }} isAtSignIn={false} onSwitched={onSwitched} onClose={onClose} />,
    { permissions: [], ...look },
  );
  await expect.element(role()).toBeVisible();
  return { onSwitched, onClose };
}

test.each(looks)('asks as which of several roles to work, and has the session work so: $theme', async (look) => {
  const asked = answer({ 'auth/session/switch': () => null });
  const { onSwitched } = await open({}, look);
  // A single department is no choice.
  await expect.element(page.getByRole('combobox', { name: /^(机构|Department)/ })).not.toBeInTheDocument();
  expect(await barriers()).toEqual([]);
  await userEvent.click(role());
  await userEvent.click(page.getByTitle(look.locale === 'zh' ? '客服' : 'Support'));
  await userEvent.click(go());
  await expect.poll(() => onSwitched.mock.calls.length).toBe(1);
  expect(asked.map(({ path, body }) => [path, body])).toEqual([['auth/session/switch', { roleId: '7' }]]);
  // The choice offered at the next sign-in.
  expect(readStored('duty:1')).toEqual({ deptId: '', roleId: '7' });
});

test('a refusal is shown in the dialog without a restart, and another try uses a new key', async () => {
  let isOwn = false;
  const asked = answer({
    'auth/session/switch': () => (isOwn ? null : envelope(400, null, '该角色已不属于您', { bizCode: 'DUTY_NOT_OWN' })),
  });
  const { onSwitched, onClose } = await open();
  await userEvent.click(role());
  await userEvent.click(page.getByTitle('仓管'));
  await userEvent.click(go());
  await expect.element(dialog.getByText('该角色已不属于您')).toBeVisible();
  expect([onSwitched.mock.calls.length, onClose.mock.calls.length]).toEqual([0, 0]);
  expect(readStored('duty:1')).toBeUndefined();
  isOwn = true;
  await userEvent.click(go());
  await expect.poll(() => onSwitched.mock.calls.length).toBe(1);
  const keys = asked.map(({ headers }) => headers.get('idempotency-key'));
  expect(new Set(keys).size).toBe(2);
});

test('is left without a change, by the button and by the keyboard', async () => {
  const asked = answer({ 'auth/session/switch': () => null });
  const { onClose } = await open();
  await userEvent.click(dialog.getByRole('button', { name: /取\s?消/ }));
  expect(onClose).toHaveBeenCalledTimes(1);
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => onClose.mock.calls.length).toBe(2);
  expect(asked).toEqual([]);
});

test('works by the keyboard alone', async () => {
  const asked = answer({ 'auth/session/switch': () => null });
  const { onSwitched } = await open();
  await expect.element(role()).toHaveFocus();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(page.getByTitle('客服')).toBeVisible();
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}');
  await expect.poll(() => dialog.element().textContent).toContain('客服');
  await userEvent.keyboard('{Tab}');
  await userEvent.keyboard('{Tab}');
  await expect.element(go()).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => onSwitched.mock.calls.length).toBe(1);
  expect(asked[0]?.body).toEqual({ roleId: '7' });
});

const info = (parameters: object, isNarrowed = 0) => ({ userId: '1', isNarrowed, parameters });

test('opens after a sign-in, with the previous choice', async () => {
  answer({
    'auth/oauth/user-info': () => info({ 'account.switchMode': 1 }),
    'auth/session/duties': () => duties,
  });
  await show(<RoleSwitchButton />, { permissions: [] });
  writeStored('duty:1', { deptId: '', roleId: '7' });
  await expect.element(page.getByRole('button', { name: '切换机构与角色' })).toBeVisible();
  useRoleSwitch.setState({ isDue: true });
  await expect.element(dialog.getByTitle('客服')).toBeVisible();
  expect(useRoleSwitch.getState().isDue).toBe(false);
});

test('is offered neither with one role alone nor where the tenant has not switched it on, but leads back from a narrowed session', async () => {
  const server = (isOn: 0 | 1, more: Partial<RoleSessions>, isNarrowed = 0) =>
    answer({
      'auth/oauth/user-info': () => info({ 'account.switchMode': isOn }, isNarrowed),
      'auth/session/duties': () => ({ ...duties, isOn, ...more }),
    });
  const button = page.getByRole('button', { name: /切换机构与角色/ });
  const alone = server(1, { roles: duties.roles.slice(0, 1) });
  await show(<RoleSwitchButton />, { permissions: [] });
  await expect.poll(() => alone.some(({ path }) => path === 'auth/session/duties')).toBe(true);
  await expect.element(button).not.toBeInTheDocument();
  const off = server(0, {});
  await show(<RoleSwitchButton />, { permissions: [] });
  await expect.poll(() => off.length).toBeGreaterThan(0);
  await expect.element(button).not.toBeInTheDocument();
  server(0, { roleId: '7' }, 1);
  await show(<RoleSwitchButton />, { permissions: [] });
  await userEvent.click(button);
  await userEvent.click(role());
  await expect.element(page.getByTitle('全部角色').last()).toBeVisible();
  await expect.element(page.getByTitle('客服')).not.toBeInTheDocument();
});
