import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, describe, expect, test } from 'vitest';
import { verifyStockCounters } from '../../engines/stock/inventory/index.ts';
import { unzipped } from '../../kernel/file-formats/zip.ts';
import { maskNumber } from '../../kernel/phone/index.ts';
import { type Answer, type TestUser, testApp } from '../../testing/app.ts';
import { openMarket, stockNumbers } from '../../testing/market.ts';
import { openRole } from '../../testing/role.ts';

const CALL = 'whatsapp/inventory';
/** Fictional number ranges. */
const BRITISH = Array.from({ length: 150 }, (_, index) => 447700900000n + BigInt(index));
const AMERICAN = Array.from({ length: 40 }, (_, index) => 12025550100n + BigInt(index));

const app = await testApp();
const keeper = await app.staff('warehouse');
const support = await app.staff('support');
const agent = await app.agent({ level: 2 });
await openMarket(app.db, { country: 'GB' });
await openMarket(app.db, { country: 'US' });
await stockNumbers(app.db, BRITISH, 'GB');
await stockNumbers(app.db, AMERICAN, 'US');
// Numbers of customers are not the platform's to list.
await app.db.drizzle.execute(sql`
  insert into inv_item (tenant_id, item_no, warehouse_code, business_type, country_code, e164, number_type, capability, source_type, currency, owner_type)
  values ('000000', 'PRIVATE', 'main', 1, 'GB', 447700900999, 1, 8, 5, 'USDT', 2)`);
afterAll(async () => {
  expect(await app.db.tx(verifyStockCounters)).toEqual([]);
  await app.close();
});

const done = ({ status, body }: Answer) => {
  expect([status, body?.bizCode]).toEqual([200, undefined]);
  return body.data;
};
const page = async (who: TestUser, query: object = {}) => done(await who.get(`${CALL}/page`, { ...query }));
const stock = async () => {
  const { records } = await page(keeper, { ascs: 'countryCode' });
  return records.map(({ countryCode, available, reserved }: Record<string, unknown>) => [
    countryCode,
    available,
    reserved,
  ]);
};
const lastLog = async () => {
  const { rows } = await app.db.drizzle.execute<Record<string, unknown>>(
    sql`select *, row_count::int as rows from kernel_export_log order by id desc limit 1`,
  );
  return rows[0] ?? {};
};
const logs = async () => (await app.db.drizzle.execute(sql`select 1 from kernel_export_log`)).rows.length;

describe('data scopes of the numbers', () => {
  const permissions = ['view', 'totals', 'cost'].map((one) => `${CALL}:${one}`);
  const ruled = async (key: string, scope: { value: object | null; fields?: string }) => {
    await openRole(app.db, key, permissions);
    await app.db.drizzle.execute(sql`
      with scope as (
        insert into sys_data_scope (tenant_id, resource_code, scope_name, scope_name_en, scope_type, scope_value, scope_field, writable_field)
        values ('000000', 'whatsapp/warehouse', '规则', 'Rule', ${scope.value ? 5 : 1}, ${scope.value && JSON.stringify(scope.value)}::jsonb,
          ${scope.fields ?? '*'}, '*') returning id)
      insert into sys_role_data_scope (role_id, data_scope_id) select r.id, scope.id from sys_role r, scope where r.role_alias = ${key}`);
    return app.staff(key);
  };

  test('limit overview and dashboard to the reader’s rows of each kind', async () => {
    const id = String(
      (
        await app.db.drizzle.execute<{ id: string }>(
          sql`select id from inv_item where country_code = 'US' order by id limit 1`,
        )
      ).rows[0]?.id,
    );
    const all = await page(keeper, { ascs: 'countryCode' });
    const american = await ruled('american', { value: { countryCode_in: 'US' } });
    const own = await page(american);
    // The same figures as the counters, including times and cost.
    expect(own.records).toEqual([{ ...all.records[1], lastInTime: expect.any(String) }]);
    expect((await page(american, { countryCode_equal: 'GB' })).total).toBe(0);
    const one = await ruled('one_number', { value: { id_in: id } });
    expect((await page(one)).records).toMatchObject([{ countryCode: 'US', total: 1, available: 1, sellable: 1 }]);
    const figures = done(await one.get('desk/dashboard/inventory-statistics'));
    expect(figures.summary).toMatchObject({ total: 1, available: 1 });
  });

  test('hide the average of a hidden cost', async () => {
    const who = await ruled('costless', { value: null, fields: 'countryCode,warehouseCode' });
    const { records } = await page(who, { ascs: 'countryCode' });
    expect(records.map(({ total, avgCost }: Record<string, unknown>) => [total, avgCost])).toEqual([
      [151, null],
      [40, null],
    ]);
  });
});

