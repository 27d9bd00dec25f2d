import { setTimeout as sleep } from 'node:timers/promises';
import { userType } from '@trade-assistant/contract/dictionaries.ts';
import { formatMoney, type Micro, micros, parseMoney, times } from '@trade-assistant/contract/kit/money.ts';
import { adjust, openWallets, rechargePass } from '../engines/money/ledger/index.ts';
import { actorOf, DEFAULT_TENANT, openAccount, roleIdsOfKeys, type UserRow } from '../engines/people/identity/index.ts';
import { systemActor } from '../kernel/auth/actor.ts';
import { openSessions } from '../kernel/auth/index.ts';
import type { Db } from '../kernel/db/index.ts';
import type { HttpAnswer, HttpClient } from './http-client.ts';
import { MONTH_PRICE, openMarket, openRental, UNIT_PRICE } from './market.ts';

/** Numbers of agents by level: at the top, and below each agent of the level above. */
export interface WorldSize {
  readonly top: number;
  readonly below: number;
  readonly lowest: number;
  readonly money: Micro;
}

/** A simulated business: agents in three levels who pay in, buy, earn, and are paid out; and finance. */
export interface World {
  readonly agents: readonly Person[];
  readonly finance: readonly Person[];
  readonly productId: string;
  /** Numbers rented by the month. */
  readonly rentalId: string;
}

interface Person {
  readonly id: bigint;
  readonly token: string;
}

/** Passes the checksum of the network; nothing is ever sent to it. */
const ADDRESS = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
const METHOD = 'simulated';
const CHANNEL = 'simulated';
const AT_ONCE = 4;
/** A realistic number for this size of business: one person's adjustments of a day share one row, and so one queue. */
const FINANCE_PEOPLE = 8;
const TOKEN_SECONDS = 86_400;

/** Opens it on a seeded database; stock is left to the caller. */
export async function openWorld(db: Db, { top, below, lowest, money }: WorldSize): Promise<World> {
  const productId = String(await openMarket(db));
  const rentalId = String(await openRental(db));
  // Rebates are settled as soon as they are posted to the wallets.
  await db.pool.query('update agt_product set warranty_hours = 1');
  await db.pool.query(
    `update sys_param set param_value = value from unnest($2::text[], $3::text[]) given (key, value)
     where tenant_id = $1 and param_key = key`,
    [
      DEFAULT_TENANT,
      ['recharge.openMost', 'withdraw.perDay', 'finance.adjustPerUser', 'finance.adjustPerDay'],
      ['100', '1000', '1000000000', '1000000000'],
    ],
  );
  await db.pool.query(
    `insert into pay_method (tenant_id, method_code, method_name, method_name_en, direction, network, scale, min_amount, max_amount, receive_addresses)
     values ($1, $2, '泰达币', 'Tether', 3, 1, 6, 1000000, 900000000000, $3)`,
    [DEFAULT_TENANT, METHOD, JSON.stringify([ADDRESS])],
  );
  await db.pool.query(
    `insert into pay_channel (tenant_id, channel_code, channel_name, channel_name_en, channel_kind, outcome, delay_seconds, confirmed)
     values ($1, $2, '沙箱', 'Sandbox', 1, 1, 0, 1)`,
    [DEFAULT_TENANT, CHANNEL],
  );
  const open = (parentId: bigint | null, name: string) => openAgent(db, parentId, name, money);
  const tops = await inParallel(top, (n) => open(null, `sim_${n}`));
  const middles = await inParallel(top * below, (n) => open(tops[n % top]?.id ?? null, `sim_${n % top}_${n}`));
  const lowests = await inParallel(middles.length * lowest, (n) =>
    open(middles[n % middles.length]?.id ?? null, `sim_low_${n}`),
  );
  const agents = [...tops, ...middles, ...lowests];
  await db.pool.query(
    `insert into prc_agent_price (tenant_id, owner_path, agent_id, kind, business_type, service_type, country_code, rebate_rate1, rebate_rate2)
     select tenant_id, owner_path, id, 1, 1, 2, '*', 5, 2 from sys_user where id = any($1)`,
    [[...tops, ...middles].map(({ id }) => id)],
  );
  await db.pool.query(
    `insert into pay_wallet_address (tenant_id, user_id, user_name, network, address, is_default, status, cool_until)
     select tenant_id, id, real_name, 1, $2, 1, 1, now() - interval '1 hour' from sys_user where id = any($1)`,
    [agents.map(({ id }) => id), ADDRESS],
  );
  const finance = await inParallel(FINANCE_PEOPLE, (n) =>
    db.tx(async (tx) =>
      openAccount(tx, systemActor(DEFAULT_TENANT), {
        account: `sim_finance_${n}`,
        password: 'Simulated-person-1',
        realName: `Finance ${n}`,
        userType: userType.is.staff,
        roleIds: await roleIdsOfKeys(tx, DEFAULT_TENANT, ['finance']),
        mustChangePassword: false,
      }),
    ),
  );
  const tokens = await tokensOf(db, [...agents, ...finance]);
  const person = (row: UserRow): Person => ({ id: row.id, token: tokens.get(row.id) ?? '' });
  return { agents: agents.map(person), finance: finance.map(person), productId, rentalId };
}

