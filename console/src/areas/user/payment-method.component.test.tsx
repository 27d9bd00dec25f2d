import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answer, envelope } from '../../testing/answers.ts';
import { barriers } from '../../testing/barriers.ts';
import { show } from '../../testing/show.tsx';
import Methods from './payment-method.tsx';

const PERMISSIONS = ['view', 'add', 'edit', 'delete', 'edit-receiving'].map(
  (action) => `user/payment-method:${action}`,
);
const TRON = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
const crypto = {
  id: '3',
  methodCode: 'usdt-trc20',
  methodName: '泰达币',
  methodNameEn: 'Tether',
  methodType: 1,
  direction: 3,
  network: 1,
  localCurrency: null,
  fxRate: null,
  scale: 6,
  minAmount: '10',
  maxAmount: '5000',
  dayMax: null,
  expireMinutes: 30,
  feeFixed: '1',
  feeRate: null,
  feePayer: 1,
  quickAmounts: null,
  visibleUserTypes: 3,
  notice: null,
  noticeEn: null,
  sort: 1,
  status: 1,
  receiveAddresses: [TRON],
  bankInfo: null,
  remark: null,
  version: 2,
  createUserName: 'Ada',
  createTime: '2026-01-02 03:04:05',
  updateTime: '2026-01-02 03:04:05',
};
const bank = {
  ...crypto,
  id: '4',
  methodCode: 'bank',
  methodName: '银行转账',
  methodNameEn: 'Bank transfer',
  methodType: 2,
  network: null,
  localCurrency: 'CNY',
  fxRate: '7.2',
  receiveAddresses: null,
};
const mistake = { zh: '请重新复制', en: 'Copy it again' };

async function methods(row: typeof crypto | typeof bank, setting: Parameters<typeof show>[1] = {}) {
  const asked = answer({
    'user/payment-method/page': () => ({ records: [row], total: 1, size: 10, current: 1, pages: 1 }),
    'user/payment-method/detail': () => row,
    'user/payment-method/update-receiving': ({ body }) =>
      JSON.stringify(body).includes('lost')
        ? envelope(400, null, mistake.zh, { errors: [{ field: 'receiveAddresses', message: mistake.zh }] })
        : { approvalId: '9', approvalNo: 'RV9' },
  });
  await show(<Methods />, {
    address: `/user/payment-method/index?record=${row.id}`,
    permissions: PERMISSIONS,
    ...setting,
  });
  return asked;
}

describe('the screen of payment methods', () => {
  test('shows where money is received, and asks a second person for another place', async () => {
    const asked = await methods(crypto);
    const record = page.getByRole('dialog');
    await expect.element(record.getByRole('button', { name: TRON })).toBeVisible();
    expect(await barriers()).toEqual([]);
    await userEvent.click(record.getByRole('button', { name: '变更收款信息' }));
    const box = page.getByLabelText('收款地址');
    await userEvent.fill(box, 'lost');
    await userEvent.keyboard('{Enter}');
    await userEvent.fill(page.getByLabelText('变更原因'), '新钱包');
    await userEvent.click(page.getByRole('button', { name: '提交复核' }));
    await expect.element(page.getByText(mistake.zh)).toBeVisible();
    expect(asked.at(-1)?.body).toEqual({ id: '3', receiveAddresses: [TRON, 'lost'], reason: '新钱包' });
    // By its own button: the field ignores a backspace just after something was typed.
    await userEvent.click([...document.querySelectorAll('.ant-select-selection-item-remove')].at(-1) as Element);
    await userEvent.click(page.getByRole('button', { name: '提交复核' }));
    await expect
      .poll(() => asked.findLast(({ path }) => path.endsWith('receiving'))?.body)
      .toEqual({
        id: '3',
        receiveAddresses: [TRON],
        reason: '新钱包',
      });
  });

  test('requires an account for bank payments, in English and in the dark theme', async () => {
    const asked = await methods(bank, { theme: 'dark', locale: 'en' });
    const record = page.getByRole('dialog');
    await expect.element(record.getByText('Not set')).toBeVisible();
    await userEvent.click(record.getByRole('button', { name: 'Change receiving details' }));
    await userEvent.fill(page.getByLabelText('Holder'), 'Example Ltd');
    await userEvent.fill(page.getByLabelText('Bank', { exact: true }), 'Example Bank');
    await userEvent.fill(page.getByLabelText('Account no.'), '1202021709900012345');
    await userEvent.fill(page.getByLabelText('Reason'), 'Opened');
    expect(await barriers()).toEqual([]);
    await userEvent.click(page.getByRole('button', { name: 'Send for approval' }));
    await expect
      .poll(() => asked.findLast(({ path }) => path.endsWith('receiving'))?.body)
      .toEqual({
        id: '4',
        reason: 'Opened',
        bankInfo: { holderName: 'Example Ltd', bankName: 'Example Bank', accountNo: '1202021709900012345' },
      });
  });
});
