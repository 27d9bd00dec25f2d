import { dictionary } from '../../kit/dictionary.ts';

/** Blockchains of recharges and withdrawals. */
export const network = dictionary('network', {
  trc20: { value: 1, zh: 'TRC20', en: 'TRC20' },
  erc20: { value: 2, zh: 'ERC20', en: 'ERC20' },
  bep20: { value: 3, zh: 'BEP20', en: 'BEP20' },
});

/** The uses of a payment method. */
export const paymentDirection = dictionary('payment_direction', {
  recharge: { value: 1, zh: '充值', en: 'Recharge' },
  withdrawal: { value: 2, zh: '提现', en: 'Withdrawal' },
  both: { value: 3, zh: '充值和提现', en: 'Both' },
});

/** How the money of a payment method travels. */
export const paymentType = dictionary('payment_type', {
  crypto: { value: 1, zh: '数字货币', en: 'Crypto' },
  bank: { value: 2, zh: '银行转账', en: 'Bank transfer' },
  thirdParty: { value: 3, zh: '三方支付', en: 'Payment service' },
  manual: { value: 4, zh: '人工', en: 'Manual arrangement' },
});

/** Where a method's rate comes from. */
export const rateMode = dictionary('rate_mode', {
  fixed: { value: 1, zh: '固定汇率', en: 'Fixed rate' },
  market: { value: 2, zh: '行情加点差', en: 'Market rate plus spread' },
});

/** The party that bears the fee of a withdrawal. */
export const feePayer = dictionary('fee_payer', {
  user: { value: 1, zh: '用户', en: 'User' },
  platform: { value: 2, zh: '平台', en: 'Platform' },
});

/** The users who are offered a payment method; a set. */
export const payingUsers = dictionary('paying_users', {
  agent: { value: 1, zh: '代理', en: 'Agents' },
  subUser: { value: 2, zh: '子账号', en: 'Sub-users' },
  appUser: { value: 4, zh: 'App用户', en: 'App users' },
});

/** Whether money may be sent to a payee. */
export const payeeStatus = dictionary('payee_status', {
  normal: { value: 1, zh: '正常', en: 'Normal', tone: 'good' },
  frozen: { value: 2, zh: '已冻结', en: 'Frozen', tone: 'bad' },
});

/** States of a recharge. */
export const rechargeStatus = dictionary('recharge_status', {
  awaiting: { value: 0, zh: '待支付', en: 'Awaiting payment', tone: 'waiting' },
  review: { value: 1, zh: '待审核', en: 'To review', tone: 'attention' },
  passed: { value: 2, zh: '已通过', en: 'Credited', tone: 'good' },
  refused: { value: 3, zh: '已驳回', en: 'Rejected', tone: 'bad' },
  expired: { value: 4, zh: '已过期', en: 'Expired', tone: 'off' },
  cancelled: { value: 5, zh: '已取消', en: 'Cancelled', tone: 'off' },
});

/** The wallet a withdrawal is paid from. */
export const withdrawalWallet = dictionary('withdrawal_wallet', {
  brokerage: { value: 1, zh: '佣金', en: 'Commission' },
  balance: { value: 2, zh: '余额', en: 'Balance' },
});

/** Where the money of a withdrawal is sent. */
export const payeeType = dictionary('payee_type', {
  card: { value: 1, zh: '银行卡', en: 'Bank card' },
  wallet: { value: 2, zh: '钱包地址', en: 'Wallet address' },
});

