import type { Field } from '@trade-assistant/contract/kit/field.ts';
import type { Locale, Text } from '@trade-assistant/contract/kit/locale.ts';
import { nameOf } from '@trade-assistant/contract/kit/name.ts';
import type { Resource } from '@trade-assistant/contract/kit/resource.ts';
import type { ReactNode } from 'react';
import { FieldValue } from '../../fields/value.tsx';
import type { Wrapping } from '../../kinds/kind.ts';
import { viewOf } from '../../kinds/kinds.ts';
import { isNumberOf, withHistory } from '../record/number-link.tsx';
import type { ColumnChange, Row } from '../types.ts';

export interface Column {
  readonly name: string;
  readonly title: Text;
  /**
   * Width at which the cells of a column wrap, in pixels; they get more where the table has room. `rest`: only the
   * remaining width. Columns that do not wrap are as wide as their content.
   */
  readonly width: number | 'rest';
  readonly align: 'left' | 'right' | 'center';
  readonly isSortable: boolean;
  readonly isHiddenAtFirst: boolean;
  /** Folded first when there is no room for all. */
  readonly isOptional?: boolean;
  /** How cells wrap. Short kinds (status, country, time, amount) do not. */
  readonly wraps: Wrapping | false;
  /** Whether the column is the row's title. */
  readonly isName?: boolean;
  /** Undefined for a column that is the screen's own. */
  readonly kind: Field['kind'] | undefined;
  readonly render: (row: Row) => ReactNode;
  /** The cell on paper: text where the screen shows a switch. */
  readonly print: (row: Row) => ReactNode;
}

type Changes = Readonly<Record<string, ColumnChange<never> | false>>;

/**
 * A list's columns: from the fields that are listed and that the user may see, then changed and added to by the screen.
 * A name kept in two languages is one column in the reader's, changed as the Chinese one; the other starts hidden.
 */
export function columnsOf(
  resource: Resource,
  changes: Changes,
  can: (code: string) => boolean,
  locale: Locale,
): Column[] {
  const columns: Column[] = [];
  const names = namesOf(resource);
  for (const [name, field] of Object.entries(resource.fields)) {
    const { list, readPermission } = field.options;
    const isName = name === names?.[locale];
    const change = changes[isName ? names.zh : name] as ColumnChange<Row> | false | undefined;
    if (
      change === false ||
      (!list && change === undefined) ||
      (readPermission && !can(`${resource.name}:${readPermission}`))
    )
      continue;
    const column: Column = {
      ...columnOf(resource, name, field, isName || name === resource.nameField),
      ...(isName && nameColumn(resource, names, locale)),
      ...(name === names?.[OTHER[locale]] ? { title: OTHER_NAME[locale], isHiddenAtFirst: true } : change),
    };
    columns.push({ ...column, print: isOfWords(field) || change?.render === undefined ? column.print : column.render });
  }
  for (const [name, change] of Object.entries(changes)) {
    if (change === false || name in resource.fields) continue;
    columns.push(ownColumn(name, change));
  }
  return columns;
}

/** The two fields that name a row, where both languages have a column. */
export function namesOf({ nameField, fields }: Resource): Readonly<Record<Locale, string>> | undefined {
  if (typeof nameField !== 'object') return undefined;
  return fields[nameField.zh]?.options.list && fields[nameField.en]?.options.list ? nameField : undefined;
}

const OTHER = { zh: 'en', en: 'zh' } as const;
/** The heading of a name in the other language. */
export const OTHER_NAME: Readonly<Record<Locale, Text>> = {
  zh: { zh: '英文名称', en: 'English name' },
  en: { zh: '中文名称', en: 'Chinese name' },
};

/** The heading of a row's name in any language. */
export const nameTitle = ({ fields }: Resource, names: Readonly<Record<Locale, string>>): Text => ({
  zh: fields[names.zh]?.options.label.zh ?? '名称',
  en: 'Name',
});

function nameColumn(resource: Resource, names: Readonly<Record<Locale, string>>, locale: Locale): Partial<Column> {
  const field = resource.fields[names.zh];
  if (!field) return {};
  const render = (row: Row) => <FieldValue field={field} value={nameOf(names, row)[locale]} currency={undefined} />;
  return { title: nameTitle(resource, names), render, print: render };
}

/** A column that no field gives. The rows it is used for must be of its type. */
export function ownColumn<R>(name: string, change: ColumnChange<R>): Column {
  const { render = () => null, title = { zh: '', en: '' }, ...rest } = change as ColumnChange<Row>;
  return {
    name,
    title,
    width: DEFAULT_WIDTH,
    align: 'left',
    isSortable: false,
    isHiddenAtFirst: false,
    wraps: 'whole',
    kind: undefined,
    ...rest,
    render,
    print: render,
  };
}

/** The named columns first, in the order of the names. */
export function leadingFirst(columns: readonly Column[], names: readonly string[] = []): Column[] {
  const leading = names.flatMap((name) => columns.find((column) => column.name === name) ?? []);
  return [...leading, ...columns.filter((column) => !names.includes(column.name))];
}

function columnOf(resource: Resource, name: string, field: Field, isName: boolean): Column {
  const { isRightAligned, wraps = false, ...view } = viewOf(field);
  const { label, list, sort, width = view.width ?? DEFAULT_WIDTH } = field.options;
  const print = (row: Row) => <FieldValue field={field} value={row[name]} currency={currencyOf(name, row)} />;
  const render = isNumberOf(resource, name) ? withHistory(resource, print) : print;
  return {
    name,
    title: label,
    width,
    align: isRightAligned ? 'right' : 'left',
    isSortable: sort ?? false,
    isHiddenAtFirst: list === 'hidden',
    isOptional: list === 'optional',
    // Names are shown whole; fields with room for sentences are not.
    wraps: wraps && (isName || !view.isWide?.(field)) ? 'whole' : wraps,
    isName,
    kind: field.kind,
    render,
    print,
  };
}

/** The content of a cell that wraps at its column's width. */
export const Wrapped = ({ column: { wraps, width }, children }: { column: Column; children: ReactNode }) => (
  <div
    className="kit-wrapped"
    data-lines={wraps === 'two-lines' ? 2 : undefined}
    style={{ maxWidth: width === 'rest' ? 0 : width }}
  >
    {children}
  </div>
);

const DEFAULT_WIDTH = 160;

/** The words of a dictionary value, even if the screen renders it differently. */
const isOfWords = ({ kind }: Field): boolean => kind === 'dictionary' || kind === 'yesNo';

/** Rows that name their currency show it with their amounts. */
export const currencyOf = (name: string, row: Row): string | undefined =>
  name !== 'currency' && typeof row.currency === 'string' && row.currency !== '' ? row.currency : undefined;
