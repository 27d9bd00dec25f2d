import { createHash, randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp, type Running } from '../../app.ts';
import { networkOf } from '../../kernel/address.ts';
import type { Config } from '../../kernel/config/index.ts';
import { type TestApp, testApp } from '../../testing/app.ts';
import { solveCaptcha } from '../../testing/captcha.ts';
import { SECOND_TENANT, secondTenantOf } from '../../testing/second-tenant.ts';
import { type SigningKey, signedHeaders, type ToSign } from '../../testing/signing.ts';

const WORD = 'example-word';
const PARTNER = { keyId: 'p-shop', secret: 'a secret of the shop with many characters' };
const LATE = { keyId: 'p-late', secret: 'a secret of the shop that expired long ago' };
const BROWSER =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
const PRODUCT = '/api/product';

let product: TestApp;
const others: Running[] = [];
beforeAll(async () => {
  product = await testApp({
    TRUST_PROXY: '1',
    CAPTCHA: 'on',
    SIGN_LEGACY_WORD: WORD,
    PARTNER_KEYS: JSON.stringify([
      { ...PARTNER, tenantId: '000000' },
      { ...LATE, tenantId: '000000', expires: '2026-01-01T00:00:00Z' },
    ]),
  });
});
afterAll(async () => {
  for (const other of others) await other.close();
  await product.close();
});

/** Another process of the same installation. */
async function anotherNode(config: Partial<Config> = {}): Promise<Running> {
  const node = await createApp({ ...product.app.config, ...config }, product.db, pino({ level: 'silent' }));
  others.push(node);
  await node.server.ready();
  return node;
}

interface Sent {
  readonly path?: string;
  readonly body?: string;
  readonly headers: Record<string, string>;
  readonly address?: string;
  readonly node?: Pick<Running, 'server'>;
}

async function send({ path = PRODUCT, body = '', headers, address = '203.0.113.7', node = product }: Sent) {
  const answer = await node.server.inject({
    method: 'POST',
    url: path,
    headers: { 'user-agent': BROWSER, 'x-forwarded-for': address, lang: 'en', ...headers },
    ...(body === '' ? {} : { payload: body }),
  });
  return {
    status: answer.statusCode,
    bizCode: answer.statusCode === 304 ? undefined : answer.json().bizCode,
    data: answer.statusCode === 304 ? undefined : answer.json().data,
    headers: answer.headers,
  };
}

async function newKey(address = '203.0.113.7', node: Pick<Running, 'server'> = product): Promise<SigningKey> {
  return (await send({ path: '/api/app/timestamp', headers: {}, address, node })).data;
}

const sign = (key: SigningKey, more: Partial<ToSign> = {}) => {
  const { 'content-type': type = '', ...headers } = signedHeaders(key, { path: PRODUCT, body: '', ...more });
  return more.body ? { ...headers, 'content-type': type } : headers;
};

