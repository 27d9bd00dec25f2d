import { afterAll, beforeAll, expect, it } from 'vitest';
import { verifyStockCounters } from './engines/stock/inventory/index.ts';
import { fictionalNumbers } from './engines/stock/inventory/stock-fixture.ts';
import { type Db, openDb } from './kernel/db/index.ts';
import { refusePooledTransactions, refuseTwoDatabases } from './kernel/db/pooler.ts';
import { testDb } from './kernel/testing/index.ts';
import { openTransactionPooler, type TransactionPooler } from './kernel/testing/transaction-pooler.ts';
import { type TestApp, testApp } from './testing/app.ts';
import { mismatches } from './testing/books.ts';
import { openMarket, stockNumbers, UNIT_PRICE } from './testing/market.ts';

const SESSIONS = 3;
const BUYERS = 4;
const PURCHASES = 15;

let pooler: TransactionPooler;
let product: TestApp;
let pooled: Db;
/** Settings and statements that the pooler's sessions have kept of earlier transactions. */
const kept = async () => {
  const client = await pooled.pool.connect();
  const found = [];
  for (let session = 0; session < SESSIONS; session += 1)
    found.push(
      ...(
        await client.query(
          "select current_setting('statement_timeout') as kept union all select name from pg_prepared_statements",
        )
      ).rows,
    );
  client.release();
  return found.map((row) => row.kept as string);
};

beforeAll(async () => {
  product = await testApp(
    {},
    {
      reach: async (connection) => {
        pooler = await openTransactionPooler(connection, SESSIONS);
        pooled = openDb({ ...connection, host: pooler.host, direct: connection, max: 12 });
        return { ...pooled, close: () => pooled.close().then(pooler.close) };
      },
    },
  );
  await product.work();
});
afterAll(() => product.close());

it('refuses the pooler as the only address, and two addresses of different databases', async () => {
  const { connection } = product.db;
  const other = await testDb();
  const alone = openDb({ ...connection, host: pooler.host, max: 2 });
  const two = openDb({ ...connection, host: pooler.host, direct: other.connection, max: 2 });
  await expect(refusePooledTransactions(alone, 'DATABASE_URL')).rejects.toThrow('DATABASE_DIRECT_URL');
  await expect(refuseTwoDatabases(two)).rejects.toThrow('lead to different databases');
  const one = openDb({ ...connection, host: pooler.host, direct: connection, max: 2 });
  await refusePooledTransactions(one, 'DATABASE_DIRECT_URL');
  await refuseTwoDatabases(one);
  for (const db of [alone, two, one, other]) await db.close();
});

it('sells, exports, works and pushes with calls through the pooler, and leaves its sessions as they were', async () => {
  const productId = await openMarket(product.db);
  await stockNumbers(product.db, fictionalNumbers(2 * BUYERS * PURCHASES, 100));
  const keeper = await product.staff('warehouse');
  const buyers = await Promise.all(Array.from({ length: BUYERS }, () => product.agent({ money: 100_000_000n })));
  const before = pooler.transactions();
  const body = { productId: String(productId), quantity: 2, expectedAmount: String(2 * Number(UNIT_PRICE)) };
  const statuses = await Promise.all(
    buyers.flatMap((buyer) =>
      Array.from(
        { length: PURCHASES },
        async () => (await buyer.post('agent/product/buy', { ...body, useDeclaration: 1 })).status,
      ),
    ),
  );
  expect(statuses).toEqual(statuses.map(() => 200));
  for (const format of ['xlsx', 'csv'])
    expect((await keeper.post('whatsapp/warehouse/export', { format, columns: 'itemNo,number' })).status).toBe(200);
  expect((await keeper.get('whatsapp/warehouse/list')).status).toBe(200);
  expect(pooler.transactions() - before).toBeGreaterThan(SESSIONS * 5);
  expect(await kept()).toEqual(Array(SESSIONS).fill('0'));
  expect(await product.db.tx((tx) => verifyStockCounters(tx))).toEqual([]);
  expect(await mismatches(product)).toEqual([]);
});
