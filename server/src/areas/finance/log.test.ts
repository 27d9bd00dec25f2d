import { formatTime, parseTime } from '@trade-assistant/contract/kit/time.ts';
import { sql } from 'drizzle-orm';
import { afterAll, describe, expect, it } from 'vitest';
import { adjust, allocate, charge, hold, rechargePass, revenue } from '../../engines/money/ledger/index.ts';
import { systemActor } from '../../kernel/auth/actor.ts';
import { unzipped } from '../../kernel/file-formats/zip.ts';
import { type TestUser, testApp } from '../../testing/app.ts';

const system = systemActor('000000');
const usdt = (amount: number) => BigInt(amount) * 1_000_000n;

const product = await testApp();
const support = await product.staff('support');
const agent = await product.agent({ name: 'Dune Trading' });
const sub = await product.agent({ parent: agent, subUser: true, name: 'Dune Clerk' });
const other = await product.agent({ money: usdt(9) });
const plain = { userId: agent.id, bizType: 'test' };
await product.db.tx((tx) =>
  rechargePass(tx, system, {
    ...plain,
    amount: usdt(100),
    methodCode: 'test',
    idemKey: 'a',
    at: new Date('2024-02-29T15:30:00Z'),
  }),
);
await product.db.tx((tx) =>
  charge(tx, system, {
    ...plain,
    amount: usdt(7),
    to: revenue('whatsapp'),
    idemKey: 'b',
    at: new Date('2024-02-29T16:30:00Z'),
  }),
);
await product.db.tx((tx) =>
  allocate(tx, system, { bizType: 'test', fromUserId: agent.id, toUserId: sub.id, amount: usdt(20), idemKey: 'c' }),
);
await product.db.tx((tx) => hold(tx, system, { ...plain, amount: usdt(3), idemKey: 'd', bizNo: 'DOC-1' }));
await product.db.tx((tx) =>
  adjust(tx, system, { userId: sub.id, bizType: 'test', amount: -usdt(1), reason: 'fix', idemKey: 'e' }),
);
afterAll(() => product.close());

const rows = async (who: TestUser, query = {}) =>
  (await who.get('finance/log/list', { size: 200, ...query })).body.data.records as {
    id: string;
    userId: string;
    financeType: number;
  }[];

describe('the finance log', () => {
  it('refuses invalid and unknown filters', async () => {
    expect((await support.get('finance/log/list', { amount_gt: 'x' })).status).toBe(400);
    expect((await support.get('finance/log/list', { ownerPath: '/' })).body.bizCode).toBe('UNKNOWN_PARAMETER');
  });

  it('names the problem of a filter by its label, in the reader’s language', async () => {
    const refused = async (who: TestUser, call: string, query: object, lang: 'zh' | 'en' = 'zh') =>
      (await who.get(call, query as Record<string, unknown>, { lang })).body;
    expect(await refused(support, 'finance/log/list', { amount_ge: '1-2.3.4' })).toMatchObject({
      code: 400,
      msg: expect.stringMatching(/金额: 应为金额，最多 6 位小数$/),
      data: { fields: [{ field: 'amount_ge', message: '应为金额，最多 6 位小数' }] },
    });
    expect((await refused(support, 'finance/log/list', { amount_ge: 'x' }, 'en')).msg).toMatch(
      /Amount: should be an amount with at most six decimals$/,
    );
    const countries = 'user/country/list';
    expect((await refused(product.admin, countries, { riskLevel: 'abc' })).msg).toMatch(/风险等级: 应为数字$/);
    expect((await refused(product.admin, countries, { riskLevel: '1.5' })).msg).toMatch(/风险等级: 应为整数$/);
    expect((await refused(product.admin, countries, { riskLevel: '99999999999' })).code).toBe(400);
    expect((await refused(product.admin, countries, { nameEn: 'x'.repeat(500) })).msg).toMatch(/: 最多 128 个字符$/);
    expect((await refused(product.admin, countries, { size: '201' })).msg).toMatch(/每页条数: 最大为 200$/);
    expect((await refused(product.admin, countries, { id_in: 'x' })).msg).toMatch(/编号: 应为编号，即一串数字$/);
    expect((await refused(product.admin, countries, { createTime_dategt: 'soon' })).msg).toMatch(/创建时间: [^a-z]*$/);
  });

  it('shows staff everything, agents their subtree, sub-users themselves', async () => {
    const users = async (who: TestUser) => new Set((await rows(who)).map(({ userId }) => userId));
    expect(await users(support)).toEqual(new Set([agent, sub, other].map(({ id }) => String(id))));
    expect(await users(agent)).toEqual(new Set([agent, sub].map(({ id }) => String(id))));
    expect(await users(sub)).toEqual(new Set([String(sub.id)]));
    expect(await users(other)).toEqual(new Set([String(other.id)]));
  });

  it('opens a row only to readers of the list', async () => {
    const [row] = await rows(other);
    if (!row) throw new Error('no row');
    expect((await other.get('finance/log/detail', { id: row.id })).body.data).toMatchObject({
      amount: '9',
      beforeAmount: '0',
      afterAmount: '9',
      financeType: 1,
      direction: 1,
      walletKind: 1,
    });
    for (const who of [agent, sub]) expect((await who.get('finance/log/detail', { id: row.id })).status).toBe(404);
  });

  it('is filtered by type, amount, wallet, document and time', async () => {
    expect(await rows(agent, { financeType_in: '2,11', userId: String(agent.id) })).toHaveLength(2);
    expect(await rows(agent, { amount_ge: '100' })).toHaveLength(1);
    expect(await rows(agent, { walletKind: 2 })).toHaveLength(1);
    expect(await rows(agent, { bizNo: 'DOC-1' })).toHaveLength(2);
    expect(await rows(agent, { createTime_datelt: '2024-03-01 00:00:00' })).toHaveLength(1);
    expect(
      (
        await agent.get(
          'finance/log/list',
          { createTime_datelt: '2024-03-01 00:00:00', size: 200 },
          { 'time-zone': 'UTC' },
        )
      ).body.data.total,
    ).toBe(2);
  });
});

