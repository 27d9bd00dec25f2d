import { withdrawal } from '@trade-assistant/contract/areas/agent/withdrawal.ts';
import { oauth } from '@trade-assistant/contract/areas/auth/oauth.ts';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { callKey, queryClient } from '../../kit/client/query.ts';
import { resourcePage } from '../../kit/resource-page.tsx';
import { answer, envelope } from '../../testing/answers.ts';
import { barriers } from '../../testing/barriers.ts';
import { show } from '../../testing/show.tsx';
import { withdrawalReview } from './withdrawal-review.tsx';

const Withdrawals = resourcePage(withdrawal, withdrawalReview(withdrawal));
const PERMISSIONS = ['view', 'audit', 'transfer', 'bank-batch', 'risk'].map((action) => `agent/withdrawal:${action}`);
const CARD = { holderName: 'Li Wei', bankName: 'First Bank', countryCode: 'CN', cardLast4: '4242' };

const withdrawalOf = (n: number, more: object = {}) => ({
  id: String(n),
  withdrawNo: `WD26010100000${n}`,
  userId: '5',
  userName: 'Ada Chen',
  userType: 2,
  walletKind: 2,
  amount: '50',
  fee: '1',
  netAmount: '49',
  paymentMethod: 'bank',
  methodName: '银行转账',
  methodNameEn: 'Bank transfer',
  methodType: 2,
  network: null,
  payeeType: 1,
  payeeId: '8',
  payeeName: 'First Bank ••••4242',
  payee: CARD,
  localAmount: '352.8',
  localCurrency: 'CNY',
  fxRate: '7.2',
  status: 0,
  riskFlags: 0,
  channelCode: null,
  channelNo: null,
  txHash: null,
  attempt: 0,
  channelSaid: null,
  applyNote: null,
  auditUserName: null,
  auditTime: null,
  checkUserName: null,
  checkTime: null,
  paidTime: null,
  rejectReason: null,
  approvalId: null,
  version: 1,
  createUserName: 'Ada Chen',
  createTime: '2026-01-02 03:04:05',
  updateTime: '2026-01-02 03:04:05',
  ...more,
});
type Row = ReturnType<typeof withdrawalOf>;

const decided = ({ body }: { body: unknown }) =>
  String((body as { ids: string }).ids)
    .split(',')
    .map((id) => ({ id, status: 1 }));

async function withdrawals(
  rows: readonly Row[],
  answers: Parameters<typeof answer>[0] = {},
  setting: Parameters<typeof show>[1] = {},
) {
  const asked = answer({
    'agent/withdrawal/list': () => ({ records: rows, total: rows.length, size: 10, current: 1, pages: 1 }),
    'agent/withdrawal/counts': () => ({ total: rows.length, states: [] }),
    'agent/withdrawal/pass': decided,
    'agent/withdrawal/transfer': decided,
    'agent/withdrawal/turn-down': () => null,
    ...answers,
  });
  await show(
    <div style={{ height: 600, overflow: 'auto', containerType: 'inline-size' }}>
      <Withdrawals />
    </div>,
    {
      locale: 'en',
      address: '/agent/withdrawal/index',
      permissions: PERMISSIONS,
      ...setting,
    },
  );
  queryClient.setQueryData(callKey(oauth, 'user-info', {}), { parameters: { 'withdraw.proofAbove': '100' } });
  await expect.element(page.getByText(rows[0]?.withdrawNo ?? '').first()).toBeVisible();
  const sent = (call: string) =>
    asked.filter(({ path }) => path === `agent/withdrawal/${call}`).map(({ body }) => body);
  return { sent };
}

const row = (n: number) => page.getByRole('row', { name: new RegExp(`WD26010100000${n}`) });
const choose = (n: number) => userEvent.click(row(n).getByRole('checkbox'));
const dialog = page.getByRole('dialog');
const inDialog = (name: string) => dialog.getByRole('button', { name, exact: true });
const reference = dialog.getByLabelText('Transaction or bank reference');

/** Starts an action of a row, also one behind its menu. */
async function start(n: number, name: string): Promise<void> {
  const direct = row(n).getByRole('button', { name, exact: true });
  if (direct.elements().length > 0) return userEvent.click(direct);
  await userEvent.click(row(n).getByRole('button', { name: /^(More|更多)$/ }));
  await userEvent.click(page.getByRole('menuitem', { name, exact: true }));
}

