import { isExport } from '@trade-assistant/contract/kit/call.ts';
import { taskState } from '@trade-assistant/contract/kit/task.ts';
import { registry } from '@trade-assistant/contract/registry.ts';
import { afterAll, describe, expect, it } from 'vitest';
import { type Answer, type TestUser, testApp } from '../../testing/app.ts';
import { openMarket, stockNumbers } from '../../testing/market.ts';
import { openRole } from '../../testing/role.ts';

const NUMBERS = 12;
const FAILED = taskState.is.failed;
afterAll(() => product.close());

const limit = (value: string) => product.setParameter('export.approvalRows', value);
const product = await testApp();
const keeper = await product.staff('warehouse');
const checker = await product.staff('finance_check');
await openMarket(product.db);
await stockNumbers(
  product.db,
  Array.from({ length: NUMBERS }, (_, index) => 12_015_550_100n + BigInt(index)),
);
await limit('5');
await product.work();
const STOCK = 'whatsapp/warehouse/export';
const input = { format: 'csv', columns: 'itemNo,countryCode', countryCode: 'US', createTime_dategt: '2026-01-01' };
const ask = (who: TestUser, more: Record<string, unknown> = {}): Promise<Answer> =>
  who.post('desk/approval/ask-export', { call: STOCK, input, reason: 'Yearly count', ...more });
const asked = async (who: TestUser, more: Record<string, unknown> = {}): Promise<string> => {
  const { body } = await ask(who, more);
  expect(body).toMatchObject({ code: 200, data: { rows: NUMBERS } });
  return body.data.id;
};
const pass = (who: Pick<TestUser, 'post'>, id: string) => who.post('desk/approval/pass', { ids: id });
const detail = async (who: TestUser, id: string) => (await who.get('desk/approval/detail', { id })).body.data;
const newest = async (who: TestUser) => (await who.get('message/my/list', { size: 10 })).body.data.records[0];
const tasksOf = async (who: TestUser) => (await who.get('desk/task/list', { size: 50 })).body.data.records;
/** Waits for and returns the ended task of a request. */
const endOf = async (who: TestUser, id: string) => {
  const { approvalNo } = await detail(who, id);
  const own = async () => (await tasksOf(who)).find(({ bizNo }: { bizNo: string }) => bizNo === approvalNo);
  await expect.poll(async () => (await own())?.state).toBeGreaterThan(2);
  return own();
};
const fileOf = async (who: TestUser, taskNo: string) => {
  const { raw, status } = await who.get('desk/task/download', { taskNo });
  expect(status).toBe(200);
  return raw.toString('utf8').trimEnd().split('\r\n');
};

