import { openEvent } from '@trade-assistant/contract/areas/open/dictionaries.ts';
import { eventData } from '@trade-assistant/contract/areas/open/v1/data.ts';
import { parseMoney } from '@trade-assistant/contract/kit/money.ts';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { rechargePass } from '../../engines/money/ledger/index.ts';
import { pauseAfter } from '../../engines/reporting/partner-api/conclude.ts';
import { createShop } from '../../engines/stock/orders/orders-fixture.ts';
import { systemActor } from '../../kernel/auth/actor.ts';
import { type TestUser, testApp } from '../../testing/app.ts';
import { openChecks } from '../../testing/checks.ts';
import { declared } from '../../testing/consents.ts';
import { apiKey, partner, receiver } from '../../testing/partner.ts';
import { orderedRecharge } from '../../testing/recharges.ts';

const product = await testApp({ PRIVATE_ENDPOINTS: '1', SANDBOX: '1' });
await product.work();
const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});
afterAll(() => product.close());

const ALL_EVENTS = 1023;
const rich = () => product.agent({ money: 100_000_000n });
const listening = async (...given: Parameters<typeof receiver>) => {
  const opened = await receiver(...given);
  closing.push(opened.close);
  return opened;
};
const query = async <Row extends object>(text: string, values: unknown[] = []) =>
  (await product.db.pool.query<Row>(text, values)).rows;

async function subscribe(user: TestUser, url: string, more: object = {}) {
  const { status, body } = await user.post('open/endpoint/create', {
    endpointName: 'Shop',
    url,
    events: ALL_EVENTS,
    ...more,
  });
  expect([status, body.msg]).toEqual([200, expect.any(String)]);
  return { id: body.data.id as string, secret: body.data.secretKey as string };
}

async function buy(user: TestUser, quantity = 1) {
  const { productId } = await createShop(product.db, { stock: quantity });
  const form = { productId: String(productId), quantity, expectedAmount: String(quantity), useDeclaration: 1 };
  const { status, body } = await user.post('agent/product/buy', form);
  expect([status, body.msg]).toEqual([200, expect.any(String)]);
  return body.data as { orderId: string; orderNo: string };
}

/** Makes waiting deliveries of an endpoint due now, as if their pause were over. */
const due = (endpointId: string) =>
  query(
    `with rested as (update open_endpoint set rest_until = null where id = $1)
     update open_delivery set next_time = now() where endpoint_id = $1 and state = 0 and worker_id is null returning pg_notify('open_ready', '')`,
    [endpointId],
  );
const deliveriesOf = async (user: TestUser, endpointId: string) =>
  (await user.get('open/delivery/list', { endpointId, size: 100 })).body.data.records;

