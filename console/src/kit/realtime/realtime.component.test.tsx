import { post } from '@trade-assistant/contract/areas/system/post.ts';
import { country } from '@trade-assistant/contract/areas/user/country.ts';
import { taskState } from '@trade-assistant/contract/kit/task.ts';
import { useEffect } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { TaskCentre } from '../../features/tasks/task-centre.tsx';
import { answer } from '../../testing/answers.ts';
import { takeLine } from '../../testing/server-line.ts';
import { show } from '../../testing/show.tsx';
import { useCall } from '../client/query.ts';
import { startChannel, useIsLive } from './channel.ts';
import { useRecordChanges } from './use-record-changes.ts';

function Countries() {
  const { data } = useCall(country, 'list', {});
  useEffect(startChannel, []);
  return <output>{data?.total}</output>;
}

const isLive = () => useIsLive.getState().isLive;
const userInfo = () => ({ messagePort: null, roles: [] });
const none = { records: [], total: 0, size: 10, current: 1, pages: 0 };

test('applies both of two simultaneous pushes', async () => {
  const line = takeLine();
  const { running } = taskState.is;
  const task = (taskNo: string) => ({ taskNo, title: taskNo, state: running, done: 1, total: 10_000, createTime: '' });
  answer({
    'auth/oauth/user-info': userInfo,
    'desk/task/list': () => ({ ...none, records: [task('IM1'), task('IM2')], total: 2 }),
  });
  await show(<TaskCentre />, { permissions: ['desk/task:view'] });
  await expect.poll(line.isAsked).toBe(true);
  line.comes();
  await userEvent.click(page.getByRole('button', { name: /任务中心/ }));
  await expect.element(page.getByText('1 / 10,000').first()).toBeVisible();
  line.brings('progress', { taskNo: 'IM1', state: running, done: 5_000, total: 10_000, notes: null });
  line.brings('progress', { taskNo: 'IM2', state: running, done: 6_000, total: 10_000, notes: null });
  await expect.element(page.getByText('6,000 / 10,000')).toBeVisible();
  await expect.element(page.getByText('5,000 / 10,000')).toBeVisible();
});

test('refetches the visible data after a reconnect, not after the first connection', async () => {
  const line = takeLine();
  let total = 1;
  const asked = answer({ 'auth/oauth/user-info': userInfo, 'user/country/list': () => ({ ...none, total }) });
  const lists = () => asked.filter(({ path }) => path === 'user/country/list').length;
  await show(<Countries />, { permissions: [] });
  await expect.element(page.getByRole('status')).toHaveTextContent('1');
  await expect.poll(line.isAsked).toBe(true);
  line.comes();
  await expect.poll(isLive).toBe(true);
  line.breaks();
  await expect.poll(isLive).toBe(false);
  expect(lists()).toBe(1);
  total = 2;
  await expect.poll(line.isAsked).toBe(true);
  line.comes();
  await expect.element(page.getByRole('status')).toHaveTextContent('2');
  expect(lists()).toBe(2);
});

function OpenPost() {
  useRecordChanges(post, '7');
  useEffect(startChannel, []);
  const detail = useCall(post, 'detail', { id: '7' });
  const list = useCall(post, 'list', {});
  return (
    <output>
      {detail.data?.postName} of {list.data?.total}
    </output>
  );
}

test('refetches only the record that the server reports, once after answers under way', async () => {
  const line = takeLine();
  let name = 'first';
  let isAnswered: Promise<unknown> = Promise.resolve();
  const asked = answer({
    'auth/oauth/user-info': userInfo,
    'system/post/list': () => ({ ...none, total: 5 }),
    'system/post/detail': async () => {
      await isAnswered;
      return { id: '7', postName: name };
    },
  });
  const details = () => asked.filter(({ path }) => path === 'system/post/detail').length;
  await show(<OpenPost />, { permissions: [] });
  await expect.element(page.getByRole('status')).toHaveTextContent('first of 5');
  await expect.poll(line.isAsked).toBe(true);
  line.comes();
  await expect.poll(isLive).toBe(true);
  await expect.poll(line.sent).toContain(JSON.stringify(['join', 'record:system/post:7']));
  const before = details();

  const { promise, resolve } = Promise.withResolvers<void>();
  isAnswered = promise;
  line.brings('record', { resource: 'system/post', id: '8' });
  line.brings('record', { resource: 'system/role', id: '7' });
  for (let change = 0; change < 5; change += 1) line.brings('record', { resource: 'system/post', id: '7' });
  await expect.poll(details).toBe(before + 1);
  name = 'second';
  resolve();
  await expect.element(page.getByRole('status')).toHaveTextContent('second of 5');
  await expect.poll(details).toBe(before + 2);
  expect(asked.filter(({ path }) => path === 'system/post/list')).toHaveLength(1);

  await cleanup();
  expect(line.sent()).toContain(JSON.stringify(['leave', 'record:system/post:7']));
});
