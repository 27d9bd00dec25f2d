import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Cluster, startCluster } from './embedded.ts';
import { openDb } from './index.ts';

let folder: string;
let cluster: Cluster;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'trade-assistant-cluster-'));
  cluster = await startCluster({ dataDir: folder });
});
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

it('speaks through a socket only its owner may enter, never over the network', async () => {
  expect(await ask('show listen_addresses')).toEqual([{ listen_addresses: '' }]);
  expect(execFileSync('stat', ['-c', '%a', cluster.connection.host], { encoding: 'utf8' }).trim()).toBe('700');
});

it('is durable', async () => {
  expect(await ask('show fsync')).toEqual([{ fsync: 'on' }]);
  expect(await ask('show synchronous_commit')).toEqual([{ synchronous_commit: 'on' }]);
});

it('is taken over by the next start while it runs, with everything in it', async () => {
  await ask('create table kept (n int); insert into kept values (7)');
  const again = await startCluster({ dataDir: folder });
  expect(again.adopted).toBe(true);
  expect(await ask('select n from kept')).toEqual([{ n: 7 }]);
});

it('recovers what was committed when the database itself is killed', async () => {
  await ask('insert into kept values (8)');
  const [{ pid }] = (await ask(`select split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int as pid`)) as [
    { pid: number },
  ];
  process.kill(pid, 'SIGKILL');
  await new Promise((resolve) => setTimeout(resolve, 300));
  cluster = await startCluster({ dataDir: folder });
  expect(cluster.adopted).toBe(false);
  expect(await ask('select n from kept order by n')).toEqual([{ n: 7 }, { n: 8 }]);
});

it('starts again after it was stopped', async () => {
  await cluster.stop();
  cluster = await startCluster({ dataDir: folder });
  expect(await ask('select count(*)::int as n from kept')).toEqual([{ n: 2 }]);
});
