import type { PoolClient } from 'pg';
import type { Db } from '../kernel/db/index.ts';

/** Sends a statement; a second time under no circumstances. */
export type Send = () => Promise<unknown>;
type Query = (...args: unknown[]) => unknown;

/** The first statement of every new connection, which belongs to no work. */
const OF_CONNECTION = /^set tcp_keepalives/;

/**
 * Puts a test between a program and its database: `meet` receives every statement and returns its replacement, or
 * undefined to run it.
 */
export function meetStatements(
  db: Db,
  meet: (client: PoolClient, text: string, send: Send) => Promise<unknown> | undefined,
): void {
  const watch = (client: PoolClient): void => {
    const query = client.query.bind(client) as Query;
    client.query = ((...args: unknown[]) => {
      const text = textOf(args[0]);
      if (OF_CONNECTION.test(text)) return query(...args);
      const callback = args.at(-1);
      if (typeof callback !== 'function') {
        return meet(client, text, async () => query(...args)) ?? query(...args);
      }
      const answer = meet(client, text, () => promised(query, args.slice(0, -1)));
      if (answer === undefined) return query(...args);
      answer.then(
        (given) => callback(null, given),
        (error: unknown) => callback(error),
      );
      return undefined;
    }) as typeof client.query;
  };
  for (const pool of [db.pool, db.background.pool, db.overview.pool]) pool.on('connect', watch);
}

const promised = (query: Query, args: readonly unknown[]): Promise<unknown> =>
  new Promise((resolve, reject) => {
    query(...args, (error: unknown, answer: unknown) => (error ? reject(error as Error) : resolve(answer)));
  });

const textOf = (first: unknown): string =>
  typeof first === 'string' ? first : ((first as { text?: string } | undefined)?.text ?? '');
