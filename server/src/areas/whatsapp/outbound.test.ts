import { createHash } from 'node:crypto';
import { parseMoney } from '@trade-assistant/contract/kit/money.ts';
import { sql } from 'drizzle-orm';
import { readXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import { proveStock } from '../../engines/inventory/index.ts';
import { balanceOf } from '../../engines/ledger/index.ts';
import { buy } from '../../engines/orders/index.ts';
import { type Answer, type TestApp, type TestUser, testApp } from '../../testing/app.ts';
import { openMarket, stockNumbers } from '../../testing/market.ts';

const CALL = 'whatsapp/outbound';
/** Kept free for fiction by Ofcom: +44 7700 900000 to 900999. */
const NUMBERS = Array.from({ length: 1000 }, (_, index) => 447700900000n + BigInt(index));

let app: TestApp;
let keeper: TestUser;
let agentA: TestUser;
let agentB: TestUser;
let subOfA: TestUser;
let productId: bigint;
beforeAll(async () => {
  app = await testApp();
  keeper = await app.staff('warehouse');
  agentA = await app.agent({ money: parseMoney('1000'), name: 'Anna' });
  agentB = await app.agent({ money: parseMoney('1000'), name: 'Bert' });
  subOfA = await app.agent({ parent: agentA, subUser: true });
  // Staff who issue notes, without the right to take any.
  await app.db.drizzle.execute(sql`
    with role as (insert into sys_role (tenant_id, role_name, role_alias) values ('000000', '开单', 'issuer') returning id)
    insert into sys_role_menu select role.id, m.id from role, sys_menu m
    where m.code in ('whatsapp/outbound:view', 'whatsapp/outbound:add', 'whatsapp/outbound:edit', 'whatsapp/outbound:export', 'whatsapp/outbound:deliver')`);
  productId = await openMarket(app.db, { country: 'GB' });
  await stockNumbers(app.db, NUMBERS, 'GB');
});
afterAll(async () => {
  expect(await app.db.tx(proveStock)).toEqual([]);
  await app.close();
});

const draft = (values: object = {}) => ({
  outboundType: 4,
  businessType: 1,
  countryCode: 'GB',
  numberType: 1,
  quantity: 3,
  strategy: 1,
  ...values,
});
const done = ({ status, body }: Answer) => {
  expect([status, body?.bizCode, body?.msg]).toEqual([200, undefined, expect.any(String)]);
  return body.data;
};
const submit = async (values: object, who = keeper) => done(await who.post(`${CALL}/submit`, values));
const detail = async (id: string, who = keeper) => done(await who.get(`${CALL}/detail`, { id }));
const delivered = (agent: TestUser | null, quantity = 3, more: object = {}) =>
  submit(draft({ ...(agent ? { outboundType: 1, agentId: agent.id.toString() } : {}), quantity, status: 2, ...more }));
const stock = async () => {
  const { rows } = await app.db.drizzle.execute<{ s: number; n: number }>(
    sql`select stock_status as s, count(*)::int as n from inv_item group by 1 order by 1`,
  );
  return Object.fromEntries(rows.map(({ s, n }) => [s, n]));
};
const numbersOf = async (id: string) => {
  const { rows } = await app.db.drizzle.execute<{ e164: string }>(
    sql`select e164::text from inv_outbound_line where outbound_id = ${BigInt(id)} and state = 1 order by item_id`,
  );
  return rows.map(({ e164 }) => e164);
};
const lastLog = async () => {
  const { rows } = await app.db.drizzle.execute<Record<string, unknown>>(
    sql`select * from inv_export_log order by id desc limit 1`,
  );
  return { ...rows[0], row_count: Number(rows[0]?.['row_count']) } as Record<string, unknown>;
};
const logs = async () =>
  Number((await app.db.drizzle.execute<{ n: number }>(sql`select count(*)::int as n from inv_export_log`)).rows[0]?.n);
const fileName = ({ headers }: Answer) => /filename="([^"]+)"/.exec(String(headers['content-disposition']))?.[1];
const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex');

