import { parseMoney } from '@trade-assistant/contract/kit/money.ts';
import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { addPrice } from './engines/money/pricing/index.ts';
import { verifyStockCounters } from './engines/stock/inventory/index.ts';
import { systemActor } from './kernel/auth/actor.ts';
import { type Answer, type TestUser, testApp } from './testing/app.ts';
import { mismatches } from './testing/books.ts';
import { addSender } from './testing/channel-senders.ts';
import { type Behaviour, startCheckServer } from './testing/check-server.ts';
import { openTask, receive } from './testing/inbox.ts';
import { fictionalNumbers, openMarket, openRental, stockNumbers } from './testing/market.ts';
import { addPhone, messageAgent, openMessages, templatesOf } from './testing/orders.ts';
import { apiKey, partner } from './testing/partner.ts';
import { type ServerProcess, startServerProcess } from './testing/server-process.ts';
import { type SmscBehaviour, startSmsc } from './testing/smsc.ts';

/** MONEY_KILLS=10 proves more than the suite has time for; MONEY_SEED replays a history, as far as the processes allow. */
const KILLS = Number(process.env['MONEY_KILLS'] ?? 1);
const SEED = Number(process.env['MONEY_SEED'] ?? process.env['FC_SEED'] ?? Date.now() % 2 ** 31);
const STEPS = 25;
const [CHECK, WHATSAPP, SMS] = ['filter/whatsapp-filter', 'whatsapp/order', 'sms/sms-task'];
/** Answers the calls of the test; two processes do the work and are killed in turn. */
const product = await testApp({ PRIVATE_ENDPOINTS: '1', SANDBOX: '1' });
const checkServer = await startCheckServer();
const smsc = await startSmsc();
const nodes: ServerProcess[] = [];
afterAll(async () => {
  await Promise.all(nodes.map((node) => node.kill()));
  await Promise.all([checkServer.close(), smsc.close()]);
  await product.close();
});

const query = async <Row extends object>(text: string, values: unknown[] = []) =>
  (await product.db.pool.query<Row>(text, values)).rows;
const { user, database, host } = product.db.connection;
const startNode = () =>
  startServerProcess({
    DATABASE_URL: `postgres://${user}@/${database}?host=${host}`,
    DATA_DIR: product.app.config.dataDir,
    ...{ ROLE: 'worker', PRIVATE_ENDPOINTS: '1', SANDBOX: '1' },
  });

const kind = fc.constantFrom(
  ...(['check', 'check', 'check', 'end check', 'pause check', 'resume check', 'upgrade', 'vendor'] as const),
  ...([
    'order',
    'texts',
    'texts',
    'confirm',
    'confirm',
    'pause',
    'resume',
    'cancel',
    'reset',
    'add',
    'overrule',
  ] as const),
  ...(['reply', 'reply', 'reply', 'smsc', 'smsc', 'rent', 'rent', 'refund', 'refund', 'days'] as const),
);
const step = fc.record({ kind, who: fc.nat(1), which: fc.nat(1000), size: fc.integer({ min: 1, max: 60 }) });
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** Ways in which the providers fail for a while. */
const CHECK_FAULTS: readonly Behaviour[] = [
  { on: 'submit', times: 3, act: { kind: 'hangUp', afterReceipt: true } },
  { on: 'submit', times: 3, act: { kind: 'hangUp', afterReceipt: false } },
  { on: 'submit', times: 5, act: { kind: 'status', status: 500 } },
  { on: 'submit', times: 2, act: { kind: 'accept', afterSeconds: 3600 } },
  { on: 'collect', times: 4, act: { kind: 'unknown' } },
  { on: 'submit', times: 3, act: { kind: 'accept', afterSeconds: 0 } },
];
const SMSC_FAULTS: readonly SmscBehaviour[] = [
  { receipts: 'after' },
  { receipts: 'reversed', refusedPart: 2 },
  { receipts: 'twice', closeEvery: 7 },
  { isSilent: true },
  // An address that it does not know.
  { receipts: 'after', status: 11 },
  { receipts: 'after', throttleEvery: 5 },
  { receipts: 'before', state: 'UNDELIV' },
];

