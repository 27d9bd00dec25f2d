import { userStatus } from '../../dictionaries.ts';
import { contactPhone } from '../../kit/contact-phone.ts';
import {
  audited,
  country,
  dict,
  email,
  identifier,
  int,
  money,
  readOnly,
  ref,
  shown,
  text,
  time,
} from '../../kit/field.ts';
import { contactPhoneHelp } from '../../kit/phone-number.ts';
import { remarkField } from '../../kit/presets.ts';
import type { Transitions } from '../../kit/transitions.ts';
import { accountField } from '../agent/account-fields.ts';
import { appKycLevel, appUserKind, registerSource } from './app-dictionaries.ts';

const group = {
  account: { zh: '账号', en: 'Account' },
  contact: { zh: '联系方式', en: 'Contact' },
  panel: { zh: '面板与团队', en: 'Panel and team' },
};

/** The fields that support may read: without money and contact data. */
export const basicAppUserFields = {
  account: accountField({ group: group.account, width: 150 }),
  realName: text({
    label: { zh: '昵称/姓名', en: 'Name' },
    max: 32,
    required: true,
    list: true,
    search: 'like',
    group: group.account,
    width: 150,
  }),
  status: dict(userStatus, {
    label: { zh: '状态', en: 'Status' },
    required: true,
    list: true,
    search: 'in',
    form: false,
  }),
  userKind: dict(appUserKind, {
    label: { zh: '用户类别', en: 'Kind' },
    help: { zh: '面板成员须先由本人授权', en: 'Panel members must have given their consent themselves' },
    required: true,
    list: true,
    search: 'equal',
    initial: appUserKind.is.customer,
    group: group.panel,
  }),
  agentId: ref(
    { resource: 'agent/user', call: 'lazy-list' },
    { label: { zh: '所属代理', en: 'Agent' }, search: 'equal', form: 'create', group: group.account },
  ),
  teamId: ref(
    { resource: 'user/user-team', call: 'select' },
    { label: { zh: '团队', en: 'Team' }, search: 'equal', group: group.panel },
  ),
  countryCode: country({ label: { zh: '国家', en: 'Country' }, list: true, search: 'in', group: group.contact }),
  kycLevel: dict(appKycLevel, {
    label: { zh: '认证级别', en: 'Verification' },
    help: { zh: '完整认证后不受每日提现上限限制', en: 'Full verification lifts the daily withdrawal limit' },
    list: true,
    search: 'equal',
    initial: appKycLevel.is.none,
    writePermission: 'kyc',
    group: group.account,
  }),
  ...readOnly({
    agentName: text({ label: { zh: '所属代理', en: 'Agent' }, max: 64, list: true, width: 130 }),
    teamName: text({ label: { zh: '团队', en: 'Team' }, max: 64, list: 'optional', width: 130 }),
    panelConsentTime: time({ label: { zh: '面板授权时间', en: 'Panel consent' } }),
    taskCount: int({ label: { zh: '任务数', en: 'Tasks' }, required: true, list: 'hidden' }),
    approvedCount: int({ label: { zh: '通过数', en: 'Approved' }, required: true, list: 'hidden' }),
    cheatCount: int({ label: { zh: '作弊数', en: 'Cheating' }, required: true, list: 'hidden' }),
    trustScore: int({
      label: { zh: '信用分', en: 'Trust score' },
      help: { zh: '0–100，新用户 60，随任务审核结果增减', en: '0–100; new users have 60, reviews of tasks change it' },
      required: true,
      list: 'optional',
    }),
    lockUntil: time({ label: { zh: '锁定至', en: 'Locked until' }, list: 'optional' }),
    lockReason: text({ label: { zh: '锁定/停用原因', en: 'Reason' }, max: 255, width: 160 }),
    lockCount: int({ label: { zh: '锁定次数', en: 'Locks' }, required: true }),
    lastLoginTime: time({ label: { zh: '最近登录', en: 'Last sign-in' }, list: 'hidden', sort: true }),
    registerSource: dict(registerSource, {
      label: { zh: '注册来源', en: 'Registered by' },
      required: true,
      search: 'equal',
    }),
    registerTime: time({
      label: { zh: '注册时间', en: 'Registered' },
      required: true,
      list: true,
      search: 'range',
      alsoSearchedAs: 'createTime',
      sort: true,
    }),
  }),
};

