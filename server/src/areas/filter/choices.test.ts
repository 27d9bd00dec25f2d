import { parseMoney } from '@trade-assistant/contract/kit/money.ts';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { linesToUpgrade, whatsapp } from '../../engines/messaging/checks/index.ts';
import { workTasks } from '../../engines/messaging/work/index.ts';
import { openQuota } from '../../engines/money/quotas/index.ts';
import { fictionalNumbers, multipart } from '../../engines/stock/inventory/stock-fixture.ts';
import { unzipped } from '../../kernel/file-formats/zip.ts';
import { type TestUser, testApp } from '../../testing/app.ts';
import { type Finding, startCheckServer } from '../../testing/check-server.ts';
import { openChecks } from '../../testing/checks.ts';
import { declared } from '../../testing/consents.ts';

const product = await testApp({ PRIVATE_ENDPOINTS: '1' });
const vendor = await startCheckServer();
await product.work();
afterAll(async () => {
  await product.close();
  await vendor.close();
});

const WHATSAPP = 'filter/whatsapp-filter';
const TELEGRAM = 'filter/telegram-filter';
const query = async <Row extends object>(text: string, values: unknown[] = []) =>
  (await product.db.pool.query<Row>(text, values)).rows;
const rest = fictionalNumbers(1600);
const fresh = (many: number) => rest.splice(0, many);
const consents = new Map<TestUser, string>();
let agent: TestUser;
let other: TestUser;

beforeAll(async () => {
  await openChecks(product, 1, { 1: '0.01', 2: '0.02' });
  await openChecks(product, 1, { 1: '0.001' }, 8);
  await openChecks(product, 2, { 1: '0.01', 2: '0.02' });
  agent = await product.agent({ money: 100_000_000n });
  other = await product.agent({ money: 100_000_000n });
  for (const who of [agent, other]) consents.set(who, (await declared(product, { who, isPassed: true })).id);
  await query(
    `insert into prv_provider (tenant_id, provider_code, provider_name, kind, protocol, endpoint, capabilities, batch_max, rate_per_second, status)
     values ('000000', 'spy', 'Spy', 1, 1, $1, 63, 100, 100000, 1)`,
    [vendor.address],
  );
});

const listOf = (numbers: readonly bigint[]) => numbers.map((number) => `+${number}`).join('\n');
const create = (more: object, who = agent, resource = WHATSAPP) =>
  who.post(`${resource}/create-order`, { countryCode: 'US', filterType: 1, consentId: consents.get(who), ...more });
const detail = async (id: string, who = agent, resource = WHATSAPP) =>
  (await who.get(`${resource}/detail`, { id })).body.data;
async function check(more: object, who = agent, states = [3, 4]) {
  const answer = await create(more, who);
  expect(answer.body).toMatchObject({ code: 200 });
  const { id } = answer.body.data;
  await expect.poll(async () => (await detail(id, who)).status, { timeout: 60_000 }).toBeOneOf(states);
  return detail(id, who);
}
const linesOf = async (id: string, more: object = {}, who = agent) =>
  (await who.get(`${WHATSAPP}/lines`, { id, ...more })).body.data.records;
const asked = () => [...vendor.received.values()].flatMap(({ numbers }) => numbers).length;