describe('paid by hand', () => {
  test('a large one needs its proof at the field, and nothing is sent without', async () => {
    const { sent } = await withdrawals([withdrawalOf(1, { amount: '100.000001' })]);
    await start(1, 'Record as paid');
    await expect.element(reference).toHaveAttribute('aria-required', 'true');
    expect(await barriers()).toEqual([]);
    await userEvent.click(inDialog('Record as paid'));
    await expect.element(reference).toHaveAttribute('aria-invalid', 'true');
    expect(sent('pass')).toEqual([]);
    await userEvent.fill(reference, 'slip 7');
    await userEvent.click(inDialog('Record as paid'));
    await expect.poll(() => sent('pass')).toEqual([{ ids: '1', txHash: 'slip 7' }]);
    await expect.element(dialog).not.toBeInTheDocument();
  });

  test('none is needed up to the limit, and the question and its success name payee and amount', async () => {
    const { sent } = await withdrawals([withdrawalOf(1, { amount: '100' })], {}, { theme: 'dark', locale: 'zh' });
    await start(1, '登记已打款');
    await expect
      .element(
        dialog.getByText('确认已向Ada Chen的收款账户 First Bank ••••4242 打款 352.80 CNY（49.00 USDT）？', {
          exact: false,
        }),
      )
      .toBeVisible();
    await expect.element(dialog.getByLabelText('交易哈希/银行凭证号')).not.toHaveAttribute('aria-required', 'true');
    await userEvent.click(inDialog('登记已打款'));
    await expect.poll(() => sent('pass')).toEqual([{ ids: '1' }]);
    await expect.element(page.getByText('已登记打款 Ada Chen 352.80 CNY（49.00 USDT）')).toBeVisible();
  });

  test('shows a refusal at its field, and keeps the typed values', async () => {
    await withdrawals([withdrawalOf(1, { amount: '300' })], {
      'agent/withdrawal/pass': () =>
        envelope(400, { fields: [{ field: 'txHash', message: 'Already used' }] }, 'Already used'),
    });
    await start(1, 'Record as paid');
    await userEvent.fill(reference, 'slip 7');
    await userEvent.click(inDialog('Record as paid'));
    await expect.element(dialog.getByText('Already used').first()).toBeVisible();
    await expect.element(reference).toHaveValue('slip 7');
  });

  test('in the queue the proof is beside the decision, and one that is refused comes back', async () => {
    let isRefused = true;
    const { sent } = await withdrawals([withdrawalOf(1, { amount: '300' }), withdrawalOf(2)], {
      'agent/withdrawal/pass': (asked) => (isRefused ? envelope(400, null, 'Give the reference') : decided(asked)),
    });
    await userEvent.click(page.getByRole('button', { name: 'Review one by one' }));
    const queue = page.getByRole('dialog', { name: 'Review one by one' });
    await expect.element(queue.getByText('1 of 2')).toBeVisible();
    const field = queue.getByLabelText('Transaction or bank reference');
    await expect.element(field).toHaveAttribute('aria-required', 'true');
    expect(await barriers()).toEqual([]);
    await userEvent.click(queue.getByRole('button', { name: /^Approve/ }));
    await expect.element(queue.getByText(/1 item could not be processed/)).toBeVisible();
    await expect.element(field).toHaveAttribute('aria-required', 'false');
    await userEvent.click(queue.getByRole('button', { name: 'Go to item' }));
    await expect.element(queue.getByText('Give the reference')).toBeVisible();
    isRefused = false;
    await userEvent.fill(field, ' slip 7 ');
    await userEvent.click(queue.getByRole('button', { name: /^Approve/ }));
    await expect.poll(() => sent('pass')).toEqual([{ ids: '1' }, { ids: '1', txHash: 'slip 7' }]);
    await userEvent.click(queue.getByRole('button', { name: /^Reject/ }));
    await userEvent.fill(queue.getByLabelText('Reason for rejection'), 'Wrong card');
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => sent('turn-down')).toEqual([{ ids: '2', reason: 'Wrong card' }]);
  });
});

