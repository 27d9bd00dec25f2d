import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '../db/index.ts';
import { isForbidden, isMissing, type Storage } from './storage.ts';

/** Key of `kernel_installation`, and the name of the content in the storage. */
const KEY = 'storage';
const NAME = 'installation/identity';
/** Looks for the content that another node, which has just named the storage, is about to write. */
const LOOKS = 10;
const AGAIN_MILLIS = 200;

/**
 * Whether a storage is the one of this database: both keep the same identity, which the first node gives to both. A node with another
 * folder, or with the bucket of another installation, would store files that no other node finds.
 * @param options.adopts gives the storage the identity of the database, because its former one is gone
 * @param options.folder for a passing file
 * @throws errors of the storage
 */
export async function isStorageOf(
  db: Db,
  storage: Storage,
  { folder, adopts = false }: { readonly folder: string; readonly adopts?: boolean },
): Promise<boolean> {
  const known = await identityOf(db);
  if (known === null) {
    // A first start may have crashed after it wrote the storage's half.
    const own = (await read(storage)) ?? randomUUID();
    await db.pool.query('insert into kernel_installation (key, value) values ($1, $2) on conflict do nothing', [
      KEY,
      own,
    ]);
    if ((await identityOf(db)) === own) {
      try {
        await write(storage, folder, own);
      } catch (error) {
        // Otherwise the next look would take the storage for another one.
        await db.pool.query('delete from kernel_installation where key = $1 and value = $2', [KEY, own]);
        throw error;
      }
      return true;
    }
    return isStorageOf(db, storage, { folder, adopts });
  }
  if (adopts) await write(storage, folder, known);
  for (let look = 1; ; look += 1) {
    const found = await read(storage);
    if (found === known) return true;
    if (found !== null || look === LOOKS) return false;
    await sleep(AGAIN_MILLIS);
  }
}

async function identityOf(db: Db): Promise<string | null> {
  const { rows } = await db.pool.query<{ value: string }>('select value from kernel_installation where key = $1', [
    KEY,
  ]);
  return rows[0]?.value ?? null;
}

async function read(storage: Storage): Promise<string | null> {
  try {
    return (await text(await storage.read(NAME))).trim();
  } catch (error) {
    if (isMissing(error) || isForbidden(error)) return null;
    throw error;
  }
}

async function write(storage: Storage, folder: string, identity: string): Promise<void> {
  const passing = join(folder, `identity-${randomUUID()}`);
  try {
    await writeFile(passing, `${identity}\n`, { mode: 0o600 });
    await storage.take(passing, NAME);
  } finally {
    await rm(passing, { force: true });
  }
}
