import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { afterAll, expect, it } from 'vitest';
import { type Cluster, startCluster } from './embedded.ts';
import { openDb, outageOf } from './index.ts';
import { supervise } from './supervise.ts';

let cluster: Cluster;
const folder: string = await mkdtemp(path.join(os.tmpdir(), 'trade-assistant-cluster-'));
cluster = await startCluster({ dataDir: folder });
afterAll(async () => {
  await cluster.stop();
  await rm(path.dirname(cluster.connection.host), { recursive: true, force: true });
  await rm(folder, { recursive: true, force: true });
});

const ask = async (statement: string) => {
  const db = openDb({ ...cluster.connection, max: 1 });
  try {
    return (await db.pool.query(statement)).rows;
  } finally {
    await db.close();
  }
};

it('listens on a socket for its owner only, never on the network', async () => {
  expect(await ask('show listen_addresses')).toEqual([{ listen_addresses: '' }]);
  expect(execFileSync('stat', ['-c', '%a', cluster.connection.host], { encoding: 'utf8' }).trim()).toBe('700');
});

it('is durable', async () => {
  expect(await ask('show fsync')).toEqual([{ fsync: 'on' }]);
  expect(await ask('show synchronous_commit')).toEqual([{ synchronous_commit: 'on' }]);
});

it('is taken over by the next start while it runs, with all its data', async () => {
  await ask('create table kept (n int); insert into kept values (7)');
  const again = await startCluster({ dataDir: folder });
  expect(again.adopted).toBe(true);
  expect(await ask('select n from kept')).toEqual([{ n: 7 }]);
});

/** Whether a process runs; one that ended and waits for its parent does not. */
const isRunning = async (pid: number): Promise<boolean> =>
  /^State:\s+[^ZX]/m.test(await readFile(`/proc/${pid}/status`, 'utf8').catch(() => ''));

it('recovers commits when the database itself is killed', async () => {
  await ask('insert into kept values (8)');
  const [{ pid }] = (await ask(`select split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int as pid`)) as [
    { pid: number },
  ];
  process.kill(pid, 'SIGKILL');
  await expect.poll(() => isRunning(pid)).toBe(false);
  cluster = await startCluster({ dataDir: folder });
  expect(cluster.adopted).toBe(false);
  expect(await ask('select n from kept order by n')).toEqual([{ n: 7 }, { n: 8 }]);
});

it('starts again after it was stopped', async () => {
  await cluster.stop();
  cluster = await startCluster({ dataDir: folder });
  expect(await ask('select count(*)::int as n from kept')).toEqual([{ n: 2 }]);
});

it('asks everybody for a password that only the data folder’s owner can read', async () => {
  const { password, ...stranger } = cluster.connection;
  const file = path.join(folder, 'postgres.password');
  expect((await readFile(file, 'utf8')).trim()).toBe(password);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const db = openDb({ ...stranger, password: 'guessed', max: 1 });
  await expect(db.pool.query('select 1')).rejects.toMatchObject({ code: '28P01' });
  await db.close();
});

it('secures a folder that trusted all connections, and one without its password file', async () => {
  const rules = path.join(cluster.folder, 'pg_hba.conf');
  const password = path.join(folder, 'postgres.password');
  await cluster.stop();
  await writeFile(rules, 'local all all trust\n');
  await rm(password);
  cluster = await startCluster({ dataDir: folder });
  expect(await ask('select count(*)::int as n from kept')).toEqual([{ n: 2 }]);
  expect(await readFile(rules, 'utf8')).not.toContain('trust');
  // Once more while it runs.
  await rm(password);
  cluster = await startCluster({ dataDir: folder });
  expect(cluster.adopted).toBe(true);
  expect(await ask('select count(*)::int as n from kept')).toEqual([{ n: 2 }]);
  expect(await readFile(rules, 'utf8')).not.toContain('trust');
});

it('is started again when it dies, and nothing that was acknowledged is lost', async () => {
  const supervisor = supervise(cluster, () => startCluster({ dataDir: folder }), pino({ level: 'silent' }));
  const db = openDb({ ...cluster.connection, max: 4 });
  await db.pool.query('create table booked (n int primary key)');
  const acknowledged: number[] = [];
  const refusals: unknown[] = [];
  let next = 0;
  let isOver = false;
  const writers = Array.from({ length: 8 }, async () => {
    while (!isOver) {
      const n = next;
      next += 1;
      await db.pool.query('insert into booked values ($1)', [n]).then(
        () => acknowledged.push(n),
        async (error: unknown) => {
          refusals.push(error);
          await sleep(20);
        },
      );
    }
  });
  await expect.poll(() => acknowledged.length).toBeGreaterThan(50);
  process.kill(cluster.pid, 'SIGKILL');
  await expect.poll(() => refusals.length).toBeGreaterThan(0);
  const before = acknowledged.length;
  await expect.poll(() => acknowledged.length).toBeGreaterThan(before + 50);
  isOver = true;
  await Promise.all(writers);
  expect(supervisor.state).toBe('up');
  expect(refusals.filter((error) => outageOf(error) !== 'away')).toEqual([]);
  const kept = new Set((await db.pool.query<{ n: number }>('select n from booked')).rows.map(({ n }) => n));
  expect(acknowledged.filter((n) => !kept.has(n))).toEqual([]);
  await db.close();
  await supervisor.stop();
  cluster = await startCluster({ dataDir: folder });
});

it('counts as lost when it cannot be started, and is tried on', async () => {
  let isPossible = false;
  const start = async () => {
    if (!isPossible) throw new Error('hidden');
    return cluster;
  };
  let isAlive = false;
  const supervisor = supervise({ ...cluster, isAlive: async () => isAlive }, start, pino({ level: 'silent' }), {
    firstWaitMillis: 5,
  });
  await expect.poll(() => supervisor.state).toBe('lost');
  isPossible = true;
  isAlive = true;
  await expect.poll(() => supervisor.state).toBe('up');
  supervisor.retire();
});
