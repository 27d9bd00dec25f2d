import { z } from 'zod';
import { userType } from '../../dictionaries.ts';
import { post } from '../../kit/call.ts';
import {
  audited,
  bits,
  decimal,
  dict,
  exactMoney,
  identifier,
  int,
  json,
  money,
  readOnly,
  ref,
  shown,
  text,
  textarea,
  time,
} from '../../kit/field.ts';
import type { Text } from '../../kit/locale.ts';
import { amount, id, ids, proof } from '../../kit/schema.ts';
import { localizedRule, matching } from '../../kit/sentences.ts';
import { REASON_MAX, type Transitions } from '../../kit/transitions.ts';
import {
  network,
  payeeType,
  paymentType,
  withdrawalRisk,
  withdrawalStatus,
  withdrawalWallet,
} from '../user/dictionaries.ts';

/** The most withdrawals one decision is about. */
export const WITHDRAWALS_MAX = 100;

/** The payee, as entered when the withdrawal was requested. Contains no card number. */
export const payeeDetails = z.object({
  address: z.string().optional(),
  holderName: z.string().optional(),
  countryCode: z.string().optional(),
  bankName: z.string().optional(),
  bankCode: z.string().optional(),
  branch: z.string().optional(),
  cardLast4: z.string().optional(),
});
export type PayeeDetails = z.output<typeof payeeDetails>;

