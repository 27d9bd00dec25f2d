import { lineStatus } from '@trade-assistant/contract/message-dictionaries.ts';
import { sql } from 'drizzle-orm';
import type { App } from '../../../kernel/app/index.ts';
import type { Actor } from '../../../kernel/auth/actor.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import { extendWork, LINE, lockLines, lockWork, moveLines, type WorkTask } from '../work/index.ts';
import { CHUNK_LINES, type MessageChannel } from './channels.ts';
import { orderKinds } from './kind.ts';

/**
 * Puts messages of an order into new lanes, with a hold of their own at the present price: those that were not sent, after their price
 * changed. The money held for them returns.
 */
export async function requoteLines(
  app: App,
  tx: Tx,
  actor: Actor,
  channel: MessageChannel,
  task: WorkTask,
): Promise<void> {
  const idle = await tx.execute<{ chunkNo: number }>(sql`
    select chunk_no as "chunkNo" from work_chunk where task_id = ${task.id} and state = 0 and attempt_id is null order by chunk_no for update`);
  const chunks = sql.param(idle.rows.map(({ chunkNo }) => chunkNo));
  const lines = await lockLines(tx, task, sql`l.state = ${LINE.open} and l.chunk_no = any(${chunks}::int[])`);
  if (lines.length === 0) return;
  // Their old hold is freed, as if they had been cancelled; then they are open lines without a lane.
  await moveLines(
    tx,
    task,
    lines,
    lines.map(({ lineNo }) => ({
      lineNo,
      state: LINE.cancelled,
      result: lineStatus.is.cancelled,
      charge: 0,
      dueTime: null,
    })),
  );
  await tx.execute(sql`
    with ended as (
      update work_chunk set state = 2 where task_id = ${task.id} and chunk_no = any(${chunks}::int[]) returning stage, lane_no
    )
    update work_lane l set open_chunks = open_chunks - e.n from (select stage, lane_no, count(*)::int as n from ended group by 1, 2) e
    where l.task_id = ${task.id} and l.stage = e.stage and l.lane_no = e.lane_no`);
  await tx.execute(sql`update work_task set open_chunks = open_chunks - ${idle.rows.length} where id = ${task.id}`);
  await openLinesAgain(app, tx, actor, channel, {
    taskId: task.id,
    lineNos: lines.map(({ lineNo }) => lineNo),
    readyAt: null,
  });
}

interface Again {
  readonly taskId: bigint;
  readonly lineNos: readonly number[];
  /** When they may be sent; null: at once. */
  readonly readyAt: Date | null;
}

/**
 * Opens ended messages again, in new lanes with a hold of their own. Those of a completed order run it again.
 * @returns how many, and the money held for them
 * @throws BALANCE_NOT_ENOUGH, refusals of the quote, STATE_CONFLICT
 */
export async function openLinesAgain(
  app: App,
  tx: Tx,
  actor: Actor,
  channel: MessageChannel,
  { taskId, lineNos, readyAt }: Again,
) {
  const task = await lockWork(tx, actor, taskId);
  // Chunks of new lanes have lines of one country.
  const { rows } = await tx.execute<{ last: number }>(sql`
    with chosen as (
      select line_no, country_code, coalesce(result, 0) as result, state,
        dense_rank() over (order by country_code, block) as chunk
      from (select line_no, country_code, result, state, (row_number() over (partition by country_code order by line_no) - 1) / ${CHUNK_LINES} as block
        from work_line where task_id = ${task.id} and create_time = ${task.createTime} and is_current and line_no = any(${sql.param([...lineNos])}::int[])) n
    ), opened as (
      update work_line l set chunk_no = ${task.nextChunk} + c.chunk, state = ${LINE.open}, result = 0, charge = 0, is_chargeable = false, error = null,
        is_judged = false, due_time = null
      from chosen c where l.task_id = ${task.id} and l.create_time = ${task.createTime} and l.is_current and l.line_no = c.line_no
      returning c.chunk, c.result, c.state
    ), counted as (
      select result, count(*)::int as n, (count(*) filter (where state = ${LINE.result}))::int as done from opened group by result
    ), moved as (
      update work_task t set next_chunk = next_chunk + coalesce((select max(chunk) from opened), 0)::int,
        stage_done = stage_done - (select coalesce(sum(done), 0) from counted)::int,
        stage_lines = stage_lines - (select count(*) from opened)::int,
        results = array(select r.n - coalesce(c.n, 0) from unnest(t.results) with ordinality r (n, o) left join counted c on c.result = r.o - 1 order by r.o)
      where t.id = ${task.id} returning next_chunk
    )
    select next_chunk as last from moved`);
  const now = await lockWork(tx, actor, taskId);
  const { lines, held } = await extendWork(app, tx, actor, orderKinds[channel.key], {
    task: now,
    afterChunk: task.nextChunk,
    readyAt,
  });
  return { lines, held, last: rows[0]?.last };
}
