import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { testApp } from '../../../testing/app.ts';
import { openSeeds, openTestPanel } from '../../../testing/seeds.ts';
import { DEFAULT_TENANT } from '../../people/identity/index.ts';
import { sharesOf } from './choose.ts';
import { cancelSeeds, chooseSeeds, dispatchSeed, planSeedTasks, registerPanelMembers } from './index.ts';

const product = await testApp();
const { app, db } = product;
afterAll(() => product.close());
beforeEach(async () => {
  registerPanelMembers(null);
  await db.pool.query('update sed_number set status = 0');
});

const choose = (countries: readonly { countryCode: string; lines: number }[], channel = 1) =>
  db.tx((tx) => chooseSeeds(app, tx, { tenantId: DEFAULT_TENANT, channel, countries }));
const US = (lines: number) => [{ countryCode: 'US', lines }];
const numberOf = async (id: bigint) =>
  (await db.pool.query('select used_count, status, last_used_time from sed_number where id = $1', [String(id)]))
    .rows[0];

describe('the number of seeds', () => {
  it.each([
    [1, 5, 1],
    [199, 5, 1],
    [1000, 1, 1],
    [1000, 10, 10],
    [2500, 5, 13],
    [4000, 5, 20],
    [5_000_000, 1, 20],
  ])('%i lines at %i per thousand have %i', (lines, permille, count) => {
    expect(sharesOf(US(lines), permille)).toEqual([{ countryCode: 'US', count }]);
  });

  it('is divided among the countries by their lines, and never grows', () => {
    for (let tries = 0; tries < 300; tries += 1) {
      const countries = Array.from({ length: 1 + Math.floor(Math.random() * 8) }, (_, place) => ({
        countryCode: String.fromCharCode(65 + place).repeat(2),
        lines: 1 + Math.floor(Math.random() * 5000),
      }));
      const lines = countries.reduce((sum, one) => sum + one.lines, 0);
      const shares = sharesOf(countries, 5);
      const total = shares.reduce((sum, { count }) => sum + count, 0);
      expect(total).toBe(Math.min(20, Math.max(1, Math.round(lines * 0.005))));
      for (const { countryCode, count } of shares) {
        const exact = (total * (countries.find((one) => one.countryCode === countryCode)?.lines ?? 0)) / lines;
        expect(Math.abs(count - exact)).toBeLessThan(1);
      }
    }
    expect(sharesOf([], 5)).toEqual([]);
  });
});

describe('chosen seeds', () => {
  it('are available numbers of the channel and country, each once, and are counted as used', async () => {
    const seeds = await openSeeds(product, 6);
    await openSeeds(product, 3, { channel: 2 });
    await openSeeds(product, 3, { country: 'CA' });
    const chosen = await choose(US(1200));
    expect(chosen).toHaveLength(6);
    expect(chosen.map(({ seedId }) => seedId).toSorted()).toEqual(seeds.map(({ seedId }) => seedId).toSorted());
    expect(chosen[0]).toMatchObject({ countryCode: 'US', e164: expect.any(BigInt) });
    expect(await numberOf(chosen[0]?.seedId ?? 0n)).toMatchObject({ used_count: 1, last_used_time: expect.any(Date) });
  });

  it('stay within the daily limit, also in parallel, and are available again on the next day', async () => {
    const [seed] = await openSeeds(product, 1, { limit: 2 });
    const orders = await Promise.all(Array.from({ length: 6 }, () => choose(US(100))));
    const first = orders.flat().length;
    expect(first).toBeLessThanOrEqual(2);
    for (let place = first; place < 2; place += 1) expect(await choose(US(100))).toHaveLength(1);
    expect(await choose(US(100))).toEqual([]);
    await db.pool.query(`update sed_number set used_day = used_day - 1 where id = $1`, [String(seed?.seedId)]);
    expect(await choose(US(100))).toHaveLength(1);
    expect(await numberOf(seed?.seedId ?? 0n)).toMatchObject({ used_count: 1 });
  });

  it('come from another country of the order where one has too few', async () => {
    await openSeeds(product, 10);
    const chosen = await choose([...US(1000), { countryCode: 'CA', lines: 200 }]);
    expect(chosen.map(({ countryCode }) => countryCode)).toEqual(Array(6).fill('US'));
  });

  it('leave out numbers of members who are locked, or while there is no panel', async () => {
    const [agent, other] = [await product.agent(), await product.agent()];
    await openSeeds(product, 1, { memberId: agent.id });
    const [free] = await openSeeds(product, 1, { memberId: other.id });
    expect(await choose(US(400))).toEqual([]);
    const panel = openTestPanel();
    panel.locked.add(agent.id);
    expect(await choose(US(400))).toMatchObject([{ seedId: free?.seedId }]);
  });
});

describe('planned tasks', () => {
  it('are one for each seed of an order, start once their message was sent, and occupy their number', async () => {
    const seeds = await openSeeds(product, 3);
    const plan = { tenantId: DEFAULT_TENANT, orderType: 1, orderId: 41n, orderNo: 'WO41', seeds };
    const planTwice = () =>
      db.tx((tx) => planSeedTasks(tx, { ...plan, expectedTemplate: 'Sale', expectedSender: 'Shop', providerId: null }));
    expect(await planTwice()).toHaveLength(3);
    expect(await planTwice()).toEqual([]);
    const [first, second] = seeds;
    expect(await numberOf(first?.seedId ?? 0n)).toMatchObject({ status: 2 });
    const sent = () => db.tx((tx) => dispatchSeed(tx, 41n, [first?.e164 ?? 0n]));
    expect([await sent(), await sent()]).toEqual([1, 0]);
    expect(await db.tx((tx) => cancelSeeds(tx, 41n))).toBe(2);
    expect(await numberOf(second?.seedId ?? 0n)).toMatchObject({ status: 1 });
    expect(await numberOf(first?.seedId ?? 0n)).toMatchObject({ status: 2 });
    const { body } = await product.admin.get('whatsapp/embedded-number-task/list', { orderNo: 'WO41', ascs: 'id' });
    expect(body.data.records.map(({ status }: { status: number }) => status).toSorted()).toEqual([1, 6, 6]);
    const running = body.data.records.find(({ status }: { status: number }) => status === 1);
    expect(Date.parse(running.dueTime) - Date.parse(running.dispatchTime)).toBe(24 * 3_600_000);
    expect(running).toMatchObject({ expectedTemplate: 'Sale', expectedSender: 'Shop', reward: '0', matchResult: null });
  });

  it('give a cancelled use back', async () => {
    await openSeeds(product, 1, { limit: 1 });
    const seeds = await choose(US(10));
    const plan = { tenantId: DEFAULT_TENANT, orderType: 1, orderId: 42n, orderNo: 'WO42', seeds };
    await db.tx((tx) => planSeedTasks(tx, plan));
    expect(await choose(US(10))).toEqual([]);
    await db.tx((tx) => cancelSeeds(tx, 42n));
    expect(await choose(US(10))).toHaveLength(1);
  });
});
