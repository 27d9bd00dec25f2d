import { agentLevel, userStatus, userType } from '../../dictionaries.ts';
import { contactPhone } from '../../kit/contact-phone.ts';
import { audited, dict, identifier, int, money, readOnly, ref, text, time, yes } from '../../kit/field.ts';
import { contactPhoneHelp } from '../../kit/phone-number.ts';
import { matching } from '../../kit/sentences.ts';
import type { Transitions } from '../../kit/transitions.ts';
import { accountField, serviceAddressRule } from './account-fields.ts';
import { kycStatus } from './dictionaries.ts';
import { contractFields } from './signed-contract.ts';

const account = { zh: '账号', en: 'Account' };
const contact = { zh: '联系方式', en: 'Contact' };
const limits = { zh: '额度', en: 'Limits' };

/** The visible fields of an agent or a sub-user, wallets included. */
export const agentFields = {
  account: accountField({ group: account, width: 150 }),
  realName: text({
    label: { zh: '姓名/公司', en: 'Name' },
    max: 32,
    required: true,
    list: true,
    search: 'like',
    group: account,
    width: 150,
  }),
  userType: dict(userType, {
    label: { zh: '用户类型', en: 'Type' },
    required: true,
    list: true,
    search: 'in',
    form: 'create',
    initial: 2,
    group: account,
  }),
  parentId: ref(
    { resource: 'agent/user', call: 'lazy-list' },
    { label: { zh: '上级代理', en: 'Parent agent' }, search: 'equal', form: 'create', group: account },
  ),
  ...readOnly({
    parentName: text({ label: { zh: '上级代理', en: 'Parent agent' }, max: 64, list: true, width: 130 }),
    ownerPath: text({ label: { zh: '层级路径', en: 'Path' }, max: 255, required: true }),
    depth: int({ label: { zh: '层级', en: 'Depth' }, required: true, list: 'hidden' }),
  }),
  agentLevel: dict(agentLevel, {
    label: { zh: '代理等级', en: 'Level' },
    required: true,
    list: true,
    search: 'equal',
    initial: 1,
    group: account,
  }),
  phone: contactPhone({
    label: { zh: '手机', en: 'Phone' },
    help: contactPhoneHelp,
    list: 'hidden',
    search: 'equal',
    group: contact,
    width: 150,
  }),
  email: text({
    label: { zh: '邮箱', en: 'E-mail' },
    max: 128,
    pattern: matching(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, {
      zh: '应为邮箱地址，例如 name@example.com',
      en: 'should be an e-mail address, such as name@example.com',
    }),
    list: 'hidden',
    search: 'equal',
    group: contact,
    width: 180,
  }),
  serviceAddress: text({
    label: { zh: '服务地址', en: 'Support contact' },
    help: { zh: 'Telegram 用户名或 https 链接', en: 'Telegram user name or https link' },
    max: 128,
    pattern: serviceAddressRule,
    list: 'hidden',
    group: contact,
    width: 180,
  }),
  ...readOnly({
    balance: money({ label: { zh: '余额', en: 'Balance' }, required: true, list: true, sort: true }),
    frozenBalance: money({ label: { zh: '冻结余额', en: 'Balance on hold' }, required: true, list: true }),
    brokerage: money({ label: { zh: '佣金', en: 'Commission' }, required: true, list: 'hidden' }),
    frozenBrokerage: money({ label: { zh: '冻结佣金', en: 'Commission on hold' }, required: true, list: 'hidden' }),
    rebatePending: money({ label: { zh: '待结算返佣', en: 'Pending commission' }, required: true, list: 'hidden' }),
    totalRecharge: money({ label: { zh: '累计充值', en: 'Total recharged' }, required: true, list: 'hidden' }),
    totalConsume: money({
      label: { zh: '累计消费', en: 'Total spent' },
      help: { zh: '已减去退款', en: 'Less refunds' },
      required: true,
      list: 'hidden',
    }),
    totalWithdraw: money({ label: { zh: '累计提现', en: 'Total withdrawn' }, required: true, list: 'hidden' }),
  }),
  spendLimitDay: money({ label: { zh: '日消费上限', en: 'Daily spend limit' }, list: 'hidden', group: limits }),
  spendLimitMonth: money({ label: { zh: '月消费上限', en: 'Monthly spend limit' }, list: 'hidden', group: limits }),
  /** Cost of the current day's and month's orders, net of refunds; empty without a limit. */
  ...readOnly({
    spentDay: money({ label: { zh: '今日已消费', en: 'Spent today' }, list: 'hidden' }),
    spentMonth: money({ label: { zh: '本月已消费', en: 'Spent this month' }, list: 'hidden' }),
    inviteCode: identifier({ label: { zh: '邀请码', en: 'Invite code' }, max: 8, list: 'hidden' }),
    subCount: int({ label: { zh: '下级数', en: 'Sub-accounts' }, required: true, list: true }),
    hasChildren: yes({ label: { zh: '有下级', en: 'Has sub-accounts' }, required: true }),
    kycStatus: dict(kycStatus, {
      label: { zh: '认证状态', en: 'Verification' },
      required: true,
      list: true,
      search: 'equal',
    }),
  }),
  ...contractFields,
  ...readOnly({
    lastLoginTime: time({ label: { zh: '最近登录', en: 'Last sign-in' }, list: 'hidden' }),
    statusReason: text({ label: { zh: '停用原因', en: 'Reason for disabling' }, max: 255, width: 160 }),
    status: dict(userStatus, { label: { zh: '状态', en: 'Status' }, required: true, list: true, search: 'equal' }),
  }),
  version: audited.version,
  updateTime: audited.updateTime,
  createTime: time({
    label: { zh: '创建时间', en: 'Created' },
    required: true,
    list: true,
    search: 'range',
    sort: true,
    form: false,
  }),
};

const { active, disabled, locked } = userStatus.is;

export const agentTransitions = {
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
      zh: '停用后本人立即退出登录；下级暂停下单，余额、交付、账单和提现不受影响，租期与套餐有效期暂停计算，启用后恢复。',
      en: 'The account is signed out at once. Sub-accounts cannot order; money, deliveries, statements and withdrawals stay available. Leases and packages pause until the account is enabled.',
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
