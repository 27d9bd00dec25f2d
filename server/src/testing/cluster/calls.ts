import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Caller } from '../app.ts';
import type { HttpClient } from '../http-client.ts';

/** Pause before a call is repeated, and how long it is repeated before it counts as failed. */
const AGAIN_MILLIS = 500;
const PATIENCE_MILLIS = 30_000;
/** How long it is repeated in all, so that the books can be compared with its answer. */
const MOST_MILLIS = 300_000;

/** A changing call, with its repetitions under one idempotency key. */
export interface Attempt {
  readonly began: number;
  /** When it was answered 200, as `began` in milliseconds; undefined before. */
  answered?: number;
  tries: number;
}

/** The calls of the load, in the order in which they began. */
export interface Calls {
  readonly all: readonly Attempt[];
  /** Refusals: the load makes no call that may be refused. */
  readonly refused: readonly string[];
  /**
   * Sends a changing call as the console does, under one key until it is answered. @returns its data
   * @throws when it is refused, or not answered within minutes
   */
  send<T>(token: string, path: string, body: unknown, key?: string): Promise<T>;
}

export function recordCalls(client: Pick<HttpClient, 'send'>): Calls {
  const all: Attempt[] = [];
  const refused: string[] = [];
  return {
    all,
    refused,
    async send(token, path, body, key = randomUUID()) {
      const attempt: Attempt = { began: Date.now(), tries: 0 };
      all.push(attempt);
      for (;;) {
        attempt.tries += 1;
        const headers = { 'idempotency-key': key };
        const answer = await client
          .send(`/api/${path}`, { method: 'POST', token, body, headers })
          .catch(() => undefined);
        if (answer?.status === 200) {
          attempt.answered = Date.now();
          return answer.body.data;
        }
        const text = `${path}: ${JSON.stringify(answer?.body)}`;
        if (answer && answer.status < 500) {
          refused.push(text);
          throw new Error(`refused: ${text}`);
        }
        if (Date.now() > attempt.began + MOST_MILLIS) throw new Error(`not answered: ${text}`);
        await sleep(AGAIN_MILLIS);
      }
    },
  };
}

/** What the callers noticed of an event. */
export interface Noticed {
  readonly calls: number;
  /** Calls that were sent more than once. */
  readonly repeated: number;
  /** Calls that were not answered 200 within half a minute of repetitions. */
  readonly failed: number;
  /** The longest time without a call that was answered 200. */
  readonly secondsWithout: number;
}

/** Returns what the callers noticed between two times. */
export function noticed(all: readonly Attempt[], from: number, to: number): Noticed {
  const during = all.filter(({ began }) => began >= from && began < to);
  const answers = all
    .flatMap(({ answered }) => (answered !== undefined && answered > from && answered < to ? [answered] : []))
    .sort((one, other) => one - other);
  const times = [from, ...answers, to];
  return {
    calls: during.length,
    repeated: during.filter(({ tries }) => tries > 1).length,
    failed: during.filter(({ began, answered }) => answered === undefined || answered - began > PATIENCE_MILLIS).length,
    secondsWithout: Math.max(...times.slice(1).map((time, index) => time - (times[index] ?? time))) / 1000,
  };
}

/** Sends the calls of one user for helpers that prepare the load; nothing is repeated. */
export function callerOf(client: Pick<HttpClient, 'send'>, token: string): Caller {
  const answerOf = async (answer: ReturnType<HttpClient['send']>) => {
    const { status, body } = await answer;
    if (status !== 200) throw new Error(JSON.stringify(body));
    return { status, body, raw: Buffer.alloc(0), headers: {} };
  };
  return {
    get: (call, query = {}) => {
      const given = Object.entries(query).map(([name, value]) => [name, String(value)]);
      return answerOf(client.send(`/api/${call}?${new URLSearchParams(given)}`.replace(/\?$/, ''), { token }));
    },
    post: (call, body = {}, headers = {}) =>
      answerOf(client.send(`/api/${call}`, { method: 'POST', token, body, headers })),
  };
}
