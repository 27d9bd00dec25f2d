import type { Locale } from '@trade-assistant/contract/kit/locale.ts';
import { currentDictionary } from '../../dictionaries.ts';
import type { FormField, NamedFields } from '../../form/values.ts';

type Filters = Readonly<Record<string, string>>;

/** The filter of one field as text: `text`, or the code of a country or the id of another row. */
export interface ActiveFilter {
  readonly name: string;
  readonly field: FormField;
  /** Its parameters, all of which go when it is removed. */
  readonly parameters: readonly string[];
  readonly text: string;
  /** A code or an id whose name has to be fetched. */
  readonly code?: string;
}

/** Whether a parameter of a list (`status_in`) filters by a field. */
export const isParameterOf = (field: string, parameter: string): boolean =>
  parameter === field || (parameter.startsWith(`${field}_`) && SUFFIXES.has(parameter.slice(field.length + 1)));

/** Returns the values that a list is filtered by in a field of states, none without a filter; null for a filter that names no values. */
export function chosenStates(field: string, filters: Filters): readonly string[] | null {
  const parameters = Object.keys(filters).filter((parameter) => isParameterOf(field, parameter));
  const values = ['', '_in', '_equal'].flatMap((suffix) => filters[field + suffix]?.split(',') ?? []);
  return parameters.every((parameter) => ['', '_in', '_equal'].includes(parameter.slice(field.length))) ? values : null;
}

/** Returns the current filters as text, in the order of the fields. Leaves out parameters that belong to no field. */
export function activeFilters(fields: NamedFields, filters: Filters, locale: Locale): ActiveFilter[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const parameters = Object.keys(filters).filter((parameter) => isParameterOf(name, parameter));
    if (parameters.length === 0) return [];
    const of = (...suffixes: readonly string[]) =>
      suffixes.map((suffix) => filters[name + suffix]).find((value) => value !== undefined);
    const plain = of('', '_in', '_equal', '_like', '_likeright', '_likeleft');
    const found = { name, field, parameters };
    const other = of('_notequal');
    if (plain === undefined && other !== undefined)
      return [{ ...found, text: `≠ ${field.dictionary ? labelsOf(field, other, locale) : other}` }];
    if (plain === undefined)
      return [{ ...found, text: rangeOf(field, of('_dategt', '_ge', '_gt'), of('_datelt', '_le', '_lt')) }];
    if (field.dictionary) return [{ ...found, text: labelsOf(field, plain, locale) }];
    return [{ ...found, text: plain, ...(field.kind === 'country' || field.source ? { code: plain } : {}) }];
  });
}

const SUFFIXES: ReadonlySet<string> = new Set(
  'in equal notequal like likeright likeleft ge gt le lt dategt datelt dategeq datele'.split(' '),
);

const TIME_OF_DAY = / \d\d:\d\d:\d\d$/;
const MIDNIGHT = ' 00:00:00';
const DAY_MILLIS = 86_400_000;

function rangeOf(field: FormField, from: string | undefined, to: string | undefined): string {
  const first = from?.replace(TIME_OF_DAY, '');
  // A span of days ends before the midnight after its last one.
  const last = field.kind === 'dateTime' && to?.endsWith(MIDNIGHT) ? dayBefore(to) : to?.replace(TIME_OF_DAY, '');
  if (first !== undefined && last !== undefined) return first === last ? first : `${first} – ${last}`;
  return first === undefined ? `≤ ${last ?? ''}` : `≥ ${first}`;
}

const dayBefore = (time: string): string =>
  new Date(Date.parse(`${time.slice(0, 10)}T00:00:00Z`) - DAY_MILLIS).toISOString().slice(0, 10);

function labelsOf(field: FormField, text: string, locale: Locale): string {
  const entries = field.dictionary ? Object.values(currentDictionary(field.dictionary).entries) : [];
  const values = new Set(text.split(',').map(Number));
  const isChosen = (value: number) =>
    field.kind === 'dictionarySet' ? (Number(text) & value) === value : values.has(value);
  return entries.flatMap((entry) => (isChosen(entry.value) ? [entry[locale]] : [])).join(', ') || text;
}
