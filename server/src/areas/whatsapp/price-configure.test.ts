import { afterAll, describe, expect, test } from 'vitest';
import { type TestUser, testApp } from '../../testing/app.ts';
import { openRole } from '../../testing/role.ts';

const app = await testApp();
const operations = await app.staff('admin');
const keeper = await app.staff('warehouse');
const agent = await app.agent({ level: 2 });
afterAll(() => app.close());

const CALL = 'whatsapp/price-configure';
const PRICE = {
  businessType: 1,
  serviceType: 2,
  countryCode: 'US',
  agentLevel: 0,
  unit: 4,
  chargeOn: 1,
  salePrice: '0.5',
};
const save = async (values: object = {}): Promise<string> => {
  const { status, body } = await operations.post(`${CALL}/save`, { ...PRICE, ...values });
  expect([status, body.msg]).toEqual([200, '操作成功']);
  return body.data.id;
};
const detail = async (id: string, who = operations) => (await who.get(`${CALL}/detail`, { id })).body.data;

describe('the price book', () => {
  test('needs a valid price', async () => {
    expect((await operations.post(`${CALL}/save`, { ...PRICE, salePrice: 'cheap' })).status).toBe(400);
    expect((await operations.post(`${CALL}/save`, { ...PRICE, serviceType: 1 })).body.bizCode).toBe('PRICE_KEY');
    expect((await operations.get(`${CALL}/list`)).body.data.total).toBe(0);
  });

  test('is written, found and changed', async () => {
    const id = await save({ costPrice: '0.1', tierJson: [{ fromQty: 100, price: '0.4' }], remark: 'first' });
    const row = await detail(id);
    expect(row).toMatchObject({
      countryCode: 'US',
      salePrice: '0.5',
      costPrice: '0.1',
      minPrice: null,
      status: 1,
      priceVersion: 1,
      currency: 'USDT',
    });
    const [known] = (await operations.get(`${CALL}/list`, { countryCode_in: 'US,GB' })).body.data.records;
    expect((await operations.post(`${CALL}/save`, PRICE)).body).toMatchObject({
      bizCode: 'PRICE_TAKEN',
      data: { id: known.id },
      msg: expect.stringContaining(known.priceNo),
    });
    expect(
      (await operations.get(`${CALL}/list`, { countryCode_in: 'US,GB', ascs: 'salePrice' })).body.data.records,
    ).toHaveLength(1);
    expect((await operations.post(`${CALL}/update`, { id, version: row.version, salePrice: '0.6' })).status).toBe(200);
    expect((await operations.post(`${CALL}/update`, { id, version: row.version, salePrice: '0.7' })).body.bizCode).toBe(
      'STALE_DATA',
    );
    expect(await detail(id)).toMatchObject({
      salePrice: '0.6',
      costPrice: '0.1',
      remark: 'first',
      tierJson: [{ fromQty: 100, price: '0.4' }],
    });
  });

  test('hides its costs without the permission', async () => {
    const id = await save({ countryCode: 'CA', costPrice: '0.2' });
    const auditor = await app.staff('compliance');
    const seen = await detail(id, auditor);
    expect(seen).toMatchObject({ salePrice: '0.5' });
    expect(seen).not.toHaveProperty('costPrice');
    expect(JSON.stringify((await auditor.get(`${CALL}/list`)).body.data.records)).not.toContain('costPrice');
  });

  test('refuses a cost without the permission, single or in bulk', async () => {
    const id = await save({ countryCode: 'MX', costPrice: '0.2' });
    await openRole(
      app.db,
      'pricing',
      ['view', 'add', 'edit', 'batch-setting'].map((action) => `${CALL}:${action}`),
    );
    const clerk = await app.staff('pricing');
    const setting = { mode: 'SET', value: '0.3', reason: 'season' };
    for (const [call, input] of [
      ['save', { ...PRICE, countryCode: 'PE', costPrice: '0.3' }],
      ['update', { id, costPrice: '0.3' }],
      ['batch-setting', { ids: id, settings: { ...setting, field: 'costPrice' } }],
    ] as const)
      expect((await clerk.post(`${CALL}/${call}`, input)).status, call).toBe(403);
    const priced = await clerk.post(`${CALL}/batch-setting`, { ids: id, settings: { ...setting, field: 'salePrice' } });
    expect(priced.body.data).toMatchObject({ okCount: 1 });
    expect(await detail(id)).toMatchObject({ costPrice: '0.2', salePrice: '0.3' });
  });

  test('has known countries, or all', async () => {
    const refused = await operations.post(`${CALL}/save`, { ...PRICE, countryCode: 'QQ' });
    expect(refused.body).toMatchObject({ code: 400, bizCode: 'COUNTRY_UNKNOWN', msg: '国家 QQ 未配置' });
    await save({ countryCode: '*' });
  });

  test('is shown with its cost to finance', async () => {
    const id = await save({ countryCode: 'FI' });
    for (const role of ['finance', 'finance_check']) {
      const who = await app.staff(role);
      expect(await detail(id, who), role).toHaveProperty('costPrice');
      expect((await who.get('whatsapp/outbound/list')).status, role).toBe(200);
      expect((await who.post(`${CALL}/update`, { id, salePrice: '1' })).status, role).toBe(403);
    }
  });

  test('allows removal of unused prices only', async () => {
    const id = await save({ countryCode: 'JP' });
    expect((await operations.post(`${CALL}/remove`, { ids: `${id},999999` })).status).toBe(404);
    expect((await operations.post(`${CALL}/remove`, { ids: id })).status).toBe(200);
    expect((await operations.get(`${CALL}/detail`, { id })).status).toBe(404);
  });

  test('is enabled and disabled row by row, with refusals in the caller’s language', async () => {
    const id = await save({ countryCode: 'DE' });
    const { body } = await operations.post(
      `${CALL}/update-status`,
      { ids: `${id},999999`, status: 0 },
      { lang: 'en-US' },
    );
    expect(body.data).toEqual({
      okCount: 1,
      failCount: 1,
      fails: [{ id: '999999', bizCode: 'NOT_FOUND', msg: 'Not found or already deleted' }],
    });
    expect(await detail(id)).toMatchObject({ status: 0 });
  });
});