describe('an event', () => {
  it('reaches a receiver that fails three times, signed and with one id, and is in the log with every attempt', async () => {
    const agent = await rich();
    const statuses = [500, 503, 302, 204];
    const { received, url } = await listening((all) => ({ status: statuses[all.length - 1] ?? 204 }));
    const { id, secret } = await subscribe(agent, url);
    const order = await buy(agent);
    for (let tries = 1; tries <= 4; tries += 1) {
      await expect
        .poll(async () => (await deliveriesOf(agent, id))[0])
        .toMatchObject({ attempts: { length: tries }, state: tries < 4 ? 0 : 1 });
      await due(id);
    }
    expect(received).toHaveLength(4);
    expect(new Set(received.map(({ headers, body }) => `${headers['webhook-id']} ${body}`)).size).toBe(1);
    for (const { headers, body } of received) {
      const verified = new Webhook(secret).verify(body, headers as Record<string, string>) as {
        type: string;
        data: object;
      };
      expect(verified).toMatchObject({ type: 'order.delivered', data: { orderId: order.orderId, amount: '1' } });
      expect(eventData['order.delivered'].strict().parse(verified.data)).toEqual(verified.data);
      expect(() => new Webhook(secret).verify(`${body} `, headers as Record<string, string>)).toThrow();
    }
    const [logged] = await deliveriesOf(agent, id);
    const { body: detail } = await agent.get('open/delivery/detail', { id: logged.id });
    expect(detail.data).toMatchObject({ body: received[0]?.body, httpStatus: 204 });
    expect(detail.data.attempts.map(({ status }: { status: number }) => status)).toEqual([204, 302, 503, 500]);
    expect((await agent.get('open/endpoint/detail', { id })).body.data).toMatchObject({
      failures: 0,
      failingSince: null,
    });
  });

  it('is sent for each fact of its owner, in the form that the document promises', async () => {
    const agent = await product.agent();
    const { received, url } = await listening(() => ({ status: 200 }));
    await subscribe(agent, url);
    const names = () => received.map(({ body }) => JSON.parse(body).type).sort();
    const rechargeId = await orderedRecharge(product, agent, { isPaid: true });
    const passed = await product.admin.post('agent/recharge/pass', { ids: rechargeId });
    expect(passed.body.msg, JSON.stringify(passed.body)).toEqual(expect.any(String));
    await expect.poll(names).toEqual(['recharge.credited']);
    const order = await buy(agent, 5);
    await product.admin.post('agent/product/refund-order', { id: order.orderId, reason: 'Test' });
    await expect.poll(names).toEqual(['order.delivered', 'order.refunded', 'recharge.credited']);
    await openChecks(product, 1, { 2: '0.02' });
    const { id: consentId } = await declared(product, { who: agent, isPassed: true });
    const client = partner(product, (await apiKey(agent)).key);
    const check = {
      channel: 'whatsapp',
      country: 'US',
      type: 'registered',
      numbers: ['+12025550101', '+12025550102'],
      consentId,
    };
    const made = await client.post('/checks', check, 'check-1');
    expect(made.status, JSON.stringify(made.body)).toBe(200);
    await expect.poll(names).toContain('check.finished');
    expect((await client.get(`/checks/${made.body.id}`)).body).toMatchObject({ status: 'completed', total: 2 });
    expect((await client.get(`/checks/${made.body.id}/results`)).body.items).toHaveLength(2);
    await buy(agent, 95);
    await expect.poll(names).toContain('balance.low');
    for (const { body } of received) {
      const { type, data } = JSON.parse(body) as { type: keyof typeof eventData; data: object };
      expect(eventData[type].strict().parse(data), type).toEqual(data);
    }
    const listed = await client.get('/events?limit=2');
    expect(listed.body.items.map(({ id }: { id: string }) => id)).toContain(received.at(-1)?.headers['webhook-id']);
  });

  it('of an account below reaches the agent above only if its endpoint includes them, and no stranger', async () => {
    const [agent, stranger] = [await rich(), await rich()];
    const below = await product.agent({ parent: agent, money: 10_000_000n });
    const [wide, narrow, foreign] = await Promise.all([1, 2, 3].map(() => listening(() => ({ status: 200 }))));
    await subscribe(agent, `${wide?.url}`, { includeBelow: 1 });
    await subscribe(agent, `${narrow?.url}`);
    await subscribe(stranger, `${foreign?.url}`, { includeBelow: 1 });
    await buy(below);
    await buy(agent);
    // An account that has little left is reported too, a moment later.
    const orders = (one: typeof wide) => one?.received.filter(({ body }) => body.includes('order.delivered')).length;
    await expect.poll(() => orders(wide)).toBe(2);
    await expect.poll(() => orders(narrow)).toBe(1);
    expect(foreign?.received).toEqual([]);
  });

  it('is not written for an endpoint that subscribed to others or is disabled', async () => {
    const agent = await rich();
    const { received, url } = await listening(() => ({ status: 200 }));
    await subscribe(agent, url, { events: openEvent.is['order.refunded'] });
    const off = await subscribe(agent, url);
    await agent.post('open/endpoint/update', { id: off.id, status: 0 });
    await buy(agent);
    expect(await query('select from open_event where owner_id = $1', [agent.id.toString()])).toEqual([]);
    expect(received).toEqual([]);
  });
});

