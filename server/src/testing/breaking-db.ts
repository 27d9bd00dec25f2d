import type { PoolClient } from 'pg';
import { type Db, openDb } from '../kernel/db/index.ts';
import type { TestDb } from '../kernel/testing/index.ts';
import { meetStatements, type Send } from './statements.ts';

/**
 * The point of a cut: before a statement reaches the database, or after its execution and before its answer arrives.
 */
export interface Cut {
  readonly statement: number;
  readonly when: 'before' | 'after';
}

/** A database whose connections break at the test's command. */
export interface BreakingDb {
  readonly db: Db;
  /** Runs work and counts its statements from one; at `cut` the backend of that connection is ended by the database. */
  during<T>(work: () => Promise<T>, cut: Cut): Promise<{ result: T; statements: readonly string[]; wasCut: boolean }>;
}

/** @param own a connection of the test's, which ends the others' backends */
export function breakingDb(connection: TestDb['connection'], own: () => Pick<Db, 'pool'>): BreakingDb {
  const db = openDb({ ...connection, max: 4 });
  let statements: string[] = [];
  let cut: Cut | undefined;
  let wasCut = false;

  const end = (client: PoolClient) =>
    own().pool.query('select pg_terminate_backend($1, 5000)', [(client as unknown as { processID: number }).processID]);

  const broken = async (client: PoolClient, send: Send, when: Cut['when']): Promise<unknown> => {
    wasCut = true;
    if (when === 'after') await send();
    await end(client);
    if (when === 'before') return send();
    throw new Error('The connection broke before the answer came');
  };

  meetStatements(db, (client, text, send) => {
    if (cut === undefined) return undefined;
    const at = statements.push(text);
    return at === cut.statement && !wasCut ? broken(client, send, cut.when) : undefined;
  });

  return {
    db,
    async during(work, where) {
      statements = [];
      cut = where;
      wasCut = false;
      try {
        const result = await work();
        return { result, statements, wasCut };
      } finally {
        cut = undefined;
      }
    },
  };
}
