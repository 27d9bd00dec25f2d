import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { PoolClient } from 'pg';

import type { Db } from './index.ts';
import { migrateQueue } from './migrate-queue.ts';
import { makeComingMonths } from './partitions.ts';

const FOLDER = fileURLToPath(new URL('../../../database/', import.meta.url));
/** Any fixed number: the lock two starting nodes meet on. */
const LOCK = 7_214_530_001;
const NUMBERED = /^(baseline\/\d{2}|migrations\/\d{4})_[a-z0-9_]+\.sql$/;
/** Applied again whenever their text changes. */
const REPEATABLE = /^(functions\/[a-z0-9_]+|comments)\/[a-z0-9_]+\.sql$/;

/** Error of a database that was not migrated and is unchanged. The message is for the operator, in both languages. */
export class MigrationRefused extends Error {
  constructor(zh: string, en: string, cause?: unknown) {
    super(`${zh}\n${en}`, { cause });
  }
}

interface SqlFile {
  /** Its path within the folder: `baseline/01_kernel.sql`. */
  readonly name: string;
  readonly text: string;
  readonly checksum: string;
  /** Checksums of earlier texts of this file that led to the same database: `-- replaces: …` lines in the file. */
  readonly replaces: readonly string[];
}

interface SchemaFiles {
  readonly functions: readonly SqlFile[];
  /** In their order; those of the baseline make an empty database, and run on no other. */
  readonly baseline: readonly SqlFile[];
  readonly migrations: readonly SqlFile[];
  readonly comments: readonly SqlFile[];
}

/**
 * Brings a database up to this version, in one transaction and under a lock so that two nodes may start at once:
 * changed functions, the baseline for an empty database, missing migrations, then comments. Refuses a numbered file
 * that changed after it ran, unless the file names the checksum of the old one (`-- replaces: …`), and a database newer
 * than the code.
 * @returns the names of the applied files
 */
export async function migrate(db: Db, folder: string = FOLDER): Promise<string[]> {
  const wanted = await readFolder(folder);
  const client = await db.background.pool.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    await client.query('begin');
    const applied = await readApplied(client);
    refuseForeign(applied, wanted);
    // Functions come before the tables they read, which triggers of these tables need.
    await client.query('set local check_function_bodies = off');
    const ran: string[] = [];
    for (const file of [...wanted.functions, ...wanted.baseline, ...wanted.migrations, ...wanted.comments]) {
      const before = applied.get(file.name);
      if (before === file.checksum) continue;
      // A numbered file that names the old checksum leads to the same database.
      if (before === undefined || isRepeatable(file.name)) {
        await run(client, file);
        ran.push(file.name);
      }
      await client.query(
        `insert into schema_migration (name, checksum) values ($1, $2)
         on conflict (name) do update set checksum = excluded.checksum, applied_at = now()`,
        [file.name, file.checksum],
      );
    }
    await client.query('commit');
    if (folder === FOLDER) await Promise.all([makeComingMonths(db.background.drizzle), migrateQueue(db)]);
    return ran;
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    await client.query('select pg_advisory_unlock($1)', [LOCK]).catch(() => undefined);
    client.release();
  }
}

/** The numbered files that make this version's tables, with their checksums. */
export async function numberedFiles(folder: string = FOLDER): Promise<Record<string, string>> {
  const { baseline, migrations } = await readFolder(folder);
  return Object.fromEntries([...baseline, ...migrations].map(({ name, checksum }) => [name, checksum]));
}

/** Whether everything of this version has run here, or in a later form. */
export async function isCurrent(db: Db, folder: string = FOLDER): Promise<boolean> {
  const { functions, baseline, migrations, comments } = await readFolder(folder);
  const names = [...functions, ...baseline, ...migrations, ...comments].map(({ name }) => name);
  const { rows } = await db.pool.query<{ n: bigint }>(
    'select count(*) as n from schema_migration where name = any($1)',
    [names],
  );
  return Number(rows[0]?.n ?? 0) === names.length;
}

