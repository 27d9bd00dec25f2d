import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isAllowedInCountry } from '../../engines/messaging/sending/country-rules.ts';
import { applyStatuses } from '../../engines/messaging/sending/receipts.ts';
import { DEFAULT_TENANT } from '../../engines/people/identity/index.ts';
import { closeDays } from '../../engines/reporting/closing/index.ts';
import { messageSender, type StatusEvent } from '../../engines/vendors/providers/index.ts';
import { type TestUser, testApp } from '../../testing/app.ts';
import { mismatches } from '../../testing/books.ts';
import { addSender } from '../../testing/channel-senders.ts';
import { messageAgent, openMessages, templatesOf } from '../../testing/orders.ts';
import { openSeeds } from '../../testing/seeds.ts';

const product = await testApp({ SANDBOX: '1' });
await product.work();
afterAll(() => product.close());

const ORDER = 'whatsapp/order';
const PHONE = 'whatsapp/order-phone';
let agent: TestUser;
let consentId: string;
let senderId: string;
let templates: Map<string, string>;

const query = async <Row extends object>(text: string, values: unknown[] = []) =>
  (await product.db.pool.query<Row>(text, values)).rows;

beforeAll(async () => {
  await openMessages(product, 1);
  ({ agent, consentId } = await messageAgent(product));
  senderId = await addSender(product, 'trial');
  templates = await templatesOf(product, senderId);
});

/** Numbers reserved for fiction, which end in the given digits. */
const number = (ending: number) => `+120255501${String(ending).padStart(2, '0')}`;
const VALUES = [
  { key: 'header.1', column: 1 },
  { key: 'body.1', column: 2 },
  { key: 'body.2', value: 'Friday' },
  { key: 'button.0', column: 1 },
];
const listOf = (endings: readonly number[]) =>
  ['phone,order,name', ...endings.map((ending) => `${number(ending)},A-${ending},Ana`)].join('\n');
const form = (endings: readonly number[], more: object = {}) => ({
  orderName: 'Shipping',
  senderId,
  templateId: templates.get('order_shipped en'),
  consentId,
  numbers: listOf(endings),
  column: 0,
  values: VALUES,
  ...more,
});
const detail = async (id: string, user = agent) => (await user.get(`${ORDER}/detail?id=${id}`)).body.data;
/** Balances of the agent's wallets, by their kind. */
const wallets = async (): Promise<Record<string, bigint>> =>
  Object.fromEntries(
    (
      await query<{ kind: number; balance: string }>(
        'select kind, balance::text from fin_wallet where user_id = $1 order by kind',
        [agent.id],
      )
    ).map(({ kind, balance }) => [kind, BigInt(balance)]),
  );
const total = async () => Object.values(await wallets()).reduce((sum, one) => sum + one, 0n);

async function draft(endings: readonly number[], more: object = {}): Promise<string> {
  const saved = await agent.post(`${ORDER}/save`, form(endings, more));
  expect(saved.body).toMatchObject({ code: 200 });
  const { id } = saved.body.data;
  await expect.poll(async () => (await detail(id)).isRead).toBe(1);
  return id;
}

/** Confirms a draft, and approves it where staff have to. */
async function send(id: string): Promise<void> {
  const confirmed = await agent.post(`${ORDER}/confirm`, { id });
  expect(confirmed.body).toMatchObject({ code: 200 });
  if (confirmed.body.data.status === 1)
    expect((await product.admin.post(`${ORDER}/approve`, { ids: id })).status).toBe(200);
}

/** The history of an order, oldest first: events, each with the name of its user and its reason. */
const history = async (id: string) =>
  (await agent.get(`${ORDER}/events?id=${id}`)).body.data
    .map(({ event, userName, reason }: Record<string, string | null>) => [event, userName, reason])
    .toReversed();

