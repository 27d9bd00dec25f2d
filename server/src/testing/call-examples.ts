import { parseMoney } from '@trade-assistant/contract/kit/money.ts';
import type { Resource } from '@trade-assistant/contract/kit/resource.ts';
import { taskState } from '@trade-assistant/contract/kit/task.ts';
import { registry } from '@trade-assistant/contract/registry.ts';
import { expect } from 'vitest';
import { DEFAULT_TENANT, roleIdsOfKeys, takeOverMenu } from '../engines/people/identity/index.ts';
import { multipart, stageBatch, stock } from '../engines/stock/inventory/stock-fixture.ts';
import { createRental, createShop, loseNumbers } from '../engines/stock/orders/orders-fixture.ts';
import { emptyShop, requestOf, submittedPreOrder } from '../engines/stock/preorders/preorders-fixture.ts';
import { systemActor } from '../kernel/auth/actor.ts';
import type { Answer, TestApp, TestUser } from './app.ts';
import { appUserExamples } from './app-users.ts';
import { checkExamples } from './checks.ts';
import { declaration, declared } from './consents.ts';
import { contentExamples } from './contents.ts';
import { changeOf, type ExampleForms, exampleForms } from './example-forms.ts';
import { useFormerMenu } from './former-menu.ts';
import { inboxExamples } from './inbox.ts';
import { orderExamples } from './orders.ts';
import { partnerExamples } from './partner.ts';
import { PIXEL } from './pixel.ts';
import { newHash, openMethod, orderedRecharge, strayPayment } from './recharges.ts';
import { seedExamples } from './seeds.ts';
import { leasedPhone, paperOf, phone, phoneForLease, unregisteredPhone } from './sms-phones.ts';
import { claimed, suppliedNumbers } from './supplier-claims.ts';
import { documents, handedIn } from './verifications.ts';
import { warrantyExamples } from './warranty.ts';
import { openChannel, openPayoutMethod, orderedWithdrawal, withdrawer } from './withdrawals.ts';

/** A request to a call that does something. */
export interface ExampleRequest {
  readonly body: unknown;
  readonly who?: TestUser;
  readonly headers?: Readonly<Record<string, string>>;
  /** Where `body` is an upload: the fields beside the file. */
  readonly fields?: Readonly<Record<string, string | number>>;
  /** The status of the second call if the first ends or locks the session. */
  readonly secondStatus?: 401 | 423;
}

export type CallExamples = Readonly<Record<string, () => Promise<ExampleRequest> | ExampleRequest>>;

/**
 * For each call that honours an idempotency key a request that has an effect, with rows created for it: by the
 * administrator, or by `agent`, who needs money. Add the example of a new call here.
 */
