import { isAppError } from '@trade-assistant/contract/kit/errors.ts';
import { afterAll, describe, expect, it } from 'vitest';
import type { Tx } from '../../../kernel/db/index.ts';
import { testDb } from '../../../kernel/testing/index.ts';
import {
  addStaged,
  BATCH,
  changeStaged,
  commitBatch,
  countReadyInBatch,
  knownNumbers,
  moveBatchSlice,
  moveToStock,
  STAGED,
  voidStaged,
} from './index.ts';
import { fictionalNumbers, stageBatch, stock, stockKeeper } from './stock-fixture.ts';

let next = 0;
const db = await testDb({ seeded: true });
await db.pool.query(`
  insert into inv_warehouse (tenant_id, warehouse_code, name_zh, name_en, status, deleted_at)
  values ('000000', 'OFF', '停用', 'Off', 0, null), ('000000', 'GONE', '已删', 'Gone', 1, now()), ('111111', 'THEIRS', '别家', 'Theirs', 1, null);
  update inv_country set is_blocked = 1 where country_code = 'CA';
  update inv_country set status = 0 where country_code = 'FR'`);
afterAll(() => db.close());

/** Returns numbers that no other test of this file uses. */
const fresh = (count: number): bigint[] => {
  next += count;
  return fictionalNumbers(count, next - count);
};
const refusal = async (work: (tx: Tx) => Promise<unknown>): Promise<unknown> =>
  db.tx(work).then(
    () => 'done',
    (error: unknown) => (isAppError(error) ? error.code : error),
  );
const read = async (id: bigint | undefined) =>
  (await db.pool.query('select status, check_reason as reason from inv_staged where id = $1', [id])).rows[0];

describe('a number that may not enter stock', () => {
  // Values set in the staged number, and the resulting finding; null for none.
  it.each([
    [`country_code = 'ZZ'`, 'COUNTRY_BLOCKED'],
    [`country_code = 'CA'`, 'COUNTRY_BLOCKED'],
    [`country_code = 'FR'`, 'COUNTRY_BLOCKED'],
    ['rights_attested = 0', 'PROVENANCE_REQUIRED'],
    ['provenance_note = null', 'PROVENANCE_REQUIRED'],
    [`provenance_note = ''`, 'PROVENANCE_REQUIRED'],
    ['provenance_note = null, source_type = 5', null],
    ['rights_attested = 0, source_type = 5', 'PROVENANCE_REQUIRED'],
    ['owner_type = 2', 'LIST_NOT_SELLABLE'],
    [`warehouse_code = 'NONE'`, 'WAREHOUSE_UNKNOWN'],
    [`warehouse_code = 'OFF'`, 'WAREHOUSE_UNKNOWN'],
    [`warehouse_code = 'GONE'`, 'WAREHOUSE_UNKNOWN'],
    [`warehouse_code = 'THEIRS'`, 'WAREHOUSE_UNKNOWN'],
    ['lease_end = current_date + 6', 'LEASE_SHORT'],
    ['lease_end = current_date + 7', null],
    ['lease_end = current_date + 8', null],
  ])('one by one, in bulk, and after a correction: %s', async (values, reason) => {
    const numbers = fresh(3);
    const { ids, batchNo } = await stageBatch(db, numbers);
    const [alone, slice, corrected] = ids as [bigint, bigint, bigint];
    await db.pool.query(`update inv_staged set ${values} where id = any ($1)`, [ids]);
    const expected = reason === null ? { status: STAGED.inWarehouse, reason } : { status: STAGED.checkFailed, reason };

    await db.tx((tx) => changeStaged(tx, stockKeeper, { id: corrected, remark: 'checked again' }));
    expect(await read(corrected)).toEqual({ ...expected, status: reason === null ? STAGED.ready : STAGED.checkFailed });
    expect(await db.tx((tx) => moveToStock(tx, stockKeeper, [alone]))).toEqual(
      reason === null
        ? { moved: [alone], failed: [] }
        : { moved: [], failed: [expect.objectContaining({ id: alone, code: reason })] },
    );
    expect(await read(alone)).toEqual(expected);
    const left = reason === null ? 2 : 1;
    expect(await db.tx((tx) => countReadyInBatch(tx, stockKeeper, batchNo))).toBe(left);
    expect(await db.tx((tx) => moveBatchSlice(tx, stockKeeper, batchNo))).toEqual({
      moved: reason === null ? left : 0,
      failed: reason === null ? 0 : left,
      left: false,
    });
    expect(await read(slice)).toEqual(expected);
    const { rows } = await db.pool.query('select 1 from inv_item where staged_id = any ($1)', [ids]);
    expect(rows).toHaveLength(reason === null ? 3 : 0);
  });

  it('is kept with the reason when it is entered by hand', async () => {
    const enter = (number: bigint | undefined, warehouseCode: string) =>
      db.tx((tx) =>
        addStaged(tx, stockKeeper, {
          ...{
            batchName: 'By hand',
            e164: number ?? 0n,
            countryCode: 'US',
            businessType: 1,
            numberType: 1,
            capability: 8,
          },
          ...{ warehouseCode, sourceType: 4, ownerType: 1, rightsAttested: 1, provenanceNote: 'Invoice 7' },
        }),
      );
    const [first, second] = fresh(2);
    expect(await read(await enter(first, 'OFF'))).toEqual({ status: STAGED.checkFailed, reason: 'WAREHOUSE_UNKNOWN' });
    expect(await read(await enter(second, 'WH01'))).toEqual({ status: STAGED.ready, reason: null });
  });
});

