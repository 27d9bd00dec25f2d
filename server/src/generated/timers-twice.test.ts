import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Timer } from '../kernel/jobs/index.ts';
import type { TestDb } from '../kernel/testing/index.ts';
import { type TestApp, testApp } from '../testing/app.ts';
import { DEMO_SETTINGS, NOT_MOVED, pastDemo } from '../testing/past-demo.ts';

/**
 * Each timer on two copies of the demo of which everything is due: by one node until nothing is left to do, and by two nodes at once. Both add the
 * same rows to every table: money, notices, mails and deliveries of one act.
 */

/** Timers that are not run here: the reason. */
const NOT_RUN: Readonly<Record<string, string>> = {
  'ledger/proof': 'each run is a proof of its own, with a message where it fails',
  'finance/day-close': 'it closes four years of days; areas/finance/day.test.ts closes a day twice',
};
/** Rows beside an act: shards of sums and chains, which parallel acts do not share, and logs of the machine. */
const BESIDE = ['fin_chain', 'inv_counter', 'log_usual'];
/** A timer takes a slice at a time. */
const ROUNDS_MAX = 12;
/** Timers for which the demo has nothing to do: the reason, and what tries them twice instead. */
const WITHOUT_WORK: Readonly<Record<string, readonly string[]>> = {
  'they add and drop partitions, which are there or not': [
    ...['kernel/months', 'messages/purge', 'sms/purge', 'work/weeks', 'providers/purge', 'mail/purge'],
  ],
  'they remove what is old, and a removed row is not removed again': [
    ...['files/purge', 'kernel/purge', 'work/minutes', 'compliance/forget-contacts', 'report/purge', 'sms/purge-links'],
    ...['warranty/purge'],
  ],
  'tasks of the demo have ended; work/random-histories.test.ts and sending/random-histories.test.ts run them in any order':
    [
      ...[
        'work/recover',
        'work/end-unsent',
        'work/start-due',
        'work/unpaid',
        'work/fruitless',
        'work/stalls',
        'work/end-left',
      ],
      ...['work/settle', 'work/probe', 'work/speed-up', 'sending/confirm-read', 'sending/ask', 'sending/expire'],
      ...['sending/recover-outbox', 'sending/resume-phones', 'sending/expire-texts'],
    ],
  'vendors and networks report in tests of their adapters alone': [
    ...['providers/receipts', 'providers/incomplete-texts', 'providers/isolate-wrong', 'payments/read-watchers'],
    ...['sms/recover', 'seeds/providers'],
  ],
  'imports and reservations of the demo have ended; a second end finds another state': [
    ...['inventory/expire-reservations', 'inventory/fail-orphan-batches', 'inventory/end-lost-checks'],
    ...['inventory/name-suppliers', 'open/expire-keys', 'identity/expired-tenants', 'agents/expire-verifications'],
  ],
  'random histories of rebates and activities post, reward and take back twice': [
    ...['rebates/post', 'activities/reward-invitations', 'activities/take-back'],
  ],
  'they report a fault, a number or a date, of which the demo has none': [
    ...['inventory/proof', 'agents/repeat-moves', 'agents/remind-of-contracts', 'desk/view-alerts', 'log/recurred'],
    ...['inbox/assign', 'statistics/count-days'],
  ],
};

let base: TestDb;
let [alone, two]: (TestApp | undefined)[] = [];
beforeAll(async () => {
  base = await pastDemo();
  await watch(base);
  await base.pool.query('vacuum (analyze)');
  await base.db.close();
  alone = await testApp(DEMO_SETTINGS, { of: base.connection.database });
  two = await testApp(DEMO_SETTINGS, { of: base.connection.database });
});
afterAll(async () => {
  await alone?.db.pool.query(`drop database ${base.connection.database}`);
  await alone?.close();
  await two?.close();
});

/** Lets the database count the rows that statements add, change and remove. */
async function watch({ pool }: TestDb): Promise<void> {
  await pool.query(`
    create table timer_change ("table" text, change text, n int);
    create function timer_note() returns trigger language plpgsql as $$ begin
      insert into timer_change select tg_table_name, tg_op, count(*) from changed having count(*) > 0;
      return null;
    end $$`);
  const { rows } = await pool.query<{ table: string }>(
    `select c.relname as table from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition and c.relname <> all($1)`,
    [[...NOT_MOVED, 'timer_change']],
  );
  for (const { table } of rows)
    for (const [change, which] of [
      ['insert', 'new'],
      ['update', 'new'],
      ['delete', 'old'],
    ])
      await pool.query(
        `create trigger timer_${change} after ${change} on ${table} referencing ${which} table as changed
         for each statement execute function timer_note()`,
      );
}

interface Changes {
  /** Added rows by table. */
  readonly added: Readonly<Record<string, number>>;
  readonly hasWorked: boolean;
  readonly failures: readonly string[];
  /** Whether the last run added nothing. */
  readonly isEnded: boolean;
}

/** An error with those behind it. */
const causes = (error: unknown): string =>
  error instanceof Error && error.cause !== undefined ? `${error} · ${causes(error.cause)}` : String(error);

/** Runs a timer until it changes nothing more, at first on several nodes at once. */
async function changesOf({ app, db }: TestApp, timer: Timer, nodes: number): Promise<Changes> {
  await db.pool.query('truncate timer_change');
  const changes = async () =>
    (
      await db.pool.query<{ table: string; added: number; all: number }>(
        `select "table", coalesce(sum(n) filter (where change = 'INSERT'), 0)::int as added, sum(n)::int as all from timer_change where "table" <> all($1) group by 1 order by 1`,
        [BESIDE],
      )
    ).rows;
  const first = await Promise.allSettled(Array.from({ length: nodes }, () => timer.run(app)));
  const failures = first.flatMap((one) => (one.status === 'rejected' ? [causes(one.reason)] : []));
  let before = '';
  let rows = await changes();
  for (let round = 0; round < ROUNDS_MAX && JSON.stringify(rows.map(({ added }) => added)) !== before; round += 1) {
    before = JSON.stringify(rows.map(({ added }) => added));
    await timer.run(app).catch((error: unknown) => failures.push(causes(error)));
    rows = await changes();
  }
  return {
    failures,
    added: Object.fromEntries(rows.filter(({ added }) => added > 0).map(({ table, added }) => [table, added])),
    hasWorked: rows.length > 0,
    isEnded: JSON.stringify(rows.map(({ added }) => added)) === before,
  };
}

it('what two nodes do at once, and again, is what one does', async () => {
  if (!alone || !two) throw new Error('There is no product');
  const idle: string[] = [];
  const faults: unknown[] = [];
  for (const timer of alone.running.jobs.timers.filter(({ name }) => !Object.hasOwn(NOT_RUN, name))) {
    const one = await changesOf(alone, timer, 1);
    const both = await changesOf(two, timer, 2);
    if (!one.hasWorked) idle.push(timer.name);
    const isSame = JSON.stringify(one.added) === JSON.stringify(both.added);
    if (!one.isEnded || !both.isEnded || !isSame || one.failures.length > 0 || both.failures.length > 0)
      faults.push({ timer: timer.name, one, both });
  }
  expect.soft(faults).toEqual([]);
  const excused = Object.values(WITHOUT_WORK).flat();
  expect.soft(idle.filter((name) => !excused.includes(name))).toEqual([]);
  const names = alone.running.jobs.timers.map(({ name }) => name);
  expect([...excused, ...Object.keys(NOT_RUN)].filter((name) => !names.includes(name))).toEqual([]);
});