export function callExamples(product: TestApp, agent: TestUser): CallExamples {
  const { admin } = product;
  const done = ({ status, body }: Answer) => {
    expect([status, body?.msg]).toEqual([200, expect.any(String)]);
    return body.data;
  };
  const posted = async (path: string, body: object, who = admin) => done(await who.post(path, body));
  const staged = async (many = 1) => {
    const { ids, batchNo } = await stageBatch(product.db, fresh(many));
    return { id: String(ids[0]), batchNo };
  };
  const twoSuppliers = async () => {
    const add = async () =>
      (await posted('whatsapp/supplier/submit', { supplierName: `Twice ${next()}`, paymentTerms: 1 })).id;
    return { id: await add(), intoId: await add() };
  };
  const item = async () => String((await stock(product.db, fresh(1)))[0]);

  /** A number the agent rents. */
  const rented = async (): Promise<string> => {
    const { productId } = await createRental(product.db, { stock: 3 });
    const purchase = { productId: String(productId), quantity: 1, expectedAmount: '1', useDeclaration: 1 };
    const { orderNo } = await posted('agent/product/buy', purchase, agent);
    return done(await agent.get('agent/lease/list', { orderNo })).records[0].id;
  };
  const preOrdered = async () => submittedPreOrder(agent, await emptyShop(product.db, { price: '1' }));
  /** A request that waits for a second person. */
  const waiting = async (who?: TestUser): Promise<string> => {
    const input = { money: '600', ids: String(agent.id), reason: 'Bank slip' };
    const clerk = who ?? (await product.staff('finance'));
    return (await posted('agent/user/manual-update-balance', input, clerk)).approvalId;
  };

  const sql = (text: string, values: unknown[] = []) => product.db.pool.query(text, values);
  const errorGroup = async (status = 1): Promise<string> =>
    (
      await sql(
        `insert into log_error_group (tenant_id, fingerprint, service_id, exception_name, message, event_count, first_time, last_time, status)
         values ('000000', $1, 'trade-assistant', 'Error', 'broke', 1, now(), now(), $2) returning id::text`,
        [`print-${next()}`, status],
      )
    ).rows[0]?.id;
  const closedDay = async (): Promise<string> => {
    const { rows } = await sql(`
      insert into fin_day (tenant_id, day, result, recharged, withdrawn, sold, refunded, closing, currency, closed, current, last_journal_id)
      select '000000', next.day, 1, 0, 0, 0, 0, 0, 'USDT', report, report, 0
      from (select coalesce(max(day), date '2026-01-01') + 1 as day from fin_day) next,
        lateral jsonb_build_object('day', next.day, 'currency', 'USDT', 'from', next.day || ' 00:00:00', 'until', next.day || ' 00:00:00',
          'opening', '0', 'closing', '0', 'differences', 0, 'lines', '[]'::jsonb, 'events', '[]'::jsonb) report
      returning id::text`);
    return rows[0].id;
  };
  const { forms, fresh, next } = exampleForms(product);
  const filed = (fields: Record<string, string | number>, name: string, content: Buffer | string): ExampleRequest => ({
    ...multipart(fields, { name, content }),
    fields,
  });
  const imported = async () => {
    const {
      number: _number,
      countryCode: _country,
      businessType: _type,
      ownerType: _owner,
      regDocStatus: _doc,
      ...fields
    } = await forms['whatsapp/pre-warehouse']();
    return filed(fields, 'list.txt', `+${fresh(1)[0]}\n`);
  };
  /** Starts an import and leaves it waiting, as its job would, which does not run here. */
  const waitingImport = async (): Promise<{ taskNo: string; batchNo: string }> => {
    const { body, headers } = await imported();
    const { taskNo, batchNo } = done(await admin.post('whatsapp/pre-warehouse/import', body, headers));
    await sql('update kernel_task set state = $2, attempt = 1 where task_no = $1', [taskNo, taskState.is.waiting]);
    return { taskNo, batchNo };
  };
  const reportedImport = async (): Promise<{ taskNo: string }> => {
    const { taskNo, batchNo } = await waitingImport();
    await sql('update inv_batch set status = 1, total_lines = 1, good_lines = 1 where batch_no = $1', [batchNo]);
    return { taskNo };
  };
  /** Of a province there is not. */
  const nextCode = (): string => `9${String(next()).padStart(5, '0')}`;
  const passkey = async () => {
    const { rows } = await sql(
      `insert into auth_passkey (user_id, credential_id, public_key, rp_id, name) values ($1, $2, '', 'x', 'Key') returning id::text`,
      [`${admin.id}`, `c${next()}`],
    );
    return rows[0]?.id as string;
  };
  const storage = async (): Promise<string> => (await posted('resource/oss/submit', await forms['resource/oss']())).id;
  const localStorage = async (): Promise<string> =>
    (await posted('resource/oss/submit', { category: 7, ossCode: `local-${next()}` })).id;
  const smsProvider = async () => (await posted('resource/sms/submit', await forms['resource/sms']())).id as string;
  const mailServer = async () => (await posted('resource/mail/submit', await forms['resource/mail']())).id as string;
  const savedReport = async () => (await posted('report/report/submit', await forms['report/report']())).id as string;
  const provider = async () =>
    (await posted('provider/provider/submit', await forms['provider/provider']())).id as string;
  const smsc = async (): Promise<string> => {
    const account = { protocol: 6, endpoint: 'smpp://smsc.example.com', systemId: 'esme', apiKey: 'smsc-key', kind: 2 };
    return (await posted('provider/provider/submit', { ...(await forms['provider/provider']()), ...account }))
      .id as string;
  };
  const bot = async (): Promise<string> => {
    const sender = {
      providerCode: `bot-${next()}`,
      providerName: 'Bot',
      protocol: 4,
      kind: 2,
      callbackOrigin: 'https://console.example.com',
    };
    const keys = { apiKey: '700100:bot-token', verifyToken: 'bot-secret', senderAccount: 'example_bot' };
    return (await posted('provider/provider/submit', { ...sender, ...keys })).id as string;
  };
  const isolated = async () => {
    const id = await provider();
    await posted('provider/provider/isolate', { id, reason: 'Wrong results' });
    return id;
  };
  const restricted = async () => {
    const sender = { protocol: 5, providerCode: `sender-${next()}`, providerName: 'Sender' };
    const { id } = await posted('provider/provider/submit', sender);
    await sql(`update prv_provider set restriction = '131042' where id = $1`, [id]);
    return id as string;
  };
  const attached = async () => {
    const { body, headers } = multipart({}, { name: 'note.txt', content: `Note ${next()}` });
    return done(await admin.post('resource/oss/endpoint/put-file-attach', body, headers));
  };
  const received = async (): Promise<{ who: TestUser; ids: string }> => {
    const who = await product.staff('support');
    await posted('message/save', { type: 1, title: 'Hello', content: 'You', userIds: String(who.id) });
    return { who, ids: done(await who.get('message/my/list')).records[0].id };
  };

  const subUser = () => product.agent({ parent: agent, subUser: true });
  const opened = async (): Promise<string> => String((await product.agent()).id);
  const configured = async (): Promise<string> =>
    (await posted('agent/configuration/submit', await forms['agent/configuration']())).id;
  const templateForm = async () => {
    const { agentId: _agent, remark: _remark, ...item } = await forms['agent/configuration']();
    return { templateName: `Template ${next()}`, items: [item] };
  };

  return {
    ...standardExamples(forms, posted),
    'agent/configuration/delete': async () => ({ body: { id: await configured() } }),
    'agent/configuration/batch-delete': async () => ({ body: { ids: await configured() } }),
    'agent/configuration/batch-submit': async () => {
      const { agentId, remark: _, ...item } = await forms['agent/configuration']();
      return { body: { agentIds: agentId, items: [item] } };
    },
    'agent/configuration/template/submit': async () => ({ body: await templateForm() }),
    'agent/configuration/template/delete': async () => ({
      body: { ids: (await posted('agent/configuration/template/submit', await templateForm())).id },
    }),
    'agent/product/refund-order': async () => {
      const { productId } = await createShop(product.db, { stock: 3 });
      const purchase = { productId: String(productId), quantity: 1, expectedAmount: '1', useDeclaration: 1 };
      const { orderId } = await posted('agent/product/buy', purchase, agent);
      return { body: { id: orderId, reason: 'Not reachable' } };
    },
    'agent/product/cancel-order': async () => {
      const { productId } = await createShop(product.db, { stock: 3, product: { deliveryType: 2 } });
      const purchase = { productId: String(productId), quantity: 1, expectedAmount: '1', useDeclaration: 1 };
      const { orderId } = await posted('agent/product/buy', purchase, agent);
      return { who: agent, body: { id: orderId, reason: 'Not needed any more' } };
    },
    'agent/product/deliver-missing': async () => {
      const { productId } = await createShop(product.db, { stock: 3 });
      const purchase = { productId: String(productId), quantity: 1, expectedAmount: '1', useDeclaration: 1 };
      const { orderId, outboundId } = await posted('agent/product/buy', purchase, agent);
      await loseNumbers(product.db, BigInt(outboundId));
      return { body: { id: orderId } };
    },
    'agent/product/put-cover': () => filed({}, 'cover.png', PIXEL),
    'agent/product/buy': async () => {
      const { productId } = await createShop(product.db, { stock: 3 });
      const body = { productId: String(productId), quantity: 1, expectedAmount: '1', useDeclaration: 1 };
      return { who: agent, body };
    },
    'whatsapp/pre-order/save': async () => ({ who: agent, body: requestOf(await emptyShop(product.db)) }),
    'whatsapp/pre-order/submit-order': async () => {
      const shop = await emptyShop(product.db, { price: '1' });
      return { who: agent, body: { ...requestOf(shop), useDeclaration: 1, expectedAmount: '2' } };
    },
    'whatsapp/pre-order/remove': async () => {
      const { id } = await posted('whatsapp/pre-order/save', requestOf(await emptyShop(product.db)), agent);
      return { who: agent, body: { ids: id } };
    },
    'whatsapp/pre-order/approve': async () => ({
      body: { id: await preOrdered(), approvedQty: 1, remark: 'Half of it' },
    }),
    'whatsapp/pre-order/revoke': async () => ({ who: agent, body: { id: await preOrdered(), reason: 'Not needed' } }),
    'whatsapp/pre-order/refund': async () => {
      const id = await preOrdered();
      await posted('whatsapp/pre-order/approve', { id });
      return { body: { id, quantity: 1, reason: 'No supply' } };
    },
    'agent/lease/renew': async () => ({ who: agent, body: { ids: await rented(), months: 1, expectedAmount: '1' } }),
    'agent/lease/auto-renew': async () => ({ who: agent, body: { ids: await rented(), autoRenew: 1 } }),
    'agent/user/allocate': async () => ({ who: agent, body: { id: String((await subUser()).id), money: '1' } }),
    'agent/user/reclaim': async () => {
      const { id } = await subUser();
      await posted('agent/user/allocate', { id: String(id), money: '1' }, agent);
      return { who: agent, body: { id: String(id), money: '1' } };
    },
    'agent/user/manual-update-balance': () => ({ body: { money: '5', ids: String(agent.id), reason: 'Bank slip' } }),
    'agent/user/rebate/void': async () => {
      const { rows } = await sql(
        `insert into agt_rebate (tenant_id, rebate_no, beneficiary_id, beneficiary_name, level, from_user_id, from_user_name,
           source_type, source_id, source_no, charge_journal_id, charge_amount, base_amount, rate, rebate_amount, reversed_amount, settled_amount,
           settle_time, status)
         values ('000000', 'RB' || $2, $1, 'North', 1, $1, 'South', 3, 0, 'AP', -$2::bigint, 10000000, 10000000, 5, 500000, 0, 0, now() + interval '1 day', 0)
         returning id::text`,
        [String(agent.id), String(next())],
      );
      return { body: { id: rows[0].id, reason: 'Bought from themselves' } };
    },
    'agent/user/update/my-service-address': () => ({ who: agent, body: { serviceAddress: `@agent_${next()}_desk` } }),
    'agent/user/update': async () => ({ body: { id: await opened(), realName: `Renamed ${next()}` } }),
    'agent/user/contract': async () => ({
      body: { id: await opened(), contractNo: 'HT-1', contractStart: '2026-01-01', contractEnd: '2026-12-31' },
    }),
    'agent/user/put-paper': async () => ({ ...multipart({}, { name: 'contract.png', content: PIXEL }), fields: {} }),
    'agent/user/erase': async () => ({ body: { id: await opened(), reason: 'Asked for it' } }),
    'system/user/erase': async () => ({
      body: { id: String((await product.staff('support')).id), reason: 'Asked for it' },
    }),
    'agent/user/disable': async () => ({ body: { ids: await opened(), reason: 'Left us' } }),
    'agent/user/enable': async () => {
      const ids = await opened();
      await posted('agent/user/disable', { ids, reason: 'Left us' });
      return { body: { ids } };
    },
    'agent/user/move': async () => ({ body: { id: await opened(), parentId: await opened(), reason: 'New region' } }),
    'agent/user/open-account': () => ({
      body: { account: `opened_${next()}`, password: 'Secret-pass-1', realName: 'Opened', userType: 2 },
    }),
    ...verificationExamples(product),
    ...consentExamples(product),
    ...phoneExamples(product, agent),
    ...caseExamples(product, forms),
    ...supplierClaimExamples(product),
    ...partnerExamples(product),
    ...seedExamples(product, agent),
    ...contentExamples(product, agent, (name) => filed({}, name, PIXEL)),
    ...appUserExamples(product, agent, next),
    ...inboxExamples(product, agent, next),
    ...warrantyExamples(product, agent),
    'compliance/suppression/lift': async () => ({
      body: {
        ids: (await posted('compliance/suppression/save', await forms['compliance/suppression']())).id,
        reason: 'Entered by mistake',
      },
    }),
    'compliance/suppression/import': () => filed({ reason: 2 }, 'list.txt', `+${fresh(1)[0]}\n`),
    ...rechargeExamples(product, agent),
    ...withdrawalExamples(product),
    ...checkExamples(product, agent, next),
    ...orderExamples(product, agent, next),
    'auth/lock/lock': async () => {
      const who = await product.staff('support');
      await posted('auth/lock/set-password', { password: 'Lock-pass-1' }, who);
      return { who, body: {}, secondStatus: 423 };
    },
    'auth/passkey/rename': async () => ({ body: { id: await passkey(), name: 'Office' } }),
    'auth/passkey/remove': async () => ({ body: { id: await passkey() } }),
    'auth/session/end': async () => {
      const who = await product.staff('support');
      const [own] = done(await who.get('auth/session/list'));
      return { who, body: { ids: own.id }, secondStatus: 401 };
    },
    'auth/session/switch': () => ({ body: {} }),
    'auth/session/end-others': async () => {
      const who = await product.staff('support');
      const { row } = who;
      await product.db.tx((tx) =>
        product.app.sessions.open(tx, { userId: row.id, tenantId: row.tenantId, address: '127.0.0.1', userAgent: 'b' }),
      );
      return { who, body: {} };
    },
    'desk/approval/ask-export': async () => {
      // Less than there are countries, and more than there are rows of anything else.
      const values = [{ paramKey: 'export.approvalRows', paramValue: '200' }];
      await posted('system/param/update-control-panel', { values });
      await product.app.parameters.refresh();
      return { body: { call: 'user/country/export', input: {}, reason: 'Yearly count' } };
    },
    'desk/approval/pass': async () => ({ body: { ids: await waiting() } }),
    'desk/approval/turn-down': async () => ({ body: { ids: await waiting(), reason: 'No slip' } }),
    'desk/approval/withdraw': async () => {
      const who = await product.staff('finance');
      return { who, body: { ids: await waiting(who) } };
    },
    'desk/notice/put-picture': () => filed({}, 'picture.png', PIXEL),
    'desk/task/cancel': async () => {
      const { taskNo } = await posted('whatsapp/warehouse/survive', { ids: await item() });
      return { body: { taskNo } };
    },
    'develop/code/copy': async () => ({
      body: { id: (await posted('develop/code/submit', await forms['develop/code']())).id },
    }),
    'desk/view/save': () => ({
      body: {
        ...{ screen: 'system/post', resource: 'system/post', call: 'list', name: `View ${next()}` },
        filters: { category: '3' },
      },
    }),
    'desk/view/remove': async () => {
      const place = { screen: 'system/post', resource: 'system/post', call: 'list' };
      return { body: { ids: (await posted('desk/view/save', { ...place, name: `View ${next()}` })).id } };
    },
    'log/error/send-logs': () => ({
      body: { logs: [{ type: 'error', message: 'broken', time: '2026-01-02T03:04:05Z' }] },
    }),
    'log/error-group/resolve': async () => ({ body: { ids: await errorGroup() } }),
    'log/error-group/ignore': async () => ({ body: { ids: await errorGroup() } }),
    'log/error-group/reopen': async () => ({ body: { ids: await errorGroup(2) } }),
    'log/audit/verify': () => ({ body: {} }),
    'log/api/clean': () => ({ body: { before: '2026-01-01 00:00:00' } }),
    'log/usual/clean': () => ({ body: { before: '2026-01-01 00:00:00' } }),
    'log/error/clean': () => ({ body: { before: '2026-01-01 00:00:00' } }),
    'finance/log/submit': async () => {
      const { records } = await done(await admin.get('finance/log/list', { size: 1 }));
      return { body: { id: records[0].id, remark: `Looked at ${next()}` } };
    },
    'finance/log/statement-task': async () => {
      const { id } = await product.agent({ money: parseMoney('5') });
      return { body: { userId: String(id), from: '2026-01-01 00:00:00', to: '2027-01-01 00:00:00', format: 'xlsx' } };
    },
    'finance/day/explain': async () => ({ body: { id: await closedDay(), remark: `Late slip ${next()}` } }),
    'finance/day/recheck': async () => ({ body: { id: await closedDay() } }),
    'finance/proof/run': async () => ({ body: {} }),
    'message/readAll': async () => ({ who: (await received()).who, body: {} }),
    'message/remove': async () => {
      const { who, ids } = await received();
      return { who, body: { ids } };
    },
    'message/save': () => ({ body: { type: 1, title: 'Hello', content: 'You', userIds: String(agent.id) } }),
    'resource/attach/clean': () => ({ body: { days: 3650 } }),
    'resource/attach/remove': async () => ({ body: { ids: (await attached()).attachId } }),
    'resource/attach/submit': async () => ({ body: { id: (await attached()).attachId, originalName: 'renamed.txt' } }),
    'resource/oss/disable': async () => ({ body: { id: await storage() } }),
    'resource/oss/enable': async () => ({ body: { id: await localStorage() } }),
    'resource/oss/move': async () => ({ body: { id: await localStorage() } }),
    'resource/oss/endpoint/put-file-attach': () => filed({}, 'note.txt', `Note ${next()}`),
    'resource/oss/endpoint/put-file': () => filed({}, 'me.png', PIXEL),
    'provider/provider/disable': async () => {
      const ids = await provider();
      await posted('provider/provider/enable', { ids });
      return { body: { ids } };
    },
    'provider/provider/enable': async () => ({ body: { ids: await provider() } }),
    'whatsapp/supplier/merge': async () => ({ body: await twoSuppliers() }),
    'whatsapp/supplier/unmerge': async () => {
      const { id, intoId } = await twoSuppliers();
      await product.admin.post('whatsapp/supplier/merge', { id, intoId });
      return { body: { id } };
    },
    'whatsapp/supplier/put-paper': () => ({ ...multipart({}, { name: 'contract.png', content: PIXEL }), fields: {} }),
    'provider/provider/put-paper': () => ({ ...multipart({}, { name: 'contract.png', content: PIXEL }), fields: {} }),
    'provider/provider/isolate': async () => ({ body: { id: await provider(), reason: 'Wrong results' } }),
    'provider/provider/test-message': async () => ({ body: { id: await bot() } }),
    'provider/provider/learn': async () => ({ body: { id: await smsc(), phone: '+12015550123', sender: 'Example' } }),
    'provider/provider/lift-restriction': async () => ({
      body: { id: await restricted(), reason: 'Paid the invoice' },
    }),
    'provider/provider/release': async () => ({ body: { id: await isolated(), reason: 'Corrected' } }),
    'report/report/copy': async () => ({ body: { id: await savedReport() } }),
    'resource/mail/disable': async () => ({ body: { id: await mailServer() } }),
    'resource/mail/enable': async () => ({ body: { id: await mailServer() } }),
    'resource/mail/test': async () => {
      await sql(`update sys_user set email = 'admin@example.com' where id = $1`, [`${admin.id}`]);
      return { body: { id: await mailServer() } };
    },
    'resource/mail-log/release': async () => {
      const { rows } = await sql(
        `insert into sys_mail_log (tenant_id, address, subject) values ('000000', 'a@example.com', 'Test') returning id::text`,
      );
      return { body: { id: rows[0]?.id as string } };
    },
    'resource/sms/disable': async () => ({ body: { id: await smsProvider() } }),
    'resource/sms/enable': async () => ({ body: { id: await smsProvider() } }),
    'resource/sms/endpoint/send-message': async () => {
      const form = await forms['resource/sms']();
      await posted('resource/sms/submit', { ...form, endpoint: 'https://sms.invalid' });
      return { body: { code: form.smsCode, phones: `+${fresh(1)[0]}`, params: '{"code":"1234"}' } };
    },
    'system/menu/move': async () => ({
      body: { id: (await posted('system/menu/submit', await forms['system/menu']())).id },
    }),
    'system/online/end': async () => {
      const { id } = await product.staff('support');
      const { rows } = await sql('select id::text from auth_session where user_id = $1', [String(id)]);
      return { body: { ids: rows[0]?.id as string } };
    },
    'system/online/end-user': async () => ({ body: { userId: String((await product.staff('support')).id) } }),
    'system/region/import': () => {
      const code = nextCode();
      return filed({}, 'regions.csv', `区划编号,区划名称\n${code},测试省\n${code}01,测试市\n`);
    },
    'system/region/remove': async () => ({
      body: { id: (await posted('system/region/submit', { code: nextCode(), name: '测试省' })).code },
    }),
    'system/region/submit': () => ({ body: { code: nextCode(), name: '测试省' } }),
    'system/menu/take-over': async () => {
      await useFormerMenu(product.db);
      return { body: {} };
    },
    'system/menu/undo-take-over': async () => {
      await useFormerMenu(product.db);
      await product.db.tx((tx) => takeOverMenu(tx, systemActor(DEFAULT_TENANT)));
      return { body: {} };
    },
    'system/role/copy': async () => {
      const { id } = await posted('system/role/submit', await forms['system/role']());
      return { body: { id, ...(await forms['system/role']()), sort: undefined, status: undefined } };
    },
    'system/role/grant': async () => {
      const { id } = await posted('system/role/submit', await forms['system/role']());
      const { rows } = await sql('select id::text from sys_menu where category = 2 order by id limit 1');
      return { body: { roleIds: [id], menuIds: [rows[0]?.id] } };
    },
    'system/param/update-control-panel': () => ({
      body: { values: [{ paramKey: 'orders.cancelMinutes', paramValue: String(5 + next()) }] },
    }),
    'system/tenant/setting': async () => ({
      body: {
        ids: (await posted('system/tenant/submit', await forms['system/tenant']())).id,
        accountNumber: 10,
        expireTime: '2099-01-01 00:00:00',
      },
    }),
    'system/tenant/disable': async () => ({
      body: { ids: (await posted('system/tenant/submit', await forms['system/tenant']())).id },
    }),
    'system/tenant/enable': async () => {
      const ids = (await posted('system/tenant/submit', await forms['system/tenant']())).id;
      await posted('system/tenant/disable', { ids });
      return { body: { ids } };
    },
    'system/tenant/remove': async () => {
      const ids = (await posted('system/tenant/submit', await forms['system/tenant']())).id;
      await posted('system/tenant/disable', { ids });
      return { body: { ids } };
    },
    'system/tenant/restore': async () => {
      const ids = (await posted('system/tenant/submit', await forms['system/tenant']())).id;
      await posted('system/tenant/disable', { ids });
      await posted('system/tenant/remove', { ids });
      return { body: { ids } };
    },
    'system/tenant-package/grant': async () => {
      const { id } = await posted('system/tenant-package/submit', await forms['system/tenant-package']());
      const { rows } = await sql("select id::text from sys_menu where code = 'system/post:view'");
      return { body: { packageId: id, menuIds: [rows[0]?.id] } };
    },
    'system/top-menu/grant': async () => {
      const { id } = await posted('system/top-menu/save', await forms['system/top-menu']());
      const { rows } = await sql('select id::text from sys_menu where category = 1 order by id limit 1');
      return { body: { topMenuIds: [id], menuIds: [rows[0]?.id] } };
    },
    'system/user-preferences/change': () => ({ body: { values: { 'list:density': next() } } }),
    'system/user/grant': async () => {
      const [finance] = await product.db.tx((tx) => roleIdsOfKeys(tx, DEFAULT_TENANT, ['finance']));
      const { id } = await product.staff('support');
      return { body: { userIds: String(id), roleIds: String(finance) } };
    },
    'system/user/update-info': () => ({ body: { realName: `Admin ${next()}` } }),
    'system/user/update-status': async () => ({ body: { userId: String((await product.staff('support')).id) } }),
    'system/user/import': () => filed({ isCovered: 0 }, 'staff.csv', `account,real name\nlisted_${next()},Listed\n`),
    'system/user/invite-code/update': async () => ({ who: await product.staff('support'), body: {} }),
    'system/user/update-platform': async () => ({
      body: { userId: String((await product.staff('support')).id), userType: 2, userExt: 'Build 7' },
    }),
    'system/user/web/manual-update-balance': () => ({
      body: { money: '5', ids: String(agent.id), reason: 'Bank slip' },
    }),
    'system/user/unlock': async () => ({ body: { userIds: String((await product.staff('support')).id) } }),
    'system/user/reset-attempts': async () => {
      const { id, row } = await product.staff('support');
      await sql(`insert into auth_attempt values ($1, $2, '127.0.0.1', 3, now() + interval '1 hour')`, [
        row.tenantId,
        row.account,
      ]);
      return { body: { userId: String(id) } };
    },
    'system/user/reset-second-factor': async () => {
      const { id } = await product.staff('support');
      await sql(`insert into auth_totp (user_id, secret, confirmed_at) values ($1, 'sealed', now())`, [String(id)]);
      return { body: { userId: String(id), reason: 'Lost phone' } };
    },
    ...Object.fromEntries(
      (['bank-card', 'wallet-address'] as const).flatMap((what) =>
        (['freeze', 'unfreeze'] as const).map((call) => [
          `user/${what}/${call}`,
          async () => {
            const { id } = await posted(`user/${what}/save`, await forms[`user/${what}`]());
            if (call === 'unfreeze') await posted(`user/${what}/freeze`, { ids: id, reason: 'Reported' });
            return { body: { ids: id, reason: 'Looked into' } };
          },
        ]),
      ),
    ),
    'user/payment-method/update-receiving': async () => ({
      body: {
        id: (await posted('user/payment-method/save', await forms['user/payment-method']())).id,
        receiveAddresses: ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
        reason: 'New wallet',
      },
    }),
    'whatsapp/inventory/extract-number': async () => {
      await item();
      const body = { businessType: 1, countryCode: 'US', numberType: 1, quantity: 1, targetType: 3, reason: 'Fair' };
      return { body };
    },
    'whatsapp/outbound/copy': async () => ({
      body: { id: (await posted('whatsapp/outbound/submit', await forms['whatsapp/outbound']())).id },
    }),
    'whatsapp/pre-warehouse/into-warehouse': async () => ({ body: { id: (await staged()).id } }),
    'whatsapp/pre-warehouse/batch-into-warehouse': async () => ({ body: { batchNo: (await staged(2)).batchNo } }),
    'whatsapp/pre-warehouse/void': async () => ({ body: { batchNo: (await staged()).batchNo, reason: 'Wrong' } }),
    'whatsapp/pre-warehouse/inspect': () => ({
      ...multipart({}, { name: 'list.txt', content: `+12015550100 ${next()}\n` }),
      fields: {},
    }),
    'whatsapp/pre-warehouse/import': imported,
    'whatsapp/pre-warehouse/import-country': async () => {
      const { taskNo, batchNo } = await waitingImport();
      await sql('update inv_batch set status = 5 where batch_no = $1', [batchNo]);
      return { body: { taskNo, countryCode: 'US' } };
    },
    'whatsapp/pre-warehouse/import-correct': async () => ({
      body: { taskNo: (await reportedImport()).taskNo, lineType: 5, numberType: 3 },
    }),
    'whatsapp/pre-warehouse/import-commit': async () => ({ body: { taskNo: (await reportedImport()).taskNo } }),
    'whatsapp/price-configure/update-status': async () => ({
      body: {
        ids: (await posted('whatsapp/price-configure/save', await forms['whatsapp/price-configure']())).id,
        status: 0,
      },
    }),
    'whatsapp/price-configure/batch-setting': async () => {
      const { id } = await posted('whatsapp/price-configure/save', await forms['whatsapp/price-configure']());
      return { body: { ids: id, settings: { field: 'salePrice', mode: 'ADD', value: '0.25', reason: 'Season' } } };
    },
    'whatsapp/warehouse/survive': async () => ({ body: { ids: await item() } }),
    'whatsapp/warehouse/update-status': async () => ({ body: { ids: await item(), status: 4 } }),
  };
}

