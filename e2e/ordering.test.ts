import { parseMoney } from '@trade-assistant/contract/kit/money.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { rechargePass } from '../server/src/engines/money/ledger/index.ts';
import { addPrice } from '../server/src/engines/money/pricing/index.ts';
import { DEFAULT_TENANT } from '../server/src/engines/people/identity/index.ts';
import { fictionalNumbers } from '../server/src/engines/stock/inventory/stock-fixture.ts';
import { systemActor } from '../server/src/kernel/auth/actor.ts';
import { startTelegramServer, TELEGRAM } from '../server/src/testing/telegram-server.ts';
import { startWhatsappServer, WHATSAPP } from '../server/src/testing/whatsapp-server.ts';
import { type Credentials, openAgent } from './support/accounts.ts';
import { setUpJourney } from './support/journey.ts';
import type { Person } from './support/person.ts';
import { ADMINISTRATOR } from './support/product.ts';

const visit = setUpJourney({ PRIVATE_ENDPOINTS: '1', SANDBOX: '1' });
const cloud = await startWhatsappServer();
const gateway = await startTelegramServer();
afterAll(async () => {
  await cloud.close();
  await gateway.close();
});

let agent: Credentials & { readonly id: bigint };
let senderId: string;

const query = async <Row extends object>(text: string, values: unknown[] = []) =>
  (await visit.product.db.pool.query<Row>(text, values)).rows;

/** Adds a sender as staff do. @returns its id */
async function addSender(staff: Person, form: Readonly<Record<string, unknown>>): Promise<string> {
  const { data } = await staff.post('provider/provider/submit', { kind: 2, ratePerSecond: 1000, ...form });
  const { id } = data as { id: string };
  await staff.post('provider/provider/enable', { ids: id });
  return id;
}

beforeAll(async () => {
  const { db } = visit.product;
  await db.pool.query(`
    insert into inv_country (tenant_id, country_code, dial_code, name_zh, name_en, whatsapp_enabled, telegram_enabled)
    values ('000000', 'US', '1', '美国', 'United States', 1, 1)
    on conflict (tenant_id, country_code) where deleted_at is null do update set status = 1, is_blocked = 0, whatsapp_enabled = 1, telegram_enabled = 1;
    update cmp_quiet_hours set status = 0; update cmp_frequency set status = 0`);
  for (const [businessType, serviceType] of [
    [1, 3],
    [2, 4],
  ] as const)
    await db.tx((tx) =>
      addPrice(
        tx,
        systemActor(DEFAULT_TENANT),
        {
          ...{
            businessType,
            serviceType,
            filterType: null,
            activePeriod: null,
            countryCode: '*',
            agentLevel: 0,
            unit: 1,
          },
          ...{
            chargeOn: 2,
            costPrice: parseMoney('0.01'),
            salePrice: parseMoney('0.05'),
            minPrice: null,
            minQty: null,
          },
          ...{ maxQty: null, stepQty: null, tierJson: [], effectiveTime: new Date(), expireTime: null, remark: null },
        },
        { belowCost: false },
      ),
    );
  agent = await openAgent(db, 'ordering_agent');
  await query(
    `insert into cmp_consent (tenant_id, consent_no, owner_id, owner_name, collect_method, is_agreed, text_version, agreed_time, agreed_ip, agreed_user_id, agreed_user_name, valid_until, status)
     select '000000', 'CN2611260002', id, real_name, 'Own customers', 1, '2026-11', now(), '127.0.0.1', id, real_name, current_date + 90, 1 from sys_user where id = $1`,
    [agent.id],
  );
  const credit = { userId: agent.id, amount: parseMoney('50'), methodCode: 'usdt', bizType: 'test', idemKey: 'credit' };
  await db.tx((tx) => rechargePass(tx, systemActor(DEFAULT_TENANT), credit));
  cloud.templates = [
    {
      ...{ id: 'ref-parcel', name: 'parcel', language: 'en', category: 'UTILITY', status: 'APPROVED' },
      components: [{ type: 'BODY', text: 'Hello {{1}}, your parcel is here', example: { body_text: [['Ana']] } }],
    },
  ];
});

const order = async (person: Person) => {
  const { data } = await person.ask('whatsapp/order/list');
  return (data as { records: { id: string; status: number }[] }).records[0];
};

/** Writes an order to some recipients, and confirms it. */
async function write(person: Person, name: string, numbers: readonly bigint[]): Promise<void> {
  await person.press('新建订单');
  await person.drawer.getByRole('button', { name: /^parcel/ }).click();
  await person.drawer.getByText('粘贴', { exact: true }).click();
  await person.drawer.getByLabel('收件人，每行一个').fill(numbers.map((number) => `+${number}, Ana`).join('\n'));
  await person.drawer.getByLabel('名称').fill(name);
  await person.sees(/Hello Ana/, person.drawer);
  await person.page.keyboard.press('Control+Enter');
  await person.sees('冻结金额', person.drawer);
  await person.drawer.getByRole('button', { name: /^(提交审核|确认发送)/ }).click();
}

