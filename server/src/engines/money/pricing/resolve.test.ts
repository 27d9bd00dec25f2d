import { applyRate, formatMoney, type Micro } from '@trade-assistant/contract/kit/money.ts';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { systemActor } from '../../../kernel/auth/actor.ts';
import { testDb } from '../../../kernel/testing/index.ts';
import { addPrice, currentPrices, LEVEL_DISCOUNT, type PriceReader, resolvePrice, resolvePrices } from './index.ts';
import {
  type AgentPriceInput,
  add,
  inHours,
  insertAgentPrice,
  money,
  price,
  reader,
  refusalOf,
} from './pricing-fixture.ts';

const db = await testDb();
afterAll(() => db.close());

let tenants = 100_000;
const newTenant = (): string => {
  tenants += 1;
  return String(tenants);
};
const KEY = { businessType: 1, serviceType: 2, countryCode: 'US' };

/** All possible prices of one number of `US` for agent 30 (level 2) below 20 below 10, in order of priority. */
const LADDER = [
  ['the own price for the country', { agentId: 30n, kind: 1, countryCode: 'US', price: '0.11' }, '0.11', 'agent'],
  ['the own price for any country', { agentId: 30n, kind: 1, countryCode: '*', price: '0.12' }, '0.12', 'agent'],
  [
    'resale price of the nearest agent above for the country',
    { agentId: 20n, kind: 2, countryCode: 'US', price: '0.21' },
    '0.21',
    'upline',
  ],
  [
    'resale price of the nearest agent above for any country',
    { agentId: 20n, kind: 2, countryCode: '*', price: '0.22' },
    '0.22',
    'upline',
  ],
  [
    'resale price of the next agent above for the country',
    { agentId: 10n, kind: 2, countryCode: 'US', price: '0.23' },
    '0.23',
    'upline',
  ],
  ['the book for the country and level', { countryCode: 'US', agentLevel: 2, salePrice: '0.31' }, '0.31', 'level'],
  ['the book for the country and all levels', { countryCode: 'US', agentLevel: 0, salePrice: '0.4' }, '0.38', 'all'],
  ['the book for any country and the level', { countryCode: '*', agentLevel: 2, salePrice: '0.5' }, '0.5', 'level'],
  ['the book for any country and all levels', { countryCode: '*', agentLevel: 0, salePrice: '0.6' }, '0.57', 'all'],
] as const;

describe('the order of search', () => {
  test.each(LADDER.map(([name], index) => [name, index] as const))('without a better one: %s', async (_name, index) => {
    const tenantId = newTenant();
    await db.tx(async (tx) => {
      for (const [, source] of LADDER.slice(index)) {
        if ('kind' in source) await insertAgentPrice(tx, tenantId, source);
        else
          await addPrice(tx, systemActor(tenantId), price({ ...source, salePrice: money(source.salePrice) }), {
            belowCost: false,
          });
      }
      // None of these applies to this reader.
      await insertAgentPrice(tx, tenantId, { agentId: 30n, kind: 2, countryCode: 'US', price: '0.01' });
      await insertAgentPrice(tx, tenantId, { agentId: 10n, kind: 1, countryCode: 'US', price: '0.01' });
      await insertAgentPrice(tx, tenantId, { agentId: 31n, kind: 1, countryCode: 'US', price: '0.01' });
      await addPrice(tx, systemActor(tenantId), price({ countryCode: 'US', agentLevel: 3, salePrice: money('0.01') }), {
        belowCost: false,
      });
      await addPrice(tx, systemActor(tenantId), price({ countryCode: 'GB', salePrice: money('0.01') }), {
        belowCost: false,
      });
      await addPrice(
        tx,
        systemActor(tenantId),
        price({ countryCode: 'US', serviceType: 3, salePrice: money('0.01') }),
        { belowCost: false },
      );
    });
    const found = await resolvePrice(
      db,
      reader({ tenantId, agentId: 30n, agentLevel: 2, ancestors: [10n, 20n] }),
      KEY,
      1,
    );
    const [, , amount, source] = LADDER[index] ?? LADDER[0];
    expect([formatMoney(found.unitPrice), found.source]).toEqual([amount, source]);
  });

  test('no price means unavailable, never free', async () => {
    const nobody = reader({ tenantId: newTenant() });
    expect(await refusalOf(resolvePrice(db, nobody, KEY, 1))).toBe('PRICE_NOT_FOUND');
    expect(await resolvePrices(db, nobody, [{ key: KEY, quantity: 1 }])).toEqual([null]);
  });
});