describe('a result of the last 30 days', () => {
  it('of the same owner is used again, at its own price and without a provider', async () => {
    const numbers = fresh(40);
    const first = await check({ numbers: listOf(numbers) });
    const before = asked();
    const more = fresh(10);
    const task = await check({ numbers: listOf([...more, ...numbers]), checkMode: 1 });
    expect(task).toMatchObject({ checkMode: 1, submitCount: 50, doneCount: 50 });
    const definite = first.submitCount - first.unknownCount;
    // Unknown results are not used again.
    expect(asked() - before).toBe(50 - definite);
    const lines = await linesOf(task.id);
    const firstLines = await linesOf(first.id);
    const cached = lines.filter(({ why }: { why: string | null }) => why?.startsWith('缓存结果，检测于 2'));
    expect(cached).toHaveLength(definite);
    for (const { number, result, checkedTime } of cached)
      expect(firstLines).toContainEqual(expect.objectContaining({ number, result, checkedTime }));
    const [{ charged }] = (await query(
      `select sum(l.chargeable * l.unit_price)::text as charged from work_lane l where task_id = $1`,
      [task.id],
    )) as [{ charged: string }];
    expect(Number(task.chargedAmount) * 1e6).toBeCloseTo(Number(charged), 0);
    const [lane] = await query<{ unit_price: bigint; chargeable: number }>(
      'select unit_price, chargeable from work_lane where task_id = $1 and is_cached',
      [task.id],
    );
    expect(lane).toEqual({ unit_price: 1000n, chargeable: definite });
  });

  it('of another owner, or older, is not', async () => {
    const numbers = fresh(20);
    const first = await check({ numbers: listOf(numbers) }, other);
    const task = await check({ numbers: listOf(numbers), checkMode: 1 });
    expect(await query('select from work_lane where task_id = $1 and is_cached', [task.id])).toEqual([]);
    await query(`update work_line set checked_time = now() - interval '31 days' where task_id = any($1::bigint[])`, [
      [first.id, task.id],
    ]);
    const again = await check({ numbers: listOf(numbers), checkMode: 1 });
    expect(await query('select from work_lane where task_id = $1 and is_cached', [again.id])).toEqual([]);
  });

  it('cannot be bought where it has no price', async () => {
    const answer = await create({ numbers: listOf(fresh(1)), filterType: 2, checkMode: 1 });
    expect(answer.body.bizCode).toBe('PRICE_NOT_FOUND');
    const quote = (await agent.get(`${WHATSAPP}/price`, { countryCode: 'US', filterType: 2 })).body.data;
    expect(quote.cachedUnitPrice).toBeNull();
  });
});

describe('the numbers of an earlier task', () => {
  it('are checked again without a file', async () => {
    const numbers = fresh(30);
    const first = await check({ numbers: `${listOf(numbers)}\nnot a number` });
    const task = await check({ taskId: first.id, filterType: 2 });
    expect(task).toMatchObject({ inputMode: 3, totalCount: 30, submitCount: 30, filterType: 2 });
    expect((await linesOf(task.id)).map(({ number }: { number: string }) => number)).toEqual(
      numbers.map((number) => `+${number}`),
    );
  });

  it('are checked again for another channel', async () => {
    const numbers = fresh(3);
    const first = await check({ numbers: listOf(numbers) });
    const { body } = await create({ taskId: first.id, filterType: 1 }, agent, TELEGRAM);
    expect(body).toMatchObject({ code: 200 });
    await expect.poll(async () => (await detail(body.data.id, agent, TELEGRAM)).submitCount).toBe(3);
  });

  it('are their owner’s only, and end with them', async () => {
    const first = await check({ numbers: listOf(fresh(2)) });
    expect((await create({ taskId: first.id }, other)).status).toBe(404);
    await query('update work_task set status = 8 where id = $1', [first.id]);
    expect((await create({ taskId: first.id })).body.bizCode).toBe('LIST_GONE');
  });
});

it('a quote counts package units before money, and the difference for an upgrade', async () => {
  const first = await check({ numbers: listOf(fresh(40)) });
  const ask = async (more: object) =>
    (await agent.get(`${WHATSAPP}/price`, { countryCode: 'US', filterType: 2, quantity: 100, ...more })).body.data;
  expect(await ask({})).toMatchObject({ packageUnits: 0, unitPrice: '0.02', total: '2' });
  // Of an upgrade the numbers that it would check count, not the asked ones.
  const { quantity, ...upgrade } = await ask({ taskId: first.id });
  expect(quantity).toBeGreaterThan(30);
  expect(upgrade).toMatchObject({ unitPrice: '0.01', total: String(quantity / 100) });
  const actor = await agent.actor();
  await product.db.tx((tx) =>
    openQuota(tx, actor, {
      ...{ orderId: 1n, orderNo: 'AP1', agentId: agent.id, nameZh: '检测包', nameEn: 'Checks', journalId: null },
      ...{ businessType: 1, packageService: 1, filterType: 2, activePeriod: null, countryCode: '*', validDays: 30 },
      ...{ units: 60, amount: parseMoney('0.6'), currency: 'USDT' },
    }),
  );
  expect(await ask({})).toMatchObject({ packageUnits: 60, total: '0.8' });
  const task = await check({ numbers: listOf(fresh(70)), filterType: 2 });
  expect(Number(task.holdAmount)).toBeCloseTo(10 * 0.02, 6);
});