/** Examples of the calls the kit declares for every resource with a form. */
function standardExamples(
  forms: ExampleForms,
  posted: (path: string, body: object) => Promise<{ id: string }>,
): CallExamples {
  return Object.fromEntries(
    (registry as readonly Resource[]).flatMap((resource) => {
      const { name, calls } = resource;
      const form = forms[name];
      if (!form) return [];
      const made = async () => (await posted(`${name}/${'save' in calls ? 'save' : 'submit'}`, await form())).id;
      const requests: Record<string, () => Promise<{ body: unknown }>> = {
        save: async () => ({ body: await form() }),
        submit: async () => ({ body: await form() }),
        update: async () => ({ body: { id: await made(), ...changeOf(resource, await form()) } }),
        remove: async () => ({ body: { ids: await made() } }),
        restore: async () => {
          const ids = await made();
          await posted(`${name}/remove`, { ids });
          return { body: { ids } };
        },
      };
      return Object.entries(requests).flatMap(([call, request]) =>
        calls[call] ? [[`${name}/${call}`, request] as const] : [],
      );
    }),
  );
}

/** Agents ask for money, finance pays it; sub-users' withdrawals are decided about under another name. */
function withdrawalExamples(product: TestApp): CallExamples {
  const open = async (subUser: boolean) => orderedWithdrawal(product, await withdrawer(product, { subUser }));
  const order = async (payeeId: string) => ({
    walletKind: 2,
    amount: '50',
    paymentMethod: await openPayoutMethod(product),
    payeeType: 2,
    payeeId,
  });
  const ordered = async () => {
    const { who, payeeId } = await withdrawer(product);
    return { who, body: await order(payeeId) };
  };
  const decided = (resource: string, subUser: boolean): CallExamples => ({
    [`${resource}/pass`]: async () => ({ body: { ids: await open(subUser) } }),
    [`${resource}/third-channel`]: async () => ({
      body: { ids: await open(subUser), type: await openChannel(product) },
    }),
    [`${resource}/turn-down`]: async () => ({ body: { ids: await open(subUser), reason: 'No such account' } }),
    [`${resource}/mark-returned`]: async () => {
      const ids = await open(subUser);
      await product.admin.post(`${resource}/pass`, { ids });
      return { body: { ids, reason: 'The bank sent it back' } };
    },
  });
  return {
    ...decided('agent/withdrawal', false),
    ...decided('user/withdrawal-record', true),
    'agent/withdrawal/create-order': ordered,
    'agent/withdrawal/submit': ordered,
    'agent/withdrawal/remove': async () => {
      const own = await withdrawer(product);
      return { who: own.who, body: { ids: await orderedWithdrawal(product, own) } };
    },
    'agent/withdrawal/transfer': async () => ({ who: (await withdrawer(product)).who, body: { amount: '5' } }),
  };
}

