import { dictionary } from '../../kit/dictionary.ts';

export const suppressionScope = dictionary('suppression_scope', {
  platform: { value: 1, zh: '平台全局', en: 'Platform' },
  tenant: { value: 2, zh: '全公司', en: 'Whole company' },
  owner: { value: 3, zh: '代理及其下级', en: 'Agent and below' },
});

/** All channels, or a business type. */
export const suppressionChannel = dictionary('suppression_channel', {
  all: { value: 0, zh: '全部渠道', en: 'All channels' },
  whatsapp: { value: 1, zh: 'WhatsApp', en: 'WhatsApp' },
  telegram: { value: 2, zh: 'Telegram', en: 'Telegram' },
  sms: { value: 3, zh: '短信', en: 'SMS' },
});

export const suppressionReason = dictionary('suppression_reason', {
  optOut: { value: 1, zh: '退订', en: 'Opt-out' },
  complaint: { value: 2, zh: '投诉', en: 'Complaint' },
  regulator: { value: 3, zh: '监管', en: 'Regulator' },
  legal: { value: 4, zh: '法务', en: 'Legal' },
  wrongNumber: { value: 5, zh: '错误号码', en: 'Wrong number' },
  ported: { value: 6, zh: '已转网/换主', en: 'Ported or reassigned' },
  byHand: { value: 7, zh: '手工', en: 'Manual' },
  marketing: { value: 8, zh: '停止营销', en: 'Stopped marketing' },
  blocked: { value: 9, zh: '屏蔽发送方', en: 'Blocked the sender' },
});

export const suppressionStatus = dictionary('suppression_status', {
  active: { value: 1, zh: '屏蔽中', en: 'Active', tone: 'good' },
  removed: { value: 2, zh: '已移除', en: 'Removed', tone: 'off' },
});

export const listSource = dictionary('list_source', {
  customers: { value: 1, zh: '自有客户', en: 'Own customers' },
  website: { value: 2, zh: '网站订阅', en: 'Website sign-ups' },
  offline: { value: 3, zh: '线下登记', en: 'Offline registration' },
  test: { value: 4, zh: '测试号码', en: 'Test numbers' },
});

/** Bits: the channel of a business type `n` is `1 << (n - 1)`. */
export const consentChannel = dictionary('consent_channel', {
  whatsapp: { value: 1, zh: 'WhatsApp', en: 'WhatsApp' },
  telegram: { value: 2, zh: 'Telegram', en: 'Telegram' },
  sms: { value: 4, zh: '短信', en: 'SMS' },
});

export const consentStatus = dictionary('consent_status', {
  review: { value: 0, zh: '待审核', en: 'To review', tone: 'attention' },
  valid: { value: 1, zh: '有效', en: 'Valid', tone: 'good' },
  expired: { value: 2, zh: '已过期', en: 'Expired', tone: 'off' },
  rejected: { value: 3, zh: '已驳回', en: 'Rejected', tone: 'bad' },
});

/** The messages that a rule is about. */
export const messagePurpose = dictionary('message_purpose', {
  marketing: { value: 1, zh: '营销消息', en: 'Marketing' },
  all: { value: 2, zh: '全部消息', en: 'All messages' },
});

export const caseType = dictionary('compliance_case_type', {
  complaint: { value: 1, zh: '投诉', en: 'Complaint' },
  cheating: { value: 2, zh: '作弊', en: 'Fraud' },
  chargeback: { value: 3, zh: '拒付', en: 'Chargeback' },
  export: { value: 4, zh: '异常导出', en: 'Unusual export' },
  regulator: { value: 5, zh: '监管请求', en: 'Request of a regulator' },
  lateReceipt: { value: 6, zh: '裁定后收到相反回执', en: 'Receipt against a verdict' },
});

/** The finding about a case. */
export const caseOutcome = dictionary('compliance_case_outcome', {
  founded: { value: 1, zh: '属实', en: 'Founded', tone: 'bad' },
  unfounded: { value: 2, zh: '不属实', en: 'Unfounded', tone: 'off' },
  none: { value: 3, zh: '无法认定', en: 'No finding', tone: 'waiting' },
});
export const caseStatus = dictionary('compliance_case_status', {
  open: { value: 0, zh: '待处理', en: 'To handle', tone: 'attention' },
  handling: { value: 1, zh: '处理中', en: 'In progress', tone: 'running' },
  closed: { value: 2, zh: '已结案', en: 'Closed', tone: 'good' },
  appealed: { value: 3, zh: '申诉中', en: 'Appealed', tone: 'attention' },
  upheld: { value: 4, zh: '维持原结论', en: 'Decision upheld', tone: 'good' },
  overturned: { value: 5, zh: '结论已撤销', en: 'Decision overturned', tone: 'off' },
});
