import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answer, envelope } from '../../../testing/answers.ts';
import { barriers } from '../../../testing/barriers.ts';
import { show } from '../../../testing/show.tsx';
import PriceMatrix from './price-matrix.tsx';

const price = (id: string, countryCode: string, agentLevel: number, salePrice: string) => ({
  id,
  countryCode,
  agentLevel,
  salePrice,
  version: 3,
  businessType: 1,
  serviceType: 2,
  filterType: null,
  activePeriod: null,
  unit: 1,
  chargeOn: 1,
  minQty: null,
  maxQty: null,
  stepQty: null,
});

async function open(answers: Parameters<typeof answer>[0]) {
  const records = [price('1', 'US', 0, '1.05'), price('2', 'US', 3, '0.95'), price('3', 'GB', 0, '2')];
  const asked = answer({
    'whatsapp/price-configure/list': () => ({ records, total: 3, current: 1, size: 200, pages: 1 }),
    'whatsapp/price-configure/update': ({ body }) => ({
      id: `${(body as { id: string }).id}0`,
      version: 1,
      approvalId: null,
    }),
    'whatsapp/price-configure/save': () => ({ id: '9', version: 1, approvalId: null }),
    ...answers,
  });
  await show(<PriceMatrix onClose={() => undefined} />, { locale: 'en', theme: 'dark', permissions: [] });
  await expect.element(cellOf('United States', 'All')).toBeVisible();
  return () =>
    asked
      .filter(({ path }) => path.startsWith('whatsapp/price-configure/') && !path.endsWith('/list'))
      .map(({ path, body }) => [path.split('/').at(-1), body]);
}
const cellOf = (country: string, level: string) =>
  page.getByRole('textbox', { name: `${country} ${level}`, exact: true });
const press = (name: string) => userEvent.click(page.getByRole('button', { name, exact: true }));

test('saves the edited cells of one service, each at its version, and undoes them in one action', async () => {
  const sent = await open({});
  await expect.element(page.getByRole('button', { name: 'Save 0 prices' })).toBeDisabled();
  expect(await barriers()).toEqual([]);
  await userEvent.fill(cellOf('United States', 'All'), '1.1');
  await userEvent.fill(cellOf('United Kingdom', 'All'), '2.5');
  await press('Save 2 prices');
  await expect.poll(sent).toEqual([
    ['update', { id: '1', version: 3, salePrice: '1.1' }],
    ['update', { id: '3', version: 3, salePrice: '2.5' }],
  ]);
  await expect.element(page.getByText('2 prices changed')).toBeVisible();
  await press('Undo the last 2');
  await expect
    .poll(() => sent().slice(2))
    .toEqual([
      ['update', { id: '10', version: 1, salePrice: '1.05', remark: 'Price change undone' }],
      ['update', { id: '30', version: 1, salePrice: '2', remark: 'Price change undone' }],
    ]);
  await expect.element(page.getByText('2 price changes undone')).toBeVisible();
  expect(page.getByRole('button', { name: /Undo/ }).elements()).toEqual([]);
});

test('an empty cell is filled with a price like the others of its row, which undo removes', async () => {
  const sent = await open({ 'whatsapp/price-configure/remove': () => null });
  await userEvent.fill(cellOf('United Kingdom', 'Gold'), '1.9');
  await press('Save 1 price');
  const like = { businessType: 1, serviceType: 2, filterType: null, activePeriod: null, unit: 1, chargeOn: 1 };
  const form = {
    ...like,
    countryCode: 'GB',
    agentLevel: 3,
    salePrice: '1.9',
    minQty: null,
    maxQty: null,
    stepQty: null,
  };
  await expect.poll(sent).toEqual([['save', form]]);
  await press('Undo the last 1');
  await expect.poll(() => sent().at(-1)).toEqual(['remove', { ids: '9' }]);
});

test('a refused cell stays typed, and links the price that is in its way', async () => {
  const taken = () => envelope(400, { id: '77' }, 'P1 (version 2) is in force then');
  await open({ 'whatsapp/price-configure/save': taken });
  await userEvent.fill(cellOf('United Kingdom', 'Gold'), '1.9');
  await press('Save 1 price');
  await expect.element(page.getByRole('alert').getByText(/P1 \(version 2\)/)).toBeVisible();
  await expect
    .element(page.getByRole('alert').getByRole('link'))
    .toHaveAttribute('href', '/whatsapp/price-configure/index?record=77');
  await expect.element(cellOf('United Kingdom', 'Gold')).toHaveValue('1.9');
  expect(await barriers()).toEqual([]);
});