/** Agents hand in documents, staff decide about them. */
function verificationExamples(product: TestApp): CallExamples {
  return {
    'agent/verification/save': async () => {
      const who = await product.agent();
      return { who, body: await documents(who) };
    },
    'agent/verification/pass': async () => ({ body: { ids: (await handedIn(product)).id } }),
    'agent/verification/turn-down': async () => ({
      body: { ids: (await handedIn(product)).id, reason: 'Not readable' },
    }),
    'agent/verification/revoke': async () => ({
      body: { ids: (await handedIn(product, { isPassed: true })).id, reason: 'Forged' },
    }),
    'agent/verification/withdraw': async () => {
      const { id, who } = await handedIn(product);
      return { who, body: { ids: id } };
    },
    'agent/verification/put-picture': async () => ({
      ...multipart({}, { name: 'licence.png', content: PIXEL }),
      who: await product.agent(),
      fields: {},
    }),
  };
}

/** Staff handle cases, the agent concerned appeals, and somebody else decides the appeal. */
function caseExamples(product: TestApp, forms: ExampleForms): CallExamples {
  const call = (step: string) => `compliance/case/${step}`;
  const made = async (ownerId?: string) => {
    const form = { ...(await forms['compliance/case']?.()), ...(ownerId ? { ownerId } : {}) };
    return (await product.admin.post(call('save'), form)).body.data.id as string;
  };
  const closed = async () => {
    const who = await product.agent();
    const id = await made(String(who.id));
    await (await product.staff('compliance')).post(call('close'), { ids: id, reason: 'True' });
    return { who, id };
  };
  const appealed = async () => {
    const { who, id } = await closed();
    await who.post(call('appeal'), { ids: id, reason: 'It was another sender' });
    return { body: { ids: id, reason: 'Looked at again' } };
  };
  return {
    [call('take')]: async () => ({ body: { ids: await made() } }),
    [call('confirm')]: async () => ({ body: { ids: await made(), reason: 'True' } }),
    [call('dismiss')]: async () => ({ body: { ids: await made(), reason: 'Another sender' } }),
    [call('close')]: async () => ({ body: { ids: await made(), reason: 'Withdrawn' } }),
    [call('appeal')]: async () => {
      const { who, id } = await closed();
      return { who, body: { ids: id, reason: 'It was another sender' } };
    },
    [call('uphold')]: appealed,
    [call('overturn')]: appealed,
    [call('put-proof')]: () => ({ ...multipart({}, { name: 'form.png', content: PIXEL }), fields: {} }),
  };
}

