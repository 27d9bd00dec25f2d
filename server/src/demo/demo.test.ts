import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEvent } from '@trade-assistant/contract/areas/open/dictionaries.ts';
import { eventData } from '@trade-assistant/contract/areas/open/v1/data.ts';
import { reportChart } from '@trade-assistant/contract/areas/report/definition.ts';
import { rechargeStatus, withdrawalStatus } from '@trade-assistant/contract/areas/user/dictionaries.ts';
import { formatMoney } from '@trade-assistant/contract/kit/money.ts';
import { taskState } from '@trade-assistant/contract/kit/task.ts';
import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { statistics, verifyLedger } from '../engines/money/ledger/index.ts';
import { addressProblem } from '../engines/money/payments/checksums.ts';
import { resolvePrice } from '../engines/money/pricing/index.ts';
import { actorOf, DEFAULT_TENANT, findUserByAccount } from '../engines/people/identity/index.ts';
import { closeDays } from '../engines/reporting/closing/index.ts';
import { commitImport, sellableNow, stockCounts, verifyStockCounters } from '../engines/stock/inventory/index.ts';
import { buy, products } from '../engines/stock/orders/index.ts';
import { sealTrail, trailTenants, verifyTrail } from '../kernel/audit/index.ts';
import { systemActor } from '../kernel/auth/actor.ts';
import { verifyPassword } from '../kernel/auth/password.ts';
import { createFiles } from '../kernel/files/index.ts';
import { type TestDb, testDb } from '../kernel/testing/index.ts';
import { type TestApp, type TestUser, testApp } from '../testing/app.ts';
import { addPictures } from './covers.ts';
import { type DemoResult, loadDemo } from './index.ts';
import { DEMO_TRAIL } from './trail.ts';

const system = systemActor(DEFAULT_TENANT);
const MUCH_TIME_MILLIS = 120_000;

let product: TestApp;
let db: TestDb;
let loaded: DemoResult | null;
/** What the database held before any test touched it. */
let clean: Record<string, string>;

beforeAll(async () => {
  product = await testApp();
  ({ db } = product);
  loaded = await loadDemo(db, { password: 'demo-Password-1', secrets: product.app.secrets });
  clean = await fingerprints(db);
}, MUCH_TIME_MILLIS);
afterAll(() => product.close());

const rows = async <T>(statement: string, on: TestDb = db): Promise<T[]> =>
  (await on.pool.query(statement)).rows as T[];
const one = async (statement: string): Promise<number> =>
  Number((await rows<{ n: bigint }>(`select (${statement}) as n`))[0]?.n);

