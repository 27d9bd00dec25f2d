import { readFileSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** Another server works on the same data folder. */
export class DataFolderBusy extends Error {
  constructor(dataDir: string, pid: number) {
    super(`数据目录 ${dataDir} 正被另一个服务使用（进程 ${pid}），请先停止它，或用 DATA_DIR 指定其他目录。\nThe data folder ${dataDir} is in use by another server (process ${pid}). Stop it first, or name another folder with DATA_DIR.`);
    this.name = 'DataFolderBusy';
  }
}

interface Holder {
  readonly pid: number;
  /** The kernel's start time of the process, so that a number given to another process later is not taken for it. */
  readonly started: string | null;
}

/**
 * Takes the data folder for this process until the returned function is called. The lock of a process that is gone is
 * taken over. @throws DataFolderBusy
 */
export async function lockDataFolder(dataDir: string): Promise<() => Promise<void>> {
  await mkdir(dataDir, { recursive: true });
  const file = path.join(dataDir, 'server.lock');
  const own: Holder = { pid: process.pid, started: startOf(process.pid) };
  for (let attempt = 0; attempt < 3; attempt += 1) {
    try {
      await writeFile(file, JSON.stringify(own), { flag: 'wx' });
      return () => rm(file, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      const holder = await readHolder(file);
      if (holder && isAlive(holder)) throw new DataFolderBusy(dataDir, holder.pid);
      await rm(file, { force: true });
    }
  }
  throw new DataFolderBusy(dataDir, 0);
}

async function readHolder(file: string): Promise<Holder | null> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Holder;
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
