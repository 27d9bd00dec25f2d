import type { AddressInfo } from 'node:net';
import type { Call } from '@trade-assistant/contract/kit/call.ts';
import { declaredErrors } from '@trade-assistant/contract/kit/errors.ts';
import { permissionsOf } from '@trade-assistant/contract/kit/permission.ts';
import type { Resource } from '@trade-assistant/contract/kit/resource.ts';
import { registry } from '@trade-assistant/contract/registry.ts';
import { sql } from 'drizzle-orm';
import fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Db } from './kernel/db/index.ts';
import { countCallers } from './kernel/http/callers.ts';
import type { Context } from './kernel/http/context.ts';
import { mount, requestId } from './kernel/http/routes.ts';
import { createLimits, purgeLimits } from './kernel/limits/index.ts';
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

  it('answers every call of the contract, and refuses each without the permission', async () => {
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
      for (const [name, { input, answer, standard }] of Object.entries(resource.calls)) {
        const parameters = input.meta()?.['parameters'];
        if (!Array.isArray(parameters) || !parameters.includes('id_in') || answer !== 'envelope') continue;
        const path = `${resource.name}/${name}`;
        const { status, body } = await product.admin.get(path, { id_in: '999999999999999999,999999999999999998' });
        expect(status, path).toBe(200);
        if (standard === 'counts')
          expect(body.data.states.every(({ count }: { count: number }) => count === 0)).toBe(true);
        else expect(body.data, path).toMatchObject({ records: [], total: 0 });
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

  it('has every error in both languages, with the same placeholders', () => {
    const holes = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();
    for (const [code, { zh, en }] of declaredErrors) {
      expect(zh.length, code).toBeGreaterThan(0);
      expect(en.length, code).toBeGreaterThan(0);
      expect(holes(zh), code).toEqual(holes(en));
    }
  });
});

describe('the audit trail', () => {
  const rowsOf = async (traceId: string) =>
    (await product.db.pool.query('select * from audit_log where trace_id = $1 order by id', [traceId])).rows;

  it('has a row with the changes of every writing call, unless the call declares a reason', async () => {
    // The calls as they are declared, over one handler that changes a country's place.
    const served = (registry as readonly Resource[]).map((resource) => ({
      resource: {
        ...resource,
        calls: Object.fromEntries(
          Object.entries(resource.calls).map(([name, { upload: _upload, signed: _signed, ...call }]) => [
            name,
            { ...call, idempotent: false, input: z.looseObject({}), data: z.unknown() },
          ]),
        ),
      },
      handlers: Object.fromEntries(
        Object.keys(resource.calls).map((name) => [
          name,
          (c: Context) =>
            c.tx((tx) => tx.execute(sql`update inv_country set sort = sort + 1 where country_code = 'US'`)),
        ]),
      ),
    }));
    const server = fastify({ genReqId: (request) => requestId(request.headers['x-request-id']) });
    countCallers(server, product.app);
    mount(server, product.app, served);
    const quiet: string[] = [];
    for (const { resource } of served) {
      for (const [name, call] of Object.entries(resource.calls) as [string, Call][]) {
        if (!call.methods.includes('POST')) continue;
        const path = `${resource.name}/${name}`;
        const traceId = `trail-${path.replaceAll('/', '-')}`;
        const headers = { token: `bearer ${product.admin.token}`, 'x-request-id': traceId, 'user-agent': 'browser/1' };
        const answer = await server.inject({ method: 'POST', url: `/api/${path}`, headers, payload: { id: '7' } });
        expect(answer.statusCode, `${path} ${answer.body}`).toBe(200);
        const rows = await rowsOf(traceId);
        if (call.untrailed) {
          quiet.push(path);
          expect(rows, path).toEqual([]);
          continue;
        }
        expect(rows, path).toHaveLength(1);
        const [before, after] = [rows[0].before, rows[0].after].map((side) => Object.values(side)[0]);
        expect(rows[0], path).toMatchObject({
          account: 'admin',
          ip: '127.0.0.1',
          user_agent: 'browser/1',
          object_type: resource.name,
          action: name,
          object_id: '7',
          asked: { id: '7' },
        });
        expect((after as { sort: number }).sort, path).toBe((before as { sort: number }).sort + 1);
      }
    }
    await server.close();
    expect(quiet).toEqual([
      'agent/product/put-cover',
      'agent/recharge/put-proof',
      'agent/user/put-paper',
      'agent/verification/put-picture',
      'agent/warranty-claim/put-proof',
      'agent/withdrawal/callback',
      'app/timestamp',
      'app/product',
      'app-manage/activity/put-cover',
      'app-manage/announcement/read',
      'app-manage/instruction/view',
      'auth/lock/lock',
      'auth/lock/unlock',
      'auth/oauth/token',
      'auth/oauth/render',
      'auth/oauth/link',
      'auth/oauth/logout',
      'auth/passkey/register-options',
      'auth/passkey/sign-in-options',
      'auth/two-factor/enrol',
      'compliance/case/put-proof',
      'compliance/consent/put-proof',
      'desk/task/ticket',
      'develop/datasource/test',
      'finance/log/remove',
      'log/error/send-logs',
      'message/remove',
      'message/readAll',
      'provider/provider/put-paper',
      'provider/provider/test',
      'provider/provider/callback',
      'provider/provider/webhook',
      'provider/provider/test-message',
      'provider/provider/learn',
      'report/report/preview',
      'resource/oss/test',
      'resource/oss/endpoint/put-file',
      'sms/order-phone/put-proof',
      'sms/session/typing',
      'sms/session/draft',
      'sms/session/seen',
      'sms/session-task/check-flow',
      'sms/session-task/simulate',
      'sms/sms-phone/put-proof',
      'sms/sms-task/check-text',
      'statistics/website-source/record',
      'system/tenant/datasource',
      'system/user-preferences/change',
      'telegram/order-phone/put-proof',
      'user/app-user/panel-proof',
      'user/incoming-payment/callback',
      'whatsapp/embedded-number-task/put-proof',
      'whatsapp/order-phone/put-proof',
      'whatsapp/supplier/put-paper',
      'whatsapp/supplier-claim/put-proof',
    ]);
  });

  it('shows the author of a change with old and new values; a repetition and a refusal add nothing', async () => {
    const { records } = (await product.admin.get('user/country/list', { countryCode: 'DE' })).body.data;
    const { id, sort } = records[0];
    const headers = { 'idempotency-key': 'trail-1', 'x-request-id': 'trail-country' };
    for (const _time of [1, 2])
      expect((await product.admin.post('user/country/update', { id, sort: sort + 5 }, headers)).status).toBe(200);
    const refused = await product.admin.post('user/country/update', { id: '999', sort: 1 }, headers);
    expect(refused.status).not.toBe(200);
    expect(await rowsOf('trail-country')).toMatchObject([
      {
        account: 'admin',
        action: 'update',
        object_type: 'user/country',
        object_id: id,
        before: { [`inv_country:${id}`]: { sort } },
        after: { [`inv_country:${id}`]: { sort: sort + 5 } },
      },
    ]);
  });

  it('has the exported columns, without secrets and full numbers of people', async () => {
    const exported = await product.admin.post(
      'user/country/export',
      { countryCode: 'DE', format: 'csv' },
      { 'x-request-id': 'trail-export' },
    );
    expect(exported.status).toBe(200);
    expect(await rowsOf('trail-export')).toMatchObject([
      { action: 'export', before: null, after: null, asked: { countryCode: 'DE', format: 'csv' } },
    ]);
    const opened = await product.admin.post(
      'agent/user/open-account',
      { account: 'trailed', password: 'Trail-password-1', realName: 'Trailed', phone: '+12125550123', userType: 2 },
      { 'x-request-id': 'trail-open' },
    );
    expect(opened.body).toMatchObject({ code: 200 });
    const [row] = await rowsOf('trail-open');
    const text = JSON.stringify(row, (_name, value) => (typeof value === 'bigint' ? String(value) : value));
    expect(text).toContain('trailed');
    for (const secret of ['Trail-password-1', 'argon2', '2125550123']) expect(text).not.toContain(secret);
  });
});

describe('the envelope', () => {
  it('answers an unknown path with 404 and a known one by another verb with 405', async () => {
    const unknown = await product.server.inject({ method: 'GET', url: '/api/no/such/call' });
    expect(unknown.json()).toMatchObject({
      code: 404,
      success: false,
      bizCode: 'ROUTE_NOT_FOUND',
    });
    const answer = await product.server.inject({ method: 'DELETE', url: '/api/user/country/list' });
    expect(answer.json()).toMatchObject({ code: 405, bizCode: 'METHOD_NOT_ALLOWED' });
    expect(answer.headers['allow']).toBe('GET');
  });

  it('restricts browsers by headers of an answer', async () => {
    const { headers } = await product.admin.get('system/user/info');
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'content-type': 'application/json; charset=utf-8',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    });
    for (const rule of ["script-src 'self'", "object-src 'none'", "base-uri 'none'", "frame-ancestors 'self'"])
      expect(headers['content-security-policy']).toContain(rule);
    expect(
      (await product.server.inject({ method: 'TRACE' as 'GET', url: '/api/system/user/info' })).statusCode,
    ).toBeGreaterThan(400);
  });

  it('answers an unreadable address like an unknown one', async () => {
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
      msg: expect.stringContaining('每页条数'),
    });
  });

  it('answers in the requested language, Chinese by default', async () => {
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
    expect((await createdAfter('Asia/Shanghai')).body.data.total).toBe(1);
    expect((await createdAfter('America/New_York')).body.data.total).toBe(0);
  });

  it('includes the first moment of a time span and excludes the last', async () => {
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

  it('is refused with its unknown names, in queries, bodies and nested objects', async () => {
    const refusedBy = async (answer: Promise<{ status: number; body: unknown }>) => {
      const { status, body } = await answer;
      return [status, body];
    };
    const naming = (name: string) => [
      400,
      expect.objectContaining({ bizCode: 'UNKNOWN_PARAMETER', msg: `不支持的参数：${name}` }),
    ];
    const { admin } = product;
    expect(await refusedBy(admin.get('user/country/detail', { id: '1', idd: '1' }))).toEqual(naming('idd'));
    expect(await refusedBy(admin.get('user/country/bulk-select', { keywords: 'x' }))).toEqual(naming('keywords'));
    expect(await refusedBy(admin.post('user/country/remove', { ids: '1', force: 1 }))).toEqual(naming('force'));
    expect(await refusedBy(admin.post('auth/lock/lock', { constructor: 'x' }))).toEqual(naming('constructor'));
    expect(
      await refusedBy(
        admin.post('whatsapp/price-configure/batch-setting', { ids: '1', settings: { valeu: '1' }, x: 1 }),
      ),
    ).toEqual(naming('settings.valeu, x'));
    expect(await refusedBy(admin.post('log/error/send-logs', { logs: [{ type: 'error', stak: 'x' }] }))).toEqual(
      naming('logs.0.stak'),
    );
    // Empty values mean nothing; the token call follows a standard that ignores unknown names.
    expect((await admin.get('user/country/bulk-select', { keywords: '' })).status).toBe(200);
    const token = { grant_type: 'password', username: 'nobody', password: 'x', switch_mode: '1' };
    expect((await product.guest.post('auth/oauth/token', token)).body).not.toMatchObject({
      error_code: 'UNKNOWN_PARAMETER',
    });
  });

  it('may send back the row it read; write-once fields stay unchanged, or are refused', async () => {
    const { admin } = product;
    const read = async () => (await admin.get('user/country/list', { countryCode: 'XB' })).body.data.records[0];
    const row = await read();
    expect((await admin.post('user/country/update', { ...row, nameEn: 'Otherland' })).status).toBe(200);
    expect(await read()).toMatchObject({ countryCode: 'XB', nameEn: 'Otherland', version: row.version + 1 });
    expect((await admin.post('user/country/update', { id: row.id, countryCode: 'XZ' })).body).toMatchObject({
      code: 400,
      msg: expect.stringContaining('国家代码: 创建后不能修改'),
      data: { fields: [{ field: 'countryCode', message: '创建后不能修改' }] },
    });
  });

  it('that adds through the shared form names missing fields', async () => {
    for (const path of ['system/top-menu/submit', 'desk/notice/submit']) {
      const { status, body } = await product.admin.post(path, {}, { lang: 'en' });
      expect(status, path).toBe(400);
      expect(body.data.fields.length, path).toBeGreaterThan(1);
      for (const { message } of body.data.fields) expect(message, path).toBe('is required');
    }
    const made = await product.admin.post('system/top-menu/submit', {
      code: 'shared',
      name: '共用',
      nameEn: 'Shared',
      source: 'ShopOutlined',
      sort: 1,
    });
    const { id } = made.body.data;
    expect((await product.admin.post('system/top-menu/submit', { id, name: '改名' })).status).toBe(200);
    expect((await product.admin.get('system/top-menu/detail', { id })).body.data).toMatchObject({ name: '改名' });
  });

  it('with a text that cannot be kept, or nested without end, is refused by name', async () => {
    const { admin } = product;
    for (const text of ['a\u0000b', '\ud800'])
      expect((await admin.post('user/country/save', { ...named, nameEn: text })).body).toMatchObject({
        code: 400,
        msg: expect.stringMatching(/^请求参数有误：英文名: 含有无法保存的字符/),
      });
    const deep = JSON.parse(`${'['.repeat(30_000)}${']'.repeat(30_000)}`);
    const keyed = { 'idempotency-key': 'deep-input' };
    for (const body of [{ ...named, deep }, { ...named, timezones: deep }, { values: { deep } }])
      expect((await admin.post('user/country/save', body, keyed)).body).toMatchObject({
        code: 400,
        bizCode: 'TOO_DEEP',
      });
    expect((await admin.post('system/user-preferences/change', { values: { deep } })).body.bizCode).toBe('TOO_DEEP');
  });

  it('under a key that is too long gets the maximum length', async () => {
    const key = { 'idempotency-key': 'k'.repeat(65) };
    expect((await product.admin.post('user/country/remove', { ids: '1' }, key)).body.msg).toContain('应为 1–64 个字符');
  });

  it('whose form names no boundary gets that reason', async () => {
    const answer = await product.server.inject({
      method: 'POST',
      url: '/api/resource/oss/endpoint/put-file',
      payload: 'x',
      headers: { 'content-type': 'multipart/form-data', token: `bearer ${product.admin.token}`, lang: 'en' },
    });
    expect(answer.json()).toMatchObject({ code: 400, bizCode: 'NO_BOUNDARY' });
  });

  it('for a price below zero, or beyond the limit of money, names the field', async () => {
    for (const [listPrice, sentence] of [
      ['-1', '划线价: 最小为 0'],
      ['99999999999999.999999', '划线价: 金额过大'],
    ])
      expect((await product.admin.post('agent/product/update', { id: '1', listPrice })).body).toMatchObject({
        code: 400,
        msg: expect.stringContaining(String(sentence)),
      });
    const found = await product.admin.get('finance/log/page', { amount_ge: '99999999999999.999999' });
    expect(found.body).toMatchObject({ code: 400, data: { fields: [{ field: 'amount_ge', message: '金额过大' }] } });
  });

  it('finds rows by the time they show, to the second', async () => {
    const { admin } = product;
    await product.db.pool.query(
      `update inv_country set create_time = '2026-03-04 05:06:07.89+08'
       where country_code in ('XA', 'XB', 'XC')`,
    );
    const found = async (filters: Record<string, string>) =>
      (await admin.get('user/country/list', { nameZh: '测试国', ...filters })).body.data.total;
    const [shown, before, after] = ['2026-03-04 05:06:07', '2026-03-04 05:06:06', '2026-03-04 05:06:08'];
    for (const name of ['createTime', 'createTime_equal', 'createTime_datele', 'createTime_le', 'createTime_ge'])
      expect(await found({ [name]: shown }), name).toBe(3);
    for (const name of ['createTime_notequal', 'createTime_gt', 'createTime_lt', 'createTime_datelt'])
      expect(await found({ [name]: shown }), name).toBe(0);
    for (const name of ['createTime', 'createTime_le', 'createTime_datele'])
      expect(await found({ [name]: before }), name).toBe(0);
    expect(await found({ createTime_gt: before })).toBe(3);
    expect(await found({ createTime_ge: after })).toBe(0);
    expect(await found({ createTime_notequal: after })).toBe(3);
  });

  it('that edits a row changed by another user meanwhile is refused, and changes nothing', async () => {
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
});

describe('the limit of a minute', () => {
  let small: TestApp;
  beforeAll(async () => {
    small = await testApp({ RATE_LIMIT: '10', TRUST_PROXY: '1' });
  });
  afterAll(() => small.close());

  /** A request through the one trusted proxy; the header before it is the client's claim. */
  const from = (address: string, more: Record<string, string> = {}) => ({ 'x-forwarded-for': address, ...more });
  const statuses = async (calls: number, headersOf: (index: number) => Record<string, string>) => {
    const call = (index: number) => small.guest.get('system/menu/buttons', {}, headersOf(index));
    const answers = await Promise.all(Array.from({ length: calls }, (_, index) => call(index)));
    return answers.map(({ status }) => status).sort();
  };
  const tenRefused = [...Array(10).fill(401), ...Array(5).fill(429)];

  it('is answered 429 in the envelope beyond it, with the time of the next attempt', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => small.admin.get('system/menu/buttons')));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.body).toMatchObject({ code: 429, success: false, bizCode: 'RATE_LIMITED' });
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(refused?.headers['retry-after'])).toBeLessThanOrEqual(60);
  });

  it('counts an address with any invented tokens, in any notation', async () => {
    expect(await statuses(15, (index) => from('198.51.100.1', { token: `bearer made-up-${index}` }))).toEqual(
      tenRefused,
    );
    expect(await statuses(15, (index) => from('198.51.100.2', { token: `bearer${' '.repeat(index)}` }))).toEqual(
      tenRefused,
    );
    expect(
      await statuses(15, (index) => from('198.51.100.3', { token: `bearer ${index}`, authorization: 'x' })),
    ).toEqual(tenRefused);
  });

  it('counts the address seen by the trusted proxy, not a forged one, and an IPv6 network as one', async () => {
    expect(await statuses(15, (index) => from(`203.0.113.${index}, 198.51.100.4`))).toEqual(tenRefused);
    expect(await statuses(15, (index) => from(`2001:db8:7:7:${index}::1`))).toEqual(tenRefused);
  });

  it('counts unknown addresses, and not health checks', async () => {
    const paths = Array.from({ length: 15 }, (_, index) => `/api/nothing/of/the/kind/${index}`);
    const headers = from('198.51.100.5');
    const answers = await Promise.all(paths.map((url) => small.server.inject({ url, headers })));
    expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(5);
    expect((await small.server.inject({ url: '/health/live', headers })).statusCode).toBe(200);
  });

  it('of an address stops no session that was good before', async () => {
    const user = await small.staff('finance');
    const headers = from('198.51.100.6');
    expect((await user.get('system/menu/buttons', {}, headers)).status).toBe(200);
    expect(await statuses(15, (index) => from('198.51.100.6', { token: `bearer made-up-${index}` }))).toEqual(
      tenRefused,
    );
    expect((await user.get('system/menu/buttons', {}, headers)).status).toBe(200);
  });

  it('of a handshake is that of its address', async () => {
    await small.server.listen({ port: 0, host: '127.0.0.1' });
    small.app.realtime.attach(small.server.server);
    const { port } = small.server.server.address() as AddressInfo;
    const shake = () =>
      fetch(`http://127.0.0.1:${port}/ws/?EIO=4&transport=polling`, { headers: from('198.51.100.7') });
    const answers = await Promise.all(Array.from({ length: 15 }, shake));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
  });

  it('is one for all processes, which let no more pass, and each at most a hundredth less', async () => {
    const processes = [createLimits(small.db, small.app.log), createLimits(small.db, small.app.log)];
    const passed = async (key: string, most: number) => {
      const takes = Array.from({ length: most }, () => processes.map((limits) => limits.take(key, most)));
      return (await Promise.all(takes.flat())).filter((seconds) => seconds === 0).length;
    };
    expect(await passed('few', 7)).toBe(7);
    const many = await passed('many', 2000);
    expect(many).toBeGreaterThanOrEqual(1980);
    expect(many).toBeLessThanOrEqual(2000);
    // One that arrives after the others used up the limit has no grant of its own.
    expect(await createLimits(small.db, small.app.log).take('many', 2000)).toBeGreaterThan(0);
    await small.db.pool.query(`update kernel_limit set ends_at = now() where key = 'few'`);
    expect(await createLimits(small.db, small.app.log).take('few', 7)).toBe(0);
    await small.db.pool.query(`update kernel_limit set ends_at = now()`);
    await purgeLimits(small.db);
    expect((await small.db.pool.query('select from kernel_limit')).rowCount).toBe(0);
  });

  it('is counted by a process alone while the database does not answer', async () => {
    const silent = { pool: { query: () => new Promise(() => {}) } } as unknown as Db;
    const limits = createLimits(silent, small.app.log);
    const taken = await Promise.all(Array.from({ length: 20 }, () => limits.take('caller', 10)));
    expect(taken.filter((seconds) => seconds === 0)).toHaveLength(10);
  });
});

