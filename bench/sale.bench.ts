import { formatMoney, parseMoney, times } from '@trade-assistant/contract/kit/money.ts';
import type { Db } from '../server/src/kernel/db/index.ts';
import { AGENT_PASSWORD, openBuyers, openMarket, UNIT_PRICE } from '../server/src/testing/market.ts';
import { type Benchmark, figure, percentile, sustained } from './lib/measure.ts';
import { startProduct } from './lib/product.ts';
import { fillStock } from './lib/stock.ts';

const BUYERS = 16;
const NUMBERS = 100;
const SECONDS = 20;
const STOCK = 1_000_000;

/** Sixteen agents buying a hundred numbers at a time, against the bare statement that takes a hundred rows. */
export default {
  title: `${BUYERS} parallel buyers of ${NUMBERS} numbers each, ${SECONDS} s`,
  async run() {
    const product = await startProduct();
    const { db, bare, server } = product;
    try {
      const productId = await openMarket(db);
      await openBuyers(db, BUYERS, parseMoney('100000000'));
      await fillStock(db, { from: 0, to: STOCK });
      const tokens: string[] = [];
      for (let index = 1; index <= BUYERS; index += 1)
        tokens.push(await server.signIn(`buyer_${index}`, AGENT_PASSWORD));
      const body = {
        productId: String(productId),
        quantity: NUMBERS,
        useDeclaration: 1,
        expectedAmount: formatMoney(times(parseMoney(UNIT_PRICE), NUMBERS)),
      };
      const buy = async (client: number) => {
        const answer = await server.client.send('/api/agent/product/buy', {
          method: 'POST',
          token: tokens[client],
          body,
        });
        if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
      };
      await sustained({ clients: BUYERS, seconds: 2 }, buy);
      const taken = await taking(bare);
      const sold = await sustained({ clients: BUYERS, seconds: SECONDS }, buy);
      const ours = (sold.count * NUMBERS) / sold.seconds;
      const { rows } = await db.pool.query<{ twice: number }>(
        'select (count(*) - count(distinct e164))::int as twice from inv_outbound_line where state = 1',
      );
      return [
        figure('bare update', taken, 'numbers/s'),
        figure('sold', ours, 'numbers/s'),
        figure('purchases', sold.count / sold.seconds, '/s'),
        figure('a purchase, 95 of 100 within', percentile(sold.millis, 0.95), 'ms'),
        figure('numbers sold twice', rows[0]?.twice ?? Number.NaN, '', { atMost: 0 }),
        figure('ratio', ours / taken, '', { atLeast: 0.3 }),
      ];
    } finally {
      await product.close();
    }
  },
} satisfies Benchmark;

/** @returns rows a second that as many clients take with the bare statement */
async function taking(bare: Db): Promise<number> {
  await bare.pool.query(
    'create table number (id bigint generated always as identity primary key, e164 bigint not null, status integer not null default 0)',
  );
  await bare.pool.query(`insert into number (e164) select 12010000000 + n from generate_series(1, ${STOCK * 2}) n`);
  await bare.pool.query('create index number_free on number (id) where status = 0');
  await bare.pool.query('analyze number');
  const { count, seconds } = await sustained({ clients: BUYERS, seconds: SECONDS / 2 }, async () => {
    const { rowCount } = await bare.pool.query(
      `update number set status = 1 where id in (select id from number where status = 0 order by id limit ${NUMBERS} for update skip locked)`,
    );
    if (rowCount !== NUMBERS) throw new Error('the bare table ran out of rows');
  });
  return (count * NUMBERS) / seconds;
}
