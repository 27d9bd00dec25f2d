import { z } from 'zod';
import type { Field } from './field.ts';
import { kindOf } from './kinds.ts';
import { MAX_SEARCHED_NUMBERS, splitNumbers } from './phone-number.ts';
import { id } from './schema.ts';
import { localizedRule } from './sentences.ts';
import { timeBefore, timeUntil } from './time.ts';

/**
 * Operators of list parameters, an allow-list: a field's `search` decides its parameter names. Other names are refused,
 * so a parameter can never reach a column that was not meant to be searched.
 *
 * A span of time starts at `_dategt` and ends before `_datelt`: two midnights mean the whole days between them, and a
 * date without a time means the whole day (`_le` and `_datele` too). `_gt` is strictly later. A set of bits is found by
 * its bare name when it contains all given bits; `_equal` needs exactly that set.
 */
export type Operator = 'tail' | 'eq' | 'ne' | 'has' | 'contains' | 'starts' | 'ends' | 'gt' | 'ge' | 'lt' | 'le' | 'in';

export interface Filter {
  readonly field: string;
  readonly operator: Operator;
  readonly value: unknown;
  /** The value is a phone number as people write it, or a part of one. */
  readonly isPhone?: true;
}

interface FilterRule {
  readonly field: string;
  readonly operator: Operator;
  readonly schema: z.ZodType;
}

const COMPARISONS = { gt: 'gt', ge: 'ge', lt: 'lt', le: 'le' } as const;
const DATE_COMPARISONS = { ...COMPARISONS, gt: 'ge' } as const;
/** How the time of a `_date…` suffix is read. */
const endOf = (suffix: string): z.ZodType | undefined =>
  suffix === 'lt' ? timeBefore() : suffix === 'le' ? timeUntil() : undefined;

const MAX_IN = 200;
/** A phone number, a part of one, or several. */
const numbers = z
  .string()
  .trim()
  .max(64 * MAX_SEARCHED_NUMBERS)
  .refine(
    (text) => splitNumbers(text).length <= MAX_SEARCHED_NUMBERS,
    localizedRule({
      zh: `一次最多查询 ${MAX_SEARCHED_NUMBERS} 个号码`,
      en: `accepts at most ${MAX_SEARCHED_NUMBERS} numbers`,
    }),
  );

/**
 * Returns the parameters of a list over these fields: name → operator. Rows of our own tables (with a version) are
 * found by their ids too, so that selected rows can be fetched again.
 */
export function filterRules(fields: Readonly<Record<string, Field>>): ReadonlyMap<string, FilterRule> {
  const rules = new Map<string, FilterRule>();
  if ('version' in fields) rules.set('id_in', { field: 'id', operator: 'in', schema: listOf(id()) });
  for (const [name, field] of Object.entries(fields)) {
    const search = field.options.search;
    if (!search) continue;
    const value = kindOf(field).searched(field);
    const { alsoSearchedAs } = field.options;
    const names = [name, ...(alsoSearchedAs && !(alsoSearchedAs in fields) ? [alsoSearchedAs] : [])];
    const add = (suffix: string, operator: Operator, schema: z.ZodType = value) => {
      for (const one of names) rules.set(one + suffix, { field: name, operator, schema });
    };
    add('_equal', 'eq');
    if (search === 'ending') {
      for (const suffix of ['', '_likeleft']) add(suffix, 'tail', z.string().trim().max(64));
      add('_notequal', 'ne');
    } else if (search === 'like') {
      const part = field.kind === 'phone' ? numbers : z.string().trim().max(128);
      for (const suffix of ['', '_like']) add(suffix, 'contains', part);
      add('_likeright', 'starts', part);
      add('_likeleft', 'ends', part);
    } else {
      add('', field.kind === 'dictionarySet' ? 'has' : 'eq');
      add('_notequal', 'ne');
    }
    if (search === 'in') add('_in', 'in', listOf(value));
    if (search === 'range') {
      const isTime = field.kind === 'dateTime';
      for (const [suffix, operator] of Object.entries(COMPARISONS))
        add(`_${suffix}`, operator, isTime && suffix === 'le' ? timeUntil() : value);
      if (isTime)
        for (const [suffix, operator] of Object.entries(DATE_COMPARISONS))
          add(`_date${suffix}`, operator, endOf(suffix));
    }
  }
  return rules;
}

/** Fields of a list the caller may sort by. */
export const sortable = (fields: Readonly<Record<string, Field>>): string[] => [
  'id',
  ...Object.entries(fields).flatMap(([name, field]) => (field.options.sort ? [name] : [])),
];

const listOf = (schema: z.ZodType): z.ZodType =>
  z.preprocess((text) => String(text).split(',').filter(Boolean), z.array(schema).min(1).max(MAX_IN));
