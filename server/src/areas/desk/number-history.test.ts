import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { fictionalNumbers, stock } from '../../engines/stock/inventory/stock-fixture.ts';
import { type TestUser, testApp } from '../../testing/app.ts';
import { openChecks } from '../../testing/checks.ts';
import { declared } from '../../testing/consents.ts';
import { openMarket, UNIT_PRICE } from '../../testing/market.ts';
import { suppliedNumbers } from '../../testing/supplier-claims.ts';
import { places } from './number-history/places.ts';

const product = await testApp({ SANDBOX: '1' });
await product.work();
afterAll(() => product.close());

const CALL = 'desk/number-history/detail';
const numbers = fictionalNumbers(3);
const [sold, free] = numbers as [bigint, bigint];
let agent: TestUser;
let taskId: string;

interface Event {
  readonly screen: string;
  readonly id: string;
  readonly time: string;
  readonly facts: readonly { readonly label: string; readonly value: string }[];
}
const history = async (who: TestUser, query: object) => (await who.get(CALL, { ...query })).body;
const screens = (answer: { data: { events: Event[] } }) => answer.data.events.map(({ screen }) => screen);
const eventOf = (answer: { data: { events: Event[] } }, screen: string) =>
  answer.data.events.find((event) => event.screen === screen);

/** Three numbers are imported, moved to stock, one is sold, checked by its buyer and suppressed. */
beforeAll(async () => {
  await stock(product.db, numbers);
  const productId = await openMarket(product.db);
  await openChecks(product, 1, { 1: '0.01' });
  agent = await product.agent({ money: 10_000_000n });
  const order = { productId: String(productId), quantity: 1, useDeclaration: 1 };
  const bought = await agent.post('agent/product/buy', { ...order, expectedAmount: UNIT_PRICE });
  expect([bought.body.bizCode, bought.body.code]).toEqual([undefined, 200]);
  const { id: consentId } = await declared(product, { who: agent, isPassed: true });
  const task = await agent.post('filter/whatsapp-filter/create-order', {
    ...{ countryCode: 'US', filterType: 1, consentId, taskName: 'My list' },
    numbers: `+${sold}`,
  });
  taskId = task.body.data.id;
  const read = async () => (await agent.get('filter/whatsapp-filter/detail', { id: taskId })).body.data.status;
  await vi.waitUntil(async () => (await read()) === 3, { timeout: 60_000, interval: 50 });
  await product.admin.post('compliance/suppression/save', { number: `+${sold}`, reason: 2, sourceRef: 'Letter 9' });
});

it('names every list that declares rows about numbers, and no other', () => {
  const declaredLists = product.app.lists.resources.flatMap(({ name, numbers: rows }) => (rows ? [name] : []));
  expect(Object.keys(places).toSorted()).toEqual(declaredLists.toSorted());
  const shownIn = product.app.lists.resources.flatMap(({ name, fields }) =>
    Object.values(fields).some(({ kind, schema }) => kind === 'phone' && schema.safeParse('+1201****0123').success)
      ? [name]
      : [],
  );
  expect(shownIn.filter((name) => !(name in places))).toEqual([]);
});