/** Prices by quantity of a check, cached results and an upgrade, so that a line's price depends on its list. */
async function openPrices(): Promise<void> {
  await openMessages(product, 1);
  await openMessages(product, 3);
  const price = (serviceType: 1 | 8, filterType: number, salePrice: string, tiers: readonly [number, string][]) =>
    product.db.tx((tx) =>
      addPrice(
        tx,
        systemActor('000000'),
        {
          ...{
            businessType: 1,
            serviceType,
            filterType,
            activePeriod: null,
            countryCode: 'US',
            agentLevel: 0,
            unit: 1,
            chargeOn: 3,
          },
          ...{
            costPrice: parseMoney('0.0001'),
            salePrice: parseMoney(salePrice),
            minPrice: null,
            minQty: null,
            maxQty: null,
            stepQty: null,
          },
          ...{
            tierJson: tiers.map(([fromQty, price]) => ({ fromQty, price })),
            effectiveTime: new Date(),
            expireTime: null,
            remark: null,
          },
        },
        { belowCost: false },
      ),
    );
  await price(1, 1, '0.0008', [
    [10, '0.0006'],
    [40, '0.0005'],
  ]);
  await price(1, 2, '0.0036', []);
  await price(8, 1, '0.00027', []);
}

interface Order {
  readonly resource: string;
  readonly id: string;
}

interface Buyer {
  readonly agent: TestUser;
  readonly consentId: string;
  readonly open: ReturnType<typeof partner>;
  readonly sessionTask: string;
  readonly checks: string[];
  readonly orders: Order[];
  readonly rentals: string[];
}

