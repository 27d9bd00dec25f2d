import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fictionalNumbers, multipart } from '../../engines/stock/inventory/stock-fixture.ts';
import { zipOf } from '../../kernel/spreadsheet/testing.ts';
import { type TestUser, testApp } from '../../testing/app.ts';
import { openChecks } from '../../testing/checks.ts';
import { declared } from '../../testing/consents.ts';

const product = await testApp({ SANDBOX: '1' });
await product.work();
afterAll(() => product.close());

const FILTER = 'filter/whatsapp-filter';
const query = async <Row extends object>(text: string, values: unknown[] = []) =>
  (await product.db.pool.query<Row>(text, values)).rows;
let agent: TestUser;
let consentId: string;

beforeAll(async () => {
  await openChecks(product, 1, { 1: '0.01' });
  agent = await product.agent({ money: 10_000_000n });
  consentId = (await declared(product, { who: agent, isPassed: true })).id;
});

const listOf = (numbers: readonly bigint[]) => numbers.map((number) => `+${number}`).join('\n');
const form = (more: object = {}) => ({ countryCode: 'US', filterType: 1, consentId, ...more });
const create = (more: object, who = agent) => who.post(`${FILTER}/create-order`, form(more));
const inspect = async (name: string, content: Uint8Array | string, who = agent) => {
  const { body, headers } = multipart({}, { name, content });
  return (await who.post(`${FILTER}/inspect`, body, headers)).body;
};
const detail = async (id: string, who = agent) => (await who.get(`${FILTER}/detail`, { id })).body.data;
const ended = async (id: string, states: number[], who = agent) => {
  await expect.poll(async () => (await detail(id, who)).status, { timeout: 60_000 }).toBeOneOf(states);
  return detail(id, who);
};
/** Everything that a check can leave behind. */
const traces = async () => {
  const tables = [
    'work_task',
    'work_line',
    'work_lane',
    'work_chunk',
    'kernel_task',
    'agt_quota_charge',
    'fin_hold',
    'fin_journal',
  ];
  const counts = tables.map((table) => `(select count(*)::int from ${table}) as ${table}`);
  const [row] = await query(
    `select ${counts.join(', ')}, (select count(*)::int from kernel_file where expires_at is null or expires_at > now()) as files,
       (select sum(balance)::text from fin_wallet) as money`,
  );
  return row;
};

it('a list without a valid number keeps the reason of each line, and cannot be upgraded', async () => {
  const numbers = ['12', '447911123456', 'none'].join('\n');
  const { data } = (await create({ numbers })).body;
  const task = await ended(data.id, [6]);
  expect(task).toMatchObject({ totalCount: 3, invalidCount: 3, submitCount: 0 });
  const lines = (await agent.get(`${FILTER}/lines`, { id: data.id })).body.data.records;
  expect(lines.map(({ lineNo, why }: { lineNo: number; why: string }) => [lineNo, why])).toEqual([
    [1, '号码过短：缺少国家码，请选择国家'],
    [2, '国家不符'],
    [3, '含非法字符'],
  ]);
  expect((await agent.post(`${FILTER}/upgrade-task`, { id: data.id, filterType: 1 })).body).toMatchObject({
    bizCode: 'STATE_CONFLICT',
  });
});

describe('an order that is refused at once leaves no trace', () => {
  const cases: [string, () => Promise<object> | object, string][] = [
    ['without a declaration', () => ({ consentId: undefined }), 'CONSENT_REQUIRED'],
    [
      'with a declaration that has expired',
      async () => {
        const { id } = await declared(product, { who: agent, isPassed: true });
        await query(`update cmp_consent set status = 2, valid_until = current_date - 1 where id = $1`, [id]);
        return { consentId: id };
      },
      'CONSENT_EXPIRED',
    ],
    [
      'with a declaration that awaits review',
      async () => ({ consentId: (await declared(product, { who: agent })).id }),
      'CONSENT_REQUIRED',
    ],
    ['above the price that was shown', () => ({ expectedUnitPrice: '0.009999' }), 'PRICE_CHANGED'],
    ['for a country that is blocked', () => ({ countryCode: 'ZZ' }), 'COUNTRY_UNKNOWN'],
    ['without numbers', () => ({ numbers: '\n \n' }), 'LIST_REQUIRED'],
    ['with too much text', () => ({ numbers: '1'.repeat(5000 * 64 + 1) }), 'BAD_REQUEST'],
  ];
  it.each(cases)('%s', async (_, more, code) => {
    const given = { numbers: listOf(fictionalNumbers(3)), ...(await more()) };
    const before = await traces();
    expect((await create(given)).body.bizCode).toBe(code);
    expect(await traces()).toEqual(before);
  });
});

