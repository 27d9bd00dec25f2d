import { parseMoney } from '@trade-assistant/contract/kit/money.ts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { runDuePhones } from '../server/src/engines/messaging/sms-senders/index.ts';
import { rechargePass } from '../server/src/engines/money/ledger/index.ts';
import { addPrice } from '../server/src/engines/money/pricing/index.ts';
import { DEFAULT_TENANT } from '../server/src/engines/people/identity/index.ts';
import { systemActor } from '../server/src/kernel/auth/actor.ts';
import { SMSC, startSmsc } from '../server/src/testing/smsc.ts';
import { type Credentials, openAgent } from './support/accounts.ts';
import { setUpJourney } from './support/journey.ts';
import type { Person } from './support/person.ts';
import { ADMINISTRATOR } from './support/product.ts';

const visit = setUpJourney({ PRIVATE_ENDPOINTS: '1', SANDBOX: '1' });
const smsc = await startSmsc();
afterAll(() => smsc.close());

/** The shared sender of campaigns, that of conversations, and that of flows. */
const [CAMPAIGNS, SUPPORT, MENU] = ['+12025550190', '+12025550191', '+12025550192'] as const;
let agent: Credentials & { readonly id: bigint };
const senders: Record<string, string> = {};

const query = async <Row extends object>(text: string, values: unknown[] = []) =>
  (await visit.product.db.pool.query<Row>(text, values)).rows;
const digits = (ending: number) => `120255501${String(ending).padStart(2, '0')}`;
const textsTo = (ending: number) => smsc.taken.filter(({ to }) => to === digits(ending)).map(({ text }) => text);
const receive = (from: number, to: string, text: string) =>
  smsc.deliver({ source_addr: digits(from), destination_addr: to.slice(1), short_message: text });

beforeAll(async () => {
  const { db } = visit.product;
  await query(`
    insert into inv_country (tenant_id, country_code, dial_code, name_zh, name_en)
    values ('000000', 'US', '1', '美国', 'United States')
    on conflict (tenant_id, country_code) where deleted_at is null do update set status = 1, is_blocked = 0`);
  await query('update cmp_quiet_hours set status = 0');
  await query('update cmp_frequency set status = 0');
  const price = { businessType: 3, serviceType: 3, filterType: null, activePeriod: null, countryCode: '*', unit: 1 };
  await db.tx((tx) =>
    addPrice(
      tx,
      systemActor(DEFAULT_TENANT),
      {
        ...{ ...price, agentLevel: 0, chargeOn: 1, costPrice: parseMoney('0.01'), salePrice: parseMoney('0.05') },
        ...{ minPrice: null, minQty: null, maxQty: null, stepQty: null, tierJson: [], remark: null },
        ...{ effectiveTime: new Date(), expireTime: null },
      },
      { belowCost: false },
    ),
  );
  agent = await openAgent(db, 'texting_agent');
  await query(
    `insert into cmp_consent (tenant_id, consent_no, owner_id, owner_name, collect_method, is_agreed, text_version, agreed_time, agreed_ip, agreed_user_id, agreed_user_name, valid_until, status)
     select '000000', 'CN2611260003', id, real_name, 'Own customers', 1, '2026-11', now(), '127.0.0.1', id, real_name, current_date + 90, 1 from sys_user where id = $1`,
    [agent.id],
  );
  const credit = { userId: agent.id, amount: parseMoney('50'), methodCode: 'usdt', bizType: 'test', idemKey: 'credit' };
  await db.tx((tx) => rechargePass(tx, systemActor(DEFAULT_TENANT), credit));
});
beforeEach(() => {
  smsc.behaviour = { receipts: 'after' };
});