describe('statistics', () => {
  it('balance for a user, with names in the reader’s language', async () => {
    const range = { createTime_dategt: '2024-01-01' };
    const { data } = (await agent.get('finance/log/statistics', range, { lang: 'en' })).body;
    expect(data).toMatchObject({
      userId: String(agent.id),
      currency: 'USDT',
      from: '2024-01-01 00:00:00',
      opening: '0',
      recharge: '100',
      consume: '7',
      transferOut: '20',
      transferIn: '0',
      closing: '73',
      checkOk: true,
    });
    expect(data.byType).toContainEqual({ financeType: 1, name: 'Recharge', in: '100', out: '0', count: 1 });
    expect((await agent.get('finance/log/statistics', range)).body.data.byType[0].name).toBe('充值');
    expect((await agent.get('finance/log/statistics', { ...range, walletKind: 1 })).body.data).toMatchObject({
      closing: '70',
      checkOk: true,
    });
  });

  it('use the days of the request’s time zone', async () => {
    const query = { createTime_dategt: '2024-02-01', createTime_datelt: '2024-04-01' };
    const days = async (zone: string) =>
      (await agent.get('finance/log/statistics', query, { 'time-zone': zone })).body.data.byDay.map(
        ({ date }: { date: string }) => date,
      );
    expect(await days('Asia/Shanghai')).toEqual(['2024-02-29', '2024-03-01']);
    expect(await days('UTC')).toEqual(['2024-02-29']);
    expect((await agent.get('finance/log/statistics', { createTime_dategt: '2024-03-01' })).body.data).toMatchObject({
      opening: '100',
      consume: '7',
    });
  });

  it('cover this month for the reader, and for staff everyone', async () => {
    expect((await sub.get('finance/log/statistics')).body.data).toMatchObject({
      userId: String(sub.id),
      opening: '0',
      transferIn: '20',
      adjust: '-1',
      closing: '19',
      checkOk: true,
    });
    expect((await agent.get('finance/log/statistics')).body.data).toMatchObject({ opening: '93', closing: '73' });
    const { rows: held } = await product.db.drizzle.execute<{ total: string }>(
      sql`select (sum(balance) / 1000000)::int::text as total from fin_wallet`,
    );
    expect((await support.get('finance/log/statistics')).body.data).toMatchObject({
      userId: null,
      closing: held[0]?.total,
      checkOk: true,
    });
  });

  it('cover the month of the request’s time zone', async () => {
    // A posting at the first moment of each zone's month, and one just before it.
    const zones = ['Pacific/Kiritimati', 'Asia/Shanghai', 'America/New_York'];
    const months = zones.map((zone) => parseTime(`${formatTime(new Date(), zone).slice(0, 7)}-01`, zone) as Date);
    const reader = await product.agent();
    const postings = months.flatMap((month) => [-1, 0].map((millis) => new Date(month.getTime() + millis)));
    for (const at of postings.sort((a, b) => a.getTime() - b.getTime()))
      await product.db.tx((tx) =>
        rechargePass(tx, system, {
          ...{
            userId: reader.id,
            bizType: 'test',
            amount: usdt(1),
            methodCode: 'test',
            idemKey: `month:${at.getTime()}`,
          },
          at,
        }),
      );
    for (const [index, zone] of zones.entries()) {
      const { body } = await reader.get('finance/log/statistics', {}, { 'time-zone': zone });
      const before = postings.filter((at) => at < (months[index] as Date)).length;
      expect(body.data, zone).toMatchObject({ opening: String(before), recharge: String(6 - before), checkOk: true });
    }
  });

  it('respect the reader’s scope', async () => {
    expect((await agent.get('finance/log/statistics', { userId: String(sub.id) })).body.data).toMatchObject({
      closing: '19',
    });
    for (const who of [sub, other])
      expect((await who.get('finance/log/statistics', { userId: String(agent.id) })).status).toBe(404);
    expect(
      (await agent.get('finance/log/statistics', { createTime_dategt: '2024-02-02', createTime_datelt: '2024-01-31' }))
        .status,
    ).toBe(400);
  });
});