describe('batch setting', () => {
  test('shows the result first, then applies it once however often it is sent', async () => {
    const ids = [await save({ countryCode: 'FR' }), await save({ countryCode: 'IT', salePrice: '1' })].join(',');
    const settings = { field: 'salePrice', mode: 'ADD', value: '0.25', reason: 'season' };
    const dry = (await operations.post(`${CALL}/batch-setting`, { ids, settings, dryRun: 1 })).body.data;
    expect(dry).toMatchObject({
      dryRun: true,
      okCount: 2,
      items: [{ countryCode: 'FR', before: '0.5', after: '0.75', belowCost: false }, { after: '1.25' }],
    });
    const key = { 'idempotency-key': 'batch-setting-test' };
    for (const run of [1, 2]) {
      const { body } = await operations.post(`${CALL}/batch-setting`, { ids, settings }, key);
      expect(body.data, `run ${run}`).toMatchObject({ dryRun: false, okCount: 2 });
    }
    expect(await detail(ids.split(',')[0] ?? '')).toMatchObject({ salePrice: '0.75', priceVersion: 2 });
    expect((await keeper.post(`${CALL}/batch-setting`, { ids, settings })).status).toBe(403);
  });
});

test('changes of many prices are undone by the rows and versions they answer, as new versions, unless changed since', async () => {
  const [plain, used, third] = [
    await save({ countryCode: 'HU' }),
    await save({ countryCode: 'RO', salePrice: '1', tierJson: [{ fromQty: 10, price: '0.9' }] }),
    await save({ countryCode: 'IE' }),
  ];
  await app.db.pool.query('update prc_price set used = 1 where id = $1', [used]);
  const before = new Map([
    [plain, { salePrice: '0.5', tierJson: [] }],
    [used, { salePrice: '1', tierJson: [{ fromQty: 10, price: '0.9' }] }],
    [third, { salePrice: '0.5', tierJson: [] }],
  ]);
  const settings = { field: 'salePrice', mode: 'MULTIPLY', value: '2', reason: 'season' };
  const { items } = (await operations.post(`${CALL}/batch-setting`, { ids: `${plain},${used},${third}`, settings }))
    .body.data;
  const written = items as { id: string; nextId: string; nextVersion: number }[];
  expect(written.map(({ id, nextId }) => id === nextId)).toEqual([true, false, true]);
  const answered = (await operations.post(`${CALL}/update`, { id: third, salePrice: '3' })).body.data;
  expect(answered).toEqual({ id: third, version: (await detail(third)).version, approvalId: null });
  const undone = [];
  for (const { id, nextId, nextVersion } of written)
    undone.push(
      (await operations.post(`${CALL}/update`, { id: nextId, version: nextVersion, ...before.get(id) })).body.bizCode,
    );
  expect(undone).toEqual([undefined, undefined, 'STALE_DATA']);
  for (const { id, nextId } of written.slice(0, 2))
    expect(await detail(nextId)).toMatchObject({ ...before.get(id), priceVersion: 3, status: 1 });
  expect(await detail(third)).toMatchObject({ salePrice: '3' });
});

