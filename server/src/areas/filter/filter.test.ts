import { parseMoney } from '@trade-assistant/contract/kit/money.ts';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rechargePass } from '../../engines/money/ledger/index.ts';
import { addPrice } from '../../engines/money/pricing/index.ts';
import { fictionalNumbers, multipart } from '../../engines/stock/inventory/stock-fixture.ts';
import { systemActor } from '../../kernel/auth/actor.ts';
import { type TestUser, testApp } from '../../testing/app.ts';
import { declared } from '../../testing/consents.ts';

const product = await testApp({ SANDBOX: '1' });
await product.work();
afterAll(() => product.close());

const FILTER = 'filter/whatsapp-filter';
const platform = systemActor('000000');
let agent: TestUser;
let other: TestUser;
const consents = new Map<TestUser, string>();

const price = (filterType: number, salePrice: string) =>
  product.db.tx((tx) =>
    addPrice(
      tx,
      platform,
      {
        businessType: 1,
        serviceType: 1,
        filterType,
        activePeriod: filterType === 3 ? 7 : null,
        countryCode: 'US',
        agentLevel: 0,
        unit: 1,
        chargeOn: 3,
        costPrice: parseMoney('0.001'),
        salePrice: parseMoney(salePrice),
        minPrice: null,
        minQty: null,
        maxQty: null,
        stepQty: null,
        tierJson: [],
        effectiveTime: new Date(),
        expireTime: null,
        remark: null,
      },
      { belowCost: false },
    ),
  );
const recharge = (user: TestUser, amount: string, key: string) =>
  product.db.tx((tx) =>
    rechargePass(tx, platform, {
      userId: user.id,
      amount: parseMoney(amount),
      methodCode: 'test',
      idemKey: key,
      bizType: 'recharge',
    }),
  );

beforeAll(async () => {
  await product.db.drizzle.execute(sql`
    insert into inv_country (tenant_id, country_code, dial_code, name_zh, name_en, whatsapp_enabled, telegram_enabled)
    values ('000000', 'US', '1', '美国', 'United States', 1, 1)
    on conflict (tenant_id, country_code) where deleted_at is null do update set is_blocked = 0, status = 1, whatsapp_enabled = 1, telegram_enabled = 1`);
  await price(1, '0.01');
  await price(2, '0.025');
  agent = await product.agent();
  other = await product.agent();
  for (const who of [agent, other]) consents.set(who, (await declared(product, { who, isPassed: true })).id);
  await recharge(agent, '100', 'rc:agent');
});

const listOf = (numbers: readonly bigint[]) => numbers.map((number) => `+${number}`).join('\n');
const form = (numbers: readonly bigint[], more: object = {}, user = agent) => ({
  taskName: 'Spring list',
  countryCode: 'US',
  filterType: 1,
  numbers: listOf(numbers),
  consentId: consents.get(user),
  ...more,
});
const detail = async (id: string, user = agent) => (await user.get(`${FILTER}/detail`, { id })).body.data;
async function finished(id: string, states = [3, 4]) {
  await expect.poll(async () => (await detail(id)).status).toBeOneOf(states);
  return detail(id);
}
const balance = async (user: TestUser) => {
  const { rows } = await product.db.pool.query<{ kind: number; balance: string }>(
    'select kind, balance::text from fin_wallet where user_id = $1 and kind in (1, 2) order by kind',
    [user.id.toString()],
  );
  return rows.map((row) => Number(row.balance) / 1e6);
};

