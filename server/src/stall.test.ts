import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { LINE } from './engines/messaging/work/index.ts';
import { verifyStockCounters } from './engines/stock/inventory/index.ts';
import { fictionalNumbers, stock } from './engines/stock/inventory/stock-fixture.ts';
import { type Db, openDb } from './kernel/db/index.ts';
import { type FreezableProxy, openFreezableProxy } from './kernel/testing/freezable-proxy.ts';
import { testDb } from './kernel/testing/index.ts';
import { type TestApp, type TestUser, testApp } from './testing/app.ts';
import { mismatches } from './testing/books.ts';
import { addSender } from './testing/channel-senders.ts';
import { CHECK_SECRET, startCheckServer } from './testing/check-server.ts';
import { openMarket, stockNumbers, UNIT_PRICE } from './testing/market.ts';
import { addPhone, messageAgent, openMessages } from './testing/orders.ts';
import { receiver } from './testing/partner.ts';
import { startSmsc } from './testing/smsc.ts';

/** Short enough for a test, long enough for a busy machine. */
const WAITS = { suspect: 300, answer: 900, repeat: 100, connect: 3000 };
const BUYERS = 4;
const PURCHASES = 12;
const CHECKED = 20;
const SOLD = 2 * BUYERS * PURCHASES;
const TEXTS = 100;

const vendor = await startCheckServer();
const smsc = await startSmsc();
const shop = await receiver(() => ({ status: 204 }));
let line: FreezableProxy;
let product: TestApp;
let reached: Db;
let keeper: TestUser;
let productId: bigint;
let phoneId: string;
let sender: Awaited<ReturnType<typeof messageAgent>>;
let round = 0;
/** What would have ended the process. */
const escaped: unknown[] = [];
const note = (reason: unknown) => void escaped.push(reason);
const query = async <Row extends object>(text: string, values: unknown[] = []) =>
  (await product.db.pool.query<Row>(text, values)).rows;

beforeAll(async () => {
  const place = await testDb();
  line = await openFreezableProxy(place.connection);
  await place.close();
  product = await testApp(
    { PRIVATE_ENDPOINTS: '1' },
    {
      reach: (connection) => {
        reached = openDb({ ...connection, host: line.host, max: 8, waits: WAITS });
        return reached;
      },
    },
  );
  keeper = await product.staff('warehouse');
  const { body } = await product.admin.post('provider/provider/submit', {
    ...{ providerCode: 'stall', providerName: 'Stall', endpoint: vendor.address, batchMax: 2 },
    ...{ apiKey: 'key', secretKey: CHECK_SECRET, ratePerSecond: 10_000 },
  });
  await query('update prv_provider set status = 1 where id = $1', [body.data.id]);
  productId = await openMarket(product.db);
  await product.work();
  await openMessages(product, 3);
  phoneId = await addPhone(product, await addSender(product, 'smpp', { endpoint: smsc.address, ratePerSecond: 100 }));
  sender = await messageAgent(product);
  smsc.behaviour = { receipts: 'after', repeatsReceipts: true, answerMillis: 30 };
});
beforeEach(() => process.on('unhandledRejection', note).on('uncaughtException', note));
afterEach(() => {
  process.off('unhandledRejection', note).off('uncaughtException', note);
});
afterAll(async () => {
  line.thaw();
  await product.close();
  await vendor.close();
  await smsc.close();
  shop.close();
  await line.close();
});

/** @returns the id of a task whose texts are being sent */
async function sendTexts(): Promise<string> {
  const { agent, consentId } = sender;
  await expect.poll(() => smsc.bound()).toBeGreaterThan(0);
  const saved = await agent.post('sms/sms-task/save', {
    ...{ orderName: 'Campaign', consentId, senderId: phoneId, smsType: 2, column: 0, content: 'Your order is ready.' },
    numbers: fictionalNumbers(TEXTS, 2000 + round * 100)
      .map((one) => `+${one}`)
      .join('\n'),
  });
  const { id } = saved.body.data;
  const detail = async () => (await product.admin.get('sms/sms-task/detail', { id })).body.data;
  await expect.poll(async () => (await detail()).isRead).toBe(1);
  const confirmed = await agent.post('sms/sms-task/confirm', { id });
  if (confirmed.body.data.status === 1) await product.admin.post('sms/sms-task/approve', { ids: id });
  return id;
}
const endPauses = async () => {
  await query('update work_chunk set ready_at = now() where state = 0 and ready_at > now()');
  await query('update work_lane set wait_until = null where wait_until > now()');
};
const exported = (format: string) => keeper.post('whatsapp/warehouse/export', { format, columns: 'itemNo,number' });

