const of = (...names) => names.map((name) => `server/src/engines/pricing/${name}.test.ts`);
const BOOK = 'server/src/engines/pricing/book.ts';
const RESOLVE = 'server/src/engines/pricing/resolve.ts';

export default [
  {
    file: RESOLVE,
    what: "an agent's price that was disabled still sells",
    from: 'and deleted_at is null and status = 1 and effective_time',
    to: 'and deleted_at is null and effective_time',
    tests: of('resolve'),
  },
  {
    file: RESOLVE,
    what: 'the resale price of the outermost agent wins',
    from: 'const nearest = [...reader.ancestors].reverse();',
    to: 'const nearest = [...reader.ancestors];',
    tests: of('resolve'),
  },
  {
    file: RESOLVE,
    what: 'a discount goes below the floor',
    from: 'floor !== null && floor > discounted ? micros(floor) : discounted',
    to: 'discounted',
    tests: of('resolve'),
  },
  {
    file: RESOLVE,
    what: 'a tier begins one number late',
    from: 'fromQty <= quantity)',
    to: 'fromQty < quantity)',
    tests: of('resolve'),
  },
  {
    file: RESOLVE,
    what: 'a price ends a moment late',
    from: 'and status in (1, 2) and effective_time <= now() and (expire_time is null or expire_time > now())',
    to: 'and status in (1, 2) and effective_time <= now()',
    tests: of('resolve'),
  },
  {
    file: BOOK,
    what: 'a change overwrites what somebody else has changed',
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
    from: '!(may.belowCost && values.remark)',
    to: '!may.belowCost',
    tests: of('book'),
  },
];