describe('the API document', () => {
  it('has valid references, unique parameters and unique operation names', async () => {
    const document = (await product.server.inject('/api/openapi.json')).json();
    const at = (pointer: string) =>
      pointer
        .slice(2)
        .split('/')
        .reduce((value, key) => value?.[key], document);
    const pointers = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, pointer = '']) => pointer);
    expect(pointers.length).toBeGreaterThan(100);
    expect([...new Set(pointers)].filter((pointer) => at(pointer) === undefined)).toEqual([]);
    const operations = Object.values<Record<string, { operationId: string; parameters?: { name?: string }[] }>>(
      document.paths,
    ).flatMap((path) => Object.values(path));
    const ids = operations.map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id) => !/^[a-z][A-Za-z0-9]*$/.test(id))).toEqual([]);
    for (const { operationId, parameters = [] } of operations) {
      const names = parameters.flatMap(({ name }) => name ?? []);
      expect(new Set(names).size, operationId).toBe(names.length);
    }
  });

  it('names the values of dictionaries, the formats of the wire and every error code', async () => {
    const { components, paths } = (await product.server.inject('/api/openapi.json')).json();
    expect(components.schemas.BizCode.enum).toEqual([...declaredErrors.keys()].sort());
    expect(components.schemas.BizCode.description).toContain('`NO_PERMISSION` (403): 没有权限 / No permission');
    expect(components.responses.Refused403.description).toContain('`OUT_OF_SCOPE`');
    expect(components.schemas.StockStatus).toMatchObject({
      enum: [0, 1, 2, 3, 4, 5, 6, 7],
      description: expect.stringContaining('3: 冷却 / Quarantine'),
    });
    const row =
      paths['/api/whatsapp/warehouse/page'].get.responses[200].content['application/json'].schema.properties.data
        .properties.records.items.properties;
    expect(row).toMatchObject({
      id: { type: 'string', format: 'int64' },
      stockStatus: { $ref: '#/components/schemas/StockStatus' },
      capability: { $ref: '#/components/schemas/NumberCapabilitySet' },
      createTime: { type: 'string', format: 'wall-time' },
    });
    expect(JSON.stringify(row.costPrice)).toContain('"format":"decimal"');
    const { parameters, requestBody } = paths['/api/agent/product/buy'].post;
    expect(parameters).toEqual([{ $ref: '#/components/parameters/IdempotencyKey' }]);
    expect(requestBody.content['application/json'].schema.required).toContain('productId');
  });

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
