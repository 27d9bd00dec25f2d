import { type AppError, commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import { fill } from '@trade-assistant/contract/kit/locale.ts';
import { nameFieldsOf, nameOf } from '@trade-assistant/contract/kit/name.ts';
import type { Resource } from '@trade-assistant/contract/kit/resource.ts';
import { and, eq, getTableName, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Db } from '../db/index.ts';
import { columnName } from '../db/row-json.ts';
import { saying } from './errors.ts';

type Values = Readonly<Record<string, unknown>>;

const UNIQUE_VIOLATION = '23505';

/** Returns the name of a unique index: `sys_post_post_code_unique`. */
export const uniqueIndexOf = (table: PgTable, fields: readonly string[]): string =>
  `${[getTableName(table), ...fields.map(columnName)].join('_')}_unique`;

/** The name of the unique index that refused a write; undefined where something else went wrong. */
export function violatedIndex(error: unknown): string | undefined {
  const cause = ((error as { cause?: unknown }).cause ?? error) as { code?: string; constraint?: string };
  return cause.code === UNIQUE_VIOLATION ? (cause.constraint ?? '') : undefined;
}

/**
 * The refusal of a value that another row has: which field, which value and, where the reader may see it, which row.
 * @param visible the rows the reader may see
 */
export async function duplicateError(
  db: Db,
  { fields, unique = [], nameField }: Resource,
  {
    table,
    columns,
    visible,
  }: { table: PgTable; columns: Readonly<Record<string, PgColumn>>; visible: SQL | undefined },
  index: string,
  values: Values,
): Promise<AppError> {
  const names = unique.find((taken) => uniqueIndexOf(table, taken) === index);
  if (!names) return commonErrors.DUPLICATE();
  const same = names.flatMap((name) => (columns[name] ? [eq(columns[name], values[name])] : []));
  const [other] = await db.drizzle
    .select()
    .from(table)
    .where(and(visible, ...same))
    .limit(1);
  const label = {
    zh: names.map((name) => fields[name]?.options.label.zh ?? name).join('、'),
    en: names.map((name) => fields[name]?.options.label.en ?? name).join(', '),
  };
  const value = names.map((name) => String(values[name] ?? '')).join(', ');
  const isNamedByThem = nameField !== undefined && nameFieldsOf(nameField).some((name) => names.includes(name));
  const called = other && nameField && !isNamedByThem ? nameOf(nameField, other) : null;
  const sentence = called
    ? {
        zh: `${label.zh}“{value}”已被“${called.zh}”使用`,
        en: `${label.en} “{value}” is already used by “${called.en}”`,
      }
    : { zh: `${label.zh}“{value}”已被使用`, en: `${label.en} “{value}” is already used` };
  const params = { value };
  const message = { zh: fill(sentence.zh, params), en: fill(sentence.en, params) };
  return saying('DUPLICATE', sentence, params, { fields: names.map((field) => ({ field, message })) });
}