describe('stock', () => {
  test('can be sorted by the displayed ids', async () => {
    const ids = async (query: object) =>
      (await page(keeper, query)).records.map(({ id }: { id: string }) => BigInt(id));
    const rising = await ids({ ascs: 'id' });
    expect(rising).toEqual([...rising].sort((a, b) => (a < b ? -1 : 1)));
    expect(await ids({ descs: 'id' })).toEqual([...rising].reverse());
  });

  test('is shown by kind with the figures the reader may see', async () => {
    const [gb] = (await page(keeper, { countryCode: 'GB' })).records;
    expect(gb).toMatchObject({
      available: 151,
      sellable: 151,
      total: 151,
      reserved: 0,
      alert: 0,
      warehouseName: '主仓',
      salePrice: '0.5',
      aliveRate: 0,
      avgCost: '0',
    });
    expect(gb.id).toMatch(/^\d{1,18}$/);
    const [seen] = (await page(support, { countryCode: 'GB' })).records;
    expect(seen).toMatchObject({ id: gb.id, sellable: 100, salePrice: '0.5' });
    for (const field of ['available', 'total', 'alert', 'avgCost', 'lastInTime'])
      expect(seen).not.toHaveProperty(field);
    expect((await page(support, { countryCode: 'US' })).records[0].sellable).toBe(40);
  });

  test('is filtered, sorted and paged, and its order reveals nothing more', async () => {
    const codes = async (who: TestUser, query: object) =>
      (await page(who, query)).records.map(({ countryCode }: { countryCode: string }) => countryCode);
    expect(await codes(keeper, { countryCode_in: 'US,FR' })).toEqual(['US']);
    expect(await codes(keeper, { businessType: 2 })).toEqual([]);
    expect(await codes(keeper, { ascs: 'available' })).toEqual(['US', 'GB']);
    expect(await codes(keeper, { descs: 'sellable' })).toEqual(['GB', 'US']);
    expect(await codes(keeper, { alertOnly: 1 })).toEqual(['US']);
    const ids = async (query: object) =>
      (await page(keeper, query)).records.map(({ id }: { id: string }) => BigInt(id));
    const [low, high] = (await ids({})).sort((a: bigint, b: bigint) => (a < b ? -1 : 1));
    expect([await ids({ ascs: 'id' }), await ids({ descs: 'id' })]).toEqual([
      [low, high],
      [high, low],
    ]);
    expect(await codes(keeper, { zeroOnly: 1 })).toEqual([]);
    expect(await page(keeper, { size: 1, current: 2, ascs: 'countryCode' })).toMatchObject({
      total: 2,
      pages: 2,
      records: [{ countryCode: 'US' }],
    });
    expect((await support.get(`${CALL}/page`, { alertOnly: 1 })).status).toBe(403);
    expect((await keeper.get(`${CALL}/page`, { ascs: 'avgCost' })).body.bizCode).toBe('UNKNOWN_PARAMETER');
  });
});

describe('extraction', () => {
  const wanted = {
    businessType: 1,
    countryCode: 'US',
    numberType: 1,
    quantity: 5,
    targetType: 3,
    reason: 'stand at the fair',
  };
  const extract = (values: object, who = keeper, headers = {}) =>
    who.post(`${CALL}/extract-number`, { ...wanted, ...values }, headers);

  test('refuses before anything moves', async () => {
    const before = await stock();
    expect((await extract({ reason: '' })).body.bizCode).toBe('BAD_REQUEST');
    expect((await extract({ quantity: 0 })).body.bizCode).toBe('BAD_REQUEST');
    expect((await extract({ targetType: 1 })).body.bizCode).toBe('CUSTOMER_REQUIRED');
    expect((await extract({ targetType: 1, targetId: keeper.id.toString() })).body.bizCode).toBe('CUSTOMER_NOT_AGENT');
    const short = await extract({ quantity: 41 });
    expect([short.body.bizCode, short.body.msg]).toEqual(['STOCK_NOT_ENOUGH', '库存不足，剩余 40']);
    expect((await extract({ capability: 9 })).body.bizCode).toBe('STOCK_NOT_ENOUGH');
    expect((await extract({ aliveWithinHours: 24 })).body.bizCode).toBe('STOCK_NOT_ENOUGH');
    expect(await stock()).toEqual(before);
  });

  test('reserves numbers for fifteen minutes on a note, once however often it is sent', async () => {
    const key = { 'idempotency-key': 'extract-once' };
    const first = done(await extract({ targetType: 1, targetId: agent.id.toString() }, keeper, key));
    expect(done(await extract({ targetType: 1, targetId: agent.id.toString() }, keeper, key))).toEqual(first);
    expect(first).toMatchObject({
      quantity: 5,
      outboundNo: expect.stringMatching(/^OB/),
      expireTime: expect.any(String),
    });
    expect(await stock()).toContainEqual(['US', 35, 5]);
    const note = done(await keeper.get('whatsapp/outbound/detail', { id: first.outboundId }));
    expect(note).toMatchObject({
      status: 1,
      outboundType: 1,
      agentId: agent.id.toString(),
      quantity: 5,
      reserveExpireTime: first.expireTime,
    });
  });

  test('takes fewer numbers if partial is allowed, and never one number twice', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => extract({ quantity: 4 })));
    const notes = answers.map(done);
    const { rows } = await app.db.drizzle.execute<{ n: number; distinct: number }>(sql`
      select count(*)::int as n, count(distinct item_id)::int as distinct from inv_outbound_line
      where outbound_id in (${sql.join(
        notes.map(({ outboundId }) => sql`${BigInt(outboundId)}`),
        sql`, `,
      )})`);
    expect(rows[0]).toEqual({ n: 32, distinct: 32 });
    const rest = done(await extract({ quantity: 10, allowPartial: 1 }));
    expect(rest.quantity).toBe(3);
    expect(await stock()).toContainEqual(['US', 0, 40]);
    expect(
      (await page(support, { zeroOnly: 1 })).records.map(({ countryCode }: { countryCode: string }) => countryCode),
    ).toEqual(['US']);
    expect((await extract({ quantity: 1, allowPartial: 1 })).body.bizCode).toBe('STOCK_NOT_ENOUGH');
  });
});