const ended = (id: string) => expect.poll(async () => (await detail(id)).status).toBe(6);
const lines = async (id: string, user = product.admin) =>
  (await user.get(`${PHONE}/list?orderId=${id}&size=200`)).body.data.records as {
    id: string;
    lineNo: number;
    lineStatus: number;
    chargeState: number;
    errorCode: string | null;
    retryable: number;
    number: string;
  }[];

describe('an order', () => {
  it('is a draft without money until its owner confirms it, with prices, samples and problems by line', async () => {
    const id = await draft([10, 16, 17]);
    const before = await wallets();
    const { body } = await agent.get(`${ORDER}/summary?id=${id}`);
    expect(body.data).toMatchObject({
      lanes: [{ countryCode: 'US', lines: 3, unitPrice: '0.05', total: '0.15' }],
      total: '0.15',
      enough: true,
      needsReview: true,
      problem: null,
    });
    expect(body.data.samples[0]).toMatchObject({ lineNo: 1, params: { 'header.1': 'A-10', 'body.2': 'Friday' } });
    expect(await wallets()).toEqual(before);
    expect((await detail(id)).status).toBe(0);
  });

  it('goes to review first, and nobody approves an order of their own', async () => {
    const id = await draft([20, 21]);
    expect((await agent.post(`${ORDER}/confirm`, { id })).body.data.status).toBe(1);
    expect((await agent.post(`${ORDER}/approve`, { ids: id })).status).toBe(403);
    const rejected = await product.admin.post(`${ORDER}/reject`, { ids: id, reason: 'Name the shop' });
    expect(rejected.status).toBe(200);
    expect(await detail(id)).toMatchObject({ status: 5, failReason: '审核未通过：Name the shop' });
    await send(id);
    await ended(id);
  });

  it('is charged for what was delivered, in the end to the micro-unit', async () => {
    const before = await total();
    const id = await draft([10, 16, 17, 0, 1, 5]);
    await send(id);
    await ended(id);
    const row = await detail(id);
    expect(row).toMatchObject({
      totalCount: 6,
      readCount: 2,
      deliveredCount: 2,
      failedCount: 2,
      holdAmount: '0.3',
      chargedAmount: '0.2',
      refundedAmount: '0.1',
    });
    expect(before - (await total())).toBe(200_000n);
    const rows = await lines(id);
    expect(rows.map(({ lineStatus, chargeState }) => [lineStatus, chargeState])).toEqual([
      [2, 2],
      [3, 2],
      [3, 2],
      [4, 0],
      [4, 0],
      [2, 2],
    ]);
    expect(rows[3]).toMatchObject({ errorCode: '131026', retryable: 0 });
    expect(await query('select from work_task where id = $1 and awaiting_count > 0', [id])).toEqual([]);
  });

  it('shows numbers whole to its owner, masked to others, and lines to nobody out of reach', async () => {
    const id = await draft([11]);
    const [own] = await lines(id, agent);
    expect(own?.number).toBe(number(11));
    const other = await product.agent();
    expect((await other.get(`${PHONE}/list?orderId=${id}`)).body.data.records).toEqual([]);
    expect((await other.get(`${ORDER}/detail?id=${id}`)).status).toBe(404);
  });

  it('names lines that cannot be sent before it costs anything', async () => {
    const numbers = [
      'phone,order,name',
      `${number(12)},A-1,`,
      'nonsense,A-2,Ana',
      `${number(13)},A-3,Ana`,
      `${number(13)},A-3,Ana`,
    ].join('\n');
    const id = await draft([], { numbers });
    expect(await detail(id)).toMatchObject({ totalCount: 4, invalidCount: 2, duplicateCount: 1 });
    const { data } = (await agent.get(`${ORDER}/summary?id=${id}`)).body;
    expect(
      data.problems.map(({ lineNo, reason, detail: rule }: Record<string, unknown>) => [lineNo, reason, rule]),
    ).toEqual([
      [1, 19, '正文 {{1}} 没有值'],
      [2, 1, null],
      [4, 10, null],
    ]);
  });

  it('names countries without a price, and is sent without their numbers once these are left out', async () => {
    await query(`
      insert into inv_country (tenant_id, country_code, dial_code, name_zh, name_en, whatsapp_enabled, telegram_enabled)
      values ('000000', 'CA', '1', '加拿大', 'Canada', 1, 1) on conflict do nothing`);
    await query(`update prc_price set country_code = 'US' where country_code = '*'`);
    const numbers = ['phone,order,name', `${number(14)},A-1,Ana`, '+14165550114,A-2,Bo', '+14165550115,A-3,Cy'].join(
      '\n',
    );
    const id = await draft([], { numbers, submit: 1 });
    const summary = async () => (await agent.get(`${ORDER}/summary?id=${id}`)).body.data;
    await expect.poll(async () => (await detail(id)).failReason).toBe('该国家/服务暂未定价或未开通');
    expect(await summary()).toMatchObject({ unpriced: ['CA'], total: null, problem: null });
    const refused = await agent.post(`${ORDER}/confirm`, { id });
    expect(refused.body).toMatchObject({ bizCode: 'PRICE_NOT_FOUND', data: { countryCodes: ['CA'] } });
    expect((await agent.post(`${ORDER}/leave-out`, { id, countryCodes: ['CA'] })).body.data).toEqual({ left: 2 });
    expect(await detail(id)).toMatchObject({ totalCount: 3, suppressedCount: 2, pendingCount: 1, failReason: null });
    const left = await summary();
    expect(left).toMatchObject({ unpriced: [], total: '0.05', lanes: [{ countryCode: 'US', lines: 1 }] });
    expect(left.problems.map(({ lineNo, detail: rule }: Record<string, unknown>) => [lineNo, rule])).toEqual([
      [2, '加拿大没有价格，已排除'],
      [3, '加拿大没有价格，已排除'],
    ]);
    await send(id);
    await ended(id);
    expect(await detail(id)).toMatchObject({ chargedAmount: '0.05', holdAmount: '0.05' });
    expect((await agent.post(`${ORDER}/leave-out`, { id, countryCodes: ['US'] })).body).toMatchObject({
      bizCode: 'STATE_CONFLICT',
    });
    await query(`update prc_price set country_code = '*' where country_code = 'US'`);
  });

  it('is refused at the field that is wrong', async () => {
    const refused = async (more: object) => (await agent.post(`${ORDER}/save`, form([10], more))).body;
    expect(await refused({ templateId: templates.get('oferta_de_otono es') })).toMatchObject({
      bizCode: 'TEMPLATE_NOT_APPROVED',
    });
    expect(await refused({ values: VALUES.slice(1) })).toMatchObject({ bizCode: 'VALUE_MISSING' });
    expect(await refused({ numbers: '' })).toMatchObject({ bizCode: 'RECIPIENTS_REQUIRED' });
    expect(await refused({ scheduleTime: '2020-01-01 00:00:00' })).toMatchObject({ bizCode: 'SCHEDULE_PAST' });
    expect(await refused({ consentId: undefined })).toMatchObject({ bizCode: 'CONSENT_REQUIRED' });
    expect(await refused({ senderId: '999999' })).toMatchObject({ bizCode: 'SENDER_GONE' });
  });

  it('without enough money stays a draft, and nothing is held', async () => {
    const poor = await messageAgent(product, '0.01');
    const saved = await poor.agent.post(`${ORDER}/save`, form([10, 16], { consentId: poor.consentId }));
    const { id } = saved.body.data;
    await expect.poll(async () => (await detail(id, poor.agent)).isRead).toBe(1);
    await poor.agent.post(`${ORDER}/confirm`, { id });
    const approved = await product.admin.post(`${ORDER}/approve`, { ids: id });
    expect(approved.body).toMatchObject({ bizCode: 'BALANCE_NOT_ENOUGH' });
    expect(await detail(id, poor.agent)).toMatchObject({ status: 1, holdAmount: '0' });
  });
});

