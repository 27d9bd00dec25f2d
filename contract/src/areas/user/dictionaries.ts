import { dictionary } from '../../kit/dictionary.ts';

export const riskLevel = dictionary('risk_level', {
  low: { value: 1, zh: '低', en: 'Low', tone: 'good' },
  medium: { value: 2, zh: '中', en: 'Medium', tone: 'attention' },
  high: { value: 3, zh: '高', en: 'High', tone: 'bad' },
});

/** Blockchains that money comes and goes by. */
export const network = dictionary('network', {
  trc20: { value: 1, zh: 'TRC20', en: 'TRC20' },
  erc20: { value: 2, zh: 'ERC20', en: 'ERC20' },
  bep20: { value: 3, zh: 'BEP20', en: 'BEP20' },
});

/** What a payment method is used for. */
export const paymentDirection = dictionary('payment_direction', {
  recharge: { value: 1, zh: '充值', en: 'Recharge' },
  withdrawal: { value: 2, zh: '提现', en: 'Withdrawal' },
  both: { value: 3, zh: '充值和提现', en: 'Both' },
});

/** How the money of a payment method travels. */
export const paymentType = dictionary('payment_type', {
  crypto: { value: 1, zh: '数字货币', en: 'Crypto' },
  bank: { value: 2, zh: '银行转账', en: 'Bank transfer' },
});

/** Who bears the fee of a withdrawal. */
export const feePayer = dictionary('fee_payer', {
  user: { value: 1, zh: '用户', en: 'User' },
  platform: { value: 2, zh: '平台', en: 'Platform' },
});

/** Who is offered a payment method; a set. */
export const payingUsers = dictionary('paying_users', {
  agent: { value: 1, zh: '代理', en: 'Agents' },
  subUser: { value: 2, zh: '子账号', en: 'Sub-users' },
});

/** Whether money may be sent to a payee. */
export const payeeStatus = dictionary('payee_status', {
  normal: { value: 1, zh: '正常', en: 'Normal', tone: 'good' },
  frozen: { value: 2, zh: '已冻结', en: 'Frozen', tone: 'bad' },
});

/** Where a recharge stands. */
export const rechargeStatus = dictionary('recharge_status', {
  awaiting: { value: 0, zh: '待支付', en: 'Awaiting payment', tone: 'waiting' },
  review: { value: 1, zh: '待审核', en: 'To review', tone: 'attention' },
  passed: { value: 2, zh: '已通过', en: 'Credited', tone: 'good' },
  refused: { value: 3, zh: '已驳回', en: 'Turned down', tone: 'bad' },
  expired: { value: 4, zh: '已过期', en: 'Expired', tone: 'off' },
  cancelled: { value: 5, zh: '已取消', en: 'Cancelled', tone: 'off' },
});