describe('a v2 signature', () => {
  it('lets a request pass once, also by another node and after a restart', async () => {
    const key = await newKey();
    const headers = sign(key);
    expect((await send({ headers })).status).toBe(200);
    expect((await send({ headers })).bizCode).toBe('SIGN_REPLAY');
    const second = await anotherNode();
    expect((await send({ headers, node: second })).bizCode).toBe('SIGN_REPLAY');
    // A key of one node signs for the other.
    const fresh = sign(key);
    expect((await send({ headers: fresh, node: second })).status).toBe(200);
    await second.close();
    others.splice(0);
    const restarted = await anotherNode();
    expect((await send({ headers: fresh, node: restarted })).bizCode).toBe('SIGN_REPLAY');
  });

  it('of parallel copies on two nodes lets one pass', async () => {
    const headers = sign(await newKey());
    const node = await anotherNode();
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => send({ headers, node: index % 2 ? node : product })),
    );
    expect(answers.map(({ status }) => status).filter((status) => status === 200)).toEqual([200]);
  });

  it('is refused with a changed body, query, path, time, nonce, tenant or method', async () => {
    await secondTenantOf(product);
    const path = '/api/statistics/websiteSource/add';
    const body = JSON.stringify({ siteCode: 'main', visitorId: randomUUID() });
    const key = await newKey();
    const right = sign(key, { path, body });
    const wrong = [
      { path, body: body.replace('main', 'next'), headers: right },
      { path: `${path}?siteCode=next`, body, headers: right },
      { path: '/api/statistics/website-source/record', body, headers: right },
      { path, body, headers: { ...right, timestamp: String(Number(right['timestamp']) + 1) } },
      { path, body, headers: { ...right, nonce: '0123456789abcdef' } },
      { path, body, headers: { ...right, 'tenant-id': SECOND_TENANT } },
    ];
    for (const one of wrong) expect((await send(one)).bizCode).toBe('SIGN_INVALID');
    expect((await send({ path, body, headers: right })).data).toBe(true);
  });

  it('has one answer for wrong, expired and unknown keys, other networks and other browsers', async () => {
    const key = await newKey();
    const old = `s-${Math.floor(Date.now() / 1000 - 1).toString(36)}-0123456789abcdef`;
    const far = `s-${Math.floor(Date.now() / 1000 + 5000).toString(36)}-0123456789abcdef`;
    const refused = await Promise.all([
      send({ headers: sign({ ...key, signKey: 'another' }) }),
      send({ headers: sign({ ...key, keyId: old }) }),
      send({ headers: sign({ ...key, keyId: far }) }),
      send({ headers: sign({ ...key, keyId: 'p-nobody' }) }),
      send({ headers: sign(key), address: '198.51.100.7' }),
      send({ headers: { ...sign(key), 'user-agent': 'another browser' } }),
      send({ headers: sign({ keyId: LATE.keyId, signKey: LATE.secret }) }),
      send({ headers: sign({ keyId: PARTNER.keyId, signKey: PARTNER.secret }, { tenantId: SECOND_TENANT }) }),
    ]);
    expect(refused.map(({ status, bizCode, data }) => [status, bizCode, data])).toEqual(
      refused.map(() => [400, 'SIGN_INVALID', null]),
    );
    // The same network: another address of its 256.
    expect((await send({ headers: sign(key), address: '203.0.113.250' })).status).toBe(200);
  });

  it('expires after ten minutes', async () => {
    const signed = await send({ path: '/api/app/timestamp', headers: {} });
    const [, expires = ''] = signed.data.keyId.split('-');
    expect(signed.data.expiresIn).toBe(600);
    const left = Number.parseInt(expires, 36) - Date.now() / 1000;
    expect(left).toBeGreaterThan(500);
    expect(left).toBeLessThanOrEqual(600);
  });

  it('of a partner’s server works from everywhere', async () => {
    const headers = sign({ keyId: PARTNER.keyId, signKey: PARTNER.secret });
    expect((await send({ headers: { ...headers, 'user-agent': 'shop/1' }, address: '192.0.2.9' })).status).toBe(200);
  });

  it('is refused for a clock that is off, with the time in the answer', async () => {
    const key = await newKey();
    for (const off of [-301_000, 301_000]) {
      const answer = await send({ headers: sign(key, { timestamp: String(Date.now() + off) }) });
      expect([answer.status, answer.bizCode]).toEqual([400, 'SIGN_TIMESTAMP']);
      expect(Math.abs(Number(answer.headers['x-server-time']) - Date.now())).toBeLessThan(60_000);
    }
    expect((await send({ headers: sign(key, { timestamp: String(Date.now() - 200_000) }) })).status).toBe(200);
  });

  it('needs all headers in their form', async () => {
    const right = sign(await newKey());
    for (const name of ['nonce', 'timestamp', 'signature']) {
      expect((await send({ headers: { ...right, [name]: '' } })).bizCode).toBe('SIGN_HEADER_MISSING');
      expect((await send({ headers: { ...right, [name]: 'short' } })).bizCode).toBe('SIGN_HEADER_MISSING');
    }
  });

  it('is limited by key and by network', async () => {
    await product.setParameter('sign.perKeyMinute', '3');
    await product.setParameter('sign.perPrefixMinute', '5');
    const address = '198.51.100.20';
    const key = await newKey(address);
    const statuses: number[] = [];
    for (let n = 0; n < 4; n += 1) statuses.push((await send({ headers: sign(key), address })).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
    const second = await newKey(address);
    expect((await send({ headers: sign(second), address: '198.51.100.21' })).status).toBe(200);
    const over = await send({ headers: sign(second), address: '198.51.100.22' });
    expect([over.status, over.bizCode]).toEqual([429, 'RATE_LIMITED']);
    expect(Number(over.headers['retry-after'])).toBeGreaterThan(0);
    await product.setParameter('sign.perKeyMinute', '60');
    await product.setParameter('sign.perPrefixMinute', '600');
  });

  it('leaves neither keys nor signatures in the logs', async () => {
    const key = await newKey();
    const headers = sign({ ...key, signKey: 'wrong' });
    await send({ headers });
    await product.app.audit.flush();
    const { rows } = await product.db.pool.query(
      `select 1 from log_api l where strpos(l::text, $1) > 0 or strpos(l::text, $2) > 0`,
      [key.signKey, headers['signature']],
    );
    expect(rows).toEqual([]);
  });
});

