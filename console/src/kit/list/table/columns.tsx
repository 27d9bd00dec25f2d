import type { Field } from '@trade-assistant/contract/kit/field.ts';
import type { Locale, Text } from '@trade-assistant/contract/kit/locale.ts';
import type { Resource } from '@trade-assistant/contract/kit/resource.ts';
import type { ReactNode } from 'react';
import { FieldValue, isIdentifier, isRightAligned } from '../../fields/value.tsx';
import type { ColumnChange, Row } from '../types.ts';
import { CELL_PADDING, textWidth } from './text-width.ts';
import type { Density } from './view-tools.tsx';

export interface Column {
  readonly name: string;
  readonly title: Text;
  readonly width: number;
  readonly align: 'left' | 'right' | 'center';
  readonly fixed?: 'left' | 'right';
  readonly isSortable: boolean;
  readonly isHiddenAtFirst: boolean;
  /** How wide what stands in it can be, in pixels: 0 where it cuts itself, without end where nobody knows. */
  readonly contentWidth: Readonly<Record<Locale, number>>;
  readonly render: (row: Row) => ReactNode;
}

type Changes = Readonly<Record<string, ColumnChange<never> | false>>;

/** A list's columns: from the fields that are listed and that the user may see, then changed and added to by the screen. */
export function columnsOf(resource: Resource, changes: Changes, can: (code: string) => boolean): Column[] {
  const columns: Column[] = [];
  for (const [name, field] of Object.entries(resource.fields)) {
    const { list, may } = field.options;
    const change = changes[name];
    if (change === false || (!list && change === undefined) || (may && !can(`${resource.name}:${may}`))) continue;
    const own = change?.render ? { contentWidth: ENDLESS } : {};
    columns.push({ ...columnOf(name, field), ...own, ...(change as Partial<Column> | undefined) });
  }
  for (const [name, change] of Object.entries(changes)) {
    if (change === false || name in resource.fields) continue;
    const { render, title = { zh: '', en: '' }, ...rest } = change as ColumnChange<Row>;
    columns.push({
      name,
      title,
      width: 140,
      align: 'left',
      isSortable: false,
      isHiddenAtFirst: false,
      contentWidth: ENDLESS,
      ...rest,
      render: render ?? (() => null),
    });
  }
  return columns;
}

/** The named columns first, in the order of the names. */
export function leadingFirst(columns: readonly Column[], names: readonly string[] = []): Column[] {
  const leading = names.flatMap((name) => columns.find((column) => column.name === name) ?? []);
  return [...leading, ...columns.filter((column) => !names.includes(column.name))];
}

/**
 * Whether a column's cells need no cutting. Cutting is not free: each cell that cuts is a piece of its own to the browser,
 * in every frame.
 */
export const isWideEnough = (column: Column, locale: Locale, density: Density): boolean =>
  column.contentWidth[locale] + CELL_PADDING[density] <= column.width;

/** The columns as wide as what stands above them asks for, where that is more than what stands in them. */
export const roomForTitles = (columns: readonly Column[], locale: Locale, density: Density): Column[] =>
  columns.map((column) => {
    const title = Math.ceil(textWidth(column.title[locale]) * BOLD) + (column.isSortable ? SORT : 0);
    return { ...column, width: Math.max(column.width, Math.min(title + CELL_PADDING[density], TITLE_MAX)) };
  });

function columnOf(name: string, field: Field): Column {
  const { label, list, sort, width } = field.options;
  return {
    name,
    title: label,
    // An amount needs room for its currency.
    width: Math.max(width ?? WIDTHS[field.kind] ?? 140, field.kind === 'money' ? 130 : 0),
    align: isRightAligned(field) ? 'right' : 'left',
    isSortable: sort ?? false,
    isHiddenAtFirst: list === 'hidden',
    contentWidth: contentWidthOf(name, field),
    render: (row) => <FieldValue name={name} field={field} value={row[name]} currency={currencyOf(name, row)} />,
  };
}

const ENDLESS = { zh: Number.POSITIVE_INFINITY, en: Number.POSITIVE_INFINITY } as const;
const CUTS_ITSELF = { zh: 0, en: 0 } as const;
/** How much wider a title's letters are than those below it. */
const BOLD = 1.15;
/** The carets beside the title of a sorted column, as in `kit.css`. */
const SORT = 6 + 8;
/** A title does not make its column wider than this, in pixels: it is cut, and told in full to who points at it. */
const TITLE_MAX = 200;
const TIME_WIDTH = 150;
/** The dot before a status, and its distance. */
const DOT = 14;

function contentWidthOf(name: string, field: Field): Column['contentWidth'] {
  switch (field.kind) {
    case 'time':
      return { zh: TIME_WIDTH, en: TIME_WIDTH };
    case 'country':
    case 'phone':
    case 'id':
      return CUTS_ITSELF;
    case 'text':
      return isIdentifier(name) ? CUTS_ITSELF : ENDLESS;
    case 'dict':
    case 'flag': {
      const labels = Object.values(field.dictionary?.entries ?? {});
      return {
        zh: DOT + Math.max(...labels.map(({ zh }) => textWidth(zh))),
        en: DOT + Math.max(...labels.map(({ en }) => textWidth(en))),
      };
    }
    default:
      return ENDLESS;
  }
}

/** Rows that name their currency show it with their amounts. */
export const currencyOf = (name: string, row: Row): string | undefined =>
  name !== 'currency' && typeof row.currency === 'string' && row.currency !== '' ? row.currency : undefined;

const WIDTHS: Readonly<Partial<Record<Field['kind'], number>>> = {
  time: 172,
  money: 130,
  int: 100,
  dict: 120,
  flag: 90,
  bits: 180,
  country: 150,
  phone: 170,
  id: 130,
};
