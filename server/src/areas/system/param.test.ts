import { parameters } from '@trade-assistant/contract/parameters.ts';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openParameters, type Parameters, readParameter } from '../../kernel/parameters/index.ts';
import { type TestApp, type TestUser, testApp } from '../../testing/app.ts';
import { SECOND_TENANT, secondTenantOf } from '../../testing/second-tenant.ts';

let product: TestApp;
let admin: TestUser;
/** As another process has them. */
let elsewhere: Parameters;

beforeAll(async () => {
  product = await testApp();
  admin = product.admin;
  elsewhere = await openParameters(product.db, pino({ level: 'silent' }));
});
afterAll(async () => {
  await elsewhere.close();
  await product.close();
});

const panel = async (who = admin) =>
  (await who.get('system/param/control-panel')).body.data as Record<string, unknown>[];
const itemOf = async (key: string, who = admin) => (await panel(who)).find(({ paramKey }) => paramKey === key);
const set = (values: Record<string, string | null>, who = admin) =>
  who.post('system/param/update-control-panel', {
    values: Object.entries(values).map(([paramKey, paramValue]) => ({ paramKey, paramValue })),
  });
const rowOf = async (paramKey: string, who = admin, headers = {}) =>
  (await who.get('system/param/detail', { paramKey }, headers)).body.data;

describe('the control panel', () => {
  it('shows every declared parameter with its default, to who may change it', async () => {
    expect((await product.guest.get('system/param/control-panel')).status).toBe(401);
    expect((await (await product.staff('admin')).get('system/param/control-panel')).status).toBe(403);
    const shown = await panel();
    expect(shown.map(({ paramKey }) => paramKey)).toEqual(Object.keys(parameters));
    for (const { paramKey, paramValue, defaultValue } of shown) expect(paramValue, `${paramKey}`).toBe(defaultValue);
  });

  it('changes all or nothing, and names what it refuses', async () => {
    const { status, body } = await set({
      'inventory.lowStock': '7',
      'account.failCount': '900',
      'finance.lowBalance': 'much',
      'no.such': '1',
    });
    expect([status, body.data.fields.map(({ field }: { field: string }) => field)]).toEqual([
      400,
      ['account.failCount', 'finance.lowBalance', 'no.such'],
    ]);
    expect(body.msg).toContain('账号错误锁定次数');
    expect(await itemOf('inventory.lowStock')).toMatchObject({ paramValue: '100' });
  });

  it('a value holds at once, in other processes within a second, and goes back to the default', async () => {
    const ofProcess = () => elsewhere.get('000000', 'message.perMinute');
    expect([(await set({ 'message.perMinute': '1' })).status, await itemOf('message.perMinute')]).toMatchObject([
      200,
      { paramValue: '1', defaultValue: '20' },
    ]);
    const send = () => admin.post('message/save', { type: 1, title: 'Hi', content: 'You', userIds: String(admin.id) });
    expect([(await send()).status, (await send()).status]).toEqual([200, 429]);
    await expect.poll(ofProcess, { timeout: 1000, interval: 20 }).toBe(1);
    expect((await set({ 'message.perMinute': null })).status).toBe(200);
    await expect.poll(ofProcess, { timeout: 1000, interval: 20 }).toBe(20);
    expect((await send()).status).toBe(200);
  });

  it('leads the count of wrong passwords', async () => {
    await set({ 'account.failCount': '2' });
    const wrong = () =>
      product.guest.post('auth/oauth/token', { grant_type: 'password', username: 'nobody', password: 'wrong' });
    const codes = [];
    for (let turn = 0; turn < 3; turn += 1) codes.push((await wrong()).body.error_code);
    expect(codes[1]).toBe(codes[0]);
    expect(codes[2]).toBe('SIGN_IN_LOCKED');
    await set({ 'account.failCount': null });
  });
});

