import { setTimeout as sleep } from 'node:timers/promises';
import { DrizzleQueryError } from 'drizzle-orm';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { invariant } from '../invariant.ts';
import { Client } from './driver.ts';
import { FrequentStatements } from './frequent-statements.ts';
import { type Handler, openNotificationListener } from './notification-listener.ts';
import { DatabaseUnavailable, sqlState, unavailability } from './outage.ts';
import { type PoolLimits, type PoolOptions, WatchedPool } from './pool.ts';
import { type DatabaseWatch, type SilenceTimeouts, watchDatabase } from './watch.ts';

export { outageOf, sqlState } from './outage.ts';

type DrizzleTx = Parameters<Parameters<NodePgDatabase['transaction']>[0]>[0];
/** A transaction. Parts of it that may fail by themselves are savepoints: `inSavepoint`. */
export type Tx = Omit<DrizzleTx, 'transaction'>;

export interface TxOptions {
  /** Run again after a deadlock or serialisation failure. Only for work that is idempotent outside the database. */
  readonly retry?: boolean;
}

/**
 * A process's connections to its database, passed on and never global. `bigint` columns are read as BigInt, `numeric` as text. A statement
 * takes two minutes at most; one without an answer from the database fails within seconds (DatabaseUnavailable).
 */
export interface Db {
  readonly drizzle: NodePgDatabase;
  readonly pool: pg.Pool;
  /** The same database for jobs, timers and migrations: separate connections without a statement timeout. */
  readonly background: Db;
  /** The same database for reads over many lists at once: few connections, and statements take three seconds at most. */
  readonly overview: Db;
  /** Connection options, for libraries with their own connections. */
  readonly where: PoolOptions;
  /** How the database does. */
  readonly state: Pick<DatabaseWatch, 'isAway' | 'isFull'>;
  /** Runs the work in a transaction: commits its result, rolls back its error. */
  tx<T>(work: (tx: Tx) => Promise<T>, options?: TxOptions): Promise<T>;
  /** Listens to a channel until the returned function is called; reconnects automatically. */
  listen(channel: string, handler: Handler): Promise<() => Promise<void>>;
  close(): Promise<void>;
}

interface Address {
  readonly connectionString?: string;
  readonly host?: string;
  readonly port?: number;
  readonly database?: string;
  readonly user?: string;
  readonly password?: string;
}

export interface DbOptions extends Address {
  /**
   * The same database without the pooler that gives each transaction of the other address another session. Background work, overviews,
   * listeners and libraries connect there; calls take the pooler and need no session.
   */
  readonly direct?: Address;
  /** Maximum connections for calls; background work has up to eight more, reads over many lists four, and one listens. */
  readonly max?: number;
  /** Other spans than the usual ones, milliseconds. */
  readonly waits?: Partial<DatabaseTimeouts>;
  /** Receives errors of idle connections; the pool replaces them automatically. */
  readonly onError?: (error: Error) => void;
}

const RETRYABLE = new Set(['40001', '40P01']);
const TRIES = 5;
const BACK_OFF_MILLIS = 5;

export interface DatabaseTimeouts extends SilenceTimeouts {
  /** How long a call waits for a free connection. */
  readonly connect: number;
}

const TIMEOUTS: DatabaseTimeouts = { suspect: 2000, answer: 4000, repeat: 3000, connect: 8000 };
const BACKGROUND_CONNECTIONS = 8;
const OVERVIEW_CONNECTIONS = 4;
/** Background work may wait for other background work. */
const BACKGROUND_CONNECT_MILLIS = 60_000;
const CLOSE_MILLIS = 5000;

/**
 * The server notices a vanished peer within a minute (not on Unix sockets), and an ended process within seconds, even in a statement: until
 * then it keeps its locks, and its successor waits. Servers on systems that cannot see it, such as Windows, refuse the last one.
 */
const KEEP_ALIVE = `set tcp_keepalives_idle = 30; set tcp_keepalives_interval = 10; set tcp_keepalives_count = 3;
  do $$ begin set client_connection_check_interval = '3s'; exception when others then null; end $$;`;
/**
 * Set by statements: a pooler in between refuses parameters of the start it does not know. The second is for a caller's
 * process that hangs in the middle of a transaction; an export waits up to two minutes for a slow reader.
 */
const CALL_SETTINGS = `${KEEP_ALIVE} set statement_timeout = '2min'; set idle_in_transaction_session_timeout = '5min'`;
const OVERVIEW_SETTINGS = `${CALL_SETTINGS}; set statement_timeout = '3s'`;

