import { z } from 'zod';
import { codeOf, type Dictionary, described, yesNo } from './dictionary.ts';
import type { Text } from './locale.ts';
import { formatMoney } from './money.ts';
import { amount, flag, id as idSchema } from './schema.ts';
import { localizedRule, matching } from './sentences.ts';
import { isZoneName, time as timeSchema } from './time.ts';

/** How a list may be searched by a field; see `filter.ts` for the parameter names each allows. */
export type Search = 'equal' | 'ending' | 'like' | 'range' | 'in';

export interface FieldOptions {
  readonly label: Text;
  /** A sentence under the form control. */
  readonly help?: Text;
  /** Never null in a row, and must be given when a row is created. */
  readonly required?: boolean;
  /**
   * A column of the list; `'optional'` is hidden first when there is no room for all, `'hidden'` is off by default but
   * offered by the column chooser.
   */
  readonly list?: boolean | 'optional' | 'hidden';
  /** Part of the form (default), only when creating, or never (computed by the server). */
  readonly form?: boolean | 'create';
  readonly search?: Search;
  /** Another name by which lists are searched by it, unless they have a field of that name. */
  readonly alsoSearchedAs?: string;
  /** The list may be sorted by it. */
  readonly sort?: boolean;
  /** Of a text with few values, such as a campaign or a cause: reports group rows by it. Never of names, numbers or long texts. */
  readonly isGroup?: true;
  /** The extra permission action without which the server leaves the field out (`cost`). */
  readonly readPermission?: string;
  /** The extra permission action without which a form does not offer the field and the server refuses it. */
  readonly writePermission?: string;
  /** Form group heading. */
  readonly group?: Text;
  /** Column width in pixels, for kinds whose cells are cut. */
  readonly width?: number;
  /** The meaning of a missing value, such as no expiry or all menus. Shown instead of a dash. */
  readonly emptyMeans?: Text;
  /** Names of special values, such as -1: no limit. */
  readonly namedValues?: Readonly<Record<number, Text>>;
  /** The initial value of an empty form; for a required field also the default of a new row. */
  readonly initial?: string | number;
  /**
   * Another name of the field on the wire, for clients of the family: rows answer it beside (ids joined by commas), forms take it
   * in place of the field, or beside it where its value is the changed one of the two.
   */
  readonly alias?: string;
  /** The property of rows with the name of a dictionary value: `categoryName`. */
  readonly namedAs?: string;
  /** A required field that is given no value has the value of this one: a name in another language. */
  readonly follows?: string;
  /** Prefix of the generated value of a required field without one: this word and eight random digits. */
  readonly generated?: string;
  /**
   * Part of the form only while another, always given field has one of these values; otherwise the row's value is
   * cleared. `isNeeded`: required then.
   */
  readonly when?: FieldCondition;
  /** The value the form fills in for each value of another field, unless the user typed one. */
  readonly suggested?: { readonly by: string; readonly values: Readonly<Record<number, string>> };
  /** The public parameter (`parameters.ts`) that an empty form starts with instead. */
  readonly initialFrom?: string;
  /** Of a secret: the fields that say where and as whom it is used. */
  readonly sentTo?: readonly string[];
}

/** Options of kinds whose cells are as wide as their content. */
export type UncutOptions = FieldOptions & { readonly width?: never };

export interface FieldCondition {
  readonly field: string;
  readonly is: readonly number[];
  readonly isNeeded?: boolean;
}

/** Whether the form that adds a row requires a value. */
export const mustBeGiven = ({ options: { required, initial, follows, generated } }: Pick<Field, 'options'>): boolean =>
  required === true && initial === undefined && follows === undefined && generated === undefined;

/** Returns whether a field is part of a form with these values. */
export const isFitting = ({ options: { when } }: Pick<Field, 'options'>, values: Readonly<Record<string, unknown>>) =>
  when === undefined || when.is.includes(Number(values[when.field]));

/** `kinds.ts` has their rules, the console's `kit/kinds` their views. */
export type FieldKind =
  | 'text'
  | 'longText'
  | 'identifier'
  | 'secret'
  | 'integer'
  | 'decimal'
  | 'money'
  | 'percent'
  | 'date'
  | 'dateTime'
  | 'timeOfDay'
  | 'duration'
  | 'yesNo'
  | 'dictionary'
  | 'dictionarySet'
  | 'tags'
  | 'reference'
  | 'references'
  | 'treeReference'
  | 'country'
  | 'countries'
  | 'phone'
  | 'email'
  | 'url'
  | 'file'
  | 'image'
  | 'images'
  | 'richText'
  | 'json'
  | 'code'
  | 'colour'
  | 'icon'
  | 'timeZone';

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

