import { randomInt, randomUUID } from 'node:crypto';
import { WatchedClient } from './driver.ts';
import type { Db } from './index.ts';
import { MigrationRefused } from './migrate.ts';

const CONNECT_MILLIS = 10_000;
/** Enough for a pooler that hands its connections out in turn. */
const TRIES = 20;
const NAME = 'trade_assistant.session';
/** Any fixed number: the first half of the keys of locks that a start takes. */
const START_LOCKS = 721_453_002;
const SEES_LOCK = `select exists (select from pg_locks l join pg_database d on d.oid = l.database
  where l.locktype = 'advisory' and d.datname = current_database() and l.classid = $1 and l.objid = $2) as "isSame"`;

/** A connection, as the program sees it. */
interface Asked {
  query(text: string, values?: unknown[]): Promise<{ readonly rows: readonly { readonly value: string | null }[] }>;
}

/**
 * Refuses an address behind a pooler that gives each transaction another session. Locks of timers would stay with sessions of the pooler, so
 * that no node runs them; time limits would apply to other programs. @throws MigrationRefused
 */
export async function refusePooledTransactions(db: Pick<Db, 'where'>, variable: string): Promise<void> {
  const options = { ...db.where, connectionTimeoutMillis: CONNECT_MILLIS, application_name: 'trade-assistant start' };
  const clients = [new WatchedClient(options), new WatchedClient(options)] as const;
  for (const client of clients) client.on('error', () => undefined);
  try {
    for (const client of clients) await client.connect();
    if (await keepsSession(...clients)) return;
  } finally {
    await Promise.all(clients.map((client) => client.end().catch(() => undefined)));
  }
  throw new MigrationRefused(
    `${variable} 指向的连接池（如 PgBouncer）按事务分配连接，定时任务和锁无法工作。请用 DATABASE_DIRECT_URL 给出 PostgreSQL 本身的地址，或把连接池改为按会话分配（pool_mode = session）`,
    `The pooler at ${variable} (such as PgBouncer) gives each transaction another session, so timers and locks cannot work. Give the address of PostgreSQL itself as DATABASE_DIRECT_URL, or set the pooler to pool_mode = session`,
  );
}

/** Refuses two addresses of which one leads to another database, or to a replica. @throws MigrationRefused */
export async function refuseTwoDatabases(db: Db): Promise<void> {
  const direct = await db.background.pool.connect();
  try {
    const key = randomInt(2 ** 31);
    await direct.query('select pg_advisory_lock($1, $2)', [START_LOCKS, key]);
    try {
      const { rows } = await db.pool.query<{ isSame: boolean }>(SEES_LOCK, [START_LOCKS, key]);
      if (rows[0]?.isSame) return;
    } finally {
      await direct.query('select pg_advisory_unlock($1, $2)', [START_LOCKS, key]);
    }
  } finally {
    direct.release();
  }
  throw new MigrationRefused(
    'DATABASE_URL 和 DATABASE_DIRECT_URL 指向的不是同一个数据库（或其中一个是只读副本）。两个地址必须通向同一主库',
    'DATABASE_URL and DATABASE_DIRECT_URL lead to different databases, or one of them to a replica. Both have to lead to the same primary',
  );
}

/** Whether a connection keeps its session from one transaction to the next, while another connection is used too. */
export async function keepsSession(first: Asked, second: Asked): Promise<boolean> {
  const own = randomUUID();
  const seen = async (asked: Asked) =>
    (await asked.query('select current_setting($1, true) as value', [NAME])).rows[0]?.value ?? null;
  await first.query('select set_config($1, $2, false) as value', [NAME, own]);
  try {
    for (let time = 0; time < TRIES; time += 1) {
      // An uneven number of questions: a pooler with sessions in turn would otherwise give both connections the same ones again.
      for (let question = 0; question <= time % 2; question += 1) if ((await seen(second)) === own) return false;
      if ((await seen(first)) !== own) return false;
    }
    return true;
  } finally {
    await first.query(`select set_config($1, '', false) as value`, [NAME]);
  }
}
