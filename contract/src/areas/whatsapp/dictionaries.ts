import { agentLevel } from '../../dictionaries.ts';
import { dictionary } from '../../kit/dictionary.ts';

/** The kinds of number checks. Rank for upgrades: valid, registered, business, active. */
export const filterType = dictionary('whatsapp_filter_type', {
  valid: { value: 1, zh: '号码有效', en: 'Valid' },
  registered: { value: 2, zh: '开通检测', en: 'Registered' },
  active: { value: 3, zh: '活跃检测', en: 'Active' },
  business: { value: 4, zh: '商业号识别', en: 'Business account' },
});

/** Part of a service that has its own price: a kind of check, or a category of messages. */
export const priceKind = dictionary('price_kind', {
  ...filterType.entries,
  marketing: { value: 11, zh: '营销消息', en: 'Marketing messages' },
  utility: { value: 12, zh: '服务通知消息', en: 'Utility messages' },
  authentication: { value: 13, zh: '验证消息', en: 'Authentication messages' },
  service: { value: 14, zh: '会话回复消息', en: 'Service messages' },
});

/** Days of look-back of an activity check. */
export const activePeriod = dictionary('active_period', {
  any: { value: 0, zh: '不限', en: 'Any time' },
  day: { value: 1, zh: '1天', en: '1 day' },
  threeDays: { value: 3, zh: '3天', en: '3 days' },
  week: { value: 7, zh: '7天', en: '7 days' },
  fifteenDays: { value: 15, zh: '15天', en: '15 days' },
  month: { value: 30, zh: '30天', en: '30 days' },
});

export const chargeOn = dictionary('charge_on', {
  submit: { value: 1, zh: '提交计费', en: 'On submit' },
  delivery: { value: 2, zh: '送达计费', en: 'On delivery' },
  result: { value: 3, zh: '出结果计费', en: 'On result' },
});

/** An agent level a price is for, or all of them. */
export const priceLevel = dictionary('price_level', {
  all: { value: 0, zh: '全部', en: 'All' },
  ...agentLevel.entries,
});

export const priceStatus = dictionary('price_status', {
  disabled: { value: 0, zh: '停用', en: 'Disabled', tone: 'off' },
  enabled: { value: 1, zh: '启用', en: 'Enabled', tone: 'good' },
  scheduled: { value: 2, zh: '待生效', en: 'Scheduled', tone: 'waiting' },
  expired: { value: 3, zh: '已失效', en: 'Expired', tone: 'off' },
});

export const sourceType = dictionary('number_source', {
  purchase: { value: 1, zh: '供应商采购', en: 'Supplier purchase' },
  sync: { value: 2, zh: '接口同步', en: 'API sync' },
  portIn: { value: 3, zh: '携入', en: 'Port-in' },
  own: { value: 4, zh: '自有', en: 'Own' },
  hosted: { value: 5, zh: '客户托管', en: 'Customer-hosted' },
});

export const ownerType = dictionary('number_owner', {
  platform: { value: 1, zh: '平台', en: 'Platform' },
  agent: { value: 2, zh: '代理（私有）', en: 'Agent (private)' },
});

export const regDocStatus = dictionary('reg_doc_status', {
  notNeeded: { value: 0, zh: '不需要', en: 'Not needed', tone: 'off' },
  missing: { value: 1, zh: '待交', en: 'Missing', tone: 'waiting' },
  inReview: { value: 2, zh: '审核中', en: 'In review', tone: 'running' },
  passed: { value: 3, zh: '已通过', en: 'Passed', tone: 'good' },
});

export const checkStatus = dictionary('number_check', {
  unchecked: { value: 0, zh: '未校验', en: 'Not checked', tone: 'waiting' },
  passed: { value: 1, zh: '通过', en: 'Passed', tone: 'good' },
  failed: { value: 2, zh: '不通过', en: 'Failed', tone: 'bad' },
});