describe('an export of more rows than one person may take', () => {
  it('is refused with the next step, in every call that returns rows as a file', async () => {
    const refusal = { code: 400, bizCode: 'EXPORT_NEEDS_APPROVAL' };
    const { body } = await keeper.post(STOCK, input, { lang: 'en' });
    expect(body).toMatchObject({
      ...refusal,
      msg: expect.stringMatching(/12 rows, after 0 in the last 24 hours; above 5/),
    });
    const unknown = { code: 400, bizCode: 'UNKNOWN_PARAMETER' };
    expect((await ask(keeper, { input: { hasOwnProperty: 1 } })).body).toMatchObject(unknown);
    expect((await keeper.post('whatsapp/inventory/export-txt', {})).body).toMatchObject(refusal);
    expect((await keeper.post('whatsapp/inventory/export-zip', {})).body).toMatchObject(refusal);
    expect((await product.admin.post('log/audit/export', {})).status).toBe(200);
    await product.agent({ money: 1_000_000n });
    for (let place = 0; place < 6; place += 1) await product.agent({ money: 1_000_000n });
    expect((await product.admin.post('finance/log/export', {})).body).toMatchObject(refusal);
    // A refused export leaves no export log entry.
    const { rows } = await product.db.pool.query('select 1 from kernel_export_log');
    expect(rows).toEqual([]);
    expect((await keeper.post(STOCK, { ...input, number: '+12015550100' })).status).toBe(200);
  });

  it('applies to staff only: customers export their own data', async () => {
    const agent = await product.agent();
    for (let place = 0; place < 7; place += 1) await product.agent({ parent: agent });
    expect((await agent.post('agent/user/export', { format: 'csv' })).status).toBe(200);
    expect((await ask(agent, { call: 'agent/user/export', input: {} })).body.bizCode).toBe('EXPORT_NOT_LARGE');
  });

  it('is requested for an export call, with its valid input and a reason', async () => {
    expect((await ask(keeper, { call: 'whatsapp/warehouse/list' })).status).toBe(404);
    expect((await ask(keeper, { call: 'desk/task/file', input: { ticket: 'x' } })).status).toBe(404);
    expect((await ask(keeper, { input: { nobody: 1 } })).body.msg).toMatch(/nobody/);
    expect((await ask(keeper, { reason: ' ' })).status).toBe(400);
    expect((await ask(keeper, { input: { number: '+12015550100' } })).body.bizCode).toBe('EXPORT_NOT_LARGE');
  });

  it('runs once after a second person approves, with the requester’s view, in the requester’s downloads', async () => {
    const key = { 'Idempotency-Key': 'large-1', lang: 'en' };
    const body = { call: STOCK, input, reason: 'Yearly count' };
    const first = await keeper.post('desk/approval/ask-export', body, key);
    const second = await keeper.post('desk/approval/ask-export', body, key);
    expect(second.body.data).toEqual(first.body.data);
    const { id } = first.body.data;
    expect(await newest(checker)).toMatchObject({ titleKey: 'LARGE_EXPORT_TODO' });
    expect(await detail(checker, id)).toMatchObject({ kind: 5, status: 0, isOwn: 0, reason: 'Yearly count' });
    expect((await detail(checker, id)).lines).toEqual(
      expect.arrayContaining([
        { name: { zh: '国家', en: 'Country' }, route: '', note: 'US' },
        expect.objectContaining({ note: '2026-01-01' }),
        { name: { zh: '格式', en: 'Format' }, route: '', note: 'csv' },
      ]),
    );
    expect(await tasksOf(keeper)).toEqual([]);
    expect((await pass(keeper, id)).status).toBe(403);
    expect((await pass(await product.staff('finance'), id)).status).toBe(403);
    expect((await pass(checker, id)).status).toBe(200);
    expect((await pass(checker, id)).body.bizCode).toBe('STATE_CONFLICT');
    const task = await endOf(keeper, id);
    expect(task).toMatchObject({ state: 3, hasResult: 1, failure: null, result: { rows: NUMBERS } });
    const lines = await fileOf(keeper, task.taskNo);
    expect(lines).toHaveLength(NUMBERS + 1);
    expect(lines[0]).toBe('\uFEFFNumber ID,Country');
    expect((await checker.get('desk/task/download', { taskNo: task.taskNo })).status).toBe(404);
    expect(await newest(keeper)).toMatchObject({
      titleKey: 'LARGE_EXPORT_READY',
      route: `/desk/task/index?record=${task.id}`,
    });
    const trail = await product.db.pool.query(
      `select object_type, user_id from audit_log where action = 'export' and object_type = 'whatsapp/warehouse' order by id desc limit 1`,
    );
    expect(trail.rows).toEqual([{ object_type: 'whatsapp/warehouse', user_id: keeper.id }]);
  });

  it('is refused with a reason for the requester, and creates no file', async () => {
    const id = await asked(keeper);
    const before = (await tasksOf(keeper)).length;
    expect((await checker.post('desk/approval/turn-down', { ids: id })).status).toBe(400);
    expect((await checker.post('desk/approval/turn-down', { ids: id, reason: 'Too much' })).status).toBe(200);
    expect(await newest(keeper)).toMatchObject({ titleKey: 'APPROVAL_REFUSED' });
    expect(await tasksOf(keeper)).toHaveLength(before);
  });

  it('runs with the requester’s rights at that time', async () => {
    await openRole(product.db, 'counter', [
      'whatsapp/warehouse:view',
      'whatsapp/warehouse:export',
      'desk/approval:view',
      'desk/task:view',
    ]);
    const counter = await product.staff('counter');
    const id = await asked(counter);
    await product.db.pool.query(
      `delete from sys_role_menu where menu_id = (select id from sys_menu where code = 'whatsapp/warehouse:export')
       and role_id in (select id from sys_role where role_alias = 'counter')`,
    );
    expect((await pass(checker, id)).status).toBe(200);
    expect(await endOf(counter, id)).toMatchObject({ state: 4, failureCode: 'NO_PERMISSION', hasResult: 0 });
    expect(await newest(counter)).toMatchObject({ titleKey: 'LARGE_EXPORT_FAILED' });
    const gone = await asked(keeper);
    await product.db.pool.query('update sys_user set status = 0 where id = $1', [keeper.id]);
    expect((await pass(checker, gone)).body.bizCode).toBe('EXPORT_ASKER_GONE');
    await product.db.pool.query('update sys_user set status = 1 where id = $1', [keeper.id]);
    expect(await detail(checker, gone)).toMatchObject({ status: 0 });
  });

  it('contains the approved rows, not later ones', async () => {
    const id = await asked(keeper);
    await stockNumbers(product.db, [12_015_550_150n, 12_015_550_151n]);
    expect((await pass(checker, id)).status).toBe(200);
    expect(await endOf(keeper, id)).toMatchObject({ state: 4, failureCode: 'EXPORT_GREW' });
  });

  it('includes statements, as a task or immediate', async () => {
    const [agent, finance] = [await product.agent(), await product.staff('finance')];
    for (let place = 0; place < 6; place += 1)
      await product.admin.post('agent/user/manual-update-balance', { ids: String(agent.id), money: '1', reason: 'x' });
    const range = { userId: String(agent.id), from: '2026-01-01 00:00:00', to: '2099-01-01 00:00:00', format: 'xlsx' };
    for (const call of ['statement', 'statement-task'])
      expect((await finance.post(`finance/log/${call}`, range)).body.bizCode).toBe('EXPORT_NEEDS_APPROVAL');
    const wanted = { call: 'finance/log/statement', input: range, reason: 'Asked for by the agent' };
    const { body } = await finance.post('desk/approval/ask-export', wanted);
    expect(body.data.rows).toBe(6);
    expect((await pass(checker, body.data.id)).status).toBe(200);
    expect(await endOf(finance, body.data.id)).toMatchObject({ state: 3, hasResult: 1 });
  });

  it('needs no approval with a limit of 0', async () => {
    await limit('0');
    expect((await keeper.post(STOCK, input)).status).toBe(200);
    await limit('5');
  });
});