export const withdrawalFields = {
  ...readOnly({
    withdrawNo: identifier({
      label: { zh: '提现单号', en: 'Withdrawal no.' },
      max: 24,
      required: true,
      list: true,
      search: 'like',
    }),
    userId: ref(
      { resource: 'agent/user', call: 'lazy-list' },
      { label: { zh: '用户', en: 'User' }, required: true, search: 'equal' },
    ),
    userName: text({ label: { zh: '用户', en: 'User' }, max: 64, required: true, list: true, width: 150 }),
    userType: dict(userType, {
      label: { zh: '用户类型', en: 'User type' },
      required: true,
      list: 'hidden',
      search: 'equal',
    }),
    walletKind: dict(withdrawalWallet, {
      label: { zh: '提现账户', en: 'From' },
      required: true,
      list: true,
      search: 'equal',
    }),
    amount: money({
      label: { zh: '提现金额', en: 'Amount' },
      required: true,
      list: true,
      search: 'range',
      sort: true,
      least: 1n,
    }),
    fee: exactMoney({ label: { zh: '手续费', en: 'Fee' }, required: true, list: 'hidden' }),
    netAmount: exactMoney({ label: { zh: '到账金额', en: 'Net amount' }, required: true, list: true }),
    /** Empty where brokerage was moved to the balance. */
    paymentMethod: identifier({
      label: { zh: '方式编码', en: 'Method code' },
      max: 64,
      list: 'hidden',
      search: 'equal',
    }),
    /** As it was called when this was ordered. */
    methodName: text({ label: { zh: '提现方式', en: 'Method' }, max: 64, list: true, width: 150 }),
    methodNameEn: text({ label: { zh: '提现方式（英文）', en: 'Method (English)' }, max: 64 }),
    methodType: dict(paymentType, { label: { zh: '类型', en: 'Type' }, list: 'hidden' }),
    network: dict(network, { label: { zh: '网络', en: 'Network' }, list: 'hidden' }),
    payeeType: dict(payeeType, { label: { zh: '收款类型', en: 'Payee type' } }),
    payeeId: ref(null, { label: { zh: '收款账户编号', en: 'Payee ID' } }),
    /** The address, or the bank and the card's last four. */
    payeeName: text({ label: { zh: '收款账户', en: 'Payee' }, max: 128, list: true, width: 150 }),
    payee: json(payeeDetails, { label: { zh: '收款信息', en: 'Payee' } }),
    localAmount: decimal({ label: { zh: '本币金额', en: 'Local amount' }, scale: 2, list: 'hidden' }),
    localCurrency: text({ label: { zh: '本币', en: 'Local currency' }, max: 3, list: 'hidden', width: 90 }),
    fxRate: decimal({ label: { zh: '汇率', en: 'Rate' }, scale: 8, list: 'hidden' }),
    status: dict(withdrawalStatus, { label: { zh: '状态', en: 'Status' }, required: true, list: true, search: 'in' }),
    riskFlags: bits(withdrawalRisk, {
      label: { zh: '风险提示', en: 'Risk flags' },
      required: true,
      list: 'hidden',
      readPermission: 'risk',
      width: 200,
    }),
    channelCode: identifier({ label: { zh: '代付通道', en: 'Channel' }, max: 64, list: 'hidden', search: 'equal' }),
    channelNo: identifier({
      label: { zh: '通道流水号', en: 'Channel reference' },
      max: 128,
      list: 'hidden',
      search: 'equal',
    }),
    /** The transaction, or the bank's reference. */
    txHash: identifier({
      label: { zh: '交易哈希/银行流水号', en: 'Transaction' },
      max: 128,
      list: 'hidden',
      search: 'equal',
    }),
    attempt: int({ label: { zh: '代付次数', en: 'Payout attempts' }, required: true, list: 'hidden' }),
    channelSaid: text({ label: { zh: '通道返回', en: 'Channel response' }, max: 255 }),
    applyNote: textarea({ label: { zh: '附言', en: 'Note' }, max: 255 }),
    auditUserName: text({
      label: { zh: '审核人', en: 'Reviewed by' },
      max: 64,
      list: 'hidden',
      search: 'like',
      width: 120,
    }),
    auditTime: time({ label: { zh: '审核时间', en: 'Reviewed' }, list: 'hidden', search: 'range' }),
    checkUserName: text({ label: { zh: '复核人', en: 'Second approver' }, max: 64, list: 'hidden', width: 120 }),
    checkTime: time({ label: { zh: '复核时间', en: 'Approved by second person at' }, list: 'hidden' }),
    paidTime: time({ label: { zh: '打款时间', en: 'Paid at' }, list: 'hidden', search: 'range' }),
    rejectReason: text({
      label: { zh: '驳回或退票原因', en: 'Rejection or return reason' },
      isGroup: true,
      max: REASON_MAX,
      list: 'hidden',
      width: 160,
    }),
    /** The request that a second person decides about. */
    approvalId: ref(null, { label: { zh: '复核申请', en: 'Approval' }, readPermission: 'risk' }),
  }),
  ...audited,
  createTime: shown(audited.createTime, { label: { zh: '申请时间', en: 'Requested at' }, list: true }),
};

const { pending, passed, refused, paid, failed, cancelled, returned, checking } = withdrawalStatus.is;

/** From where a withdrawal can be paid or turned down. */
export const OPEN_WITHDRAWALS = [pending, failed, checking] as const;

export const withdrawalTransitions = {
  'turn-down': {
    title: { zh: '驳回', en: 'Reject' },
    from: OPEN_WITHDRAWALS,
    to: refused,
    access: 'audit',
    reason: 'required',
    isDangerous: true,
  },
  /** The bank or the channel gave the money back. */
  'mark-returned': {
    title: { zh: '登记退票', en: 'Record bounce' },
    from: [passed, paid],
    to: returned,
    access: 'audit',
    reason: 'required',
    stepUp: true,
    isDangerous: true,
  },
} as const satisfies Transitions;

/** Changes of a withdrawal's state that are named after no call. */
export const withdrawalEvents = {
  'ask-check': { zh: '提交第二人复核', en: 'Sent for second approval' },
  check: { zh: '第二人复核通过', en: 'Approved by second person' },
  uncheck: { zh: '复核未通过，退回待处理', en: 'Not approved by second person' },
  channel: { zh: '提交代付', en: 'Sent to payout channel' },
  payout: { zh: '代付结果', en: 'Result of payout channel' },
} as const satisfies Readonly<Record<string, Text>>;
export type WithdrawalEvent = keyof typeof withdrawalEvents;

