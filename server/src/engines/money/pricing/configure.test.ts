import { userType } from '@trade-assistant/contract/dictionaries.ts';
import { applyRate, formatMoney, type Micro, micros } from '@trade-assistant/contract/kit/money.ts';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { type Actor, systemActor } from '../../../kernel/auth/actor.ts';
import { testDb } from '../../../kernel/testing/index.ts';
import { configureAgents, LEVEL_DISCOUNT, matrixOf, resolvePrices, type TermsItem, takeBackTerms } from './index.ts';
import { add, money, refusalOf } from './pricing-fixture.ts';

const db = await testDb();
afterAll(() => db.close());

let tenants = 200_000;
const newTenant = (): Actor => {
  tenants += 1;
  return systemActor(String(tenants));
};

/** Creates agents, each below an earlier one or at the top. @returns them as actors, in order */
async function plant(staff: Actor, tree: readonly { above: number | null; level: number }[]): Promise<Actor[]> {
  const planted: Actor[] = [];
  for (const [index, { above, level }] of tree.entries()) {
    const parent = above === null ? null : (planted[above] ?? null);
    const { rows } = await db.drizzle.execute<{ id: string; path: string }>(sql`
      with made as (select nextval(pg_get_serial_sequence('sys_user', 'id')) as id)
      insert into sys_user (id, tenant_id, account, password_hash, user_type, real_name, parent_id, owner_path, depth, agent_level, invite_code)
      overriding system value
      select id, ${staff.tenantId}, 'agent_' || id, '', 2, 'Agent ' || ${index}::int, ${parent?.userId ?? null}::bigint,
        ${parent?.ownerPath ?? '/'} || id || '/', 1, ${level}, id::text from made
      returning id::text, owner_path as path`);
    planted.push({
      ...staff,
      userId: BigInt(rows[0]?.id ?? 0),
      ownerPath: rows[0]?.path ?? '/',
      userType: userType.is.agent,
      roleKeys: [],
      permissions: new Set(),
    });
  }
  return planted;
}

const about = (more: Partial<TermsItem>): TermsItem => ({
  kind: 1,
  businessType: 1,
  serviceType: 2,
  filterType: null,
  activePeriod: null,
  countryCode: 'US',
  ...more,
});
const merge = (actor: Actor, agents: readonly Actor[], ...items: TermsItem[]) =>
  db.tx((tx) => configureAgents(tx, actor, { agentIds: agents.map(({ userId }) => userId), items, mode: 'MERGE' }));
const replace = (actor: Actor, agents: readonly Actor[], ...items: TermsItem[]) =>
  db.tx((tx) => configureAgents(tx, actor, { agentIds: agents.map(({ userId }) => userId), items, mode: 'REPLACE' }));
const readerOf = (agent: Actor, agentLevel = 1) => ({
  tenantId: agent.tenantId,
  agentId: agent.userId,
  agentLevel,
  ancestors: agent.ownerPath.split('/').filter(Boolean).slice(0, -1).map(BigInt),
});
const priceOf = async (agent: Actor, countryCode = 'US', quantity = 1): Promise<string | null> => {
  const key = { businessType: 1, serviceType: 2, countryCode };
  const [found] = await resolvePrices(db, readerOf(agent), [{ key, quantity }]);
  return found ? formatMoney(found.unitPrice) : null;
};
const termsOf = async (agent: Actor) =>
  (await db.tx((tx) => matrixOf(tx, systemActor(agent.tenantId), agent.userId, {}))).flatMap(({ own }) => own ?? []);

