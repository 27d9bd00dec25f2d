import { beforeAll, expect, it } from 'vitest';
import { fictionalNumbers, openMarket, stockNumbers } from '../server/src/testing/market.ts';
import { type Credentials, openAgent } from './support/accounts.ts';
import { HOST } from './support/host.ts';
import { setUpJourney } from './support/journey.ts';
import { withLostAnswer } from './support/lost-answer.ts';
import type { Person } from './support/person.ts';
import { ADMINISTRATOR } from './support/product.ts';
import { startTimeoutProxy } from './support/timeout-proxy.ts';

const visit = setUpJourney();
const ADJUST = 'agent/user/manual-update-balance';
let agent: Credentials;

beforeAll(async () => {
  agent = await openAgent(visit.product.db, 'north_agent');
});

const alert = (person: Person, text: string) => person.drawer.getByRole('alert').filter({ hasText: text });

/** The keys under which a call was sent by a page, from now on. */
function keysOf(person: Person, call: string): string[] {
  const keys: string[] = [];
  person.page.on('request', (request) => {
    if (request.url().endsWith(`/api/${call}`)) keys.push(request.headers()['idempotency-key'] ?? '');
  });
  return keys;
}

/** Returns the agent's balance and ledger entries. */
async function booked(): Promise<{ balance: unknown; moved: unknown[] }> {
  const person = await visit.person();
  await person.signIn(agent);
  const { balance } = (await person.ask('agent/user/balance')).data;
  const { records } = (await person.ask('finance/log/page')).data as { records: { amount: unknown }[] };
  return { balance, moved: records.map(({ amount }) => amount) };
}

it('adjusts a balance once when no answer came, also after a reload and another submission', async () => {
  const admin = await visit.person();
  admin.expectProblems(/status of (400|409)/);
  await admin.signIn(ADMINISTRATOR);
  await admin.open('客户', '代理用户');
  const keys = keysOf(admin, ADJUST);
  await admin.pressMore('调账', admin.row(agent.account));

  // A refusal shows its reason and keeps the typed values; the next submission is a new request.
  await admin.fill(admin.drawer, { 金额: '-5', 原因: '首次充值，银行回单 EX-2' });
  await admin.press('扣款', admin.drawer);
  await alert(admin, '余额不足').waitFor();
  expect(await admin.drawer.getByLabel('原因', { exact: true }).inputValue()).toBe('首次充值，银行回单 EX-2');

  // Not answered: the same request again and again, over a reload too.
  await admin.fill(admin.drawer, { 金额: '50' });
  await withLostAnswer(admin, visit.product, ADJUST, async () => {
    await admin.press('加款', admin.drawer);
    await alert(admin, '网络').waitFor();
  });
  await admin.page.reload();
  await admin.press('继续填写', admin.panel);
  await expect.poll(() => admin.drawer.getByLabel('金额', { exact: true }).inputValue()).toBe('50');
  await admin.press('加款', admin.drawer);
  await admin.sees('已调账');
  expect(keys).toHaveLength(3);
  expect(keys[1]).not.toBe(keys[0]);
  expect(keys[2]).toBe(keys[1]);
  expect(await booked()).toEqual({ balance: '50', moved: ['50'] });
});

it('a different request after no answer shows the outcome of the first, and is sent after that', async () => {
  const admin = await visit.person();
  admin.expectProblems(/status of (400|409)/);
  await admin.signIn(ADMINISTRATOR, '/agent/user/index');
  await admin.pressMore('调账', admin.row(agent.account));
  await admin.fill(admin.drawer, { 金额: '7', 原因: '补记' });
  await withLostAnswer(admin, visit.product, ADJUST, async () => {
    await admin.press('加款', admin.drawer);
    await alert(admin, '网络').waitFor();
  });
  await admin.fill(admin.drawer, { 金额: '8' });
  await admin.press('加款', admin.drawer);
  await alert(admin, '那次提交可能已生效').waitFor();
  expect((await booked()).balance).toBe('57');
  await admin.press('加款', admin.drawer);
  await admin.sees('已调账');
  expect((await booked()).balance).toBe('65');
});

it('a refused extraction shows the reason and keeps the form', async () => {
  const admin = await visit.person();
  admin.expectProblems(/status of 400/);
  await admin.signIn(ADMINISTRATOR);
  await admin.open('库存', '库存总览');
  await admin.press('提取号码', admin.panel);
  await admin.fill(admin.drawer, { 国家: '美国', 数量: '3', 代理: agent.account, 原因: '补发' });
  await admin.press('提取', admin.drawer);
  await alert(admin, '库存不足').waitFor();
  expect(await admin.drawer.getByLabel('数量', { exact: true }).inputValue()).toBe('3');
  expect(await admin.drawer.getByLabel('原因', { exact: true }).inputValue()).toBe('补发');
});

it('a request that timed out at a proxy was carried out, and pressing again does not repeat it', async () => {
  const proxy = await startTimeoutProxy(visit.product);
  try {
    const through = { baseURL: `http://${HOST}:${proxy.port}` };
    await openMarket(visit.product.db);
    await stockNumbers(visit.product.db, fictionalNumbers(5));
    const { balance: before } = await booked();
    const admin = await visit.person(through);
    const buyer = await visit.person(through);
    // The push channel does not go by this proxy.
    for (const person of [admin, buyer]) person.expectProblems(/status of 504/, /WebSocket|\/ws\//);

    await admin.signIn(ADMINISTRATOR, '/agent/user/index');
    await admin.pressMore('调账', admin.row(agent.account));
    await admin.fill(admin.drawer, { 金额: '30', 原因: '充值，银行回单 EX-3' });
    proxy.giveUpOn(ADJUST);
    await admin.press('加款', admin.drawer);
    await alert(admin, '服务器暂时没有答复').waitFor();
    await admin.press('加款', admin.drawer);
    await admin.sees('已调账');

    await buyer.signIn(agent, '/agent/product/index');
    await buyer.panel.getByRole('article').first().getByRole('button', { name: '购买' }).click();
    await buyer.fill(buyer.drawer, { 数量: '2' });
    await buyer.drawer.getByRole('checkbox', { name: /^我承诺/ }).check();
    const pay = buyer.drawer.getByRole('button', { name: /^支付 / });
    proxy.giveUpOn('agent/product/buy');
    await pay.click();
    await alert(buyer, '服务器暂时没有答复').waitFor();
    await pay.click();
    await buyer.sees('购买成功', buyer.drawer);

    for (const call of [ADJUST, 'agent/product/buy']) {
      const [first, again] = proxy.keysOf(call);
      expect(first).toMatch(/.{16}/);
      expect(proxy.keysOf(call)).toEqual([first, again]);
      expect(again).toBe(first);
    }
    expect(Number((await booked()).balance)).toBe(Number(before) + 30 - 2 * 0.5);
    const { rows } = await visit.product.db.pool.query('select quantity from agt_product_order');
    expect(rows).toHaveLength(1);
  } finally {
    await proxy.close();
  }
});
