import { agentLevel, userStatus, userType } from '../../dictionaries.ts';
import { contactPhone } from '../../kit/contact-phone.ts';
import { audited, dict, identifier, int, money, ref, text, time, yes } from '../../kit/field.ts';
import { contactPhoneHelp } from '../../kit/phone-number.ts';
import { matching } from '../../kit/sentences.ts';
import type { Transitions } from '../../kit/transitions.ts';
import { accountField, serviceAddressRule } from './account-fields.ts';
import { kycStatus } from './dictionaries.ts';
import { contractFields } from './signed-contract.ts';

const account = { zh: '账号', en: 'Account' };
const contact = { zh: '联系方式', en: 'Contact' };
const limits = { zh: '额度', en: 'Limits' };

/** What people see of an agent or a sub-user, wallets included. */
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
    search: 'equal',
    form: 'create',
    initial: 2,
    group: account,
    width: 100,
  }),
  parentId: ref(
    { resource: 'agent/user', call: 'lazy-list' },
    { label: { zh: '上级代理', en: 'Parent' }, search: 'equal', form: 'create', group: account },
  ),
  parentName: text({ label: { zh: '上级代理', en: 'Parent' }, max: 64, list: true, form: false, width: 130 }),
  ownerPath: text({ label: { zh: '层级路径', en: 'Path' }, max: 255, required: true, form: false }),
  depth: int({ label: { zh: '层级', en: 'Depth' }, required: true, list: 'hidden', form: false, width: 80 }),
  agentLevel: dict(agentLevel, {
    label: { zh: '代理等级', en: 'Level' },
    required: true,
    list: true,
    search: 'equal',
    initial: 1,
    group: account,
    width: 100,
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
    label: { zh: '服务地址', en: 'Service address' },
    help: { zh: 'Telegram 用户名或 https 链接', en: 'Telegram user name or https address' },
    max: 128,
    pattern: serviceAddressRule,
    list: 'hidden',
    group: contact,
    width: 180,
  }),
  balance: money({
    label: { zh: '余额', en: 'Balance' },
    required: true,
    list: true,
    sort: true,
    form: false,
    width: 120,
  }),
  frozenBalance: money({ label: { zh: '冻结余额', en: 'Held' }, required: true, list: true, form: false, width: 120 }),
  brokerage: money({ label: { zh: '佣金', en: 'Brokerage' }, required: true, list: 'hidden', form: false, width: 120 }),
  frozenBrokerage: money({
    label: { zh: '冻结佣金', en: 'Held brokerage' },
    required: true,
    list: 'hidden',
    form: false,
    width: 120,
  }),
  rebatePending: money({
    label: { zh: '待结算返佣', en: 'Pending rebate' },
    required: true,
    list: 'hidden',
    form: false,
    width: 120,
  }),
  totalRecharge: money({
    label: { zh: '累计充值', en: 'Recharged in all' },
    required: true,
    list: 'hidden',
    form: false,
    width: 130,
  }),
  totalConsume: money({
    label: { zh: '累计消费', en: 'Spent in all' },
    help: { zh: '已减去退款', en: 'Less what was refunded' },
    required: true,
    list: 'hidden',
    form: false,
    width: 130,
  }),
  totalWithdraw: money({
    label: { zh: '累计提现', en: 'Withdrawn in all' },
    required: true,
    list: 'hidden',
    form: false,
    width: 130,
  }),
  spendLimitDay: money({
    label: { zh: '日消费上限', en: 'Daily spend limit' },
    list: 'hidden',
    group: limits,
    width: 120,
  }),
  spendLimitMonth: money({
    label: { zh: '月消费上限', en: 'Monthly spend limit' },
    list: 'hidden',
    group: limits,
    width: 120,
  }),
  /** What the orders of the present day and month cost, less what was refunded; empty for who has no limit. */
  spentDay: money({ label: { zh: '今日已消费', en: 'Spent today' }, list: 'hidden', form: false, width: 120 }),
  spentMonth: money({ label: { zh: '本月已消费', en: 'Spent this month' }, list: 'hidden', form: false, width: 120 }),
  inviteCode: identifier({
    label: { zh: '邀请码', en: 'Invite code' },
    max: 8,
    list: 'hidden',
    form: false,
    width: 110,
  }),
  subCount: int({ label: { zh: '下级数', en: 'Subordinates' }, required: true, list: true, form: false, width: 90 }),
  hasChildren: yes({ label: { zh: '有下级', en: 'Has subordinates' }, required: true, form: false }),
  kycStatus: dict(kycStatus, {
    label: { zh: '认证状态', en: 'Verification' },
    required: true,
    list: true,
    search: 'equal',
    form: false,
    width: 110,
  }),
  ...contractFields,
  lastLoginTime: time({ label: { zh: '最近登录', en: 'Last sign-in' }, list: 'hidden', form: false, width: 170 }),
  statusReason: text({ label: { zh: '停用原因', en: 'Why disabled' }, max: 255, form: false, width: 160 }),
  status: dict(userStatus, {
    label: { zh: '状态', en: 'Status' },
    required: true,
    list: true,
    search: 'equal',
    form: false,
    width: 110,
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
    width: 170,
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
      en: 'They are signed out at once. Those below cannot order; they keep access to money, deliveries, statements and withdrawals, and leases and packages stand still until it is enabled.',
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
