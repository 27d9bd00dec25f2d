import { z } from 'zod';
import { post } from '../../kit/call.ts';
import { dictionary } from '../../kit/dictionary.ts';
import { audited, dict, identifier, json, money, readOnly, shown, text, textarea, time, yes } from '../../kit/field.ts';
import type { Text } from '../../kit/locale.ts';
import { crud, resource } from '../../kit/resource.ts';
import { id } from '../../kit/schema.ts';
import { transitionCalls } from '../../kit/transitions.ts';

/** States of a request for a second person. */
export const approvalStatus = dictionary('approval_status', {
  waiting: { value: 0, zh: '待复核', en: 'Waiting', tone: 'waiting' },
  approved: { value: 1, zh: '已通过', en: 'Approved', tone: 'good' },
  refused: { value: 2, zh: '已驳回', en: 'Rejected', tone: 'bad' },
  withdrawn: { value: 3, zh: '已撤回', en: 'Withdrawn', tone: 'off' },
  expired: { value: 4, zh: '已过期', en: 'Expired', tone: 'off' },
});

/** Kinds of requests that need a second person. */
export const approvalKind = dictionary('approval_kind', {
  adjustment: { value: 1, zh: '人工调账', en: 'Balance adjustment' },
  receiving: { value: 2, zh: '收款信息变更', en: 'Receiving details' },
  withdrawal: { value: 3, zh: '提现打款', en: 'Withdrawal' },
  belowCost: { value: 4, zh: '低于成本的价格', en: 'Price below cost' },
  largeExport: { value: 5, zh: '大量导出', en: 'Large export' },
  erasure: { value: 6, zh: '注销个人信息', en: 'Erase personal data' },
  watcher: { value: 7, zh: '到账监听', en: 'Payment watcher' },
  parameter: { value: 8, zh: '调低安全要求', en: 'Weaker parameter value' },
  secondFactor: { value: 9, zh: '重置两步验证', en: 'Two-step verification reset' },
  recharge: { value: 11, zh: '充值入账金额', en: 'Recharge amount' },
  channel: { value: 12, zh: '代付通道', en: 'Payout channel' },
  rebateVoid: { value: 13, zh: '作废返佣', en: 'Void a commission' },
  methodLimits: { value: 14, zh: '支付方式限额', en: 'Limits of a payment method' },
  activity: { value: 15, zh: '活动预算', en: 'Budget of an activity' },
});

/** The request in one sentence; its placeholders are filled with the proposed values. */
export const approvalSubjects: Readonly<Record<number, Text>> = {
  [approvalKind.is.adjustment]: {
    zh: '给 {count} 个用户每人调账 {amount}',
    en: 'Adjust the balance of {count} {count|user|users} by {amount} each',
  },
  [approvalKind.is.receiving]: {
    zh: '变更支付方式 {method} 的收款信息',
    en: 'Change the receiving details of {method}',
  },
  [approvalKind.is.methodLimits]: {
    zh: '启用或上调支付方式 {method} 的限额',
    en: 'Set new or higher limits of {method}',
  },
  [approvalKind.is.activity]: {
    zh: '发布活动“{titleZh}”，预算 {amount}',
    en: 'Publish the activity “{titleEn}” with a budget of {amount}',
  },
  [approvalKind.is.withdrawal]: {
    zh: '给 {user} 打款 {amount}（提现单 {no}）',
    en: 'Pay {amount} to {user} for withdrawal {no}',
  },
  [approvalKind.is.belowCost]: {
    zh: '{count} 条价格低于成本（{countries}）',
    en: '{count} {count|price|prices} below cost ({countries})',
  },
  [approvalKind.is.largeExport]: { zh: '导出“{listZh}” {rows} 行', en: 'Export {rows} rows of “{listEn}”' },
  [approvalKind.is.watcher]: { zh: '启用到账监听 {watcher}', en: 'Enable the payment watcher {watcher}' },
  [approvalKind.is.channel]: { zh: '启用代付通道 {channel}', en: 'Enable the payout channel {channel}' },
  [approvalKind.is.recharge]: {
    zh: '充值单 {no}（{user}）：应付 {ordered}，入账 {amount}',
    en: 'Credit {user} {amount} for recharge {no} (amount due {ordered})',
  },
  [approvalKind.is.rebateVoid]: {
    zh: '作废 {agent} 的返佣 {no}，收回 {amount}',
    en: 'Void commission {no} of {agent} and take back {amount}',
  },
  [approvalKind.is.parameter]: {
    zh: '参数“{nameZh}”由 {fromZh} 改为 {toZh}',
    en: 'Change “{nameEn}” from {fromEn} to {toEn}',
  },
  [approvalKind.is.secondFactor]: { zh: '重置 {person} 的两步验证', en: 'Reset two-step verification of {person}' },
  [approvalKind.is.erasure]: {
    zh: '注销 {person} 的个人信息，不可恢复',
    en: 'Permanently erase the personal data of {person}',
  },
};

/** In both languages, unless it is a name or a figure. */
const words = z.union([z.string(), z.object({ zh: z.string(), en: z.string() })]);

