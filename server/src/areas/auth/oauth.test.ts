import { createHash } from 'node:crypto';
import { lookFields } from '@trade-assistant/contract/areas/system/tenant.ts';
import type { InjectOptions } from 'fastify';
import pino from 'pino';
import { afterAll, describe, expect, it } from 'vitest';
import {
  actorOf,
  DEFAULT_TENANT,
  openAccount,
  roleIdsOfKeys,
  seedIdentity,
} from '../../engines/people/identity/index.ts';
import type { App } from '../../kernel/app/index.ts';
import { openSessions, type Sessions, systemActor } from '../../kernel/auth/index.ts';
import { buildServer } from '../../kernel/http/server.ts';
import { openParameters, type Parameters } from '../../kernel/parameters/index.ts';
import { testDb } from '../../kernel/testing/index.ts';
import { solveCaptcha } from '../../testing/captcha.ts';
import menu from '../system/menu.ts';
import tenant from '../system/tenant.ts';
import oauth from './oauth.ts';

const PASSWORD = 'a good password 1';
const DIGEST = createHash('sha256').update(PASSWORD).digest('hex');
const config = {
  trustProxy: false,
  rateLimitPerMinute: 10_000,
  frameSources: [],
  tokenTimeSeconds: 21_570,
  captcha: false,
};

const db = await testDb();
await seedIdentity(db, { adminPassword: PASSWORD });
await db.tx(async (tx) =>
  openAccount(tx, systemActor(DEFAULT_TENANT), {
    account: 'stock_keeper',
    password: PASSWORD,
    realName: 'Stock keeper',
    userType: 1,
    roleIds: await roleIdsOfKeys(tx, DEFAULT_TENANT, ['warehouse']),
    mustChangePassword: false,
  }),
);
const sessions: Sessions = await openSessions({ db, actorOf, tokenLifeSeconds: 43_140, refreshLifeSeconds: 604_800 });
const parameters: Parameters = await openParameters(db, pino({ level: 'silent' }));
// Parts that these calls never use are left out; the others are real.
const app = {
  config,
  db,
  sessions,
  log: pino({ level: 'silent' }),
  audit: { api: () => {}, error: () => {} },
  metrics: { observe: () => {} },
  limits: { take: () => 0, giveBack: () => {}, left: () => ({ remaining: 1, seconds: 1 }) },
  secrets: { digest: (text: string, purpose: string) => `${purpose} ${text}` },
  realtime: { messagePort: 6001 },
  parameters,
} as unknown as App;
const server = await buildServer(app, [oauth, menu, tenant]);
afterAll(async () => {
  await server.close();
  await parameters.close();
  await sessions.close();
  await db.close();
});

async function call(path: string, options: InjectOptions = {}) {
  const answer = await server.inject({ method: 'GET', url: `/api/${path}`, ...options });
  return { status: answer.statusCode, headers: answer.headers, body: answer.json() };
}
const token = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
  call('auth/oauth/token', { method: 'POST', payload: fields, headers: { 'tenant-id': DEFAULT_TENANT, ...headers } });
const signIn = (username = 'admin') =>
  token({ grant_type: 'password', username, password: DIGEST, scope: 'all', type: 'account' });
const bearer = (accessToken: string) => ({ headers: { token: `bearer ${accessToken}` } });

