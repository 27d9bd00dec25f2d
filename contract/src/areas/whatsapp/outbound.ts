import { z } from 'zod';
import { businessType, capability, numberType } from '../../dictionaries.ts';
import { get, post } from '../../kit/call.ts';
import {
  audited,
  bits,
  COUNTRY,
  country,
  dict,
  identifier,
  int,
  money,
  readOnly,
  ref,
  text,
  textarea,
  time,
  unitPrice,
  yes,
} from '../../kit/field.ts';
import { crud, resource } from '../../kit/resource.ts';
import { amount, flag, id, ids, int32 } from '../../kit/schema.ts';
import { timeBefore, time as timeSchema } from '../../kit/time.ts';
import { outboundStatus, outboundType, strategy } from './dictionaries.ts';

const numbers = { zh: '号码', en: 'Numbers' };
const customer = { zh: '客户', en: 'Customer' };

const fields = {
  outboundNo: identifier({
    label: { zh: '出库单号', en: 'Outbound no.' },
    max: 24,
    required: true,
    list: true,
    search: 'ending',
    form: false,
  }),
  outboundType: dict(outboundType, {
    label: { zh: '出库类型', en: 'Type' },
    required: true,
    list: true,
    search: 'equal',
    form: 'create',
    initial: 1,
    group: customer,
  }),
  agentId: ref(
    { resource: 'agent/user', call: 'lazy-list' },
    {
      label: { zh: '客户', en: 'Customer' },
      help: { zh: '内部和退供可不填', en: 'Optional for internal use and returns to the supplier' },
      search: 'equal',
      form: 'create',
      group: customer,
    },
  ),
  agentName: text({ label: { zh: '客户', en: 'Customer' }, max: 64, list: true, form: false, width: 140 }),
  orderNo: identifier({ label: { zh: '订单号', en: 'Order no.' }, max: 24, list: true, search: 'equal', form: false }),
  businessType: dict(businessType, {
    label: { zh: '业务类型', en: 'Business' },
    required: true,
    list: 'hidden',
    search: 'equal',
    form: 'create',
    initial: 1,
    group: numbers,
  }),
  countryCode: country({
    label: { zh: '国家', en: 'Country' },
    any: true,
    required: true,
    list: true,
    search: 'in',
    form: 'create',
    group: numbers,
  }),
  numberType: dict(numberType, {
    label: { zh: '号码类型', en: 'Number type' },
    list: true,
    search: 'equal',
    form: 'create',
    group: numbers,
  }),
  capability: bits(capability, {
    label: { zh: '能力', en: 'Capabilities' },
    list: 'hidden',
    form: 'create',
    group: numbers,
    width: 180,
  }),
  warehouseCode: identifier({
    label: { zh: '仓库', en: 'Warehouse' },
    max: 32,
    list: 'hidden',
    form: 'create',
    group: numbers,
  }),
  strategy: dict(strategy, {
    label: { zh: '取号方式', en: 'Picking order' },
    required: true,
    form: 'create',
    initial: 1,
    group: numbers,
  }),
  quantity: int({
    label: { zh: '数量', en: 'Quantity' },
    required: true,
    min: 1,
    max: 100_000,
    list: true,
    sort: true,
    form: 'create',
    group: numbers,
  }),
  ...readOnly({
    deliveredQty: int({ label: { zh: '已出', en: 'Delivered' }, required: true, list: true }),
    returnedQty: int({ label: { zh: '退回', en: 'Returned' }, required: true, list: 'hidden' }),
    unitPrice: unitPrice({ label: { zh: '单价', en: 'Unit price' }, list: true }),
    amount: money({ label: { zh: '金额', en: 'Amount' }, list: true, sort: true }),
    currency: text({ label: { zh: '币种', en: 'Currency' }, max: 5, required: true, list: 'hidden', width: 80 }),
    isGift: yes({
      label: { zh: '赠送', en: 'Gift' },
      help: { zh: '不收费；须由另一人确认出库', en: 'Free of charge; another person must confirm delivery' },
      required: true,
      list: 'hidden',
      search: 'equal',
    }),
    giftReason: text({ label: { zh: '赠送原因', en: 'Gift reason' }, max: 255, list: 'hidden', width: 180 }),
    giftUserName: text({ label: { zh: '赠送标记人', en: 'Marked as gift by' }, max: 64 }),
    downloadCount: int({ label: { zh: '下载次数', en: 'Downloads' }, required: true, list: true }),
    staffDownloadCount: int({
      label: { zh: '其中员工下载', en: 'of these by staff' },
      help: { zh: '员工代查的下载不占用客户次数', en: 'Downloads by staff do not count against the customer’s limit' },
      required: true,
      list: 'hidden',
    }),
    maxDownload: int({ label: { zh: '下载上限', en: 'Download limit' }, required: true, list: 'hidden' }),
    lastDownloadTime: time({ label: { zh: '最近下载', en: 'Last download' }, list: 'hidden' }),
    fileSha256: text({ label: { zh: '文件指纹', en: 'File hash' }, max: 64 }),
    warrantyUntil: time({ label: { zh: '质保至', en: 'Warranty until' }, list: 'hidden' }),
    licenceNote: textarea({ label: { zh: '使用承诺', en: 'Usage commitment' }, max: 500 }),
    reserveExpireTime: time({ label: { zh: '预占到期', en: 'Reserved until' }, list: 'hidden' }),
    deliverTime: time({ label: { zh: '出库时间', en: 'Delivered at' }, list: 'hidden', search: 'range' }),
    status: dict(outboundStatus, { label: { zh: '状态', en: 'Status' }, required: true, list: true, search: 'in' }),
    cancelReason: text({ label: { zh: '撤销原因', en: 'Cancellation reason' }, max: 255, list: 'hidden', width: 180 }),
  }),
  remark: textarea({ label: { zh: '备注', en: 'Remark' }, max: 255, list: 'hidden', group: customer, width: 180 }),
  ...audited,
};