/** An item of a request: its name, the screen that shows it (empty: none), and the effect on it. */
const line = z.object({ name: words, route: z.string(), note: words });

const { is } = approvalStatus;

/** The two decisions of the reviewer, and the withdrawal of the proposer. */
const transitions = {
  pass: {
    title: { zh: '通过', en: 'Approve' },
    from: [is.waiting],
    to: is.approved,
    access: 'decide',
    stepUp: true,
    confirm: { zh: '通过后立即执行，确定通过吗？', en: 'Executed immediately. Approve it?' },
  },
  'turn-down': {
    title: { zh: '驳回', en: 'Reject' },
    from: [is.waiting],
    to: is.refused,
    access: 'decide',
    reason: 'required',
    isDangerous: true,
  },
  withdraw: {
    title: { zh: '撤回', en: 'Withdraw' },
    from: [is.waiting],
    to: is.withdrawn,
    access: 'view',
    confirm: { zh: '撤回后不再执行，确定撤回吗？', en: 'It will not be executed. Withdraw it?' },
  },
} as const;

const fields = {
  ...readOnly({
    approvalNo: identifier({
      label: { zh: '复核单号', en: 'Request no.' },
      max: 24,
      required: true,
      list: 'optional',
      search: 'like',
    }),
    kind: dict(approvalKind, { label: { zh: '事项', en: 'Subject' }, required: true, list: true, search: 'in' }),
    subject: text({ label: { zh: '内容', en: 'Request' }, max: 255, required: true, list: true, width: 260 }),
    amount: money({ label: { zh: '合计金额', en: 'Total' }, list: true, search: 'range', sort: true }),
    currency: text({ label: { zh: '币种', en: 'Currency' }, max: 16 }),
    reason: textarea({ label: { zh: '申请原因', en: 'Reason' }, max: 255, required: true, list: true }),
  }),
  createUserName: shown(audited.createUserName, {
    label: { zh: '申请人', en: 'Requested by' },
    list: true,
    search: 'like',
  }),
  createTime: shown(audited.createTime, { label: { zh: '申请时间', en: 'Requested at' } }),
  ...readOnly({
    status: dict(approvalStatus, { label: { zh: '状态', en: 'Status' }, required: true, list: true, search: 'in' }),
    expireTime: time({ label: { zh: '失效时间', en: 'Expires' }, required: true, list: true, sort: true }),
    decidedByName: text({ label: { zh: '复核人', en: 'Decided by' }, max: 64, list: true, search: 'like' }),
    decideTime: time({ label: { zh: '复核时间', en: 'Decided at' }, list: 'hidden', search: 'range' }),
    decision: text({ label: { zh: '复核意见', en: 'Answer' }, max: 255, list: 'hidden' }),
    /** Whether the reader asked for it, and so cannot decide. */
    isOwn: yes({ label: { zh: '本人提交', en: 'Mine' }, required: true, search: 'equal' }),
    lines: json(z.array(line), { label: { zh: '明细', en: 'Details' }, required: true }),
  }),
  version: audited.version,
};

/** Requests that need a second person: visible to the requester and to users who may decide their kind. */
export const approval = resource('desk/approval', {
  title: { zh: '复核中心', en: 'Approvals' },
  help: {
    zh: '需要第二个人确认的操作，本人不能复核自己的申请',
    en: 'Operations that need a second person; nobody approves their own requests',
  },
  empty: { zh: '需要复核的操作会出现在这里', en: 'Operations that need approval appear here' },
  nameField: 'approvalNo',
  stateField: 'status',
  transitions,
  fields,
  head: ['createUserName', 'status', 'amount'],
  found: [{ call: 'list', by: ['approvalNo'], shows: ['createUserName', 'status'] }],
  waiting: [
    {
      title: { zh: '待复核申请', en: 'Requests to approve' },
      call: 'list',
      filters: { status: `${approvalStatus.is.waiting}`, isOwn: '0' },
      access: 'decide',
      isPersonal: true,
      since: 'createTime',
      brief: { about: ['subject', 'createUserName'], amount: 'amount', settle: 'pass' },
    },
  ],
  calls: {
    ...crud(fields, ['list', 'counts', 'detail', 'export', 'timeline']),
    ...transitionCalls(transitions),
    /** Requests an export too large for one person; it is produced after another person has approved it. */
    'ask-export': post({
      title: { zh: '申请大量导出', en: 'Request a large export' },
      access: 'signed-in',
      input: z.object({
        /** The call that was refused, `whatsapp/warehouse/export`. */
        call: z.string().trim().min(1).max(128),
        /** The export's original input. */
        input: z.record(z.string().max(64), z.unknown()),
        reason: z.string().trim().min(1).max(255),
      }),
      data: z.object({ id: id(), approvalNo: z.string(), rows: z.int() }),
    }),
  },
  extras: {
    erase: { zh: '复核个人信息注销', en: 'Decide about erasing people' },
    'export-large': { zh: '复核大量导出', en: 'Decide about large exports' },
  },
});
