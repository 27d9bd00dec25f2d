import { and, eq, sql } from 'drizzle-orm';
import type { App } from '../../../kernel/app/index.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import { checkProviders } from '../../vendors/providers/index.ts';
import type { WorkKind } from './kind.ts';
import { LINE } from './states.ts';
import { type WorkTask, workTasks } from './tables.ts';

/** Time that a chunk should take: longer leases are slow to recover, shorter ones cost commits. */
const CHUNK_SECONDS = 10;
const SMALLEST_CHUNK = 50;

/** Returns the lines per chunk of a task: about ten seconds of its provider, and never more than one of its batches. */
export async function chunkSize(app: App, kind: WorkKind, task: WorkTask): Promise<number> {
  const found = await checkProviders(app, app.db.drizzle, {
    tenantId: task.tenantId,
    capability: kind.capabilityOf(task),
    countryCode: task.countryCode,
    evidence: task.evidence,
  });
  const most = Math.min(...found.map(({ batchMax }) => batchMax), 1000);
  const rate = Math.max(...found.map(({ ratePerSecond }) => ratePerSecond), 1);
  return Math.min(most, Math.max(SMALLEST_CHUNK, rate * CHUNK_SECONDS));
}

/** Removes the lines and chunks of a task that is read again, or that ends before anything was handed over. */
export async function clearLines(tx: Tx, task: WorkTask): Promise<void> {
  await tx.execute(sql`delete from work_line where task_id = ${task.id} and create_time = ${task.createTime}`);
  await tx.execute(sql`delete from work_chunk where task_id = ${task.id}`);
  await tx.execute(sql`update work_lane set open_chunks = 0 where task_id = ${task.id}`);
  const counts = { totalCount: 0, invalidCount: 0, duplicateCount: 0, suppressedCount: 0, submitCount: 0 };
  await tx
    .update(workTasks)
    .set({ ...counts, stageLines: 0, openChunks: 0 })
    .where(eq(workTasks.id, task.id));
}

/** Deletes the list that the task's job was given: its lines have the numbers, for as long as these are kept. */
export const forgetList = (tx: Tx, { jobTaskNo }: Pick<WorkTask, 'jobTaskNo'>): Promise<unknown> =>
  tx.execute(sql`update kernel_task set input = jsonb_set(input, '{input}', 'null') where task_no = ${jobTaskNo}`);

/** Makes chunks and lanes of the open lines of a stage. */
export async function planStage(tx: Tx, task: WorkTask, stage: number): Promise<{ lines: number; chunks: number }> {
  const planned = await planLanes(tx, task, { stage, afterChunk: 0, readyAt: null });
  await tx
    .update(workTasks)
    .set({ stage, stageLines: planned.lines, stageDone: 0, openChunks: planned.chunks, updateTime: sql`now()` })
    .where(and(eq(workTasks.id, task.id)));
  return planned;
}

interface NewLines {
  readonly stage: number;
  /** Only lines whose chunks have higher numbers. */
  readonly afterChunk: number;
  /** When their chunks may be leased; null: at once. */
  readonly readyAt: Date | null;
}

/**
 * Makes new lanes and chunks of open lines, which have their chunk numbers; a chunk has lines of one country that paid the same before, all
 * with or all without an earlier result. @returns the lines and chunks, and the numbers of the lanes
 */
export async function planLanes(tx: Tx, task: WorkTask, { stage, afterChunk, readyAt }: NewLines) {
  const which = sql`task_id = ${task.id} and create_time = ${task.createTime} and stage = ${stage} and state = ${LINE.open} and chunk_no > ${afterChunk}`;
  const lanes = await tx.execute<{ laneNo: number }>(sql`
    insert into work_lane (task_id, stage, lane_no, country_code, is_cached, paid, units, open_chunks)
    select ${task.id}, ${stage}, coalesce((select max(lane_no) from work_lane where task_id = ${task.id} and stage = ${stage}), 0)
        + row_number() over (order by country_code, cached_time is not null, paid), country_code, cached_time is not null, paid,
      sum(units), count(distinct chunk_no)
    from work_line where ${which} group by country_code, cached_time is not null, paid returning lane_no as "laneNo"`);
  const laneNos = lanes.rows.map(({ laneNo }) => laneNo);
  const { rows } = await tx.execute<{ lines: number; chunks: number }>(sql`
    with planned as (
      insert into work_chunk (task_id, chunk_no, stage, lane_no, lines, ready_at)
      select ${task.id}, c.chunk_no, ${stage}, l.lane_no, c.lines, coalesce(${readyAt?.toISOString() ?? null}::timestamptz, now())
      from (select chunk_no, min(country_code) as country_code, bool_or(cached_time is not null) as is_cached, min(paid) as paid,
            count(*) as lines
          from work_line where ${which} group by chunk_no) c
        join work_lane l on l.task_id = ${task.id} and l.stage = ${stage} and l.country_code = c.country_code and l.is_cached = c.is_cached
          and l.paid is not distinct from c.paid
          and l.lane_no = any(${sql.param(laneNos)}::int[])
      returning lines
    )
    select coalesce(sum(lines), 0)::int as lines, count(*)::int as chunks from planned`);
  return { ...(rows[0] ?? { lines: 0, chunks: 0 }), laneNos };
}
