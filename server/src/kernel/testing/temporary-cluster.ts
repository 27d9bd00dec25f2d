import { readFileSync } from 'node:fs';
import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { type Cluster, removeCluster, startCluster } from '../db/embedded.ts';

const PREFIX = 'trade-assistant-test-';
const OWNER = 'owner';
/** Age from which an unowned folder counts as left by a run that died early. */
const ORPHAN_MILLIS = 60 * 60 * 1000;

export interface TemporaryCluster {
  readonly cluster: Cluster;
  /** Stops it and deletes everything it had. */
  remove(): Promise<void>;
}

/** A separate cluster in the temporary folder, fast and not durable. Removes those left by killed runs. */
export async function startTemporaryCluster(): Promise<TemporaryCluster> {
  await sweep();
  const folder = await mkdtemp(path.join(os.tmpdir(), PREFIX));
  // Open to pass through, so that the database's own account reaches it when this is root.
  await chmod(folder, 0o711);
  await writeFile(path.join(folder, OWNER), JSON.stringify({ pid: process.pid, started: startOf(process.pid) }));
  const cluster = await startCluster({ dataDir: folder, throwAway: true });
  return { cluster, remove: () => remove(folder) };
}

async function sweep(): Promise<void> {
  for (const name of await readdir(os.tmpdir())) {
    if (!name.startsWith(PREFIX)) continue;
    const folder = path.join(os.tmpdir(), name);
    // Another account's folders, and one that another run is removing, are skipped.
    if (await isAbandoned(folder)) await remove(folder).catch(() => undefined);
  }
}

async function isAbandoned(folder: string): Promise<boolean> {
  const found = await stat(folder).catch(() => null);
  if (found === null || found.uid !== process.getuid?.()) return false;
  const text = await readFile(path.join(folder, OWNER), 'utf8').catch(() => null);
  if (text === null) return Date.now() - found.mtimeMs > ORPHAN_MILLIS;
  const { pid, started } = JSON.parse(text) as { pid: number; started: string | null };
  try {
    process.kill(pid, 0);
    return started !== startOf(pid);
  } catch {
    return true;
  }
}

async function remove(folder: string): Promise<void> {
  await removeCluster(folder);
  await rm(folder, { recursive: true, force: true });
}

/** When the system started that process, so that a number given out again is not taken for it; null where unknown. */
function startOf(pid: number): string | null {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[19] ?? null;
  } catch {
    return null;
  }
}
