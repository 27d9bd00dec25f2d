import { preWarehouse } from '@trade-assistant/contract/areas/whatsapp/pre-warehouse.ts';
import { text } from '@trade-assistant/contract/kit/field.ts';
import { taskState } from '@trade-assistant/contract/kit/task.ts';
import { useEffect, useState } from 'react';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { useSession } from '../../kit/client/session.ts';
import { startChannel } from '../../kit/realtime/channel.ts';
import { answer } from '../../testing/answers.ts';
import { takeLine } from '../../testing/server-line.ts';
import { show } from '../../testing/show.tsx';
import { type SentUpload, takeUploads } from '../../testing/uploads.ts';
import ImportDialog from './import-dialog.tsx';
import type { ImportOptions } from './options.ts';

const { running, waiting } = taskState.is;
const options: ImportOptions = {
  call: 'import',
  commit: 'import-commit',
  fields: {
    batchName: text({ label: { zh: '批次名', en: 'Batch name' }, max: 64 }),
    supplierName: text({ label: { zh: '供应商', en: 'Supplier' }, max: 64 }),
  },
  remembered: ['supplierName'],
  paste: { zh: '粘贴号码', en: 'Paste numbers' },
};

/** The dialog with the push channel; another one opens when it closes. */
function Dialogs() {
  const [count, setCount] = useState(0);
  useEffect(startChannel, []);
  return <ImportDialog key={count} resource={preWarehouse} options={options} onClose={() => setCount(count + 1)} />;
}

const button = (name: string) => page.getByRole('button', { name, exact: true });
const box = (name: string) => page.getByRole('textbox', { name });

const report = { batchNo: 'PW1', state: 'reported', totalLines: 2, goodLines: 2, rejectedLines: 0 };
const taskOf = (state: number) => ({
  ...{ id: '1', taskNo: 'TK1', title: 'Import', job: 'import', bizType: null, bizNo: 'PW1', state, done: 2, total: 2 },
  ...{ note: null, failure: null, failureCode: null, result: state === waiting ? report : null, hasResult: 0 },
  ...{ hasReport: 0, ownerName: 'ada', createTime: '2020-01-31 08:00:00', startTime: null, endTime: null },
});

/** Sends two pasted numbers; the server answers with a task. @returns the sent file */
async function sendPasted(uploads: readonly SentUpload[]): Promise<File> {
  await userEvent.fill(box('粘贴号码'), '+12015550100\n+12015550101');
  await userEvent.click(button('上传并检查'));
  await expect.poll(() => uploads.length).toBe(1);
  uploads[0]?.answer(200, { code: 200, success: true, data: { taskNo: 'TK1', batchNo: 'PW1' }, msg: '' });
  return uploads[0]?.form.get('file') as File;
}

test('pasted numbers are sent as a file; nothing is sent without numbers', async () => {
  const uploads = takeUploads();
  answer({ 'desk/task/progress': () => taskOf(running) });
  await show(<Dialogs />, { permissions: [] });
  await userEvent.click(button('上传并检查'));
  await expect.element(page.getByText('请选择文件或粘贴号码')).toBeVisible();
  expect(uploads).toHaveLength(0);
  const file = await sendPasted(uploads);
  expect(await file.text()).toBe('+12015550100\n+12015550101');
  await expect.element(page.getByText(/正在处理/)).toBeVisible();
});

/** The values of the form's text boxes: batch name and supplier. */
const inputs = () =>
  [...document.querySelectorAll<HTMLInputElement>('form input[type=text]')].map(({ value }) => value);
const supplier = () => inputs()[1];

test('the next import of the same user starts with the remembered values, and that of another user does not', async () => {
  const uploads = takeUploads();
  answer({ 'desk/task/progress': () => taskOf(running) });
  await show(<Dialogs />, { permissions: [] });
  await userEvent.fill(box('批次名'), 'November');
  await userEvent.fill(box('供应商'), 'Example Numbers');
  await sendPasted(uploads);
  await expect.element(page.getByText(/正在处理/)).toBeVisible();
  await userEvent.click(button('关闭').last());
  await expect.poll(supplier).toBe('Example Numbers');
  expect(inputs()).toEqual(['', 'Example Numbers']);
  const token = { access_token: 'token', refresh_token: 'renew', expires_in: 3600 };
  useSession.getState().signIn({ ...token, user_id: '2', account: 'eve' });
  await userEvent.click(button('取消'));
  await expect.poll(supplier).toBe('');
});

describe('a task that ends before its followers know', () => {
  const done = '检查完成，请核对后确认导入';
  /** Answers that the task runs once, then that it waits. */
  const runsOnce = () => {
    const states = [running];
    return answer({ 'desk/task/progress': () => taskOf(states.pop() ?? waiting) });
  };

  test('shows its report although no push arrived', async () => {
    const uploads = takeUploads();
    const asked = runsOnce();
    await show(<Dialogs />, { permissions: [] });
    await sendPasted(uploads);
    await expect.element(page.getByText(done)).toBeVisible();
    await expect.element(button('导入 2 行')).toBeVisible();
    expect(asked.filter(({ path }) => path === 'desk/task/progress')).toHaveLength(2);
  });

  test('shows its report although the last push came before its state could be read', async () => {
    const uploads = takeUploads();
    const line = takeLine();
    const states = [running, running, running];
    answer({
      'auth/oauth/user-info': () => ({ messagePort: null, roles: [] }),
      'desk/task/progress': () => taskOf(states.pop() ?? waiting),
    });
    await show(<Dialogs />, { permissions: [] });
    await expect.poll(line.isAsked).toBe(true);
    line.comes();
    await sendPasted(uploads);
    await expect.element(page.getByText(/正在处理/)).toBeVisible();
    const push = { taskNo: 'TK1', total: 2, notes: null };
    line.brings('progress', { ...push, done: 1, state: running });
    line.brings('progress', { ...push, done: 2, state: waiting });
    await expect.element(page.getByText(done)).toBeVisible();
  });
});

test('the column of numbers is chosen where the server does not recognise it, and is sent with the file', async () => {
  const uploads = takeUploads();
  answer({ 'desk/task/progress': () => taskOf(running) });
  const inspecting = { ...options, inspect: 'inspect' };
  await show(<ImportDialog resource={preWarehouse} options={inspecting} onClose={() => {}} />, { permissions: [] });
  const chooser = document.querySelector('input[type=file]') as HTMLInputElement;
  await userEvent.upload(chooser, new File(['1,+12015550100'], 'list.csv', { type: 'text/csv' }));
  await expect.poll(() => uploads.length).toBe(1);
  const inspected = {
    ...{ fileName: 'list.csv', size: 14, sample: [['1', '+12015550100']], headers: [], column: null },
    ...{ isHeader: false, estimatedLines: 1 },
  };
  uploads[0]?.answer(200, { code: 200, success: true, data: inspected, msg: '' });
  await expect.element(page.getByText('未识别号码列，请选择')).toBeVisible();
  await userEvent.click(button('上传并检查'));
  await expect.element(page.getByText('请选择号码列')).toBeVisible();
  expect(uploads).toHaveLength(1);
  await userEvent.click(page.getByRole('radio', { name: '第 2 列' }));
  await userEvent.click(button('上传并检查'));
  await expect.poll(() => uploads.length).toBe(2);
  expect(uploads[1]?.form.get('column')).toBe('1');
});
