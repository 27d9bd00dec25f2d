import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answer } from '../../testing/answers.ts';
import { barriers } from '../../testing/barriers.ts';
import { show } from '../../testing/show.tsx';
import { ReportView } from './report-view.tsx';

const report = { totalLines: 3, goodLines: 3, typeDoubts: [{ lineType: 5, count: 2 }], sharedLines: 2 };

test('doubtful numbers are corrected in the report: by the likely type, or by a chosen country', async () => {
  const onCorrect = vi.fn();
  const canada = { value: 'CA', label: '加拿大', labelEn: 'Canada', dialCode: '1' };
  answer({ 'user/country/bulk-select': () => [canada] });
  await show(<ReportView report={report} reasons={undefined} onCorrect={onCorrect} />, { permissions: [] });
  await expect.element(page.getByText('2 个号码是免费电话号码，与所选号码类型不符，请核对')).toBeVisible();
  const corrections = page.getByRole('button', { name: '更正' });
  const [type, country] = [corrections.first(), corrections.last()];
  await expect.element(country).toBeDisabled();
  await userEvent.click(type);
  await userEvent.fill(page.getByRole('combobox', { name: '这些号码的国家' }), 'ca');
  await expect.poll(() => document.querySelector('.ant-select-item-option')?.textContent).toMatch(/加拿大/);
  await userEvent.keyboard('{Enter}');
  await userEvent.click(country);
  await expect.poll(() => onCorrect.mock.calls).toEqual([[{ lineType: 5, numberType: 3 }], [{ countryCode: 'CA' }]]);
  expect(await barriers()).toEqual([]);
});

test('after the confirmation doubts are only shown', async () => {
  await show(<ReportView report={report} reasons={undefined} />, { locale: 'en', theme: 'dark', permissions: [] });
  await expect.element(page.getByText(/2 numbers are toll-free numbers/)).toBeVisible();
  expect(page.getByRole('button').elements()).toHaveLength(0);
});
