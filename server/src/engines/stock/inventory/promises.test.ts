import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { type Actor, systemActor } from '../../../kernel/auth/actor.ts';
import { testApp } from '../../../kernel/jobs/testing/app.ts';
import { testDb } from '../../../kernel/testing/index.ts';
import {
  beginSurvive,
  cancelOutbound,
  confirmOutbound,
  createOutbound,
  deliverOutbound,
  inventoryTimers,
  moveToStock,
  type NewOutbound,
  recordSurvive,
  returnOutbound,
  STRATEGY,
  setListed,
  verifyStockCounters,
  voidBatch,
} from './index.ts';
import { fictionalNumber, fictionalNumbers, itemIds, stageBatch, stock, stockKeeper } from './stock-fixture.ts';

const db = await testDb({ seeded: true, max: 24 });
afterAll(() => db.close());
beforeEach(() => retireAll());

/** Rows of stock are never removed, so each test starts by retiring those of the test before. */
async function retireAll(): Promise<void> {
  await db.pool.query(`update inv_outbound_line set state = 2`);
  await db.pool.query(
    `update inv_item set stock_status = 6, outbound_id = null, assigned_to = null where stock_status <> 6`,
  );
  await db.pool.query(`update inv_outbound set status = 5 where status in (0, 1)`);
}

const criteria = { businessType: 1, countryCode: 'US' };
const order = (quantity: number, more: Partial<NewOutbound> = {}): NewOutbound => ({
  outboundType: 1,
  agent: { id: 77n, name: 'Agent', ownerPath: '/77/' },
  criteria,
  quantity,
  currency: 'USDT',
  ...more,
});
const create = (input: NewOutbound, mode: 'draft' | 'reserve' | 'deliver', actor: Actor = stockKeeper) =>
  db.tx((tx) => createOutbound(tx, actor, input, mode));
const statuses = async () => {
  const { rows } = await db.pool.query<{ stock_status: number; n: number }>(
    'select stock_status, count(*)::int as n from inv_item where stock_status <> 6 group by 1 order by 1',
  );
  return Object.fromEntries(rows.map(({ stock_status, n }) => [stock_status, n]));
};
const timer = (name: string) => inventoryTimers.find((candidate) => candidate.name === name)?.run(testApp(db));
const refusal = async (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: { code?: string; message: string }) => error.code ?? error.message,
  );

describe('a number', () => {
  it('is active once per business, and may enter again after it has left', async () => {
    const [number] = fictionalNumbers(1) as [bigint];
    const [first] = await stock(db, [number]);
    const again = await stageBatch(db, [number]);
    const moved = await db.tx((tx) => moveToStock(tx, stockKeeper, again.ids));
    expect(moved).toEqual({ moved: [], failed: [{ id: again.ids[0], code: 'NUMBER_DUPLICATE' }] });
    const other = await stageBatch(db, [number], { businessType: 2 });
    expect((await db.tx((tx) => moveToStock(tx, stockKeeper, other.ids))).moved).toHaveLength(1);
    await db.pool.query('update inv_item set stock_status = 6 where id = $1', [first]);
    expect(await stock(db, [number])).not.toContain(0n);
  });

  it('enters stock once when two stock keepers move it at the same time', async () => {
    const numbers = fictionalNumbers(50);
    const [left, right] = [await stageBatch(db, numbers), await stageBatch(db, numbers)];
    const results = await Promise.all(
      [left, right].map(({ ids }) => db.tx((tx) => moveToStock(tx, stockKeeper, ids), { retry: true })),
    );
    expect(results[0]!.moved.length + results[1]!.moved.length).toBe(50);
    expect(results[0]!.failed.length + results[1]!.failed.length).toBe(50);
    expect(await statuses()).toEqual({ 0: 50 });
  });

  it('is never removed from the register', async () => {
    await stock(db, fictionalNumbers(1));
    await expect(db.pool.query('delete from inv_item')).rejects.toThrow('never removed');
    await expect(db.pool.query('truncate inv_item cascade')).rejects.toThrow('never removed');
  });
});

