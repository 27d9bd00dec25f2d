import { z } from 'zod';
import type { Actor } from '../../../../kernel/auth/actor.ts';
import type { Tx } from '../../../../kernel/db/index.ts';
import { defineJob, startTask } from '../../../../kernel/jobs/index.ts';
import { announceChange } from '../../../../kernel/realtime/index.ts';
import { inventoryErrors } from '../errors.ts';
import { countReadyInBatch, moveBatchSlice } from '../staged.ts';

/** A batch with at most this many ready numbers is moved within the call. */
export const MOVE_AT_ONCE_MAX = 2000;

/** Moves a whole batch into stock in the background. @returns the task to watch */
export async function startMove(tx: Tx, actor: Actor, batchNo: string): Promise<{ taskNo: string }> {
  return startTask(
    tx,
    actor,
    moveJob,
    { batchNo },
    {
      title: { zh: `批次入库：${batchNo}`, en: `Move batch to stock: ${batchNo}` },
      bizType: 'move',
      bizNo: batchNo,
    },
  );
}

interface Moved extends Readonly<Record<string, number>> {
  readonly moved: number;
  readonly failed: number;
}

/** Moves one slice per transaction together with the count so far, so that a crash loses and repeats nothing. */
export const moveJob = defineJob({
  name: 'inventory/move',
  permission: 'whatsapp/pre-warehouse:into-warehouse',
  title: { zh: '批次入库', en: 'Move batch to stock' },
  input: z.object({ batchNo: z.string() }),
  async run(job, { batchNo }) {
    const { app, actor } = job;
    let at: Moved = job.state<Moved>() ?? { moved: 0, failed: 0 };
    const ready = await app.db.tx((tx) => countReadyInBatch(tx, actor, batchNo));
    const total = ready + at.moved + at.failed;
    for (let left = true; left; ) {
      job.signal.throwIfAborted();
      await app.db.tx(
        async (tx) => {
          const slice = await moveBatchSlice(tx, actor, batchNo);
          left = slice.left;
          const next = { moved: at.moved + slice.moved, failed: at.failed + slice.failed };
          await job.checkpoint(tx, next);
          announceChange(tx, actor.tenantId, 'whatsapp/pre-warehouse');
          at = next;
        },
        { retry: true },
      );
      job.progress(at.moved + at.failed, total);
    }
    const { moved, failed } = at;
    if (failed > 0)
      job.progress(moved + failed, total, {
        zh: `已入库 ${moved} 个，未通过 ${failed} 个`,
        en: `${moved} moved to stock, ${failed} failed the check`,
      });
    return {
      result: { ...at },
      ...(moved === 0 && failed > 0 ? { failure: inventoryErrors.NOTHING_MOVED({ n: failed }) } : {}),
    };
  },
});
