import { setTimeout as sleep } from 'node:timers/promises';
import type {
  ReportColumn,
  ReportContent,
  ReportLine,
  ReportResult,
} from '@trade-assistant/contract/areas/report/definition.ts';
import type { Locale } from '@trade-assistant/contract/kit/locale.ts';
import { formatMoney } from '@trade-assistant/contract/kit/money.ts';
import { sql } from 'drizzle-orm';
import type { App } from '../../../kernel/app/index.ts';
import { businessZone } from '../../../kernel/db/business-days.ts';
import { sqlState } from '../../../kernel/db/index.ts';
import type { ListReader, ListSource } from '../../../kernel/lists.ts';
import { reportErrors } from './errors.ts';
import { labelsOf } from './labels.ts';
import { nextOf } from './period.ts';
import { parametersOf, type Search, searchOf, within } from './search.ts';
import { isDate, isGroup, isPeriod, measuresOf, type Source, sourceOf } from './sources.ts';
import { type AnsweredLine, type Group, type Measure, type Question, statementOf } from './statement.ts';

export interface Asked {
  readonly source: string;
  readonly content: ReportContent;
}

const CURRENCY = 'currency';

/**
 * Answers a report with the rights of its reader: rows, fields and conditions are those of the list as this reader sees it.
 * @throws REPORT_SOURCE_DENIED, REPORT_FIELD_HIDDEN and the other faults of the question; those of the list; REPORT_SLOW, REPORT_BUSY,
 * REPORT_CANCELLED
 */
export async function runReport(
  app: App,
  reader: ListReader,
  asked: Asked,
  signal: AbortSignal,
): Promise<ReportResult> {
  const { source, zone, search, question, statement } = await prepare(app, reader, asked);
  const lines = await answer(app, reader, statement, signal);
  const shown = lines.slice(0, question.limit);
  const labels = await labelsOf(app, reader, question.groups, shown);
  return {
    title: source.title,
    columns: columnsOf(question),
    rows: shown.map((line, index) => ({
      ...valuesOf(line, question),
      labels: labels[index] ?? [],
      filters: rowsOf(source, search, line, question, reader),
    })),
    isTruncated: lines.length > question.limit,
    rowCount: Number(lines[0]?.['total'] ?? 0),
    screen: source.screen,
    zone,
    updatedAt: new Date(),
  };
}

/** Checks that a reader may ask a question, without reading rows. @throws as `runReport` */
export async function checkReport(app: App, reader: ListReader, asked: Asked): Promise<void> {
  await prepare(app, reader, asked);
}

async function prepare(app: App, reader: ListReader, { source: key, content }: Asked) {
  const source = sourceOf(app, reader, key);
  const zone = await businessZone(app.db.drizzle, reader.actor.tenantId);
  assertFields(app, reader, source, content);
  const search = searchOf(source, content, zone);
  const list = await app.lists.source({ ...reader, zone }, source.resource, source.call, parametersOf(search, zone));
  if (!list) throw reportErrors.REPORT_SOURCE_UNKNOWN({ source: source.key });
  const hidden = new Set(app.lists.hiddenFields(reader, source.resource, source.call));
  const question = questionOf(source, list, content, { zone, locale: reader.locale, hidden });
  return { source, zone, search, question, statement: statementOf(list, question) };
}

/** @throws REPORT_FIELD_UNKNOWN, REPORT_FIELD_HIDDEN, REPORT_NO_GROUP, REPORT_NO_MEASURE, REPORT_NO_PERIOD */
function assertFields(app: App, reader: ListReader, source: Source, { groups, measures, period }: ReportContent): void {
  const hidden = new Set(app.lists.hiddenFields(reader, source.resource, source.call));
  const check = (
    name: string,
    isAllowed: boolean,
    refusal: 'REPORT_NO_GROUP' | 'REPORT_NO_MEASURE' | 'REPORT_NO_PERIOD',
  ) => {
    const field = Object.hasOwn(source.fields, name) ? source.fields[name] : undefined;
    if (!field) throw reportErrors.REPORT_FIELD_UNKNOWN({ field: name });
    const label = field.options.label[reader.locale];
    if (hidden.has(name)) throw reportErrors.REPORT_FIELD_HIDDEN({ field: label });
    if (!isAllowed) throw reportErrors[refusal]({ field: label });
  };
  const field = (name: string) => (Object.hasOwn(source.fields, name) ? source.fields[name] : undefined);
  for (const { field: name } of groups) check(name, isGroupName(field(name)), 'REPORT_NO_GROUP');
  for (const { rule, field: name } of measures) {
    const own = name === undefined ? undefined : field(name);
    if (rule === 'count' && name === undefined) continue;
    if (name === undefined) throw reportErrors.REPORT_NO_MEASURE({ field: rule });
    check(name, own !== undefined && rule !== 'count' && measuresOf(name, own).includes(rule), 'REPORT_NO_MEASURE');
  }
  if (period) {
    const own = field(period.field);
    check(period.field, own !== undefined && isPeriod(own), 'REPORT_NO_PERIOD');
  }
}