describe('content of the demo', () => {
  test('an account for each role, all with the one password, none forced to change it', async () => {
    expect(loaded?.password).toBe('demo-Password-1');
    expect(loaded?.accounts.map(({ role }) => role)).toEqual([
      'admin',
      'finance',
      'finance_check',
      'compliance',
      'warehouse',
      'support',
      'agent',
      'agent_sub',
      'app_user',
    ]);
    for (const { account, role } of loaded?.accounts ?? []) {
      const user = await db.tx((tx) => findUserByAccount(tx, system, account));
      expect(user?.mustChangePassword).toBe(0);
      expect(await verifyPassword(user?.passwordHash ?? null, 'demo-Password-1')).toBe(true);
      expect((await actorOf(db.drizzle, user?.id ?? 0n))?.roleKeys).toEqual([role]);
    }
  });

  test('fifteen agents on three levels, of every agent level', async () => {
    const tree = await rows<{ depth: number; level: number }>(
      'select depth, agent_level as level from sys_user where user_type = 2',
    );
    expect(tree).toHaveLength(15);
    expect(new Set(tree.map(({ depth }) => depth))).toEqual(new Set([1, 2, 3]));
    expect(new Set(tree.map(({ level }) => level))).toEqual(new Set([1, 2, 3, 4]));
  });

  test('prices, one to come and one switched off; products and packages, some off the shelf', async () => {
    expect(await rows('select status, count(*)::int as n from prc_price group by 1 order by 1')).toEqual([
      { status: 0, n: 1 },
      { status: 1, n: 67 },
      { status: 2, n: 1 },
    ]);
    expect(await rows('select shelf_status as s, count(*)::int as n from agt_product group by 1 order by 1')).toEqual([
      { s: 0, n: 7 },
      { s: 1, n: 27 },
      { s: 2, n: 2 },
    ]);
    expect(await one('select count(*) from agt_product where service_type = 3 and shelf_status = 1')).toBe(0);
  });

  test('prices fall with the quantity and with the level, never below the cost', async () => {
    type Price = {
      key: string;
      level: number;
      sale: string;
      cost: string;
      tiers: { fromQty: number; price: string }[];
    };
    const found = await rows<Price>(
      `select concat_ws(' ', business_type, service_type, coalesce(filter_type, 0), coalesce(active_period, 0), country_code) as key, agent_level as level,
        sale_price::text as sale, cost_price::text as cost, tiers from prc_price where status = 1 order by 1, 2`,
    );
    expect(found.length).toBeGreaterThan(50);
    const priceAt = ({ sale, tiers }: Price, quantity: number) =>
      [...tiers].reverse().find(({ fromQty }) => quantity >= fromQty)?.price ?? formatMoney(BigInt(sale));
    const wrong: string[] = [];
    for (const [at, price] of found.entries()) {
      const below = found[at - 1];
      const asked = [1, ...price.tiers.map(({ fromQty }) => fromQty), 1000].map(
        (n) => [n, Number(priceAt(price, n))] as const,
      );
      for (const [index, [quantity, each]] of asked.entries()) {
        const where = `${price.key} level ${price.level} at ${quantity}`;
        if (index > 0 && each > (asked[index - 1]?.[1] ?? 0)) wrong.push(`${where}: dearer than fewer`);
        if (each < Number(formatMoney(BigInt(price.cost)))) wrong.push(`${where}: below the cost`);
        if (below?.key === price.key && each > Number(priceAt(below, quantity)))
          wrong.push(`${where}: dearer than level ${below.level}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  test('methods paid by chain have addresses whose checksums are right', async () => {
    const methods = await rows<{ network: number; addresses: string[] }>(
      'select network, receive_addresses as addresses from pay_method where method_type = 1',
    );
    expect(methods.length).toBeGreaterThan(1);
    for (const { network: chain, addresses } of methods) {
      expect(addresses.length).toBeGreaterThan(0);
      for (const address of addresses) expect(addressProblem(chain, address)).toBeUndefined();
    }
  });

  test('packages of menus, a trail of what administrators did, and people who are signed in', async () => {
    const packages = await rows<{ name: string; n: number }>(
      `select package_name_en as name, (select count(*)::int from sys_tenant_package_menu k where k.package_id = p.id) as n
       from sys_tenant_package p order by 2`,
    );
    expect(packages.map(({ name }) => name)).toEqual(['Starter', 'Standard', 'Complete']);
    expect(await rows(`select object_type, action, account from audit_log order by id`)).toEqual(DEMO_TRAIL);
    expect(await one('select count(*) from audit_log where before is null and after is null')).toBe(0);
    await sealTrail(product.app.db, product.app.secrets);
    for (const tenantId of await trailTenants(product.app.db))
      expect(await verifyTrail(product.app.db, product.app.secrets, tenantId)).toMatchObject({
        proven: await one(`select count(*) from audit_log where tenant_id = '${tenantId}'`),
        waiting: 0,
        problem: null,
      });
    expect(await rows('select account from sys_online where role_id is not null')).toEqual([
      { account: 'staff_rowan' },
    ]);
    expect(await one(`select count(*) from sys_online where account <> 'admin'`)).toBe(4);
  });

  test('packages in every state, and the money owed for them', async () => {
    expect(await rows('select distinct status from agt_quota order by 1')).toEqual(
      [1, 2, 3].map((status) => ({ status })),
    );
    expect(await one('select count(*) from agt_quota where frozen > 0')).toBe(1);
  });

  test('rented numbers: some end soon, some are overdue, some were taken back, some renewed', async () => {
    expect(await rows('select distinct status from agt_lease order by 1')).toEqual(
      [1, 2, 3].map((status) => ({ status })),
    );
    expect(await one('select count(*) from agt_lease where months > 1 and business_type = 1')).toBe(3);
    expect(await one('select count(*) from agt_lease where auto_renew = 1')).toBe(7);
  });

  test('withdrawals and recharges in every state, and payments that were matched, not matched and set aside', async () => {
    const states = (table: string) =>
      rows<{ status: number }>(`select distinct status from ${table} order by 1`).then((found) =>
        found.map(({ status }) => status),
      );
    expect(await states('pay_withdrawal')).toEqual(Object.values(withdrawalStatus.is).sort());
    expect(await states('pay_recharge')).toEqual(Object.values(rechargeStatus.is).sort());
    expect(await states('pay_incoming')).toEqual([1, 2, 3]);
    expect(await one('select count(*) from pay_recharge where user_type = 3')).toBe(2);
    expect(await one('select count(*) from pay_withdrawal w join apr_request a on a.id = w.approval_id')).toBe(1);
  });

  test('days that agree, the present one too', async () => {
    const tomorrow = new Date(Date.now() + 86_400_000);
    expect(await closeDays(db, DEFAULT_TENANT, tomorrow)).toBeGreaterThan(20);
    expect(await rows('select day::text from fin_day where result <> 1')).toEqual([]);
    await db.pool.query('delete from fin_day');
  });

  test('terms of single agents of every kind, and what two templates give', async () => {
    const [found] =
      await rows(`select count(*) filter (where kind = 1)::int as own, count(*) filter (where kind = 2)::int as resale,
      count(*) filter (where enabled = 0)::int as off, count(*) filter (where daily_limit is not null)::int as limited,
      count(*) filter (where template_id is not null)::int as given from prc_agent_price`);
    expect(found).toEqual({ own: 7, resale: 3, off: 1, limited: 1, given: 3 });
    expect(await one('select count(*) from prc_agent_template')).toBe(2);
  });

  test('four thousand numbers in stock, some in every state', async () => {
    const counts = await stockCounts(db, DEFAULT_TENANT);
    const total = (
      bucket: 'available' | 'reserved' | 'assigned' | 'quarantine' | 'unlisted' | 'dead' | 'retired' | 'total',
    ) => counts.reduce((sum, count) => sum + count[bucket], 0);
    // As many, give or take those a list named twice.
    expect(Math.abs(total('total') - 4000)).toBeLessThan(10);
    for (const bucket of ['available', 'reserved', 'assigned', 'quarantine', 'unlisted', 'dead', 'retired'] as const)
      expect([bucket, total(bucket) > 10]).toEqual([bucket, true]);
    expect(counts.some(({ lastInTime, lastOutTime }) => lastInTime && lastOutTime && lastOutTime > lastInTime)).toBe(
      true,
    );
  });

  test('a finished check with results of numbers, and an order of messages that was paused half-way', async () => {
    const agent = await enter('demo_agent');
    const [check] = await listed(agent, 'filter/whatsapp-filter/list');
    expect(check).toMatchObject({ status: 3, totalCount: 60, submitCount: 58, activeCount: expect.any(Number) });
    const lines = (await agent.get('filter/whatsapp-filter/lines', { id: check?.['id'], size: 200 })).body.data.records;
    expect(lines).toHaveLength(60);
    const paused = (await listed(agent, 'whatsapp/order/list')).filter(({ status }) => status === 4);
    expect(paused).toMatchObject([{ pendingCount: 40 }]);
  });

  test('a pre-warehouse with rows in every state a row can rest in, and a batch that waits for its confirmation', async () => {
    const states = await rows<{ status: number }>(
      'select distinct s.status from inv_staged s join inv_batch b on b.id = s.batch_id where b.status = 2 order by 1',
    );
    expect(states.map(({ status }) => status)).toEqual([0, 1, 3, 5, 6]);
    const reasons = await rows<{ reason: string }>(
      'select distinct check_reason as reason from inv_staged where status = 5 order by 1',
    );
    expect(reasons.map(({ reason }) => reason)).toEqual(['LEASE_SHORT', 'NUMBER_DUPLICATE', 'PROVENANCE_REQUIRED']);
    expect(
      (await rows<{ status: number }>('select distinct status from inv_batch order by 1')).map(({ status }) => status),
    ).toEqual([1, 2, 3, 4]);
    const [waiting] = await rows<{ owner: string; taskNo: string }>(
      `select t.owner_id::text as owner, t.task_no as "taskNo" from kernel_task t join inv_batch b on b.task_no = t.task_no
       where b.status = 1 and t.state = ${taskState.is.waiting}`,
    );
    const keeper = await actorOf(db.drizzle, BigInt(waiting?.owner ?? 0));
    const confirmed = db.tx(async (tx) => {
      await commitImport(tx, keeper ?? system, waiting?.taskNo ?? '');
      throw new Error('confirmed, and taken back');
    });
    await expect(confirmed).rejects.toThrow('confirmed, and taken back');
  });

  test('more than 120 orders over thirty days: done, waiting, cancelled, refunded', async () => {
    expect(await one('select count(*) from agt_product_order')).toBeGreaterThan(120);
    expect(
      await one(`select count(distinct date_trunc('day', create_time)) from agt_product_order`),
    ).toBeGreaterThanOrEqual(28);
    expect(
      (await rows<{ status: number }>('select distinct status from agt_product_order order by 1')).map(
        ({ status }) => status,
      ),
    ).toEqual([1, 3, 4, 5, 6]);
    expect(
      (await rows<{ status: number }>('select distinct status from inv_outbound order by 1')).map(
        ({ status }) => status,
      ),
    ).toEqual([0, 1, 2, 3, 4, 5]);
  });

  test('messages of every type, read and unread, and notices of several', async () => {
    expect(await one('select count(*) from msg_message')).toBe(25);
    expect(await one('select count(distinct type) from msg_message')).toBe(3);
    expect(await rows('select distinct is_read from msg_inbox order by 1')).toEqual([{ is_read: 0 }, { is_read: 1 }]);
    expect(await one('select count(*) from msg_inbox where seq is null')).toBe(0);
    expect(await one('select count(distinct category) from desk_notice')).toBe(4);
  });

  test('every number is valid for its country and kept for fiction', async () => {
    const numbers = await rows<{ e164: bigint; country: string }>(
      'select e164, country_code as country from inv_item union select e164, country_code from inv_staged',
    );
    expect(numbers.length).toBeGreaterThan(4000);
    for (const { e164, country } of numbers) {
      expect(`${e164}`).toMatch(/^(1\d{3}55501\d\d|442079460\d{3})$/);
      const parsed = parsePhoneNumberFromString(`+${e164}`);
      expect([e164, parsed?.isValid(), parsed?.country]).toEqual([e164, true, country]);
    }
  });
});

describe('the books hold', () => {
  test('the ledger proves', async () => expect(await db.tx(verifyLedger)).toEqual([]));
  test('the stock counters prove', async () => expect(await db.tx(verifyStockCounters)).toEqual([]));

  test('the batches know how far their numbers have come', async () => {
    expect(
      await rows(`
        select b.batch_no from inv_batch b left join lateral (
          select count(*) filter (where status in (1, 2)) as ready, count(*) filter (where status = 3) as moved,
            count(*) filter (where status = 5) as failed, count(*) filter (where status = 6) as void
          from inv_staged s where s.batch_id = b.id
        ) s on true
        where b.status in (1, 2) and (b.ready_count, b.in_warehouse_count, b.failed_count, b.void_count) <> (s.ready, s.moved, s.failed, s.void)`),
    ).toEqual([]);
  });

  test('each wallet of the finance log is a chain without a gap, in the order of time', async () => {
    expect(
      await rows(`
        select * from (
          select id, before_amount, create_time, lag(after_amount, 1, 0::bigint) over chain as expected, lag(create_time) over chain as earlier
          from finance_log window chain as (partition by user_id, wallet_kind order by id)
        ) log where before_amount <> expected or create_time < earlier`),
    ).toEqual([]);
  });

  test('paid and refunded amounts of orders equal the journals', async () => {
    expect(
      await rows(`
        select o.order_no, o.paid_amount, o.refund_amount, m.paid, m.refunded from agt_product_order o
        left join lateral (
          select coalesce(sum(total_amount) filter (where event_code in ('CHARGE', 'SETTLE', 'PACKAGE_SALE')), 0)::bigint as paid,
            coalesce(sum(total_amount) filter (where event_code = 'REFUND'), 0)::bigint as refunded
          from fin_journal where biz_type = 'product_order' and biz_no = o.order_no
        ) m on true
        where o.paid_amount <> m.paid or o.refund_amount <> m.refunded`),
    ).toEqual([]);
    expect(
      await one(
        `select count(*) from fin_hold h join agt_product_order o on o.hold_id = h.id where (h.status = 0) <> (o.status = 1)`,
      ),
    ).toBe(0);
  });

  test('the notes hold as many numbers as they say, and so do the orders', async () => {
    expect(
      await rows(`
        select o.outbound_no from inv_outbound o
        left join lateral (select count(*) as n from inv_item i where i.outbound_id = o.id) held on true
        left join lateral (select count(*) as n from inv_outbound_line l where l.outbound_id = o.id and l.state = 3) ended on true
        where held.n <> case when o.status in (2, 3) then o.delivered_qty - o.returned_qty - ended.n when o.status = 1 then o.quantity else 0 end`),
    ).toEqual([]);
    expect(
      await one(
        'select count(*) from agt_product_order a join inv_outbound o on o.id = a.outbound_id where a.numbers <> o.quantity',
      ),
    ).toBe(0);
    expect(await one('select coalesce(sum(sold), 0) from agt_product_sale')).toBe(
      await one('select sum(quantity) from agt_product_order where status <> 4'),
    );
  });

  test('nothing happened in the future, before its cause, or at the moment of loading', async () => {
    const late = `now() - interval '5 minutes'`;
    for (const table of [
      'inv_item',
      'inv_staged',
      'inv_batch',
      'inv_outbound',
      'agt_product_order',
      'biz_state_log',
      'fin_journal',
      'prc_price',
      'agt_product',
      'msg_message',
      'desk_notice',
    ]) {
      expect([table, await one(`select count(*) from ${table} where create_time > ${late}`)]).toEqual([table, 0]);
    }
    expect(
      await one('select count(*) from inv_item where assign_time < create_time or update_time < create_time'),
    ).toBe(0);
    expect(
      await one(
        'select count(*) from inv_outbound where deliver_time < create_time or update_time < create_time or reserve_expire_time is not null',
      ),
    ).toBe(0);
    expect(
      await one(
        `select count(*) from agt_product_order a join fin_journal j on j.biz_no = a.order_no and j.event_code in ('CHARGE', 'HOLD') where abs(extract(epoch from j.create_time - a.create_time)) > 60`,
      ),
    ).toBe(0);
    expect(
      await one(
        'select count(*) from agt_product_order a join inv_outbound o on o.id = a.outbound_id where a.warranty_until is distinct from o.warranty_until or a.deliver_time is distinct from o.deliver_time',
      ),
    ).toBe(0);
  });

  test('the statistics of every buyer close', async () => {
    const buyers = await rows<{ user_id: bigint }>('select distinct user_id from fin_wallet');
    const from = new Date(Date.now() - 40 * 86_400_000);
    for (const { user_id } of buyers) {
      const found = await db.tx((tx) =>
        statistics(tx, system, { userId: user_id, from, to: new Date(), timeZone: 'Asia/Shanghai' }),
      );
      expect(found.checkOk).toBe(true);
    }
  });
});

/** Signs in an account of the demo. */
async function enter(account: string): Promise<TestUser> {
  const row = await db.tx((tx) => findUserByAccount(tx, system, account));
  if (!row) throw new Error(`There is no account ${account}`);
  return product.enter(row);
}

const listed = async (who: TestUser, call: string, query: object = {}) => {
  const { status, body } = await who.get(call, { size: 200, ...query });
  expect([call, status, body.msg]).toEqual([call, 200, expect.any(String)]);
  return body.data.records as Row[];
};
// biome-ignore lint/suspicious/noExplicitAny: rows of several lists
type Row = Record<string, any>;

describe('what programs and reports find', () => {
  test('keys in every state, for their agent and for staff', async () => {
    const fern = await enter('agent_fern');
    const own = await listed(fern, 'open/key/list');
    expect(own.map(({ status }) => status).sort()).toEqual([1, 2]);
    const active = own.find(({ status }) => status === 1);
    expect(active).toMatchObject({
      addresses: ['203.0.113.0/24', '2001:db8:24::/48'],
      lastUsedTime: expect.any(String),
    });
    expect(await one(`select count(*) from open_spend where key_id = ${active?.['id']}`)).toBeGreaterThan(0);
    const all = await listed(product.admin, 'open/key/list');
    expect(all.map(({ status }) => status).sort()).toEqual([1, 2, 3]);
    expect(await listed(await enter('agent_harbour'), 'open/key/list')).toEqual([]);
  });

  test('endpoints that work, fail and are paused, with deliveries in every state and bodies of the partner document', async () => {
    const fern = await enter('agent_fern');
    const endpoints = await listed(fern, 'open/endpoint/list');
    expect(endpoints).toHaveLength(3);
    expect(endpoints.filter(({ pausedTime }) => pausedTime !== null)).toHaveLength(1);
    expect(endpoints.filter(({ failures, pausedTime }) => failures > 0 && pausedTime === null)).toHaveLength(1);
    for (const { url } of endpoints) expect(url).toMatch(/^https:\/\/[a-z]+\.fernbrook\.example\//);
    for (const { id } of endpoints) {
      const own = await listed(fern, 'open/delivery/list', { endpointId: id });
      expect(own.length).toBeGreaterThan(2);
    }
    const deliveries = await listed(fern, 'open/delivery/list');
    expect([...new Set(deliveries.map(({ state }) => state))].sort()).toEqual([0, 1, 2]);
    const orders = new Set(
      (await rows<{ id: bigint }>('select id from agt_product_order')).map(({ id }) => String(id)),
    );
    for (const { body } of deliveries) {
      const { type, data } = JSON.parse(body) as { type: keyof typeof eventData; data: Row };
      expect(eventData[type].strict().parse(data)).toEqual(data);
      if (type.startsWith('order.')) expect(orders).toContain(data['orderId']);
    }
    expect(deliveries.some(({ eventType }) => eventType === openEvent.is['order.delivered'])).toBe(true);
  });

  test('nothing that would be sent within two hours', async () => {
    expect(
      await one(
        `select count(*) from open_delivery where worker_id is not null or (state = 0 and next_time < now() + interval '2 hours')`,
      ),
    ).toBe(0);
    expect(
      await one(`select count(*) from rpt_schedule where is_active = 1 and next_time < now() + interval '1 day'`),
    ).toBe(0);
    expect(await one('select count(*) from dev_datasource')).toBe(0);
  });

  test('reports that answer their owner and those they are shared with', async () => {
    const [admin, finance, fern] = [await enter('demo_admin'), await enter('demo_finance'), await enter('agent_fern')];
    const answers = async (who: TestUser) => {
      const found = await listed(who, 'report/report/list');
      for (const { id, name } of found) {
        const { status, body } = await who.get('report/report/run', { id });
        expect([name, status, body.msg]).toEqual([name, 200, expect.any(String)]);
        expect([name, body.data.rows.length]).toEqual([name, expect.toSatisfy((count: number) => count > 1)]);
      }
      return found;
    };
    const { table, line, bar, pie } = reportChart.is;
    expect([...new Set((await answers(admin)).map(({ chart }) => chart))].sort()).toEqual([table, line, bar, pie]);
    expect(await answers(fern)).toMatchObject([{ chart: line, isOwn: 1 }]);
    expect(await answers(finance)).toMatchObject([{ isOwn: 0 }]);
    expect(await listed(admin, 'report/schedule/list')).toMatchObject([{ isActive: 1 }]);
  });

  test('a view that is pinned and shared, and a model whose files can be generated', async () => {
    const [admin, finance] = [await enter('demo_admin'), await enter('demo_finance')];
    const { values } = (await admin.get('system/user-preferences/mine')).body.data;
    const { body } = await admin.get('desk/view/named', { ids: values.pins.join(',') });
    expect(body.data).toMatchObject([{ screen: 'agent/product-order' }]);
    const ofFinance = await finance.get('desk/view/of-screen', { screen: 'agent/product-order' });
    expect(ofFinance.body.data).toMatchObject([{ isOwn: 0, dropped: [] }]);
    const [model] = await listed(product.admin, 'develop/code/list');
    const files = await product.admin.get('develop/code/preview', { id: model?.['id'] });
    expect(files.body.data.files.length).toBeGreaterThan(3);
  });
});

describe('loading', () => {
  test('a second time changes nothing', async () => {
    expect(await loadDemo(db)).toBeNull();
    expect(await fingerprints(db)).toEqual(clean);
  });

  test('gives the same content in another database', { timeout: MUCH_TIME_MILLIS }, async () => {
    const other = await testDb({ seeded: true });
    try {
      await loadDemo(other, { password: 'another-Password-2', secrets: product.app.secrets });
      expect(await fingerprints(other)).toEqual(clean);
    } finally {
      await other.close();
    }
  });

  test('a first start without it decides for later ones', async () => {
    const other = await testDb({ seeded: true });
    try {
      expect(await loadDemo(other, { wanted: false })).toBeNull();
      expect(await loadDemo(other)).toBeNull();
      expect((await rows('select 1 from inv_item limit 1', other)).length).toBe(0);
    } finally {
      await other.close();
    }
  });

  test('leaves nothing behind when it breaks off half-way', { timeout: MUCH_TIME_MILLIS }, async () => {
    const other = await testDb({ seeded: true });
    try {
      // The last thing loaded is told by the orders; a refused one stops the loading deep inside.
      await other.pool.query(
        `create function stop() returns trigger language plpgsql as $$ begin raise exception 'stop'; end $$`,
      );
      await other.pool.query(
        `create trigger stop before insert on agt_product_order for each row when (new.status = 1) execute function stop()`,
      );
      await expect(loadDemo(other)).rejects.toThrow();
      await other.pool.query('drop trigger stop on agt_product_order');
      for (const table of ['inv_item', 'agt_product', 'fin_journal', `kernel_installation where key = 'demo'`])
        expect((await rows(`select 1 from ${table} limit 1`, other)).length).toBe(0);
    } finally {
      await other.close();
    }
  });

  test('an order of the past is written like one the orders engine takes today', async () => {
    const agent = await db.tx((tx) => findUserByAccount(tx, system, 'demo_agent'));
    const actor = await actorOf(db.drizzle, agent?.id ?? 0n);
    const product = (await db.drizzle.select().from(products)).find(({ productNo }) => productNo === 'P0001');
    if (!actor || !product?.countryCode) throw new Error('The demo agent or the first product is missing');
    const { countryCode, businessType, serviceType } = product;
    await db.tx(async (tx) => {
      expect(await sellableNow(tx, DEFAULT_TENANT, { businessType, countryCode })).toBeGreaterThan(100);
      const price = await resolvePrice(
        tx,
        { tenantId: DEFAULT_TENANT, agentId: actor.userId, agentLevel: 3, ancestors: [] },
        { businessType, serviceType, countryCode },
        1,
      );
      await buy(tx, actor, {
        productId: product.id,
        quantity: 1,
        useDeclaration: true,
        expectedAmount: price.unitPrice,
      });
    });
    const [past, today] = await rows<Record<string, unknown>>(`
      (select * from agt_product_order where status = 3 and delivery_type = 1 and discount is null order by id limit 1)
      union all (select * from agt_product_order order by id desc limit 1)`);
    const filled = (row: Record<string, unknown> | undefined) =>
      Object.entries(row ?? {})
        .filter(([, value]) => value !== null)
        .map(([name]) => name);
    expect(filled(past)).toEqual(filled(today));
    expect(await db.tx(verifyLedger)).toEqual([]);
  });
});

/** What key tables hold, without ids, times and drawn numbers: `table → digest`. */
async function fingerprints(on: TestDb): Promise<Record<string, string>> {
  const contents: Record<string, string> = {
    users: 'account, real_name, user_type, agent_level, depth, kyc_status, status, sub_count, phone, service_address',
    countries: 'country_code, name_zh, risk_level, quarantine_days, status',
    prices:
      'business_type, service_type, filter_type, active_period, country_code, agent_level, sale_price, cost_price, status, used, tiers',
    products: 'product_no, name_zh, name_en, list_price, shelf_status, tags',
    batches: 'batch_name, status, total_lines, good_lines',
    staged: 'e164, status, check_reason, supplier_name, cost_price',
    items: 'e164, stock_status, survive_status, warehouse_code, assign_seq, cost_price',
    notes:
      'outbound_type, agent_name, country_code, quantity, delivered_qty, returned_qty, amount, status, download_count',
    orders: 'order_no, product_name, buyer_name, quantity, amount, paid_amount, refund_amount, status, price_source',
    journals: 'event_code, biz_type, biz_no, total_amount, operator_name, reason',
    log: 'user_name, wallet_kind, finance_type, direction, amount, before_amount, after_amount',
    wallets: 'user_name, kind, balance, recharged, consumed',
    keys: 'key_name, owner_name, scopes, addresses, spend_day, rate_minute, status',
    endpoints: 'endpoint_name, url, events, status, pause_reason',
    reports: 'name, source, chart, content',
    states: 'object_type, from_state, to_state, event, reason, user_name',
  };
  const tables: Record<string, string> = {
    users: 'sys_user',
    countries: 'inv_country',
    prices: 'prc_price',
    products: 'agt_product',
    batches: 'inv_batch',
    staged: 'inv_staged',
    items: 'inv_item',
    notes: 'inv_outbound',
    orders: 'agt_product_order',
    journals: 'fin_journal',
    log: 'finance_log',
    wallets: 'fin_wallet',
    keys: 'open_key',
    endpoints: 'open_endpoint',
    reports: 'rpt_report',
    states: 'biz_state_log',
  };
  const found: Record<string, string> = {};
  for (const [name, columns] of Object.entries(contents)) {
    const [row] = await rows<{ digest: string }>(
      `select count(*) || ':' || md5(string_agg(line, '|' order by line)) as digest from (select row(${columns})::text as line from ${tables[name]}) lines`,
      on,
    );
    found[name] = row?.digest ?? '';
  }
  return found;
}

test('a picture for every product and every document, kept for good', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'demo-pictures-'));
  try {
    const files = await createFiles(db, folder);
    const admin = await db.tx((tx) => findUserByAccount(tx, system, 'demo_admin'));
    const actor = await actorOf(db.drizzle, admin?.id ?? 0n);
    if (!actor) return expect.unreachable();
    await db.tx((tx) => addPictures(tx, files, actor));
    expect(await one('select count(*) from agt_product where cover is null')).toBe(0);
    expect(await one('select count(*) from agt_verification where jsonb_array_length(pictures) <> 1')).toBe(0);
    expect(
      await rows("select distinct kind, extension, expires_at from kernel_file where original_name like '%.png'"),
    ).toEqual([{ kind: 'image', extension: 'png', expires_at: null }]);
  } finally {
    await rm(folder, { recursive: true });
  }
});
