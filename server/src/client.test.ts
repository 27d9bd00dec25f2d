import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createShop } from './engines/stock/orders/orders-fixture.ts';
import { ADMIN_PASSWORD } from './kernel/testing/index.ts';
import { type TestApp, testApp } from './testing/app.ts';
import { apiKey, receiver } from './testing/partner.ts';

const CLIENT = fileURLToPath(new URL('../../client/', import.meta.url));

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ PRIVATE_ENDPOINTS: '1' });
});
afterAll(() => app.close());

/** Files are named at run time: their types exist only once the client has been generated. */
const load = (file: string) => import(/* @vite-ignore */ path.join(CLIENT, file));

/** As over the network, without one. */
async function send(request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const answer = await app.server.inject({
    method: request.method as 'GET' | 'POST',
    url: pathname + search,
    headers: Object.fromEntries(request.headers),
    payload: await request.text(),
  });
  return new Response(answer.payload, {
    status: answer.statusCode,
    headers: { 'content-type': String(answer.headers['content-type']) },
  });
}

test('clients made from the API documents compile', async () => {
  await (await load('generate.ts')).generate();
  const compiler = createRequire(import.meta.url)
    .resolve('typescript/package.json')
    .replace('package.json', 'bin/tsc');
  await promisify(execFile)(process.execPath, [compiler, '-p', CLIENT]);
});

test('a client of the product signs in and is understood', async () => {
  const { signIn } = await load('sign-in.ts');
  expect(await signIn('admin', ADMIN_PASSWORD, send)).toEqual({
    account: 'admin',
    available: [],
    refused: 'NOT_FOUND',
  });
});

test('a partner’s client buys over the network, and verifies the event that its receiver refused three times', async () => {
  const { partnerClient } = await load('partner.ts');
  const { verifyWebhook } = await load('webhooks.ts');
  const agent = await app.agent({ money: 100_000_000n });
  const { productId } = await createShop(app.db, { stock: 3 });
  const { key } = await apiKey(agent);
  await app.work();
  const host = await app.server.listen({ port: 0, host: '127.0.0.1' });
  const hook = await receiver((all) => ({ status: all.length > 3 ? 204 : 503 }));
  try {
    const form = { endpointName: 'Shop', url: hook.url, events: 1 };
    const { id, secretKey } = (await agent.post('open/endpoint/create', form)).body.data;
    const client = partnerClient({ host, key });
    const { data: products } = await client.GET('/products', { params: { query: { limit: 10 } } });
    expect(products.items).toMatchObject([{ id: String(productId), unitPrice: '1' }]);
    const order = {
      params: { header: { 'Idempotency-Key': 'PO-1001' } },
      body: { productId: String(productId), quantity: 2, expectedAmount: '2', useDeclaration: true },
    };
    const [bought, again] = [await client.POST('/orders', order), await client.POST('/orders', order)];
    expect(bought.data).toMatchObject({ status: 'completed', amount: '2', balance: '98' });
    expect(again.data).toEqual(bought.data);
    const changed = await client.POST('/orders', { ...order, body: { ...order.body, quantity: 1 } });
    expect(changed.error.error).toMatchObject({ code: 'IDEMPOTENCY_CONFLICT', requestId: expect.any(String) });
    const numbers = await client.GET('/orders/{id}/numbers', {
      params: { path: { id: bought.data.id } },
      parseAs: 'text',
    });
    expect(numbers.data.trim().split('\n')).toHaveLength(2);
    for (let attempts = 1; attempts <= 3; attempts += 1) {
      // The pause before the next attempt is over.
      await expect
        .poll(
          async () =>
            (await app.db.pool.query('select jsonb_array_length(attempts) as n from open_delivery')).rows[0]?.n,
        )
        .toBe(attempts);
      await app.db.pool.query('update open_endpoint set rest_until = null where id = $1', [id]);
      await app.db.pool.query(`update open_delivery set next_time = now() returning pg_notify('open_ready', '')`);
    }
    await expect.poll(() => hook.received.length).toBe(4);
    const [{ headers, body } = { headers: {}, body: '' }] = hook.received.slice(-1);
    const { id: eventId, event } = verifyWebhook(secretKey, body, headers);
    expect(event).toMatchObject({ type: 'order.delivered', data: { orderNo: bought.data.no, amount: '2' } });
    expect(hook.received.every((one) => one.headers['webhook-id'] === eventId)).toBe(true);
    expect(() => verifyWebhook(secretKey, body.replace('"2"', '"1"'), headers)).toThrow();
    const refused = await partnerClient({ host, key: `${key.slice(0, -2)}xx` }).GET('/balance');
    expect([refused.response.status, refused.error.error.code]).toEqual([401, 'KEY_INVALID']);
  } finally {
    hook.close();
  }
});
