import type { Parameter } from '@trade-assistant/contract/kit/parameter.ts';
import { parameters } from '@trade-assistant/contract/parameters.ts';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openParameters, type Parameters, readParameter, readSecretParameter } from '../../kernel/parameters/index.ts';
import { type TestApp, type TestUser, testApp } from '../../testing/app.ts';
import { SECOND_TENANT, secondTenantOf } from '../../testing/second-tenant.ts';

let product: TestApp;
let admin: TestUser;
/** The parameters in another process. */
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
  it('shows every declared parameter with its default, to users who may change it', async () => {
    expect((await product.guest.get('system/param/control-panel')).status).toBe(401);
    expect((await (await product.staff('admin')).get('system/param/control-panel')).status).toBe(403);
    const shown = await panel();
    const onPanel = Object.entries(parameters).flatMap(([key, { isOnPanel }]: [string, Parameter]) =>
      isOnPanel ? [key] : [],
    );
    expect(shown.map(({ paramKey }) => paramKey)).toEqual(onPanel);
    for (const { paramKey, paramValue, defaultValue } of shown) expect(paramValue, `${paramKey}`).toBe(defaultValue);
  });

  it('changes all or nothing, and names refused values', async () => {
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

  it('applies a value at once, in other processes within a second, and resets it to the default', async () => {
    const ofProcess = () => elsewhere.get('000000', 'message.perMinute');
    expect([(await set({ 'message.perMinute': '1' })).status, await itemOf('message.perMinute')]).toMatchObject([
      200,
      { paramValue: '1', defaultValue: '20' },
    ]);
    const send = () => admin.post('message/save', { type: 1, title: 'Hi', content: 'You', userIds: String(admin.id) });
    expect([(await send()).status, (await send()).status]).toEqual([200, 429]);
    await expect.poll(ofProcess, { interval: 20 }).toBe(1);
    expect((await set({ 'message.perMinute': null })).status).toBe(200);
    await expect.poll(ofProcess, { interval: 20 }).toBe(20);
    expect((await send()).status).toBe(200);
  });

  it('sets the limit of wrong passwords', async () => {
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
  it('finds a built-in parameter by its name in either language and returns it in the reader’s', async () => {
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

  it('enforces rule, key and fixed settings of a built-in parameter', async () => {
    const { id, version } = await rowOf('export.maxRows');
    const submit = (change: object) => admin.post('system/param/submit', { id, version, ...change });
    expect((await submit({ paramValue: 'all' })).body.data.fields).toMatchObject([{ field: 'paramValue' }]);
    expect((await submit({ paramKey: 'export.most' })).body.bizCode).toBe('PARAM_KEY_FIXED');
    expect((await admin.post('system/param/remove', { ids: id })).body.bizCode).toBe('PARAM_BUILT_IN');
    expect((await submit({ controlPanel: 0, paramName: 'Mine' })).status).toBe(200);
    expect(await itemOf('export.maxRows')).toBeUndefined();
    expect((await rowOf('export.maxRows')).paramName).toBe('一次导出的行数上限');
  });

  it('accepts an operator’s own parameters, on the panel if wanted', async () => {
    const own = { paramName: '客服邮箱', paramKey: 'support.mail', paramValue: 'a@example.com', controlPanel: 1 };
    expect((await admin.post('system/param/submit', own)).status).toBe(200);
    expect((await admin.post('system/param/submit', own)).body.msg).toContain('support.mail');
    expect(await itemOf('support.mail')).toMatchObject({ paramName: '客服邮箱', defaultValue: null });
    expect((await set({ 'support.mail': 'b@example.com' })).status).toBe(200);
    expect((await set({ 'support.mail': null })).status).toBe(400);
    expect(await rowOf('support.mail')).toMatchObject({ paramValue: 'b@example.com' });
  });
});

describe('a guarded parameter', () => {
  const KEY = 'recharge.autoPassMost';
  const ask = async (value: string | null, who = admin, key: string = KEY) => {
    const values = [{ paramKey: key, paramValue: value }];
    const { status, body } = await who.post('system/param/update-control-panel', { values, reason: 'Busy season' });
    expect(status, body.msg).toBe(200);
    return body.data.asked as { paramKey: string; approvalId: string; approvalNo: string }[];
  };
  const request = async (who: TestUser, id: string, lang = 'zh') =>
    (await who.get('desk/approval/detail', { id }, { lang })).body.data;
  const inForce = (tenant = '000000') => product.app.parameters.get(tenant, KEY);

  it('is one that limits what one person may do with money or data', () => {
    expect(Object.entries(parameters).flatMap(([key, { guard }]: [string, Parameter]) => (guard ? [key] : []))).toEqual(
      [
        'account.demandSecondFactor',
        'account.secondFactorForAll',
        'account.initialPassword',
        'price.stepUpPercent',
        'finance.adjustPerUser',
        'finance.adjustPerDay',
        'rebate.base',
        'recharge.correctAlone',
        'recharge.autoPassMost',
        'activity.budgetAlone',
        'withdraw.perDay',
        'withdraw.dayMax',
        'withdraw.payerOnly',
        'withdraw.checkAbove',
        'withdraw.proofAbove',
        'withdraw.needsVerification',
        'payee.coolHours',
        'warranty.massPercent',
        'warranty.massLeast',
        'appUser.rechargeDayMax',
        'appUser.withdrawDayMax',
        'checks.consent',
        'embedded.permille',
        'embedded.reward',
        'embedded.dailyCap',
        'export.stepUpRows',
        'export.approvalRows',
        'sms.complaintRate',
        'sms.complaintTexts',
        'sms.shortLinkOrigin',
        'sign.legacy.enabled',
      ],
    );
  });

  it('accepts a stronger value at once, and a weaker one after a second person has approved it', async () => {
    expect(await ask('200')).toEqual([]);
    expect(inForce()).toBe(200_000_000n);
    const [asked] = await ask('5000');
    expect(asked).toMatchObject({ paramKey: KEY, approvalNo: expect.stringMatching(/^RV/) });
    const id = asked?.approvalId ?? '';
    expect([inForce(), await itemOf(KEY)]).toMatchObject([
      200_000_000n,
      { paramValue: '200', asked: { paramValue: '5000', approvalId: id } },
    ]);
    expect(await rowOf(KEY)).toMatchObject({ paramValue: '200', askedValue: '5,000', approvalId: id });
    const checker = await product.staff('finance_check');
    expect(await request(checker, id)).toMatchObject({
      subject: '参数“自动入账单笔上限”由 200 改为 5,000',
      reason: 'Busy season',
      lines: [{ note: { zh: '200 → 5,000', en: '200 → 5,000' } }],
    });
    expect((await request(checker, id, 'en')).subject).toBe('Change “Automatic credit limit” from 200 to 5,000');
    expect((await (await product.staff('finance')).post('desk/approval/pass', { ids: id })).status).not.toBe(200);
    expect((await admin.post('desk/approval/pass', { ids: id })).body.bizCode).toBe('SELF_APPROVAL');
    expect(inForce()).toBe(200_000_000n);
    expect((await checker.post('desk/approval/pass', { ids: id })).status).toBe(200);
    await expect.poll(() => inForce(), { interval: 20 }).toBe(5_000_000_000n);
    expect(await itemOf(KEY)).toMatchObject({ paramValue: '5000', asked: null });
    const { rows } = await product.db.pool.query(
      `select before::text, after::text from audit_log where object_type = 'desk/approval' and user_id = $1`,
      [checker.id],
    );
    expect(rows).toEqual([
      {
        before: expect.stringContaining('"param_value": "200"'),
        after: expect.stringContaining('"param_value": "5000"'),
      },
    ]);
    await product.setParameter(KEY, '1000');
  });

  it('closes the request for a weaker value when a stronger one applies, on the panel and in the list', async () => {
    const { id } = await rowOf(KEY);
    for (const strengthen of [
      () => ask('900'),
      () => admin.post('system/param/submit', { id, paramValue: '800' }),
      () => ask('700'),
    ]) {
      const [asked] = await ask('6000');
      expect(await request(admin, asked?.approvalId ?? '')).toMatchObject({ status: 0 });
      await strengthen();
      expect(await request(admin, asked?.approvalId ?? '')).toMatchObject({ status: 3 });
      expect(await itemOf(KEY)).toMatchObject({ asked: null });
    }
    await product.setParameter(KEY, '1000');
  });

  it('requires a reason on the panel, and changes nothing without one', async () => {
    const values = [
      { paramKey: 'inventory.lowStock', paramValue: '77' },
      { paramKey: KEY, paramValue: '9000' },
    ];
    const { body } = await admin.post('system/param/update-control-panel', { values });
    expect(body).toMatchObject({ bizCode: 'PARAM_REASON_NEEDED', data: { fields: [{ field: 'reason' }] } });
    expect([await itemOf('inventory.lowStock'), await itemOf(KEY)]).toMatchObject([
      { paramValue: '100' },
      { asked: null },
    ]);
  });

  it('is also guarded in the list and for a reset to its default', async () => {
    const { id, version } = await rowOf(KEY);
    const { body } = await admin.post('system/param/submit', { id, version, paramValue: '7000', remark: 'Peak' });
    expect([body.data, inForce()]).toMatchObject([{ id, approvalId: expect.any(String) }, 1_000_000_000n]);
    expect(await rowOf(KEY)).toMatchObject({ paramValue: '1000', askedValue: '7,000', remark: 'Peak' });
    // A stronger value withdraws the request; then the default is weaker than the present value.
    expect((await admin.post('system/param/submit', { id, paramValue: '10' })).body.data).toEqual({
      id,
      approvalId: null,
    });
    expect(await request(admin, body.data.approvalId)).toMatchObject({ status: 3 });
    await expect.poll(() => inForce(), { interval: 20 }).toBe(10_000_000n);
    const [reset] = await ask(null);
    expect([inForce(), await itemOf(KEY)]).toMatchObject([10_000_000n, { asked: { paramValue: '1000' } }]);
    // The approved change is not the one that would happen now.
    await product.setParameter(KEY, '20');
    const checker = await product.staff('finance_check');
    const pass = () => checker.post('desk/approval/pass', { ids: reset?.approvalId });
    expect((await pass()).body.bizCode).toBe('STALE_DATA');
    await product.setParameter(KEY, '10');
    expect((await pass()).status).toBe(200);
    await expect.poll(() => inForce(), { interval: 20 }).toBe(1_000_000_000n);
  });

  it('has one request at a time; zero for no limit is the weakest value', async () => {
    const [first] = await ask('30000', admin, 'export.approvalRows');
    const [second] = await ask('0', admin, 'export.approvalRows');
    const checker = await product.staff('finance_check');
    expect(await request(checker, first?.approvalId ?? '')).toMatchObject({ status: 3 });
    expect((await request(checker, second?.approvalId ?? '', 'en')).subject).toMatch(/from 20,000 rows to no limit$/);
    expect(await ask('100', admin, 'export.approvalRows')).toEqual([]);
    expect((await ask('1', admin, 'account.demandSecondFactor')).length).toBe(0);
    expect((await ask(null, admin, 'account.demandSecondFactor')).length).toBe(1);
    await product.setParameter('account.demandSecondFactor', '0');
    await product.setParameter('export.approvalRows', '20000');
  });

  it('is guarded for each tenant by its own people', async () => {
    const { admin: theirs } = await secondTenantOf(product);
    expect((await ask('2000', theirs)).length).toBe(1);
    const row = { paramName: 'x', paramKey: KEY, paramValue: '3000', controlPanel: 1 };
    const { body } = await theirs.post('system/param/submit', row);
    expect([body.data.approvalId, inForce(SECOND_TENANT)]).toEqual([expect.any(String), 1_000_000_000n]);
    const checker = await product.staff('finance_check');
    const theirRequest = { ids: body.data.approvalId };
    expect((await checker.post('desk/approval/pass', theirRequest)).status).toBe(404);
    // Without its row the tenant would follow the platform, whatever its value.
    expect((await theirs.post('system/param/remove', { ids: body.data.id })).body.bizCode).toBe('PARAM_BUILT_IN');
    expect((await ask('50', theirs)).length).toBe(0);
    expect((await ask(null, theirs)).length).toBe(1);
    expect(inForce(SECOND_TENANT)).toBe(50_000_000n);
  });
});

describe('a tenant', () => {
  it('overrides permitted parameters for itself, and falls back to the platform', async () => {
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

describe('a password parameter', () => {
  const KEY = 'account.initialPassword';
  const PASSWORD = 'Harbour-2026-xyz';
  const MASK = '••••••••';
  const change = (paramValue: string | null, who = admin) =>
    who.post('system/param/update-control-panel', { values: [{ paramKey: KEY, paramValue }], reason: 'Old clients' });
  const ask = async (paramValue: string): Promise<string> => (await change(paramValue)).body.data.asked[0].approvalId;
  const given = async (): Promise<string> => {
    const { id } = await product.agent();
    return (await admin.post('system/user/reset-password', { userIds: String(id) })).body.data[0].password;
  };
  /** Returns the tables with a row that contains a text, in any column. */
  const holders = async (text: string): Promise<string[]> => {
    const { rows } = await product.db.pool.query<{ name: string }>(
      `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where c.relkind in ('r', 'p') and not c.relispartition and n.nspname not in ('pg_catalog', 'information_schema')`,
    );
    const found: string[] = [];
    for (const { name } of rows) {
      const sql = `select 1 from ${name} t where strpos(t::text, $1) > 0 limit 1`;
      if ((await product.db.pool.query(sql, [text])).rowCount) found.push(name);
    }
    return found;
  };

  it('is nowhere in plain text: in no table, list, panel, export, request or trail', async () => {
    const checker = await product.staff('finance_check');
    const id = await ask(PASSWORD);
    expect(await itemOf(KEY)).toMatchObject({ paramValue: '', asked: { paramValue: MASK, approvalId: id } });
    expect(await rowOf(KEY)).toMatchObject({ paramValue: '', askedValue: '已设置' });
    const request = (await checker.get('desk/approval/detail', { id })).body.data;
    expect(request).toMatchObject({ lines: [{ note: { zh: '无 → 已设置', en: 'none → set' } }] });
    expect(JSON.stringify(request)).not.toMatch(/Harbour|1\.[\w-]{8}\./);
    expect((await checker.post('desk/approval/pass', { ids: id })).status).toBe(200);
    expect(await given()).toBe(PASSWORD);
    expect(await itemOf(KEY)).toMatchObject({ paramValue: MASK, defaultValue: '', asked: null });
    const row = await rowOf(KEY);
    expect(row.paramValue).toBe(MASK);
    const { body } = await admin.post('system/param/submit', { id: row.id, paramValue: `${PASSWORD}-2` });
    expect(body.data.approvalId).toEqual(expect.any(String));
    expect(await holders(PASSWORD)).toEqual([]);
    const trail = await product.db.pool.query(
      `select asked::text, before::text, after::text from audit_log where object_type in ('system/param', 'desk/approval')`,
    );
    expect(JSON.stringify(trail.rows)).not.toMatch(/"param_value": "1\.[\w-]{8}\./);
  });

  it('stays when a form sends its mask back, and is removed by a reset', async () => {
    expect(await given()).toBe(PASSWORD);
    const { id, version } = await rowOf(KEY);
    expect((await change(MASK)).body).toMatchObject({ code: 200, data: { asked: [] } });
    const sent = { id, version, paramValue: MASK, remark: 'Terminals' };
    expect((await admin.post('system/param/submit', sent)).body).toMatchObject({ code: 200 });
    expect([await given(), (await rowOf(KEY)).remark]).toEqual([PASSWORD, 'Terminals']);
    expect((await change(null)).body.data.asked).toEqual([]);
    expect(await itemOf(KEY)).toMatchObject({ paramValue: '', asked: null });
    expect(await given()).not.toBe(PASSWORD);
  });

  it('is validated as a password before it is encrypted', async () => {
    expect((await change('short')).body.data.fields).toMatchObject([{ field: KEY }]);
    expect((await change(`Aa1-${'x'.repeat(80)}`)).status).toBe(400);
    const { id } = await rowOf(KEY);
    const { body } = await admin.post('system/param/submit', { id, paramValue: 'short' });
    expect(body.data.fields).toMatchObject([{ field: 'paramValue' }]);
  });

  it('of a tenant is its own; the platform’s applies to a tenant without one', async () => {
    const { admin: theirs } = await secondTenantOf(product);
    const sealed = product.app.secrets.seal(PASSWORD, `parameter ${KEY} 000000`);
    await product.setParameter(KEY, sealed);
    const item = await itemOf(KEY, theirs);
    expect(item).toMatchObject({ paramValue: MASK, defaultValue: MASK });
    expect(await readSecretParameter(product.db.drizzle, product.app.secrets, SECOND_TENANT, KEY)).toBe(PASSWORD);
    await product.setParameter(KEY, '');
  });
});

it('an invalid value in the table is ignored', async () => {
  await product.db.pool.query("update sys_param set param_value = 'x' where param_key = 'task.days'");
  await elsewhere.refresh();
  expect(elsewhere.get('000000', 'task.days')).toBe(90);
  await product.db.pool.query("update sys_param set param_value = '90' where param_key = 'task.days'");
});
