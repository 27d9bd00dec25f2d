import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { importAddress } from '../../../features/importing/address.ts';
import { answer } from '../../../testing/answers.ts';
import { barriers } from '../../../testing/barriers.ts';
import { show } from '../../../testing/show.tsx';
import { PurchaseCheck } from './purchase-check.tsx';

const none = {
  products: 3,
  productId: '5',
  productName: 'Numbers',
  countryCode: 'US',
  businessType: 1,
  serviceType: 2,
  numberType: 3,
  accountId: null,
  accountName: null,
  missing: null,
};
const refused = {
  checked: 3,
  buyable: 0,
  reasons: [
    { ...none, code: 'BALANCE_NOT_ENOUGH', text: 'Insufficient balance', missing: '1.5' },
    { ...none, code: 'UPLINE_DISABLED', text: '', accountId: '9', accountName: 'Alder' },
    { ...none, code: 'STOCK_NOT_ENOUGH', text: 'Not enough stock, 0 left', products: 1 },
  ],
};

test('shows staff each reason with a link to the place that changes it, where their permissions allow', async () => {
  answer({ 'auth/oauth/user-info': () => ({ userType: 1 }), 'agent/product/purchase-check': () => refused });
  await show(<PurchaseCheck userId="7" />, {
    locale: 'en',
    theme: 'dark',
    permissions: ['agent/user:adjust', 'agent/user:disable', 'whatsapp/pre-warehouse:import'],
  });
  await expect.element(page.getByText('Cannot buy: none of the 3 products on sale is available')).toBeVisible();
  await expect.element(page.getByText(/at least 1.50 USDT is missing/)).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Adjust balance' })).toBeVisible();
  const links = page.getByRole('link').elements() as HTMLAnchorElement[];
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '/agent/user/index?record=7&act=adjust',
    '/agent/user/index?record=9&act=enable',
    importAddress('whatsapp/pre-warehouse', { countryCode: 'US', businessType: 1, numberType: 3 }),
  ]);
  await show(<PurchaseCheck userId="7" />, { locale: 'en', permissions: ['agent/user:disable'] });
  await expect.element(page.getByText('A colleague with the permission can change it').first()).toBeVisible();
  expect(await barriers()).toEqual([]);
});

test('leads buyers to a recharge of the missing amount, and otherwise to their parent agent', async () => {
  answer({ 'auth/oauth/user-info': () => ({ userType: 2 }), 'agent/product/purchase-check': () => refused });
  await show(<PurchaseCheck />, { permissions: ['agent/recharge:add'] });
  await expect.element(page.getByText('不能购买：3 个在售商品都不可买')).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: '去充值' }))
    .toHaveAttribute('href', '/agent/recharge/index?order=1.5');
  expect(page.getByText('请联系上级或平台').elements()).toHaveLength(2);
});
