import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseMoney, times } from '@trade-assistant/contract/kit/money.ts';
import { taskState } from '@trade-assistant/contract/kit/task.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifyLedger } from './engines/money/ledger/index.ts';
import { verifyStockCounters } from './engines/stock/inventory/index.ts';
import { type TestDb, testDb } from './kernel/testing/index.ts';
import { importNumbers, type PurchaseAttempt, purchase } from './testing/load.ts';
import {
  AGENT_PASSWORD,
  fictionalNumbers,
  openBuyers,
  openMarket,
  stockNumbers,
  UNIT_PRICE,
} from './testing/market.ts';
import { type ServerProcess, startServerProcess } from './testing/server-process.ts';

const BUYERS = 16;
const PURCHASES = 200;
/** Numbers in a purchase: one piece of three numbers. */
const SPEC_QTY = 3;
const IN_STOCK = 800;
const MONEY = parseMoney('1000');
const IMPORTED = 20_000;
/** The file repeats every number this often: the file takes a while to read, and the database counts each once. */
const REPEATS = 20;
const ENDED: readonly number[] = [taskState.is.waiting, taskState.is.done, taskState.is.failed, taskState.is.cancelled];

let db: TestDb;
let dataDir: string;
let server: ServerProcess | undefined;
let automatic: bigint;
let manual: bigint;
let tokens: string[];

beforeAll(async () => {
  db = await testDb({ seeded: true });
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'trade-assistant-crash-'));
  automatic = await openMarket(db, { specQty: SPEC_QTY });
  const copied = await db.pool.query<{ id: bigint }>(
    `
    insert into agt_product (tenant_id, product_no, name_zh, name_en, business_type, service_type, country_code, spec_qty, max_buy, delivery_type, shelf_status)
    select tenant_id, 'MARKET-BY-HAND', name_zh, name_en, business_type, service_type, country_code, spec_qty, max_buy, 2, shelf_status from agt_product where id = $1
    returning id`,
    [automatic],
  );
  manual = copied.rows[0]?.id ?? 0n;
  await openBuyers(db, BUYERS, MONEY);
  await stockNumbers(db, fictionalNumbers(IN_STOCK));
});
afterAll(async () => {
  await server?.kill();
  await db.close();
  await rm(dataDir, { recursive: true, force: true });
});

async function start(): Promise<ServerProcess> {
  const { user, database, host } = db.connection;
  server = await startServerProcess({
    DATABASE_URL: `postgres://${user}@/${database}?host=${host}`,
    DATA_DIR: dataDir,
  });
  return server;
}

const buy = (at: ServerProcess, attempt: PurchaseAttempt) => purchase(at, tokens[attempt.buyer], SPEC_QTY, attempt);

const stateOf = async (taskNo: string) =>
  (
    await db.pool.query<{ state: number; attempt: number; failure_code: string | null }>(
      'select state, attempt, failure_code from kernel_task where task_no = $1',
      [taskNo],
    )
  ).rows[0];

async function until(what: string, reached: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 60_000 * Number(process.env['TEST_SLOWNESS'] ?? 1); Date.now() < end; await sleep(20))
    if (await reached()) return;
  throw new Error(`waited in vain until ${what}`);
}

const one = async <T extends object>(query: string, values: unknown[] = []): Promise<T> =>
  (await db.pool.query<T>(query, values)).rows[0] as T;

