import { and, eq, sql } from 'drizzle-orm';
import type { Tx } from '../../../kernel/db/index.ts';
import type { Refused, StoredResult } from './kind.ts';
import { CHUNK, IS_CHECK, LINE } from './states.ts';
import { type WorkChunk, type WorkTask, workChunks } from './tables.ts';

interface Source {
  readonly evidence: number | null;
  readonly providerCode: string | null;
}

const bit = (value: boolean | null | undefined): number | null =>
  value === null || value === undefined ? null : Number(value);

/**
 * Stores the results of open lines of a chunk with all their consequences: counters of the task and of the lane, and the time of the last
 * progress. Lines that are no longer open are left as they are.
 * @returns the numbers of the lines that got a result
 */
export async function storeResults(
  tx: Tx,
  task: WorkTask,
  { stage, laneNo }: Pick<WorkChunk, 'stage' | 'laneNo'>,
  results: readonly StoredResult[],
  { evidence, providerCode }: Source,
): Promise<ReadonlySet<number>> {
  if (results.length === 0) return new Set();
  const column = <T>(values: readonly T[]) => sql.param(values);
  const { rows } = await tx.execute<StoredLine>(sql`
    with found as (
      select * from unnest(${column(results.map(({ lineNo }) => lineNo))}::int[], ${column(results.map(({ result }) => result))}::int[],
        ${column(results.map(({ isChargeable }) => isChargeable))}::boolean[], ${column(results.map(({ finding }) => bit(finding?.registered)))}::int[],
        ${column(results.map(({ finding }) => bit(finding?.business)))}::int[], ${column(results.map(({ finding }) => finding?.activeDays ?? null))}::int[],
        ${column(results.map(({ finding }) => finding?.carrier ?? null))}::text[], ${column(results.map(({ finding }) => bit(finding?.ported)))}::int[],
        ${column(results.map(({ error }) => error))}::text[])
        as f (line_no, result, is_chargeable, registered, business, active_days, carrier, ported, error)
    ), stored as (
      update work_line l set state = ${LINE.result}, result = f.result, is_chargeable = f.is_chargeable, registered = f.registered,
        business = f.business, active_days = f.active_days, carrier = f.carrier, ported = f.ported, error = f.error,
        evidence = ${evidence}, provider_code = ${providerCode}, checked_time = coalesce(l.cached_time, now())
      from found f
      where l.task_id = ${task.id} and l.create_time = ${task.createTime} and l.stage = ${stage} and l.line_no = f.line_no
        and l.state = ${LINE.open}
      returning l.line_no, l.result, l.is_chargeable, l.units, l.registered, l.business, l.active_days
    )
    select line_no as "lineNo", result, case when is_chargeable then units else 0 end as charged, registered, business, active_days as "activeDays"
    from stored`);
  if (rows.length > 0) await countResults(tx, task, { stage, laneNo }, rows);
  return new Set(rows.map(({ lineNo }) => lineNo));
}

interface StoredLine extends Record<string, unknown> {
  readonly lineNo: number;
  readonly result: number;
  /** Charged units. */
  readonly charged: number;
  readonly registered: number | null;
  readonly business: number | null;
  readonly activeDays: number | null;
}

/** Whether a number was active within the period of its check; a check without one finds none. */
const isActive = ({ activePeriod }: WorkTask, { activeDays }: StoredLine): boolean =>
  activePeriod !== null && activeDays !== null && activeDays <= activePeriod;

/** Adds stored lines to the counters of the task, then of the lane: always in this order, so that no two wait for each other. */
async function countResults(
  tx: Tx,
  task: WorkTask,
  { stage, laneNo }: Pick<WorkChunk, 'stage' | 'laneNo'>,
  lines: readonly StoredLine[],
): Promise<void> {
  const count = (is: (line: StoredLine) => boolean) => lines.filter(is).length;
  const classes = Array.from({ length: 10 }, (_, value) => count(({ result }) => result === value));
  await tx.execute(sql`
    update work_task t set stage_done = stage_done + ${lines.length},
      registered_count = registered_count + ${count(({ registered }) => registered === 1)},
      active_count = active_count + ${count((line) => isActive(task, line))},
      business_count = business_count + ${count(({ business }) => business === 1)}, progress_time = now(), update_time = now(),
      results = array(select a + b from unnest(t.results, ${sql.param(classes)}::int[]) with ordinality r (a, b, o) order by o)
    where t.id = ${task.id}`);
  const charged = lines.reduce((sum, line) => sum + line.charged, 0);
  if (charged > 0)
    await tx.execute(sql`update work_lane set chargeable = chargeable + ${charged}
      where task_id = ${task.id} and stage = ${stage} and lane_no = ${laneNo}`);
}

/** Takes refused lines out of the work: they are not handed over and cost nothing; the rule stays on the line. */
export async function rejectLines(tx: Tx, task: WorkTask, refused: ReadonlyMap<number, Refused>): Promise<void> {
  const entries = [...refused];
  await tx.execute(sql`
    with refused as (
      select * from unnest(${sql.param(entries.map(([lineNo]) => lineNo))}::int[], ${sql.param(entries.map(([, { reason }]) => reason))}::int[],
        ${sql.param(entries.map(([, { rule }]) => rule))}::text[]) as f (line_no, reason, rule)
    ), stored as (
      update work_line l set state = ${LINE.rejected}, result = null, charge = 0, reject_reason = f.reason, rule = f.rule, checked_time = now()
      from refused f
      where l.task_id = ${task.id} and l.create_time = ${task.createTime} and l.stage = ${task.stage} and l.line_no = f.line_no
        and l.state = ${LINE.open}
      returning l.due_time is not null as was_deferred
    )
    update work_task set submit_count = submit_count - n, suppressed_count = suppressed_count + n, stage_lines = stage_lines - n,
      results[1] = results[1] - case when ${IS_CHECK} then 0 else n - deferred end, results[10] = results[10] - deferred,
      progress_time = now(), update_time = now()
    from (select count(*)::int as n, (count(*) filter (where was_deferred))::int as deferred from stored) s where id = ${task.id}`);
}

/** Ends a chunk without open lines. */
export async function finishChunk(
  tx: Tx,
  task: WorkTask,
  { chunkNo, stage, laneNo }: Pick<WorkChunk, 'chunkNo' | 'stage' | 'laneNo'>,
): Promise<void> {
  const done = await tx
    .update(workChunks)
    .set({ state: CHUNK.done, workerId: null, leaseUntil: null, attemptId: null })
    .where(
      and(eq(workChunks.taskId, task.id), eq(workChunks.chunkNo, chunkNo), sql`${workChunks.state} <> ${CHUNK.done}`),
    );
  if (done.rowCount === 0) return;
  await tx.execute(sql`update work_task set open_chunks = open_chunks - 1, update_time = now() where id = ${task.id}`);
  await tx.execute(sql`update work_lane set open_chunks = open_chunks - 1
    where task_id = ${task.id} and stage = ${stage} and lane_no = ${laneNo}`);
}
