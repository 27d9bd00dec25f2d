import { checkResult } from '@trade-assistant/contract/number-dictionaries.ts';
import { numberReject } from '@trade-assistant/contract/number-reject.ts';
import { type SQL, sql } from 'drizzle-orm';
import type { App } from '../../../kernel/app/index.ts';
import { inlined, openSnapshot } from '../../../kernel/db/snapshot.ts';
import { workErrors } from './errors.ts';
import type { ListSource } from './read-list.ts';
import { LINE } from './states.ts';
import type { WorkTask } from './tables.ts';

const { malformed, duplicate, suppressed } = checkResult.is;
/** Returns the resource of the checks of a channel. */
export const resourceOfChecks = <C extends 'whatsapp' | 'telegram'>(channel: C) => `filter/${channel}-filter` as const;

/** Length of a line, about. */
const LINE_BYTES = 14;

/** Returns the condition of the present lines of a class. */
export function isOfClass(value: number): SQL {
  if (value === duplicate) return sql`(state = ${LINE.rejected} and reject_reason = ${numberReject.is.duplicate})`;
  if (value === suppressed) return sql`(state = ${LINE.rejected} and result is null and e164 is not null)`;
  if (value === malformed)
    return sql`(state = ${LINE.rejected} and e164 is null and reject_reason <> ${numberReject.is.duplicate})`;
  return sql`(state = ${LINE.result} and result = ${value})`;
}

/** Returns the condition of lines that were active within the period of their check, as `activeCount` counts them. */
export const isActiveWithin = ({ activePeriod }: Pick<WorkTask, 'activePeriod'>): SQL =>
  activePeriod === null ? sql`false` : sql`active_days <= ${activePeriod}`;

/** Reads the numbers of a task, or those with some results, as a list. @throws LIST_GONE */
export async function withTaskLines<T>(
  app: App,
  taskId: bigint,
  results: readonly number[] | null,
  read: (source: ListSource) => Promise<T>,
): Promise<T> {
  const { rows } = await app.db.drizzle.execute<{ createTime: string; lines: number }>(sql`
    select to_json(create_time)#>>'{}' as "createTime", total_count as lines from work_task 
    where id = ${taskId} and purged_time is null and (expire_time is null or expire_time > now())`);
  const [task] = rows;
  if (!task) throw workErrors.LIST_GONE();
  const ofClasses = results === null ? sql`true` : sql.join(results.map(isOfClass), sql` or `);
  const snapshot = await openSnapshot(app.db);
  try {
    const lines = snapshot.copy(`select '+' || e164 from work_line
      where task_id = ${taskId} and create_time = '${task.createTime}' and is_current and e164 is not null and (${inlined(ofClasses)}) order by line_no`);
    return await read({ source: lines, size: task.lines * LINE_BYTES });
  } finally {
    await snapshot.close();
  }
}
