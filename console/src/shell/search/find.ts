/** Something that can be found by its names; the first of them is the one shown. */
export interface Searchable {
  readonly names: readonly string[];
  /** Further words to find it by: its group, its address. They count least. */
  readonly more?: readonly string[];
}

/** From the first to the last character of a name that a query matches, counted from 0. */
export type MatchRange = readonly [from: number, to: number];

/** Finds Chinese text by its pinyin, whole or by initials. */
export type MatchPinyin = (text: string, query: string) => MatchRange | false;

export interface Match<T> {
  readonly item: T;
  /** The part to mark in the shown name; undefined when another name matched. */
  readonly span: MatchRange | undefined;
  /** The lower the better; equal ones keep their order. */
  readonly rank: number;
}

/**
 * Returns the matches of a query, best first: names that start with it, then names with a word that does, then names
 * that contain it, then names whose pinyin or initials do, then matches of other words. Ignores case and accents. An
 * empty query returns everything in the given order.
 */
export function findMatches<T extends Searchable>(
  items: readonly T[],
  query: string,
  matchPinyin?: MatchPinyin,
): Match<T>[] {
  const wanted = fold(query.trim());
  if (wanted === '') return items.map((item) => ({ item, span: undefined, rank: 0 }));
  return items.flatMap((item) => best(item, wanted, matchPinyin) ?? []).sort((one, other) => one.rank - other.rank);
}

const BEGINS = 0;
const WORD_BEGINS = 1;
const HOLDS = 2;
const PINYIN_BEGINS = 3;
const PINYIN_HOLDS = 4;
/** Added for a name that is not the one shown: initials of the name one sees come before a chance match in another. */
const UNSEEN = 3;
const OTHER_WORDS = 9;

function best<T extends Searchable>(
  item: T,
  wanted: string,
  matchPinyin: MatchPinyin | undefined,
): Match<T> | undefined {
  let found: Match<T> | undefined;
  const consider = (rank: number, span: MatchRange | undefined) => {
    if (!found || rank < found.rank) found = { item, rank, span };
  };
  item.names.forEach((name, index) => {
    const met = meet(name, wanted, matchPinyin);
    if (met) consider(met.rank + (index === 0 ? 0 : UNSEEN), index === 0 ? met.span : undefined);
  });
  if (!found && item.more?.some((word) => fold(word).includes(wanted))) consider(OTHER_WORDS, undefined);
  return found;
}

function meet(name: string, wanted: string, matchPinyin: MatchPinyin | undefined) {
  const folded = fold(name);
  const at = folded.indexOf(wanted);
  if (at >= 0) {
    const word = wordAt(folded, wanted);
    const begins = at === 0 ? BEGINS : word >= 0 ? WORD_BEGINS : HOLDS;
    const from = begins === WORD_BEGINS ? word : at;
    return { rank: begins, span: [from, from + wanted.length - 1] as const };
  }
  const span = /\p{Script=Han}/u.test(name) && matchPinyin?.(name, wanted);
  return span ? { rank: span[0] === 0 ? PINYIN_BEGINS : PINYIN_HOLDS, span } : undefined;
}

/** Returns where a later word starts with the wanted text; -1 without one. */
function wordAt(folded: string, wanted: string): number {
  for (let at = folded.indexOf(wanted, 1); at >= 0; at = folded.indexOf(wanted, at + 1))
    if (/[^\p{L}\p{N}]/u.test(folded[at - 1] ?? '')) return at;
  return -1;
}

/** Lower case without accents, of the same length wherever that is possible, so that positions stay true. */
const fold = (text: string): string =>
  [...text].map((char) => char.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().slice(0, char.length)).join('');
