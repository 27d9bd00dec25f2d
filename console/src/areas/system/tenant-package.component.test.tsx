import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answer, envelope } from '../../testing/answers.ts';
import { show } from '../../testing/show.tsx';
import GrantPanel from './tenant-package/grant-panel.tsx';

const row = {
  ...{
    id: '4',
    packageName: '标准版',
    packageNameEn: 'Standard',
    menuCount: 1,
    tenantCount: 0,
    remark: '',
    version: 1,
  },
  ...{ createUserName: null, createTime: '2026-01-02 03:04:05', updateTime: '2026-01-02 03:04:05' },
};
const menu = (id: string, title: string) => ({
  ...{ id, parentId: '0', title, titleEn: title, key: id, value: id, category: 1 },
});
const box = (name: string) => page.getByRole('treeitem', { name }).getByRole('checkbox');

test('loads another user’s change below the ticked choices, and saves both', async () => {
  let now = { chosen: ['1', '2'], digest: 'one' };
  const asked = answer({
    'system/tenant-package/grant-tree': () => ({
      menus: [menu('1', '号码库存'), menu('2', '出库单'), menu('3', '商品'), menu('5', '代理')],
      ...now,
    }),
    'system/tenant-package/grant': ({ body }) =>
      (body as { digest: string }).digest === now.digest
        ? null
        : envelope(409, null, '打开后已被他人修改，本次没有保存', { bizCode: 'SET_CHANGED' }),
  });
  const onClose = vi.fn();
  await show(<GrantPanel row={row} onClose={onClose} />, { permissions: [] });
  await expect.element(box('号码库存')).toBeChecked();
  // This user adds one and removes one; another user adds a third at the same time.
  await userEvent.click(box('商品'));
  await userEvent.click(box('出库单'));
  now = { chosen: ['1', '2', '5'], digest: 'two' };
  await userEvent.click(page.getByRole('button', { name: /保\s?存/ }));
  await expect.element(page.getByText('打开后已被他人修改，本次没有保存')).toBeVisible();
  expect(onClose).not.toHaveBeenCalled();
  await userEvent.click(page.getByRole('button', { name: '载入最新内容' }));
  await expect.element(box('代理')).toBeChecked();
  await expect.element(page.getByText('打开后已被他人修改，本次没有保存')).not.toBeInTheDocument();
  const ticked = ['号码库存', '出库单', '商品', '代理'].map((name) => box(name).element().ariaChecked);
  expect(ticked).toEqual(['true', 'false', 'true', 'true']);
  await userEvent.click(page.getByRole('button', { name: /保\s?存/ }));
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  const sent = asked.filter(({ path, method }) => path.endsWith('/grant') && method === 'POST').map(({ body }) => body);
  expect(sent).toEqual([
    { packageId: '4', menuIds: ['1', '3'], digest: 'one' },
    { packageId: '4', menuIds: expect.arrayContaining(['1', '3', '5']), digest: 'two' },
  ]);
});
