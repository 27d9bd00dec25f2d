import { declaredErrors } from '@trade-assistant/contract/kit/errors.ts';
import { permissionsOf } from '@trade-assistant/contract/kit/permission.ts';
import type { Resource } from '@trade-assistant/contract/kit/resource.ts';
import { registry } from '@trade-assistant/contract/registry.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findModules } from './modules.ts';
import { type TestApp, testApp } from './testing/app.ts';

let product: TestApp;
beforeAll(async () => {
  product = await testApp();
});
afterAll(() => product.close());

describe('completeness', () => {
  it('has a server module for every resource of the contract, and no other', async () => {
    const { modules } = await findModules();
    const served = modules.map(({ resource }) => resource.name).sort();
    expect(served).toEqual(registry.map(({ name }) => name).sort());
  });

  it('answers every call of the contract, and refuses each to whoever may not make it', async () => {
    const refused: string[] = [];
    for (const resource of registry as readonly Resource[]) {
      for (const [name, call] of Object.entries(resource.calls)) {
        const path = `${resource.name}/${name}`;
        const answer = call.methods[0] === 'GET' ? await product.guest.get(path) : await product.guest.post(path);
        expect(answer.status, path).not.toBe(404);
        if (call.access !== 'public') expect(answer.status, path).toBe(401);
        if (answer.status === 401) refused.push(path);
      }
    }
    expect(refused.length).toBeGreaterThan(40);
  });

  it('finds rows by their ids in every list that offers it', async () => {
    const asked: string[] = [];
    for (const resource of registry as readonly Resource[]) {
      for (const [name, { input, answer }] of Object.entries(resource.calls)) {
        const parameters = input.meta()?.['parameters'];
        if (!Array.isArray(parameters) || !parameters.includes('id_in') || answer !== 'envelope') continue;
        const path = `${resource.name}/${name}`;
        const { status, body } = await product.admin.get(path, { id_in: '999999999999999999,999999999999999998' });
        expect(status, path).toBe(200);
        expect(body.data, path).toMatchObject({ records: [], total: 0 });
        asked.push(path);
      }
    }
    expect(asked).toContain('whatsapp/warehouse/page');
    const { records } = (await product.admin.get('user/country/list')).body.data as { records: { id: string }[] };
    const [first, second] = records.map(({ id }) => id);
    const found = await product.admin.get('user/country/list', { id_in: `${second},${first}` });
    expect(found.body.data).toMatchObject({ total: 2, records: [{ id: first }, { id: second }] });
  });

  it('has a menu button for every permission', async () => {
    const rows = await product.db.pool.query<{ code: string }>('select code from sys_menu where category = 2');
    const buttons = new Set(rows.rows.map(({ code }) => code));
    for (const resource of registry as readonly Resource[]) {
      for (const { code } of permissionsOf(resource)) expect(buttons.has(code), code).toBe(true);
    }
  });

  it('says every error in both languages, with the same holes', () => {
    const holes = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();
    for (const [code, { zh, en }] of declaredErrors) {
      expect(zh.length, code).toBeGreaterThan(0);
      expect(en.length, code).toBeGreaterThan(0);
      expect(holes(zh), code).toEqual(holes(en));
    }
  });
});

