import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** One figure of a benchmark: the promise and the measurement. */
export interface Figure {
  readonly what: string;
  readonly value: number;
  readonly unit: string;
  /** The promise; without one the figure is only reported. */
  readonly atMost?: number;
  readonly atLeast?: number;
}

/** A benchmark: may print progress and returns its figures, the important ratio last. */
export interface Benchmark {
  readonly title: string;
  run(): Promise<readonly Figure[]>;
}

export const figure = (
  what: string,
  value: number,
  unit: string,
  promise: { atMost?: number; atLeast?: number } = {},
): Figure => ({ what, value, unit, ...promise });

export const isPromiseKept = ({ value, atMost, atLeast }: Figure): boolean =>
  (atMost === undefined || value <= atMost) && (atLeast === undefined || value >= atLeast);

/** Runs the work. @returns its result and duration */
export async function timed<T>(work: () => Promise<T>): Promise<{ result: T; seconds: number }> {
  const started = performance.now();
  const result = await work();
  return { result, seconds: (performance.now() - started) / 1000 };
}

/** Lets `clients` repeat the work side by side. @returns how many times it was done, and in how many seconds */
export async function sustained(
  options: { clients: number; seconds: number },
  work: (client: number, turn: number) => Promise<void>,
): Promise<{ count: number; seconds: number; millis: number[] }> {
  const started = performance.now();
  const end = started + options.seconds * 1000;
  const millis: number[] = [];
  const loop = async (client: number) => {
    for (let turn = 0; performance.now() < end; turn += 1) {
      const began = performance.now();
      await work(client, turn);
      millis.push(performance.now() - began);
    }
  };
  await Promise.all(Array.from({ length: options.clients }, (_, client) => loop(client)));
  return { count: millis.length, seconds: (performance.now() - started) / 1000, millis };
}

/** The value that `share` of them do not exceed. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? 0;
}

/** The middle one: benchmarks on a busy machine have outliers, on one side only. */
export const median = (values: readonly number[]): number => percentile(values, 0.5);

const SAMPLE_MILLIS = 100;

/** Watches a process's memory until stopped. @returns by how many megabytes it grew at its highest (Linux only; else 0) */
export function watchMemory(pid: number): () => Promise<number> {
  const before = residentMegabytes(pid);
  let highest = before;
  let watching = true;
  const watched = (async () => {
    while (watching) {
      highest = Math.max(highest, residentMegabytes(pid));
      await sleep(SAMPLE_MILLIS);
    }
  })();
  return async () => {
    watching = false;
    await watched;
    return highest - before;
  };
}

/** Memory (RSS) of a process (Linux only; else 0). */
export function residentMegabytes(pid: number): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}
