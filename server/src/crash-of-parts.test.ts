import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseMoney, times } from '@trade-assistant/contract/kit/money.ts';
import { taskState } from '@trade-assistant/contract/kit/task.ts';
import { afterEach, expect, test } from 'vitest';
import { verifyLedger } from './engines/money/ledger/index.ts';
import { verifyStockCounters } from './engines/stock/inventory/index.ts';
import { startCluster } from './kernel/db/embedded.ts';
import { type Db, openDb } from './kernel/db/index.ts';
import { ADMIN_PASSWORD, testDb } from './kernel/testing/index.ts';
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

const BUYERS = 8;
const PURCHASES = 200;
/** As many numbers as purchases: surplus stock would hide a number sold twice. */
const IN_STOCK = PURCHASES;
const MONEY = parseMoney('1000');
const IMPORTED = 10_000;
const REPEATS = 20;
const PASSWORD = 'Crash-admin-1';
/** Three portions of an import of users. */
const STAFF = 5000;

let closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.reverse()) await close();
  closing = [];
});

async function folder(): Promise<string> {
  const made = await mkdtemp(path.join(os.tmpdir(), 'trade-assistant-crash-'));
  closing.push(() => rm(made, { recursive: true, force: true }));
  return made;
}

async function start(environment: Record<string, string>): Promise<ServerProcess> {
  const server = await startServerProcess(environment);
  closing.push(() => server.kill());
  return server;
}

/** A server that answers calls and leaves tasks to a worker, on a separate database. */
async function startWeb() {
  const db = await testDb({ seeded: true });
  closing.push(() => db.close());
  const { user, database, host } = db.connection;
  const environment = { DATABASE_URL: `postgres://${user}@/${database}?host=${host}`, DATA_DIR: await folder() };
  const web = await start({ ...environment, ROLE: 'web' });
  return { db, environment, web };
}

/** Purchases of one number each, as many as there are in stock. */
async function openLoad(db: Db, server: ServerProcess) {
  const product = await openMarket(db);
  await openBuyers(db, BUYERS, MONEY);
  await stockNumbers(db, fictionalNumbers(IN_STOCK));
  const tokens: string[] = [];
  for (let index = 1; index <= BUYERS; index += 1) tokens.push(await server.signIn(`buyer_${index}`, AGENT_PASSWORD));
  const attempts: PurchaseAttempt[] = Array.from({ length: PURCHASES }, (_, index) => ({
    buyer: index % BUYERS,
    product,
    key: `crash-${index}`,
  }));
  const buy = (attempt: PurchaseAttempt) => purchase(server, tokens[attempt.buyer], 1, attempt);
  const acknowledged = () => attempts.filter(({ orderNo }) => orderNo !== undefined);
  return { attempts, buy, acknowledged };
}

async function until(what: string, reached: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 60_000 * Number(process.env['TEST_SLOWNESS'] ?? 1); Date.now() < end; await sleep(20))
    if (await reached().catch(() => false)) return;
  throw new Error(`waited in vain until ${what}`);
}

async function stateOf(db: Db, taskNo: string): Promise<{ state: number; attempt: number } | undefined> {
  const { rows } = await db.pool.query('select state, attempt from kernel_task where task_no = $1', [taskNo]);
  return rows[0];
}

/** Every purchase is one order of one number, paid once, and the books agree. */
async function expectAllSoldOnce(db: Db, attempts: readonly PurchaseAttempt[]): Promise<void> {
  expect(new Set(attempts.map(({ orderNo }) => orderNo)).size).toBe(PURCHASES);
  const { rows } = await db.pool.query(`select
    (select count(*)::int from agt_product_order) as orders,
    (select count(*)::int from inv_outbound_line where state = 1) as lines,
    (select count(distinct e164)::int from inv_outbound_line where state = 1) as numbers,
    (select count(*)::int from inv_item where stock_status = 2) as assigned,
    (select sum(balance)::text from fin_wallet where kind in (1, 2)) as balance`);
  expect(rows).toEqual([
    {
      orders: PURCHASES,
      lines: PURCHASES,
      numbers: PURCHASES,
      assigned: PURCHASES,
      balance: String(MONEY * BigInt(BUYERS) - times(parseMoney(UNIT_PRICE), PURCHASES)),
    },
  ]);
  await expectAgreement(db);
}

async function expectAgreement(db: Db): Promise<void> {
  expect(await db.tx((tx) => verifyLedger(tx))).toEqual([]);
  expect(await db.tx((tx) => verifyStockCounters(tx))).toEqual([]);
}

test('an embedded database killed under purchases restarts, and no number is lost or sold twice', async () => {
  const dataDir = await folder();
  const server = await start({ DATA_DIR: dataDir, ADMIN_PASSWORD: PASSWORD });
  const cluster = await startCluster({ dataDir });
  closing.push(() => cluster.stop());
  expect(cluster.adopted).toBe(true);
  const db = openDb({ ...cluster.connection, max: 4, onError: () => undefined });
  closing.push(() => db.close());
  const { attempts, buy, acknowledged } = await openLoad(db, server);

  const underWay = attempts.map((attempt) => buy(attempt).catch(() => undefined));
  await until('a quarter of the purchases is acknowledged', async () => acknowledged().length >= PURCHASES / 4);
  process.kill(cluster.pid, 'SIGKILL');
  await Promise.all(underWay);
  const acknowledgedNos = acknowledged().map(({ orderNo }) => orderNo);
  expect(acknowledgedNos.length).toBeLessThan(PURCHASES);

  // The same server, over the database that it has started again.
  await until('the server is ready again', async () => (await server.client.send('/health/ready')).status === 200);
  const { rows } = await db.pool.query('select count(*)::int as n from agt_product_order where order_no = any($1)', [
    acknowledgedNos,
  ]);
  expect(rows).toEqual([{ n: acknowledgedNos.length }]);
  await expectAgreement(db);
  await Promise.all(attempts.map(buy));
  await expectAllSoldOnce(db, attempts);
  expect(await server.stop()).toBe(0);
});