test('a list shows both ends of a payee’s address, and the whole bank account', async () => {
  const address = 'TMVy4Lt8ChLWsaaEeorD49KdppK5XAiPc6';
  await withdrawals([withdrawalOf(1, { payeeName: address }), withdrawalOf(2)]);
  await expect.element(row(1).getByText('TMVy4L…iPc6')).toHaveAttribute('title', address);
  await expect.element(row(2).getByText('First Bank ••••4242')).toBeInTheDocument();
});

test('turning one down needs a reason', async () => {
  const { sent } = await withdrawals([withdrawalOf(1)]);
  await start(1, 'Reject');
  await userEvent.click(inDialog('Reject'));
  await expect.element(dialog.getByLabelText('Reason')).toHaveAttribute('aria-invalid', 'true');
  expect(sent('turn-down')).toEqual([]);
  await userEvent.fill(dialog.getByLabelText('Reason'), 'Unknown payee');
  await userEvent.click(inDialog('Reject'));
  await expect.poll(() => sent('turn-down')).toEqual([{ ids: '1', reason: 'Unknown payee' }]);
});

test('transfers only pending commission to the balance', async () => {
  const { sent } = await withdrawals([
    withdrawalOf(1, { walletKind: 1 }),
    withdrawalOf(2),
    withdrawalOf(3, { walletKind: 1, status: 1 }),
  ]);
  for (const [n, isOffered] of [
    [2, false],
    [3, false],
  ] as const) {
    const more = row(n).getByRole('button', { name: 'More' });
    if (more.elements().length > 0) await userEvent.click(more);
    expect(page.getByText('Move to balance').elements().length > 0, String(n)).toBe(isOffered);
    await userEvent.keyboard('{Escape}');
  }
  await start(1, 'Move to balance');
  await userEvent.click(inDialog('Move to balance'));
  await expect.poll(() => sent('transfer')).toEqual([{ ids: '1' }]);
});

describe('a payout', () => {
  const channel = (channelCode: string, channelKind: number) => ({
    channelCode,
    channelName: channelCode,
    channelNameEn: channelCode,
    channelKind,
  });
  const sendButton = inDialog('Confirm payout');

  test('pays several through the chosen channel, and leaves out those it does not support', async () => {
    const { sent } = await withdrawals([withdrawalOf(1), withdrawalOf(2), withdrawalOf(3, { status: 1 })], {
      'user/payout-channel/choices': () => [channel('main', 2), channel('box', 1)],
      'agent/withdrawal/third-channel': () => [
        { id: '1', status: 3 },
        { id: '2', status: 9 },
      ],
    });
    for (const n of [1, 2, 3]) await choose(n);
    await userEvent.click(page.getByRole('button', { name: 'Pay out', exact: true }).first());
    await expect.element(dialog.getByText('Total of 2')).toBeVisible();
    expect(dialog.getByText('First Bank ••••4242').elements()).toHaveLength(2);
    await expect.element(dialog.getByText('98.00 USDT')).toBeVisible();
    await expect.element(dialog.getByRole('radio', { name: 'main' })).toBeChecked();
    await userEvent.click(dialog.getByRole('radio', { name: 'box' }));
    await expect.element(dialog.getByText(/no money is sent/)).toBeVisible();
    expect(await barriers()).toEqual([]);
    await userEvent.click(sendButton);
    await expect.poll(() => sent('third-channel')).toEqual([{ ids: '1,2', type: 'box' }]);
    await expect
      .element(page.getByText(/Payout submitted: 352.80 CNY \(49.00 USDT\) to Ada Chen.*sent for approval: 352.80 CNY/))
      .toBeVisible();
  });

  test('without a channel is not sent, and leads to the screen that adds one', async () => {
    const { sent } = await withdrawals([withdrawalOf(1)], { 'user/payout-channel/choices': () => [] });
    await start(1, 'Pay out');
    await expect.element(dialog.getByText('No payout channel available')).toBeVisible();
    await expect
      .element(dialog.getByRole('link', { name: 'Add channel' }))
      .toHaveAttribute('href', '/user/payout-channel/index');
    await expect.element(sendButton).toBeDisabled();
    await userEvent.keyboard('{Enter}');
    expect(sent('third-channel')).toEqual([]);
  });

  test('whose channels cannot be loaded shows so, and retries', async () => {
    let isDown = true;
    await withdrawals([withdrawalOf(1)], {
      'user/payout-channel/choices': () => (isDown ? envelope(500, null, 'Try later') : [channel('main', 2)]),
    });
    await start(1, 'Pay out');
    await expect.element(dialog.getByText('Try later')).toBeVisible();
    await expect.element(sendButton).toBeDisabled();
    isDown = false;
    await userEvent.click(dialog.getByRole('button', { name: 'Retry' }));
    await expect.element(sendButton).toBeEnabled();
  });
});