test('a server killed in the middle of an import and of two hundred purchases loses and doubles nothing', async () => {
  const first = await start();
  tokens = [];
  for (let index = 1; index <= BUYERS; index += 1) tokens.push(await first.signIn(`buyer_${index}`, AGENT_PASSWORD));
  const { taskNo, batchNo } = await importNumbers(
    first,
    fictionalNumbers(IN_STOCK + IMPORTED).slice(IN_STOCK),
    REPEATS,
  );
  await until(
    'the import is under way',
    async () =>
      (await one<{ n: number }>('select count(*)::int n from inv_batch where batch_no = $1', [batchNo])).n === 1 &&
      (await stateOf(taskNo))?.state === taskState.is.running,
  );

  const attempts: PurchaseAttempt[] = Array.from({ length: PURCHASES }, (_, index) => ({
    buyer: index % BUYERS,
    product: index % 3 === 0 ? manual : automatic,
    key: `crash-${index}`,
  }));
  const acknowledged = () => attempts.filter(({ orderNo }) => orderNo !== undefined);
  const underWay = attempts.map((attempt) => buy(first, attempt).catch(() => undefined));
  await until('a quarter of the purchases is acknowledged', async () => acknowledged().length >= PURCHASES / 4);
  const importing = await stateOf(taskNo);
  await first.kill();
  await Promise.all(underWay);
  const acknowledgedNos = acknowledged().map(({ orderNo }) => orderNo);
  expect(acknowledgedNos.length).toBeLessThan(PURCHASES);
  expect(importing?.state).toBe(taskState.is.running);

  // Every acknowledged order exists, before any repair.
  const kept = await db.pool.query<{ order_no: string }>(
    'select order_no from agt_product_order where order_no = any($1)',
    [acknowledgedNos],
  );
  expect(kept.rows.map(({ order_no }) => order_no).sort()).toEqual([...acknowledgedNos].sort());
  expect(await db.tx((tx) => verifyLedger(tx))).toEqual([]);
  expect(await db.tx((tx) => verifyStockCounters(tx))).toEqual([]);

  // A client without an answer repeats the call with the same key; a client with one may too and gets the same answer.
  const second = await start();
  await Promise.all(attempts.map((attempt) => buy(second, attempt)));
  await until('the import has ended', async () => ENDED.includes((await stateOf(taskNo))?.state ?? 0));
  expect(await stateOf(taskNo)).toMatchObject({ state: taskState.is.done, attempt: 2, failure_code: null });
  expect(await second.stop()).toBe(0);

  expect(new Set(attempts.map(({ orderNo }) => orderNo)).size).toBe(PURCHASES);
  expect(await one('select count(*)::int as orders, sum(numbers)::int as numbers from agt_product_order')).toEqual({
    orders: PURCHASES,
    numbers: PURCHASES * SPEC_QTY,
  });
  // No number is on two notes, and every note has its recorded quantity.
  expect(
    await one(
      'select count(*)::int as lines, count(distinct e164)::int as numbers from inv_outbound_line where state = 1',
    ),
  ).toEqual({ lines: PURCHASES * SPEC_QTY, numbers: PURCHASES * SPEC_QTY });
  expect(
    await one(
      'select count(*)::int as n from inv_outbound o where quantity <> (select count(*) from inv_outbound_line l where l.outbound_id = o.id and l.state = 1)',
    ),
  ).toEqual({ n: 0 });
  const byHand = attempts.filter(({ product }) => product === manual).length;
  expect(
    await one(
      'select count(*) filter (where stock_status = 1)::int as reserved, count(*) filter (where stock_status = 2)::int as assigned from inv_item',
    ),
  ).toEqual({
    reserved: byHand * SPEC_QTY,
    assigned: (PURCHASES - byHand) * SPEC_QTY,
  });
  // Each order awaiting delivery has its own open hold of its amount, and there is no other.
  expect(
    await one(`select count(*)::int as holds, count(o.id)::int as orders from (select * from fin_hold where status = 0) h
      full join (select * from agt_product_order where status = 1) o on o.hold_id = h.id and o.amount = h.amount`),
  ).toEqual({ holds: byHand, orders: byHand });
  const spent = times(parseMoney(UNIT_PRICE), SPEC_QTY * PURCHASES);
  expect(await one('select sum(balance)::text as balance from fin_wallet where kind in (1, 2)')).toEqual({
    balance: String(MONEY * BigInt(BUYERS) - spent + times(parseMoney(UNIT_PRICE), SPEC_QTY * byHand)),
  });
  expect(
    await one('select status, total_lines::int as lines, good_lines::int as good from inv_batch where batch_no = $1', [
      batchNo,
    ]),
  ).toEqual({ status: 2, lines: IMPORTED * REPEATS, good: IMPORTED });
  expect(await one('select count(*)::int as rows, count(distinct e164)::int as numbers from inv_staged')).toEqual({
    rows: IMPORTED,
    numbers: IMPORTED,
  });
  expect(await db.tx((tx) => verifyLedger(tx))).toEqual([]);
  expect(await db.tx((tx) => verifyStockCounters(tx))).toEqual([]);
});
