import { dictionary } from '../../kit/dictionary.ts';

/** Kind of a sender address of text messages. */
export const smsSenderType = dictionary('sms_sender_type', {
  longNumber: { value: 1, zh: '长号码', en: 'Long number' },
  shortCode: { value: 2, zh: '短码', en: 'Short code' },
  letters: { value: 3, zh: '字母签名', en: 'Letters' },
  tollFree: { value: 4, zh: '免费号', en: 'Toll-free number' },
});

/** Abilities of a sender of text messages, a set. */
export const smsCapability = dictionary('sms_capability', {
  outbound: { value: 1, zh: '下行', en: 'Send' },
  inbound: { value: 2, zh: '上行', en: 'Receive' },
  long: { value: 4, zh: '长短信', en: 'Long texts' },
});

/** Registration of a sender with the authority or the carriers of its country. */
export const smsRegistration = dictionary('sms_registration', {
  none: { value: 0, zh: '无需备案', en: 'Not required', tone: 'off' },
  toSubmit: { value: 1, zh: '待提交', en: 'To be submitted', tone: 'waiting' },
  review: { value: 2, zh: '审核中', en: 'Under review', tone: 'running' },
  registered: { value: 3, zh: '已备案', en: 'Registered', tone: 'good' },
  rejected: { value: 4, zh: '已驳回', en: 'Rejected', tone: 'bad' },
});

/** Route of the texts of a sender. */
export const smsRoute = dictionary('sms_route', {
  direct: { value: 1, zh: '直连', en: 'Direct' },
  local: { value: 2, zh: '本地', en: 'Local' },
  international: { value: 3, zh: '国际', en: 'International' },
});

/** Agents that may use a sender. */
export const smsPhoneOwner = dictionary('sms_phone_owner', {
  shared: { value: 1, zh: '共享', en: 'Shared' },
  exclusive: { value: 2, zh: '独享', en: 'Exclusive' },
});

/** Treatment of texts to a sender. */
export const smsInboxMode = dictionary('sms_inbox_mode', {
  discard: { value: 1, zh: '丢弃', en: 'Discard' },
  session: { value: 2, zh: '会话', en: 'Conversation' },
  callback: { value: 3, zh: '回调', en: 'Webhook' },
});

/** State of a sender of text messages. */
export const smsPhoneStatus = dictionary('sms_phone_status', {
  disabled: { value: 0, zh: '停用', en: 'Disabled', tone: 'off' },
  usable: { value: 1, zh: '可用', en: 'Usable', tone: 'good' },
  unregistered: { value: 2, zh: '待备案', en: 'Awaiting registration', tone: 'waiting' },
  frozen: { value: 3, zh: '已冻结', en: 'Frozen', tone: 'bad' },
  expired: { value: 4, zh: '已到期', en: 'Expired', tone: 'attention' },
});
