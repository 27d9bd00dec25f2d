import { businessType } from '../../dictionaries.ts';
import {
  audited,
  country,
  dict,
  identifier,
  images,
  int,
  money,
  phone,
  readOnly,
  ref,
  shown,
  text,
  time,
  yes,
} from '../../kit/field.ts';
import { searchedNumber } from '../../kit/presets.ts';
import { REASON_MAX } from '../../kit/transitions.ts';
import {
  warrantyAction,
  warrantyCaseKind,
  warrantyCaseStatus,
  warrantyCause,
  warrantyChoice,
  warrantySource,
  warrantyStatus,
} from './dictionaries.ts';

/** A claim about one delivered number within its warranty. */
export const warrantyClaimFields = {
  ...readOnly({
    claimNo: identifier({
      label: { zh: '质保单号', en: 'Claim no.' },
      max: 24,
      required: true,
      list: true,
      search: 'ending',
    }),
    number: phone(searchedNumber),
    status: dict(warrantyStatus, { label: { zh: '状态', en: 'Status' }, required: true, list: true, search: 'in' }),
    source: dict(warrantySource, { label: { zh: '来源', en: 'Source' }, required: true, list: true, search: 'equal' }),
    productName: text({ label: { zh: '商品', en: 'Product' }, max: 64, required: true, list: true, width: 180 }),
    orderId: ref(null, { label: { zh: '订单', en: 'Order' }, required: true, search: 'equal' }),
    orderNo: identifier({
      label: { zh: '订单号', en: 'Order no.' },
      max: 24,
      required: true,
      list: true,
      search: 'equal',
    }),
    outboundNo: identifier({ label: { zh: '出库单号', en: 'Outbound no.' }, max: 24, required: true, list: 'hidden' }),
    ownerId: ref(
      { resource: 'agent/user', call: 'lazy-list' },
      { label: { zh: '客户', en: 'Customer' }, required: true, search: 'equal' },
    ),
    ownerName: text({ label: { zh: '客户', en: 'Customer' }, max: 64, required: true, list: true, width: 130 }),
    /** Whether the purchase is the reader's own. */
    isOwn: yes({ label: { zh: '本人购买', en: 'Mine' }, required: true }),
    businessType: dict(businessType, { label: { zh: '业务类型', en: 'Business' }, required: true, list: 'hidden' }),
    countryCode: country({ label: { zh: '国家', en: 'Country' }, required: true, list: true, search: 'in' }),
    /** For staff. */
    batchNo: identifier({ label: { zh: '批次号', en: 'Batch no.' }, max: 24, list: 'hidden', search: 'equal' }),
    unitPrice: money({ label: { zh: '单价', en: 'Unit price' }, required: true, list: 'hidden' }),
    currency: text({ label: { zh: '币种', en: 'Currency' }, max: 5, required: true, list: 'hidden', width: 80 }),
    action: dict(warrantyAction, { label: { zh: '处理方式', en: 'Settlement' }, required: true, list: 'hidden' }),
    choice: dict(warrantyChoice, { label: { zh: '已选方式', en: 'Chosen' }, list: 'hidden' }),
    warrantyUntil: time({ label: { zh: '质保至', en: 'Warranty until' }, required: true, list: true, sort: true }),
    chainNo: int({
      label: { zh: '已换次数', en: 'Earlier replacements' },
      help: { zh: '此号码之前已换过几次', en: 'How many replacements led to this number' },
      required: true,
      list: 'hidden',
    }),
    suspectTime: time({ label: { zh: '首次失效', en: 'First found inactive' }, list: 'hidden' }),
    confirmTime: time({ label: { zh: '确认时间', en: 'Confirmed at' }, list: 'hidden' }),
    nextCheckTime: time({ label: { zh: '下次检测', en: 'Next check' }, list: 'hidden' }),
    choiceUntil: time({
      label: { zh: '选择截止', en: 'Choose by' },
      help: { zh: '逾期按换货处理', en: 'Afterwards the number is replaced' },
      list: 'hidden',
    }),
    stockUntil: time({
      label: { zh: '等待补货至', en: 'Waits for stock until' },
      help: { zh: '仍无库存则退款', en: 'Afterwards it is refunded' },
      list: 'hidden',
    }),
    replacementNumber: text({ label: { zh: '新号码', en: 'New number' }, max: 32, list: true, width: 150 }),
    replacementNoteId: ref(null, { label: { zh: '换货单', en: 'Replacement note' } }),
    replacementNoteNo: identifier({ label: { zh: '换货单号', en: 'Replacement note' }, max: 24, list: 'hidden' }),
    refundAmount: money({ label: { zh: '退款金额', en: 'Refunded' }, list: true }),
    cause: dict(warrantyCause, { label: { zh: '说明', en: 'Note' }, list: 'hidden' }),
    caseId: ref(null, { label: { zh: '批量异常', en: 'Mass event' }, search: 'equal' }),
    decideReason: text({ label: { zh: '处理意见', en: 'Reason' }, max: REASON_MAX, list: 'hidden', width: 180 }),
    deciderName: text({ label: { zh: '处理人', en: 'Decided by' }, max: 64, list: 'hidden', width: 120 }),
    settleTime: time({ label: { zh: '完成时间', en: 'Settled at' }, list: 'hidden', search: 'range' }),
    content: text({ label: { zh: '情况说明', en: 'What happened' }, max: 1000 }),
    evidence: images({ label: { zh: '证据', en: 'Evidence' }, count: 6 }),
  }),
  ...audited,
  createTime: shown(audited.createTime, { label: { zh: '创建时间', en: 'Opened' }, list: true, search: 'range' }),
} as const;

/** Claims that are suspicious together. */
export const warrantyCaseFields = {
  ...readOnly({
    caseNo: identifier({
      label: { zh: '异常单号', en: 'Event no.' },
      max: 24,
      required: true,
      list: true,
      search: 'ending',
    }),
    kind: dict(warrantyCaseKind, { label: { zh: '范围', en: 'Scope' }, required: true, list: true, search: 'equal' }),
    subject: text({
      label: { zh: '批次或服务商', en: 'Batch or provider' },
      max: 64,
      required: true,
      list: true,
      width: 180,
    }),
    status: dict(warrantyCaseStatus, { label: { zh: '状态', en: 'Status' }, required: true, list: true, search: 'in' }),
    checked: int({
      label: { zh: '号码数', en: 'Numbers' },
      help: {
        zh: '批次中已交付的号码，或服务商一小时内检测的号码',
        en: 'Delivered numbers of the batch, or checked within the hour',
      },
      required: true,
      list: true,
    }),
    failed: int({ label: { zh: '失效数', en: 'Inactive' }, required: true, list: true }),
    share: int({ label: { zh: '失效占比（%）', en: 'Share (%)' }, required: true, list: true }),
    /** Claims that wait for the decision. */
    pausedClaims: int({ label: { zh: '暂停的质保单', en: 'Paused claims' }, required: true, list: true }),
    decideReason: text({ label: { zh: '处理意见', en: 'Reason' }, max: REASON_MAX, list: 'hidden', width: 180 }),
    deciderName: text({ label: { zh: '处理人', en: 'Decided by' }, max: 64, list: 'hidden', width: 120 }),
    decideTime: time({ label: { zh: '处理时间', en: 'Decided at' }, list: 'hidden' }),
  }),
  ...audited,
  createTime: shown(audited.createTime, { label: { zh: '创建时间', en: 'Opened' }, list: true, search: 'range' }),
} as const;