describe('an endpoint', () => {
  it('that never answers delays no other', async () => {
    const [slow, quick] = [await rich(), await rich()];
    const silent = await listening(() => null);
    const lively = await listening(() => ({ status: 200 }));
    const stuck = await subscribe(slow, silent.url);
    await subscribe(quick, lively.url);
    for (let at = 0; at < 8; at += 1) await buy(slow);
    await expect.poll(() => silent.received.length).toBe(4);
    await buy(quick);
    await expect.poll(() => lively.received.length).toBe(1);
    expect(silent.received.length).toBe(4);
    expect((await deliveriesOf(slow, stuck.id)).every(({ state }: { state: number }) => state === 0)).toBe(true);
  });

  it('that answers 410 is paused at once with a message, and gets the missed events once it is resumed', async () => {
    const agent = await rich();
    let status = 410;
    const { received, url } = await listening(() => ({ status }));
    const { id } = await subscribe(agent, url);
    const since = '2020-01-01 00:00:00';
    await buy(agent);
    const detail = async () => (await agent.get('open/endpoint/detail', { id })).body.data;
    await expect.poll(async () => (await detail()).pauseReason).toBe(1);
    await buy(agent);
    expect(received).toHaveLength(1);
    expect((await deliveriesOf(agent, id)).map(({ state }: { state: number }) => state)).toEqual([2, 2]);
    const titles = (await agent.get('message/my/list')).body.data.records.map(({ title }: { title: string }) => title);
    expect(titles).toContain('Webhook 端点已暂停');
    expect((await agent.post('open/endpoint/test', { id })).body.bizCode).toBe('STATE_CONFLICT');
    status = 200;
    expect((await agent.post('open/endpoint/resume', { id })).status).toBe(200);
    expect((await agent.post('open/delivery/resend-failed', { endpointId: id, since })).body.data).toEqual({ sent: 2 });
    await expect.poll(() => received.length).toBe(3);
    await expect
      .poll(async () => (await deliveriesOf(agent, id)).map(({ state }: { state: number }) => state))
      .toEqual([1, 1]);
  });

  it('without one success for days is paused; before that its deliveries are tried again', async () => {
    const agent = await rich();
    const { url } = await listening(() => ({ status: 500 }));
    const { id } = await subscribe(agent, url);
    await buy(agent);
    await expect.poll(async () => (await deliveriesOf(agent, id))[0]?.attempts.length).toBe(1);
    expect((await agent.get('open/endpoint/detail', { id })).body.data).toMatchObject({
      pausedTime: null,
      failures: 1,
    });
    await query(`update open_endpoint set failing_since = now() - interval '3 days 1 minute' where id = $1`, [id]);
    await due(id);
    await expect.poll(async () => (await agent.get('open/endpoint/detail', { id })).body.data.pauseReason).toBe(2);
  });

  it('verifies with the new and, for a day, with the previous secret', async () => {
    const agent = await rich();
    const { received, url } = await listening(() => ({ status: 200 }));
    const { id, secret } = await subscribe(agent, url);
    const renewed = (await agent.post('open/endpoint/rotate', { id })).body.data.secretKey;
    expect(renewed).not.toBe(secret);
    expect((await agent.post('open/endpoint/test', { id })).status).toBe(200);
    await expect.poll(() => received.length).toBe(1);
    const verify = (one: string) => {
      const last = received.at(-1);
      return new Webhook(one).verify(last?.body ?? '', (last?.headers ?? {}) as Record<string, string>);
    };
    expect(verify(secret)).toEqual(verify(renewed));
    await query('update open_endpoint set old_secret_until = now() where id = $1', [id]);
    await agent.post('open/endpoint/test', { id });
    await expect.poll(() => received.length).toBe(2);
    expect(verify(renewed)).toMatchObject({ type: 'endpoint.test' });
    expect(() => verify(secret)).toThrow();
  });

  it('is its owner’s: others neither see nor change it', async () => {
    const [agent, other] = [await rich(), await rich()];
    const { id } = await subscribe(agent, 'http://127.0.0.1:9/hook');
    for (const call of ['rotate', 'resume', 'test'])
      expect((await other.post(`open/endpoint/${call}`, { id })).status, call).toBe(404);
    expect((await other.get('open/delivery/list', { endpointId: id })).body.data.records).toEqual([]);
    expect(
      (await other.post('open/delivery/resend-failed', { endpointId: id, since: '2020-01-01 00:00:00' })).status,
    ).toBe(404);
    expect((await product.admin.get('open/endpoint/detail', { id })).status).toBe(200);
    expect((await product.admin.post('open/endpoint/rotate', { id })).status).toBe(403);
    const { body } = await agent.get('open/endpoint/detail', { id });
    expect(JSON.stringify(body)).not.toContain('secret":"');
  });

  it('in a private network, or without encryption, is refused where the operator does not allow it', async () => {
    const strict = await testApp();
    try {
      const agent = await strict.agent();
      const created = (url: string) => agent.post('open/endpoint/create', { endpointName: 'x', url, events: 1 });
      expect((await created('https://192.168.1.1/hook')).body.bizCode).toBe('ENDPOINT_PRIVATE');
      expect((await created('http://example.com/hook')).body.bizCode).toBe('ENDPOINT_ADDRESS');
      for (const url of ['https://user:secret@example.com/hook', 'https://user@example.com']) {
        const refused = await created(url);
        expect([refused.status, refused.body.msg]).toEqual([400, expect.stringContaining('不含用户名和密码')]);
      }
      expect((await created('https://example.com/hook')).status).toBe(200);
    } finally {
      await strict.close();
    }
  });
});