it('numbers that their owner had deleted cannot be read from that moment on, before their rows are gone', async () => {
  const own = await product.agent({ money: 10_000_000n });
  consents.set(own, (await declared(product, { who: own, isPassed: true })).id);
  const numbers = fresh(3);
  const { body, headers } = multipart({}, { name: 'list.txt', content: listOf(numbers) });
  const { fileId } = (await own.post(`${WHATSAPP}/inspect`, body, headers)).body.data;
  const task = await check({ fileId, column: 0 }, own);
  expect(await linesOf(task.id, {}, own)).toHaveLength(3);
  const history = async () =>
    (await own.get('desk/number-history/detail', { number: `+${numbers[0]}` })).body.data.events.filter(
      ({ screen }: { screen: string }) => screen === WHATSAPP,
    );
  expect(await history()).toHaveLength(1);
  expect((await own.post(`${WHATSAPP}/update`, { id: task.id, action: 'PURGE' })).status).toBe(200);
  expect(await query('select from work_line where task_id = $1', [task.id])).toHaveLength(3);
  expect(await linesOf(task.id, {}, own)).toEqual([]);
  expect(await history()).toEqual([]);
  expect((await own.get(`${WHATSAPP}/download`, { id: task.id })).status).not.toBe(200);
  const [file] = await query<{ gone: boolean }>(
    'select expires_at <= now() as gone from kernel_file where id = (select file_id from work_task where id = $1)',
    [task.id],
  );
  expect(file).toEqual({ gone: true });
  // Their results are not used again either.
  const again = await check({ numbers: listOf(numbers), checkMode: 1 }, own);
  expect(await query('select from work_lane where task_id = $1 and unit_price = 1000', [again.id])).toEqual([]);
});

describe('the reachable check of Telegram', () => {
  it('is for lists of own customers and test numbers only', async () => {
    const website = await declared(product, { who: other, isPassed: true, more: { listSource: 2 } });
    const answer = await create({ numbers: listOf(fresh(1)), filterType: 2, consentId: website.id }, other, TELEGRAM);
    expect(answer.body).toMatchObject({ bizCode: 'CONSENT_SOURCE', data: { fields: [{ field: 'consentId' }] } });
    expect(await query('select from work_task where consent_id = $1', [website.id])).toEqual([]);
  });

  it('checks at most a thousand numbers of an agent a day', async () => {
    const own = await declared(product, { who: other, isPassed: true });
    const order = async (count: number, from: number) => {
      const numbers = listOf(fictionalNumbers(count, from));
      const { data } = (await create({ numbers, filterType: 2, consentId: own.id }, other, TELEGRAM)).body;
      await expect
        .poll(async () => (await detail(data.id, other, TELEGRAM)).status, { timeout: 60_000 })
        .toBeOneOf([3, 4, 6]);
      return detail(data.id, other, TELEGRAM);
    };
    expect(await order(900, 0)).toMatchObject({ submitCount: 900 });
    expect(await order(101, 1000)).toMatchObject({
      status: 6,
      holdAmount: '0',
      failReason: '该检测每天最多 1000 个号码，今天还可检测 100 个',
    });
    expect((await order(100, 1000)).status).toBeOneOf([3, 4]);
  });
});

