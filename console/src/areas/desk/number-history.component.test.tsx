import { warehouse } from '@trade-assistant/contract/areas/whatsapp/warehouse.ts';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { resourcePage } from '../../kit/resource-page.tsx';
import { answer } from '../../testing/answers.ts';
import { barriers } from '../../testing/barriers.ts';
import { looks } from '../../testing/looks.ts';
import { show } from '../../testing/show.tsx';
import NumberHistory from './number-history.tsx';

const history = {
  ...{
    number: '+120****0122',
    isWhole: 0,
    countryCode: 'US',
    lineType: 1,
    more: ['Sent messages'],
    claims: { warranty: 'N0000000122', supplier: null },
  },
  events: [
    {
      ...{ resource: 'whatsapp/outbound', title: 'Outbound', screen: 'whatsapp/outbound', id: '7', name: 'OB77' },
      time: '2026-01-03 03:04:05',
      facts: [
        { label: 'Status', value: 'Delivered', tone: 'good' },
        { label: 'Customer', value: 'Ada Chen' },
      ],
    },
  ],
};

test.each(looks)('a history opens its rows and names lists that have more: $theme', async (look) => {
  const asked = answer({ 'desk/number-history/detail': () => history, 'user/country/bulk-select': () => [] });
  const address = '/desk/number-history/index?resource=whatsapp%2Fwarehouse&row=9';
  await show(<NumberHistory />, { ...look, address });
  await expect.element(page.getByRole('heading', { name: '+120****0122' })).toBeVisible();
  const link = page.getByRole('link', { name: 'Outbound · OB77' });
  await expect.element(link).toHaveAttribute('href', '/whatsapp/outbound/index?record=7');
  await expect.element(page.getByText('Ada Chen')).toBeVisible();
  await expect.element(page.getByText(/Sent messages/)).toBeVisible();
  await page.getByRole('button', { name: /File a claim|申请质保/ }).click();
  await expect.element(page.getByLabelText(/Inactive numbers|失效的号码/)).toHaveValue('N0000000122');
  const of = asked.find(({ path }) => path.endsWith('number-history/detail'));
  expect(Object.fromEntries(of?.query ?? [])).toEqual({ resource: 'whatsapp/warehouse', row: '9' });
  expect(await barriers()).toEqual([]);
});

test('a number is looked up, and a refusal names the fault', async () => {
  const asked = answer({ 'desk/number-history/detail': () => ({ ...history, events: [], more: [] }) });
  await show(<NumberHistory />, { locale: 'en', address: '/desk/number-history/index' });
  await userEvent.fill(page.getByLabelText('Number', { exact: true }), ' +1 202 555 0122 ');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText(/No records that you may see/)).toBeVisible();
  expect(asked.map(({ query }) => query.get('number'))).toContain('+1 202 555 0122');
});

test('a masked number in a list leads to its history', async () => {
  const row = { id: '5', number: '+120****0122', countryCode: 'US', stockStatus: 0, onSale: 1, surviveStatus: 0 };
  answer({
    'whatsapp/warehouse/page': () => ({ records: [row], total: 1, size: 10, current: 1, pages: 1 }),
    'whatsapp/warehouse/counts': () => ({ states: [] }),
  });
  const permissions = ['whatsapp/warehouse:view'];
  const Warehouse = resourcePage(warehouse, { list: 'page' });
  await show(<Warehouse />, { locale: 'en', address: '/whatsapp/warehouse/index', permissions });
  const link = page.getByRole('link', { name: 'Number history' });
  await expect.element(link).toHaveAttribute('href', '/desk/number-history/index?resource=whatsapp%2Fwarehouse&row=5');
});
