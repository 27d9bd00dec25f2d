import type { preWarehouse } from '@trade-assistant/contract/areas/whatsapp/pre-warehouse.ts';
import type { CallData } from '@trade-assistant/contract/kit/resource.ts';
import { and, eq } from 'drizzle-orm';
import {
  batches,
  inventoryErrors,
  keptOf,
  MOVE_AT_ONCE_MAX,
  startTakeBack,
  takeBackSlice,
  voidBatch,
} from '../../../engines/stock/inventory/index.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import type { Context } from '../../../kernel/http/context.ts';
import { maskNumber } from '../../../kernel/phone/index.ts';
import { visible } from '../../../kernel/resource/scope.ts';

/**
 * Takes a batch back, a large one that is in stock in the background.
 * @throws BATCH_UNKNOWN, STATE_CONFLICT, BATCH_MOVED if nothing can be taken back
 */
export async function takeBatchBack(
  tx: Tx,
  c: Context,
  batchNo: string,
  reason: string | undefined,
): Promise<CallData<typeof preWarehouse, 'void', 'out'>> {
  const answer = { batchNo, keptCount: 0, kept: [], taskNo: null };
  const [batch] = await tx
    .select({ inStock: batches.inWarehouseCount })
    .from(batches)
    .where(and(visible(c.actor, batches, 'tenant'), eq(batches.batchNo, batchNo)));
  if (!batch || batch.inStock === 0n) return { ...answer, voidedCount: await voidBatch(tx, c.actor, batchNo, reason) };
  if (batch.inStock > MOVE_AT_ONCE_MAX) {
    const { taskNo } = await startTakeBack(tx, c.actor, batchNo, reason);
    return { ...answer, voidedCount: 0, taskNo };
  }
  const { taken } = await takeBackSlice(tx, c.actor, batchNo, { reason });
  if (taken === 0) throw inventoryErrors.BATCH_MOVED();
  const { count, named } = await keptOf(tx, batchNo);
  const kept = named.map(({ e164, stockStatus, outboundNo }) => ({
    number: maskNumber(e164),
    ...{ stockStatus, outboundNo },
  }));
  return { ...answer, voidedCount: taken, keptCount: count, kept };
}
