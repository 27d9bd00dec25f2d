import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answer } from '../../testing/answers.ts';
import { barriers } from '../../testing/barriers.ts';
import { show } from '../../testing/show.tsx';
import Attachments from './attach.tsx';

const PERMISSIONS = ['resource/attach:view', 'resource/attach:edit', 'resource/attach:clean', 'resource/oss:upload'];
const file = {
  id: '5',
  originalName: 'offer.txt',
  extension: 'txt',
  attachSize: 2048,
  useCount: 1,
  source: '上传附件',
  name: '000000/ab/abc',
  domain: '',
  link: '/api/resource/attach/preview?id=5',
  createUserName: 'Ada',
  createTime: '2026-01-02 03:04:05',
  expiresAt: null,
};

async function attachments(setting: Parameters<typeof show>[1] = {}) {
  const asked = answer({
    'resource/attach/list': () => ({ records: [file], total: 1, size: 10, current: 1, pages: 1 }),
    'resource/attach/detail': () => file,
    'resource/attach/uses': () => [{ resource: 'system/user', rowId: '7', called: 'Bert' }],
    'resource/attach/preview': () => new Response('<b>hello</b>', { headers: { 'content-type': 'text/plain' } }),
    'resource/attach/orphans': ({ query }) => ({ count: Number(query.get('days')), bytes: 2048 }),
    'resource/attach/clean': () => ({ taskNo: 'TK1' }),
  });
  await show(<Attachments />, { address: '/resource/attach/index', permissions: PERMISSIONS, ...setting });
  return asked;
}

describe('the screen of attachments', () => {
  test('shows text as text, and links to the records that use a file', async () => {
    await attachments({ address: '/resource/attach/index?record=5&tab=uses' });
    await expect
      .element(page.getByRole('link', { name: 'Bert' }))
      .toHaveAttribute('href', '/system/user/index?record=7');
    await userEvent.click(page.getByRole('dialog').getByRole('button', { name: '预览' }));
    await expect.element(page.getByText('<b>hello</b>')).toBeVisible();
  });

  test('offers no form to add, and cleans up after showing the number of files', async () => {
    const asked = await attachments();
    await expect.element(page.getByRole('button', { name: '上传', exact: true })).toBeVisible();
    expect(page.getByRole('button', { name: '新增' }).elements()).toEqual([]);
    await userEvent.click(page.getByRole('button', { name: '清理', exact: true }));
    await expect.element(page.getByText('30 个文件没有被引用', { exact: false })).toBeVisible();
    await userEvent.click(page.getByRole('dialog').getByRole('button', { name: '清理' }));
    await expect.poll(() => asked.find(({ path }) => path === 'resource/attach/clean')?.body).toEqual({ days: 30 });
  });

  test('is accessible in the dark, in English', async () => {
    await attachments({ theme: 'dark', locale: 'en' });
    await expect.element(page.getByText('offer.txt').first()).toBeVisible();
    expect(await barriers()).toEqual([]);
  });
});
