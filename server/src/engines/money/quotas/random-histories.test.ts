import { isAppError } from '@trade-assistant/contract/kit/errors.ts';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import type { Actor } from '../../../kernel/auth/actor.ts';
import { testDb } from '../../../kernel/testing/index.ts';
import { buy, refundPackageOrder } from '../../stock/orders/index.ts';
import { createPackage, money, newBuyer, purchase, staff } from '../../stock/orders/orders-fixture.ts';
import { balanceOf, grantBonus, verifyLedger } from '../ledger/index.ts';
import { postRebates, settleRebates } from '../rebates/index.ts';
import { consumeUnits, expireQuotas, holdUnits, releaseUnits, returnUnits, type UnitKind } from './index.ts';

const db = await testDb({ seeded: true });
afterAll(() => db.close());

const CLIENTS = 6;
const STEPS = 30;
const START = money('40');
const BONUS = money('3');
const PRICE = '0.333333';
const UNITS = 7;

const step = fc.record({
  kind: fc.constantFrom(
    'buy',
    'buy',
    'hold',
    'hold',
    'hold',
    'use',
    'use',
    'use',
    'release',
    'return',
    'refund',
    'expire',
    'rebates',
  ),
  units: fc.integer({ min: 1, max: 12 }),
  buyer: fc.nat(2),
  document: fc.nat(200),
  isPaid: fc.boolean(),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

const EXPECTED = /^(BALANCE_NOT_ENOUGH|QUOTA_NOT_ENOUGH|UNITS_EXCEED|PACKAGE_USED|STATE_CONFLICT)$/;

// A failure prints the seed; QUOTAS_SEED replays it (only the interleaving of the clients differs).
it('keeps packages, money and rebates consistent when six clients buy, use, return, refund and expire in parallel', async () => {
  const seed = Number(process.env.QUOTAS_SEED ?? Date.now() % 2 ** 31);
  const hint = `seed ${seed}`;
  const { productId, kind } = await createPackage(db, { units: UNITS, price: PRICE });
  const top = await newBuyer(db);
  const buyers: Actor[] = [];
  for (let n = 0; n < 3; n += 1) buyers.push(await newBuyer(db, { balance: '40', parent: top }));
  await db.pool.query(
    `insert into prc_agent_price (tenant_id, owner_path, agent_id, kind, business_type, service_type, country_code, rebate_rate1)
     values ('000000', $1, $2, 1, $3, 6, '*', 5)`,
    [top.ownerPath, String(top.userId), kind.businessType],
  );
  for (const { userId } of buyers)
    await db.tx((tx) => grantBonus(tx, staff, { userId, amount: BONUS, idemKey: `bonus:${userId}`, bizType: 'test' }));
  const orders: bigint[] = [];
  const charges: bigint[] = [];
  let keys = 0;
  const key = () => `h${++keys}`;
  const asked: UnitKind = { ...kind, countryCode: 'US' };

  const play = async ({ kind: what, units, buyer, document, isPaid }: Step): Promise<void> => {
    const who = buyers[buyer] as Actor;
    const chargeId = charges[document % Math.max(charges.length, 1)];
    const orderId = orders[document % Math.max(orders.length, 1)];
    if (what === 'rebates') {
      await postRebates(db);
      await settleRebates(db);
    }
    // Without retries: parallel work on packages must not deadlock.
    await db.tx(async (tx) => {
      if (what === 'buy') {
        const expectedAmount = (money(PRICE) * BigInt(UNITS)) as never;
        orders.push((await buy(tx, who, purchase(productId, 1, { expectedAmount }))).order.id);
      } else if (what === 'hold') {
        const unitPrice = isPaid ? money('0.071') : null;
        const { id } = await holdUnits(tx, who, {
          userId: who.userId,
          kind: asked,
          units,
          unitPrice,
          idemKey: key(),
          bizType: 'test',
        });
        charges.push(id);
      } else if (what === 'expire') {
        await tx.execute(sql`
          update agt_quota set expire_time = now() where id = (
            select id from agt_quota where status = 1 order by id offset ${document % 5} limit 1 for update skip locked)`);
        await expireQuotas(tx);
      } else if (what === 'refund' && orderId !== undefined)
        await refundPackageOrder(tx, staff, { orderId, reason: 'random' });
      else if (chargeId !== undefined) {
        const one = { chargeId, units, idemKey: key() };
        if (what === 'use') await consumeUnits(tx, staff, one);
        else if (what === 'release') await releaseUnits(tx, staff, one);
        else if (what === 'return') await returnUnits(tx, staff, { ...one, reason: 'random' });
      }
    });
  };

  const programs = fc.sample(fc.array(step, { minLength: STEPS, maxLength: STEPS, size: 'max' }), {
    seed,
    numRuns: CLIENTS,
  });
  const unexpected: unknown[] = [];
  await Promise.all(
    programs.map(async (program) => {
      for (const one of program) {
        try {
          await play(one);
        } catch (error) {
          // Ids noted by a refused transaction do not exist.
          if (
            !isAppError(error) ||
            !(EXPECTED.test(error.code) || error.code === 'NOT_FOUND' || error.code === 'CHARGE_NOT_FOUND')
          )
            unexpected.push([one, error]);
        }
      }
    }),
  );
  expect(unexpected, hint).toEqual([]);
  expect(charges.length, hint).toBeGreaterThan(5);

  const wrong = async () => {
    const { rows } = await db.drizzle.execute(sql`
      select q.id::text, 'units' as what from agt_quota q
        left join lateral (select coalesce(sum(units - used - released), 0) as open, coalesce(sum(used), 0) as used
          from agt_quota_part p where p.quota_id = q.id) p on true
        left join lateral (select coalesce(sum(returned_units), 0) as back from agt_quota_entry e where e.quota_id = q.id and e.kind = 3) e on true
        where q.frozen <> p.open or q.used <> p.used - e.back
          or q.booked <> floor(q.amount::numeric * (q.used + q.expired) / q.total)
          or q.status <> case when q.status = 4 then 4 when q.used + q.expired < q.total then 1 when q.expired > 0 then 3 else 2 end
      union all
      select c.id::text, 'charge' from agt_quota_charge c
        where c.quota_units <> (select coalesce(sum(units), 0) from agt_quota_part where charge_id = c.id)
          or c.quota_used <> (select coalesce(sum(used), 0) from agt_quota_part where charge_id = c.id)
          or c.used <> (select coalesce(sum(units), 0) from agt_quota_entry where charge_id = c.id and kind = 3)`);
    const owed = await db.drizzle.execute<{ ledger: string; packages: string }>(sql`
      select (select coalesce(sum(case direction when 2 then amount else -amount end), 0) from fin_entry where account_code like 'p:deferred:%')::text as ledger,
        (select coalesce(sum(amount - booked), 0) from agt_quota where status <> 4)::text as packages`);
    return [rows, owed.rows[0]?.ledger === owed.rows[0]?.packages, await db.tx((tx) => verifyLedger(tx))];
  };
  expect(await wrong(), hint).toEqual([[], true, []]);

  // After all returns every wallet is as before, except for expired packages.
  const { rows: open } = await db.drizzle.execute<{ id: string; held: number; used: number }>(sql`
    select c.id::text, units - used - released as held,
      used - (select coalesce(sum(returned_units), 0)::int from agt_quota_entry e where e.charge_id = c.id and kind = 3) as used
    from agt_quota_charge c order by id`);
  for (const { id, held, used } of open)
    await db.tx(async (tx) => {
      const chargeId = BigInt(id);
      if (held > 0) await releaseUnits(tx, staff, { chargeId, units: held, idemKey: key() });
      if (used > 0) await returnUnits(tx, staff, { chargeId, units: used, idemKey: key(), reason: 'all' });
    });
  for (const orderId of orders)
    await db
      .tx((tx) => refundPackageOrder(tx, staff, { orderId, reason: 'all' }))
      .catch((error: unknown) => {
        if (!isAppError(error)) throw error;
      });
  expect(await wrong(), hint).toEqual([[], true, []]);
  for (const who of buyers) {
    const { balance, bonus, frozenBalance } = await db.tx((tx) => balanceOf(tx, staff, { userId: who.userId }));
    const { rows } = await db.drizzle.execute<{ lost: string }>(sql`
      select coalesce(sum(amount), 0)::text as lost from agt_quota where owner_id = ${who.userId} and status <> 4`);
    expect([balance + bonus + BigInt(rows[0]?.lost ?? 0), frozenBalance], hint).toEqual([START + BONUS, 0n]);
    expect(bonus <= BONUS && balance <= START, hint).toBe(true);
  }
  await postRebates(db);
  const { rows: earned } = await db.drizzle.execute<{ left: string }>(sql`
    select coalesce(sum(rebate_amount - reversed_amount), 0)::text as left from agt_rebate`);
  expect(earned[0]?.left, hint).toBe('0');
});
