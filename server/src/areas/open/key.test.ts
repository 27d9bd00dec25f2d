import { openScope } from '@trade-assistant/contract/areas/open/dictionaries.ts';
import { serviceType } from '@trade-assistant/contract/dictionaries.ts';
import { formatMoney, parseMoney, times } from '@trade-assistant/contract/kit/money.ts';
import { afterAll, describe, expect, it } from 'vitest';
import { createShop, expectConsistent } from '../../engines/stock/orders/orders-fixture.ts';
import { testApp } from '../../testing/app.ts';
import { apiKey, partner } from '../../testing/partner.ts';

const product = await testApp({ TRUST_PROXY: '127.0.0.1' });
const agent = await product.agent({ money: 100_000_000n });
const other = await product.agent({ money: 100_000_000n });
afterAll(async () => {
  await expectConsistent(product.db);
  await product.close();
});

const { id: keyId, key } = await apiKey(agent);
const own = partner(product, key);
const order = (productId: bigint, quantity = 1) => ({
  productId: String(productId),
  quantity,
  expectedAmount: String(quantity),
  useDeclaration: true,
});
const codeOf = ({ status, body }: { status: number; body: { error?: { code: string } } }) => [status, body.error?.code];

describe('a key', () => {
  it('is shown once and kept as a digest', async () => {
    const { body } = await agent.get('open/key/detail', { id: keyId });
    expect(body.data).toMatchObject({ keyName: 'Shop', status: 1, spentDay: '0' });
    expect(JSON.stringify(body)).not.toContain(key.split('_').at(-1));
    const { rows } = await product.db.pool.query('select k::text from open_key k where id = $1', [keyId]);
    expect(JSON.stringify(rows)).not.toContain(key.split('_').at(-1));
  });

  it('is needed for each call, and refused once it is revoked or expired', async () => {
    for (const wrong of ['', 'x', `${key.slice(0, -1)}${key.endsWith('A') ? 'B' : 'A'}`])
      expect(codeOf(await partner(product, wrong).get('/balance'))).toEqual([401, 'KEY_INVALID']);
    const user = await product.agent();
    const revoked = await apiKey(user);
    const expired = await apiKey(user, { expireTime: '2030-01-01 00:00:00' });
    await product.db.pool.query(`update open_key set expire_time = now() where id = $1`, [expired.id]);
    expect((await partner(product, revoked.key).get('/balance')).status).toBe(200);
    expect((await user.post('open/key/revoke', { ids: revoked.id })).status).toBe(200);
    for (const gone of [revoked, expired])
      expect(codeOf(await partner(product, gone.key).get('/balance'))).toEqual([401, 'KEY_INVALID']);
    expect((await user.post('open/key/update', { id: revoked.id, keyName: 'Again' })).body.bizCode).toBe(
      'STATE_CONFLICT',
    );
  });

  it('reaches only the calls of its scopes', async () => {
    const narrow = await apiKey(other, { scopes: openScope.is['order.read'] });
    const limited = partner(product, narrow.key);
    expect((await limited.get('/orders')).status).toBe(200);
    const refused = await limited.get('/balance');
    expect(codeOf(refused)).toEqual([403, 'KEY_SCOPE']);
    expect(refused.body.error).toMatchObject({
      message: expect.stringContaining('balance.read'),
      requestId: refused.headers['x-request-id'],
    });
  });

  it('is used from its networks only', async () => {
    const user = await product.agent();
    const bound = await apiKey(user, { addresses: ['203.0.113.0/24', '2001:db8::/32', '198.51.100.7'] });
    const from = (address: string) => partner(product, bound.key).get('/balance', { 'x-forwarded-for': address });
    for (const inside of ['203.0.113.9', '2001:db8::1', '198.51.100.7', '::ffff:203.0.113.9'])
      expect((await from(inside)).status, inside).toBe(200);
    for (const outside of ['203.0.114.9', '2001:db9::1', '198.51.100.8'])
      expect(codeOf(await from(outside)), outside).toEqual([403, 'KEY_ADDRESS']);
    for (const network of ['203.0.113.0/33', '999.1.1.1', 'example.com'])
      expect(
        (await user.post('open/key/create', { keyName: 'x', scopes: 1, addresses: [network] })).status,
        network,
      ).toBe(400);
  });

  it('does no more than its agent may do now', async () => {
    const user = await product.agent({ money: 10_000_000n });
    const { key: theirs } = await apiKey(user);
    expect((await partner(product, theirs).get('/balance')).status).toBe(200);
    await product.admin.post('agent/user/disable', { ids: String(user.id), reason: 'Test', withBelow: 1 });
    expect((await partner(product, theirs).get('/balance')).status).toBe(403);
    const role = await product.agent({ money: 10_000_000n });
    const { key: bare } = await apiKey(role);
    await product.db.pool.query('delete from sys_user_role where user_id = $1', [role.id.toString()]);
    expect(codeOf(await partner(product, bare).get('/orders'))).toEqual([403, 'NO_PERMISSION']);
  });

  it('sees only rows of its agent and of accounts below', async () => {
    const { productId } = await createShop(product.db, { stock: 5 });
    const made = await own.post('/orders', order(productId), 'foreign-1');
    expect(made.status, JSON.stringify(made.body)).toBe(200);
    const { key: foreign } = await apiKey(other);
    expect(codeOf(await partner(product, foreign).get(`/orders/${made.body.id}`))).toEqual([404, 'NOT_FOUND']);
    expect(codeOf(await partner(product, foreign).get(`/orders/${made.body.id}/numbers`))).toEqual([404, 'NOT_FOUND']);
    expect((await own.get(`/orders/${made.body.id}`)).body).toMatchObject({ no: made.body.no, status: 'completed' });
  });

  it('has a limit of its own, which each answer names', async () => {
    const slow = await apiKey(await product.agent(), { rateMinute: 2 });
    const answers = [];
    for (let at = 0; at < 3; at += 1) answers.push(await partner(product, slow.key).get('/balance'));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 429]);
    expect(answers[0]?.headers).toMatchObject({
      'ratelimit-policy': '"key";q=2;w=60',
      ratelimit: expect.stringMatching(/^"key";r=1;t=\d+$/),
    });
    expect(answers[2]?.headers).toMatchObject({ 'retry-after': expect.stringMatching(/^\d+$/) });
  });
});