describe('allocation', () => {
  it('never gives one number to two of sixteen buyers, and sells all numbers', async () => {
    await stock(db, fictionalNumbers(200));
    const buyers = Array.from({ length: 16 }, (_, index) =>
      refusal(
        create(order(15, { agent: { id: BigInt(index + 1), name: 'A', ownerPath: `/${index + 1}/` } }), 'deliver'),
      ),
    );
    const results = await Promise.all(buyers);
    expect(results.filter((result) => result === 'done')).toHaveLength(13);
    expect(results.filter((result) => result === 'STOCK_NOT_ENOUGH')).toHaveLength(3);
    const lines = await db.pool.query(
      'select count(*)::int as n, count(distinct item_id)::int as items from inv_outbound_line where state = 1',
    );
    expect(lines.rows[0]).toEqual({ n: 195, items: 195 });
    expect(await statuses()).toEqual({ 0: 5, 2: 195 });
    expect(await db.tx(verifyStockCounters)).toEqual([]);
  });

  it('is all or nothing unless partial is allowed', async () => {
    await stock(db, fictionalNumbers(5));
    expect(await refusal(create(order(6), 'reserve'))).toBe('STOCK_NOT_ENOUGH');
    expect(await statuses()).toEqual({ 0: 5 });
    const note = await create(order(6, { allowPartial: true }), 'reserve');
    expect(note.quantity).toBe(5);
    expect(await statuses()).toEqual({ 1: 5 });
  });

  it('takes the oldest first, or consecutive numbers, or only those with all requested capabilities', async () => {
    const numbers = fictionalNumbers(10);
    await stock(db, numbers.slice(5), { capability: 8 });
    await stock(db, numbers.slice(0, 5), { capability: 14 });
    const taken = async (input: NewOutbound) => {
      const note = await create(input, 'reserve');
      const { rows } = await db.pool.query<{ e164: bigint }>(
        'select e164 from inv_outbound_line where outbound_id = $1 order by e164',
        [note.id],
      );
      await db.tx((tx) => cancelOutbound(tx, stockKeeper, note.id, 'test'));
      return rows.map(({ e164 }) => e164);
    };
    expect(await taken(order(5))).toEqual(numbers.slice(5));
    expect(await taken(order(3, { criteria: { ...criteria, capability: 6 } }))).toEqual(numbers.slice(0, 3));
    await db.pool.query('update inv_item set stock_status = 4 where e164 = any($1) and stock_status = 0', [
      [numbers[2], numbers[8]],
    ]);
    expect(await taken(order(4, { strategy: STRATEGY.consecutive }))).toEqual(numbers.slice(3, 7));
    expect(await refusal(create(order(7, { strategy: STRATEGY.consecutive }), 'reserve'))).toBe('STOCK_NOT_ENOUGH');
    expect(await taken(order(8, { strategy: STRATEGY.random }))).toHaveLength(8);
  });

  it('leaves out numbers off sale, found dead, near the end of their lease, or of other tenants', async () => {
    const numbers = fictionalNumbers(5);
    const ids = await stock(db, numbers);
    await db.tx((tx) => setListed(tx, stockKeeper, [ids[0]!], false));
    await db.pool.query('update inv_item set survive_status = 2 where id = $1', [ids[1]]);
    await db.pool.query('update inv_item set lease_end = current_date + 6 where id = $1', [ids[2]]);
    expect(await refusal(create(order(3), 'reserve'))).toBe('STOCK_NOT_ENOUGH');
    expect(await refusal(create(order(1), 'reserve', systemActor('111111')))).toBe('COUNTRY_UNKNOWN');
    expect((await create(order(2), 'reserve')).quantity).toBe(2);
  });

  it('is refused for countries that are not served', async () => {
    expect(await refusal(create(order(1, { criteria: { businessType: 1, countryCode: 'ZZ' } }), 'draft'))).toBe(
      'COUNTRY_UNKNOWN',
    );
    await db.pool.query(`update inv_country set is_blocked = 1 where country_code = 'CA'`);
    expect(await refusal(create(order(1, { criteria: { businessType: 1, countryCode: 'CA' } }), 'draft'))).toBe(
      'COUNTRY_BLOCKED',
    );
  });
});

