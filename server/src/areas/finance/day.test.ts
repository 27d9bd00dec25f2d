import { parseMoney } from '@trade-assistant/contract/kit/money.ts';
import { DEFAULT_ZONE, formatTime } from '@trade-assistant/contract/kit/time.ts';
import { afterAll, describe, expect, it } from 'vitest';
import { rechargePass } from '../../engines/money/ledger/index.ts';
import { closeDays } from '../../engines/reporting/closing/index.ts';
import { createPackage, createShop } from '../../engines/stock/orders/orders-fixture.ts';
import { systemActor } from '../../kernel/auth/actor.ts';
import { testApp } from '../../testing/app.ts';
import { orderedRecharge } from '../../testing/recharges.ts';
import { openSecondTenant, SECOND_TENANT } from '../../testing/second-tenant.ts';
import { openPayoutMethod, orderedWithdrawal, withdrawer } from '../../testing/withdrawals.ts';

const TENANT = '000000';
const DAY_MILLIS = 86_400_000;
/** Now plus one day, when today has ended. */
const tomorrow = new Date(Date.now() + DAY_MILLIS);
const today = formatTime(new Date(), DEFAULT_ZONE).slice(0, 10);

const product = await testApp();
const finance = await product.staff('finance');
afterAll(() => product.close());

const data = async (call: string, query = {}) => {
  const answer = await finance.get(`finance/day/${call}`, query);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.data;
};
const done = (answer: { status: number; body: unknown }) =>
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
interface Line {
  line: string;
  part: string | null;
  [side: string]: string | null;
}
const lineOf = (report: { lines: Line[] }, line: string, part: string | null = null) =>
  report.lines.find((one) => one.line === line && one.part === part);
const close = () => closeDays(product.db, TENANT, tomorrow);

/** Plays a business day: recharge, purchase, returns, withdrawal. */
async function trade(): Promise<{ rechargeId: string; withdrawalId: string; orderId: string }> {
  const agent = await product.agent();
  const rechargeId = await orderedRecharge(product, agent, { isPaid: true });
  done(await finance.post('agent/recharge/pass', { ids: rechargeId }));
  const { productId } = await createShop(product.db, { stock: 10, product: { businessType: 1 } });
  const body = { productId: String(productId), quantity: 10, expectedAmount: '10', useDeclaration: 1 };
  const bought = await agent.post('agent/product/buy', body);
  done(bought);
  const { orderId, outboundId } = bought.body.data;
  const { rows } = await product.db.pool.query(
    'select e164::text as number from inv_item where outbound_id = $1 order by id limit 3',
    [outboundId],
  );
  const numbers = rows.map(({ number }) => number).join(',');
  done(await finance.post('agent/product/refund-order', { id: orderId, reason: 'Dead', numbers }));
  const pack = await createPackage(product.db, { units: 50, price: '0.020001' });
  const asked = { productId: String(pack.productId), quantity: 1, expectedAmount: '1.00005', useDeclaration: 1 };
  const packed = await agent.post('agent/product/buy', asked);
  done(packed);
  done(await finance.post('agent/product/refund-order', { id: packed.body.data.orderId, reason: 'Wrong one' }));
  const one = await withdrawer(product);
  const paymentMethod = await openPayoutMethod(product, { fee_fixed: '1000000' });
  const withdrawalId = await orderedWithdrawal(product, one, { paymentMethod });
  done(await product.admin.post('agent/withdrawal/pass', { ids: withdrawalId }));
  return { rechargeId, withdrawalId, orderId };
}