describe('keys of a person', () => {
  it('are at most three that may be used', async () => {
    const user = await product.agent();
    const made = await Promise.all(
      [1, 2, 3, 4, 5].map(() => user.post('open/key/create', { keyName: 'k', scopes: 1 })),
    );
    expect(made.map(({ body }) => body.bizCode ?? 'made').sort()).toEqual([
      'KEY_LIMIT',
      'KEY_LIMIT',
      'made',
      'made',
      'made',
    ]);
  });

  it('are created by agents, revoked also by staff, and changed by their owner only', async () => {
    expect((await product.admin.post('open/key/create', { keyName: 'k', scopes: 1 })).body.bizCode).toBe(
      'KEY_AGENT_ONLY',
    );
    const user = await product.agent();
    const { id, key: theirs } = await apiKey(user);
    expect((await other.get('open/key/detail', { id })).status).toBe(404);
    expect((await other.post('open/key/revoke', { ids: id })).status).toBe(404);
    expect((await product.admin.post('open/key/update', { id, scopes: 1 })).status).toBe(403);
    expect((await user.post('open/key/update', { id, scopes: 2 })).status).toBe(200);
    expect(codeOf(await partner(product, theirs).get('/balance'))).toEqual([403, 'KEY_SCOPE']);
    expect((await product.admin.post('open/key/revoke', { ids: id })).status).toBe(200);
    expect((await partner(product, theirs).get('/products')).status).toBe(401);
  });
});

