import { setTimeout as sleep } from 'node:timers/promises';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';

export type Tx = Parameters<Parameters<NodePgDatabase['transaction']>[0]>[0];

export interface TxOptions {
  /** Run again after a deadlock or serialisation failure. Only for work that is idempotent outside the database. */
  readonly retry?: boolean;
}

/** A process's connections to its database. There is no global one: whoever needs it is given it. */
export interface Db {
  readonly drizzle: NodePgDatabase;
  readonly pool: pg.Pool;
  tx<T>(work: (tx: Tx) => Promise<T>, options?: TxOptions): Promise<T>;
  /** Hears a channel until the returned function is called; reconnects by itself. */
  listen(channel: string, handler: (payload: string) => void): Promise<() => Promise<void>>;
  close(): Promise<void>;
}

export interface DbOptions {
  readonly connectionString?: string;
  readonly host?: string;
  readonly database?: string;
  readonly user?: string;
  readonly max?: number;
  readonly onError?: (error: Error) => void;
}

const RETRYABLE = new Set(['40001', '40P01']);
const TRIES = 5;

/** Reads `bigint` columns as BigInt and counts with them; only on our own connections, never globally for the driver. */
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === pg.types.builtins.INT8 ? (text: string) => BigInt(text) : pg.types.getTypeParser(oid, format as 'text')) as pg.CustomTypesConfig['getTypeParser'],
};

export function openDb(options: DbOptions): Db {
  const { onError = () => undefined, max = 20, ...where } = options;
  const pool = new pg.Pool({ ...where, max, types, application_name: 'trade-assistant' });
  pool.on('error', onError);
  const database = drizzle(pool, { casing: 'snake_case' });
  const listener = listening(() => new pg.Client({ ...where, types, application_name: 'trade-assistant listener' }), onError);
  return {
    drizzle: database,
    pool,
    async tx(work, { retry = false } = {}) {
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await database.transaction(work);
        } catch (error) {
          if (!retry || attempt >= TRIES || !RETRYABLE.has(sqlState(error) ?? '')) throw error;
          await sleep(2 ** attempt * 5 * (1 + Math.random()));
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

/** The SQLSTATE of a database error, also when a library wrapped it. */
export function sqlState(error: unknown): string | undefined {
  for (let at = error, depth = 0; at !== null && typeof at === 'object' && depth < 5; depth += 1) {
    const { code, cause } = at as { code?: unknown; cause?: unknown };
    if (typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code)) return code;
    at = cause;
  }
  return undefined;
}

/** One connection that hears every channel of the process, opened with the first of them. */
function listening(connect: () => pg.Client, onError: (error: Error) => void) {
  const handlers = new Map<string, Set<(payload: string) => void>>();
  let client: pg.Client | null = null;
  let opening: Promise<void> | null = null;
  let closed = false;

  const open = async (): Promise<void> => {
    const next = connect();
    next.on('error', onError);
    next.on('notification', ({ channel, payload }) => {
      for (const handler of handlers.get(channel) ?? []) handler(payload ?? '');
    });
    next.on('end', () => {
      if (client !== next) return;
      client = null;
      if (!closed) opening = reopen();
    });
    await next.connect();
    for (const channel of handlers.keys()) await next.query(`listen ${pg.escapeIdentifier(channel)}`);
    client = next;
  };
  const reopen = async (): Promise<void> => {
    for (let wait = 50; !closed; wait = Math.min(wait * 2, 2000)) {
      try {
        return await open();
      } catch (error) {
        onError(error as Error);
        await sleep(wait);
      }
    }
  };

  return {
    async listen(channel: string, handler: (payload: string) => void) {
      opening ??= open();
      await opening;
      const known = handlers.get(channel);
      if (known) known.add(handler);
      else {
        handlers.set(channel, new Set([handler]));
        await client?.query(`listen ${pg.escapeIdentifier(channel)}`);
      }
      return async () => {
        const left = handlers.get(channel);
        left?.delete(handler);
        if (left?.size !== 0) return;
        handlers.delete(channel);
        await client?.query(`unlisten ${pg.escapeIdentifier(channel)}`);
      };
    },
    async close() {
      closed = true;
      await client?.end();
    },
  };
}
