import { regDocStatus } from '@trade-assistant/contract/areas/whatsapp/dictionaries.ts';
import { capability, numberType } from '@trade-assistant/contract/dictionaries.ts';
import type { Dictionary } from '@trade-assistant/contract/kit/dictionary.ts';
import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import { isMoney, parseMoney } from '@trade-assistant/contract/kit/money.ts';
import type { StagedLine } from '../batches.ts';

/** A column of an import beside the number: its header, and how a cell becomes a value of the staged line. */
interface Column {
  readonly header: Text;
  /** Other accepted headers. */
  readonly aliases: readonly string[];
  /** Returns the value for the staged line; undefined for an invalid cell. */
  readonly read: (cell: string) => Partial<StagedLine> | undefined;
  readonly sample: string;
}

type Key = 'countryCode' | OwnColumn;
type OwnColumn = Exclude<keyof StagedLine, 'e164' | 'countryCode' | 'lineType' | 'isShared' | 'supplierId'>;

const LONGEST_NAME = 64;
const LONGEST_REMARK = 255;

/** The columns of a list, in the order of the template. An empty cell keeps the batch's default. */
export const importColumns: Readonly<Record<Key, Column>> = {
  countryCode: {
    header: { zh: '国家代码', en: 'Country' },
    aliases: ['country code', 'countryCode', '国家', 'iso'],
    // Read together with the number to find its country; not stored.
    read: () => ({}),
    sample: 'US',
  },
  numberType: {
    header: { zh: '号码类型', en: 'Number type' },
    aliases: ['type'],
    read: coded(numberType, (value) => ({ numberType: value })),
    sample: '1',
  },
  capability: {
    header: { zh: '能力', en: 'Capabilities' },
    aliases: ['capability'],
    read: (cell) => {
      const bits = bitsOf(cell);
      return bits === undefined ? undefined : { capability: bits };
    },
    sample: '14',
  },
  supplierName: {
    header: { zh: '供应商', en: 'Supplier' },
    aliases: ['supplier name', 'supplier code', '供应商名称', '供应商编码'],
    read: (cell) => (cell.length <= LONGEST_NAME ? { supplierName: cell } : undefined),
    sample: '',
  },
  costPrice: {
    header: { zh: '成本价', en: 'Cost' },
    aliases: ['cost price', 'price'],
    read: amount((costPrice) => ({ costPrice })),
    sample: '1.2',
  },
  monthlyCost: {
    header: { zh: '月租', en: 'Monthly fee' },
    aliases: ['monthly cost', 'monthly'],
    read: amount((monthlyCost) => ({ monthlyCost })),
    sample: '0.5',
  },
  leaseStart: {
    header: { zh: '租期起', en: 'Lease from' },
    aliases: ['lease start'],
    read: day((leaseStart) => ({ leaseStart })),
    sample: '',
  },
  leaseEnd: {
    header: { zh: '租期止', en: 'Lease to' },
    aliases: ['lease end'],
    read: day((leaseEnd) => ({ leaseEnd })),
    sample: '',
  },
  regDocStatus: {
    header: { zh: '资料状态', en: 'Documents' },
    aliases: ['regulatory documents', '实名/地址资料'],
    read: coded(regDocStatus, (value) => ({ regDocStatus: value })),
    sample: '0',
  },
  remark: {
    header: { zh: '备注', en: 'Remark' },
    aliases: ['note', 'notes'],
    read: (cell) => (cell.length <= LONGEST_REMARK ? { remark: cell } : undefined),
    sample: '',
  },
};

/** Accepted headers by column, for the list reader: each language alone, both together, and the aliases. */
export const columnHeaders: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries(importColumns).map(([key, { header, aliases }]) => [
    key,
    [header.zh, header.en, `${header.zh} ${header.en}`, ...aliases],
  ]),
);

/** Returns the values of a line that override the batch, or the first column with an invalid value. */
export function lineOverrides(values: Readonly<Record<string, string>>): Partial<StagedLine> | { readonly bad: Text } {
  let own: Partial<StagedLine> | undefined;
  for (const [key, column] of columnEntries) {
    const cell = values[key];
    if (!cell || key === 'countryCode') continue;
    const value = column.read(cell);
    if (value === undefined) return { bad: column.header };
    own = own ? Object.assign(own, value) : { ...value };
  }
  return own ?? NOTHING;
}

const NOTHING: Partial<StagedLine> = Object.freeze({});
const columnEntries = Object.entries(importColumns);

/** Returns the country of a line as ISO letters; empty if it has none. */
export const lineCountry = (values: Readonly<Record<string, string>>): string =>
  values['countryCode']?.toUpperCase() ?? '';

function coded(dictionary: Dictionary, value: (code: number) => Partial<StagedLine>): Column['read'] {
  const codes = namesOf(dictionary);
  return (cell) => {
    const code = codes.get(cell.toLowerCase());
    return code === undefined ? undefined : value(code);
  };
}

/** Codes and names in both languages, in every accepted spelling. */
function namesOf(dictionary: Dictionary): ReadonlyMap<string, number> {
  return new Map(
    Object.values(dictionary.entries).flatMap(({ value, zh, en }) =>
      [String(value), zh, en].map((name) => [name.toLowerCase(), value] as const),
    ),
  );
}

/** Reads a sum of bits, or a list of capability names. */
function bitsOf(cell: string): number | undefined {
  const all = capability.values.reduce((sum, bit) => sum | bit, 0);
  if (/^\d{1,3}$/.test(cell)) return Number(cell) <= all ? Number(cell) : undefined;
  let bits = 0;
  for (const name of cell.split(/[,，、;；+|/]/)) {
    const bit = capabilityNames.get(name.trim().toLowerCase());
    if (bit === undefined) return undefined;
    bits |= bit;
  }
  return bits;
}

const capabilityNames = namesOf(capability);

function amount(value: (micros: string) => Partial<StagedLine>): Column['read'] {
  return (cell) => (isMoney(cell) && !cell.startsWith('-') ? value(parseMoney(cell).toString()) : undefined);
}

/** Reads `2026-03-01`, also with slashes or dots and without leading zeros, as in spreadsheets. */
function day(value: (date: string) => Partial<StagedLine>): Column['read'] {
  return (cell) => {
    const match = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?: 0?0:00(?::00)?)?$/.exec(cell);
    if (!match) return undefined;
    const [year, month, date] = match.slice(1).map(Number) as [number, number, number];
    const check = new Date(Date.UTC(year, month - 1, date));
    if (check.getUTCMonth() !== month - 1 || check.getUTCDate() !== date) return undefined;
    return value(check.toISOString().slice(0, 10));
  };
}
