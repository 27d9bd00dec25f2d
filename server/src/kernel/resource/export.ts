import { entryOf } from '@trade-assistant/contract/kit/dictionary.ts';
import { commonErrors, defineErrors } from '@trade-assistant/contract/kit/errors.ts';
import type { ExportFormat } from '@trade-assistant/contract/kit/export.ts';
import type { Field } from '@trade-assistant/contract/kit/field.ts';
import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import { formatMoney, type Micro } from '@trade-assistant/contract/kit/money.ts';
import type { ListQuery } from '@trade-assistant/contract/kit/page.ts';
import { formatTime } from '@trade-assistant/contract/kit/time.ts';
import { and, getTableColumns, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { hiddenByRule } from '../auth/rule-fields.ts';
import { admitExport } from '../http/admit-export.ts';
import { type Context, type FileAnswer, fileAnswer } from '../http/context.ts';
import { type Cell, csvStream, xlsxStream } from '../spreadsheet/index.ts';
import { ruledBy } from './data-rules.ts';
import { countRows, type ListOptions, partsOf } from './list.ts';
import { walkRows } from './walk.ts';

export const exportErrors = defineErrors({
  EXPORT_TOO_LARGE: {
    status: 400,
    zh: '一次最多导出 {max} 条，请增加筛选条件',
    en: 'At most {max} rows are exported at once, please filter further',
  },
  EXPORT_NO_COLUMNS: { status: 400, zh: '请至少选择一列可导出的列', en: 'Choose at least one column you may export' },
});

type Row = Readonly<Record<string, unknown>>;

interface ExportOptions<T extends Row> extends Omit<ListOptions, 'actor'> {
  /** The resource the permissions of restricted fields belong to. */
  readonly resource: string;
  readonly title: Text;
  readonly fields: Readonly<Record<string, Field>>;
  /** Rows of the table as the list shows them, some hundreds at a time. */
  readonly complete: (rows: T[]) => Promise<readonly Row[]>;
  /** Fields that the screen shows in other words than their value's; undefined: the value's. */
  readonly words?: Readonly<Record<string, (row: Row) => Text | undefined>>;
}

const TYPES: Readonly<Record<ExportFormat, string>> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
};

/**
 * A list's whole result as a file that streams while it is read, some hundred rows at a time: the scope, filters and order
 * of the list, the fields it shows and the reader may see, their values in words. Cells are never formulas.
 * @throws EXPORT_TOO_LARGE above `export.maxRows`; those of `admitExport`; UNKNOWN_PARAMETER for a column the list has not; EXPORT_NO_COLUMNS
 */
export async function exportList<T extends Row>(
  c: Context,
  options: ExportOptions<T>,
  query: ListQuery,
): Promise<FileAnswer> {
  const { db } = c.app;
  const { format = 'xlsx', columns, ids } = query.more as { format?: ExportFormat; columns?: string; ids?: bigint[] };
  const id = getTableColumns(options.table)['id'] as PgColumn;
  const { table, scope, where, columns: places, conditions } = options;
  const listed: ListOptions = {
    actor: c.actor,
    table,
    scope,
    // One parameter, not thousands of them.
    where: and(where, ids ? sql`${id} = any(${sql.param(ids.map(String))}::bigint[])` : undefined),
    ...(places ? { columns: places } : {}),
    ...(conditions ? { conditions } : {}),
  };
  const shown = columnsOf(c, options, columns);
  if (shown.length === 0) throw exportErrors.EXPORT_NO_COLUMNS();
  const { total } = await countRows(db, table, partsOf(listed, query).where);
  const max = c.app.parameters.get(c.actor.tenantId, 'export.maxRows');
  if (total > max) throw exportErrors.EXPORT_TOO_LARGE({ max: max.toLocaleString('en-US') });
  await admitExport(c, total);
  const header = shown.map(([, field]) => field.options.label[c.locale]);
  const lines = linesOf(walkRows<T>(db, listed, query), options, shown, c);
  return fileAnswer({
    name: `${options.title[c.locale]}_${formatTime(new Date(), c.zone).replace(/\D/g, '')}.${format}`,
    type: TYPES[format],
    stream: format === 'csv' ? csvStream(lines, { header }) : xlsxStream(lines, { header }),
  });
}

/** The requested columns in their order, or all listed ones; without those hidden from the reader. */
function columnsOf(
  c: Context,
  { resource, table, fields }: Pick<ExportOptions<Row>, 'resource' | 'table' | 'fields'>,
  asked: string | undefined,
): (readonly [string, Field])[] {
  const names = asked
    ? [...new Set(asked.split(','))].filter(Boolean)
    : Object.keys(fields).filter((name) => fields[name]?.options.list === true);
  const ruled = ruledBy(table).find((one) => one.resource.name === resource);
  const hidden = ruled ? hiddenByRule(ruled.resource, c.ruleOf?.(ruled.code)) : [];
  return names.flatMap((name) => {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (!field?.options.list) throw commonErrors.UNKNOWN_PARAMETER({ name: `columns=${name.slice(0, 64)}` });
    const { readPermission } = field.options;
    if (hidden.includes(name)) return [];
    return readPermission && !c.can(`${resource}:${readPermission}`) ? [] : [[name, field] as const];
  });
}

async function* linesOf<T extends Row>(
  batches: AsyncIterable<T[]>,
  { complete, words = {} }: Pick<ExportOptions<T>, 'complete' | 'words'>,
  columns: readonly (readonly [string, Field])[],
  context: Context,
): AsyncGenerator<Cell[]> {
  for await (const batch of batches)
    for (const row of await complete(batch))
      yield columns.map(([name, field]) => words[name]?.(row)?.[context.locale] ?? cellOf(field, row[name], context));
}

/** Returns a value as users read it, in the reader's language and time zone. */
export function cellOf(
  field: Field,
  value: unknown,
  { app, locale, zone }: Pick<Context, 'app' | 'locale' | 'zone'>,
): Cell {
  if (value === null || value === undefined) return '';
  const { kind } = field;
  const dictionary = field.dictionary && app.dictionaries.current(field.dictionary);
  if (kind === 'dateTime' && value instanceof Date) return formatTime(value, zone);
  if (kind === 'money') return formatMoney(value as Micro);
  if (kind === 'dictionarySet' && dictionary)
    return Object.values(dictionary.entries)
      .filter((entry) => (Number(value) & entry.value) !== 0)
      .map((entry) => entry[locale])
      .join(', ');
  if (dictionary) return entryOf(dictionary, Number(value))?.[locale] ?? String(value);
  if (Array.isArray(value) && value.every((one) => typeof one !== 'object')) return value.join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