/** Account, contact, wallet, panel and registration of an app user. */
export const appUserFields = {
  ...basicAppUserFields,
  phone: contactPhone({
    label: { zh: '手机', en: 'Phone' },
    help: contactPhoneHelp,
    readPermission: 'contact',
    list: 'hidden',
    search: 'equal',
    group: group.contact,
    width: 150,
  }),
  email: email({
    label: { zh: '邮箱', en: 'E-mail' },
    readPermission: 'contact',
    list: 'hidden',
    search: 'equal',
    group: group.contact,
    width: 180,
  }),
  ...readOnly({
    balance: money({ label: { zh: '余额', en: 'Balance' }, required: true, list: true, sort: true }),
    bonus: money({
      label: { zh: '赠送余额', en: 'Bonus' },
      help: { zh: '先于余额使用，不可提现', en: 'Spent before the balance, cannot be withdrawn' },
      required: true,
      list: true,
    }),
    frozenBalance: money({ label: { zh: '冻结余额', en: 'Balance on hold' }, required: true, list: 'hidden' }),
    totalReward: money({ label: { zh: '累计奖励', en: 'Total rewards' }, required: true, list: 'hidden' }),
    totalRecharge: money({ label: { zh: '累计充值', en: 'Total recharged' }, required: true, list: 'hidden' }),
    totalWithdraw: money({ label: { zh: '累计提现', en: 'Total withdrawn' }, required: true, list: 'hidden' }),
    inviteCode: identifier({ label: { zh: '邀请码', en: 'Invite code' }, max: 8, search: 'equal' }),
    inviterId: ref(null, { label: { zh: '邀请人编号', en: 'Inviter no.' }, search: 'equal' }),
    inviterName: text({ label: { zh: '邀请人', en: 'Invited by' }, max: 64, width: 130 }),
    registerIp: text({ label: { zh: '注册地址', en: 'Address at registration' }, max: 64, width: 130 }),
    lastLoginIp: text({ label: { zh: '最近登录地址', en: 'Address of last sign-in' }, max: 64, width: 130 }),
    deviceCount: int({ label: { zh: '登录设备', en: 'Signed-in devices' }, required: true }),
    agreeVersion: text({ label: { zh: '同意的条款版本', en: 'Terms accepted' }, max: 64, width: 120 }),
  }),
  remark: remarkField(),
  version: audited.version,
  updateTime: audited.updateTime,
  createTime: shown(audited.createTime, { list: false }),
};

const { active, awaitingApproval, disabled, locked } = userStatus.is;

export const appUserTransitions = {
  approve: {
    title: { zh: '通过', en: 'Approve' },
    from: [awaitingApproval],
    to: active,
    access: 'approve',
    changes: 'rights',
    stepUp: 'owned',
  },
  refuse: {
    title: { zh: '驳回', en: 'Reject' },
    from: [awaitingApproval],
    to: disabled,
    access: 'approve',
    changes: 'rights',
    stepUp: 'owned',
    reason: 'required',
    isDangerous: true,
  },
  disable: {
    title: { zh: '停用', en: 'Disable' },
    from: [active, locked],
    to: disabled,
    access: 'disable',
    changes: 'rights',
    stepUp: 'owned',
    reason: 'required',
    isDangerous: true,
    confirm: {
      zh: '停用后立即退出登录，资金保留。',
      en: 'The user is signed out at once and cannot sign in. Balances are kept.',
    },
  },
  enable: {
    title: { zh: '启用', en: 'Enable' },
    from: [disabled],
    to: active,
    access: 'disable',
    changes: 'rights',
    stepUp: 'owned',
  },
} as const satisfies Transitions;