describe('resolved prices', () => {
  test('are in force by their dates, not by the timer', async () => {
    const tenantId = newTenant();
    const who = systemActor(tenantId);
    await add(
      db,
      { countryCode: 'US', salePrice: money('1'), effectiveTime: inHours(-2), expireTime: inHours(-1) },
      who,
    );
    await add(db, { countryCode: 'US', salePrice: money('2'), effectiveTime: inHours(1) }, who);
    expect(await refusalOf(resolvePrice(db, reader({ tenantId }), KEY, 1))).toBe('PRICE_NOT_FOUND');
    // As if an hour had passed without a timer.
    await db.drizzle.execute(
      sql`update prc_price set effective_time = now() where tenant_id = ${tenantId} and status = 2`,
    );
    expect((await resolvePrice(db, reader({ tenantId }), KEY, 1)).unitPrice).toBe(money('2'));
  });

  test('depend on the quantity, and a discount never goes below the floor', async () => {
    const tenantId = newTenant();
    const tierJson = [
      { fromQty: 10, price: '0.9' },
      { fromQty: 100, price: '0.8' },
    ];
    await add(db, { countryCode: 'US', tierJson, minPrice: money('0.75') }, systemActor(tenantId));
    const priceOf = async (agentLevel: number, quantity: number) =>
      formatMoney((await resolvePrice(db, reader({ tenantId, agentLevel }), KEY, quantity)).unitPrice);
    expect(await Promise.all([1, 9, 10, 99, 100, 1e6].map((quantity) => priceOf(1, quantity)))).toEqual([
      '1',
      '1',
      '0.9',
      '0.9',
      '0.8',
      '0.8',
    ]);
    expect(await priceOf(4, 1)).toBe('0.85');
    expect(await priceOf(4, 100)).toBe('0.75');
    const [shown] = await currentPrices(db, reader({ tenantId, agentLevel: 4 }), {
      businessType: 1,
      serviceType: 2,
      countryCode: 'US',
    });
    expect(shown).toMatchObject({
      unitPrice: money('0.85'),
      tiers: [
        { fromQty: 10, price: '0.765' },
        { fromQty: 100, price: '0.75' },
      ],
    });
  });

  test('apply an agreed discount to the price book', async () => {
    const tenantId = newTenant();
    await add(db, { countryCode: 'US', salePrice: money('2') }, systemActor(tenantId));
    await db.tx((tx) =>
      insertAgentPrice(tx, tenantId, { agentId: 30n, kind: 1, countryCode: '*', discount: '0.7500' }),
    );
    const found = await resolvePrice(db, reader({ tenantId, agentId: 30n, agentLevel: 4 }), KEY, 1);
    expect([formatMoney(found.unitPrice), found.source]).toEqual(['1.5', 'agent']);
  });
});

describe('an agreed price', () => {
  // Column values set in the transaction that asks, and whether the price still applies.
  test.each([
    ['deleted_at = now()', false],
    ['effective_time = now()', true],
    [`effective_time = now() + interval '1 millisecond'`, false],
    [`expire_time = now() + interval '1 millisecond'`, true],
    ['expire_time = now()', false],
  ])('with %s counts: %s', async (values, counts) => {
    const tenantId = newTenant();
    const inForce = reader({ tenantId, agentId: 30n, ancestors: [20n] });
    await add(db, { countryCode: 'US', salePrice: money('2') }, systemActor(tenantId));
    for (const [agentId, kind, source] of [
      [20n, 2, 'upline'],
      [30n, 1, 'agent'],
    ] as const) {
      await db.tx(async (tx) => {
        await insertAgentPrice(tx, tenantId, { agentId, kind, countryCode: 'US', price: '0.01' });
        await tx.execute(sql`update prc_agent_price set ${sql.raw(values)} where tenant_id = ${tenantId}`);
        const found = await resolvePrice(tx, inForce, KEY, 1);
        expect([formatMoney(found.unitPrice), found.source]).toEqual(counts ? ['0.01', source] : ['2', 'all']);
      });
    }
  });

  test('that was removed makes nothing available', async () => {
    const tenantId = newTenant();
    const who = reader({ tenantId, agentId: 30n });
    const asked = { businessType: 1, serviceType: 2 };
    await db.tx((tx) => insertAgentPrice(tx, tenantId, { agentId: 30n, kind: 1, countryCode: 'US', price: '0.01' }));
    expect(await currentPrices(db, who, asked)).toMatchObject([{ countryCode: 'US', unitPrice: money('0.01') }]);
    await db.drizzle.execute(sql`update prc_agent_price set enabled = 0 where tenant_id = ${tenantId}`);
    expect(await currentPrices(db, who, asked)).toEqual([]);
    expect(await refusalOf(resolvePrice(db, who, KEY, 1))).toBe('PRICE_NOT_FOUND');
  });
});

