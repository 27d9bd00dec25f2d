import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answer } from '../../testing/answers.ts';
import { barriers } from '../../testing/barriers.ts';
import { show } from '../../testing/show.tsx';
import Payments from './incoming-payment.tsx';

const HASH = 'ab'.repeat(32);
const paged = (records: readonly object[]) => ({
  records,
  ...{ total: records.length, size: 10, current: 1, pages: 1 },
});
const candidate = (n: number, payAmount: string) => ({
  id: String(n),
  rechargeNo: `RC26010100000${n}`,
  userName: 'Ada Chen',
  network: 1,
  localAmount: null,
  localCurrency: null,
  payAmount,
  status: 1,
  createTime: '2026-01-02 03:04:05',
});

test('attaches a payment to the nearest recharge, and names the second person if one must decide', async () => {
  const payment = {
    id: '3',
    txHash: HASH,
    amount: '99',
    currency: 'USDT',
    network: 1,
    receiveAddress: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
    status: 2,
    problem: 2,
    rechargeNo: null,
    userName: null,
    confirmations: 30,
    payer: null,
    reference: null,
    watcherCode: 'chain',
    paidTime: '2026-01-02 03:05:00',
    version: 1,
    createUserName: null,
    createTime: '2026-01-02 03:05:05',
    updateTime: '2026-01-02 03:05:05',
  };
  const asked = answer({
    'user/incoming-payment/page': () => paged([payment]),
    'user/incoming-payment/counts': () => ({ total: 1, states: [] }),
    'agent/recharge/list': () => paged([candidate(1, '100.0371'), candidate(2, '4000')]),
    'user/incoming-payment/attach': () => ({ approvalId: '8', approvalNo: 'RV8' }),
  });
  const attached = () => asked.filter(({ path }) => path.endsWith('/attach')).map(({ body }) => body);
  await show(<Payments />, {
    locale: 'en',
    address: '/user/incoming-payment/index',
    permissions: ['agent/recharge:view', 'user/incoming-payment:view', 'user/incoming-payment:handle'],
  });
  await userEvent.click(page.getByRole('button', { name: 'Attach to a recharge' }).first());
  const panel = page.getByRole('dialog', { name: 'Attach to a recharge' });
  await userEvent.click(panel.getByRole('button', { name: 'Choose RC260101000001' }));
  await expect.element(panel.getByLabelText('Recharge no.')).toHaveValue('RC260101000001');
  await userEvent.click(panel.getByRole('button', { name: 'Attach', exact: true }));
  await expect.element(panel.getByLabelText('Reason')).toHaveAttribute('aria-invalid', 'true');
  expect(attached()).toEqual([]);
  await userEvent.fill(panel.getByLabelText('Reason'), 'Its payer wrote to us');
  expect(await barriers()).toEqual([]);
  await userEvent.click(panel.getByRole('button', { name: 'Attach', exact: true }));
  await expect.poll(attached).toEqual([{ id: '3', rechargeNo: 'RC260101000001', reason: 'Its payer wrote to us' }]);
  await expect.element(page.getByText(/RV8/)).toBeVisible();
});
