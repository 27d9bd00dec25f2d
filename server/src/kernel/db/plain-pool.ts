import type { Db } from './index.ts';
import { WatchedPool } from './pool.ts';

/** For background users without a waiting caller. */
const CONNECT_MILLIS = 30_000;

/**
 * A small pool beside the application's. Bought parts read their own tables with pg's default types, which ours
 * replaces, and hold connections (LISTEN) that must not count against those of requests.
 */
export function plainPool(db: Db, max: number, name: string): WatchedPool {
  const pool = new WatchedPool(
    { ...db.where, application_name: name, idleTimeoutMillis: 30_000 },
    { max, connectMillis: CONNECT_MILLIS },
  );
  // A broken connection in a library's hands emits an error that needs a handler; the library reconnects.
  pool.on('connect', (client) => client.on('error', () => {}));
  pool.on('error', () => {});
  return pool;
}