it(`leaves the books right after a random history of all that holds money, with ${KILLS} killed nodes`, async () => {
  const hint = `seed ${SEED}`;
  await openPrices();
  await openMarket(product.db);
  const rental = String(await openRental(product.db));
  await query('update agt_product set warranty_hours = 72');
  await stockNumbers(product.db, fictionalNumbers(200));
  await addCheckProvider();
  const trial = await addSender(product, 'trial');
  const template = (await templatesOf(product, trial)).get('order_shipped en');
  const providerId = await addSender(product, 'smpp', { endpoint: smsc.address });
  // Less than an order has, so that the limit of a day ends in the middle of one.
  const phoneId = await addPhone(product, providerId, { dailyLimit: 50, ratePerSecond: 200 });
  const inboxPhone = await addPhone(product, providerId, { capability: 7, senderType: 2, phoneNo: '20001' });
  const buyer = async (): Promise<Buyer> => {
    const { agent, consentId } = await messageAgent(product);
    const { key } = await apiKey(agent);
    const sessionTask = await openTask(agent, { senderId: inboxPhone, sessionType: 2 }).catch(() => '');
    return { agent, consentId, open: partner(product, key), sessionTask, checks: [], orders: [], rentals: [] };
  };
  const buyers = [await buyer(), await buyer()];
  let acts = 0;
  const answered = new Map<string, number>();
  /** A refusal is an answer; a fault of ours is not. */
  const ok = (name: string, { status, body }: Answer): Any | undefined => {
    expect([status < 500, `${hint}: ${name} ${JSON.stringify(body)}`]).toEqual([true, expect.anything()]);
    const word = `${name}: ${status === 200 ? 'done' : (body.errorCode ?? body.error?.code ?? body.msg)}`;
    answered.set(word, (answered.get(word) ?? 0) + 1);
    return status === 200 ? (body.data ?? body) : undefined;
  };
  const listOf = (size: number, which: number, more = '') =>
    fictionalNumbers(300)
      .slice(which % 200, (which % 200) + size)
      .flatMap((number, index) =>
        index % 9 === 0 ? [`+${number}${more}`, `+${number}${more}`] : [`+${number}${more}`],
      )
      .join('\n');
  const confirm = async (agent: TestUser, { resource, id }: Order): Promise<void> => {
    const confirmed = ok('confirm', await agent.post(`${resource}/confirm`, { id }));
    if (confirmed?.status === 1) ok('approve', await product.admin.post(`${resource}/approve`, { ids: id }));
  };
  const play = async ({ kind, who, which, size }: Step): Promise<void> => {
    acts += 1;
    const own = buyers[who] as Buyer;
    const { agent, consentId } = own;
    const check = own.checks[which % Math.max(1, own.checks.length)];
    const order = own.orders[which % Math.max(1, own.orders.length)];
    const setCheck = async (change: object) => {
      if (check) ok(kind, await agent.post(`${CHECK}/update`, { id: check, ...change }));
    };
    const setOrder = async (status: number) => {
      if (order) ok(kind, await agent.post(`${order.resource}/update`, { id: order.id, status }));
    };
    if (kind === 'check') {
      const form = {
        taskName: `List ${acts}`,
        countryCode: 'US',
        filterType: 1 + (which % 4 === 0 ? 1 : 0),
        checkMode: 1 + (which % 2),
      };
      const made = ok(
        kind,
        await agent.post(`${CHECK}/create-order`, { ...form, consentId, numbers: listOf(size, which) }),
      );
      if (made) own.checks.push(made.id);
    }
    if (kind === 'end check') await setCheck({ status: 5 });
    if (kind === 'pause check') await setCheck({ action: 'PAUSE' });
    if (kind === 'resume check') await setCheck({ action: 'RESUME' });
    if (kind === 'upgrade' && check) ok(kind, await agent.post(`${CHECK}/upgrade-task`, { id: check, filterType: 2 }));
    if (kind === 'vendor') checkServer.behave(CHECK_FAULTS[which % CHECK_FAULTS.length] as Behaviour);
    if (kind === 'smsc') {
      smsc.behaviour = SMSC_FAULTS[which % SMSC_FAULTS.length] as SmscBehaviour;
      smsc.dropAll();
    }
    if (kind === 'order' || kind === 'texts') {
      const resource = kind === 'order' ? WHATSAPP : SMS;
      const content = which % 2 ? 'Your order is ready.' : 'Your order is ready. '.repeat(12);
      const form =
        kind === 'order'
          ? { senderId: trial, templateId: template, values: VALUES }
          : { senderId: phoneId, smsType: 2, content };
      const numbers = listOf(size, which, ',A-1,Ana');
      const made = ok(
        kind,
        await agent.post(`${resource}/save`, { orderName: `Order ${acts}`, consentId, column: 0, numbers, ...form }),
      );
      if (!made) return;
      const added = { resource, id: made.id as string };
      own.orders.push(added);
      await expect.poll(async () => (await agent.get(`${resource}/detail`, { id: added.id })).body.data.isRead).toBe(1);
      if (which % 3 > 0) await confirm(agent, added);
      // Some are stopped while their first messages are on their way.
      const next = [4, 7][which % 5];
      if (next)
        ok(next === 4 ? 'pause' : 'cancel', await agent.post(`${resource}/update`, { id: added.id, status: next }));
    }
    if (kind === 'confirm' && order) await confirm(agent, order);
    if (kind === 'pause') await setOrder(4);
    if (kind === 'resume') await setOrder(3);
    if (kind === 'cancel') await setOrder(7);
    if (kind === 'reset' && order) ok(kind, await agent.post(`${order.resource}/schedule-reset`, { id: order.id }));
    if (kind === 'add' && order)
      ok(
        kind,
        await agent.post(`${order.resource}/add-number`, {
          id: order.id,
          numbers: listOf(3, which + size, ',A-2,Bo'),
          column: 0,
        }),
      );
    if (kind === 'overrule' && order) {
      const [line] = await query<{ line: number }>(
        'select line_no as line from work_line where task_id = $1 and is_current and charge = 2 order by line_no limit 1 offset $2',
        [order.id, which % 3],
      );
      const channel = order.resource.split('/')[0];
      const page = await product.admin.get(`${channel}/order-phone/list`, { orderId: order.id, size: 100 });
      const row = line && ok('lines', page)?.records?.[line.line - 1];
      if (row)
        ok(kind, await product.admin.post(`${channel}/order-phone/overrule`, { ids: row.id, reason: 'Not received' }));
    }
    if (kind === 'reply') {
      await receive(product, inboxPhone, 12025550100n + BigInt(which % 5), 'Hello');
      const first = buyers.find(({ sessionTask }) => sessionTask !== '');
      const sessions = first && ok('queue', await first.agent.get('sms/session/queue', { taskId: first.sessionTask }));
      const session = sessions?.items?.[which % Math.max(1, sessions.items.length)];
      if (first && session)
        ok(
          kind,
          await first.agent.post('sms/session/send', {
            id: session.id,
            text: 'It is on its way.',
            clientKey: `history-${acts}`,
            lastSeenMessageId: '0',
            force: true,
          }),
        );
    }
    if (kind === 'rent') {
      const asked = { productId: rental, quantity: 1 + (which % 2), expectedAmount: '0.01', useDeclaration: true };
      const refused = await own.open.post('/orders', asked, `ask-${acts}`);
      const amount = refused.body.error?.details?.amount;
      const bought =
        amount && ok(kind, await own.open.post('/orders', { ...asked, expectedAmount: amount }, `rent-${acts}`));
      if (bought) own.rentals.push(bought.id);
    }
    const rented = own.rentals[which % Math.max(1, own.rentals.length)];
    if (kind === 'refund' && rented) {
      const form = { id: rented, reason: 'Wrong numbers' };
      ok(kind, await product.admin.post('agent/product/refund-order', form));
    }
    if (kind === 'days') await passDays(which % 3);
  };
  const history = fc.sample(step, { seed: SEED, numRuns: STEPS * (KILLS + 1) });
  nodes.push(await startNode(), await startNode());
  for (const [index, one] of history.entries()) {
    await play(one);
    if (index % STEPS !== STEPS - 1 || index === history.length - 1) continue;
    const victim = (index / STEPS) % 2 < 1 ? 0 : 1;
    await nodes[victim]?.kill();
    nodes[victim] = await startNode();
  }
  // Everybody ends what is theirs, the providers work again, and the longest wait of each document passes.
  checkServer.behave();
  smsc.behaviour = { receipts: 'after' };
  for (const { agent, checks, orders } of buyers) {
    for (const id of checks) ok('end check', await agent.post(`${CHECK}/update`, { id, status: 5 }));
    for (const { resource, id } of orders) ok('cancel', await agent.post(`${resource}/update`, { id, status: 7 }));
  }
  await expect
    .poll(async () => {
      await passDays(40);
      return query(OPEN);
    })
    .toEqual([]);
  expect(await mismatches(product), hint).toEqual([]);
  expect(await product.db.tx((tx) => verifyStockCounters(tx)), hint).toEqual([]);
  const { taskNo } = ok('proof', await product.admin.post('finance/proof/run'));
  const proof = async () => (await product.admin.get('desk/task/progress', { taskNo })).body.data.result;
  await expect.poll(proof).toMatchObject({ ok: true, count: 0 });
  if (process.env['MONEY_KILLS']) console.log(hint, Object.fromEntries([...answered].sort()));
});

