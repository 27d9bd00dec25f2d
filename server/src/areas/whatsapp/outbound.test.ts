import { parseMoney } from '@trade-assistant/contract/kit/money.ts';
import { sql } from 'drizzle-orm';
import { afterAll, describe, expect, test } from 'vitest';
import { balanceOf } from '../../engines/money/ledger/index.ts';
import { buy } from '../../engines/stock/orders/index.ts';
import type { TestUser } from '../../testing/app.ts';
import { openRole } from '../../testing/role.ts';
import { CALL, dataOf, newNote, openOutbound } from './outbound/outbound-fixture.ts';

const {
  app,
  keeper,
  agentA,
  agentB,
  subOfA,
  productId,
  submit,
  detail,
  delivered,
  stock,
  numbersOf,
  exportLog,
  close,
} = await openOutbound();
afterAll(() => close());

describe('a delivery note', () => {
  test('is refused before anything moves', async () => {
    const before = await stock();
    const refused = async (values: object) => (await keeper.post(`${CALL}/submit`, values)).body.bizCode;
    expect(await refused({ ...newNote(), quantity: 0 })).toBe('BAD_REQUEST');
    expect(await refused({ ...newNote(), quantity: undefined })).toBe('NOTE_INCOMPLETE');
    expect(await refused(newNote({ outboundType: 1 }))).toBe('CUSTOMER_REQUIRED');
    expect(await refused(newNote({ outboundType: 1, agentId: keeper.id.toString() }))).toBe('CUSTOMER_NOT_AGENT');
    expect(await refused(newNote({ countryCode: 'ZZ' }))).toBe('COUNTRY_UNKNOWN');
    expect(await refused(newNote({ quantity: 5000, status: 1 }))).toBe('STOCK_NOT_ENOUGH');
    expect(await refused(newNote({ status: 5 }))).toBe('STATE_CONFLICT');
    expect(await stock()).toEqual(before);
    expect((await keeper.get(`${CALL}/list`)).body.data.total).toBe(0);
  });

  test('needs the permission to deliver, at once or later, and the permission to add at its start', async () => {
    await openRole(app.db, 'holder', [`${CALL}:view`, `${CALL}:add`, `${CALL}:edit`]);
    await openRole(app.db, 'giver', [`${CALL}:view`, `${CALL}:edit`, `${CALL}:deliver`]);
    const [holder, giver] = [await app.staff('holder'), await app.staff('giver')];
    const before = await stock();
    expect((await holder.post(`${CALL}/submit`, newNote({ status: 2 }))).status).toBe(403);
    for (const status of [0, 1, 2]) expect((await giver.post(`${CALL}/submit`, newNote({ status }))).status).toBe(403);
    expect(await stock()).toEqual(before);
    expect((await keeper.get(`${CALL}/list`)).body.data.total).toBe(0);

    const note = await submit(newNote({ status: 1 }), holder);
    expect((await holder.post(`${CALL}/submit`, { id: note.id, status: 2 })).status).toBe(403);
    expect(await detail(note.id)).toMatchObject({ status: 1, deliveredQty: 0 });
    expect((await submit({ id: note.id, status: 2 }, giver)).status).toBe(2);
  });

  test('goes from draft to reserved to delivered', async () => {
    const note = await submit(newNote({ outboundType: 1, agentId: agentA.id.toString(), remark: 'urgent' }));
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

  test('returns its numbers to stock when it is cancelled, with a reason', async () => {
    const before = await stock();
    const note = await submit(newNote({ status: 1 }));
    expect((await keeper.post(`${CALL}/submit`, { id: note.id, status: 5 })).body.bizCode).toBe('REASON_REQUIRED');
    expect(await stock()).not.toEqual(before);
    await submit({ id: note.id, status: 5, cancelReason: 'typed twice' });
    expect(await stock()).toEqual(before);
    expect(await detail(note.id)).toMatchObject({ status: 5, cancelReason: 'typed twice' });
  });

  test('is removed only as a draft or cancelled, all or none', async () => {
    const [open, gone] = [await delivered(null, 1), await submit(newNote())];
    const remove = (ids: string) => keeper.post(`${CALL}/remove`, { ids });
    expect((await agentA.post(`${CALL}/remove`, { ids: gone.id })).status).toBe(403);
    expect((await remove(`${gone.id},${open.id}`)).body.bizCode).toBe('STATE_CONFLICT');
    expect((await remove(gone.id)).status).toBe(200);
    expect((await remove(gone.id)).status).toBe(404);
  });

  test('is copied as a draft with the same customer and criteria, and no numbers', async () => {
    const note = await delivered(agentB, 2, { strategy: 2 });
    const copy = dataOf(await keeper.post(`${CALL}/copy`, { id: note.id }));
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
      await keeper.post(`${CALL}/submit`, newNote({ status: 1 }), key),
      await keeper.post(`${CALL}/submit`, newNote({ status: 1 }), key),
    ];
    expect(dataOf(second)).toEqual(dataOf(first));
  });
});

describe('a manual delivery to a customer', () => {
  const balance = async (agent: TestUser) =>
    app.db.tx(async (tx) => (await balanceOf(tx, await agent.actor(), { userId: agent.id })).balance);

  test('is charged at the customer’s price, with a warranty, or not made', async () => {
    const before = await balance(agentA);
    const note = await delivered(agentA, 3);
    expect(await detail(note.id)).toMatchObject({
      unitPrice: '0.5',
      amount: '1.5',
      isGift: 0,
      warrantyUntil: expect.any(String),
    });
    expect(before - (await balance(agentA))).toBe(parseMoney('1.5'));
    const { records } = (await agentA.get('finance/log/list', { bizNo: note.outboundNo })).body.data;
    expect(records).toMatchObject([{ bizType: 'outbound', bizId: note.id, amount: '1.5' }]);

    const [left, poor] = [await stock(), await app.agent({})];
    const asked = newNote({ outboundType: 1, agentId: poor.id.toString(), status: 2 });
    expect((await keeper.post(`${CALL}/submit`, asked)).body.bizCode).toBe('BALANCE_NOT_ENOUGH');
    expect(await stock()).toEqual(left);
  });

  test('can be a gift with a reason, and is then delivered by a second person', async () => {
    const before = await balance(agentB);
    const gift = newNote({ outboundType: 1, agentId: agentB.id.toString(), isGift: 1, giftReason: 'trade fair' });
    const refused = async (values: object, who = keeper) => (await who.post(`${CALL}/submit`, values)).body.bizCode;
    expect(await refused({ ...gift, giftReason: '' })).toBe('GIFT_REASON');
    expect(await refused({ ...gift, status: 2 })).toBe('GIFT_SECOND_PERSON');
    expect(await refused(newNote({ isGift: 1, giftReason: 'nobody' }))).toBe('CUSTOMER_REQUIRED');
    const note = await submit({ ...gift, status: 1 });
    expect(await refused({ id: note.id, status: 2 })).toBe('GIFT_SECOND_PERSON');
    const second = await app.staff('warehouse');
    await submit({ id: note.id, status: 2 }, second);
    expect(await detail(note.id)).toMatchObject({
      isGift: 1,
      giftReason: 'trade fair',
      giftUserName: 'warehouse',
      amount: '0',
      warrantyUntil: expect.any(String),
    });
    expect(await balance(agentB)).toBe(before);
    expect(await refused({ id: note.id, isGift: 0 })).toBe('NOTE_CHANGED');
    // A note with reserved numbers may still become a gift.
    const held = await submit(newNote({ outboundType: 1, agentId: agentB.id.toString(), status: 1 }));
    await submit({ id: held.id, isGift: 1, giftReason: 'late' });
    expect(await refused({ id: held.id, status: 2 })).toBe('GIFT_SECOND_PERSON');
    await submit({ id: held.id, isGift: 0 });
    await submit({ id: held.id, status: 2 });
    expect(await balance(agentB)).toBeLessThan(before);
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
  test('is hidden from another agent, in lists, details and files', async () => {
    const note = await delivered(agentA, 2);
    const internal = await delivered(null, 1);
    const ids = async (who: TestUser) =>
      (await who.get(`${CALL}/list`, { size: 200 })).body.data.records.map(({ id }: { id: string }) => id);
    expect(await ids(agentA)).toContain(note.id);
    expect(await ids(agentA)).not.toContain(internal.id);
    expect(await ids(agentB)).not.toContain(note.id);
    expect(await ids(subOfA)).toEqual([]);
    const before = await exportLog();
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
    expect(await exportLog()).toEqual(before);
    expect(await detail(own.id)).toMatchObject({ downloadCount: 0 });
    expect(dataOf(await agentB.get(`${CALL}/statistics`, { agentId: agentA.id.toString() }))).toMatchObject({
      outboundCount: 0,
      numberCount: 0,
    });
  });
});

test('statistics count deliveries by country, day of the zone, and customer', async () => {
  const seen = dataOf(await agentB.get(`${CALL}/statistics`, {}, { lang: 'en-US', 'time-zone': 'Pacific/Kiritimati' }));
  const notes = (await agentB.get(`${CALL}/list`, { size: 200, status_in: '2,3,4' })).body.data.records as {
    deliveredQty: number;
    amount: string;
  }[];
  const numbers = notes.reduce((sum, { deliveredQty }) => sum + deliveredQty, 0);
  const amount = String(notes.reduce((sum, note) => sum + Number(note.amount), 0));
  expect(amount).not.toBe('0');
  expect(seen).toMatchObject({
    outboundCount: notes.length,
    numberCount: numbers,
    amount,
    returnedCount: 0,
    returnRate: 0,
  });
  expect(seen.byCountry).toEqual([{ countryCode: 'GB', name: 'United Kingdom', count: numbers, amount }]);
  expect(seen.topAgents).toEqual([{ agentId: agentB.id.toString(), agentName: 'Bert', count: numbers, amount }]);
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Pacific/Kiritimati' }).format(new Date());
  expect(seen.byDay).toEqual([{ date: today, count: numbers, amount }]);
  expect(
    (await agentB.get(`${CALL}/statistics`, { createTime_dategt: '2999-01-01 00:00:00' })).body.data,
  ).toMatchObject({ outboundCount: 0, byDay: [] });
});
