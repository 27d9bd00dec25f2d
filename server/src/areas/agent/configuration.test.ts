import { parseMoney } from '@trade-assistant/contract/kit/money.ts';
import { afterAll, describe, expect, it } from 'vitest';
import { createShop, expectConsistent } from '../../engines/stock/orders/orders-fixture.ts';
import { type TestUser, testApp } from '../../testing/app.ts';

const product = await testApp();
const keeper = await product.staff('admin');
const top = await product.agent({ money: parseMoney('1000'), name: 'Alder Trading' });
const below = await product.agent({ money: parseMoney('1000'), parent: top, name: 'Birch Supplies' });
const other = await product.agent({ name: 'Cedar Goods' });
afterAll(async () => {
  await expectConsistent(product.db);
  await product.close();
});

const at = (call: string) => `agent/configuration/${call}`;
const item = (countryCode: string, more: object = {}) => ({
  kind: 1,
  businessType: 1,
  serviceType: 2,
  countryCode,
  ...more,
});
const batch = (who: Pick<TestUser, 'post'>, agents: readonly TestUser[], items: object[], more: object = {}) =>
  who.post(at('batch-submit'), { agentIds: agents.map(({ id }) => id).join(','), items, ...more });
const shop = (options: Parameters<typeof createShop>[1] = {}) =>
  createShop(product.db, { stock: 100, ...options, product: { businessType: 1, ...options.product } });
const buy = (who: TestUser, productId: bigint, quantity: number, expectedAmount: string) =>
  who.post('agent/product/buy', { productId: String(productId), quantity, expectedAmount, useDeclaration: 1 });
interface Cell {
  readonly countryCode: string;
  readonly [name: string]: unknown;
}
const matrixRow = async (who: TestUser, agent: TestUser, countryCode: string): Promise<Cell> => {
  const { body } = await who.get(at('list-form'), { userId: String(agent.id), businessType: 1, serviceType: 2 });
  const rows = (body.data as { rows: Cell[] }[]).flatMap((group) => group.rows);
  return rows.find((row) => row.countryCode === countryCode) ?? { countryCode: 'none' };
};

