import type { AppError } from '@trade-assistant/contract/kit/errors.ts';
import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import type { z } from 'zod';
import type { App } from '../app/index.ts';
import type { Actor } from '../auth/actor.ts';
import type { Tx } from '../db/index.ts';

/** JSON values of checkpoints, results and confirmations. Ids and amounts are strings. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

/** Result of a finished or paused job. */
export interface JobResult {
  readonly result?: Json;
  /** Ids of stored files the owner may download. */
  readonly resultFileId?: bigint;
  readonly reportFileId?: bigint;
  /** Ends the task as failed with this reason; result and files are kept. */
  readonly failure?: AppError;
  /** Stop here until `resumeTask` confirms; the job is then run again with its state and the confirmation. */
  readonly waiting?: boolean;
  /**
   * Stop here without an end: other work continues the task and calls `returnTask`; the job is then run again with its
   * state. Meanwhile the task counts as running and uses no slot.
   */
  readonly handedOver?: boolean;
}

/** Context of a running job. */
export interface JobContext {
  readonly app: App;
  readonly taskNo: string;
  /** The user who started the task, with the rights at the start of this run. */
  readonly actor: Actor;
  /**
   * Aborted when the task is cancelled, the process stops, or another worker took the task over. Pass it on, or call
   * `signal.throwIfAborted()` before the first step and between two; a job that throws after an abort is cancelled or
   * queued again. If the owner has lost the permission it is aborted from the start, so that it cleans up as after a
   * cancellation.
   */
  readonly signal: AbortSignal;
  /** How often the job was taken up, this time included. */
  readonly attempt: number;
  /** Confirmation given to `resumeTask`, null before. */
  readonly confirmation: Json;
  /** The checkpoint this run started from; null without one. */
  state<T extends Json>(): T | null;
  /**
   * Saves the position for the next run. Given the transaction that did the work, work and checkpoint commit together,
   * so that nothing is done twice; given null it commits at once. Throws when another worker took the task over.
   */
  checkpoint(tx: Tx | null, state: Json): Promise<void>;
  /** Reports the progress of the job; stored and pushed at most once a second. */
  progress(done: number, total: number, note?: Text): void;
}

/** A kind of background work. Values, collected by the composition root. */
export interface Job<I extends z.ZodType = z.ZodType> {
  /** `area/verb`, stable: waiting rows name it. */
  readonly name: string;
  readonly title: Text;
  /** The input as it is stored (`z.input`, JSON) and as `run` gets it (`z.output`). */
  readonly input: I;
  /** Permission its owner needs when a run starts: the code of the call that creates it. */
  readonly permission?: string;
  /** How often it may be taken up without a checkpoint in between before it counts as failed. */
  readonly attempts: number;
  run(job: JobContext, input: z.output<I>): Promise<JobResult | undefined>;
}

export const defineJob = <I extends z.ZodType>(
  job: Omit<Job<I>, 'attempts' | 'run'> & {
    readonly attempts?: number;
    run(job: JobContext, input: z.output<I>): Promise<JobResult | undefined>;
  },
): Job<I> => ({ ...job, attempts: job.attempts ?? 3, run: (context, input) => job.run(context, input) });

/** Recurring work: on one node at a time, however many run. */
export interface Timer {
  readonly name: string;
  /** Milliseconds between two starts (at the standard tick of a second), or once a day at `HH:mm` in a zone (Asia/Shanghai by default). */
  readonly every: number | { readonly at: string; readonly zone?: string };
  run(app: App): Promise<void>;
}

export const defineTimer = (timer: Timer): Timer => timer;

/** Permanent work of every node that works the queue. */
export interface Service {
  readonly name: string;
  /**
   * Starts it for a session of the worker: until the process stops or the worker loses its connection. `workerId` is the id of
   * the worker's row in `kernel_worker`, which others remove when the worker is dead.
   */
  start(app: App, workerId: bigint): Promise<{ stop(): Promise<void> }>;
}

export const defineService = (service: Service): Service => service;
