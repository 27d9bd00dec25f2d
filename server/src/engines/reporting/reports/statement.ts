import type { MeasureRule, ReportContent } from '@trade-assistant/contract/areas/report/definition.ts';
import type { Field } from '@trade-assistant/contract/kit/field.ts';
import { type Column, type SQL, sql } from 'drizzle-orm';
import type { ListSource } from '../../../kernel/lists.ts';
import { reportErrors } from './errors.ts';
import { isDate } from './sources.ts';

/** A group of the report, and its place in the statement. */
export interface Group {
  readonly name: string;
  readonly field: Field;
  readonly unit: 'day' | 'week' | 'month' | null;
  /** The column with the name of a referenced row, beside its id. */
  readonly nameColumn: Column | SQL | undefined;
  /** Whether the list hides these names from the reader: then the id is shown. */
  readonly isNameHidden: boolean;
}

export interface Measure {
  readonly rule: MeasureRule;
  readonly name: string | null;
  readonly field: Field | null;
}

export interface Question {
  readonly groups: readonly Group[];
  readonly measures: readonly Measure[];
  readonly order: ReportContent['order'];
  readonly limit: number;
  readonly zone: string;
}

/** One line of the answer as the database gives it: everything as text. */
export type AnsweredLine = Readonly<Record<string, string | null>>;

/** Names of columns in the statement; they come from positions, never from the request. */
const at = (letter: 'g' | 'm' | 'n', index: number): SQL => sql.raw(`${letter}${index}`);

/**
 * Returns the statement of a question over the rows of a list: the inner query is the list's own, the middle one groups, the outer one
 * orders and cuts. `total` is the number of rows in all groups. It asks for one line more than the limit.
 */
export function statementOf({ table, where, columns }: ListSource, question: Question): SQL {
  const { groups, measures, limit, zone } = question;
  const columnOf = (name: string): Column | SQL => {
    const column = columns[name];
    if (!column) throw reportErrors.REPORT_FIELD_UNKNOWN({ field: name });
    return column;
  };
  const read = [
    ...groups.map(
      ({ name, field, unit }, index) => sql`${grouped(columnOf(name), field, unit, zone)} as ${at('g', index)}`,
    ),
    ...groups.map(
      ({ nameColumn }, index) => sql`${nameColumn ? sql`(${nameColumn})::text` : sql`null::text`} as ${at('n', index)}`,
    ),
    ...measures.flatMap(({ name, rule }, index) =>
      name === null
        ? []
        : [sql`${rule === 'distinct' ? columnOf(name) : sql`(${columnOf(name)})::numeric`} as ${at('m', index)}`],
    ),
  ];
  const keys = groups.map((_, index) => at('g', index));
  const figures = [
    ...keys,
    ...groups.map((_, index) => sql`max(${at('n', index)}) as ${at('n', index)}`),
    ...measures.map((measure, index) => sql`${figure(measure, index)} as ${at('m', index)}`),
    sql`sum(count(*)) over () as total`,
  ];
  const texts = [
    ...groups.map((_, index) => sql`${at('g', index)}::text`),
    ...groups.map((_, index) => at('n', index)),
    ...measures.map((_, index) => sql`${at('m', index)}::text`),
    sql`total::text`,
  ];
  const grouping = keys.length > 0 ? sql` group by ${sql.join(keys, sql`, `)}` : sql``;
  const inner = read.length > 0 ? sql.join(read, sql`, `) : sql`1`;
  return sql`select ${sql.join(texts, sql`, `)} from (
      select ${sql.join(figures, sql`, `)} from (select ${inner} from ${table} where ${where ?? sql`true`}) listed${grouping}
    ) answered order by ${sql.join(orderOf(question), sql`, `)} limit ${limit + 1}`;
}

function grouped(column: Column | SQL, field: Field, unit: Group['unit'], zone: string): SQL {
  // A text that is empty is none.
  if (field.kind === 'text') return sql`nullif(${column}, '')`;
  if (!isDate(field)) return sql`${column}`;
  const local = field.kind === 'dateTime' ? sql`${column} at time zone ${zone}` : sql`(${column})::timestamp`;
  return sql`to_char(date_trunc(${unit ?? 'day'}, ${local}), 'YYYY-MM-DD')`;
}

function figure({ rule, field }: Measure, index: number): SQL {
  const value = at('m', index);
  if (rule === 'count') return sql`count(*)`;
  if (rule === 'distinct') return sql`count(distinct ${value})`;
  const result = rule === 'average' ? sql`avg(${value})` : sql`${sql.raw(rule)}(${value})`;
  // Money to the millionth, averages of other figures to four decimals.
  if (field?.kind === 'money') return sql`trim_scale(round(${result}))`;
  return rule === 'average' ? sql`trim_scale(round(${result}, 4))` : sql`trim_scale(${result})`;
}

/** The order that the report names; else the first date upwards, or the first figure downwards. Ties by the groups. */
function orderOf({ groups, measures, order }: Question): SQL[] {
  const keys = [...groups.map((_, index) => `g${index}`), ...measures.map((_, index) => `m${index}`)];
  if (order && !keys.includes(order.by)) throw reportErrors.REPORT_ORDER({ key: order.by });
  const date = groups.findIndex(({ field }) => isDate(field));
  const by = order?.by ?? (date >= 0 ? `g${date}` : 'm0');
  const isDescending = order?.isDescending ?? date < 0;
  // Named by their query: the texts of the answer have the same names.
  const first = sql`${sql.raw(`answered.${by}`)} ${sql.raw(isDescending ? 'desc' : 'asc')} nulls last`;
  return [first, ...groups.map((_, index) => sql`${sql.raw(`answered.g${index}`)} asc nulls last`)];
}
