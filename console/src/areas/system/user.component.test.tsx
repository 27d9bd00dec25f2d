import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answer } from '../../testing/answers.ts';
import { show } from '../../testing/show.tsx';
import Users from './user.tsx';

const PERMISSIONS = [
  ...['view', 'add', 'edit', 'status', 'grant', 'reset-password'].map((action) => `system/user:${action}`),
  'system/dept:view',
];
const row = {
  ...{ id: '7', account: 'ada_example', realName: 'Ada Example', name: 'Ada', platform: 1, userExt: '', userType: 1 },
  ...{
    phone: '',
    email: '',
    serviceAddress: '',
    sex: null,
    birthday: null,
    code: '',
    leaderId: null,
    leaderName: null,
  },
  ...{ roleIds: [], roleName: '', deptIds: ['3'], deptName: '船务', postIds: [], postName: '', providers: '' },
  ...{ hasSecondFactor: 0, status: 1, restUntil: null, statusReason: '', lockedUntil: null, refusedAt: null },
  ...{ lastLoginTime: null, lastLoginIp: '', remark: '', version: 1, createUserName: null },
  ...{ createTime: '2026-01-02 03:04:05', updateTime: '2026-01-02 03:04:05' },
};
const listed = (records: readonly object[]) => ({ records, total: records.length, size: 30, current: 1, pages: 1 });

async function users() {
  const asked = answer({
    'system/user/list': () => listed([row]),
    'system/user/page': () => listed([]),
    'system/user/counts': () => ({ states: [{ value: 1, count: 1 }] }),
    'system/user/detail': () => row,
    'system/user/submit': () => ({ id: '7' }),
    'system/user/role-choices': () => [{ value: '5', label: '客服', labelEn: 'Support', disabled: false }],
    'system/user/leader-choices': () => [],
    'system/user/reset-password': () => [
      { id: '7', account: 'ada_example', realName: 'Ada Example', password: 'abcd-efgh-jkmn-pqrs' },
    ],
    'system/dept/select': () => [{ value: '3', label: '船务', labelEn: 'Shipping', disabled: false }],
    'system/post/select': () => [],
    'system/dept/tree': () => [{ id: '3', parentId: '0', title: '船务', titleEn: 'Shipping', key: '3', value: '3' }],
  });
  await show(<Users />, { address: '/system/user/index', permissions: PERMISSIONS });
  return asked;
}

describe('the screen of users', () => {
  test('lists those of a department', async () => {
    const asked = await users();
    await userEvent.click(page.getByRole('treeitem', { name: '船务' }).getByText('船务'));
    await expect
      .poll(() => asked.filter(({ path, query }) => path === 'system/user/list' && query.get('deptId') === '3').length)
      .toBe(1);
  });

  test('tells a one-time password once it is asked for, and says that it is told once', async () => {
    const asked = await users();
    await userEvent.dblClick(page.getByText('Ada Example').first());
    await userEvent.click(page.getByRole('dialog').getByRole('button', { name: '重置密码' }));
    expect(asked.some(({ path }) => path === 'system/user/reset-password')).toBe(false);
    await userEvent.click(page.getByRole('dialog').getByRole('button', { name: '重置密码' }).last());
    await expect.element(page.getByText('abcd-efgh-jkmn-pqrs')).toBeVisible();
    await expect.element(page.getByText(/密码只显示这一次/)).toBeVisible();
  });
});
