import { gzipSync } from 'node:zlib';
import { batchProgress } from '@trade-assistant/contract/areas/whatsapp/dictionaries.ts';
import { withDependents } from '@trade-assistant/contract/changes.ts';
import { taskState } from '@trade-assistant/contract/kit/task.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  countRows,
  fictionalNumber,
  fictionalNumbers,
  multipart,
} from '../../engines/stock/inventory/stock-fixture.ts';
import { PUSH_CHANNEL } from '../../kernel/realtime/push.ts';
import { readTable } from '../../kernel/spreadsheet/index.ts';
import { workbookBomb, workbookOf, zipOf } from '../../kernel/spreadsheet/testing.ts';
import { type TestUser, testApp } from '../../testing/app.ts';

const { waiting, done, failed, cancelled } = taskState.is;

const product = await testApp();
await product.work();
const keeper = await product.staff('warehouse');
const plain: TestUser = product.admin;
afterAll(() => product.close());
beforeEach(async () => {
  await idle();
  // Each test starts with an empty pre-warehouse, so that leftovers can be counted.
  await product.db.pool.query('delete from inv_staged');
  await product.db.pool.query('delete from kernel_task');
  await product.db.pool.query('delete from kernel_file');
  await product.db.pool.query(`update inv_batch set status = 3 where status in (0, 1, 2, 5)`);
});

