import { afterAll, describe, expect, it } from 'vitest';
import { testDb } from '../../../kernel/testing/index.ts';
import {
  availability,
  createOutbound,
  moveToStock,
  recordSurvive,
  type StockMismatch,
  stockCounts,
  verifyStockCounters,
  voidStaged,
} from './index.ts';
import { fictionalNumbers, stageBatch, stock, stockKeeper } from './stock-fixture.ts';

afterAll(() => db.close());

const PHONES = { businessType: 1, countryCode: 'US' };
const db = await testDb({ seeded: true });
const sold: bigint[] = await stock(db, fictionalNumbers(4), { costPrice: '1000000' });
const dear: bigint[] = await stock(db, fictionalNumbers(2, 4), { costPrice: '2500000' });
await stock(db, fictionalNumbers(3, 6), { numberType: 2 });
await db.tx((tx) =>
  createOutbound(
    tx,
    stockKeeper,
    { outboundType: 4, agent: null, criteria: { ...PHONES, numberType: 1 }, quantity: 3, currency: 'USDT' },
    'deliver',
  ),
);
// A batch with a number in every state: ready, in stock, failed, void.
const staged = await stageBatch(db, fictionalNumbers(9, 9));
const batchNo: string = staged.batchNo;
const [first, unfit, ...rest] = staged.ids as [bigint, bigint];
await db.pool.query('update inv_staged set rights_attested = 0 where id = $1', [unfit]);
await db.tx((tx) => moveToStock(tx, stockKeeper, [first, unfit]));
await db.tx((tx) => voidStaged(tx, stockKeeper, rest.slice(0, 2)));
const mobiles = async () => (await stockCounts(db, '000000')).find(({ numberType }) => numberType === 1);
const find = (ids: readonly bigint[], status: 1 | 2 | 3, minutes: number) =>
  db.tx((tx) =>
    recordSurvive(
      tx,
      stockKeeper,
      ids.map((id) => ({ id, status, detail: '' })),
      new Date(Date.now() + minutes * 60_000),
    ),
  );

describe('counters', () => {
  it('count the rows by kind of number', async () => {
    expect(await mobiles()).toMatchObject({ available: 4, assigned: 3, reserved: 0, dead: 0, total: 7 });
    expect((await stockCounts(db, '000000')).map(({ numberType, total }) => [numberType, total])).toEqual([
      [1, 7],
      [2, 3],
    ]);
    expect(await db.tx((tx) => availability(tx, '000000', PHONES))).toBe(7);
    expect(await db.tx((tx) => availability(tx, '000000', { ...PHONES, numberType: 2 }))).toBe(3);
    expect(await stockCounts(db, '111111')).toEqual([]);
  });

  it('contain the mean cost of all numbers, sold or not', async () => {
    // 4 × 1 + 2 × 2.5 + 1 × 1.2 over seven numbers, rounded down to the micro-unit.
    expect(await mobiles()).toMatchObject({ avgCost: 1_457_142n });
  });

  it('contain how many numbers a check found alive, until another check differs', async () => {
    const alive = async () => (await mobiles())?.alive;
    expect(await alive()).toBe(0);
    await find([...sold, ...dear], 1, 0);
    expect(await alive()).toBe(6);
    await find(dear, 3, 1);
    expect(await alive()).toBe(4);
    // A number found dead is no longer counted as alive, delivered or not.
    for (const minutes of [2, 13]) await find(sold.slice(2), 2, minutes);
    expect(await mobiles()).toMatchObject({ alive: 2, available: 3, assigned: 3, dead: 1 });
    await find(sold.slice(2), 1, 14);
    expect(await alive()).toBe(4);
  });
});

describe('the verification', () => {
  /** Returns its findings after a manipulating statement, which is rolled back. */
  async function tampered(statement: string): Promise<StockMismatch[]> {
    let found: StockMismatch[] = [];
    const undo = new Error('undo');
    await db
      .tx(async (tx) => {
        await tx.execute(statement);
        found = await verifyStockCounters(tx);
        throw undo;
      })
      .catch((error: unknown) => {
        if (error !== undo) throw error;
      });
    return found;
  }

  it('finds nothing while counters equal their rows', async () => expect(await db.tx(verifyStockCounters)).toEqual([]));

  it.each(['available', 'reserved', 'assigned', 'quarantine', 'unlisted', 'dead', 'retired', 'alive', 'cost_total'])(
    'names %s',
    async (bucket) => {
      for (const by of [7, -7]) {
        const wrong = await tampered(`
        update inv_counter set ${bucket} = ${bucket} + ${by} where ctid in (select ctid from inv_counter where number_type = 2 limit 1)`);
        expect(wrong).toMatchObject([{ tenantId: '000000', countryCode: 'US', numberType: 2, bucket }]);
        expect(wrong.map(({ counted, rows }) => Number(counted) - Number(rows))).toEqual([by]);
      }
    },
  );

  it.each([
    ['ready_count', '6', '5'],
    ['in_warehouse_count', '2', '1'],
    ['failed_count', '2', '1'],
    ['void_count', '3', '2'],
  ])('names %s of a batch', async (bucket, counted, rows) => {
    const wrong = await tampered(`update inv_batch set ${bucket} = ${bucket} + 1 where batch_no = '${batchNo}'`);
    expect(wrong).toEqual([{ tenantId: '000000', batchNo, bucket, counted, rows }]);
  });

  it('names numbers without a counter, and counters without a number', async () => {
    const gone = await tampered('delete from inv_counter where number_type = 2');
    expect(gone.map(({ bucket, counted, rows }) => [bucket, counted, rows])).toEqual([
      ['available', '0', '3'],
      ['cost_total', '0', '3600000'],
    ]);
    const invented = await tampered(`
      insert into inv_counter (tenant_id, business_type, country_code, number_type, capability, warehouse_code, slot, reserved)
      values ('111111', 3, 'GB', 5, 0, 'WH09', 0, 2)`);
    expect(invented).toEqual([
      {
        ...{ tenantId: '111111', businessType: 3, countryCode: 'GB', numberType: 5, capability: 0 },
        ...{ warehouseCode: 'WH09', bucket: 'reserved', counted: '2', rows: '0' },
      },
    ]);
  });
});