it.each([
  ['for a moment', true, () => sleep(150)],
  ['until it is noticed', true, () => expect.poll(() => reached.state.isAway).toBe(true)],
  [
    'and every connection is ended',
    false,
    () =>
      query(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      ),
  ],
])(
  'purchases, a check, an export, texts and webhooks go on after a database that is silent %s, and nothing is doubled',
  async (_what, keepsBinds, silence) => {
    round += 1;
    const numbers = fictionalNumbers(SOLD, round * 100);
    await stockNumbers(product.db, numbers);
    const buyers = await Promise.all(Array.from({ length: BUYERS }, () => product.agent({ money: 100_000_000n })));
    const ids = await stock(product.db, fictionalNumbers(CHECKED, 1000 + round * 100));
    const task = (await keeper.post('whatsapp/warehouse/survive', { ids: ids.join(',') })).body.data.taskNo as string;

    const endpoint = { endpointName: 'Shop', url: shop.url, events: 1023 };
    for (const buyer of buyers)
      expect((await buyer.post('open/endpoint/create', endpoint)).body).toMatchObject({ code: 200 });
    const texts = await sendTexts();
    const bound = smsc.bound();

    /** Buys with the same key until there is an answer, as the console does. */
    const buy = async (who: TestUser, n: number): Promise<void> => {
      const body = { productId: String(productId), quantity: 2, expectedAmount: String(2 * Number(UNIT_PRICE)) };
      const key = { 'idempotency-key': `stall-${round}-${who.id}-${n}` };
      await expect
        .poll(async () => (await who.post('agent/product/buy', { ...body, useDeclaration: 1 }, key)).status)
        .toBe(200);
    };
    const buying = Promise.all(
      buyers.map(async (who) => {
        for (let n = 0; n < PURCHASES; n += 1) await buy(who, n);
      }),
    );
    const exports = Promise.all(['xlsx', 'csv', 'xlsx'].map((format) => exported(format).catch(() => null)));
    await expect.poll(async () => (await query('select from agt_product_order')).length).toBeGreaterThan(round);
    await expect.poll(() => smsc.taken.length).toBeGreaterThan((round - 1) * TEXTS);
    line.freeze();
    await silence();
    line.thaw();
    await Promise.all([buying, exports]);
    // A worker whose own connection was ended leaves its binds to others, and begins again.
    if (keepsBinds) expect(smsc.bound()).toBe(bound);
    await expect.poll(() => smsc.bound()).toBe(bound);

    const stateOf = async () =>
      (await query<{ status: number }>('select status from work_task where job_task_no = $1', [task]))[0]?.status;
    await expect
      .poll(async () => {
        await endPauses();
        await query('update work_attempt set due_time = now() where state in (0, 1)').catch(() => undefined);
        return stateOf();
      })
      .toBeOneOf([3, 4]);
    const sold = await query<{ n: number; orders: number }>(
      `select sum(delivered_qty)::int as n, count(*)::int as orders from agt_product_order where buyer_id = any($1) group by buyer_id`,
      [buyers.map(({ id }) => String(id))],
    );
    expect(sold).toEqual(buyers.map(() => ({ n: 2 * PURCHASES, orders: PURCHASES })));
    expect(await product.db.tx((tx) => verifyStockCounters(tx))).toEqual([]);
    expect(await mismatches(product)).toEqual([]);
    await expect.poll(async () => (await exported('xlsx')).status).toBe(200);
    // Each event reached its endpoint: one may come twice, under its id.
    const events = () => new Set(shop.received.map(({ headers }) => headers['webhook-id'])).size;
    await expect
      .poll(async () => {
        await query(
          "update open_delivery set next_time = now() where state = 0 and worker_id is null and pg_notify('open_ready', '') is not null",
        );
        return events();
      })
      .toBe(round * BUYERS * PURCHASES);
    // Each text was sent once; one whose answer was lost is in doubt.
    const recipients = smsc.taken.map(({ to }) => to);
    expect(new Set(recipients).size).toBe(recipients.length);
    const linesIn = (state: number) => query('select from work_line where task_id = $1 and state = $2', [texts, state]);
    await expect
      .poll(async () => {
        await endPauses();
        return linesIn(LINE.open);
      })
      .toEqual([]);
    // Receipts that came before the outcomes of their texts were stored are looked at again.
    await expect
      .poll(
        async () => {
          await query('update prv_receipt set due_time = now() where state = 0 and due_time > now()');
          return linesIn(LINE.accepted);
        },
        { interval: 500 },
      )
      .toEqual([]);
    expect(escaped).toEqual([]);
  },
);
