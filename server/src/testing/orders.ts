import { parseMoney } from '@trade-assistant/contract/kit/money.ts';
import { lineId } from '../engines/messaging/sending/index.ts';
import { rechargePass } from '../engines/money/ledger/index.ts';
import { addPrice } from '../engines/money/pricing/index.ts';
import { fictionalNumbers, multipart } from '../engines/stock/inventory/stock-fixture.ts';
import { systemActor } from '../kernel/auth/actor.ts';
import type { Db } from '../kernel/db/index.ts';
import type { TestApp, TestUser } from './app.ts';
import { addSender, type WithAdmin } from './channel-senders.ts';
import { declared } from './consents.ts';
import { PIXEL } from './pixel.ts';

/** Price of a message in the tests. */
export const MESSAGE_PRICE = '0.05';
const platform = systemActor('000000');

/** Prices of messages (3) and codes (4) of a channel in the United States and the United Kingdom. */
export async function openMessages(
  product: { readonly db: Db },
  business: 1 | 2 | 3,
  service: 3 | 4 = 3,
): Promise<void> {
  await product.db.pool.query(`
    insert into inv_country (tenant_id, country_code, dial_code, name_zh, name_en, whatsapp_enabled, telegram_enabled)
    values ('000000', 'US', '1', '美国', 'United States', 1, 1), ('000000', 'GB', '44', '英国', 'United Kingdom', 1, 1)
    on conflict (tenant_id, country_code) where deleted_at is null do update
      set is_blocked = 0, status = 1, whatsapp_enabled = 1, telegram_enabled = 1`);
  // Messages at any hour, as often as the tests want.
  await product.db.pool.query('update cmp_quiet_hours set status = 0');
  await product.db.pool.query('update cmp_frequency set status = 0');
  const { rowCount } = await product.db.pool.query(
    'select from prc_price where business_type = $1 and service_type = $2',
    [business, service],
  );
  if (rowCount) return;
  await product.db.tx((tx) =>
    addPrice(
      tx,
      platform,
      {
        ...{ businessType: business, serviceType: service, filterType: null, activePeriod: null, countryCode: '*' },
        ...{
          agentLevel: 0,
          unit: 1,
          chargeOn: 2,
          costPrice: parseMoney('0.001'),
          salePrice: parseMoney(MESSAGE_PRICE),
        },
        ...{ minPrice: null, minQty: null, maxQty: null, stepQty: null, tierJson: [] },
        ...{ effectiveTime: new Date(), expireTime: null, remark: null },
      },
      { belowCost: false },
    ),
  );
}

let phones = 0;

/** Adds a shared phone of a provider of texts; `more` overrides its form. @returns its id */
export async function addPhone(
  product: WithAdmin,
  providerId: string,
  more: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  phones += 1;
  const { body } = await product.admin.post('sms/sms-phone/save', {
    ...{ phoneNo: `SHOP${phones}`, senderType: 3, countryCode: 'US', capability: 5, providerId, routeType: 1 },
    ...{ ownerType: 1, dailyLimit: 0, ratePerSecond: 10_000, inboxMode: 2 },
    ...more,
  });
  if (body.code !== 200) throw new Error(body.msg);
  return body.data.id;
}

/** Reads the templates of a sender. @returns their ids by name and language, `order_update en` */
export async function templatesOf(product: TestApp, senderId: string): Promise<Map<string, string>> {
  await product.admin.post('whatsapp/template/sync', { senderId });
  const { templates } = (await product.admin.get(`whatsapp/template/choices?senderId=${senderId}`)).body.data;
  return new Map(
    templates.map((one: { templateCode: string; language: string; id: string }) => [
      `${one.templateCode} ${one.language}`,
      one.id,
    ]),
  );
}

/** An agent with a declaration of source and money. */
export async function messageAgent(product: TestApp, amount = '100'): Promise<{ agent: TestUser; consentId: string }> {
  const agent = await product.agent();
  const { id: consentId } = await declared(product, { who: agent, isPassed: true });
  await pay(product, agent, amount);
  return { agent, consentId };
}

/** Recharges an agent once; a repetition changes nothing. */
export const pay = (product: { readonly db: Db }, agent: TestUser, amount = '100'): Promise<unknown> =>
  product.db.tx((tx) =>
    rechargePass(tx, platform, {
      ...{ userId: agent.id, amount: parseMoney(amount), methodCode: 'test' },
      ...{ idemKey: `orders:${agent.id}`, bizType: 'recharge' },
    }),
  );

