import { parseMoney } from '@trade-assistant/contract/kit/money.ts';
import type { Resource } from '@trade-assistant/contract/kit/resource.ts';
import { registry } from '@trade-assistant/contract/registry.ts';
import { afterAll, expect, it } from 'vitest';
import { fictionalNumbers, multipart, stock } from '../engines/stock/inventory/stock-fixture.ts';
import { createPackage, createRental } from '../engines/stock/orders/orders-fixture.ts';
import { emptyShop, submittedPreOrder } from '../engines/stock/preorders/preorders-fixture.ts';
import { groupedInsert } from '../kernel/audit/index.ts';
import { type TestApp, type TestUser, testApp } from '../testing/app.ts';
import { openChecks } from '../testing/checks.ts';
import type { ResourceExample } from '../testing/conformance/conformance.ts';
import { declared } from '../testing/consents.ts';
import { describeResource } from '../testing/describe-resource.ts';
import { exampleForms } from '../testing/example-forms.ts';
import { openedSessions } from '../testing/inbox.ts';
import { stockNumbers } from '../testing/market.ts';
import { threeOrders, threeTemplates } from '../testing/orders.ts';
import { apiKey, failedDelivery } from '../testing/partner.ts';
import { orderedRecharge, strayPayment } from '../testing/recharges.ts';
import { claimed } from '../testing/supplier-claims.ts';
import { handedIn } from '../testing/verifications.ts';
import { filedClaims, openedCases } from '../testing/warranty.ts';
import { orderedWithdrawal, withdrawer } from '../testing/withdrawals.ts';

const product = await testApp({ SANDBOX: '1' });
afterAll(() => product.close());

/** Adds three rows of a log by a user who makes no calls. */
const logged =
  (table: string, column: string) =>
  async ({ db }: TestApp) => {
    const { rows } = await db.pool.query<{ id: string }>(
      `insert into ${table} (tenant_id, service_id, server_host, server_ip, env, trace_id, method, request_uri, remote_ip, create_by, create_time, ${column})
       select '000000', 'trade-assistant', 'host', '10.0.0.1', 'test', 'trace-' || place, 'GET', '/api/some/call', '10.0.0.2', 'Somebody',
         now() - place * interval '1 hour', value from unnest(array['First', 'Second', 'Third']) with ordinality as v (value, place) returning id::text`,
    );
    return rows.map(({ id }) => id);
  };
const bySomebody = { createBy: 'Somebody' };

/** Three recharges of one user, each with a proof. */
const threeRecharges = async (app: TestApp, who: TestUser): Promise<string[]> => {
  const ids: string[] = [];
  for (let place = 0; place < 3; place += 1) ids.push(await orderedRecharge(app, who, { isPaid: true }));
  return ids;
};

/** Three withdrawals of one user. */
const threeWithdrawals = async (app: TestApp, subUser = false): Promise<string[]> => {
  const own = await withdrawer(app, { subUser, balance: 500_000_000n });
  const ids: string[] = [];
  for (let place = 0; place < 3; place += 1) ids.push(await orderedWithdrawal(app, own));
  return ids;
};

/** Three tasks of number checks of one agent. */
const threeChecks =
  (resource: string, business: 1 | 2): NonNullable<ResourceExample['rows']> =>
  async (app) => {
    await openChecks(app, business, { 1: '0.01' });
    const agent = await app.agent({ money: parseMoney('5') });
    const { id: consentId } = await declared(app, { who: agent, isPassed: true });
    const numbers = fictionalNumbers(5)
      .map((number) => `+${number}`)
      .join('\n');
    const ids: string[] = [];
    for (const taskName of ['First', 'Second', 'Third']) {
      const { body } = await agent.post(`${resource}/create-order`, {
        taskName,
        countryCode: 'US',
        filterType: 1,
        numbers,
        consentId,
      });
      expect(body.code, body.msg).toBe(200);
      ids.push(body.data.id);
    }
    return ids;
  };

