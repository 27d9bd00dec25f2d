import { desc, eq, type SQL, sql } from 'drizzle-orm';
import type { Tx } from '../../../kernel/db/index.ts';
import { ATTEMPT } from './states.ts';
import { type WorkTask, workAttempts, workTasks } from './tables.ts';

const LAST = 50;

/** Returns the last exchanges with a provider and the tasks they belong to, newest first; no numbers. */
export async function lastExchanges(run: Pick<Tx, 'select'>, providerId: bigint) {
  const rows = await run
    .select({
      attempt: workAttempts,
      taskNo: workTasks.taskNo,
      jobTaskNo: workTasks.jobTaskNo,
      resource: workTasks.resource,
    })
    .from(workAttempts)
    .innerJoin(workTasks, eq(workTasks.id, workAttempts.taskId))
    .where(eq(workAttempts.providerId, providerId))
    .orderBy(desc(workAttempts.createTime))
    .limit(LAST);
  return rows.map(({ attempt: { id, ...attempt }, ...task }) => ({ ...attempt, ...task, reference: id }));
}

/** Returns how many exchanges of each provider are not answered; providers without one are left out. */
export async function openExchanges(
  run: Pick<Tx, 'execute'>,
  providerIds: readonly bigint[],
): Promise<ReadonlyMap<bigint, { inFlight: number; inDoubt: number }>> {
  const { rows } = await run.execute<{ id: string; inFlight: number; inDoubt: number }>(sql`
    select provider_id::text as id, count(*) filter (where state <> ${ATTEMPT.doubt})::int as "inFlight",
      count(*) filter (where state = ${ATTEMPT.doubt})::int as "inDoubt"
    from work_attempt where provider_id = any(${sql.param(providerIds.map(String))}::bigint[]) and state in (0, 1, 3) group by 1`);
  return new Map(rows.map(({ id, inFlight, inDoubt }) => [BigInt(id), { inFlight, inDoubt }]));
}

/** The exchange that decided a line `l`: the last one with its provider that began before its result. */
export const EXCHANGE_OF_LINE: SQL = sql`
  select id, provider_id, create_time from work_attempt
  where task_id = l.task_id and chunk_no = l.chunk_no and provider_code = l.provider_code and create_time <= l.checked_time
  order by create_time desc limit 1`;

/** The exchange that decided a line. */
export interface LineExchange {
  readonly lineNo: number;
  readonly providerId: bigint | null;
  readonly providerCode: string;
  /** As the results of its task: 1 providers, 3 the sandbox. */
  readonly evidence: number;
  readonly beginTime: Date;
  readonly checkTime: Date;
}

/** Returns the exchanges that decided lines of a task; lines without an answer are left out. */
export async function exchangesOf(
  tx: Pick<Tx, 'execute'>,
  task: Pick<WorkTask, 'id' | 'createTime'>,
  lineNos: readonly number[],
): Promise<LineExchange[]> {
  const { rows } = await tx.execute<{
    lineNo: number;
    providerId: string | null;
    providerCode: string;
    evidence: number;
    beginTime: string;
    checkTime: string;
  }>(sql`
    select l.line_no as "lineNo", a.provider_id::text as "providerId", l.provider_code as "providerCode", l.evidence,
      a.create_time as "beginTime", l.checked_time as "checkTime"
    from work_line l cross join lateral (${EXCHANGE_OF_LINE}) a
    where l.task_id = ${task.id} and l.create_time = ${task.createTime} and l.line_no = any(${sql.param([...lineNos])}::int[])
      and l.is_current and l.evidence is not null`);
  return rows.map((row) => ({
    ...row,
    providerId: row.providerId === null ? null : BigInt(row.providerId),
    beginTime: new Date(row.beginTime),
    checkTime: new Date(row.checkTime),
  }));
}
