import { recharge } from '@trade-assistant/contract/areas/agent/recharge.ts';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { resourcePage } from '../../kit/resource-page.tsx';
import { answer, envelope } from '../../testing/answers.ts';
import { barriers } from '../../testing/barriers.ts';
import { show } from '../../testing/show.tsx';
import { rechargeReview } from './recharge-review.tsx';

const Recharges = resourcePage(recharge, rechargeReview(recharge));
const PERMISSIONS = ['agent/recharge:view', 'agent/recharge:audit', 'agent/user:adjust'];
const HASH = 'ab'.repeat(32);

const rechargeOf = (n: number, more: object = {}) => ({
  id: String(n),
  rechargeNo: `RC26010100000${n}`,
  userId: '5',
  userName: 'Ada Chen',
  userType: 2,
  paymentMethod: 'usdt',
  methodName: '泰达币',
  methodNameEn: 'Tether',
  methodType: 1,
  network: 1,
  amount: '100',
  payAmount: '100.0371',
  localAmount: null,
  localCurrency: null,
  fxRate: null,
  receiveAddress: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
  bankInfo: null,
  txHash: HASH,
  payerName: null,
  proofs: null,
  payerNote: null,
  creditedAmount: null,
  creditReason: null,
  reversalNo: null,
  isLate: 0,
  status: 1,
  rejectReason: null,
  approvalId: null,
  auditUserName: null,
  auditTime: null,
  submitTime: '2026-01-02 03:10:00',
  expireTime: '2026-01-02 03:40:00',
  version: 1,
  createUserName: 'Ada Chen',
  createTime: '2026-01-02 03:04:05',
  updateTime: '2026-01-02 03:04:05',
  ...more,
});
const paged = (records: readonly object[]) => ({
  records,
  ...{ total: records.length, size: 10, current: 1, pages: 1 },
});
const dialog = page.getByRole('dialog');
const inDialog = (name: string) => dialog.getByRole('button', { name, exact: true });

async function recharges(rows: readonly object[], answers: Parameters<typeof answer>[0] = {}, query = '') {
  const asked = answer({
    'agent/recharge/list': () => paged(rows),
    'agent/recharge/counts': () => ({ total: rows.length, states: [] }),
    'agent/recharge/detail': () => rows[0],
    'agent/recharge/timeline': () => [],
    'agent/recharge/claims': () => ({ claims: [], payments: [] }),
    'agent/recharge/correct': () => ({ approvalId: null, approvalNo: null }),
    'agent/recharge/pass': () => null,
    'agent/recharge/turn-down': () => null,
    ...answers,
  });
  await show(<Recharges />, { locale: 'en', address: `/agent/recharge/index${query}`, permissions: PERMISSIONS });
  await expect.element(page.getByText('RC260101000001').first()).toBeVisible();
  return (call: string) => asked.filter(({ path }) => path === `agent/recharge/${call}`).map(({ body }) => body);
}

/** Starts an action of the first row, also one behind its menu. */
async function start(name: string): Promise<void> {
  const row = page.getByRole('row', { name: /RC260101000001/ });
  const direct = row.getByRole('button', { name, exact: true });
  if (direct.elements().length > 0) return userEvent.click(direct);
  await userEvent.click(row.getByRole('button', { name: 'More' }));
  await userEvent.click(page.getByRole('menuitem', { name, exact: true }));
}

test('another amount is corrected with a reason, from the amount to be paid', async () => {
  let isRefused = true;
  const sent = await recharges([rechargeOf(1)], {
    'agent/recharge/correct': () =>
      isRefused
        ? envelope(400, { fields: [{ field: 'creditedAmount', message: 'At most 5000' }] }, 'At most 5000')
        : { approvalId: null, approvalNo: null },
  });
  await start('Correct amount');
  const [arrived, reason] = [dialog.getByLabelText('Amount received'), dialog.getByLabelText('Reason')];
  await expect.element(arrived).toHaveValue('100.0371');
  await userEvent.fill(arrived, '6000');
  await userEvent.click(inDialog('Correct amount'));
  await expect.element(reason).toHaveAttribute('aria-invalid', 'true');
  expect(sent('correct')).toEqual([]);
  await userEvent.fill(reason, 'Bank slip');
  expect(await barriers()).toEqual([]);
  await userEvent.click(inDialog('Correct amount'));
  await expect.element(dialog.getByText(/At most 5000/).first()).toBeVisible();
  isRefused = false;
  await userEvent.fill(arrived, '99.95');
  await userEvent.click(inDialog('Correct amount'));
  await expect.poll(() => sent('correct').at(-1)).toEqual({ id: '1', creditedAmount: '99.95', reason: 'Bank slip' });
  await expect.element(dialog).not.toBeInTheDocument();
});

test('one that waits for a second person leads to the request and is not corrected again', async () => {
  await recharges([rechargeOf(1, { approvalId: '77' })], {}, '?record=1');
  await expect
    .element(dialog.getByRole('link', { name: /request/i }))
    .toHaveAttribute('href', '/desk/approval/index?record=77');
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  expect(page.getByText('Correct amount').elements()).toEqual([]);
});

