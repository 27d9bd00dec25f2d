import { randomUUID } from 'node:crypto';
import { WatchedClient } from './driver.ts';
import type { Db } from './index.ts';
import { MigrationRefused } from './migrate.ts';

const CONNECT_MILLIS = 10_000;
/** Enough for a pooler that hands its connections out in turn. */
const TRIES = 20;
const NAME = 'trade_assistant.session';

/** A connection, as the program sees it. */
interface Asked {
  query(text: string, values?: unknown[]): Promise<{ readonly rows: readonly { readonly value: string | null }[] }>;
}

/**
 * Refuses a database behind a pooler that gives each transaction another session. Locks of timers would stay with sessions of the pooler, so
 * that no node runs them; time limits would apply to other programs. @throws MigrationRefused
 */
export async function refusePooledTransactions(db: Pick<Db, 'where'>): Promise<void> {
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
    '数据库前面的连接池（如 PgBouncer）按事务分配连接，定时任务和锁无法工作。请直接连接 PostgreSQL，或把连接池改为按会话分配（pool_mode = session）',
    'The pooler in front of the database (such as PgBouncer) gives each transaction another session, so timers and locks cannot work. Connect to PostgreSQL directly, or set the pooler to pool_mode = session',
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
