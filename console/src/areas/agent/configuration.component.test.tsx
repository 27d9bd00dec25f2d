import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answer, envelope } from '../../testing/answers.ts';
import { barriers } from '../../testing/barriers.ts';
import { show } from '../../testing/show.tsx';
import Configuration from './configuration.tsx';

const PERMISSIONS = ['view', 'add', 'edit', 'delete', 'template', 'rebate', 'enable'].map(
  (action) => `agent/configuration:${action}`,
);
const own = {
  ...{ id: '7', version: 3, enabled: 1, price: '1.2', discount: null, minQty: null, dailyLimit: null },
  ...{ monthlyLimit: null, rebateRate1: null, rebateRate2: null, templateName: null },
};
const row = (countryCode: string, terms: object | null) => ({
  ...{ filterType: null, activePeriod: null, countryCode, price: '1.2', own: terms, resale: null },
  inherited: { source: 'LEVEL', price: '1.1', agentName: null, countryCode },
});
const listed = { records: [], total: 0, size: 30, current: 1, pages: 0 };

async function matrix(more: Parameters<typeof answer>[0] = {}) {
  const asked = answer({
    'agent/configuration/list': () => listed,
    'agent/configuration/list-form': () => [
      { groupKey: '1-2', businessType: 1, serviceType: 2, rows: [row('US', own), row('GB', null)] },
    ],
    'agent/configuration/basic-info': () => ({
      ...{ agentId: '5', agentName: 'Alder Trading', account: 'alder', agentLevel: 2, levelDiscount: '0.95' },
      ...{ parentId: null, parentName: null, currency: 'USDT', balance: '10', configCount: 1 },
      ...{ templateName: null, updatedAt: null },
    }),
    'agent/configuration/batch-submit': () => ({ agents: 1, saved: 1, removed: 0 }),
    'agent/configuration/batch-delete': () => null,
    'agent/user/lazy-list': () => [{ id: '5', parentId: '0', title: 'Alder', account: 'alder', hasChildren: 0 }],
    'user/country/bulk-select': () => [],
    ...more,
  });
  await show(<Configuration />, { address: '/agent/configuration/index?agent=5', permissions: PERMISSIONS });
  await expect.element(page.getByText('Alder Trading')).toBeVisible();
  return asked;
}
const sent = (asked: Awaited<ReturnType<typeof matrix>>, call: string) =>
  asked.filter(({ path }) => path === `agent/configuration/${call}`).map(({ body }) => body);

describe('the matrix of an agent', () => {
  test('sends only changed values', async () => {
    const asked = await matrix();
    expect(await barriers()).toEqual([]);
    await userEvent.fill(page.getByRole('textbox', { name: '英国 折扣' }), '0.9');
    await userEvent.click(page.getByRole('button', { name: '保存 1 项' }));
    await expect
      .poll(() => sent(asked, 'batch-submit'))
      .toEqual([
        {
          agentIds: '5',
          items: [
            {
              ...{ kind: 1, businessType: 1, serviceType: 2, filterType: null, activePeriod: null },
              ...{ countryCode: 'GB', version: 0, discount: '0.9', price: null },
            },
          ],
        },
      ]);
  });

  test('names the prices that are too low, and keeps the typed values', async () => {
    const data = { prices: [{ countryCode: 'GB', least: '1.05' }] };
    await matrix({ 'agent/configuration/batch-submit': () => envelope(400, data, '低于上级代理的价格') });
    await userEvent.fill(page.getByRole('textbox', { name: '英国 价格' }), '1');
    await userEvent.click(page.getByRole('button', { name: '保存 1 项' }));
    await expect.element(page.getByText('低于上级代理的价格：英国（不低于 1.05）')).toBeVisible();
    await expect.element(page.getByRole('textbox', { name: '英国 价格' })).toHaveValue('1');
  });

  test('withdraws the ticked terms', async () => {
    const asked = await matrix();
    await expect.element(page.getByRole('checkbox', { name: '选择 英国' })).toBeDisabled();
    await userEvent.click(page.getByRole('checkbox', { name: '选择 美国' }));
    await userEvent.click(page.getByRole('button', { name: '恢复沿用 1 项' }));
    await expect.poll(() => sent(asked, 'batch-delete')).toEqual([{ ids: '7' }]);
  });
});
