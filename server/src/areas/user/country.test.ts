import { sql } from 'drizzle-orm';
import { afterAll, describe, expect, test } from 'vitest';
import { DEFAULT_TENANT } from '../../engines/people/identity/index.ts';
import { seedCountries, seedWarehouse } from '../../engines/stock/inventory/index.ts';
import { testApp } from '../../testing/app.ts';
import { openMarket, stockNumbers } from '../../testing/market.ts';

const app = await testApp();
const agent = await app.agent();
afterAll(() => app.close());

const NOWHERE = {
  countryCode: 'XZ',
  nameZh: '无处',
  nameEn: 'Nowhere',
  dialCode: '999',
  timezones: ['UTC'],
  whatsappEnabled: 1,
  telegramEnabled: 0,
  smsEnabled: 1,
  riskLevel: 1,
  isBlocked: 0,
  senderRegRequired: 0,
  quarantineDays: 90,
  sort: 0,
  status: 1,
};
const rowOf = async (code: string) =>
  (await app.admin.get('user/country/list', { countryCode: code })).body.data.records[0];

describe('the countries of a new installation', () => {
  test('are complete, with names in both languages, dial code, flag and the main time zone first', async () => {
    const { body } = await app.admin.get('user/country/list', { size: 200 });
    expect(body.data.total).toBeGreaterThan(235);
    for (const { nameZh, nameEn, dialCode, iso3, flag, timezones } of body.data.records) {
      expect(nameZh).toMatch(/\p{Script=Han}/u);
      expect(nameEn).not.toMatch(/\p{Script=Han}/u);
      expect(dialCode).toMatch(/^[1-9]\d{0,3}$/);
      expect(iso3).toMatch(/^[A-Z]{3}$/);
      expect(flag).not.toBe('');
      expect(timezones.length).toBeGreaterThan(0);
    }
    expect(body.data.records.filter(({ currency }: { currency: string | null }) => currency === null)).toEqual([]);
    expect(await rowOf('US')).toMatchObject({
      dialCode: '1',
      iso3: 'USA',
      flag: '🇺🇸',
      currency: 'USD',
      status: 1,
      isBlocked: 0,
    });
    expect((await rowOf('US')).timezones[0]).toBe('America/New_York');
    expect((await rowOf('CN')).nameZh).toBe('中国');
  });

  test('do not change when seeded again: nothing is added, overwritten or restored', async () => {
    const removed = await rowOf('TV');
    const changed = await rowOf('NR');
    expect((await app.admin.post('user/country/remove', { ids: removed.id })).status).toBe(200);
    expect((await app.admin.post('user/country/update', { id: changed.id, nameEn: 'Pleasant Island' })).status).toBe(
      200,
    );
    expect(await app.db.tx((tx) => seedCountries(tx, DEFAULT_TENANT))).toBe(0);
    await app.db.tx((tx) => seedWarehouse(tx, DEFAULT_TENANT));
    expect(await rowOf('TV')).toBeUndefined();
    expect((await rowOf('NR')).nameEn).toBe('Pleasant Island');
    const warehouses = await app.db.drizzle.execute(
      sql`select warehouse_code from inv_warehouse where warehouse_code = 'WH01'`,
    );
    expect(warehouses.rows).toHaveLength(1);
  });
});