/** Actions of the owner only. */
export const withdrawalCancellation = {
  remove: {
    title: { zh: '撤销', en: 'Cancel' },
    from: [pending],
    to: cancelled,
    access: 'add',
    confirm: { zh: '撤销后金额退回原账户，确定撤销？', en: 'The amount returns to its wallet. Cancel it?' },
  },
} as const satisfies Transitions;

/** Withdrawals of one bank file. */
export const BANK_BATCH_MAX = 1_000;

const PRINTABLE = matching(/^[\x20-\x7e]{12,64}$/, {
  zh: '压缩包密码应为 12 至 64 位英文字母、数字或符号',
  en: 'The password of the archive should be 12 to 64 letters, digits or signs of ASCII',
});
/** Of an archive: long, because it can be tried offline; plain, because programs disagree about other letters. */
export const archivePassword = proof(128).regex(PRINTABLE);

/** States of rows after a decision; rows that need a second person have 9. */
const decided = z.array(z.object({ id: id(), status: z.int() }));

const reference = z.string().trim().min(1).max(128);

/** Decisions that carry more than a reason. */
export const withdrawalDecisions = {
  /**
   * Records a manual payment. Above `withdraw.proofAbove` it needs `txHash`: the transaction, or the number of the
   * bank's voucher. Above `withdraw.checkAbove` a second person decides first.
   */
  pass: post({
    title: { zh: '登记已打款', en: 'Record as paid' },
    access: 'audit',
    stepUp: true,
    input: z.object({ ids: ids(WITHDRAWALS_MAX), txHash: reference.optional() }),
    data: decided,
  }),
  /** Sends the money by a payout channel; `type` is its code. Above `withdraw.checkAbove` a second person decides first. */
  'third-channel': post({
    title: { zh: '代付', en: 'Pay out' },
    access: 'audit',
    stepUp: true,
    input: z.object({ ids: ids(WITHDRAWALS_MAX), type: z.string().trim().min(1).max(64) }),
    data: decided,
  }),
  /**
   * A workbook for a bank's batch transfer, with full card numbers: withdrawals to cards that wait for manual payment,
   * or were paid. Those that still need a second person are refused. With a password it is an encrypted archive
   * (AES-256); the password is stored nowhere.
   */
  'bank-batch': post({
    title: { zh: '银行批量打款文件', en: 'Bank batch file' },
    access: 'bank-batch',
    stepUp: true,
    answer: 'file',
    perMinute: 10,
    input: z.object({ ids: ids(BANK_BATCH_MAX), password: archivePassword.optional() }),
  }),
  /** Full card number of a withdrawal's payee, for manual payment; empty for other methods. */
  'reveal-account': post({
    title: { zh: '查看收款账号', en: 'View account number' },
    access: 'audit',
    stepUp: true,
    keyless: 'reads',
    input: z.object({ id: id() }),
    data: z.object({ cardNo: z.string() }),
  }),
} as const;

/** A requested withdrawal. */
export const withdrawalOrder = z.object({
  walletKind: withdrawalFields.walletKind.schema,
  amount: amount(),
  paymentMethod: z.string().trim().min(1).max(64),
  payeeType: withdrawalFields.payeeType.schema,
  payeeId: id(),
  applyNote: withdrawalFields.applyNote.schema.optional(),
});

const needed = localizedRule({ zh: '请填写', en: 'is required' });

/** The same; with an id, another note for one that waits for its review. */
export const withdrawalSubmission = withdrawalOrder
  .partial()
  .extend({ id: id().optional() })
  .superRefine((input, context) => {
    if (input.id !== undefined) return;
    for (const name of ['walletKind', 'amount', 'paymentMethod', 'payeeType', 'payeeId'] as const)
      if (input[name] === undefined) context.addIssue({ code: 'custom', ...needed, path: [name] });
  });
