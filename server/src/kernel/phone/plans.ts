import type { MetadataJson } from 'libphonenumber-js/core';
import rawMetadata from 'libphonenumber-js/max/metadata';
import { LINE_TYPE, type LineType } from './codes.ts';

/**
 * One country's numbering plan with its patterns compiled once. libphonenumber-js builds every regular expression again for
 * every number (about 30 µs a number); the rules here are its own `max` metadata (the build that has line types), read
 * through the positions its METADATA.md documents for format version 4.
 */
export interface Plan {
  /** ISO 3166 alpha-2, or `001` for a non-geographic code such as +800. */
  readonly country: string;
  readonly callingCode: string;
  readonly iddPrefix: RegExp | null;
  readonly pattern: RegExp;
  readonly lengths: readonly number[];
  readonly nationalPrefix: RegExp | null;
  readonly nationalPrefixRule: string | null;
  readonly leadingDigits: RegExp | null;
  /** Null without line types in the plan: the national pattern alone decides validity. */
  readonly types: PlanTypes | null;
}

export interface PlanTypes {
  readonly fixedLine: TypeRule | null;
  /** `same`: the metadata leaves out a mobile pattern that equals the fixed-line one. */
  readonly mobile: TypeRule | 'same' | null;
  readonly others: readonly TypeRule[];
}

export interface TypeRule {
  readonly lineType: LineType;
  readonly pattern: RegExp;
  readonly lengths: readonly number[];
}

/** The plan of a country, undefined when the country has none. Compiled on first use. */
export function planOfCountry(country: string): Plan | undefined {
  const known = byCountry.get(country);
  if (known) return known;
  const raw = metadata.countries[country];
  if (!raw) return undefined;
  const plan = compile(country, raw);
  byCountry.set(country, plan);
  return plan;
}

/** The countries of a calling code, the main one first; a single `001` plan for non-geographic codes; undefined when unused. */
export function plansOfCallingCode(callingCode: string): readonly Plan[] | undefined {
  const known = byCallingCode.get(callingCode);
  if (known) return known;
  const countries = metadata.country_calling_codes[callingCode];
  const raw = metadata.nonGeographic?.[callingCode];
  const plans = countries
    ? countries.map((country) => planOfCountry(country)).filter((plan) => plan !== undefined)
    : raw && [compile(NON_GEOGRAPHIC, raw)];
  if (plans) byCallingCode.set(callingCode, plans);
  return plans;
}

/** Returns the calling code of a country; undefined for an unknown one. */
export const callingCodeOf = (country: string): string | undefined => planOfCountry(country)?.callingCode;

/** Every country that has a numbering plan, in the metadata's order. */
export function planCountries(): readonly string[] {
  return Object.keys(metadata.countries);
}

/** Every calling code in use, without `+`. */
export const callingCodes = (): readonly string[] => Object.keys(metadata.country_calling_codes);

export const NON_GEOGRAPHIC = '001';

type RawType = readonly [pattern?: string, lengths?: readonly number[]];
type RawPlan = readonly unknown[];

interface RawMetadata {
  readonly version: number;
  readonly country_calling_codes: Readonly<Record<string, readonly string[]>>;
  readonly countries: Readonly<Record<string, RawPlan>>;
  readonly nonGeographic?: Readonly<Record<string, RawPlan>>;
}

// The library types its metadata as opaque; the positions below are those of version 4, which the next line insists on.
const metadata = rawMetadata satisfies MetadataJson as unknown as RawMetadata;
if (metadata.version !== 4) throw new Error(`numbering plan metadata of version ${metadata.version} is not understood`);

const byCountry = new Map<string, Plan>();
const byCallingCode = new Map<string, readonly Plan[]>();

// The order in which the library tries the types of a number that is not a fixed line; the index is the metadata's.
const OTHER_TYPES: readonly (readonly [index: number, lineType: LineType])[] = [
  [1, LINE_TYPE.MOBILE],
  [3, LINE_TYPE.PREMIUM_RATE],
  [2, LINE_TYPE.TOLL_FREE],
  [9, LINE_TYPE.OTHER],
  [8, LINE_TYPE.VOIP],
  [4, LINE_TYPE.PERSONAL],
  [7, LINE_TYPE.PAGER],
  [6, LINE_TYPE.OTHER],
  [5, LINE_TYPE.OTHER],
];

function compile(country: string, raw: RawPlan): Plan {
  const lengths = raw[3] as readonly number[];
  const nationalPrefix = text(raw[7]) ?? text(raw[5]);
  const leadingDigits = text(raw[10]);
  const iddPrefix = text(raw[1]);
  return {
    country,
    callingCode: String(raw[0]),
    iddPrefix: iddPrefix === null ? null : atStart(iddPrefix),
    pattern: whole(String(raw[2])),
    lengths,
    nationalPrefix: nationalPrefix === null ? null : atStart(nationalPrefix),
    nationalPrefixRule: text(raw[8]),
    leadingDigits: leadingDigits === null ? null : atStart(leadingDigits),
    types: compileTypes((raw[11] || null) as readonly (RawType | 0 | undefined)[] | null, lengths),
  };
}

function compileTypes(
  raw: readonly (RawType | 0 | undefined)[] | null,
  planLengths: readonly number[],
): PlanTypes | null {
  if (!raw || raw.length === 0) return null;
  const rule = (index: number, lineType: LineType): TypeRule | null => {
    const type = raw[index] || undefined;
    if (!type?.[0]) return null;
    return { lineType, pattern: whole(type[0]), lengths: type[1] || planLengths };
  };
  const mobile = raw[1] || undefined;
  return {
    fixedLine: rule(0, LINE_TYPE.FIXED_LINE),
    mobile: !mobile || mobile[0] === '' ? 'same' : rule(1, LINE_TYPE.MOBILE),
    others: OTHER_TYPES.map(([index, lineType]) => rule(index, lineType)).filter((one) => one !== null),
  };
}

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
const whole = (pattern: string): RegExp => new RegExp(`^(?:${pattern})$`);
const atStart = (pattern: string): RegExp => new RegExp(`^(?:${pattern})`);