async function archive(content: Buffer): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  const zip = await fromBufferPromise(content, { lazyEntries: true });
  for await (const entry of zip.eachEntry()) {
    const chunks: Buffer[] = [];
    for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk as Buffer);
    files.set(entry.fileName, Buffer.concat(chunks).toString());
  }
  return files;
}

describe('a delivery note', () => {
  test('is written by staff who may, and refused before anything moves', async () => {
    const before = await stock();
    expect((await app.guest.post(`${CALL}/submit`, draft())).status).toBe(401);
    expect((await agentA.post(`${CALL}/submit`, draft())).status).toBe(403);
    const refused = async (values: object) => (await keeper.post(`${CALL}/submit`, values)).body.bizCode;
    expect(await refused({ ...draft(), quantity: 0 })).toBe('BAD_REQUEST');
    expect(await refused({ ...draft(), quantity: undefined })).toBe('NOTE_INCOMPLETE');
    expect(await refused(draft({ outboundType: 1 }))).toBe('CUSTOMER_REQUIRED');
    expect(await refused(draft({ outboundType: 1, agentId: keeper.id.toString() }))).toBe('CUSTOMER_NOT_AGENT');
    expect(await refused(draft({ countryCode: 'ZZ' }))).toBe('COUNTRY_UNKNOWN');
    expect(await refused(draft({ quantity: 5000, status: 1 }))).toBe('STOCK_NOT_ENOUGH');
    expect(await refused(draft({ status: 5 }))).toBe('STATE_CONFLICT');
    expect(await stock()).toEqual(before);
    expect((await keeper.get(`${CALL}/list`)).body.data.total).toBe(0);
  });

  test('goes from draft over held numbers to delivered ones', async () => {
    const note = await submit(draft({ outboundType: 1, agentId: agentA.id.toString(), remark: 'urgent' }));
    expect(note).toMatchObject({ status: 0, outboundNo: expect.stringMatching(/^OB/) });
    expect(await numbersOf(note.id)).toEqual([]);
    const edited = await submit({ id: note.id, version: note.version, quantity: 4, remark: null });
    expect(await detail(note.id)).toMatchObject({ quantity: 4, remark: null, agentName: 'Anna', status: 0 });
    expect((await keeper.post(`${CALL}/submit`, { id: note.id, version: note.version, status: 1 })).body.bizCode).toBe(
      'STALE_DATA',
    );
    const held = await submit({ id: note.id, version: edited.version, status: 1 });
    expect(held.status).toBe(1);
    expect(await stock()).toMatchObject({ 1: 4 });
    expect((await keeper.post(`${CALL}/submit`, { id: note.id, quantity: 9 })).body.bizCode).toBe('NOTE_CHANGED');
    await submit({ id: note.id, remark: 'on its way' });
    expect((await submit({ id: note.id, status: 2 })).status).toBe(2);
    expect(await detail(note.id)).toMatchObject({
      deliveredQty: 4,
      remark: 'on its way',
      status: 2,
      reserveExpireTime: null,
    });
    expect((await keeper.post(`${CALL}/submit`, { id: note.id, status: 2 })).body.bizCode).toBe('STATE_CONFLICT');
    expect((await keeper.post(`${CALL}/submit`, { id: note.id, status: 5, cancelReason: 'x' })).body.bizCode).toBe(
      'STATE_CONFLICT',
    );
  });

  test('that is cancelled gives its numbers back, with a reason', async () => {
    const before = await stock();
    const note = await submit(draft({ status: 1 }));
    expect((await keeper.post(`${CALL}/submit`, { id: note.id, status: 5 })).body.bizCode).toBe('REASON_REQUIRED');
    expect(await stock()).not.toEqual(before);
    await submit({ id: note.id, status: 5, cancelReason: 'typed twice' });
    expect(await stock()).toEqual(before);
    expect(await detail(note.id)).toMatchObject({ status: 5, cancelReason: 'typed twice' });
  });

  test('is removed only as a draft or cancelled, all or none', async () => {
    const [open, gone] = [await delivered(null, 1), await submit(draft())];
    const remove = (ids: string) => keeper.post(`${CALL}/remove`, { ids });
    expect((await agentA.post(`${CALL}/remove`, { ids: gone.id })).status).toBe(403);
    expect((await remove(`${gone.id},${open.id}`)).body.bizCode).toBe('STATE_CONFLICT');
    expect((await remove(gone.id)).status).toBe(200);
    expect((await remove(gone.id)).status).toBe(404);
  });

  test('is copied as a draft with the same customer and criteria, and no numbers', async () => {
    const note = await delivered(agentB, 2, { strategy: 2 });
    const copy = done(await keeper.post(`${CALL}/copy`, { id: note.id }));
    expect(copy.outboundNo).not.toBe(note.outboundNo);
    expect(await detail(copy.id)).toMatchObject({
      status: 0,
      agentName: 'Bert',
      quantity: 2,
      strategy: 2,
      countryCode: 'GB',
      deliveredQty: 0,
      orderNo: null,
    });
    expect(await numbersOf(copy.id)).toEqual([]);
  });

  test('sent twice under one key is written once', async () => {
    const key = { 'idempotency-key': 'one-note' };
    const [first, second] = [
      await keeper.post(`${CALL}/submit`, draft({ status: 1 }), key),
      await keeper.post(`${CALL}/submit`, draft({ status: 1 }), key),
    ];
    expect(done(second)).toEqual(done(first));
  });
});

