import { randomBytes } from 'node:crypto';
import { type Db, type DbOptions, openDb } from '../db/index.ts';

/** Owns the databases of the tests: an ordinary role that may make databases and nothing else, as on a managed service. */
export const DATABASE_OWNER = 'trade_owner';

/** The migrated database test files are cloned from. */
export const TEMPLATE_DATABASE = 'trade_template';

/** The same with the seed of a first start: tenant, roles, menus, countries, the administrator. */
export const SEEDED_DATABASE = 'trade_seeded';
/** The administrator's password in seeded test databases. */
export const ADMIN_PASSWORD = 'test-Administrator-1';

export interface TestCluster {
  readonly host: string;
  readonly user: string;
}

declare module 'vitest' {
  export interface ProvidedContext {
    cluster: TestCluster;
  }
}

/** A database of one test file. `close` fails when the file left connections open, then drops it. */
export interface TestDb extends Db {
  readonly db: Db;
  readonly connection: { readonly host: string; readonly user: string; readonly database: string };
}

/** Clones the template, the seeded one, or a database of the calling file that nothing is connected to. */
export async function cloneDatabase(
  cluster: TestCluster,
  { seeded = false, of, ...options }: { seeded?: boolean; of?: string } & Pick<DbOptions, 'max' | 'waits'> = {},
): Promise<TestDb> {
  const database = `t_${randomBytes(6).toString('hex')}`;
  // Its files are copied: a clone page by page through the log, PostgreSQL's default, costs five times as much.
  const template = of ?? (seeded ? SEEDED_DATABASE : TEMPLATE_DATABASE);
  await administer(cluster, `create database ${database} template ${template} strategy file_copy`);
  const connection = { ...cluster, database };
  const db = openDb({ ...connection, ...options });
  const close = async () => {
    const held = await heldBack(db);
    if (held === 0) await db.close();
    else void db.close();
    const left = await leaks(cluster, database);
    // By force it would also end a vacuum at work there, which is not this role's to end; without, that is asked to leave.
    await administer(
      cluster,
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = '${database}' and usename = current_user and backend_type = 'client backend'`,
    );
    await administer(cluster, `drop database ${database}`);
    if (left.length > 0) throw new Error(`This file left ${left.length} database connections open: ${left.join('; ')}`);
  };
  return { ...db, db, connection, close };
}

/** Connections taken from the pool and never released: closing it would wait for them for ever. */
async function heldBack(db: Db): Promise<number> {
  const held = () =>
    [db.pool, db.background.pool, db.overview.pool].reduce(
      (sum, { totalCount, idleCount }) => sum + totalCount - idleCount,
      0,
    );
  for (let attempt = 0; held() > 0 && attempt < 40; attempt += 1)
    await new Promise((resolve) => setTimeout(resolve, 50));
  return held();
}

async function administer(cluster: TestCluster, statement: string): Promise<void> {
  const admin = openDb({ ...cluster, database: 'postgres', max: 1 });
  try {
    await admin.pool.query(statement);
  } finally {
    await admin.close();
  }
}

/** Connections that are still there a moment after everything was closed. */
async function leaks(cluster: TestCluster, database: string): Promise<string[]> {
  const admin = openDb({ ...cluster, database: 'postgres', max: 1 });
  try {
    for (let attempt = 0; ; attempt += 1) {
      const { rows } = await admin.pool.query<{ what: string }>(
        `select coalesce(application_name, '') || ': ' || left(query, 80) as what from pg_stat_activity where datname = $1 and backend_type = 'client backend'`,
        [database],
      );
      if (rows.length === 0 || attempt === 20) return rows.map(({ what }) => what);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  } finally {
    await admin.close();
  }
}
