import { Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Db, openDb } from './kernel/db/index.ts';
import { createLog } from './kernel/log/index.ts';
import { type FreezableProxy, openFreezableProxy } from './kernel/testing/freezable-proxy.ts';
import { type TestDb, testDb } from './kernel/testing/index.ts';
import { type Answer, type TestApp, testApp } from './testing/app.ts';

/** Short enough for a test, long enough for a busy machine. */
const TIMEOUTS = { suspect: 400, answer: 1200, repeat: 100, connect: 3000 };
const CALLS = 40;
const METRICS_TOKEN = 'long-and-secret';

let lines: FreezableProxy;
let product: TestApp;
let reached: Db;
let logged: { readonly outage?: string; readonly msg: string }[] = [];

beforeAll(async () => {
  const place: TestDb = await testDb();
  lines = await openFreezableProxy(place.connection);
  await place.close();
  const log = createLog(
    'info',
    new Writable({
      write: (text: Buffer, _encoding, done) => {
        logged.push(JSON.parse(text.toString()));
        done();
      },
    }),
  );
  product = await testApp(
    { METRICS_TOKEN },
    {
      log,
      reach: (connection) => {
        reached = openDb({ ...connection, host: lines.host, max: 8, waits: TIMEOUTS });
        return reached;
      },
    },
  );
});
beforeEach(() => {
  lines.thaw();
  logged = [];
});
afterAll(async () => {
  await product.close();
  await lines.close();
});

const TOP_MENU = { name: '满', nameEn: 'Full', source: 'ShopOutlined', sort: 1 };
const list = (headers: Record<string, string> = {}): Promise<Answer> =>
  product.admin.get('system/top-menu/list', {}, headers);
const metrics = () => product.server.inject({ url: '/metrics', headers: { authorization: `Bearer ${METRICS_TOKEN}` } });
const many = <T>(work: () => Promise<T>): Promise<T[]> => Promise.all(Array.from({ length: CALLS }, work));
const worksAgain = () => expect.poll(async () => (await list()).status).toBe(200);
const outages = () => logged.filter(({ outage }) => outage === 'away');

it('ends every call while the database is frozen, and continues afterwards', async () => {
  // As many connections are open as there may be, all of them frozen in the middle.
  await many(() => list());
  lines.freeze();
  const calls = many(() => list());
  expect((await metrics()).statusCode).toBe(200);
  expect((await product.server.inject('/health/live')).statusCode).toBe(200);
  for (const { status, body, headers } of await calls) {
    expect([status, body.bizCode, headers['retry-after']]).toEqual([503, 'DATABASE_AWAY', '5']);
    expect(body.msg).toBe('数据库暂时无法连接，正在恢复，请稍后再试');
  }
  expect((await list({ lang: 'en' })).body.msg).toContain('temporarily unreachable');
  expect((await metrics()).body).toContain('database_up 0');
  expect(outages()).toHaveLength(1);
  expect(JSON.stringify(logged)).not.toContain('select');
  lines.thaw();
  await worksAgain();
});

it('a broken connection has the same message, in one line of the log', async () => {
  await many(() => list());
  const [heard] = await Promise.all([
    many(async () => {
      for (let turn = 0; turn < 5; turn += 1) {
        const answer = await list();
        if (answer.status !== 200) return answer;
      }
      return undefined;
    }),
    sleep(5).then(() => lines.cut()),
  ]);
  for (const answer of heard) if (answer) expect([answer.status, answer.body.bizCode]).toEqual([503, 'DATABASE_AWAY']);
  expect(heard.some((answer) => answer !== undefined)).toBe(true);
  expect(outages().length).toBeLessThanOrEqual(1);
  await worksAgain();
});

it('a slow statement does not count as silence', async () => {
  const seconds = (TIMEOUTS.suspect + TIMEOUTS.answer) / 1000 + 0.5;
  const slow = await reached.pool.query('select 1 as one from pg_sleep($1)', [seconds]);
  expect(slow.rows).toEqual([{ one: 1 }]);
});

it('background work has no time limit, calls have one, and reaching it is reported as such', async () => {
  const limit = 'show statement_timeout';
  expect((await reached.background.pool.query(limit)).rows).toEqual([{ statement_timeout: '0' }]);
  expect((await reached.pool.query(limit)).rows).toEqual([{ statement_timeout: '2min' }]);
});

it('a lack of free connections is reported as such', async () => {
  const held = await Promise.all(Array.from({ length: 8 }, () => reached.pool.connect()));
  const answer = await list();
  for (const client of held) client.release();
  expect([answer.status, answer.body.bizCode, answer.headers['retry-after']]).toEqual([503, 'DATABASE_BUSY', '5']);
  await worksAgain();
});

it('a database that only reads, as a standby does, is reported as away', async () => {
  const { database } = product.db.connection;
  await product.db.pool.query(`alter database ${database} set default_transaction_read_only = on`);
  lines.cut();
  await expect
    .poll(async () => {
      const answer = await product.admin.post('system/top-menu/submit', { ...TOP_MENU, code: 'standby' });
      return [answer.status, answer.body.bizCode];
    })
    .toEqual([503, 'DATABASE_AWAY']);
  await product.db.pool.query(
    `set transaction_read_only = off; alter database ${database} reset default_transaction_read_only`,
  );
  lines.cut();
  await worksAgain();
});

it('a full disk is reported as such, by the call and by readiness', async () => {
  await product.db.pool.query(`
    create function full_disk() returns trigger language plpgsql as $$ begin
      raise exception 'could not extend file' using errcode = '53100'; end $$;
    create trigger full_disk before insert on sys_top_menu for each row execute function full_disk()`);
  const answer = await product.admin.post('system/top-menu/submit', { ...TOP_MENU, code: 'full' });
  expect([answer.status, answer.body.bizCode]).toEqual([503, 'DATABASE_FULL']);
  expect((await product.server.inject('/health/ready')).json().checks.disk).toBe(false);
  expect(logged.filter(({ outage }) => outage === 'full')).toHaveLength(1);
});