describe('the note of an order', () => {
  const order = async (agent: TestUser, amount: string) => {
    const actor = await agent.actor();
    const { order: placed } = await app.db.tx((tx) =>
      buy(tx, actor, { productId, quantity: 2, useDeclaration: true, expectedAmount: parseMoney(amount) }),
    );
    return placed;
  };
  const wallet = (agent: TestUser) => app.db.tx(async (tx) => balanceOf(tx, await agent.actor(), { userId: agent.id }));

  test('is delivered or cancelled together with the order and its money', async () => {
    await app.db.drizzle.execute(sql`update agt_product set delivery_type = 2 where id = ${productId}`);
    const before = await wallet(agentB);
    const [kept, given] = [await order(agentB, '1'), await order(agentB, '1')];
    expect((await wallet(agentB)).frozenBalance - before.frozenBalance).toBe(parseMoney('2'));
    await submit({ id: String(kept.outboundId), status: 2 });
    expect(await detail(String(kept.outboundId))).toMatchObject({ status: 2, deliveredQty: 2, orderNo: kept.orderNo });
    await submit({ id: String(given.outboundId), status: 5, cancelReason: 'changed my mind' });
    const after = await wallet(agentB);
    expect([before.balance - after.balance, after.frozenBalance]).toEqual([parseMoney('1'), before.frozenBalance]);
    const { rows } = await app.db.drizzle.execute(
      sql`select status from agt_product_order where id in (${kept.id}, ${given.id}) order by id`,
    );
    expect(rows.map(({ status }) => status)).toEqual([3, 4]);
  });
});

describe('a foreign note', () => {
  test('does not exist for another agent, in lists, details or files', async () => {
    const note = await delivered(agentA, 2);
    const internal = await delivered(null, 1);
    const ids = async (who: TestUser) =>
      (await who.get(`${CALL}/list`, { size: 200 })).body.data.records.map(({ id }: { id: string }) => id);
    expect(await ids(agentA)).toContain(note.id);
    expect(await ids(agentA)).not.toContain(internal.id);
    expect(await ids(agentB)).not.toContain(note.id);
    expect(await ids(subOfA)).toEqual([]);
    const before = await logs();
    for (const who of [agentB, subOfA]) {
      for (const one of [note, internal]) {
        expect((await who.get(`${CALL}/detail`, { id: one.id })).status).toBe(404);
        expect((await who.post(`${CALL}/export-txt`, { id: one.id })).status).toBe(404);
        expect((await who.post(`${CALL}/export-excel`, { id: one.id })).status).toBe(404);
        expect((await who.post(`${CALL}/export-zip`, { ids: one.id })).status).toBe(404);
      }
    }
    const own = await delivered(agentB, 1);
    expect((await agentB.post(`${CALL}/export-txt/batch`, { ids: `${own.id},${note.id}` })).status).toBe(404);
    expect(await logs()).toBe(before);
    expect(await detail(own.id)).toMatchObject({ downloadCount: 0 });
    expect(done(await agentB.get(`${CALL}/statistics`, { agentId: agentA.id.toString() }))).toMatchObject({
      outboundCount: 0,
      numberCount: 0,
    });
  });
});