export function openDb(options: DbOptions): Db {
  const { onError: tell = () => undefined, max = 20, waits: own, direct, ...given } = options;
  const waits = { ...TIMEOUTS, ...own };
  const reachedAt = (address: Address) => {
    const connection = { ...address, keepAlive: true, keepAliveInitialDelayMillis: 10_000 };
    return { ...connection, watch: watchDatabase(connection, waits) };
  };
  const calls = reachedAt(given);
  const where = direct ? reachedAt(direct) : calls;
  const onError = (error: Error) => tell(brokenIdle(error));
  const frequent = new FrequentStatements();
  const pools: pg.Pool[] = [];
  const listener = openNotificationListener(
    () =>
      new Client({
        ...where,
        application_name: 'trade-assistant listener',
        connectionTimeoutMillis: waits.connect,
      }),
    onError,
  );
  where.watch.onSilent(() => listener.restart());
  const open = (name: string, at: PoolOptions, limits: PoolLimits) => {
    const pool = new WatchedPool({ ...at, frequent, Client, application_name: name }, limits);
    pool.on('error', onError);
    pools.push(pool);
    const once = transactions(pool);
    return {
      where,
      drizzle: drizzle(pool, { casing: 'snake_case' }),
      pool,
      state: at.watch,
      async tx<T>(this: Db, work: (tx: Tx) => Promise<T>, { retry = false }: TxOptions = {}): Promise<T> {
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
    };
  };
  const background: Db = {
    ...open('trade-assistant background', where, {
      max: BACKGROUND_CONNECTIONS,
      connectMillis: BACKGROUND_CONNECT_MILLIS,
      settings: KEEP_ALIVE,
    }),
    get background() {
      return background;
    },
    get overview() {
      return overview;
    },
    // Closed with the other.
    close: async () => undefined,
  };
  const overview: Db = {
    ...open('trade-assistant overview', where, {
      max: OVERVIEW_CONNECTIONS,
      connectMillis: waits.connect,
      settings: OVERVIEW_SETTINGS,
    }),
    background,
    get overview() {
      return overview;
    },
    close: async () => undefined,
  };
  return {
    ...open(
      'trade-assistant',
      { ...calls, isPooled: direct !== undefined },
      // Settings of a session would apply to other programs behind the pooler, which has them from its own configuration.
      { max, connectMillis: waits.connect, ...(!direct && { settings: CALL_SETTINGS }) },
    ),
    background,
    overview,
    async close() {
      for (const { watch } of [calls, where]) watch.close();
      // A database that is silent must not keep the process from ending.
      const closed = Promise.all([listener.close(), ...pools.map((pool) => pool.end())]);
      await Promise.race([closed, sleep(CLOSE_MILLIS, undefined, { ref: false })]);
    },
  };
}

const brokenIdle = (error: Error): Error =>
  error instanceof pg.DatabaseError || error instanceof DatabaseUnavailable
    ? error
    : new DatabaseUnavailable('away', false, 'A connection to the database broke', error);

/**
 * The rows a transaction works with changed between two of its statements: like a serialisation failure of the database, it is undone
 * and run again.
 */
export class ChangedMeanwhile extends Error {
  override readonly name = 'ChangedMeanwhile';
  readonly code = '40001';
}

/** Whether the same work may succeed when it is simply run again: a deadlock or a serialisation failure. */
export const isRetryable = (error: unknown): boolean => RETRYABLE.has(sqlState(error) ?? '');

/**
 * SQLSTATE of an ended connection (class 08; shutdown, crash, not yet started) or an unknown outcome (40003): a commit in progress may have
 * succeeded.
 */
const NOT_KNOWN = /^(08...|57P0[123]|40003)$/;

/** Whether a statement ended without the database's word on it: the connection broke, and it may have been done or not. */
export function isOutcomeUnknown(error: unknown): boolean {
  const state = sqlState(error);
  if (state !== undefined) return NOT_KNOWN.test(state);
  return unavailability(error)?.wasAsked ?? error instanceof DrizzleQueryError;
}

const afterwards = new WeakMap<Tx, ((db: Db) => void)[]>();

/** Has something done once the transaction has committed, and never when it has not. Must not throw. */
export function afterCommit(tx: Tx, work: (db: Db) => void): void {
  const works = afterwards.get(tx);
  invariant(works, 'after-commit-of-no-transaction');
  works.push(work);
}

/** Runs the work in a savepoint: its error undoes its changes and, if the caller catches it, leaves the transaction usable. */
export async function inSavepoint<T>(tx: Tx, work: (tx: Tx) => Promise<T>): Promise<T> {
  const outer = afterwards.get(tx);
  invariant(outer, 'savepoint-of-no-transaction');
  const works: ((db: Db) => void)[] = [];
  const result = await (tx as DrizzleTx).transaction((own) => {
    afterwards.set(own, works);
    return work(own);
  });
  outer.push(...works);
  return result;
}

/**
 * Drizzle's own `transaction` on a pool keeps the connection for ever when `begin` fails on a broken one; here the
 * connection is always released, and a broken one is discarded.
 */
function transactions(pool: pg.Pool) {
  const known = new WeakMap<pg.PoolClient, NodePgDatabase>();
  return async <T>(work: (tx: Tx) => Promise<T>, db: Db): Promise<T> => {
    const client = await pool.connect();
    let broken: Error | undefined;
    // An error of the connection during other work would otherwise end the process.
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
      if (client instanceof Client) client.preparesFrequent = true;
      const result = await database.transaction((tx) => {
        afterwards.set(tx, works);
        return work(tx);
      });
      for (const each of works) each(db);
      return result;
    } finally {
      if (client instanceof Client) client.preparesFrequent = false;
      client.off('error', onBreak);
      client.release(broken);
    }
  };
}
