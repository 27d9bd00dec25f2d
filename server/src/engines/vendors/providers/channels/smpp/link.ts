import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import {
  BindRefused,
  NotWritten,
  openSession,
  type Pdu,
  type SessionOptions,
  type SmppSession,
  STATUS,
} from '../../../smpp/index.ts';
import type { Bind, Job, Part } from './parts.ts';
import type { SendQueue } from './send-queue.ts';
import { ThrottlePause } from './throttle.ts';

/** Pauses before the next attempt to connect, and after a refusal of the account. */
const RETRY_MILLIS = { first: 1000, most: 60_000 };
const REFUSED_MILLIS = { first: 30_000, most: 600_000 };
/** A bind that lived so long starts with short pauses again. */
const STEADY_MILLIS = 60_000;
/** Pauses are reported so often at most. */
const REPORTED_MILLIS = 1000;
/** Statuses of a bind that mean the account and not the moment. */
const OF_ACCOUNT: ReadonlySet<number> = new Set([
  STATUS.ESME_RINVPASWD,
  STATUS.ESME_RINVSYSID,
  STATUS.ESME_RBINDFAIL,
  STATUS.ESME_RINVSYSTYP,
]);

export interface LinkOptions {
  readonly bindNo: number;
  readonly isPair: boolean;
  readonly window: number;
  readonly session: Omit<SessionOptions, 'mode' | 'onLost'>;
  /** Called at each change. */
  readonly onState: (change: LinkChange) => void;
  readonly onThrottled: (pauseMillis: number) => void;
}

/**
 * - `failed`: an attempt or a bound session ended; another attempt follows after the pause.
 * - `refused`: the SMSC refuses the account.
 */
export type LinkChange =
  | { readonly state: 'connecting' | 'bound' }
  | {
      readonly state: 'failed' | 'refused';
      readonly error: string;
      readonly status: number | null;
      readonly pauseMillis: number;
    };

/** One bind that is kept: connected again after each loss, with growing pauses. */
export class Link implements Bind {
  readonly bindNo: number;
  current: Job | null = null;
  readonly #options: LinkOptions;
  readonly #queue: SendQueue;
  readonly #stopping = new AbortController();
  #sessions: readonly SmppSession[] = [];
  #lost = Promise.withResolvers<Error>();
  /** Parts that were throttled: first when it goes on. */
  #again: Part[] = [];
  #pausedUntil = 0;
  readonly #throttling = new ThrottlePause();
  #reportedAt = Number.NEGATIVE_INFINITY;
  #isDraining = false;
  #running: Promise<void> = Promise.resolve();

  constructor(queue: SendQueue, options: LinkOptions) {
    this.#queue = queue;
    this.#options = options;
    this.bindNo = options.bindNo;
  }

  start(): void {
    this.#queue.add(this);
    this.#running = this.#run();
  }

  /** Unbinds and connects no more; parts that are under way are in doubt afterwards. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#queue.remove(this);
    await this.#close();
    this.#lost.resolve(new Error('stopped'));
    await this.#running;
  }

  get isBound(): boolean {
    return this.#sessions.length > 0 && this.#sessions.every(({ cause }) => cause === null);
  }

  get pausedMillis(): number {
    return Math.max(0, this.#pausedUntil - performance.now());
  }

  get canSend(): boolean {
    const [sending] = this.#sessions;
    if (!sending || !this.isBound || this.pausedMillis > 0 || sending.pending >= this.#options.window) return false;
    if (sending.isWritable) return true;
    if (!this.#isDraining) {
      this.#isDraining = true;
      sending.onDrain(() => {
        this.#isDraining = false;
        this.#queue.pump();
      });
    }
    return false;
  }

  nextPart(): Part | undefined {
    for (let part = this.#again.shift(); part; part = this.#again.shift())
      if (part.state === 'waiting' && !part.job.isGivenUp) return part;
    const part = this.current?.isGivenUp ? undefined : this.current?.parts.find(({ state }) => state === 'waiting');
    if (!part) this.current = null;
    return part;
  }

  putBack(part: Part): void {
    if (part.job !== this.current) this.#keep(part);
  }

  request(command: number, body: Buffer): Promise<Pdu> {
    const [sending] = this.#sessions;
    return sending ? sending.request(command, body) : Promise.reject(new NotWritten('no bind'));
  }

  async enquire(): Promise<void> {
    for (const session of this.#sessions) await session.enquire();
  }

  recordAccepted(): void {
    this.#throttling.recordAccepted();
  }

  throttle(part: Part, leastMillis: number): void {
    this.#keep(part);
    // Answers to parts of the same window begin no further pause.
    if (this.pausedMillis > 0) return;
    const pause = this.#throttling.next(leastMillis);
    const now = performance.now();
    this.#pausedUntil = now + pause;
    if (now - this.#reportedAt < REPORTED_MILLIS) return;
    this.#reportedAt = now;
    this.#options.onThrottled(pause);
  }

  outOfStep(part: Part, words: string): void {
    this.#keep(part);
    for (const session of this.#sessions) session.destroy(new Error(words));
  }

  #keep(part: Part): void {
    this.#again.push(part);
    this.#again.sort((a, b) => a.job.order - b.job.order || a.partNo - b.partNo);
  }

  async #run(): Promise<void> {
    let failures = 0;
    while (!this.#stopping.signal.aborted) {
      this.#options.onState({ state: 'connecting' });
      this.#lost = Promise.withResolvers<Error>();
      const began = performance.now();
      const cause = await this.#connect();
      if (this.#stopping.signal.aborted) break;
      const status = cause instanceof BindRefused ? cause.status : null;
      const isRefused = status !== null && OF_ACCOUNT.has(status);
      failures = performance.now() - began > STEADY_MILLIS ? 1 : failures + 1;
      const { first, most } = isRefused ? REFUSED_MILLIS : RETRY_MILLIS;
      const pauseMillis = Math.min(most, first * 2 ** Math.min(failures - 1, 20));
      this.#options.onState({ state: isRefused ? 'refused' : 'failed', error: cause.message, status, pauseMillis });
      await sleep(pauseMillis, undefined, { signal: this.#stopping.signal, ref: false }).catch(() => undefined);
    }
    await this.#close();
  }

  /** Binds and waits for the end of the bind. @returns why it ended, or did not begin */
  async #connect(): Promise<Error> {
    const opened: SmppSession[] = [];
    try {
      for (const mode of this.#options.isPair ? (['transmitter', 'receiver'] as const) : (['transceiver'] as const))
        opened.push(
          await openSession({ ...this.#options.session, mode, onLost: (cause) => this.#lost.resolve(cause) }),
        );
      if (this.#stopping.signal.aborted) throw new Error('stopped');
      this.#sessions = opened;
      this.#isDraining = false;
      this.#options.onState({ state: 'bound' });
      this.#queue.pump();
      return await this.#lost.promise;
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error));
    } finally {
      this.#sessions = opened;
      await this.#close();
    }
  }

  async #close(): Promise<void> {
    const sessions = this.#sessions;
    this.#sessions = [];
    await Promise.all(sessions.map((session) => session.close()));
    // Requests without an answer are in doubt before their texts are taken back.
    await setImmediate();
    const jobs = [...this.#again.map(({ job }) => job), ...(this.current ? [this.current] : [])];
    this.#again = [];
    this.current = null;
    this.#queue.takeBack(jobs);
  }
}
