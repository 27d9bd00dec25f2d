import { businessType } from '../../dictionaries.ts';
import {
  audited,
  country,
  dict,
  exactMoney,
  identifier,
  images,
  phone,
  readOnly,
  ref,
  shown,
  text,
  textarea,
  time,
  yes,
} from '../../kit/field.ts';
import { remarkField, searchedNumber } from '../../kit/presets.ts';
import { REASON_MAX } from '../../kit/transitions.ts';
import { lineStatus } from '../../message-dictionaries.ts';
import {
  seedAppeal,
  seedMatch,
  seedOwner,
  seedReport,
  seedRewardStatus,
  seedTaskStatus,
} from './embedded-dictionaries.ts';

/** Screenshots of a report, or files of a decision about cheating. */
export const SEED_PROOFS_MAX = 6;
export const seedProofLimits = { kinds: ['jpg', 'png'], maxBytes: 2 * 1024 * 1024 } as const;
export const seedProofUpload = {
  resource: 'whatsapp/embedded-number-task',
  call: 'put-proof',
  ...seedProofLimits,
} as const;

/** A use of a seed number in an order. */
export const embeddedTaskFields = {
  ...readOnly({
    taskNo: identifier({
      label: { zh: '任务编号', en: 'Task no.' },
      max: 24,
      required: true,
      list: true,
      search: 'ending',
    }),
  }),
  orderNo: identifier({
    label: { zh: '订单号', en: 'Order no.' },
    max: 32,
    required: true,
    list: true,
    search: 'equal',
    form: 'create',
  }),
  orderType: dict(businessType, {
    label: { zh: '渠道', en: 'Channel' },
    required: true,
    list: 'hidden',
    search: 'equal',
    form: 'create',
    initial: businessType.is.whatsapp,
  }),
  orderId: ref(null, { label: { zh: '关联订单', en: 'Order' }, search: 'equal', form: 'create' }),
  embeddedNumberId: ref(
    { resource: 'whatsapp/embedded-number', call: 'select' },
    { label: { zh: '嵌入号', en: 'Seed number' }, required: true, search: 'equal', form: 'create' },
  ),
  ...readOnly({
    number: phone({ ...searchedNumber, label: { zh: '嵌入号', en: 'Seed number' } }),
    countryCode: country({ label: { zh: '国家', en: 'Country' }, required: true, list: true, search: 'in' }),
  }),
  providerId: ref(
    { resource: 'provider/provider', call: 'list', by: 'providerName' },
    { label: { zh: '通道', en: 'Provider' }, search: 'equal', form: 'create' },
  ),
  ...readOnly({
    providerName: text({ label: { zh: '通道', en: 'Provider' }, max: 64, list: true, width: 140 }),
    dispatchTime: time({ label: { zh: '下发时间', en: 'Sent' }, list: true, search: 'range', sort: true }),
    dueTime: time({ label: { zh: '截止时间', en: 'Due' }, list: 'hidden', search: 'range', sort: true }),
    providerStatus: dict(lineStatus, { label: { zh: '通道回执', en: 'Receipt' }, list: true, search: 'in' }),
    reportedStatus: dict(seedReport, {
      label: { zh: '用户反馈', en: 'Report' },
      required: true,
      list: true,
      search: 'in',
      initial: seedReport.is.none,
    }),
    matchResult: dict(seedMatch, { label: { zh: '比对结果', en: 'Result' }, list: true, search: 'in' }),
    isCheat: yes({
      label: { zh: '是否作弊', en: 'Cheating' },
      required: true,
      list: true,
      search: 'equal',
      initial: 0,
    }),
    isApproval: yes({
      label: { zh: '是否通过', en: 'Approved' },
      required: true,
      list: true,
      search: 'equal',
      initial: 0,
    }),
    reward: exactMoney({ label: { zh: '奖励', en: 'Reward' }, required: true, list: true }),
    status: dict(seedTaskStatus, {
      label: { zh: '状态', en: 'Status' },
      required: true,
      list: true,
      search: 'in',
      initial: seedTaskStatus.is.planned,
    }),
    rewardStatus: dict(seedRewardStatus, {
      label: { zh: '发放状态', en: 'Payment' },
      required: true,
      list: 'hidden',
      search: 'in',
      initial: seedRewardStatus.is.unpaid,
    }),
    rewardPaid: exactMoney({ label: { zh: '已发奖励', en: 'Reward paid' }, required: true, list: 'hidden' }),
    rewardTime: time({ label: { zh: '发放时间', en: 'Paid at' }, list: 'hidden' }),
    ownerKind: dict(seedOwner, {
      label: { zh: '归属', en: 'Owner' },
      required: true,
      list: 'hidden',
      search: 'equal',
    }),
    appUserId: ref(null, { label: { zh: '面板成员', en: 'Panel member' }, search: 'equal' }),
    appUserName: text({ label: { zh: '执行用户', en: 'Panel member' }, max: 64, list: 'hidden', width: 130 }),
  }),
  expectedTemplate: text({ label: { zh: '预期内容', en: 'Content sent' }, max: 255, list: 'hidden', width: 200 }),
  expectedSender: text({ label: { zh: '预期发送方', en: 'Sender' }, max: 64, list: 'hidden', width: 150 }),
  ...readOnly({
    receivedTime: time({ label: { zh: '收到时间', en: 'Received' }, list: 'hidden' }),
    reportTime: time({ label: { zh: '反馈时间', en: 'Reported' }, list: 'hidden', search: 'range', sort: true }),
    reporterName: text({ label: { zh: '反馈人', en: 'Reported by' }, max: 64, list: 'hidden', width: 120 }),
    reportRemark: text({ label: { zh: '反馈说明', en: 'Note on the report' }, max: 500 }),
    evidence: images({ label: { zh: '凭证', en: 'Evidence' }, required: true, count: SEED_PROOFS_MAX }),
    reviewerName: text({ label: { zh: '审核人', en: 'Reviewed by' }, max: 64, list: 'hidden', width: 120 }),
    reviewTime: time({ label: { zh: '审核时间', en: 'Reviewed' }, list: 'hidden', search: 'range' }),
    reviewRemark: text({ label: { zh: '审核意见', en: 'Review note' }, max: REASON_MAX, list: 'hidden', width: 180 }),
    cheatReason: text({ label: { zh: '作弊说明', en: 'Reason for cheating' }, max: REASON_MAX }),
    cheatEvidence: images({
      label: { zh: '作弊依据', en: 'Evidence of cheating' },
      required: true,
      count: SEED_PROOFS_MAX,
    }),
    cheatUserName: text({ label: { zh: '判定人', en: 'Decided by' }, max: 64 }),
    cheatTime: time({ label: { zh: '判定时间', en: 'Decided' } }),
    caseId: ref(null, { label: { zh: '合规工单', en: 'Compliance case' } }),
    caseNo: identifier({ label: { zh: '合规工单', en: 'Compliance case' }, max: 24, list: 'hidden' }),
    appealStatus: dict(seedAppeal, {
      label: { zh: '申诉', en: 'Appeal' },
      required: true,
      list: 'hidden',
      search: 'in',
      initial: seedAppeal.is.none,
    }),
    appealUntil: time({ label: { zh: '申诉截止', en: 'Appeal until' } }),
    appealReason: text({ label: { zh: '申诉理由', en: 'Appeal' }, max: REASON_MAX }),
    appealEvidence: images({
      label: { zh: '申诉凭证', en: 'Evidence of the appeal' },
      required: true,
      count: SEED_PROOFS_MAX,
    }),
    appealTime: time({ label: { zh: '申诉时间', en: 'Appealed' }, list: 'hidden', sort: true }),
    appealDecision: text({ label: { zh: '申诉结论', en: 'Decision on the appeal' }, max: REASON_MAX }),
    appealDeciderName: text({ label: { zh: '申诉处理人', en: 'Appeal decided by' }, max: 64 }),
    appealDecisionTime: time({ label: { zh: '申诉处理时间', en: 'Appeal decided' } }),
  }),
  remark: remarkField(),
  ...audited,
  createTime: shown(audited.createTime, { label: { zh: '创建时间', en: 'Planned' }, list: 'hidden' }),
} as const;

