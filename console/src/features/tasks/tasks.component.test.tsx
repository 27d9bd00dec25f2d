import { taskState } from '@trade-assistant/contract/kit/task.ts';
import { useLocation } from 'react-router';
import { describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answer, envelope } from '../../testing/answers.ts';
import { barriers } from '../../testing/barriers.ts';
import { looks } from '../../testing/looks.ts';
import { show } from '../../testing/show.tsx';
import { TaskCentre } from './task-centre.tsx';
import TaskDrawer from './task-drawer.tsx';
import { TaskLine } from './task-line.tsx';
import { type Task, withProgress } from './use-task-progress.ts';

const { queued, running, waiting, done, failed, cancelled } = taskState.is;
const button = (name: string) => page.getByRole('button', { name, exact: true });
const says = (words: string) => expect.element(page.getByText(words).first()).toBeVisible();

const taskOf = (change: Partial<Task> = {}): Task => ({
  id: '1',
  taskNo: 'IM1',
  title: 'Import of May',
  job: 'import',
  bizType: 'sea/ship',
  bizNo: 'PW1',
  state: running,
  done: 1_250,
  total: 10_000,
  note: 'checking',
  failure: null,
  failureCode: null,
  result: null,
  hasResult: 0,
  hasReport: 0,
  ownerName: 'ada',
  createTime: '2020-01-31 08:00:00',
  startTime: null,
  endTime: null,
  ...change,
});

const Where = () => <output>{useLocation().pathname + useLocation().search}</output>;

