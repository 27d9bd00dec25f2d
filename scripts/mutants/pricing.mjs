const of = (...names) => names.map((name) => `server/src/engines/money/pricing/${name}.test.ts`);
const BOOK = 'server/src/engines/money/pricing/book.ts';
const CONFIGURE = 'server/src/engines/money/pricing/configure.ts';
const FLOORS = 'server/src/engines/money/pricing/floors.ts';
const INDEX = 'server/src/engines/money/pricing/price-index.ts';

export default [
  {
    file: FLOORS,
    what: 'a promise for every country is checked in none of them',
    from: 'row.countryCode === ANY_COUNTRY ? (countries.get(nameOf(row)) ?? []) : []',
    to: '[]',
    tests: of('configure'),
  },
  {
    file: FLOORS,
    what: "an agent's price may be below the price of the agent above",
    from: '    if (paid && price < paid.unitPrice) return { least: paid.unitPrice };\n',
    to: '',
    tests: of('configure'),
  },
  {
    file: FLOORS,
    what: 'rebates may exceed the margin',
    from: '      throw pricingErrors.REBATE_ABOVE_MARGIN();',
    to: '      return;',
    tests: of('configure'),
  },
  {
    file: CONFIGURE,
    what: 'an agent replaces its own terms',
    from: ' && canConfigure(actor, agent, row.kind)) changes',
    to: ') changes',
    tests: ['server/src/areas/agent/configuration.test.ts'],
  },
  {
    file: CONFIGURE,
    what: 'an agent removes terms that only staff may change',
    from: '    return { ...NOTHING, ...since, enabled, rebateRate1, rebateRate2 };',
    to: '    return { ...NOTHING, ...since };',
    tests: of('configure'),
  },
  {
    file: INDEX,
    what: 'a service disabled for an agent is sold to those below',
    from: 'if ([...nearest, reader.agentId].some(',
    to: 'if ([reader.agentId].some(',
    tests: of('configure'),
  },
  {
    file: INDEX,
    what: 'the resale price of the outermost agent wins',
    from: 'const nearest = [...reader.ancestors].reverse();',
    to: 'const nearest = [...reader.ancestors];',
    tests: of('resolve'),
  },
  {
    file: INDEX,
    what: 'a discount goes below the floor',
    from: 'floor !== null && floor > discounted ? micros(floor) : discounted',
    to: 'discounted',
    tests: of('resolve'),
  },
  {
    file: INDEX,
    what: 'a tier begins one number late',
    from: 'fromQty <= quantity)',
    to: 'fromQty < quantity)',
    tests: of('resolve'),
  },
  {
    file: INDEX,
    what: 'a price ends a moment late',
    from: 'and status in (1, 2) and effective_time <= now() and (expire_time is null or expire_time > now())',
    to: 'and status in (1, 2) and effective_time <= now()',
    tests: of('resolve'),
  },
  {
    file: BOOK,
    what: "a change overwrites another user's change",
    from: '  if (version !== undefined && version !== row.version) throw commonErrors.STALE_DATA();\n',
    to: '',
    tests: of('book'),
  },
  {
    file: BOOK,
    what: 'a price something was sold by is removed',
    from: '  if (rows.some(({ used }) => used === 1)) throw pricingErrors.PRICE_USED();\n',
    to: '',
    tests: of('book'),
  },
  {
    file: BOOK,
    what: 'a price something was sold by is rewritten',
    from: 'if (row.used === 0 && !(isInForce',
    to: 'if (!(isInForce',
    tests: of('book'),
  },
  {
    file: BOOK,
    what: 'a price below cost needs no reason',
    from: '(rights.belowCost && values.remark)',
    to: 'rights.belowCost',
    tests: of('book'),
  },
  {
    file: 'server/src/engines/money/pricing/below-cost.ts',
    what: 'a price below cost is approved over a change made since',
    from: 'await changePrice(tx, author, id, version, fromNow',
    to: 'await changePrice(tx, author, id, undefined, fromNow',
    tests: ['server/src/areas/whatsapp/price-configure.test.ts'],
  },
];