describe('a file that is refused at once is not kept', () => {
  const secret = (n: bigint) => `${n}----Passw0rd${n}----K3JBSWY3DPEHPK3PX`;
  const numbers = fictionalNumbers(100);
  const mostlySecrets = numbers.map((number, index) => (index % 10 === 0 ? `${number}` : secret(number))).join('\n');
  const cases: [
    string,
    () => Promise<[string, Uint8Array | string]> | [string, Uint8Array | string],
    string,
    string?,
  ][] = [
    [
      'nine tenths of credentials, with the first three lines',
      () => ['list.txt', mostlySecrets],
      'CREDENTIAL_CONTENT',
      '#2 #3 #4',
    ],
    [
      'a key bundle in an archive',
      async () => ['list.zip', await zipOf({ 'a.txt': '12015550100', 'tdata/key_datas': 'x' })],
      'CREDENTIAL_CONTENT',
      'tdata/key_datas',
    ],
    [
      'an archive in an archive',
      async () => ['list.zip', await zipOf({ 'a.zip': await zipOf({ 'a.txt': '1' }) })],
      'ZIP_UNSAFE',
    ],
    ['a picture', () => ['list.txt', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')], 'FILE_KIND'],
    ['nothing in it', () => ['list.txt', ' \n\n'], 'EMPTY_LIST'],
  ];
  it.each(cases)('%s', async (_, file, code, place) => {
    const [name, content] = await file();
    const before = await traces();
    const body = await inspect(name, content);
    expect(body.bizCode).toBe(code);
    if (place) expect(body.msg).toContain(place);
    expect(await traces()).toEqual(before);
  });
});

describe('a list that is refused while it is read fails without money and lines', () => {
  let before: Awaited<ReturnType<typeof traces>>;
  const holds = async () => {
    const { fin_hold, fin_journal, agt_quota_charge, work_line, work_lane, work_chunk, money } =
      (await traces()) as Record<string, unknown>;
    return { fin_hold, fin_journal, agt_quota_charge, work_line, work_lane, work_chunk, money };
  };
  beforeEach(async () => {
    before = await holds();
  });
  const failed = async (more: object, reason: string | RegExp) => {
    const { data } = (await create(more)).body;
    const task = await ended(data.id, [6]);
    expect(task).toMatchObject({ holdAmount: '0', chargedAmount: '0', submitCount: 0 });
    expect(task.failReason).toMatch(reason);
    expect(await holds()).toEqual(before);
  };

  it('with credentials behind good lines, naming the first three', async () => {
    const secrets = fictionalNumbers(9).map((number) => `${number}----Passw0rd9----K3JBSWY3DPEHPK3PX`);
    await failed({ numbers: `${listOf(fictionalNumbers(2))}\n${secrets.join('\n')}` }, /凭证.*#3 #4 #5/);
  });

  it('with more than a million lines, unless the owner may upload very large lists', async () => {
    const inspected = await inspect('list.txt', '1\n'.repeat(1_000_001));
    expect(inspected.data).toMatchObject({ estimatedLines: 1_000_001 });
    await failed({ fileId: inspected.data.fileId, column: 0 }, /1000000/);
  });
});

it('the lines of a file are counted before their price is shown, however different they are', async () => {
  const { data } = await inspect(
    'list.csv',
    `phone,name\n${Array.from({ length: 2000 }, (_, n) => `+1202555${1000 + n},${'x'.repeat(n < 20 ? 2 : 60)}`).join('\n')}\n\n`,
  );
  expect(data).toMatchObject({ estimatedLines: 2000, column: 0, isHeader: true });
  expect(data.sample).toHaveLength(20);
});

it('a list whose price rose between order and start waits for its owner, who accepts the new price', async () => {
  const raise = (price: number) =>
    query(`update prc_price set sale_price = $1 where business_type = 1 and service_type = 1`, [price]);
  const money = async () => ((await traces()) as { money: string }).money;
  const before = await money();
  const holding = await product.db.pool.connect();
  try {
    // The job waits until the price has changed.
    await holding.query('begin');
    await holding.query('lock table work_line in access exclusive mode');
    const { data } = (await create({ numbers: listOf(fictionalNumbers(3)), expectedUnitPrice: '0.01' })).body;
    await raise(20_000);
    await holding.query('commit');
    const waiting = await ended(data.id, [9]);
    expect(waiting).toMatchObject({ waiting: expect.stringMatching(/单价高于/), holdAmount: '0', submitCount: 3 });
    expect(await money()).toBe(before);
    const pay = (more: object) => agent.post(`${FILTER}/update`, { id: data.id, action: 'RETRY_PAY', ...more });
    for (const more of [{}, { expectedUnitPrice: '0.019999' }])
      expect((await pay(more)).body).toMatchObject({ bizCode: 'PRICE_CHANGED', data: { unitPrice: '0.02' } });
    expect(await money()).toBe(before);
    expect((await pay({ expectedUnitPrice: '0.02' })).body.code).toBe(200);
    expect(await ended(data.id, [3, 4])).toMatchObject({ unitPrice: '0.02', holdAmount: '0.06', failReason: null });
  } finally {
    holding.release();
    await raise(10_000);
  }
});

it('funds that run out between quote and start leave the task waiting, without a hold, and a retry changes nothing', async () => {
  const poor = await product.agent({ money: 30_000n });
  const own = (await declared(product, { who: poor, isPassed: true })).id;
  const quote = async () =>
    (await poor.get(`${FILTER}/price`, { countryCode: 'US', filterType: 1, quantity: 3 })).body.data;
  expect(await quote()).toMatchObject({ total: '0.03', enough: true });
  // Another order of the same moment takes the money.
  const first = (await create({ numbers: listOf(fictionalNumbers(2)), consentId: own }, poor)).body.data.id;
  await ended(first, [3, 4], poor);
  const { data } = (await create({ numbers: listOf(fictionalNumbers(3)), consentId: own }, poor)).body;
  expect(await ended(data.id, [9], poor)).toMatchObject({ holdAmount: '0', submitCount: 3 });
  const trace = async () => ({
    ...((await traces()) as object),
    charges: await query('select from work_lane where task_id = $1 and charge_id is not null', [data.id]),
  });
  const before = await trace();
  expect(before.charges).toEqual([]);
  const retry = await poor.post(`${FILTER}/update`, { id: data.id, action: 'RETRY_PAY' });
  expect(retry.body.bizCode).toBe('BALANCE_NOT_ENOUGH');
  expect(await trace()).toEqual(before);
  expect((await detail(data.id, poor)).status).toBe(9);
});

it('a list of the field’s usual files gives the same lines: marks, encodings, remarks, blanks and archives', async () => {
  const numbers = fictionalNumbers(4, 40);
  const plain = listOf(numbers);
  const files: [string, Uint8Array | string][] = [
    ['bom.txt', `\uFEFF${plain.replaceAll('\n', '\r\n')}\r\n`],
    ['remarks.txt', numbers.map((number) => `+${number},VIP; 2024`).join('\n\n')],
    ['columns.csv', `姓名,手机号\n${numbers.map((number) => `张三,+${number}`).join('\n')}`],
    [
      'gbk.csv',
      Buffer.concat([
        Buffer.from('d0d5c3fb2ccad6bbfabac50a', 'hex'),
        Buffer.from(numbers.map((number) => `A,+${number}`).join('\n')),
      ]),
    ],
    ['two.zip', await zipOf({ 'a.txt': listOf(numbers.slice(0, 2)), 'b.txt': listOf(numbers.slice(2)) })],
  ];
  for (const [name, content] of files) {
    const { data } = await inspect(name, content);
    const made = (await create({ fileId: data.fileId, column: data.column ?? undefined })).body;
    const task = await ended(made.data.id, [3, 4]);
    expect(task, name).toMatchObject({ totalCount: 4, submitCount: 4 });
  }
  const long = await create({ numbers: `${plain}\n${'1'.repeat(65)}` });
  expect(await ended(long.body.data.id, [3, 4])).toMatchObject({ totalCount: 5, invalidCount: 1, submitCount: 4 });
});