describe('a check', () => {
  it('counts every line once, and charges what was decided', async () => {
    const before = (await balance(agent))[0]!;
    const numbers = fictionalNumbers(100);
    const text = `${listOf(numbers)}\n${listOf(numbers.slice(0, 3))}\nnot a number\n+447700900123\n`;
    const { data } = (await agent.post(`${FILTER}/create-order`, form([], { numbers: text }))).body;
    expect(data).toMatchObject({ status: 0, taskNo: expect.stringMatching(/^WF/) });
    const task = await finished(data.id);
    expect(task).toMatchObject({
      status: 4,
      totalCount: 105,
      duplicateCount: 3,
      invalidCount: 2,
      submitCount: 100,
      doneCount: 100,
      vacantCount: 1,
      suspendedCount: 1,
      noDataCount: 1,
      silentCount: 1,
      riskCount: 1,
      liveCount: 93,
      unknownCount: 2,
      evidence: 3,
    });
    // Two of the hundred have no definite result.
    expect([task.holdAmount, task.chargedAmount, task.refundedAmount].map(Number)).toEqual([1, 0.98, 0.02]);
    expect((await balance(agent))[0]).toBeCloseTo(before - 0.98, 6);
  });

  it('shows its lines to its owner alone, each with its result or the reason', async () => {
    const numbers = fictionalNumbers(3, 200);
    const { data } = (await agent.post(`${FILTER}/create-order`, form([], { numbers: `${listOf(numbers)}\nx` }))).body;
    await finished(data.id);
    const lines = (await agent.get(`${FILTER}/lines`, { id: data.id })).body.data.records;
    expect(lines).toMatchObject([
      { lineNo: 1, number: `+${numbers[0]}`, result: 0, evidence: 3 },
      { lineNo: 2, result: 2 },
      { lineNo: 3, result: 3 },
      { lineNo: 4, number: 'x', result: null, rejectReason: 1 },
    ]);
    expect((await other.get(`${FILTER}/lines`, { id: data.id })).status).toBe(404);
    expect((await product.admin.get(`${FILTER}/detail`, { id: data.id })).status).toBe(200);
    const clerk = await product.staff('admin');
    expect((await clerk.get(`${FILTER}/lines`, { id: data.id })).status).toBe(403);
  });

  it('without enough money waits for funds, and is checked after a recharge', async () => {
    const { data } = (await other.post(`${FILTER}/create-order`, form(fictionalNumbers(20, 300), {}, other))).body;
    await expect.poll(async () => (await detail(data.id, other)).status).toBe(9);
    expect(await detail(data.id, other)).toMatchObject({ holdAmount: '0', waiting: '余额不足，请充值后支付' });
    await recharge(other, '5', 'rc:other');
    expect((await other.post(`${FILTER}/update`, { id: data.id, action: 'RETRY_PAY' })).body.code).toBe(200);
    await expect.poll(async () => (await detail(data.id, other)).status).toBeOneOf([3, 4]);
  });

  it('can be upgraded once it has ended: only numbers in service, for the difference of the prices', async () => {
    const { data } = (await agent.post(`${FILTER}/create-order`, form(fictionalNumbers(50, 450)))).body;
    const first = await finished(data.id);
    expect(first.liveCount).toBe(50);
    const upgraded = await agent.post(`${FILTER}/upgrade-task`, { id: data.id, filterType: 2 });
    expect(upgraded.body.data).toEqual({ lines: 50 });
    await expect
      .poll(async () => (await detail(data.id)).upgradeCount === 1 && (await detail(data.id)).status)
      .toBeOneOf([3, 4]);
    const second = await detail(data.id);
    expect(second).toMatchObject({ filterType: 2, lastFilterType: 1, liveCount: 50, registeredCount: 50 });
    expect(Number(second.chargedAmount)).toBeCloseTo(50 * 0.025, 6);
    const again = await agent.post(`${FILTER}/upgrade-task`, { id: data.id, filterType: 1 });
    expect(again.body.bizCode).toBe('UPGRADE_INVALID');
  });

  it('is refused before anything happens when the choice or the price does not fit', async () => {
    const numbers = fictionalNumbers(5, 500);
    const codeOf = async (more: object) =>
      (await agent.post(`${FILTER}/create-order`, form(numbers, more))).body.bizCode;
    expect(await codeOf({ filterType: 3 })).toBe('PERIOD_REQUIRED');
    expect(await codeOf({ filterType: 4 })).toBe('PRICE_NOT_FOUND');
    expect(await codeOf({ countryCode: 'AQ' })).toBe('COUNTRY_UNKNOWN');
    expect(await codeOf({ expectedUnitPrice: '0.001' })).toBe('PRICE_CHANGED');
    expect(await codeOf({ numbers: ' ' })).toBe('LIST_REQUIRED');
  });

  it('of a list without a valid number fails, without money', async () => {
    const { data } = (await agent.post(`${FILTER}/create-order`, form([], { numbers: 'a\nb\n' }))).body;
    expect(await finished(data.id, [6])).toMatchObject({ failReason: '没有有效号码', holdAmount: '0' });
    const english = await agent.get(`${FILTER}/detail`, { id: data.id }, { 'accept-language': 'en' });
    expect(english.body.data.failReason).toBe('No valid number');
  });

  it('is cancelled by its owner: results so far are charged, the rest returns', async () => {
    const [, before] = await balance(agent);
    const { data } = (await agent.post(`${FILTER}/create-order`, form(fictionalNumbers(100, 600)))).body;
    await agent.post(`${FILTER}/update`, { id: data.id, status: 5 });
    const task = await finished(data.id, [3, 4, 5]);
    expect(Number(task.holdAmount)).toBeCloseTo(Number(task.chargedAmount) + Number(task.refundedAmount), 6);
    expect((await balance(agent))[1]).toBe(before);
    const steps = (await agent.get(`${FILTER}/events`, { id: data.id })).body.data.toReversed();
    const [{ userName }] = steps;
    expect(userName).not.toBeNull();
    expect(steps.find(({ event }: { event: string }) => event === 'create')).toBe(steps[0]);
    expect(steps).toContainEqual({ event: 'cancelling', userName, reason: null, time: expect.any(String) });
    expect((await other.get(`${FILTER}/events`, { id: data.id })).status).toBe(404);
    // Staff read the same words in the log of all changes of state.
    const { records } = (await product.admin.get('log/state/list', { size: 200 })).body.data;
    const logged = records.filter(({ objectId }: { objectId: string }) => String(objectId) === data.id);
    expect(logged).toContainEqual(expect.objectContaining({ objectTitle: '检测与消息任务', event: '申请取消' }));
  });
});

