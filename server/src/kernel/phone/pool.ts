import { availableParallelism } from 'node:os';
import { Piscina } from 'piscina';
import { batchFromBuffer, type NormalisedBatch } from './batch.ts';
import type { NormaliseOptions } from './normalise.ts';
import type { WorkerTask } from './worker.ts';

/** Worker threads that read number lists, so that a long list never holds up the event loop. */
export interface PhonePool {
  /**
   * Reads a batch of lines (some thousands at a time is right) in another thread.
   * `countryCodes`, when given, replaces the option's country line by line (empty string: keep the option's).
   */
  normalise(
    lines: readonly string[],
    options?: NormaliseOptions,
    countryCodes?: readonly string[],
  ): Promise<NormalisedBatch>;
  /**
   * Reads a stream of batches with every thread busy, giving the verdicts in the order of the batches and holding at most
   * two batches per thread.
   */
  normaliseAll<Row>(
    batches: AsyncIterable<readonly Row[]>,
    lineOf: (row: Row) => string,
    options?: NormaliseOptions,
    countryOf?: (row: Row) => string,
  ): AsyncGenerator<{ rows: readonly Row[]; verdicts: NormalisedBatch }>;
  close(): Promise<void>;
}

/** Starts the threads; they end when idle for half a minute and start again when needed. */
export function createPhonePool(settings: { threads?: number } = {}): PhonePool {
  const threads = settings.threads ?? availableParallelism();
  const piscina = new Piscina<WorkerTask, ArrayBuffer>({
    filename: new URL('./worker.ts', import.meta.url).href,
    minThreads: 0,
    maxThreads: threads,
    idleTimeout: 30_000,
    // A thread's results are garbage at once; without a bound it would keep tens of megabytes.
    resourceLimits: { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 128 },
  });
  // Tasks report their own errors. This one is an answer after a forced close, or a thread that ended between two tasks: without a
  // listener either would end the process.
  piscina.on('error', () => undefined);

  async function normalise(
    lines: readonly string[],
    options: NormaliseOptions = {},
    countryCodes?: readonly string[],
  ): Promise<NormalisedBatch> {
    if (lines.length === 0) return batchFromBuffer(new ArrayBuffer(0), 0);
    const task: WorkerTask = { lines: joined(lines), countryCodes: countryCodes && joined(countryCodes), options };
    return batchFromBuffer(await piscina.run(task), lines.length);
  }

  async function* normaliseAll<Row>(
    batches: AsyncIterable<readonly Row[]>,
    lineOf: (row: Row) => string,
    options?: NormaliseOptions,
    countryOf?: (row: Row) => string,
  ): AsyncGenerator<{ rows: readonly Row[]; verdicts: NormalisedBatch }> {
    const waiting: { rows: readonly Row[]; verdicts: Promise<NormalisedBatch> }[] = [];
    for await (const rows of batches) {
      const verdicts = normalise(rows.map(lineOf), options, countryOf && rows.map(countryOf));
      // Awaited below; without this handler an earlier failure would end the process.
      verdicts.catch(() => {});
      waiting.push({ rows, verdicts });
      const first = waiting.length >= threads * 2 ? waiting.shift() : undefined;
      if (first) yield { rows: first.rows, verdicts: await first.verdicts };
    }
    for (const rest of waiting) yield { rows: rest.rows, verdicts: await rest.verdicts };
  }

  return { normalise, normaliseAll, close: () => piscina.close() };
}

// A line break inside a cell means nothing to a number (it would be removed), but would shift every line after it.
function joined(lines: readonly string[]): string {
  const text = lines.join('\n');
  let breaks = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) breaks++;
  return breaks === lines.length - 1 ? text : lines.map((line) => line.replaceAll('\n', ' ')).join('\n');
}
