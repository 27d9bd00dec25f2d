import { sql } from 'drizzle-orm';
import { afterAll, describe, expect, it } from 'vitest';
import { verifyLedger } from '../../engines/money/ledger/index.ts';
import { verifyStockCounters } from '../../engines/stock/inventory/index.ts';
import { ORDER_CHECKS } from '../../engines/stock/orders/index.ts';
import { createShop, loseNumbers } from '../../engines/stock/orders/orders-fixture.ts';
import { type TestUser, testApp } from '../../testing/app.ts';
import { mismatches } from '../../testing/books.ts';

const product = await testApp();
const finance = await product.staff('finance');
afterAll(async () => {
  expect(await mismatches(product)).toEqual([]);
  await product.close();
});

const codeOf = (answer: { status: number; body: { bizCode?: string } }) => [answer.status, answer.body.bizCode];
const refund = (who: TestUser, id: string, more: object = {}) =>
  who.post('agent/product/refund-order', { id, reason: 'Not reachable', ...more });
const balanceOf = async (who: TestUser) => (await who.get('agent/user/balance')).body.data.balance;

/** Buys ten numbers at 1 each, delivered at once. */
async function bought(
  who: TestUser,
): Promise<{ id: string; outboundId: bigint; numbers: string[]; productId: bigint }> {
  const { productId } = await createShop(product.db, { stock: 10 });
  const body = { productId: String(productId), quantity: 10, expectedAmount: '10', useDeclaration: 1 };
  const { data } = (await who.post('agent/product/buy', body)).body;
  const { rows } = await product.db.pool.query<{ number: string }>(
    'select e164::text as number from inv_item where outbound_id = $1 order by id',
    [data.outboundId],
  );
  const outboundId = BigInt(data.outboundId);
  return { id: data.orderId, outboundId, productId, numbers: rows.map(({ number }) => number) };
}