test('approving asks once, rejecting needs a reason', async () => {
  const sent = await recharges([rechargeOf(1)]);
  await start('Reject');
  await userEvent.click(inDialog('Reject'));
  await expect.element(dialog.getByLabelText('Reason')).toHaveAttribute('aria-invalid', 'true');
  expect(sent('turn-down')).toEqual([]);
  await userEvent.fill(dialog.getByLabelText('Reason'), 'Nothing arrived');
  await userEvent.click(inDialog('Reject'));
  await expect.poll(() => sent('turn-down')).toEqual([{ ids: '1', reason: 'Nothing arrived' }]);
  await expect.element(dialog).not.toBeInTheDocument();
  await start('Approve');
  await expect.element(dialog.getByText(/Has 100.0371 USDT from Ada Chen been received/)).toBeVisible();
  await userEvent.click(inDialog('Approve'));
  await expect.poll(() => sent('pass')).toEqual([{ ids: '1' }]);
  await expect.element(page.getByText('100.0371 USDT credited to Ada Chen')).toBeVisible();
});

test('a reversed recharge is not shown as credited, and its credit is not reversed again', async () => {
  const row = rechargeOf(1, { status: 2, creditedAmount: '100.0371', reversalNo: 'JN260101R' });
  await recharges([row], {}, '?record=1');
  await expect.element(dialog.getByText('JN260101R')).toBeVisible();
  const row1 = page.getByRole('row', { name: /RC260101000001/, includeHidden: true });
  await expect.element(row1.getByText('Reversed', { exact: true })).toBeVisible();
  await expect.element(dialog.getByText('Reversed', { exact: true }).first()).toBeVisible();
  expect(page.getByRole('button', { name: 'Reverse credit' }).elements()).toEqual([]);
});

test('list, record and questions show the amount due in both currencies alike', async () => {
  await recharges([rechargeOf(1, { payAmount: '100', localAmount: '720', localCurrency: 'CNY' })], {}, '?record=1');
  const due = page.getByText('720.00 CNY (100.00 USDT)');
  await expect.element(dialog.getByText('Amount due')).toBeVisible();
  expect(due.elements().length + page.getByText('(100.00 USDT)').elements().length).toBeGreaterThan(1);
  await userEvent.click(inDialog('Approve'));
  await expect.element(page.getByText(/Has 720.00 CNY \(100.00 USDT\) from Ada Chen been received/)).toBeVisible();
});

test('an open record stops offering an action once it is done, before the lists are there again', async () => {
  let isSlow = false;
  const row = rechargeOf(1);
  const never = () => new Promise<never>(() => undefined);
  await recharges(
    [row],
    {
      'agent/recharge/list': () => (isSlow ? never() : paged([row])),
      'agent/recharge/detail': () => (isSlow ? never() : row),
      'agent/recharge/pass': () => {
        isSlow = true;
        return null;
      },
    } as never,
    '?record=1',
  );
  await userEvent.click(inDialog('Approve'));
  await userEvent.click(page.getByRole('dialog', { name: /been received/ }).getByRole('button', { name: 'Approve' }));
  await expect.element(page.getByText('100.0371 USDT credited to Ada Chen')).toBeVisible();
  await expect.element(inDialog('Approve')).not.toBeInTheDocument();
  await expect.element(inDialog('Correct amount')).not.toBeInTheDocument();
  await expect.element(inDialog('Reject')).not.toBeInTheDocument();
});

test('shows other recharges with the same transaction, and a refused decision returns with its reason', async () => {
  const claim = {
    id: '9',
    rechargeNo: 'RC26010199',
    userName: 'Bob Li',
    userType: 2,
    payAmount: '100.0371',
    status: 1,
  };
  const sent = await recharges([rechargeOf(1), rechargeOf(2, { txHash: null })], {
    'agent/recharge/claims': () => ({
      claims: [{ ...claim, createTime: '2026-01-02 03:00:00', isCertain: false }],
      payments: [],
    }),
    'agent/recharge/pass': ({ body }) =>
      (body as { ids: string }).ids === '1' ? envelope(409, null, 'It paid another one') : null,
  });
  await userEvent.click(page.getByRole('button', { name: 'Review one by one' }));
  const queue = page.getByRole('dialog', { name: 'Review one by one' });
  await expect.element(queue.getByRole('link', { name: 'RC26010199' })).toBeVisible();
  await expect.element(queue.getByText(/Other recharges name this transaction too/)).toBeVisible();
  expect(await barriers()).toEqual([]);
  await userEvent.click(queue.getByRole('button', { name: /^Approve/ }));
  await expect.element(queue.getByText(/1 item could not be processed/)).toBeVisible();
  expect(queue.getByRole('link', { name: 'RC26010199' }).elements()).toEqual([]);
  await userEvent.click(queue.getByRole('button', { name: /^Approve/ }));
  await expect.element(queue.getByText('It paid another one')).toBeVisible();
  await userEvent.click(queue.getByRole('button', { name: /^Reject/ }));
  await userEvent.fill(queue.getByLabelText('Reason for rejection'), 'Paid another');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => sent('turn-down')).toEqual([{ ids: '1', reason: 'Paid another' }]);
  expect(sent('pass')).toEqual([{ ids: '1' }, { ids: '2' }]);
});