describe('a delivery', () => {
  it('of a worker that died is sent again, and that of a living one after its lease', async () => {
    const agent = await rich();
    const { received, url } = await listening(() => ({ status: 200 }));
    const { id } = await subscribe(agent, url, { events: openEvent.is['order.refunded'] });
    const [alive] = await query<{ id: string }>('select id::text from kernel_worker limit 1');
    const [event] = await query<{ id: string }>(
      `insert into open_event (tenant_id, owner_id, event_type, body) values ('000000', $1, 1024, '{"type":"endpoint.test"}') returning id::text`,
      [agent.id.toString()],
    );
    const insert = (worker: string) =>
      query<{ id: string }>(
        `insert into open_delivery (tenant_id, endpoint_id, event_id, event_type, worker_id, tries, next_time) values ('000000', $1, $2, 1024, $3, 1, now() + interval '1 hour') returning id::text`,
        [id, event?.id, worker],
      );
    const [held] = await insert(alive?.id ?? '');
    const [lost] = await insert('999999999');
    await expect.poll(async () => (await agent.get('open/delivery/detail', { id: lost?.id })).body.data.state).toBe(1);
    expect(received).toHaveLength(1);
    expect((await agent.get('open/delivery/detail', { id: held?.id })).body.data).toMatchObject({ state: 0, tries: 1 });
    await query('update open_delivery set next_time = now() where id = $1', [held?.id]);
    await expect.poll(async () => (await agent.get('open/delivery/detail', { id: held?.id })).body.data.state).toBe(1);
  });

  it('is sent again by its owner, also through the partner interface', async () => {
    const agent = await rich();
    const { received, url } = await listening(() => ({ status: 200 }));
    const { id } = await subscribe(agent, url);
    await buy(agent);
    await expect.poll(async () => (await deliveriesOf(agent, id))[0]?.state).toBe(1);
    const [{ id: deliveryId }] = await deliveriesOf(agent, id);
    expect((await agent.post('open/delivery/resend', { ids: deliveryId })).body.data).toEqual({ sent: 1 });
    await expect.poll(async () => [received.length, (await deliveriesOf(agent, id))[0]?.state]).toEqual([2, 1]);
    // All its attempts are before it again.
    expect((await deliveriesOf(agent, id))[0]).toMatchObject({ tries: 1, attempts: { length: 2 } });
    const client = partner(product, (await apiKey(agent)).key);
    expect((await client.post(`/webhook-deliveries/${deliveryId}/resend`, {}, 'again-1')).body).toEqual({ sent: 1 });
    await expect.poll(() => received.length).toBe(3);
    const stranger = partner(product, (await apiKey(await product.agent())).key);
    expect((await stranger.post(`/webhook-deliveries/${deliveryId}/resend`, {}, 'again-2')).status).toBe(404);
    expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  });

  it('waits from ten seconds to twelve hours, longer where the receiver asks for it, then gives up', () => {
    const pauses = [1, 2, 3, 4, 5, 6, 7, 8].map((tries) => pauseAfter(tries, null, 0.5));
    expect(pauses).toEqual([10, 30, 120, 600, 3600, 10_800, 43_200, 43_200]);
    expect(pauseAfter(9, null, 0.5)).toBeNull();
    expect([pauseAfter(1, null, 0), pauseAfter(1, null, 1)].map((one) => Math.round(one ?? 0))).toEqual([8, 12]);
    expect([pauseAfter(1, 60, 0.5), pauseAfter(1, 86_400, 0.5), pauseAfter(4, 60, 0.5)]).toEqual([60, 3600, 600]);
  });
});

describe('money of tasks', () => {
  it('that a key created counts for its spending cap when it is held', async () => {
    const agent = await product.agent();
    await product.db.tx((tx) =>
      rechargePass(tx, systemActor('000000'), {
        ...{
          userId: agent.id,
          amount: parseMoney('100'),
          methodCode: 'test',
          idemKey: `rc:cap:${agent.id}`,
          bizType: 'recharge',
        },
      }),
    );
    await openChecks(product, 1, { 1: '0.01' });
    const { id: consentId } = await declared(product, { who: agent, isPassed: true });
    const { id, key } = await apiKey(agent, { spendDay: '0.03' });
    const client = partner(product, key);
    const check = (count: number) => ({
      ...{ country: 'US', type: 'valid', consentId },
      numbers: Array.from({ length: count }, (_, at) => `+1202555010${at}`),
    });
    const ended = async (checkId: string) => (await client.get(`/checks/${checkId}`)).body;
    const first = await client.post('/checks', check(2), 'held-1');
    await expect.poll(async () => (await ended(first.body.id)).status).toBe('completed');
    const second = await client.post('/checks', check(2), 'held-2');
    await expect.poll(async () => (await ended(second.body.id)).status).toBe('failed');
    expect(await ended(second.body.id)).toMatchObject({ failReason: expect.stringContaining('0.03'), held: '0' });
    expect((await agent.get('open/key/detail', { id })).body.data.spentDay).toBe('0.02');
  });
});
