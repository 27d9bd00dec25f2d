import type { Field } from '@trade-assistant/contract/kit/field.ts';
import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import type { Resource } from '@trade-assistant/contract/kit/resource.ts';
import type { ReactNode } from 'react';
import { FieldValue, isRightAligned } from '../fields/value.tsx';
import type { ColumnChange, Row } from './types.ts';

export interface Column {
  readonly name: string;
  readonly title: Text;
  readonly width: number;
  readonly align: 'left' | 'right' | 'center';
  readonly fixed?: 'left' | 'right';
  readonly isSortable: boolean;
  readonly isHiddenAtFirst: boolean;
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
    columns.push({ ...columnOf(name, field), ...(change as Partial<Column> | undefined) });
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
    render: (row) => <FieldValue name={name} field={field} value={row[name]} currency={currencyOf(name, row)} />,
  };
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
