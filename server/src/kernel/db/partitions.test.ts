import { pino } from 'pino';
import { afterAll, describe, expect, test } from 'vitest';
import { kernelTimers } from '../housekeeping/index.ts';
import { testApp } from '../jobs/testing/app.ts';
import { openParameters } from '../parameters/index.ts';
import { testDb } from '../testing/index.ts';
import { dropOldPartitions, makeComingMonths, makeMonths } from './partitions.ts';

const db = await testDb();
afterAll(() => db.close());

const partitionsOf = async (table: string): Promise<string[]> => {
  const { rows } = await db.pool.query<{ month: string }>(
    `select substring(relname from '\\d+$') as month from pg_inherits join pg_class on oid = inhrelid
     where inhparent = $1::regclass and relname ~ '\\d{6,8}$' order by 1`,
    [table],
  );
  return rows.map(({ month }) => month);
};
/** `YYYYMM` of the month so many months from now. */
const month = (distance: number): string => {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + distance, 1))
    .toISOString()
    .slice(0, 7)
    .replace('-', '');
};
const write = (at: string) =>
  db.pool.query(
    `insert into log_api (tenant_id, service_id, server_host, server_ip, env, method, request_uri, create_time)
     values ('000000', 's', 'h', 'i', 'e', 'GET', 'x', $1)`,
    [at],
  );

const MONTHLY = [
  'audit_log',
  'biz_state_log',
  'fin_entry',
  'finance_log',
  'log_api',
  'log_error',
  'log_usual',
  'msg_inbox',
  'msg_message',
  'sys_sms_log',
];
const WEEKLY = ['src_visit', 'work_line'];
/** Mondays in UTC of the weeks that a span of months touches, as `YYYYMMDD`. */
const weeks = (first: string, months: number): string[] => {
  const start = new Date(`${first}-01T00:00:00Z`);
  const end = new Date(start);
  end.setUTCMonth(end.getUTCMonth() + months);
  start.setUTCDate(start.getUTCDate() - ((start.getUTCDay() + 6) % 7));
  const found: string[] = [];
  for (const day = start; day < end; day.setUTCDate(day.getUTCDate() + 7))
    found.push(day.toISOString().slice(0, 10).replaceAll('-', ''));
  return found;
};

test('the coming months exist for every table that grows without limit', async () => {
  expect(await makeComingMonths(db.drizzle)).toBe(0);
  const { rows } = await db.pool.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'p' order by 1`,
  );
  expect(rows.map(({ name }) => name)).toEqual([...MONTHLY, ...WEEKLY].sort());
  const first = month(-3).replace(/(..)$/, '-$1');
  for (const table of WEEKLY) expect(await partitionsOf(table), table).toEqual(weeks(first, 7));
  for (const table of MONTHLY) expect(await partitionsOf(table), table).toEqual([-3, -2, -1, 0, 1, 2, 3].map(month));
});

test('a month is created for all tables together, and only once', async () => {
  expect(await makeMonths(db.drizzle, { from: new Date('2031-01-15T00:00:00Z'), months: 1 })).toBe(
    MONTHLY.length + WEEKLY.length * weeks('2031-01', 1).length,
  );
  expect(await makeMonths(db.drizzle, { from: new Date('2031-01-31T00:00:00Z'), months: 1 })).toBe(0);
});

test('a month with earlier rows in the default partition does not prevent other months', async () => {
  await write('2032-05-05T00:00:00Z');
  expect(await makeMonths(db.drizzle, { from: new Date('2032-05-01T00:00:00Z'), months: 2 })).toBe(
    2 * MONTHLY.length - 1 + WEEKLY.length * weeks('2032-05', 2).length,
  );
  expect(await partitionsOf('log_api')).not.toContain('203205');
  expect(await partitionsOf('log_api')).toContain('203206');
});

describe('old months', () => {
  test('are dropped when they are past the retention; a younger one stays', async () => {
    await write(`${month(-3).replace(/(..)$/, '-$1')}-28T23:59:59Z`);
    expect(await dropOldPartitions(db, 'log_api', 3)).toEqual([]);
    expect(await dropOldPartitions(db, 'log_api', 2)).toEqual([`log_api_${month(-3)}`]);
    expect(await partitionsOf('log_api')).toEqual(expect.arrayContaining([month(-2), month(0)]));
  });

  test('go from the default partition as well', async () => {
    await write('2019-12-31T23:59:59Z');
    await dropOldPartitions(db, 'log_api', 2);
    const { rows } = await db.pool.query("select 1 from log_api where create_time < now() - interval '1 year'");
    expect(rows).toEqual([]);
  });

  test('are weeks for a table with weekly partitions', async () => {
    const [first = '', second = ''] = await partitionsOf('work_line');
    const { rows } = await db.pool.query<{ weeks: number }>(
      `select ((date_trunc('week', now() at time zone 'UTC')::date - $1::date) / 7)::int as weeks`,
      [second],
    );
    expect(await dropOldPartitions(db, 'work_line', rows[0]?.weeks ?? 0)).toEqual([`work_line_${first}`]);
    expect((await partitionsOf('work_line'))[0]).toBe(second);
  });

  test('wait for locks no longer than allowed', async () => {
    const client = await db.pool.connect();
    try {
      await client.query('begin');
      await client.query(`lock table log_error_${month(-3)} in access share mode`);
      await expect(dropOldPartitions(db, 'log_error', 2, 1)).rejects.toMatchObject({ cause: { code: '55P03' } });
    } finally {
      await client.query('rollback');
      client.release();
    }
    expect(await dropOldPartitions(db, 'log_error', 2)).toEqual([`log_error_${month(-3)}`]);
  });

  test('are dropped by one of two nodes that begin at once; the other goes on', async () => {
    const old = `audit_log_${month(-3)}`;
    const client = await db.pool.connect();
    try {
      await client.query('begin');
      await client.query(`lock table ${old} in access share mode`);
      const both = Promise.all([dropOldPartitions(db, 'audit_log', 2), dropOldPartitions(db, 'audit_log', 2)]);
      await expect
        .poll(async () => {
          const { rows } = await db.pool.query<{ waiting: number }>(
            `select count(*)::int as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
          );
          return rows[0]?.waiting;
        })
        .toBe(2);
      await client.query('commit');
      expect((await both).toSorted((a, b) => b.length - a.length)).toEqual([[old], []]);
    } finally {
      client.release();
    }
  });

  test('of logs go by night after the months of the parameter; money, states and the trail stay', async () => {
    await makeMonths(db.drizzle, { from: new Date('2020-01-15T00:00:00Z'), months: 1 });
    await db.pool.query(
      `insert into sys_param (tenant_id, param_name, param_key, param_value) values ('000000', 'Logs', 'log.usualMonths', '12')`,
    );
    const parameters = await openParameters(db, pino({ level: 'silent' }));
    await kernelTimers.find(({ name }) => name === 'kernel/months')?.run(testApp(db, { parameters }));
    await parameters.close();
    expect(await partitionsOf('log_usual')).toEqual(
      [-3, -2, -1, 0, 1, 2, 3].map(month).concat('203101', '203205', '203206'),
    );
    for (const table of ['fin_entry', 'finance_log', 'biz_state_log', 'audit_log'])
      expect(await partitionsOf(table), table).toContain('202001');
  });
});
