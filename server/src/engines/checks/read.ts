import type { JobContext } from '../../kernel/jobs/index.ts';
import { type ListSource, type Reading, readLines, type WorkTask, withList, withTaskLines } from '../work/index.ts';

/** Where the numbers of a task are: a stored file, the pasted text, or an earlier task of the same owner. */
export interface CheckList {
  readonly fileId: bigint | null;
  readonly text: string | null;
  readonly taskId: bigint | null;
}

/** Reads a list into the lines of a task. @throws as `readLines`, LIST_GONE */
export async function readList(job: JobContext, task: WorkTask, list: CheckList, reading: Reading): Promise<void> {
  const { app } = job;
  const read = (source: ListSource) => readLines(job, task, source, reading);
  if (list.taskId !== null) return withTaskLines(app, list.taskId, null, read);
  return withList(app, list, read);
}