describe('a number of a hidden batch', () => {
  it.each([
    ['is being imported', BATCH.importing],
    ['waits for confirmation', BATCH.reported],
    ['was voided', BATCH.void],
    ['failed', BATCH.failed],
  ])('is nobody’s while it %s', async (_state, status) => {
    const numbers = fresh(2);
    const { ids, batchNo } = await stageBatch(db, numbers);
    const [id] = ids as [bigint];
    await db.pool.query('update inv_batch set status = $1 where batch_no = $2', [status, batchNo]);
    expect(await db.tx((tx) => moveToStock(tx, stockKeeper, [id]))).toEqual({
      moved: [],
      failed: [{ id, code: 'NOT_FOUND' }],
    });
    expect(await refusal((tx) => voidStaged(tx, stockKeeper, [id]))).toBe('NOT_FOUND');
    expect(await refusal((tx) => changeStaged(tx, stockKeeper, { id, costPrice: null }))).toBe('NOT_FOUND');
    expect(await refusal((tx) => moveBatchSlice(tx, stockKeeper, batchNo))).toBe('STATE_CONFLICT');
    expect(await refusal((tx) => countReadyInBatch(tx, stockKeeper, batchNo))).toBe('BATCH_UNKNOWN');
    expect(await read(id)).toEqual({ status: STAGED.ready, reason: null });
    expect([...(await knownNumbers(db.pool, '000000', 1, numbers.map(Number)))]).toEqual([]);
    if (status !== BATCH.reported) return;
    await db.tx((tx) => commitBatch(tx, stockKeeper, batchNo));
    expect([...(await knownNumbers(db.pool, '000000', 1, numbers.map(Number)))].sort()).toEqual(numbers.map(Number));
    expect(await db.tx((tx) => moveToStock(tx, stockKeeper, ids))).toEqual({ moved: ids, failed: [] });
  });
});

it('a number is known only while it is in stock, and only in its business and tenant', async () => {
  const numbers = fresh(2);
  const [kept, retired] = numbers.map(Number);
  const [, retiredId] = await stock(db, numbers);
  const known = async (tenantId: string, business: number) =>
    [...(await knownNumbers(db.pool, tenantId, business, numbers.map(Number)))].sort();
  expect(await known('000000', 1)).toEqual([kept, retired]);
  expect(await known('000000', 2)).toEqual([]);
  expect(await known('111111', 1)).toEqual([]);
  await db.pool.query('update inv_item set stock_status = 6 where id = $1', [retiredId]);
  expect(await known('000000', 1)).toEqual([kept]);
});
