import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { testApp } from '../../../kernel/jobs/testing/app.ts';
import { testDb } from '../../../kernel/testing/index.ts';
import {
  cancelOutbound,
  confirmOutbound,
  createOutbound,
  deliverOutbound,
  inventoryTimers,
  moveBatchSlice,
  moveToStock,
  recordSurvive,
  returnOutbound,
  setListed,
  verifyStockCounters,
  voidBatch,
} from './index.ts';
import { fictionalNumbers, stageBatch, stockKeeper } from './stock-fixture.ts';

/**
 * Random histories of stock with several parallel clients: in every order of events the counters equal the rows, no
 * number is active twice, and every reserved or delivered number is on exactly one active line.
 */

const RUNS = Number(process.env['FAST_CHECK_RUNS'] ?? 12);
const SEED = Number(process.env['FAST_CHECK_SEED'] ?? Date.now() % 2 ** 31);
const CLIENTS = 4;

const db = await testDb({ seeded: true, max: 16 });
afterAll(() => db.close());

const count = fc.integer({ min: 1, max: 25 });
const pick = fc.nat(10_000);
const step = fc.oneof(
  fc.record({
    kind: fc.constant('stage' as const),
    from: fc.integer({ min: 0, max: 1500 }),
    count: fc.integer({ min: 5, max: 80 }),
    move: fc.boolean(),
    capability: fc.constantFrom(6, 8, 14),
  }),
  fc.record({ kind: fc.constant('move' as const), pick, whole: fc.boolean() }),
  fc.record({ kind: fc.constant('void' as const), pick }),
  fc.record({
    kind: fc.constant('note' as const),
    count,
    mode: fc.constantFrom('draft' as const, 'reserve' as const, 'deliver' as const),
    strategy: fc.constantFrom(1, 2, 3),
    partial: fc.boolean(),
  }),
  fc.record({
    kind: fc.constantFrom('confirm' as const, 'deliver' as const, 'cancel' as const, 'return' as const),
    pick,
  }),
  fc.record({ kind: fc.constant('list' as const), pick, count, on: fc.boolean() }),
  fc.record({
    kind: fc.constant('survive' as const),
    pick,
    count,
    status: fc.constantFrom(1 as const, 2 as const, 3 as const),
    minutes: fc.integer({ min: 0, max: 60 }),
  }),
  fc.record({ kind: fc.constant('expire' as const) }),
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

const one = async (query: string, at: number): Promise<Record<string, bigint> & { batch_no?: string }> => {
  const { rows } = await db.pool.query(query);
  return rows[at % Math.max(1, rows.length)] ?? {};
};
const some = async (at: number, size: number): Promise<bigint[]> => {
  const { rows } = await db.pool.query<{ id: bigint }>('select id from inv_item order by id');
  return rows.length === 0 ? [] : rows.slice(at % rows.length, (at % rows.length) + size).map(({ id }) => id);
};

async function take(action: Step): Promise<void> {
  switch (action.kind) {
    case 'stage':
      {
        const { ids } = await stageBatch(db, fictionalNumbers(action.count, action.from), {
          capability: action.capability,
        });
        if (action.move) await db.tx((tx) => moveToStock(tx, stockKeeper, ids));
      }
      return;
    case 'move': {
      const { batch_no: batchNo, id } = await one(
        'select id, batch_no from inv_batch where status = 2 order by id',
        action.pick,
      );
      if (!batchNo) return;
      if (action.whole) await db.tx((tx) => moveBatchSlice(tx, stockKeeper, batchNo, 10));
      else {
        const { rows } = await db.pool.query('select id from inv_staged where batch_id = $1 order by id limit 5', [id]);
        await db.tx((tx) =>
          moveToStock(
            tx,
            stockKeeper,
            rows.map((row) => row.id),
          ),
        );
      }
      return;
    }
    case 'void': {
      const { batch_no: batchNo } = await one('select batch_no from inv_batch order by id', action.pick);
      if (batchNo) await db.tx((tx) => voidBatch(tx, stockKeeper, batchNo));
      return;
    }
    case 'note':
      await db.tx((tx) =>
        createOutbound(
          tx,
          stockKeeper,
          {
            outboundType: 1,
            agent: { id: 7n, name: 'Agent', ownerPath: '/7/' },
            criteria: { businessType: 1, countryCode: 'US' },
            quantity: action.count,
            currency: 'USDT',
            strategy: action.strategy,
            allowPartial: action.partial,
          },
          action.mode,
        ),
      );
      return;
    case 'confirm':
    case 'deliver':
    case 'cancel':
    case 'return': {
      const { kind } = action;
      // Mostly a note in a state that fits the event, sometimes any note.
      const fitting = { confirm: '(0)', deliver: '(1)', cancel: '(0, 1)', return: '(2, 3)' }[kind];
      const which = action.pick % 8 === 0 ? '' : `where status in ${fitting}`;
      const { id } = await one(`select id from inv_outbound ${which} order by id`, action.pick);
      if (id === undefined) return;
      await db.tx(async (tx) => {
        if (kind === 'confirm') await confirmOutbound(tx, stockKeeper, id);
        else if (kind === 'deliver') await deliverOutbound(tx, stockKeeper, id);
        else if (kind === 'cancel') await cancelOutbound(tx, stockKeeper, id, 'test');
        else await returnOutbound(tx, stockKeeper, id);
      });
      return;
    }
    case 'list': {
      const ids = await some(action.pick, action.count);
      if (ids.length > 0) await db.tx((tx) => setListed(tx, stockKeeper, ids, action.on));
      return;
    }
    case 'survive': {
      const at = new Date(Date.now() + action.minutes * 60_000);
      const findings = (await some(action.pick, action.count)).map((id) => ({ id, status: action.status, detail: '' }));
      await db.tx((tx) => recordSurvive(tx, stockKeeper, findings, at));
      return;
    }
    case 'expire':
      await db.pool.query(
        `update inv_outbound set reserve_expire_time = now() - interval '1 second' where status = 1 and id % 3 = 0`,
      );
      await inventoryTimers.find(({ name }) => name === 'inventory/expire-reservations')?.run(testApp(db));
  }
}

/** Refusals are part of a history; a violated rule of the database or an invariant is a failure. */
async function attempt(action: Step): Promise<void> {
  try {
    await take(action);
  } catch (error) {
    const { status, code } = error as { status?: number; code?: string };
    // Two clients may lock in opposite order; PostgreSQL then rolls one of them back.
    if (status === undefined && code !== '40P01' && (error as { cause?: { code?: string } }).cause?.code !== '40P01')
      throw error;
  }
}

const laws: Readonly<Record<string, string>> = {
  'no number is active twice': `select e164 from inv_item where stock_status < 5 group by tenant_id, business_type, e164 having count(*) > 1`,
  'every held or delivered number is on one active line of its note': `
    select i.id from inv_item i left join inv_outbound_line l on l.item_id = i.id and l.state = 1 and l.outbound_id = i.outbound_id
    where (i.stock_status in (1, 2)) <> (l.item_id is not null)`,
  'no live line without its number': `
    select l.item_id from inv_outbound_line l join inv_item i on i.id = l.item_id where l.state = 1 and i.stock_status not in (1, 2)`,
  'notes say how many they delivered and got back': `
    select o.id from inv_outbound o left join inv_outbound_line l on l.outbound_id = o.id
    group by o.id having o.status in (2, 3, 4) and (o.delivered_qty <> count(l.item_id) or o.returned_qty <> count(*) filter (where l.state = 2))`,
  'batches know how far their numbers have come': `
    select b.id from inv_batch b left join inv_staged s on s.batch_id = b.id where b.status = 2
    group by b.id having b.ready_count <> count(*) filter (where s.status in (1, 2)) or b.in_warehouse_count <> count(*) filter (where s.status = 3)
      or b.failed_count <> count(*) filter (where s.status = 5) or b.void_count <> count(*) filter (where s.status = 6)`,
  'what is in stock came from a number marked so': `
    select i.id from inv_item i join inv_staged s on s.id = i.staged_id where s.status <> 3`,
};

it('keeps counters, lines and numbers consistent through random histories', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 40, maxLength: 100, size: 'max' }), async (history) => {
      const clients = Array.from({ length: CLIENTS }, async (_, client) => {
        for (let at = client; at < history.length; at += CLIENTS) await attempt(history[at] as Step);
      });
      await Promise.all(clients);
      expect(await db.tx(verifyStockCounters)).toEqual([]);
      for (const [law, query] of Object.entries(laws)) expect((await db.pool.query(query)).rows, law).toEqual([]);
    }),
    { numRuns: RUNS, seed: SEED, verbose: 1, endOnFailure: true },
  );
});
