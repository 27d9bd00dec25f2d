import type { auditLog } from '@trade-assistant/contract/areas/log/audit.ts';
import type { Field } from '@trade-assistant/contract/kit/field.ts';
import { formatMoney } from '@trade-assistant/contract/kit/money.ts';
import type { CallData, Resource } from '@trade-assistant/contract/kit/resource.ts';
import { formatTime } from '@trade-assistant/contract/kit/time.ts';
import type { trail } from '../../../kernel/audit/index.ts';
import type { Context } from '../../../kernel/http/context.ts';
import { shownTable, tableOfResource } from '../../../kernel/resource/shown-tables.ts';
import { hasLabel, LINKS, labelOf, UNTOLD } from './labels.ts';
import { type Names, namesOf } from './names.ts';

export type TrailRow = typeof trail.$inferSelect;
type Change = CallData<typeof auditLog, 'changes', 'out'>[number];
type Columns = Readonly<Record<string, unknown>>;

/** One changed row of a table, from a row of the trail. */
interface Noted {
  /** Resource of the call; its labels apply to a table of several resources. */
  readonly by: string;
  readonly table: string;
  readonly id: string;
  readonly before: Columns | null;
  readonly after: Columns | null;
}

const SEVERAL = { zh: '多条数据', en: 'Several rows' };
const TEXT_MAX = 300;

/**
 * Returns the changes of trail rows in words, in the order of the rows: fields as screens name them, coded values and
 * ids by their names. `only` limits a call about several records to one.
 */
export async function changesInWords(c: Context, rows: readonly TrailRow[], only?: string): Promise<Change[][]> {
  const visible = c.ruleOf?.('log/audit')?.visible;
  if (visible && !(visible.includes('before') && visible.includes('after'))) return rows.map(() => []);
  const noted = rows.map((row) =>
    notedIn(row).filter((one) => !only || !row.objectId.includes(',') || isAbout(one, only)),
  );
  const names = await namesOf(c, noted.flat().flatMap(mentioned));
  return noted.map((all) => all.flatMap((one) => changesOf(c, one, names)));
}

/** Whether a row is the record, or links it to another one; ids of other tables may be equal. */
function isAbout({ by, table, id }: Noted, record: string): boolean {
  const own = tableOfResource(by)?.name;
  const tables = LINKS[table]?.tables ?? [table];
  return id.split('/').some((part, place) => part === record && (own === undefined || tables[place] === own));
}

function notedIn({ before, after, objectType: by }: TrailRow): Noted[] {
  const keys = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return [...keys].flatMap((key) => {
    if (key === '…') return [];
    const [table = '', id = ''] = key.split(/:(.*)/s);
    return [{ by, table, id, before: columnsOf(before?.[key]), after: columnsOf(after?.[key]) }];
  });
}

const columnsOf = (value: unknown): Columns | null =>
  typeof value === 'object' && value !== null ? (value as Columns) : null;

/** Returns the rows whose names this row refers to. */
function mentioned({ by, table, id, before, after }: Noted): { table: string; id: string }[] {
  const link = LINKS[table];
  if (link) return id.split('/').map((part, place) => ({ table: link.tables[place] ?? '', id: part }));
  const resources = showing(table, by);
  const pointed = Object.entries({ ...before, ...after }).flatMap(([column]) => {
    const target = targetOf(fieldOf(resources, column));
    return target
      ? [before?.[column], after?.[column]].flatMap((value) => idsIn(value).map((one) => ({ table: target, id: one })))
      : [];
  });
  return [{ table, id }, ...pointed];
}

