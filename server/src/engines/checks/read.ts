import { checkStatus } from '@trade-assistant/contract/areas/filter/dictionaries.ts';
import { sql } from 'drizzle-orm';
import type { App } from '../../kernel/app/index.ts';
import { openSnapshot } from '../../kernel/db/snapshot.ts';
import type { JobContext } from '../../kernel/jobs/index.ts';
import { type ListSource, type Reading, readLines, type WorkTask, withList } from '../work/index.ts';
import { checkErrors } from './errors.ts';

/** Where the numbers of a task are: a stored file, the pasted text, or an earlier task of the same owner. */
export interface CheckList {
  readonly fileId: bigint | null;
  readonly text: string | null;
  readonly taskId: bigint | null;
}

/** Length of a line of an earlier task, about. */
const LINE_BYTES = 14;

/** Reads a list into the lines of a task. @throws as `readLines`, LIST_GONE */
export async function readList(job: JobContext, task: WorkTask, list: CheckList, reading: Reading): Promise<void> {
  const { app } = job;
  const read = (source: ListSource) => readLines(job, task, source, reading);
  if (list.taskId !== null) return readEarlier(app, list.taskId, read);
  return withList(app, list, read);
}

/** Reads the numbers of an earlier task. @throws LIST_GONE */
async function readEarlier(app: App, taskId: bigint, read: (source: ListSource) => Promise<void>): Promise<void> {
  const { rows } = await app.db.drizzle.execute<{ createTime: string; lines: number }>(sql`
    select to_json(create_time)#>>'{}' as "createTime", total_count as lines from work_task
    where id = ${taskId} and status <> ${checkStatus.is.purged}`);
  const [earlier] = rows;
  if (!earlier) throw checkErrors.LIST_GONE();
  const snapshot = await openSnapshot(app.db);
  try {
    const lines = snapshot.copy(`select '+' || e164 from work_line
      where task_id = ${taskId} and create_time = '${earlier.createTime}' and is_current and e164 is not null order by line_no`);
    await read({ source: lines, size: earlier.lines * LINE_BYTES });
  } finally {
    await snapshot.close();
  }
}