/** Claims on suppliers: sent, answered, paid; somebody else writes off. */
function supplierClaimExamples(product: TestApp): CallExamples {
  const call = (step: string) => `whatsapp/supplier-claim/${step}`;
  const sent = async () => {
    const id = await claimed(product);
    await (await product.staff('administrator')).post(call('send'), { ids: id });
    return id;
  };
  const answered = async () => {
    const id = await sent();
    const who = await product.staff('administrator');
    await who.post(call('answer'), { id, acceptedAmount: '1.2', answer: 'Agreed' });
    return id;
  };
  return {
    [call('open')]: async () => {
      const { numbers } = await suppliedNumbers(product, 1);
      return { body: { numbers: `+${numbers[0]}`, reason: 'Inactive on arrival' } };
    },
    [call('update')]: async () => ({ body: { id: await claimed(product), remark: 'Photos follow' } }),
    [call('send')]: async () => ({ body: { ids: await claimed(product) } }),
    [call('cancel')]: async () => ({ body: { ids: await claimed(product), reason: 'Our mistake' } }),
    [call('answer')]: async () => ({ body: { id: await sent(), acceptedAmount: '0.6', answer: 'Half of it' } }),
    [call('receive')]: async () => ({ body: { id: await answered(), amount: '0.2', reason: 'Bank transfer' } }),
    [call('write-off')]: async () => ({ body: { ids: await answered(), reason: 'The supplier closed' } }),
    [call('put-proof')]: () => ({ ...multipart({}, { name: 'form.png', content: PIXEL }), fields: {} }),
  };
}

