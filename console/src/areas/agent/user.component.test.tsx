import { agentUser } from '@trade-assistant/contract/areas/agent/user.ts';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { PausedNotice } from '../../features/upline/paused-notice.tsx';
import { answer } from '../../testing/answers.ts';
import { barriers } from '../../testing/barriers.ts';
import { show } from '../../testing/show.tsx';
import DisablePanel from './user/disable-panel.tsx';

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

test('customers of a disabled agent see which operations are paused; other users see nothing', async () => {
  const balance = (isPaused: boolean) => () => ({ isPaused }) as never;
  answer({ 'auth/oauth/user-info': () => ({ userType: 2 }), [`${agentUser.name}/balance`]: balance(true) });
  await show(<PausedNotice />, { permissions: [] });
  await expect.element(page.getByText('上级代理已停用，暂停下单和续租')).toBeVisible();
  expect(await barriers()).toEqual([]);
});