function changesOf(c: Context, { by, table, id, before, after }: Noted, names: Names): Change[] {
  const { locale } = c;
  const link = LINKS[table];
  if (link) {
    const [of = '', to = ''] = id.split('/').map((part, place) => names.nameOf(link.tables[place] ?? '', part));
    return [{ record: of, label: link[locale], from: before ? to : null, to: after ? to : null }];
  }
  const resources = showing(table, by);
  const kind = resources[0]?.title[locale] ?? labelOf(table, '', locale);
  if (id === '') return [{ record: kind, label: SEVERAL[locale], from: null, to: null }];
  const record = [kind, names.known(table, id) ?? id].join(' ');
  const columns = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].filter(
    (column) => !UNTOLD.has(column),
  );
  const order = Object.keys(resources[0]?.fields ?? {});
  const placeOf = (column: string) => (order.indexOf(camel(column)) + order.length + 1) % (order.length + 1);
  const changes = columns
    .toSorted((a, b) => placeOf(a) - placeOf(b))
    .map((column) => {
      const field = fieldOf(resources, column);
      const words = (columns: Columns | null) => {
        const value = columns?.[column];
        return value === undefined || value === null || value === ''
          ? null
          : valueInWords(c, field, column, value, names);
      };
      return {
        record,
        label: field?.options.label[locale] ?? labelOf(table, column, locale),
        from: words(before),
        to: words(after),
      };
    });
  // A deleted row, or a new row with only its key.
  return changes.length > 0
    ? changes
    : [{ record, label: labelOf(table, 'id', locale), from: before ? id : null, to: after ? id : null }];
}

function valueInWords(c: Context, field: Field | undefined, column: string, value: unknown, names: Names): string {
  const target = targetOf(field);
  if (target)
    return idsIn(value)
      .map((id) => names.nameOf(target, id))
      .join(c.locale === 'zh' ? '、' : ', ');
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  switch (field?.kind) {
    case 'dictionary':
    case 'yesNo':
      return field.dictionary ? c.app.dictionaries.nameOf(field.dictionary, Number(value), c.locale) : text;
    case 'dictionarySet':
      return setInWords(c, field, Number(value));
    case 'money':
      return /^-?\d+$/.test(text) ? formatMoney(BigInt(text)) : text;
    case 'dateTime':
      return timeInWords(c, text);
    case 'richText':
      return text
        .replace(/<[^>]*>/g, ' ')
        .replace(/\s+/g, ' ')
        .trim()
        .slice(0, TEXT_MAX);
    default:
      return /_time$|_at$/.test(column) ? timeInWords(c, text) : text.slice(0, TEXT_MAX);
  }
}

function setInWords(c: Context, { dictionary }: Field, value: number): string {
  if (!dictionary) return String(value);
  const members = c.app.dictionaries.current(dictionary).values.filter((one) => (value & one) !== 0);
  return members
    .map((one) => c.app.dictionaries.nameOf(dictionary, one, c.locale))
    .join(c.locale === 'zh' ? '、' : ', ');
}

function timeInWords(c: Context, text: string): string {
  const time = new Date(text);
  return Number.isNaN(time.getTime()) ? text : formatTime(time, c.zone);
}

const camel = (name: string): string => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
const fieldOf = (resources: readonly Resource[], column: string): Field | undefined =>
  resources.map(({ fields }) => fields[camel(column)]).find((field) => field !== undefined);
/** Returns the resources that show a table, the one in question first. */
const showing = (table: string, by: string): readonly Resource[] =>
  (shownTable(table)?.resources ?? []).toSorted((a, b) => Number(b.name === by) - Number(a.name === by));

/** Returns the table to which a field's ids refer. */
function targetOf(field: Field | undefined): string | undefined {
  if (!field?.source || !['reference', 'references', 'treeReference'].includes(field.kind)) return undefined;
  return tableOfResource(field.source.resource)?.name;
}

/** Whether a column has a label or needs none. */
export const isNamed = (table: string, column: string): boolean =>
  table in LINKS || UNTOLD.has(column) || fieldOf(showing(table, ''), column) !== undefined || hasLabel(column);

const idsIn = (value: unknown): string[] =>
  (Array.isArray(value) ? value : String(value ?? '').split(',')).map(String).filter((one) => /^\d{1,19}$/.test(one));