/** Agents declare the source of lists, staff decide about it. */
function consentExamples(product: TestApp): CallExamples {
  return {
    'compliance/consent/save': async () => {
      const who = await product.agent();
      return { who, body: await declaration(who) };
    },
    'compliance/consent/pass': async () => ({ body: { ids: (await declared(product)).id } }),
    'compliance/consent/turn-down': async () => ({ body: { ids: (await declared(product)).id, reason: 'No proof' } }),
    'compliance/consent/revoke': async () => ({
      body: { ids: (await declared(product, { isPassed: true })).id, reason: 'Complaints' },
    }),
    'compliance/consent/put-proof': async () => ({
      ...multipart({}, { name: 'form.png', content: PIXEL }),
      who: await product.agent(),
      fields: {},
    }),
  };
}

function phoneExamples(product: TestApp, agent: TestUser): CallExamples {
  const expectedAmount = '10';
  const moved = (state: number) => async () => {
    const ids = await phone(product);
    await product.db.pool.query('update sms_phone set status = $2 where id = $1', [ids, state]);
    return ids;
  };
  return {
    'sms/sms-phone/enable': async () => ({ body: { ids: await moved(0)() } }),
    'sms/sms-phone/disable': async () => ({ body: { ids: await phone(product) } }),
    'sms/sms-phone/freeze': async () => ({ body: { ids: await phone(product), reason: 'Reported by a carrier' } }),
    'sms/sms-phone/unfreeze': async () => ({ body: { ids: await moved(3)(), reason: 'Lists were cleaned' } }),
    'sms/sms-phone/put-proof': () => ({ ...multipart({}, { name: 'licence.png', content: PIXEL }), fields: {} }),
    'sms/sms-phone/submit-registration': async () => ({
      body: { id: await unregisteredPhone(product), regAttachIds: [await paperOf(product.admin)] },
    }),
    'sms/sms-phone/approve-registration': async () => ({
      body: { id: await unregisteredPhone(product, { isSubmitted: true }), registrationNo: 'REG-1' },
    }),
    'sms/sms-phone/reject-registration': async () => ({
      body: { id: await unregisteredPhone(product, { isSubmitted: true }), reason: 'The licence is unreadable' },
    }),
    'sms/sms-phone/lease': async () => ({ who: agent, body: { id: await phoneForLease(product), expectedAmount } }),
    'sms/sms-phone/renew': async () => ({
      who: agent,
      body: { id: await leasedPhone(product, agent), expectedAmount },
    }),
    'sms/sms-phone/auto-renew': async () => ({
      who: agent,
      body: { id: await leasedPhone(product, agent), autoRenew: 1 },
    }),
  };
}