describe('a delivery note', () => {
  it('can be drafted, reserved, delivered and returned, and refuses other transitions', async () => {
    await stock(db, fictionalNumbers(6));
    const draft = await create(order(4), 'draft');
    expect(await statuses()).toEqual({ 0: 6 });
    const deliver = () => db.tx((tx) => deliverOutbound(tx, stockKeeper, draft.id, { warrantyHours: 72 }));
    expect(await refusal(deliver())).toBe('STATE_CONFLICT');
    await db.tx((tx) => confirmOutbound(tx, stockKeeper, draft.id));
    expect(await statuses()).toEqual({ 0: 2, 1: 4 });
    expect(await deliver()).toMatchObject({ status: 2, deliveredQty: 4 });
    expect(await refusal(deliver())).toBe('STATE_CONFLICT');
    expect(await refusal(db.tx((tx) => cancelOutbound(tx, stockKeeper, draft.id, 'late')))).toBe('STATE_CONFLICT');
    const { rows } = await db.pool.query<{ item_id: bigint }>(
      'select item_id from inv_outbound_line where outbound_id = $1 order by 1',
      [draft.id],
    );
    const some = await db.tx((tx) => returnOutbound(tx, stockKeeper, draft.id, [rows[0]!.item_id], 'dead'));
    expect(some).toMatchObject({ returned: 1, note: { status: 3, returnedQty: 1 } });
    expect(await db.tx((tx) => returnOutbound(tx, stockKeeper, draft.id))).toMatchObject({
      returned: 3,
      note: { status: 4 },
    });
    expect(await statuses()).toEqual({ 0: 2, 3: 4 });
    const log = await db.pool.query(
      `select event from biz_state_log where object_type = 'outbound' and object_id = $1 order by id`,
      [draft.id],
    );
    expect(log.rows.map(({ event }) => event)).toEqual(['confirm', 'deliver', 'returnSome', 'returnAll']);
  });

  it('returns its numbers to stock when it is not delivered in time', async () => {
    await stock(db, fictionalNumbers(3));
    const note = await create(order(3), 'reserve');
    await timer('inventory/expire-reservations');
    expect(await statuses()).toEqual({ 1: 3 });
    await db.pool.query(`update inv_outbound set reserve_expire_time = now() - interval '1 second' where id = $1`, [
      note.id,
    ]);
    await timer('inventory/expire-reservations');
    expect(await statuses()).toEqual({ 0: 3 });
    const ended = await db.pool.query('select status, cancel_reason from inv_outbound where id = $1', [note.id]);
    expect(ended.rows[0]).toEqual({ status: 5, cancel_reason: 'expired' });
  });

  it('expires even if the expiry of another note fails', async () => {
    await stock(db, fictionalNumbers(3));
    const [broken, ...sound] = [
      await create(order(1), 'reserve'),
      await create(order(1), 'reserve'),
      await create(order(1), 'reserve'),
    ].map(({ id }) => id);
    await db.pool.query(`
      create function keep_note() returns trigger language plpgsql as $$ begin raise 'not this one'; end $$;
      create trigger keep_note before update on inv_outbound for each row when (old.id = ${broken} and new.status = 5) execute function keep_note()`);
    await db.pool.query(`update inv_outbound set reserve_expire_time = now() - interval '1 second' where status = 1`);
    await expect(timer('inventory/expire-reservations')).rejects.toThrow('1 of 3');
    await db.pool.query('drop trigger keep_note on inv_outbound');
    expect(await statuses()).toEqual({ 0: 2, 1: 1 });
    // Each has its own transaction: counters are never locked in the order of notes.
    const ended = await db.pool.query(
      'select count(distinct xmin::text)::int as transactions from inv_outbound where id = any($1) and status = 5',
      [sound.map(String)],
    );
    expect(ended.rows).toEqual([{ transactions: 2 }]);
  });
});

describe('quarantine', () => {
  it('keeps a returned number off sale for its country’s quarantine days, then unchecked on sale', async () => {
    const [number] = fictionalNumbers(1) as [bigint];
    const [id] = await stock(db, [number]);
    const note = await create(order(1), 'deliver');
    await db.tx((tx) => returnOutbound(tx, stockKeeper, note.id));
    const days = await db.pool.query(
      `select round(extract(epoch from quarantine_until - now()) / 86400)::int as n from inv_item where id = $1`,
      [id],
    );
    expect(days.rows[0].n).toBe(90);
    await timer('inventory/end-quarantine');
    expect(await statuses()).toEqual({ 3: 1 });
    await db.pool.query(
      `update inv_item set quarantine_until = now() - interval '1 second', survive_status = 2 where id = $1`,
      [id],
    );
    await timer('inventory/end-quarantine');
    expect(await statuses()).toEqual({ 0: 1 });
    expect((await create(order(1), 'deliver')).deliveredQty).toBe(1);
  });
});

