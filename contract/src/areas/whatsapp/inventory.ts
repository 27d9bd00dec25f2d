import { z } from 'zod';
import { post } from '../../kit/call.ts';
import { codeOf } from '../../kit/dictionary.ts';
import { int, readOnly, shown, time, unitPrice, yes } from '../../kit/field.ts';
import { crud, resource } from '../../kit/resource.ts';
import { flag, id } from '../../kit/schema.ts';
import { matching } from '../../kit/sentences.ts';
import { time as timeSchema } from '../../kit/time.ts';
import { extractTarget, stockStatus, strategy } from './dictionaries.ts';
import { kindFields } from './kind-fields.ts';

/** The most numbers of one extraction. */
export const EXTRACT_MAX = 100_000;

const fields = {
  ...kindFields,
  businessType: shown(kindFields.businessType, { list: true }),
  countryCode: shown(kindFields.countryCode, { sort: true, width: 150 }),
  ...readOnly({
    sellable: int({
      label: { zh: '可售', en: 'Sellable' },
      help: {
        zh: '无完整库存权限时，大于 100 的数向下取整',
        en: 'Above 100 rounded down for users without permission for full totals',
      },
      required: true,
      list: true,
      sort: true,
    }),
    available: int({ label: { zh: '可用', en: 'Available' }, list: true, sort: true, readPermission: 'totals' }),
    reserved: int({ label: { zh: '预占', en: 'Reserved' }, list: true, readPermission: 'totals' }),
    assigned: int({ label: { zh: '已出库', en: 'Assigned' }, list: true, readPermission: 'totals' }),
    quarantine: int({ label: { zh: '冷却', en: 'Quarantine' }, list: true, readPermission: 'totals' }),
    unlisted: int({ label: { zh: '下架', en: 'Not for sale' }, list: 'hidden', readPermission: 'totals' }),
    dead: int({ label: { zh: '失效', en: 'Inactive' }, list: 'hidden', readPermission: 'totals' }),
    retired: int({ label: { zh: '退役', en: 'Retired' }, list: 'hidden', readPermission: 'totals' }),
    lockedForPreorder: int({ label: { zh: '预定锁定', en: 'Locked for pre-orders' }, required: true, list: true }),
    soldToday: int({
      label: { zh: '今日售出', en: 'Sold today' },
      help: {
        zh: '平台时区的今天，不扣除退回',
        en: 'Today in the time zone of the platform; returns are not deducted',
      },
      required: true,
      list: true,
      sort: true,
    }),
    sold7d: int({
      label: { zh: '7 天售出', en: 'Sold in 7 days' },
      help: { zh: '含今天', en: 'Today included' },
      required: true,
      list: true,
      sort: true,
    }),
    daysOfCover: int({
      label: { zh: '可售天数', en: 'Days of cover' },
      help: { zh: '按 7 天平均销量，可售库存够卖几天', en: 'How long the stock lasts at the average sales of 7 days' },
      list: true,
      sort: true,
    }),
    total: int({ label: { zh: '合计', en: 'Total' }, list: true, readPermission: 'totals' }),
    lowStockThreshold: int({
      label: { zh: '低库存线', en: 'Low-stock line' },
      list: 'hidden',
      readPermission: 'totals',
    }),
    alert: yes({ label: { zh: '低库存', en: 'Low stock' }, list: true, readPermission: 'totals' }),
    avgCost: unitPrice({ label: { zh: '平均成本', en: 'Average cost' }, list: true, readPermission: 'cost' }),
    salePrice: unitPrice({ label: { zh: '销售价', en: 'Sale price' }, list: true }),
    aliveRate: int({ label: { zh: '存活率（%）', en: 'Active (%)' }, list: 'hidden', readPermission: 'totals' }),
    lastInTime: time({
      label: { zh: '最近入库', en: 'Last stock-in' },
      list: 'hidden',
      readPermission: 'totals',
      search: 'range',
      alsoSearchedAs: 'createTime',
    }),
    lastOutTime: time({ label: { zh: '最近出库', en: 'Last stock-out' }, list: 'hidden', readPermission: 'totals' }),
  }),
};

/** The numbers covered by a stock-take. */
export const stockTake = z.object({
  businessType: fields.businessType.schema.optional(),
  /** Comma-joined country codes. */
  countryCode: z
    .string()
    .regex(
      matching(/^[A-Z]{2}(,[A-Z]{2})*$/, {
        zh: '应为两位大写国家代码，多个用逗号分隔',
        en: 'should be two-letter country codes in capitals, separated by commas',
      }),
    )
    .optional(),
  numberType: fields.numberType.schema.optional(),
  /** Matches exactly this set, because it distinguishes kinds of numbers. */
  capability: fields.capability.schema.optional(),
  warehouseCode: z.string().trim().max(32).optional(),
  stockStatus: codeOf(stockStatus).optional(),
  /** 1: full numbers; needs `plain` and a reason. */
  plain: flag().default(0),
  /** 1: with the leading plus sign. */
  plus: flag().default(0),
  reason: z.string().trim().max(255).optional(),
});

/** Stock by kind of number. A row is one business, country, type, capability and warehouse; its id is that kind's. */
export const inventory = resource('whatsapp/inventory', {
  title: { zh: '库存', en: 'Inventory' },
  help: { zh: '按国家、类型与仓库汇总的库存', en: 'Stock by country, type and warehouse' },
  empty: { zh: '号码入库后，这里按种类汇总库存', en: 'Numbers in stock are summarised here by kind' },
  fields,
  waiting: [
    {
      title: { zh: '库存预警', en: 'Low stock' },
      call: 'page',
      filters: { alertOnly: '1' },
      access: 'whatsapp/pre-warehouse:import',
    },
  ],
  calls: {
    ...crud(fields, ['page'], {
      more: { zeroOnly: z.coerce.number().pipe(flag()), alertOnly: z.coerce.number().pipe(flag()) },
    }),
    'extract-number': post({
      title: { zh: '提取号码', en: 'Withdraw numbers' },
      access: 'extract',
      stepUp: true,
      input: z.object({
        businessType: fields.businessType.schema,
        countryCode: fields.countryCode.schema,
        numberType: fields.numberType.schema,
        /** Matches sets with all of these bits. */
        capability: fields.capability.schema.optional(),
        warehouseCode: z.string().trim().max(32).optional(),
        quantity: z.int().min(1).max(EXTRACT_MAX),
        aliveWithinHours: z.int().min(1).max(8760).optional(),
        strategy: codeOf(strategy).default(1),
        targetType: codeOf(extractTarget),
        /** The agent or the pre-order, when the target is one. A pre-order gets its numbers at once. */
        targetId: id().optional(),
        /** 1: take the available ones when there are fewer. */
        allowPartial: flag().default(0),
        reason: z.string().trim().min(1).max(255),
      }),
      data: z.object({
        outboundId: id(),
        outboundNo: z.string(),
        quantity: z.int(),
        expireTime: timeSchema().nullable(),
      }),
    }),
    'export-txt': post({
      title: { zh: '导出TXT', en: 'Export TXT' },
      access: 'export',
      input: stockTake,
      answer: 'file',
    }),
    'export-zip': post({
      title: { zh: '导出ZIP', en: 'Export ZIP' },
      access: 'export',
      input: stockTake,
      answer: 'file',
    }),
  },
  extras: {
    cost: { zh: '查看成本', en: 'View costs' },
    totals: { zh: '查看完整库存', en: 'View full totals' },
    plain: { zh: '导出完整号码', en: 'Export full numbers' },
  },
});