describe('a legacy signature', () => {
  const address = '192.0.2.44';
  const legacy = (hash: 'sha256' | 'md5', timestamp = String(Date.now())) => ({
    nonce: randomUUID(),
    timestamp,
    signature: createHash(hash).update(`${timestamp}${WORD}`).digest('hex'),
  });

  it('is refused until it is enabled, then checked for time, hash and replays', async () => {
    expect((await send({ headers: legacy('sha256'), address })).bizCode).toBe('SIGN_INVALID');
    await product.setParameter('sign.legacy.enabled', '1');
    const headers = legacy('sha256');
    expect((await send({ headers, address })).status).toBe(200);
    expect((await send({ headers, address })).bizCode).toBe('SIGN_REPLAY');
    expect((await send({ headers: legacy('sha256', String(Math.floor(Date.now() / 1000))), address })).status).toBe(
      200,
    );
    expect((await send({ headers: legacy('md5'), address })).bizCode).toBe('SIGN_INVALID');
    await product.setParameter('sign.legacy.hash', 'md5');
    expect((await send({ headers: legacy('md5'), address })).status).toBe(200);
    const old = String(Date.now() - 400_000);
    expect((await send({ headers: legacy('md5', old), address })).bizCode).toBe('SIGN_TIMESTAMP');
    await product.setParameter('sign.legacy.enabled', '0');
  });
});

describe('pages of other sites', () => {
  it('may make the calls from a browser, and read the time', async () => {
    for (const url of ['/api/register', PRODUCT, '/api/statistics/websiteSource/add', '/api/app/timestamp']) {
      const asked = await product.server.inject({
        method: 'OPTIONS',
        url,
        headers: { origin: 'https://shop.example', 'access-control-request-method': 'POST' },
      });
      expect(asked.statusCode).toBe(204);
      expect(asked.headers['access-control-allow-origin']).toBe('*');
      expect(asked.headers['access-control-allow-headers']).toContain('signature');
    }
    const refused = await send({ headers: {} });
    expect(refused.headers).toMatchObject({ 'access-control-allow-origin': '*' });
    expect(refused.headers['access-control-expose-headers']).toContain('x-server-time');
    const other = await product.server.inject({ method: 'OPTIONS', url: '/api/system/user/page' });
    expect(other.headers['access-control-allow-origin']).toBeUndefined();
  });
});

describe('the public price list', () => {
  it('shows products on sale without cost or exact stock, and repeats nothing unchanged', async () => {
    const key = await newKey('192.0.2.60');
    const address = '192.0.2.60';
    const first = await send({
      headers: sign(key, { path: `${PRODUCT}?businessType=1` }),
      path: `${PRODUCT}?businessType=1`,
      address,
    });
    expect(first.status).toBe(200);
    for (const row of first.data) expect(Object.keys(row)).not.toContain('stock');
    const again = {
      ...sign(key, { path: `${PRODUCT}?businessType=1` }),
      'if-none-match': String(first.headers['etag']),
    };
    expect((await send({ headers: again, path: `${PRODUCT}?businessType=1`, address })).status).toBe(304);
    const unknown = `${PRODUCT}?businessType=77`;
    expect((await send({ headers: sign(key, { path: unknown }), path: unknown, address })).data).toEqual([]);
    const nowhere = sign(key, { tenantId: '999999' });
    expect((await send({ headers: nowhere, address })).data).toEqual([]);
  });
});