export type Channel = 'whatsapp' | 'telegram' | 'sms';
export const nameOf = (channel: Channel) => (channel === 'sms' ? 'sms/sms-task' : `${channel}/order`);

interface Opened {
  readonly senderId: string;
  readonly templateId: string;
  readonly consentId: string;
  /** A shared sender of SMS. */
  readonly phoneId: string;
}
const opened = new WeakMap<TestApp, Map<TestUser, Opened>>();

/** A sender, a template and a declaration of an owner, made once. */
async function openFor(product: TestApp, owner: TestUser): Promise<Opened> {
  const known = opened.get(product) ?? new Map<TestUser, Opened>();
  opened.set(product, known);
  const before = known.get(owner);
  if (before) return before;
  await openMessages(product, 1);
  await openMessages(product, 2, 4);
  await openMessages(product, 3);
  const senderId = await addSender(product, 'trial');
  const templateId = (await templatesOf(product, senderId)).get('order_shipped en') ?? '';
  const { id: consentId } = await declared(product, { who: owner, isPassed: true });
  const phoneId = await addPhone(product, senderId);
  const made = { senderId, templateId, consentId, phoneId };
  known.set(owner, made);
  return made;
}

let numbered = 0;

/** The form of an order of five messages. */
export async function orderForm(product: TestApp, channel: Channel, owner: TestUser) {
  const { senderId, templateId, consentId, phoneId } = await openFor(product, owner);
  numbered += 1;
  const numbers = fictionalNumbers(5, (numbered % 100) * 5).map((number) => `+${number},A-1,Ana`);
  const own = {
    whatsapp: { templateId, values: VALUES },
    telegram: { orderType: 1, codeLength: 6, ttl: 60 },
    sms: { senderId: phoneId, smsType: 2, content: 'Your order is on its way.' },
  }[channel];
  return {
    orderName: `Order ${numbered}`,
    senderId,
    consentId,
    numbers: ['phone,order,name', ...numbers].join('\n'),
    column: 0,
    ...own,
  };
}

const VALUES = [
  { key: 'header.1', column: 1 },
  { key: 'body.1', column: 2 },
  { key: 'body.2', value: 'Friday' },
  { key: 'button.0', column: 1 },
];

/** States of orders and their one line in examples, as the engine keeps them: no job runs in those tests. */
const STATES = {
  draft: { status: 10, state: 1, result: 0 },
  review: { status: 11, state: 1, result: 0 },
  running: { status: 2, state: 1, result: 0 },
  completed: { status: 3, state: 12, result: 2 },
  failed: { status: 3, state: 12, result: 4 },
} as const;

/** An order with one line in a state. @returns its id and that of the line */
export async function orderIn(product: TestApp, channel: Channel, owner: TestUser, name: keyof typeof STATES) {
  const answer = await owner.post(`${nameOf(channel)}/save`, await orderForm(product, channel, owner));
  if (answer.body.code !== 200) throw new Error(answer.body.msg);
  const { id } = answer.body.data as { id: string };
  const { status, state, result } = STATES[name];
  const isOpen = state === 1;
  await product.db.pool.query(
    `with line as (
       insert into work_line (task_id, line_no, create_time, chunk_no, e164, country_code, state, result, params)
       select id, 1, create_time, 1, 12015550100, 'US', $2, $3, '{}' from work_task where id = $1),
     lane as (
       insert into work_lane (task_id, stage, lane_no, country_code, units, open_chunks, unit_price) values ($1, 1, 1, 'US', 1, $4, 50000)),
     chunk as (insert into work_chunk (task_id, chunk_no, stage, lane_no, lines, state) values ($1, 1, 1, 1, 1, $5))
     update work_task set status = $6, total_count = 1, submit_count = 1, stage_lines = 1, stage_done = $7, open_chunks = $4, unit_price = 50000,
       country_codes = '["US"]', finish_time = now(), results = array(select case when n = $3::int + 1 then 1 else 0 end from generate_series(1, 10) n)
     where id = $1`,
    [id, state, result, isOpen ? 1 : 0, isOpen ? 0 : 2, status, isOpen ? 0 : 1],
  );
  return { id, lineId: String(lineId(BigInt(id), 1)) };
}

