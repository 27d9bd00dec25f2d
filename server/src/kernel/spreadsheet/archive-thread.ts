import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { AppError } from '@trade-assistant/contract/kit/errors.ts';
import { fileErrors } from './errors.ts';
import type { TableOptions, TableReport, TableRow } from './table.ts';

export interface ThreadTask {
  readonly path: string;
  readonly options: TableOptions;
}

/** A batch with the report so far (no rows: the end), or the refusal that ended the reading. */
export type ThreadAnswer =
  | { readonly rows: TableRow[] | null; readonly report: TableReport }
  | { readonly refusal: Pick<AppError, 'code' | 'declaration' | 'params'> };

/**
 * Reads an archive or workbook in a separate thread, so that one that needs too much memory or time only causes an
 * error for its reader. Yields batches of rows; the thread prepares one batch ahead. Fills `report` as they arrive.
 *
 * @throws the refusals of `readTable`, and TEXT_TOO_LARGE when the thread runs out of memory
 */
export async function* readInThread(
  path: string,
  options: TableOptions,
  report: TableReport,
): AsyncGenerator<TableRow[]> {
  const worker = new Worker(new URL('./archive-worker.ts', import.meta.url), {
    workerData: { path, options } satisfies ThreadTask,
    resourceLimits: { maxOldGenerationSizeMb: MOST_MEGABYTES, maxYoungGenerationSizeMb: 16 },
  });
  // Called before the thread can answer: an answer without a listener would be lost.
  const nextAnswer = (): Promise<[ThreadAnswer]> => {
    const answer = once(worker, 'message', { signal: AbortSignal.timeout(LONGEST_BATCH_MS) });
    answer.catch(() => {});
    return answer as Promise<[ThreadAnswer]>;
  };
  try {
    for (let waiting = nextAnswer(); ; ) {
      const [answer] = await waiting;
      if ('refusal' in answer) {
        const { code, declaration, params } = answer.refusal;
        throw new AppError(code, declaration, params);
      }
      Object.assign(report, answer.report);
      if (!answer.rows) return;
      waiting = nextAnswer();
      worker.postMessage('next');
      yield answer.rows;
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY') throw fileErrors.TEXT_TOO_LARGE();
    throw error;
  } finally {
    await worker.terminate();
  }
}

/** Twice as much as the largest list that is allowed needs. */
const MOST_MEGABYTES = 256;
/** A workbook of a million lines gives its first batch after 4 s on an idle machine. */
const LONGEST_BATCH_MS = 5 * 60_000;
