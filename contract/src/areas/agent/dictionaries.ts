import { dictionary } from '../../kit/dictionary.ts';

export const kycStatus = dictionary('kyc_status', {
  none: { value: 0, zh: '未认证', en: 'Not verified', tone: 'off' },
  inReview: { value: 1, zh: '审核中', en: 'In review', tone: 'running' },
  verified: { value: 2, zh: '已认证', en: 'Verified', tone: 'good' },
  rejected: { value: 3, zh: '驳回', en: 'Rejected', tone: 'bad' },
});

/** States of submitted documents. */
export const verificationStatus = dictionary('verification_status', {
  review: { value: 1, zh: '待审核', en: 'To review', tone: 'attention' },
  passed: { value: 2, zh: '已通过', en: 'Approved', tone: 'good' },
  refused: { value: 3, zh: '已驳回', en: 'Rejected', tone: 'bad' },
  withdrawn: { value: 4, zh: '已撤回', en: 'Withdrawn', tone: 'off' },
  replaced: { value: 5, zh: '已更新', en: 'Replaced', tone: 'off' },
  revoked: { value: 6, zh: '已撤销', en: 'Revoked', tone: 'bad' },
  expired: { value: 7, zh: '已过期', en: 'Expired', tone: 'off' },
});

export const verificationSubject = dictionary('verification_subject', {
  person: { value: 1, zh: '个人', en: 'Person' },
  company: { value: 2, zh: '企业', en: 'Company' },
});

export const identityDocument = dictionary('identity_document', {
  idCard: { value: 1, zh: '身份证', en: 'Identity card' },
  passport: { value: 2, zh: '护照', en: 'Passport' },
  licence: { value: 3, zh: '营业执照', en: 'Business licence' },
});

/** Payer of an agreed price: the agent, or its sub-accounts. */
export const agentPriceKind = dictionary('agent_price_kind', {
  own: { value: 1, zh: '专属价', en: 'Agent price' },
  resale: { value: 2, zh: '转售价', en: 'Resale price' },
});

export const deliveryType = dictionary('delivery_type', {
  automatic: { value: 1, zh: '自动', en: 'Automatic' },
  manual: { value: 2, zh: '人工', en: 'Manual' },
});

export const shelfStatus = dictionary('shelf_status', {
  off: { value: 0, zh: '下架', en: 'Not for sale', tone: 'off' },
  on: { value: 1, zh: '上架', en: 'Put on sale', tone: 'good' },
  soldOut: { value: 2, zh: '售罄', en: 'Sold out', tone: 'attention' },
});

/** Marks on a product, as bits. */
export const productTag = dictionary('product_tag', {
  hot: { value: 1, zh: '热销', en: 'Popular' },
  fresh: { value: 2, zh: '新品', en: 'New' },
});

export const productOrderStatus = dictionary('product_order_status', {
  unpaid: { value: 0, zh: '待支付', en: 'Unpaid', tone: 'waiting' },
  awaitingDelivery: { value: 1, zh: '待交付', en: 'Awaiting delivery', tone: 'running' },
  partlyDelivered: { value: 2, zh: '部分交付', en: 'Partly delivered', tone: 'attention' },
  completed: { value: 3, zh: '已完成', en: 'Completed', tone: 'good' },
  cancelled: { value: 4, zh: '已取消', en: 'Cancelled', tone: 'off' },
  partlyRefunded: { value: 5, zh: '部分退款', en: 'Partly refunded', tone: 'attention' },
  refunded: { value: 6, zh: '已退款', en: 'Refunded', tone: 'bad' },
});

/** The distance of the earner above the customer. */
export const rebateLevel = dictionary('rebate_level', {
  first: { value: 1, zh: '一级', en: 'Level 1' },
  second: { value: 2, zh: '二级', en: 'Level 2' },
});

/** The kinds of purchases that earn. */
export const rebateSource = dictionary('rebate_source', {
  check: { value: 1, zh: '号码检测', en: 'Number check' },
  message: { value: 2, zh: '消息', en: 'Messages' },
  product: { value: 3, zh: '商品订单', en: 'Product order' },
  preOrder: { value: 4, zh: '预定单', en: 'Pre-order' },
  sms: { value: 5, zh: '短信', en: 'SMS' },
  delivery: { value: 6, zh: '出库单', en: 'Delivery note' },
  lease: { value: 7, zh: '号码续租', en: 'Lease renewal' },
});

export const rebateStatus = dictionary('rebate_status', {
  pending: { value: 0, zh: '待结算', en: 'Pending', tone: 'waiting' },
  settled: { value: 1, zh: '已结算', en: 'Settled', tone: 'good' },
  reversed: { value: 2, zh: '已冲回', en: 'Reversed', tone: 'off' },
  voided: { value: 3, zh: '已作废', en: 'Voided', tone: 'bad' },
});

/** The base of rebates: the charge, or its margin above the cost. */
export const rebateBase = dictionary('rebate_base', {
  amount: { value: 1, zh: '消费金额（AMOUNT）', en: 'Amount paid (AMOUNT)' },
  margin: { value: 2, zh: '毛利（MARGIN）', en: 'Margin (MARGIN)' },
});

/** The uses of a prepaid package: values of `service_type`. */
export const packageService = dictionary('package_service', {
  check: { value: 1, zh: '号码检测', en: 'Number check' },
  message: { value: 3, zh: '消息触达', en: 'Messaging' },
});

export const quotaStatus = dictionary('quota_status', {
  active: { value: 1, zh: '可用', en: 'In use', tone: 'good' },
  usedUp: { value: 2, zh: '已用完', en: 'Used up', tone: 'off' },
  expired: { value: 3, zh: '已过期', en: 'Expired', tone: 'bad' },
  refunded: { value: 4, zh: '已退款', en: 'Refunded', tone: 'off' },
});