/** Connects the SMSC as staff do and adds its senders, once. */
async function connect(): Promise<void> {
  if (senders[CAMPAIGNS]) return;
  const staff = await visit.person();
  await staff.signIn(ADMINISTRATOR, '/provider/provider/index');
  const { data } = await staff.post('provider/provider/submit', {
    ...{ kind: 2, providerCode: 'smsc', providerName: 'SMSC', protocol: 6, ratePerSecond: 1000 },
    ...{ endpoint: smsc.address, systemId: SMSC.systemId, apiKey: SMSC.password },
  });
  const providerId = (data as { id: string }).id;
  await staff.post('provider/provider/enable', { ids: providerId });
  for (const phoneNo of [CAMPAIGNS, SUPPORT, MENU]) {
    const saved = await staff.post('sms/sms-phone/save', {
      ...{ phoneNo, senderType: 1, countryCode: 'US', capability: 7, providerId, routeType: 1, ownerType: 1 },
      ...{ dailyLimit: 0, ratePerSecond: 100, inboxMode: 2 },
    });
    senders[phoneNo] = (saved.data as { id: string }).id;
  }
  await expect.poll(() => smsc.bound()).toBeGreaterThan(0);
}

/** Writes a task to some recipients, confirms it, and waits until it is completed. */
async function write(person: Person, name: string, endings: readonly number[]): Promise<void> {
  await person.press('新建任务');
  await person.drawer
    .getByRole('textbox', { name: '短信内容' })
    .fill('Our shop opens on Friday. Reply STOP to opt out.');
  await person.drawer.getByText('粘贴', { exact: true }).click();
  await person.drawer.getByLabel('收件人，每行一个').fill(endings.map((ending) => `+${digits(ending)}`).join('\n'));
  await person.drawer.getByLabel('名称').fill(name);
  await person.page.keyboard.press('Control+Enter');
  await person.sees('冻结金额', person.drawer);
  const confirm = person.drawer.getByRole('button', { name: /^(提交审核|确认发送)/ });
  const isReviewed = (await confirm.textContent())?.includes('提交审核');
  await confirm.click();
  if (isReviewed) {
    const staff = await visit.person();
    await staff.signIn(ADMINISTRATOR, '/sms/sms-task/index');
    await staff.press('通过', staff.row(name));
  }
  await person.sees('已完成', person.row(name));
}

it('a campaign is answered with STOP, and the next campaign skips that recipient', async () => {
  await connect();
  const person = await visit.person();
  await person.signIn(agent, '/sms/sms-task/index');
  await write(person, 'Opening', [10, 11]);
  expect(textsTo(10)).toEqual(['Our shop opens on Friday. Reply STOP to opt out.']);
  await receive(10, CAMPAIGNS, 'STOP');
  await expect.poll(() => textsTo(10)).toHaveLength(2);
  await write(person, 'Sale', [10, 11]);
  expect([textsTo(10).length, textsTo(11).length]).toEqual([2, 2]);
  const { data } = await person.ask('sms/sms-task/list', { orderName: 'Sale' });
  expect((data as { records: object[] }).records).toMatchObject([{ suppressedCount: 1, deliveredCount: 1 }]);
});

it('two colleagues answer one conversation, and STOP closes it in both browsers', async () => {
  await connect();
  const [first, second] = [await visit.person(), await visit.person()];
  await first.signIn(agent, '/sms/session-task/index');
  const { data } = await first.post('sms/session-task/save', {
    ...{ taskName: 'Support', senderId: senders[SUPPORT], sessionType: 2 },
  });
  await first.post('sms/session-task/update', { id: (data as { id: string }).id, status: 1 });
  await first.moveTo('/sms/session/index');
  await second.signIn(ADMINISTRATOR, '/sms/session/index');
  await receive(20, SUPPORT, 'Where is my parcel?');
  const reply = (person: Person) => person.panel.getByRole('textbox', { name: '回复' });
  for (const person of [first, second]) {
    await person.panel.getByRole('button', { name: /Where is my parcel/ }).click();
    await person.sees('Where is my parcel?', person.panel.getByRole('feed'));
    await expect.poll(() => reply(person).isEditable()).toBe(true);
  }
  second.expectProblems(/status of 400/);
  await reply(second).pressSequentially('Let me look');
  await first.sees(/正在输入/);
  await reply(first).fill('It arrives tomorrow');
  await first.page.keyboard.press('Control+Enter');
  await second.sees('It arrives tomorrow', second.panel.getByRole('feed'));
  await expect.poll(() => textsTo(20)).toEqual(['It arrives tomorrow']);
  // The colleague began before this reply.
  await second.page.keyboard.press('Control+Enter');
  await second.sees(/仍要发送吗/);
  await second.press('先看看');
  expect(textsTo(20)).toHaveLength(1);
  await receive(20, SUPPORT, 'STOP');
  for (const person of [first, second]) {
    await person.sees(/已退订/, person.panel.getByRole('region', { name: '会话' }).last());
    await expect.poll(() => reply(person).isDisabled()).toBe(true);
  }
});

