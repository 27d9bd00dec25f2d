import { and, eq, sql } from 'drizzle-orm';
import type { Tx } from '../../../kernel/db/index.ts';
import { invariant } from '../../../kernel/invariant.ts';
import type { Provider } from '../../vendors/providers/index.ts';
import type { OpenLine, WorkKind } from './kind.ts';
import { addChunk } from './message-lines.ts';
import { PAUSED } from './states.ts';
import { type WorkChunk, type WorkTask, workChunks } from './tables.ts';

/** Workers look for work four times a second; the time from the end of a pause to the next look is not lost. */
const LOOK_SECONDS = 0.25;
/**
 * Portions may be leased so long before their time: workers lease those of a fast task side by side. A lease that has to wait for the others
 * is undone with all that it wrote.
 */
export const AHEAD_SECONDS = 0.5;
/** A second longer than a minute, as some messages of a task reach the channel sooner after their lease than others; and what is leased ahead. */
const MINUTE_SECONDS = 61 + AHEAD_SECONDS;

/** Returns how many lines may be handed over at once: those of a second, by the speed of their task and the rate of their sender. */
export function portionOf(kind: Pick<WorkKind, 'hand'>, task: WorkTask, provider: Provider): number {
  const perMinute = task.speedPerMinute ?? Number.POSITIVE_INFINITY;
  return portionAt(kind.hand ? Math.min(perMinute, provider.ratePerSecond * 60) : perMinute);
}

/** Returns the lines of a second. */
export const portionAt = (perMinute: number): number => Math.max(1, Math.floor(perMinute / 60));

/**
 * Returns the seconds from a portion of some lines to the next one. A moving minute may begin within one portion and end within another: the
 * pauses are those of a speed that is lower by all lines of a portion but one.
 */
export const pauseAfter = (lines: number, perMinute: number): number =>
  (lines * MINUTE_SECONDS) / (perMinute - portionAt(perMinute) + 1);

/** Moves some lines of a locked chunk into a chunk of their own, which nobody else can lease before the commit. @returns that chunk */
export async function splitChunk(
  tx: Tx,
  task: WorkTask,
  chunk: WorkChunk,
  lines: readonly OpenLine[],
): Promise<WorkChunk> {
  const chunkNo = await addChunk(
    tx,
    task,
    chunk,
    lines.map(({ lineNo }) => lineNo),
    { until: chunk.readyAt, reason: chunk.waitKind },
  );
  const [made] = await tx
    .select()
    .from(workChunks)
    .where(and(eq(workChunks.taskId, task.id), eq(workChunks.chunkNo, chunkNo)));
  invariant(made, 'work-chunk-split', `${task.taskNo} ${chunk.chunkNo}`);
  return made;
}

/**
 * Counts received work for the owner and the task, so that the others are next, and takes the task's speed for it: within a minute a task
 * never has more lines than its speed.
 * @returns false for a task that was paused or cancelled, or whose speed another worker took, since it was read: the update waits for that
 *   transaction
 */
export async function countShare(tx: Tx, task: WorkTask, lines: number): Promise<boolean> {
  const seconds = task.speedPerMinute === null ? null : pauseAfter(lines, task.speedPerMinute);
  const counted = await tx.execute(
    sql`update work_task set share = share + ${lines}::double precision / priority,
        next_free_at = greatest(next_free_at, clock_timestamp() - make_interval(secs => ${LOOK_SECONDS}::double precision))
          + make_interval(secs => ${seconds}::double precision)
      where id = ${task.id} and paused = ${PAUSED.no} and not is_cancelling and not is_ending
        and (next_free_at is null or next_free_at <= now() + make_interval(secs => ${AHEAD_SECONDS}))`,
  );
  if (counted.rowCount === 0) return false;
  await tx.execute(
    sql`update work_owner set share = share + ${lines} where tenant_id = ${task.tenantId} and owner_id = ${task.ownerId}`,
  );
  return true;
}
