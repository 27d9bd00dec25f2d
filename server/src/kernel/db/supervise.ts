import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Cluster } from './embedded.ts';

const LOOK_MILLIS = 250;
const FIRST_WAIT_MILLIS = 250;
const LONGEST_WAIT_MILLIS = 30_000;
/** A server that lived this long after its start has recovered; its next end is a new story. */
const SOUND_MILLIS = 60_000;
/** Starts in vain after which it counts as lost. */
const LOST_AFTER = 5;

/** Keeps the embedded PostgreSQL running. */
export interface Supervisor {
  /** `starting`: it stopped and is being restarted; `lost`: the restart failed several times, and is tried again. */
  readonly state: 'up' | 'starting' | 'lost';
  /** Stops restarting, without stopping the running cluster. */
  retire(): void;
  /** Retires and stops the cluster. */
  stop(): Promise<void>;
}

/**
 * Supervises a cluster until stopped: restarts it when its process ends, at once the first time and then with growing
 * pauses. Its address stays the same.
 * @param start restarts it, or takes it over if it still runs
 */
export function supervise(
  first: Cluster,
  start: () => Promise<Cluster>,
  log: Logger,
  { firstWaitMillis = FIRST_WAIT_MILLIS } = {},
): Supervisor {
  const longer = (wait: number): number => Math.min(Math.max(wait * 2, firstWaitMillis), LONGEST_WAIT_MILLIS);
  const retired = new AbortController();
  let cluster = first;
  let failures = 0;
  let isUp = true;

  const pause = (millis: number) =>
    sleep(millis, undefined, { signal: retired.signal, ref: false }).catch(() => undefined);

  const look = async (): Promise<void> => {
    let startedAt = performance.now();
    let wait = 0;
    while (!retired.signal.aborted) {
      await pause(LOOK_MILLIS);
      if (retired.signal.aborted || (await cluster.isAlive())) continue;
      isUp = false;
      wait = performance.now() - startedAt > SOUND_MILLIS ? 0 : longer(wait);
      log.error({ postmaster: cluster.pid, wait }, 'the embedded PostgreSQL is gone and is started again');
      while (!isUp) {
        await pause(wait);
        if (retired.signal.aborted) return;
        try {
          cluster = await start();
          isUp = true;
          failures = 0;
          startedAt = performance.now();
          log.warn({ postmaster: cluster.pid }, 'the embedded PostgreSQL serves again');
        } catch (error) {
          failures += 1;
          wait = longer(wait);
          log.error({ err: error, failures, wait }, 'the embedded PostgreSQL could not be started');
        }
      }
    }
  };
  const looking = look();

  return {
    get state() {
      if (isUp) return 'up';
      return failures >= LOST_AFTER ? 'lost' : 'starting';
    },
    retire: () => retired.abort(),
    stop: async () => {
      retired.abort();
      await looking;
      await cluster.stop();
    },
  };
}
