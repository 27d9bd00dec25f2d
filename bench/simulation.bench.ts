import { setTimeout as sleep } from 'node:timers/promises';
import { parseMoney } from '@trade-assistant/contract/kit/money.ts';
import { verifyLedger } from '../server/src/engines/money/ledger/index.ts';
import { verifyStockCounters } from '../server/src/engines/stock/inventory/index.ts';
import { verifyLeases } from '../server/src/engines/stock/leases/index.ts';
import type { Db } from '../server/src/kernel/db/index.ts';
import { type ServerProcess, startServerProcess } from '../server/src/testing/server-process.ts';
import { differences, emptyTotals, openWorld, simulate, type World } from '../server/src/testing/simulation.ts';
import { type Benchmark, type Figure, figure, median, sustained, timed } from './lib/measure.ts';
import { type Product, startProduct } from './lib/product.ts';
import { fillStock } from './lib/stock.ts';

/** Movements of money: journals. `SIMULATION_EVENTS=1000000` is the whole of it, which takes the better part of an hour. */
const EVENTS = Number(process.env['SIMULATION_EVENTS'] ?? 40_000);
const SEED = Number(process.env['SIMULATION_SEED'] ?? 1);
/** With `SIMULATION_KILLS=1` two further servers take the calls, and one of them is killed every ten seconds. */
const KILLS = process.env['SIMULATION_KILLS'] === '1';
const KILL_MILLIS = 10_000;
const CLIENTS = 16;
/** A thousand agents: 20 at the top, 180 below them, 800 below those. */
const SIZE = { top: 20, below: 9, lowest: 4, money: parseMoney('2000') };
const TURN_SECONDS = 5;
const PAGES = 40;

/** Agents in three levels who pay in, buy, are refunded, earn and are paid out, against a transaction of bare statements. */
export default {
  title: `${EVENTS.toLocaleString('en-US')} movements of money among ${SIZE.top * (1 + SIZE.below * (1 + SIZE.lowest))} agents by ${CLIENTS} clients, seed ${SEED}${KILLS ? ', one of two servers killed every 10 s' : ''}`,
  async run() {
    const product = await startProduct({ SANDBOX: '1', DEMO: '0' });
    try {
      const { db } = product;
      const world = await openWorld(db, SIZE);
      await fillStock(db, { from: 0, to: Math.ceil(EVENTS * 0.9) + 20_000 });
      const servers = await startServers(product);
      const figures = await play(product, world, servers);
      await servers.stop();
      return figures;
    } finally {
      await product.close();
    }
  },
} satisfies Benchmark;

async function play(product: Product, world: World, servers: Servers): Promise<Figure[]> {
  const { db, bare } = product;
  const answered = emptyTotals();
  const pay = await bareTransaction(bare);
  await sustained({ clients: CLIENTS, seconds: 2 }, pay);
  const rates: { ours: number[]; bare: number[] } = { ours: [], bare: [] };
  const first = await journals(db);
  let seed = SEED;
  for (let done = 0; done < EVENTS; done = (await journals(db)) - first) {
    const before = await journals(db);
    const end = Date.now() + (KILLS ? 60_000 : TURN_SECONDS * 4 * 1000);
    const { seconds } = await timed(() =>
      simulate(world, { seed, clients: CLIENTS, server: servers.next, isOver: () => Date.now() > end }, answered),
    );
    seed += 1_000_003;
    rates.ours.push(((await journals(db)) - before) / seconds);
    const paid = await sustained({ clients: CLIENTS, seconds: TURN_SECONDS }, pay);
    rates.bare.push(paid.count / paid.seconds);
    console.log(`  ${done} movements; ${rates.ours.at(-1)?.toFixed(0)}/s, bare ${rates.bare.at(-1)?.toFixed(0)}/s`);
  }
  await servers.settle();
  const proof = await timed(() => db.tx((tx) => verifyLedger(tx)));
  const wrong = await differences(db, answered);
  for (const line of [...wrong, ...proof.result.slice(0, 5).map((one) => JSON.stringify(one))])
    console.log(`  ${line}`);
  const counters = await db.tx((tx) => verifyStockCounters(tx));
  const leases = await verifyLeases(db.drizzle);
  const pages = await statementPages(product, world);
  const [ours, least] = [median(rates.ours), median(rates.bare)];
  return [
    figure('movements of money', (await journals(db)) - first, ''),
    figure('answers that said no', answered.refused, ''),
    ...(KILLS ? [figure('calls asked again', answered.again, ''), figure('servers killed', servers.killed(), '')] : []),
    figure('the proof of the books', proof.seconds, 's'),
    figure('mistakes in the books', proof.result.length, '', { atMost: 0 }),
    figure('mistakes in the counters of stock', counters.length, '', { atMost: 0 }),
    figure('renewals of leases', answered.renewals.size, ''),
    figure('months of leases that do not add up', leases.length, '', { atMost: 0 }),
    figure('acknowledged and not kept, or kept twice', wrong.length, '', { atMost: 0 }),
    figure('a statement of the busiest wallet', pages.busiest, 'ms'),
    figure('— ÷ of the idlest', pages.busiest / pages.idlest, '', { atMost: 2 }),
    figure('bare transactions', least, '/s'),
    figure('movements', ours, '/s'),
    figure('ratio', ours / least, '', KILLS ? {} : { atLeast: 0.35 }),
  ];
}