describe('an export whose route has an API scope', () => {
  it('is neither requested nor made without the permission', async () => {
    await limit('5');
    const waiting = (await ask(keeper)).body.data.id as string;
    const { body } = await product.admin.post('system/api-scope/submit', {
      ...{ scopeName: '导出', scopeNameEn: 'Export', scopePath: `/api/${STOCK}`, scopeMethod: 2 },
    });
    expect(body.code).toBe(200);
    await expect.poll(async () => (await ask(keeper)).status).toBe(403);
    expect((await pass(checker, waiting)).body.code).toBe(200);
    expect((await endOf(keeper, waiting)).state).toBe(FAILED);
    await product.admin.post('system/api-scope/remove', { ids: body.data.id });
    await expect.poll(async () => (await ask(keeper)).status).toBe(200);
  });
});

describe('exports of one person in 24 hours', () => {
  const single = { ...input, number: '+12015550100' };
  const take = async (who: TestUser) => {
    const { status, body } = await who.post(STOCK, single, { lang: 'en' });
    return status === 200 ? 200 : [body.bizCode, body.msg];
  };

  it('count together, for all exports and in parallel', async () => {
    const one = await product.staff('warehouse');
    const answers = await Promise.all(Array.from({ length: 7 }, () => take(one)));
    expect(answers.filter((answer) => answer === 200).length).toBe(5);
    const refused = ['EXPORT_NEEDS_APPROVAL', expect.stringMatching(/1 rows?, after 5 in the last 24 hours; above 5/)];
    expect(answers.filter((answer) => answer !== 200)).toEqual([refused, refused]);
    expect((await one.post('whatsapp/inventory/export-txt', { countryCode: 'US' })).body.bizCode).toBe(refused[0]);
    // Exports of other users do not count.
    expect(await take(await product.staff('warehouse'))).toBe(200);
    const { body } = await one.post('desk/approval/ask-export', { call: STOCK, input: single, reason: 'One more' });
    expect(body.data.rows).toBe(1);
    expect((await pass(checker, body.data.id)).status).toBe(200);
    expect(await endOf(one, body.data.id)).toMatchObject({ state: 3, hasResult: 1 });
    // Approved exports and yesterday's do not count.
    const aged = (hours: number) =>
      product.db.pool.query(
        'update kernel_export_hour set hour = hour - make_interval(hours => $1) where user_id = $2',
        [hours, one.id],
      );
    await aged(23);
    expect(await take(one)).toEqual(refused);
    await aged(2);
    expect(await take(one)).toBe(200);
  });
});

it('every call that returns a file contains rows, or declares why not', () => {
  const files = registry.flatMap(({ name, calls }) =>
    Object.entries(calls).flatMap(([call, { answer, rowless }]) =>
      answer === 'file' ? [[`${name}/${call}`, rowless ?? 'rows'] as const] : [],
    ),
  );
  const exports = files.filter(([, why]) => why === 'rows').map(([name]) => name);
  expect(exports.every((name) => /export|statement$|bank-batch$|-filter\/download$/.test(name))).toBe(true);
  expect(files.filter(([name, why]) => why !== 'rows' && /export/.test(name))).toEqual([]);
  for (const name of exports)
    expect(product.app.exports.describe({ call: name, input: {} }).title.en, name).not.toBe('');
  expect(isExport({ answer: 'envelope' })).toBe(false);
});
