import {
  audited,
  bits,
  country,
  date,
  dict,
  identifier,
  images,
  int,
  money,
  percent,
  readOnly,
  ref,
  shown,
  text,
  textarea,
  time,
  yes,
} from '../../kit/field.ts';
import { matching } from '../../kit/sentences.ts';
import { REASON_MAX } from '../../kit/transitions.ts';
import { leaseProblem } from '../agent/dictionaries.ts';
import { proofLimits } from '../compliance/proofs.ts';
import {
  smsCapability,
  smsInboxMode,
  smsPhoneOwner,
  smsPhoneStatus,
  smsRegistration,
  smsRoute,
  smsSenderType,
} from './phone-dictionaries.ts';

export const PAPERS_MAX = 6;
/** Longest sender of letters. */
export const LETTERS_MAX = 11;

const ADDRESS = matching(/^(\+?[\d ().-]{3,24}|[A-Za-z0-9 &._-]{1,11})$/, {
  zh: '应为带国家码的号码、3–6 位短码，或不超过 11 个字母数字',
  en: 'should be a number with its country code, a short code of 3–6 digits, or up to 11 letters and digits',
});
export const REGISTRATION_NO = matching(/^[\w./-]{1,64}$/, {
  zh: '应为 1–64 个字母、数字或 . / _ -',
  en: 'should be 1–64 letters, digits or . / _ -',
});

const sender = { zh: '号码', en: 'Sender' };
const registration = { zh: '备案', en: 'Registration' };
const use = { zh: '使用与限额', en: 'Use and limits' };
const rent = { zh: '归属与租用', en: 'Owner and lease' };
const ofExclusive = { field: 'ownerType', is: [smsPhoneOwner.is.exclusive] } as const;
const staffOnly = { readPermission: 'route' } as const;