describe('a purchase', () => {
  it('needs an idempotency key, happens once under it, and is refused with another body', async () => {
    const { productId } = await createShop(product.db, { stock: 5 });
    expect(codeOf(await own.post('/orders', order(productId)))).toEqual([400, 'IDEMPOTENCY_KEY_REQUIRED']);
    const [first, second] = await Promise.all([1, 2].map(() => own.post('/orders', order(productId), 'once-1')));
    const third = await own.post('/orders', order(productId), 'once-1');
    expect(first?.status, JSON.stringify(first?.body)).toBe(200);
    expect(second?.body).toEqual(first?.body);
    expect(third.body).toEqual(first?.body);
    expect(third.headers['idempotent-replayed']).toBe('true');
    expect(codeOf(await own.post('/orders', order(productId, 2), 'once-1'))).toEqual([409, 'IDEMPOTENCY_CONFLICT']);
    const { rows } = await product.db.pool.query(
      'select count(*)::int as n from agt_product_order where product_id = $1',
      [productId.toString()],
    );
    expect(rows[0].n).toBe(1);
  });

  it('is refused with the field at fault, in the language of the request', async () => {
    const wrong = await own.post('/orders', { productId: 'x', quantity: 0, expectedAmount: '1', more: 1 }, 'w-1');
    expect(codeOf(wrong)).toEqual([400, 'UNKNOWN_PARAMETER']);
    const fields = await own.post('/orders', { productId: 'x', quantity: 0, expectedAmount: '1' }, 'w-2');
    expect(codeOf(fields)).toEqual([400, 'BAD_REQUEST']);
    expect(fields.body.error.fields.map(({ field }: { field: string }) => field)).toEqual(['productId', 'quantity']);
    const { productId } = await createShop(product.db, { stock: 1 });
    expect(codeOf(await own.post('/orders', { ...order(productId), expectedAmount: '0.5' }, 'w-3'))).toEqual([
      400,
      'PRICE_CHANGED',
    ]);
    expect(codeOf(await own.post('/orders', order(productId, 2), 'w-4'))).toEqual([400, 'STOCK_NOT_ENOUGH']);
  });

  it.each([
    ['sold', { specQty: 2 }, '2', '1.8'],
    ['rented for three months', { specQty: 2, serviceType: serviceType.is.lease, leaseMonths: 3 }, '6', '5.4'],
  ])(
    'of %s numbers costs what the list and the product say, also from a tier on',
    async (_kind, goods, single, tiered) => {
      const { productId, countryCode } = await createShop(product.db, { stock: 20, product: goods });
      await product.db.pool.query(
        `update prc_price set tiers = '[{"fromQty":6,"price":"0.9"}]' where country_code = $1 and service_type = $2`,
        [countryCode, 'serviceType' in goods ? goods.serviceType : serviceType.is.number],
      );
      const shown = (await own.get(`/products/${productId}`)).body;
      const { body: list } = await own.get(`/products?country=${countryCode}`);
      expect(list.items.find(({ id }: { id: string }) => id === String(productId))).toEqual(shown);
      expect(codeOf(await own.get('/products/999999999'))).toEqual([404, 'NOT_FOUND']);
      for (const [quantity, price] of [
        [1, single],
        [3, tiered],
      ] as const) {
        const numbers = quantity * shown.unitsPerPack;
        const unit =
          shown.tiers.findLast(({ from }: { from: number }) => from <= numbers)?.unitPrice ?? shown.unitPrice;
        const amount = formatMoney(times(parseMoney(unit), numbers * shown.months));
        expect(amount).toBe(formatMoney(times(parseMoney(price), quantity)));
        const key = `sum-${productId}-${quantity}`;
        const refused = await own.post('/orders', { ...order(productId, quantity), expectedAmount: '0.01' }, key);
        expect([...codeOf(refused), refused.body.error.details]).toEqual([400, 'PRICE_CHANGED', { amount }]);
        const bought = await own.post('/orders', { ...order(productId, quantity), expectedAmount: amount }, `${key}-b`);
        expect([bought.status, bought.body.amount]).toEqual([200, amount]);
      }
    },
  );

  it('keeps to the spending cap of the key, also when many arrive at once', async () => {
    const user = await product.agent({ money: 100_000_000n });
    const { id, key: capped } = await apiKey(user, { spendDay: '5' });
    const { productId } = await createShop(product.db, { stock: 20 });
    const tries = Array.from({ length: 12 }, (_, at) =>
      partner(product, capped).post('/orders', order(productId), `cap-${at}`),
    );
    const codes = (await Promise.all(tries)).map(({ status, body }) => (status === 200 ? 'bought' : body.error.code));
    expect(codes.filter((one) => one === 'bought')).toHaveLength(5);
    expect(new Set(codes.filter((one) => one !== 'bought'))).toEqual(new Set(['KEY_SPEND_DAY']));
    expect((await user.get('open/key/detail', { id })).body.data).toMatchObject({ spentDay: '5', spentMonth: '5' });
    expect((await partner(product, capped).get('/balance')).body.available).toBe('95');
  });

  it('is delivered as a file whose download is recorded', async () => {
    const { productId } = await createShop(product.db, { stock: 3 });
    const { body } = await own.post('/orders', order(productId, 3), 'file-1');
    const file = await own.get(`/orders/${body.id}/numbers`);
    expect([file.status, file.headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
    expect(String(file.body).trim().split('\n')).toHaveLength(3);
    const { rows } = await product.db.pool.query(
      `select user_id::text from kernel_export_log where source = 1 order by id desc limit 1`,
    );
    expect(rows).toEqual([{ user_id: String(agent.id) }]);
  });
});

describe('a list', () => {
  it('is read by cursor without gaps or repetitions while rows arrive', async () => {
    const user = await product.agent({ money: 100_000_000n });
    const { key: theirs } = await apiKey(user);
    const { productId } = await createShop(product.db, { stock: 40 });
    const client = partner(product, theirs);
    const buyMany = async (from: number, count: number) => {
      for (let at = from; at < from + count; at += 1)
        expect((await client.post('/orders', order(productId), `list-${at}`)).status).toBe(200);
    };
    await buyMany(0, 12);
    const before = (await client.get('/orders?limit=100')).body.items.map(({ id }: { id: string }) => id);
    const seen: string[] = [];
    let cursor: string | null = null;
    let page = 0;
    do {
      const { body }: { body: { items: { id: string }[]; next: string | null } } = await client.get(
        `/orders?limit=5${cursor === null ? '' : `&cursor=${cursor}`}`,
      );
      seen.push(...body.items.map(({ id }) => id));
      cursor = body.next;
      await buyMany(100 + 10 * page, 2);
      page += 1;
    } while (cursor !== null);
    expect(seen).toEqual(before);
    expect(codeOf(await client.get('/orders?cursor=x'))).toEqual([400, 'BAD_REQUEST']);
    expect(codeOf(await client.get('/orders?limit=101'))).toEqual([400, 'BAD_REQUEST']);
  });
});
