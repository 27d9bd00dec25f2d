import { z } from 'zod';
import { described } from './dictionary.ts';
import { type Field, type FieldKind, SECRET_MASK } from './field.ts';
import { amount, id } from './schema.ts';
import { time } from './time.ts';

/** PostgreSQL types of fields. */
export type ColumnType = 'text' | 'integer' | 'bigint' | 'numeric' | 'date' | 'timestamptz' | 'jsonb';

/** The rules of a kind of field; the console's `kit/kinds` has its view. */
interface Kind {
  /** The type of its column, for tables made from the contract. */
  readonly column: ColumnType;
  /** The rule of answers: the type, without rules of input that older rows may break. */
  readonly answered: (field: Field) => z.ZodType;
  /** The search of a list: the comparisons of the column. */
  readonly searched: (field: Field) => z.ZodType;
  /** Chosen rather than typed, which changes the message when it is missing. */
  readonly isChosen?: true;
  /** Ordered, so that a range of it makes sense beside equality. */
  readonly isOrdered?: true;
}

const anyText = () => z.string();
// Long enough for every name, short enough for an index.
const searchText = () => z.string().trim().max(128);
// The columns are 32 bits wide, and refuse anything longer with an error of their own.
const searchInt = () => z.coerce.number().int().min(-2147483648).max(2147483647);
const asInput = ({ answered, schema }: Field): z.ZodType => answered ?? schema;
const textual = { column: 'text', answered: anyText, searched: searchText } as const;
const structured = { column: 'jsonb', answered: asInput, searched: searchText } as const;
const whole = { column: 'integer', answered: () => z.int(), searched: searchInt } as const;
const codedAnswer = ({ dictionary, kind }: Field) =>
  dictionary ? z.int().meta(described(dictionary, kind === 'dictionarySet')) : z.int();
const decimalText = { column: 'numeric', answered: anyText, searched: (field: Field) => field.schema } as const;
const pointer = { column: 'bigint', answered: asInput, searched: () => id() } as const;

/** Every kind a field can be. One that is missing here, or in the console's registry, is a compile error. */
const kinds: Readonly<Record<FieldKind, Kind>> = {
  text: textual,
  /** Several lines. */
  longText: textual,
  /** Numbers of documents, codes, hashes: values that users copy and search as a whole. */
  identifier: textual,
  /** Sealed in its row, never answered. */
  secret: {
    ...textual,
    answered: () => z.codec(z.string(), z.string(), { decode: (text) => text, encode: () => SECRET_MASK }),
  },
  integer: { ...whole, isOrdered: true },
  /** A decimal number as text, so that no digit is lost. */
  decimal: { ...decimalText, isOrdered: true },
  money: { column: 'bigint', answered: () => amount(), searched: () => amount(), isOrdered: true },
  /** A share as decimal text: `5.25` is 5.25 %. */
  percent: { ...decimalText, isOrdered: true },
  /** A calendar day, the same in every zone. */
  date: { column: 'date', answered: anyText, searched: ({ schema }) => schema, isChosen: true, isOrdered: true },
  /** A moment, read and written in the reader's zone. */
  dateTime: { column: 'timestamptz', answered: () => time(), searched: () => time(), isChosen: true, isOrdered: true },
  /** `HH:mm`, wherever the clock hangs. */
  timeOfDay: { ...textual, isOrdered: true },
  /** Seconds. */
  duration: { ...whole, isOrdered: true },
  yesNo: { ...whole, answered: asInput, isChosen: true },
  dictionary: { ...whole, answered: codedAnswer, isChosen: true },
  /** Several values of a dictionary as the sum of their bits. */
  dictionarySet: { ...whole, answered: codedAnswer, isChosen: true },
  /** Short texts. */
  tags: structured,
  reference: { ...pointer, isChosen: true },
  references: { ...structured, isChosen: true },
  /** A row of a resource that is a tree. */
  treeReference: { ...pointer, isChosen: true },
  /** ISO 3166-1 alpha-2. */
  country: { ...textual, isChosen: true },
  /** Several of them. */
  countries: { ...structured, isChosen: true },
  phone: textual,
  email: textual,
  url: textual,
  /** The id of a stored file. */
  file: { ...pointer, isChosen: true },
  /** The address of a picture. */
  image: { ...textual, isChosen: true },
  images: { ...structured, isChosen: true },
  /** HTML that the server has cleaned. */
  richText: textual,
  json: structured,
  /** Text in a language of programming or of data. */
  code: textual,
  /** `#rrggbb`. */
  colour: { ...textual, isChosen: true },
  /** A name of the icon set. */
  icon: { ...textual, isChosen: true },
  /** An IANA name. */
  timeZone: { ...textual, isChosen: true },
};

export const kindOf = ({ kind }: Field): Kind => kinds[kind];

/** The type of a field's column. */
export const columnTypeOf = (field: Field): ColumnType => kindOf(field).column;
