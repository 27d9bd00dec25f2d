import { enableStatus } from '@trade-assistant/contract/kit/dictionary.ts';
import { nameFieldsOf, nameOf } from '@trade-assistant/contract/kit/name.ts';
import { orderOf } from '@trade-assistant/contract/kit/page.ts';
import type { Resource } from '@trade-assistant/contract/kit/resource.ts';
import { and, asc, desc, eq, ilike, or, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Db } from '../db/index.ts';
import { literal } from './filters.ts';

const CHOICES_MAX = 200;

/** Returns the choices of a picker: rows whose name or code contains the keyword, or the one of an id; disabled ones cannot be chosen. */
export async function selectRows(
  db: Db,
  { name, fields, nameField, defaultSort = '-id' }: Resource,
  {
    table,
    columns,
    visible,
  }: { table: PgTable; columns: Readonly<Record<string, PgColumn>>; visible: SQL | undefined },
  { keyword, id }: { readonly keyword: string; readonly id?: bigint | undefined },
) {
  const { field, descending } = orderOf(defaultSort);
  const [rowId, sort] = [columns['id'], columns[field]];
  if (!nameField || !rowId || !sort) throw new Error(`${name} has nothing its rows are chosen by`);
  const sought = [
    ...nameFieldsOf(nameField),
    ...Object.keys(fields).filter((field) => fields[field]?.kind === 'identifier'),
  ];
  const part = `%${literal(keyword)}%`;
  const holding = sought.flatMap((field) => (columns[field] ? [ilike(columns[field], part)] : []));
  const rows = await db.drizzle
    .select()
    .from(table)
    .where(and(visible, id === undefined ? undefined : eq(rowId, id), keyword === '' ? undefined : or(...holding)))
    .orderBy(descending ? desc(sort) : asc(sort), asc(rowId))
    .limit(CHOICES_MAX);
  const isSwitched = fields['status']?.dictionary === enableStatus;
  return rows.map((row: Record<string, unknown>) => {
    const { zh, en } = nameOf(nameField, row);
    const disabled = isSwitched && row['status'] !== enableStatus.is.enabled;
    // Beside them the names of the row itself, for clients that read rows here.
    return { ...row, value: row['id'] as bigint, label: zh, labelEn: en, disabled };
  });
}