it('a quote says what a check costs before it is paid', async () => {
  const quote = (await agent.get(`${FILTER}/price`, { country: 'US', filterType: 1, quantity: 1000 })).body.data;
  expect(quote).toMatchObject({ unitPrice: '0.01', total: '10', enough: true, evidenceAvailable: 3, currency: 'USDT' });
});

it('a country without a price is named at its field, in the quote and in the refusal', async () => {
  await product.db.drizzle.execute(sql`
    insert into inv_country (tenant_id, country_code, dial_code, name_zh, name_en, whatsapp_enabled, telegram_enabled)
    values ('000000', 'GB', '44', '英国', 'United Kingdom', 1, 1)
    on conflict (tenant_id, country_code) where deleted_at is null do update set is_blocked = 0, status = 1, whatsapp_enabled = 1`);
  const named = {
    bizCode: 'PRICE_NOT_FOUND',
    data: {
      countryCodes: ['GB'],
      fields: [{ field: 'countryCode', message: '英国尚未定价：请排除其号码，或申请报价' }],
    },
  };
  expect((await agent.get(`${FILTER}/price`, { countryCode: 'GB', filterType: 1 })).body).toMatchObject(named);
  expect((await agent.post(`${FILTER}/create-order`, form([447700900123n], { countryCode: 'GB' }))).body).toMatchObject(
    named,
  );
});

it('a file is inspected first, and the person chooses its column of numbers', async () => {
  const numbers = fictionalNumbers(10, 700);
  const csv = `name,reference,contact\n${numbers.map((number, n) => `A${n},${n},+${number}`).join('\n')}`;
  const { body, headers } = multipart({}, { name: 'list.csv', content: csv });
  const inspected = (await agent.post(`${FILTER}/inspect`, body, headers)).body.data;
  expect(inspected).toMatchObject({ fileName: 'list.csv', column: 2 });
  const { data } = (
    await agent.post(`${FILTER}/create-order`, { ...form([]), numbers: undefined, fileId: inspected.fileId, column: 2 })
  ).body;
  expect(await finished(data.id)).toMatchObject({ submitCount: 10, fileName: 'list.csv', inputMode: 1 });
  const strange = await other.post(`${FILTER}/create-order`, {
    ...form([], {}, other),
    numbers: undefined,
    fileId: inspected.fileId,
  });
  expect(strange.status).toBe(404);
});
