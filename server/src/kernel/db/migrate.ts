import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { PoolClient } from 'pg';
import { compareVersions, FIRST_RELEASE, MINIMUM_VERSION, VERSION } from '../version.ts';
import type { Db } from './index.ts';
import { migrateQueue } from './migrate-queue.ts';
import { makeComingMonths } from './partitions.ts';

const FOLDER = fileURLToPath(new URL('../../../database/', import.meta.url));
/** Any fixed number: the lock two starting nodes meet on. */
const LOCK = 7_214_530_001;
const NUMBERED = /^(baseline\/\d{2}_[a-z0-9_]+|migrations\/\d{4}_[a-z0-9_]+(\.online)?)\.sql$/;
const ONLINE = /\.online\.sql$/;
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

export interface MigrateOptions {
  /** Another folder than the product's. */
  readonly folder?: string;
  /** The version of the program, for tests. */
  readonly version?: string;
  /** Numbered files of an earlier release: only these are applied. */
  readonly only?: ReadonlySet<string>;
  /** Receives the name of each file, or step of an online file, before it runs. */
  readonly onStep?: (name: string) => void;
}

/**
 * Brings a database up to this version, in one transaction and under a lock so that two nodes may start at once:
 * changed functions, the baseline for an empty database, missing migrations, then comments. Online migrations follow, step by step and
 * outside the transaction. Refuses a numbered file that changed after it ran, unless the file names the checksum of the old one
 * (`-- replaces: …`). A database that a newer version has upgraded stays as it is: it is served, or refused if that version says so.
 * @returns the names of the applied files
 */
