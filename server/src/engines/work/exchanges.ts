import { desc, eq, sql } from 'drizzle-orm';
import type { Tx } from '../../kernel/db/index.ts';
import { ATTEMPT } from './states.ts';
import { workAttempts, workTasks } from './tables.ts';

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