describe('a remark', () => {
  const first = async () => (await rows(support, { userId: String(agent.id) }))[0]?.id ?? '';
  it('needs a text of valid length and an existing row', async () => {
    const id = await first();
    const finance = await product.staff('finance');
    expect((await finance.post('finance/log/submit', { id })).status).toBe(400);
    expect((await finance.post('finance/log/submit', { id, remark: 'x'.repeat(256) })).status).toBe(400);
    expect((await finance.post('finance/log/submit', { id: '999999999', remark: 'x' })).status).toBe(404);
  });

  it('is the only writable field of a movement', async () => {
    const id = await first();
    const finance = await product.staff('finance');
    const before = (await finance.get('finance/log/detail', { id })).body.data;
    expect((await finance.post('finance/log/submit', { id, remark: 'Checked' })).status).toBe(200);
    expect((await finance.get('finance/log/detail', { id })).body.data).toEqual({ ...before, remark: 'Checked' });
    // A row sent back whole changes only its remark.
    expect((await finance.post('finance/log/submit', { ...before, remark: 'x', amount: '1' })).status).toBe(200);
    expect((await finance.get('finance/log/detail', { id })).body.data).toEqual({ ...before, remark: 'x' });
    expect((await finance.post('finance/log/submit', { id, remark: null })).status).toBe(200);
    expect((await finance.get('finance/log/detail', { id })).body.data.remark).toBeNull();
    expect((await finance.post('finance/log/remove', { ids: id })).body.bizCode).toBe('LEDGER_READONLY');
    expect((await finance.get('finance/log/detail', { id })).status).toBe(200);
  });
});

describe('transfers', () => {
  const transfersOf = async (who: TestUser, query = {}) =>
    (await who.get('finance/log/transfer-list', { size: 50, ...query })).body.data.records;

  it('have both sides in one row, visible to readers of either', async () => {
    const expected = {
      financeType: 11,
      fromUserId: String(agent.id),
      fromUserName: 'Dune Trading',
      fromWallet: 1,
      toUserId: String(sub.id),
      toUserName: 'Dune Clerk',
      toWallet: 1,
      amount: '20',
      currency: 'USDT',
    };
    for (const who of [support, agent, sub]) expect(await transfersOf(who)).toMatchObject([expected]);
    expect(await transfersOf(other)).toEqual([]);
    expect(await transfersOf(support, { fromUserId: String(sub.id) })).toEqual([]);
    expect(await transfersOf(support, { toUserId: String(sub.id), amount_ge: '20' })).toHaveLength(1);
  });

  it('can be exported', async () => {
    const { raw, status } = await agent.post('finance/log/transfer-export', { format: 'csv' });
    expect(status).toBe(200);
    expect(raw.toString('utf8').trimEnd().split('\r\n')).toHaveLength(2);
  });
});

it('an export says what moved and who moved it in the words of the screen', async () => {
  const [clerk, checker] = [await product.staff('finance'), await product.staff('finance_check')];
  const user = await product.agent({ name: 'Elm Trading' });
  const asked = { money: '600', ids: String(user.id), reason: 'Bank slip' };
  const { approvalId } = (await clerk.post('agent/user/manual-update-balance', asked)).body.data;
  expect((await checker.post('desk/approval/pass', { ids: approvalId })).status).toBe(200);
  await product.db.tx((tx) =>
    hold(tx, system, { userId: user.id, bizType: 'agent/withdrawal', amount: usdt(3), idemKey: 'elm' }),
  );
  const file = async (lang: string) => {
    const query = { userId: String(user.id), columns: 'amount,direction,bizType,operatorName', format: 'csv' };
    const { raw } = await product.admin.post('finance/log/export', query, { lang });
    return raw
      .toString('utf8')
      .trimEnd()
      .split('\r\n')
      .slice(1)
      .map((line) => line.split(',').slice(1, 3).join(' '))
      .sort();
  };
  expect(await file('en-US')).toEqual(['In Balance adjustment', 'Moved to hold Withdrawal', 'Put on hold Withdrawal']);
  expect(await file('zh-CN')).toEqual(['入账 人工调账', '冻结转入 代理提现', '冻结转出 代理提现']);
  const operators = { columns: 'operatorName', bizType: 'manual_adjust', userId: String(user.id), format: 'csv' };
  const { raw } = await product.admin.post('finance/log/export', operators, { lang: 'en-US' });
  expect(raw.toString('utf8')).toContain(`${clerk.row.realName} (approved by ${checker.row.realName})`);
});