/** Agents pay in, finance decides; sub-users' recharges are decided about under another name. Each has few open at a time. */
function rechargeExamples(product: TestApp, agent: TestUser): CallExamples {
  const payer = () => product.agent({ parent: agent });
  const subUser = () => product.agent({ parent: agent, subUser: true });
  const body = async () => ({ amount: '50', paymentMethod: await openMethod(product) });
  const own = async (more: (who: TestUser) => Promise<object>) => {
    const who = await payer();
    return { who, body: await more(who) };
  };
  const decided = (resource: string, open: () => Promise<TestUser>): CallExamples => ({
    [`${resource}/correct`]: async () => ({
      body: {
        id: await orderedRecharge(product, await open(), { isPaid: true }),
        creditedAmount: '99',
        reason: 'A fee was taken',
      },
    }),
    [`${resource}/pass`]: async () => ({
      body: { ids: await orderedRecharge(product, await open(), { isPaid: true }) },
    }),
    [`${resource}/turn-down`]: async () => ({
      body: { ids: await orderedRecharge(product, await open(), { isPaid: true }), reason: 'Nothing arrived' },
    }),
    [`${resource}/reopen`]: async () => ({
      body: { ids: await orderedRecharge(product, await open(), { isExpired: true }), reason: 'Arrived late' },
    }),
  });
  return {
    ...decided('agent/recharge', payer),
    ...decided('user/recharge-record', subUser),
    'agent/recharge/update': () => own(async (who) => ({ id: await orderedRecharge(product, who), txHash: newHash() })),
    'agent/recharge/remove': () => own(async (who) => ({ ids: await orderedRecharge(product, who) })),
    'agent/recharge/create-order': () => own(body),
    'agent/recharge/save': () => own(async () => ({ ...(await body()), txHash: newHash() })),
    'user/incoming-payment/attach': async () => {
      const id = await orderedRecharge(product, await payer());
      const { rechargeNo } = (await product.admin.get('agent/recharge/detail', { id })).body.data;
      return { body: { id: await strayPayment(product), rechargeNo, reason: 'Paid without its tail' } };
    },
    'user/incoming-payment/dismiss': async () => ({ body: { ids: await strayPayment(product), reason: 'A test' } }),
    'user/incoming-payment/reopen': async () => ({ body: { ids: await strayPayment(product, 3) } }),
    'agent/recharge/put-proof': async () => ({
      ...multipart({}, { name: 'slip.png', content: PIXEL }),
      who: await payer(),
      fields: {},
    }),
  };
}