describe('a change beyond the percentage of the operator', () => {
  test('asks for the second factor, a smaller one and a trial do not', async () => {
    const who = await app.staff('admin');
    const id = await save({ countryCode: 'IS', salePrice: '1' });
    await app.db.pool.query(`insert into auth_totp (user_id, secret, confirmed_at) values ($1, 'sealed', now())`, [
      String(who.id),
    ]);
    app.app.sessions.forget();
    const set = (value: string, dryRun = 0) =>
      who.post(`${CALL}/batch-setting`, {
        ids: id,
        settings: { field: 'salePrice', mode: 'SET', value, reason: 'x' },
        dryRun,
      });
    const update = async (values: object) =>
      who.post(`${CALL}/update`, { id, version: (await detail(id)).version, ...values });
    expect((await update({ salePrice: '1.1' })).status).toBe(200);
    for (const values of [{ salePrice: '1.22' }, { salePrice: '0.5' }, { minPrice: '0.1' }])
      expect((await update(values)).status, JSON.stringify(values)).toBe(428);
    expect((await set('0.5')).status).toBe(428);
    expect((await set('0.5', 1)).status).toBe(200);
    expect((await detail(id)).salePrice).toBe('1.1');
    await app.db.pool.query('update auth_session set stepped_up_at = now() where user_id = $1', [String(who.id)]);
    app.app.sessions.forget();
    expect((await update({ salePrice: '0.5' })).status).toBe(200);
  });
});

