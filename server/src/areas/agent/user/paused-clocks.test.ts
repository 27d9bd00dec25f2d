import { parseMoney } from '@trade-assistant/contract/kit/money.ts';
import { afterAll, expect, it } from 'vitest';
import { expireQuotas } from '../../../engines/money/quotas/index.ts';
import { verifyLeases } from '../../../engines/stock/leases/index.ts';
import { runDueLeases } from '../../../engines/stock/orders/index.ts';
import { ageLeases, createPackage, createRental } from '../../../engines/stock/orders/orders-fixture.ts';
import { type TestUser, testApp } from '../../../testing/app.ts';

const product = await testApp();
const { admin } = product;
afterAll(async () => {
  expect(await product.db.tx((tx) => verifyLeases(tx))).toEqual([]);
  await product.close();
});

const sql = async (text: string, ...values: unknown[]) => (await product.db.pool.query(text, values.map(String))).rows;
const disable = async (user: TestUser) =>
  expect((await admin.post('agent/user/disable', { ids: String(user.id), reason: 'Looked into' })).body.code).toBe(200);
const enable = async (user: TestUser) =>
  expect((await admin.post('agent/user/enable', { ids: String(user.id) })).body.code).toBe(200);

/** A user below `parent` with a lease and a package. */
async function customer(parent: TestUser, autoRenew: 0 | 1): Promise<TestUser> {
  const who = await product.agent({ parent, money: parseMoney('100') });
  const rental = await createRental(product.db, { stock: 2, price: '2' });
  const pack = await createPackage(product.db, { units: 50, price: '0.02' });
  for (const [{ productId }, expectedAmount] of [
    [rental, '2'],
    [pack, '1'],
  ] as const) {
    const order = { productId: String(productId), quantity: 1, expectedAmount, useDeclaration: 1 };
    expect((await who.post('agent/product/buy', order)).body.code).toBe(200);
  }
  await sql('update agt_lease set auto_renew = $2 where owner_id = $1', who.id, autoRenew);
  return who;
}
/** Returns days left of a lease, its state, and the hours left of a package. */
const clocks = async (who: TestUser) => {
  const [found] = await sql(
    `select l.end_date - (now() at time zone 'Asia/Shanghai')::date as left, l.status, l.months, l.paused_days,
       round(extract(epoch from q.expire_time - coalesce(u.paused_since, now())) / 3600) as hours, q.status as package
     from agt_lease l join agt_quota q on q.owner_id = l.owner_id join sys_user u on u.id = l.owner_id where l.owner_id = $1`,
    who.id,
  );
  return found;
};
/** Ages a user's leases, packages and pauses by some days. */
async function pass(who: TestUser, days: number): Promise<void> {
  await ageLeases(product.db, days, who.id);
  await sql(
    `update agt_quota set expire_time = expire_time - make_interval(days => $2::int) where owner_id = $1`,
    who.id,
    days,
  );
  await sql(
    `update sys_user set paused_since = paused_since - make_interval(days => $2::int) where id = $1`,
    who.id,
    days,
  );
}
/** Ages a lease until at most this many days are left; fewer are possible, because months differ. */
async function passUntil(who: TestUser, left: number): Promise<void> {
  for (let now = await clocks(who); now.left > left; now = await clocks(who)) await pass(who, now.left - left);
}
async function turn(): Promise<void> {
  await runDueLeases(product.db);
  await product.db.tx((tx) => expireQuotas(tx));
}

it('of leases, grace days and packages pause below a disabled agent and continue when it is enabled', async () => {
  const top = await product.agent();
  const [renewing, byHand, overdue] = [await customer(top, 1), await customer(top, 0), await customer(top, 0)];
  // One or more days into the grace period.
  await passUntil(overdue, -1);
  await turn();
  expect(await clocks(overdue)).toMatchObject({ status: 2 });
  const before = await Promise.all([renewing, byHand, overdue].map(clocks));
  await disable(top);
  // Longer than any lease, grace period or package.
  for (const who of [renewing, byHand, overdue]) await pass(who, 4000);
  await turn();
  for (const [index, who] of [renewing, byHand, overdue].entries())
    expect(await clocks(who)).toMatchObject({
      status: before[index].status,
      months: 1,
      package: before[index].package,
      hours: before[index].hours,
    });
  expect(
    (await renewing.post('agent/lease/renew', { withinDays: 40, months: 1, expectedAmount: '2' })).body.bizCode,
  ).toBe('UPLINE_DISABLED');
  const aged = await Promise.all([renewing, byHand, overdue].map(clocks));
  await enable(top);
  await turn();
  for (const [index, who] of [renewing, byHand].entries()) {
    const { status, hours } = before[index];
    const left = aged[index].left + 4000;
    expect(await clocks(who)).toMatchObject({ left, status, hours, paused_days: 4000, package: before[index].package });
  }
  // Then the clocks continue: one lease renews, the other becomes overdue and ends.
  await passUntil(renewing, 0);
  await passUntil(byHand, -1);
  await pass(overdue, 60);
  await turn();
  expect(await clocks(renewing)).toMatchObject({ status: 1, months: 2 });
  expect(await clocks(byHand)).toMatchObject({ status: 2 });
  expect(await clocks(overdue)).toMatchObject({ status: 3 });
});

it('pause while any agent above is disabled, and continue for a user who is moved away', async () => {
  const top = await product.agent();
  const middle = await product.agent({ parent: top });
  const who = await customer(middle, 0);
  const before = await clocks(who);
  await disable(top);
  await pass(who, 100);
  await disable(middle);
  await pass(who, 100);
  await enable(top);
  await pass(who, 100);
  await turn();
  expect(await clocks(who)).toMatchObject({ status: 1, paused_days: 0 });
  const aged = await clocks(who);
  await enable(middle);
  expect(await clocks(who)).toMatchObject({ left: aged.left + 300, hours: before.hours, paused_days: 300 });
  await disable(middle);
  await pass(who, 50);
  const again = await clocks(who);
  expect((await admin.post('agent/user/move', { id: String(who.id), parentId: '0', reason: 'Moved' })).body.code).toBe(
    200,
  );
  expect(await clocks(who)).toMatchObject({ left: again.left + 50, hours: before.hours, paused_days: 350 });
  // Moved back below a disabled agent, the clocks pause again.
  const back = { id: String(who.id), parentId: String(middle.id), reason: 'Back' };
  const moved = await admin.post('agent/user/move', back);
  expect([
    moved.body.code,
    (await sql('select paused_since from sys_user where id = $1', who.id))[0].paused_since,
  ]).toEqual(moved.body.code === 200 ? [200, expect.any(Date)] : [400, null]);
});

it('continue for a disabled user, and below a locked agent', async () => {
  const top = await product.agent();
  const [who, beside] = [await customer(top, 1), await customer(top, 0)];
  await disable(beside);
  const lock = { userId: String(top.id), status: 2, reason: 'Looked into', until: '2099-01-01 00:00:00' };
  expect((await admin.post('system/user/update-status', lock)).body.code).toBe(200);
  await passUntil(who, 0);
  await passUntil(beside, -1);
  await turn();
  expect(await clocks(who)).toMatchObject({ status: 1, months: 2 });
  expect(await clocks(beside)).toMatchObject({ status: 2 });
});