/** States of a withdrawal. */
export const withdrawalStatus = dictionary('withdrawal_status', {
  pending: { value: 0, zh: '待审核', en: 'To review', tone: 'attention' },
  passed: { value: 1, zh: '已人工打款', en: 'Paid manually', tone: 'good' },
  refused: { value: 2, zh: '已驳回', en: 'Rejected', tone: 'bad' },
  paying: { value: 3, zh: '代付中', en: 'Payout in progress', tone: 'waiting' },
  paid: { value: 4, zh: '已代付', en: 'Paid out', tone: 'good' },
  failed: { value: 5, zh: '代付失败', en: 'Payout failed', tone: 'attention' },
  transferred: { value: 6, zh: '已转余额', en: 'Moved to balance', tone: 'good' },
  cancelled: { value: 7, zh: '已撤销', en: 'Cancelled', tone: 'off' },
  returned: { value: 8, zh: '已退票', en: 'Returned', tone: 'bad' },
  checking: { value: 9, zh: '待复核', en: 'Second approval', tone: 'attention' },
});

/** Warnings for a reviewer; a set. */
export const withdrawalRisk = dictionary('withdrawal_risk', {
  newPayee: { value: 1, zh: '首次使用该收款账户', en: 'First use of this payee', tone: 'attention' },
  first: { value: 2, zh: '首次提现', en: 'First withdrawal', tone: 'attention' },
  large: { value: 4, zh: '超过累计收入的 80%', en: 'More than 80% of total income', tone: 'attention' },
  shared: { value: 8, zh: '收款账户被多人使用', en: 'Payee used by several users', tone: 'bad' },
  otherName: { value: 16, zh: '户名与实名不符', en: 'Holder name differs', tone: 'bad' },
});

/** The channels of payouts. */
export const payoutKind = dictionary('payout_kind', {
  sandbox: { value: 1, zh: '沙箱', en: 'Sandbox' },
  http: { value: 2, zh: 'HTTP 接口', en: 'HTTP' },
});

/** The outcome of a payout in the sandbox. */
export const sandboxOutcome = dictionary('sandbox_outcome', {
  paid: { value: 1, zh: '成功', en: 'Success' },
  failed: { value: 2, zh: '失败', en: 'Failure' },
  returned: { value: 3, zh: '成功后退票', en: 'Success, then returned' },
  silent: { value: 4, zh: '一直没有结果', en: 'No result' },
});

/** The kinds of payment watchers. */
export const watcherKind = dictionary('watcher_kind', {
  sandbox: { value: 1, zh: '沙箱', en: 'Sandbox' },
  http: { value: 2, zh: 'HTTP 接口', en: 'HTTP' },
});

/** The payment of a recharge in the sandbox. */
export const sandboxPayment = dictionary('sandbox_payment', {
  exact: { value: 1, zh: '按应付金额', en: 'Exact amount' },
  less: { value: 2, zh: '少付 1', en: '1 less' },
  twice: { value: 3, zh: '付两次', en: 'Paid twice' },
});

/** States of an incoming payment. */
export const incomingPaymentStatus = dictionary('incoming_payment_status', {
  confirming: { value: 0, zh: '确认中', en: 'Confirming', tone: 'waiting' },
  matched: { value: 1, zh: '已匹配', en: 'Matched', tone: 'good' },
  unmatched: { value: 2, zh: '未匹配', en: 'Unmatched', tone: 'attention' },
  dismissed: { value: 3, zh: '已忽略', en: 'Ignored', tone: 'off' },
});

/** Reason why a payment matched no recharge automatically. */
export const incomingPaymentProblem = dictionary('incoming_payment_problem', {
  none: { value: 1, zh: '没有等待此付款的充值', en: 'No open recharge matches', tone: 'attention' },
  amount: { value: 2, zh: '金额与充值单不符', en: 'Amount differs from the order', tone: 'attention' },
  several: { value: 3, zh: '可能属于多笔充值', en: 'Several recharges match', tone: 'attention' },
  transaction: { value: 4, zh: '交易已用于其他充值', en: 'Transaction paid another recharge', tone: 'bad' },
  ended: { value: 5, zh: '充值单已结束', en: 'Recharge closed', tone: 'attention' },
  earlier: { value: 6, zh: '付款早于下单', en: 'Paid before the order', tone: 'attention' },
});