/** The call that stores a file before its record is saved, and its input. It answers a `link` or an `id`. */
export interface UploadTarget {
  readonly resource: string;
  readonly call: string;
  /** Endings of file names, without the dot. */
  readonly kinds: readonly string[];
  readonly maxBytes: number;
}

/** One field: its rule on the wire and how a screen shows it. */
export interface Field<S extends z.ZodType = z.ZodType, O extends FieldOptions = FieldOptions> {
  readonly kind: FieldKind;
  readonly schema: S;
  /** The rule of answers where that of input is stricter: older rows, or rows written by other programs. */
  readonly answered?: z.ZodType;
  readonly options: O;
  readonly dictionary?: Dictionary;
  /** For ids and codes that point at another resource. */
  readonly source?: RefSource;
  readonly max?: number;
  /** For files and pictures; without it their ids and addresses are typed. */
  readonly upload?: UploadTarget;
  /** Most values, if there may be several. */
  readonly count?: number;
  /** Decimals that lists show for amounts from 1 on; two by default. */
  readonly decimals?: number;
  /** A country that may also be `*`, for every country. */
  readonly isAnyAllowed?: true;
}

export const make = <S extends z.ZodType, const O extends FieldOptions>(
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
  make('longText', stringSchema(options), options, { max: options.max });
export const int = <const O extends UncutOptions & { readonly min?: number; readonly max?: number }>(options: O) =>
  make(
    'integer',
    z
      .int()
      .min(options.min ?? -2147483648)
      .max(options.max ?? 2147483647),
    options,
  );
/** `least`, `most`: in micro-units; other amounts are refused, but shown in existing rows. `most` needs `least`. */
export const money = <const O extends UncutOptions & { readonly least?: bigint; readonly most?: bigint }>(
  options: O,
) => {
  const { least, most } = options;
  if (least === undefined) return make('money', amount(), options);
  const sentence = localizedRule({ zh: `最小为 ${formatMoney(least)}`, en: `at least ${formatMoney(least)}` });
  const upper = formatMoney(most ?? least);
  const above = localizedRule({ zh: `最大为 ${upper}`, en: `at most ${upper}` });
  return make(
    'money',
    amount()
      .refine((value) => value >= least, sentence)
      .refine((value) => most === undefined || value <= most, above),
    options,
    { answered: amount() },
  );
};
/** The price of one piece: compared to the fourth decimal, since it is multiplied by thousands. */
export const unitPrice = <const O extends UncutOptions & { readonly least?: bigint }>(options: O) => ({
  ...money(options),
  decimals: 4,
});
/** An amount shown with all its decimals: one to be paid, or paid. */
export const exactMoney = <const O extends UncutOptions & { readonly least?: bigint }>(options: O) => ({
  ...money(options),
  decimals: 6,
});
export const dict = <const O extends UncutOptions, D extends Dictionary>(dictionary: D, options: O) =>
  make('dictionary', codeOf(dictionary), options, { dictionary });
/** A set of the dictionary's values as the sum of their bits. */
export const bits = <const O extends FieldOptions, D extends Dictionary>(dictionary: D, options: O) =>
  make(
    'dictionarySet',
    z
      .int()
      .min(0)
      .max(dictionary.values.reduce((a, b) => a | b, 0))
      .meta(described(dictionary, true)),
    options,
    { dictionary },
  );
/** 0 or 1, shown as a switch. */
export const yes = <const O extends UncutOptions>(options: O) => make('yesNo', flag(), options, { dictionary: yesNo });
/** A calendar day, the same in every zone: `2026-02-28`. */
export const date = <const O extends UncutOptions>(options: O) =>
  make('date', z.string().trim().regex(DAY), options, { max: 10 });
const DAY = matching(
  // The database knows no year 0.
  new RegExp(z.regexes.date.source.replace('^', '^(?=[1-9])')),
  { zh: '应为日期，例如 2026-02-28', en: 'should be a date, such as 2026-02-28' },
);
/** `HH:mm`. */
export const timeOfDay = <const O extends UncutOptions>(options: O) =>
  make('timeOfDay', z.string().trim().regex(CLOCK), options, { max: 5 });
const CLOCK = matching(/^([01]\d|2[0-3]):[0-5]\d$/, {
  zh: '应为时刻，例如 09:30',
  en: 'should be a time of day, such as 09:30',
});
/** Numbers of documents, codes, hashes: values that users copy and search as a whole. */
export const identifier = <const O extends UncutOptions & Length>(options: O) =>
  make('identifier', stringSchema(options), options, { max: options.max });
/**
 * A password or key of another service. It is sealed in its row and never answered: readers learn only whether one is
 * set. A form that leaves it empty keeps it, unless it changes one of the fields `sentTo`: where and as whom the secret is used, so that a
 * stored one never follows a changed address. Its name shows its kind (`secretKey`, `password`, `token`), so that logs hide it.
 */
export const secret = <const O extends UncutOptions & { readonly max: number }>(options: O) =>
  make('secret', stringSchema(options), options, { max: options.max });
/** Answered instead of a secret. */
export const SECRET_MASK = '••••••••';
/** A decimal number as text, with at most `scale` digits after the point (4). */
export const decimal = <const O extends UncutOptions & Scaled>(options: O) =>
  make('decimal', decimalSchema(options), options);
/** A share as decimal text: `5.25` is 5.25 %. From 0 to 100 by default. */
export const percent = <const O extends UncutOptions & Scaled>(options: O) =>
  make('percent', decimalSchema({ min: 0, max: 100, ...options }), options);
/** Seconds, from 0 to a year by default. */
export const duration = <const O extends UncutOptions & { readonly min?: number; readonly max?: number }>(options: O) =>
  make(
    'duration',
    z
      .int()
      .min(options.min ?? 0)
      .max(options.max ?? YEAR_SECONDS),
    options,
  );
/**
 * Short texts: at most `count` (32) of at most `max` characters each. `least`: message when a required one is empty.
 */
export const tags = <const O extends FieldOptions & Length & { readonly count?: number; readonly least?: Text }>(
  options: O,
) => {
  const list = z.array(stringSchema({ ...options, required: true })).max(options.count ?? 32);
  const sentence = localizedRule(options.least ?? { zh: '请至少填写一项', en: 'Name at least one' });
  return make('tags', options.required ? list.refine((tags) => tags.length > 0, sentence) : list, options, {
    max: options.max,
    answered: z.array(z.string()),
  });
};
export const email = <const O extends FieldOptions>(options: O) =>
  make('email', stringSchema({ ...options, max: 128, pattern: EMAIL }), options, { max: 128 });
const EMAIL = matching(z.regexes.email, {
  zh: '应为邮箱地址，例如 name@example.com',
  en: 'should be an address such as name@example.com',
});
/** The address of a page: http or https. */
export const url = <const O extends FieldOptions>(options: O) =>
  make('url', z.string().trim().max(1000).regex(PAGE), options, { max: 1000, answered: z.string() });
const PAGE = matching(/^https?:\/\/[^\s/?#@]+([/?#]\S*)?$/i, {
  zh: '应为网页地址，以 http:// 或 https:// 开头，不含用户名和密码',
  en: 'should be a web address starting with http:// or https://, without a user or password in it',
});
/** The id of a stored file. */
export const file = <const O extends UncutOptions & Stored>(options: O) =>
  make('file', idSchema(), options, storedBy(options));
/** The address of a picture. */
export const image = <const O extends UncutOptions & Stored>(options: O) =>
  make('image', z.string().trim().max(1000), options, { max: 1000, ...storedBy(options) });
/** Addresses of pictures, at most `count` (9). */
export const images = <const O extends UncutOptions & Stored & { readonly count?: number }>(options: O) =>
  make('images', z.array(z.string().trim().min(1).max(1000)).max(options.count ?? 9), options, {
    answered: z.array(z.string()),
    count: options.count ?? 9,
    ...storedBy(options),
  });
type Stored = { readonly upload?: UploadTarget };
const storedBy = ({ upload }: Stored) => (upload ? { upload } : {});
/** HTML; the receiver sanitises it. */
export const richText = <const O extends FieldOptions & Length>(options: O) =>
  make('richText', stringSchema(options), options, { max: options.max });
/** Text in a language of programming or of data. */
export const code = <const O extends FieldOptions & Length>(options: O) =>
  make('code', stringSchema(options), options, { max: options.max });
export const colour = <const O extends UncutOptions>(options: O) =>
  make('colour', z.string().trim().regex(COLOUR), options, { max: 7 });
const COLOUR = matching(/^#[0-9a-f]{6}$/i, { zh: '应为颜色，例如 #409eff', en: 'should be a colour, such as #409eff' });
/** A name of the icon set. */
export const icon = <const O extends UncutOptions>(options: O) =>
  make('icon', z.string().trim().max(64).regex(ICON), options, { max: 64 });
const ICON = matching(/^[A-Z][A-Za-z0-9]*$/, {
  zh: '应为图标名称，例如 ShopOutlined',
  en: 'should be an icon name such as ShopOutlined',
});

/** An IANA time zone, such as `Asia/Shanghai`. */
export const timeZone = <const O extends FieldOptions>(options: O) =>
  make('timeZone', z.string().trim().max(64).refine(isZoneName, NOT_A_ZONE), options, { max: 64 });
const NOT_A_ZONE = localizedRule({
  zh: '应为时区名称，例如 Asia/Shanghai',
  en: 'should be a time zone such as Asia/Shanghai',
});

type Scaled = { readonly scale?: number; readonly min?: number; readonly max?: number };
const YEAR_SECONDS = 366 * 24 * 60 * 60;

function decimalSchema({ scale = 4, min, max }: Scaled) {
  const rule = matching(new RegExp(`^-?\\d{1,12}(\\.\\d{1,${scale}})?$`), {
    zh: `应为数字，最多 ${scale} 位小数`,
    en: `should be a number with at most ${scale} decimals`,
  });
  const range = localizedRule({
    zh: `应在 ${min ?? '−10¹²'} 与 ${max ?? '10¹²'} 之间`,
    en: `should be between ${min ?? '−10¹²'} and ${max ?? '10¹²'}`,
  });
  return z
    .string()
    .trim()
    .regex(rule)
    .refine((text) => (min === undefined || Number(text) >= min) && (max === undefined || Number(text) <= max), range);
}

/** The id of another row. */
export const ref = <const O extends UncutOptions>(source: RefSource | null, options: O) =>
  make('reference', idSchema(), options, source ? { source } : {});
export const time = <const O extends UncutOptions>(options: O) => make('dateTime', timeSchema(), options);
/** The ids of several rows, at most 200. */
export const refs = <const O extends FieldOptions>(source: RefSource, options: O) =>
  make('references', z.array(idSchema()).max(200), options, { source });
/** The id of a row of a resource that is a tree. */
export const treeRef = <const O extends UncutOptions>(source: RefSource, options: O) =>
  make('treeReference', idSchema(), options, { source });
/** ISO 3166-1 alpha-2. */
export const COUNTRY = matching(/^[A-Z]{2}$/, {
  zh: '应为两位大写国家代码，例如 US',
  en: 'should be a two-letter country code in capitals, such as US',
});
const COUNTRY_OR_ANY = matching(/^([A-Z]{2}|\*)$/, {
  zh: '应为两位大写国家代码，或 * 表示所有国家',
  en: 'should be a two-letter country code in capitals, or * for all countries',
});
/** ISO 3166-1 alpha-2, or `*` where a rule is for every country. */
export const country = <const O extends UncutOptions & { readonly any?: boolean }>(options: O) =>
  make(
    'country',
    z.string().regex(options.any ? COUNTRY_OR_ANY : COUNTRY),
    options,
    options.any ? { isAnyAllowed: true } : {},
  );
/** Codes of countries, at most `count` (250), in the order they were chosen. */
export const countries = <const O extends FieldOptions & { readonly count?: number }>(options: O) =>
  make('countries', z.array(z.string().trim().regex(COUNTRY)).max(options.count ?? 250), options, {
    answered: z.array(z.string()),
  });
/** An E.164 number as the server chose to show it: masked, or plain digits where the reader may see it. */
export const phone = <const O extends UncutOptions>(options: O) => make('phone', z.string().max(24), options);
export const json = <S extends z.ZodType, const O extends FieldOptions>(schema: S, options: O, answered?: z.ZodType) =>
  make('json', schema, options, answered ? { answered } : {});

type Look = Pick<FieldOptions, 'label' | 'help' | 'list' | 'search' | 'sort' | 'group' | 'width'>;

/** The same field, shown differently by a resource that shares it. */
export const shown = <F extends Field>(field: F, look: Partial<Look>): F => ({
  ...field,
  options: { ...field.options, ...look },
});

/** Returns the fields without a place in forms: the server computes them. */
export const readOnly = <const F extends Readonly<Record<string, Field>>>(fields: F) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, { ...field, options: { ...field.options, form: false } }]),
  ) as unknown as { readonly [K in keyof F]: F[K] & { readonly options: { readonly form: false } } };

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