const isGroupName = (field: Source['fields'][string] | undefined): boolean => field !== undefined && isGroup(field);

/** Money of several currencies is never added: such figures are grouped by currency too. */
function questionOf(
  { fields }: Source,
  { columns }: ListSource,
  content: ReportContent,
  { zone, locale, hidden }: { readonly zone: string; readonly locale: Locale; readonly hidden: ReadonlySet<string> },
): Question {
  const groups = content.groups.map(({ field: name, unit }): Group => {
    const field = fields[name] as Source['fields'][string];
    const shownName = name.endsWith('Id') ? `${name.slice(0, -2)}Name` : '';
    const isNameHidden = hidden.has(shownName);
    return {
      name,
      field,
      unit: isDate(field) ? (unit ?? 'day') : null,
      nameColumn:
        Object.hasOwn(fields, shownName) && !isNameHidden
          ? namedIn(hidden.has(`${shownName}En`) ? 'zh' : locale, columns, shownName)
          : undefined,
      isNameHidden,
    };
  });
  const measures = content.measures.map(
    ({ rule, field: name }): Measure => ({ rule, name: name ?? null, field: name ? (fields[name] ?? null) : null }),
  );
  const isMoney = measures.some(({ rule, field }) => field?.kind === 'money' && rule !== 'distinct');
  const currency = fields[CURRENCY];
  if (isMoney && currency && columns[CURRENCY])
    groups.push({ name: CURRENCY, field: currency, unit: null, nameColumn: undefined, isNameHidden: false });
  return { groups, measures, order: content.order, limit: content.limit, zone };
}

/** Returns the column with a name: in English that of the English name, where rows have one. */
function namedIn(
  locale: Locale,
  columns: ListSource['columns'],
  name: string,
): ListSource['columns'][string] | undefined {
  const [own, english] = [columns[name], columns[`${name}En`]];
  return own && english && locale === 'en' ? sql`coalesce(nullif(${english}, ''), ${own})` : own;
}

const RULES = {
  count: { zh: '数量', en: 'Count' },
  sum: { zh: '合计', en: 'Sum' },
  average: { zh: '平均', en: 'Average' },
  min: { zh: '最小', en: 'Minimum' },
  max: { zh: '最大', en: 'Maximum' },
  distinct: { zh: '不同值数', en: 'Distinct values' },
} as const;

function columnsOf({ groups, measures }: Question): ReportColumn[] {
  return [
    ...groups.map(
      ({ name, field, unit }, index): ReportColumn => ({
        key: `g${index}`,
        label: field.options.label,
        field: name,
        kind: field.kind,
        rule: null,
        unit,
      }),
    ),
    ...measures.map(({ rule, name, field }, index): ReportColumn => {
      const label = RULES[rule];
      const isNumber = rule === 'count' || rule === 'distinct';
      return {
        key: `m${index}`,
        label: field
          ? { zh: `${field.options.label.zh} ${label.zh}`, en: `${label.en} of ${field.options.label.en}` }
          : label,
        field: name,
        kind: isNumber ? 'count' : (field?.kind ?? 'count'),
        rule,
        unit: null,
      };
    }),
  ];
}

