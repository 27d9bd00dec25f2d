import { parseMoney } from '@trade-assistant/contract/kit/money.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { rechargePass } from '../server/src/engines/money/ledger/index.ts';
import { DEFAULT_TENANT } from '../server/src/engines/people/identity/index.ts';
import { createShop } from '../server/src/engines/stock/orders/orders-fixture.ts';
import { systemActor } from '../server/src/kernel/auth/actor.ts';
import { receiver } from '../server/src/testing/partner.ts';
import { type Credentials, openAgent } from './support/accounts.ts';
import { setUpJourney } from './support/journey.ts';
import type { Person } from './support/person.ts';

const visit = setUpJourney({ PRIVATE_ENDPOINTS: '1' });
const shop = await receiver((received) => ({ status: received.length === 1 ? 200 : 202 }));
afterAll(() => shop.close());

let agent: Credentials;
let productId: string;

beforeAll(async () => {
  const { db } = visit.product;
  const opened = await openAgent(db, 'partner_agent');
  const credit = {
    userId: opened.id,
    amount: parseMoney('20'),
    methodCode: 'usdt',
    bizType: 'test',
    idemKey: 'credit',
  };
  await db.tx((tx) => rechargePass(tx, systemActor(DEFAULT_TENANT), credit));
  productId = String((await createShop(db, { stock: 5 })).productId);
  agent = opened;
});

/** Reads the secret that the dialog shows this one time, copies it and closes the dialog. */
async function takeSecret(person: Person, form: RegExp): Promise<string> {
  const shown = person.drawer.locator('code').filter({ hasText: form });
  const secret = (await shown.textContent()) ?? '';
  await person.press('复制', person.drawer);
  await person.sees('已复制');
  await person.press('我已保存', person.drawer);
  await shown.waitFor({ state: 'hidden' });
  return secret;
}

/** Buys one piece as the agent's program does. */
async function buy(key: string, idempotencyKey: string) {
  const response = await fetch(`${visit.product.url}/api/open/v1/orders`, {
    method: 'POST',
    headers: {
      ...{ authorization: `Bearer ${key}`, 'content-type': 'application/json', 'accept-language': 'en' },
      'idempotency-key': idempotencyKey,
    },
    body: JSON.stringify({ productId, quantity: 1, expectedAmount: '1', useDeclaration: true }),
  });
  return { status: response.status, body: await response.json() };
}

it('a program buys with a new key and receives a webhook, which is sent again; a revoked key is refused', async () => {
  const person = await visit.person();
  await person.signIn(agent);
  await person.open('账户', 'API 密钥');
  await person.press('创建密钥', person.panel);
  await person.fill(person.drawer, { 名称: '商城', 每日消费上限: '5' });
  await person.drawer.getByRole('checkbox', { name: '购买商品' }).check();
  await person.press('创建', person.drawer);
  const key = await takeSecret(person, /^tk_live_[0-9a-f]{16}_/);
  const row = person.row('商城');
  await person.sees('未使用', row);
  expect(await person.page.content()).not.toContain(key);
  // The copied key, pasted where it is seen.
  const search = person.panel.getByLabel('名称', { exact: true });
  await search.click();
  await person.page.keyboard.press('Control+V');
  expect(await search.inputValue()).toBe(key);
  await search.fill('');

  const bought = await buy(key, 'first');
  expect([bought.status, bought.body]).toMatchObject([200, { status: 'completed', amount: '1', balance: '19' }]);
  await person.page.reload();
  await person.sees('启用', row);
  expect(await row.getByText('未使用').count()).toBe(0);

  await person.open('账户', 'Webhook 端点');
  await person.press('添加端点', person.panel);
  await person.fill(person.drawer, { 名称: '商城接收', 接收地址: shop.url });
  await person.press('添加', person.drawer);
  await takeSecret(person, /^whsec_/);
  await person.pressMore('发送测试事件', person.row('商城接收'));
  await person.sees('测试事件已发送，结果见投递记录');
  await expect.poll(() => shop.received.length).toBe(1);
  expect(JSON.parse(shop.received[0]?.body ?? '{}')).toMatchObject({ type: 'endpoint.test' });

  await person.open('账户', 'Webhook 投递记录');
  const delivery = person.row('测试事件', '商城接收');
  await person.sees('已投递', delivery);
  await person.press('查看', delivery);
  const attempts = person.drawer.getByRole('region', { name: '尝试记录' });
  await person.sees('received', attempts);
  expect(await attempts.getByRole('listitem').count()).toBe(1);
  await person.press('重发', person.drawer);
  await person.sees('正在重发 1 次投递');
  await expect.poll(() => attempts.getByRole('listitem').count()).toBe(2);
  await person.sees('202', attempts);
  const [first, again] = shop.received;
  expect(again).toMatchObject({ body: first?.body, headers: { 'webhook-id': first?.headers['webhook-id'] } });
  await person.page.keyboard.press('Escape');

  await person.open('账户', 'API 密钥');
  await person.press('吊销', row);
  await person.answer(/吊销“商城”？/, '吊销');
  await person.sees('已吊销', row);
  expect(await buy(key, 'second')).toMatchObject({ status: 401, body: { error: { code: 'KEY_INVALID' } } });
});