/** Needs of a resource besides its form (`example-forms.ts`): rows if it has no form, and references to them. */
const examples: Readonly<Record<string, ResourceExample>> = {
  'agent/user': {
    rows: async (app) => {
      const agents = [await app.agent(), await app.agent({ money: parseMoney('5') }), await app.agent()];
      return agents.map(({ id }) => String(id));
    },
  },
  'user/incoming-payment': {
    rows: async (app) => [await strayPayment(app), await strayPayment(app), await strayPayment(app)],
  },
  'filter/whatsapp-filter': { rows: threeChecks('filter/whatsapp-filter', 1) },
  'filter/telegram-filter': { rows: threeChecks('filter/telegram-filter', 2) },
  'whatsapp/order': { rows: threeOrders('whatsapp', 'id') },
  'whatsapp/order-phone': { rows: threeOrders('whatsapp', 'lineId') },
  'sms/sms-task': { rows: threeOrders('sms', 'id') },
  'sms/order-phone': { rows: threeOrders('sms', 'lineId') },
  'telegram/order': { rows: threeOrders('telegram', 'id') },
  'telegram/order-phone': { rows: threeOrders('telegram', 'lineId') },
  'whatsapp/template': { rows: threeTemplates },
  'agent/quota': {
    rows: async (app) => {
      const agent = await app.agent({ money: parseMoney('5') });
      const { productId } = await createPackage(app.db, { units: 50, price: '0.02' });
      const purchase = { productId: String(productId), quantity: 1, expectedAmount: '1', useDeclaration: 1 };
      for (let place = 0; place < 3; place += 1) await agent.post('agent/product/buy', purchase);
      const { body } = await agent.get('agent/quota/list');
      return body.data.records.map(({ id }: { id: string }) => id).reverse();
    },
  },
  'agent/lease': {
    rows: async (app) => {
      const agent = await app.agent({ money: parseMoney('5') });
      const { productId } = await createRental(app.db, { stock: 5 });
      const purchase = { productId: String(productId), quantity: 1, expectedAmount: '1', useDeclaration: 1 };
      for (let place = 0; place < 3; place += 1) await agent.post('agent/product/buy', purchase);
      const { body } = await agent.get('agent/lease/list', { ascs: 'id' });
      return body.data.records.map(({ id }: { id: string }) => id);
    },
  },
  'whatsapp/pre-order': {
    rows: async (app) => {
      const agent = await app.agent({ money: parseMoney('50') });
      const shop = await emptyShop(app.db, { price: '1' });
      const ids: string[] = [];
      for (let place = 0; place < 3; place += 1) ids.push(await submittedPreOrder(agent, shop));
      return ids;
    },
  },
  'whatsapp/supplier-claim': {
    rows: async (app) => {
      const ids: string[] = [];
      for (let place = 0; place < 3; place += 1) ids.push(await claimed(app));
      return ids;
    },
  },
  'agent/warranty-claim': { rows: async (app) => filedClaims(app, await app.agent({ money: parseMoney('5') }), 3) },
  'agent/warranty-case': { rows: (app) => openedCases(app, 3) },
  'desk/approval': {
    rows: async (app) => {
      const [clerk, agent] = [await app.staff('finance'), await app.agent()];
      const asked = ['600', '700', '800'].map(async (money) => {
        const input = { ids: String(agent.id), money, reason: 'Bank slip' };
        return (await clerk.post('agent/user/manual-update-balance', input)).body.data.approvalId as string;
      });
      return Promise.all(asked);
    },
  },
  'desk/task': {
    rows: async (app) => {
      const ids = (await stock(app.db, [12025550110n, 12025550111n, 12025550112n])).map(String);
      for (const id of ids) expect((await app.admin.post('whatsapp/warehouse/survive', { ids: id })).status).toBe(200);
      const { records } = (await app.admin.get('desk/task/list')).body.data;
      return records.map(({ id }: { id: string }) => id);
    },
  },
  'finance/log': {
    rows: async (app) => {
      await app.agent({ money: parseMoney('7') });
      const { records } = (await app.admin.get('finance/log/list')).body.data;
      return records.map(({ id }: { id: string }) => id);
    },
  },
  'finance/day': {
    rows: async ({ db }) => {
      const { rows } = await db.pool.query<{ id: string }>(`
        insert into fin_day (tenant_id, day, result, recharged, withdrawn, sold, refunded, closing, currency, closed, current, last_journal_id, create_time)
        select '000000', date '2026-01-01' + n, 1, n, n, n, n, n, 'USDT', '{}', '{}', n, now() - make_interval(days => n) from generate_series(1, 3) n
        returning id::text`);
      return rows.map(({ id }) => id);
    },
  },
  'finance/proof': {
    rows: async ({ db }) => {
      const { rows } = await db.pool.query<{ id: string }>(`
        insert into fin_proof (ok, journal_count, duration_ms, operator_name, create_time)
        select 1, n, 10 * n, 'system' || n, now() - make_interval(days => n) from generate_series(1, 3) n returning id::text`);
      return rows.map(({ id }) => id);
    },
  },
  'log/api': { rows: logged('log_api', 'title'), within: bySomebody },
  'log/audit': {
    rows: async ({ db }) => {
      const { rows } = await db.pool.query<{ id: string }>(`
        insert into audit_log (tenant_id, user_id, account, ip, action, object_type, object_id, reason, trace_id, user_agent, create_time)
        select '000000', 1, 'tester', '192.0.2.' || n, 'update', 'system/post', n::text, 'why', 'trace-' || n, 'browser', now() - make_interval(mins => n)
        from generate_series(1, 3) n returning id::text`);
      return rows.map(({ id }) => id);
    },
    within: { account_equal: 'tester' },
  },
  'log/error': { rows: logged('log_error', 'message'), within: bySomebody },
  'log/error-group': {
    rows: async ({ db }) => {
      const errors = `insert into log_error (tenant_id, service_id, server_host, server_ip, env, exception_name, message, place, fingerprint, create_time)
        select '000000', 'trade-assistant', 'h', 'i', 'test', 'Error' || n, 'broke ' || n, 'at' || n, 'print-' || n, now() - make_interval(days => n, mins => m)
        from generate_series(1, 3) n, generate_series(1, n) m`;
      await db.pool.query(groupedInsert(errors));
      const { rows } = await db.pool.query<{ id: string }>(
        `select id::text from log_error_group where fingerprint like 'print-%' order by id`,
      );
      return rows.map(({ id }) => id);
    },
  },
  'log/export': {
    rows: async ({ db }) => {
      const { rows } = await db.pool.query<{ id: string }>(`
        insert into kernel_export_log (tenant_id, user_id, user_name, source, format, masked, row_count, sha256, create_time)
        select '000000', 1, 'Tester ' || n, n, 'txt', n % 2, n * 10, 'print', now() - make_interval(mins => n)
        from generate_series(1, 3) n returning id::text`);
      return rows.map(({ id }) => id);
    },
    within: { sha256: 'print' },
  },
  'log/state': {
    rows: async ({ db }) => {
      const { rows } = await db.pool.query<{ id: string }>(`
        insert into biz_state_log (tenant_id, object_type, object_id, from_state, to_state, event, user_name)
        select '000000', 'test/state', n, n - 1, n, 'move', 'Tester ' || n from generate_series(1, 3) n returning id::text`);
      return rows.map(({ id }) => id);
    },
    within: { objectType: 'test/state' },
  },
  'log/usual': { rows: logged('log_usual', 'log_level'), within: bySomebody },
  'open/key': {
    rows: async (app) =>
      Promise.all(
        ['First', 'Second', 'Third'].map(async (keyName) => (await apiKey(await app.agent(), { keyName })).id),
      ),
  },
  'open/endpoint': { rows: (app) => failedThrice(app, 'endpointId') },
  'open/delivery': { rows: (app) => failedThrice(app, 'deliveryId') },
  'resource/attach': {
    rows: async ({ admin }) => {
      const ids: string[] = [];
      for (const name of ['first.txt', 'second.txt', 'third.txt']) {
        const { body, headers } = multipart({}, { name, content: name });
        ids.push((await admin.post('resource/oss/endpoint/put-file-attach', body, headers)).body.data.attachId);
      }
      return ids;
    },
  },
  'report/schedule': { needs: ['report/report:all'] },
  'resource/mail-log': {
    rows: async ({ db }) => {
      const { rows } = await db.pool.query<{ id: string }>(`
        insert into sys_mail_log (tenant_id, address, subject, state, create_time)
        select '000000', 'person-' || n || '@example.com', 'Subject ' || n, n, now() - make_interval(mins => n) from generate_series(1, 3) n
        returning id::text`);
      return rows.map(({ id }) => id);
    },
  },
  'resource/sms-log': {
    rows: async ({ db }) => {
      const { rows } = await db.pool.query<{ id: string }>(`
        insert into sys_sms_log (tenant_id, provider_id, sms_code, category, e164, state, create_time)
        select '000000', 1, 'code-' || n, 3, 12025550110 + n, 1 + n, now() - make_interval(mins => n) from generate_series(1, 3) n
        returning id::text`);
      return rows.map(({ id }) => id);
    },
  },
  'system/dept': {
    used: [
      async ({ db, staff }, { id }) =>
        db.pool.query('insert into sys_user_dept (user_id, dept_id) values ($1, $2)', [
          String((await staff('support')).id),
          id,
        ]),
    ],
  },
  'system/dict': { branch: ({ code }) => ({ code, dictKey: 'first' }) },
  'system/dict-biz': { branch: ({ code }) => ({ code, dictKey: 'first' }) },
  'system/menu': {
    used: [
      ({ db }, { id }) =>
        db.pool.query(
          "insert into sys_role_menu (role_id, menu_id) select id, $1 from sys_role where role_alias = 'support' and tenant_id = '000000'",
          [id],
        ),
      async ({ admin, db }, { id }) => {
        await db.pool.query('delete from sys_role_menu where menu_id = $1', [id]);
        const top = await admin.post('system/top-menu/save', {
          code: `over-${id}`,
          name: '顶部',
          nameEn: 'Top',
          source: 'ShopOutlined',
          sort: 1,
        });
        await admin.post('system/top-menu/grant', { topMenuIds: [top.body.data.id], menuIds: [id] });
      },
    ],
  },
  'agent/verification': {
    rows: async (app) => [(await handedIn(app)).id, (await handedIn(app)).id, (await handedIn(app)).id],
  },
  'compliance/consent': {
    rows: async (app) => [(await declared(app)).id, (await declared(app)).id, (await declared(app)).id],
  },
  'agent/recharge': { rows: async (app) => threeRecharges(app, await app.agent()) },
  'user/app-user': {
    rows: async (app) => {
      const people = [await app.appUser(), await app.appUser(), await app.appUser()];
      return people.map(({ id }) => String(id));
    },
  },
  'user/recharge-record': {
    rows: async (app) => threeRecharges(app, await app.agent({ parent: await app.agent(), subUser: true })),
  },
  'agent/withdrawal': { rows: (app) => threeWithdrawals(app) },
  'user/withdrawal-record': { rows: (app) => threeWithdrawals(app, true) },
  'system/online': {
    rows: async ({ db, staff }) => {
      const user = await staff('support');
      const { rows } = await db.pool.query<{ id: string }>(
        `insert into auth_session (tenant_id, user_id, address, user_agent, method, create_time, last_seen_at, expires_at)
         select '000000', $1::bigint, '192.0.2.' || n, 'Browser ' || n, 'password', now() - make_interval(mins => n),
           now() - make_interval(mins => n), now() + interval '1 hour' from generate_series(1, 3) n returning id::text`,
        [user.id.toString()],
      );
      return rows.map(({ id }) => id);
    },
    within: { account_like: 'support' },
  },
  'system/post': {
    used: [
      async ({ db, staff }, { id }) =>
        db.pool.query('insert into sys_user_post (user_id, post_id) values ($1, $2)', [
          String((await staff('support')).id),
          id,
        ]),
    ],
  },
  'system/tenant': {
    beforeRemoval: async ({ admin }, id) =>
      expect((await admin.post('system/tenant/disable', { ids: id })).status).toBe(200),
  },
  'system/user': {
    used: [
      async ({ db, staff }, { id }) =>
        db.pool.query('update sys_user set leader_id = $2 where id = $1', [String((await staff('support')).id), id]),
    ],
  },
  'user/country': {
    used: [(app, { countryCode }) => stockNumbers(app.db, [12025550100n], String(countryCode))],
  },
  'sms/session': { rows: (app) => openedSessions(app, 3) },
  'whatsapp/warehouse': {
    rows: async (app) => (await stock(app.db, [12025550120n, 12025550121n, 12025550122n])).map(String),
  },
};

async function failedThrice(app: TestApp, id: 'endpointId' | 'deliveryId'): Promise<string[]> {
  const ids: string[] = [];
  for (let at = 0; at < 3; at += 1) ids.push((await failedDelivery(app))[id]);
  return ids;
}

/** Resources of sums over other rows: without ids, forms and other standard calls. */
const SUMS: readonly string[] = ['whatsapp/inventory'];

const listed = (registry as readonly Resource[]).filter(
  ({ name, calls }) => (calls['list']?.standard || calls['page']?.standard) && !SUMS.includes(name),
);

it('has a way to create rows of every resource with a list', () => {
  const { forms } = exampleForms(product);
  const unknown = listed.filter(({ name }) => !(name in forms) && !examples[name]?.rows);
  expect(unknown.map(({ name }) => name)).toEqual([]);
});

for (const resource of listed) describeResource(resource, { product: () => product, ...examples[resource.name] });