const one = z.object({ id: id(), reason: z.string().trim().max(255).optional(), plus: flag().default(0) });
const many = z.object({ ids: ids(), reason: z.string().trim().max(255).optional(), plus: flag().default(0) });
const count = { count: z.int(), amount: amount() };

/** Delivery notes: the numbers, the customer, the order, and the downloads of the file. */
export const outbound = resource('whatsapp/outbound', {
  title: { zh: '出库单', en: 'Outbound' },
  help: { zh: '号码交付单据与下载', en: 'Delivery notes and their files' },
  empty: { zh: '售出或提取的号码会生成出库单', en: 'Numbers that are sold or withdrawn get a delivery note' },
  nameField: 'outboundNo',
  defaultSort: '-createTime',
  stateField: 'status',
  fields,
  head: ['agentName', 'status', 'quantity'],
  found: [{ call: 'list', by: ['outboundNo', 'orderNo'], shows: ['agentName', 'quantity', 'status'] }],
  numbers: [
    {
      call: 'list',
      shows: [
        'status',
        'outboundType',
        'agentName',
        'orderNo',
        'deliverTime',
        'warrantyUntil',
        'downloadCount',
        'lastDownloadTime',
      ],
      facts: { returnTime: time({ label: { zh: '退回时间', en: 'Returned at' } }) },
    },
  ],
  calls: {
    ...crud(fields, ['list', 'counts', 'detail', 'remove']),
    submit: post({
      title: { zh: '保存、出库或撤销', en: 'Save, deliver or cancel' },
      access: 'edit',
      /**
       * Without `id` a new note. `status` is the new state: 0 draft, 1 reserved (takes the numbers from stock), 2
       * delivered (needs `deliver`; charges the customer), 5 cancelled (needs `cancelReason`). Without it only the
       * remark changes. `isGift` (with `giftReason`) is free of charge; a second person has to deliver it.
       */
      input: z.object({
        id: id().optional(),
        version: int32().optional(),
        outboundType: fields.outboundType.schema.optional(),
        agentId: id().nullish(),
        businessType: fields.businessType.schema.optional(),
        countryCode: fields.countryCode.schema.optional(),
        numberType: fields.numberType.schema.nullish(),
        capability: fields.capability.schema.nullish(),
        warehouseCode: fields.warehouseCode.schema.nullish(),
        strategy: fields.strategy.schema.optional(),
        quantity: fields.quantity.schema.optional(),
        remark: fields.remark.schema.nullish(),
        status: z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(5)]).optional(),
        cancelReason: fields.cancelReason.schema.optional(),
        isGift: flag().optional(),
        giftReason: z.string().trim().max(255).optional(),
      }),
      data: z.object({ id: id(), outboundNo: z.string(), status: z.int(), version: z.int() }),
    }),
    statistics: get({
      title: { zh: '出库统计', en: 'Statistics' },
      access: 'view',
      input: z.object({
        createTime_dategt: timeSchema().optional(),
        createTime_datelt: timeBefore().optional(),
        agentId: id().optional(),
        countryCode: z.string().regex(COUNTRY).optional(),
      }),
      data: z.object({
        outboundCount: z.int(),
        numberCount: z.int(),
        amount: amount(),
        currency: z.string(),
        returnedCount: z.int(),
        /** Per cent with two decimals. */
        returnRate: z.number(),
        byCountry: z.array(z.object({ countryCode: z.string(), name: z.string(), ...count })),
        byDay: z.array(z.object({ date: z.string(), ...count })),
        topAgents: z.array(z.object({ agentId: id(), agentName: z.string(), ...count })),
      }),
    }),
    copy: post({
      title: { zh: '复制', en: 'Copy' },
      access: 'add',
      input: z.object({ id: id() }),
      data: z.object({ id: id(), outboundNo: z.string() }),
    }),
    'export-txt': post({ title: { zh: '导出TXT', en: 'Export TXT' }, access: 'export', input: one, answer: 'file' }),
    'export-excel': post({
      title: { zh: '导出Excel', en: 'Export Excel' },
      access: 'export',
      input: one,
      answer: 'file',
    }),
    'export-txt/batch': post({
      title: { zh: '批量导出TXT', en: 'Export TXT of many' },
      access: 'export',
      input: many,
      answer: 'file',
    }),
    'export-excel/batch': post({
      title: { zh: '批量导出Excel', en: 'Export Excel of many' },
      access: 'export',
      input: many,
      answer: 'file',
    }),
    'export-zip': post({ title: { zh: '导出ZIP', en: 'Export ZIP' }, access: 'export', input: many, answer: 'file' }),
  },
  extras: {
    deliver: { zh: '确认出库', en: 'Confirm delivery' },
    'download-any': { zh: '下载任意出库单', en: 'Download any note' },
  },
});
