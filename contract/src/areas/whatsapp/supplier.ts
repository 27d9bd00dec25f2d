import { z } from 'zod';
import { BOOK_CURRENCY } from '../../currency.ts';
import { get, post } from '../../kit/call.ts';
import { contactPhone } from '../../kit/contact-phone.ts';
import {
  audited,
  dict,
  email,
  identifier,
  images,
  int,
  percent,
  readOnly,
  shown,
  text,
  time,
} from '../../kit/field.ts';
import { codeField, nameField, remarkField, statusField } from '../../kit/presets.ts';
import { crud, resource } from '../../kit/resource.ts';
import { id } from '../../kit/schema.ts';
import { matching } from '../../kit/sentences.ts';
import { time as timeSchema } from '../../kit/time.ts';
import { pictureTicket } from '../agent/recharge-fields.ts';
import { paymentTerms, supplierRecord } from './dictionaries.ts';
import { supplierBalance } from './supplier-balance.ts';

const PAPERS_MAX = 10;
/** Days within which a merge of two suppliers can be undone. */
export const MERGE_UNDO_DAYS = 30;
/** The most batches that the figures of a supplier list. */
export const SUPPLIER_BATCHES = 100;
const paperLimits = { kinds: ['pdf', 'jpg', 'png'], maxBytes: 10 * 1024 * 1024 } as const;
const paperName = matching(/^\d{1,18}-[0-9a-f-]{36}\.(jpg|png|pdf)$/, {
  zh: '应为上传后得到的文件名称',
  en: 'should be the name of an uploaded file',
});
const CURRENCY = matching(/^[A-Z]{3,5}$/, {
  zh: '应为 3–5 位大写字母，例如 USDT',
  en: 'should be three to five capital letters such as USDT',
});
const contact = { zh: '联系人', en: 'Contact' };
const terms = { zh: '合作条款', en: 'Terms' };
const restricted = { readPermission: 'contact', writePermission: 'contact' } as const;

const fields = {
  supplierName: nameField({ zh: '供应商名称', en: 'Name' }),
  supplierCode: codeField({ label: { zh: '供应商编码', en: 'Code' }, generated: 'SP' }),
  warehouseCode: identifier({
    label: { zh: '默认仓库', en: 'Default warehouse' },
    help: { zh: '导入时选择该供应商后自动填写', en: 'Filled in when an import names the supplier' },
    max: 32,
  }),
  contactName: text({
    label: { zh: '联系人', en: 'Contact person' },
    max: 64,
    list: 'hidden',
    group: contact,
    width: 130,
    ...restricted,
  }),
  contactPhone: contactPhone({ label: { zh: '电话', en: 'Phone' }, list: 'hidden', group: contact, ...restricted }),
  contactEmail: email({
    label: { zh: '邮箱', en: 'E-mail' },
    list: 'hidden',
    group: contact,
    width: 180,
    ...restricted,
  }),
  paymentTerms: dict(paymentTerms, {
    label: { zh: '付款方式', en: 'Payment terms' },
    required: true,
    list: 'optional',
    search: 'equal',
    initial: paymentTerms.is.prepaid,
    group: terms,
  }),
  creditDays: int({
    label: { zh: '账期（天）', en: 'Credit days' },
    min: 1,
    max: 365,
    group: terms,
    when: { field: 'paymentTerms', is: [paymentTerms.is.days], isNeeded: true },
  }),
  currency: text({
    label: { zh: '币种', en: 'Currency' },
    help: { zh: '采购成本的币种', en: 'Of the costs of its numbers' },
    max: 5,
    pattern: CURRENCY,
    required: true,
    initial: BOOK_CURRENCY,
    group: terms,
  }),
  warrantyHours: int({
    label: { zh: '质保（小时）', en: 'Warranty (hours)' },
    help: { zh: '入库后多久内失效可以索赔', en: 'How long after stock-in an inactive number can be claimed' },
    min: 0,
    max: 8760,
    required: true,
    initial: 720,
    group: terms,
  }),
  claimDays: int({
    label: { zh: '索赔期限（天）', en: 'Claim deadline (days)' },
    help: { zh: '供应商应在发送索赔后多少天内答复', en: 'Days the supplier has to answer a sent claim' },
    min: 1,
    max: 180,
    required: true,
    initial: 14,
    group: terms,
  }),
  papers: images({
    label: { zh: '合同与资质', en: 'Legal papers' },
    help: { zh: 'PDF 或图片，每个不超过 10 MB', en: 'PDF or pictures, up to 10 MB each' },
    count: PAPERS_MAX,
    group: terms,
    upload: { resource: 'whatsapp/supplier', call: 'put-paper', ...paperLimits },
    ...restricted,
  }),
  ...readOnly({
    batchCount: int({ label: { zh: '批次', en: 'Batches' }, required: true, list: true }),
    stockedCount: int({ label: { zh: '交付号码', en: 'Numbers delivered' }, required: true, list: true }),
    failedCount: int({ label: { zh: '失效', en: 'Inactive' }, required: true, list: true }),
    failureRate: percent({ label: { zh: '失效率（%）', en: 'Failure rate (%)' }, scale: 2, list: true }),
    countedTime: time({ label: { zh: '统计时间', en: 'Counted at' }, list: 'hidden' }),
    record: dict(supplierRecord, {
      label: { zh: '资料', en: 'Record' },
      required: true,
      list: true,
      search: 'equal',
    }),
  }),
  status: statusField({ group: terms }),
  remark: remarkField(),
  ...audited,
  createTime: shown(audited.createTime, { list: 'hidden' }),
};