it('an order is written, reviewed, sent and read; one message is overruled and refunded', async () => {
  const staff = await visit.person();
  await staff.signIn(ADMINISTRATOR, '/provider/provider/index');
  senderId = await addSender(staff, {
    ...{ providerName: 'Shop number', providerCode: 'shop', protocol: 2, endpoint: cloud.address },
    ...{ apiKey: WHATSAPP.token, secretKey: WHATSAPP.appSecret, verifyToken: WHATSAPP.verifyToken },
    ...{
      senderNumber: `+${WHATSAPP.number}`,
      senderAccount: WHATSAPP.phoneId,
      businessAccount: WHATSAPP.businessAccount,
      portfolioLimit: 0,
    },
  });
  const webhook = `${visit.product.url}/api/provider/provider/webhook?id=${senderId}`;
  cloud.report({ address: webhook });
  await staff.open('发送', '消息模板');
  await staff.press('同步模板');
  await staff.press('同步', staff.drawer);
  await staff.row('parcel').waitFor();

  const person = await visit.person();
  await person.signIn(agent, '/whatsapp/order/index');
  await write(person, 'Parcels', fictionalNumbers(5, 100));
  await person.sees('待审核', person.row('Parcels'));

  await staff.open('发送', 'WhatsApp 订单');
  await staff.press('通过', staff.row('Parcels'));
  await person.sees('已完成', person.row('Parcels'));
  await person.sees('0.25', person.row('Parcels'));

  await staff.row('Parcels').dblclick();
  await staff.drawer.getByRole('button', { name: /^已读/ }).click();
  await staff.drawer.getByRole('checkbox', { name: '选择此行' }).first().check();
  await staff.drawer.getByRole('button', { name: /^驳回 1/ }).click();
  await staff.sees('退款', staff.drawer);
  await staff.drawer.getByLabel('原因').fill('The customer shows an empty chat');
  await staff.drawer.getByRole('button', { name: /驳回/ }).last().click();
  await expect.poll(async () => (await query('select from work_line where result = 5')).length).toBe(1);
  await person.sees('0.20', person.row('Parcels'));
});

it('an order stops when its template is paused, and goes on by itself', async () => {
  const webhook = `${visit.product.url}/api/provider/provider/webhook?id=${senderId}`;
  const changed = (event: string) => ({
    field: 'message_template_status_update',
    value: { event, message_template_id: 1, message_template_name: 'parcel', message_template_language: 'en' },
  });
  await query('update prv_provider set rate_per_second = 20 where id = $1', [senderId]);
  const person = await visit.person();
  await person.signIn(agent, '/whatsapp/order/index');
  await write(person, 'Many parcels', fictionalNumbers(300, 200));
  await person.sees('发送中', person.row('Many parcels'));
  await cloud.post(webhook, [changed('PAUSED')]);
  await person.sees('异常', person.row('Many parcels'));
  await person.sees(/模板被 WhatsApp 暂停/, person.row('Many parcels'));
  await query('update prv_provider set rate_per_second = 5000 where id = $1', [senderId]);
  await query('update prv_health set next_free_at = now() where provider_id = $1', [senderId]);
  await cloud.post(webhook, [changed('APPROVED')]);
  await person.sees('已完成', person.row('Many parcels'));
  expect(await order(person)).toMatchObject({ status: 6 });
});

it('a Telegram code that was not delivered in time is refunded', async () => {
  const staff = await visit.person();
  await staff.signIn(ADMINISTRATOR, '/provider/provider/index');
  await addSender(staff, {
    providerName: 'Codes',
    providerCode: 'codes',
    protocol: 3,
    endpoint: gateway.address,
    apiKey: TELEGRAM.gatewayToken,
  });
  const person = await visit.person();
  await person.signIn(agent, '/telegram/order/index');
  await person.press('新建订单');
  await person.drawer.getByText('粘贴', { exact: true }).click();
  await person.drawer.getByLabel('收件人，每行一个').fill(`+${fictionalNumbers(1, 900)[0]}`);
  await person.drawer.getByLabel('名称').fill('Sign-in codes');
  await person.page.keyboard.press('Control+Enter');
  await person.sees('冻结金额', person.drawer);
  await person.drawer.getByRole('button', { name: /^(提交审核|确认发送)/ }).click();
  await staff.open('发送', 'Telegram 订单');
  await staff.press('通过', staff.row('Sign-in codes'));
  await expect.poll(async () => (await query('select from work_line where state = 4')).length).toBe(1);
  await query('update work_line set due_time = now() where state = 4');
  await person.sees('已完成', person.row('Sign-in codes'));
  const { data } = await person.ask('telegram/order/list');
  expect((data as { records: object[] }).records[0]).toMatchObject({
    expiredCount: 1,
    chargedAmount: '0',
    refundedAmount: '0.05',
  });
});