describe('the day close', () => {
  it('answers 404 for an unknown day or line', async () => {
    expect((await finance.get('finance/day/lines', { id: '999' })).status).toBe(404);
    const odd = { day: today, line: 'fee', side: 'stock' };
    expect((await finance.get('finance/day/rows', odd)).status).toBe(404);
  });

  it('closes a business day once: ledger, payments, stock and reports agree, each figure the sum of its rows', async () => {
    const { rechargeId, withdrawalId, orderId } = await trade();
    const now = await data('today');
    expect(lineOf(now, 'sale')).toMatchObject({ ledger: '10', documents: '10', stock: '10', difference: '0' });
    expect(lineOf(now, 'sale', 'whatsapp')).toMatchObject({ ledger: '10', documents: '10', stock: '10' });
    expect(lineOf(now, 'refund')).toMatchObject({ ledger: '3', stock: '3', difference: '0' });
    const whole = { ledger: '1.00005', documents: '1.00005', difference: '0' };
    expect(lineOf(now, 'package')).toMatchObject(whole);
    expect(lineOf(now, 'packageRefund')).toMatchObject(whole);
    expect(lineOf(now, 'placed')).toMatchObject({ ledger: '7', reports: '7' });
    // The dashboard and the statistics of the finance log have the same day.
    const shown = async (call: string, query: Record<string, unknown>) =>
      (await product.admin.get(call, query)).body.data;
    const recharged = lineOf(now, 'recharge')?.ledger;
    expect(await shown('desk/dashboard/bar-chart', { range: 'today' })).toMatchObject({ total: '7' });
    expect(await shown('desk/dashboard/bar-chart', { range: 'today', metric: 'recharge' })).toMatchObject({
      total: recharged,
    });
    const statistics = await shown('finance/log/statistics', { createTime_dategt: `${today} 00:00:00` });
    expect(statistics).toMatchObject({ recharge: recharged });
    expect(lineOf(now, 'numbers')).toMatchObject({ ledger: null, stock: '10', reports: '10' });
    expect(lineOf(now, 'payout')).toMatchObject({ ledger: '49', documents: '49', difference: '0' });
    expect(lineOf(now, 'fee')).toMatchObject({ ledger: '1', documents: '1', difference: '0' });
    expect(lineOf(now, 'wallets')).toMatchObject({ difference: '0' });
    expect(now.events.map(({ event }: { event: string }) => event)).toEqual(
      expect.arrayContaining(['RECHARGE_PASS', 'CHARGE', 'REFUND', 'WD_HOLD', 'WD_PAID']),
    );
    const opened = async (line: string, side: string) => data('rows', { day: today, line, side });
    expect(await opened('sale', 'stock')).toMatchObject({
      sum: '10',
      records: [{ route: `/agent/product-order/index?record=${orderId}` }],
    });
    expect(await opened('payout', 'ledger')).toMatchObject({
      sum: '49',
      records: [{ route: `/agent/withdrawal/index?record=${withdrawalId}` }],
    });
    for (const { line, part, ...sides } of now.lines as Line[])
      for (const side of ['ledger', 'documents', 'stock', 'reports'])
        if (sides[side] !== null && !(line === 'wallets' && side === 'documents')) {
          const rows = await data('rows', { day: today, line, side, ...(part === null ? {} : { part }), size: 200 });
          expect([line, part, side, rows.sum]).toEqual([line, part, side, sides[side]]);
        }
    // The withdrawer's balance was created without a recharge: a difference, named by its journal.
    const given = await data('rows', { day: today, line: 'recharge', side: 'ledger', differs: 'documents' });
    expect(given.records.length).toBeGreaterThan(0);
    expect(given.records.every(({ other }: { other: string | null }) => other === null)).toBe(true);
    const passed = await data('rows', { day: today, line: 'recharge', side: 'documents' });
    expect(passed.records).toEqual([expect.objectContaining({ route: `/agent/recharge/index?record=${rechargeId}` })]);

    expect(await close()).toBe(1);
    expect(await close()).toBe(0);
    const { records } = await data('list');
    expect(records).toHaveLength(1);
    expect(records[0]).toMatchObject({
      day: today,
      result: 0,
      change: 0,
      withdrawn: '49',
      sold: '10',
      refunded: '4.00005',
    });
    const { current, closed } = await data('lines', { id: records[0].id });
    expect(closed).toBeNull();
    expect(lineOf(current, 'sale')).toMatchObject({ ledger: '10', stock: '10' });
    const [message] = (await finance.get('message/my/list')).body.data.records;
    expect(message).toMatchObject({ titleKey: 'DAY_DIFFERS', route: `/finance/day/index?record=${records[0].id}` });
  });

  it('shows a later correction beside the closed figures, with its explanation', async () => {
    const [{ id, recharged }] = (await data('list')).records;
    const agent = await product.agent();
    await product.db.tx((tx) =>
      rechargePass(tx, systemActor(TENANT), {
        userId: agent.id,
        amount: parseMoney('5'),
        methodCode: 'late',
        bizType: 'test',
        idemKey: 'late-correction',
      }),
    );
    await close();
    const [changed] = (await data('list')).records;
    expect(changed).toMatchObject({ id, change: 1 });
    expect(Number(changed.recharged)).toBe(Number(recharged) + 5);
    const { current, closed } = await data('lines', { id });
    expect(Number(lineOf(current, 'recharge')?.['ledger'])).toBe(Number(lineOf(closed, 'recharge')?.['ledger']) + 5);
    expect(lineOf(current, 'recharge', 'late')).toMatchObject({ ledger: '5', documents: '0', difference: '5' });

    done(await finance.post('finance/day/explain', { id, remark: 'A slip that came late' }));
    expect(await data('detail', { id })).toMatchObject({ remark: 'A slip that came late' });
    const stockKeeper = await product.staff('warehouse');
    expect((await stockKeeper.post('finance/day/explain', { id, remark: 'x' })).status).toBe(403);
  });

  it('is recomputed on request and finds changes that bypassed the ledger', async () => {
    await product.work();
    const [{ id, differenceCount }] = (await data('list')).records;
    await product.db.pool.query(`update inv_outbound_line set return_time = null where return_time is not null`);
    const { body } = await finance.post('finance/day/recheck', { id });
    const task = async () => (await finance.get('desk/task/progress', { taskNo: body.data.taskNo })).body.data;
    await expect
      .poll(async () => (await task()).result)
      .toMatchObject({ day: today, differences: differenceCount + 1 });
    const { current } = await data('lines', { id });
    expect(lineOf(current, 'refund')).toMatchObject({ ledger: '3', stock: '0', difference: '3' });
    const named = await data('rows', { day: today, line: 'refund', side: 'ledger', differs: 'stock' });
    expect(named.records).toEqual([expect.objectContaining({ amount: '3', other: null })]);
  });

  it('uses the tenant’s time zone, which is fixed after a day has been closed', async () => {
    const zone = 'Pacific/Kiritimati';
    const { agent } = await openSecondTenant(product);
    const [{ id }] = (await product.admin.get('system/tenant/list', { tenantId_equal: SECOND_TENANT })).body.data
      .records;
    const move = (timeZone: string) => product.admin.post('system/tenant/submit', { id, timeZone });
    const odd = await move('+08:00');
    expect([odd.status, odd.body.data.fields[0].field]).toEqual([400, 'timeZone']);
    done(await move(zone));
    await product.db.tx((tx) =>
      rechargePass(tx, systemActor(SECOND_TENANT), {
        userId: agent.id,
        amount: parseMoney('5'),
        methodCode: 'early',
        bizType: 'test',
        idemKey: 'second-tenant',
      }),
    );
    const day = formatTime(new Date(), zone).slice(0, 10);
    const midnight = new Date(Date.parse(`${day}T00:00:00+14:00`) + DAY_MILLIS);
    const closedAt = async (minutes: number) =>
      closeDays(product.db, SECOND_TENANT, new Date(midnight.getTime() + minutes * 60_000));
    expect([await closedAt(1), await closedAt(6)]).toEqual([0, 1]);
    const { rows } = await product.db.pool.query(
      `select day::text, current->>'from' as "from", current->>'until' as "until", recharged::text
       from fin_day where tenant_id = $1`,
      [SECOND_TENANT],
    );
    const wire = (at: Date) => formatTime(at, DEFAULT_ZONE);
    const from = wire(new Date(midnight.getTime() - DAY_MILLIS));
    expect(rows).toEqual([{ day, from, until: wire(midnight), recharged: '5000000' }]);
    const fixed = await move('UTC');
    expect([fixed.status, fixed.body.bizCode]).toEqual([409, 'TENANT_ZONE_FIXED']);
    done(await move(zone));
  });
});