describe('the envelope', () => {
  it('answers an unknown path with 404 and a known one by another verb with 405', async () => {
    expect((await product.guest.get('no/such/call')).body).toMatchObject({
      code: 404,
      success: false,
      bizCode: 'ROUTE_NOT_FOUND',
    });
    const answer = await product.server.inject({ method: 'DELETE', url: '/api/user/country/list' });
    expect(answer.json()).toMatchObject({ code: 405, bizCode: 'METHOD_NOT_ALLOWED' });
    expect(answer.headers['allow']).toBe('GET');
  });

  it('answers an address that cannot be read like one that is unknown', async () => {
    for (const url of ['/api/user/country/list%', '/api/user/%E0%A4%A', '/api/%zz?x=1']) {
      const answer = await product.server.inject({ method: 'GET', url });
      expect(answer.statusCode, url).toBe(404);
      expect(answer.json(), url).toMatchObject({ code: 404, success: false, bizCode: 'ROUTE_NOT_FOUND' });
      expect(answer.headers['content-security-policy'], url).toBeDefined();
    }
  });

  it('names an unknown filter and an unknown sort column', async () => {
    expect((await product.admin.get('user/country/list', { password_like: 'x' })).body).toMatchObject({
      code: 400,
      bizCode: 'UNKNOWN_PARAMETER',
      msg: expect.stringContaining('password_like'),
    });
    expect((await product.admin.get('user/country/list', { descs: 'id;drop table sys_user' })).body).toMatchObject({
      code: 400,
      bizCode: 'UNKNOWN_PARAMETER',
    });
  });

  it('refuses a page beyond 200 rows and names the parameter', async () => {
    expect((await product.admin.get('user/country/list', { size: 201 })).body).toMatchObject({
      code: 400,
      msg: expect.stringContaining('size'),
    });
  });

  it('speaks the language asked for, Chinese by default', async () => {
    expect((await product.guest.get('user/country/list')).body.msg).toBe('请先登录');
    expect((await product.guest.get('user/country/list', {}, { 'accept-language': 'en-GB,en;q=0.9' })).body.msg).toBe(
      'Please sign in',
    );
    expect(
      (await product.guest.get('user/country/list', {}, { 'accept-language': 'zh-CN', lang: 'en' })).body.msg,
    ).toBe('Please sign in');
  });

  it('refuses broken JSON, foreign media types and oversized bodies in the envelope', async () => {
    const send = (payload: string, type: string) =>
      product.server.inject({
        method: 'POST',
        url: '/api/user/country/save',
        payload,
        headers: { 'content-type': type, token: `bearer ${product.admin.token}` },
      });
    expect((await send('{"a":', 'application/json')).json()).toMatchObject({ code: 400, bizCode: 'BAD_JSON' });
    expect((await send('<a/>', 'application/xml')).json()).toMatchObject({ code: 415, bizCode: 'MEDIA_TYPE' });
    expect((await send(JSON.stringify({ a: 'x'.repeat(3_000_000) }), 'application/json')).json()).toMatchObject({
      code: 413,
      bizCode: 'PAYLOAD_TOO_LARGE',
    });
  });

  it('never shows a stack or SQL', async () => {
    const answer = await product.admin.get('user/country/detail', { id: '999999999999999999' });
    expect(answer.status).toBe(404);
    expect(JSON.stringify(answer.body)).not.toMatch(/select|node_modules|\.ts:/i);
  });
});

