import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answer, envelope } from '../../testing/answers.ts';
import { barriers } from '../../testing/barriers.ts';
import { show } from '../../testing/show.tsx';
import Recharges from './recharge.tsx';

const PAYER = ['view', 'add', 'edit'].map((action) => `agent/recharge:${action}`);
const ADDRESS = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
const method = {
  methodCode: 'usdt-trc20',
  methodName: 'USDT（TRC20）',
  methodNameEn: 'USDT (TRC20)',
  methodType: 1,
  network: 1,
  localCurrency: null,
  fxRate: null,
  scale: 6,
  minAmount: '10',
  maxAmount: '5000',
  dayMax: null,
  feeFixed: null,
  feeRate: null,
  feePayer: null,
  expireMinutes: 30,
  quickAmounts: ['100', '500'],
  notice: null,
  noticeEn: null,
};
const bank = {
  ...method,
  methodCode: 'bank-cny',
  methodName: '银行转账',
  methodNameEn: 'Bank transfer',
  methodType: 2,
  network: null,
  localCurrency: 'CNY',
  fxRate: '7.2',
  quickAmounts: [],
};
const instructions = {
  id: '7',
  rechargeNo: 'RC26112400000007',
  status: 0,
  amount: '120',
  payAmount: '120.0371',
  currency: 'USDT',
  methodName: 'USDT（TRC20）',
  methodNameEn: 'USDT (TRC20)',
  methodType: 1,
  network: 1,
  receiveAddress: ADDRESS,
  bankInfo: null,
  localAmount: null,
  localCurrency: null,
  qrContent: ADDRESS,
  expireTime: '2099-01-01 00:00:00',
  notice: null,
  noticeEn: null,
};

describe('recharging', () => {
  test('leads from the amount to the address, and to the proof', async () => {
    const asked = answer({
      'agent/recharge/list': () => ({ records: [], total: 0, size: 10, current: 1, pages: 0 }),
      'agent/recharge/counts': () => ({ total: 0, states: [] }),
      'user/payment-method/choices': () => [method, bank],
      'agent/recharge/create-order': () => instructions,
      'agent/recharge/instructions': () => instructions,
      'agent/recharge/update': ({ body }) =>
        JSON.stringify(body).includes('ab')
          ? null
          : envelope(400, null, '请填写', { errors: [{ field: 'txHash', message: '请填写' }] }),
    });
    await show(<Recharges />, { address: '/agent/recharge/index?order=120', permissions: PAYER });
    const panel = page.getByRole('dialog');
    await expect.element(panel.getByLabelText('金额（USDT）')).toHaveValue('120');
    await expect.element(panel.getByText('每笔 10.00 – 5,000.00 USDT，下单后 30 分钟内付款')).toBeVisible();
    expect(await barriers()).toEqual([]);
    await userEvent.click(panel.getByRole('button', { name: '500' }));
    await expect.element(panel.getByLabelText('金额（USDT）')).toHaveValue('500');
    await userEvent.click(panel.getByRole('button', { name: '去付款' }));
    await expect.element(panel.getByText('120.0371')).toBeVisible();
    expect(asked.find(({ path }) => path.endsWith('create-order'))?.body).toEqual({
      amount: '500',
      paymentMethod: 'usdt-trc20',
    });
    await expect.element(panel.getByRole('button', { name: ADDRESS })).toBeVisible();
    expect(await barriers()).toEqual([]);
    await userEvent.fill(panel.getByLabelText('交易哈希'), 'ab'.repeat(32));
    await userEvent.click(panel.getByRole('button', { name: '我已付款' }));
    await expect
      .poll(() => asked.findLast(({ path }) => path.endsWith('update'))?.body)
      .toEqual({ id: '7', txHash: 'ab'.repeat(32) });
  });
});
