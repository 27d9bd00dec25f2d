import { taskState } from '@trade-assistant/contract/kit/task.ts';
import { sql } from 'drizzle-orm';
import { systemActor } from '../../../../kernel/auth/actor.ts';
import type { Tx } from '../../../../kernel/db/index.ts';
import { failBatch } from '../batches.ts';
import { BATCH } from '../states.ts';

const { done, failed, cancelled } = taskState.is;

/**
 * Withdraws batches whose task ended without them: cancelled before it ran, or given up after several crashes.
 * @returns how many
 */
export async function failOrphanBatches(tx: Tx): Promise<number> {
  const orphans = await tx.execute<{ tenant_id: string; batch_no: string }>(sql`
    select b.tenant_id, b.batch_no from inv_batch b
    where b.status in (${BATCH.importing}, ${BATCH.reported}, ${BATCH.country}) and b.task_no is not null
      and not exists (select 1 from kernel_task t where t.task_no = b.task_no and t.state not in (${done}, ${failed}, ${cancelled}))
    order by b.id limit 20 for update of b skip locked`);
  for (const { tenant_id, batch_no } of orphans.rows)
    await failBatch(tx, systemActor(tenant_id), batch_no, 'task ended');
  return orphans.rows.length;
}
