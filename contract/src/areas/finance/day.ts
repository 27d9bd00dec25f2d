import { z } from 'zod';
import { get, post } from '../../kit/call.ts';
import { audited, date, dict, int, money, readOnly, shown, text, textarea, time } from '../../kit/field.ts';
import { crud, resource } from '../../kit/resource.ts';
import { amount, id } from '../../kit/schema.ts';
import { time as timeSchema } from '../../kit/time.ts';
import { dayChange, dayResult } from './dictionaries.ts';

const fields = {
  ...readOnly({
    day: date({ label: { zh: '日期', en: 'Day' }, required: true, list: true, search: 'range', sort: true }),
    result: dict(dayResult, { label: { zh: '结果', en: 'Result' }, required: true, list: true, search: 'equal' }),
    change: dict(dayChange, {
      label: { zh: '日结后变动', en: 'Changes since close' },
      required: true,
      list: true,
      search: 'equal',
      initial: 0,
    }),
    differenceCount: int({ label: { zh: '不符项', en: 'Differences' }, required: true, list: true, initial: 0 }),
    recharged: money({ label: { zh: '充值到账', en: 'Recharged' }, required: true, list: true }),
    withdrawn: money({ label: { zh: '提现打款', en: 'Paid out' }, required: true, list: true }),
    sold: money({ label: { zh: '销售', en: 'Sold' }, required: true, list: true }),
    refunded: money({ label: { zh: '退款', en: 'Refunded' }, required: true, list: true }),
    closing: money({
      label: { zh: '期末余额', en: 'Closing' },
      help: { zh: '当日结束时全部用户钱包合计', en: 'Total of all wallets of all users at the end of the day' },
      required: true,
      list: true,
    }),
    currency: text({ label: { zh: '币种', en: 'Currency' }, max: 5, required: true, list: 'hidden', width: 80 }),
    changeTime: time({ label: { zh: '变动时间', en: 'Changed at' }, list: 'hidden' }),
  }),
  remark: textarea({ label: { zh: '说明', en: 'Explanation' }, max: 500, list: 'hidden' }),
  ...audited,
  createTime: shown(audited.createTime, { label: { zh: '日结时间', en: 'Closed at' } }),
};

/** The compared totals; their figures come from independent sources. */
export const DAY_LINES = [
  'recharge',
  'payout',
  'fee',
  'return',
  'sale',
  'package',
  'refund',
  'packageRefund',
  'placed',
  'numbers',
  'wallets',
] as const;
export type DayLine = (typeof DAY_LINES)[number];

/** Source of a figure: ledger; recharges, withdrawals and orders; numbers delivered and returned; reports. */
export const DAY_SIDES = ['ledger', 'documents', 'stock', 'reports'] as const;
export type DaySide = (typeof DAY_SIDES)[number];

/** Micro-units of the report's currency, numbers for the line `numbers`; null if a side has no figure. */
const figure = amount().nullable();
const line = z.object({
  line: z.enum(DAY_LINES),
  /** The payment method or line of business; null for the line as a whole. */
  part: z.string().nullable(),
  ledger: figure,
  documents: figure,
  stock: figure,
  reports: figure,
  /** The largest difference of a side from the first side with a figure. */
  difference: amount(),
});

const report = z.object({
  day: z.string(),
  /** Currency of all amounts; each currency has its own ledger. */
  currency: z.string(),
  from: timeSchema(),
  until: timeSchema(),
  /** All wallets of all users before and after. */
  opening: amount(),
  closing: amount(),
  differences: z.int(),
  lines: z.array(line),
  /** All journals of the day by event. */
  events: z.array(z.object({ event: z.string(), name: z.string(), count: z.int(), amount: amount() })),
});

const row = z.object({
  /** Of the document; without one, of the journal. */
  no: z.string(),
  name: z.string().nullable(),
  time: timeSchema(),
  amount: amount(),
  /** The other side's figure: null without one. Only for differences. */
  other: amount().nullable(),
  /** The page of the document, with it opened. */
  route: z.string().nullable(),
});

/** The day close: totals of the ledger, the documents, the stock and the reports side by side. */
export const financeDay = resource('finance/day', {
  title: { zh: '日结', en: 'Day close' },
  help: {
    zh: '每天 0 点后自动核对账务、收付款、库存与报表；不符的项目以红色显示',
    en: 'Ledger, payments, stock and reports are compared every night; mismatches are shown in red',
  },
  empty: { zh: '第一天结束后，日结会出现在这里', en: 'The first day appears here once it has ended' },
  nameField: 'day',
  defaultSort: '-day',
  stateField: 'result',
  unique: [['day']],
  fields,
  calls: {
    ...crud(fields, ['list', 'counts', 'detail', 'export']),
    /** All figures of a closed day: as they are now, and as it was closed with where that is something else. */
    lines: get({
      title: { zh: '日结明细', en: 'Figures of the day' },
      access: 'view',
      input: z.object({ id: id() }),
      data: z.object({ current: report, closed: report.nullable() }),
    }),
    /** The figures of today, up to now. */
    today: get({ title: { zh: '今日实时', en: 'Today so far' }, access: 'view', perMinute: 30, data: report }),
    /** The rows summed up in a figure; with `differs` those on which two sides differ. */
    rows: get({
      title: { zh: '数字来源', en: 'Rows behind a figure' },
      access: 'view',
      perMinute: 60,
      input: z.object({
        day: fields.day.schema,
        line: z.enum(DAY_LINES),
        part: z.string().max(64).optional(),
        side: z.enum(DAY_SIDES),
        /** The side compared with. */
        differs: z.enum(DAY_SIDES).optional(),
        current: z.coerce.number().int().min(1).max(10_000).default(1),
        size: z.coerce.number().int().min(1).max(200).default(20),
      }),
      data: z.object({ total: z.int(), sum: amount(), currency: z.string(), records: z.array(row) }),
    }),
    /** Explains a difference; an empty text removes the explanation. */
    explain: post({
      title: { zh: '填写说明', en: 'Explain' },
      access: 'edit',
      input: z.object({ id: id(), remark: fields.remark.schema.nullable() }),
      data: z.object({ id: id() }),
    }),
    /** Works a closed day out again, as a task of the caller. */
    recheck: post({
      title: { zh: '重新核对', en: 'Recalculate' },
      access: 'run',
      perMinute: 12,
      input: z.object({ id: id() }),
      data: z.object({ taskNo: z.string() }),
    }),
  },
});
