import { z } from 'zod';
import { get, post } from '../../kit/call.ts';
import { listQuery, pageOf } from '../../kit/page.ts';
import { choices, choosing, crud, resource, rowSchema } from '../../kit/resource.ts';
import { amount, flag, id } from '../../kit/schema.ts';
import { REASON_MAX, type Transitions, transitionCalls } from '../../kit/transitions.ts';
import { proofCalls } from '../compliance/proofs.ts';
import { smsPhoneStatus, smsRegistration } from './phone-dictionaries.ts';
import { PAPERS_MAX, phoneFields, phoneMonthFields, REGISTRATION_NO } from './phone-fields.ts';

const { disabled, usable, unregistered, frozen } = smsPhoneStatus.is;

const transitions = {
  enable: {
    title: { zh: '启用', en: 'Enable' },
    from: [disabled],
    to: usable,
    access: 'edit',
  },
  disable: {
    title: { zh: '停用', en: 'Disable' },
    from: [usable, unregistered],
    to: disabled,
    access: 'edit',
    confirm: { zh: '停用后不再用此号码发送。', en: 'Nothing more is sent from it.' },
  },
  freeze: {
    title: { zh: '冻结', en: 'Freeze' },
    from: [usable],
    to: frozen,
    access: 'freeze',
    reason: 'required',
    isDangerous: true,
  },
  unfreeze: {
    title: { zh: '解除冻结', en: 'Unfreeze' },
    from: [frozen],
    to: usable,
    access: 'freeze',
    reason: 'required',
  },
} as const satisfies Transitions;

/** Months of one payment. */
export const PHONE_MONTHS_MAX = 12;
const one = z.object({ id: id() });
const months = z.coerce.number().int().min(1).max(PHONE_MONTHS_MAX).default(1);
/** `expectedAmount`: the amount shown to the agent; if it has changed, the call fails with PRICE_CHANGED. */
const paid = one.extend({ months, expectedAmount: amount() });
const paidUntil = z.object({ amount: amount(), leaseEnd: z.string(), balance: amount() });

/** A sender for the forms that send texts. */
const senderChoice = z.object({
  value: id(),
  label: z.string(),
  labelEn: z.string(),
  disabled: z.boolean(),
  senderType: z.int(),
  countryCode: z.string(),
  capability: z.int(),
  isShared: flag(),
  dailyLimit: z.int(),
  usedToday: z.int(),
  ratePerSecond: z.int(),
});

/** Senders of text messages. */
export const smsPhone = resource('sms/sms-phone', {
  title: { zh: '短信号码', en: 'SMS senders' },
  help: {
    zh: '发送短信的号码、短码和字母签名；代理使用共享号码，或按月租用独享号码',
    en: 'Numbers, short codes and letters that texts are sent from; agents use shared ones or lease their own by the month',
  },
  empty: { zh: '添加号码后即可发送短信', en: 'Add a sender to send text messages' },
  nameField: 'phoneNo',
  defaultSort: '-createTime',
  stateField: 'status',
  transitions,
  events: {
    lease: { zh: '租用', en: 'Leased' },
    renew: { zh: '续租', en: 'Renewed' },
    expire: { zh: '租期结束', en: 'Lease ended' },
    release: { zh: '收回', en: 'Reclaimed' },
    rest: { zh: '冷却结束', en: 'Quarantine ended' },
    complaints: { zh: '投诉过多，自动冻结', en: 'Frozen for complaints' },
    'submit-registration': { zh: '提交备案', en: 'Registration submitted' },
    'approve-registration': { zh: '备案通过', en: 'Registered' },
    'reject-registration': { zh: '备案驳回', en: 'Registration rejected' },
  },
  head: ['senderType', 'countryCode', 'status'],
  fields: phoneFields,
  found: [{ call: 'list', by: ['phoneNo'], shows: ['senderType', 'countryCode', 'status'] }],
  waiting: [
    {
      title: { zh: '短信号码备案待审核', en: 'SMS sender registrations' },
      call: 'list',
      filters: { registrationStatus: `${smsRegistration.is.review}` },
      access: 'review',
      brief: { about: ['phoneNo', 'countryCode'] },
    },
  ],
  calls: {
    ...crud(phoneFields, [
      ...(['list', 'counts', 'detail', 'save', 'update', 'remove', 'restore', 'export'] as const),
      ...(['select', 'timeline'] as const),
    ]),
    ...transitionCalls(transitions),
    ...proofCalls('register'),
    /** Providers that send texts. */
    providers: get({
      title: { zh: '通道选项', en: 'Provider options' },
      access: 'edit',
      input: choosing,
      data: choices,
    }),
    /** Senders that an agent may use now; for staff those of the named agent. */
    options: get({
      title: { zh: '可用号码', en: 'Usable senders' },
      access: 'view',
      input: choosing.extend({ agentId: id().optional() }),
      data: z.array(senderChoice),
    }),
    'submit-registration': post({
      title: { zh: '提交备案', en: 'Submit registration' },
      access: 'register',
      input: one.extend({
        registrationNo: z.string().trim().regex(REGISTRATION_NO).nullable().optional(),
        regAttachIds: z.array(z.string().trim().min(1).max(1000)).min(1).max(PAPERS_MAX),
      }),
    }),
    'approve-registration': post({
      title: { zh: '备案通过', en: 'Approve registration' },
      access: 'review',
      input: one.extend({ registrationNo: z.string().trim().regex(REGISTRATION_NO).nullable().optional() }),
    }),
    'reject-registration': post({
      title: { zh: '备案驳回', en: 'Reject registration' },
      access: 'review',
      input: one.extend({ reason: z.string().trim().min(1).max(REASON_MAX) }),
    }),
    lease: post({
      title: { zh: '租用', en: 'Lease' },
      access: 'lease',
      input: paid.extend({ autoRenew: flag().default(0) }),
      data: paidUntil,
    }),
    renew: post({ title: { zh: '续租', en: 'Renew' }, access: 'lease', input: paid, data: paidUntil }),
    'auto-renew': post({
      title: { zh: '自动续租', en: 'Auto-renew' },
      access: 'lease',
      input: one.extend({ autoRenew: flag() }),
    }),
    months: get({
      title: { zh: '租期明细', en: 'Lease months' },
      access: 'view',
      input: listQuery(phoneMonthFields),
      data: pageOf(rowSchema(phoneMonthFields)),
    }),
  },
  extras: { route: { zh: '查看通道与线路', en: 'View providers and routes' } },
});

/** The months at the same address as a separate list for screens; not mounted. */
export const smsPhoneMonths = resource('sms/sms-phone', {
  title: { zh: '租期明细', en: 'Lease months' },
  nameField: 'leaseNo',
  defaultSort: '-fromDate',
  fields: phoneMonthFields,
  calls: { months: smsPhone.calls.months },
});