test('a worker killed in the middle of an import stops no purchase, and another ends its work', async () => {
  const { db, environment, web } = await startWeb();
  const worker = await start({ ...environment, ROLE: 'worker' });
  const { attempts, buy } = await openLoad(db, web);
  const { taskNo } = await importNumbers(web, fictionalNumbers(IN_STOCK + IMPORTED).slice(IN_STOCK), REPEATS);
  await until('the import is under way', async () => (await stateOf(db, taskNo))?.state === taskState.is.running);

  const bought = Promise.all(attempts.map(buy));
  await worker.kill();
  await bought;
  expect((await stateOf(db, taskNo))?.state).toBe(taskState.is.running);
  await start({ ...environment, ROLE: 'worker' });
  await until('the import has ended', async () => ((await stateOf(db, taskNo))?.state ?? 0) >= taskState.is.done);
  expect(await stateOf(db, taskNo)).toEqual({ state: taskState.is.done, attempt: 2 });
  const { rows } = await db.pool.query(
    'select count(*)::int as rows, count(distinct e164)::int as numbers from inv_staged',
  );
  expect(rows).toEqual([{ rows: IMPORTED, numbers: IMPORTED }]);
  await expectAllSoldOnce(db, attempts);
});

test('an import of users whose worker is killed, and then its connection, adds each user once', async () => {
  const { db, environment, web } = await startWeb();
  const first = await start({ ...environment, ROLE: 'worker' });
  const token = await web.signIn('admin', ADMIN_PASSWORD);
  const send = async (lines: readonly string[]): Promise<string> => {
    const content = Buffer.from(['account,real name', ...lines].join('\n'));
    const file = { name: 'staff.csv', content: Readable.from([content]), bytes: content.length };
    const { body } = await web.client.upload('/api/system/user/import', { token, fields: { isCovered: '0' }, file });
    return body.data.taskNo;
  };
  const progress = async (taskNo: string) =>
    (await web.client.send(`/api/desk/task/progress?taskNo=${taskNo}`, { token })).body.data;
  /** The imported users, as other connections see them. */
  const taken = async () =>
    (
      await db.pool.query(`select count(*)::int as rows, count(distinct account)::int as accounts,
        (select count(*)::int from audit_log where action = 'import' and after::text like '%crew_7%') as trail from sys_user where account like 'crew_%'`)
    ).rows[0];
  const nobody = { rows: 0, accounts: 0, trail: 0 };

  // Another transaction is about to take the last account of the list: the import waits there, with two portions
  // written.
  const takeElsewhere = async (account: string, inviteCode: string) => {
    const elsewhere = await db.pool.connect();
    closing.push(async () => elsewhere.release(true));
    await elsewhere.query(`begin; insert into sys_user (tenant_id, account, password_hash, user_type, real_name, name, owner_path, invite_code)
      values ('000000', '${account}', '', 1, 'Crew', 'Crew', '/', '${inviteCode}')`);
    return elsewhere;
  };
  const last = await takeElsewhere(`crew_${STAFF - 1}`, 'LASTCREW');
  // Of two imports of one tenant the second waits; after the first every line of it is there already.
  const lines = Array.from({ length: STAFF }, (_, index) => `crew_${index},Crew ${index}`);
  const both = [await send(lines), await send(lines)];
  const are = async (state: number, attempt: number) =>
    (await Promise.all(both.map((one) => stateOf(db, one)))).filter(
      (is) => is?.state === state && is.attempt === attempt,
    );
  const reported = async () => (await Promise.all(both.map(progress))).map(({ done }) => done).sort();
  await until('both are under way', async () => (await are(taskState.is.running, 1)).length === 2);
  await until('one has come so far', async () => (await reported())[1] === 4000);
  await first.kill();
  expect(await taken()).toEqual(nobody);

  // The written rows are rolled back, and the restarted task, which waits at its first account, does not report them as done.
  const foremost = await takeElsewhere('crew_0', 'NEXTCREW');
  await start({ ...environment, ROLE: 'worker' });
  await until('both are begun again', async () => (await are(taskState.is.running, 2)).length === 2);
  await until('nothing is reported as done', async () => (await reported())[1] === 0);
  await foremost.query('rollback');
  // The portions are reported before the last one waits for the other transaction.
  await until('one has come so far again', async () => (await reported())[1] === 4000);
  await until('its connection is ended', async () => {
    const ended = await db.pool.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and wait_event = 'transactionid' and query like '%insert into sys_user%'`);
    return ended.rowCount === 1;
  });
  await until('one waits for its next attempt', async () => (await are(taskState.is.queued, 2)).length === 1);
  expect(await taken()).toEqual(nobody);
  await last.query('rollback');
  await db.pool.query('update graphile_worker._private_jobs set run_at = now() where run_at > now()');
  await until('both have ended', async () =>
    (await Promise.all(both.map((one) => stateOf(db, one)))).every((is) => (is?.state ?? 0) >= taskState.is.done),
  );

  expect(await taken()).toEqual({ rows: STAFF, accounts: STAFF, trail: 1 });
  const results = (await Promise.all(both.map(progress))).map(({ state, result }) => ({ state, ...result }));
  results.sort((a, b) => b.added - a.added);
  expect(results).toMatchObject([
    { state: taskState.is.done, lines: STAFF, added: STAFF, changed: 0, problemCount: 0 },
    // Every line of the other is refused.
    { state: taskState.is.failed, lines: STAFF, added: 0, changed: 0, problemCount: STAFF },
  ]);
});