describe('a price of the book', () => {
  test.each([
    ['effective_time = now()', true],
    [`effective_time = now() + interval '1 millisecond'`, false],
    [`expire_time = now() + interval '1 millisecond'`, true],
    ['expire_time = now()', false],
    ['status = 2', true],
    ['status = 0', false],
    ['status = 3', false],
    ['deleted_at = now()', false],
  ])('with %s is in force: %s', async (values, isInForce) => {
    const tenantId = newTenant();
    await add(db, { countryCode: 'US' }, systemActor(tenantId));
    await db.tx(async (tx) => {
      await tx.execute(sql`update prc_price set ${sql.raw(values)} where tenant_id = ${tenantId}`);
      const [found] = await resolvePrices(tx, reader({ tenantId }), [{ key: KEY, quantity: 1 }]);
      expect(found?.unitPrice ?? null).toBe(isInForce ? money('1') : null);
    });
  });

  test('applies to its business, check and period only', async () => {
    const tenantId = newTenant();
    const who = systemActor(tenantId);
    const checks = [
      [1, 2, null, '0.2'],
      [1, 4, null, '0.4'],
      [1, 3, 7, '0.37'],
      [1, 3, 30, '0.33'],
      [2, 2, null, '0.22'],
    ] as const;
    for (const [businessType, filterType, activePeriod, amount] of checks) {
      const key = { businessType, serviceType: 1, filterType, activePeriod, countryCode: 'US' };
      await add(db, { ...key, salePrice: money(amount) }, who);
    }
    const asked = [...checks, [1, 1, null, null], [1, 3, 1, null], [2, 3, 7, null], [3, 2, null, null]] as const;
    const found = await resolvePrices(
      db,
      reader({ tenantId }),
      asked.map(([businessType, filterType, activePeriod]) => ({
        key: { businessType, serviceType: 1, filterType, activePeriod, countryCode: 'US' },
        quantity: 1,
      })),
    );
    expect(found.map((one) => one && formatMoney(one.unitPrice))).toEqual(asked.map(([, , , amount]) => amount));
  });

  test.each([
    // [book, level, resulting price]: halves of a micro-unit are rounded up
    ['0.00001', 1, '0.00001'],
    ['0.00001', 2, '0.00001'], // 9.5
    ['0.00001', 4, '0.000009'], // 8.5
    ['0.000005', 3, '0.000005'], // 4.5
    ['0.000013', 4, '0.000011'], // 11.05
    ['1.234567', 4, '1.049382'], // 1 049 381.95
  ])('of %s costs level %d %s', async (salePrice, agentLevel, paid) => {
    const tenantId = newTenant();
    await add(db, { countryCode: 'US', salePrice: money(salePrice) }, systemActor(tenantId));
    const found = await resolvePrice(db, reader({ tenantId, agentLevel }), KEY, 1);
    expect([formatMoney(found.unitPrice), found.basePrice]).toEqual([paid, money(salePrice)]);
  });
});

describe('the current prices of a service', () => {
  test('have one entry per country and check; general prices apply to a requested country', async () => {
    const tenantId = newTenant();
    const who = systemActor(tenantId);
    await add(db, { countryCode: '*', salePrice: money('3') }, who);
    await add(db, { countryCode: 'US', salePrice: money('1') }, who);
    await add(db, { countryCode: 'US', salePrice: money('0.5'), agentLevel: 3 }, who);
    await add(db, { countryCode: 'FR', salePrice: money('9'), effectiveTime: inHours(5) }, who);
    const asked = { businessType: 1, serviceType: 2 };
    const shown = async (level: number, countryCode?: string) =>
      (await currentPrices(db, reader({ tenantId, agentLevel: level }), { ...asked, countryCode })).map((one) => [
        one.countryCode,
        formatMoney(one.unitPrice),
      ]);
    expect(await shown(1)).toEqual([
      ['*', '3'],
      ['US', '1'],
    ]);
    expect(await shown(3, 'US')).toEqual([['US', '0.5']]);
    expect(await shown(1, 'JP')).toEqual([['JP', '3']]);
  });
});

