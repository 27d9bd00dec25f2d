import { once } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import { AppError } from '@trade-assistant/contract/kit/errors.ts';
import type { ThreadAnswer, ThreadTask } from './archive-thread.ts';
import { readArchive } from './read.ts';

// Runs in the thread of `archive-thread.ts`: posts a batch, then waits until its reader took it. Errors other than refusals
// reach the reader as errors of the thread.
const port = parentPort;
if (!port) throw new Error('This file runs in a worker thread');
const post = (answer: ThreadAnswer): void => port.postMessage(answer);
const { path, options } = workerData as ThreadTask;
const table = readArchive(path, options);
try {
  for await (const rows of table) {
    const taken = once(port, 'message');
    post({ rows, report: table.report });
    await taken;
  }
  post({ rows: null, report: table.report });
} catch (error) {
  if (!(error instanceof AppError)) throw error;
  const { code, declaration, params } = error;
  post({ refusal: { code, declaration, params } });
}
port.close();
