import { taskState } from '@trade-assistant/contract/kit/task.ts';
import { sql } from 'drizzle-orm';
import { afterAll, describe, expect, it } from 'vitest';
import { countRows, fictionalNumbers, stageBatch, stock } from '../../engines/stock/inventory/stock-fixture.ts';
import { testApp } from '../../testing/app.ts';

let next = 0;

const product = await testApp();
await product.work();
const keeper = await product.staff('warehouse');
afterAll(() => product.close());

/** Returns numbers that no other test of this file uses. */
const fresh = (count: number): bigint[] => {
  next += count;
  return fictionalNumbers(count, next - count);
};

const entry = (number: bigint, more: Record<string, unknown> = {}) => ({
  batchName: 'By hand',
  number: `+${number}`,
  countryCode: 'US',
  businessType: 1,
  numberType: 1,
  capability: 8,
  warehouseCode: 'WH01',
  sourceType: 1,
  supplierName: 'Supplier',
  ownerType: 1,
  provenanceNote: 'Invoice 7',
  rightsAttested: 1,
  regDocStatus: 0,
  costPrice: '1.5',
  ...more,
});

const save = (number: bigint, more: Record<string, unknown> = {}, user = keeper) =>
  user.post('whatsapp/pre-warehouse/save', entry(number, more));
const detail = async (id: string) => (await keeper.get('whatsapp/pre-warehouse/detail', { id })).body.data;

describe('the lease', () => {
  it('is found by its end dates, both inclusive, and by valid dates only', async () => {
    const { id } = (await save(fresh(1)[0]!, { batchName: 'Leased', leaseEnd: '2098-03-02' })).body.data;
    const found = async (query: Record<string, string>) =>
      (await keeper.get('whatsapp/pre-warehouse/list', query)).body.data.records.map((row: { id: string }) => row.id);
    expect(await found({ leaseEnd_ge: '2098-03-02', leaseEnd_le: '2098-03-02' })).toEqual([id]);
    expect(await found({ leaseEnd_ge: '2098-03-03' })).toEqual([]);
    expect(await found({ leaseEnd_le: '2098-03-01', leaseEnd_ge: '2098-01-01' })).toEqual([]);
    for (const leaseEnd of ['2098-02-30', 'tomorrow']) {
      expect((await keeper.get('whatsapp/pre-warehouse/list', { leaseEnd_ge: leaseEnd })).status, leaseEnd).toBe(400);
      expect((await save(fresh(1)[0]!, { batchName: 'Leased', leaseEnd })).status, leaseEnd).toBe(400);
    }
  });
});

describe('a search by a part of a name', () => {
  it('finds numbers by any part of their batch and supplier', async () => {
    const { id: first } = (await save(fresh(1)[0]!, { batchName: 'Harbour 50%', supplierName: 'North_Star' })).body
      .data;
    const { id: second } = (await save(fresh(1)[0]!, { batchName: 'Harbour 501', supplierName: 'NorthXStar' })).body
      .data;
    const found = async (query: Record<string, string>) =>
      (await keeper.get('whatsapp/pre-warehouse/list', query)).body.data.records.map((row: { id: string }) => row.id);
    expect(await found({ batchName: 'arbour' })).toEqual([second, first]);
    expect(await found({ batchName: '50%' })).toEqual([first]);
    expect(await found({ batchName_likeright: 'harbour', batchName_likeleft: '1' })).toEqual([second]);
    expect(await found({ supplierName: 'H_S' })).toEqual([first]);
    expect(await found({ supplierName: 'h', batchName: '501' })).toEqual([second]);
    expect(await found({ batchName_equal: 'Harbour 50%' })).toEqual([first]);
    expect(await found({ supplierName: 'nobody' })).toEqual([]);
    const { states } = (await keeper.get('whatsapp/pre-warehouse/counts', { batchName: 'arbour' })).body.data;
    expect(states.reduce((sum: number, { count }: { count: number }) => sum + count, 0)).toBe(2);
  });
});