describe('the token call', () => {
  it('answers in bare snake case, from query string, form and JSON alike', async () => {
    const fields = { grant_type: 'password', username: 'admin', password: DIGEST, tenantId: DEFAULT_TENANT };
    const query = new URLSearchParams(fields).toString();
    const answers = [
      await signIn(),
      await call(`auth/oauth/token?${query}`, { method: 'POST' }),
      await call('auth/oauth/token', {
        method: 'POST',
        payload: query,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      }),
    ];
    for (const { status, headers, body } of answers) {
      expect(status).toBe(200);
      expect(headers['cache-control']).toBe('no-store');
      expect(body).toMatchObject({
        token_type: 'bearer',
        expires_in: 43_140,
        token_time: 21_570,
        tenant_id: DEFAULT_TENANT,
        account: 'admin',
        user_name: 'admin',
        role_name: 'administrator',
        user_id: expect.stringMatching(/^\d+$/),
        oauth_id: '',
        avatar: '',
      });
    }
  });

  it('refuses in the caller’s language, also as a bare answer', async () => {
    const fields = { grant_type: 'password', username: 'admin', password: 'wrong' };
    expect(await token(fields)).toMatchObject({
      status: 400,
      body: { error_code: 'SIGN_IN_FAILED', error_description: '账号或密码错误' },
    });
    expect(await token(fields, { 'accept-language': 'en' })).toMatchObject({
      status: 400,
      body: { error_description: 'Wrong account or password' },
    });
    expect(await token({ grant_type: 'carrier_pigeon' })).toMatchObject({
      status: 400,
      body: { error_code: 'GRANT_UNKNOWN' },
    });
    expect(await token({ grant_type: 'password', username: 'admin' })).toMatchObject({
      status: 400,
      body: { error_code: 'BAD_REQUEST' },
    });
    expect(await token({ grant_type: 'refresh_token', refresh_token: 'made-up' })).toMatchObject({
      status: 401,
      body: { error_code: 'SESSION_EXPIRED' },
    });
  });

  it('exchanges a refresh token', async () => {
    const first = await signIn();
    const second = await token({ grant_type: 'refresh_token', refresh_token: first.body.refresh_token });
    expect(second).toMatchObject({ status: 200, body: { user_id: first.body.user_id } });
    expect(second.body.access_token).not.toBe(first.body.access_token);
    expect((await call('auth/oauth/user-info', bearer(second.body.access_token))).status).toBe(200);
  });

  it('needs a captcha for every grant, and accepts each captcha once', async () => {
    config.captcha = true;
    try {
      const { body } = await call('auth/oauth/captcha');
      expect(body).toEqual({ key: expect.any(String), challenge: expect.any(Object) });
      for (const grant of ['password', 'captcha']) {
        expect(await token({ grant_type: grant, username: 'admin', password: DIGEST })).toMatchObject({
          status: 400,
          body: { error_code: 'CAPTCHA_WRONG' },
        });
      }
      const code = await solveCaptcha(body.challenge);
      const withCode = () =>
        token(
          { grant_type: 'captcha', username: 'admin', password: DIGEST },
          { 'captcha-key': body.key, 'captcha-code': code },
        );
      expect((await withCode()).status).toBe(200);
      expect((await withCode()).body.error_code).toBe('CAPTCHA_WRONG');
    } finally {
      config.captcha = false;
    }
    expect((await call('auth/oauth/captcha')).body).toEqual({ key: '' });
  });
});

describe('the signed-in user', () => {
  it('is shown to the user only', async () => {
    expect((await call('auth/oauth/user-info')).status).toBe(401);
    expect((await call('auth/oauth/user-info', bearer('made-up'))).status).toBe(401);
    const { body } = await signIn('stock_keeper');
    const info = await call('auth/oauth/user-info', bearer(body.access_token));
    expect(info.body.data).toMatchObject({
      account: 'stock_keeper',
      realName: 'Stock keeper',
      roles: ['warehouse'],
      roleNameEn: 'Stock keeper',
      mustChangePassword: 0,
      messagePort: 6001,
    });
    expect(JSON.stringify(info.body)).not.toContain('argon2');
  });

  it('signs out with GET and POST, and a second time without an error', async () => {
    for (const method of ['GET', 'POST'] as const) {
      const { body } = await signIn();
      const out = await call('auth/oauth/logout', { method, ...bearer(body.access_token) });
      expect(out).toMatchObject({ status: 200, body: { success: 'true', msg: 'success' } });
      expect((await call('auth/oauth/user-info', bearer(body.access_token))).status).toBe(401);
      expect((await call('auth/oauth/logout', { method, ...bearer(body.access_token) })).status).toBe(200);
    }
  });

  it('clears caches for an administrator', async () => {
    const admin = await signIn();
    expect(await call('auth/oauth/clear-cache', bearer(admin.body.access_token))).toMatchObject({
      status: 200,
      body: { success: 'true' },
    });
  });
});