test('the matrix contains only the requested business and service, for prices and terms alike', async () => {
  const staff = newTenant();
  const [agent] = (await plant(staff, [{ above: null, level: 1 }])) as [Actor];
  for (const businessType of [1, 2]) {
    await add(db, { businessType, countryCode: 'US', salePrice: money('2') }, staff);
    for (const serviceType of [2, 3])
      await merge(staff, [agent], { ...about({ dailyLimit: 5 }), businessType, serviceType });
  }
  const kindsOf = async (filter: object) => {
    const rows = await db.tx((tx) => matrixOf(tx, staff, agent.userId, filter));
    return [...new Set(rows.map(({ key }) => `${key.businessType}/${key.serviceType}`))];
  };
  expect(await kindsOf({})).toEqual(['1/2', '1/3', '2/2', '2/3']);
  expect(await kindsOf({ businessType: 1 })).toEqual(['1/2', '1/3']);
  expect(await kindsOf({ serviceType: 3 })).toEqual(['1/3', '2/3']);
  expect(await kindsOf({ businessType: 2, serviceType: 2 })).toEqual(['2/2']);
});

describe('terms', () => {
  test('that are omitted stay, null removes them, and a row without terms is deleted', async () => {
    const staff = newTenant();
    await add(db, { countryCode: 'US', salePrice: money('2') }, staff);
    const [agent] = (await plant(staff, [{ above: null, level: 1 }])) as [Actor];
    expect(await merge(staff, [agent], about({ price: money('1.5'), minQty: 5 }))).toMatchObject({ removed: 0 });
    await merge(staff, [agent], about({ dailyLimit: 100 }));
    expect(await termsOf(agent)).toMatchObject([{ price: money('1.5'), minQty: 5, dailyLimit: 100, version: 2 }]);
    // A new price replaces a discount, and the other way round.
    await merge(staff, [agent], about({ discount: '0.9', minQty: null }));
    expect(await termsOf(agent)).toMatchObject([{ price: null, discount: '0.9', minQty: null, dailyLimit: 100 }]);
    expect(await priceOf(agent)).toBe('1.8');
    expect(await merge(staff, [agent], about({ discount: null, dailyLimit: null }))).toEqual({ saved: [], removed: 1 });
    expect(await termsOf(agent)).toEqual([]);
    expect(await priceOf(agent)).toBe('2');
  });

  test('are replaced as a whole for many agents, all or none', async () => {
    const staff = newTenant();
    await add(db, { countryCode: '*', salePrice: money('2'), costPrice: money('1') }, staff);
    const agents = await plant(
      staff,
      [1, 2, 3].map((level) => ({ above: null, level })),
    );
    await merge(staff, agents, about({ price: money('1.5') }), about({ countryCode: 'GB', price: money('1.6') }));
    expect(await replace(staff, agents, about({ countryCode: 'FR', price: money('1.2') }))).toMatchObject({
      saved: expect.objectContaining({ length: 3 }),
      removed: 6,
    });
    const before = await Promise.all(agents.map(termsOf));
    expect(before.flat().map(({ countryCode }) => countryCode)).toEqual(['FR', 'FR', 'FR']);
    const below = replace(
      staff,
      agents,
      about({ price: money('1.2') }),
      about({ countryCode: 'GB', price: money('0.9') }),
    );
    expect(await refusalOf(below)).toBe('PRICE_BELOW_FLOOR');
    expect(await Promise.all(agents.map(termsOf))).toEqual(before);
  });

  test('are changed only from their latest version', async () => {
    const staff = newTenant();
    const [agent] = (await plant(staff, [{ above: null, level: 1 }])) as [Actor];
    await merge(staff, [agent], about({ price: money('1'), version: 0 }));
    expect(await refusalOf(merge(staff, [agent], about({ price: money('2'), version: 0 })))).toBe('STALE_DATA');
    await merge(staff, [agent], about({ price: money('2'), version: 1 }));
    expect(await refusalOf(merge(staff, [agent], about({ price: money('3'), version: 1 })))).toBe('STALE_DATA');
    expect(await priceOf(agent)).toBe('2');
    // A change without effect keeps the row and its version.
    await merge(staff, [agent], about({ price: money('2') }));
    expect(await termsOf(agent)).toMatchObject([{ version: 2 }]);
  });

  test.each([
    ['a price and a discount', { price: money('1'), discount: '0.9' }, 'PRICE_OR_DISCOUNT'],
    ['a check without its kind', { serviceType: 1, price: money('1') }, 'PRICE_KEY'],
    ['a period without activity', { serviceType: 1, filterType: 2, activePeriod: 7 }, 'PRICE_KEY'],
    ['a resale price with a limit', { kind: 2, price: money('1'), minQty: 5 }, 'RESALE_PRICE_ONLY'],
    ['a resale price that is off', { kind: 2, price: money('1'), enabled: 0 as const }, 'RESALE_PRICE_ONLY'],
    ['rates of more than 30 percent', { rebateRate1: '20', rebateRate2: '10.01' }, 'REBATE_TOO_HIGH'],
    ['an end before the beginning', { price: money('1'), expireTime: new Date(0) }, 'PRICE_PERIOD'],
  ] as const)('are refused with %s', async (_name, terms, code) => {
    const staff = newTenant();
    const agents = await plant(staff, [{ above: null, level: 1 }]);
    expect(await refusalOf(merge(staff, agents, about(terms)))).toBe(code);
    expect(await refusalOf(merge(staff, agents, about({ minQty: 1 }), about({ minQty: 2 })))).toBe('TERMS_TWICE');
  });

  test('never promise more rebate than the margin', async () => {
    const staff = newTenant();
    await add(db, { countryCode: 'US', salePrice: money('1'), costPrice: money('0.9') }, staff);
    const agents = await plant(staff, [{ above: null, level: 1 }]);
    expect(await refusalOf(merge(staff, agents, about({ rebateRate1: '6', rebateRate2: '4.01' })))).toBe(
      'REBATE_ABOVE_MARGIN',
    );
    expect(await refusalOf(merge(staff, agents, about({ countryCode: '*', rebateRate1: '10.01' })))).toBe(
      'REBATE_ABOVE_MARGIN',
    );
    await merge(staff, agents, about({ rebateRate1: '6', rebateRate2: '4' }));
  });

  test('disabled for an agent are disabled for all below, with exceptions per country', async () => {
    const staff = newTenant();
    await add(db, { countryCode: '*', salePrice: money('2') }, staff);
    const [top, below] = (await plant(staff, [
      { above: null, level: 1 },
      { above: 0, level: 1 },
    ])) as [Actor, Actor];
    await merge(
      staff,
      [top],
      about({ countryCode: '*', enabled: 0 }),
      about({ countryCode: 'GB', enabled: 1, minQty: 1 }),
    );
    expect(await Promise.all([top, below].flatMap((who) => [priceOf(who), priceOf(who, 'GB')]))).toEqual([
      null,
      '2',
      null,
      '2',
    ]);
  });
});