describe('permissions', () => {
  it('numbers are masked and costs left out without the permissions; plain views are recorded', async () => {
    const { ids } = await stageBatch(product.db, fresh(1));
    const id = String(ids[0]);
    const reader = await product.staff('compliance');
    const seen = (await reader.get('whatsapp/pre-warehouse/detail', { id })).body.data;
    expect(seen.number).toMatch(/^\+1\d\d\*{4}\d{4}$/);
    for (const hidden of ['costPrice', 'supplierName']) expect(seen).not.toHaveProperty(hidden);
    expect((await reader.get('whatsapp/pre-warehouse/list', { supplierName: 'Sup' })).status).toBe(403);
    expect(await detail(id)).toMatchObject({ number: seen.number, costPrice: '1.2' });
    const plain = (await product.admin.get('whatsapp/pre-warehouse/detail', { id })).body.data;
    expect(plain.number).toMatch(/^\+1\d{10}$/);
    const trail = await product.db.pool.query(
      `select account, object_type, object_id from audit_log where action = 'plain-view' order by id desc limit 1`,
    );
    expect(trail.rows[0]).toEqual({ account: 'admin', object_type: 'whatsapp/pre-warehouse', object_id: id });
  });
});

describe('a number added by hand', () => {
  it('is refused when it is invalid, of another country, or without its supplier', async () => {
    const before = await countRows(product.db);
    const [number] = fresh(1) as [bigint];
    expect((await save(number, { number: 'abc' })).body).toMatchObject({ code: 400, bizCode: 'NUMBER_INVALID' });
    expect((await save(number, { number: '+1 416 555 0123' })).body).toMatchObject({
      bizCode: 'NUMBER_COUNTRY',
      msg: expect.stringContaining('国家不符'),
      data: { fields: [{ field: 'number', message: '国家不符' }] },
    });
    expect((await save(number, { supplierName: '' })).body).toMatchObject({ bizCode: 'SUPPLIER_REQUIRED' });
    expect((await save(number, { batchName: undefined })).body).toMatchObject({ code: 400, bizCode: 'BAD_REQUEST' });
    expect(await countRows(product.db)).toEqual(before);
  });

  it('may be staged for another line of business, also in the same batch', async () => {
    const [number] = fresh(1) as [bigint];
    expect((await save(number, { batchName: 'Two lines' })).status).toBe(200);
    expect((await save(number, { batchName: 'Two lines', businessType: 2 })).status).toBe(200);
    expect((await save(number, { batchName: 'Two lines' })).body.bizCode).toBe('NUMBER_DUPLICATE');
  });

  it('names an unknown warehouse', async () => {
    const [number] = fresh(1) as [bigint];
    const { id } = (await save(number, { batchName: 'Nowhere to go', warehouseCode: 'NOWHERE' })).body.data;
    expect(await detail(id)).toMatchObject({ checkReason: '仓库 NOWHERE 不存在或已停用' });
    // Also if it was ready, and the warehouse is closed before it moves.
    const { ids } = await stageBatch(product.db, fresh(1));
    await product.db.pool.query(`update inv_staged set warehouse_code = 'CLOSED' where id = $1`, [ids[0]]);
    const moved = (await keeper.post('whatsapp/pre-warehouse/batch-into-warehouse', { id: String(ids[0]) })).body.data;
    expect(moved.fails).toMatchObject([{ bizCode: 'WAREHOUSE_UNKNOWN', msg: '仓库 CLOSED 不存在或已停用' }]);
  });

  it('joins the batch of its name, is checked, and is found in any notation', async () => {
    const [first, second] = fresh(2) as [bigint, bigint];
    const { id } = (await save(first)).body.data;
    await save(second);
    expect(await detail(id)).toMatchObject({ status: 1, checkStatus: 1, batchName: 'By hand', costPrice: '1.5' });
    const national = `(${String(first).slice(1, 4)}) ${String(first).slice(4, 7)}-${String(first).slice(7)}`;
    for (const number of [`+${first}`, `00${first}`, String(first), `+1 ${national}`]) {
      const { records } = (await keeper.get('whatsapp/pre-warehouse/list', { number })).body.data;
      expect(
        records.map((row: { id: string }) => row.id),
        number,
      ).toEqual([id]);
    }
    expect((await save(first)).body).toMatchObject({ code: 400, bizCode: 'NUMBER_DUPLICATE' });
    const { records } = (await keeper.get('whatsapp/pre-warehouse/batches', { batchName: 'By hand' })).body.data;
    expect(records).toMatchObject([{ totalLines: 2, goodLines: 2, readyCount: 2, status: 2 }]);
  });

  it('that may not enter stock gives the reason, and is corrected and checked again', async () => {
    const [number] = fresh(1) as [bigint];
    const { id } = (await save(number, { rightsAttested: 0 })).body.data;
    const failed = await detail(id);
    expect(failed).toMatchObject({ status: 5, checkStatus: 2, checkReason: '请勾选权属声明' });
    const stale = await keeper.post('whatsapp/pre-warehouse/update', { id, version: failed.version + 1, remark: 'x' });
    expect(stale.body).toMatchObject({ code: 400, bizCode: 'STALE_DATA' });
    await keeper.post('whatsapp/pre-warehouse/update', {
      id,
      version: failed.version,
      rightsAttested: 1,
      costPrice: null,
    });
    expect(await detail(id)).toMatchObject({
      status: 1,
      checkReason: null,
      costPrice: '0',
      version: failed.version + 1,
    });
    await keeper.post('whatsapp/pre-warehouse/update', { id, leaseEnd: '2020-01-01' });
    expect((await keeper.get('whatsapp/pre-warehouse/detail', { id }, { lang: 'en' })).body.data).toMatchObject({
      status: 5,
      checkReason: 'Fewer than 7 days of lease left',
    });
  });

  it('can be voided before it moves, and then be added again', async () => {
    const [number] = fresh(1) as [bigint];
    const { id } = (await save(number)).body.data;
    expect((await keeper.post('whatsapp/pre-warehouse/remove', { ids: id })).status).toBe(200);
    expect((await keeper.get('whatsapp/pre-warehouse/detail', { id })).status).toBe(404);
    expect((await save(number)).status).toBe(200);
    expect((await keeper.post('whatsapp/pre-warehouse/remove', { ids: id })).status).toBe(404);
  });
});

