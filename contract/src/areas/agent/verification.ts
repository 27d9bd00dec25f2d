import { z } from 'zod';
import { get, post } from '../../kit/call.ts';
import {
  audited,
  date,
  dict,
  identifier,
  images,
  readOnly,
  ref,
  secret,
  shown,
  text,
  textarea,
  time,
} from '../../kit/field.ts';
import { crud, resource } from '../../kit/resource.ts';
import { id } from '../../kit/schema.ts';
import { REASON_MAX, type Transitions, transitionCalls } from '../../kit/transitions.ts';
import { identityDocument, verificationStatus, verificationSubject } from './dictionaries.ts';
import { pictureName, pictureTicket, proofLimits } from './recharge-fields.ts';

const PICTURES_MAX = 6;

const { company } = verificationSubject.is;
const { review, passed, refused, withdrawn, revoked } = verificationStatus.is;

const fields = {
  userId: ref(
    { resource: 'agent/user', call: 'lazy-list' },
    { label: { zh: '代理', en: 'Agent' }, required: true, search: 'equal', form: false },
  ),
  userName: text({ label: { zh: '代理', en: 'Agent' }, max: 64, required: true, list: true, form: false, width: 180 }),
  subject: dict(verificationSubject, {
    label: { zh: '认证主体', en: 'Account type' },
    required: true,
    list: true,
    search: 'equal',
    initial: company,
  }),
  legalName: text({
    label: { zh: '证件姓名/公司名称', en: 'Name on document' },
    max: 64,
    required: true,
    list: true,
    search: 'like',
    width: 180,
  }),
  documentType: dict(identityDocument, {
    label: { zh: '证件类型', en: 'Document type' },
    required: true,
    list: true,
    search: 'equal',
    initial: identityDocument.is.licence,
  }),
  idCardNo: secret({
    label: { zh: '证件号码', en: 'Document no.' },
    help: { zh: '保存后只显示末四位', en: 'Only the last four digits are shown after saving' },
    max: 32,
    required: true,
  }),
  cardLast4: identifier({
    label: { zh: '证件号末四位', en: 'Last four' },
    max: 4,
    required: true,
    list: true,
    form: false,
  }),
  validUntil: date({
    label: { zh: '有效期至', en: 'Valid until' },
    help: { zh: '长期有效请留空', en: 'Empty: no expiry' },
    list: true,
  }),
  pictures: images({
    label: { zh: '证件照片', en: 'Document pictures' },
    help: {
      zh: '身份证请上传正反面；企业可一并上传合作协议',
      en: 'Both sides of an identity card; companies may add the contract',
    },
    count: PICTURES_MAX,
    required: true,
    upload: { resource: 'agent/verification', call: 'put-picture', ...proofLimits },
  }),
  applyNote: textarea({ label: { zh: '附言', en: 'Note' }, max: 255 }),
  ...readOnly({
    status: dict(verificationStatus, { label: { zh: '状态', en: 'Status' }, required: true, list: true, search: 'in' }),
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
    to: passed,
    access: 'audit',
    stepUp: true,
    confirm: {
      zh: '确认证件真实、与账号主体一致？',
      en: 'Confirm that the document is genuine and belongs to the account holder?',
    },
  },
  'turn-down': {
    title: { zh: '驳回', en: 'Reject' },
    from: [review],
    to: refused,
    access: 'audit',
    reason: 'required',
    isDangerous: true,
  },
  revoke: {
    title: { zh: '撤销认证', en: 'Revoke' },
    from: [passed],
    to: revoked,
    access: 'audit',
    reason: 'required',
    isDangerous: true,
  },
  withdraw: {
    title: { zh: '撤回', en: 'Withdraw' },
    from: [review],
    to: withdrawn,
    access: 'add',
    confirm: { zh: '撤回后可修改并重新提交。', en: 'You can correct and submit it again.' },
  },
} as const satisfies Transitions;

/** Verification of agents: submitted documents and decisions on them. Some products are sold to verified agents only. */
export const verification = resource('agent/verification', {
  title: { zh: '代理认证', en: 'Verification' },
  help: {
    zh: '提交证件，审核通过后可购买需认证的商品',
    en: 'Submit documents; once approved you can buy products that require verification',
  },
  empty: { zh: '还没有认证申请', en: 'No verification requests yet' },
  nameField: 'legalName',
  defaultSort: '-createTime',
  stateField: 'status',
  transitions,
  fields,
  waiting: [
    {
      title: { zh: '实名待审核', en: 'Verifications' },
      call: 'list',
      filters: { status: `${verificationStatus.is.review}` },
      access: 'audit',
      since: 'createTime',
      brief: { about: ['userName', 'legalName'] },
    },
  ],
  calls: {
    ...crud(fields, ['list', 'counts', 'detail', 'save', 'export', 'timeline']),
    ...transitionCalls(transitions),
    /** Full document number, shown to reviewers beside the picture. */
    'reveal-number': post({
      title: { zh: '查看证件号码', en: 'View document number' },
      access: 'audit',
      stepUp: true,
      keyless: 'reads',
      input: z.object({ id: id() }),
      data: z.object({ idCardNo: z.string() }),
    }),
    /** Stores a picture of a document; kept once a request names its `link`. */
    'put-picture': post({
      title: { zh: '上传证件照片', en: 'Upload a picture of a document' },
      access: 'add',
      untrailed: 'a picture nobody uses yet; the request that names it is in the trail',
      upload: { ...proofLimits, isAttachment: true },
      data: z.object({ link: z.string() }),
    }),
    /** A picture of a document, for an `<img>`, which sends no token: rows name it with a ticket. */
    picture: get({
      title: { zh: '证件照片', en: 'Picture of a document' },
      access: 'public',
      answer: 'file',
      rowless: 'a picture',
      input: z.object({ name: z.string().regex(pictureName), ticket: pictureTicket }),
    }),
  },
});
