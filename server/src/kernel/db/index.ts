import { setTimeout as sleep } from 'node:timers/promises';
import { DrizzleQueryError } from 'drizzle-orm';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { invariant } from '../invariant.ts';
import { Client, withBigInt } from './driver.ts';
import { type Handler, listening } from './listening.ts';

export type Tx = Parameters<Parameters<NodePgDatabase['transaction']>[0]>[0];

export interface TxOptions {
  /** Run again after a deadlock or serialisation failure. Only for work that is idempotent outside the database. */
  readonly retry?: boolean;
}

/**
 * A process's connections to its database. There is no global one: whoever needs it is given it. `bigint` columns are
 * read as BigInt everywhere, `numeric` as text.
 */
export interface Db {
  readonly drizzle: NodePgDatabase;
  readonly pool: pg.Pool;
  /** Runs the work in a transaction: commits what it returns, rolls back what it throws. */
  tx<T>(work: (tx: Tx) => Promise<T>, options?: TxOptions): Promise<T>;
  /** Hears a channel until the returned function is called; reconnects by itself. */
  listen(channel: string, handler: Handler): Promise<() => Promise<void>>;
  close(): Promise<void>;
}

export interface DbOptions {
  readonly connectionString?: string;
  readonly host?: string;
  readonly database?: string;
  readonly user?: string;
  /** Connections at most, the listening one not counted. */
  readonly max?: number;
  /** Hears of connections that break while idle; the pool replaces them by itself. */
  readonly onError?: (error: Error) => void;
}

const RETRYABLE = new Set(['40001', '40P01']);
const TRIES = 5;
const BACK_OFF_MILLIS = 5;

export function openDb(options: DbOptions): Db {
  const { onError = () => undefined, max = 20, ...where } = options;
  const pool = new pg.Pool({
    ...where,
    max,
    Client,
    types: withBigInt(undefined),
    application_name: 'trade-assistant',
  });
  pool.on('error', onError);
  const database = drizzle(pool, { casing: 'snake_case' });
  const listener = listening(() => new Client({ ...where, application_name: 'trade-assistant listener' }), onError);
  const once = transactions(pool);
  return {
    drizzle: database,
    pool,
    async tx(work, { retry = false } = {}) {
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await once(work, this);
        } catch (error) {
          if (!retry || attempt >= TRIES || !isRetryable(error)) throw error;
          await sleep(2 ** attempt * BACK_OFF_MILLIS * (1 + Math.random()));
        }
      }
    },
    listen: listener.listen,
    async close() {
      await listener.close();
      await pool.end();
    },
  };
}

/** Whether the same work may succeed when it is simply run again: a deadlock or a serialisation failure. */
export const isRetryable = (error: unknown): boolean => RETRYABLE.has(sqlState(error) ?? '');

/** The SQLSTATE of a database error, also when a library wrapped it. */
export function sqlState(error: unknown): string | undefined {
  for (let at = error, depth = 0; at !== null && typeof at === 'object' && depth < 5; depth += 1) {
    const { code, cause } = at as { code?: unknown; cause?: unknown };
    // A digit is in all of them and in none of the system's own codes (EPIPE).
    if (typeof code === 'string' && /^(?=.*\d)[0-9A-Z]{5}$/.test(code)) return code;
    at = cause;
  }
  return undefined;
}

/**
 * What the database says when it ends a connection (class 08; an administrator's shutdown, a crash, not yet started) or
 * cannot tell itself (40003): a transaction that was being committed may have been.
 */
const NOT_KNOWN = /^(08...|57P0[123]|40003)$/;

/** Whether a statement ended without the database's word on it: the connection broke, and it may have been done or not. */
export function isUnanswered(error: unknown): boolean {
  const state = sqlState(error);
  return state === undefined ? error instanceof DrizzleQueryError : NOT_KNOWN.test(state);
}

const afterwards = new WeakMap<Tx, ((db: Db) => void)[]>();

/** Has something done once the transaction has committed, and never when it has not. Must not throw. */
export function afterCommit(tx: Tx, work: (db: Db) => void): void {
  const works = afterwards.get(tx);
  invariant(works, 'after-commit-of-no-transaction');
  works.push(work);
}

/**
 * Drizzle's own `transaction` on a pool keeps the connection for ever when `begin` fails on a broken one; here the
 * connection always goes back, and one that can no longer be trusted is thrown away.
 */
function transactions(pool: pg.Pool) {
  const known = new WeakMap<pg.PoolClient, NodePgDatabase>();
  return async <T>(work: (tx: Tx) => Promise<T>, db: Db): Promise<T> => {
    const client = await pool.connect();
    let broken: Error | undefined;
    // A connection that breaks while the work does something else would otherwise end the process.
    const onBreak = (error: Error) => {
      broken = error;
    };
    client.on('error', onBreak);
    try {
      let database = known.get(client);
      if (database === undefined) {
        database = drizzle(client, { casing: 'snake_case' });
        known.set(client, database);
      }
      const works: ((db: Db) => void)[] = [];
      const result = await database.transaction((tx) => {
        afterwards.set(tx, works);
        return work(tx);
      });
      for (const each of works) each(db);
      return result;
    } finally {
      client.off('error', onBreak);
      client.release(broken);
    }
  };
}