describe('terms', () => {
  it('are refused to sub-accounts and for unknown agents and items', async () => {
    const { countryCode } = await shop();
    const items = [item(countryCode, { price: '1' })];
    const clerk = await product.agent({ parent: top, subUser: true });
    expect((await batch(clerk, [top], items)).status).toBe(403);
    for (const [agents, wrong, code] of [
      [[clerk], items, 'AGENTS_ONLY'],
      [[keeper], items, 'AGENTS_ONLY'],
      [[top], [item('ZZ', { price: '1' })], 'COUNTRY_UNKNOWN'],
      [[top], [item(countryCode, { price: '1', discount: '0.9' })], 'PRICE_OR_DISCOUNT'],
      [[top], [item(countryCode, { discount: '0.4' })], 'BAD_REQUEST'],
      [[top], [item(countryCode, { price: '-1' })], 'BAD_REQUEST'],
      [[top], [item(countryCode, { rebateRate1: '31' })], 'BAD_REQUEST'],
    ] as const)
      expect((await batch(keeper, agents, [...wrong])).body.bizCode, JSON.stringify(wrong)).toBe(code);
    expect((await keeper.post(at('batch-submit'), { agentIds: String(top.id) })).body.bizCode).toBe('BAD_REQUEST');
  });

  it('are shown at once in the matrix with the resulting price and its source', async () => {
    const { countryCode } = await shop({ price: '2' });
    expect(await matrixRow(keeper, below, countryCode)).toMatchObject({
      price: '2',
      own: null,
      inherited: { source: 'LEVEL', price: '2', agentName: null },
    });
    const resale = item(countryCode, { kind: 2, price: '3' });
    expect((await batch(top, [top], [resale])).body.data).toEqual({ agents: 1, saved: 1, removed: 0 });
    expect(await matrixRow(keeper, below, countryCode)).toMatchObject({
      price: '3',
      inherited: { source: 'PARENT', price: '3', agentName: 'Alder Trading' },
    });
    expect((await batch(top, [below], [item(countryCode, { price: '2.5', minQty: 2 })])).status).toBe(200);
    expect(await matrixRow(top, below, countryCode)).toMatchObject({
      price: '2.5',
      own: { price: '2.5', minQty: 2, version: 1 },
      inherited: { source: 'PARENT', price: '3' },
    });
    expect(await matrixRow(top, top, countryCode)).toMatchObject({ price: '2', resale: { price: '3' } });
  });

  it('below the price of the agent above are refused by name, and nothing is written', async () => {
    const { countryCode } = await shop({ price: '2' });
    const { countryCode: elsewhere } = await shop({ price: '2' });
    const refused = await batch(top, [below], [item(elsewhere, { price: '2' }), item(countryCode, { price: '1.99' })]);
    expect(refused.body).toMatchObject({
      code: 400,
      bizCode: 'PRICE_BELOW_FLOOR',
      data: { prices: [{ agentId: String(below.id), agentName: 'Birch Supplies', countryCode, least: '2' }] },
    });
    expect((await matrixRow(keeper, below, elsewhere)).own).toBeNull();
  });

  it('of other agents do not exist for an agent', async () => {
    const { countryCode } = await shop();
    await batch(keeper, [other, below], [item(countryCode, { price: '5', rebateRate1: '3' })]);
    const listed = (await top.get(at('list'), { countryCode })).body.data.records;
    expect(listed).toMatchObject([{ agentId: String(below.id), agentName: 'Birch Supplies', price: '5' }]);
    expect(listed[0]).not.toHaveProperty('rebateRate1');
    expect((await matrixRow(top, below, countryCode)).own).not.toHaveProperty('rebateRate1');
    for (const call of ['list-form', 'basic-info'])
      expect((await top.get(at(call), { userId: String(other.id) })).body.bizCode).toBe('ACCOUNT_NOT_FOUND');
    const [row] = (await keeper.get(at('list'), { countryCode, agentId: String(other.id) })).body.data.records;
    expect((await top.get(at('detail'), { id: row.id })).status).toBe(404);
    expect((await top.post(at('delete'), { id: row.id })).status).toBe(404);
    expect((await top.post(at('submit'), { id: row.id, price: '6' })).status).toBe(404);
  });

  it('on rebates and availability may be set by staff only', async () => {
    const { countryCode } = await shop();
    for (const terms of [{ rebateRate1: '5' }, { enabled: 0 }]) {
      expect((await batch(top, [below], [item(countryCode, terms)])).status, JSON.stringify(terms)).toBe(403);
      const single = { agentId: String(below.id), ...item(countryCode, { price: '5', ...terms }) };
      expect((await top.post(at('submit'), single)).status, JSON.stringify(terms)).toBe(403);
    }
  });

  it('of the agent itself survive its own REPLACE', async () => {
    const { countryCode } = await shop({ price: '2' });
    await batch(keeper, [top], [item(countryCode, { price: '2.5', dailyLimit: 3 })]);
    expect((await batch(top, [top], [], { mode: 'REPLACE' })).status).toBe(200);
    expect((await batch(top, [top], [item(countryCode, { price: '2' })])).status).toBe(403);
    expect((await matrixRow(keeper, top, countryCode)).own).toMatchObject({ price: '2.5', dailyLimit: 3 });
    await batch(keeper, [top], [], { mode: 'REPLACE' });
    expect((await matrixRow(keeper, top, countryCode)).own).toBeNull();
  });

  it('are summarised above the matrix', async () => {
    const who = await product.agent({ parent: top, level: 3, money: parseMoney('7'), name: 'Dogwood' });
    const { countryCode } = await shop();
    await batch(keeper, [who], [item(countryCode, { price: '5' }), item('*', { minQty: 2 })]);
    expect((await top.get(at('basic-info'), { userId: String(who.id) })).body.data).toMatchObject({
      agentName: 'Dogwood',
      agentLevel: 3,
      levelDiscount: '0.9',
      parentName: 'Alder Trading',
      balance: '7',
      configCount: 2,
      templateName: null,
    });
  });
});

describe('buying', () => {
  it('follows the terms, and keeps paid prices when they change', async () => {
    const { productId, countryCode } = await shop({ price: '2' });
    await batch(keeper, [below], [item(countryCode, { price: '2.5' })]);
    const bought = await buy(below, productId, 2, '5');
    expect(bought.body).toMatchObject({ code: 200, data: { unitPrice: '2.5', amount: '5' } });
    await batch(keeper, [below], [item(countryCode, { price: '2.75' })]);
    expect((await buy(below, productId, 2, '5')).body).toMatchObject({
      bizCode: 'PRICE_CHANGED',
      data: { amount: '5.5' },
    });
    const { records } = (await below.get('agent/product/order-list', { orderNo: bought.body.data.orderNo })).body.data;
    expect(records).toMatchObject([{ unitPrice: '2.5', amount: '5' }]);
  });

  it('respects the minimum quantity, which the product shows', async () => {
    const { productId, countryCode } = await shop({ price: '1', product: { specQty: 2, stepBuy: 2 } });
    await batch(keeper, [below], [item('*', { minQty: 3 }), item(countryCode, { minQty: 5 })]);
    const shown = async (who: TestUser) =>
      (await who.get('agent/product/detail', { id: String(productId) })).body.data.minBuy;
    // Five numbers need three pieces of two, and the step is two pieces.
    expect(await Promise.all([shown(below), shown(other), shown(keeper)])).toEqual([4, 1, 1]);
    expect((await buy(below, productId, 2, '4')).body).toMatchObject({ bizCode: 'BELOW_MIN' });
    expect((await buy(below, productId, 4, '8')).status).toBe(200);
    await batch(keeper, [below], [item('*', { minQty: null })]);
  });

  it('stops at the daily and monthly quota of numbers, per country and in total, including sub-users', async () => {
    const [here, there] = [await shop({ price: '1' }), await shop({ price: '1' })];
    const agent = await product.agent({ money: parseMoney('100') });
    const clerk = await product.agent({ parent: agent, subUser: true, money: parseMoney('100') });
    await batch(keeper, [agent], [item(here.countryCode, { dailyLimit: 3 }), item('*', { monthlyLimit: 5 })]);
    expect((await buy(clerk, here.productId, 2, '2')).status).toBe(200);
    expect((await buy(agent, here.productId, 2, '2')).body).toMatchObject({
      bizCode: 'QUOTA_DAY',
      msg: expect.stringContaining('1'),
    });
    expect((await buy(agent, here.productId, 1, '1')).status).toBe(200);
    expect((await buy(agent, there.productId, 3, '3')).body).toMatchObject({
      bizCode: 'QUOTA_MONTH',
      msg: expect.stringContaining('2'),
    });
    const parallel = await Promise.all([1, 2, 3, 4].map(() => buy(agent, there.productId, 1, '1')));
    expect(parallel.filter(({ status }) => status === 200)).toHaveLength(2);
    expect((await buy(clerk, there.productId, 1, '1')).body.bizCode).toBe('QUOTA_MONTH');
  });

  it('is impossible where the item is disabled for the agent or one above', async () => {
    const { productId, countryCode } = await shop({ price: '1' });
    expect((await batch(keeper, [top], [item(countryCode, { enabled: 0 })])).status).toBe(200);
    for (const who of [top, below]) {
      expect((await who.get('agent/product/detail', { id: String(productId) })).body.data.salePrice).toBeNull();
      expect((await buy(who, productId, 1, '1')).body.bizCode).toBe('PRICE_NOT_FOUND');
    }
    expect((await matrixRow(keeper, below, countryCode)).price).toBeNull();
    await batch(keeper, [top], [item(countryCode, { enabled: 1 })]);
    expect((await buy(below, productId, 1, '1')).status).toBe(200);
  });
});

