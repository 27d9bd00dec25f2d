import { taskState } from '@trade-assistant/contract/kit/task.ts';
import { afterAll, describe, expect, it } from 'vitest';
import { countSupplierBatches, nameSuppliers } from '../../engines/stock/inventory/index.ts';
import { fictionalNumbers, multipart } from '../../engines/stock/inventory/stock-fixture.ts';
import { testApp } from '../../testing/app.ts';

const product = await testApp();
await product.work();
const keeper = await product.staff('warehouse');
afterAll(() => product.close());

let next = 0;
const fresh = (count: number): bigint[] => {
  next += count;
  return fictionalNumbers(count, next - count);
};
const query = async (text: string, values: unknown[] = []) => (await product.db.pool.query(text, values)).rows;
const add = async (form: Record<string, unknown>) =>
  (await keeper.post('whatsapp/supplier/submit', { paymentTerms: 1, ...form })).body.data.id as string;
const found = async (filters: Record<string, string>) =>
  (await keeper.get('whatsapp/supplier/list', filters)).body.data.records;

const fields = {
  batchName: 'November',
  numberType: 1,
  capability: 8,
  warehouseCode: 'WH01',
  sourceType: 1,
  rightsAttested: 1,
  provenanceNote: 'Invoice 7',
  costPrice: '1.2',
};

async function imported(content: string, more: Record<string, string | number> = {}) {
  const { body, headers } = multipart({ ...fields, ...more }, { name: 'list.csv', content });
  const { taskNo } = (await keeper.post('whatsapp/pre-warehouse/import', body, headers)).body.data;
  const progress = async () => (await keeper.get('desk/task/progress', { taskNo })).body.data;
  await expect.poll(async () => (await progress()).state).toBeGreaterThanOrEqual(taskState.is.waiting);
  return progress();
}
const listed = async (batchNo: string) =>
  (await keeper.get('whatsapp/pre-warehouse/list', { batchNo, size: 200 })).body.data.records;

describe('an import', () => {
  it('finds the suppliers of its form and of its lines by name and code, without case', async () => {
    const first = await add({ supplierName: 'Harbour Numbers', supplierCode: 'HARBOUR' });
    const second = await add({ supplierName: 'Meadow Lines', supplierCode: 'MEADOW' });
    const [a, b, c] = fresh(3);
    const task = await imported(`号码,供应商\n+${a},meadow\n+${b},MEADOW LINES\n+${c},`, {
      supplierName: 'harbour numbers',
      commit: 1,
    });
    expect(task.result.newSuppliers).toBeUndefined();
    const rows = await listed(task.result.batchNo);
    const of = (number: bigint | undefined) =>
      rows.find((row: { number: string }) => row.number.endsWith(String(number).slice(-4)));
    expect(of(a)).toMatchObject({ supplierId: second, supplierName: 'Meadow Lines' });
    expect(of(b)).toMatchObject({ supplierId: second, supplierName: 'Meadow Lines' });
    expect(of(c)).toMatchObject({ supplierId: first, supplierName: 'Harbour Numbers' });
  });

  it('adds unknown suppliers with its confirmation, to be completed, and none when it is discarded', async () => {
    const discarded = await imported(`+${fresh(1)[0]}`, { supplierName: 'Nobody Numbers' });
    expect(discarded.result.newSuppliers).toEqual(['Nobody Numbers']);
    await keeper.post('whatsapp/pre-warehouse/void', { batchNo: discarded.result.batchNo, reason: 'Wrong' });
    expect(await found({ supplierName: 'Nobody' })).toEqual([]);

    const task = await imported(`号码,供应商\n+${fresh(1)[0]},Birch Street\n+${fresh(1)[0]},`, {
      supplierName: 'Elm Street',
    });
    expect(task.result.newSuppliers).toEqual(['Elm Street', 'Birch Street']);
    expect(await found({ supplierName: 'Street' })).toEqual([]);
    await keeper.post('whatsapp/pre-warehouse/import-commit', { taskNo: task.taskNo });
    const records = await found({ supplierName: 'Street' });
    expect(records.map(({ supplierName, record }: Record<string, unknown>) => [supplierName, record])).toEqual([
      ['Birch Street', 0],
      ['Elm Street', 0],
    ]);
    const rows = await listed(task.result.batchNo);
    expect(rows.map(({ supplierId }: { supplierId: string }) => supplierId).sort()).toEqual(
      records.map(({ id }: { id: string }) => id).sort(),
    );
    const { records: batches } = (await keeper.get('whatsapp/pre-warehouse/batches', { batchNo: task.result.batchNo }))
      .body.data;
    expect(batches[0].supplierName).toBe('Elm Street');
  });

  it('refuses lines with more unknown suppliers than one list may name', async () => {
    const numbers = fresh(25);
    const text = ['号码,供应商', ...numbers.map((number, index) => `+${number},Column ${index}`)].join('\n');
    const task = await imported(text, { sourceType: 4 });
    expect(task.result).toMatchObject({ goodLines: 20, rejectedLines: 5 });
    expect(task.result.problems[0].detail).toContain('20');
    expect(task.result.newSuppliers).toHaveLength(20);
  });

  it('refuses a supplier that does not exist, at its field', async () => {
    const { body, headers } = multipart(
      { ...fields, supplierId: '999999' },
      { name: 'list.csv', content: `+${fresh(1)[0]}` },
    );
    expect((await keeper.post('whatsapp/pre-warehouse/import', body, headers)).body).toMatchObject({
      bizCode: 'SUPPLIER_UNKNOWN',
      data: { fields: [{ field: 'supplierId' }] },
    });
  });
});

