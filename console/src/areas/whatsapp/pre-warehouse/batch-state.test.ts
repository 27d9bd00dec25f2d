import { batchStatus } from '@trade-assistant/contract/areas/whatsapp/dictionaries.ts';
import { expect, test } from 'vitest';
import { batchState } from './batch-state.ts';

const { committed, reported, failed } = batchStatus.is;

test.each([
  [60, 0, 0, 'Awaiting stock-in'],
  [10, 50, 0, 'Partly in stock'],
  [0, 60, 0, 'In stock'],
  [0, 50, 10, 'In stock, some failed the check'],
  [0, 0, 60, 'Check failed'],
  [0, 0, 0, undefined],
])(
  'an imported batch with %i ready, %i in stock and %i failed numbers',
  (readyCount, inWarehouseCount, failedCount, en) =>
    expect(batchState({ status: committed, readyCount, inWarehouseCount, failedCount })?.words.en).toBe(en),
);

test('names no progress of batches that are not imported', () => {
  for (const status of [reported, failed])
    expect(batchState({ status, readyCount: 5, inWarehouseCount: 0, failedCount: 0 })).toBeUndefined();
});
