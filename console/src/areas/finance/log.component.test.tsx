import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answer } from '../../testing/answers.ts';
import { barriers } from '../../testing/barriers.ts';
import { looks } from '../../testing/looks.ts';
import { show } from '../../testing/show.tsx';
import FinanceLog from './log.tsx';

const movement = (n: number, more: object) => ({
  id: String(n),
  ...{ logNo: `L${n}`, journalNo: `J${n}`, userId: '5', userName: 'Ada Chen', userType: 2, walletKind: 1 },
  ...{ financeType: 1, direction: 1, amount: '600', beforeAmount: '0', afterAmount: '600', currency: 'USDT' },
  ...{ bizType: 'manual_adjust', bizId: '5', bizNo: null, operatorName: 'Mia Wong', approverName: null, remark: null },
  createTime: '2026-01-02 03:04:05',
  ...more,
});

test('a credit is undone by its opposite, after saying who loses how much', async () => {
  const sent: unknown[] = [];
  const bonus = movement(3, { journalNo: 'J1', walletKind: 7, amount: '60' });
  const rows = [movement(1, { financeType: 12 }), movement(2, { financeType: 2, direction: 2 }), bonus];
  const listed = (no: string | null) => rows.filter(({ journalNo }) => no === null || journalNo === no);
  answer({
    'finance/log/list': ({ query }) => {
      const records = listed(query.get('journalNo'));
      return { records, total: records.length, size: 10, current: 1, pages: 1 };
    },
    'finance/log/counts': () => ({ total: 2, states: [] }),
    'finance/log/detail': ({ query }) => rows.find(({ id }) => id === query.get('id')),
    'agent/user/adjustment-limit': () => ({ alone: '500' }),
    'agent/user/manual-update-balance': ({ body }) => {
      sent.push(body);
      return { okCount: 0, pendingApproval: true, approvalId: '9', items: [] };
    },
  });
  const permissions = ['finance/log:view', 'agent/user:adjust'];
  await show(<FinanceLog />, { locale: 'en', address: '/finance/log/index?record=1', permissions });
  const record = page.getByRole('dialog', { name: /View/ });
  await userEvent.click(record.getByRole('button', { name: 'Reverse', exact: true }));
  const dialog = page.getByRole('dialog', { name: 'Reverse · J1' });
  await expect.element(dialog.getByText(/600.00 USDT and a bonus of 60.00 USDT taken back from/)).toBeVisible();
  await expect.element(dialog.getByText('Above your limit for today: another person must approve it')).toBeVisible();
  expect(await barriers()).toEqual([]);
  await userEvent.fill(dialog.getByLabelText('Reason'), 'Wrong agent');
  await userEvent.click(dialog.getByRole('button', { name: 'Send for approval' }));
  await expect.poll(() => sent).toEqual([{ ids: '5', money: '-600', reason: 'Wrong agent', reverses: 'J1' }]);
  await expect
    .element(page.getByText(/Sent for approval: 600.00 USDT and a bonus of 60.00 USDT taken back/))
    .toBeVisible();
});

test.each(looks)(
  'a hold is neither income nor expense, and an approved credit names both people and its request: $theme',
  async (look) => {
    const zh = look.locale === 'zh';
    const approved = { financeType: 12, bizId: '77', bizNo: 'RV260101', approverName: 'Wang Lei' };
    const rows = [
      movement(1, { financeType: 3, walletKind: 2 }),
      movement(2, { financeType: 3, direction: 2 }),
      movement(3, { financeType: 4, direction: 1 }),
      movement(4, approved),
    ];
    answer({
      'finance/log/list': () => ({ records: rows, total: 4, size: 10, current: 1, pages: 1 }),
      'finance/log/counts': () => ({ total: 4, states: [] }),
      'finance/log/detail': () => rows[3],
    });
    await show(
      <div style={{ height: 600, overflow: 'auto', containerType: 'inline-size' }}>
        <FinanceLog />
      </div>,
      { ...look, address: '/finance/log/index?record=4', permissions: ['finance/log:view', 'desk/approval:view'] },
    );
    for (const words of zh
      ? ['冻结转入', '冻结转出', '解冻转入']
      : ['Moved to hold', 'Put on hold', 'Released to wallet'])
      await expect.element(page.getByText(words, { exact: true }).first()).toBeVisible();
    const record = page.getByRole('dialog');
    await expect
      .element(record.getByText(zh ? 'Mia Wong（Wang Lei 复核）' : 'Mia Wong (approved by Wang Lei)'))
      .toBeVisible();
    await expect.element(record.getByText(zh ? '人工调账' : 'Balance adjustment')).toBeVisible();
    await expect
      .element(record.getByRole('link', { name: 'RV260101' }))
      .toHaveAttribute('href', '/desk/approval/index?record=77');
    expect(await barriers()).toEqual([]);
  },
);
