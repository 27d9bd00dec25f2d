import { beforeAll, expect, it } from 'vitest';
import { type Credentials, openAgent } from './support/accounts.ts';
import { setUpJourney } from './support/journey.ts';
import { ADMINISTRATOR } from './support/product.ts';

const visit = setUpJourney({ SANDBOX: '1' });
let agent: Credentials & { readonly id: bigint };

const query = async <Row extends object>(text: string, values: unknown[] = []) =>
  (await visit.product.db.pool.query<Row>(text, values)).rows;

beforeAll(async () => {
  agent = await openAgent(visit.product.db, 'content_agent');
  await query(
    `insert into pay_method (tenant_id, method_code, method_name, method_name_en, method_type, direction, network, scale, min_amount, max_amount, receive_addresses)
     values ('000000', 'content', '泰达币', 'Tether', 1, 1, 1, 2, 10000000, 5000000000, '["TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t"]')`,
  );
});

it('an announcement pops up once, an article is found from its screen, and a recharge gets the bonus of an activity', async () => {
  const staff = await visit.person();
  await staff.signIn(ADMINISTRATOR);
  const added = async (resource: string, form: Readonly<Record<string, unknown>>) => {
    const { data } = await staff.post(`app-manage/${resource}/submit`, form);
    return (data as { id: string }).id;
  };
  const news = await added('announcement', {
    ...{ title: '维护', titleEn: 'Maintenance tonight', popup: 1, targets: 1 },
    ...{ publishTime: '2026-01-01 00:00:00', content: '<p>两点到三点</p>' },
  });
  await staff.post('app-manage/announcement/publish', { ids: news });
  await added('instruction', {
    ...{ title: '如何充值', lang: 1, screens: ['agent/recharge'], content: '<p>按应付金额付款</p>' },
  });
  const campaign = await added('activity', {
    ...{ title: '充值送', titleEn: 'Ten percent', activityType: 1, startTime: '2026-01-01 00:00:00' },
    ...{ endTime: '2099-01-01 00:00:00', ruleJson: [{ min: '50', rate: '10' }], budget: '100', perUserLimit: '50' },
  });
  await staff.post('app-manage/activity/publish', { id: campaign });

  const reader = await visit.person();
  await reader.signIn(agent, '/agent/recharge/index');
  await expect.poll(() => reader.page.getByRole('dialog').textContent()).toContain('两点到三点');
  await reader.page.getByRole('button', { name: '知道了' }).click();
  await expect.poll(() => reader.page.getByRole('dialog').count()).toBe(0);
  await reader.page.reload();
  await reader.page.getByRole('link', { name: '使用说明' }).click();
  await expect.poll(() => reader.page.getByRole('article').textContent()).toContain('按应付金额付款');
  expect(await reader.page.getByRole('dialog').count()).toBe(0);
  expect((await query<{ read: number }>('select count(*)::int as read from cnt_announcement_read'))[0]?.read).toBe(1);

  const { data } = await reader.post('agent/recharge/create-order', { amount: '100', paymentMethod: 'content' });
  const { id } = data as { id: string };
  await reader.post('agent/recharge/update', { id, txHash: 'c'.repeat(64) });
  await staff.post('agent/recharge/pass', { ids: id });
  await reader.goTo('/desk/activity/index');
  const card = reader.page.getByRole('article', { name: '充值送' });
  await expect.poll(() => card.textContent()).toMatch(/已获赠 10\.\d\d \/ 50\.00/);
});
