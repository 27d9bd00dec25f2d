import type { PoolClient } from 'pg';
import type { Db } from '../db/index.ts';
import { plainPool } from '../db/plain-pool.ts';

export interface AdapterPool {
  connect(): Promise<PoolClient>;
  query(text: string, values?: unknown[]): Promise<unknown>;
  /** Releases all connections, also those that the adapter leaked. */
  end(): Promise<void>;
}

/**
 * The connections of the adapter between nodes. The adapter keeps one to listen on, does not give it back when it
 * breaks (a few restarts of the database would empty the pool), and when it is closed while that one is still being
 * opened it neither uses nor returns it, and tries again for ever. Here every connection is watched instead.
 */
export function adapterPool(db: Db): AdapterPool {
  const pool = plainPool(db, 3, 'trade-assistant realtime');
  const held = new Set<PoolClient>();
  let closed = false;
  pool.on('release', (_error, client) => void held.delete(client as PoolClient));
  const never = () => new Promise<PoolClient>(() => {});
  return {
    connect: async () => {
      if (closed) return never();
      const client = await pool.connect();
      if (closed) {
        client.release();
        return never();
      }
      held.add(client);
      client.once('end', () => {
        if (held.has(client)) client.release(true);
      });
      return client;
    },
    query: (text, values) => pool.query(text, values),
    end: async () => {
      closed = true;
      for (const client of held) {
        // Its handler would open another one.
        client.removeAllListeners('end');
        client.release(true);
      }
      await pool.end();
    },
  };
}
