import type { whatsappFilter } from '@trade-assistant/contract/areas/filter/whatsapp-filter.ts';
import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import type { CallInput } from '@trade-assistant/contract/kit/resource.ts';
import { type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../../kernel/http/context.ts';
import { maskNumber, plainNumber } from '../../../kernel/phone/index.ts';
import { exemptTable } from '../../../kernel/resource/data-rules.ts';
import { findNumbers } from '../../../kernel/resource/numbers.ts';
import { type DetailedLine, detailedLines, isOfClass, isStaff, WORK, type WorkTask, workLines } from '../work/index.ts';
import { whyOf } from './why.ts';

exemptTable(workLines, 'the task decides who may see its lines');

type LinesInput = CallInput<typeof whatsappFilter, 'lines', 'out'>;
/** Which lines of a task are wanted. */
export type Wanted = Pick<LinesInput, 'results' | 'number'>;

/** Refuses a list that is another person's, except for staff who may see lists of customers. @throws NO_PERMISSION */
export function assertOwnList(c: Context, task: WorkTask, resource: typeof whatsappFilter): void {
  if (task.ownerId !== c.actor.userId && !c.can(`${resource.name}:lines`)) throw commonErrors.NO_PERMISSION();
}

/** Returns the classes that are wanted, in ascending order; null for all lines. */
export const classesOf = ({ results }: Wanted): readonly number[] | null =>
  results ? [...new Set(results.split(',').map(Number))].toSorted((a, b) => a - b) : null;

/** Returns the condition of the wanted lines of a task, none of a purged one; numbers are found whole by their owner only. */
export function wantedLines(c: Context, task: WorkTask, wanted: Wanted): SQL {
  const classes = classesOf(wanted);
  const conditions = [
    sql`task_id = ${task.id} and create_time = ${task.createTime.toISOString()}::timestamptz and is_current`,
    ...(task.status === WORK.purged ? [sql`false`] : []),
    ...(classes ? [sql`(${sql.join(classes.map(isOfClass), sql` or `)})`] : []),
    ...(wanted.number
      ? [findNumbers(sql`e164`, isOwn(c, task))({ field: 'number', operator: 'contains', value: wanted.number })]
      : []),
  ];
  return sql.join(conditions, sql` and `);
}

const isOwn = (c: Context, task: WorkTask): boolean => task.ownerId === c.actor.userId;

/**
 * Returns lines of a task in the order of its list, each with its present result; numbers are whole for their owner only. A page continues
 * after a known line, which costs the same anywhere in the list; without one, `skip` counts matching lines.
 */
export async function listLines(
  c: Context,
  task: WorkTask,
  input: Omit<LinesInput, 'id'>,
  resource: typeof whatsappFilter,
) {
  assertOwnList(c, task, resource);
  const { after, skip, size } = input;
  const isWanted = wantedLines(c, task, input);
  const isAll = classesOf(input) === null && !input.number;
  const start =
    after > 0 || skip === 0 || isAll
      ? sql`${Math.max(after, isAll ? skip : 0)}`
      : sql`coalesce((select line_no from work_line where ${isWanted} order by line_no offset ${skip - 1} limit 1), ${task.totalCount})`;
  const rows = await detailedLines(c.app.db.drizzle, {
    where: sql`${isWanted} and line_no > ${start}`,
    limit: size,
    hasProvider: seesProviders(c),
  });
  return { records: rows.map((line) => ({ id: BigInt(line.lineNo), ...shownLine(c, line, isOwn(c, task)) })) };
}

/** Returns a line as a screen and a table show it. */
export const shownLine = (c: Context, { isCharged, ...line }: DetailedLine, isWhole: boolean) => ({
  ...line,
  regionCode: line.countryCode,
  number: numberOf(line, isWhole),
  why: whyOf({ ...line, isCharged }, c),
  isCharged: isCharged ? 1 : (0 as 0 | 1),
});

/** Whether the reader sees which provider decided a line: staff who see providers. */
export const seesProviders = (c: Context): boolean => isStaff(c) && c.can('provider/provider:view');

const numberOf = ({ e164, raw }: { e164: bigint | null; raw: string | null }, isWhole: boolean): string | null => {
  if (e164 === null) return isWhole ? raw : null;
  return isWhole ? plainNumber(e164) : maskNumber(e164);
};