export async function migrate(db: Db, options: MigrateOptions = {}): Promise<string[]> {
  const { folder = FOLDER, version = VERSION, only, onStep = () => undefined } = options;
  const wanted = await readFolder(folder);
  const client = await db.background.pool.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    await client.query('begin');
    const applied = await readApplied(client);
    if (await isServedAsItIs(client, version)) {
      await client.query('commit');
      return [];
    }
    refuseForeign(applied, wanted);
    // Functions come before the tables they read, which triggers of these tables need.
    await client.query('set local check_function_bodies = off');
    const ran: string[] = [];
    const migrations = wanted.migrations.filter(({ name }) => only === undefined || only.has(name));
    // Comments name columns that an earlier release lacks.
    const comments = only === undefined ? wanted.comments : [];
    for (const file of [...wanted.functions, ...wanted.baseline, ...migrations, ...comments]) {
      const before = applied.get(file.name);
      if (before === file.checksum || ONLINE.test(file.name)) continue;
      // A numbered file that names the old checksum leads to the same database.
      if (before === undefined || isRepeatable(file.name)) {
        onStep(file.name);
        await run(client, file);
        ran.push(file.name);
      }
      await recordApplied(client, file);
    }
    if (folder === FOLDER && only === undefined) await recordVersion(client, version);
    await client.query('commit');
    for (const file of migrations) {
      if (!ONLINE.test(file.name) || applied.has(file.name)) continue;
      for (const step of stepsOf(file)) await runStep(client, file, step, onStep);
      await recordApplied(client, file);
      ran.push(file.name);
    }
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

/** A statement of an online file. */
interface Step {
  readonly title: string;
  /** Whether it is repeated until it changes no row. */
  readonly repeats: boolean;
  readonly sql: string;
}

/** Returns the steps of an online file: each begins with `-- step: title`, or `-- repeat: title` for a slice of a backfill. */
function stepsOf({ name, text }: SqlFile): Step[] {
  const [, ...parts] = text.split(/^-- (?=(?:step|repeat): )/m);
  if (parts.length === 0) throw new Error(`${name} has no steps`);
  return parts.map((part) => {
    const [, kind = '', title = '', sql = ''] = /^(step|repeat): (.*)\n([\s\S]*)$/.exec(part) ?? [];
    return { title, repeats: kind === 'repeat', sql };
  });
}

/** Pause between two slices, so that calls of others come between. */
const SLICE_PAUSE_MILLIS = 20;

async function runStep(
  client: PoolClient,
  { name }: SqlFile,
  step: Step,
  onStep: (name: string) => void,
): Promise<void> {
  let rows = 0;
  onStep(`${name}: ${step.title}`);
  try {
    for (;;) {
      const { rowCount } = await client.query(step.sql);
      if (!step.repeats || !rowCount) return;
      rows += rowCount;
      onStep(`${name}: ${step.title}, ${rows}`);
      await sleep(SLICE_PAUSE_MILLIS);
    }
  } catch (error) {
    throw new MigrationRefused(
      `升级步骤失败：${name}，${step.title}：${(error as Error).message}。再次启动会从此步骤继续；原来的版本仍可使用`,
      `A step of the upgrade failed: ${name}, ${step.title}: ${(error as Error).message}. The next start continues there; the previous version can serve meanwhile`,
      error,
    );
  }
}

const recordApplied = (client: PoolClient, { name, checksum }: SqlFile) =>
  client.query(
    `insert into schema_change (name, checksum) values ($1, $2)
     on conflict (name) do update set checksum = excluded.checksum, applied_at = now()`,
    [name, checksum],
  );

/** Keys of `kernel_installation`: the newest version that upgraded this database, and the oldest that can serve on it. */
const [VERSION_KEY, MINIMUM_KEY] = ['version', 'minimumVersion'];

const recordVersion = (client: PoolClient, version: string) =>
  client.query(
    `insert into kernel_installation (key, value) values ($1, $2), ($3, $4)
     on conflict (key) do update set value = excluded.value where kernel_installation.value <> excluded.value`,
    [VERSION_KEY, version, MINIMUM_KEY, MINIMUM_VERSION],
  );

/** Returns the version that last upgraded a database; null for an empty one. */
export async function databaseVersion(db: Db): Promise<string | null> {
  const client = await db.background.pool.connect();
  try {
    return (await versionsOf(client))?.version ?? null;
  } finally {
    client.release();
  }
}

async function versionsOf(client: PoolClient): Promise<{ version: string; minimum: string } | undefined> {
  const { rows: tables } = await client.query<{ found: boolean }>(
    `select to_regclass('kernel_installation') is not null as found`,
  );
  if (!tables[0]?.found) return undefined;
  const { rows } = await client.query<{ key: string; value: string }>(
    'select key, value from kernel_installation where key in ($1, $2)',
    [VERSION_KEY, MINIMUM_KEY],
  );
  const found = (key: string | undefined) => rows.find((row) => row.key === key)?.value;
  return { version: found(VERSION_KEY) ?? FIRST_RELEASE, minimum: found(MINIMUM_KEY) ?? FIRST_RELEASE };
}

/** Whether a newer version upgraded this database and lets this one serve. @throws MigrationRefused when it does not */
async function isServedAsItIs(client: PoolClient, own: string): Promise<boolean> {
  const found = await versionsOf(client);
  if (!found || compareVersions(found.version, own) <= 0) return false;
  if (compareVersions(own, found.minimum) >= 0) return true;
  throw new MigrationRefused(
    `数据库已由版本 ${found.version} 升级，至少需要版本 ${found.minimum}（此版本 ${own}）：请启动较新的版本，或用此版本恢复升级前的备份`,
    `The database was upgraded by version ${found.version} and needs version ${found.minimum} or later; this is ${own}. Start the newer version, or restore a backup from before the upgrade with this one`,
  );
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
    `select count(distinct name) as n from (select name from schema_migration union all select name from schema_change) applied
     where name = any($1)`,
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
  // Release 0.2.0 refuses a database with files it does not know in the first table, so that it keeps what that release wrote there.
  for (const table of ['schema_migration', 'schema_change'])
    await client.query(
      `create table if not exists ${table} (name text primary key, checksum text not null, applied_at timestamptz not null default now())`,
    );
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from schema_migration union all select name, checksum from schema_change',
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