describe('a file', () => {
  test('has the delivered numbers, is counted, logged with its fingerprint, and runs out', async () => {
    const note = await delivered(agentA, 5);
    const answer = await agentA.post(`${CALL}/export-txt`, { id: note.id });
    const expected = await numbersOf(note.id);
    expect(answer.raw.toString()).toBe(`${expected.join('\n')}\n`);
    expect(fileName(answer)).toBe(`${note.outboundNo}_GB_5.txt`);
    expect(await lastLog()).toMatchObject({
      source: 'outbound',
      format: 'txt',
      masked: 0,
      row_count: 5,
      sha256: sha256(answer.raw),
      object_ids: note.id,
      user_name: 'Anna',
    });
    expect(await detail(note.id)).toMatchObject({
      downloadCount: 1,
      fileSha256: sha256(answer.raw),
      lastDownloadTime: expect.any(String),
    });
    const plus = await agentA.post(`${CALL}/export-txt`, { id: note.id, plus: 1 });
    expect(plus.raw.toString()).toBe(expected.map((number) => `+${number}\n`).join(''));
    for (let left = 3; left > 0; left -= 1)
      expect((await agentA.post(`${CALL}/export-txt`, { id: note.id })).status).toBe(200);
    const over = await agentA.post(`${CALL}/export-txt`, { id: note.id });
    expect([over.status, over.body.bizCode, over.body.msg]).toEqual([400, 'DOWNLOAD_LIMIT', '下载次数已用完']);
    // Staff who look after any note neither use the downloads up nor are stopped by them.
    expect((await keeper.post(`${CALL}/export-txt`, { id: note.id })).status).toBe(200);
    expect(await detail(note.id)).toMatchObject({ downloadCount: 5 });
  });

  test('is not had before delivery, nor without the permission', async () => {
    const note = await submit(draft({ status: 1, outboundType: 1, agentId: agentA.id.toString() }));
    expect((await app.guest.post(`${CALL}/export-txt`, { id: note.id })).status).toBe(401);
    const support = await app.staff('support');
    expect((await support.post(`${CALL}/export-txt`, { id: note.id })).status).toBe(403);
    expect((await agentA.post(`${CALL}/export-txt`, { id: note.id })).body.bizCode).toBe('EXPORT_BEFORE_DELIVERY');
    await submit({ id: note.id, status: 5, cancelReason: 'end' });
  });

  test('of many downloads at once never passes the limit', async () => {
    const note = await delivered(agentA, 1);
    const answers = await Promise.all(
      Array.from({ length: 9 }, () => agentA.post(`${CALL}/export-txt`, { id: note.id })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    expect(await detail(note.id)).toMatchObject({ downloadCount: 5 });
  });

  test('as a workbook says where it comes from, then a sheet for each note, every cell text', async () => {
    const notes = [await delivered(agentA, 3), await delivered(agentA, 2)];
    const answer = await agentA.post(
      `${CALL}/export-excel/batch`,
      { ids: notes.map(({ id }) => id).join(','), plus: 1 },
      { lang: 'en-US' },
    );
    expect(fileName(answer)).toMatch(/^outbound_\d{14}_2\.xlsx$/);
    const { sheets } = await readXlsx(answer.raw);
    expect(sheets.map(({ name }) => name)).toEqual(['说明 README', ...notes.map(({ outboundNo }) => outboundNo)]);
    expect(sheets[0]?.rows.flat()).toContain(notes.map(({ outboundNo }) => outboundNo).join(', '));
    const [header, ...rows] = sheets[1]?.rows ?? [];
    expect(header?.slice(0, 3)).toEqual(['No.', 'Number (E.164)', 'Country']);
    expect(rows.map((row) => row[1])).toEqual((await numbersOf(notes[0]?.id)).map((number) => `+${number}`));
    expect(rows[0]?.slice(0, 6)).toEqual([
      '1',
      expect.any(String),
      'GB',
      'Mobile',
      'WhatsApp business',
      notes[0]?.outboundNo,
    ]);
    expect(await lastLog()).toMatchObject({ format: 'xlsx', row_count: 5, sha256: sha256(answer.raw) });
  });

  test('as one workbook or text of one note is named after it', async () => {
    const note = await delivered(agentA, 2);
    expect(fileName(await agentA.post(`${CALL}/export-excel`, { id: note.id }))).toBe(`${note.outboundNo}_GB_2.xlsx`);
    const both = [note, await delivered(agentA, 2)];
    const text = await agentA.post(`${CALL}/export-txt/batch`, { ids: both.map(({ id }) => id).join(',') });
    const expected = (await Promise.all(both.map(({ id }) => numbersOf(id)))).flat();
    expect(text.raw.toString().trim().split('\n').sort()).toEqual(expected.sort());
  });

  test('as an archive has a folder for each note and a manifest that can be checked', async () => {
    const notes = [await delivered(agentA, 3), await delivered(agentA, 2)];
    const answer = await agentA.post(`${CALL}/export-zip`, { ids: notes.map(({ id }) => id).join(',') });
    const files = await archive(answer.raw);
    const manifest = JSON.parse(files.get('manifest.json') ?? '').files as {
      file: string;
      rows: number;
      sha256: string;
    }[];
    expect(manifest.map(({ file, rows }) => [file, rows])).toEqual(
      notes.map(({ outboundNo }, index) => [`${outboundNo}/${outboundNo}_GB_${3 - index}.txt`, 3 - index]),
    );
    for (const { file, sha256: fingerprint } of manifest)
      expect(sha256(Buffer.from(files.get(file) ?? ''))).toBe(fingerprint);
    expect(files.get('README.txt')).toContain(notes[0]?.outboundNo);
    expect(await lastLog()).toMatchObject({ format: 'zip', row_count: 5 });
  });

  test('of staff who may not take any note has only what they issued', async () => {
    const [issuer, other] = [await app.staff('issuer'), await app.staff('issuer')];
    const note = await submit(draft({ status: 2 }), issuer);
    expect((await other.post(`${CALL}/export-txt`, { id: note.id })).status).toBe(403);
    expect((await issuer.post(`${CALL}/export-txt`, { id: note.id })).status).toBe(200);
    expect(await detail(note.id)).toMatchObject({ downloadCount: 1 });
  });
});

test('statistics count what was handed over, by country, day of the zone, and customer', async () => {
  const seen = done(await agentB.get(`${CALL}/statistics`, {}, { lang: 'en-US', 'time-zone': 'Pacific/Kiritimati' }));
  const notes = (await agentB.get(`${CALL}/list`, { size: 200, status_in: '2,3,4' })).body.data.records as {
    deliveredQty: number;
  }[];
  const numbers = notes.reduce((sum, { deliveredQty }) => sum + deliveredQty, 0);
  expect(seen).toMatchObject({
    outboundCount: notes.length,
    numberCount: numbers,
    amount: '1',
    returnedCount: 0,
    returnRate: 0,
  });
  expect(seen.byCountry).toEqual([{ countryCode: 'GB', name: 'United Kingdom', count: numbers, amount: '1' }]);
  expect(seen.topAgents).toEqual([{ agentId: agentB.id.toString(), agentName: 'Bert', count: numbers, amount: '1' }]);
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Pacific/Kiritimati' }).format(new Date());
  expect(seen.byDay).toEqual([{ date: today, count: numbers, amount: '1' }]);
  expect(
    (await agentB.get(`${CALL}/statistics`, { createTime_dategt: '2999-01-01 00:00:00' })).body.data,
  ).toMatchObject({ outboundCount: 0, byDay: [] });
  expect((await app.guest.get(`${CALL}/statistics`)).status).toBe(401);
});