it('a Telegram check can be created as `save`', async () => {
  const body = { countryCode: 'US', filterType: 1, consentId: consents.get(agent), numbers: listOf(fresh(2)) };
  const { data } = (await agent.post(`${TELEGRAM}/save`, body)).body;
  expect(data).toMatchObject({ taskNo: expect.stringMatching(/^TF/), status: 0 });
});

describe('the lines of a task', () => {
  let making: Promise<{ id: string; taskNo: string; liveCount: number }> | undefined;
  const made = () => (making ??= check({ numbers: text }));
  const numbers = fresh(100);
  const text = `${listOf(numbers)}\n+${numbers[0]}\nnot a number\n`;
  const unzip = async (more: object = {}) => {
    const answer = await agent.get(`${WHATSAPP}/download`, { id: (await made()).id, ...more });
    const files: Record<string, string> = {};
    for (const [name, content] of await unzipped(answer.raw)) files[name.replace(/_.*_/, '_')] = content.toString();
    return { raw: answer.raw, files };
  };
  it('are read page by page, from any place on, in the order of the list', async () => {
    const task = await made();
    const first = await linesOf(task.id, { size: 40 });
    const second = await linesOf(task.id, { size: 40, after: 40 });
    expect([...first, ...second].map(({ lineNo }) => lineNo)).toEqual(Array.from({ length: 80 }, (_, n) => n + 1));
    expect(await linesOf(task.id, { size: 40, skip: 40 })).toEqual(second);
    const live = await linesOf(task.id, { results: '1', size: 500 });
    expect(live).toHaveLength(task.liveCount);
    expect(await linesOf(task.id, { results: '1', skip: 50, size: 3 })).toEqual(live.slice(50, 53));
    expect(await linesOf(task.id, { results: '1', skip: 500 })).toEqual([]);
  });

  it('say why they were not checked, in the reader’s language', async () => {
    const task = await made();
    expect(await linesOf(task.id, { results: '7,8' })).toMatchObject([
      { lineNo: 101, why: '文件内重复' },
      { lineNo: 102, why: '含非法字符', number: 'not a number' },
    ]);
    await query('update work_line set result = 6 where task_id = $1 and line_no = 10', [task.id]);
    expect(await linesOf(task.id, { results: '6' })).toMatchObject([{ lineNo: 10, why: '服务商无明确结果，不收费' }]);
    await query(
      `update work_line set state = 10, result = null, reject_reason = 11, rule = 'suppression/5' where task_id = $1 and line_no = 9`,
      [task.id],
    );
    const english = await agent.get(`${WHATSAPP}/lines`, { id: task.id, results: '9' }, { 'accept-language': 'en' });
    expect(english.body.data.records).toMatchObject([
      { lineNo: 9, why: 'Suppressed: the number is on the suppression list (#5)' },
    ]);
  });

  it('are found by number', async () => {
    const task = await made();
    const wanted = `+${numbers[7]}`;
    expect(await linesOf(task.id, { number: wanted })).toMatchObject([{ lineNo: 8, number: wanted }]);
    expect(await linesOf(task.id, { number: wanted }, product.admin as TestUser)).toMatchObject([
      { lineNo: 8, number: expect.stringContaining('*') },
    ]);
  });

  it('are downloaded as one file a class with a manifest, in the same bytes each time', async () => {
    const task = await made();
    const { raw, files } = await unzip();
    expect((await unzip()).raw.equals(raw)).toBe(true);
    const manifest = JSON.parse(files['manifest.json'] as string);
    expect(manifest).toMatchObject({ task: task.taskNo, lines: 102 });
    const live = manifest.files.find(({ file }: { file: string }) => file.endsWith('_live.txt'));
    expect(live).toMatchObject({ sha256: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(files['1_live.txt']?.trim().split('\n')).toHaveLength(live.rows);
    expect(files['rejected.csv']).toContain('102,not a number,含非法字符');
  });

  it('are downloaded as a table of results, the same as text and as a workbook, with the provider for staff who see it', async () => {
    const task = await made();
    const tab = '\t';
    await query(
      `update work_line set carrier = $2, registered = 1, active_days = 3, checked_time = '2026-05-06T07:08:09Z' where task_id = $1 and line_no = 8`,
      [task.id, `Carrier\\North${tab}2`],
    );
    await query(`update work_attempt set create_time = '2026-05-06T07:08:08Z' where task_id = $1`, [task.id]);
    const table = async (who: TestUser) => {
      const answer = await who.get(`${WHATSAPP}/download`, { id: task.id, number: `+${numbers[7]}` });
      const files = new Map(await unzipped(answer.raw));
      const csv = String(files.get('results.csv')).slice(1).trim().split('\r\n');
      const book = new Map(await unzipped(files.get('results.xlsx') as Buffer));
      const cells = [...String(book.get('xl/worksheets/sheet1.xml')).matchAll(/<row r="2">.*?<\/row>/gs)].flatMap(
        ([row]) => [...row.matchAll(/<[tv](?: [^>]*)?>([^<]*)</g)].map(([, cell]) => cell),
      );
      expect(cells).toEqual(csv[1]?.split(',').filter((cell) => cell !== ''));
      return csv;
    };
    expect(await table(agent)).toEqual([
      '行号,号码,归属国家,运营商,线路类型,检测结果,是否开通,商业号,最近活跃（天）,数据来源,检测时间,计费,价格,说明',
      `8,+${numbers[7]},US,Carrier\\North${tab}2,固话或手机,实号,是,,3,服务商,2026-05-06 15:08:09,是,0.01,`,
    ]);
    const [shown] = await linesOf(task.id, { number: `+${numbers[7]}` });
    expect(shown).toMatchObject({ isCharged: 1, price: '0.01', activeDays: 3, providerCode: null, reference: null });
    const [exchange] = await query<{ id: string }>('select id from work_attempt where task_id = $1', [task.id]);
    const staff = product.admin as TestUser;
    expect((await table(staff)).map((line) => line.split(',').slice(-2))).toEqual([
      ['服务商', '流水'],
      ['spy', exchange?.id],
    ]);
    expect(await linesOf(task.id, { number: `+${numbers[7]}` }, staff)).toMatchObject([
      { providerCode: 'spy', reference: exchange?.id, price: '0.01' },
    ]);
  });

  it('are downloaded as they are filtered on the screen', async () => {
    const task = await made();
    const filter = { results: '1,7' };
    const shown = await linesOf(task.id, { ...filter, size: 500 });
    const { files } = await unzip(filter);
    expect(Object.keys(files).toSorted()).toEqual([
      ...['1_live.txt', 'README.txt', 'manifest.json', 'rejected.csv', 'results.csv', 'results.xlsx'],
    ]);
    const live = shown.filter(({ result }: { result: number | null }) => result === 1);
    expect(files['1_live.txt']).toBe(live.map(({ number }: { number: string }) => `${number.slice(1)}\n`).join(''));
    expect(files['rejected.csv']?.trim().split('\n')).toHaveLength(1 + shown.length - live.length);
    const [one] = live;
    expect((await unzip({ number: one.number })).files['1_live.txt']).toBe(`${one.number.slice(1)}\n`);
  });

  it('are their owner’s only', async () => {
    const task = await made();
    expect((await other.get(`${WHATSAPP}/lines`, { id: task.id })).status).toBe(404);
    const clerk = await product.staff('admin');
    expect((await clerk.get(`${WHATSAPP}/download`, { id: task.id })).status).toBe(403);
  });
});

it('an upgrade costs each line the difference to its earlier prices, in money, and leaves out numbers without an account', async () => {
  const earlier = fresh(40);
  await check({ numbers: listOf(earlier) });
  const task = await check({ numbers: listOf([...fresh(10), ...earlier]), checkMode: 1 });
  const lanes = async (stage: number) =>
    query<{ paid: string | null; price: string; units: number }>(
      `select paid::text, unit_price::text as price, units from work_lane where task_id = $1 and stage = $2 order by paid`,
      [task.id, stage],
    );
  const asked = (
    await agent.get(`${WHATSAPP}/price`, { countryCode: 'US', filterType: 2, quantity: 1, taskId: task.id })
  ).body.data;
  const before = await detail(task.id);
  const upgraded = await agent.post(`${WHATSAPP}/upgrade-task`, { id: task.id, filterType: 2 });
  expect(upgraded.body.data).toEqual({ lines: asked.quantity });
  const made = await lanes(2);
  expect(made.map(({ paid, price }) => [paid, price])).toEqual([
    ['1000', '19000'],
    ['10000', '10000'],
  ]);
  expect(made.reduce((sum, { units }) => sum + units, 0)).toBe(asked.quantity);
  const total = made.reduce((sum, { price, units }) => sum + (Number(price) / 1e6) * units, 0);
  expect(Number(asked.total)).toBeCloseTo(total, 6);
  expect(asked.packageUnits).toBe(0);
  expect(asked.unitPrice).toBe('0.019');
  expect(Number((await detail(task.id)).holdAmount) - Number(before.holdAmount)).toBeCloseTo(total, 6);
  // The second check looked for accounts: numbers without one are not checked once more.
  await expect.poll(async () => (await detail(task.id)).status).toBeOneOf([3, 4]);
  const count = async () => {
    const [row] = await product.app.db.drizzle
      .select()
      .from(workTasks)
      .where(eq(workTasks.id, BigInt(task.id)));
    const found = row ? await linesToUpgrade(product.app.db.drizzle, whatsapp, row) : [];
    return found.reduce((sum, { lines }) => sum + lines, 0);
  };
  await query('update work_line set registered = 1 where task_id = $1 and is_current', [task.id]);
  const all = await count();
  await query('update work_line set registered = 0 where task_id = $1 and is_current and line_no % 2 = 0', [task.id]);
  expect(await count()).toBeLessThan(all);
  await query('update work_line set registered = null where task_id = $1 and is_current', [task.id]);
  expect(await count()).toBe(all);
});

it('the active numbers of a check are those within its period, as its file has them, also after an upgrade to a shorter one', async () => {
  await query(`
    insert into prc_price (tenant_id, price_no, business_type, service_type, filter_type, active_period, country_code, unit, charge_on, sale_price, currency)
    select tenant_id, price_no || '-' || period, business_type, service_type, 3, period, country_code, unit, charge_on, 100000 / period, currency
    from prc_price, unnest('{7,30}'::int[]) period where filter_type = 1 and business_type = 1 and service_type = 1`);
  const days = [3, 7, 10, 30, 45];
  const active = {
    on: 'submit' as const,
    act: {
      kind: 'results' as const,
      change: (findings: Finding[]) =>
        findings.map((one, index) => ({ ...one, verdict: 'alive', activeDays: days[index % days.length] })),
    },
  };
  vendor.behave(active);
  const task = await check({ numbers: listOf(fresh(10)), filterType: 3, activePeriod: 30 });
  const file = async (period: number) => {
    const answer = await agent.get(`${WHATSAPP}/download`, { id: task.id });
    const found = new Map(await unzipped(answer.raw)).get(`active_${period}d.txt`);
    return String(found).split('\n').length - 1;
  };
  expect([task.activeCount, await file(30)]).toEqual([8, 8]);
  // Two numbers are no longer in service: they keep the result of the first check.
  await query(`update work_line set result = 0 where task_id = $1 and line_no in (1, 4)`, [task.id]);
  await query(`update work_task set results[1] = results[1] + 2, results[2] = results[2] - 2 where id = $1`, [task.id]);
  vendor.behave(active);
  const upgraded = await agent.post(`${WHATSAPP}/upgrade-task`, { id: task.id, filterType: 3, activePeriod: 7 });
  expect(upgraded.body).toMatchObject({ code: 200 });
  await expect.poll(async () => (await detail(task.id)).status).toBeOneOf([3, 4]);
  expect((await detail(task.id)).activeCount).toBe(await file(7));
});
