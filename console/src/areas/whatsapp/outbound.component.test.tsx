import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answer } from '../../testing/answers.ts';
import { show } from '../../testing/show.tsx';
import Outbound from './outbound.tsx';
import SurviveDialog from './warehouse/survive-dialog.tsx';

const PERMISSIONS = ['view', 'add', 'edit', 'deliver', 'export'].map((action) => `whatsapp/outbound:${action}`);

/** A note that is held for a customer. */
const note = (id: string, more: object = {}) => ({
  id,
  outboundNo: `OB${id}`,
  outboundType: 1,
  agentId: '7',
  agentName: 'Anna',
  orderNo: null,
  businessType: 1,
  countryCode: 'GB',
  numberType: 1,
  capability: null,
  warehouseCode: null,
  strategy: 1,
  quantity: 3,
  deliveredQty: 0,
  returnedQty: 0,
  unitPrice: null,
  amount: null,
  currency: 'USDT',
  isGift: 0,
  giftReason: null,
  giftUserName: null,
  downloadCount: 0,
  staffDownloadCount: 0,
  maxDownload: 5,
  status: 1,
  version: 1,
  createTime: '2026-01-02 03:04:05',
  updateTime: '2026-01-02 03:04:05',
  createUserName: 'Keeper',
  ...more,
});

/** Shows notes. @returns the requests to the server */
async function notes(...rows: object[]) {
  const asked = answer({
    'whatsapp/outbound/list': () => ({ records: rows, total: rows.length, size: 10, current: 1, pages: 1 }),
    'whatsapp/outbound/submit': () => ({ id: '1', outboundNo: 'OB1', status: 1, version: 2 }),
    'user/country/bulk-select': () => [],
  });
  await show(<Outbound />, { address: '/whatsapp/outbound/index', permissions: PERMISSIONS });
  return asked;
}

const action = async (name: string) => {
  const row = page.getByRole('row').filter({ hasText: 'OB1' });
  await userEvent.click(row.getByRole('button', { name: '更多' }));
  await userEvent.click(page.getByText(name, { exact: true }));
};

describe('a note without an order', () => {
  test('shows that its customer is charged, and can be a gift with a reason', async () => {
    const asked = await notes(note('1'));
    await action('确认出库');
    await expect.element(page.getByText('将按客户价格扣款', { exact: false })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await action('改为赠送');
    await userEvent.fill(page.getByRole('dialog').getByLabelText('赠送原因'), 'trade fair');
    await userEvent.click(page.getByRole('dialog').getByRole('button', { name: '改为赠送' }));
    await expect
      .poll(() => asked.find(({ path }) => path.endsWith('submit'))?.body)
      .toEqual({ id: '1', version: 1, isGift: 1, giftReason: 'trade fair' });
  });

  test('that is a gift is free of charge, and shows whose downloads were counted', async () => {
    await notes(note('1', { isGift: 1 }), note('2', { status: 2, downloadCount: 3, staffDownloadCount: 2 }));
    await action('确认出库');
    await expect.element(page.getByText('出库后客户可以下载', { exact: false })).toBeVisible();
    expect(document.body.textContent).not.toContain('扣款');
    await expect.element(page.getByText('1 / 5 (+2)')).toBeVisible();
  });
});

test('marks a check that was made by the sandbox', async () => {
  answer({
    'whatsapp/warehouse/survive': () => ({ taskNo: 'T1', evidence: 3 }),
    'desk/task/progress': () => ({ taskNo: 'T1', state: 3, done: 1, total: 1, result: { alive: 1 }, hasReport: 0 }),
  });
  await show(<SurviveDialog ids={['1']} onClose={() => undefined} />, { permissions: ['whatsapp/warehouse:survive'] });
  await userEvent.click(page.getByRole('button', { name: '开始检测' }));
  await expect.element(page.getByText('不影响库存和销售', { exact: false })).toBeVisible();
});