describe('a statement', () => {
  const range = { from: '2024-01-01 00:00:00', to: '2030-01-01 00:00:00' };
  const sheetOf = async (raw: Buffer, part = 'worksheets/sheet2'): Promise<string> => {
    const sheet = (await unzipped(raw)).get(`xl/${part}.xml`);
    if (!sheet) throw new Error(`no ${part}`);
    return sheet.toString();
  };

  it('contains every movement between opening and closing, and the sums of the statistics', async () => {
    const { raw, status } = await agent.post('finance/log/statement', { ...range, format: 'xlsx' }, { lang: 'en' });
    expect(status).toBe(200);
    // Whole days name the last day, not the midnight after it.
    expect(await sheetOf(raw, 'sharedStrings')).toContain('2024-01-01 – 2029-12-31');
    const sheet = await sheetOf(raw);
    const figures = (
      await agent.get('finance/log/statistics', {
        userId: String(agent.id),
        createTime_dategt: range.from,
        createTime_datelt: range.to,
      })
    ).body.data;
    const movements = await rows(agent, { userId_equal: String(agent.id) });
    const cells = [...sheet.matchAll(/<t[^>]*>([^<]*)<\/t>/g)].map(([, cell]) => cell ?? '');
    expect(cells.filter((cell) => /^JN\w+-\d$/.test(cell))).toHaveLength(movements.length);
    expect(cells.filter((cell) => cell === 'Opening' || cell === 'Closing')).toHaveLength(2);
    const numbers = [...sheet.matchAll(/<c r="[A-Z]+\d+" s="\d+"><v>([^<]*)<\/v>/g)].map(([, cell]) => Number(cell));
    for (const amount of [figures.closing, figures.byType[0].in]) expect(numbers).toContain(Number(amount));
    expect(numbers).toHaveLength(2 * movements.length + 2 + 2 * figures.byType.length + 2);
    expect(cells).toContain('DOC-1');
    // Held money only changes its wallet.
    const words = [...(await sheetOf(raw, 'sharedStrings')).matchAll(/<t[^>]*>([^<]*)<\/t>/g)].map(([, word]) => word);
    const headline = (label: string) => Number((words[words.indexOf(label) + 1] ?? '').replaceAll(',', ''));
    expect(headline('Between own wallets')).toBe(3);
    expect(headline('Opening') + headline('In') - headline('Out')).toBe(headline('Closing'));
    expect(headline('Closing')).toBe(Number(figures.closing));
  });

  it('is a small PDF with an embedded font', async () => {
    const { raw, status } = await agent.post('finance/log/statement', range);
    expect([status, raw.subarray(0, 5).toString()]).toEqual([200, '%PDF-']);
    expect(raw.length).toBeLessThan(300_000);
    expect(raw.includes('FontFile')).toBe(true);
  });

  it('is available for oneself and accounts below, to staff for everyone, and is logged', async () => {
    const asked = (who: TestUser, more = {}) => who.post('finance/log/statement', { ...range, ...more });
    const finance = await product.staff('finance');
    expect((await asked(finance)).body.bizCode).toBe('STATEMENT_USER');
    expect((await asked(finance, { userId: String(other.id) })).status).toBe(200);
    expect((await asked(agent, { userId: String(sub.id) })).status).toBe(200);
    expect((await asked(agent, { userId: String(other.id) })).status).toBe(404);
    expect((await asked(sub, { userId: String(agent.id) })).status).toBe(404);
    expect((await asked(agent, { to: range.from })).body.bizCode).toBe('STATEMENT_RANGE');
    const { rows: logged } = await product.db.pool.query(
      `select format, row_count > 0 as filled, sha256 from kernel_export_log where source = 3 and user_id = $1`,
      [agent.id.toString()],
    );
    expect(logged).toContainEqual({ format: 'xlsx', filled: true, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) });
  });

  it('of any length is created by a task', async () => {
    await product.work();
    const { body } = await agent.post('finance/log/statement-task', { ...range, format: 'xlsx' });
    const task = async () => (await agent.get('desk/task/progress', { taskNo: body.data.taskNo })).body.data;
    await expect.poll(task).toMatchObject({ hasResult: 1 });
    const { raw } = await agent.get('desk/task/download', { taskNo: body.data.taskNo });
    expect(await sheetOf(raw)).toContain('DOC-1');
  });
});
