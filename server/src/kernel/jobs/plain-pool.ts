import pg from 'pg';
import type { Db } from '../db/index.ts';

/** How to reach the database that `db` reaches, for libraries that keep connections of their own. */
export function connectionOptions(db: Db): pg.ClientConfig {
  const { password, ssl, ...options } = db.pool.options;
  // pg hides the password from enumeration, and a spread would lose it.
  const {
    types: _types,
    Client: _client,
    max: _max,
    ...plain
  }: pg.PoolConfig & { Client?: unknown } = {
    ...options,
    password: password ?? db.pool.options.password,
    ...(ssl === undefined ? {} : { ssl }),
  };
  return plain as pg.ClientConfig;
}

/**
 * A small pool beside the application's. Bought parts read their own tables with pg's default types, which ours
 * replaces, and hold connections (LISTEN) that must not count against those of requests.
 */
export function plainPool(db: Db, max: number, name: string): pg.Pool {
  const pool = new pg.Pool({ ...connectionOptions(db), max, application_name: name, idleTimeoutMillis: 30_000 });
  // A connection that breaks while a library holds it emits an error nobody may leave unheard; the library reconnects.
  pool.on('connect', (client) => client.on('error', () => {}));
  pool.on('error', () => {});
  return pool;
}