describe('templates', () => {
  const template = (countryCode: string, more: object = {}) => ({
    templateName: `Template ${countryCode}`,
    items: [item(countryCode, { discount: '1.1', minQty: 2 }), item('*', { rebateRate1: '5' })],
    ...more,
  });

  it('are stored under unique names and applied to many agents at once', async () => {
    const { countryCode } = await shop({ price: '2' });
    expect((await top.get(at('template/list-form'))).status).toBe(403);
    expect((await keeper.post(at('template/submit'), { templateName: 'Empty', items: [] })).status).toBe(400);
    const twice = {
      templateName: 'Twice',
      items: [item(countryCode, { price: '3' }), item(countryCode, { minQty: 1 })],
    };
    expect((await keeper.post(at('template/submit'), twice)).body.bizCode).toBe('TERMS_TWICE');
    const saved = await keeper.post(at('template/submit'), template(countryCode));
    expect(saved.status).toBe(200);
    const { id } = saved.body.data;
    expect((await keeper.post(at('template/submit'), template(countryCode))).body.bizCode).toBe('TEMPLATE_NAME_TAKEN');

    const agents = [await product.agent(), await product.agent({ level: 2 })];
    const [first, second] = agents as [TestUser, TestUser];
    await batch(keeper, [first], [item(countryCode, { dailyLimit: 9 }), item('*', { monthlyLimit: 50 })]);
    const given = { agentIds: agents.map((agent) => agent.id).join(','), templateId: id };
    expect((await top.post(at('batch-submit'), given)).status).toBe(403);
    expect((await keeper.post(at('batch-submit'), given)).body.data).toEqual({ agents: 2, saved: 4, removed: 0 });
    expect(await matrixRow(keeper, first, countryCode)).toMatchObject({
      price: '2.2',
      own: { discount: '1.1', minQty: 2, dailyLimit: 9, templateName: `Template ${countryCode}` },
    });
    const replaced = await keeper.post(at('batch-submit'), { ...given, mode: 'REPLACE' });
    expect(replaced.body.data).toEqual({ agents: 2, saved: 2, removed: 0 });
    expect((await matrixRow(keeper, first, countryCode)).own).toMatchObject({ dailyLimit: null });
    expect((await matrixRow(keeper, first, '*')).own).toMatchObject({ rebateRate1: '5', monthlyLimit: null });
    const [listed] = (await keeper.get(at('template/list-form'), { id })).body.data;
    expect(listed).toMatchObject({ id, usedCount: 2, items: template(countryCode).items });

    // A manual change removes the reference to the template.
    await batch(keeper, [second], [item(countryCode, { minQty: 3 })]);
    expect((await matrixRow(keeper, second, countryCode)).own).toMatchObject({ templateName: null });
    const renamed = { ...template(countryCode), id, templateName: 'Renamed', version: listed.version };
    expect((await keeper.post(at('template/submit'), renamed)).status).toBe(200);
    expect((await keeper.post(at('template/submit'), renamed)).body.bizCode).toBe('STALE_DATA');
    expect((await keeper.post(at('template/delete'), { ids: id })).status).toBe(200);
    expect((await keeper.post(at('template/delete'), { ids: id })).status).toBe(404);
    expect((await matrixRow(keeper, first, countryCode)).own).toMatchObject({ discount: '1.1' });
  });
});
