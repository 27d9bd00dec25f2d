import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Db } from './index.ts';
import { migrateQueue } from './migrate-queue.ts';

const FOLDER = fileURLToPath(new URL('../../../migrations/', import.meta.url));
/** Any fixed number: the lock two starting nodes meet on. */
const LOCK = 7_214_530_001;
const NAME = /^\d{4}_[a-z0-9_]+\.sql$/;

interface Migration {
  readonly name: string;
  readonly text: string;
  readonly checksum: string;
  /** Checksums of earlier texts of this file that led to the same database: `-- replaces: …` lines in the file. */
  readonly replaces: readonly string[];
}

/**
 * Brings a database up to this version: numbered SQL files, forward only, each in its own transaction, under a lock so
 * that two nodes may start at once. Refuses a file that changed after it ran, unless the file names the checksum of what
 * ran (`-- replaces: …`), and a database newer than the code.
 * @returns the names of what ran
 */
export async function migrate(db: Db, folder: string = FOLDER): Promise<string[]> {
  const wanted = await readMigrations(folder);
  const client = await db.background.pool.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    await client.query(
      `create table if not exists schema_migration (name text primary key, checksum text not null, applied_at timestamptz not null default now())`,
    );
    const applied = new Map(
      (await client.query<{ name: string; checksum: string }>('select name, checksum from schema_migration')).rows.map(
        ({ name, checksum }) => [name, checksum],
      ),
    );
    refuseForeign(applied, wanted);
    for (const { name, checksum } of wanted)
      if (applied.has(name) && applied.get(name) !== checksum)
        await client.query('update schema_migration set checksum = $2 where name = $1', [name, checksum]);
    const ran: string[] = [];
    for (const migration of wanted) {
      if (applied.has(migration.name)) continue;
      await client.query('begin');
      try {
        await client.query(migration.text);
        await client.query('insert into schema_migration (name, checksum) values ($1, $2)', [
          migration.name,
          migration.checksum,
        ]);
        await client.query('commit');
      } catch (error) {
        await client.query('rollback');
        throw new Error(`Migration ${migration.name} failed: ${(error as Error).message}`, { cause: error });
      }
      ran.push(migration.name);
    }
    if (folder === FOLDER) await migrateQueue(db);
    return ran;
  } finally {
    await client.query('select pg_advisory_unlock($1)', [LOCK]).catch(() => undefined);
    client.release();
  }
}

/** Whether every migration of this version has run. */
export async function isCurrent(db: Db, folder: string = FOLDER): Promise<boolean> {
  const wanted = await readMigrations(folder);
  const { rows } = await db.pool.query<{ n: bigint }>(
    'select count(*) as n from schema_migration where name = any($1)',
    [wanted.map(({ name }) => name)],
  );
  return Number(rows[0]?.n ?? 0) === wanted.length;
}

async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => NAME.test(name)).sort();
  const twice = names.find((name, index) => names[index - 1]?.slice(0, 4) === name.slice(0, 4));
  if (twice !== undefined) throw new Error(`Two migrations have the number ${twice.slice(0, 4)}`);
  return Promise.all(
    names.map(async (name) => {
      // Line ends as a checkout on another system would give them must not look like a change.
      const text = (await readFile(path.join(folder, name), 'utf8')).replaceAll('\r\n', '\n');
      const replaces = [...text.matchAll(/^-- replaces: ([0-9a-f]{64})$/gm)].map(([, checksum = '']) => checksum);
      return { name, text, checksum: createHash('sha256').update(text).digest('hex'), replaces };
    }),
  );
}

function refuseForeign(applied: ReadonlyMap<string, string>, wanted: readonly Migration[]): void {
  const known = new Map(wanted.map((migration) => [migration.name, migration]));
  for (const [name, checksum] of applied) {
    const migration = known.get(name);
    if (!migration) throw new Error(`The database is newer than this version: it has ${name}`);
    if (migration.checksum !== checksum && !migration.replaces.includes(checksum))
      throw new Error(`Migration ${name} was changed after it ran here; write a new one instead`);
  }
}