describe('a message', () => {
  it('is overruled with a refund, and the late receipt changes nothing', async () => {
    const id = await draft([16, 17]);
    await send(id);
    await ended(id);
    const before = await total();
    const [first] = await lines(id);
    const ids = first?.id;
    const { data: effect } = (await product.admin.get(`${PHONE}/effect?ids=${ids}&verdict=OVERRULE`)).body;
    expect(effect).toMatchObject({ lines: 1, refunded: '0.05' });
    const done = await product.admin.post(`${PHONE}/overrule`, { ids, reason: 'The screenshot shows no message' });
    expect(done.body).toMatchObject({ code: 200 });
    expect((await lines(id))[0]).toMatchObject({ lineStatus: 5, chargeState: 3 });
    expect((await total()) - before).toBe(50_000n);
    await query(`update snd_message set poll_time = now() where task_id = $1`, [id]);
    await expect
      .poll(async () => (await query('select from snd_message where task_id = $1 and poll_time <= now()', [id])).length)
      .toBe(0);
    expect((await lines(id))[0]).toMatchObject({ lineStatus: 5, chargeState: 3 });
    expect(await detail(id)).toMatchObject({ chargedAmount: '0.05', refundedAmount: '0.05' });
    expect((await history(id)).slice(-1)).toEqual([
      ['overrule', expect.stringMatching(/./), 'The screenshot shows no message'],
    ]);
  });

  it('of an order in which its provider reported falsely is found from the provider', async () => {
    const id = await draft([16, 17]);
    await send(id);
    await ended(id);
    for (const [no, { seedId }] of (await openSeeds(product, 2)).entries())
      await query(
        `insert into sed_task (tenant_id, task_no, order_type, order_no, order_id, embedded_number_id, e164, country_code, owner_kind, provider_id,
           dispatch_time, due_time, reported_status, report_time, match_result, status, reward, reward_paid)
         select '000000', 'SD-false-' || $1, 1, 'WO', $2, n.id, n.e164, 'US', 1, $3, now(), now(), 1, now(), $4, 2, 0, 0 from sed_number n where n.id = $5`,
        [no, id, senderId, no + 1, String(seedId)],
      );
    const { data } = (await product.admin.get(`provider/provider/false-reports?id=${senderId}`)).body;
    expect(data[0]).toMatchObject({ orderId: id, resource: ORDER, seeds: 2, falseSeeds: 1, reported: 2, overruled: 0 });
    expect(data[1]).toMatchObject({ seeds: 0, falseSeeds: 0, reported: 1, overruled: 1 });
    expect((await agent.get(`provider/provider/false-reports?id=${senderId}`)).status).toBe(403);
  });

  it('without a receipt expires free, and a person may decide that it was delivered', async () => {
    const id = await draft([3, 16]);
    await send(id);
    await expect.poll(async () => (await lines(id)).map(({ lineStatus }) => lineStatus)).toEqual([1, 3]);
    await query(`update work_line set due_time = now() where task_id = $1 and state = 4`, [id]);
    await ended(id);
    const [line] = await lines(id);
    expect(line).toMatchObject({ lineStatus: 6, chargeState: 0 });
    const passed = await product.admin.post(`${PHONE}/pass`, {
      ids: line?.id,
      status: 2,
      reason: 'The recipient answered',
    });
    expect(passed.body).toMatchObject({ code: 200, data: { charged: '0.05' } });
    await ended(id);
    expect((await lines(id))[0]).toMatchObject({ lineStatus: 2, chargeState: 2 });
    expect(await detail(id)).toMatchObject({ chargedAmount: '0.1' });
  });

  it('whose verdict a late receipt contradicts opens one case of its order', async () => {
    const id = await draft([3, 16]);
    await send(id);
    await expect.poll(async () => (await lines(id)).map(({ lineStatus }) => lineStatus)).toEqual([1, 3]);
    await query(`update work_line set due_time = now() where task_id = $1 and state = 4`, [id]);
    await ended(id);
    const [line] = await lines(id);
    const judged = await product.admin.post(`${PHONE}/pass`, { ids: line?.id, status: 4, reason: 'No such person' });
    expect(judged.body).toMatchObject({ code: 200 });
    const sender = await messageSender(product.app, product.db.drizzle, BigInt(senderId));
    if (!sender) throw new Error('no sender');
    const [message] = await query<{ id: string; vendor: string }>(
      'select id, vendor_id as vendor from snd_message where task_id = $1 and line_no = 1',
      [id],
    );
    const report = (status: StatusEvent['status']): StatusEvent => ({
      ...{ type: 'status', messageId: message?.vendor ?? '', reference: message?.id ?? '', status, at: new Date() },
      ...{ error: null, pricing: null, e164: null, userId: null },
    });
    const cases = async () =>
      query<{ content: string }>(
        'select content from cmp_case where case_type = 6 and source_no = (select task_no from work_task where id = $1)',
        [id],
      );
    for (const status of ['sent', 'delivered', 'read'] as const)
      await product.db.tx((tx) => applyStatuses(product.app, tx, sender, [report(status)]));
    expect(await cases()).toEqual([{ content: expect.stringMatching(/: #1 已送达 Delivered$/) }]);
    expect((await lines(id))[0]).toMatchObject({ lineStatus: 4, chargeState: 0 });
  });

  it('that failed for now is sent again with a new hold; one that cannot arrive is not', async () => {
    const id = await draft([2, 0]);
    await send(id);
    await expect.poll(async () => (await lines(id)).map(({ lineStatus }) => lineStatus)).toEqual([9, 4]);
    const preview = await agent.post(`${ORDER}/schedule-reset`, { id, preview: true });
    expect(preview.body.data).toMatchObject({ lines: 0, excluded: 1 });
    expect((await agent.post(`${ORDER}/schedule-reset`, { id })).body).toMatchObject({ bizCode: 'RESET_NOTHING' });
    const cancelled = await agent.post(`${ORDER}/update`, { id, status: 7 });
    expect(cancelled.body).toMatchObject({ code: 200 });
    await expect.poll(async () => (await detail(id)).status).toBe(7);
    expect(await detail(id)).toMatchObject({ chargedAmount: '0', refundedAmount: '0.1' });
  });
});

it('numbers are added to an order with a further hold, up to the ordered quantity', async () => {
  const id = await draft([16], { quota: 2 });
  await send(id);
  await ended(id);
  const late = await agent.post(`${ORDER}/add-number`, { id, numbers: listOf([17]), column: 0 });
  expect(late.body).toMatchObject({ bizCode: 'STATE_CONFLICT' });
  const next = await draft([16], { quota: 2, scheduleTime: '2999-01-01 00:00:00' });
  await send(next);
  expect(await detail(next)).toMatchObject({ status: 2, holdAmount: '0.05' });
  const added = await agent.post(`${ORDER}/add-number`, { id: next, numbers: listOf([16, 17]), column: 0 });
  expect(added.body.data).toMatchObject({ added: 1, duplicate: 1, held: '0.05' });
  expect((await agent.post(`${ORDER}/add-number`, { id: next, numbers: listOf([18]), column: 0 })).body).toMatchObject({
    bizCode: 'QUOTA_EXCEEDED',
  });
  expect(await detail(next)).toMatchObject({ totalCount: 3, holdAmount: '0.1' });
  await agent.post(`${ORDER}/update`, { id: next, status: 7 });
  await expect.poll(async () => (await detail(next)).status).toBe(7);
  expect(await detail(next)).toMatchObject({ refundedAmount: '0.1' });
  const steps = await history(next);
  expect(steps.map(([event]: string[]) => event)).toEqual(
    ['create', 'draft', 'review', 'queue', 'add', 'cancelling', 'cancel'].filter(
      (event) => event !== 'review' || steps.some(([one]: string[]) => one === 'review'),
    ),
  );
  expect(steps.filter(([event]: string[]) => ['create', 'add', 'cancelling'].includes(event ?? ''))).toEqual(
    ['create', 'add', 'cancelling'].map((event) => [event, steps[0][1], null]),
  );
});

it('numbers are added to an order under review, beyond the sum that its owner confirmed', async () => {
  const { agent: other, consentId: declared } = await messageAgent(product, '1');
  const add = async (endings: readonly number[]) =>
    (await other.post(`${ORDER}/add-number`, { id, numbers: listOf(endings), column: 0 })).body;
  const saved = await other.post(
    `${ORDER}/save`,
    form([16], { consentId: declared, scheduleTime: '2999-01-01 00:00:00' }),
  );
  const { id } = saved.body.data;
  await expect.poll(async () => (await detail(id, other)).isRead).toBe(1);
  expect((await other.post(`${ORDER}/confirm`, { id, expectedTotal: '0.05' })).body.data.status).toBe(1);
  expect((await add([17])).data).toMatchObject({ added: 1, held: '0' });
  await query(`update prc_price set sale_price = sale_price * 2 where business_type = 1`);
  expect(await add([18])).toMatchObject({ bizCode: 'PRICE_CHANGED', data: { total: '0.2' } });
  await query(`update prc_price set sale_price = sale_price / 2 where business_type = 1`);
  expect((await product.admin.post(`${ORDER}/approve`, { ids: id })).status).toBe(200);
  expect(await detail(id, other)).toMatchObject({ status: 2, totalCount: 2, holdAmount: '0.1' });
  await other.post(`${ORDER}/update`, { id, status: 7 });
  await expect.poll(async () => (await detail(id, other)).status).toBe(7);
});

it('the ledger and the close of the day agree with all orders', async () => {
  await closeDays(product.db, DEFAULT_TENANT, new Date(Date.now() + 86_400_000));
  const [day] = await query<{ lines: { line: string; ledger: string; difference: string }[] }>(
    `select closed->'lines' as lines from fin_day order by day desc limit 1`,
  );
  const services = day?.lines.filter(({ line }) => line === 'sale' || line === 'refund');
  expect(services?.map(({ difference }) => difference)).toEqual(['0', '0', '0', '0']);
  expect(services?.every(({ ledger }) => Number(ledger) > 0)).toBe(true);
  expect(await mismatches(product)).toEqual([]);
});

it('the countries that WhatsApp does not serve are parameters, and named at the first step of an order', async () => {
  const countries = async () => (await agent.get(`${ORDER}/senders`)).body.data;
  expect(await countries()).toMatchObject({ withoutMarketing: ['US'], unserved: ['CU', 'IR', 'KP', 'SY'] });
  const marketing = { businessType: 1, filterType: 1, tenantId: DEFAULT_TENANT } as const;
  const notice = { ...marketing, filterType: 2 };
  const served = (kind: typeof notice, country: string) => isAllowedInCountry(product.app, kind, country);
  expect([served(marketing, 'US'), served(notice, 'US'), served(notice, 'CU')]).toEqual([false, true, false]);
  await product.setParameter('whatsapp.withoutMarketing', 'CA, GB');
  await product.setParameter('whatsapp.unserved', '');
  expect(await countries()).toMatchObject({ withoutMarketing: ['CA', 'GB'], unserved: [] });
  expect([served(marketing, 'US'), served(marketing, 'GB'), served(notice, 'CU')]).toEqual([true, false, true]);
});

it('numbers of a country that is not served are told once, not line by line, with the reason', async () => {
  await product.setParameter('whatsapp.unserved', 'GB');
  const british = ['+442079460123,A-1,Ana', '+442079460124,A-2,Ana'];
  const id = await draft([10], { numbers: [listOf([10]), ...british, '+12025550,A-3,Ana'].join('\n') });
  const { data } = (await agent.get(`${ORDER}/summary?id=${id}`)).body;
  expect(data).toMatchObject({
    markets: [{ countryCode: 'GB', lines: 2, reason: 'unserved' }],
    problems: [{ lineNo: 4 }],
    reasons: [{ lines: 1 }],
  });
  await product.setParameter('whatsapp.unserved', '');
});
