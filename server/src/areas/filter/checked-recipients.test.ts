import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { fictionalNumbers } from '../../engines/stock/inventory/stock-fixture.ts';
import { type TestUser, testApp } from '../../testing/app.ts';
import { startCheckServer } from '../../testing/check-server.ts';
import { openChecks } from '../../testing/checks.ts';
import { declared } from '../../testing/consents.ts';
import { orderForm } from '../../testing/orders.ts';

const product = await testApp({ PRIVATE_ENDPOINTS: '1' });
const vendor = await startCheckServer();
await product.work();
afterAll(async () => {
  await product.close();
  await vendor.close();
});

const FILTER = 'filter/whatsapp-filter';
const ORDERS = 'sms/sms-task';
const LIVE = 1;
const rest = fictionalNumbers(400);
let agent: TestUser;
let checkId: string | undefined;
/** The numbers of the check by their result. */
let byResult: ReadonlyMap<number, readonly string[]>;

beforeAll(async () => {
  await openChecks(product, 1, { 1: '0.01' });
  agent = await product.agent({ money: 100_000_000n });
  const { rowCount } = await product.db.pool.query(
    `insert into prv_provider (tenant_id, provider_code, provider_name, kind, protocol, endpoint, capabilities, batch_max, rate_per_second, status)
     values ('000000', 'spy', 'Spy', 1, 1, $1, 63, 100, 100000, 1)`,
    [vendor.address],
  );
  expect(rowCount).toBe(1);
});

async function checked(who: TestUser, numbers: readonly bigint[]): Promise<string> {
  const { id: consentId } = await declared(product, { who, isPassed: true });
  const list = numbers.map((number) => `+${number}`).join('\n');
  const made = await who.post(`${FILTER}/create-order`, { countryCode: 'US', filterType: 1, consentId, numbers: list });
  const { id } = made.body.data;
  await expect.poll(async () => (await who.get(`${FILTER}/detail`, { id })).body.data.status).toBeOneOf([3, 4]);
  return id;
}
const linesOf = async (id: string) =>
  (
    await product.db.pool.query<{ e164: string; result: number }>(
      'select e164::text, result from work_line where task_id = $1 and is_current and e164 is not null order by line_no',
      [id],
    )
  ).rows;
/** Saves an order whose list is given. */
async function save(more: object, who = agent) {
  const { numbers: _numbers, column: _column, ...form } = await orderForm(product, 'sms', who);
  return who.post(`${ORDERS}/save`, { ...form, ...more });
}
/** Returns the recipients of a new order, in order of the list. */
async function recipientsOf(more: object): Promise<string[]> {
  const { body } = await save(more);
  expect(body).toMatchObject({ code: 200 });
  const { id } = body.data;
  await expect.poll(async () => (await agent.get(`${ORDERS}/detail`, { id })).body.data.isRead).toBe(1);
  return (await linesOf(id)).map(({ e164 }) => e164);
}

beforeEach(async () => {
  if (checkId !== undefined) return;
  checkId = await checked(agent, rest.splice(0, 60));
  const results = Map.groupBy(await linesOf(checkId), ({ result }) => result);
  byResult = new Map([...results].map(([result, lines]) => [result, lines.map(({ e164 }) => e164)]));
});

it('an order is sent to the numbers of a check that have the wanted results, and to no others', async () => {
  const live = byResult.get(LIVE) ?? [];
  expect(live.length).toBeGreaterThan(3);
  expect(live.length).toBeLessThan(60);
  expect(await recipientsOf({ checkId, results: String(LIVE) })).toEqual(live);
});

it('without results an order has all numbers of the check', async () => {
  const all = await recipientsOf({ checkId });
  expect(all.toSorted()).toEqual([...byResult.values()].flat().toSorted());
});

it('numbers of a check are added to an order, once each', async () => {
  const [first = ''] = byResult.get(LIVE) ?? [];
  const { body } = await save({ numbers: `+${first}` });
  await expect.poll(async () => (await agent.get(`${ORDERS}/detail`, { id: body.data.id })).body.data.isRead).toBe(1);
  const added = await agent.post(`${ORDERS}/add-number`, { id: body.data.id, checkId, results: String(LIVE) });
  expect(added.body.data).toMatchObject({ added: (byResult.get(LIVE)?.length ?? 0) - 1, duplicate: 1 });
});

it('a check of somebody else, and one whose list was deleted, are no list of an order', async () => {
  const other = await product.agent({ money: 10_000_000n });
  const foreign = await save({ checkId }, other);
  expect(foreign.status).toBe(404);
  // Staff who act for the other agent cannot take it either.
  const forOther = {
    ...(await orderForm(product, 'sms', other)),
    numbers: undefined,
    agentId: String(other.id),
    checkId,
  };
  expect((await product.admin.post(`${ORDERS}/save`, forOther)).status).toBe(404);
  const own = await checked(agent, rest.splice(0, 10));
  expect((await agent.post(`${FILTER}/update`, { id: own, action: 'PURGE' })).status).toBe(200);
  expect((await save({ checkId: own })).body.bizCode).toBe('LIST_GONE');
  expect((await save({ checkId: '999999' })).status).toBe(404);
});

it('the ids of chats are not taken from a check', async () => {
  const { numbers: _numbers, ...form } = await orderForm(product, 'telegram', agent);
  const notice = { ...form, orderType: 2, codeLength: undefined, ttl: undefined, text: 'Hello', checkId };
  expect((await agent.post('telegram/order/save', notice)).body.bizCode).toBe('CHATS_FROM_CHECK');
});