describe('a background task', () => {
  const line = async (change: Partial<Task> = {}, onLeave = vi.fn()) => {
    await show(
      <>
        <TaskLine task={taskOf(change)} onLeave={onLeave} />
        <Where />
      </>,
      { permissions: [] },
    );
    return onLeave;
  };
  const buttons = () =>
    page
      .getByRole('button')
      .elements()
      .map(({ textContent }) => textContent);

  test('shows its progress while it runs', async () => {
    await line();
    await says('Import of May');
    await says('进行中');
    await expect.element(page.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '12');
    await says('1,250 / 10,000 · checking');
    expect(document.querySelector('footer')?.textContent).toMatch(/^PW1 · \d+年前/);
    expect(buttons()).toEqual(['取消']);
  });

  test.each([
    [queued, { total: 0, done: 0 }, ['取消']],
    [waiting, {}, ['去确认']],
    [waiting, { bizType: null }, []],
    [waiting, { result: { totalLines: 3, state: 'country' } }, ['选择国家']],
    [done, { result: { totalLines: 3 }, note: '已导入 2 行，拒绝 1 行' }, ['查看报告']],
    [failed, { result: { totalLines: 3 }, failure: 'no space', hasReport: 1 as const }, ['错误报告', '查看报告']],
    [done, { hasResult: 1 as const, hasReport: 1 as const }, ['下载结果', '错误报告']],
    [failed, { failure: 'no space' }, []],
    [cancelled, {}, []],
  ])('in state %i offers what can be done', async (state, change, offered) => {
    await line({ state, ...change });
    expect(buttons()).toEqual(offered);
    expect(page.getByRole('progressbar').elements()).toHaveLength(state === queued ? 1 : 0);
    if (state === failed) await says('no space');
    if ('note' in change) await says(change.note);
  });

  test('that waits for a review leads to its screen', async () => {
    const onLeave = await line({ state: waiting });
    await userEvent.click(button('去确认'));
    await says('/sea/ship?task=IM1');
    expect(onLeave).toHaveBeenCalledTimes(1);
  });

  test('is cancelled after a confirmation', async () => {
    const asked = answer({ 'desk/task/cancel': () => null });
    await line();
    await userEvent.click(button('取消'));
    await expect.element(page.getByRole('dialog')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    // Other files of this worker may still be asking for messages.
    expect(asked.map(({ path }) => path)).not.toContain('desk/task/cancel');
    await userEvent.click(button('取消'));
    await userEvent.click(
      page.getByRole('dialog', { name: '取消任务「Import of May」？' }).getByRole('button', { name: '取消任务' }),
    );
    await expect
      .poll(() => asked.filter(({ path }) => path === 'desk/task/cancel').map(({ body }) => body))
      .toEqual([{ taskNo: 'IM1' }]);
  });

  test('reports a failed cancellation', async () => {
    answer({ 'desk/task/cancel': () => envelope(400, null, '任务已结束') });
    await line();
    await userEvent.click(button('取消'));
    await userEvent.click(button('取消任务'));
    await says('任务已结束');
  });

  test('gives its files', async () => {
    const asked = answer({
      'desk/task/download': ({ query }) =>
        new Response('x', { headers: { 'content-disposition': `attachment; filename="${query.get('kind')}.csv"` } }),
    });
    const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    await line({ state: done, hasResult: 1, hasReport: 1 });
    await userEvent.click(button('下载结果'));
    await userEvent.click(button('错误报告'));
    await expect
      .poll(() => saved.mock.contexts.map((link) => (link as HTMLAnchorElement).download))
      .toEqual(['result.csv', 'report.csv']);
    saved.mockRestore();
    const downloads = asked.filter(({ path }) => path === 'desk/task/download');
    expect(downloads.map(({ query }) => Object.fromEntries(query))).toEqual([
      { taskNo: 'IM1', kind: 'result' },
      { taskNo: 'IM1', kind: 'report' },
    ]);
  });
});

test('a push updates a task’s progress, unless it is older or the task is not running', () => {
  const push = { taskNo: 'IM1', done: 2_000, total: 9_000, state: running, notes: { zh: '写入', en: 'writing' } };
  expect(withProgress(taskOf(), push)).toMatchObject({ done: 2_000, total: 9_000, note: '写入' });
  expect(withProgress(taskOf(), { ...push, notes: null })).toMatchObject({ note: 'checking' });
  expect(withProgress(taskOf(), { ...push, done: 1_250 })).toMatchObject({ total: 9_000 });
  for (const task of [taskOf({ done: 2_001 }), taskOf({ state: done })]) expect(withProgress(task, push)).toBe(task);
  expect(withProgress(taskOf(), undefined)).toEqual(taskOf());
});

const pageOf = (records: readonly Task[], total = records.length) => ({
  records,
  total,
  size: 30,
  current: 1,
  pages: 1,
});

describe('the task button', () => {
  const door = page.getByRole('button', { name: /任务中心/ });

  test('shows the number of running tasks, and opens them', async () => {
    const asked = answer({ 'desk/task/list': ({ query }) => pageOf([taskOf()], query.has('state_in') ? 3 : 1) });
    await show(<TaskCentre />, { permissions: ['desk/task:view'] });
    await expect.element(door).toHaveAccessibleName('任务中心，3 个进行中');
    expect(asked.find(({ path }) => path === 'desk/task/list')?.query.get('state_in')).toBe(`${queued},${running}`);
    await userEvent.click(door);
    await says('Import of May');
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  });

  test('is hidden without the permission, and sends no request', async () => {
    const asked = answer({ 'desk/task/list': () => pageOf([]) });
    await show(<TaskCentre />, { permissions: [] });
    expect(page.getByRole('button').elements()).toEqual([]);
    // Requests for the user's own data are allowed; requests for tasks are not.
    expect(asked.filter(({ path }) => path.startsWith('desk/task'))).toEqual([]);
  });
});

describe('the tasks', () => {
  const open = (look?: Parameters<typeof show>[1]) =>
    show(<TaskDrawer pushed={new Map()} pollMillis={false} onClose={vi.fn()} />, { permissions: [], ...look });

  test('an empty list explains its purpose, and a failed one shows the reason', async () => {
    answer({ 'desk/task/list': () => pageOf([]) });
    await open();
    await says('导入、导出等耗时操作会在这里显示进度');
    answer({ 'desk/task/list': () => envelope(400, null, '稍后再试') });
    await open();
    await says('稍后再试');
  });

  test('shows pushed progress', async () => {
    answer({ 'desk/task/list': () => pageOf([taskOf()]) });
    const push = { taskNo: 'IM1', done: 5_000, total: 10_000, state: running, notes: null };
    await show(<TaskDrawer pushed={new Map([['IM1', push]])} pollMillis={false} onClose={vi.fn()} />, {
      permissions: [],
    });
    await says('5,000 / 10,000 · checking');
  });

  test.each(looks)('have no accessibility violations: $theme, $locale', async (look) => {
    const states = [queued, running, waiting, done, failed, cancelled];
    answer({
      'desk/task/list': () =>
        pageOf(states.map((state) => taskOf({ taskNo: `T${state}`, state, hasResult: 1, failure: 'no space' }))),
    });
    await open(look);
    await says('no space');
    expect(await barriers()).toEqual([]);
  });
});
