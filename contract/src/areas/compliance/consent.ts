import {
  audited,
  bits,
  date,
  dict,
  identifier,
  images,
  readOnly,
  ref,
  shown,
  text,
  textarea,
  time,
  yes,
} from '../../kit/field.ts';
import { crud, resource } from '../../kit/resource.ts';
import { REASON_MAX, type Transitions, transitionCalls } from '../../kit/transitions.ts';
import { consentChannel, consentStatus, listSource } from './dictionaries.ts';
import { PROOFS_MAX, proofCalls, proofLimits } from './proofs.ts';

/** The version of the statement that owners agree to (help of `isAgreed`). */
export const CONSENT_TEXT_VERSION = '2026-11';

const { review, valid, rejected } = consentStatus.is;

const fields = {
  ...readOnly({
    consentNo: identifier({
      label: { zh: '声明编号', en: 'Declaration no.' },
      max: 24,
      required: true,
      list: true,
      search: 'ending',
    }),
    ownerId: ref(
      { resource: 'agent/user', call: 'lazy-list' },
      { label: { zh: '归属', en: 'Owner' }, required: true, search: 'equal' },
    ),
    ownerName: text({ label: { zh: '归属', en: 'Owner' }, max: 64, required: true, list: true, width: 160 }),
  }),
  listSource: dict(listSource, {
    label: { zh: '名单来源', en: 'Source' },
    required: true,
    list: true,
    search: 'in',
    initial: listSource.is.customers,
  }),
  collectMethod: textarea({
    label: { zh: '收集方式', en: 'How it was collected' },
    help: {
      zh: '说明号码从哪里来、本人如何同意被联系',
      en: 'Where the numbers come from, and how the people agreed to be contacted',
    },
    max: 500,
    required: true,
    list: 'optional',
    width: 240,
  }),
  scopeChannels: bits(consentChannel, {
    label: { zh: '适用渠道', en: 'Channels' },
    required: true,
    list: true,
    initial: 7,
  }),
  validUntil: date({
    label: { zh: '有效期至', en: 'Valid until' },
    help: { zh: '最长 12 个月，留空为 12 个月', en: 'At most twelve months; twelve months if empty' },
    list: true,
    search: 'range',
  }),
  sampleProofAttachIds: images({
    label: { zh: '证明文件', en: 'Proof' },
    help: {
      zh: '例如登记表、订阅页面截图；PDF 或图片，每个不超过 10 MB',
      en: 'Such as a form or a picture of the sign-up page; PDF or pictures, up to 10 MB each',
    },
    count: PROOFS_MAX,
    required: true,
    upload: { resource: 'compliance/consent', call: 'put-proof', ...proofLimits },
  }),
  isAgreed: yes({
    label: { zh: '我声明', en: 'I declare' },
    help: {
      zh: '名单由我合法取得，号码使用人同意被联系；退订和投诉的号码不再使用；我对此负责并配合核查',
      en: 'I obtained the list lawfully and its people agreed to be contacted; I no longer use numbers that opted out or complained; I am responsible for this and will cooperate with reviews',
    },
    required: true,
  }),
  ...readOnly({
    status: dict(consentStatus, { label: { zh: '状态', en: 'Status' }, required: true, list: true, search: 'in' }),
    textVersion: text({ label: { zh: '声明版本', en: 'Text version' }, max: 16, required: true }),
    agreedTime: time({ label: { zh: '声明时间', en: 'Declared' }, required: true, search: 'range' }),
    agreedIp: text({ label: { zh: '声明 IP', en: 'IP address' }, max: 64, required: true }),
    agreedUserName: text({ label: { zh: '确认人', en: 'Declared by' }, max: 64, required: true }),
    auditUserName: text({ label: { zh: '审核人', en: 'Reviewed by' }, max: 64, list: 'hidden', width: 120 }),
    auditTime: time({ label: { zh: '审核时间', en: 'Reviewed' }, list: 'hidden', search: 'range' }),
    rejectReason: text({ label: { zh: '原因', en: 'Reason' }, max: REASON_MAX, list: 'hidden', width: 160 }),
  }),
  ...audited,
  createTime: shown(audited.createTime, { label: { zh: '提交时间', en: 'Submitted' }, list: true }),
};

const transitions = {
  pass: {
    title: { zh: '通过', en: 'Approve' },
    from: [review],
    to: valid,
    access: 'audit',
    stepUp: true,
    confirm: { zh: '确认来源合法、证明充分？', en: 'Confirm that the source is lawful and proven?' },
  },
  'turn-down': {
    title: { zh: '驳回', en: 'Reject' },
    from: [review],
    to: rejected,
    access: 'audit',
    reason: 'required',
    isDangerous: true,
  },
  revoke: {
    title: { zh: '撤销', en: 'Revoke' },
    from: [valid],
    to: rejected,
    access: 'audit',
    reason: 'required',
    isDangerous: true,
  },
} as const satisfies Transitions;

/** Declarations of owners about the source of their lists. */
export const consent = resource('compliance/consent', {
  title: { zh: '名单来源声明', en: 'Source declarations' },
  help: {
    zh: '声明名单的来源，审核通过后可用于检测，最长 12 个月',
    en: 'Declare the source of a list; once approved it can be used for up to twelve months',
  },
  empty: { zh: '还没有声明；检测名单前请先提交', en: 'No declarations yet; submit one before you check a list' },
  nameField: 'consentNo',
  defaultSort: '-createTime',
  stateField: 'status',
  transitions,
  fields,
  waiting: [
    {
      title: { zh: '名单声明待审核', en: 'Declarations of source' },
      call: 'list',
      filters: { status: `${review}` },
      access: 'audit',
      since: 'createTime',
      brief: { about: ['ownerName', 'consentNo'] },
    },
  ],
  calls: {
    ...crud(fields, ['list', 'counts', 'detail', 'save', 'export', 'timeline']),
    ...transitionCalls(transitions),
    ...proofCalls('add'),
  },
});
