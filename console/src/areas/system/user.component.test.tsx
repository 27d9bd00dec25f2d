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

async function users(
  more: { address?: string; permissions?: readonly string[]; answers?: Parameters<typeof answer>[0] } = {},
) {
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
    ...more.answers,
  });
  const { address = '/system/user/index', permissions = [] } = more;
  await show(<Users />, { address, permissions: [...PERMISSIONS, ...permissions] });
  return asked;
}

describe('the screen of users', () => {
  test('lists the users of a department', async () => {
    const asked = await users();
    await userEvent.click(page.getByRole('treeitem', { name: '船务' }).getByText('船务'));
    await expect
      .poll(() => asked.filter(({ path, query }) => path === 'system/user/list' && query.get('deptId') === '3').length)
      .toBe(1);
  });

  test('shows a one-time password on request, with a note that it is shown once', async () => {
    const asked = await users();
    await userEvent.dblClick(page.getByText('Ada Example').first());
    await userEvent.click(page.getByRole('dialog').getByRole('button', { name: '重置密码' }));
    expect(asked.some(({ path }) => path === 'system/user/reset-password')).toBe(false);
    await userEvent.click(page.getByRole('dialog').getByRole('button', { name: '重置密码' }).last());
    await expect.element(page.getByText('abcd-efgh-jkmn-pqrs')).toBeVisible();
    await expect.element(page.getByText(/密码只显示这一次/)).toBeVisible();
  });
});

const session = {
  ...{
    userId: '7',
    account: 'ada_example',
    realName: 'Ada Example',
    deptName: '船务',
    userType: 1,
    tenantId: '000000',
  },
  ...{ state: 1, method: 1, address: '192.0.2.7', expireTime: '2026-01-03 03:04:05', isOwn: 0 },
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  ...{ createTime: '2026-01-02 03:04:05', lastSeenTime: '2026-01-02 03:14:05' },
};

describe('the record of a user', () => {
  const record = '/system/user/index?record=7';
  const tab = (name: string) => page.getByRole('tab', { name, exact: true });

  test('hides a tab without the permission for its content', async () => {
    await users({ address: record });
    await expect.element(tab('详情')).toBeVisible();
    for (const name of ['登录会话', '角色权限', '操作记录', '变更记录'])
      await expect.element(tab(name)).not.toBeInTheDocument();
  });

  test('shows a user’s sessions, and ends one or all', async () => {
    let open = [
      { ...session, id: '31', worksAs: '仓管 · 仓储组' },
      { ...session, id: '32', worksAs: '' },
    ];
    const asked = await users({
      address: `${record}&tab=sessions`,
      permissions: ['system/online:view', 'system/online:end'],
      answers: {
        'system/online/list': () => listed(open),
        'system/online/end': ({ body }) => {
          open = open.filter(({ id }) => id !== (body as { ids: string }).ids);
          return { count: 1 };
        },
        'system/online/end-user': () => {
          open = [];
          return { count: 1 };
        },
      },
    });
    await expect.element(page.getByText('以「仓管 · 仓储组」工作')).toBeVisible();
    expect(asked.find(({ path }) => path === 'system/online/list')?.query.get('userId')).toBe('7');
    const end = page.getByRole('tabpanel').getByRole('button', { name: '下线', exact: true });
    await userEvent.click(end.first());
    // Ending a session needs a confirmation.
    expect(asked.some(({ path }) => path === 'system/online/end')).toBe(false);
    await userEvent.click(page.getByRole('dialog', { name: /让 Ada Example/ }).getByRole('button', { name: '下线' }));
    await expect.poll(() => end.elements().length).toBe(1);
    expect(asked.find(({ path }) => path === 'system/online/end')?.body).toEqual({ ids: '31' });
    // With one session left there is no “all” button.
    await expect.element(page.getByRole('button', { name: '全部下线' })).not.toBeInTheDocument();
  });

  test('without the right to end sessions only shows them', async () => {
    await users({
      address: `${record}&tab=sessions`,
      permissions: ['system/online:view'],
      answers: { 'system/online/list': () => listed([{ ...session, id: '31', worksAs: '' }]) },
    });
    await expect.element(page.getByText('192.0.2.7')).toBeVisible();
    await expect.element(page.getByRole('tabpanel').getByRole('button')).not.toBeInTheDocument();
  });

  test('shows the permissions of each role, and links to the role', async () => {
    const entry = { path: '系统管理', pathEn: 'System', titleEn: 'Posts' };
    await users({
      address: `${record}&tab=roles`,
      permissions: ['system/role:view'],
      answers: {
        'system/user/detail': () => ({ ...row, roleIds: ['5', '6'] }),
        'system/role/given': ({ query }) => ({
          ...{ roleName: query.get('roleId') === '5' ? '客服' : '超管', roleNameEn: 'Role', status: 1 },
          givesEverything: query.get('roleId') === '6' ? 1 : 0,
          pages: [
            {
              ...entry,
              id: '9',
              title: '岗位管理',
              buttons: [
                { id: '10', title: '查看', titleEn: 'View' },
                { id: '11', title: '删除', titleEn: 'Delete' },
              ],
            },
          ],
          ...{ dataScopes: [{ ...entry, id: '12', title: '本机构' }], apiScopes: [] },
        }),
      },
    });
    await expect.element(page.getByRole('cell', { name: '查看、删除' })).toBeVisible();
    await expect.element(page.getByRole('cell', { name: '本机构' })).toBeVisible();
    await expect.element(page.getByText('拥有全部权限，无需授权')).toBeVisible();
    await expect
      .element(page.getByRole('link', { name: '客服' }))
      .toHaveAttribute('href', '/system/role/index?record=5');
  });
});
