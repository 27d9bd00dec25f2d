import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { countDays } from '../server/src/engines/reporting/site-sources/index.ts';
import { emptyShop } from '../server/src/engines/stock/preorders/preorders-fixture.ts';
import { type Credentials, openStaff } from './support/accounts.ts';
import { setUpJourney } from './support/journey.ts';

const FOLDER = new URL('../client/site/', import.meta.url);
const TYPES: Readonly<Record<string, string>> = { html: 'text/html', js: 'text/javascript' };
/** The headless browser names itself, and robots are not counted. */
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
const PRODUCT = 'US numbers for visitors';

// The totals of a site are moved by timers of a minute.
const visit = setUpJourney({ CAPTCHA: 'on', TICK_MILLIS: '100' });
let site: Server;
let address: string;
let operator: Credentials;
let finance: Credentials;

const query = async <Row extends object>(text: string, values: unknown[] = []) =>
  (await visit.product.db.pool.query<Row>(text, values)).rows as [Row, ...Row[]];

beforeAll(async () => {
  await emptyShop(visit.product.db, { price: '2', product: { nameZh: '访客可见的美国号码', nameEn: PRODUCT } });
  operator = await openStaff(visit.product.db, 'admin', '运营员');
  finance = await openStaff(visit.product.db, 'finance', '财务员');
  await query(
    `insert into pay_method (tenant_id, method_code, method_name, method_name_en, method_type, direction, network, scale, min_amount, max_amount, receive_addresses)
     values ('000000', 'visits', '泰达币', 'Tether', 1, 1, 1, 2, 10000000, 5000000000, '["TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t"]')`,
  );
  site = createServer(async (request, response) => {
    const name = new URL(request.url ?? '/', 'http://site.invalid').pathname.slice(1) || 'index.html';
    const content = await readFile(new URL(name, FOLDER), 'utf8').catch(() => undefined);
    if (content === undefined) {
      response.writeHead(204).end();
      return;
    }
    const type = TYPES[name.split('.').at(-1) ?? ''] ?? 'text/plain';
    response.writeHead(200, { 'content-type': `${type}; charset=utf-8` });
    response.end(content.replace('http://localhost:8080', visit.product.url));
  });
  await new Promise<void>((done) => site.listen(0, '127.0.0.1', done));
  address = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
});
afterAll(() => site.close());

it('a visitor of the sample site is counted, registers, is approved and recharges with a bonus; staff see the funnel', async () => {
  const visitor = await visit.person({ baseURL: address, userAgent: BROWSER });
  await visitor.page.goto(`${address}/?utm_source=poster&utm_campaign=spring`);
  await visitor.page.getByRole('row').filter({ hasText: PRODUCT }).filter({ hasText: 'Out of stock' }).waitFor();
  await visitor.page.getByLabel('Account').fill('visitor_mia');
  await visitor.page.getByLabel('Name').fill('Mia');
  await visitor.page.getByLabel('Password').fill('Visitor-pass-1');
  await visitor.page.getByLabel('I agree').check();
  await visitor.page.getByRole('button', { name: 'Register' }).click();
  await visitor.page.getByText('Registered. Please wait for the approval').waitFor();

  await countDays(visit.product.db);
  const staff = await visit.person();
  await staff.signInByHand(operator);
  await staff.open('报表', '网站来源统计');
  await staff.row('spring', 'visitor_mia').waitFor();
  // The funnel opens the visits that led to a registration.
  await staff.panel.getByRole('button', { name: /^注册/ }).click();
  await staff.row('spring', 'visitor_mia').waitFor();
  await staff.sees('100.0 %', staff.panel);

  // Approved, the visitor recharges with the bonus of an activity.
  const [{ id: userId }] = await query<{ id: string }>("select id::text from sys_user where account = 'visitor_mia'");
  await staff.post('user/app-user/approve', { ids: userId });
  const { data: activity } = await staff.post('app-manage/activity/submit', {
    ...{ title: '首充送', titleEn: 'First recharge', activityType: 1, startTime: '2026-01-01 00:00:00' },
    ...{ endTime: '2099-01-01 00:00:00', ruleJson: [{ min: '50', rate: '10' }], budget: '100', perUserLimit: '50' },
  });
  await staff.post('app-manage/activity/publish', { id: (activity as { id: string }).id });
  const member = await visit.person();
  await member.signInByHand({ account: 'visitor_mia', password: 'Visitor-pass-1' });
  const { data: order } = await member.post('agent/recharge/create-order', { amount: '100', paymentMethod: 'visits' });
  const { id } = order as { id: string };
  await member.post('agent/recharge/update', { id, txHash: 'd'.repeat(64) });
  const cashier = await visit.person();
  await cashier.signInByHand(finance);
  await cashier.post('user/recharge-record/pass', { ids: id });
  await member.goTo('/desk/activity/index');
  await expect
    .poll(() => member.page.getByRole('article', { name: '首充送' }).textContent())
    .toMatch(/已获赠 10\.\d\d \/ 50\.00/);

  await countDays(visit.product.db);
  await staff.page.reload();
  await staff.panel.getByRole('button', { name: /^首次充值/ }).click();
  await staff.row('spring', 'visitor_mia').waitFor();
});