describe('a refund', () => {
  it('returns the price of the named numbers, then of the rest', async () => {
    const agent = await product.agent({ money: 15_000_000n });
    const { id, numbers } = await bought(agent);
    expect(await balanceOf(agent)).toBe('5');
    const [first, second] = numbers;
    const some = await refund(finance, id, { numbers: `+${first}\n${second}, ${first}` });
    expect(some.body.data).toMatchObject({ status: 5, refunded: '2', refundAmount: '2' });
    expect(await balanceOf(agent)).toBe('7');
    expect(codeOf(await refund(finance, id, { numbers: first }))).toEqual([400, 'NUMBERS_NOT_DELIVERED']);
    const rest = await refund(finance, id);
    expect(rest.body.data).toMatchObject({ status: 6, refunded: '8', refundAmount: '10' });
    expect(await balanceOf(agent)).toBe('15');
    expect(codeOf(await refund(finance, id))[0]).toBe(400);
    const { rows } = await product.db.pool.query('select distinct stock_status from inv_item where e164 = any($1)', [
      numbers,
    ]);
    expect(rows).toHaveLength(1);
    const [message] = (await agent.get('message/my/list', {}, { lang: 'en' })).body.data.records;
    expect(message.content).toContain('Not reachable');
    expect(await product.db.tx((tx) => verifyStockCounters(tx))).toEqual([]);
  });

  it('covers visible orders, within the warranty, and numbers of the order only', async () => {
    const agent = await product.agent({ money: 25_000_000n });
    const { id, numbers } = await bought(agent);
    const other = await bought(agent);
    expect((await refund(finance, '999999')).status).toBe(404);
    expect(codeOf(await refund(finance, id, { numbers: `${numbers[0]} ${other.numbers[0]}` }))).toEqual([
      400,
      'NUMBERS_NOT_DELIVERED',
    ]);
    expect(codeOf(await refund(finance, id, { numbers: 'twelve' }))).toEqual([400, 'NUMBERS_INVALID']);
    expect((await refund(finance, id, { reason: ' ' })).status).toBe(400);
    await product.db.pool.query(
      `update agt_product_order set warranty_until = now() - interval '1 hour' where id = $1`,
      [id],
    );
    expect(codeOf(await refund(finance, id))).toEqual([400, 'WARRANTY_OVER']);
    expect(await balanceOf(agent)).toBe('5');
  });

  it('requested twice in parallel is made once', async () => {
    const agent = await product.agent({ money: 10_000_000n });
    const { id } = await bought(agent);
    const answers = await Promise.all([refund(finance, id), refund(product.admin, id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(await balanceOf(agent)).toBe('10');
  });
});

describe('cancelling', () => {
  it('releases the money of an undelivered order: for its buyer within a time limit, for staff until delivery', async () => {
    const agent = await product.agent({ money: 15_000_000n });
    const { productId } = await createShop(product.db, { stock: 10, product: { deliveryType: 2 } });
    const body = { productId: String(productId), quantity: 4, expectedAmount: '4', useDeclaration: 1 };
    const order = async () => (await agent.post('agent/product/buy', body)).body.data.orderId;
    const cancel = (who: TestUser, id: string) => who.post('agent/product/cancel-order', { id, reason: 'Not needed' });
    const [own, late] = [await order(), await order()];
    expect(await balanceOf(agent)).toBe('7');
    expect(codeOf(await cancel(await product.agent(), own))[0]).toBe(404);
    expect((await cancel(agent, own)).body.data).toMatchObject({ status: 4, released: '4' });
    expect(codeOf(await cancel(agent, own))).toEqual([400, 'STATE_CONFLICT']);
    await product.db.pool.query(`update agt_product_order set create_time = now() - interval '1 hour' where id = $1`, [
      late,
    ]);
    expect(codeOf(await cancel(agent, late))).toEqual([400, 'CANCEL_TOO_LATE']);
    expect((await cancel(product.admin, late)).body.data.status).toBe(4);
    expect(await balanceOf(agent)).toBe('15');
    const { id } = await bought(agent);
    expect(codeOf(await cancel(product.admin, id))).toEqual([400, 'STATE_CONFLICT']);
    expect(await product.db.tx((tx) => verifyStockCounters(tx))).toEqual([]);
  });
});

describe('a paid order with missing numbers', () => {
  const deliver = (who: Pick<TestUser, 'post'>, id: string) => who.post('agent/product/deliver-missing', { id });
  const orderOf = async (id: string) =>
    (await finance.get('agent/product/order-list', { size: 100 })).body.data.records.find(
      (row: { id: string }) => row.id === id,
    );
  const linesOf = async (outboundId: bigint) =>
    (
      await product.db.pool.query('select count(*)::int as n from inv_outbound_line where outbound_id = $1', [
        outboundId,
      ])
    ).rows[0].n;
  /** Returns the verification's findings about orders. */
  const findings = async () =>
    (await product.db.tx((tx) => verifyLedger(tx, undefined, ORDER_CHECKS))).map(({ check, expected, actual }) => [
      check,
      expected,
      actual,
    ]);

  it('is found by the verification, and staff deliver the rest from stock', async () => {
    const agent = await product.agent({ money: 15_000_000n });
    const { id, outboundId } = await bought(agent);
    expect((await orderOf(id)).missingNumbers).toBe(0);
    expect(codeOf(await deliver(finance, id))).toEqual([400, 'STATE_CONFLICT']);
    await loseNumbers(product.db, outboundId, 4);
    expect((await orderOf(id)).missingNumbers).toBe(4);
    expect(await findings()).toEqual([['order-incomplete', '10', '6']]);
    // The lost numbers have been sold to another customer meanwhile.
    await product.db.pool.query('update inv_item set stock_status = 4 where outbound_id is null and id % 2 = 0');
    expect(codeOf(await deliver(finance, id))).toEqual([400, 'STOCK_NOT_ENOUGH']);
    expect(await linesOf(outboundId)).toBe(6);
    await product.db.pool.query('update inv_item set stock_status = 0 where stock_status = 4');
    expect((await deliver(finance, id)).body.data).toMatchObject({ delivered: 4 });
    expect(await linesOf(outboundId)).toBe(10);
    expect(await findings()).toEqual([]);
    expect(await balanceOf(agent)).toBe('5');
    expect(codeOf(await deliver(finance, id))).toEqual([400, 'STATE_CONFLICT']);
  });

  it('is refunded for exactly the missing numbers, also after the warranty, and later for the rest', async () => {
    const agent = await product.agent({ money: 15_000_000n });
    const { id, outboundId } = await bought(agent);
    await loseNumbers(product.db, outboundId, 4);
    await product.db.pool.query(
      `update agt_product_order set warranty_until = now() - interval '1 day' where id = $1`,
      [id],
    );
    expect((await refund(finance, id)).body.data).toMatchObject({ status: 5, refunded: '4', refundAmount: '4' });
    expect(await balanceOf(agent)).toBe('9');
    expect(await findings()).toEqual([]);
    // Nothing is missing any more, and the warranty has ended.
    expect(codeOf(await refund(finance, id))).toEqual([400, 'WARRANTY_OVER']);
    await product.db.pool.query(
      `update agt_product_order set warranty_until = now() + interval '1 day' where id = $1`,
      [id],
    );
    expect((await refund(finance, id)).body.data).toMatchObject({ status: 6, refunded: '6', refundAmount: '10' });
    expect(await balanceOf(agent)).toBe('15');
    expect(await findings()).toEqual([]);
  });

  it('is refunded completely when no number was delivered', async () => {
    const agent = await product.agent({ money: 15_000_000n });
    const { id, outboundId } = await bought(agent);
    await loseNumbers(product.db, outboundId);
    expect((await refund(finance, id)).body.data).toMatchObject({ status: 6, refunded: '10', refundAmount: '10' });
    expect(await balanceOf(agent)).toBe('15');
    expect(codeOf(await refund(finance, id))).toEqual([400, 'STATE_CONFLICT']);
    expect(await findings()).toEqual([]);
  });

  it('cannot be written: the database refuses it at commit', async () => {
    const agent = await product.agent({ money: 15_000_000n });
    const { id, outboundId } = await bought(agent);
    const sell = (lines: number) =>
      product.db.tx(async (tx) => {
        await tx.execute(sql`update agt_product_order set status = 1 where id = ${id}::bigint`);
        await tx.execute(sql`
          delete from inv_outbound_line where outbound_id = ${outboundId} and item_id in (
            select item_id from inv_outbound_line where outbound_id = ${outboundId} limit ${lines})`);
        await tx.execute(sql`update agt_product_order set status = 3 where id = ${id}::bigint`);
      });
    await expect(sell(1)).rejects.toMatchObject({ cause: { message: expect.stringContaining('9 of 10 numbers') } });
    expect(await linesOf(outboundId)).toBe(10);
    await sell(0);
  });
});