describe('a stock-take', () => {
  const lines = (answer: Answer) => answer.raw.toString().trim().split('\n');

  test('is masked and excludes numbers of customers', async () => {
    const answer = await keeper.post(`${CALL}/export-txt`, { countryCode: 'GB' });
    expect(answer.headers['content-disposition']).toMatch(/inventory_\d{14}\.txt/);
    expect(lines(answer)).toEqual(BRITISH.map(maskNumber));
    const log = await lastLog();
    expect(log).toMatchObject({
      source: 2,
      masked: 1,
      rows: 150,
      sha256: createHash('sha256').update(answer.raw).digest('hex'),
    });
    expect(log['filters']).toMatchObject({ countryCode: 'GB' });
  });

  test('contains full numbers only with the permission and a reason', async () => {
    const before = await logs();
    expect((await keeper.post(`${CALL}/export-txt`, { plain: 1, reason: 'audit' })).status).toBe(403);
    expect((await app.admin.post(`${CALL}/export-txt`, { plain: 1 })).body.bizCode).toBe('REASON_REQUIRED');
    expect(await logs()).toBe(before);
    const answer = await app.admin.post(`${CALL}/export-txt`, {
      plain: 1,
      plus: 1,
      countryCode: 'GB,US',
      stockStatus: 0,
      reason: 'audit',
    });
    expect(lines(answer)).toEqual(BRITISH.map((number) => `+${number}`));
    expect(await lastLog()).toMatchObject({ masked: 0, reason: 'audit', user_name: expect.any(String), rows: 150 });
  });

  test('of a kind of number contains only that kind', async () => {
    await app.db.drizzle.execute(
      sql`update inv_item set capability = capability | 1 where country_code = 'GB' and e164 < ${BRITISH[20] ?? 0n} and owner_type = 1`,
    );
    const kind = { businessType: 1, countryCode: 'GB', numberType: 1 };
    for (const [capability, count] of [
      [8, 130],
      [9, 20],
    ])
      expect(lines(await keeper.post(`${CALL}/export-txt`, { ...kind, capability }))).toHaveLength(count ?? -1);
    await app.db.drizzle.execute(sql`update inv_item set capability = 8 where country_code = 'GB'`);
  });

  test('as an archive has one text per country and a manifest', async () => {
    const answer = await app.admin.post(`${CALL}/export-zip`, { plain: 1, reason: 'audit' });
    const files = await unzipped(answer.raw);
    expect(String(files.get('GB.txt'))).toBe(BRITISH.map((number) => `${number}\n`).join(''));
    expect(String(files.get('US.txt'))).toBe(AMERICAN.map((number) => `${number}\n`).join(''));
    const { files: manifest } = JSON.parse(String(files.get('manifest.json')));
    expect(manifest.map(({ file, rows }: { file: string; rows: number }) => [file, rows])).toEqual([
      ['GB.txt', 150],
      ['US.txt', 40],
    ]);
    expect(await lastLog()).toMatchObject({ format: 'zip', rows: 190 });
  });

  test('of a warehouse with a quote in its code finds nothing, without an error', async () => {
    const answer = await keeper.post(`${CALL}/export-txt`, { warehouseCode: "a' or '1'='1" });
    expect([answer.status, answer.raw.length]).toEqual([200, 0]);
    expect(await lastLog()).toMatchObject({ rows: 0, sha256: expect.any(String) });
  });
});
