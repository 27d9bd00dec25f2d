import { hostname } from 'node:os';
import type pg from 'pg';
import { WatchedClient } from '../db/driver.ts';
import type { Db } from '../db/index.ts';

/** Advisory locks with two keys: the class, then the worker's id or the hash of a timer's name. */
const WORKER_LOCKS = 7121;
const TIMER_LOCKS = 7122;
/** A queue entry locked by an unregistered pool is returned after this long: its worker died before it registered. */
const UNKNOWN_SECONDS = 15;
const CONNECT_MILLIS = 10_000;

/**
 * Proof of life of one worker process: a connection that holds an advisory lock. The lock ends as soon as the process
 * does (the database sees the connection close, or its keep-alive fail), so no clock has to be trusted.
 */
export interface Lease {
  readonly workerId: bigint;
  /** Registers the queue pool with which this worker locks its entries. */
  name(poolId: string): Promise<void>;
  /** Returns the ids of the queue's entries that are locked for this worker since so many seconds. */
  locked(seconds: number): Promise<string[]>;
  /** Returns the entries of dead workers to the queue; resolves to the number of dead workers. */
  recover(): Promise<number>;
  /** Locks those of some names that no other node has locked. @returns them */
  lock(names: readonly string[]): Promise<string[]>;
  /** Gives locked names back; those of a broken connection are free already. */
  unlock(names: readonly string[]): Promise<void>;
  readonly alive: boolean;
  release(): Promise<void>;
}

/** Signs a worker in. `onLost` is called once when the connection breaks: from then on others may take its work. */
export async function openLease(db: Db, onLost: () => void): Promise<Lease> {
  const client = new WatchedClient({
    ...db.where,
    application_name: 'trade-assistant lease',
    connectionTimeoutMillis: CONNECT_MILLIS,
  });
  let alive = true;
  const lose = () => {
    if (!alive) return;
    alive = false;
    onLost();
  };
  client.on('error', lose);
  client.on('end', lose);
  await client.connect();
  // A host that vanished without a word is noticed after about 20 seconds; ignored on Unix sockets, where none can.
  await client.query('set tcp_keepalives_idle = 5; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3');
  // The row becomes visible only once the lock is held, so a live worker is never seen unlocked.
  await client.query('begin');
  const { rows } = await client.query<{ id: string }>(
    'insert into kernel_worker (host, process_id) values ($1, $2) returning id::text',
    [hostname(), process.pid],
  );
  const workerId = BigInt(rows[0]?.id ?? 0);
  await client.query('select pg_advisory_lock($1, $2::int)', [WORKER_LOCKS, Number(workerId)]);
  await client.query('commit');

  const asked = serialized(client);
  return {
    workerId,
    get alive() {
      return alive;
    },
    name: async (poolId) => {
      await asked.query('update kernel_worker set pool_id = $1 where id = $2', [poolId, workerId.toString()]);
    },
    locked: async (seconds) => {
      const found = await asked.query<{ id: string }>(
        `select j.id::text from graphile_worker.jobs j join kernel_worker w on w.pool_id = j.locked_by
         where w.id = $1 and j.locked_at < now() - make_interval(secs => $2)`,
        [workerId.toString(), seconds],
      );
      return found.rows.map(({ id }) => id);
    },
    recover: async () => {
      const others = await asked.query<{ id: string; pool_id: string | null }>(
        'select id::text, pool_id from kernel_worker where id <> $1',
        [workerId.toString()],
      );
      let dead = 0;
      for (const other of others.rows) {
        const tried = await asked.query<{ free: boolean }>('select pg_try_advisory_lock($1, $2::int) as free', [
          WORKER_LOCKS,
          other.id,
        ]);
        if (!tried.rows[0]?.free) continue;
        await unlock(asked, other.pool_id === null ? [] : [other.pool_id]);
        await asked.query('delete from kernel_worker where id = $1', [other.id]);
        await asked.query('select pg_advisory_unlock($1, $2::int)', [WORKER_LOCKS, other.id]);
        dead += 1;
      }
      const unknown = await asked.query<{ locked_by: string }>(
        `select distinct locked_by from graphile_worker.jobs
         where locked_by is not null and locked_at < now() - make_interval(secs => $1)
           and not exists (select from kernel_worker where pool_id = locked_by)`,
        [UNKNOWN_SECONDS],
      );
      if (unknown.rows.length > 0) {
        await unlock(
          asked,
          unknown.rows.map((row) => row.locked_by),
        );
      }
      return dead;
    },
    lock: async (names) => {
      const tried = await asked.query<{ name: string; free: boolean }>(
        'select name, pg_try_advisory_lock($1, hashtext(name)) as free from unnest($2::text[]) name',
        [TIMER_LOCKS, names],
      );
      return tried.rows.filter(({ free }) => free).map(({ name }) => name);
    },
    unlock: async (names) => {
      if (alive && names.length > 0)
        await asked.query('select pg_advisory_unlock($1, hashtext(name)) from unnest($2::text[]) name', [
          TIMER_LOCKS,
          names,
        ]);
    },
    release: async () => {
      if (alive) {
        alive = false;
        await asked.query('delete from kernel_worker where id = $1', [workerId.toString()]).catch(() => {});
      }
      await client.end().catch(() => {});
    },
  };
}

async function unlock(client: QueryClient, poolIds: readonly string[]): Promise<void> {
  await client.query('select graphile_worker.force_unlock_workers($1::text[])', [poolIds]);
  // The queue's own signal for new entries: workers check at once instead of at their next poll.
  await client.query(`select pg_notify('jobs:insert', '{"r":0,"count":10}')`);
}

interface QueryClient {
  query<R extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<pg.QueryResult<R>>;
}

/** One connection answers one query at a time; timers and recovery share it, so each waits for its turn. */
function serialized(client: pg.Client): QueryClient {
  let last: Promise<unknown> = Promise.resolve();
  return {
    query: <R extends pg.QueryResultRow>(text: string, values?: unknown[]) => {
      const next = last.then(() => client.query<R>(text, values));
      last = next.catch(() => undefined);
      return next;
    },
  };
}
