import { beforeAll, describe, expect, it } from 'vitest';
import { parseMoney } from '../contract/src/kit/money.ts';
import {
  AGENT_PASSWORD,
  fictionalNumbers,
  openBuyers,
  openMarket,
  stockNumbers,
} from '../server/src/testing/market.ts';
import { type Credentials, openStaff } from './support/accounts.ts';
import { setUpJourney } from './support/journey.ts';
import type { Person } from './support/person.ts';

const visit = setUpJourney();
let manager: Credentials;
const buyer = { account: 'buyer_1', password: AGENT_PASSWORD };

beforeAll(async () => {
  const { db } = visit.product;
  manager = await openStaff(db, 'admin', 'Ada Moss');
  await openMarket(db);
  await openBuyers(db, 1, parseMoney('100'));
  await stockNumbers(db, fictionalNumbers(40));
});

const panel = (person: Person, name: string) => person.panel.getByRole('region', { name, exact: true });
const notices = (person: Person) => panel(person, '最新通知');

describe('home', () => {
  it('shows the newest notices, marks unread ones, and opens one with its formats', async () => {
    const person = await visit.person();
    await person.signIn(manager);
    await notices(person).getByText('发布给所有人的通知会出现在这里').waitFor();
    await visit.product.db.pool.query(`
      insert into desk_notice (tenant_id, title, category, release_time, content, create_user_name)
      values ('000000', 'Maintenance tonight', 1, now(), '<p>From <strong>two</strong> to three</p>', 'Ada Moss'),
        ('000000', 'Later on', 1, now() + interval '1 day', '<p>Not yet</p>', 'Ada Moss')`);
    await person.page.reload();
    const entry = notices(person).getByRole('button', { name: /Maintenance tonight/ });
    await entry.getByRole('img', { name: '未读' }).waitFor();
    expect(await notices(person).getByText('Later on').count()).toBe(0);

    const kept = person.page.waitForResponse(
      (answer) => answer.url().includes('user-preferences/change') && answer.ok(),
    );
    await entry.click();
    await person.drawer.locator('strong', { hasText: 'two' }).waitFor();
    await person.page.keyboard.press('Escape');
    await entry.getByRole('img', { name: '未读' }).waitFor({ state: 'detached' });

    // Read is read, at another browser too.
    await kept;
    const other = await visit.person();
    await other.signIn(manager);
    await notices(other)
      .getByRole('button', { name: /Maintenance tonight/ })
      .waitFor();
    await notices(other).getByRole('img', { name: '未读' }).waitFor({ state: 'detached' });
  });
});

describe('work that waits', () => {
  it('is counted, and its figure opens exactly the rows that it counts', async () => {
    const person = await visit.person();
    await person.signIn(manager);
    const figure = panel(person, '待办').getByRole('link', { name: /^库存预警/ });
    await figure.getByText('1', { exact: true }).waitFor();
    await figure.click();
    await person.page.waitForURL(/whatsapp\/inventory\/index\?alertOnly=1/);
    await person.panel.getByText('共 1 条').waitFor();
  });
});

describe('the dashboard', () => {
  it('shows a buyer’s own figures, as charts and as tables', async () => {
    const person = await visit.person();
    await person.signIn(buyer);
    const bought = await person.page.evaluate(async (key) => {
      const token = JSON.parse(localStorage.getItem(key) ?? '{}').state?.accessToken;
      const send = (call: string, body?: object) =>
        fetch(`/api/agent/product/${call}`, {
          method: body ? 'POST' : 'GET',
          headers: { token: `bearer ${token}`, 'content-type': 'application/json' },
          ...(body ? { body: JSON.stringify(body) } : {}),
        }).then((answer) => answer.json());
      const [product] = (await send('list')).data.records;
      return send('buy', { productId: product.id, quantity: 7, useDeclaration: 1, expectedAmount: '3.5' });
    }, 'trade-assistant:session');
    expect(bought.code).toBe(200);

    await person.panel.getByRole('link', { name: '查看数据看板' }).click();
    await person.panel.getByRole('heading', { level: 1, name: '数据看板' }).waitFor();
    const trend = panel(person, '采购趋势');
    await trend.getByRole('img', { name: /图表：采购趋势/ }).waitFor();
    await trend.getByRole('button', { name: '表格' }).press('Enter');
    await trend.getByRole('row').last().getByText('3.50').waitFor();
    expect(await trend.getByRole('row').count()).toBe(31);

    await person.panel.getByRole('radiogroup', { name: '时间' }).getByText('7天').click();
    await person.page.waitForURL(/range=7d/);
    await expect.poll(() => trend.getByRole('row').count()).toBe(8);
    expect(await panel(person, '各国在售').count()).toBe(0);
    expect(
      await panel(person, '今日推荐').getByText('Numbers').or(panel(person, '今日推荐').getByText('号码')).count(),
    ).toBeGreaterThan(0);
  });

  it('shows staff only figures of permitted lists, and the reason of a figure that failed to load', async () => {
    const person = await visit.person();
    await person.signIn(manager, '/wel/dashboard');
    await panel(person, '各国在售').getByRole('img', { name: /图表/ }).waitFor();
    await panel(person, '低库存').getByRole('row').nth(1).waitFor();
    await panel(person, '销售趋势').getByText('3.50 USDT').waitFor();

    person.expectProblems(/500/);
    await person.intercept('**/api/desk/dashboard/pie-chart*', (route) => route.fulfill({ status: 500, body: '{}' }));
    await person.panel.getByRole('radiogroup', { name: '时间' }).getByText('90天').click();
    const share = panel(person, '国家占比');
    await share.getByRole('alert').waitFor();
    await person.page.unroute('**/api/desk/dashboard/pie-chart*');
    await share.getByRole('button', { name: '重试' }).click();
    await share.getByText(/100\.0 %/).waitFor();
  });
});