interface Servers {
  /** A running server. */
  readonly next: () => ServerProcess['client'];
  readonly killed: () => number;
  /** Everything that timers do has been done. */
  settle(): Promise<void>;
  stop(): Promise<void>;
}

async function startServers(product: Product): Promise<Servers> {
  const settle = () => settled(product.db);
  if (!KILLS) return { next: () => product.server.client, killed: () => 0, settle, stop: async () => undefined };
  const start = () => startServerProcess(product.environment);
  const two = [await start(), await start()];
  let turn = 0;
  let killed = 0;
  let isOver = false;
  const killing = (async () => {
    for (let victim = 0; !isOver; victim = 1 - victim) {
      for (const end = Date.now() + KILL_MILLIS; !isOver && Date.now() < end; ) await sleep(100);
      if (isOver) return;
      await two[victim]?.kill();
      killed += 1;
      two[victim] = await start();
    }
  })();
  const end = async () => {
    isOver = true;
    await killing;
  };
  return {
    next: () => {
      turn = (turn + 1) % 2;
      return (two[turn] as ServerProcess).client;
    },
    killed: () => killed,
    settle: async () => {
      await end();
      await settle();
    },
    stop: async () => {
      await end();
      await Promise.all(two.map((server) => server.stop()));
    },
  };
}

/** Until rebates are posted and payouts ended, which timers see to. */
async function settled(db: Db): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt += 1) {
    const { rows } = await db.pool.query<{ open: number }>(
      `select (select count(*) from agt_rebate where posted_amount <> rebate_amount - reversed_amount)::int
         + (select count(*) from pay_withdrawal where status = 3)::int as open`,
    );
    if (rows[0]?.open === 0) return;
    await sleep(500);
  }
  console.log('  rebates or payouts were still under way at the end');
}

const journals = async (db: Db): Promise<number> =>
  Number((await db.pool.query('select count(*) as n from fin_journal')).rows[0].n);

/** The first page of the finance log, in turns of the wallet with the most entries and of one with the fewest. */
async function statementPages({ db, server, admin }: Product, world: World) {
  const { rows } = await db.pool.query<{ id: string }>(
    `select user_id::text as id from fin_wallet where kind = 1 and user_id = any($1) order by version desc, user_id`,
    [world.agents.map(({ id }) => id)],
  );
  const millis = async (userId: string | undefined) => {
    const path = `/api/finance/log/list?userId_equal=${userId}&current=1&size=20`;
    const { result, seconds } = await timed(() => server.client.send(path, { token: admin }));
    if (result.status !== 200) throw new Error(JSON.stringify(result.body));
    return seconds * 1000;
  };
  const [busy, idle]: [number[], number[]] = [[], []];
  for (let page = 0; page < PAGES; page += 1) {
    busy.push(await millis(rows[0]?.id));
    idle.push(await millis(rows.at(-1)?.id));
  }
  return { busiest: median(busy), idlest: median(idle) };
}

/** As pgbench does it: three updates, a read and an insert, of one of a thousand accounts. */
async function bareTransaction(bare: Db): Promise<() => Promise<void>> {
  await bare.pool.query(`
    create table branch (id integer primary key, balance bigint not null default 0);
    create table teller (id integer primary key, balance bigint not null default 0);
    create table account (id integer primary key, balance bigint not null default 0);
    create table history (teller_id integer not null, branch_id integer not null, account_id integer not null, delta bigint not null, at timestamptz not null default now());
    insert into branch (id) select n from generate_series(1, 20) n;
    insert into teller (id) select n from generate_series(1, 200) n;
    insert into account (id) select n from generate_series(1, 100000) n;`);
  const any = (most: number) => 1 + Math.floor(Math.random() * most);
  return async () => {
    const [branch, teller, account, delta] = [any(20), any(200), any(100_000), any(5000)];
    const client = await bare.pool.connect();
    try {
      await client.query('begin');
      await client.query('update account set balance = balance + $1 where id = $2', [delta, account]);
      await client.query('select balance from account where id = $1', [account]);
      await client.query('update teller set balance = balance + $1 where id = $2', [delta, teller]);
      await client.query('update branch set balance = balance + $1 where id = $2', [delta, branch]);
      const values = [teller, branch, account, delta];
      await client.query(
        'insert into history (teller_id, branch_id, account_id, delta) values ($1, $2, $3, $4)',
        values,
      );
      await client.query('commit');
    } finally {
      client.release();
    }
  };
}