describe('an agent', () => {
  const TREE = [
    { above: null, level: 1 },
    { above: 0, level: 1 },
    { above: 1, level: 1 },
    { above: null, level: 1 },
  ];

  test('sets prices and limits of agents below, and its own resale prices', async () => {
    const staff = newTenant();
    await add(db, { countryCode: 'US', salePrice: money('2') }, staff);
    const [top, middle, leaf, other] = (await plant(staff, TREE)) as [Actor, Actor, Actor, Actor];
    await merge(staff, [top], about({ price: money('1.5') }));
    await merge(top, [top], about({ kind: 2, price: money('1.8') }));
    expect(await Promise.all([top, middle, leaf, other].map((who) => priceOf(who)))).toEqual([
      '1.5',
      '1.8',
      '1.8',
      '2',
    ]);
    await merge(top, [leaf], about({ price: money('1.9'), dailyLimit: 10 }));
    expect(await priceOf(leaf)).toBe('1.9');

    expect(await refusalOf(merge(top, [top], about({ price: money('1.6') })))).toBe('OUT_OF_SCOPE');
    expect(await refusalOf(merge(middle, [top], about({ price: money('1.6') })))).toBe('ACCOUNT_NOT_FOUND');
    expect(await refusalOf(merge(top, [other], about({ price: money('1.6') })))).toBe('ACCOUNT_NOT_FOUND');
    const [own] = await termsOf(top);
    expect(await refusalOf(db.tx((tx) => takeBackTerms(tx, top, [own?.id ?? 0n])))).toBe('OUT_OF_SCOPE');
  });

  test('cannot change rates and availability, which only staff set, whatever else it removes', async () => {
    const staff = newTenant();
    await add(db, { countryCode: '*', salePrice: money('2') }, staff);
    const [top, middle] = (await plant(staff, TREE)) as [Actor, Actor];
    for (const terms of [{ rebateRate1: '5' }, { rebateRate2: null }, { enabled: 1 as const }])
      expect(await refusalOf(merge(top, [middle], about(terms)))).toBe('NO_PERMISSION');
    await merge(
      staff,
      [middle],
      about({ price: money('2'), rebateRate1: '5', minQty: 3 }),
      about({ countryCode: 'GB', enabled: 0 }),
    );
    await replace(top, [middle], about({ countryCode: 'FR', price: money('2.5') }));
    expect(await termsOf(middle)).toMatchObject([
      { countryCode: 'FR', price: money('2.5') },
      { countryCode: 'GB', enabled: 0 },
      { countryCode: 'US', price: null, minQty: null, rebateRate1: '5' },
    ]);
    expect(await priceOf(middle, 'GB')).toBe(null);
    const ids = (await termsOf(middle)).map(({ id }) => id);
    await db.tx((tx) => takeBackTerms(tx, top, ids));
    expect((await termsOf(middle)).map(({ countryCode }) => countryCode)).toEqual(['GB', 'US']);
    await db.tx((tx) => takeBackTerms(tx, staff, ids.slice(1)));
    expect(await termsOf(middle)).toEqual([]);
  });
});