function valuesOf(line: AnsweredLine, { groups, measures }: Question): Pick<ReportLine, 'groups' | 'values'> {
  return {
    groups: groups.map((_, index) => line[`g${index}`] ?? null),
    values: measures.map(({ rule, field }, index) => {
      const text = line[`m${index}`] ?? null;
      const isAmount = field?.kind === 'money' && rule !== 'distinct';
      return text !== null && isAmount ? formatMoney(BigInt(text)) : text;
    }),
  };
}

/** Returns the list's parameters that select the rows of a line; null where no search finds rows without a value. */
function rowsOf(
  source: Source,
  search: Search,
  line: AnsweredLine,
  { groups, zone }: Question,
  reader: ListReader,
): Record<string, string> | null {
  let own = search;
  for (const [index, { name, field, unit }] of groups.entries()) {
    const value = line[`g${index}`] ?? null;
    if (value === null || (field.kind === 'text' && !field.options.search)) return null;
    if (unit !== null) own = within(source, own, name, [value, nextOf(value, unit)], zone);
    else if (field.options.search) own = { ...own, [`${name}_equal`]: value };
  }
  return parametersOf(own, reader.zone);
}

/** Reports that run at once over all nodes: of all tenants, and of one. */
const SLOTS = 4;
const TENANT_SLOTS = 2;
const SLOT = 'report slot ';
const SLOT_AGAIN_MILLIS = 200;
const CANCELLED = '57014';

/** Runs the statement in a read-only transaction with a time limit, when one of the slots is free. */
async function answer(
  app: App,
  { actor }: ListReader,
  statement: ReturnType<typeof statementOf>,
  signal: AbortSignal,
): Promise<AnsweredLine[]> {
  const seconds = app.parameters.get(actor.tenantId, 'report.seconds');
  const until = Date.now() + seconds * 1000;
  for (;;) {
    if (signal.aborted) throw reportErrors.REPORT_CANCELLED();
    const lines = await inSlot(app, actor.tenantId, statement, seconds, signal);
    if (lines) return lines;
    if (Date.now() > until) throw reportErrors.REPORT_BUSY();
    await sleep(SLOT_AGAIN_MILLIS);
  }
}

/** Returns undefined when no slot is free. */
async function inSlot(
  app: App,
  tenantId: string,
  statement: ReturnType<typeof statementOf>,
  seconds: number,
  signal: AbortSignal,
): Promise<AnsweredLine[] | undefined> {
  let isRunning = true;
  let cancelling: Promise<unknown> | undefined;
  try {
    return await app.db.background.tx(async (tx) => {
      await tx.execute(sql`set transaction read only`);
      // A tenant's own first: one that has all of its own waits without taking any of the others'.
      if (!(await takeSlot(tx, `${SLOT}${tenantId} `, TENANT_SLOTS)) || !(await takeSlot(tx, SLOT, SLOTS)))
        return undefined;
      const { rows } = await tx.execute<{ pid: number }>(sql`
        select pg_backend_pid() as pid, set_config('statement_timeout', ${`${seconds}s`}, true),
          set_config('max_parallel_workers_per_gather', '0', true)`);
      const cancel = () => {
        // The statement of this transaction alone: the connection is released after the cancellation was sent.
        if (isRunning) cancelling = app.db.drizzle.execute(sql`select pg_cancel_backend(${Number(rows[0]?.pid)}::int)`);
        cancelling?.catch(() => undefined);
      };
      signal.addEventListener('abort', cancel, { once: true });
      try {
        signal.throwIfAborted();
        return (await tx.execute<AnsweredLine>(statement)).rows;
      } finally {
        isRunning = false;
        signal.removeEventListener('abort', cancel);
        await cancelling?.catch(() => undefined);
      }
    });
  } catch (error) {
    if (signal.aborted) throw reportErrors.REPORT_CANCELLED();
    if (sqlState(error) === CANCELLED) throw reportErrors.REPORT_SLOW({ seconds });
    throw error;
  }
}

async function takeSlot(
  tx: Parameters<Parameters<App['db']['tx']>[0]>[0],
  name: string,
  count: number,
): Promise<boolean> {
  for (let slot = 1; slot <= count; slot += 1) {
    const { rows } = await tx.execute<{ free: boolean }>(
      sql`select pg_try_advisory_xact_lock(hashtextextended(${name + slot}, 0)) as free`,
    );
    if (rows[0]?.free) return true;
  }
  return false;
}
