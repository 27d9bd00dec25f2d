import type { FieldKind } from '@trade-assistant/contract/kit/field.ts';
import type { z } from 'zod';

/** The type of a parameter, as far as it decides which values are dangerous. */
type ValueKind =
  | 'text'
  | 'integer'
  | 'decimal'
  | 'money'
  | 'id'
  | 'idList'
  | 'date'
  | 'time'
  | 'clock'
  | 'choice'
  | 'list'
  | 'record'
  | 'sort';

export const LONE_SURROGATE = '\ud800';
/** An id without a row in tests, so that the administrator keeps its rights. */
const NO_ROW = 770_000_000_001;
export const nested = (depth: number) => JSON.parse(`${'['.repeat(depth)}${']'.repeat(depth)}`) as unknown;

/** Sent to every parameter. */
const COMMON: readonly unknown[] = [
  null,
  '',
  true,
  [null],
  { toString: 1, valueOf: 1 },
  'a\u0000b',
  LONE_SURROGATE,
  'constructor',
];

/** Values beyond the rules of a kind, each of which might cause an error of the runtime or the database. */
const OF_KIND: Readonly<Record<ValueKind, readonly unknown[]>> = {
  text: [
    ' ',
    "%_\\'; drop table sys_user; --",
    '\\',
    '%%%%%%%%',
    'x'.repeat(10_240),
    '号'.repeat(70_000),
    '\u202e\u05d0\u0628\u200f\u2066',
    '👩‍👩‍👧‍👦'.repeat(40),
    'a\r\nset-cookie: a=b\r\n\r\n',
    `<img src=x onerror=alert(1)>\${7*7}{{7*7}}`,
    '__proto__',
    7,
  ],
  integer: [
    -1,
    0,
    1.5,
    2147483647,
    2147483648,
    '-2147483649',
    '9223372036854775808',
    1e308,
    '1e309',
    'NaN',
    '0x10',
    '٣',
    '-0',
  ],
  decimal: [
    '-1',
    '1e5',
    'NaN',
    'Infinity',
    '999999999999.9999',
    '-999999999999',
    '0.00001',
    '1.',
    '.5',
    ',',
    '１２',
    1,
  ],
  money: [
    '-1',
    '0',
    '-0.000001',
    '999999999999.999999',
    '1000000000000',
    '-99999999999999.999999',
    '0.0000001',
    '1e5',
    'NaN',
    'Infinity',
    '１２',
    12.5,
  ],
  id: [
    '0',
    '-1',
    '1.0',
    `0${NO_ROW}`,
    ` ${NO_ROW}`,
    '999999999999999999',
    '9223372036854775807',
    '9223372036854775808',
    `${NO_ROW},${NO_ROW}`,
    2 ** 53,
    'NaN',
    '1'.repeat(5000),
  ],
  idList: [
    ',',
    `${NO_ROW},,${NO_ROW}`,
    '0',
    '-1',
    '9223372036854775808',
    `${NO_ROW},x`,
    `${NO_ROW},`.repeat(250).slice(0, -1),
    Array.from({ length: 201 }, (_, index) => NO_ROW + index).join(','),
    [NO_ROW, `${NO_ROW}`],
    [[NO_ROW]],
    1.5,
    '1'.repeat(5000),
  ],
  date: [
    '0000-01-01',
    '0001-01-01',
    '9999-12-31',
    '10000-01-01',
    '2026-02-29',
    '2026-13-01',
    '-2026-01-01',
    '2026-1-1',
    '2026-01-01T00:00:00Z',
    'today',
    'infinity',
    0,
  ],
  time: [
    '0000-01-01 00:00:00',
    '0050-02-03 04:05:06',
    '1000-01-01 00:00:00',
    '9999-12-31 23:59:59',
    '10000-01-01 00:00:00',
    '2026-02-29 00:00:00',
    '2026-01-01 24:00:00',
    '2026-01-01T00:00:00Z',
    '+275760-09-13 00:00:00',
    'now()',
    '-infinity',
    8.64e15,
  ],
  clock: ['24:00', '23:60', '-1:00', '9:5', '09:30:00', '09:30Z', '٠٩:٣٠', 'noon', ' 09:30 ', '0', 930, '09:30'],
  choice: [
    -1,
    0,
    99,
    1.5,
    '1,1',
    '1,2',
    '__proto__',
    '2147483648',
    '9223372036854775808',
    'NaN',
    '[1]',
    ['1', '1'],
    {},
  ],
  list: [
    [],
    {},
    '[',
    '[]',
    'a,b,,c',
    ['', ''],
    [['a']],
    [{}],
    [{ toString: 1 }],
    Array.from({ length: 500 }, () => 'x'),
    ['x'.repeat(10_240)],
    [1, true, null],
  ],
  record: [
    [],
    {},
    '{',
    '{}',
    '{"a":1}',
    '{"__proto__":{"a":1}}',
    { constructor: { prototype: { a: 1 } } },
    { hasOwnProperty: 1 },
    { '': '' },
    { 'a\u0000': 1 },
    { a: nested(200) },
    Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`k${index}`, index])),
  ],
  sort: [
    'id,id',
    'id desc',
    'id;--',
    '-id',
    'no_such_field',
    'password',
    'tenantId',
    '__proto__',
    'hasOwnProperty',
    ',',
    'id,'.repeat(2000),
    ['id', 'id'],
  ],
};

