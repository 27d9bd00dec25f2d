import pg from 'pg';
import { WatchedClient } from './driver.ts';
import type { FrequentStatements } from './frequent-statements.ts';
import { DatabaseUnavailable } from './outage.ts';
import type { DatabaseWatch } from './watch.ts';

type Connected = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  release: (error?: unknown) => void,
) => void;

export interface PoolLimits {
  readonly max: number;
  /** How long to wait for a free connection, or for a new one to be opened. */
  readonly connectMillis: number;
  /** A session's own settings: SQL that each new connection starts with. */
  readonly settings?: string;
}

export interface PoolOptions extends pg.PoolConfig {
  readonly watch: DatabaseWatch;
  /** Statements its connections prepare in transactions. */
  readonly frequent?: FrequentStatements;
  /** Whether each transaction may get another session: statements are not prepared. */
  readonly isPooled?: boolean;
  /** Plain ones by default, with the driver's own types. */
  readonly Client?: typeof WatchedClient;
}

/** A pool whose connections do not wait for a silent database and report failures uniformly. */
export class WatchedPool extends pg.Pool {
  readonly #watch: DatabaseWatch;

  constructor(where: PoolOptions, { max, connectMillis, settings }: PoolLimits) {
    const options = {
      Client: WatchedClient,
      ...where,
      max,
      connectionTimeoutMillis: connectMillis,
      // The pool awaits this before it hands out the connection.
      ...(settings && { onConnect: (client: pg.ClientBase) => client.query(settings) }),
    };
    super(options as unknown as pg.PoolConfig);
    this.#watch = where.watch;
    // The pool's own listeners would handle a break before the client can translate the error.
    this.query = ((...args: unknown[]) => this.#ask(args)) as typeof this.query;
  }

  async #ask(args: readonly unknown[]): Promise<unknown> {
    const client = await this.connect();
    let isBroken = true;
    client.on('error', ignore);
    try {
      const answer = await (client.query as (...given: unknown[]) => unknown)(...args);
      isBroken = false;
      return answer;
    } catch (error) {
      // A connection whose statement was refused can run the next one.
      isBroken = !(error instanceof pg.DatabaseError && error.severity === 'ERROR');
      throw error;
    } finally {
      client.off('error', ignore);
      client.release(isBroken);
    }
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<pg.PoolClient> | undefined {
    if (callback === undefined)
      return new Promise((resolve, reject) => {
        this.connect((error, client) => (client ? resolve(client) : reject(error as Error)));
      });
    if (this.#watch.isAway) {
      const refusal = new DatabaseUnavailable('away', false, 'The database does not answer');
      process.nextTick(callback, refusal, undefined, () => undefined);
      return undefined;
    }
    const wasOpen = !this.ending;
    let isSettled = false;
    const settle: Connected = (error, client, release) => {
      if (isSettled) return client?.release();
      isSettled = true;
      end();
      // Waiters of a closed pool were given up by their owner: the queue's library would not catch the error.
      if (error && wasOpen && this.ending) return undefined;
      callback(error && explained(error), client, release);
      return undefined;
    };
    const end = this.#watch.wait(() =>
      settle(new DatabaseUnavailable('away', false, 'The database does not answer'), undefined, () => undefined),
    );
    super.connect(settle);
    return undefined;
  }
}

const ignore = (): void => undefined;

/** Message of the pool when all connections are in use for too long. */
const NONE_FREE = 'timeout exceeded when trying to connect';

function explained(error: Error): Error {
  if (error instanceof pg.DatabaseError || error instanceof DatabaseUnavailable) return error;
  const kind = error.message === NONE_FREE ? 'busy' : 'away';
  const message = kind === 'busy' ? 'No connection to the database became free' : 'No connection to the database';
  return new DatabaseUnavailable(kind, false, message, error);
}
