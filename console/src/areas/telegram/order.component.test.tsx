import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { orderServer } from '../../features/orders/orders-fixture.ts';
import { barriers } from '../../testing/barriers.ts';
import { looks } from '../../testing/looks.ts';
import { show } from '../../testing/show.tsx';
import Orders from './order.tsx';

const sender = (protocol: number) => ({
  'telegram/order/list': () => ({ records: [], total: 0, size: 20, current: 1, pages: 0 }),
  'telegram/order/senders': () => ({
    senders: [
      { id: '12', name: 'Shop bot', protocol, number: null, quality: 0, restriction: null, isTrial: protocol === 5 },
    ],
  }),
  'telegram/order/save': () => ({ id: '8', orderNo: 'TO1', jobTaskNo: 'JB2', status: 0 }),
});

const fillIn = async (recipients: string) => {
  await userEvent.click(page.getByText('Paste', { exact: true }));
  await userEvent.fill(page.getByRole('textbox', { name: 'Recipients, one per line' }), recipients);
};

test('a bot sends a text whose places are filled from the columns of the list', async () => {
  const asked = orderServer(sender(4));
  await show(<Orders />, {
    locale: 'en',
    permissions: ['telegram/order:view', 'telegram/order:create'],
    address: '/telegram/order/index',
  });
  await userEvent.click(page.getByRole('button', { name: 'New order' }));
  await userEvent.fill(page.getByRole('textbox', { name: /Text/ }), 'Dear {{name}}, order {{order}} is *ready*.');
  await fillIn('123456,Ada,A-1');
  await expect.poll(() => document.querySelector('figure')?.textContent).toBe('Dear Ada, order A-1 is ready.');
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect
    .poll(() => asked.find(({ path }) => path === 'telegram/order/save')?.body)
    .toMatchObject({
      orderType: 2,
      text: 'Dear {{name}}, order {{order}} is *ready*.',
      values: [
        { key: 'name', column: 1 },
        { key: 'order', column: 2 },
      ],
    });
});

test.each(looks)('the Gateway sends random codes, or those of a column, within a time: $theme', async (look) => {
  const asked = orderServer(sender(3));
  const t = (zh: string, en: string) => (look.locale === 'zh' ? zh : en);
  await show(<Orders />, {
    ...look,
    permissions: ['telegram/order:view', 'telegram/order:create'],
    address: '/telegram/order/index',
  });
  await userEvent.click(page.getByRole('button', { name: t('新建订单', 'New order') }).first());
  await expect.element(page.getByRole('spinbutton', { name: t('位数', 'Digits') })).toHaveValue('6');
  await userEvent.fill(page.getByRole('textbox', { name: t('显示的频道', 'Channel shown as sender') }), 'ab');
  await expect
    .element(
      page.getByText(t('5–32 个字母、数字或下划线，以字母开头', '5–32 letters, digits or underscores, a letter first')),
    )
    .toBeVisible();
  await userEvent.fill(
    page.getByRole('textbox', { name: t('显示的频道', 'Channel shown as sender') }),
    '@shop_channel',
  );
  expect(await barriers()).toEqual([]);
  await userEvent.click(page.getByText(t('粘贴', 'Paste'), { exact: true }));
  await userEvent.fill(
    page.getByRole('textbox', { name: t('收件人，每行一个', 'Recipients, one per line') }),
    '+12125550123',
  );
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect
    .poll(() => asked.find(({ path }) => path === 'telegram/order/save')?.body)
    .toMatchObject({ orderType: 1, codeLength: 6, ttl: 300, senderUsername: 'shop_channel' });
});