// biome-ignore lint/suspicious/noExplicitAny: an answer of any call
type Any = any;

const VALUES = [
  { key: 'header.1', column: 1 },
  { key: 'body.1', column: 2 },
  { key: 'body.2', value: 'Friday' },
  { key: 'button.0', column: 1 },
];

/** Documents that still hold money or units. */
const OPEN = `
  select 'hold' as what, biz_type || ' ' || id as no from fin_hold where status = 0
  union all select 'task', task_no from work_task where hold_amount <> charged_amount + refunded_amount
  union all select 'units', c.id::text from agt_quota_charge c where c.used + c.released < c.units`;

/** Moves the clocks of tasks, lines, exchanges and single texts back, so that what waits for a time is due. */
async function passDays(days: number): Promise<void> {
  const shift = (table: string, columns: string, where = 'true') =>
    query(
      `update ${table} set ${columns
        .split(' ')
        .map((column) => `${column} = ${column} - make_interval(days => ${days}, secs => 90)`)
        .join(', ')} where ${where}`,
    );
  await shift('work_line', 'due_time', 'due_time is not null');
  await shift('work_chunk', 'ready_at', 'state = 0');
  await shift('work_task', 'update_time progress_time', 'finish_time is null');
  await shift('work_attempt', 'create_time', 'state < 2');
  await shift('snd_message', 'sent_time', 'session_id is not null and sent_time is not null');
  await query('update work_lane set wait_until = null where wait_until > now()');
  await query('update prv_health set open_until = least(open_until, now()), learned_rate = null');
}

/** A provider of checks with small batches. */
const addCheckProvider = () =>
  query(
    `insert into prv_provider (tenant_id, provider_code, provider_name, kind, protocol, endpoint, capabilities, timeout_ms, batch_max, rate_per_second, retry_max, status)
     values ('000000', 'random', 'Random', 1, 1, $1, 63, 1000, 10, 400, 2, 1)`,
    [checkServer.address],
  );