const COUNTRIES = ['US', 'GB', '*'] as const;
const AGENTS = 6;
const world = fc.record({
  tree: fc.array(fc.record({ above: fc.nat(), isTop: fc.boolean(), level: fc.integer({ min: 1, max: 4 }) }), {
    minLength: AGENTS,
    maxLength: AGENTS,
  }),
  book: fc.uniqueArray(
    fc.record({
      countryCode: fc.constantFrom(...COUNTRIES),
      agentLevel: fc.nat(4),
      sale: fc.integer({ min: 400_000, max: 1_000_000 }),
      cost: fc.integer({ min: 0, max: 400_000 }),
      floor: fc.option(fc.integer({ min: 0, max: 500_000 })),
      tier: fc.option(
        fc.record({ fromQty: fc.integer({ min: 2, max: 50 }), share: fc.integer({ min: 40, max: 100 }) }),
      ),
    }),
    { selector: ({ countryCode, agentLevel }) => `${countryCode}:${agentLevel}`, minLength: 1, maxLength: 8 },
  ),
  steps: fc.array(
    fc.record({
      agents: fc.uniqueArray(fc.nat(AGENTS - 1), { minLength: 1, maxLength: 3 }),
      mode: fc.constantFrom('MERGE' as const, 'MERGE' as const, 'REPLACE' as const),
      items: fc.uniqueArray(
        fc.record({
          kind: fc.constantFrom(1, 2),
          countryCode: fc.constantFrom(...COUNTRIES),
          terms: fc.oneof(
            fc.record({ price: fc.integer({ min: 200_000, max: 1_500_000 }).map((value) => micros(BigInt(value))) }),
            fc.record({ discount: fc.integer({ min: 50, max: 150 }).map((percent) => String(percent / 100)) }),
            fc.constant({ price: null, discount: null }),
            fc.record({ enabled: fc.constantFrom(0 as const, 1 as const, 1 as const) }),
          ),
        }),
        { selector: ({ kind, countryCode }) => `${kind} ${countryCode}`, minLength: 1, maxLength: 3 },
      ),
    }),
    { maxLength: 8 },
  ),
});
type World = typeof world extends fc.Arbitrary<infer T> ? T : never;
interface Model {
  readonly price: Micro | null;
  readonly discount: string | null;
  readonly enabled: 0 | 1;
}
type Agreed = Map<string, Model>;
const FRESH: Model = { price: null, discount: null, enabled: 1 };
const QUANTITIES = [1, 2, 7, 25, 50, 60];

