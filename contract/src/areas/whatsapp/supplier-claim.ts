import { z } from 'zod';
import { get, post } from '../../kit/call.ts';
import {
  audited,
  dict,
  exactMoney,
  identifier,
  images,
  int,
  phone,
  readOnly,
  ref,
  shown,
  text,
  textarea,
  time,
  yes,
} from '../../kit/field.ts';
import { listQuery, pageOf } from '../../kit/page.ts';
import { searchedNumber } from '../../kit/presets.ts';
import { crud, resource, rowSchema } from '../../kit/resource.ts';
import { flag, id } from '../../kit/schema.ts';
import { REASON_MAX, type Transitions, transitionCalls } from '../../kit/transitions.ts';
import { PROOFS_MAX, proofCalls, proofLimits } from '../compliance/proofs.ts';
import { supplierClaimStatus } from './dictionaries.ts';
import { supplierBalance } from './supplier-balance.ts';

const { open, sent, accepted, partly, rejected, writtenOff, cancelled } = supplierClaimStatus.is;
/** Numbers of one claim that is opened by hand. */
export const CLAIM_NUMBERS_MAX = 2000;

const fields = {
  ...readOnly({
    claimNo: identifier({
      label: { zh: '索赔单号', en: 'Claim no.' },
      max: 24,
      required: true,
      list: true,
      search: 'ending',
    }),
    supplierId: ref(
      { resource: 'whatsapp/supplier', call: 'select' },
      { label: { zh: '供应商', en: 'Supplier' }, required: true, search: 'equal' },
    ),
    supplierName: text({ label: { zh: '供应商', en: 'Supplier' }, max: 64, list: true, width: 160 }),
    batchNo: identifier({ label: { zh: '批次号', en: 'Batch no.' }, max: 24, list: true, search: 'equal' }),
    status: dict(supplierClaimStatus, {
      label: { zh: '状态', en: 'Status' },
      required: true,
      list: true,
      search: 'in',
    }),
    itemCount: int({ label: { zh: '号码数', en: 'Numbers' }, required: true, list: true }),
    amount: exactMoney({ label: { zh: '索赔金额', en: 'Claimed' }, required: true, list: true, sort: true }),
    acceptedAmount: exactMoney({ label: { zh: '认可金额', en: 'Accepted' }, list: true }),
    receivedAmount: exactMoney({ label: { zh: '已收金额', en: 'Received' }, required: true, list: true }),
    currency: text({ label: { zh: '币种', en: 'Currency' }, max: 5, required: true, list: 'hidden', width: 80 }),
    sentTime: time({ label: { zh: '发送时间', en: 'Sent' }, list: 'hidden', search: 'range' }),
    senderName: text({ label: { zh: '发送人', en: 'Sent by' }, max: 64, list: 'hidden', width: 120 }),
    deadline: time({ label: { zh: '答复期限', en: 'Answer due' }, list: true, search: 'range', sort: true }),
    isOverdue: yes({ label: { zh: '已逾期', en: 'Overdue' }, required: true, list: 'hidden' }),
    answer: text({ label: { zh: '供应商答复', en: 'Answer of the supplier' }, max: 500, list: 'hidden', width: 220 }),
    answerTime: time({ label: { zh: '答复时间', en: 'Answered' }, list: 'hidden' }),
    answerUserName: text({
      label: { zh: '答复登记人', en: 'Answer recorded by' },
      max: 64,
      list: 'hidden',
      width: 120,
    }),
  }),
  evidence: images({
    label: { zh: '证据', en: 'Evidence' },
    help: { zh: 'PDF 或图片，每个不超过 10 MB', en: 'PDF or pictures, up to 10 MB each' },
    count: PROOFS_MAX,
    upload: { resource: 'whatsapp/supplier-claim', call: 'put-proof', ...proofLimits },
  }),
  remark: textarea({ label: { zh: '备注', en: 'Remark' }, max: 500, list: 'hidden', width: 180 }),
  ...audited,
  createTime: shown(audited.createTime, { label: { zh: '创建时间', en: 'Opened' } }),
};

/** A number of a claim. */
export const claimLineFields = readOnly({
  claimId: ref(null, { label: { zh: '索赔单', en: 'Claim' }, required: true, search: 'equal' }),
  number: phone(searchedNumber),
  amount: exactMoney({ label: { zh: '金额', en: 'Amount' }, required: true, list: true }),
  checks: text({ label: { zh: '检测记录', en: 'Checks' }, max: 1000, list: true, width: 260 }),
  warrantyClaimId: ref(null, { label: { zh: '质保申请', en: 'Warranty claim' } }),
  itemId: ref(null, { label: { zh: '号码', en: 'Number' }, required: true }),
  createTime: time({ label: { zh: '加入时间', en: 'Added' }, required: true, list: true, search: 'range' }),
});

