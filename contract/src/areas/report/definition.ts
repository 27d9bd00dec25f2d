import { z } from 'zod';
import { dictionary } from '../../kit/dictionary.ts';
import { localizedRule, matching } from '../../kit/sentences.ts';
import { time } from '../../kit/time.ts';
import { periodSpans } from '../../period-spans.ts';

export const reportChart = dictionary('report_chart', {
  table: { value: 1, zh: '表格', en: 'Table' },
  number: { value: 2, zh: '数字', en: 'Number' },
  line: { value: 3, zh: '折线图', en: 'Line chart' },
  bar: { value: 4, zh: '柱状图', en: 'Bar chart' },
  pie: { value: 5, zh: '饼图', en: 'Pie chart' },
});

export const measureRules = ['count', 'sum', 'average', 'min', 'max', 'distinct'] as const;
export type MeasureRule = (typeof measureRules)[number];
export const dateUnits = ['day', 'week', 'month'] as const;
export type DateUnit = (typeof dateUnits)[number];
export const MAX_GROUPS = 3;
export const MAX_MEASURES = 5;
export const MAX_GROUP_ROWS = 2_000;
const MAX_FILTERS = 20;

const FIELD = matching(/^[A-Za-z][A-Za-z0-9]{0,63}$/, {
  zh: '应为字段名称，例如 createTime',
  en: 'should be the name of a field such as createTime',
});
const PARAMETER = matching(/^[A-Za-z][A-Za-z0-9_]{0,79}$/, {
  zh: '应为筛选参数，例如 status_equal',
  en: 'should be a filter such as status_equal',
});
const COLUMN = matching(/^[gm][0-4]$/, {
  zh: '应为结果中的列，例如 m0',
  en: 'should be a column of the result such as m0',
});
/** A list: the resource's name and its call, `agent/product/order-list`. */
export const SOURCE = matching(/^[a-z]+(-[a-z]+)*(\/[a-zA-Z]+(-[a-zA-Z]+)*){1,3}$/, {
  zh: '应为列表，例如 agent/product/order-list',
  en: 'should be a list such as agent/product/order-list',
});

const field = () => z.string().regex(FIELD);

/** A question about the rows of a list: their filters, the groups, and the figures of each group. */
export const reportContent = z.object({
  /** Parameters of the list, as a search gives them. */
  filters: z
    .record(z.string().regex(PARAMETER), z.string().max(2_000))
    .refine(
      (filters) => Object.keys(filters).length <= MAX_FILTERS,
      localizedRule({ zh: `最多 ${MAX_FILTERS} 个条件`, en: `accepts at most ${MAX_FILTERS} conditions` }),
    )
    .default({}),
  /** Rows of a span of days that moves with the present day. */
  period: z.object({ field: field(), span: z.enum(periodSpans) }).optional(),
  groups: z
    .array(z.object({ field: field(), unit: z.enum(dateUnits).optional() }))
    .max(MAX_GROUPS)
    .default([]),
  measures: z
    .array(z.object({ rule: z.enum(measureRules), field: field().optional() }))
    .min(1)
    .max(MAX_MEASURES),
  /** A column of the result by its key, `g0` or `m0`; by default the first date upwards, else the first figure downwards. */
  order: z.object({ by: z.string().regex(COLUMN), isDescending: z.boolean() }).optional(),
  limit: z.int().min(1).max(MAX_GROUP_ROWS).default(100),
});
export type ReportContent = z.output<typeof reportContent>;

const words = z.object({ zh: z.string(), en: z.string() });

const column = z.object({
  /** `g0` … of groups, `m0` … of figures. */
  key: z.string(),
  label: words,
  field: z.string().nullable(),
  /** The field's kind; `count` for numbers of rows or values. */
  kind: z.string(),
  rule: z.enum(measureRules).nullable(),
  unit: z.enum(dateUnits).nullable(),
});
export type ReportColumn = z.output<typeof column>;

const line = z.object({
  /** Values of the groups, as text: a day by its date, a dictionary's entry by its number. */
  groups: z.array(z.string().nullable()),
  /** The same in the reader's words. */
  labels: z.array(z.string()),
  /** Figures as decimal numbers. */
  values: z.array(z.string().nullable()),
  /** Parameters of the list that select the rows of this line; null if no search can select them. */
  filters: z.record(z.string(), z.string()).nullable(),
});
export type ReportLine = z.output<typeof line>;

export const reportResult = z.object({
  title: words,
  columns: z.array(column),
  rows: z.array(line),
  /** Whether there are more groups than the report shows. */
  isTruncated: z.boolean(),
  /** Rows of the list in all groups, also those not shown. */
  rowCount: z.int(),
  /** The page of the list; null if it has none. */
  screen: z.string().nullable(),
  /** Zone of days, weeks and months. */
  zone: z.string(),
  updatedAt: time(),
});
export type ReportResult = z.output<typeof reportResult>;

/** The lists that the reader may ask about, with the fields that each use allows. */
export const reportSources = z.array(
  z.object({
    source: z.string(),
    title: words,
    fields: z.array(
      z.object({
        name: z.string(),
        label: words,
        kind: z.string(),
        isGroup: z.boolean(),
        /** Rules of figures that the field allows. */
        measures: z.array(z.enum(measureRules)),
        isPeriod: z.boolean(),
        /** Values of its dictionary. */
        values: z.array(z.object({ value: z.int(), label: words })).optional(),
      }),
    ),
    /** Parameters of the list's search. */
    conditions: z.array(z.string()),
  }),
);
