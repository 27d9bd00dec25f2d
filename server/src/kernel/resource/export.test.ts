import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cellsOf } from '../../../../e2e/support/files.ts';
import { DEFAULT_TENANT } from '../../engines/people/identity/index.ts';
import { type Answer, type TestUser, testApp } from '../../testing/app.ts';
import { openMarket, stockNumbers } from '../../testing/market.ts';
import { openRole } from '../../testing/role.ts';

const app = await testApp();
const agent = await app.agent({ money: 5_000_000n });
afterAll(() => app.close());

/** The lines of a csv file without its heading; no cell of these tests holds a line break. */
const linesOf = ({ raw }: Answer): string[] => raw.toString('utf8').trimEnd().split('\r\n').slice(1);
const COUNTRIES = 'user/country/export';

describe('the export of a list', () => {
  test('is refused without a session and without the permission', async () => {
    expect((await app.guest.post(COUNTRIES)).status).toBe(401);
    expect((await agent.post(COUNTRIES)).status).toBe(403);
  });

  test.each([
    [{ columns: 'countryCode,password' }, /password/],
    [{ columns: '__proto__' }, /__proto__/],
    [{ nobody: '1' }, /nobody/],
    [{ format: 'exe' }, /format/],
    [{ columns: ',' }, /EXPORT_NO_COLUMNS/],
    [{ ascs: { toString: 1, valueOf: 1 } }, /ascs/],
    [{ constructor: 'x' }, /constructor/],
  ])('refuses %j and names the problem', async (body, named) => {
    const answer = await app.admin.post(COUNTRIES, body);
    expect(answer.status).toBe(400);
    expect(JSON.stringify(answer.body)).toMatch(named);
  });

  test('holds every filtered row, in the requested order, in the language of the reader', async () => {
    const { body } = await app.admin.get('user/country/list', { size: 1 });
    const all = await app.admin.post(COUNTRIES, { format: 'csv', columns: 'countryCode,nameZh', ascs: 'countryCode' });
    expect(String(all.headers['content-disposition'])).toMatch(/filename.*\.csv/);
    const codes = linesOf(all).map((line) => line.slice(0, 2));
    expect(codes).toHaveLength(body.data.total);
    expect(codes).toEqual([...codes].sort());
    const some = await app.admin.post(
      COUNTRIES,
      { format: 'csv', columns: 'nameEn,status', countryCode: 'NZ' },
      { lang: 'en' },
    );
    expect(some.raw.toString('utf8')).toBe('\uFEFFEnglish name,Status\r\nNew Zealand,Enabled\r\n');
  });

  test('holds only the chosen rows, where some were chosen', async () => {
    const { body } = await app.admin.get('user/country/list', { size: 3 });
    const ids = body.data.records.map(({ id }: { id: string }) => id).join(',');
    expect(linesOf(await app.admin.post(COUNTRIES, { format: 'csv', ids }))).toHaveLength(3);
  });

  test('accepts the maximum number of chosen rows, and no more', async () => {
    const { body } = await app.admin.get('user/country/list', { size: 3 });
    const found: string[] = body.data.records.map(({ id }: { id: string }) => id);
    // As long as ids get: the others are of no rows.
    const chosen = Array.from({ length: 10_000 - found.length }, (_, n) => String(10n ** 17n + BigInt(n)));
    const answer = await app.admin.post(COUNTRIES, { format: 'csv', ids: [...chosen, ...found].join(',') });
    expect(answer.status).toBe(200);
    expect(linesOf(answer)).toHaveLength(3);
    const more = await app.admin.post(COUNTRIES, { format: 'csv', ids: [...chosen, ...found, '999'].join(',') });
    expect(more.status).toBe(400);
  });

  test('is a workbook by default', async () => {
    const answer = await app.admin.post(COUNTRIES, { countryCode: 'NZ', columns: 'countryCode,nameEn' });
    expect(cellsOf(answer.raw)).toEqual(expect.arrayContaining(['NZ', 'New Zealand']));
  });

  test('has no cell that a spreadsheet would run', async () => {
    const { body } = await app.admin.get('user/country/list', { countryCode: 'TV' });
    const id = body.data.records[0].id;
    expect((await app.admin.post('user/country/update', { id, nameEn: '=1+1' })).status).toBe(200);
    const answer = await app.admin.post(COUNTRIES, { format: 'csv', countryCode: 'TV', columns: 'nameEn' });
    expect(linesOf(answer)).toEqual(["'=1+1"]);
  });
});

