import { rebateBase } from '../areas/agent/dictionaries.ts';
import { dict, int, money, yes } from '../kit/field.ts';
import { parameter } from '../kit/parameter.ts';
import { group, unit } from './words.ts';

/** Recharges, holds and withdrawals. */
export const moneyParameters = {
  'finance.lowBalance': parameter(
    money({
      label: { zh: '余额偏低提醒', en: 'Low balance' },
      help: { zh: '余额低于此数时提醒代理充值', en: 'Agents with a lower balance are notified' },
      group: group.money,
      required: true,
      least: 0n,
      initial: '10',
    }),
  ),
  'price.stepUpPercent': parameter(
    int({
      label: { zh: '大幅调价的比例', en: 'Large price change' },
      help: {
        zh: '价格变动超过此比例时，开启了两步验证的账号须再次验证',
        en: 'For a price change beyond this share, users with two-step verification must verify again',
      },
      group: group.money,
      min: 0,
      max: 1000,
      required: true,
      initial: 10,
    }),
    { unit: unit.percent, guard: { weaker: 'higher' } },
  ),
  'finance.adjustPerUser': parameter(
    money({
      label: { zh: '单人每日对单个用户调账上限', en: 'Adjustment limit per user and day' },
      help: {
        zh: '加款与扣款合计，超出须由另一人复核',
        en: 'Credits and debits together; above it a second person must approve',
      },
      group: group.money,
      required: true,
      least: 0n,
      initial: '500',
    }),
    { guard: { weaker: 'higher' } },
  ),
  'finance.adjustPerDay': parameter(
    money({
      label: { zh: '单人每日调账合计上限', en: 'Adjustment limit per day' },
      help: {
        zh: '加款与扣款合计，超出须由另一人复核',
        en: 'Credits and debits together; above it a second person must approve',
      },
      group: group.money,
      required: true,
      least: 0n,
      initial: '5000',
    }),
    { guard: { weaker: 'higher' } },
  ),
  'rebate.settleDays': parameter(
    int({
      label: { zh: '返佣结算周期', en: 'Commission settles after' },
      help: { zh: '消费后多少天结算；质保期内不结算', en: 'Days after the sale, but not before its warranty ends' },
      group: group.money,
      min: 0,
      max: 180,
      required: true,
      initial: 7,
    }),
    { unit: unit.days },
  ),
  'rebate.base': parameter(
    dict(rebateBase, {
      label: { zh: '返佣基数', en: 'Commission base' },
      help: {
        zh: '毛利＝消费金额减成本，不低于 0，只对新的消费生效；选择毛利后代理看不到基数和比例，变更须由另一人复核，请同时重新约定比例',
        en: 'Margin: what is paid less the cost, never below 0, for new sales only; agents see neither base nor rate then. A second person decides about a change; agree new rates with it',
      },
      group: group.money,
      required: true,
      initial: rebateBase.is.amount,
    }),
    { guard: { weaker: 'given' } },
  ),
  'recharge.openMost': parameter(
    int({
      label: { zh: '未完成充值上限', en: 'Unfinished recharges' },
      help: { zh: '每个用户同时待支付和待审核的充值数', en: 'Open recharges per user, awaiting payment or review' },
      group: group.money,
      min: 1,
      max: 100,
      required: true,
      initial: 3,
    }),
    { unit: unit.recharges },
  ),
  'recharge.perDay': parameter(
    int({
      label: { zh: '每日充值单数', en: 'Recharges per day' },
      help: {
        zh: '每个代理连同其子账号每天最多下单次数，含已取消',
        en: 'Orders of an agent including its sub-users and cancelled ones',
      },
      group: group.money,
      min: 1,
      max: 1000,
      required: true,
      initial: 20,
    }),
    { unit: unit.recharges },
  ),
  'recharge.correctAlone': parameter(
    money({
      label: { zh: '单人更正入账金额上限', en: 'Correction limit per person' },
      help: {
        zh: '入账金额与应付金额相差超过此数的，须由另一人复核；超过支付方式单笔最大的不能入账',
        en: 'A larger deviation from the amount due needs a second person; never above the method’s maximum',
      },
      group: group.money,
      required: true,
      least: 0n,
      initial: '0.1',
    }),
    { guard: { weaker: 'higher' } },
  ),
  'recharge.autoPassMost': parameter(
    money({
      label: { zh: '自动入账单笔上限', en: 'Automatic credit limit' },
      help: {
        zh: '支付方式开启自动入账时，超过此金额的仍由财务审核',
        en: 'For methods with automatic credit, Finance reviews larger amounts',
      },
      group: group.money,
      required: true,
      least: 0n,
      initial: '1000',
    }),
    { guard: { weaker: 'higher' } },
  ),
  'activity.budgetAlone': parameter(
    money({
      label: { zh: '单人发布活动预算上限', en: 'Activity budget per person' },
      help: {
        zh: '同一人当日发布的活动预算合计超过此金额时，须由另一人复核',
        en: 'A second person approves when the budgets that one person publishes in a day exceed this',
      },
      group: group.money,
      required: true,
      least: 0n,
      initial: '1000',
    }),
    { guard: { weaker: 'higher' } },
  ),
  'recharge.lateDays': parameter(
    int({
      label: { zh: '逾期补交凭证期限', en: 'Late proof period' },
      help: {
        zh: '过期后多少天内仍可提交付款凭证',
        en: 'Days after expiry during which a proof of payment is accepted',
      },
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
      help: { zh: '每个用户每天最多提现几次', en: 'Maximum per user' },
      group: group.money,
      min: 1,
      max: 100,
      required: true,
      initial: 3,
    }),
    { unit: unit.times, guard: { weaker: 'higher' } },
  ),
  'withdraw.dayMax': parameter(
    money({
      label: { zh: '每人每日提现上限', en: 'Daily withdrawal limit per user' },
      help: { zh: '支付方式没有设置每日上限时，按此金额计算', en: 'Per method, where the method has no daily limit' },
      group: group.money,
      required: true,
      least: 1n,
      initial: '10000',
    }),
    { guard: { weaker: 'higher' } },
  ),
  'withdraw.payerOnly': parameter(
    yes({
      label: { zh: '余额只能提现给付款人', en: 'Withdraw balance to payer only' },
      help: {
        zh: '已知充值付款地址或付款人时，余额只能提现到同一地址或同名账户',
        en: 'Where the payer of credited recharges is known, the balance can only be withdrawn to that address or an account in that name',
      },
      group: group.money,
      required: true,
      initial: 0,
    }),
    { guard: { weaker: 'lower' } },
  ),
  'withdraw.checkAbove': parameter(
    money({
      label: { zh: '提现复核额度', en: 'Second approval above' },
      help: { zh: '超过此金额的提现须由第二人复核', en: 'Larger withdrawals need approval by a second person' },
      group: group.money,
      required: true,
      least: 0n,
      initial: '1000',
    }),
    { guard: { weaker: 'higher' } },
  ),
  'withdraw.proofAbove': parameter(
    money({
      label: { zh: '手工打款须填凭证的额度', en: 'Payment reference required above' },
      help: {
        zh: '手工打款超过此金额须填写交易哈希或银行凭证号',
        en: 'Larger manual payments need the transaction hash or bank reference',
      },
      group: group.money,
      required: true,
      least: 0n,
      initial: '100',
    }),
    { guard: { weaker: 'higher' }, isPublic: true },
  ),
  'withdraw.needsVerification': parameter(
    yes({
      label: { zh: '提现须通过认证', en: 'Withdrawals need verification' },
      help: { zh: '未通过认证的代理不能提现', en: 'Agents who are not verified cannot withdraw' },
      group: group.money,
      required: true,
      initial: 0,
    }),
    { guard: { weaker: 'lower' } },
  ),
  'finance.proofHours': parameter(
    int({
      label: { zh: '账务核对最长间隔', en: 'Ledger verification interval' },
      help: {
        zh: '超过这么久没有核对时，财务与管理员会看到提醒',
        en: 'Finance and administrators see a warning when the last verification is older',
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
      label: { zh: '新收款账户冷却期', en: 'Waiting period of new payees' },
      help: { zh: '添加后经过这么久才能提现到该账户', en: 'Hours before withdrawals can be paid to a new payee' },
      group: group.money,
      min: 0,
      max: 720,
      required: true,
      initial: 24,
    }),
    { unit: unit.hours, guard: { weaker: 'lower' } },
  ),
  'payee.most': parameter(
    int({
      label: { zh: '每人收款账户上限', en: 'Payees per user' },
      help: { zh: '钱包地址与银行卡分别计算', en: 'Addresses and cards are counted separately' },
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
      help: { zh: '超过后申请自动失效', en: 'Undecided requests expire after this time' },
      group: group.money,
      min: 1,
      max: 720,
      required: true,
      initial: 72,
    }),
    { unit: unit.hours },
  ),
};
