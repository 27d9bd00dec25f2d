import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answer, envelope } from '../../testing/answers.ts';
import { barriers } from '../../testing/barriers.ts';
import { show } from '../../testing/show.tsx';
import MergePanel from './supplier/merge-panel.tsx';
import { MergedSuppliers } from './supplier/merged.tsx';

const row = { id: '7', supplierName: 'Harbor', supplierCode: 'SP7', version: 1 } as never;
const side = (id: string, supplierName: string, due: string) => ({
  ...{ id, supplierName, supplierCode: `SP${id}`, batchCount: 2, stockedCount: 1200, failedCount: 3, openClaims: 1 },
  balances: [
    { supplierId: id, supplierName, currency: 'USDT', claims: 1, claimed: '9', accepted: '9', received: '1', due },
  ],
});

test('shows what counts for both before suppliers are merged, and the reason of a refusal', async () => {
  let isRefused = true;
  const asked = answer({
    'whatsapp/supplier/select': () => [
      { value: '8', label: 'Harbour Numbers', labelEn: 'Harbour Numbers', disabled: false },
    ],
    'whatsapp/supplier/merge-preview': () => ({
      from: side('7', 'Harbor', '8'),
      into: side('8', 'Harbour Numbers', '0'),
    }),
    'whatsapp/supplier/merge': () =>
      isRefused
        ? envelope(409, null, 'Send or cancel one of them first', { bizCode: 'SUPPLIER_CLAIMS_BOTH_OPEN' })
        : null,
  });
  const merged = () => asked.filter(({ path }) => path.endsWith('/merge')).map(({ body }) => body);
  await show(<MergePanel row={row} onClose={() => undefined} />, { locale: 'en', permissions: [] });
  await userEvent.click(page.getByRole('combobox', { name: /Supplier that stays/ }));
  await userEvent.click(page.getByTitle('Harbour Numbers'));
  const preview = page.getByRole('region', { name: 'Preview of the merge' });
  await expect.element(preview.getByRole('row', { name: 'Numbers delivered 1,200 1,200' })).toBeVisible();
  await expect.element(preview.getByText(/^8(\.00)? USDT$/)).toBeVisible();
  expect(await barriers()).toEqual([]);
  await userEvent.click(page.getByRole('button', { name: 'Merge', exact: true }));
  await expect.element(page.getByText('Send or cancel one of them first')).toBeVisible();
  isRefused = false;
  await userEvent.click(page.getByRole('button', { name: 'Merge', exact: true }));
  await expect.poll(merged).toEqual([
    { id: '7', intoId: '8' },
    { id: '7', intoId: '8' },
  ]);
});

test('undoes a merge within its time after a question, and offers nothing afterwards', async () => {
  const one = { supplierCode: 'SP7', intoName: 'Harbour', mergedTime: '2026-01-02 03:04:05', mergedUserName: 'Ada' };
  const asked = answer({
    'whatsapp/supplier/merged': () => [
      { ...one, id: '7', supplierName: 'Harbor', undoUntil: '2026-02-01 03:04:05' },
      { ...one, id: '6', supplierName: 'Harbur', undoUntil: null },
    ],
    'whatsapp/supplier/unmerge': () => null,
  });
  await show(<MergedSuppliers id="8" />, { locale: 'zh', permissions: ['whatsapp/supplier:merge'] });
  await expect.element(page.getByText('已过期，不能撤销')).toBeVisible();
  expect(await barriers()).toEqual([]);
  expect(page.getByRole('button').elements()).toHaveLength(1);
  await userEvent.click(page.getByRole('button', { name: '撤销合并 Harbor' }));
  await userEvent.click(page.getByRole('dialog').getByRole('button', { name: '撤销合并' }));
  await expect
    .poll(() => asked.filter(({ path }) => path.endsWith('/unmerge')).map(({ body }) => body))
    .toEqual([{ id: '7' }]);
});
