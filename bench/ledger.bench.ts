import { formatMoney, parseMoney } from '@trade-assistant/contract/kit/money.ts';
import { verifyLedger } from '../server/src/engines/money/ledger/index.ts';
import type { Db } from '../server/src/kernel/db/index.ts';
import { AGENT_PASSWORD, openBuyers, openMarket, UNIT_PRICE } from '../server/src/testing/market.ts';
import { type Benchmark, figure, percentile, sustained } from './lib/measure.ts';
import { startProduct } from './lib/product.ts';
import { fillStock } from './lib/stock.ts';

const AGENTS = 16;
/** Both are measured in turns: the machine is not as fast in one minute as in the next. */
const TURNS = 4;
const SECONDS = 5;
const STOCK = 200_000;

/** Purchases of one number, each with its journal, against a transaction of five bare statements. */
export default {
  title: `${AGENTS} agents buying one number at a time, ${TURNS * SECONDS} s in turns with bare transactions`,
  async run() {
    const product = await startProduct();
    const { db, bare, server } = product;
    try {
      const productId = await openMarket(db);
      await openBuyers(db, AGENTS, parseMoney('100000000'));
      await fillStock(db, { from: 0, to: STOCK });
      const tokens: string[] = [];
      for (let index = 1; index <= AGENTS; index += 1)
        tokens.push(await server.signIn(`buyer_${index}`, AGENT_PASSWORD));
      const body = {
        productId: String(productId),
        quantity: 1,
        useDeclaration: 1,
        expectedAmount: formatMoney(parseMoney(UNIT_PRICE)),
      };
      const buy = async (client: number) => {
        const answer = await server.client.send('/api/agent/product/buy', {
          method: 'POST',
          token: tokens[client],
          body,
        });
        if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
      };
      const pay = await fiveStatements(bare);
      for (const work of [buy, pay]) await sustained({ clients: AGENTS, seconds: 2 }, work);
      const turns = { pay: [] as number[], buy: [] as number[] };
      const millis: number[] = [];
      for (let turn = 0; turn < TURNS; turn += 1) {
        const paid = await sustained({ clients: AGENTS, seconds: SECONDS }, pay);
        const bought = await sustained({ clients: AGENTS, seconds: SECONDS }, buy);
        turns.pay.push(paid.count / paid.seconds);
        turns.buy.push(bought.count / bought.seconds);
        millis.push(...bought.millis);
      }
      const [statements, ours] = [mean(turns.pay), mean(turns.buy)];
      const differing = await db.tx((tx) => verifyLedger(tx));
      return [
        figure('bare transactions', statements, '/s'),
        figure('purchases', ours, '/s'),
        figure('a purchase, 95 of 100 within', percentile(millis, 0.95), 'ms'),
        figure('mistakes in the books', differing.length, '', { atMost: 0 }),
        figure('ratio', ours / statements, '', { atLeast: 0.4 }),
      ];
    } finally {
      await product.close();
    }
  },
} satisfies Benchmark;

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** @returns the least a sale could be: read the price, move the money and the number, note both */
async function fiveStatements(bare: Db): Promise<(wallet: number) => Promise<void>> {
  await bare.pool.query(`
    create table price (id integer primary key, amount bigint not null);
    insert into price values (1, 500000);
    create table wallet (id integer primary key, balance bigint not null check (balance >= 0));
    insert into wallet select n, 1000000000000 from generate_series(0, ${AGENTS - 1}) n;
    create table number (id integer primary key, status integer not null default 0);
    insert into number select n from generate_series(1, ${STOCK}) n;
    create table entry (id bigint generated always as identity primary key, wallet_id integer not null, amount bigint not null, at timestamptz not null default now());
    create table sale (id bigint generated always as identity primary key, wallet_id integer not null, number_id integer not null, at timestamptz not null default now());
  `);
  let next = 0;
  return async (wallet) => {
    next = (next % STOCK) + 1;
    const number = next;
    const client = await bare.pool.connect();
    try {
      await client.query('begin');
      const { rows } = await client.query<{ amount: bigint }>('select amount from price where id = $1', [1]);
      const amount = rows[0]?.amount ?? 0n;
      await client.query('update wallet set balance = balance - $1 where id = $2', [amount, wallet]);
      await client.query('update number set status = 1 where id = $1', [number]);
      await client.query('insert into entry (wallet_id, amount) values ($1, $2)', [wallet, amount]);
      await client.query('insert into sale (wallet_id, number_id) values ($1, $2)', [wallet, number]);
      await client.query('commit');
    } finally {
      client.release();
    }
  };
}