async function run(client: PoolClient, { name, text }: SqlFile): Promise<void> {
  try {
    await client.query(text);
  } catch (error) {
    const { message, detail } = error as Error & { detail?: string };
    const said = detail ? `${message} (${detail})` : message;
    throw new MigrationRefused(
      `升级失败，数据库未作任何改动，可重新启动原来的版本。${name}：${said}`,
      `The upgrade failed and changed nothing; you can start the previous version again. ${name} failed: ${said}`,
      error,
    );
  }
}

async function readApplied(client: PoolClient): Promise<ReadonlyMap<string, string>> {
  await client.query(
    `create table if not exists schema_migration (name text primary key, checksum text not null, applied_at timestamptz not null default now())`,
  );
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from schema_migration',
  );
  return new Map(rows.map(({ name, checksum }) => [name, checksum]));
}

const isRepeatable = (name: string): boolean => REPEATABLE.test(name);

async function readFolder(folder: string): Promise<SchemaFiles> {
  const names = (await readdir(folder, { recursive: true }))
    .map((name) => name.replaceAll(path.sep, '/'))
    .filter((name) => name.endsWith('.sql'))
    .sort();
  const odd = names.find((name) => !NUMBERED.test(name) && !isRepeatable(name));
  if (odd !== undefined)
    throw new Error(`${odd} is neither a function, a comment nor a numbered file of baseline or migrations`);
  const numbers = names.filter((name) => NUMBERED.test(name)).map((name) => name.slice(0, name.indexOf('_')));
  const twice = numbers.find((number, index) => numbers[index - 1] === number);
  if (twice !== undefined) throw new Error(`Two files have the number ${twice}`);
  const files = await Promise.all(names.map((name) => readSql(folder, name)));
  const below = (place: string) => files.filter(({ name }) => name.startsWith(place));
  return {
    functions: below('functions/'),
    baseline: below('baseline/'),
    migrations: below('migrations/'),
    comments: below('comments/'),
  };
}

async function readSql(folder: string, name: string): Promise<SqlFile> {
  // Line ends as a checkout on another system would give them must not look like a change.
  const text = (await readFile(path.join(folder, name), 'utf8')).replaceAll('\r\n', '\n');
  const replaces = [...text.matchAll(/^-- replaces: ([0-9a-f]{64})$/gm)].map(([, checksum = '']) => checksum);
  return { name, text, checksum: createHash('sha256').update(text).digest('hex'), replaces };
}

function refuseForeign(applied: ReadonlyMap<string, string>, { baseline, migrations }: SchemaFiles): void {
  const known = new Map([...baseline, ...migrations].map((file) => [file.name, file]));
  for (const [name, checksum] of applied) {
    if (isRepeatable(name)) continue;
    const file = known.get(name);
    if (!file && !NUMBERED.test(name))
      throw new MigrationRefused(
        `数据库由首次发布之前的版本建立（${name}），请使用空数据库`,
        `The database was created by a version before the first release (${name}); start with an empty one`,
      );
    if (!file)
      throw new MigrationRefused(
        `数据库比此版本新（已有 ${name}）：请启动较新的版本，或用此版本恢复升级前的备份`,
        `The database is newer than this version: it has ${name}. Start the newer version, or restore a backup from before the upgrade with this one`,
      );
    if (file.checksum !== checksum && !file.replaces.includes(checksum))
      throw new MigrationRefused(
        `${name} 在此数据库执行之后被修改，请改用新的迁移文件`,
        `${name} was changed after it ran here; write a migration instead`,
      );
  }
  const missing = applied.size > 0 ? baseline.find(({ name }) => !applied.has(name)) : undefined;
  if (missing)
    throw new MigrationRefused(
      `${missing.name} 在此数据库建立之后才加入，请改用新的迁移文件`,
      `${missing.name} came to the baseline after it ran here; write a migration instead`,
    );
}
