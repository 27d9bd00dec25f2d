import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { link, mkdir, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Another server works on the same data folder. */
export class DataFolderBusy extends Error {
  constructor(dataDir: string, pid: number) {
    super(
      `数据目录 ${dataDir} 正被另一个服务使用（进程 ${pid}），请先停止它，或用 DATA_DIR 指定其他目录。\nThe data folder ${dataDir} is in use by another server (process ${pid}). Stop it first, or name another folder with DATA_DIR.`,
    );
    this.name = 'DataFolderBusy';
  }
}

interface Holder {
  readonly pid: number;
  /** The kernel's start time of the process, so that a number given to another process later is not taken for it. */
  readonly started: string | null;
}

/** A stopping server needs a moment; an immediate restart should not fail. */
const PATIENCE_MILLIS = 5000;
const POLL_MILLIS = 100;

/**
 * Locks the data folder for this process until the returned function is called. The lock of a dead process is taken over; an ending process
 * is awaited. @throws DataFolderBusy. Every lock is a numbered file and the highest number counts. An ended lock stays until a higher one
 * exists, so that numbers only rise: of several starts that find a dead lock one makes the next file, and a slower start that makes a
 * lower, already removed one sees the higher one.
 */
export async function lockDataFolder(dataDir: string, patienceMillis = PATIENCE_MILLIS): Promise<() => Promise<void>> {
  await mkdir(dataDir, { recursive: true });
  const own = JSON.stringify({ pid: process.pid, started: startOf(process.pid) } satisfies Holder);
  for (const end = Date.now() + patienceMillis; ; await sleep(POLL_MILLIS)) {
    const top = (await holds(dataDir)).at(-1);
    const text = top && (await contentOf(top.file));
    // Removed since it was listed: another process has a higher number by now.
    if (text === null) continue;
    const holder = text === undefined ? null : parse(text);
    if (holder !== null && isAlive(holder)) {
      if (Date.now() >= end) throw new DataFolderBusy(dataDir, holder.pid);
      continue;
    }
    const file = path.join(dataDir, `server-${(top?.number ?? 0) + 1}.lock`);
    if (!(await place(file, own))) continue;
    const all = await holds(dataDir);
    if (all.at(-1)?.file === file) {
      for (const older of all.slice(0, -1)) await rm(older.file, { force: true });
      return () => giveBack(file);
    }
    await rm(file, { force: true });
  }
}

/** Returns the lock files, the effective one last. */
async function holds(dataDir: string): Promise<{ readonly number: number; readonly file: string }[]> {
  return (await readdir(dataDir))
    .flatMap((name) => {
      const found = /^server(?:-(\d+))?\.lock$/.exec(name);
      return found ? [{ number: Number(found[1] ?? 0), file: path.join(dataDir, name) }] : [];
    })
    .sort((one, other) => one.number - other.number);
}

/** Null for a missing file. */
async function contentOf(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/**
 * Creates the file with its content in one step, so that no process reads half of it.
 * @returns whether this process created it
 */
async function place(file: string, content: string): Promise<boolean> {
  const draft = `${file}.${randomUUID()}`;
  await writeFile(draft, content, { mode: 0o600 });
  try {
    await link(draft, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return false;
  } finally {
    await rm(draft, { force: true });
  }
}

/** Empties the file: the lock is free, and its number stays used. The folder may be missing by now. */
async function giveBack(file: string): Promise<void> {
  await truncate(file).catch(() => undefined);
}

function parse(text: string): Holder | null {
  try {
    return JSON.parse(text) as Holder;
  } catch {
    return null;
  }
}

function isAlive({ pid, started }: Holder): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  return started === null || startOf(pid) === started;
}

function startOf(pid: number): string | null {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[19] ?? null;
  } catch {
    return null;
  }
}