export const stagedStatus = dictionary('pre_warehouse_status', {
  toCheck: { value: 0, zh: '待校验', en: 'Pending check', tone: 'waiting' },
  ready: { value: 1, zh: '待入库', en: 'Ready', tone: 'attention' },
  moving: { value: 2, zh: '入库中', en: 'Moving to stock', tone: 'running' },
  inWarehouse: { value: 3, zh: '已入库', en: 'In stock', tone: 'good' },
  checkFailed: { value: 5, zh: '校验失败', en: 'Check failed', tone: 'bad' },
  void: { value: 6, zh: '已作废', en: 'Void', tone: 'off' },
});

export const batchStatus = dictionary('pre_warehouse_batch', {
  importing: { value: 0, zh: '检查中', en: 'Checking', tone: 'running' },
  reported: { value: 1, zh: '待确认', en: 'Waiting for confirmation', tone: 'attention' },
  committed: { value: 2, zh: '已导入', en: 'Imported', tone: 'good' },
  void: { value: 3, zh: '已作废', en: 'Void', tone: 'off' },
  failed: { value: 4, zh: '失败', en: 'Failed', tone: 'bad' },
  country: { value: 5, zh: '待选国家', en: 'Waiting for country', tone: 'attention' },
});

/** The state of a batch and, once it is imported, the progress of its numbers. */
export const batchProgress = dictionary('pre_warehouse_progress', {
  checking: { value: 0, zh: '检查中', en: 'Checking', tone: 'running' },
  country: { value: 1, zh: '待选国家', en: 'Waiting for country', tone: 'attention' },
  reported: { value: 2, zh: '待确认', en: 'Waiting for confirmation', tone: 'attention' },
  ready: { value: 3, zh: '待入库', en: 'Waiting for stock-in', tone: 'waiting' },
  partly: { value: 4, zh: '部分已入库', en: 'Partly in stock', tone: 'waiting' },
  stocked: { value: 5, zh: '已入库', en: 'In stock', tone: 'good' },
  checkFailed: { value: 6, zh: '校验失败', en: 'Check failed', tone: 'bad' },
  refused: { value: 7, zh: '全部被拒绝', en: 'Nothing imported', tone: 'bad' },
  failed: { value: 8, zh: '导入失败', en: 'Import failed', tone: 'bad' },
  void: { value: 9, zh: '已作废', en: 'Void', tone: 'off' },
});

export const stockStatus = dictionary('stock_status', {
  available: { value: 0, zh: '可用', en: 'Available', tone: 'good' },
  reserved: { value: 1, zh: '预占', en: 'Reserved', tone: 'running' },
  assigned: { value: 2, zh: '已出库', en: 'Assigned', tone: 'off' },
  quarantine: { value: 3, zh: '冷却', en: 'Quarantine', tone: 'waiting' },
  unlisted: { value: 4, zh: '下架', en: 'Not for sale', tone: 'attention' },
  dead: { value: 5, zh: '失效', en: 'Inactive', tone: 'bad' },
  retired: { value: 6, zh: '退役', en: 'Retired', tone: 'off' },
  locked: { value: 7, zh: '预定锁定', en: 'Locked for a pre-order', tone: 'running' },
});

export const surviveStatus = dictionary('survive_status', {
  unchecked: { value: 0, zh: '未检测', en: 'Not checked', tone: 'off' },
  alive: { value: 1, zh: '存活', en: 'Active', tone: 'good' },
  dead: { value: 2, zh: '失效', en: 'Inactive', tone: 'bad' },
  unknown: { value: 3, zh: '未知', en: 'Unknown', tone: 'attention' },
  checking: { value: 4, zh: '检测中', en: 'Checking', tone: 'running' },
});

/** In which order numbers are taken from stock. */
export const strategy = dictionary('extract_strategy', {
  oldest: { value: 1, zh: '先进先出', en: 'First in, first out' },
  random: { value: 2, zh: '随机', en: 'Random' },
  consecutive: { value: 3, zh: '连号', en: 'Consecutive' },
});

