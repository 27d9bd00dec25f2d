import type { MessageTemplate } from './template.ts';

/** Messages about incoming and outgoing payments. */
export const paymentTemplates = {
  RECHARGE_SUBMITTED: {
    title: { zh: '充值提醒', en: 'Recharge submitted' },
    content: {
      zh: '{user} 提交了充值 {amount}，请审核',
      en: '{user} submitted a recharge of {amount}; please review it',
    },
    type: 3,
    level: 'warning',
  },
  RECHARGE_RIVAL: {
    title: { zh: '多笔充值填写了同一交易', en: 'Several recharges name one transaction' },
    content: {
      zh: '{user} 的充值单 {no} 填写的交易哈希，另有充值单也填写了，请核对后再入账',
      en: 'Recharge {no} of {user} names a transaction that another recharge also names; compare both before crediting',
    },
    type: 3,
    level: 'warning',
  },
  RECHARGE_PASSED: {
    title: { zh: '充值到账', en: 'Recharge credited' },
    content: { zh: '您的充值 {amount} 已到账', en: 'Your recharge of {amount} has been credited' },
    type: 1,
    level: 'success',
  },
  BONUS_GRANTED: {
    title: { zh: '活动赠送到账', en: 'Bonus received' },
    content: {
      zh: '活动“{titleZh}”赠送您 {amount}',
      en: 'You received a bonus of {amount} from “{titleEn}”',
    },
    type: 1,
    level: 'success',
  },
  RECHARGE_REJECTED: {
    title: { zh: '充值驳回', en: 'Recharge rejected' },
    content: { zh: '您的充值 {amount} 未通过：{reason}', en: 'Your recharge of {amount} was rejected: {reason}' },
    type: 1,
    level: 'error',
  },
  WITHDRAW_SUBMITTED: {
    title: { zh: '提现提醒', en: 'Withdrawal submitted' },
    content: { zh: '{user} 申请提现 {amount}，请审核', en: '{user} requested a withdrawal of {amount}; please review' },
    type: 3,
    level: 'warning',
  },
  WITHDRAW_TODO: {
    title: { zh: '提现待复核', en: 'Withdrawal to approve' },
    content: {
      zh: '{user} 的提现 {amount}（{no}）超过单人审核额度，请复核',
      en: 'The withdrawal {no} of {user} ({amount}) is above the single-person limit; please review',
    },
    type: 3,
    level: 'warning',
  },
  WITHDRAW_PAID: {
    title: { zh: '提现已打款', en: 'Withdrawal paid' },
    content: { zh: '您的提现已打款，到账 {amount}', en: 'Your withdrawal has been paid; {amount} was sent' },
    type: 1,
    level: 'success',
  },
  WITHDRAW_REFUSED: {
    title: { zh: '提现被驳回', en: 'Withdrawal rejected' },
    content: {
      zh: '您的提现 {amount} 未通过，金额已退回：{reason}',
      en: 'Your withdrawal of {amount} was rejected and the money returned to your wallet: {reason}',
    },
    type: 1,
    level: 'error',
  },
  WITHDRAW_RETURNED: {
    title: { zh: '提现被退回', en: 'Withdrawal returned' },
    content: {
      zh: '您的提现 {amount} 被收款方退回，款项已回到您的账户：{reason}',
      en: 'Your withdrawal of {amount} was returned by the payee and is back in your wallet: {reason}',
    },
    type: 1,
    level: 'warning',
  },
  WITHDRAW_MOVED: {
    title: { zh: '提现已转入余额', en: 'Withdrawal moved to balance' },
    content: {
      zh: '您的佣金提现 {amount} 已转入可用余额',
      en: 'Your commission withdrawal of {amount} was moved to your balance',
    },
    type: 1,
    level: 'info',
  },
  PAYOUT_FAILED: {
    title: { zh: '代付失败', en: 'Payout failed' },
    content: {
      zh: '{user} 的提现 {no}（{amount}）代付失败，请重新处理',
      en: 'The payout of {no} ({amount}) to {user} failed; please process it again',
    },
    type: 3,
    level: 'error',
  },
  PAYOUT_SILENT: {
    title: { zh: '代付长时间无结果', en: 'No result for a payout' },
    content: {
      zh: '{user} 的提现 {no}（{amount}）代付已一天没有结果，请联系通道',
      en: 'No result for the payout of {no} ({amount}) to {user} after 24 h; please contact the channel',
    },
    type: 3,
    level: 'error',
  },
  PAYOUT_CONFLICT: {
    title: { zh: '代付结果矛盾', en: 'Contradictory payout result' },
    content: {
      zh: '通道对提现 {no}（{user}，{amount}）的通知与系统中的结果不符，款项可能重复支付，请立即核对',
      en: 'The channel’s report about {no} ({user}, {amount}) contradicts the recorded result; it may have been paid twice. Please check immediately',
    },
    type: 3,
    level: 'error',
  },
  PAYEE_ADDED: {
    title: { zh: '已添加收款账户', en: 'Payee added' },
    content: {
      zh: '您添加了收款账户 {payee}，{until} 起可用于提现；若非本人操作，请立即修改密码并联系客服',
      en: 'You added the payee {payee}; it can be used for withdrawals from {until}. If this was not you, change your password and contact support',
    },
    type: 1,
    level: 'warning',
  },
  RECEIVING_CHANGED: {
    title: { zh: '收款信息已变更', en: 'Receiving details changed' },
    content: {
      zh: '支付方式 {method} 的收款信息已由 {user} 申请、{decider} 复核变更',
      en: 'The receiving details of {method} were changed: requested by {user}, approved by {decider}',
    },
    type: 1,
    level: 'warning',
  },
} as const satisfies Record<string, MessageTemplate>;
