import type { ChildProcess } from 'node:child_process';
import { chown, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import type { Programs } from './packages.ts';
import {
  type Account,
  endProgram,
  freePorts,
  processTree,
  signalAll,
  startProgram,
  type Undo,
  until,
} from './processes.ts';

const START_SECONDS = 90;
const STOP_SECONDS = 10;
const PASSWORD = 'cluster-test';
/**
 * Seconds: a primary that is silent for `ttl` is replaced. The smallest values that Patroni accepts are near; those of a production system
 * are twice as long.
 */
const TIMES = { ttl: 20, loop_wait: 5, retry_timeout: 5 } as const;

/** A server of PostgreSQL with the Patroni that runs it. */
export interface Member {
  readonly name: string;
  readonly port: number;
  /** Where Patroni answers. */
  readonly patroniPort: number;
}

/** Two members of PostgreSQL under Patroni with synchronous replication, and the etcd that holds their lock. */
export interface PatroniCluster {
  readonly members: readonly Member[];
  /** The member that is the primary now; undefined where none says so. */
  primary(): Promise<Member | undefined>;
  /** Resolves once a primary has a synchronous replica. */
  whole(): Promise<Member>;
  /** Returns the processes of a member: Patroni, and PostgreSQL with its children. */
  processesOf(member: Member): Promise<number[]>;
  /** Has Patroni make the replica the primary, as before work on a machine; resolves when it has agreed. */
  switchOver(): Promise<void>;
  /** Starts the Patroni of a member whose processes have ended. */
  start(member: Member): void;
}

/** The database of the product, on the port that leads to the primary. */
export const databaseUrl = (port: number): string => `postgres://trade:${PASSWORD}@127.0.0.1:${port}/trade`;

/** Starts etcd and both members in a folder that the account may enter; resolves when replication works. `undo` gets the step that ends them. */
export async function startPatroni(
  folder: string,
  programs: Programs,
  account: Account | undefined,
  undo: Undo,
): Promise<PatroniCluster> {
  const [etcdPort = 0, peerPort = 0, ...ports] = await freePorts(6);
  const members: Member[] = ['db1', 'db2'].map((name, index) => ({
    name,
    port: ports[index * 2] ?? 0,
    patroniPort: ports[index * 2 + 1] ?? 0,
  }));
  const own = async (name: string): Promise<string> => {
    const made = path.join(folder, name);
    await mkdir(made, { mode: 0o700 });
    if (account) await chown(made, account.uid, account.gid);
    return made;
  };
  const running = new Map<string, ChildProcess>();
  const etcdFolder = await own('etcd');
  const etcdUrl = `http://127.0.0.1:${etcdPort}`;
  const peerUrl = `http://127.0.0.1:${peerPort}`;
  const etcd = startProgram(
    programs.etcd,
    [
      ...['--name', 'etcd', '--data-dir', path.join(etcdFolder, 'data'), '--initial-cluster', `etcd=${peerUrl}`],
      ...['--listen-client-urls', etcdUrl, '--advertise-client-urls', etcdUrl],
      ...['--listen-peer-urls', peerUrl, '--initial-advertise-peer-urls', peerUrl],
    ],
    { log: path.join(folder, 'etcd.log'), account },
  );
  const start = ({ name }: Member) => {
    const log = path.join(folder, `${name}.log`);
    running.set(name, startProgram(programs.patroni, [path.join(folder, `${name}.json`)], { log, account }));
  };
  const dataOf = ({ name }: Member) => path.join(folder, name, 'data');
  const processesOf = async (member: Member): Promise<number[]> => {
    const text = await readFile(path.join(dataOf(member), 'postmaster.pid'), 'utf8').catch(() => '');
    const postmaster = Number(text.split('\n')[0]);
    return processTree([running.get(member.name)?.pid ?? 0, postmaster].filter((pid) => pid > 0));
  };
  const primary = async () => {
    const answers = await Promise.all(members.map((member) => hasRole(member, 'primary')));
    return members.find((_, index) => answers[index]);
  };
  const cluster: PatroniCluster = {
    members,
    primary,
    processesOf,
    start,
    async switchOver() {
      const { name, patroniPort } = await cluster.whole();
      const answer = await fetch(`http://127.0.0.1:${patroniPort}/switchover`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ leader: name }),
      });
      if (!answer.ok) throw new Error(`Patroni refused a switchover: ${await answer.text()}`);
    },
    whole: () =>
      until('a primary with a synchronous replica', START_SECONDS, async () => {
        const found = await primary();
        const other = members.find((member) => member !== found);
        return found && other && (await hasRole(other, 'sync')) ? found : undefined;
      }),
  };
  undo.push(async () => {
    const left = (await Promise.all(members.map(processesOf))).flat();
    signalAll(left, 'SIGCONT');
    for (const child of running.values()) child.kill('SIGKILL');
    // An immediate shutdown, which gives shared memory back.
    signalAll(left, 'SIGQUIT');
    await until('the end of PostgreSQL', STOP_SECONDS, () => processTree(left).length === 0).catch(() =>
      signalAll(left, 'SIGKILL'),
    );
    await endProgram(etcd);
  });
  for (const member of members) {
    const data = path.join(await own(member.name), 'data');
    const settings = settingsOf(member, { data, folder: path.join(folder, member.name), etcdPort, programs });
    // JSON is YAML too.
    await writeFile(path.join(folder, `${member.name}.json`), JSON.stringify(settings, null, 2));
    start(member);
  }
  await createDatabase(await cluster.whole());
  return cluster;
}

function settingsOf(
  { name, port, patroniPort }: Member,
  where: { data: string; folder: string; etcdPort: number; programs: Programs },
) {
  const access = ['local all all scram-sha-256', 'host all all 127.0.0.1/32 scram-sha-256'];
  return {
    scope: 'trade',
    name,
    restapi: { listen: `127.0.0.1:${patroniPort}`, connect_address: `127.0.0.1:${patroniPort}` },
    etcd3: { host: `127.0.0.1:${where.etcdPort}` },
    bootstrap: {
      dcs: {
        ...TIMES,
        synchronous_mode: true,
        postgresql: { use_pg_rewind: true, parameters: { max_connections: 300, shared_buffers: '128MB' } },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
    },
    postgresql: {
      listen: `127.0.0.1:${port}`,
      connect_address: `127.0.0.1:${port}`,
      data_dir: where.data,
      bin_dir: where.programs.postgresql,
      pgpass: path.join(where.folder, 'pgpass'),
      authentication: {
        superuser: { username: 'postgres', password: PASSWORD },
        replication: { username: 'replicator', password: PASSWORD },
      },
      parameters: { unix_socket_directories: where.folder },
      pg_hba: [...access, 'host replication replicator 127.0.0.1/32 scram-sha-256'],
    },
  };
}

/** Returns whether a member has a role, by the word of its Patroni. */
async function hasRole({ patroniPort }: Member, role: 'primary' | 'sync'): Promise<boolean> {
  const address = `http://127.0.0.1:${patroniPort}/${role}`;
  return fetch(address, { signal: AbortSignal.timeout(1000) }).then(
    ({ status }) => status === 200,
    () => false,
  );
}

/** Creates the product's role, which is no superuser, and its database. */
async function createDatabase({ port }: Member): Promise<void> {
  const connection = { host: '127.0.0.1', port, user: 'postgres', password: PASSWORD, database: 'postgres' };
  const client = new pg.Client(connection);
  await client.connect();
  try {
    await client.query(`create role trade login password '${PASSWORD}'`);
    await client.query('create database trade owner trade');
  } finally {
    await client.end();
  }
}
