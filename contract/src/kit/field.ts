import { z } from 'zod';
import { codeOf, type Dictionary, described, yesNo } from './dictionary.ts';
import type { Text } from './locale.ts';
import { formatMoney } from './money.ts';
import { amount, flag, id as idSchema } from './schema.ts';
import { localizedRule, matching } from './sentences.ts';
import { time as timeSchema } from './time.ts';

/** How a list may be searched by a field; see `filter.ts` for the parameter names each allows. */
export type Search = 'equal' | 'like' | 'range' | 'in';

export interface FieldOptions {
  readonly label: Text;
  /** A sentence under the form control. */
  readonly help?: Text;
  /** Never null in a row, and must be given when a row is created. */
  readonly required?: boolean;
  /** A column of the list; `'hidden'` is offered by the column chooser but off at first. */
  readonly list?: boolean | 'hidden';
  /** Part of the form (default), only when creating, or never (computed by the server). */
  readonly form?: boolean | 'create';
  readonly search?: Search;
  /** The list may be sorted by it. */
  readonly sort?: boolean;
  /** The extra permission action without which the server leaves the field out (`cost`). */
  readonly may?: string;
  /** Form group heading. */
  readonly group?: Text;
  /** Column width in pixels. */
  readonly width?: number;
  /** What an empty form starts with. */
  readonly initial?: string | number;
}

export type FieldKind =
  | 'text'
  | 'textarea'
  | 'int'
  | 'money'
  | 'dict'
  | 'bits'
  | 'flag'
  | 'id'
  | 'time'
  | 'country'
  | 'phone'
  | 'json';

/** Where a picker finds the rows an id or code may point at. */
export interface RefSource {
  readonly resource: string;
  readonly call: string;
  /**
   * For a list: the field of its rows that names one and that the list is searched by, one per language where rows have two
   * names; one row is had from the `detail` call. Without it the call is searched by its `keyword`, or for one by its
   * `id`, and answers with titles.
   */
  readonly by?: string | Text;
}

/** One field: its rule on the wire and how a screen shows it. */
export interface Field<S extends z.ZodType = z.ZodType, O extends FieldOptions = FieldOptions> {
  readonly kind: FieldKind;
  readonly schema: S;
  /** What an answer may hold where the rule for input is stricter: rows from before it, or from beside the program. */
  readonly answered?: z.ZodType;
  readonly options: O;
  readonly dictionary?: Dictionary;
  /** For ids and codes that point at another resource. */
  readonly source?: RefSource;
  readonly max?: number;
}

const make = <S extends z.ZodType, const O extends FieldOptions>(
  kind: FieldKind,
  schema: S,
  options: O,
  more: Partial<Field> = {},
) => ({ kind, schema, options, ...more }) as Field<S, O>;

type Length = { readonly max: number; readonly pattern?: RegExp };

function stringSchema(options: FieldOptions & Length) {
  const schema = z.string().trim().max(options.max);
  const patterned = options.pattern ? schema.regex(options.pattern) : schema;
  return options.required ? patterned.min(1) : patterned;
}

export const text = <const O extends FieldOptions & Length>(options: O) =>
  make('text', stringSchema(options), options, { max: options.max });
export const textarea = <const O extends FieldOptions & Length>(options: O) =>
  make('textarea', stringSchema(options), options, { max: options.max });
export const int = <const O extends FieldOptions & { readonly min?: number; readonly max?: number }>(options: O) =>
  make(
    'int',
    z
      .int()
      .min(options.min ?? -2147483648)
      .max(options.max ?? 2147483647),
    options,
  );