const transitions = {
  send: {
    title: { zh: '发送', en: 'Send' },
    from: [open],
    to: sent,
    access: 'edit',
    confirm: {
      zh: '标记为已发送给供应商，答复期限从现在开始计算；之后的失效号码进入新的索赔单。',
      en: 'Marks the claim as sent to the supplier; the time to answer starts now, and further numbers go to a new claim.',
    },
  },
  cancel: {
    title: { zh: '取消', en: 'Cancel' },
    from: [open],
    to: cancelled,
    access: 'edit',
    reason: 'required',
    isDangerous: true,
  },
  'write-off': {
    title: { zh: '核销', en: 'Write off' },
    from: [sent, accepted, partly, rejected],
    to: writtenOff,
    access: 'write-off',
    stepUp: true,
    reason: 'required',
    isDangerous: true,
    confirm: {
      zh: '未收回的金额不再追讨；须由发送人和答复登记人以外的人操作。',
      en: 'The amount not received is given up; neither the sender nor the person who recorded the answer may do this.',
    },
  },
} as const satisfies Transitions;

/** Claims on suppliers for numbers that failed: a memo of what they owe, without effect on wallets. */
export const supplierClaim = resource('whatsapp/supplier-claim', {
  title: { zh: '供应商索赔', en: 'Supplier claims' },
  help: {
    zh: '质保期内失效号码的索赔、答复与收款；仅作备查，不影响钱包',
    en: 'Claims for numbers that failed under warranty, answers and payments; a memo that moves no wallet',
  },
  empty: { zh: '失效号码在质保处理后进入这里', en: 'Numbers that failed under warranty appear here' },
  nameField: 'claimNo',
  defaultSort: '-createTime',
  stateField: 'status',
  transitions,
  fields,
  head: ['supplierName', 'status'],
  found: [{ call: 'list', by: ['claimNo'], shows: ['supplierName', 'status'] }],
  numbers: [{ call: 'list', shows: ['status', 'supplierName', 'batchNo', 'sentTime', 'answer'] }],
  waiting: [
    {
      title: { zh: '供应商索赔待处理', en: 'Supplier claims' },
      call: 'list',
      filters: { status_in: `${open},${sent}` },
      access: 'answer',
      since: 'createTime',
      brief: { about: ['supplierName', 'claimNo'], amount: 'amount', settle: 'answer' },
    },
  ],
  calls: {
    ...crud(fields, ['list', 'counts', 'detail', 'update', 'export', 'timeline']),
    ...transitionCalls(transitions),
    /** The IDs of an order's numbers that can be added to a claim: of a supplier, and on none yet. At most those of one form. */
    claimable: get({
      title: { zh: '可索赔的号码', en: 'Numbers to claim for' },
      access: 'add',
      input: z.object({ orderId: id() }),
      data: z.object({ numbers: z.array(z.string()), isMore: flag() }),
    }),
    /** Opens claims for numbers in stock, one per supplier and batch; numbers without a supplier or already claimed are skipped. */
    open: post({
      title: { zh: '新建索赔', en: 'Open claims' },
      access: 'add',
      input: z.object({
        /** Full numbers or number IDs, separated by spaces, commas or lines. */
        numbers: z.string().trim().min(1).max(60_000),
        reason: z.string().trim().min(1).max(REASON_MAX),
      }),
      data: z.object({ claimIds: z.array(id()), added: z.int(), skipped: z.int(), unknown: z.int() }),
    }),
    answer: post({
      title: { zh: '登记答复', en: 'Record the answer' },
      access: 'answer',
      input: z.object({
        id: id(),
        /** 0 rejects the claim; at most the claimed amount. */
        acceptedAmount: exactMoney({ label: fields.acceptedAmount.options.label, least: 0n }).schema,
        answer: z.string().trim().min(1).max(500),
      }),
    }),
    receive: post({
      title: { zh: '登记收款', en: 'Record a payment' },
      access: 'answer',
      input: z.object({
        id: id(),
        amount: exactMoney({ label: fields.receivedAmount.options.label, least: 1n }).schema,
        reason: z.string().trim().min(1).max(REASON_MAX),
      }),
    }),
    lines: get({
      title: { zh: '索赔号码', en: 'Numbers of a claim' },
      access: 'view',
      input: listQuery(claimLineFields),
      data: pageOf(rowSchema(claimLineFields)),
    }),
    balance: get({
      title: { zh: '供应商往来', en: 'Balance of suppliers' },
      access: 'view',
      input: z.object({ supplierId: id().optional() }),
      data: z.array(supplierBalance),
    }),
    /** The numbers of one claim or of all claims of a supplier, as a workbook. */
    statement: post({
      title: { zh: '导出对账单', en: 'Export statement' },
      access: 'export',
      input: z.object({ id: id().optional(), supplierId: id().optional() }),
      answer: 'file',
    }),
    ...proofCalls('edit'),
  },
  extras: { plain: { zh: '查看完整号码', en: 'View full numbers' } },
});

/** The numbers of claims, as a list of their own. */
export const supplierClaimLines = resource('whatsapp/supplier-claim', {
  title: { zh: '索赔号码', en: 'Numbers of a claim' },
  fields: claimLineFields,
  nameField: 'number',
  calls: { lines: supplierClaim.calls.lines },
});