it('a flow takes three answers and hands over to a person', async () => {
  await connect();
  const person = await visit.person();
  await person.signIn(agent, '/sms/session-task/index');
  const { data } = await person.post('sms/session-task/save', {
    ...{ taskName: 'Survey', senderId: senders[MENU], sessionType: 3 },
    flowJson: {
      nodes: [
        { id: 'begin', isEntry: true, match: 'any', reply: 'Are you satisfied? YES or NO', next: ['yes', 'no'] },
        { id: 'yes', keywords: ['yes'], reply: 'Which city?', next: ['city'] },
        { id: 'no', keywords: ['no'], reply: 'We are sorry', after: 'person' },
        { id: 'city', match: 'any', reply: 'A colleague will write to you', after: 'person' },
      ],
    },
  });
  const { id } = data as { id: string };
  await person.panel.getByRole('button', { name: '刷新' }).click();
  await person.pressMore('启动', person.row('Survey'));
  await person.sees('运行中', person.row('Survey'));
  for (const [text, answer] of [
    ['Hello', 'Are you satisfied? YES or NO'],
    ['Yes', 'Which city?'],
    ['Lisbon', 'A colleague will write to you'],
  ] as const) {
    await receive(30, MENU, text);
    await expect.poll(() => textsTo(30).at(-1)).toBe(answer);
  }
  await person.moveTo('/sms/session/index');
  await person.panel.getByRole('button', { name: /A colleague will write/ }).click();
  for (const text of ['Hello', 'Which city?', 'A colleague will write to you'])
    await person.sees(text, person.panel.getByRole('feed'));
  const { data: task } = await person.ask('sms/session-task/detail', { id });
  expect(task).toMatchObject({ inboundCount: 3, outboundCount: 3 });
});

it('a number is leased, expires, and is refused', async () => {
  await connect();
  const staff = await visit.person();
  await staff.signIn(ADMINISTRATOR, '/sms/sms-phone/index');
  const [provider] = await query<{ id: string }>('select id::text from prv_provider where protocol = 6');
  await staff.post('sms/sms-phone/save', {
    ...{ phoneNo: '+12025550193', senderType: 1, countryCode: 'US', capability: 7, providerId: provider?.id },
    ...{ routeType: 1, ownerType: 2, monthlyPrice: '10', dailyLimit: 0, ratePerSecond: 100, inboxMode: 2 },
  });
  const person = await visit.person();
  await person.signIn(agent, '/sms/sms-phone/index');
  const row = person.row('+12025550193');
  await person.press('租用', row);
  await person.press('租用', person.drawer);
  await person.sees('本人独享', row);
  await query(
    `update sms_phone set lease_start = lease_start - 32,
       lease_end = ((lease_start - 32) + make_interval(months => lease_months))::date where phone_no = '+12025550193'`,
  );
  await runDuePhones(visit.product.db);
  await person.sees('已到期', row);
  const [leased] = await query<{ id: string }>("select id::text from sms_phone where phone_no = '+12025550193'");
  person.expectProblems(/status of 400/);
  const { data } = await person.ask('compliance/consent/list');
  const refused = await person.post('sms/sms-task/save', {
    ...{ orderName: 'Late', senderId: leased?.id, smsType: 2, content: 'Hello', numbers: `+${digits(40)}` },
    consentId: (data as { records: { id: string }[] }).records[0]?.id,
  });
  expect(refused).toMatchObject({ status: 400, data: { fields: [{ field: 'senderId' }] } });
});
