import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, it } from 'vitest';
import { emptyShop } from '../server/src/engines/preorders/preorders-fixture.ts';
import { countDays } from '../server/src/engines/site-sources/index.ts';
import { type Credentials, openStaff } from './support/accounts.ts';
import { setUpJourney } from './support/journey.ts';

const FOLDER = new URL('../client/site/', import.meta.url);
const TYPES: Readonly<Record<string, string>> = { html: 'text/html', js: 'text/javascript' };
/** The headless browser names itself, and robots are not counted. */
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
const PRODUCT = 'US numbers for visitors';

const visit = setUpJourney({ CAPTCHA: 'on' });
let site: Server;
let address: string;
let operator: Credentials;

beforeAll(async () => {
  await emptyShop(visit.product.db, { price: '2', product: { nameZh: '访客可见的美国号码', nameEn: PRODUCT } });
  operator = await openStaff(visit.product.db, 'admin', '运营员');
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

it('a visitor of the sample site is counted, sees prices and registers; staff see the source and the funnel', async () => {
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
  await staff.open('统计', '网站来源统计');
  await staff.row('spring', 'visitor_mia').waitFor();
  // The funnel opens the visits that led to a registration.
  await staff.panel.getByRole('button', { name: /^注册/ }).click();
  await staff.row('spring', 'visitor_mia').waitFor();
  await staff.sees('100.0 %', staff.panel);
});