describe('liveness', () => {
  it('marks a number dead at the second finding, ten minutes or more after the first', async () => {
    const [early, exact, often] = (await stock(db, fictionalNumbers(3))) as [bigint, bigint, bigint];
    const start = Date.now();
    const find = (id: bigint, seconds: number) =>
      db.tx((tx) =>
        recordSurvive(tx, stockKeeper, [{ id, status: 2, detail: 'vacant' }], new Date(start + seconds * 1000)),
      );
    for (const [id, ...findings] of [
      [early, 0, 599],
      [exact, 0, 600],
      // Only the first finding counts, however many followed.
      [often, 0, 300, 599, 600],
    ] as const) {
      for (const seconds of findings) await find(id, seconds);
    }
    const { rows } = await db.pool.query('select stock_status as s from inv_item where id = any ($1) order by id', [
      [early, exact, often],
    ]);
    expect(rows.map(({ s }) => s)).toEqual([0, 5, 5]);
  });

  it('flags a delivered number that is found dead twice, without moving it', async () => {
    const [id] = await stock(db, fictionalNumbers(1));
    await create(order(1), 'deliver');
    for (const minutes of [0, 11]) {
      const at = new Date(Date.now() + minutes * 60_000);
      await db.tx((tx) => recordSurvive(tx, stockKeeper, [{ id: id!, status: 2, detail: 'vacant' }], at));
    }
    expect(await statuses()).toEqual({ 2: 1 });
  });

  it('does not count a number as dead that was found alive in between', async () => {
    const [id] = await stock(db, fictionalNumbers(1));
    for (const [minutes, status] of [
      [0, 2],
      [11, 1],
      [22, 2],
    ] as const) {
      const at = new Date(Date.now() + minutes * 60_000);
      await db.tx((tx) => recordSurvive(tx, stockKeeper, [{ id: id!, status, detail: '' }], at));
    }
    expect(await statuses()).toEqual({ 0: 1 });
  });

  it('sets a check without an answer to unknown', async () => {
    const [id] = await stock(db, fictionalNumbers(1));
    await db.tx((tx) => beginSurvive(tx, stockKeeper, [id!]));
    await timer('inventory/end-lost-checks');
    const status = async () =>
      (await db.pool.query('select survive_status as s from inv_item where id = $1', [id])).rows[0].s;
    expect(await status()).toBe(4);
    const begun = (ago: string) =>
      db.pool.query(`update inv_item set update_time = now() - interval '${ago}' where id = $1`, [id]);
    await begun('59 minutes');
    await timer('inventory/end-lost-checks');
    expect(await status()).toBe(4);
    await begun('1 hour 1 second');
    await timer('inventory/end-lost-checks');
    expect(await status()).toBe(3);
  });

  it('can be repeated after ten minutes, never for a number in quarantine or retired, nor while one runs', async () => {
    const [id] = (await stock(db, fictionalNumbers(1))) as [bigint];
    const begin = () => refusal(db.tx((tx) => beginSurvive(tx, stockKeeper, [id])));
    const set = (values: string) => db.pool.query(`update inv_item set ${values} where id = $1`, [id]);
    for (const [values, expected] of [
      [`survive_status = 1, survive_time = now() - interval '9 minutes 55 seconds'`, 'SURVIVE_TOO_SOON'],
      [`survive_time = now() - interval '10 minutes 1 second'`, 'done'],
      // Begun a moment ago: the last finding is old, but a check is running.
      ['stock_status = 0', 'SURVIVE_TOO_SOON'],
      ['survive_status = 3, stock_status = 3', 'STATE_CONFLICT'],
      ['stock_status = 6', 'STATE_CONFLICT'],
      ['stock_status = 5', 'done'],
    ] as const) {
      await set(values);
      expect(await begin(), values).toBe(expected);
    }
  });
});

describe('a batch', () => {
  it('can be withdrawn until one of its numbers has moved', async () => {
    const free = await stageBatch(db, fictionalNumbers(3));
    expect(await db.tx((tx) => voidBatch(tx, stockKeeper, free.batchNo))).toBe(3);
    expect(await refusal(db.tx((tx) => voidBatch(tx, stockKeeper, free.batchNo)))).toBe('STATE_CONFLICT');
    const moved = await stageBatch(db, fictionalNumbers(3));
    await db.tx((tx) => moveToStock(tx, stockKeeper, moved.ids.slice(0, 1)));
    expect(await refusal(db.tx((tx) => voidBatch(tx, stockKeeper, moved.batchNo)))).toBe('BATCH_MOVED');
    expect(await refusal(db.tx((tx) => voidBatch(tx, systemActor('111111'), moved.batchNo)))).toBe('BATCH_UNKNOWN');
    expect(await itemIds(db, [fictionalNumber(1)])).not.toContain(moved.ids[1]);
  });
});