describe('the history of a number', () => {
  it('has its batch, stock, sale and suppression, newest first, each of which opens its row', async () => {
    const answer = await history(product.admin, { number: `+${sold}` });
    expect(answer.data).toMatchObject({ number: `+${sold}`, isWhole: 1, countryCode: 'US', more: [] });
    const expected = ['whatsapp/pre-warehouse', 'whatsapp/warehouse', 'whatsapp/outbound', 'agent/product-order'];
    expect(new Set(screens(answer))).toEqual(
      new Set([...expected, 'compliance/suppression', 'filter/whatsapp-filter']),
    );
    const times = answer.data.events.map(({ time }: Event) => time);
    expect(times).toEqual(times.toSorted().toReversed());
    expect(eventOf(answer, 'compliance/suppression')?.facts).toContainEqual({ label: '来源', value: 'Letter 9' });
    expect(eventOf(answer, 'whatsapp/outbound')?.facts.map(({ value }) => value)).toContain(agent.row.realName);
    for (const { screen, id } of answer.data.events as Event[]) expect(id, screen).toMatch(/^[1-9]\d*$/);
    const withoutLists = await history(await product.staff('warehouse'), { number: `+${sold}` });
    expect(screens(withoutLists)).not.toContain('filter/whatsapp-filter');
  });

  it('shows an agent its own purchase and check alone', async () => {
    const answer = await history(agent, { number: `+${sold}` });
    expect(new Set(screens(answer))).toEqual(
      new Set(['whatsapp/outbound', 'agent/product-order', 'filter/whatsapp-filter']),
    );
    expect(eventOf(answer, 'filter/whatsapp-filter')?.facts.map(({ label }) => label)).toContain('检测结果');
    const stranger = await product.agent();
    expect((await history(stranger, { number: `+${sold}` })).data.events).toEqual([]);
  });

  it('opens from a row with a masked number and stays masked', async () => {
    const reader = await product.staff('compliance');
    const { records } = (await reader.get('whatsapp/warehouse/page', { size: 50 })).body.data;
    const row = records.find(({ number }: { number: string }) => number.endsWith(String(sold).slice(-4)));
    const answer = await history(reader, { resource: 'whatsapp/warehouse', row: row.id });
    expect(answer.data).toMatchObject({ number: row.number, isWhole: 0 });
    expect(JSON.stringify(answer)).not.toContain(String(sold));
    expect(screens(answer)).toContain('whatsapp/warehouse');
    const agents = await agent.get(CALL, { resource: 'whatsapp/warehouse', row: row.id });
    expect(agents.status).toBe(404);
  });

  it('names the number for the forms of claims: whole where the reader sees it whole, otherwise by its ID', async () => {
    await product.db.pool.query("update inv_outbound set warranty_until = now() + interval '1 day'");
    const { supplierId } = await suppliedNumbers(product, 1, 'Of the sold number');
    await product.db.pool.query('update inv_item set supplier_id = $1 where e164 = $2', [supplierId, sold]);
    expect((await history(agent, { number: `+${sold}` })).data.claims).toEqual({
      warranty: `+${sold}`,
      supplier: null,
    });
    const keeper = await product.staff('warehouse');
    const { records } = (await keeper.get('whatsapp/warehouse/page', { size: 50 })).body.data;
    const row = records.find(({ number }: { number: string }) => number.endsWith(String(sold).slice(-4)));
    const { itemNo, id } = row;
    const answer = await history(keeper, { resource: 'whatsapp/warehouse', row: id });
    expect([answer.data.isWhole, answer.data.claims.supplier]).toEqual([0, itemNo]);
    const stranger = await product.agent();
    expect((await history(stranger, { number: `+${sold}` })).data.claims).toEqual({ warranty: null, supplier: null });
  });

  it('opens from a line of a check for its owner, and for nobody without the right to customers’ lists', async () => {
    const line = { resource: 'filter/whatsapp-filter', row: taskId, line: 1 };
    expect(screens(await history(agent, line))).toContain('filter/whatsapp-filter');
    expect((await (await product.agent()).get(CALL, line)).status).toBe(404);
    expect((await agent.get(CALL, { ...line, line: 2 })).status).toBe(404);
  });

  it('notes in the trail who saw a number in full that they did not know', async () => {
    const keeper = product.admin;
    const { records } = (await keeper.get('whatsapp/warehouse/page', { number: `+${free}` })).body.data;
    const answer = await history(keeper, { resource: 'whatsapp/warehouse', row: records[0].id });
    expect(answer.data).toMatchObject({ number: `+${free}`, isWhole: 1 });
    const { rows } = await product.db.pool.query(
      "select user_id::text as user from audit_log where action = 'plain-view' and object_type = 'desk/number-history'",
    );
    expect(rows).toContainEqual({ user: String(keeper.id) });
  });

  it('is the same for both forms of a number', async () => {
    await stock(product.db, [541100000000n]);
    for (const number of ['+541100000000', '+5491100000000'])
      expect(screens(await history(product.admin, { number })), number).toContain('whatsapp/warehouse');
  });

  it('refuses parts of numbers at the field', async () => {
    const answer = await product.admin.get(CALL, { number: '555' });
    expect(answer.body).toMatchObject({ bizCode: 'NUMBER_NOT_WHOLE' });
    expect((await product.admin.get(CALL, {})).status).toBe(400);
  });
});