const OF_FIELD: Readonly<Record<FieldKind, ValueKind>> = {
  text: 'text',
  longText: 'text',
  identifier: 'text',
  secret: 'text',
  integer: 'integer',
  decimal: 'decimal',
  money: 'money',
  percent: 'decimal',
  date: 'date',
  dateTime: 'time',
  timeOfDay: 'clock',
  duration: 'integer',
  yesNo: 'choice',
  dictionary: 'choice',
  dictionarySet: 'choice',
  tags: 'list',
  reference: 'id',
  references: 'list',
  treeReference: 'id',
  country: 'text',
  countries: 'list',
  phone: 'text',
  email: 'text',
  url: 'text',
  file: 'id',
  image: 'text',
  images: 'list',
  richText: 'text',
  json: 'record',
  code: 'text',
  colour: 'text',
  timeZone: 'text',
  icon: 'text',
};

const OF_FORMAT: Readonly<Record<string, ValueKind>> = { int64: 'id', decimal: 'money', 'wall-time': 'time' };

function kindOfSchema(schema: z.core.$ZodType): ValueKind {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
      return kindOfSchema(def.innerType);
    case 'pipe':
      return kindOfSchema(def.in);
    case 'number':
      return 'integer';
    case 'enum':
    case 'union':
    case 'literal':
    case 'boolean':
      return 'choice';
    case 'array':
      return 'list';
    case 'object':
    case 'record':
      return 'record';
    default:
      return OF_FORMAT[String((schema as z.ZodType).meta()?.['format'])] ?? 'text';
  }
}

/** The values that are sent to a parameter: those of its kind, or those of all kinds. */
export function nastyValues(
  name: string,
  schema: z.core.$ZodType,
  fieldKind: FieldKind | undefined,
  every: boolean,
): readonly unknown[] {
  const kind = /(^ids|_in|Ids)$/.test(name)
    ? 'idList'
    : name === 'ascs' || name === 'descs'
      ? 'sort'
      : fieldKind
        ? OF_FIELD[fieldKind]
        : kindOfSchema(schema);
  return [...COMMON, ...(every ? Object.values(OF_KIND).flat() : OF_KIND[kind])];
}

export const NASTY_NAMES = [
  'constructor',
  '__proto__',
  'toString',
  'hasOwnProperty',
  'a.b',
  'a[b]',
  'a[]',
  ' ',
  'a\u0000',
  LONE_SURROGATE,
  '查询',
  'x'.repeat(10_240),
];

/** Filters that no list has; some would reach columns that must not be searched. */
export const NASTY_FILTERS = [
  '_equal',
  'constructor_equal',
  '__proto___like',
  'id_like',
  'id__equal',
  'password_equal',
  'password_like',
  'tenantId_notequal',
  'deletedAt_null',
  'ownerPath_likeright',
  'hasOwnProperty_in',
];

/** Bodies that are none, by their media type. */
export const NASTY_BODIES = [
  ['application/json', ''],
  ['application/json', 'null'],
  ['application/json', '[]'],
  ['application/json', '"x"'],
  ['application/json', '7'],
  ['application/json', '{"a":'],
  ['application/json', '\ufeff{}'],
  ['application/json', '{"__proto__":{"a":1}}'],
  ['application/json', '{"constructor":{"prototype":{"a":1}}}'],
  ['application/json; charset=nobody', '{}'],
  ['application/x-www-form-urlencoded', 'a=%&b[]=%ED%A0%80&__proto__=1&'],
  ['multipart/form-data', 'x'],
  ['multipart/form-data; boundary=x', '--x'],
  ['multipart/form-data; boundary=x', '--x\r\n\r\nx\r\n--x--\r\n'],
  ['multipart/form-data; boundary=x', '--x\r\nContent-Disposition: form-data; name="__proto__"\r\n\r\n1\r\n--x--\r\n'],
  ['text/plain', 'x'],
] as const;