describe('a price below cost', () => {
  const CHEAP = { ...PRICE, costPrice: '0.4', salePrice: '0.3', remark: 'Clearance' };
  const decide = (who: Pick<TestUser, 'post'>, id: string, call = 'pass') =>
    who.post(`desk/approval/${call}`, { ids: id, ...(call === 'turn-down' ? { reason: 'Too cheap' } : {}) });
  const request = async (id: string, lang = 'en-US') =>
    (await operations.get('desk/approval/detail', { id }, { lang })).body.data;
  const ask = async (call: string, input: object): Promise<string> => {
    const { body } = await operations.post(`${CALL}/${call}`, input);
    expect(body).toMatchObject({ code: 200, data: { approvalId: expect.any(String) } });
    return body.data.approvalId;
  };
  const found = async (countryCode: string) =>
    (await operations.get(`${CALL}/list`, { countryCode_in: countryCode })).body.data.records;

  test('needs the permission and a reason, and an invalid price is not requested', async () => {
    await openRole(app.db, 'cheap', [`${CALL}:add`, `${CALL}:cost`]);
    const clerk = await app.staff('cheap');
    expect((await clerk.post(`${CALL}/save`, { ...CHEAP, countryCode: 'NL' })).body.bizCode).toBe('PRICE_BELOW_COST');
    const { remark: _, ...unexplained } = CHEAP;
    expect((await operations.post(`${CALL}/save`, { ...unexplained, countryCode: 'NL' })).body.bizCode).toBe(
      'PRICE_BELOW_COST',
    );
    await save({ countryCode: 'BE' });
    expect((await operations.post(`${CALL}/save`, { ...CHEAP, countryCode: 'BE' })).body.bizCode).toBe('PRICE_TAKEN');
    expect(await found('NL')).toEqual([]);
    expect((await operations.get('desk/approval/list')).body.data.total).toBe(0);
  });

  test('needs a second person also from a user who cannot see costs', async () => {
    await openRole(app.db, 'costless', [`${CALL}:add`, `${CALL}:edit`, `${CALL}:delete`, `${CALL}:view`]);
    await openRole(app.db, 'costless_low', [`${CALL}:add`, `${CALL}:below-cost`]);
    const [clerk, proposer] = [await app.staff('costless'), await app.staff('costless_low')];
    const codeOf = async (call: string, input: object) => (await clerk.post(`${CALL}/${call}`, input)).body.bizCode;
    const low = { ...PRICE, countryCode: 'GR', salePrice: '0.3' };
    const id = await save({ countryCode: 'GR', costPrice: '0.4' });
    // At a level that has no price yet.
    expect(await codeOf('save', { ...low, agentLevel: 1 })).toBe('PRICE_BELOW_COST');
    expect(await codeOf('save', { ...low, agentLevel: 1, costPrice: null })).toBe('PRICE_BELOW_COST');
    // The cost of another level does not replace that of its own.
    await save({ countryCode: 'GR', agentLevel: 2, costPrice: '0.2' });
    // An empty cost does not clear the known one.
    expect(await codeOf('update', { id, salePrice: '0.3', costPrice: null })).toBe('PRICE_BELOW_COST');
    expect(await detail(id)).toMatchObject({ salePrice: '0.5', costPrice: '0.4' });
    // Nor does removing the price and adding it again.
    expect((await clerk.post(`${CALL}/remove`, { ids: id })).status).toBe(200);
    expect(await codeOf('save', low)).toBe('PRICE_BELOW_COST');
    const asked = await proposer.post(`${CALL}/save`, { ...low, remark: 'Clearance' });
    expect(asked.body.data).toMatchObject({ id: null, approvalId: expect.any(String) });
    const { body } = await clerk.post(`${CALL}/save`, { ...low, salePrice: '0.45' });
    expect(await detail(body.data.id)).toMatchObject({ salePrice: '0.45', costPrice: '0.4' });
    // Another service of the country has its own cost.
    expect((await clerk.post(`${CALL}/save`, { ...low, serviceType: 3 })).status).toBe(200);
  });

  test('is added when a second person approves, in the name of the requester', async () => {
    const key = { 'idempotency-key': 'below-cost-test' };
    const input = { ...CHEAP, countryCode: 'NL', effectiveTime: '2026-01-01 00:00:00' };
    const [first, again] = [
      await operations.post(`${CALL}/save`, input, key),
      await operations.post(`${CALL}/save`, input, key),
    ];
    expect(again.body.data).toEqual(first.body.data);
    expect(first.body.data).toMatchObject({ id: null });
    const { approvalId } = first.body.data;
    expect(await request(approvalId)).toMatchObject({
      kind: 4,
      subject: '1 price below cost (NL)',
      reason: 'Clearance',
      lines: [{ name: { en: expect.stringMatching(/^NL · WhatsApp/) }, note: '0.3 < 0.4' }],
    });
    expect(await found('NL')).toEqual([]);
    expect((await decide(operations, approvalId)).body.bizCode).toBe('SELF_APPROVAL');
    expect((await decide(await app.staff('finance'), approvalId)).status).toBe(403);
    const checker = await app.staff('finance_check');
    const before = new Date();
    expect((await decide(checker, approvalId)).status).toBe(200);
    const [row] = await found('NL');
    expect(row).toMatchObject({ salePrice: '0.3', costPrice: '0.4', createUserName: operations.row.realName });
    const { rows } = await app.db.pool.query('select effective_time, create_user::text from prc_price where id = $1', [
      row.id,
    ]);
    expect(rows[0].effective_time.getTime()).toBeGreaterThanOrEqual(before.getTime());
    expect(rows[0].create_user).toBe(String(operations.id));
  });

  test('changes nothing while it waits, nor when it is rejected', async () => {
    const id = await save({ countryCode: 'SE', costPrice: '0.2' });
    const before = await detail(id);
    const approvalId = await ask('update', { id, salePrice: '0.1', remark: 'Old stock' });
    expect(await request(approvalId)).toMatchObject({ lines: [{ note: '0.5 → 0.1 < 0.2' }] });
    expect(await detail(id)).toEqual(before);
    expect((await decide(await app.staff('admin'), approvalId, 'turn-down')).status).toBe(200);
    expect(await detail(id)).toEqual(before);
    expect(await found('SE')).toHaveLength(1);
  });

  test('is refused when the price has changed since, and keeps waiting', async () => {
    const id = await save({ countryCode: 'NO', costPrice: '0.2' });
    const approvalId = await ask('update', { id, salePrice: '0.1', remark: 'Old stock' });
    expect((await operations.post(`${CALL}/update`, { id, salePrice: '0.6' })).body.data).toEqual({
      id,
      version: 2,
      approvalId: null,
    });
    const other = await app.staff('admin');
    expect((await decide(other, approvalId)).body.bizCode).toBe('STALE_DATA');
    expect(await request(approvalId)).toMatchObject({ status: 0 });
    expect(await detail(id)).toMatchObject({ salePrice: '0.6' });
    const taken = await ask('save', { ...CHEAP, countryCode: 'DK' });
    await save({ countryCode: 'DK' });
    expect((await decide(other, taken)).body.bizCode).toBe('PRICE_TAKEN');
  });

  test('waits alone in a batch: the others change at once, and all waiting ones change together', async () => {
    const [fine, low, lower] = [
      await save({ countryCode: 'PL' }),
      await save({ countryCode: 'CZ', costPrice: '0.45' }),
      await save({ countryCode: 'AT', costPrice: '0.48', tierJson: [{ fromQty: 10, price: '0.49' }] }),
    ];
    const ids = [fine, low, lower, '999999'].join(',');
    const settings = { field: 'salePrice', mode: 'ADD', value: '-0.1', reason: 'Season' };
    const counts = { okCount: 1, failCount: 1, pendingCount: 2 };
    const dry = (await operations.post(`${CALL}/batch-setting`, { ids, settings, dryRun: 1 })).body.data;
    expect(dry).toMatchObject({ ...counts, approvalId: null });
    const { data } = (await operations.post(`${CALL}/batch-setting`, { ids, settings })).body;
    // Those that wait are not written.
    const [applied] = dry.items.filter(({ id }: { id: string }) => id === fine);
    const items = dry.items.map((item: object) =>
      item === applied ? { ...item, nextId: fine, nextVersion: 2 } : item,
    );
    expect(data).toMatchObject({ ...counts, items });
    expect(await detail(fine)).toMatchObject({ salePrice: '0.4' });
    expect(await detail(low)).toMatchObject({ salePrice: '0.5' });
    expect((await request(data.approvalId)).subject).toBe('2 prices below cost (CZ, AT)');
    const other = await app.staff('admin');
    await operations.post(`${CALL}/update`, { id: lower, costPrice: '0.47' });
    expect((await decide(other, data.approvalId)).body.bizCode).toBe('STALE_DATA');
    expect(await detail(low)).toMatchObject({ salePrice: '0.5' });
    const { approvalId } = (await operations.post(`${CALL}/batch-setting`, { ids: `${low},${lower}`, settings })).body
      .data;
    expect((await decide(other, approvalId)).status).toBe(200);
    expect(await detail(low)).toMatchObject({ salePrice: '0.4', remark: 'Season' });
    expect(await detail(lower)).toMatchObject({ salePrice: '0.4', tierJson: [{ fromQty: 10, price: '0.39' }] });
  });
});

