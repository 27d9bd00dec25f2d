import { type ModelField, type ModelKind, modelField } from '@trade-assistant/contract/areas/develop/code-model.ts';
import type { SourceColumn } from '../datasource/dialects.ts';
import { camel } from './print.ts';

/** Columns that every table of the program has, under the names of the family too. */
const OWN: ReadonlySet<string> = new Set([
  ...['id', 'tenant_id', 'version', 'deleted_at', 'is_deleted', 'create_user', 'create_user_name', 'create_dept'],
  ...['create_time', 'update_user', 'update_time', 'created_at', 'updated_at', 'created_by', 'updated_by'],
]);
const TYPES: readonly (readonly [RegExp, ModelKind])[] = [
  [/^(tinyint|bool|boolean|bit)/, 'yes'],
  [/int|serial/, 'integer'],
  [/^(numeric|decimal|double|real|float|money)/, 'money'],
  [/^date$/, 'date'],
  [/^(timestamp|datetime)/, 'time'],
  [/text|json|clob|blob/, 'textarea'],
];
const TEXT_MAX = 64;
const LONG_TEXT = 255;
const LENGTH_MAX = 10_000;
const FIELDS_MAX = 60;
const LABEL_MAX = 40;
const VALUES_MAX = 40;
const VALUE_CODE_MAX = 40;
const VALUE_NAME = /^[a-z][a-zA-Z0-9]{1,29}$/;
/** Kinds that can be unique. */
const UNIQUE: ReadonlySet<string> = new Set(['text', 'integer', 'money']);

/** Returns fields for the columns of a table; labels are the columns' comments, else their names. */
export function fieldsOfTable(columns: readonly SourceColumn[]): ModelField[] {
  const used = new Set<string>();
  return columns.flatMap((column) => {
    const name = nameOf(column.name);
    if (OWN.has(column.name.toLowerCase()) || used.has(name) || used.size >= FIELDS_MAX) return [];
    const field = modelField.safeParse(fieldOf(column, name));
    // A name that is no name of the program is left to the person.
    if (!field.success) return [];
    used.add(name);
    return [field.data];
  });
}

function fieldOf({ name: column, type, maxLength, isRequired, comment, isUnique, values }: SourceColumn, name: string) {
  const dictionary = dictionaryOf(column, values);
  const ofType = TYPES.find(([pattern]) => pattern.test(type))?.[1] ?? 'text';
  // A long text is never unique: a unique column of texts names its row.
  const known = isUnique && ofType === 'textarea' ? 'text' : ofType;
  const kind = dictionary ? 'dictionary' : known === 'text' && (maxLength ?? 0) > LONG_TEXT ? 'textarea' : known;
  const isText = kind === 'text' || kind === 'textarea';
  return {
    name,
    kind: column === 'remark' ? 'remark' : column === 'sort' && kind === 'integer' ? 'sort' : kind,
    zh: labelOf(comment) || column.slice(0, LABEL_MAX),
    en: titleOf(column),
    required: isRequired && kind !== 'yes',
    list: kind === 'textarea' ? 'hidden' : 'yes',
    search: kind === 'text' || kind === 'dictionary',
    unique: isUnique && UNIQUE.has(kind),
    dictionary,
    max: isText ? Math.min(maxLength ?? (kind === 'text' ? TEXT_MAX : LONG_TEXT), LENGTH_MAX) : null,
  };
}

/** Returns the dictionary of an enumeration, numbered in its order; null for other columns. */
function dictionaryOf(column: string, values: readonly string[]) {
  if (values.length === 0 || values.length > VALUES_MAX) return null;
  const code = column
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/[^A-Za-z0-9]+/g, '_')
    .toLowerCase();
  const used = new Set<string>();
  return {
    code: code.replace(/^[_0-9]+|_+$/g, '').slice(0, VALUE_CODE_MAX) || 'value',
    values: values.map((written, place) => {
      const short = nameOf(written);
      const isFree = VALUE_NAME.test(short) && !used.has(short);
      const name = isFree ? short : `value${place + 1}`;
      used.add(name);
      const label = plain(written).slice(0, LABEL_MAX) || name;
      return { name, value: place, zh: label, en: titleOf(written) === 'Field' ? label : titleOf(written) };
    }),
  };
}

/** `UNIT_PRICE` and `unitPrice` → `unitPrice`. */
const nameOf = (column: string): string => {
  const isCapitals = column === column.toUpperCase();
  const name = camel(
    (isCapitals ? column.toLowerCase() : column).replace(/[^A-Za-z0-9]+/g, '_').replace(/^_+|_+$/g, ''),
  );
  return name.slice(0, 1).toLowerCase() + name.slice(1);
};

/** The first words of a comment: what follows is usually an explanation of its values. */
const labelOf = (comment: string): string => plain(comment.split(/[,，;；:：(（]/)[0] ?? '').slice(0, LABEL_MAX);

/** `unit_price` → `Unit price`. */
const titleOf = (column: string): string => {
  const words = column
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/[^A-Za-z0-9]+/g, ' ')
    .trim()
    .toLowerCase();
  return (words.slice(0, 1).toUpperCase() + words.slice(1)).slice(0, LABEL_MAX) || 'Field';
};

const plain = (text: string): string => text.replace(/['"`\\\r\n\t$]/g, '').trim();
