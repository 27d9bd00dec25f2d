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
/** Age at which the connection for questions is opened: short-lived processes need none. */
const KEPT_AFTER_MILLIS = 10_000;
const PROBE = 'trade-assistant probe';
const QUESTION = 'select 1';
/** SQLSTATEs of a server that answers but serves no client: shutting down, crashed, starting. */
const NOT_SERVING = /^57P0[123]$/;

export type AbortWait = (reason: DatabaseUnavailable) => void;

/**
 * Distinguishes a silent database from a busy one. While something has waited for seconds and no connection has had an answer meanwhile, the
 * database is asked a trivial question, first over a connection kept for it, then over a new one. An answer on any connection ends the
 * suspicion; two questions without one make all waits fail, and new requests are refused until an answer comes. So a statement may take
 * minutes, and a frozen server, a cut line or a dead proxy blocks no caller for longer than seconds.
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
  /** Notes an answer of the database on any connection. */
  heard(): void;
  /** Notes the SQLSTATE of an error. */
  refused(state: string | undefined): void;
  close(): void;
}

/** @param probe options of a connection for the questions */
export function watchDatabase(probe: pg.ClientConfig, { suspect, answer, repeat }: SilenceTimeouts): DatabaseWatch {
  const waiting = new Set<{ readonly since: number; readonly giveUp: AbortWait }>();
  const handlers: (() => void)[] = [];
  const kept = keptQuestions(probe);
  let isAway = false;
  let isAsking = false;
  let isClosed = false;
  let heardAt = Number.NEGATIVE_INFINITY;
  let fullAt = Number.NEGATIVE_INFINITY;

  const ask = async (): Promise<void> => {
    const asked = performance.now();
    // A new connection is made slowly by a busy server, a kept one may have been cut: both have to be silent.
    let verdict = isAway ? 'silent' : await kept.ask(answer);
    if (verdict === 'silent' && heardAt < asked) verdict = await answers(probe, answer);
    if (isClosed) return;
    if (verdict === 'answered' || heardAt >= asked) {
      heardAt = performance.now();
      isAway = false;
    } else if (verdict === 'silent') {
      isAway = true;
      for (const one of waiting) {
        // Waits that started after the question are left to the next one.
        if (one.since > asked) continue;
        waiting.delete(one);
        one.giveUp(new DatabaseUnavailable('away', true, 'The database does not answer'));
      }
      for (const handler of handlers) handler();
    }
  };
  const openedAt = performance.now();
  const tick = setInterval(() => {
    if (isAsking) return;
    const now = performance.now();
    if (now - openedAt >= KEPT_AFTER_MILLIS && now - heardAt < TICK_MILLIS) kept.open();
    const [oldest] = waiting;
    const isOverdue =
      oldest !== undefined && now - oldest.since >= suspect && now - heardAt >= Math.max(suspect, repeat);
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
    heard: () => {
      heardAt = performance.now();
    },
    refused: (state) => {
      if (state === DISK_FULL) fullAt = performance.now();
    },
    close: () => {
      isClosed = true;
      clearInterval(tick);
      kept.close();
    },
  };
}

type Verdict = 'answered' | 'silent' | 'unclear';

interface KeptQuestions {
  /** Opens the connection, if it is not open. */
  open(): void;
  ask(millis: number): Promise<Verdict>;
  close(): void;
}

/** Questions over one connection, which is kept until it does not answer. */
function keptQuestions(options: pg.ClientConfig): KeptQuestions {
  let kept: { readonly client: pg.Client; readonly connected: Promise<unknown> } | undefined;
  const drop = (): void => {
    kept?.client.connection.stream.destroy();
    kept = undefined;
  };
  const opened = () => {
    if (kept) return kept;
    const client = new pg.Client({ ...options, application_name: PROBE });
    client.on('error', drop);
    client.on('end', drop);
    const connected = client.connect();
    connected.catch(drop);
    kept = { client, connected };
    return kept;
  };
  return {
    open: () => void opened(),
    async ask(millis) {
      const { client, connected } = opened();
      const verdict = await answerOf(
        connected.then(() => client.query(QUESTION)),
        millis,
      );
      if (verdict !== 'answered') drop();
      return verdict;
    },
    close: drop,
  };
}

/** Asks over a new connection. */
async function answers(options: pg.ClientConfig, millis: number): Promise<Verdict> {
  const client = new pg.Client({ ...options, application_name: PROBE });
  client.on('error', () => undefined);
  const verdict = await answerOf(
    client.connect().then(() => client.query(QUESTION)),
    millis,
  );
  client.connection.stream.destroy();
  return verdict;
}

/** `unclear` when this process itself was held up meanwhile. */
async function answerOf(question: Promise<unknown>, millis: number): Promise<Verdict> {
  const began = performance.now();
  const answered = question.then(
    () => 'answered' as const,
    // Any other refusal, such as too many connections, means that the server is up.
    (error: unknown) =>
      error instanceof pg.DatabaseError && !NOT_SERVING.test(error.code ?? '')
        ? ('answered' as const)
        : ('silent' as const),
  );
  const verdict = await Promise.race([answered, sleep(millis, 'late' as const, { ref: false })]);
  if (verdict !== 'late') return verdict;
  return performance.now() - began > millis * 1.5 ? 'unclear' : 'silent';
}