/** The rules of price book, agreed prices and floors, applied one after the other to the generated values. */
class Oracle {
  readonly world: World;
  readonly lines: readonly (readonly number[])[];
  agreed: Agreed = new Map();

  constructor(given: World, lines: readonly (readonly number[])[]) {
    this.world = given;
    this.lines = lines;
  }
  level = (agent: number) => this.world.tree[agent]?.level ?? 1;
  listed = (agent: number, country: string) =>
    [country, '*']
      .flatMap((code) => [this.level(agent), 0].map((level) => [code, level] as const))
      .map(([code, level]) => this.world.book.find((row) => row.countryCode === code && row.agentLevel === level))
      .find((row) => row !== undefined);
  tiered(agent: number, country: string, quantity: number): Micro | null {
    const row = this.listed(agent, country);
    if (!row) return null;
    const inTier = row.tier && quantity >= row.tier.fromQty;
    return micros(BigInt(inTier ? Math.floor((row.sale * row.tier!.share) / 100) : row.sale));
  }
  promised(terms: Model, agent: number, country: string, quantity: number): Micro | null {
    if (terms.price !== null) return terms.price;
    const base = this.tiered(agent, country, quantity);
    return base === null ? null : applyRate(base, terms.discount ?? '1');
  }
  hasPrice = (terms: Model | undefined) => terms !== undefined && (terms.price !== null || terms.discount !== null);
  price(agent: number, country: string, quantity: number): Micro | null {
    const line = this.lines[agent] ?? [];
    for (const one of [...line, agent]) {
      const row = this.agreed.get(`${one} 1 ${country}`) ?? this.agreed.get(`${one} 1 *`);
      if (row?.enabled === 0) return null;
    }
    const owners = [[agent, 1], ...line.toReversed().map((one) => [one, 2])];
    for (const [owner, kind] of owners)
      for (const code of [country, '*']) {
        const terms = this.agreed.get(`${owner} ${kind} ${code}`);
        if (terms && this.hasPrice(terms)) return this.promised(terms, agent, country, quantity);
      }
    const row = this.listed(agent, country);
    const base = this.tiered(agent, country, quantity);
    if (!row || base === null) return null;
    const discounted = row.agentLevel === 0 ? applyRate(base, LEVEL_DISCOUNT[this.level(agent)] ?? '1') : base;
    return row.floor !== null && BigInt(row.floor) > discounted ? micros(BigInt(row.floor)) : discounted;
  }
  /** Whether every price among the touched rows is above its floor wherever it applies. */
  isSound(touched: readonly string[]): boolean {
    return touched.every((name) => {
      const [agent, kind, code] = name.split(' ') as [string, string, string];
      const terms = this.agreed.get(name);
      if (!terms || !this.hasPrice(terms)) return true;
      const payer = kind === '2' ? Number(agent) : this.lines[Number(agent)]?.at(-1);
      const countries = code === '*' ? COUNTRIES.filter((one) => one === '*' || this.isKnown(one)) : [code];
      return countries.every((country) => {
        if (country !== code && this.hasPrice(this.agreed.get(`${agent} ${kind} ${country}`))) return true;
        const row = this.listed(Number(agent), country);
        return Array.from({ length: 60 }, (_, index) => index + 1).every((quantity) => {
          const price = this.promised(terms, Number(agent), country, quantity);
          if (price === null) return true;
          const paid = payer === undefined ? null : this.price(payer, country, quantity);
          if (paid !== null && price < paid) return false;
          return !row || (price >= BigInt(row.cost) && price >= BigInt(row.floor ?? 0));
        });
      });
    });
  }
  isKnown = (country: string): boolean =>
    this.world.book.some((row) => row.countryCode === country) ||
    [...this.agreed.keys()].some((name) => name.endsWith(` ${country}`));