describe('more rows than one batch', () => {
  const COUNT = 1_203;
  beforeAll(async () => {
    await openMarket(app.db);
    await stockNumbers(
      app.db,
      Array.from({ length: COUNT }, (_, index) => 12_015_550_100n + BigInt(index)),
    );
    // Few different days and many rows without one: the sort column alone does not decide the order.
    await app.db.drizzle.execute(sql`
      update inv_item set lease_end = case when id % 3 = 0 then null else ('2027-01-0' || (1 + id % 4))::date end
      where tenant_id = ${DEFAULT_TENANT}`);
  });

  test.each([{ ascs: 'leaseEnd' }, { descs: 'leaseEnd' }, { descs: 'createTime' }, {}])(
    'come once each, in the order of the list, by %j',
    async (order) => {
      const pages: string[] = [];
      for (let current = 1; pages.length < COUNT; current += 1) {
        const { body } = await app.admin.get('whatsapp/warehouse/page', { ...order, current, size: 200 });
        expect(body.data.records.length).toBeGreaterThan(0);
        pages.push(...body.data.records.map(({ itemNo }: { itemNo: string }) => itemNo));
      }
      const answer = await app.admin.post('whatsapp/warehouse/export', { ...order, format: 'csv', columns: 'itemNo' });
      expect(linesOf(answer)).toEqual(pages);
    },
  );

  test('show numbers and costs as the list does', async () => {
    const keeper = await app.staff('warehouse');
    const body = { format: 'csv', columns: 'number,costPrice,countryCode' };
    const answer = await keeper.post('whatsapp/warehouse/export', body);
    const { records } = (await keeper.get('whatsapp/warehouse/page', { size: 1 })).body.data;
    expect(linesOf(answer)[0]).toBe(
      [records[0].number, ...('costPrice' in records[0] ? [records[0].costPrice ?? ''] : []), 'US']
        // Hidden digits make something else of a number.
        .map((cell) => (/^[+=@-]/.test(cell) && !/^[+-]?\d+$/.test(cell) ? `'${cell}` : cell))
        .join(','),
    );
  });
});

test('restricted columns are left out for other users, also if requested by name', async () => {
  await openRole(app.db, 'counter', ['whatsapp/warehouse:view', 'whatsapp/warehouse:export']);
  const [counter, keeper] = [await app.staff('counter'), await app.staff('warehouse')];
  await app.db.drizzle.execute(sql`update inv_item set cost_price = 1234567 where e164 = 12015550100`);
  const file = async (who: TestUser, columns?: string) => {
    const asked = { format: 'csv', number: '+12015550100', ...(columns ? { columns } : {}) };
    const answer = await who.post('whatsapp/warehouse/export', asked, { lang: 'en' });
    expect(answer.status).toBe(200);
    return answer.raw.toString('utf8');
  };
  const columns = 'countryCode,costPrice';
  expect(await file(keeper, columns)).toBe('\uFEFFCountry,Cost\r\nUS,1.234567\r\n');
  expect(await file(counter, columns)).toBe('\uFEFFCountry\r\nUS\r\n');
  expect((await counter.post('whatsapp/warehouse/export', { columns: 'costPrice' })).body.bizCode).toBe(
    'EXPORT_NO_COLUMNS',
  );
  expect(await file(keeper)).toContain('1.234567');
  expect(await file(counter)).not.toMatch(/1\.234567|Cost/);
});

test('agents export the money and sub-accounts they may see', async () => {
  const other = await app.agent({ money: 7_000_000n });
  const below = await app.agent({ parent: agent, money: 3_000_000n });
  const log = await agent.post('finance/log/export', { format: 'csv', columns: 'userName,amount,createTime' });
  const { total } = (await agent.get('finance/log/page')).body.data;
  expect(linesOf(log)).toHaveLength(total);
  expect(log.raw.toString('utf8')).not.toContain(other.row.realName);
  const people = await agent.post('agent/user/export', { format: 'csv', columns: 'account,balance' });
  expect(linesOf(people)).toEqual([expect.stringContaining(`${below.account},`)]);
  expect((await agent.post('agent/product/order-export', { format: 'csv' })).status).toBe(200);
});
