import { afterAll, beforeAll, expect, it } from 'vitest';
import { payoutService } from './engines/money/payments/index.ts';
import { postRebates, settleRebates } from './engines/money/rebates/index.ts';
import { verifyStockCounters } from './engines/stock/inventory/index.ts';
import { runDueLeases } from './engines/stock/orders/index.ts';
import { ageLeases, createRental, createShop } from './engines/stock/orders/orders-fixture.ts';
import { type TestApp, type TestUser, testApp } from './testing/app.ts';
import { mismatches } from './testing/books.ts';
import { type BreakingDb, breakingDb, type Cut } from './testing/breaking-db.ts';
import { type CallExamples, callExamples } from './testing/call-examples.ts';
import { callBack } from './testing/callbacks.ts';
import { openChannel, openPayoutMethod, orderedWithdrawal, withdrawer } from './testing/withdrawals.ts';

const KEY = 'signing-key-of-the-test';
let product: TestApp;
let breaking: BreakingDb;
let examples: CallExamples;
let buyer: TestUser;
let renter: TestUser;
let shops: { readonly instant: bigint; readonly byHand: bigint; readonly rental: bigint };
let channel: string;
beforeAll(async () => {
  product = await testApp(
    { SANDBOX: '1', PRIVATE_ENDPOINTS: '1' },
    {
      reach: (connection) => {
        breaking = breakingDb(connection, () => product.db);
        return breaking.db;
      },
    },
  );
  const top = await product.agent();
  renter = top;
  buyer = await product.agent({ parent: top, money: 1_000_000_000n });
  await sql(
    `insert into prc_agent_price (tenant_id, owner_path, agent_id, kind, business_type, service_type, country_code, rebate_rate1, rebate_rate2)
     select '000000', $1, $2, 1, business, service, '*', 5, 2 from generate_series(1, 3) business, unnest('{2, 7}'::int[]) service`,
    [top.row.ownerPath, String(top.id)],
  );
  shops = {
    instant: (await createShop(product.db, { stock: 400 })).productId,
    byHand: (await createShop(product.db, { stock: 200, product: { deliveryType: 2 } })).productId,
    rental: (await createRental(product.db, { stock: 600 })).productId,
  };
  examples = callExamples(product, await product.agent({ money: 1_000_000_000n, name: 'North' }));
  channel = await bank();
});
afterAll(() => product.close());

const sql = (text: string, values: unknown[] = []) => product.db.pool.query(text, values);

/** An attempt and its repetition with the same key: calls return answers, timers simply run. */
interface Attempt {
  /** Whether it went well. */
  run(): Promise<boolean>;
}
type Flow = () => Promise<Attempt>;

let count = 0;
/** A call with a key; the repetition with the same key is the same attempt. */
function called(who: TestUser, path: string, body: unknown): Attempt {
  count += 1;
  const key = { 'idempotency-key': `cut-${count}` };
  return { run: async () => (await who.post(path, body, key)).status === 200 };
}
const example =
  (path: string): Flow =>
  async () => {
    const made = await examples[path]?.();
    if (!made) throw new Error(`${path} has no example`);
    return called(made.who ?? product.admin, path, made.body);
  };
/** The work of a timer; `again` makes the remaining work due at once. */
const timed = (work: () => Promise<unknown>, again: () => Promise<unknown> = async () => undefined): Attempt => ({
  run: async () => {
    await again();
    try {
      await work();
      return true;
    } catch {
      return false;
    }
  },
});

const purchase = (productId: bigint) => ({
  productId: String(productId),
  quantity: 2,
  expectedAmount: '2',
  useDeclaration: 1,
});
async function bought(productId: bigint): Promise<Record<string, string>> {
  const answer = await buyer.post('agent/product/buy', purchase(productId));
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return answer.body.data;
}

/** Two numbers rented a while ago by a new buyer. @returns their ids */
async function rented(daysLeft: number, autoRenew = 0): Promise<{ who: TestUser; ids: string[] }> {
  const who = await product.agent({ parent: renter, money: 100_000_000n });
  const answer = await who.post('agent/product/buy', { ...purchase(shops.rental), autoRenew });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  const { records } = (await who.get('agent/lease/list')).body.data;
  await ageLeases(product.db, records[0].daysLeft - daysLeft, who.id);
  return { who, ids: records.map(({ id }: { id: string }) => id) };
}
/** The work of the lease timer, whose repetition changes nothing. */
const turned = async (daysLeft: number, autoRenew: number): Promise<Attempt> => {
  await rented(daysLeft, autoRenew);
  return timed(() => runDueLeases(product.app.db));
};