/** Waits until no job is running, because jobs fail when their rows are deleted. */
async function idle(): Promise<void> {
  for (;;) {
    const { rows } = await product.db.pool.query('select 1 from kernel_task where state in (0, 1)');
    if (rows.length === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

const fields = {
  batchName: 'November',
  numberType: 1,
  capability: 8,
  warehouseCode: 'WH01',
  sourceType: 1,
  supplierName: 'Supplier',
  rightsAttested: 1,
  provenanceNote: 'Invoice 7',
  costPrice: '1.2',
};

type Content = string | Uint8Array;

async function upload(content: Content, more: Record<string, string | number> = {}, user = keeper) {
  const { body, headers } = multipart({ ...fields, ...more }, { name: 'list.txt', content });
  return user.post('whatsapp/pre-warehouse/import', body, headers);
}

async function ended(taskNo: string, user = keeper) {
  const limit = Date.now() + 120_000 * Number(process.env['TEST_SLOWNESS'] ?? 1);
  for (;;) {
    const { body } = await user.get('desk/task/progress', { taskNo });
    if ([waiting, done, failed, cancelled].includes(body.data.state)) return body.data;
    if (Date.now() > limit) throw new Error(`the import stayed in state ${body.data.state}`);
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
}

/** Uploads and waits. @returns the task */
async function imported(content: Content, more: Record<string, string | number> = {}, user = keeper) {
  const answer = await upload(content, more, user);
  expect(answer.body, JSON.stringify(answer.body)).toMatchObject({ code: 200 });
  return ended(answer.body.data.taskNo, user);
}

/** Returns a day relative to today, in UTC like the database. */
const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

const listed = async () => (await keeper.get('whatsapp/pre-warehouse/list', { size: 200 })).body.data;
const lines = (numbers: readonly bigint[]) => numbers.map((number) => `+${number}`).join('\n');

async function reportLines(taskNo: string): Promise<string[][]> {
  const { raw } = await keeper.get('desk/task/download', { taskNo, kind: 'report' });
  const rows: string[][] = [];
  async function* bytes() {
    yield raw;
  }
  for await (const batch of readTable(bytes())) rows.push(...batch.map(({ cells }) => [...cells]));
  return rows;
}

/** Returns the progress of an import's batch. */
async function progressOf({ result: { batchNo } }: { result: { batchNo: string } }): Promise<number> {
  const { records } = (await keeper.get('whatsapp/pre-warehouse/batches', { batchNo })).body.data;
  return records[0].progress;
}

/** Returns the only number of an import. */
const only = async ({ result: { batchNo } }: { result: { batchNo: string } }) =>
  (await keeper.get('whatsapp/pre-warehouse/list', { batchNo })).body.data.records[0];

/** Returns the lists whose changes were announced during the work. */
async function announcedDuring(work: () => Promise<unknown>): Promise<string[]> {
  const announced: string[] = [];
  const unlisten = await product.db.listen(PUSH_CHANNEL, (text) => {
    const { event, payload } = JSON.parse(text);
    if (event === 'changed') announced.push(payload.resource);
  });
  // Announcements follow the commit, batched over a moment: those of earlier tests may still arrive.
  await new Promise((resolve) => setTimeout(resolve, 500));
  announced.length = 0;
  await work();
  await expect.poll(() => announced.length).toBeGreaterThan(0);
  await unlisten();
  return announced;
}

describe('an import', () => {
  it('reports, waits, and shows its numbers only after confirmation', async () => {
    const task = await imported(lines(fictionalNumbers(30)));
    expect(task).toMatchObject({ state: waiting, hasReport: 0, done: 30, total: 30 });
    expect(task.result).toMatchObject({ state: 'reported', totalLines: 30, goodLines: 30, rejectedLines: 0 });
    expect(task.result.countries).toEqual([{ countryCode: 'US', count: 30 }]);
    expect((await listed()).total).toBe(0);
    const waitingRow = await product.db.pool.query<{ id: bigint }>('select id from inv_staged order by id limit 1');
    const id = String(waitingRow.rows[0]?.id);
    expect((await keeper.get('whatsapp/pre-warehouse/detail', { id })).status).toBe(404);
    expect((await keeper.post('whatsapp/pre-warehouse/into-warehouse', { id })).status).toBe(404);
    const answer = await keeper.post('whatsapp/pre-warehouse/import-commit', { taskNo: task.taskNo });
    expect(answer.body.data.batchNo).toBe(task.result.batchNo);
    expect(await listed()).toMatchObject({ total: 30 });
    expect((await keeper.get('whatsapp/pre-warehouse/detail', { id })).status).toBe(200);
    expect((await ended(task.taskNo)).result.state).toBe('committed');
    // A second confirmation changes nothing.
    expect((await keeper.post('whatsapp/pre-warehouse/import-commit', { taskNo: task.taskNo })).status).toBe(200);
    const [batch] = (await keeper.get('whatsapp/pre-warehouse/batches', { batchNo: task.result.batchNo })).body.data
      .records;
    expect(batch).toMatchObject({
      status: 2,
      readyCount: 30,
      goodLines: 30,
      inWarehouseCount: 0,
      warehouseName: '主仓',
    });
  });

  it('notifies open lists of every outcome', async () => {
    const list = withDependents(['whatsapp/pre-warehouse']);
    expect(await announcedDuring(() => imported(lines(fictionalNumbers(3)), { commit: 1 }))).toEqual(list);
    expect(await announcedDuring(() => imported(lines(fictionalNumbers(3))))).toEqual(list);
    expect(await announcedDuring(() => imported('12\n34'))).toEqual(list);
    expect(await announcedDuring(() => imported('session: 1\nauth_key=00'))).toEqual(list);
  });

  it('is committed at once on request, and the uploaded list is deleted', async () => {
    const task = await imported(lines(fictionalNumbers(5)), { commit: 1 });
    expect(task).toMatchObject({ state: done, result: { state: 'committed', goodLines: 5 } });
    expect(await listed()).toMatchObject({ total: 5 });
    const [row] = (await listed()).records;
    expect(row).toMatchObject({ number: '+120****0104', status: 1, checkStatus: 1, countryCode: 'US' });
    expect(row.costPrice).toBe('1.2');
    expect(await countRows(product.db)).toMatchObject({ files: 0 });
  });

  it('names every refused line, with the reason and a masked number', async () => {
    await imported(lines(fictionalNumbers(3)), { commit: 1, batchName: 'First' });
    const content = [
      `+${fictionalNumber(0)}`,
      `+${fictionalNumber(10)}`,
      `00${fictionalNumber(10)}`,
      'not a number',
      '+1 201 55',
      '+44 7700 900123',
      '',
      `+${fictionalNumber(11)}`,
    ].join('\r\n');
    const task = await imported(content);
    expect(task.result).toMatchObject({
      totalLines: 7,
      goodLines: 2,
      rejectedLines: 5,
      duplicatesInFile: 1,
      duplicatesInStock: 1,
    });
    const [header, ...rows] = await reportLines(task.taskNo);
    expect(header).toEqual(expect.arrayContaining(['行号 Line', '原因', 'Reason']));
    const byLine = rows
      .map(([lineNo, , text, code]) => [Number(lineNo), text, code])
      .sort(([a], [b]) => Number(a) - Number(b));
    expect(byLine).toEqual([
      [1, "'+1201***0100", '13'],
      [3, '0012*****0110', '10'],
      [4, 'not a number', '1'],
      [5, "'+* *01 55", '3'],
      [6, "'+44 77** **0123", '8'],
    ]);
    for (const [, , , , zh, en] of rows) expect([zh, en]).not.toContain('');
    expect(task.result.problems).toHaveLength(5);
    await keeper.post('desk/task/cancel', { taskNo: task.taskNo });
  });

  it('uses the values of a line before those of the batch', async () => {
    const content = [
      '号码,国家代码,号码类型,能力,供应商,成本价,月租,租期起,租期止,资料状态,备注',
      `${fictionalNumber(40).toString().slice(1)},US,VoIP,语音|接收短信,Other,2.5,0.1,2026/1/5,2099-12-31,已通过,hello`,
      `+${fictionalNumber(41)},,,,,,,,,,`,
      `+${fictionalNumber(42)},,,,,two,,,,,`,
      `+${fictionalNumber(43)},,9,,,,,,,,`,
      `+${fictionalNumber(44)},,,,,,,,2020-01-01,,`,
    ].join('\n');
    const task = await imported(content, { commit: 1 });
    expect(task.result).toMatchObject({ goodLines: 2, reasons: [{ code: 16, count: 3 }] });
    expect(task.result.problems.map(({ detail }: { detail: string }) => detail)).toEqual([
      '成本价 Cost',
      '号码类型 Number type',
      expect.stringContaining('租期'),
    ]);
    const { records } = await listed();
    const own = records.find(({ remark }: { remark: string }) => remark === 'hello');
    expect(own).toMatchObject({
      numberType: 4,
      capability: 3,
      supplierName: 'Other',
      costPrice: '2.5',
      monthlyCost: '0.1',
      leaseStart: '2026-01-05',
      leaseEnd: '2099-12-31',
      regDocStatus: 3,
    });
    expect(records.find(({ remark }: { remark: string }) => remark === null)).toMatchObject({
      numberType: 1,
      capability: 8,
      supplierName: 'Supplier',
    });
  });

  describe('of numbers whose country is unclear', () => {
    const answer = (taskNo: string, readAs: Record<string, unknown>, user = keeper) =>
      user.post('whatsapp/pre-warehouse/import-country', { taskNo, ...readAs });
    /** Read as they are, the digits are numbers of Norway; in the United States they are numbers of Georgia. */
    const national = ['4785550160', '4785550161', '4785550162'];

    it('asks for the country before it stages anything, also when it should commit at once', async () => {
      const task = await imported(national.join('\n'), { commit: 1 });
      expect(task).toMatchObject({ state: waiting, hasReport: 0 });
      expect(task.result).toMatchObject({
        state: 'country',
        goodLines: 0,
        unclear: {
          lines: 3,
          samples: new Array(3).fill(expect.stringMatching(/^4[\d*]+\d$/)),
          international: [{ countryCode: 'NO', count: 3 }],
          national: expect.arrayContaining([{ countryCode: 'US', count: 3 }]),
        },
      });
      expect(await countRows(product.db)).toMatchObject({ staged: 0, 'open batches': 1 });
      expect(await progressOf(task)).toBe(batchProgress.is.country);
      expect((await keeper.post('whatsapp/pre-warehouse/import-commit', { taskNo: task.taskNo })).body.bizCode).toBe(
        'STATE_CONFLICT',
      );
      expect((await answer(task.taskNo, { countryCode: 'US' })).status).toBe(200);
      expect((await ended(task.taskNo)).result).toMatchObject({
        state: 'committed',
        goodLines: 3,
        countries: [{ countryCode: 'US', count: 3 }],
      });
      expect((await listed()).records.map(({ countryCode }: { countryCode: string }) => countryCode)).toEqual([
        'US',
        'US',
        'US',
      ]);
      // A second answer changes nothing.
      expect((await answer(task.taskNo, { countryCode: 'NO' })).body.bizCode).toBe('STATE_CONFLICT');
    });

    it('asks also for national numbers that are too short with a calling code', async () => {
      const task = await imported(['8085550143', '8085550144'].join('\n'));
      expect(task.result.unclear).toMatchObject({
        lines: 2,
        international: [],
        national: expect.arrayContaining([{ countryCode: 'US', count: 2 }]),
      });
      await answer(task.taskNo, { countryCode: 'US' });
      expect((await ended(task.taskNo)).result).toMatchObject({ state: 'reported', goodLines: 2, rejectedLines: 0 });
    });

    it('reads the digits with their calling code on request', async () => {
      const { taskNo } = await imported(national.join('\n'));
      await answer(taskNo, { international: 1 });
      expect((await ended(taskNo)).result.countries).toEqual([{ countryCode: 'NO', count: 3 }]);
    });

    it('refuses no country, an unknown one and two answers, at the field, and another user', async () => {
      const { taskNo } = await imported(national.join('\n'));
      for (const readAs of [{}, { countryCode: 'US', international: 1 }])
        expect((await answer(taskNo, readAs)).body).toMatchObject({
          bizCode: 'BAD_REQUEST',
          data: { fields: [{ field: 'countryCode' }] },
        });
      expect((await answer(taskNo, { countryCode: 'ZZ' })).body.bizCode).toBe('COUNTRY_UNKNOWN');
      const other = await product.staff('warehouse');
      expect((await answer(taskNo, { countryCode: 'US' }, other)).status).toBe(404);
      await keeper.post('desk/task/cancel', { taskNo });
      expect((await ended(taskNo)).state).toBe(cancelled);
      expect(await countRows(product.db)).toMatchObject({ staged: 0, files: 0, 'open batches': 0, 'open tasks': 0 });
    });

    it('does not ask for numbers with a calling code, their own country, or digits of one country only', async () => {
      const list = ['+4785550160', '004785550161', '12015550123'];
      const task = await imported(`号码,国家代码\n${list.map((number) => `${number},`).join('\n')}\n4785550162,US\n`);
      expect(task.result).toMatchObject({ state: 'reported', totalLines: 4, goodLines: 4 });
    });
  });

  it('names valid numbers of another type than chosen, and ranges that several countries share', async () => {
    const task = await imported('+18005550142\n+18005550143\n+12015550123\n');
    expect(task.result).toMatchObject({ goodLines: 3, typeDoubts: [{ lineType: 5, count: 2 }], sharedLines: 2 });
    const right = await imported('+18005550144\n', { numberType: 3 });
    expect(right.result).not.toHaveProperty('typeDoubts');
  });

  describe('with doubtful numbers', () => {
    const correct = (taskNo: string, correction: Record<string, unknown>, user = keeper) =>
      user.post('whatsapp/pre-warehouse/import-correct', { taskNo, ...correction });
    const list = '+18005550142\n+18005550143\n+12015550123\n';

    it('is corrected before its confirmation, by type and by country', async () => {
      const { taskNo } = await imported(list);
      expect((await correct(taskNo, { lineType: 5, numberType: 3 })).status).toBe(200);
      const typed = await ended(taskNo);
      expect(typed).toMatchObject({ state: waiting, result: { state: 'reported', goodLines: 3, sharedLines: 2 } });
      expect(typed.result).not.toHaveProperty('typeDoubts');
      expect((await correct(taskNo, { countryCode: 'CA' })).status).toBe(200);
      const { result } = await ended(taskNo);
      expect(result).not.toHaveProperty('sharedLines');
      expect(result.countries).toEqual([
        { countryCode: 'CA', count: 2 },
        { countryCode: 'US', count: 1 },
      ]);
      await keeper.post('whatsapp/pre-warehouse/import-commit', { taskNo });
      expect((await ended(taskNo)).result.countries).toHaveLength(2);
      const kinds = (await listed()).records.map((row: { countryCode: string; numberType: number }) => [
        row.countryCode,
        row.numberType,
      ]);
      expect(kinds.toSorted()).toEqual([
        ['CA', 3],
        ['CA', 3],
        ['US', 1],
      ]);
      expect((await correct(taskNo, { countryCode: 'US' })).body.bizCode).toBe('STATE_CONFLICT');
    });

    it('refuses a type or country that the numbers cannot have, both or none, and another user', async () => {
      const { taskNo } = await imported(list);
      const refused = async (correction: Record<string, unknown>) => {
        const { bizCode, data } = (await correct(taskNo, correction)).body;
        return [bizCode, data?.fields?.[0]?.field];
      };
      expect(await refused({ lineType: 5, numberType: 2 })).toEqual(['NUMBER_TYPE_DOUBT', 'numberType']);
      expect(await refused({ countryCode: 'NO' })).toEqual(['NUMBER_COUNTRY', 'countryCode']);
      expect(await refused({ countryCode: 'ZZ' })).toEqual(['COUNTRY_UNKNOWN', undefined]);
      expect(await refused({})).toEqual(['BAD_REQUEST', 'numberType']);
      expect(await refused({ lineType: 5, numberType: 3, countryCode: 'CA' })).toEqual(['BAD_REQUEST', 'countryCode']);
      const other = await product.staff('warehouse');
      expect((await correct(taskNo, { countryCode: 'CA' }, other)).status).toBe(404);
      expect((await ended(taskNo)).result).toMatchObject({ typeDoubts: [{ lineType: 5, count: 2 }], sharedLines: 2 });
      await keeper.post('desk/task/cancel', { taskNo });
    });
  });

  it('without valid lines fails with its report and nothing to confirm', async () => {
    const task = await imported(`${new Array(60).fill('12').join('\n')}\n`);
    expect(task).toMatchObject({
      state: failed,
      failure: '没有导入任何号码：60 行全部被拒绝',
      hasReport: 1,
      result: { state: 'void', goodLines: 0, rejectedLines: 60 },
    });
    expect(await reportLines(task.taskNo)).toHaveLength(61);
    expect(await progressOf(task)).toBe(batchProgress.is.refused);
    expect(await countRows(product.db)).toMatchObject({ staged: 0, 'open batches': 0 });
  });

  it('with refused lines notes how many lines it took and refused', async () => {
    const task = await imported(`${lines(fictionalNumbers(3))}\n12\n34`);
    expect(task).toMatchObject({ state: waiting, note: '可导入 3 行，拒绝 2 行' });
    await keeper.post('whatsapp/pre-warehouse/import-commit', { taskNo: task.taskNo });
    expect(await ended(task.taskNo)).toMatchObject({ state: done, note: '已导入 3 行，拒绝 2 行' });
  });

  it('has a progress that follows its numbers, by which batches are found', async () => {
    const { reported, ready, partly, stocked, checkFailed, void: isVoid } = batchProgress.is;
    const task = await imported(lines(fictionalNumbers(2, 700)));
    expect(await progressOf(task)).toBe(reported);
    await keeper.post('whatsapp/pre-warehouse/import-commit', { taskNo: task.taskNo });
    await ended(task.taskNo);
    expect(await progressOf(task)).toBe(ready);
    const [first, second] = (await listed()).records;
    await keeper.post('whatsapp/pre-warehouse/into-warehouse', { id: first.id });
    expect(await progressOf(task)).toBe(partly);
    const { batchNo } = task.result;
    const found = async (progress: number) =>
      (await keeper.get('whatsapp/pre-warehouse/batches', { batchNo, progress_in: progress })).body.data.total;
    expect([await found(partly), await found(stocked)]).toEqual([1, 0]);
    await keeper.post('whatsapp/pre-warehouse/into-warehouse', { id: second.id });
    expect(await progressOf(task)).toBe(stocked);
    const gone = await imported(lines(fictionalNumbers(1, 720)), { commit: 1 });
    await keeper.post('whatsapp/pre-warehouse/update', { id: (await only(gone)).id, rightsAttested: 0 });
    expect(await progressOf(gone)).toBe(checkFailed);
    await keeper.post('whatsapp/pre-warehouse/void', { batchNo: gone.result.batchNo });
    expect(await progressOf(gone)).toBe(isVoid);
  });

  it('can be cancelled while it waits, and its batch can be voided afterwards', async () => {
    const first = await imported(lines(fictionalNumbers(4)));
    await keeper.post('desk/task/cancel', { taskNo: first.taskNo });
    expect((await ended(first.taskNo)).state).toBe(cancelled);
    expect(await countRows(product.db)).toMatchObject({ staged: 0, 'open batches': 0, 'open tasks': 0 });

    const second = await imported(lines(fictionalNumbers(4)));
    const answer = await keeper.post('whatsapp/pre-warehouse/void', {
      batchNo: second.result.batchNo,
      reason: 'wrong supplier',
    });
    expect(answer.body.data).toMatchObject({ batchNo: second.result.batchNo, voidedCount: 4, keptCount: 0 });
    expect((await ended(second.taskNo)).state).toBe(cancelled);
    expect((await keeper.post('whatsapp/pre-warehouse/import-commit', { taskNo: second.taskNo })).body).toMatchObject({
      bizCode: 'STATE_CONFLICT',
    });

    const third = await imported(lines(fictionalNumbers(4)), { commit: 1 });
    expect(
      (await keeper.post('whatsapp/pre-warehouse/void', { batchNo: third.result.batchNo })).body.data.voidedCount,
    ).toBe(4);
    expect((await listed()).total).toBe(0);
  });

  it('cannot be confirmed by another user', async () => {
    const task = await imported(lines(fictionalNumbers(2, 700)));
    const other = await product.staff('warehouse');
    expect((await other.post('whatsapp/pre-warehouse/import-commit', { taskNo: task.taskNo })).status).toBe(404);
    await keeper.post('desk/task/cancel', { taskNo: task.taskNo });
  });
});

describe('refusals before an import', () => {
  beforeAll(() =>
    product.db.pool.query(`
      insert into inv_warehouse (tenant_id, warehouse_code, name_zh, name_en, status, deleted_at)
      values ('000000', 'OFF', '停用', 'Off', 0, null), ('000000', 'GONE', '已删', 'Gone', 1, now())`),
  );

  const refusals: [string, Record<string, string | number>, string][] = [
    ['a customer list', { ownerType: 2 }, 'LIST_NOT_SELLABLE'],
    ['no attestation', { rightsAttested: 0 }, 'PROVENANCE_REQUIRED'],
    ['no proof', { provenanceNote: '' }, 'PROVENANCE_REQUIRED'],
    ['no supplier', { supplierName: '' }, 'SUPPLIER_REQUIRED'],
    ['a short lease', { leaseEnd: '2020-01-01' }, 'LEASE_SHORT'],
    ['a lease a day too short', { leaseEnd: inDays(6) }, 'LEASE_SHORT'],
    ['an unknown warehouse', { warehouseCode: 'nowhere' }, 'WAREHOUSE_UNKNOWN'],
    ['a warehouse out of use', { warehouseCode: 'OFF' }, 'WAREHOUSE_UNKNOWN'],
    ['a warehouse that was removed', { warehouseCode: 'GONE' }, 'WAREHOUSE_UNKNOWN'],
    ['an unknown country', { countryCode: 'ZZ' }, 'COUNTRY_UNKNOWN'],
    ['a missing field', { batchName: '' }, 'BAD_REQUEST'],
  ];
  it.each(refusals)('%s', async (_title, more, bizCode) => {
    const before = await countRows(product.db);
    expect((await upload(lines(fictionalNumbers(2)), more)).body).toMatchObject({ code: 400, bizCode });
    expect(await countRows(product.db)).toEqual(before);
  });

  it.each([
    ['rightsAttested', { rightsAttested: 0 }],
    ['provenanceNote', { provenanceNote: '' }],
    ['supplierId', { supplierName: '' }],
  ])('names the field %s that is missing', async (field, more) => {
    expect((await upload(lines(fictionalNumbers(1)), more)).body.data.fields).toMatchObject([{ field }]);
  });

  it('refuses a lease that ends within a week', async () => {
    expect((await imported(lines(fictionalNumbers(1)), { commit: 1, leaseEnd: inDays(7) })).state).toBe(done);
  });

  it('refuses a missing file, an empty one, and one that is not a list', async () => {
    const { body, headers } = multipart(fields);
    expect((await keeper.post('whatsapp/pre-warehouse/import', body, headers)).body).toMatchObject({
      bizCode: 'FILE_REQUIRED',
    });
    expect((await upload('')).body).toMatchObject({ code: 400, bizCode: 'FILE_EMPTY' });
    const png = Buffer.from('89504e470d0a1a0a0000000d4948445200000001000000010806000000', 'hex');
    expect((await upload(png)).body).toMatchObject({ code: 400, bizCode: 'FILE_KIND' });
    expect((await upload(gzipSync('+12015550100'))).body).toMatchObject({ code: 400, bizCode: 'FILE_KIND' });
    expect((await upload('<html><script>alert(1)</script></html>')).body).toMatchObject({
      code: 400,
      bizCode: 'FILE_KIND',
    });
    expect(await countRows(product.db)).toMatchObject({ files: 0, 'open batches': 0, 'open tasks': 0 });
  });

  it('refuses a file over the usual size, without the permission for very large ones', async () => {
    const content = Buffer.alloc(21 * 1024 * 1024, '+12015550100\n');
    const small = await product.staff('compliance');
    expect((await upload(content, {}, small)).status).toBe(403);
    const before = await countRows(product.db);
    await withoutBulk(async (user) => {
      expect((await upload(content, {}, user)).body).toMatchObject({ code: 400, bizCode: 'FILE_TOO_LARGE' });
    });
    expect(await countRows(product.db)).toEqual(before);
  });

  it('refuses an interrupted upload', async () => {
    const { body, headers } = multipart(fields, { name: 'list.txt', content: lines(fictionalNumbers(100)) });
    const answer = await keeper.post('whatsapp/pre-warehouse/import', body.subarray(0, body.length - 400), headers);
    expect(answer.body).toMatchObject({ code: 400, success: false });
    expect(await countRows(product.db)).toMatchObject({ files: 0, 'open batches': 0 });
  });
});

describe('a file refused while it is read leaves nothing', () => {
  const refused = async (content: Content, code: string) => {
    const { taskNo } = (await upload(content)).body.data;
    const task = await ended(taskNo);
    expect(task, JSON.stringify(task)).toMatchObject({ state: failed });
    const stored = await product.db.pool.query('select failure_code from kernel_task where task_no = $1', [taskNo]);
    expect(stored.rows[0].failure_code).toBe(code);
    expect(task.failure.length).toBeGreaterThan(3);
    expect(await countRows(product.db)).toMatchObject({ staged: 0, files: 0, 'open batches': 0, 'open tasks': 0 });
  };

  it('with account credentials anywhere', async () => {
    const secret = `${fictionalNumber(1)}----Pa55w0rdX----kx81Hq02Lm----A1b2C3d4E5`;
    const key = Buffer.from(Array.from({ length: 32 }, (_, at) => (at * 37 + 11) % 256)).toString('base64');
    await refused(
      `${lines(fictionalNumbers(100))}\n${fictionalNumber(1)},${key},${key},${key}\n`,
      'CREDENTIAL_CONTENT',
    );
    await refused(`${secret}\n${secret.replace('5550101', '5550102')}\n`, 'CREDENTIAL_CONTENT');
    await refused(
      await zipOf({ 'tdata/key_datas': 'x', 'list.txt': lines(fictionalNumbers(2)) }),
      'CREDENTIAL_CONTENT',
    );
  });

  it('that is a zip bomb, a nested archive or a damaged workbook', async () => {
    await refused(await zipOf({ 'list.txt': Buffer.alloc(30 * 1024 * 1024, 48) }), 'ZIP_UNSAFE');
    await refused(await zipOf({ 'inner.zip': await zipOf({ 'list.txt': lines(fictionalNumbers(2)) }) }), 'ZIP_UNSAFE');
    const book = await workbookOf('<row r="1"><c r="A1" t="inlineStr"><is><t>+12015550100</t></is></c></row>');
    await refused(book.subarray(0, book.length - 60), 'FILE_TRUNCATED');
  });

  it('that is a workbook with gigabytes of text', async () => {
    await refused(await workbookBomb(60_000), 'CELL_TOO_LONG');
    await refused(await workbookBomb(30_000), 'TEXT_TOO_LARGE');
  });

  it('with blank lines only', async () => {
    await refused('\n\n  \n', 'EMPTY_LIST');
  });

  it('with more lines than the uploader may import', async () => {
    // Seven-byte lines: over a million of them stay below twenty megabytes.
    const content = Buffer.alloc(7 * 1_000_100, '123456\n');
    await withoutBulk(async (user) => {
      const { taskNo } = (await upload(content, {}, user)).body.data;
      const task = await ended(taskNo, user);
      expect(task).toMatchObject({ state: failed, failure: expect.stringContaining('1000000') });
    });
    expect(await countRows(product.db)).toMatchObject({ staged: 0, files: 0, 'open batches': 0, 'open tasks': 0 });
  });
});

describe('real-world files', () => {
  it('mixed encodings: unreadable lines are named, the others imported', async () => {
    const gbk = Buffer.from([0xba, 0xc5, 0xc2, 0xeb]);
    const content = Buffer.concat([
      Buffer.from(`号码,备注\n+${fictionalNumber(50)},中文备注\n+${fictionalNumber(51)},`),
      gbk,
      Buffer.from(`\n+${fictionalNumber(52)},好\n`),
    ]);
    const task = await imported(content, { commit: 1 });
    expect(task.result).toMatchObject({
      goodLines: 2,
      reasons: [{ code: 15, count: 1 }],
      encoding: expect.stringMatching(/utf-?8/i),
    });
  });

  it('a workbook with scientific notation: repaired if every digit is present, otherwise named', async () => {
    const text = (row: number, value: string) =>
      `<row r="${row}"><c r="A${row}" t="inlineStr"><is><t>${value}</t></is></c></row>`;
    const book = await workbookOf(
      text(1, '手机号') +
        text(2, `${fictionalNumber(60)}`) +
        `<row r="3"><c r="A3"><v>${fictionalNumber(61)}</v></c></row>` +
        text(4, '1.2015550162E+10') +
        text(5, '1.2E+10'),
    );
    const task = await imported(book, { commit: 1 });
    expect(task.result).toMatchObject({ goodLines: 3, reasons: [{ code: 14, count: 1 }] });
  });

  it('several lists in a zip, with the file name for each refused line', async () => {
    const content = await zipOf({
      'a.txt': lines(fictionalNumbers(3)),
      'b.csv': `${lines(fictionalNumbers(3, 2))}\n77\n`,
    });
    const task = await imported(content, { commit: 1 });
    expect(task.result).toMatchObject({ goodLines: 5, duplicatesInFile: 1 });
    expect(task.result.problems).toMatchObject([
      { file: 'b.csv', lineNo: 1, code: 10 },
      { file: 'b.csv', code: 3 },
    ]);
  });

  it('unserved countries are refused line by line', async () => {
    await product.db.pool.query(`update inv_country set is_blocked = 1 where country_code = 'CA'`);
    const task = await imported(`+14165550123\n${lines(fictionalNumbers(1))}\n`, { commit: 1 });
    expect(task.result).toMatchObject({ goodLines: 1, reasons: [{ code: 12, count: 1 }] });
  });

  it('the template itself', async () => {
    const { raw, headers } = await keeper.get('whatsapp/pre-warehouse/template');
    expect(String(headers['content-disposition'])).toContain('xlsx');
    const task = await imported(raw, { commit: 1 });
    expect(task.result).toMatchObject({ totalLines: 1, goodLines: 1, rejectedLines: 0 });
    expect((await listed()).records[0]).toMatchObject({ capability: 14, costPrice: '1.2', monthlyCost: '0.5' });
  });

  it('number cells are read in the country of the list, and counted if another country is as likely', async () => {
    const cell = (value: string) => `<row><c><v>${value}</v></c></row>`;
    const content = await workbookOf(
      `<row>${'<c t="inlineStr"><is><t>phone</t></is></c>'}</row>${cell('19075550193')}${cell('13800000000')}`,
    );
    const mainland = await imported(content, { countryCode: 'CN' });
    expect(mainland.result).toMatchObject({
      goodLines: 2,
      ambiguousLines: 1,
      countries: [{ countryCode: 'CN', count: 2 }],
    });
    const anywhere = await imported(content);
    expect(anywhere.result).toMatchObject({ state: 'country', unclear: { lines: 2 } });
    // Text cells are read as written.
    const written = await imported('19075550193\n', { countryCode: 'CN' });
    expect(written.result).toMatchObject({ goodLines: 1, ambiguousLines: 0 });
  });

  it('full-width digits of refused lines are masked like others', async () => {
    const task = await imported('１３８００００１２３４５６７８９\n13800001234567\n');
    expect(task.result.problems.map(({ text }: { text: string }) => text)).toEqual([
      '１３８０********６７８９',
      '1380******4567',
    ]);
  });

  it('millions of lines, with the permission', async () => {
    const content = Buffer.alloc(7 * 1_000_100, '123456\n');
    const task = await imported(content, {}, plain);
    expect(task.result).toMatchObject({ totalLines: 1_000_100, goodLines: 0 });
  });
});

async function withoutBulk(work: (user: TestUser) => Promise<void>): Promise<void> {
  await product.db.pool.query(`
    delete from sys_role_menu where menu_id in (select id from sys_menu where code = 'whatsapp/pre-warehouse:bulk-upload')`);
  await work(await product.staff('warehouse'));
}

it('a list whose column of numbers is not recognised is shown first, and read by the chosen column', async () => {
  const numbers = fictionalNumbers(3);
  // References are digits too, and neither column has a heading.
  const content = numbers.map((number, n) => `${n}77,note ${n},+${number},5${n}`).join('\n');
  const { body, headers } = multipart({}, { name: 'list.csv', content: `${content}\na,b,c,d\n` });
  const inspected = (await keeper.post('whatsapp/pre-warehouse/inspect', body, headers)).body.data;
  expect(inspected.sample[0]).toEqual(['077', 'note 0', `+${numbers[0]}`, '50']);
  const { rows } = await product.db.pool.query(
    'select from kernel_file where expires_at is null or expires_at > now()',
  );
  expect(rows).toEqual([]);
  const wrong = await imported(content, { column: 0 });
  expect(wrong.result).toMatchObject({ goodLines: 0, rejectedLines: 3 });
  expect((await imported(content, { column: 2 })).result).toMatchObject({ goodLines: 3, rejectedLines: 0 });
  expect((await plain.post('whatsapp/pre-warehouse/inspect', body, headers)).status).toBe(200);
  const clerk = await product.staff('support');
  expect((await clerk.post('whatsapp/pre-warehouse/inspect', body, headers)).status).toBe(403);
});
