import { sql } from 'drizzle-orm';
import type { App } from '../../../kernel/app/index.ts';
import { type Actor, systemActor } from '../../../kernel/auth/actor.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import { invariant } from '../../../kernel/invariant.ts';
import { lockWork, moveWork } from './control.ts';
import type { WorkKind } from './kind.ts';
import { clearLines, forgetList } from './lines.ts';
import { settleRest } from './money.ts';
import { expiryOf } from './retention.ts';
import { CHUNK, LINE, RUNNING } from './states.ts';
import type { WorkTask } from './tables.ts';

/** As `message_order_end`. */
const COMPLETED_BY_ITSELF = 1;

/**
 * Ends a task without open chunks, or a cancelled one without batches under way: the lines left become cancelled, the rest of the money returns, and the lines
 * prove the counters. A task that was closed meanwhile is returned as it is.
 * @throws INVARIANT when lines and counters differ; the task then stays open
 */
export const closeWork = (app: App, kind: WorkKind, actor: Actor, { id, isCancelling }: WorkTask): Promise<WorkTask> =>
  app.db.tx(async (tx) => {
    const task = await lockWork(tx, actor, id);
    const isReading = !RUNNING.includes(task.status);
    if (isReading && !isCancelling) return task;
    if (isReading) {
      await clearLines(tx, task);
      await forgetList(tx, task);
    } else if (isCancelling && !kind.hand) await cancelLines(tx, task);

    await kind.close?.(tx, task);
    if (kind.charge) await settleRest(tx, actor, kind, task.id);
    if (!isReading) await prove(tx, await lockWork(tx, actor, id), kind.hand !== undefined);
    const event = isCancelling
      ? 'cancel'
      : !kind.hand && (task.results[kind.unknown] ?? 0) > 0 && task.stageDone > 0
        ? 'completePartly'
        : 'complete';
    return moveWork(tx, systemActor(task.tenantId), task, event, {
      finishTime: new Date(),
      expireTime: expiryOf(app, kind.hand !== undefined),
      isCancelling: false,
      ...(kind.hand && task.completeType === null ? { completeType: COMPLETED_BY_ITSELF } : {}),
    });
  });

/** Chunks of one transaction; the others follow a beat later. */
const CHUNKS_MAX = 500;

/**
 * Cancels the lines of a task that were not handed over, with their chunks, and frees their money. The batches under way go on. The caller
 * has not locked the task: chunks are locked first.
 */
export async function cancelIdle(tx: Tx, { id, createTime }: WorkTask): Promise<void> {
  const { rows } = await tx.execute<{ chunkNo: number }>(sql`
    select chunk_no as "chunkNo" from work_chunk where task_id = ${id} and state = ${CHUNK.ready} and attempt_id is null
    order by chunk_no limit ${CHUNKS_MAX} for update skip locked`);
  const chunks = sql.param(rows.map(({ chunkNo }) => chunkNo));
  await tx.execute(
    sql`update work_task set open_chunks = open_chunks - ${rows.length}, update_time = now() where id = ${id}`,
  );
  await tx.execute(sql`
    with idle as (
      update work_chunk set state = ${CHUNK.done} where task_id = ${id} and chunk_no = any(${chunks}::int[]) returning chunk_no, stage, lane_no),
    lines as (
      update work_line l set state = ${LINE.cancelled} from idle i
      where l.task_id = ${id} and l.create_time = ${createTime} and l.chunk_no = i.chunk_no and l.stage = i.stage and l.state = ${LINE.open}
      returning i.stage, i.lane_no, l.units)
    update work_lane w set open_chunks = w.open_chunks - g.chunks, freed = w.freed + case when w.charge_id is null then 0 else g.units end
    from (
      select stage, lane_no, sum(chunks)::int as chunks, sum(units)::int as units
      from (select stage, lane_no, 1 as chunks, 0 as units from idle union all select stage, lane_no, 0, units from lines) one
      group by stage, lane_no) g
    where w.task_id = ${id} and w.stage = g.stage and w.lane_no = g.lane_no`);
}

/** Ends the lines that were not handed over, with their chunks. */
async function cancelLines(tx: Tx, task: WorkTask): Promise<void> {
  await tx.execute(
    sql`update work_line set state = ${LINE.cancelled} where task_id = ${task.id} and create_time = ${task.createTime} and state = ${LINE.open}`,
  );
  await tx.execute(
    sql`update work_chunk set state = ${CHUNK.done} where task_id = ${task.id} and state <> ${CHUNK.done}`,
  );
  await tx.execute(sql`update work_lane set open_chunks = 0 where task_id = ${task.id}`);
  await tx.execute(sql`update work_task set open_chunks = 0 where id = ${task.id}`);
}

/** Compares the counters of a task with its lines. */
async function prove(tx: Tx, task: WorkTask, isHanded: boolean): Promise<void> {
  const { rows } = await tx.execute<{
    total: number;
    submitted: number;
    results: number[];
    done: number;
    chargeable: string;
    lanes: string;
  }>(sql`
    select count(*)::int as total, (count(*) filter (where state <> ${LINE.rejected}))::int as submitted,
      array[${sql.join(
        Array.from(
          { length: 10 },
          (_, n) =>
            sql`(count(*) filter (where ${isHanded ? sql`state not in (${LINE.rejected})` : sql`state = ${LINE.result}`} and result = ${n}))::int`,
        ),
        sql`, `,
      )}] as results,
      (count(*) filter (where state = ${LINE.result} and stage = ${task.stage}))::int as done,
      (select coalesce(sum(units) filter (where is_chargeable), 0) from work_line where task_id = ${task.id} and create_time = ${task.createTime})::text as chargeable,
      (select coalesce(sum(chargeable - reversed), 0) from work_lane where task_id = ${task.id})::text as lanes
    from work_line where task_id = ${task.id} and create_time = ${task.createTime} and is_current`);
  const found = rows[0];
  const isProven =
    found !== undefined &&
    found.total === task.totalCount &&
    found.submitted === task.submitCount &&
    found.done === task.stageDone &&
    found.chargeable === found.lanes &&
    task.holdAmount === task.chargedAmount + task.refundedAmount &&
    task.results.every((count, n) => count === found.results[n]);
  invariant(isProven, 'work-proof', `${task.taskNo} ${JSON.stringify(found)}`);
}