/** Three orders or three lines of one owner. */
export const threeOrders =
  (channel: Channel, of: 'id' | 'lineId') =>
  async (product: TestApp): Promise<string[]> => {
    const owner = await product.agent({ money: parseMoney('5') });
    const ids: string[] = [];
    for (const name of ['draft', 'completed', 'failed'] as const)
      ids.push((await orderIn(product, channel, owner, name))[of]);
    return ids;
  };

/** Three templates of a business account. */
export async function threeTemplates(product: TestApp): Promise<string[]> {
  const { rows } = await product.db.pool.query<{ id: string }>(`
    insert into snd_template (tenant_id, business_account, template_ref, template_code, language, category, status, components, status_time)
    select '000000', 'examples', 'ref-' || n, 'example_' || n || '_' || md5(random()::text), 'en', 2, 1, '[{"type": "BODY", "text": "Hello"}]', now()
    from generate_series(1, 3) n returning id::text`);
  return rows.map(({ id }) => id);
}

/** Requests to the calls of message orders. */
export function orderExamples(product: TestApp, agent: TestUser, next: () => number) {
  const of = (channel: Channel) => {
    const order = (step: string) => `${nameOf(channel)}/${step}`;
    const phone = (step: string) => `${channel}/order-phone/${step}`;
    const made = (name: keyof typeof STATES) => orderIn(product, channel, agent, name);
    return {
      [order('inspect')]: () => ({
        ...multipart({}, { name: 'list.txt', content: `+12015550100 ${next()}\n` }),
        who: agent,
        fields: {},
      }),
      [order('save')]: async () => ({ who: agent, body: await orderForm(product, channel, agent) }),
      [order('update')]: async () => ({
        who: agent,
        body: { id: (await made('draft')).id, orderName: `Renamed ${next()}` },
      }),
      [order('confirm')]: async () => ({ who: agent, body: { id: (await made('draft')).id } }),
      [order('approve')]: async () => ({ body: { ids: (await made('review')).id } }),
      [order('reject')]: async () => ({ body: { ids: (await made('review')).id, reason: 'Name the shop' } }),
      [order('add-number')]: async () => ({
        who: agent,
        body: { id: (await made('draft')).id, numbers: '+12015550101,A-1,Ana', column: 0 },
      }),
      [order('leave-out')]: async () => ({ who: agent, body: { id: (await made('draft')).id, countryCodes: ['US'] } }),
      [order('schedule-reset')]: async () => ({ who: agent, body: { id: (await made('failed')).id } }),
      [order('complete')]: async () => ({ who: agent, body: { ids: (await made('running')).id } }),
      [order('remove')]: async () => ({ who: agent, body: { ids: (await made('completed')).id } }),
      [phone('overrule')]: async () => ({ body: { ids: (await made('completed')).lineId, reason: 'Not received' } }),
      [phone('reset')]: async () => ({ body: { ids: (await made('failed')).lineId } }),
      [phone('pass')]: async () => ({ body: { ids: (await made('failed')).lineId, status: 4, reason: 'Checked' } }),
      [phone('put-proof')]: () => ({ ...multipart({}, { name: 'screen.png', content: PIXEL }), fields: {} }),
    };
  };
  const singles = (channel: 'telegram' | 'sms') => ({
    [`${channel}/order-phone/save`]: async () => ({
      who: agent,
      body: {
        orderId: (await orderIn(product, channel, agent, 'draft')).id,
        // Other numbers than those of conversations, of which some are suppressed.
        number: `+16465550${100 + (next() % 100)}`,
      },
    }),
    [`${channel}/order-phone/update`]: async () => ({
      who: agent,
      body: { id: (await orderIn(product, channel, agent, 'draft')).lineId, params: { note: `${next()}` } },
    }),
    [`${channel}/order-phone/remove`]: async () => ({
      who: agent,
      body: { ids: (await orderIn(product, channel, agent, 'draft')).lineId },
    }),
  });
  return {
    ...of('whatsapp'),
    ...of('telegram'),
    ...of('sms'),
    ...singles('telegram'),
    ...singles('sms'),
    'sms/sms-task/test': async () => ({
      who: agent,
      body: { id: (await orderIn(product, 'sms', agent, 'draft')).id, number: `+13035550${100 + (next() % 100)}` },
    }),
    'whatsapp/template/sync': async () => ({ body: { senderId: (await openFor(product, agent)).senderId } }),
  };
}
