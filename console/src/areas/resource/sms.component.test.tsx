import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answer } from '../../testing/answers.ts';
import { barriers } from '../../testing/barriers.ts';
import { show } from '../../testing/show.tsx';
import Providers from './sms.tsx';

const PERMISSIONS = ['view', 'add', 'edit', 'delete', 'enable', 'send'].map((action) => `resource/sms:${action}`);
const row = {
  id: '3',
  category: 1,
  smsCode: 'codes',
  templateId: null,
  content: '您的验证码是{code}',
  signName: '外贸',
  endpoint: 'https://sms.yunpian.com',
  regionId: null,
  appId: null,
  accessKey: null,
  account: null,
  secretKey: '••••••••',
  sender: null,
  httpFormat: null,
  httpBody: null,
  httpAccepted: null,
  countryCode: null,
  status: 1,
  remark: null,
  version: 2,
  createUserName: 'Ada',
  createTime: '2026-01-02 03:04:05',
  updateTime: '2026-01-02 03:04:05',
};

async function providers(setting: Parameters<typeof show>[1] = {}) {
  const result = { phone: '+120****0123', state: 3, segments: 1, messageId: null, problem: '5 未找到匹配的模板' };
  const asked = answer({
    'resource/sms/list': () => ({ records: [row], total: 1, size: 10, current: 1, pages: 1 }),
    'resource/sms/detail': () => row,
    'resource/sms/endpoint/send-message': () => ({ success: false, results: [result] }),
  });
  await show(<Providers />, { address: '/resource/sms/index', permissions: PERMISSIONS, ...setting });
  return asked;
}

describe('the screen of SMS providers', () => {
  test('asks only for the fields of the provider', async () => {
    await providers();
    await userEvent.click(page.getByRole('button', { name: '新增' }));
    const form = page.getByRole('dialog');
    await expect.element(form.getByLabelText('模板编号')).toBeVisible();
    await userEvent.click(form.getByLabelText('服务商'));
    await userEvent.click(page.getByTitle('SMPP'));
    await expect.element(form.getByLabelText('发送方号码或名称')).toBeVisible();
    await expect.element(form.getByLabelText('服务地址')).toHaveValue('');
    expect(form.getByLabelText('模板编号').elements()).toEqual([]);
  });

  test('sends a test with the parameters of the text, and shows the provider’s answer', async () => {
    const asked = await providers({ address: '/resource/sms/index?record=3' });
    await userEvent.click(page.getByRole('dialog').getByRole('button', { name: '测试发送' }));
    await expect.element(page.getByLabelText('参数')).toHaveValue('code=');
    await userEvent.fill(page.getByLabelText('手机号'), '+12015550123');
    await userEvent.fill(page.getByLabelText('参数'), 'code');
    await userEvent.click(page.getByRole('button', { name: /^发\s?送$/ }));
    await expect.element(page.getByText('每行应为“名称=值”')).toBeVisible();
    await userEvent.fill(page.getByLabelText('参数'), 'code=4829');
    await userEvent.click(page.getByRole('button', { name: /^发\s?送$/ }));
    await expect.element(page.getByText('5 未找到匹配的模板')).toBeVisible();
    expect(asked.find(({ path }) => path.endsWith('send-message'))?.body).toEqual({
      code: 'codes',
      phones: '+12015550123',
      params: '{"code":"4829"}',
    });
    expect(await barriers()).toEqual([]);
  });

  test('is accessible in the dark, in English', async () => {
    await providers({ theme: 'dark', locale: 'en' });
    await expect.element(page.getByText('codes', { exact: true }).first()).toBeVisible();
    expect(await barriers()).toEqual([]);
  });
});