describe('the menu', () => {
  it('shows what the roles open, with ids as text and groups above', async () => {
    const { body } = await signIn('stock_keeper');
    const own = bearer(body.access_token);
    const routes = (await call('system/menu/routes', own)).body.data as {
      path: string;
      parentId: string;
      children?: { path: string; parentId: string; id: string }[];
    }[];
    expect(routes.map((node) => node.path)).toEqual([
      ...['/wel', '/work/stock', '/work/inbox', '/work/compliance', '/work/reports', '/work/settings'],
    ]);
    expect(routes.every((node) => node.parentId === '0')).toBe(true);
    expect(routes[1]?.children?.map((node) => node.path)).toContain('/whatsapp/pre-warehouse');
    const buttons = (await call('system/menu/buttons', own)).body.data as {
      code: string;
      children: { code: string }[];
    }[];
    const codes = buttons.flatMap((node) => node.children.map((child) => child.code));
    expect(codes).toContain('whatsapp/warehouse:edit');
    expect(codes).not.toContain('whatsapp/warehouse:plain');
    expect((await call('system/menu/top-menu', own)).body.data).toEqual([]);
  });

  it('shows an entry limited to some roles only to them, with its way of opening', async () => {
    const add = async (code: string, path: string, meta: object) => {
      const { rows } = await db.pool.query<{ id: string }>(
        `insert into sys_menu (code, name, path, category, meta) values ($1, $1, $2, 1, $3) returning id`,
        [code, path, JSON.stringify(meta)],
      );
      const id = rows[0]?.id ?? '';
      await db.pool.query(`insert into sys_role_menu select id, $1 from sys_role where role_alias = 'warehouse'`, [id]);
      return id;
    };
    const meta = { isTab: 0, query: { name: 'Docs' } };
    const open = await add('help/open', 'http://127.0.0.1:9/docs', meta);
    const closed = await add('help/closed', 'http://127.0.0.1:9/other', { roles: ['finance'] });
    const own = bearer((await signIn('stock_keeper')).body.access_token);
    const routes = (await call('system/menu/routes', own)).body.data as { code: string; meta: object }[];
    expect(routes.find(({ code }) => code === 'help/open')?.meta).toEqual(meta);
    expect(routes.some(({ code }) => code === 'help/closed')).toBe(false);

    const framing = (id: string, who = own) => call(`system/menu/framing?id=${id}`, who);
    expect((await framing(open, {} as typeof own)).status).toBe(401);
    expect((await framing(open)).body.data).toEqual({ framing: 'unknown' });
    expect((await framing(closed)).status).toBe(404);
    await db.pool.query(`delete from sys_menu where code like 'help/%'`);
  });

  it('is complete for the administrator', async () => {
    const { body } = await signIn();
    const tree = (await call('system/menu/tree', bearer(body.access_token))).body.data as {
      title: string;
      key: string;
      value: string;
      id: string;
    }[];
    expect(tree[0]).toMatchObject({ title: '首页', titleEn: 'Home' });
    expect(tree.every((node) => node.key === node.id && node.value === node.id)).toBe(true);
  });
});

describe('the tenant of a host', () => {
  it('is public and limited to what the sign-in needs', async () => {
    const { status, body } = await call('system/tenant/info?domain=https%3A%2F%2Fanything.example');
    expect(status).toBe(200);
    const look = Object.fromEntries(lookFields.map((name) => [name, '']));
    expect(body.data).toEqual({ tenantId: DEFAULT_TENANT, domain: '', tenantName: '外贸助手', ...look });
  });
});