/** The recipient of extracted numbers. */
export const extractTarget = dictionary('extract_target', {
  agent: { value: 1, zh: '代理', en: 'Agent' },
  preOrder: { value: 2, zh: '预定单', en: 'Pre-order' },
  internal: { value: 3, zh: '内部', en: 'Internal' },
});

export const outboundType = dictionary('outbound_type', {
  sale: { value: 1, zh: '销售', en: 'Sale' },
  preOrder: { value: 2, zh: '预定', en: 'Pre-order' },
  replacement: { value: 3, zh: '换货', en: 'Replacement' },
  internal: { value: 4, zh: '内部', en: 'Internal' },
  supplierReturn: { value: 5, zh: '退供', en: 'Return to supplier' },
});

export const outboundStatus = dictionary('outbound_status', {
  draft: { value: 0, zh: '草稿', en: 'Draft', tone: 'off' },
  reserved: { value: 1, zh: '待出库', en: 'Reserved', tone: 'waiting' },
  delivered: { value: 2, zh: '已出库', en: 'Delivered', tone: 'good' },
  partlyReturned: { value: 3, zh: '部分退回', en: 'Partly returned', tone: 'attention' },
  returned: { value: 4, zh: '已退回', en: 'Returned', tone: 'bad' },
  cancelled: { value: 5, zh: '已撤销', en: 'Cancelled', tone: 'off' },
});

/** Whether the record of a supplier has a contact. */
export const supplierRecord = dictionary('supplier_record', {
  toComplete: { value: 0, zh: '待完善', en: 'To be completed', tone: 'attention' },
  complete: { value: 1, zh: '已完善', en: 'Complete', tone: 'good' },
});

/** When a supplier is paid. */
export const paymentTerms = dictionary('supplier_terms', {
  prepaid: { value: 1, zh: '预付', en: 'Prepaid' },
  onDelivery: { value: 2, zh: '货到付款', en: 'On delivery' },
  monthly: { value: 3, zh: '月结', en: 'Monthly' },
  days: { value: 4, zh: '账期', en: 'Credit days' },
});

export const preOrderStatus = dictionary('pre_order_status', {
  draft: { value: 0, zh: '草稿', en: 'Draft', tone: 'off' },
  submitted: { value: 1, zh: '待审核', en: 'Submitted', tone: 'attention' },
  approved: { value: 2, zh: '备货中', en: 'Approved', tone: 'waiting' },
  partly: { value: 3, zh: '部分交付', en: 'Partly delivered', tone: 'running' },
  completed: { value: 4, zh: '已完成', en: 'Completed', tone: 'good' },
  refunded: { value: 5, zh: '已退款', en: 'Refunded', tone: 'bad' },
  revoked: { value: 6, zh: '已撤销', en: 'Revoked', tone: 'off' },
  rejected: { value: 7, zh: '已驳回', en: 'Rejected', tone: 'bad' },
});

/** Why arriving numbers are not delivered to a pre-order. */
export const preOrderSkip = dictionary('pre_order_skip', {
  balance: { value: 1, zh: '余额不足', en: 'Balance too low', tone: 'bad' },
  account: { value: 2, zh: '账号停用', en: 'Account disabled', tone: 'bad' },
  country: { value: 3, zh: '国家停止服务', en: 'Country not served', tone: 'bad' },
});

export const supplierClaimStatus = dictionary('supplier_claim_status', {
  open: { value: 0, zh: '待发送', en: 'Open', tone: 'waiting' },
  sent: { value: 1, zh: '已发送', en: 'Sent', tone: 'running' },
  accepted: { value: 2, zh: '已认可', en: 'Accepted', tone: 'good' },
  partly: { value: 3, zh: '部分认可', en: 'Accepted in part', tone: 'attention' },
  rejected: { value: 4, zh: '已拒绝', en: 'Rejected', tone: 'bad' },
  settled: { value: 5, zh: '已结清', en: 'Settled', tone: 'good' },
  writtenOff: { value: 6, zh: '已核销', en: 'Written off', tone: 'off' },
  cancelled: { value: 7, zh: '已取消', en: 'Cancelled', tone: 'off' },
});