/** A channel that signs its callbacks. @returns its code */
async function bank(): Promise<string> {
  const form = {
    channelCode: 'bank-1',
    channelName: '银行',
    channelNameEn: 'Bank',
    channelKind: 2,
    sort: 1,
    status: 1,
  };
  const more = { endpoint: 'https://bank.invalid', merchantId: 'm-1', signingSecret: KEY };
  const answer = await product.admin.post('user/payout-channel/save', { ...form, ...more });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  await product.db.pool.query('update pay_channel set confirmed = 1');
  return form.channelCode;
}
/** A payout under way at a channel. @returns the number it is known by there */
async function paying(type: string): Promise<string> {
  const paymentMethod = await openPayoutMethod(product, { fee_fixed: '1000000' });
  const id = await orderedWithdrawal(product, await withdrawer(product), { paymentMethod });
  const sent = await product.admin.post('agent/withdrawal/third-channel', { ids: id, type });
  if (sent.status !== 200) throw new Error(JSON.stringify(sent.body));
  return `${(await product.admin.get('agent/withdrawal/detail', { id })).body.data.withdrawNo}-1`;
}
const reported = async (status: string): Promise<Attempt> => {
  const merchantNo = await paying(channel);
  const { rows } = await product.db.pool.query<{ id: string }>(
    'select id::text from pay_channel where channel_code = $1',
    [channel],
  );
  const body = JSON.stringify({ merchantNo, status, channelNo: '', txHash: 'hash' });
  const sent = { resource: 'agent/withdrawal', id: rows[0]?.id ?? '', key: KEY, body };
  return {
    run: () =>
      callBack(product, sent).then(
        (answer) => answer.status === 200,
        () => false,
      ),
  };
};
/** Payouts of other attempts are nothing to ask about. */
const polled = async (outcome: number): Promise<Attempt> => {
  await sql('update pay_withdrawal set poll_time = null');
  const withdrawNo = (await paying(await openChannel(product, outcome))).slice(0, -2);
  return timed(
    () => payoutService.handOver(product.app),
    () => sql('update pay_withdrawal set poll_time = now() where withdraw_no = $1 and status = 3', [withdrawNo]),
  );
};
const earned = async (): Promise<void> => {
  await postRebates(product.db);
  await sql(`update agt_rebate set settle_time = now() - interval '1 hour' where status = 0`);
  await settleRebates(product.db);
};

const FLOWS: Readonly<Record<string, Flow>> = {
  'a purchase delivered at once': async () => called(buyer, 'agent/product/buy', purchase(shops.instant)),
  'a purchase that waits for delivery': async () => called(buyer, 'agent/product/buy', purchase(shops.byHand)),
  'a delivery by hand': async () => {
    const { outboundId } = await bought(shops.byHand);
    return called(product.admin, 'whatsapp/outbound/submit', { id: outboundId, status: 2 });
  },
  'a refund': async () => {
    const { orderId } = await bought(shops.instant);
    return called(product.admin, 'agent/product/refund-order', { id: orderId, reason: 'Not reachable' });
  },
  'renting numbers': async () => called(buyer, 'agent/product/buy', purchase(shops.rental)),
  'renewing leases': async () => {
    const { who, ids } = await rented(20);
    return called(who, 'agent/lease/renew', { ids: ids.join(','), months: 3, expectedAmount: '6' });
  },
  'leases that renew themselves': () => turned(-1, 1),
  'leases that are overdue': () => turned(-3, 0),
  'a refund of renewed leases': async () => {
    const { who, ids } = await rented(20);
    const { orderNo } = (await who.get('agent/lease/detail', { id: ids[0] })).body.data;
    await who.post('agent/lease/renew', { ids: ids.join(','), months: 1, expectedAmount: '2' });
    const [order] = (await who.get('agent/product/order-list', { orderNo })).body.data.records;
    return called(product.admin, 'agent/product/refund-order', { id: order.id, reason: 'Not reachable' });
  },
  ...Object.fromEntries(
    [
      'agent/recharge/create-order',
      'agent/recharge/turn-down',
      'agent/withdrawal/create-order',
      'agent/withdrawal/pass',
      'agent/withdrawal/turn-down',
      'agent/withdrawal/third-channel',
      'agent/withdrawal/transfer',
      'desk/approval/pass',
    ].map((path) => [path, example(path)]),
  ),
  'passing a recharge': async () => {
    const attempt = await example('agent/recharge/pass')();
    // Without the random tail of amounts, so that all attempts change the same values.
    await sql(`update pay_recharge set pay_amount = amount, receive_address = 'T' || id where status = 1`);
    return attempt;
  },
  'report of a failed payout': () => reported('failed'),
  'report of a returned payout': () => reported('returned'),
  'asking about payouts': () => polled(3),
  'posting rebates': async () => {
    await earned();
    await bought(shops.instant);
    return timed(() => postRebates(product.app.db));
  },
  'settling rebates': async () => {
    await earned();
    await bought(shops.instant);
    await postRebates(product.db);
    await sql(`update agt_rebate set settle_time = now() - interval '1 hour' where status = 0`);
    return timed(() => settleRebates(product.app.db));
  },
  'clawing rebates back': async () => {
    await earned();
    const { orderId } = await bought(shops.instant);
    await earned();
    await product.admin.post('agent/product/refund-order', { id: orderId, reason: 'Not reachable' });
    return timed(() => postRebates(product.app.db));
  },
};

