import { move } from 'piscina';
import { fillBuffer } from './batch.ts';
import type { NormaliseOptions } from './normalise.ts';

/** Input of a worker thread. Lines and countries are joined by `\n`: one string crosses threads faster than many. */
export interface WorkerTask {
  readonly lines: string;
  readonly countryCodes?: string | undefined;
  readonly options: NormaliseOptions;
}

/** Runs in a worker thread of `pool.ts`; the buffer is moved to the caller, not copied. */
export default function work(task: WorkerTask): ArrayBuffer {
  const buffer = fillBuffer(task.lines.split('\n'), task.options, task.countryCodes?.split('\n'));
  // `move` marks the buffer for transfer and has an opaque type; the receiver gets the buffer.
  return move(buffer) as unknown as ArrayBuffer;
}