/** Numbers of a batch that a supplier delivered. */
const supplierBatch = z.object({
  batchNo: z.string(),
  batchName: z.string().nullable(),
  /** Numbers that reached the stock, those assigned to customers now, and those found inactive. */
  stocked: z.int(),
  assigned: z.int(),
  failed: z.int(),
  failureRate: z.string(),
  firstTime: timeSchema().nullable(),
});

/** What counts for one of two suppliers before they are merged; claims are null for readers without permission. */
const mergeSide = z.object({
  id: id(),
  supplierName: z.string(),
  supplierCode: z.string(),
  batchCount: z.int(),
  stockedCount: z.int(),
  failedCount: z.int(),
  openClaims: z.int().nullable(),
  balances: z.array(supplierBalance).nullable(),
});

/** A record that was merged into a supplier, also through another one. */
const mergedSupplier = z.object({
  id: id(),
  supplierName: z.string(),
  supplierCode: z.string(),
  intoName: z.string(),
  mergedTime: timeSchema(),
  mergedUserName: z.string(),
  /** Null once the merge can no longer be undone. */
  undoUntil: timeSchema().nullable(),
});

/** Sellers of numbers: contacts, terms, papers, and how their numbers do. */
export const supplier = resource('whatsapp/supplier', {
  title: { zh: '供应商', en: 'Suppliers' },
  help: { zh: '号码供应商的资料、条款与失效率', en: 'Contacts, terms and failure rates of suppliers of numbers' },
  empty: { zh: '添加供应商，或在导入号码时填写名称', en: 'Add a supplier, or name one when you import numbers' },
  nameField: 'supplierName',
  defaultSort: 'supplierName',
  unique: [['supplierCode'], ['supplierName']],
  fields,
  head: ['record', 'status'],
  found: [{ call: 'list', by: ['supplierName'], shows: ['supplierCode', 'status'] }],
  waiting: [
    {
      title: { zh: '供应商资料待完善', en: 'Incomplete suppliers' },
      call: 'list',
      filters: { record: String(supplierRecord.is.toComplete) },
      access: 'edit',
      since: 'createTime',
    },
  ],
  calls: {
    ...crud(fields, ['list', 'detail', 'submit', 'remove', 'restore', 'select', 'export']),
    /** The last batches of a supplier, as counted at the row's `countedTime`. */
    batches: get({
      title: { zh: '供应商批次', en: 'Batches of a supplier' },
      access: 'view',
      input: z.object({ id: id() }),
      data: z.array(supplierBatch),
    }),
    /** What counts for a supplier that was entered twice, and for the one that stays. */
    'merge-preview': get({
      title: { zh: '合并预览', en: 'Preview of a merge' },
      access: 'merge',
      input: z.object({ id: id(), intoId: id() }),
      data: z.object({ from: mergeSide, into: mergeSide }),
    }),
    /** Merges a supplier into another: its numbers and claims count for the other one, which its name finds. */
    merge: post({
      title: { zh: '合并供应商', en: 'Merge suppliers' },
      access: 'merge',
      stepUp: true,
      input: z.object({ id: id(), intoId: id() }),
    }),
    /** The records that were merged into a supplier. */
    merged: get({
      title: { zh: '已合并的供应商', en: 'Merged suppliers' },
      access: 'view',
      input: z.object({ id: id() }),
      data: z.array(mergedSupplier),
    }),
    /** Undoes the merge of a record within `MERGE_UNDO_DAYS`, unless a claim has numbers of both suppliers. */
    unmerge: post({
      title: { zh: '撤销合并', en: 'Undo a merge' },
      access: 'merge',
      stepUp: true,
      input: z.object({ id: id() }),
    }),
    /** Stores a paper; kept once a supplier names its `link`. */
    'put-paper': post({
      title: { zh: '上传供应商文件', en: 'Upload a paper of a supplier' },
      access: 'contact',
      untrailed: 'a file nobody uses yet; the supplier that names it is in the trail',
      upload: { ...paperLimits, isAttachment: true },
      data: z.object({ link: z.string() }),
    }),
    /** A paper, for holders of a ticket, which rows come with. */
    paper: get({
      title: { zh: '供应商文件', en: 'Paper of a supplier' },
      access: 'public',
      answer: 'file',
      rowless: 'a file',
      input: z.object({ name: z.string().regex(paperName), ticket: pictureTicket }),
    }),
  },
  extras: { contact: { zh: '查看联系方式与合同', en: 'View contacts and papers' } },
});
