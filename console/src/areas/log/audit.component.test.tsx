import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answer } from '../../testing/answers.ts';
import { barriers } from '../../testing/barriers.ts';
import { show } from '../../testing/show.tsx';
import Trail from './audit.tsx';

const row = {
  id: '3',
  createTime: '2026-01-02 03:04:05',
  account: 'ada',
  title: '岗位管理 · 新增或修改',
  objectType: 'system/post',
  objectId: '7',
  action: 'submit',
  ip: '192.0.2.7',
  reason: null,
  before: { 'sys_post:7': { sort: 1 } },
  after: { 'sys_post:7': { sort: 2 } },
  asked: { id: '7' },
  traceId: 'trace-1',
  userAgent: 'browser',
};
const PROVEN = {
  time: '2026-01-02 04:30:00',
  account: 'ada',
  proven: 12,
  waiting: 1,
  head: { seq: '12', hash: 'x' },
  faults: 0,
  problem: null,
};

async function trail(proof: object, setting: Parameters<typeof show>[1] = {}) {
  answer({
    'log/audit/list': () => ({ records: [row], total: 1, size: 10, current: 1, pages: 1 }),
    'log/audit/detail': () => row,
    'log/audit/changes': () => [{ record: '岗位 Officer', label: '排序', from: '1', to: '2' }],
    'log/audit/verify': () => ({ taskNo: 'T1' }),
    'log/audit/proof': () => proof,
    'desk/task/progress': () => ({ taskNo: 'T1', state: 3, done: 1, total: 1, result: {}, hasReport: 0 }),
  });
  const permissions = ['view', 'export', 'verify'].map((action) => `log/audit:${action}`);
  await show(<Trail />, { address: '/log/audit/index', permissions, ...setting });
}

test('the trail is verified by a task, whose result is shown', async () => {
  await trail(PROVEN);
  await userEvent.click(page.getByRole('button', { name: '校验完整性' }));
  await userEvent.click(page.getByRole('button', { name: '开始校验' }));
  await expect.element(page.getByText('12 条记录与封存时一致，1 条尚待封存')).toBeVisible();
});

test('the first altered row is named, and all of them are counted, in the dark and in English', async () => {
  await trail(
    { ...PROVEN, faults: 3, problem: { fault: 'changed', id: '9', time: '2026-01-02 03:04:05' } },
    { theme: 'dark', locale: 'en' },
  );
  await userEvent.click(page.getByRole('button', { name: 'Verify integrity' }));
  await expect.element(page.getByText('Record 9 (2026-01-02 03:04:05) was changed')).toBeVisible();
  await expect.element(page.getByText(/^3 differences were found; this is the first\. Earlier records/)).toBeVisible();
  expect(await barriers()).toEqual([]);
});

test('a row shows its changes in words and as stored', async () => {
  await trail(PROVEN, { address: '/log/audit/index?record=3' });
  await expect.element(page.getByRole('heading', { name: '岗位 Officer' })).toBeVisible();
  await expect.element(page.getByText('排序')).toBeVisible();
  await userEvent.click(page.getByRole('tab', { name: '原始数据' }));
  await expect.element(page.getByText(/sys_post:7/).first()).toBeVisible();
});

test('only a row changed after sealing is marked', async () => {
  const problem = { fault: 'changed', id: '3', time: '2026-01-02 03:04:05' };
  await trail({ ...PROVEN, problem }, { address: '/log/audit/index?record=3', locale: 'en' });
  await expect.element(page.getByText('This record was changed')).toBeVisible();
  await trail({ ...PROVEN, problem: { ...problem, id: '9' } }, { address: '/log/audit/index?record=3', locale: 'en' });
  await expect.element(page.getByRole('heading', { name: '岗位 Officer' })).toBeVisible();
  expect(page.getByText('This record was changed').elements()).toEqual([]);
});