describe('the list', () => {
  it('finds a built-in parameter by its name in either language and answers it in the reader’s', async () => {
    for (const [lang, name] of [
      ['zh', '一次导出的行数上限'],
      ['en', 'Rows of one export'],
    ] as const) {
      const { records } = (await admin.get('system/param/list', { paramName: name }, { lang })).body.data;
      expect(records).toMatchObject([
        { paramKey: 'export.maxRows', paramName: name, paramValue: '100000', controlPanel: 1 },
      ]);
      expect((await rowOf('export.maxRows', admin, { lang })).paramName).toBe(name);
    }
    expect((await admin.get('system/param/detail', {})).status).toBe(400);
    expect((await admin.get('system/param/detail', { paramKey: 'no.such' })).status).toBe(404);
  });

  it('holds a built-in one to its rule, its key and its place', async () => {
    const { id, version } = await rowOf('export.maxRows');
    const submit = (change: object) => admin.post('system/param/submit', { id, version, ...change });
    expect((await submit({ paramValue: 'all' })).body.data.fields).toMatchObject([{ field: 'paramValue' }]);
    expect((await submit({ paramKey: 'export.most' })).body.bizCode).toBe('PARAM_KEY_FIXED');
    expect((await admin.post('system/param/remove', { ids: id })).body.bizCode).toBe('PARAM_BUILT_IN');
    expect((await submit({ controlPanel: 0, paramName: 'Mine' })).status).toBe(200);
    expect(await itemOf('export.maxRows')).toBeUndefined();
    expect((await rowOf('export.maxRows')).paramName).toBe('一次导出的行数上限');
  });

  it('takes parameters of an operator’s own, on the panel where wanted', async () => {
    const own = { paramName: '客服邮箱', paramKey: 'support.mail', paramValue: 'a@example.com', controlPanel: 1 };
    expect((await admin.post('system/param/submit', own)).status).toBe(200);
    expect((await admin.post('system/param/submit', own)).body.msg).toContain('support.mail');
    expect(await itemOf('support.mail')).toMatchObject({ paramName: '客服邮箱', defaultValue: null });
    expect((await set({ 'support.mail': 'b@example.com' })).status).toBe(200);
    expect((await set({ 'support.mail': null })).status).toBe(400);
    expect(await rowOf('support.mail')).toMatchObject({ paramValue: 'b@example.com' });
  });
});

describe('a tenant', () => {
  it('overrides for itself what it may, and falls back to the platform', async () => {
    const { admin: theirs } = await secondTenantOf(product);
    const keys = (await panel(theirs)).map(({ paramKey }) => paramKey);
    expect(keys).toContain('inventory.lowStock');
    expect(keys).not.toContain('log.usualMonths');
    await set({ 'inventory.lowStock': '50' });
    expect(await itemOf('inventory.lowStock', theirs)).toMatchObject({ paramValue: '50', defaultValue: '50' });
    expect((await set({ 'inventory.lowStock': '9' }, theirs)).status).toBe(200);
    const inForce = (tenant: string) => product.app.parameters.get(tenant, 'inventory.lowStock');
    expect([inForce('000000'), inForce(SECOND_TENANT), inForce('654321')]).toEqual([50, 9, 50]);
    expect(await readParameter(product.db.drizzle, SECOND_TENANT, 'inventory.lowStock')).toBe(9);
    expect((await set({ 'inventory.lowStock': null }, theirs)).status).toBe(200);
    expect(inForce(SECOND_TENANT)).toBe(50);
    expect((await set({ 'log.usualMonths': '1' }, theirs)).body.data.fields).toMatchObject([
      { field: 'log.usualMonths' },
    ]);
    const row = { paramName: 'x', paramKey: 'log.usualMonths', paramValue: '1', controlPanel: 0 };
    expect((await theirs.post('system/param/submit', row)).body.bizCode).toBe('PARAM_OF_PLATFORM');
    await set({ 'inventory.lowStock': null });
  });
});

it('a value that breaks its rule in the table counts as none', async () => {
  await product.db.pool.query("update sys_param set param_value = 'x' where param_key = 'task.days'");
  await elsewhere.refresh();
  expect(elsewhere.get('000000', 'task.days')).toBe(90);
  await product.db.pool.query("update sys_param set param_value = '90' where param_key = 'task.days'");
});
