import type pg from 'pg';
import { type ClientOptions, WatchedClient } from './driver.ts';
import type { Db } from './index.ts';
import { DatabaseUnavailable, outageOf } from './outage.ts';
import { WatchedPool } from './pool.ts';

/** For background users without a waiting caller. */
const CONNECT_MILLIS = 30_000;

/**
 * Returns a small pool beside the application's, for libraries that read their own tables. They get pg's default types, which ours replaces,
 * and hold connections (LISTEN) that must not count against those of requests. Some of their promises are awaited by nobody, so that an
 * error they do not repeat would end the process: every outage reaches them as an error they repeat, and a closed pool answers no more.
 */
export function plainPool(db: Db, max: number, name: string): WatchedPool {
  const pool = new LibraryPool(
    { ...db.where, application_name: name, idleTimeoutMillis: 30_000, Client: LibraryClient },
    { max, connectMillis: CONNECT_MILLIS },
  );
  // A broken connection in a library's hands emits an error that needs a handler; the library reconnects.
  pool.on('connect', (client) => client.on('error', () => {}));
  pool.on('error', () => {});
  return pool;
}

type Connect = (callback?: (...connected: never[]) => void) => Promise<pg.PoolClient> | undefined;

class LibraryPool extends WatchedPool {
  constructor(...options: ConstructorParameters<typeof WatchedPool>) {
    super(...options);
    const connect = this.connect.bind(this) as Connect;
    this.connect = ((callback) => {
      // The owner has given up those who still ask.
      if (this.ending) return callback ? undefined : new Promise(() => {});
      return connect(callback);
    }) as Connect as typeof this.connect;
  }
}

/** A connection whose outages are all `DatabaseUnavailable`, those that the server names included. */
class LibraryClient extends WatchedClient {
  constructor(config: ClientOptions = {}) {
    super({ ...config, ...(config.password && { password: config.password }) });
    const connect = this.connect.bind(this) as (callback?: (error: unknown) => void) => Promise<pg.Client> | undefined;
    this.connect = ((callback?: (error: unknown) => void) =>
      callback
        ? connect((error) => callback(error && repeatable(error, false)))
        : connect()?.catch((error: unknown) => {
            throw repeatable(error, false);
          })) as typeof this.connect;
    const query = this.query.bind(this) as (...args: unknown[]) => unknown;
    this.query = ((...args: unknown[]) => {
      const callback = args.at(-1);
      if (typeof callback === 'function')
        return query(...args.slice(0, -1), (error: unknown, ...answer: unknown[]) =>
          callback(error && repeatable(error, true), ...answer),
        );
      const result = query(...args);
      if (!(result instanceof Promise)) return result;
      return result.catch((error: unknown) => {
        throw repeatable(error, true);
      });
    }) as typeof this.query;
  }
}

function repeatable(error: unknown, wasAsked: boolean): unknown {
  if (error instanceof DatabaseUnavailable) return error;
  const kind = outageOf(error);
  return kind === undefined ? error : new DatabaseUnavailable(kind, wasAsked, (error as Error).message, error);
}