describe('the current prices', () => {
  test('are resolved for the caller and contain no cost', async () => {
    await save({ countryCode: 'BR', costPrice: '0.1', salePrice: '2', tierJson: [{ fromQty: 10, price: '1' }] });
    const latest = async (who: TestUser) =>
      (await who.get(`${CALL}/latest`, { businessType: 1, serviceType: 2, countryCode: 'BR' }, { lang: 'en-US' })).body
        .data;
    const seen = await latest(agent);
    expect(seen.items).toMatchObject([
      {
        countryCode: 'BR',
        countryName: 'Brazil',
        unitPrice: '1.9',
        available: true,
        tiers: [{ fromQty: 10, price: '0.95' }],
      },
    ]);
    expect(JSON.stringify(seen)).not.toContain('cost');
    expect((await latest(operations)).items[0].unitPrice).toBe('2');
    const sub = await app.agent({ parent: agent, subUser: true });
    expect((await latest(sub)).items[0].unitPrice).toBe('1.9');
  });

  test('contain the time of the last change, and mark blocked countries as unavailable', async () => {
    const latest = async () => (await agent.get(`${CALL}/latest`, { businessType: 1, serviceType: 2 })).body.data;
    const before = await latest();
    await save({ countryCode: 'CU' });
    const [cuba] = (await app.admin.get('user/country/list', { countryCode: 'CU' })).body.data.records;
    await app.admin.post('user/country/update', { id: cuba.id, isBlocked: 1, blockReason: 'law' });
    const after = await latest();
    expect(after.version).toBeGreaterThan(before.version);
    expect(after.items.find(({ countryCode }: { countryCode: string }) => countryCode === 'CU')).toMatchObject({
      available: false,
      unitPrice: '0.475',
    });
  });
});