  /** @returns whether the step is allowed; applies it only then */
  step({ agents, mode, items }: World['steps'][number]): 'done' | 'RESALE_PRICE_ONLY' | 'PRICE_BELOW_FLOOR' {
    const before = this.agreed;
    const next: Agreed = new Map(before);
    const touched: string[] = [];
    for (const agent of agents) {
      const named = items.map(({ kind, countryCode }) => `${agent} ${kind} ${countryCode}`);
      if (mode === 'REPLACE')
        for (const name of [...next.keys()])
          if (name.startsWith(`${agent} `) && !named.includes(name)) next.delete(name);
      for (const [index, { kind, terms }] of items.entries()) {
        const name = named[index] as string;
        const kept = mode === 'MERGE' ? (before.get(name) ?? FRESH) : FRESH;
        const said = 'price' in terms && terms.price !== null ? { discount: null } : {};
        const other = 'discount' in terms && terms.discount !== null ? { price: null } : {};
        const model = { ...kept, ...terms, ...said, ...other } as Model;
        if (kind === 2 && model.enabled === 0) return 'RESALE_PRICE_ONLY';
        next.delete(name);
        if (this.hasPrice(model) || model.enabled === 0) next.set(name, model);
        // Unchanged rows are not checked again.
        if (JSON.stringify(shown(before.get(name))) !== JSON.stringify(shown(next.get(name)))) touched.push(name);
      }
    }
    this.agreed = next;
    if (this.isSound(touched)) return 'done';
    this.agreed = before;
    return 'PRICE_BELOW_FLOOR';
  }
}
const shown = (terms: Model | undefined) =>
  terms && [
    terms.price === null ? null : String(terms.price),
    terms.discount === null ? null : Number(terms.discount),
    terms.enabled,
  ];

test('any tree, book and history of terms resolves, and is refused, according to the rules', async () => {
  await fc.assert(
    fc.asyncProperty(world, async (given) => {
      const staff = newTenant();
      const tree = given.tree.map(({ above, isTop, level }, index) => ({
        above: isTop || index === 0 ? null : above % index,
        level,
      }));
      const agents = await plant(staff, tree);
      const lines: number[][] = [];
      for (const [index, { above }] of tree.entries())
        lines[index] = above === null ? [] : [...(lines[above] ?? []), above];
      for (const { countryCode, agentLevel, sale, cost, floor, tier } of given.book)
        await add(
          db,
          {
            countryCode,
            agentLevel,
            salePrice: micros(BigInt(sale)),
            costPrice: micros(BigInt(Math.min(cost, tier ? Math.floor((sale * tier.share) / 100) : sale))),
            minPrice: floor === null ? null : micros(BigInt(floor)),
            tierJson: tier
              ? [{ fromQty: tier.fromQty, price: formatMoney(BigInt(Math.floor((sale * tier.share) / 100))) }]
              : [],
          },
          staff,
        );
      const oracle = new Oracle(
        {
          ...given,
          book: given.book.map((row) => ({
            ...row,
            cost: Math.min(row.cost, row.tier ? Math.floor((row.sale * row.tier.share) / 100) : row.sale),
          })),
        },
        lines,
      );
      for (const step of given.steps) {
        const items = step.items.map(({ kind, countryCode, terms }) => about({ kind, countryCode, ...terms }));
        const agentIds = step.agents.map((index) => agents[index]?.userId ?? 0n);
        const refused = await refusalOf(
          db.tx((tx) => configureAgents(tx, staff, { agentIds, items, mode: step.mode })),
        );
        expect(refused ?? 'done').toBe(oracle.step(step));
      }
      for (const [index, agent] of agents.entries()) {
        const asked = ['US', 'GB', 'FR'].flatMap((countryCode) =>
          QUANTITIES.map((quantity) => ({ key: { businessType: 1, serviceType: 2, countryCode }, quantity })),
        );
        const found = await resolvePrices(db, readerOf(agent, tree[index]?.level), asked);
        expect(found.map((price) => price?.unitPrice ?? null)).toEqual(
          asked.map(({ key, quantity }) => oracle.price(index, key.countryCode, quantity)),
        );
        const matrix = await db.tx((tx) => matrixOf(tx, staff, agent.userId, {}));
        expect(matrix.map(({ price }) => price)).toEqual(
          matrix.map(({ key }) => oracle.price(index, key.countryCode, 1)),
        );
      }
    }),
    { numRuns: 40 },
  );
});
