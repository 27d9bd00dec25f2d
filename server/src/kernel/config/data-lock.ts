import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
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
  /** Tells this hold from every other, also of the same process. */
  readonly token?: string;
}

/** A server that was just told to stop needs a moment; a start right after it should not fail for that. */
const PATIENCE_MILLIS = 5000;
const POLL_MILLIS = 100;

/**
 * Takes the data folder for this process until the returned function is called. The lock of a process that is gone is
 * taken over; one that is just going is waited for. @throws DataFolderBusy
 */
export async function lockDataFolder(dataDir: string, patienceMillis = PATIENCE_MILLIS): Promise<() => Promise<void>> {
  await mkdir(dataDir, { recursive: true });
  const file = path.join(dataDir, 'server.lock');
  const own = JSON.stringify({ pid: process.pid, started: startOf(process.pid), token: randomUUID() } satisfies Holder);
  for (const end = Date.now() + patienceMillis; ; await sleep(POLL_MILLIS)) {
    if (await place(file, own)) return () => giveBack(file, own);
    const text = await readFile(file, 'utf8').catch(() => null);
    const holder = text === null ? null : parse(text);
    if (text !== null && (holder === null || !isAlive(holder))) await breakLock(file, text);
    else if (holder !== null && Date.now() >= end) throw new DataFolderBusy(dataDir, holder.pid);
  }
}

/** Creates the lock with its content in one step, so that nobody ever reads half of it. @returns whether it is ours */
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

/** Removes a dead holder's lock. Two starters may try at once: whoever pulls out a living one's lock puts it back. */
async function breakLock(file: string, dead: string): Promise<void> {
  const aside = `${file}.${randomUUID()}`;
  try {
    await rename(file, aside);
  } catch {
    return;
  }
  if ((await readFile(aside, 'utf8')) !== dead) await link(aside, file).catch(() => undefined);
  await rm(aside, { force: true });
}

async function giveBack(file: string, own: string): Promise<void> {
  if ((await readFile(file, 'utf8').catch(() => null)) === own) await rm(file, { force: true });
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
