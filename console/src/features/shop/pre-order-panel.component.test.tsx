import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answer } from '../../testing/answers.ts';
import { barriers } from '../../testing/barriers.ts';
import { show } from '../../testing/show.tsx';
import PreOrderPanel from './pre-order-panel.tsx';

const product = { id: '7', name: 'US numbers', specQty: 1, needUseDeclaration: 0 };
const quoteOf = (quantity: number, balance: string) => ({
  ...{ quantity, unitPrice: '2', amount: String(2 * quantity), currency: 'USDT', depositRate: '0.3' },
  ...{ depositAmount: String(0.6 * quantity), balance, place: 4, expectedOn: '2026-12-01', latestMax: '2027-01-20' },
});

test('shows the deposit of the typed quantity, proposes the latest day, and submits the amount that was shown', async () => {
  const sent: Record<string, unknown>[] = [];
  answer({
    'whatsapp/pre-order/quote': ({ query }) => quoteOf(Number(query.get('quantity')), '100'),
    'whatsapp/pre-order/submit-order': ({ body }) => {
      sent.push(body as Record<string, unknown>);
      return { id: '1', preOrderNo: 'PO1', status: 1, amount: '10', depositAmount: '3', balance: '97' };
    },
  });
  await show(<PreOrderPanel product={product} quantity={5} onClose={() => undefined} />, {
    locale: 'en',
    theme: 'dark',
  });
  const submit = page.getByRole('button', { name: 'Submit and hold 3.00 USDT' });
  await expect.element(submit).toBeEnabled();
  expect(await barriers()).toEqual([]);
  await userEvent.click(submit);
  await expect
    .poll(() => sent)
    .toMatchObject([{ productId: '7', quantity: 5, expectedAmount: '10', latestDate: '2026-12-15' }]);
});

test('shows the price of a pack, and the deposit in whole percent', async () => {
  answer({
    'whatsapp/pre-order/quote': ({ query }) => ({
      ...quoteOf(Number(query.get('quantity')), '100'),
      depositRate: '0.57',
    }),
  });
  await show(<PreOrderPanel product={{ ...product, specQty: 10 }} quantity={5} onClose={() => undefined} />, {
    locale: 'en',
  });
  await expect.element(page.getByText('20.00 / pack of 10')).toBeVisible();
  await expect.element(page.getByText('Deposit (57%)')).toBeVisible();
});

test('a balance below the deposit is not submitted and leads to a recharge of the difference', async () => {
  answer({ 'whatsapp/pre-order/quote': ({ query }) => quoteOf(Number(query.get('quantity')), '1') });
  await show(<PreOrderPanel product={product} quantity={5} onClose={() => undefined} />, {
    locale: 'en',
    permissions: ['agent/recharge:add'],
  });
  await expect.element(page.getByRole('button', { name: /^Submit/ })).toBeDisabled();
  await expect
    .element(page.getByRole('link', { name: 'Recharge' }))
    .toHaveAttribute('href', '/agent/recharge/index?order=2');
});