const COUNTRIES = ['US', 'GB', '*'] as const;
const world = fc.record({
  book: fc.uniqueArray(
    fc.record({
      countryCode: fc.constantFrom(...COUNTRIES),
      agentLevel: fc.nat(4),
      sale: fc.integer({ min: 1, max: 5_000_000 }),
      floor: fc.option(fc.integer({ min: 0, max: 5_000_000 })),
      tier: fc.option(fc.record({ fromQty: fc.integer({ min: 2, max: 50 }), share: fc.integer({ min: 0, max: 100 }) })),
    }),
    { selector: ({ countryCode, agentLevel }) => `${countryCode}:${agentLevel}`, maxLength: 10 },
  ),
  promises: fc.uniqueArray(
    fc.record({
      agentId: fc.constantFrom(10n, 20n, 30n),
      kind: fc.constantFrom(1 as const, 2 as const),
      countryCode: fc.constantFrom(...COUNTRIES),
      price: fc.option(fc.integer({ min: 0, max: 5_000_000 })),
      percent: fc.integer({ min: 50, max: 150 }),
    }),
    { selector: ({ agentId, kind, countryCode }) => `${agentId}:${kind}:${countryCode}`, maxLength: 8 },
  ),
  level: fc.integer({ min: 1, max: 4 }),
  depth: fc.integer({ min: 0, max: 3 }),
  quantity: fc.integer({ min: 1, max: 60 }),
});
type World = typeof world extends fc.Arbitrary<infer T> ? T : never;

/** The same rules tried one after the other on the generated values. */
function naive({ book, promises, level, quantity }: World, who: PriceReader, countryCode: string): bigint | null {
  const listed = [
    [countryCode, level],
    [countryCode, 0],
    ['*', level],
    ['*', 0],
  ]
    .map(([country, agentLevel]) => book.find((row) => row.countryCode === country && row.agentLevel === agentLevel))
    .find((row) => row !== undefined);
  const inTier =
    listed?.tier && quantity >= listed.tier.fromQty
      ? Math.floor((listed.sale * listed.tier.share) / 100)
      : listed?.sale;
  const base = inTier === undefined ? null : (BigInt(inTier) as Micro);
  const owners = [
    ...(who.agentId === null ? [] : [[who.agentId, 1] as const]),
    ...who.ancestors.toReversed().map((id) => [id, 2] as const),
  ];
  for (const [agentId, kind] of owners) {
    for (const country of [countryCode, '*']) {
      const found = promises.find((one) => one.agentId === agentId && one.kind === kind && one.countryCode === country);
      if (!found) continue;
      if (found.price !== null) return BigInt(found.price);
      return base === null ? null : applyRate(base, `${found.percent / 100}`);
    }
  }
  if (!listed || base === null) return null;
  const discounted = listed.agentLevel === 0 ? applyRate(base, LEVEL_DISCOUNT[level] ?? '1') : base;
  return listed.floor !== null && BigInt(listed.floor) > discounted ? BigInt(listed.floor) : discounted;
}

test('any book and any terms resolve according to the rules', async () => {
  await fc.assert(
    fc.asyncProperty(world, async (given) => {
      const tenantId = newTenant();
      const path = [10n, 20n, 30n].slice(0, given.depth);
      const who = reader({
        tenantId,
        agentLevel: given.level,
        agentId: path.at(-1) ?? null,
        ancestors: path.slice(0, -1),
      });
      await db.tx(async (tx) => {
        for (const { countryCode, agentLevel, sale, floor, tier } of given.book) {
          const tierJson = tier
            ? [{ fromQty: tier.fromQty, price: formatMoney(BigInt(Math.floor((sale * tier.share) / 100))) }]
            : [];
          const values = price({
            countryCode,
            agentLevel,
            salePrice: BigInt(sale) as Micro,
            minPrice: floor === null ? null : (BigInt(floor) as Micro),
            tierJson,
          });
          await addPrice(tx, systemActor(tenantId), values, { belowCost: false });
        }
        for (const { agentId, kind, countryCode, price: amount, percent } of given.promises) {
          const one: AgentPriceInput = {
            agentId,
            kind,
            countryCode,
            ...(amount === null ? { discount: `${percent / 100}` } : { price: formatMoney(BigInt(amount)) }),
          };
          await insertAgentPrice(tx, tenantId, one);
        }
      });
      const asked = ['US', 'GB', 'FR'].map((countryCode) => ({
        key: { ...KEY, countryCode },
        quantity: given.quantity,
      }));
      const found = await resolvePrices(db, who, asked);
      expect(found.map((one) => one?.unitPrice ?? null)).toEqual(
        asked.map(({ key }) => naive(given, who, key.countryCode)),
      );
    }),
    { numRuns: 60 },
  );
});
