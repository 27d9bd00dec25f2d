import { serviceAddressRule, serviceAddressSentence } from './areas/agent/account-fields.ts';
import { int, money, text, yes } from './kit/field.ts';
import type { Text } from './kit/locale.ts';
import { type Parameter, parameter, type ValueOf } from './kit/parameter.ts';
import { matching } from './kit/sentences.ts';

const unit = {
  times: { zh: '次', en: 'times' },
  minutes: { zh: '分钟', en: 'minutes' },
  hours: { zh: '小时', en: 'hours' },
  days: { zh: '天', en: 'days' },
  months: { zh: '个月', en: 'months' },
  rows: { zh: '行', en: 'rows' },
  numbers: { zh: '个号码', en: 'numbers' },
  accounts: { zh: '个账号', en: 'accounts' },
  messages: { zh: '条', en: 'messages' },
  recharges: { zh: '笔', en: 'recharges' },
} as const satisfies Record<string, Text>;

const group = {
  signIn: { zh: '登录与账号', en: 'Sign-in and accounts' },
  money: { zh: '资金', en: 'Money' },
  orders: { zh: '订单与售后', en: 'Orders and after-sale' },
  stock: { zh: '库存', en: 'Stock' },
  sms: { zh: '短信', en: 'Text messages' },
  lists: { zh: '导出与消息', en: 'Exports and messages' },
  retention: { zh: '数据保留', en: 'Retention' },
} as const satisfies Record<string, Text>;

/**
 * Everything an operator may want to change, declared once. A row of `system/param` with the same key overrides the default,
 * for everybody or for one tenant; `parameters.get(tenant, key)` of the server answers the value in force.
 */