/** A sender address of text messages. */
export const phoneFields = {
  phoneNo: identifier({
    label: { zh: '号码/签名', en: 'Number / sender ID' },
    help: {
      zh: '带国家码的号码、3–6 位短码，或不超过 11 个字母数字的签名',
      en: 'A number with its country code, a short code of 3–6 digits, or up to 11 letters and digits',
    },
    group: sender,
    max: 24,
    pattern: ADDRESS,
    required: true,
    list: true,
    search: 'like',
    sort: true,
    form: 'create',
  }),
  senderType: dict(smsSenderType, {
    label: { zh: '类型', en: 'Type' },
    group: sender,
    required: true,
    list: true,
    search: 'in',
    form: 'create',
    initial: smsSenderType.is.longNumber,
  }),
  countryCode: country({
    label: { zh: '国家', en: 'Country' },
    group: sender,
    required: true,
    list: true,
    search: 'in',
    form: 'create',
  }),
  ...readOnly({
    status: dict(smsPhoneStatus, {
      label: { zh: '状态', en: 'Status' },
      group: sender,
      required: true,
      list: true,
      search: 'in',
      initial: smsPhoneStatus.is.usable,
    }),
    registrationStatus: dict(smsRegistration, {
      label: { zh: '备案状态', en: 'Registration' },
      group: registration,
      required: true,
      list: true,
      search: 'in',
      initial: smsRegistration.is.none,
    }),
  }),
  capability: bits(smsCapability, {
    label: { zh: '能力', en: 'Capabilities' },
    group: sender,
    required: true,
    list: true,
    initial: 7,
  }),
  providerId: ref(
    { resource: 'sms/sms-phone', call: 'providers' },
    {
      label: { zh: '通道', en: 'Provider' },
      help: { zh: '短信经此服务商发送', en: 'The provider that sends its texts' },
      group: sender,
      required: true,
      search: 'equal',
      ...staffOnly,
    },
  ),
  ...readOnly({
    providerName: text({
      label: { zh: '通道', en: 'Provider' },
      group: sender,
      max: 64,
      list: true,
      width: 140,
      ...staffOnly,
    }),
  }),
  routeType: dict(smsRoute, {
    label: { zh: '线路', en: 'Route' },
    group: sender,
    required: true,
    list: 'hidden',
    search: 'equal',
    initial: smsRoute.is.direct,
    ...staffOnly,
  }),
  ownerType: dict(smsPhoneOwner, {
    label: { zh: '归属', en: 'Owner' },
    help: {
      zh: '共享号码所有代理可用；独享号码由一个代理租用或由平台指定',
      en: 'All agents use a shared sender; an exclusive one is leased by or assigned to one agent',
    },
    group: rent,
    required: true,
    list: true,
    search: 'equal',
    initial: smsPhoneOwner.is.shared,
  }),
  agentId: ref(
    { resource: 'agent/user', call: 'lazy-list' },
    {
      label: { zh: '指定代理', en: 'Assigned to' },
      help: { zh: '指定的代理不付月租；留空则可供租用', en: 'The assigned agent pays no rent; empty: open for lease' },
      group: rent,
      search: 'equal',
      when: ofExclusive,
    },
  ),
  ...readOnly({
    agentName: text({ label: { zh: '使用代理', en: 'Agent' }, group: rent, max: 64, list: true, width: 140 }),
    isOwn: yes({ label: { zh: '本人租用', en: 'Mine' }, group: rent, required: true }),
    isForLease: yes({ label: { zh: '可租用', en: 'Open for lease' }, group: rent, required: true }),
  }),
  monthlyPrice: money({
    label: { zh: '月租', en: 'Monthly price' },
    help: { zh: '留空则不出租', en: 'Empty: not for lease' },
    group: rent,
    list: true,
    least: 0n,
    when: ofExclusive,
  }),
  ...readOnly({
    leaseStart: date({ label: { zh: '租期起', en: 'Leased from' }, group: rent, list: 'hidden' }),
    leaseEnd: date({
      label: { zh: '租期止', en: 'Lease ends' },
      help: { zh: '租期的最后一天', en: 'The last day' },
      group: rent,
      list: true,
      search: 'range',
      sort: true,
    }),
    autoRenew: yes({
      label: { zh: '自动续租', en: 'Auto-renew' },
      group: rent,
      required: true,
      list: 'hidden',
      initial: 0,
    }),
    problem: dict(leaseProblem, { label: { zh: '续租受阻', en: 'Renewal problem' }, group: rent, list: 'hidden' }),
    quarantineUntil: date({ label: { zh: '冷却至', en: 'Quarantine until' }, group: rent, list: 'hidden' }),
  }),
  dailyLimit: int({
    label: { zh: '日限（条）', en: 'Parts per day' },
    help: { zh: '每天最多发送的分段数；0 表示不限', en: 'Parts of texts sent a day at most; 0: no limit' },
    group: use,
    required: true,
    list: 'hidden',
    min: 0,
    max: 100_000_000,
    namedValues: { 0: { zh: '不限', en: 'No limit' } },
    initial: 10_000,
  }),
  ratePerSecond: int({
    label: { zh: '秒限（条）', en: 'Parts per second' },
    group: use,
    required: true,
    list: 'hidden',
    min: 1,
    max: 10_000,
    initial: 10,
  }),
  inboxMode: dict(smsInboxMode, {
    label: { zh: '上行处理', en: 'Inbound texts' },
    help: {
      zh: '会话：进入会话任务并通知 Webhook；回调：只通知使用者的 Webhook（sms.reply）；丢弃：不保存内容。退订始终生效',
      en: 'Conversation: to the session task and the webhook of the user; webhook: to that alone (sms.reply); discard: the text is not kept. Opt-outs always hold',
    },
    group: use,
    required: true,
    list: 'hidden',
    initial: smsInboxMode.is.session,
  }),
  ...readOnly({
    usedToday: int({ label: { zh: '今日已用', en: 'Used today' }, group: use, required: true, list: true }),
    deliveryRate7d: percent({
      label: { zh: '7 日送达率', en: 'Delivered in 7 days' },
      group: use,
      scale: 1,
      list: true,
    }),
    complaintRate7d: percent({
      label: { zh: '7 日投诉率', en: 'Complaints in 7 days' },
      help: { zh: '退订占已发短信的比例', en: 'Opt-outs per text sent' },
      group: use,
      scale: 2,
      list: true,
    }),
    registrationNo: text({
      label: { zh: '备案编号', en: 'Registration no.' },
      group: registration,
      max: 64,
      width: 140,
    }),
    regAttachIds: images({
      label: { zh: '备案资料', en: 'Registration papers' },
      group: registration,
      count: PAPERS_MAX,
      required: true,
      upload: { resource: 'sms/sms-phone', call: 'put-proof', ...proofLimits },
    }),
    registrationReason: text({
      label: { zh: '驳回原因', en: 'Reason for rejection' },
      group: registration,
      max: REASON_MAX,
    }),
    registrationTime: time({ label: { zh: '审核时间', en: 'Reviewed' }, group: registration }),
    registrationUserName: text({ label: { zh: '审核人', en: 'Reviewed by' }, group: registration, max: 64 }),
    frozenReason: text({ label: { zh: '冻结原因', en: 'Reason for the freeze' }, group: sender, max: REASON_MAX }),
  }),
  remark: textarea({ label: { zh: '备注', en: 'Remark' }, group: use, list: 'hidden', max: 500, ...staffOnly }),
  ...audited,
  createTime: shown(audited.createTime, { label: { zh: '添加时间', en: 'Added' }, list: 'hidden' }),
};

/** A paid month of a leased sender. */
export const phoneMonthFields = {
  ...readOnly({
    phoneId: ref(
      { resource: 'sms/sms-phone', call: 'list', by: 'phoneNo' },
      { label: { zh: '号码', en: 'Sender' }, required: true, search: 'equal' },
    ),
    leaseNo: identifier({ label: { zh: '租约', en: 'Lease' }, max: 32, required: true, list: true }),
    monthNo: int({ label: { zh: '第几个月', en: 'Month' }, required: true, list: true, sort: true }),
    fromDate: date({ label: { zh: '起', en: 'From' }, required: true, list: true, sort: true }),
    untilDate: date({ label: { zh: '止', en: 'To' }, required: true, list: true }),
    amount: money({ label: { zh: '金额', en: 'Paid' }, required: true, list: true }),
    isAuto: yes({ label: { zh: '自动续租', en: 'Automatic' }, required: true, list: true }),
    ownerName: text({ label: { zh: '租用人', en: 'Leased by' }, max: 64, required: true, list: true, width: 140 }),
  }),
  createTime: shown(audited.createTime, { label: { zh: '支付时间', en: 'Paid at' }, list: true }),
} as const;
