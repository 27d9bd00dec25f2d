import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync, readFileSync, statfsSync } from 'node:fs';
import { open, readFile, rename, rm, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { openSecret, requirePassword, trustEverybody } from './access.ts';
import { type ClusterLocation, findClusterLocation } from './cluster-location.ts';

const run = promisify(execFile);

const START_SECONDS = 120;
const STOP_SECONDS = 60;
const POLL_MILLIS = 25;
const TRIES = 10;
const TRY_AGAIN_MILLIS = 500;
const LOG_MAX_BYTES = 10 * 1024 * 1024;
const MEBIBYTE = 1024 * 1024;
const USER = 'trade_assistant';
/** SQLSTATE of a server that is starting, recovering or shutting down. */
const NOT_NOW = '57P03';

export interface ClusterOptions {
  /** The product's data folder; `findClusterLocation` decides the cluster's folder. */
  readonly dataDir: string;
  /** Gives up durability for speed: only for tests. */
  readonly throwAway?: boolean;
}

export interface Cluster {
  /** Connection of `pg`: a folder of a Unix socket, never TCP. */
  readonly connection: {
    readonly host: string;
    readonly user: string;
    readonly database: string;
    /** None for throw-away ones. */
    readonly password?: string;
  };
  /** Whether it was already running, left by a killed server. */
  readonly adopted: boolean;
  /** The process to watch or, in a test, to kill. */
  readonly pid: number;
  /** The folder of its data. */
  readonly folder: string;
  /** Whether the process is there, answering or not. */
  isAlive(): Promise<boolean>;
  /** Fast shutdown; resolves when the cluster is down. */
  stop(): Promise<void>;
}

/**
 * Starts the embedded PostgreSQL, or takes over the one a killed server left running on the same
 * data. It survives when this process is killed, so committed work is safe and the next start is instant.
 * The caller holds the data folder's lock: two must not do this at once.
 */
export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  if (process.platform === 'win32') throw new Error('On Windows set DATABASE_URL to a PostgreSQL server (15 or later)');
  const place = await findClusterLocation(path.resolve(options.dataDir));
  const throwAway = options.throwAway ?? false;
  const secret = throwAway ? undefined : await openSecret(path.resolve(options.dataDir));
  const connection = {
    host: place.socket,
    user: USER,
    database: 'postgres',
    ...(secret && { password: secret.password }),
  };
  const adopted = await takeOver(place, connection);
  if (!adopted) {
    if (!existsSync(path.join(place.data, 'PG_VERSION'))) await initialise(place, throwAway);
    if (secret?.isNew) await trustEverybody(place);
    await launch(place, connection, throwAway);
  }
  const pid = await postmaster(place);
  if (pid === undefined) throw new Error(`PostgreSQL answers in ${place.socket} but is not the one of ${place.data}`);
  if (secret?.isNew && adopted) {
    // Its password is lost.
    await trustEverybody(place);
    signal(pid, 'SIGHUP');
  }
  if (secret) await requirePassword(place, { ...connection, password: secret.password });
  return {
    connection,
    adopted,
    pid,
    folder: place.data,
    isAlive: async () => (await postmaster(place)) !== undefined,
    stop: () => stop(place),
  };
}

/** How to reach the cluster that a server runs on this data folder. Nothing is started, waited for or changed. */
export async function runningCluster(dataDir: string): Promise<Cluster['connection']> {
  const { socket } = await findClusterLocation(path.resolve(dataDir));
  const { password } = await openSecret(path.resolve(dataDir));
  return { host: socket, user: USER, database: 'postgres', password };
}

/** Stops a data folder's cluster at once, unasked, and deletes it with all it holds. For throw-away ones. */
export async function removeCluster(dataDir: string): Promise<void> {
  const place = await findClusterLocation(path.resolve(dataDir));
  await stop(place, 'SIGQUIT');
  await rm(path.dirname(place.data), { recursive: true, force: true });
  await rm(place.socket, { recursive: true, force: true });
}

