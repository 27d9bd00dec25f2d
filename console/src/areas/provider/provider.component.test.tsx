import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answer } from '../../testing/answers.ts';
import { barriers } from '../../testing/barriers.ts';
import { show } from '../../testing/show.tsx';
import Providers from './provider.tsx';

const PERMISSIONS = ['view', 'add', 'edit', 'delete', 'enable', 'test'].map((action) => `provider/provider:${action}`);
const bot = {
  ...{
    id: '6',
    kind: 2,
    protocol: 4,
    providerCode: 'bot',
    providerName: 'Notices',
    endpoint: 'https://api.telegram.org',
  },
  ...{ apiKey: '••••••••', secretKey: null, verifyToken: '••••••••', callbackOrigin: 'https://console.example.com' },
  ...{ capabilities: 0, countries: [], ratePerSecond: 25, timeoutMs: 15_000, batchMax: 1000, retryMax: 3, priority: 4 },
  ...{ isRepeatable: 0, senderNumber: null, senderAccount: 'example_bot', businessAccount: null, portfolioCode: null },
  ...{ portfolioLimit: null, handlesStop: 0, ownerId: null, ownerName: null, quality: 0, restriction: null },
  ...{ webhookTime: null, legalBasis: null, legalBasisDoc: [], unitCost: null, costCurrency: null, breaker: 0 },
  ...{ healthScore: 100, inFlight: 0, inDoubt: 0, lastError: null, status: 1, remark: null, version: 1 },
  ...{ systemId: null, systemType: null, bindMode: 1, bindCount: 1, windowSize: 10, longMode: 1, defaultAlphabet: 1 },
  ...{ addressing: 1, receiptParts: 1, idForm: 1, receiptZone: null },
  ...{ createUserName: 'Ada', createTime: '2026-01-02 03:04:05', updateTime: '2026-01-02 03:04:05' },
};
const number = {
  ...bot,
  ...{
    id: '5',
    protocol: 2,
    providerCode: 'wa',
    providerName: 'Number',
    callbackOrigin: null,
    senderNumber: '12015550100',
  },
  ...{
    portfolioCode: 'P1',
    portfolioLimit: 2000,
    quality: 3,
    restriction: 'RESTRICTED',
    webhookTime: '2026-01-02 03:04:05',
  },
};

async function providers(
  row: object,
  setting: Parameters<typeof show>[1] = {},
  more: Parameters<typeof answer>[0] = {},
): Promise<ReturnType<typeof answer>> {
  const log = answer({
    'provider/provider/list': () => ({ records: [row], total: 1, size: 10, current: 1, pages: 1 }),
    'provider/provider/detail': () => row,
    'provider/provider/bot-webhook-info': () => ({
      ...{ address: 'https://elsewhere.example.com', isOurs: false, pending: 12, lastError: null, lastErrorTime: null },
      problem: null,
    }),
    ...more,
  });
  await show(<Providers />, { address: '/provider/provider/index', permissions: PERMISSIONS, ...setting });
  return log;
}

describe('the screen of providers', () => {
  test('asks only for the fields of the protocol, and fills in the address of its channel', async () => {
    await providers(bot);
    await userEvent.click(page.getByRole('button', { name: '新增' }));
    const form = page.getByRole('dialog');
    await expect.element(form.getByLabelText('每批最多号码')).toBeVisible();
    expect(form.getByLabelText('发送号码').elements()).toEqual([]);
    await userEvent.click(form.getByLabelText('协议'));
    await userEvent.click(page.getByTitle('WhatsApp 商业平台'));
    await expect.element(form.getByLabelText('发送号码')).toBeVisible();
    await expect.element(form.getByLabelText('服务地址')).toHaveValue('https://graph.facebook.com/v23.0');
    expect(form.getByLabelText('每批最多号码').elements()).toEqual([]);
    expect(form.getByLabelText('类别').elements()).toEqual([]);
  });

  test('shows the address, rating and restriction of a business number', async () => {
    await providers(number, { address: '/provider/provider/index?record=5&tab=channel', locale: 'en' });
    const panel = page.getByRole('dialog');
    await expect.element(panel.getByText('Restricted by the channel: RESTRICTED')).toBeVisible();
    await expect.element(panel.getByText(`${location.origin}/api/provider/provider/webhook?id=5`)).toBeVisible();
    await expect.element(panel.getByText('shared by portfolio P1')).toBeVisible();
    await expect.element(panel.getByText('2,000')).toBeVisible();
    expect(await barriers()).toEqual([]);
  });

  test('warns about a bot whose webhook is set elsewhere, and offers to set it', async () => {
    await providers(bot, { address: '/provider/provider/index?record=6&tab=channel' });
    const panel = page.getByRole('dialog');
    await expect.element(panel.getByText('已登记其他地址：https://elsewhere.example.com')).toBeVisible();
    await expect.element(panel.getByText('12', { exact: true })).toBeVisible();
    await expect.element(panel.getByRole('button', { name: '登记 Webhook' })).toBeVisible();
  });
});

test('the health of a provider lists the orders that it may have reported falsely, with ways to their messages', async () => {
  await providers(
    number,
    {
      locale: 'en',
      permissions: [...PERMISSIONS, 'whatsapp/embedded-number-task:view'],
      address: '/provider/provider/index?record=5&tab=health',
    },
    {
      'provider/provider/health': () => ({
        ...{ score: 60, parts: [], rateNow: 0, rateLimit: 80, p50Millis: null, p95Millis: null, outcomes: [] },
        ...{
          inFlight: 0,
          inDoubt: 0,
          receipts: { unmatched: 0, misread: 0, idForm: null },
          breaker: 0,
          breakerUntil: null,
        },
        ...{ breakerReason: null, lastError: null, lastErrorTime: null, timeline: [] },
      }),
      'provider/provider/false-reports': () => [
        {
          ...{ orderId: '77', orderNo: 'WO77', resource: 'whatsapp/order', createTime: '2026-05-06 07:08:09' },
          ...{ seeds: 5, falseSeeds: 3, reported: 1200, overruled: 0 },
        },
      ],
    },
  );
  const lines = page.getByRole('link', { name: '1,200' });
  await expect.element(lines).toHaveAttribute('href', '/whatsapp/order/index?record=77&tab=recipients');
  await expect.element(page.getByText('3 / 5')).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: 'Seeds with false reports' }))
    .toHaveAttribute('href', '/whatsapp/embedded-number-task/index?providerId=5&matchResult_in=2');
});