describe('adding and changing', () => {
  test('needs valid input', async () => {
    const { status, body } = await app.admin.post('user/country/save', { ...NOWHERE, quarantineDays: 10 });
    expect(status).toBe(400);
    expect(body.msg).toContain('冷却天数: 最小为 45');
    expect(body.data).toMatchObject({ fields: [{ field: 'quarantineDays' }] });
    expect((await app.admin.post('user/country/save', NOWHERE)).status).toBe(200);
    expect((await app.admin.post('user/country/save', NOWHERE)).body.bizCode).toBe('DUPLICATE');
  });

  test('needs an existing time zone, and names an unknown one', async () => {
    const { id, version } = await rowOf('BE');
    for (const [timezones, zh, en] of [
      [[], '请至少填写一个时区', 'Enter at least one time zone'],
      [['Europe/Atlantis'], '没有名为“Europe/Atlantis”的时区', 'No time zone “Europe/Atlantis”'],
    ] as const)
      for (const [lang, sentence] of Object.entries({ zh, en })) {
        const change = await app.admin.post('user/country/update', { id, version, timezones }, { lang });
        expect(change.status).toBe(400);
        expect(change.body.msg).toContain(sentence);
        expect(change.body.data.fields).toEqual([{ field: 'timezones', message: sentence }]);
        const added = await app.admin.post('user/country/save', { ...NOWHERE, countryCode: 'XY', timezones }, { lang });
        expect([added.status, added.body.data.fields[0].field]).toEqual([400, 'timezones']);
      }
    expect((await rowOf('BE')).version).toBe(version);
  });

  test('a stored country without time zones can be read and corrected', async () => {
    await app.db.drizzle.execute(sql`update inv_country set timezones = '[]' where country_code = 'LU'`);
    const { id, timezones } = await rowOf('LU');
    expect(timezones).toEqual([]);
    expect((await app.admin.get('user/country/detail', { id })).body.data.timezones).toEqual([]);
    expect((await app.admin.get('user/country/list', { size: 200 })).status).toBe(200);
    expect((await app.admin.post('user/country/update', { id, sort: 3 })).status).toBe(200);
    expect((await app.admin.post('user/country/update', { id, timezones: ['Europe/Luxembourg'] })).status).toBe(200);
    expect((await rowOf('LU')).timezones).toEqual(['Europe/Luxembourg']);
  });

  test('is blocked for a reason', async () => {
    const { id } = await rowOf('NU');
    for (const blockReason of [undefined, null, ' ']) {
      const refused = await app.admin.post('user/country/update', { id, isBlocked: 1, blockReason });
      expect(refused.body).toMatchObject({
        code: 400,
        bizCode: 'BLOCK_REASON',
        data: { fields: [{ field: 'blockReason' }] },
      });
    }
    expect((await app.admin.post('user/country/save', { ...NOWHERE, countryCode: 'XB', isBlocked: 1 })).status).toBe(
      400,
    );
    expect((await app.admin.post('user/country/update', { id, isBlocked: 1, blockReason: 'law' })).status).toBe(200);
    expect((await app.admin.post('user/country/update', { id, blockReason: '' })).body.bizCode).toBe('BLOCK_REASON');
  });
});

describe('a country in use', () => {
  test('cannot be removed', async () => {
    await openMarket(app.db, { country: 'GB' });
    await stockNumbers(app.db, [447700900001n], 'GB');
    const [used, free] = [await rowOf('GB'), await rowOf('AD')];
    const { status, body } = await app.admin.post('user/country/remove', { ids: `${free.id},${used.id}` });
    expect([status, body.bizCode]).toEqual([400, 'IN_USE']);
    expect(await rowOf('AD')).toBeDefined();
  });

  test('is sorted by its English name until a tenant sets a position', async () => {
    const codes = ['AF', 'AL', 'CN', 'GR', 'MM', 'ZW'];
    const places = await Promise.all(codes.map(async (code) => (await rowOf(code)).sort as number));
    expect(places.toSorted((one, other) => one - other)).toEqual(places);
    expect(new Set(places).size).toBe(codes.length);
  });

  test('is offered to every signed-in user, and with stock only when requested', async () => {
    const { body } = await agent.get('user/country/bulk-select', { onlyStock: 1, businessType: 1 });
    expect(body.data).toEqual([
      {
        value: 'GB',
        label: '英国',
        labelEn: 'United Kingdom',
        dialCode: '44',
        flag: '🇬🇧',
        sort: expect.any(Number),
        disabled: false,
      },
    ]);
    expect((await agent.get('user/country/bulk-select', { onlyStock: 1, businessType: 2 })).body.data).toEqual([]);
  });
});

describe('choices', () => {
  test('are found by either name, code or dial code', async () => {
    const found = async (keyword: string) =>
      (await agent.get('user/country/bulk-select', { keyword })).body.data.map(({ value }: { value: string }) => value);
    expect(await found('德国')).toEqual(['DE']);
    expect(await found('germany')).toEqual(['DE']);
    expect(await found('+852')).toEqual(['HK']);
    expect(await found('100%')).toEqual([]);
  });

  test('are disabled if they are blocked, disabled or do not offer the business', async () => {
    for (const [code, change] of [
      ['CU', { isBlocked: 1, blockReason: 'law' }],
      ['IT', { status: 0 }],
      ['ES', { telegramEnabled: 0 }],
    ] as const) {
      await app.admin.post('user/country/update', { id: (await rowOf(code)).id, ...change });
    }
    const { body } = await agent.get('user/country/bulk-select', { businessType: 2 });
    const disabled = body.data
      .filter((choice: { disabled: boolean }) => choice.disabled)
      .map(({ value }: { value: string }) => value);
    expect(disabled).toEqual(expect.arrayContaining(['CU', 'IT', 'ES']));
    const whatsapp = (await agent.get('user/country/bulk-select', { businessType: 1 })).body.data;
    expect(whatsapp.find(({ value }: { value: string }) => value === 'ES').disabled).toBe(false);
  });
});