/** Whether the server of this data runs. Waits for one that is starting, recovering or stopping. */
async function takeOver(place: ClusterLocation, connection: Cluster['connection']): Promise<boolean> {
  for (const end = Date.now() + START_SECONDS * 1000; Date.now() < end; await sleep(POLL_MILLIS)) {
    if ((await postmaster(place)) === undefined) return false;
    if (await answers(connection)) return true;
  }
  throw new Error(`PostgreSQL runs in ${place.data} but does not answer; its log: ${place.log}`);
}

async function initialise(place: ClusterLocation, throwAway: boolean): Promise<void> {
  // Made beside and renamed when whole: a start that is killed half-way leaves nothing that looks like a database.
  const fresh = `${place.data}.new`;
  await rm(fresh, { recursive: true, force: true });
  await rm(place.data, { recursive: true, force: true });
  const args = [
    '-D',
    fresh,
    '-U',
    USER,
    '--auth=trust',
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--locale=C.UTF-8',
    '--no-instructions',
  ];
  if (throwAway) args.push('--no-sync');
  await run(path.join(place.bin, 'initdb'), args, {
    ...place.owner,
    cwd: path.dirname(place.data),
    env: environment(),
  });
  await rename(fresh, place.data);
}

async function launch(place: ClusterLocation, connection: Cluster['connection'], throwAway: boolean): Promise<void> {
  await forgetForeignPid(place);
  if (((await stat(place.log).catch(() => null))?.size ?? 0) > LOG_MAX_BYTES) await rename(place.log, `${place.log}.1`);
  for (let attempt = 1; ; attempt += 1) {
    try {
      await ready(await serve(place, throwAway), place, connection);
      return;
    } catch (error) {
      // Children of a server that was killed take a moment to notice; until then the data is rightly refused.
      if (attempt >= TRIES || !(error as Error).message.includes('still in use')) throw error;
      await sleep(TRY_AGAIN_MILLIS);
    }
  }
}

async function serve(place: ClusterLocation, throwAway: boolean): Promise<ChildProcess> {
  const log = await open(place.log, 'a');
  const settings = Object.entries({ ...serving(), ...(throwAway ? careless : {}) });
  const args = [
    '-D',
    place.data,
    '-k',
    place.socket,
    ...settings.flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ];
  // Detached, so that killing this process does not take the database with it half-way through a write.
  const child = spawn(path.join(place.bin, 'postgres'), args, {
    ...place.owner,
    cwd: path.dirname(place.data),
    env: environment(),
    detached: true,
    stdio: ['ignore', log.fd, log.fd],
  });
  child.unref();
  await log.close();
  return child;
}

/** The file of a dead server may name a process that is another's by now, and PostgreSQL would refuse because of it. */
async function forgetForeignPid(place: ClusterLocation): Promise<void> {
  const pid = await recordedPid(place);
  if (pid !== undefined && signal(pid, 0) && !serves(pid, place)) await rm(pidFile(place), { force: true });
}

const careless = {
  // Test databases live for seconds: vacuum and compression of their log would cost more than the tests.
  autovacuum: 'off',
  wal_compression: 'off',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'replica',
  max_wal_senders: '2',
  shared_buffers: '256MB',
  max_connections: '300',
};

/** Listens on the socket alone, behind a folder only its owner may enter; durable; sized to a share of the machine. */
function serving(): Record<string, string> {
  const megabytes = memoryMebibytes();
  return {
    listen_addresses: '',
    unix_socket_permissions: '0700',
    max_connections: '200',
    shared_buffers: `${between(64, megabytes / 4, 2048)}MB`,
    effective_cache_size: `${between(256, megabytes / 2, 1_048_576)}MB`,
    maintenance_work_mem: `${between(32, megabytes / 32, 512)}MB`,
    work_mem: '8MB',
    random_page_cost: '1.1',
    wal_compression: 'on',
    max_wal_size: '4GB',
    checkpoint_timeout: '15min',
    checkpoint_completion_target: '0.9',
    // A statement over a table of many months holds a lock on each of its partitions and their indexes.
    max_locks_per_transaction: '256',
    autovacuum_naptime: '20s',
    jit: 'off',
    log_min_messages: 'warning',
    timezone: 'UTC',
    ...(sharedMemoryIsSmall() ? { dynamic_shared_memory_type: 'mmap' } : {}),
  };
}

