import { z } from 'zod';
import { commonErrors } from './errors.ts';
import type { Field } from './field.ts';
import { type Filter, filterRules, type Operator, sortable } from './filter.ts';
import { localizedRule } from './sentences.ts';

export const DEFAULT_PAGE_SIZE = 10;
export const MAX_PAGE_SIZE = 200;
export const PAGE_SIZES = [10, 30, 50, 100, 200] as const;

/** Beyond this many rows `total` is an estimate, flagged as one, so that lists stay flat on large tables. */
export const EXACT_TOTAL = 100_000;

/** The parameters of a list call that passed the allow-list. */
export interface ListQuery {
  readonly current: number;
  readonly size: number;
  readonly filters: readonly Filter[];
  readonly sort: readonly { readonly field: string; readonly descending: boolean }[];
  /** Parameters of the resource's own, declared with `more`. */
  readonly more: Readonly<Record<string, unknown>>;
  /** Conditions of which a row meets at least one. Set by the server only. */
  readonly anyOf?: readonly Filter[];
  /** The answer needs no total. Set by the server only. */
  readonly isUncounted?: true;
}

/** `-createTime` → descending by `createTime`. */
export const orderOf = (sort: string): ListQuery['sort'][number] => ({
  field: sort.replace(/^-/, ''),
  descending: sort.startsWith('-'),
});

export interface Page<Row> {
  readonly records: Row[];
  readonly total: number;
  readonly totalIsEstimate?: boolean | undefined;
  readonly size: number;
  readonly current: number;
  readonly pages: number;
}

/** The answer of a list call around a row schema. */
export const pageOf = <S extends z.ZodType>(row: S) =>
  z.object({
    records: z.array(row),
    total: z.int(),
    totalIsEstimate: z.boolean().optional(),
    size: z.int(),
    current: z.int(),
    pages: z.int(),
  });

/** Row counts of a list by state, under the same filters as the list call. */
export interface StateCounts {
  readonly states: { value: number; count: number; isEstimate?: boolean | undefined }[];
}

export const stateCounts = z.object({
  states: z.array(z.object({ value: z.int(), count: z.int(), isEstimate: z.boolean().optional() })),
});

/** Builds the answer of a list call. */
export const toPage = <Row>(
  records: Row[],
  total: number,
  query: Pick<ListQuery, 'current' | 'size'>,
  totalIsEstimate = false,
): Page<Row> => ({
  records,
  total,
  ...(totalIsEstimate ? { totalIsEstimate } : {}),
  size: query.size,
  current: query.current,
  pages: Math.ceil(total / query.size),
});

/** A parameter of a list: its allowed values, and for a filter its operator. */
export interface Parameter {
  readonly schema: z.ZodType;
  readonly operator?: Operator;
}

const known = new WeakMap<object, Readonly<Record<string, Parameter>>>();

/** The parameters of a list's input, in their order; undefined for another input. */
export const listParameters = (input: object): Readonly<Record<string, Parameter>> | undefined => known.get(input);

const fieldsOf = new WeakMap<object, Readonly<Record<string, Field>>>();

/** The fields of the rows of a list, by its input; undefined for another input. */
export const listFields = (input: object): Readonly<Record<string, Field>> | undefined => fieldsOf.get(input);

type WireQuery = Readonly<Record<string, unknown>>;

/**
 * The input of a list call: `current` (1-based), `size` (10, at most 200), `ascs`/`descs` (comma-joined, allow-list) and
 * the filters its fields allow. An unknown name is refused by name; an empty value is no filter.
 */
export function listQuery(fields: Readonly<Record<string, Field>>, more: Readonly<Record<string, z.ZodType>> = {}) {
  const rules = filterRules(fields);
  const sorts = new Set(sortable(fields));
  const schema = z.record(z.string(), z.unknown()).transform((wire: WireQuery, context): ListQuery => {
    const filters: Filter[] = [];
    const extra: Record<string, unknown> = {};
    const read = (name: string, schema: z.ZodType, value: unknown, then: (value: unknown) => void) => {
      const parsed = schema.safeParse(value);
      if (parsed.success) then(parsed.data);
      else context.issues.push(...parsed.error.issues.slice(0, 1).map((issue) => dropMessage(issue, name, value)));
    };
    let [current, size] = [1, DEFAULT_PAGE_SIZE];
    const sort: { field: string; descending: boolean }[] = [];
    for (const [name, given] of Object.entries(wire)) {
      if (given === '' || given === undefined || given === null) continue;
      const rule = rules.get(name);
      const own = Object.hasOwn(more, name) ? more[name] : undefined;
      const value = Array.isArray(given) && given.every(isSingle) ? given.join(',') : given;
      if (!isSingle(value)) context.issues.push({ code: 'custom', ...notSingle, path: [name], input: value });
      else if (name === 'current')
        read(name, z.coerce.number().int().min(1).max(10_000_000), value, (parsed) => (current = parsed as number));
      else if (name === 'size')
        read(name, z.coerce.number().int().min(1).max(MAX_PAGE_SIZE), value, (parsed) => (size = parsed as number));
      else if (name === 'ascs' || name === 'descs') {
        for (const field of String(value).split(',').filter(Boolean)) {
          // A repeated field changes nothing, and PostgreSQL accepts at most 1,664 columns to order by.
          if (sort.some((one) => one.field === field)) continue;
          if (sorts.has(field)) sort.push({ field, descending: name === 'descs' });
          else throw commonErrors.UNKNOWN_PARAMETER({ name: `${name}=${field.slice(0, 64)}` });
        }
      } else if (rule)
        read(name, rule.schema, value, (parsed) =>
          filters.push({
            ...{ field: rule.field, operator: rule.operator, value: parsed },
            ...(fields[rule.field]?.kind === 'phone' ? { isPhone: true as const } : {}),
          }),
        );
      else if (own) read(name, own, value, (parsed) => (extra[name] = parsed));
      else throw commonErrors.UNKNOWN_PARAMETER({ name: name.slice(0, 64) });
    }
    return { current, size, filters, sort, more: extra };
  });
  const parameters: Record<string, Parameter> = {
    current: { schema: z.int().min(1).max(10_000_000).default(1) },
    size: { schema: z.int().min(1).max(MAX_PAGE_SIZE).default(DEFAULT_PAGE_SIZE) },
    ascs: { schema: z.string() },
    descs: { schema: z.string() },
    ...Object.fromEntries([...rules].map(([name, { schema: rule, operator }]) => [name, { schema: rule, operator }])),
    ...Object.fromEntries(Object.entries(more).map(([name, rule]) => [name, { schema: rule }])),
  };
  const described = schema.meta({ parameters: Object.keys(parameters) });
  known.set(described, parameters);
  fieldsOf.set(described, fields);
  return described;
}

/** Returns whether a value is single, whatever its type; several values equal their joining by commas. */
const isSingle = (value: unknown): boolean => ['string', 'number', 'bigint', 'boolean'].includes(typeof value);
const notSingle = localizedRule({ zh: '应为单个值', en: 'should be a single value' });

/** The fault of a parameter without its text, which the reader of the list's input adds in the user's language. */
function dropMessage(issue: z.core.$ZodIssue, name: string, input: unknown): z.core.$ZodRawIssue {
  const { message: _, ...rest } = issue;
  return { ...rest, path: [name], input } as z.core.$ZodRawIssue;
}
