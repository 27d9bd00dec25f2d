import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { DatabaseUnavailable, DISK_FULL } from './outage.ts';

/** Milliseconds. */
export interface SilenceTimeouts {
  /** A wait of this length triggers a check of the database. */
  readonly suspect: number;
  /** How long it may take to connect again and answer a trivial question. */
  readonly answer: number;
  /** While long statements run, it is asked no more often than this. */
  readonly repeat: number;
}

const TICK_MILLIS = 100;
const FULL_MILLIS = 20_000;
/** SQLSTATEs of a server that answers but serves no client: shutting down, crashed, starting. */
const NOT_SERVING = /^57P0[123]$/;

export type AbortWait = (reason: DatabaseUnavailable) => void;

/**
 * Distinguishes a silent database from a busy one: while something has waited for seconds, a new connection runs a trivial query. If it is
 * answered, the wait continues; if not, all waits fail and new requests are refused until an answer comes. So a statement may take minutes,
 * and a frozen server, a cut line or a dead proxy blocks no caller for longer than seconds.
 */
export interface DatabaseWatch {
  /** Whether the database does not answer. */
  readonly isAway: boolean;
  /** It said less than twenty seconds ago that its disk is full. */
  readonly isFull: boolean;
  /** Begins a wait. `giveUp` is called once if the database falls silent; the returned function ends the wait. */
  wait(giveUp: AbortWait): () => void;
  /** Is called whenever the database has fallen silent, after all that waited was given up. */
  onSilent(handler: () => void): void;
  /** SQLSTATE reported by the database. */
  heard(state: string | undefined): void;
  close(): void;
}

/** @param probe options of a connection for the question */
export function watchDatabase(probe: pg.ClientConfig, { suspect, answer, repeat }: SilenceTimeouts): DatabaseWatch {
  const waiting = new Set<{ readonly since: number; readonly giveUp: AbortWait }>();
  const handlers: (() => void)[] = [];
  let isAway = false;
  let isAsking = false;
  let isClosed = false;
  let heardAt = Number.NEGATIVE_INFINITY;
  let fullAt = Number.NEGATIVE_INFINITY;

  const ask = async (): Promise<void> => {
    const asked = performance.now();
    const verdict = await answers(probe, answer);
    if (isClosed) return;
    if (verdict === 'answered') {
      heardAt = performance.now();
      isAway = false;
    } else if (verdict === 'silent') {
      isAway = true;
      for (const one of waiting) {
        // Waits that started after the query are left to the next one.
        if (one.since > asked) continue;
        waiting.delete(one);
        one.giveUp(new DatabaseUnavailable('away', true, 'The database does not answer'));
      }
      for (const handler of handlers) handler();
    }
  };
  const tick = setInterval(() => {
    if (isAsking) return;
    const now = performance.now();
    const [oldest] = waiting;
    const isOverdue = oldest !== undefined && now - oldest.since >= suspect && now - heardAt >= repeat;
    if (!isAway && !isOverdue) return;
    isAsking = true;
    void ask().finally(() => {
      isAsking = false;
    });
  }, TICK_MILLIS);
  tick.unref();

  return {
    get isAway() {
      return isAway;
    },
    get isFull() {
      return performance.now() - fullAt < FULL_MILLIS;
    },
    wait: (giveUp) => {
      const one = { since: performance.now(), giveUp };
      waiting.add(one);
      return () => void waiting.delete(one);
    },
    onSilent: (handler) => void handlers.push(handler),
    heard: (state) => {
      if (state === DISK_FULL) fullAt = performance.now();
    },
    close: () => {
      isClosed = true;
      clearInterval(tick);
    },
  };
}

/** `unclear` when this process itself was held up meanwhile. */
async function answers(options: pg.ClientConfig, millis: number): Promise<'answered' | 'silent' | 'unclear'> {
  const client = new pg.Client({ ...options, application_name: 'trade-assistant probe' });
  client.on('error', () => undefined);
  const began = performance.now();
  const question = client
    .connect()
    .then(() => client.query('select 1'))
    .then(
      () => 'answered' as const,
      // Any other refusal, such as too many connections, means that the server is up.
      (error: unknown) =>
        error instanceof pg.DatabaseError && !NOT_SERVING.test(error.code ?? '')
          ? ('answered' as const)
          : ('silent' as const),
    );
  const verdict = await Promise.race([question, sleep(millis, 'late' as const, { ref: false })]);
  client.connection.stream.destroy();
  if (verdict !== 'late') return verdict;
  return performance.now() - began > millis * 1.5 ? 'unclear' : 'silent';
}
