import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answer, envelope } from '../../../testing/answers.ts';
import { show } from '../../../testing/show.tsx';
import RolesPanel from './roles-panel.tsx';

test('saves roles over the ones the form started with, and not over another user’s later change', async () => {
  let held = { roleIds: ['5'], digest: 'one' };
  const role = (value: string, label: string) => ({ value, label, labelEn: label, disabled: false });
  const asked = answer({
    'system/user/role-choices': () => [role('5', '客服'), role('6', '仓管'), role('7', '财务')],
    'system/user/granted': () => held,
    'system/user/grant': ({ body }) =>
      (body as { digest: string }).digest === held.digest
        ? null
        : envelope(409, null, '打开后已被他人修改，本次没有保存', { bizCode: 'SET_CHANGED' }),
  });
  const onClose = vi.fn();
  await show(<RolesPanel users={[{ id: '7', realName: 'Ada Example' }]} onClose={onClose} />, { permissions: [] });
  await expect.element(page.getByText('客服')).toBeVisible();
  held = { roleIds: ['5', '7'], digest: 'two' };
  await userEvent.click(page.getByRole('combobox', { name: '角色' }));
  await userEvent.click(page.getByTitle('仓管'));
  await userEvent.click(page.getByRole('button', { name: /保\s?存/ }));
  await expect.element(page.getByText('打开后已被他人修改，本次没有保存')).toBeVisible();
  expect(onClose).not.toHaveBeenCalled();
  await userEvent.click(page.getByRole('button', { name: '载入最新内容' }));
  await expect.element(page.getByText('打开后已被他人修改，本次没有保存')).not.toBeInTheDocument();
  await userEvent.click(page.getByRole('button', { name: /保\s?存/ }));
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  expect(asked.filter(({ path }) => path.endsWith('/grant')).map(({ body }) => body)).toEqual([
    { userIds: '7', roleIds: '5,6', digest: 'one' },
    { userIds: '7', roleIds: '5,7,6', digest: 'two' },
  ]);
});