/** `least`: in micro-units; what is less is refused, and still shown where a row has it. */
export const money = <const O extends FieldOptions & { readonly least?: bigint }>(options: O) => {
  const { least } = options;
  if (least === undefined) return make('money', amount(), options);
  const min = formatMoney(least);
  const sentence = localizedRule({ zh: `最小为 ${min}`, en: `at least ${min}` });
  return make(
    'money',
    amount().refine((value) => value >= least, sentence),
    options,
    { answered: amount() },
  );
};
export const dict = <const O extends FieldOptions, D extends Dictionary>(dictionary: D, options: O) =>
  make('dict', codeOf(dictionary), options, { dictionary });
/** A set of the dictionary's values as the sum of their bits. */
export const bits = <const O extends FieldOptions, D extends Dictionary>(dictionary: D, options: O) =>
  make(
    'bits',
    z
      .int()
      .min(0)
      .max(dictionary.values.reduce((a, b) => a | b, 0))
      .meta(described(dictionary, true)),
    options,
    { dictionary },
  );
/** 0 or 1, shown as a switch. */
export const yes = <const O extends FieldOptions>(options: O) => make('flag', flag(), options, { dictionary: yesNo });
/** The rule of a text that is a calendar day, the same in every zone: `text({ …, ...calendarDay })`. */
export const calendarDay = {
  max: 10,
  // The database knows no year 0.
  pattern: matching(new RegExp(z.regexes.date.source.replace('^', '^(?=[1-9])')), {
    zh: '应为日期，例如 2026-02-28',
    en: 'should be a date, such as 2026-02-28',
  }),
} as const;
/** Whether a field is a calendar day, told by what its rule accepts. */
export const isCalendarDay = ({ kind, max, schema }: Field): boolean =>
  kind === 'text' && max === 10 && schema.safeParse('2026-02-28').success && !schema.safeParse('2026-02-99').success;
/** The id of another row. */
export const ref = <const O extends FieldOptions>(source: RefSource | null, options: O) =>
  make('id', idSchema(), options, source ? { source } : {});
export const time = <const O extends FieldOptions>(options: O) => make('time', timeSchema(), options);
/** ISO 3166-1 alpha-2. */
export const COUNTRY = matching(/^[A-Z]{2}$/, {
  zh: '应为两位大写国家代码，例如 US',
  en: 'should be a country code of two capitals, such as US',
});
const COUNTRY_OR_ANY = matching(/^([A-Z]{2}|\*)$/, {
  zh: '应为两位大写国家代码，或 * 表示所有国家',
  en: 'should be a country code of two capitals, or * for every country',
});
/** ISO 3166-1 alpha-2, or `*` where a rule is for every country. */
export const country = <const O extends FieldOptions & { readonly any?: boolean }>(options: O) =>
  make('country', z.string().regex(options.any ? COUNTRY_OR_ANY : COUNTRY), options);
/** An E.164 number as the server chose to show it: masked, or plain digits where the reader may see it. */
export const phone = <const O extends FieldOptions>(options: O) => make('phone', z.string().max(24), options);
export const json = <S extends z.ZodType, const O extends FieldOptions>(schema: S, options: O, answered?: z.ZodType) =>
  make('json', schema, options, answered ? { answered } : {});

type Look = Pick<FieldOptions, 'label' | 'help' | 'list' | 'search' | 'sort' | 'group' | 'width'>;

/** The same field, shown differently by a resource that shares it. */
export const shown = <F extends Field>(field: F, look: Partial<Look>): F => ({
  ...field,
  options: { ...field.options, ...look },
});

/** The columns every audited row answers with; spread into a resource's fields. */
export const audited = {
  version: int({ label: { zh: '版本', en: 'Version' }, required: true, form: false }),
  createUserName: text({ label: { zh: '创建人', en: 'Created by' }, max: 64, list: 'hidden', form: false }),
  createTime: time({
    label: { zh: '创建时间', en: 'Created' },
    required: true,
    list: true,
    form: false,
    search: 'range',
    sort: true,
  }),
  updateTime: time({
    label: { zh: '更新时间', en: 'Updated' },
    required: true,
    list: 'hidden',
    form: false,
    sort: true,
  }),
} as const;
