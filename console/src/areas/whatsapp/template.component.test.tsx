import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ORDER_PERMISSIONS, orderServer, pageOf, templateComponents } from '../../features/orders/orders-fixture.ts';
import { barriers } from '../../testing/barriers.ts';
import { looks } from '../../testing/looks.ts';
import { show } from '../../testing/show.tsx';
import Templates from './template.tsx';

const template = {
  id: '21',
  templateCode: 'order_shipped',
  language: 'en_US',
  category: 2,
  status: 1,
  quality: 1,
  reason: null,
  businessAccount: 'WA-1',
  parameterCount: 3,
  components: templateComponents,
  statusTime: '2025-11-03 10:00:00',
  senderId: '11',
};

test.each(looks)('templates are shown as recipients see them, and read anew on request: $theme', async (look) => {
  const t = (zh: string, en: string) => (look.locale === 'zh' ? zh : en);
  const asked = orderServer({
    'whatsapp/template/list': () => pageOf([template]),
    'whatsapp/template/counts': () => ({ states: [{ value: 1, count: 1 }] }),
    'whatsapp/template/detail': () => template,
    'whatsapp/template/sync': () => ({ templates: 6, changed: 2 }),
  });
  await show(<Templates />, {
    ...look,
    permissions: ORDER_PERMISSIONS,
    address: '/whatsapp/template/index?record=21',
  });
  await expect.element(page.getByText('Reply STOP to opt out')).toBeVisible();
  expect(document.querySelector('figure')?.textContent).toContain('Hello Ada, your order A-1');
  expect(await barriers()).toEqual([]);
  await userEvent.keyboard('{Escape}');
  await userEvent.click(page.getByRole('button', { name: t('同步模板', 'Synchronise') }));
  await userEvent.click(
    page
      .getByRole('dialog')
      .getByRole('button', { name: t('同步', 'Synchronise'), exact: false })
      .last(),
  );
  await expect.element(page.getByText(t('已同步 6 个模板，2 个有变化', '6 templates read, 2 changed'))).toBeVisible();
  expect(asked.find(({ path }) => path === 'whatsapp/template/sync')?.body).toEqual({});
});