async function inParallel<T>(count: number, work: (n: number) => Promise<T>): Promise<T[]> {
  const made: T[] = [];
  for (let first = 0; first < count; first += AT_ONCE)
    made.push(
      ...(await Promise.all(Array.from({ length: Math.min(AT_ONCE, count - first) }, (_, n) => work(first + n)))),
    );
  return made;
}

const openAgent = (db: Db, parentId: bigint | null, account: string, money: Micro): Promise<UserRow> =>
  db.tx(async (tx) => {
    const system = systemActor(DEFAULT_TENANT);
    const opened = await openAccount(tx, system, {
      account,
      password: 'Simulated-person-1',
      realName: account,
      userType: userType.is.agent,
      parentId,
      mustChangePassword: false,
    });
    const { id: userId, ownerPath } = opened;
    await openWallets(tx, system, { userId, userType: userType.is.agent, userName: account, ownerPath });
    const reference = { userId, amount: money, bizType: 'test' };
    await rechargePass(tx, system, { ...reference, methodCode: METHOD, idemKey: `rc:sim:${userId}` });
    const earned = { ...reference, wallet: 'brokerage' as const, reason: 'Earned before' };
    await adjust(tx, system, { ...earned, idemKey: `sim:brokerage:${userId}` });
    return opened;
  });

/** Sessions as if all had signed in, without the work that checking a thousand passwords is. */
async function tokensOf(db: Db, rows: readonly UserRow[]): Promise<Map<bigint, string>> {
  const life = { tokenLifeSeconds: TOKEN_SECONDS, refreshLifeSeconds: TOKEN_SECONDS };
  const sessions = await openSessions({ db, actorOf, ...life });
  try {
    const pairs = await inParallel(rows.length, async (n): Promise<[bigint, string]> => {
      const { id, tenantId } = rows[n] as UserRow;
      const opened = { userId: id, tenantId, address: '127.0.0.1', userAgent: 'simulation' };
      return [id, (await db.tx((tx) => sessions.open(tx, opened))).accessToken];
    });
    return new Map(pairs);
  } finally {
    await sessions.close();
  }
}

/** Sums of the clients' answers, with which the books are compared at the end. */
export interface ClientTotals {
  /** Purchases with the answered amounts. */
  readonly orders: Map<string, Micro>;
  readonly refunds: Map<string, Micro>;
  /** Of leases, by the number of the renewal. */
  readonly renewals: Map<string, Micro>;
  /** Amounts paid for renewals of refunded orders, by order. */
  readonly renewalRefunds: Map<string, Micro>;
  readonly recharges: Map<string, Micro>;
  readonly withdrawals: Map<string, Micro>;
  readonly transfers: Micro[];
  readonly adjustments: Micro[];
  /** Refusals that a customer may get, such as too little money. */
  refused: number;
  /** Calls repeated because no answer arrived. */
  again: number;
}