describe('moving into stock', () => {
  it('moves a number once: a repetition changes nothing, and it is read-only afterwards', async () => {
    const [number] = fresh(1) as [bigint];
    const { id } = (await save(number)).body.data;
    for (let time = 0; time < 2; time += 1) {
      const answer = await keeper.post('whatsapp/pre-warehouse/into-warehouse', { id });
      expect(answer.body.data).toEqual({ okCount: 1, failCount: 0, fails: [] });
    }
    expect(await detail(id)).toMatchObject({ status: 3, inUserName: 'warehouse' });
    const item = await product.db.pool.query('select stock_status, cost_price from inv_item where e164 = $1', [number]);
    expect(item.rows).toEqual([{ stock_status: 0, cost_price: 1_500_000n }]);
    expect((await keeper.post('whatsapp/pre-warehouse/update', { id, remark: 'x' })).body.bizCode).toBe(
      'STATE_CONFLICT',
    );
    expect((await keeper.post('whatsapp/pre-warehouse/remove', { ids: id })).body.bizCode).toBe('STATE_CONFLICT');
    expect((await keeper.post('whatsapp/pre-warehouse/into-warehouse', { id: '999999' })).status).toBe(404);
  });

  it('handles each of many separately: refused ones are named, the others move', async () => {
    const numbers = fresh(4);
    await stock(product.db, numbers.slice(0, 1));
    const again = await stageBatch(product.db, numbers);
    const unproven = await stageBatch(product.db, fresh(1), { rightsAttested: 0 });
    const ids = [...again.ids, ...unproven.ids, 999_999n].join(',');
    const { data } = (await keeper.post('whatsapp/pre-warehouse/batch-into-warehouse', { id: ids })).body;
    expect(data).toMatchObject({ okCount: 3, failCount: 3 });
    expect(data.fails.map(({ bizCode, msg }: { bizCode: string; msg: string }) => [bizCode, msg])).toEqual([
      ['NUMBER_DUPLICATE', '号码已存在'],
      ['PROVENANCE_REQUIRED', '请勾选权属声明'],
      ['NOT_FOUND', expect.any(String)],
    ]);
    expect(await detail(String(again.ids[0]))).toMatchObject({ status: 5, duplicateOf: expect.any(String) });
  });

  it('moves a small batch within the call, by its number', async () => {
    const { batchNo } = await stageBatch(product.db, fresh(20));
    const { data } = (await keeper.post('whatsapp/pre-warehouse/batch-into-warehouse', { id: batchNo })).body;
    expect(data).toEqual({ okCount: 20, failCount: 0, fails: [] });
    const [batch] = (await keeper.get('whatsapp/pre-warehouse/batches', { batchNo })).body.data.records;
    expect(batch).toMatchObject({ readyCount: 0, inWarehouseCount: 20 });
    expect((await keeper.post('whatsapp/pre-warehouse/void', { batchNo })).body.data).toMatchObject({
      ...{ voidedCount: 20, keptCount: 0, taskNo: null },
    });
    const again = await keeper.post('whatsapp/pre-warehouse/void', { batchNo });
    expect(again.body).toMatchObject({ code: 400, bizCode: 'STATE_CONFLICT' });
    const unknown = await keeper.post('whatsapp/pre-warehouse/batch-into-warehouse', { batchNo: 'PW261121AAAAAAAA' });
    expect(unknown.body).toMatchObject({ code: 404, bizCode: 'BATCH_UNKNOWN' });
  });

  it('takes numbers back that another transaction has locked, once it ends', async () => {
    const { batchNo } = await stageBatch(product.db, fresh(3));
    await keeper.post('whatsapp/pre-warehouse/batch-into-warehouse', { id: batchNo });
    const other = await product.db.pool.connect();
    await other.query('begin');
    await other.query('select from inv_item where batch_no = $1 for update', [batchNo]);
    const answer = keeper.post('whatsapp/pre-warehouse/void', { batchNo });
    const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
      and query like '%update inv_item%'`;
    await expect.poll(async () => (await product.db.drizzle.execute(waiting)).rowCount).toBe(1);
    await other.query('rollback');
    other.release();
    expect((await answer).body.data).toMatchObject({ voidedCount: 3, keptCount: 0 });
  });

  it('moves a large batch in the background', async () => {
    const numbers = fictionalNumbers(2_500, 1_500);
    const { batchNo } = await stageBatch(product.db, numbers);
    const { data } = (await keeper.post('whatsapp/pre-warehouse/batch-into-warehouse', { batchNo })).body;
    expect(data).toMatchObject({ okCount: 0, failCount: 0, taskNo: expect.stringMatching(/^TK/) });
    await expect
      .poll(async () => (await keeper.get('desk/task/progress', { taskNo: data.taskNo })).body.data)
      .toMatchObject({ state: taskState.is.done, result: { moved: 2500, failed: 0 }, done: 2500, total: 2500 });
    const counted = await product.db.pool.query('select count(*)::int as n from inv_item where batch_no = $1', [
      batchNo,
    ]);
    expect(counted.rows[0].n).toBe(2500);
    const back = (await keeper.post('whatsapp/pre-warehouse/void', { batchNo })).body.data;
    expect(back).toMatchObject({ voidedCount: 0, taskNo: expect.stringMatching(/^TK/) });
    await expect
      .poll(async () => (await keeper.get('desk/task/progress', { taskNo: back.taskNo })).body.data)
      .toMatchObject({ state: taskState.is.done, result: { taken: 2500, kept: 0 } });
    const left = await product.db.pool.query(
      'select count(*)::int as n from inv_item where batch_no = $1 and stock_status <> 6',
      [batchNo],
    );
    expect(left.rows[0].n).toBe(0);
  });
});
