import type { Filter } from '@trade-assistant/contract/kit/filter.ts';
import { splitNumbers } from '@trade-assistant/contract/kit/phone-number.ts';
import { and, type Column, inArray, isNull, not, or, type SQL, sql } from 'drizzle-orm';
import { type NumberSearch, readNumberSearch } from '../phone/index.ts';

const LONGEST_E164 = 15;
const SHORTEST_E164 = 7;
/** Tables of numbers have an index over the last four digits: `(e164 % 10000)`. */
const INDEXED = 4;

/**
 * Returns the condition of a search in a column of E.164 digits: whole numbers in any notation, first or last digits, or several of them.
 * `isPlain` holds for the rows whose numbers the reader sees in full; in others only the visible digits are found.
 */
export function findNumbers(column: Column | SQL, isPlain: boolean | SQL): (filter: Filter) => SQL {
  return ({ operator, value }) => {
    const pieces = splitNumbers(String(value));
    const masked = matching(column, operator, pieces, true);
    if (operator === 'ne') return or(not(masked), isNull(column)) ?? sql`true`;
    if (isPlain === false) return masked;
    const plain = matching(column, operator, pieces, false);
    return isPlain === true ? plain : (or(masked, and(isPlain, plain)) ?? sql`false`);
  };
}

function matching(column: Column | SQL, operator: Filter['operator'], pieces: readonly string[], isMasked: boolean) {
  const searches = pieces.map((piece) => readNumberSearch(piece, isMasked));
  const exact = searches.flatMap((search) => search.exact);
  const allows = (part: 'starts' | 'ends') => operator === 'contains' || operator === part;
  const conditions = [
    exact.length > 0 ? inArray(sql`${column}`, exact) : undefined,
    allows('ends') ? ending(column, endsOf(searches)) : undefined,
    // The first digits of many numbers would be a range for each of them and each length.
    ...(allows('starts') && searches.length === 1 ? beginning(column, searches[0]) : []),
  ];
  return or(...conditions) ?? sql`false`;
}

const endsOf = (searches: readonly NumberSearch[]): string[] =>
  searches.flatMap(({ ends }) => (ends === null ? [] : [ends]));

/** Numbers that end with one of these digits. Three digits are the ten endings of four. */
function ending(column: Column | SQL, ends: readonly string[]): SQL | undefined {
  if (ends.length === 0) return undefined;
  const indexed = sql`(${column} % ${sql.raw(String(10 ** INDEXED))})`;
  const byLength = Map.groupBy(ends, (digits) => digits.length);
  return or(
    ...[...byLength].map(([length, group]) => {
      if (length < INDEXED)
        return inArray(
          indexed,
          group.flatMap((digits) => Array.from({ length: 10 }, (_, first) => BigInt(`${first}${digits}`))),
        );
      const last = inArray(
        indexed,
        group.map((digits) => BigInt(digits.slice(-INDEXED))),
      );
      return length === INDEXED
        ? last
        : and(last, inArray(sql`(${column} % ${10n ** BigInt(length)})`, group.map(BigInt)));
    }),
  );
}

/**
 * Numbers that begin with these digits, with or without their calling code: a range for each length a number may have. Some 400 ranges of
 * an index take 40 ms; as values in the text, because a statement has at most 65,535 parameters and these have no other use.
 */
function beginning(column: Column | SQL, search: NumberSearch | undefined): SQL[] {
  const ranges = (search?.national ?? []).map(({ begins, length }) => range(column, begins, length));
  const digits = search?.begins ?? '0';
  if (!digits.startsWith('0'))
    for (let length = Math.max(digits.length + 1, SHORTEST_E164); length <= LONGEST_E164; length += 1)
      ranges.push(range(column, digits, length));
  return ranges;
}

function range(column: Column | SQL, digits: string, length: number): SQL {
  const step = 10n ** BigInt(length - digits.length);
  const first = BigInt(digits) * step;
  return sql`${column} between ${sql.raw(String(first))} and ${sql.raw(String(first + step - 1n))}`;
}