export const parameters = {
  'account.failCount': parameter(
    int({
      label: { zh: '账号错误锁定次数', en: 'Failed sign-ins before a lockout' },
      help: {
        zh: '同一来源对同一账号连续输错这么多次后暂停登录',
        en: 'After this many failures from one network, the account is locked out from there',
      },
      group: group.signIn,
      min: 1,
      max: 50,
      required: true,
      initial: 5,
    }),
    { unit: unit.times },
  ),
  'account.lockMinutes': parameter(
    int({
      label: { zh: '账号锁定时长', en: 'Length of the lockout' },
      help: { zh: '每次输错后重新计时', en: 'Every further failure starts it again' },
      group: group.signIn,
      min: 1,
      max: 1440,
      required: true,
      initial: 30,
    }),
    { unit: unit.minutes },
  ),
  'account.registerUser': parameter(
    yes({
      label: { zh: '开启注册', en: 'Self-registration' },
      help: {
        zh: '第三方登录的新用户和持邀请码的代理可提交注册，由管理员审核',
        en: 'New users of a sign-in provider and agents with an invite code may register; an administrator approves them',
      },
      group: group.signIn,
      required: true,
      initial: 1,
    }),
  ),
  'account.switchMode': parameter(
    yes({
      label: { zh: '机构与角色切换', en: 'Working as one department and role' },
      help: {
        zh: '有多个机构或角色的用户登录时选择其一，只拥有所选的权限，可随时切换',
        en: 'Who has several chooses one at sign-in, has its rights alone, and may switch at any time',
      },
      group: group.signIn,
      required: true,
      initial: 0,
    }),
    { isPublic: true },
  ),
  'account.demandSecondFactor': parameter(
    yes({
      label: { zh: '资金操作要求两步验证', en: 'Money needs a second factor' },
      help: {
        zh: '未开启两步验证的账号不能提现、改收款账户、调账、复核和大量导出，须先开启',
        en: 'Who has no second factor sets one up before withdrawals, payees, adjustments, approvals and large exports',
      },
      group: group.signIn,
      required: true,
      initial: 0,
    }),
  ),
  'agent.maxSubUsers': parameter(
    int({
      label: { zh: '每个代理的子账号上限', en: 'Sub-users per agent' },
      help: { zh: '已有的子账号不受影响', en: 'Existing sub-users stay' },
      group: group.signIn,
      min: 0,
      max: 10_000,
      required: true,
      initial: 50,
    }),
    { unit: unit.accounts },
  ),
  'agent.defaultServiceAddress': parameter(
    text({
      label: { zh: '平台服务地址', en: 'Service address of the platform' },
      help: {
        zh: 'Telegram 用户名或 https 链接，上级代理均未填写时显示给代理',
        en: 'A Telegram user name or an https address; shown to agents when nobody above them has one',
      },
      group: group.signIn,
      max: 128,
      pattern: matching(new RegExp(`^$|${serviceAddressRule.source}`), serviceAddressSentence),
      initial: '',
    }),
  ),
  'finance.lowBalance': parameter(
    money({
      label: { zh: '余额偏低提醒', en: 'Low balance' },
      help: { zh: '余额低于此数时提醒代理充值', en: 'An agent with less than this is told to recharge' },
      group: group.money,
      required: true,
      least: 0n,
      initial: '10',
    }),
  ),
  'finance.adjustPerUser': parameter(
    money({
      label: { zh: '单人每日对单个用户调账上限', en: 'Adjustment limit per user and day' },
      help: {
        zh: '加款与扣款合计，超出须由另一人复核',
        en: 'Credits and debits together; beyond it a second person decides',
      },
      group: group.money,
      required: true,
      least: 0n,
      initial: '500',
    }),
  ),
  'finance.adjustPerDay': parameter(
    money({
      label: { zh: '单人每日调账合计上限', en: 'Adjustment limit per day' },
      help: {
        zh: '加款与扣款合计，超出须由另一人复核',
        en: 'Credits and debits together; beyond it a second person decides',
      },
      group: group.money,
      required: true,
      least: 0n,
      initial: '5000',
    }),
  ),
  'rebate.settleDays': parameter(
    int({
      label: { zh: '返佣结算周期', en: 'Rebates settle after' },
      help: { zh: '消费后多少天结算；质保期内不结算', en: 'Days after the sale, and not before its warranty ends' },
      group: group.money,
      min: 0,
      max: 180,
      required: true,
      initial: 7,
    }),
    { unit: unit.days },
  ),
  'recharge.openMost': parameter(
    int({
      label: { zh: '未完成充值上限', en: 'Unfinished recharges' },
      help: { zh: '每个用户同时待支付和待审核的充值数', en: 'Of one user, awaiting payment or a review, at a time' },
      group: group.money,
      min: 1,
      max: 100,
      required: true,
      initial: 3,
    }),
    { unit: unit.recharges },
  ),
  'recharge.autoPassMost': parameter(
    money({
      label: { zh: '自动入账单笔上限', en: 'Credited by itself' },
      help: {
        zh: '支付方式开启自动入账时，超过此金额的仍由财务审核',
        en: 'Where a method credits by itself, finance still reviews what is above this',
      },
      group: group.money,
      required: true,
      least: 0n,
      initial: '1000',
    }),
  ),
  'recharge.lateDays': parameter(
    int({
      label: { zh: '逾期补交凭证期限', en: 'Late proofs' },
      help: { zh: '过期后多少天内仍可提交付款凭证', en: 'How long after its end a recharge takes a proof of payment' },
      group: group.money,
      min: 0,
      max: 90,
      required: true,
      initial: 7,
    }),
    { unit: unit.days },
  ),
  'withdraw.perDay': parameter(
    int({
      label: { zh: '每日提现次数', en: 'Withdrawals per day' },
      help: { zh: '每个用户每天最多提现几次', en: 'Of one user at most' },
      group: group.money,
      min: 1,
      max: 100,
      required: true,
      initial: 3,
    }),
    { unit: unit.times },
  ),
  'withdraw.checkAbove': parameter(
    money({
      label: { zh: '提现复核额度', en: 'Second review above' },
      help: { zh: '超过此金额的提现须由第二人复核', en: 'Larger withdrawals are paid when a second person agrees' },
      group: group.money,
      required: true,
      least: 0n,
      initial: '1000',
    }),
  ),
  'withdraw.needsVerification': parameter(
    yes({
      label: { zh: '提现须通过认证', en: 'Withdrawals need verification' },
      help: { zh: '未通过认证的代理不能提现', en: 'Agents who are not verified cannot withdraw' },
      group: group.money,
      required: true,
      initial: 0,
    }),
  ),
  'finance.proofHours': parameter(
    int({
      label: { zh: '账务核对最长间隔', en: 'Oldest proof of the books' },
      help: {
        zh: '超过这么久没有核对时，财务与管理员会看到提醒',
        en: 'Finance and administrators are warned when the last is older',
      },
      group: group.money,
      min: 1,
      max: 720,
      required: true,
      initial: 36,
    }),
    { unit: unit.hours, scope: 'platform' },
  ),
  'payee.coolHours': parameter(
    int({
      label: { zh: '新收款账户冷却期', en: 'Cooling-off of a new payee' },
      help: { zh: '添加后经过这么久才能提现到该账户', en: 'Withdrawals may go there only after this time' },
      group: group.money,
      min: 0,
      max: 720,
      required: true,
      initial: 24,
    }),
    { unit: unit.hours },
  ),
  'payee.most': parameter(
    int({
      label: { zh: '每人收款账户上限', en: 'Payees of one user' },
      help: { zh: '钱包地址与银行卡分别计算', en: 'Of addresses and of cards, each' },
      group: group.money,
      min: 1,
      max: 100,
      required: true,
      initial: 5,
    }),
    { unit: unit.accounts },
  ),
  'approval.hours': parameter(
    int({
      label: { zh: '复核时限', en: 'Approval deadline' },
      help: { zh: '超过后申请自动失效', en: 'A request nobody decides by then lapses' },
      group: group.money,
      min: 1,
      max: 720,
      required: true,
      initial: 72,
    }),
    { unit: unit.hours },
  ),
  'orders.cancelMinutes': parameter(
    int({
      label: { zh: '代理自助取消订单时限', en: 'Agents cancel their orders within' },
      help: { zh: '超过后由平台处理', en: 'Later staff decide' },
      group: group.orders,
      min: 0,
      max: 10_080,
      required: true,
      initial: 5,
    }),
    { unit: unit.minutes },
  ),
  'orders.warrantyHours': parameter(
    int({
      label: { zh: '默认质保时长', en: 'Warranty' },
      help: {
        zh: '用于手工出库的号码；新增商品时的初始值',
        en: 'Of numbers handed over without a product, and what the form of a new product begins with',
      },
      group: group.orders,
      min: 0,
      max: 8_760,
      required: true,
      initial: 72,
    }),
    { unit: unit.hours, isPublic: true },
  ),
  'orders.warrantyEndingDays': parameter(
    int({
      label: { zh: '质保到期提醒', en: 'Warranties that end soon' },
      help: { zh: '工作台列出这么多天内到期的质保', en: 'The dashboard counts those that end within' },
      group: group.orders,
      min: 1,
      max: 90,
      required: true,
      initial: 7,
    }),
    { unit: unit.days },
  ),
  'lease.remindDays': parameter(
    int({
      label: { zh: '租期到期提醒', en: 'Leases that end soon' },
      help: {
        zh: '提前这么多天提醒租用人，最后 3 天和 1 天再次提醒；工作台列出这么多天内到期的租期',
        en: 'Owners are told so many days before, and again three days and one day before; the dashboard counts those that end within',
      },
      group: group.orders,
      min: 1,
      max: 60,
      required: true,
      initial: 7,
    }),
    { unit: unit.days },
  ),
  'lease.graceDays': parameter(
    int({
      label: { zh: '租期宽限期', en: 'Grace after the end of a lease' },
      help: {
        zh: '到期后号码再保留这么多天，期间仍可续租；之后收回并进入冷却',
        en: 'So long a number is kept after its last day and can still be renewed; then it is taken back into quarantine',
      },
      group: group.orders,
      min: 0,
      max: 60,
      required: true,
      initial: 7,
    }),
    { unit: unit.days },
  ),
  'inventory.lowStock': parameter(
    int({
      label: { zh: '低库存提醒', en: 'Low stock' },
      help: { zh: '可售数量低于此数时提醒', en: 'A kind with fewer numbers to sell is marked' },
      group: group.stock,
      min: 0,
      max: 1_000_000,
      required: true,
      initial: 100,
    }),
    { unit: unit.numbers },
  ),
  'inventory.coverDays': parameter(
    int({
      label: { zh: '备货天数', en: 'Stock to keep' },
      help: {
        zh: '补货建议按近 7 天日均销量乘以此天数',
        en: 'Suggested quantities cover this time at the pace of the last 7 days',
      },
      group: group.stock,
      min: 1,
      max: 365,
      required: true,
      initial: 14,
    }),
    { unit: unit.days },
  ),
  'inventory.reserveMinutes': parameter(
    int({
      label: { zh: '预留时长', en: 'Reservations last' },
      help: {
        zh: '出库单确认后未交付，超过即释放号码',
        en: 'Numbers of a note that is not delivered by then are free again',
      },
      group: group.stock,
      min: 1,
      max: 10_080,
      required: true,
      initial: 15,
    }),
    { unit: unit.minutes },
  ),
  'inventory.surviveMinutes': parameter(
    int({
      label: { zh: '存活检测间隔', en: 'Between two liveness checks' },
      help: {
        zh: '间隔后第二次检测仍失效的号码移出库存',
        en: 'A number found dead again after this time leaves stock',
      },
      group: group.stock,
      min: 1,
      max: 1440,
      required: true,
      initial: 10,
    }),
    { unit: unit.minutes },
  ),
  'inventory.quarantineDays': parameter(
    int({
      label: { zh: '默认冷却期', en: 'Quarantine' },
      help: { zh: '新增国家时的初始值', en: 'What the form of a new country begins with' },
      group: group.stock,
      min: 45,
      max: 365,
      required: true,
      initial: 90,
    }),
    { unit: unit.days, isPublic: true },
  ),
  'export.maxRows': parameter(
    int({
      label: { zh: '一次导出的行数上限', en: 'Rows of one export' },
      help: { zh: '超出时须增加筛选条件', en: 'Beyond it the list has to be filtered further' },
      group: group.lists,
      min: 100,
      max: 100_000,
      required: true,
      initial: 100_000,
    }),
    { unit: unit.rows },
  ),
  'export.stepUpRows': parameter(
    int({
      label: { zh: '大量导出的行数', en: 'Large export' },
      help: {
        zh: '一次导出超过这么多行时，开启了两步验证的账号须再次验证',
        en: 'Beyond this many rows at once, who has a second factor gives it again',
      },
      group: group.lists,
      min: 1,
      max: 100_000,
      required: true,
      initial: 10_000,
    }),
    { unit: unit.rows },
  ),
  'export.approvalRows': parameter(
    int({
      label: { zh: '导出须复核的行数', en: 'Exports that need a second person' },
      help: {
        zh: '平台人员一次导出超过这么多行，须由另一人复核；0 为不限',
        en: 'Beyond this many rows at once, somebody else approves what staff export; 0 for no limit',
      },
      group: group.lists,
      min: 0,
      max: 1_000_000,
      required: true,
      initial: 20_000,
    }),
    { unit: unit.rows },
  ),
  'export.reasonAbove': parameter(
    int({
      label: { zh: '下载号码须填原因', en: 'Downloads that need a reason' },
      help: {
        zh: '平台人员一次下载超过此数须说明原因',
        en: 'Staff say why when they take more numbers than this at once',
      },
      group: group.lists,
      min: 0,
      max: 1_000_000,
      required: true,
      initial: 10_000,
    }),
    { unit: unit.numbers },
  ),
  'message.perMinute': parameter(
    int({
      label: { zh: '每人每分钟发送消息上限', en: 'Messages of one person a minute' },
      group: group.lists,
      min: 1,
      max: 600,
      required: true,
      initial: 20,
    }),
    { unit: unit.messages },
  ),
  'sms.perPhoneMinute': parameter(
    int({
      label: { zh: '同一手机号每分钟短信上限', en: 'Texts to one phone a minute' },
      group: group.sms,
      min: 1,
      max: 600,
      required: true,
      initial: 2,
    }),
    { unit: unit.messages },
  ),
  'sms.perPhoneDay': parameter(
    int({
      label: { zh: '同一手机号 24 小时短信上限', en: 'Texts to one phone in 24 hours' },
      group: group.sms,
      min: 1,
      max: 100_000,
      required: true,
      initial: 10,
    }),
    { unit: unit.messages },
  ),
  'sms.perDay': parameter(
    int({
      label: { zh: '24 小时短信总上限', en: 'Texts in 24 hours' },
      help: {
        zh: '超出后不再发送，避免密钥泄露造成损失',
        en: 'No more are sent then, so that a stolen key costs no fortune',
      },
      group: group.sms,
      min: 1,
      max: 10_000_000,
      required: true,
      initial: 10_000,
    }),
    { unit: unit.messages },
  ),
  'log.apiMonths': parameter(
    int({
      label: { zh: '接口日志保留', en: 'Call log' },
      help: { zh: '按整月保留；审计记录永久保留', en: 'Whole months; the audit trail stays for ever' },
      group: group.retention,
      min: 1,
      max: 120,
      required: true,
      initial: 6,
    }),
    { scope: 'platform', unit: unit.months },
  ),
  'log.usualMonths': parameter(
    int({
      label: { zh: '通用日志保留', en: 'General log' },
      help: { zh: '按整月保留', en: 'Whole months' },
      group: group.retention,
      min: 1,
      max: 120,
      required: true,
      initial: 6,
    }),
    { scope: 'platform', unit: unit.months },
  ),
  'log.errorMonths': parameter(
    int({
      label: { zh: '错误日志保留', en: 'Error log' },
      help: {
        zh: '按整月保留；这么久没有再出现的错误分组一并清除',
        en: 'Whole months; groups of errors not seen for as long go too',
      },
      group: group.retention,
      min: 1,
      max: 120,
      required: true,
      initial: 6,
    }),
    { scope: 'platform', unit: unit.months },
  ),
  'message.months': parameter(
    int({
      label: { zh: '站内消息保留', en: 'Messages' },
      help: { zh: '按整月保留', en: 'Whole months' },
      group: group.retention,
      min: 1,
      max: 120,
      required: true,
      initial: 6,
    }),
    { scope: 'platform', unit: unit.months },
  ),
  'sms.months': parameter(
    int({
      label: { zh: '短信记录保留', en: 'Sent text messages' },
      help: { zh: '按整月保留', en: 'Whole months' },
      group: group.retention,
      min: 1,
      max: 120,
      required: true,
      initial: 12,
    }),
    { scope: 'platform', unit: unit.months },
  ),
  'task.days': parameter(
    int({
      label: { zh: '已结束任务保留', en: 'Finished tasks' },
      group: group.retention,
      min: 1,
      max: 3650,
      required: true,
      initial: 90,
    }),
    { scope: 'platform', unit: unit.days },
  ),
  'session.days': parameter(
    int({
      label: { zh: '已结束会话保留', en: 'Ended sessions' },
      help: { zh: '用于“登录设备”中的历史', en: 'What people see of earlier sign-ins' },
      group: group.retention,
      min: 1,
      max: 3650,
      required: true,
      initial: 30,
    }),
    { scope: 'platform', unit: unit.days },
  ),
  'idempotency.hours': parameter(
    int({
      label: { zh: '幂等键保留', en: 'Idempotency keys' },
      help: { zh: '在此期间重复提交得到同一应答', en: 'How long a repeated call gets the same answer' },
      group: group.retention,
      min: 1,
      max: 720,
      required: true,
      initial: 24,
    }),
    { scope: 'platform', unit: unit.hours },
  ),
} as const satisfies Record<string, Parameter>;

export type ParameterKey = keyof typeof parameters;
export type ParameterValue<K extends ParameterKey> = ValueOf<(typeof parameters)[K]>;

export const parameterKeys = Object.keys(parameters) as ParameterKey[];

/** The declaration of a key; undefined for a key of an operator's own. */
export const declaredParameter = (key: string): Parameter | undefined =>
  Object.hasOwn(parameters, key) ? parameters[key as ParameterKey] : undefined;

/** What every console is told at sign-in, by key. */
export const publicParameterKeys = parameterKeys.filter((key) => declaredParameter(key)?.isPublic);
