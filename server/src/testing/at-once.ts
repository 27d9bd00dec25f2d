import { isAppError } from '@trade-assistant/contract/kit/errors.ts';
import { expect } from 'vitest';
import type { Db, Tx } from '../kernel/db/index.ts';

/** The end of a work: what it returned, or the code of its refusal. */
export interface Ended {
  readonly value?: unknown;
  readonly refusal?: string;
}

/**
 * Runs the second work while the first has done everything but its commit: the first commits once the second waits for it or has ended. A
 * second work that reads without a lock acts on the state before the first.
 */
export async function whileUncommitted(
  db: Db,
  first: (tx: Tx) => Promise<unknown>,
  second: () => Promise<unknown>,
): Promise<{ readonly first: Ended; readonly second: Ended; readonly hasWaited: boolean }> {
  const { promise: mayCommit, resolve: commit } = Promise.withResolvers<void>();
  const hasActed = Promise.withResolvers<number>();
  const firstEnd = endOf(
    db.tx(async (tx) => {
      const { rows } = await tx.execute<{ pid: number }>('select pg_backend_pid() as pid');
      const value = await first(tx);
      hasActed.resolve(rows[0]?.pid ?? 0);
      await mayCommit;
      return value;
    }),
  );
  const pid = await Promise.race([hasActed.promise, firstEnd]);
  let isOver = false;
  let hasWaited = false;
  const secondEnd = endOf(second()).finally(() => {
    isOver = true;
  });
  if (typeof pid === 'number')
    await expect
      .poll(
        async () => {
          const { rows } = await db.pool.query(
            'select from pg_stat_activity where datname = current_database() and $1 = any(pg_blocking_pids(pid))',
            [pid],
          );
          hasWaited = rows.length > 0;
          return hasWaited || isOver;
        },
        { interval: 5 },
      )
      .toBe(true);
  commit();
  return { first: await firstEnd, second: await secondEnd, hasWaited };
}

async function endOf(work: Promise<unknown>): Promise<Ended> {
  try {
    return { value: await work };
  } catch (error) {
    if (isAppError(error)) return { refusal: error.code };
    throw error;
  }
}
