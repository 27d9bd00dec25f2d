import { setTimeout as sleep } from 'node:timers/promises';
import type { App } from '../app/index.ts';
import { outageOf } from '../db/index.ts';

/** Pauses before an outcome is stored again, in milliseconds: after any error, and while the database is away. Both end before a lease does. */
const PAUSES = [100, 400];
const OUTAGE_PAUSES = [100, 400, 1500, 5000, 10_000, 15_000];

/**
 * Stores the outcome of a hand-over, which cannot be asked for twice: again after an error, until the lease ends.
 * @param where names the work in the log
 * @param store returns false when the work is not this node's any more
 */
export async function storeOutcome(
  log: App['log'],
  where: Readonly<Record<string, unknown>>,
  store: () => Promise<boolean>,
): Promise<'stored' | 'late' | 'failed'> {
  for (let tries = 0; ; tries += 1) {
    try {
      if (await store()) return 'stored';
      log.warn(where, 'an answer came after the lease had ended');
      return 'late';
    } catch (error) {
      const pause = (outageOf(error) === undefined ? PAUSES : OUTAGE_PAUSES)[tries];
      if (pause === undefined) {
        log.error({ err: error, ...where }, 'an outcome could not be stored');
        return 'failed';
      }
      log.warn({ err: error, ...where }, 'an outcome is stored again');
      await sleep(pause);
    }
  }
}