describe('a record', () => {
  it('is renamed in all lists, and kept while numbers name it', async () => {
    const id = await add({ supplierName: 'Old Name', supplierCode: 'RENAMED' });
    const task = await imported(`+${fresh(1)[0]}`, { supplierId: id, commit: 1 });
    const { version } = (await keeper.get('whatsapp/supplier/detail', { id })).body.data;
    await keeper.post('whatsapp/supplier/submit', { id, version, supplierName: 'New Name' });
    expect((await listed(task.result.batchNo))[0]).toMatchObject({ supplierId: id, supplierName: 'New Name' });
    expect((await keeper.get('whatsapp/pre-warehouse/list', { supplierName: 'New N' })).body.data.total).toBe(1);
    expect((await keeper.post('whatsapp/supplier/remove', { ids: id })).body.bizCode).toBe('IN_USE');
  });

  it('is complete once it has a contact', async () => {
    const id = await add({ supplierName: 'Bare' });
    expect((await found({ supplierName: 'Bare' }))[0]).toMatchObject({ id, record: 0 });
    const { version } = (await keeper.get('whatsapp/supplier/detail', { id })).body.data;
    await keeper.post('whatsapp/supplier/submit', { id, version, contactEmail: 'sales@example.com' });
    expect((await found({ supplierName: 'Bare' }))[0]).toMatchObject({ record: 1, contactEmail: 'sales@example.com' });
  });

  it('counts the numbers that reached the stock and those found inactive, by batch', async () => {
    const id = await add({ supplierName: 'Counted' });
    const task = await imported(
      fresh(4)
        .map((number) => `+${number}`)
        .join('\n'),
      { supplierId: id, commit: 1 },
    );
    const { batchNo } = task.result;
    await keeper.post('whatsapp/pre-warehouse/batch-into-warehouse', { batchNo });
    await query(
      'update inv_item set survive_status = 2 where e164 = (select min(e164) from inv_item where batch_no = $1)',
      [batchNo],
    );
    await product.db.tx(countSupplierBatches);
    expect((await found({ supplierName: 'Counted' }))[0]).toMatchObject({
      batchCount: 1,
      stockedCount: 4,
      failedCount: 1,
      failureRate: '25',
    });
    const batches = (await keeper.get('whatsapp/supplier/batches', { id })).body.data;
    expect(batches).toMatchObject([
      { batchNo, batchName: 'November', stocked: 4, assigned: 0, failed: 1, failureRate: '25' },
    ]);
  });

  it('is hidden from agents, whatever their role grants', async () => {
    const agent = await product.agent();
    await query(
      `insert into sys_role_menu (role_id, menu_id) select r.role_id, m.id from sys_user_role r, sys_menu m
       where r.user_id = $1 and m.code like 'whatsapp/supplier%' on conflict do nothing`,
      [agent.id],
    );
    const { body } = await agent.get('whatsapp/supplier/list', {});
    expect(body.data?.records ?? []).toEqual([]);
  });
});

it('numbers with the name of a supplier alone are connected with a record, an existing or a new one', async () => {
  const known = await add({ supplierName: 'Known Before' });
  const ids: string[] = [];
  for (const [index, name] of ['known before', 'Written Before', 'Written Before'].entries()) {
    const number = fresh(1)[0];
    const task = await imported(`+${number}`, { supplierId: known, commit: 1, batchName: `Past ${index}` });
    await keeper.post('whatsapp/pre-warehouse/batch-into-warehouse', { batchNo: task.result.batchNo });
    for (const table of ['inv_staged', 'inv_item'])
      await query(`update ${table} set supplier_id = null, supplier_name = $2 where e164 = $1`, [number, name]);
    ids.push(String(number));
  }
  // A waiting import keeps its names until it is confirmed.
  const waiting = await imported(`+${fresh(1)[0]}`, { supplierName: 'Not Yet' });
  await nameSuppliers(product.db);
  const written = await found({ supplierName: 'Written Before' });
  expect(written).toMatchObject([{ record: 0 }]);
  for (const table of ['inv_staged', 'inv_item'])
    expect(
      (
        await query(`select supplier_id::text as id from ${table} where e164 = any($1::bigint[]) order by e164`, [ids])
      ).map(({ id }) => id),
      table,
    ).toEqual([known, written[0].id, written[0].id]);
  expect(await found({ supplierName: 'Not Yet' })).toEqual([]);
  expect(waiting.state).toBe(taskState.is.waiting);
});
