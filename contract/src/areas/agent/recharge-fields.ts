import { z } from 'zod';
import { userType } from '../../dictionaries.ts';
import {
  audited,
  decimal,
  dict,
  exactMoney,
  identifier,
  images,
  json,
  money,
  readOnly,
  ref,
  shown,
  text,
  textarea,
  time,
  yes,
} from '../../kit/field.ts';
import { amount, id, proof } from '../../kit/schema.ts';
import { localizedRule, matching } from '../../kit/sentences.ts';
import { time as timeSchema } from '../../kit/time.ts';
import { REASON_MAX, type Transitions } from '../../kit/transitions.ts';
import { network, paymentType, rechargeStatus } from '../user/dictionaries.ts';
import { bankAccount } from '../user/payment-method.ts';

/** Proofs of a payment: pictures of slips, limited in count and size. */
export const proofLimits = { kinds: ['jpg', 'png'], maxBytes: 5 * 1024 * 1024 } as const;
export const PROOFS_MAX = 5;

/** With which a row shows its pictures for a quarter of an hour. */
export const pictureTicket = proof(128).optional();

/** The name of an uploaded picture. */
export const pictureName = matching(/^\d{1,18}-[0-9a-f-]{36}\.(jpg|png)$/, {
  zh: '应为上传后得到的图片名称',
  en: 'should be the name of an uploaded picture',
});

const HASH = matching(/^(0x)?[0-9a-fA-F]{64}$/, {
  zh: '应为 64 位十六进制交易哈希',
  en: 'should be the hash of a transaction, 64 hexadecimal digits',
});

export const rechargeFields = {
  ...readOnly({
    rechargeNo: identifier({
      label: { zh: '充值单号', en: 'Recharge no.' },
      max: 24,
      required: true,
      list: true,
      search: 'like',
    }),
    userId: ref(
      { resource: 'agent/user', call: 'lazy-list' },
      { label: { zh: '用户', en: 'User' }, required: true, search: 'equal' },
    ),
    userName: text({ label: { zh: '用户', en: 'User' }, max: 64, required: true, list: true, width: 180 }),
    userType: dict(userType, {
      label: { zh: '用户类型', en: 'User type' },
      required: true,
      list: 'hidden',
      search: 'equal',
    }),
    paymentMethod: identifier({
      label: { zh: '方式编码', en: 'Method code' },
      max: 32,
      required: true,
      list: 'hidden',
      search: 'equal',
    }),
    /** As it was called when this was ordered. */
    methodName: text({ label: { zh: '支付方式', en: 'Method' }, max: 64, required: true, list: true, width: 150 }),
    methodNameEn: text({ label: { zh: '支付方式（英文）', en: 'Method (English)' }, max: 64, required: true }),
    methodType: dict(paymentType, {
      label: { zh: '类型', en: 'Type' },
      required: true,
      list: 'hidden',
      search: 'equal',
    }),
    network: dict(network, { label: { zh: '网络', en: 'Network' }, list: 'hidden' }),
    amount: money({
      label: { zh: '充值金额', en: 'Amount' },
      required: true,
      list: true,
      search: 'range',
      sort: true,
      least: 1n,
    }),
    /** The amount with decimals that distinguish this payment from others to the same address. */
    payAmount: exactMoney({ label: { zh: '应付金额', en: 'Amount due' }, required: true, list: true, search: 'range' }),
    localAmount: decimal({ label: { zh: '本币金额', en: 'Local amount' }, scale: 2, list: 'hidden' }),
    localCurrency: text({ label: { zh: '本币', en: 'Local currency' }, max: 3, list: 'hidden', width: 90 }),
    fxRate: decimal({ label: { zh: '汇率', en: 'Rate' }, scale: 8, list: 'hidden' }),
    receiveAddress: text({
      label: { zh: '收款地址', en: 'Paid to' },
      max: 64,
      list: 'hidden',
      search: 'equal',
      width: 200,
    }),
    bankInfo: json(bankAccount, { label: { zh: '收款账户', en: 'Receiving account' } }),
    status: dict(rechargeStatus, { label: { zh: '状态', en: 'Status' }, required: true, list: true, search: 'in' }),
  }),
  txHash: identifier({
    label: { zh: '交易哈希', en: 'Transaction' },
    help: { zh: '钱包转账记录中的 TxID', en: 'The TxID in your wallet history' },
    max: 66,
    pattern: HASH,
    list: 'hidden',
    search: 'equal',
  }),
  payerName: text({
    label: { zh: '付款人', en: 'Payer' },
    max: 64,
    list: 'hidden',
    search: 'like',
    width: 120,
  }),
  proofs: images({
    label: { zh: '付款凭证', en: 'Proof of payment' },
    count: PROOFS_MAX,
    upload: { resource: 'agent/recharge', call: 'put-proof', ...proofLimits },
  }),
  payerNote: textarea({ label: { zh: '留言', en: 'Note' }, max: 255 }),
  ...readOnly({
    isLate: yes({ label: { zh: '逾期付款', en: 'Late payment' }, required: true, list: 'hidden' }),
    creditedAmount: exactMoney({ label: { zh: '入账金额', en: 'Credited' }, list: true, search: 'range' }),
    /** Given on top when it was credited: spent before the balance, never withdrawn. */
    bonusAmount: exactMoney({ label: { zh: '赠送金额', en: 'Bonus' }, list: 'hidden' }),
    /** The number of the entry that took the credit and its bonus back; null for a recharge that was not reversed. */
    reversalNo: identifier({ label: { zh: '冲回凭证号', en: 'Reversed by' }, max: 32, list: 'hidden' }),
    creditReason: text({ label: { zh: '入账金额说明', en: 'Reason for another amount' }, max: REASON_MAX }),
    expireTime: time({ label: { zh: '支付截止', en: 'Pay by' }, required: true, list: 'hidden' }),
    submitTime: time({ label: { zh: '提交时间', en: 'Submitted' }, list: 'hidden', search: 'range' }),
    auditUserName: text({
      label: { zh: '审核人', en: 'Reviewed by' },
      max: 64,
      list: 'hidden',
      search: 'like',
      width: 120,
    }),
    auditTime: time({ label: { zh: '审核时间', en: 'Reviewed' }, list: 'hidden', search: 'range' }),
    rejectReason: text({
      label: { zh: '驳回原因', en: 'Rejection reason' },
      isGroup: true,
      max: REASON_MAX,
      list: 'hidden',
      width: 160,
    }),
    /** The request about another amount, while a second person has to decide. */
    approvalId: ref(null, { label: { zh: '复核申请', en: 'Approval' }, readPermission: 'audit' }),
  }),
  ...audited,
  createTime: shown(audited.createTime, { label: { zh: '下单时间', en: 'Ordered at' }, list: true }),
};

