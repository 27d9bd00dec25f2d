import { batchStatus } from '@trade-assistant/contract/areas/whatsapp/dictionaries.ts';
import type { Tone } from '@trade-assistant/contract/kit/dictionary.ts';
import type { Text } from '@trade-assistant/contract/kit/locale.ts';

interface BatchCounts {
  readonly status: number;
  readonly readyCount: number;
  readonly inWarehouseCount: number;
  readonly failedCount: number;
}

/**
 * Returns the progress of an imported batch by its numbers: waiting, partly or wholly in stock, or failed. Undefined for
 * other states, which their dictionary names.
 */
export function batchState(batch: BatchCounts): { readonly words: Text; readonly tone: Tone } | undefined {
  const { status, readyCount, inWarehouseCount, failedCount } = batch;
  if (status !== batchStatus.is.committed) return undefined;
  if (readyCount > 0 && inWarehouseCount > 0)
    return { words: { zh: '部分已入库', en: 'Partly in stock' }, tone: 'attention' };
  if (readyCount > 0) return { words: { zh: '待入库', en: 'Awaiting stock-in' }, tone: 'attention' };
  if (failedCount > 0 && inWarehouseCount > 0)
    return { words: { zh: '已入库，部分校验失败', en: 'In stock, some failed the check' }, tone: 'attention' };
  if (failedCount > 0) return { words: { zh: '校验失败', en: 'Check failed' }, tone: 'bad' };
  if (inWarehouseCount > 0) return { words: { zh: '已入库', en: 'In stock' }, tone: 'good' };
  return undefined;
}
