import type { Filter, Operator } from '@trade-assistant/contract/kit/filter.ts';
import { phoneSearchDigits } from '@trade-assistant/contract/kit/phone-number.ts';
import {
  and,
  type Column,
  eq,
  gt,
  gte,
  ilike,
  inArray,
  is,
  isNull,
  like,
  lt,
  lte,
  not,
  or,
  type SQL,
  sql,
  Column as TableColumn,
} from 'drizzle-orm';
import { findNumbers } from './numbers.ts';

type Comparison = Exclude<Operator, 'tail' | 'contains' | 'starts' | 'ends' | 'in' | 'has'>;

const operators: Record<Comparison, (column: Column, value: unknown) => SQL> = {
  eq,
  // A row without a value has another one.
  ne: (column, value) => sql`${column} is distinct from ${is(column, TableColumn) ? sql.param(value, column) : value}`,
  gt,
  ge: gte,
  lt,
  le: lte,
};

const SECOND_MILLIS = 1000;

/** Compares by whole seconds: rows hold fractions, a given time means its whole second. */
function compareTime(operator: Comparison, column: Column, from: Date): SQL | undefined {
  const next = new Date(from.getTime() + SECOND_MILLIS);
  switch (operator) {
    case 'eq':
      return and(gte(column, from), lt(column, next));
    case 'ne':
      return or(lt(column, from), gte(column, next), isNull(column));
    case 'gt':
      return gte(column, next);
    case 'le':
      return lt(column, next);
    default:
      return operators[operator](column, from);
  }
}

/**
 * A phone number in any notation. A number column holds the digits of E.164, of which readers see the first and last; a text column holds
 * contact phones as `contactPhoneOf` writes them, with or without `+`.
 */
function comparePhone(filter: Filter, column: Column): SQL | undefined {
  const { operator, value } = filter;
  const written = String(value);
  if (is(column, TableColumn) && column.dataType !== 'string') return findNumbers(column, false)(filter);
  const digits = phoneSearchDigits(written);
  const anyOf = (pattern: (digits: string) => string) => or(...digits.map((one) => like(column, pattern(one))));
  switch (operator) {
    case 'contains':
      return anyOf((one) => `%${one}%`) ?? sql`false`;
    case 'starts':
      return (
        or(
          anyOf((one) => `${one}%`),
          anyOf((one) => `+${one}%`),
        ) ?? sql`false`
      );
    case 'ends':
      return anyOf((one) => `%${one}`) ?? sql`false`;
    default: {
      const found = inArray(column, [...digits, ...digits.map((one) => `+${one}`)]);
      return operator === 'ne' ? or(not(found), isNull(column)) : found;
    }
  }
}

/** A filter as SQL; the value is always bound, the column comes from the table, never from the request. */
export function condition(filter: Filter, columns: Readonly<Record<string, Column | SQL>>): SQL | undefined {
  const column = columns[filter.field] as Column | undefined;
  if (!column) throw new Error(`No column for the filter ${filter.field}`);
  if (filter.isPhone) return comparePhone(filter, column);
  switch (filter.operator) {
    case 'contains':
      return or(
        ilike(column, `%${literal(filter.value)}%`),
        pinyinCondition(columns[`${filter.field}Pinyin`], String(filter.value)),
      );
    case 'starts':
      return ilike(column, `${literal(filter.value)}%`);
    case 'ends':
      return ilike(column, `%${literal(filter.value)}`);
    // Documents are numbered in capitals; an index reads them from their end.
    case 'tail':
      return sql`reverse(${column}) like ${`${literal([...String(filter.value).toUpperCase()].reverse().join(''))}%`}`;
    case 'in':
      return inArray(column, filter.value as unknown[]);
    case 'has':
      return sql`(${column} & ${filter.value}::int) = ${filter.value}::int`;
    default:
      return filter.value instanceof Date
        ? compareTime(filter.operator, column, filter.value)
        : operators[filter.operator](column, filter.value);
  }
}

/**
 * SQL for rows whose name has these letters in its pinyin, in full or as initials; undefined for a text of other characters. A table keeps
 * the pinyin of a field in the column `<field>Pinyin`, which every search for a part of the field reads too.
 */
export function pinyinCondition(column: Column | SQL | undefined, text: string): SQL | undefined {
  const letters = text.replace(/[\s']/g, '');
  return column && /^[a-z]+$/i.test(letters) ? sql`${column} ilike ${`%${letters}%`}` : undefined;
}

/** A text in which `like` finds nothing but itself. */
export const literal = (value: unknown): string => String(value).replace(/[\\%_]/g, '\\$&');