/** States of a rented number. */
export const leaseStatus = dictionary('lease_status', {
  active: { value: 1, zh: '租用中', en: 'Rented', tone: 'good' },
  overdue: { value: 2, zh: '宽限期', en: 'Overdue', tone: 'attention' },
  ended: { value: 3, zh: '已到期', en: 'Ended', tone: 'off' },
  refunded: { value: 4, zh: '已退款', en: 'Refunded', tone: 'off' },
});

/** Why a number could not renew itself. */
export const leaseProblem = dictionary('lease_problem', {
  balance: { value: 1, zh: '余额不足', en: 'Balance too low', tone: 'bad' },
  spendLimit: { value: 2, zh: '超出消费上限', en: 'Spending limit', tone: 'bad' },
  price: { value: 3, zh: '暂无价格', en: 'No price', tone: 'bad' },
  dead: { value: 4, zh: '号码已失效', en: 'Number inactive', tone: 'bad' },
  closed: { value: 5, zh: '账号或国家已停用', en: 'Account or country closed', tone: 'bad' },
});

/** Movements of units of a package. */
export const quotaEvent = dictionary('quota_event', {
  bought: { value: 1, zh: '购买', en: 'Bought', tone: 'good' },
  held: { value: 2, zh: '冻结', en: 'On hold', tone: 'waiting' },
  used: { value: 3, zh: '使用', en: 'Used', tone: 'running' },
  released: { value: 4, zh: '解冻', en: 'Released', tone: 'off' },
  returned: { value: 5, zh: '退回', en: 'Returned', tone: 'good' },
  expired: { value: 6, zh: '过期', en: 'Expired', tone: 'bad' },
  refunded: { value: 7, zh: '退款', en: 'Refunded', tone: 'off' },
});

/** Settlement of a confirmed claim of a product. */
export const warrantyAction = dictionary('warranty_action', {
  replace: { value: 1, zh: '自动换货', en: 'Replace from stock' },
  refund: { value: 2, zh: '自动退款', en: 'Refund' },
  ask: { value: 3, zh: '由代理选择', en: 'Ask the agent' },
});

/** The decision about a claim: an agent's choice is one of the first two. */
export const warrantyChoice = dictionary('warranty_choice', {
  replace: { value: 1, zh: '换货', en: 'Replacement' },
  refund: { value: 2, zh: '退款', en: 'Refund' },
});

export const warrantySource = dictionary('warranty_source', {
  check: { value: 1, zh: '自动检测', en: 'Status check' },
  person: { value: 2, zh: '人工申请', en: 'Submitted manually' },
});

export const warrantyStatus = dictionary('warranty_status', {
  suspected: { value: 0, zh: '复检中', en: 'Being verified', tone: 'waiting' },
  review: { value: 1, zh: '待审核', en: 'In review', tone: 'attention' },
  confirmed: { value: 2, zh: '已确认', en: 'Confirmed', tone: 'running' },
  asked: { value: 3, zh: '待代理选择', en: 'Awaiting choice', tone: 'attention' },
  noStock: { value: 4, zh: '等待补货', en: 'Awaiting stock', tone: 'waiting' },
  paused: { value: 5, zh: '已暂停', en: 'Paused', tone: 'attention' },
  replaced: { value: 6, zh: '已换货', en: 'Replaced', tone: 'good' },
  refunded: { value: 7, zh: '已退款', en: 'Refunded', tone: 'good' },
  refused: { value: 8, zh: '已驳回', en: 'Rejected', tone: 'bad' },
  unconfirmed: { value: 9, zh: '未确认失效', en: 'Not confirmed', tone: 'off' },
});

/** Why a claim ended otherwise than its product says. */
export const warrantyCause = dictionary('warranty_cause', {
  chain: { value: 1, zh: '换货次数已达上限', en: 'Replacement limit reached' },
  stock: { value: 2, zh: '等待期内无库存', en: 'No stock within the waiting time' },
  returned: { value: 3, zh: '号码已退回', en: 'Number already returned' },
  silence: { value: 4, zh: '代理未选择，按换货处理', en: 'No choice made: replaced' },
  person: { value: 5, zh: '人工决定', en: 'Decided by staff' },
  dismissed: { value: 6, zh: '批量异常已驳回', en: 'Mass event dismissed' },
});

/** Whether a check counts as evidence of a claim. */
export const warrantyVerdict = dictionary('warranty_verdict', {
  counts: { value: 1, zh: '计入证据', en: 'Counts', tone: 'good' },
  provider: { value: 2, zh: '服务商异常，不计入', en: 'Provider unhealthy: does not count', tone: 'off' },
  early: { value: 3, zh: '间隔不足 30 分钟，不计入', en: 'Within 30 minutes: does not count', tone: 'off' },
  late: { value: 4, zh: '质保已到期，不计入', en: 'After the warranty: does not count', tone: 'off' },
  silent: { value: 5, zh: '无结果', en: 'No result', tone: 'off' },
});

/** The numbers whose claims are suspicious together. */
export const warrantyCaseKind = dictionary('warranty_case_kind', {
  batch: { value: 1, zh: '批次', en: 'Batch' },
  provider: { value: 2, zh: '检测服务商', en: 'Check provider' },
  isolated: { value: 3, zh: '服务商已隔离', en: 'Isolated provider' },
});

export const warrantyCaseStatus = dictionary('warranty_case_status', {
  open: { value: 0, zh: '待处理', en: 'To handle', tone: 'attention' },
  resumed: { value: 1, zh: '已恢复处理', en: 'Resumed', tone: 'good' },
  dismissed: { value: 2, zh: '已全部驳回', en: 'Dismissed', tone: 'off' },
});