const { awaiting, review, passed, refused, expired, cancelled } = rechargeStatus.is;

export const rechargeTransitions = {
  pass: {
    title: { zh: '通过', en: 'Approve' },
    from: [review],
    to: passed,
    access: 'audit',
    stepUp: true,
    confirm: { zh: '确认已收到款项？通过后立即入账。', en: 'Has the money arrived? It is credited immediately.' },
  },
  'turn-down': {
    title: { zh: '驳回', en: 'Reject' },
    from: [review],
    to: refused,
    access: 'audit',
    reason: 'required',
    isDangerous: true,
  },
  reopen: {
    title: { zh: '转为待审核', en: 'Move to review' },
    from: [expired],
    to: review,
    access: 'audit',
    reason: 'required',
  },
} as const satisfies Transitions;

/** Actions of the payer only. */
export const rechargeCancellation = {
  remove: {
    title: { zh: '取消', en: 'Cancel' },
    from: [awaiting],
    to: cancelled,
    access: 'edit',
    confirm: {
      zh: '已付款请勿取消。确定取消这笔充值？',
      en: 'Do not cancel a recharge you have already paid. Cancel it?',
    },
  },
} as const satisfies Transitions;

/** Instructions for the payer: amount, account and deadline. */
export const instructions = z.object({
  id: id(),
  rechargeNo: z.string(),
  status: z.int(),
  amount: amount(),
  payAmount: amount(),
  currency: z.string(),
  methodName: z.string(),
  methodNameEn: z.string(),
  methodType: z.int(),
  network: z.int().nullable(),
  receiveAddress: z.string().nullable(),
  bankInfo: bankAccount.nullable(),
  localAmount: z.string().nullable(),
  localCurrency: z.string().nullable(),
  /** The text of the QR code; null without one. */
  qrContent: z.string().nullable(),
  expireTime: timeSchema(),
  notice: z.string().nullable(),
  noticeEn: z.string().nullable(),
});

/** A recharge that is handed in together with its proof. */
export const paidRecharge = z.object({
  amount: amount(),
  paymentMethod: z.string().trim().min(1).max(32),
  txHash: rechargeFields.txHash.schema.optional(),
  payerName: rechargeFields.payerName.schema.optional(),
  proofs: rechargeFields.proofs.schema.optional(),
  payerNote: rechargeFields.payerNote.schema.optional(),
});

/** The state of the approval that a call requested; both are null where none was needed. */
export const asked = z.object({ approvalId: id().nullable(), approvalNo: z.string().nullable() });

/**
 * The amount that arrived, if it differs from the amount due: approval credits it. A difference above
 * `recharge.correctAlone`, or an amount above the method's maximum, needs a second person.
 */
export const rechargeCorrection = {
  title: { zh: '更正入账金额', en: 'Correct amount' },
  access: 'audit',
  stepUp: true,
  input: z.object({
    id: id(),
    creditedAmount: amount().refine(
      (value) => value > 0n,
      localizedRule({ zh: '应大于 0', en: 'should be more than 0' }),
    ),
    reason: z.string().trim().min(1).max(REASON_MAX),
  }),
  data: asked,
} as const;

/** Another recharge that names the same transaction. */
const claim = z.object({
  id: id(),
  rechargeNo: z.string(),
  userName: z.string(),
  userType: z.int(),
  payAmount: amount(),
  status: z.int(),
  createTime: timeSchema(),
  /** Whether the payment certainly belongs to this recharge: it was matched or credited. */
  isCertain: z.boolean(),
});

/** A payment found by a watcher, as the reviewer of a recharge compares it. */
const sighting = z.object({
  id: id(),
  amount: amount(),
  currency: z.string(),
  receiveAddress: z.string(),
  paidTime: timeSchema(),
  confirmations: z.int(),
  status: z.int(),
  /** The recharge it was matched with, or may have been meant for. */
  rechargeNo: z.string().nullable(),
});

/** Further facts of the transaction that a payer names. */
export const rechargeClaims = {
  title: { zh: '同一交易的其他充值', en: 'Other recharges with the same transaction' },
  access: 'audit',
  input: z.object({ id: id() }),
  data: z.object({ claims: z.array(claim), payments: z.array(sighting) }),
} as const;
