import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answer } from '../../testing/answers.ts';
import { barriers } from '../../testing/barriers.ts';
import { show } from '../../testing/show.tsx';
import { BuyAgainLinks } from './buy-again-links.tsx';

const permissions = ['agent/product:buy', 'agent/product:orders'];

test('offers each product that the reader bought, once, with the purchase of its latest order', async () => {
  const order = (id: string, productId: string, buyerId: string, quantity: number) => ({
    ...{ id, productId, buyerId, quantity },
    productName: `Numbers ${productId}`,
  });
  const records = [order('9', '1', '1', 3), order('8', '1', '1', 1), order('7', '2', '77', 5)];
  answer({ 'agent/product/order-list': () => ({ records, total: 3, current: 1, size: 50, pages: 1 }) });
  await show(<BuyAgainLinks />, { locale: 'en', theme: 'dark', permissions });
  await expect.element(page.getByRole('link')).toHaveAttribute('href', '/agent/product-order/index?record=9&act=again');
  await expect.element(page.getByText('Numbers 1 × 3')).toBeVisible();
  expect(await barriers()).toEqual([]);
});