/**
 * Row counts of all tables written here (counters have as many rows as connections), and the sums and states of money,
 * stock and documents.
 */
let measures: { readonly name: string; readonly text: string } | undefined;
async function state(): Promise<Record<string, bigint>> {
  measures ??= await measuring();
  const { rows } = await product.db.pool.query<{ name: string; value: string }>(measures);
  return Object.fromEntries(rows.map(({ name, value }) => [name, BigInt(value)]));
}
/** Returns the query with a name: each connection plans it once. */
async function measuring(): Promise<{ name: string; text: string }> {
  const { rows } = await sql(`
    select string_agg(format('select %L, count(*)::text from %I', relname, relname), ' union all ') as query
    from pg_class c where relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace
      and relname ~ '^(fin|pay|agt|inv|biz|msg|apr|audit_log|kernel_idem)' and relname not in ('inv_counter', 'agt_product_sale')`);
  const text = `
    select * from (${rows[0]?.query} union all
    select 'wallet ' || kind, sum(balance)::text from fin_wallet group by kind union all
    select 'hold ' || status, sum(amount + 3 * captured + 7 * released)::text from fin_hold group by status union all
    select 'entries ' || event_code, sum(total_amount)::text from fin_journal group by event_code union all
    select 'recharge ' || status, sum(coalesce(credited_amount, 0) / 1000000 + 1)::text from pay_recharge group by status union all
    select 'withdrawal ' || status, (count(*) + 1000 * sum(attempt))::text from pay_withdrawal group by status union all
    select 'order ' || status, sum(paid_amount + 3 * refund_amount)::text from agt_product_order group by status union all
    select 'rebate ' || status, sum(rebate_amount + 3 * reversed_amount + 7 * posted_amount + 11 * settled_amount)::text from agt_rebate group by status union all
    select 'item ' || stock_status, count(*)::text from inv_item group by stock_status union all
    select 'lease ' || status, sum(months + 100)::text from agt_lease group by status union all
    select 'renewal', coalesce(sum(amount + 3 * refund_amount), 0)::text from agt_lease_renewal union all
    select 'sold', sum(sold)::text from agt_product_sale union all
    select 'note ' || status, sum(quantity)::text from inv_outbound group by status union all
    select 'request ' || status, count(*)::text from apr_request group by status) measured (name, value)`;
  return { name: 'measures', text };
}
/** The differences, without unchanged values. */
function change(from: Record<string, bigint>, to: Record<string, bigint>): Record<string, string> {
  const names = [...new Set([...Object.keys(from), ...Object.keys(to)])].sort();
  const pairs = names.map((name): [string, bigint] => [name, (to[name] ?? 0n) - (from[name] ?? 0n)]);
  return Object.fromEntries(pairs.filter(([, by]) => by !== 0n).map(([name, by]) => [name, String(by)]));
}

/**
 * The same attempt, with the same key, is cut at its first statement, at its second and so on, and after each commit. A
 * cut leaves nothing, or everything, after which another attempt replaces it. In the end each was executed once.
 */
it.each(Object.entries(FLOWS))('%s is complete or absent, for a cut at any statement', async (name, flow) => {
  const first = await flow();
  expect([name, await first.run()]).toEqual([name, true]);
  const counted = await flow();
  const start = await state();
  expect([name, await counted.run()]).toEqual([name, true]);
  const whole = change(start, await state());
  expect(Object.keys(whole)).not.toEqual([]);

  let attempt = await flow();
  let before = await state();
  const cutAt = async (cut: Cut): Promise<string | undefined> => {
    const { wasCut, statements } = await breaking.during(() => attempt.run(), cut);
    const text = statements[cut.statement - 1] ?? '';
    const left = change(before, await state());
    const where = `${name}: ${cut.when} statement ${cut.statement}, ${text.slice(0, 80)}`;
    expect(wasCut ? [{}, whole] : [whole], where).toContainEqual(left);
    if (Object.keys(left).length > 0) {
      expect([await attempt.run(), change(before, await state())], where).toEqual([true, whole]);
      attempt = await flow();
      before = await state();
    }
    return wasCut ? text : undefined;
  };
  let statement = 0;
  for (let text: string | undefined = ''; text !== undefined; ) {
    statement += 1;
    text = await cutAt({ statement, when: 'before' });
    if (/^commit/i.test(text ?? '')) await cutAt({ statement, when: 'after' });
  }
  expect(statement, name).toBeGreaterThan(5);
  expect(await mismatches(product), name).toEqual([]);
  expect(await product.db.tx((tx) => verifyStockCounters(tx)), name).toEqual([]);
});