/** Returns the memory of this process: the machine's, or the container's share. */
function memoryMebibytes(): number {
  const limit = process.constrainedMemory();
  return Math.floor((limit > 0 ? Math.min(limit, os.totalmem()) : os.totalmem()) / MEBIBYTE);
}

const between = (least: number, wanted: number, most: number): number =>
  Math.max(least, Math.min(most, Math.floor(wanted)));

/** Containers get 64 MB of /dev/shm by default: too little for parallel queries. */
function sharedMemoryIsSmall(): boolean {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm');
    return bavail * bsize < 256 * MEBIBYTE;
  } catch {
    return false;
  }
}

async function ready(child: ChildProcess, place: ClusterLocation, connection: Cluster['connection']): Promise<void> {
  let failed: Error | undefined;
  child.once('error', (error) => {
    failed = error;
  });
  child.once('exit', (code) => {
    failed ??= new Error(`PostgreSQL ended with ${code} while starting`);
  });
  for (const end = Date.now() + START_SECONDS * 1000; Date.now() < end; await sleep(POLL_MILLIS)) {
    if (await answers(connection)) return;
    if (failed)
      throw new Error(`${failed.message}; its log: ${place.log}\n${await lastLines(place.log)}`, { cause: failed });
  }
  throw new Error(`PostgreSQL did not answer within ${START_SECONDS} s; its log: ${place.log}`);
}

async function answers(connection: Cluster['connection']): Promise<boolean> {
  if (!existsSync(path.join(connection.host, '.s.PGSQL.5432'))) return false;
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 2000 });
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch (error) {
    // Any other refusal, such as too many connections, means that the server is up.
    return error instanceof pg.DatabaseError && error.code !== NOT_NOW;
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function stop(place: ClusterLocation, how: NodeJS.Signals = 'SIGINT'): Promise<void> {
  const pid = await postmaster(place);
  if (pid === undefined) return;
  signal(pid, how);
  for (const end = Date.now() + STOP_SECONDS * 1000; Date.now() < end; await sleep(POLL_MILLIS)) {
    if ((await postmaster(place)) === undefined) return;
  }
  throw new Error(`PostgreSQL (process ${pid}) did not stop within ${STOP_SECONDS} s`);
}

/** The process serving this data: the one its file names, if that is alive and really is it. */
async function postmaster(place: ClusterLocation): Promise<number | undefined> {
  const pid = await recordedPid(place);
  return pid !== undefined && signal(pid, 0) && serves(pid, place) ? pid : undefined;
}

async function recordedPid(place: ClusterLocation): Promise<number | undefined> {
  const text = await readFile(pidFile(place), 'utf8').catch(() => '');
  const pid = Number(text.split('\n', 1)[0]);
  return Number.isInteger(pid) && pid > 0 ? pid : undefined;
}

const pidFile = (place: ClusterLocation): string => path.join(place.data, 'postmaster.pid');

/** Another process may have the pid since; systems that do not report it trust the file. */
function serves(pid: number, place: ClusterLocation): boolean {
  if (process.platform !== 'linux') return true;
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(place.data);
  } catch {
    return false;
  }
}

function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

const environment = (): NodeJS.ProcessEnv => ({ PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' });

const lastLines = async (file: string): Promise<string> =>
  (await readFile(file, 'utf8').catch(() => '')).split('\n').slice(-12).join('\n');
