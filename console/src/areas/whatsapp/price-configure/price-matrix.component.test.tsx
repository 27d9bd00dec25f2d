import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answer } from '../../../testing/answers.ts';
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
});

test('saves the edited cells of one service, each at its version', async () => {
  const sent: unknown[] = [];
  const records = [price('1', 'US', 0, '1.05'), price('2', 'US', 3, '0.95'), price('3', 'GB', 0, '2')];
  answer({
    'whatsapp/price-configure/list': () => ({ records, total: 3, current: 1, size: 200, pages: 1 }),
    'whatsapp/price-configure/update': ({ body }) => {
      sent.push(body);
      return { id: (body as { id: string }).id, approvalId: null };
    },
  });
  await show(<PriceMatrix onClose={() => undefined} />, { locale: 'en', theme: 'dark', permissions: [] });
  const cells = page.getByRole('textbox', { name: /United States|United Kingdom/ });
  await expect.poll(() => cells.elements().length).toBe(3);
  await expect.element(page.getByRole('button', { name: 'Save 0 prices' })).toBeDisabled();
  expect(await barriers()).toEqual([]);
  await userEvent.fill(cells.nth(0), '1.1');
  await userEvent.fill(cells.nth(2), '2.5');
  await userEvent.click(page.getByRole('button', { name: 'Save 2 prices' }));
  await expect
    .poll(() => sent)
    .toEqual([
      { id: '1', version: 3, salePrice: '1.1' },
      { id: '3', version: 3, salePrice: '2.5' },
    ]);
  await expect.element(page.getByText('2 prices changed')).toBeVisible();
});