export interface SimulationOptions {
  readonly seed: number;
  readonly clients: number;
  /** A server that takes calls now; another one may be named each time. */
  readonly server: () => Pick<HttpClient, 'send'>;
  /** Asked before each event. */
  readonly isOver: (events: number) => boolean;
}

/** Purchases and rentals so far, with their buyers. */
interface Done {
  readonly bought: { orderId: string; amount: Micro }[];
  /** Of all clients: several renew the same leases. */
  readonly rented: { owner: Person; ids: readonly string[] }[];
}

/** Clients act as agents and finance until the end. Each call has a key and is repeated until an answer arrives. */
export async function simulate(
  world: World,
  options: SimulationOptions,
  answered: ClientTotals = emptyTotals(),
): Promise<ClientTotals> {
  let events = 0;
  const rented: Done['rented'] = [];
  const client = async (number: number): Promise<void> => {
    const random = randomOf(options.seed * 1000 + number);
    const own: Done = { bought: [], rented };
    while (!options.isOver(events)) {
      events += 1;
      const agent = world.agents[Math.floor(random() ** 2 * world.agents.length)] as Person;
      const clerk = world.finance[number % world.finance.length] as Person;
      const turn = { ...options, random, agent, clerk, key: `${options.seed}-${number}-${events}` };
      await event(world, turn, answered, own);
    }
  };
  await Promise.all(Array.from({ length: options.clients }, (_, number) => client(number)));
  return answered;
}

export const emptyTotals = (): ClientTotals => ({
  ...{ orders: new Map(), refunds: new Map(), renewals: new Map(), renewalRefunds: new Map() },
  ...{ recharges: new Map(), withdrawals: new Map() },
  ...{ transfers: [], adjustments: [], refused: 0, again: 0 },
});

interface Turn extends Pick<SimulationOptions, 'server'> {
  readonly random: () => number;
  readonly agent: Person;
  /** The deciding member of finance. */
  readonly clerk: Person;
  readonly key: string;
}

/** Shares of the events, in percent. */
const SHARES = { buy: 50, rent: 4, renew: 4, refund: 6, recharge: 10, withdraw: 8, transfer: 6, adjust: 12 } as const;