describe('a request', () => {
  const named = {
    countryCode: 'XA',
    nameZh: '测试国',
    nameEn: 'Testland',
    dialCode: '999',
    timezones: ['UTC'],
    whatsappEnabled: 1,
    telegramEnabled: 1,
    smsEnabled: 1,
    riskLevel: 1,
    isBlocked: 0,
    senderRegRequired: 0,
    quarantineDays: 90,
    sort: 1,
    status: 1,
  };

  it('may carry its parameters in the query string, a form or JSON alike', async () => {
    const save = (options: { query?: string; payload?: string; type?: string }) =>
      product.server.inject({
        method: 'POST',
        url: `/api/user/country/save${options.query ? `?${options.query}` : ''}`,
        ...(options.payload === undefined ? {} : { payload: options.payload }),
        headers: { token: `bearer ${product.admin.token}`, ...(options.type ? { 'content-type': options.type } : {}) },
      });
    const text = (code: string) =>
      new URLSearchParams({
        ...Object.fromEntries(Object.entries(named).map(([name, value]) => [name, String(value)])),
        countryCode: code,
      }).toString();
    const answers = [
      await save({ payload: JSON.stringify(named), type: 'application/json' }),
      await save({ query: text('XB') }),
      await save({ payload: text('XC'), type: 'application/x-www-form-urlencoded' }),
    ];
    expect(answers.map((answer) => answer.statusCode)).toEqual([200, 200, 200]);
    const rows = (await product.admin.get('user/country/list', { nameZh: '测试国', ascs: 'countryCode' })).body.data
      .records;
    expect(
      rows.map((row: { countryCode: string; sort: number; timezones: string[] }) => [
        row.countryCode,
        row.sort,
        row.timezones,
      ]),
    ).toEqual([
      ['XA', 1, ['UTC']],
      ['XB', 1, ['UTC']],
      ['XC', 1, ['UTC']],
    ]);
  });

  it('names the zone its times are in, and filters by them', async () => {
    const at = async (zone: string) =>
      (await product.admin.get('user/country/list', { countryCode: 'XA' }, { 'time-zone': zone })).body.data.records[0]
        .createTime as string;
    const [shanghai, newYork] = [await at('Asia/Shanghai'), await at('America/New_York')];
    const hours =
      (Date.parse(`${shanghai.replace(' ', 'T')}Z`) - Date.parse(`${newYork.replace(' ', 'T')}Z`)) / 3_600_000;
    expect([12, 13]).toContain(hours);
    const createdAfter = (zone: string) =>
      product.admin.get('user/country/list', { countryCode: 'XA', createTime_dategt: shanghai }, { 'time-zone': zone });
    expect((await createdAfter('Asia/Shanghai')).body.data.total).toBeLessThanOrEqual(1);
    expect((await createdAfter('America/New_York')).body.data.total).toBe(0);
  });

  it('takes the first moment of a span of time into it, and the last one not', async () => {
    await product.db.pool.query(
      `update inv_country set create_time = '2026-01-02 00:00:00+08' where country_code = 'XA'`,
    );
    const found = async (filters: Record<string, string>) =>
      (await product.admin.get('user/country/list', { countryCode: 'XA', ...filters })).body.data.total;
    const day = '2026-01-02 00:00:00';
    expect(await found({ createTime_dategt: day, createTime_datelt: '2026-01-03 00:00:00' })).toBe(1);
    expect(await found({ createTime_dategt: '2026-01-01 00:00:00', createTime_datelt: day })).toBe(0);
    expect(await found({ createTime_dategt: '2026-01-02 00:00:01' })).toBe(0);
    expect(await found({ createTime_gt: day })).toBe(0);
  });

  it('names every field it got wrong, by its label', async () => {
    const answer = await product.admin.post('user/country/save', { ...named, countryCode: 'usa', quarantineDays: 3 });
    expect(answer.body).toMatchObject({ code: 400, bizCode: 'BAD_REQUEST' });
    expect(answer.body.msg).toContain('国家代码');
    expect([...new Set(answer.body.data.fields.map(({ field }: { field: string }) => field))]).toEqual([
      'countryCode',
      'quarantineDays',
    ]);
  });

  it('that edits what somebody else has edited meanwhile is refused, and changes nothing', async () => {
    const row = (await product.admin.get('user/country/list', { countryCode: 'XA' })).body.data.records[0];
    expect(
      (await product.admin.post('user/country/update', { id: row.id, version: row.version, sort: 7 })).status,
    ).toBe(200);
    expect(
      (await product.admin.post('user/country/update', { id: row.id, version: row.version, sort: 8 })).body,
    ).toMatchObject({ code: 400, bizCode: 'STALE_DATA' });
    expect((await product.admin.get('user/country/detail', { id: row.id })).body.data).toMatchObject({
      sort: 7,
      version: row.version + 1,
    });
  });

  it('beyond the limit of a minute is answered 429 in the envelope', async () => {
    const small = await testApp({ RATE_LIMIT: '10' });
    try {
      const answers = [];
      for (let turn = 0; turn < 12; turn += 1) answers.push(await small.admin.get('system/menu/buttons'));
      expect(answers.at(9)?.status).toBe(200);
      expect(answers.at(11)?.body).toMatchObject({ code: 429, success: false, bizCode: 'RATE_LIMITED' });
    } finally {
      await small.close();
    }
  });
});

describe('the API document', () => {
  it('lists every call with its filters', async () => {
    const { paths } = (await product.server.inject('/api/openapi.json')).json();
    for (const resource of registry as readonly Resource[]) {
      for (const name of Object.keys(resource.calls))
        expect(Object.keys(paths), `${resource.name}/${name}`).toContain(`/api/${resource.name}/${name}`);
    }
    const names = paths['/api/user/country/list'].get.parameters.map(({ name }: { name: string }) => name);
    expect(names).toEqual(expect.arrayContaining(['current', 'size', 'createTime_dategt', 'countryCode']));
    const described = paths['/api/whatsapp/warehouse/page'].get.parameters.filter(({ name }: { name: string }) =>
      ['createTime_dategt', 'capability', 'current'].includes(name),
    );
    expect(described.map(({ name, description }: Record<string, string>) => [name, description])).toEqual([
      ['current', undefined],
      ['capability', expect.stringContaining('holds all of these')],
      ['createTime_dategt', expect.stringContaining('this moment included')],
    ]);
  });
});