describe('a registration', () => {
  const path = '/api/register';
  const password = createHash('sha256').update('Visitor-pass-1').digest('hex');
  const form = (account: string, more: object = {}) => ({
    ...{ account, password, name: 'Mia', email: `${account}@example.com`, agree: true, agreeVersion: '2026-11' },
    ...more,
  });
  const register = async (body: object, { tenantId = '', ...more }: Partial<Sent> & { tenantId?: string } = {}) => {
    const text = JSON.stringify(body);
    const key = await newKey(more.address, more.node);
    return send({ path, body: text, headers: sign(key, { path, body: text, tenantId }), ...more });
  };
  const accounts = async (account: string) =>
    (await product.db.pool.query('select id, status, user_type from sys_user where account = $1', [account])).rows;

  it('opens an account that waits for approval, once, and attributes it to the visit', async () => {
    const visitorId = randomUUID();
    const visit = JSON.stringify({ siteCode: 'main', visitorId, utmCampaign: 'spring' });
    const add = '/api/statistics/websiteSource/add';
    await send({ path: add, body: visit, headers: sign(await newKey(), { path: add, body: visit }) });
    const asked = (await product.guest.get('auth/oauth/captcha')).body;
    const captcha = { captchaKey: asked.key, captchaCode: await solveCaptcha(asked.challenge) };
    const text = JSON.stringify(form('visitor_mia', { ...captcha, sourceVisitorId: visitorId }));
    const headers = sign(await newKey(), { path, body: text });
    const answer = await send({ path, body: text, headers });
    expect(answer.data).toEqual({ status: 3, msg: expect.stringContaining('approval') });
    expect((await send({ path, body: text, headers })).bizCode).toBe('SIGN_REPLAY');
    const [user, ...others] = await accounts('visitor_mia');
    expect([user, others]).toEqual([expect.objectContaining({ status: 3, user_type: 4 }), []]);
    const { rows } = await product.db.pool.query(
      'select registered_user_id as id from src_visit where visitor_id = $1',
      [visitorId],
    );
    expect(rows).toEqual([{ id: user.id }]);
    // The captcha is used up.
    expect((await register(form('visitor_two', captcha))).bizCode).toBe('CAPTCHA_WRONG');
    expect((await register(form('visitor_two'))).bizCode).toBe('CAPTCHA_WRONG');
  });

  it('answers alike for a known address, reports a taken name, and is limited to 5 an hour of a network', async () => {
    const node = await anotherNode({ captcha: false });
    const of = { node, address: '192.0.2.90' };
    expect((await register(form('visitor_one'), of)).status).toBe(200);
    const known = await register(form('visitor_same', { email: 'visitor_one@example.com' }), of);
    expect([known.status, known.data.status]).toEqual([200, 3]);
    expect((await register(form('visitor_one'), of)).bizCode).toBe('ACCOUNT_EXISTS');
    expect((await register(form('visitor_no', { agree: false }), of)).status).toBe(400);
    expect(
      (await register(form('visitor_no', { tenantId: SECOND_TENANT }), { ...of, tenantId: '000000' })).status,
    ).toBe(400);
    expect((await register(form('visitor_no', { tenantId: '999999' }), of)).bizCode).toBe('REGISTRATION_CLOSED');
    // Refused ones created no account and do not count.
    for (const name of ['visitor_three', 'visitor_four', 'visitor_five'])
      expect((await register(form(name), of)).status).toBe(200);
    const over = await register(form('visitor_six'), of);
    expect([over.status, over.bizCode]).toEqual([429, 'RATE_LIMITED']);
    expect(Number(over.headers['retry-after'])).toBeGreaterThan(60);
    expect(await accounts('visitor_six')).toEqual([]);
  });

  it('is tried at most 50 times an hour by a network, refused ones included', async () => {
    const node = await anotherNode({ captcha: false });
    const of = { node, address: '192.31.196.7' };
    // All but one of the hour, which would exceed the calls of a minute.
    const others = `register try hour ${networkOf(of.address)}`;
    for (let tried = 0; tried < 49; tried += 1) await product.app.limits.take(others, 50, 3_600_000);
    expect((await register(form('visitor_one'), of)).bizCode).toBe('ACCOUNT_EXISTS');
    expect((await register(form('visitor_one'), of)).bizCode).toBe('RATE_LIMITED');
  });

  it('is refused while nonces cannot be stored; the price list is not', async () => {
    const key = await newKey('198.51.100.91');
    await product.db.pool.query('alter table kernel_nonce rename to kernel_nonce_away');
    try {
      expect((await register(form('visitor_away'), { address: '198.51.100.91' })).status).toBeGreaterThanOrEqual(500);
      expect(await accounts('visitor_away')).toEqual([]);
      expect((await send({ headers: sign(key), address: '198.51.100.91' })).status).toBe(200);
    } finally {
      await product.db.pool.query('alter table kernel_nonce_away rename to kernel_nonce');
    }
  });
});
