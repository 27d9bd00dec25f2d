import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answer } from '../../testing/answers.ts';
import { barriers } from '../../testing/barriers.ts';
import { show } from '../../testing/show.tsx';
import Storages from './oss.tsx';

const PERMISSIONS = ['view', 'add', 'edit', 'delete', 'enable', 'debug', 'move'].map(
  (action) => `resource/oss:${action}`,
);
const row = {
  id: '3',
  category: 4,
  ossCode: 'cos',
  endpoint: 'https://cos.ap-guangzhou.myqcloud.com',
  region: 'ap-guangzhou',
  bucketName: 'files',
  appId: '125',
  accessKey: 'AKID',
  secretKey: '••••••••',
  status: 1,
  fileCount: 0,
  remark: null,
  version: 2,
  createUserName: 'Ada',
  createTime: '2026-01-02 03:04:05',
  updateTime: '2026-01-02 03:04:05',
};

async function storages(setting: Parameters<typeof show>[1] = {}) {
  const asked = answer({
    'resource/oss/list': () => ({ records: [row], total: 1, size: 10, current: 1, pages: 1 }),
    'resource/oss/detail': () => row,
    'resource/oss/submit': () => ({ id: '3' }),
    'resource/oss/test': () => ({
      succeeded: false,
      steps: [{ step: 'put', millis: 12, problem: 'SignatureDoesNotMatch: wrong key' }],
    }),
  });
  await show(<Storages />, { address: '/resource/oss/index', permissions: PERMISSIONS, ...setting });
  return asked;
}
const choose = async (label: string, option: string) => {
  await userEvent.click(page.getByRole('dialog').getByLabelText(label));
  await userEvent.click(page.getByTitle(option));
};

describe('the screen of storages', () => {
  test('asks only for the fields of its kind, and fills in known values', async () => {
    await storages();
    await userEvent.click(page.getByRole('button', { name: '新增' }));
    const form = page.getByRole('dialog');
    await expect.element(form.getByLabelText('服务地址')).toHaveValue('');
    expect(form.getByLabelText('应用编号').elements()).toEqual([]);
    await choose('存储类型', '腾讯云');
    await expect.element(form.getByLabelText('服务地址')).toHaveValue('https://cos.ap-guangzhou.myqcloud.com');
    await expect.element(form.getByLabelText('应用编号')).toBeVisible();
    await choose('存储类型', '华为云');
    await expect.element(form.getByLabelText('区域')).toHaveValue('cn-north-4');
    await choose('存储类型', '本地存储');
    await expect.poll(() => form.getByLabelText('服务地址').elements()).toEqual([]);
  });

  test('keeps a secret that is left empty', async () => {
    const asked = await storages({ address: '/resource/oss/index?record=3' });
    await userEvent.click(page.getByRole('dialog').getByRole('button', { name: '编辑' }));
    await expect.element(page.getByPlaceholder('已保存，留空则不变')).toHaveValue('');
    await userEvent.fill(page.getByRole('dialog').getByLabelText('空间名'), 'other');
    await userEvent.click(page.getByRole('dialog').getByRole('button', { name: '保存' }));
    await expect
      .poll(() => asked.find(({ path }) => path === 'resource/oss/submit')?.body)
      .toEqual({ id: '3', version: 2, bucketName: 'other' });
  });

  test('shows the service’s answer to a trial', async () => {
    await storages({ address: '/resource/oss/index?record=3' });
    await userEvent.click(page.getByRole('dialog').getByRole('button', { name: '测试上传' }));
    await userEvent.click(page.getByRole('button', { name: '开始测试' }));
    await expect.element(page.getByText('SignatureDoesNotMatch: wrong key')).toBeVisible();
  });

  test('is accessible in the dark, in English', async () => {
    await storages({ theme: 'dark', locale: 'en' });
    await expect.element(page.getByText('cos', { exact: true }).first()).toBeVisible();
    expect(await barriers()).toEqual([]);
  });
});
