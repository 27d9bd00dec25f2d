import { agentUser } from '@trade-assistant/contract/areas/agent/user.ts';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import AdjustBalance from '../../features/payments/adjust-balance.tsx';
import { PausedNotice } from '../../features/upline/paused-notice.tsx';
import { answer } from '../../testing/answers.ts';
import { barriers } from '../../testing/barriers.ts';
import { show } from '../../testing/show.tsx';
import DisablePanel from './user/disable-panel.tsx';
import AgentUsers from './user.tsx';

const users = [{ id: '7', realName: 'Ada', account: 'ada' }] as never;

async function open(userType: number, people: number, look: object = {}) {
  const sent: unknown[] = [];
  answer({
    'auth/oauth/user-info': () => ({ userType }),
    'agent/user/people-below': () => ({ people }),
    'agent/user/disable': ({ body }) => {
      sent.push(body);
      return null;
    },
  });
  await show(<DisablePanel users={users} onClose={() => undefined} />, { permissions: [], ...look });
  return sent;
}

test('disabling an agent affects only it by default, and shows the number of accounts below', async () => {
  const sent = await open(1, 12);
  await expect.element(page.getByRole('radio', { name: /仅停用本人/ })).toBeChecked();
  await expect.element(page.getByRole('radio', { name: /连同全部下级（12 人）/ })).not.toBeChecked();
  await userEvent.fill(page.getByLabelText(/停用原因/), '核查');
  await userEvent.click(page.getByRole('button', { name: '停用', exact: true }));
  await expect.poll(() => sent).toEqual([{ ids: '7', reason: '核查', withBelow: 0 }]);
});

test('staff may disable all accounts below; agents are not offered that', async () => {
  const sent = await open(1, 3, { locale: 'en', theme: 'dark' });
  await userEvent.click(page.getByRole('radio', { name: /With all sub-accounts \(3 people\)/ }));
  expect(await barriers()).toEqual([]);
  await userEvent.fill(page.getByLabelText(/Reason/), 'Fraud');
  await userEvent.click(page.getByRole('button', { name: 'Disable', exact: true }));
  await expect.poll(() => sent).toEqual([{ ids: '7', reason: 'Fraud', withBelow: 1 }]);
});

test('agents disable accounts alone', async () => {
  await open(2, 3);
  await expect.element(page.getByText(/下级（3 人）/)).toBeInTheDocument();
  expect(page.getByRole('radio').elements()).toHaveLength(1);
});

describe('the record of an agent', () => {
  const wallet = {
    userType: 1,
    status: 1,
    balance: '0',
    frozenBalance: '0',
    spendLimitDay: null,
    spendLimitMonth: null,
  };
  const accounts = [
    { ...wallet, id: '7', account: 'ada', realName: 'Ada', parentId: '0', hasChildren: 1 },
    { ...wallet, id: '8', account: 'bo', realName: 'Bo', parentId: '7', hasChildren: 0 },
  ];
  const open = async (id: string) => {
    answer({
      'agent/user/lazy-page': ({ query }) => {
        const [one, parent] = [query.get('id_in'), query.get('parentId') ?? '0'];
        const records = accounts.filter(({ id: own, parentId }) => (one ? own === one : parentId === parent));
        return { records, total: records.length, size: 10, current: 1, pages: 1 };
      },
      'agent/user/detail': ({ query }) => accounts.find((one) => one.id === query.get('id')),
    });
    const address = `/agent/user/index?record=${id}&tab=below`;
    await show(<AgentUsers />, { address, locale: 'en', permissions: ['agent/user:view'] });
  };
  const subAccounts = page.getByRole('tab', { name: 'Sub-accounts' });

  test('lists its sub-accounts, each with a link to its own record', async () => {
    await open('7');
    await expect.element(subAccounts).toHaveAttribute('aria-selected', 'true');
    await expect
      .element(page.getByRole('dialog').getByRole('link', { name: 'View' }))
      .toHaveAttribute('href', '/agent/user/index?parentId=7&record=8');
  });

  test('has no such tab without sub-accounts', async () => {
    await open('8');
    await expect.element(page.getByRole('dialog').getByRole('heading', { name: 'bo' })).toBeVisible();
    await expect.element(subAccounts).not.toBeInTheDocument();
  });
});

describe('adjusting a balance', () => {
  const ada = [{ id: '7', realName: 'Ada', account: 'ada', balance: '10' }] as never;
  const adjusted = (asked: object) => ({ okCount: 1, pendingApproval: false, approvalId: null, items: [], ...asked });

  test('begins at the amount, names the limit of one person, and says who got how much', async () => {
    const sent: unknown[] = [];
    answer({
      'agent/user/adjustment-limit': () => ({ alone: '500' }),
      'agent/user/manual-update-balance': ({ body }) => {
        sent.push(body);
        return adjusted({ items: [{ id: '7', account: 'ada', balance: '510', journalNo: 'JN7' }] });
      },
    });
    await show(<AdjustBalance users={ada} leftOut={0} onClose={() => undefined} />, { locale: 'en', permissions: [] });
    const amount = page.getByLabelText('Amount');
    await expect.element(amount).toHaveFocus();
    await expect.element(page.getByText(/You can adjust up to 500.00 USDT per user today/)).toBeVisible();
    expect(await barriers()).toEqual([]);
    await userEvent.fill(amount, '500.01');
    await expect.element(page.getByRole('button', { name: 'Send for approval' })).toBeVisible();
    await userEvent.fill(amount, '500');
    await userEvent.fill(page.getByLabelText('Reason'), 'Bank slip');
    await userEvent.click(page.getByRole('button', { name: 'Credit', exact: true }));
    await expect.poll(() => sent).toEqual([{ ids: '7', money: '500', reason: 'Bank slip' }]);
    await expect.element(page.getByText(/Adjusted: \+500\.00 USDT for Ada/)).toBeVisible();
    await userEvent.click(page.getByRole('button', { name: 'Undo' }));
    await expect
      .poll(() => sent.at(-1))
      .toEqual({ ids: '7', money: '-500', reason: 'Undo: Bank slip', reverses: 'JN7' });
    await expect.element(page.getByText('Undone: -500.00 USDT for Ada')).toBeVisible();
  });
});

test('customers of a disabled agent see which operations are paused; other users see nothing', async () => {
  const balance = (isPaused: boolean) => () => ({ isPaused }) as never;
  answer({ 'auth/oauth/user-info': () => ({ userType: 2 }), [`${agentUser.name}/balance`]: balance(true) });
  await show(<PausedNotice />, { permissions: [] });
  await expect.element(page.getByText('上级代理已停用，暂停下单和续租')).toBeVisible();
  expect(await barriers()).toEqual([]);
});