async function event(world: World, turn: Turn, answered: ClientTotals, { bought, rented }: Done): Promise<void> {
  const { random, agent, clerk, key } = turn;
  const ask = async (who: Person, path: string, body: object, step = '') => {
    const answer = await untilAnswered(turn, who, `/api/${path}`, body, `${key}${step}`, answered);
    if (answer.status === 200) return answer.body.data;
    answered.refused += 1;
    return undefined;
  };
  const units = (most: number): Micro => parseMoney(String(1 + Math.floor(random() * most)));
  const at = random() * 100;
  const until = Object.values(SHARES).map((_, index, shares) =>
    shares.slice(0, index + 1).reduce<number>((sum, share) => sum + share, 0),
  );
  const kind = Object.keys(SHARES)[until.findIndex((end) => at < end)] as keyof typeof SHARES;
  if (kind === 'buy') {
    const quantity = 1 + Math.floor(random() * 3);
    const amount = times(parseMoney(UNIT_PRICE), quantity);
    const body = { productId: world.productId, quantity, useDeclaration: 1, expectedAmount: formatMoney(amount) };
    const order = await ask(agent, 'agent/product/buy', body);
    if (!order) return;
    answered.orders.set(order.orderNo, amount);
    bought.push({ orderId: order.orderId, amount });
  } else if (kind === 'rent') {
    const quantity = 1 + Math.floor(random() * 3);
    const amount = times(parseMoney(MONTH_PRICE), quantity);
    const body = { productId: world.rentalId, quantity, useDeclaration: 1, expectedAmount: formatMoney(amount) };
    const order = await ask(agent, 'agent/product/buy', body);
    if (!order) return;
    answered.orders.set(order.orderNo, amount);
    bought.push({ orderId: order.orderId, amount });
    const leases = await ask(agent, `agent/lease/list?orderNo=${order.orderNo}&size=10`, {}, 'get');
    const ids = leases?.records.map(({ id }: { id: string }) => id) ?? [];
    if (ids.length > 0) rented.push({ owner: agent, ids });
  } else if (kind === 'renew') {
    const lease = rented[Math.floor(random() * rented.length)];
    if (!lease) return;
    const { owner, ids } = lease;
    const amount = times(parseMoney(MONTH_PRICE), ids.length);
    const body = { ids: ids.join(','), months: 1, expectedAmount: formatMoney(amount) };
    const renewed = await ask(owner, 'agent/lease/renew', body);
    if (renewed) answered.renewals.set(renewed.renewalNos[0], amount);
  } else if (kind === 'refund') {
    const [order] = bought.splice(Math.floor(random() * bought.length), 1);
    if (!order) return;
    const done = await ask(clerk, 'agent/product/refund-order', { id: order.orderId, reason: 'Not reachable' });
    if (!done) return;
    const ofOrder = parseMoney(done.refundAmount);
    answered.refunds.set(order.orderId, ofOrder);
    const ofRenewals = parseMoney(done.refunded) - ofOrder;
    if (ofRenewals > 0n) answered.renewalRefunds.set(order.orderId, micros(ofRenewals));
  } else if (kind === 'recharge') {
    const order = await ask(agent, 'agent/recharge/create-order', {
      ...{ amount: formatMoney(units(100)), paymentMethod: METHOD },
    });
    if (!order) return;
    const txHash = hashOf(random);
    if ((await ask(agent, 'agent/recharge/update', { id: order.id, txHash }, '-u')) === undefined) return;
    if (random() < 0.1)
      return void (await ask(clerk, 'agent/recharge/turn-down', { ids: order.id, reason: 'No' }, '-p'));
    const passed = await ask(clerk, 'agent/recharge/pass', { ids: order.id }, '-p');
    if (passed !== undefined) answered.recharges.set(order.rechargeNo, parseMoney(order.payAmount));
  } else if (kind === 'withdraw') await withdraw(turn, ask, units(20), answered);
  else if (kind === 'transfer') {
    const amount = units(2);
    if (await ask(agent, 'agent/withdrawal/transfer', { amount: formatMoney(amount) })) answered.transfers.push(amount);
  } else {
    const money = random() < 0.5 ? units(5) : micros(-units(5));
    const body = { ids: String(agent.id), money: formatMoney(money), reason: 'Simulated' };
    if (await ask(clerk, 'agent/user/manual-update-balance', body)) answered.adjustments.push(money);
  }
}

type Ask = (
  who: Person,
  path: string,
  body: object,
  step?: string,
  // biome-ignore lint/suspicious/noExplicitAny: whatever the call answers
) => Promise<any>;

async function withdraw(
  { agent, clerk, random }: Turn,
  ask: Ask,
  amount: Micro,
  answered: ClientTotals,
): Promise<void> {
  const payees = await ask(agent, 'agent/withdrawal/payees', {}, 'get');
  const order = { walletKind: random() < 0.5 ? 1 : 2, amount: formatMoney(amount), paymentMethod: METHOD };
  const payeeId = payees?.[0]?.id;
  const made = await ask(agent, 'agent/withdrawal/create-order', { ...order, payeeType: 2, payeeId });
  if (!made) return;
  answered.withdrawals.set(made.withdrawNo, amount);
  const way = random();
  if (way < 0.5) await ask(clerk, 'agent/withdrawal/third-channel', { ids: made.id, type: CHANNEL }, '-d');
  else if (way < 0.8) await ask(clerk, 'agent/withdrawal/pass', { ids: made.id }, '-d');
  else await ask(clerk, 'agent/withdrawal/turn-down', { ids: made.id, reason: 'No' }, '-d');
}

