import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseMoney } from '@trade-assistant/contract/kit/money.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifyLedger } from './engines/money/ledger/index.ts';
import { verifyStockCounters } from './engines/stock/inventory/index.ts';
import { verifyLeases } from './engines/stock/leases/index.ts';
import { type TestDb, testDb } from './kernel/testing/index.ts';
import { fictionalNumbers, stockNumbers } from './testing/market.ts';
import { type ServerProcess, startServerProcess } from './testing/server-process.ts';
import { differences, emptyTotals, openWorld, simulate } from './testing/simulation.ts';

const EVENTS = 150;
const CLIENTS = 8;
/** Number of events before the first server is killed; the second is killed after twice as many. */
const KILL_EVERY = 40;

let db: TestDb;
let dataDir: string;
const servers: ServerProcess[] = [];
beforeAll(async () => {
  db = await testDb({ seeded: true });
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'trade-assistant-crash-'));
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.kill()));
  await db.close();
  await rm(dataDir, { recursive: true, force: true });
});

test('two servers on one database, each killed once during a simulation, lose or double nothing acknowledged', async () => {
  const seed = Number(process.env['CRASH_SEED'] ?? Date.now() % 2 ** 31);
  const hint = `seed ${seed}`;
  const world = await openWorld(db, { top: 2, below: 2, lowest: 2, money: parseMoney('200') });
  await stockNumbers(db, fictionalNumbers(900));
  const { user, database, host } = db.connection;
  const start = () =>
    startServerProcess({
      DATABASE_URL: `postgres://${user}@/${database}?host=${host}`,
      DATA_DIR: dataDir,
      SANDBOX: '1',
    });
  servers.push(await start(), await start());

  let turn = 0;
  let events = 0;
  const killed: number[] = [];
  const replacing: Promise<void>[] = [];
  const kill = async (victim: number): Promise<void> => {
    await servers[victim]?.kill();
    servers[victim] = await start();
  };
  const answered = emptyTotals();
  await simulate(
    world,
    {
      seed,
      clients: CLIENTS,
      server: () => {
        turn = (turn + 1) % 2;
        return (servers[turn] as ServerProcess).client;
      },
      isOver: (count) => {
        events = count;
        const due = Math.floor(events / KILL_EVERY) - 1;
        if (killed.length < 2 && due >= killed.length) replacing.push(kill(killed.push(killed.length) - 1));
        return events >= EVENTS;
      },
    },
    answered,
  );
  await Promise.all(replacing);
  expect(killed, hint).toEqual([0, 1]);
  expect(answered.again, hint).toBeGreaterThan(0);
  expect(answered.orders.size, hint).toBeGreaterThan(30);
  expect(await differences(db, answered), hint).toEqual([]);

  // The surviving server does the work of timers.
  await expect
    .poll(
      async () =>
        (
          await db.pool.query(
            `select (select count(*) from agt_rebate where posted_amount <> rebate_amount - reversed_amount)::int
               + (select count(*) from pay_withdrawal where status = 3)::int as open`,
          )
        ).rows[0].open,
      { interval: 500 },
    )
    .toBe(0);
  for (const server of servers.splice(0)) await server.stop();
  expect(await db.tx((tx) => verifyLedger(tx)), hint).toEqual([]);
  expect(await db.tx((tx) => verifyStockCounters(tx)), hint).toEqual([]);
  expect(await verifyLeases(db.drizzle), hint).toEqual([]);
});