describe('one in second review', () => {
  const request = (more: object = {}) => ({
    id: '77',
    ...{
      approvalNo: 'RV1',
      kind: 3,
      subject: 'Pay 49.00 USDT to Ada Chen',
      amount: '50',
      currency: 'USDT',
      reason: '–',
    },
    ...{ createUserName: 'Mia Wong', createTime: '2026-01-02 03:04:05', expireTime: '2026-01-05 03:04:05', status: 0 },
    ...{ decidedByName: null, decideTime: null, decision: null, isOwn: 0, lines: [], version: 1, ...more },
  });
  const checked = { permissions: [...PERMISSIONS, 'agent/withdrawal:check'] };
  const waiting = withdrawalOf(1, { status: 9, approvalId: '77' });

  test('is approved as requested, after showing whose request it is, the payee and the amount', async () => {
    const sent: unknown[] = [];
    await withdrawals(
      [waiting],
      {
        'desk/approval/detail': () => request(),
        'desk/approval/pass': ({ body }) => {
          sent.push(body);
          return null;
        },
      },
      checked,
    );
    await start(1, 'Approve payout');
    await expect.element(dialog.getByText(/Mia Wong requested: Pay 49.00 USDT to Ada Chen/)).toBeVisible();
    await expect.element(dialog.getByText('First Bank ••••4242')).toBeVisible();
    await expect.element(dialog.getByText('352.80 CNY (49.00 USDT)')).toBeVisible();
    expect(await barriers()).toEqual([]);
    await userEvent.click(inDialog('Approve'));
    await expect.poll(() => sent).toEqual([{ ids: '77' }]);
    await expect.element(page.getByText('Approved: 352.80 CNY (49.00 USDT) to Ada Chen')).toBeVisible();
  });

  test('is not paid like another, and not approved by its own requester', async () => {
    await withdrawals([waiting], { 'desk/approval/detail': () => request({ isOwn: 1 }) }, checked);
    await choose(1);
    await userEvent.click(page.getByRole('button', { name: 'Pay out', exact: true }).first());
    await expect.element(page.getByText('None of the selected records allows “Pay out”')).toBeVisible();
    await start(1, 'Approve payout');
    await expect.element(dialog.getByText('This is your own request; another person must approve it')).toBeVisible();
    await expect.element(inDialog('Approve')).toBeDisabled();
  });
});

describe('the file for a bank', () => {
  const file = () => new Response('x', { headers: { 'content-disposition': 'attachment; filename="batch.xlsx"' } });
  const open = () => userEvent.click(page.getByRole('button', { name: 'Bank file', exact: true }).first());

  test('contains the pending ones of the selection, with a password if one is given', async () => {
    const { sent } = await withdrawals([withdrawalOf(1), withdrawalOf(2, { methodType: 1 }), withdrawalOf(3)], {
      'agent/withdrawal/bank-batch': file,
    });
    for (const n of [1, 2, 3]) await choose(n);
    await open();
    await expect.element(page.getByRole('dialog', { name: 'Bank batch file (2)' })).toBeVisible();
    const password = dialog.getByLabelText('Password of the archive (optional)');
    await userEvent.fill(password, 'short');
    await expect.element(inDialog('Download')).toBeDisabled();
    await userEvent.fill(password, 'a-password-for-a-file');
    expect(await barriers()).toEqual([]);
    await userEvent.click(inDialog('Download'));
    await expect.poll(() => sent('bank-batch')).toEqual([{ ids: '1,3', password: 'a-password-for-a-file' }]);
    await expect.element(dialog).not.toBeInTheDocument();
  });

  test('is not offered for a selection in which nothing is due', async () => {
    const { sent } = await withdrawals([withdrawalOf(1, { methodType: 1 })], { 'agent/withdrawal/bank-batch': file });
    await choose(1);
    await open();
    await expect.element(page.getByText('None of the selected records allows “Bank file”')).toBeVisible();
    expect(dialog.elements()).toEqual([]);
    expect(sent('bank-batch')).toEqual([]);
  });
});
