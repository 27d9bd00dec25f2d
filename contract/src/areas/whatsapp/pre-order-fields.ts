import { businessType, capability, numberType } from '../../dictionaries.ts';
import {
  audited,
  bits,
  country,
  date,
  decimal,
  dict,
  identifier,
  int,
  money,
  readOnly,
  ref,
  shown,
  text,
  time,
  unitPrice,
  yes,
} from '../../kit/field.ts';
import { REASON_MAX } from '../../kit/transitions.ts';
import { preOrderSkip, preOrderStatus } from './dictionaries.ts';

/** Demand of an agent for numbers that are not in stock yet. */
export const preOrderFields = {
  ...readOnly({
    preOrderNo: identifier({
      label: { zh: '预定单号', en: 'Pre-order no.' },
      max: 24,
      required: true,
      list: true,
      search: 'ending',
    }),
    productId: ref(
      { resource: 'agent/product', call: 'list', by: { zh: 'nameZh', en: 'nameEn' } },
      { label: { zh: '商品', en: 'Product' }, required: true, search: 'equal' },
    ),
    productName: text({ label: { zh: '商品', en: 'Product' }, max: 64, required: true, list: true, width: 180 }),
    agentId: ref(
      { resource: 'agent/user', call: 'lazy-list' },
      { label: { zh: '代理', en: 'Agent' }, required: true, search: 'equal' },
    ),
    agentName: text({ label: { zh: '代理', en: 'Agent' }, max: 64, required: true, list: true, width: 130 }),
    buyerId: ref(null, { label: { zh: '下单人', en: 'Buyer' }, required: true }),
    buyerName: text({ label: { zh: '下单人', en: 'Buyer' }, max: 64, required: true, list: 'hidden', width: 130 }),
    /** Whether the pre-order is the reader's own: only its buyer submits, edits or removes it. */
    isOwn: yes({ label: { zh: '本人预定', en: 'Mine' }, required: true }),
    businessType: dict(businessType, {
      label: { zh: '业务类型', en: 'Business' },
      required: true,
      list: 'hidden',
      search: 'equal',
    }),
    countryCode: country({ label: { zh: '国家', en: 'Country' }, required: true, list: true, search: 'in' }),
    numberType: dict(numberType, { label: { zh: '号码类型', en: 'Number type' }, list: 'hidden', search: 'equal' }),
    capability: bits(capability, { label: { zh: '能力', en: 'Capabilities' }, list: 'hidden', width: 180 }),
    status: dict(preOrderStatus, { label: { zh: '状态', en: 'Status' }, required: true, list: true, search: 'in' }),
    quantity: int({ label: { zh: '数量', en: 'Quantity' }, required: true, list: true, sort: true }),
    specQty: int({ label: { zh: '每份号码数', en: 'Units per pack' }, required: true, list: 'hidden' }),
    approvedQty: int({ label: { zh: '批准数量', en: 'Approved' }, list: true }),
    deliveredQty: int({ label: { zh: '已交付', en: 'Delivered' }, required: true, list: true }),
    refundedQty: int({ label: { zh: '已退数量', en: 'Refunded quantity' }, required: true, list: 'hidden' }),
    /** Numbers in stock that are locked for it and not delivered yet. */
    lockedQty: int({ label: { zh: '已锁定号码', en: 'Locked numbers' }, required: true, list: 'hidden' }),
    /** From 1 on; empty unless it waits for numbers. */
    place: int({
      label: { zh: '排队位置', en: 'Place in line' },
      help: { zh: '同类预定中的位置，按批准时间', en: 'Among pre-orders for the same kind of number, by approval' },
      list: true,
    }),
    /** From the numbers moved to stock in the last 30 days; empty without any. */
    expectedOn: date({
      label: { zh: '预计齐货', en: 'Expected complete' },
      help: { zh: '按近 30 天入库速度估算', en: 'Estimated from stock-in of the last 30 days' },
      list: true,
    }),
    unitPrice: unitPrice({ label: { zh: '单价', en: 'Unit price' }, required: true, list: true }),
    amount: money({ label: { zh: '金额', en: 'Amount' }, required: true, list: true, search: 'range', sort: true }),
    currency: text({ label: { zh: '币种', en: 'Currency' }, max: 5, required: true, list: 'hidden', width: 80 }),
    depositRate: decimal({
      label: { zh: '定金比例', en: 'Deposit rate' },
      help: { zh: '占金额的比例', en: 'Share of the amount' },
      min: 0,
      max: 1,
      scale: 4,
      required: true,
      list: 'hidden',
    }),
    depositAmount: money({ label: { zh: '定金', en: 'Deposit' }, required: true, list: true }),
    paidAmount: money({
      label: { zh: '已结算', en: 'Settled' },
      help: { zh: '已交付部分的金额', en: 'Amount of the delivered part' },
      required: true,
      list: 'hidden',
    }),
    refundAmount: money({
      label: { zh: '已退定金', en: 'Deposit returned' },
      required: true,
      list: 'hidden',
    }),
    expectDate: date({ label: { zh: '需求日期', en: 'Wanted by' }, list: 'hidden', search: 'range' }),
    latestDate: date({
      label: { zh: '最晚交付', en: 'Latest delivery' },
      help: { zh: '超过 72 小时未交付的部分自动退款', en: 'Undelivered numbers are refunded 72 hours later' },
      required: true,
      list: true,
      search: 'range',
      sort: true,
    }),
    submitTime: time({ label: { zh: '提交时间', en: 'Submitted' }, list: 'hidden', search: 'range', sort: true }),
    approverName: text({ label: { zh: '审核人', en: 'Approver' }, max: 64, list: 'hidden', width: 120 }),
    approveTime: time({ label: { zh: '审核时间', en: 'Decided' }, list: 'hidden', search: 'range', sort: true }),
    approveRemark: text({
      label: { zh: '审核意见', en: 'Decision remark' },
      max: REASON_MAX,
      list: 'hidden',
      width: 160,
    }),
    /** Of a revocation or refund. */
    revokeReason: text({
      label: { zh: '撤销/退款原因', en: 'Reason of the end' },
      max: REASON_MAX,
      list: 'hidden',
      width: 160,
    }),
    skipReason: dict(preOrderSkip, {
      label: { zh: '跳过原因', en: 'Skipped because' },
      list: 'hidden',
      search: 'equal',
    }),
    skipTime: time({ label: { zh: '跳过时间', en: 'Skipped since' }, list: 'hidden' }),
    remark: text({ label: { zh: '备注', en: 'Remark' }, max: 255, list: 'hidden', width: 160 }),
  }),
  ...audited,
  createTime: shown(audited.createTime, { label: { zh: '创建时间', en: 'Created' }, list: 'hidden' }),
} as const;
