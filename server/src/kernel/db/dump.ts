import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type { PoolClient } from 'pg';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import type { Db } from './index.ts';

/** Our tables and the job queue's, without the records of migrations. */
const TABLES = `
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname in ('public', 'graphile_worker') and c.relkind in ('r', 'p') and not c.relispartition
    and (n.nspname, c.relname) not in (('public', 'schema_migration'), ('public', 'schema_change'), ('graphile_worker', 'migrations'))`;

export interface DumpedTable {
  /** As SQL names it: `public.sys_user`. */
  readonly name: string;
  readonly columns: readonly string[];
  readonly rows: number;
  /** Below the folder, compressed, in PostgreSQL's text format. */
  readonly file: string;
  readonly sha256: string;
}

/** The content of a database, from one snapshot. */
export interface Dump {
  readonly postgres: string;
  /** Files of the baseline and migrations that made it, with their checksums. */
  readonly migrations: Readonly<Record<string, string>>;
  /** The first month that tables are partitioned by: `2026-05-01`. */
  readonly firstMonth: string | null;
  readonly tables: readonly DumpedTable[];
  readonly sequences: readonly { readonly name: string; readonly value: string; readonly isCalled: boolean }[];
}

/** Writes every row into files below `folder`; `alsoRead` reads more in the same snapshot. */
export async function dumpDatabase(
  db: Db,
  folder: string,
  alsoRead: (client: PoolClient) => Promise<void>,
): Promise<Dump> {
  await mkdir(path.join(folder, 'database'), { recursive: true });
  const client = await db.background.pool.connect();
  try {
    await client.query('begin isolation level repeatable read read only; set local statement_timeout = 0');
    const listed = await client.query<{ name: string; file: string; columns: string[] }>(`
      select format('%I.%I', n.nspname, c.relname) as name, n.nspname || '.' || c.relname as file,
        (select array_agg(attname::text order by attnum) from pg_attribute
         where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns
      ${TABLES} order by 1`);
    const tables: DumpedTable[] = [];
    for (const { name, columns, file } of listed.rows) {
      const hash = createHash('sha256');
      const rows = client.query(copyTo(`copy (select ${namesOf(columns)} from ${name}) to stdout`));
      const place = `database/${file}.gz`;
      await pipeline(rows, createGzip({ level: 1 }), hashing(hash), createWriteStream(path.join(folder, place), NEW));
      tables.push({ name, columns, rows: rows.rowCount, file: place, sha256: hash.digest('hex') });
    }
    await alsoRead(client);
    const migrations = await migrationsOf(client);
    const { rows: months } = await client.query<{ first: string | null; version: string }>(`
      select to_char(to_date(min(right(relname, 6)), 'YYYYMM'), 'YYYY-MM-DD') as first, current_setting('server_version') as version
      from pg_class where relispartition and relkind = 'r' and relnamespace = 'public'::regnamespace and relname ~ '_\\d{6}$'`);
    // A sequence knows no snapshot: read last, it is past every row that was read.
    const { rows: sequences } = await client.query<Dump['sequences'][number]>(`
      select format('%I.%I', schemaname, sequencename) as name, coalesce(last_value, start_value)::text as value,
        last_value is not null as "isCalled"
      from pg_sequences where schemaname in ('public', 'graphile_worker') order by 1`);
    await client.query('commit');
    return { postgres: months[0]?.version ?? '', migrations, firstMonth: months[0]?.first ?? null, tables, sequences };
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}

/** The numbered files a database was made by. */
async function migrationsOf(client: PoolClient): Promise<Record<string, string>> {
  // Release 0.2.0 had one table.
  const { rows: tables } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relname in ('schema_migration', 'schema_change')`,
  );
  const { rows } = await client.query<{ name: string; checksum: string }>(
    `select name, checksum from (${tables.map(({ name }) => `select * from ${name}`).join(' union all ')}) applied
     where name ~ '^(baseline|migrations)/' order by applied_at, name`,
  );
  return Object.fromEntries(rows.map(({ name, checksum }) => [name, checksum]));
}

/** Whether a database has no objects. */
export async function isEmpty(db: Db): Promise<boolean> {
  const { rows } = await db.background.pool.query(
    `select 1 from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p', 'v', 'S') and n.nspname !~ '^(pg_|information_schema)' limit 1`,
  );
  return rows.length === 0;
}

/**
 * Loads a dump into a database with empty tables, in one transaction. Triggers are off, since the dump has their results; foreign keys are
 * recreated and so checked, and rows are counted.
 */
export async function loadDatabase(db: Db, folder: string, dump: Dump): Promise<void> {
  const client = await db.background.pool.connect();
  try {
    await client.query('begin; set local statement_timeout = 0');
    const { rows: present } = await client.query<{ name: string }>(
      `select format('%I.%I', n.nspname, c.relname) as name ${TABLES}`,
    );
    const names = present.map(({ name }) => name);
    const { rows: triggers } = await client.query<{ table: string; name: string; state: string }>(`
      select t.tgrelid::regclass::text as table, t.tgname as name, t.tgenabled as state
      from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
      where not t.tgisinternal and t.tgparentid = 0 and t.tgenabled <> 'D' and n.nspname in ('public', 'graphile_worker')`);
    const { rows: keys } = await client.query<{ table: string; name: string; text: string }>(`
      select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as text from pg_constraint
      where contype = 'f' and conparentid = 0 and conrelid in (select c.oid ${TABLES})`);
    for (const { table, name } of keys) await client.query(`alter table ${table} drop constraint ${quoted(name)}`);
    for (const { table, name } of triggers) await client.query(`alter table ${table} disable trigger ${quoted(name)}`);
    await client.query(`truncate ${names.join(', ')}`);
    for (const { name, columns, rows, file } of dump.tables) {
      const into = client.query(copyFrom(`copy ${name} (${namesOf(columns)}) from stdin`));
      await pipeline(createReadStream(path.join(folder, file)), createGunzip(), into);
      if (into.rowCount !== rows) throw new Error(`${name} got ${into.rowCount} rows of ${rows}`);
    }
    for (const { name, value, isCalled } of dump.sequences)
      await client.query('select setval($1::regclass, $2::bigint, $3)', [name, value, isCalled]);
    for (const { table, name, text } of keys)
      await client.query(`alter table ${table} add constraint ${quoted(name)} ${text}`);
    const how: Readonly<Record<string, string>> = { A: 'enable always', R: 'enable replica' };
    for (const { table, name, state } of triggers)
      await client.query(`alter table ${table} ${how[state] ?? 'enable'} trigger ${quoted(name)}`);
    // The workers at the time of the dump no longer exist.
    for (const table of ['_private_jobs', '_private_job_queues'])
      await client.query(
        `update graphile_worker.${table} set locked_at = null, locked_by = null where locked_at is not null`,
      );
    await client.query('commit');
    await client.query('analyze');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}

const NEW = { flags: 'wx', mode: 0o600 } as const;
const quoted = (name: string): string => pg.escapeIdentifier(name);
const namesOf = (columns: readonly string[]): string => columns.map(quoted).join(', ');

/** Passes content on and takes its digest. */
export function hashing(hash: ReturnType<typeof createHash>): Transform {
  return new Transform({
    transform: (chunk, _encoding, done) => {
      hash.update(chunk);
      done(null, chunk);
    },
  });
}