const PATIENCE_MILLIS = 120_000;
const AGAIN_MILLIS = 100;

/** Repeats the call until it is accepted or refused: a server that dies, starts or has no database does neither. */
async function untilAnswered(
  { server }: Turn,
  who: Person,
  path: string,
  body: object,
  key: string,
  answered: ClientTotals,
): Promise<HttpAnswer> {
  const isRead = key.endsWith('get');
  for (const end = Date.now() + PATIENCE_MILLIS; ; ) {
    const call = isRead
      ? { token: who.token }
      : { method: 'POST' as const, token: who.token, body, headers: { 'idempotency-key': key } };
    const answer = await server()
      .send(path, call)
      .catch(() => undefined);
    if (answer && answer.status < 500) return answer;
    if (Date.now() > end) throw new Error(`${path} was not answered: ${JSON.stringify(answer?.body)}`);
    answered.again += 1;
    await sleep(AGAIN_MILLIS);
  }
}

/** Differences between the books and the clients' answers; empty if they agree. */
export async function differences(db: Db, answered: ClientTotals): Promise<string[]> {
  const { rows } = await db.pool.query<{ name: string; numbers: string[]; total: string }>(`
    select 'orders' as name, coalesce(array_agg(order_no), '{}') as numbers, coalesce(sum(paid_amount), 0)::text as total
      from agt_product_order
    union all select 'refunds', coalesce(array_agg(id::text), '{}'), coalesce(sum(refund_amount), 0)::text
      from agt_product_order where refund_amount > 0
    union all select 'renewals', coalesce(array_agg(renewal_no), '{}'), coalesce(sum(amount), 0)::text
      from agt_lease_renewal
    union all select 'renewalRefunds', coalesce(array_agg(distinct l.order_id::text), '{}'), coalesce(sum(m.amount), 0)::text
      from agt_lease_month m join agt_lease l on l.id = m.lease_id where m.renewal_id is not null and m.refund_time is not null
    union all select 'recharges', coalesce(array_agg(recharge_no), '{}'), coalesce(sum(credited_amount), 0)::text
      from pay_recharge where status = 2
    union all select 'withdrawals', coalesce(array_agg(withdraw_no), '{}'), coalesce(sum(amount), 0)::text
      from pay_withdrawal where payment_method is not null
    union all select 'transfers', coalesce(array_agg(withdraw_no), '{}'), coalesce(sum(amount), 0)::text
      from pay_withdrawal where payment_method is null
    union all select 'adjustments', coalesce(array_agg(journal_no), '{}'),
      coalesce(sum(case event_code when 'ADJUST_IN' then total_amount else -total_amount end), 0)::text
      from fin_journal where event_code in ('ADJUST_IN', 'ADJUST_OUT') and biz_type = 'manual_adjust'`);
  const sum = (amounts: Iterable<bigint>) => [...amounts].reduce((total, amount) => total + amount, 0n);
  return rows.flatMap(({ name, numbers, total }) => {
    const given = answered[name as 'orders' | 'transfers'];
    const [count, amount] = Array.isArray(given) ? [given.length, sum(given)] : [given.size, sum(given.values())];
    const kept = new Set(numbers);
    const lost = Array.isArray(given) ? [] : [...given.keys()].filter((number) => !kept.has(number));
    const wrong = count !== numbers.length || amount !== BigInt(total) || lost.length > 0;
    return wrong
      ? [`${name}: told ${count} of ${amount}, kept ${numbers.length} of ${total}, lost ${lost.join(' ')}`]
      : [];
  });
}

const hashOf = (random: () => number): string =>
  Array.from({ length: 64 }, () => Math.floor(random() * 16).toString(16)).join('');

/** A sequence that a seed gives again (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
