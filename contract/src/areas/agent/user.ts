import { z } from 'zod';
import { agentLevel, userStatus, userType } from '../../dictionaries.ts';
import { get, post } from '../../kit/call.ts';
import { exportCall } from '../../kit/export.ts';
import { dict, identifier, int, money, ref, text, time, yes } from '../../kit/field.ts';
import { listQuery, pageOf } from '../../kit/page.ts';
import { resource, rowSchema } from '../../kit/resource.ts';
import { amount, id, ids } from '../../kit/schema.ts';
import { localizedRule, matching } from '../../kit/sentences.ts';
import { accountField, anyServiceAddress, contactPhone, passwordRule, serviceAddressRule } from './account-fields.ts';
import { kycStatus } from './dictionaries.ts';
import { rebateCalls } from './rebates.ts';

/** The most users one manual change of balances may name. */
export const BALANCE_UPDATE_MAX = 50;

const account = { zh: '账号', en: 'Account' };
const contact = { zh: '联系方式', en: 'Contact' };
const limits = { zh: '额度', en: 'Limits' };

const fields = {
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
  phone: text({
    label: { zh: '手机', en: 'Phone' },
    help: { zh: '11 位手机号，境外号码以 + 开头', en: 'Eleven digits in mainland China, elsewhere starting with +' },
    max: 16,
    pattern: contactPhone,
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
  lastLoginTime: time({ label: { zh: '最近登录', en: 'Last sign-in' }, list: 'hidden', form: false, width: 170 }),
  status: dict(userStatus, {
    label: { zh: '状态', en: 'Status' },
    required: true,
    list: true,
    search: 'equal',
    form: false,
    width: 110,
  }),
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

/** `money` is signed: what each of the users gets (or loses). All of them or none. */
export const balanceAdjustment = z.object({
  money: amount().refine((value) => value !== 0n, localizedRule({ zh: '不能为 0', en: 'must not be zero' })),
  ids: ids(BALANCE_UPDATE_MAX),
  reason: z.string().trim().min(1).max(255),
  voucherNo: z.string().trim().max(64).optional(),
});

/** `pendingApproval`: nothing has moved yet, a second person decides about the request `approvalId`. */
export const balanceAdjusted = z.object({
  okCount: z.int(),
  pendingApproval: z.boolean(),
  approvalId: id().nullable(),
  items: z.array(z.object({ id: id(), account: z.string(), balance: amount() })),
});

/** The wallets of one user, in the book currency. */
export const walletBalances = z.object({
  balance: amount(),
  frozenBalance: amount(),
  brokerage: amount(),
  frozenBrokerage: amount(),
  rebatePending: amount(),
  rebateDebt: amount(),
  bonus: amount(),
  currency: z.string(),
  lowBalance: z.boolean(),
});

/** Empty: there is none. */
export const serviceAddress = z.object({ serviceAddress: z.string() });

/** The tree of agents and their sub-users, with their wallets. Agents see their own subtree. */
export const agentUser = resource('agent/user', {
  title: { zh: '代理用户', en: 'Agents' },
  help: { zh: '代理与子账号，展开查看下级', en: 'Agents and sub-users; open a row to see who stands below' },
  empty: { zh: '开户后，代理和子账号会出现在这里', en: 'Agents and sub-users appear here once an account is opened' },
  nameField: 'account',
  fields,
  calls: {
    /** Children of `parentId`, 0 or absent: the reader's own first level. With a filter the whole subtree is searched. */
    'lazy-page': get({
      title: { zh: '代理列表', en: 'Agents' },
      access: 'view',
      input: listQuery(fields, { parentId: id() }),
      data: pageOf(rowSchema(fields)),
    }),
    /** Everybody below the reader, at any depth; with `parentId` those right below that one. */
    export: exportCall(fields),
    'lazy-list': get({
      title: { zh: '代理树', en: 'Agent tree' },
      access: 'view',
      /** `id`: that one alone, wherever it stands. */
      input: z.object({
        parentId: id().optional(),
        keyword: z.string().trim().max(64).optional(),
        id: id().optional(),
      }),
      data: z.array(
        z.object({ id: id(), parentId: id(), title: z.string(), account: z.string(), hasChildren: z.boolean() }),
      ),
    }),
    'open-account': post({
      title: { zh: '开户', en: 'Open account' },
      access: 'add',
      /** The role follows the user type. `initialAmount` is taken from the opener's own balance. */
      input: z.object({
        account: fields.account.schema,
        password: z.string().regex(passwordRule),
        realName: fields.realName.schema,
        phone: fields.phone.schema.optional(),
        email: fields.email.schema.optional(),
        parentId: id().optional(),
        userType: z.union([z.literal(userType.is.agent), z.literal(userType.is.subUser)]),
        agentLevel: fields.agentLevel.schema.optional(),
        serviceAddress: fields.serviceAddress.schema.optional(),
        spendLimitDay: amount().optional(),
        spendLimitMonth: amount().optional(),
        initialAmount: amount().optional(),
      }),
      data: z.object({ id: id(), account: z.string(), status: z.int() }),
    }),
    ...rebateCalls,
    balance: get({
      title: { zh: '我的余额', en: 'My balance' },
      access: 'signed-in',
      data: walletBalances,
    }),
    /** Whom to turn to: the address of the nearest agent above who has one, else the platform's. Of `userId`, or of the reader. */
    'service-address': get({
      title: { zh: '上级服务地址', en: 'Contact above' },
      access: 'signed-in',
      input: z.object({ userId: id().optional() }),
      data: serviceAddress,
    }),
    /** What those below the reader are told. */
    'my-service-address': get({
      title: { zh: '我的服务地址', en: 'My service address' },
      access: 'signed-in',
      data: serviceAddress,
    }),
    'update/my-service-address': post({
      title: { zh: '修改我的服务地址', en: 'Change my service address' },
      access: 'signed-in',
      input: z.object({ serviceAddress: anyServiceAddress }),
    }),
    'manual-update-balance': post({
      title: { zh: '人工调账', en: 'Adjust balance' },
      access: 'adjust',
      stepUp: true,
      input: balanceAdjustment,
      data: balanceAdjusted,
    }),
  },
  extras: { approve: { zh: '复核调账', en: 'Approve adjustments' } },
});