/** Report of staff about a seed number of the platform. */
export const seedReportFields = {
  reportedStatus: dict(seedReport, {
    label: { zh: '结果', en: 'Result' },
    required: true,
    initial: seedReport.is.received,
  }),
  receivedTime: time({
    label: { zh: '收到时间', en: 'Received at' },
    help: { zh: '以手机显示的时间为准，不填为现在', en: 'As shown on the phone; empty: now' },
    when: { field: 'reportedStatus', is: [seedReport.is.received, seedReport.is.different] },
  }),
  evidence: images({
    label: { zh: '截图', en: 'Screenshots' },
    help: {
      zh: '每张不超过 2 MB，请遮盖与本任务无关的内容',
      en: 'Up to 2 MB each; hide everything that is not about this task',
    },
    count: SEED_PROOFS_MAX,
    upload: seedProofUpload,
  }),
  remark: textarea({ label: { zh: '说明', en: 'Note' }, max: 500 }),
} as const;

/** Grounds of a decision about cheating. */
export const seedCheatFields = {
  reason: textarea({ label: { zh: '作弊说明', en: 'Reason' }, max: REASON_MAX, required: true }),
  evidence: images({
    label: { zh: '作弊依据', en: 'Evidence' },
    help: { zh: '至少一张截图，每张不超过 2 MB', en: 'At least one screenshot, up to 2 MB each' },
    required: true,
    count: SEED_PROOFS_MAX,
    upload: seedProofUpload,
  }),
} as const;
