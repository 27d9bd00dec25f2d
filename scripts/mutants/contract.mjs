const kit = (...names) => names.map((name) => `contract/src/kit/${name}.test.ts`);
const FILTER = 'contract/src/kit/filter.ts';
const MONEY = 'contract/src/kit/money.ts';
const PAGE = 'contract/src/kit/page.ts';
const RESOURCE = 'contract/src/kit/resource.ts';
const SCHEMA = 'contract/src/kit/schema.ts';
const TIME = 'contract/src/kit/time.ts';

export default [
  {
    file: SCHEMA,
    what: 'an amount may exceed its column',
    from: 'if (isWithin(value)) return value;',
    to: 'return value;',
    tests: kit('schema'),
  },
  {
    file: TIME,
    what: 'a time may have a year of five digits in another zone',
    from: 'instant.getTime() < LATEST',
    to: 'instant.getTime() < LATEST + 2 * DAY_MILLIS',
    tests: kit('time'),
  },
  {
    file: PAGE,
    what: 'every object’s own names are parameters of a list',
    from: 'Object.hasOwn(more, name) ? more[name] : undefined',
    to: 'more[name]',
    tests: kit('page'),
  },
  {
    file: MONEY,
    what: 'half a micro-unit is rounded down',
    from: '(magnitude * 2n + by) / (by * 2n)',
    to: '(magnitude * 2n + by - 1n) / (by * 2n)',
    tests: kit('money'),
  },
  {
    file: MONEY,
    what: 'negative amounts lose their sign when they are rounded',
    from: 'return (negative ? -rounded : rounded) as Micro;',
    to: 'return rounded as Micro;',
    tests: kit('money'),
  },
  {
    file: MONEY,
    what: 'the remainder of a split amount goes to the last of equals',
    from: 'a.index - b.index',
    to: 'b.index - a.index',
    tests: kit('money'),
  },
  {
    file: MONEY,
    what: 'an amount may have seven decimals',
    from: '(\\.\\d{1,6})?$/',
    to: '(\\.\\d{1,7})?$/',
    tests: kit('money'),
  },
  {
    file: TIME,
    what: 'a repeated hour means the second one',
    from: 'Math.min(...shown)',
    to: 'Math.max(...shown)',
    tests: kit('time'),
  },
  {
    file: TIME,
    what: 'an hour that is skipped moves backwards',
    from: 'Math.max(...candidates)',
    to: 'Math.min(...candidates)',
    tests: kit('time'),
  },
  {
    file: TIME,
    what: "one request's zone stays in force for the next",
    from: '    zoneInForce = before;\n',
    to: '',
    tests: kit('time'),
  },
  {
    file: TIME,
    what: 'there is a thirtieth of February',
    from: '    check.getUTCMonth() !== month - 1 ||\n    check.getUTCDate() !== day ||\n',
    to: '',
    tests: kit('time'),
  },
  {
    file: FILTER,
    what: 'a span of time leaves its first moment out',
    from: "{ ...COMPARISONS, gt: 'ge' }",
    to: '{ ...COMPARISONS }',
    tests: kit('filter'),
  },
  {
    file: FILTER,
    what: 'a set of bits is found only when it is exactly that',
    from: "add('', field.kind === 'dictionarySet' ? 'has' : 'eq');",
    to: "add('', 'eq');",
    tests: kit('filter'),
  },
  {
    file: FILTER,
    what: 'a filter by ids takes any number of them',
    from: 'z.array(schema).min(1).max(MAX_IN)',
    to: 'z.array(schema).min(1)',
    tests: kit('filter'),
  },
  {
    file: PAGE,
    what: 'a page may have any number of rows',
    from: 'z.coerce.number().int().min(1).max(MAX_PAGE_SIZE)',
    to: 'z.coerce.number().int().min(1)',
    tests: kit('page'),
  },
  {
    file: PAGE,
    what: 'a list may be sorted by any name',
    from: 'if (sorts.has(field)) sort.push',
    to: "if (field !== '') sort.push",
    tests: kit('page'),
  },
  {
    file: PAGE,
    what: 'the last page is missing where it is not full',
    from: 'Math.ceil(total / query.size)',
    to: 'Math.floor(total / query.size)',
    tests: kit('page'),
  },
  {
    file: RESOURCE,
    what: 'a field set only on creation may be changed',
    from: "field.options.form === false || (mode === 'update' && field.options.form === 'create')",
    to: 'field.options.form === false',
    tests: kit('resource'),
  },
  {
    file: RESOURCE,
    what: 'a change has to name every required field',
    from: "mode === 'create' && mustBeGiven(field) ? field.schema : field.schema.optional()",
    to: 'field.schema',
    tests: kit('resource'),
  },
  {
    file: SCHEMA,
    what: 'an id may be longer than a database takes',
    from: 'const ID = matching(/^\\d{1,18}$/, {',
    to: 'const ID = matching(/^\\d{1,20}$/, {',
    tests: kit('schema'),
  },
  {
    file: SCHEMA,
    what: 'an id that is named twice is treated twice',
    from: "[...new Set(text.split(',').map(BigInt))]",
    to: "text.split(',').map(BigInt)",
    tests: ['contract/src/areas/inputs.test.ts'],
  },
];
