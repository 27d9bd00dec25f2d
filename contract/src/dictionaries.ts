import { dictionary } from './kit/dictionary.ts';

/** Closed lists of several areas. Lists of a single area are beside its resources. */

export const businessType = dictionary('business_type', {
  whatsapp: { value: 1, zh: 'WhatsApp', en: 'WhatsApp' },
  telegram: { value: 2, zh: 'Telegram', en: 'Telegram' },
  sms: { value: 3, zh: '短信', en: 'SMS' },
});

export const serviceType = dictionary('service_type', {
  check: { value: 1, zh: '号码检测', en: 'Number check' },
  number: { value: 2, zh: '号码资源', en: 'Numbers' },
  message: { value: 3, zh: '消息触达', en: 'Messaging' },
  verification: { value: 4, zh: '验证码', en: 'Verification' },
  seed: { value: 5, zh: '嵌入号监测', en: 'Seed monitoring' },
  package: { value: 6, zh: '套餐包', en: 'Package' },
  lease: { value: 7, zh: '号码租用', en: 'Number lease' },
  /** A result of the last 30 days instead of a new check. */
  cachedCheck: { value: 8, zh: '缓存检测结果', en: 'Cached check result' },
});

export const numberType = dictionary('number_type', {
  mobile: { value: 1, zh: '手机', en: 'Mobile' },
  local: { value: 2, zh: '固话', en: 'Landline' },
  tollFree: { value: 3, zh: '免费电话', en: 'Toll-free' },
  voip: { value: 4, zh: 'VoIP', en: 'VoIP' },
  shortCode: { value: 5, zh: '短码', en: 'Short code' },
});

/** The capabilities of a number as bits: one that receives and sends text messages is 6. */
export const capability = dictionary('number_capability', {
  voice: { value: 1, zh: '语音', en: 'Voice' },
  smsIn: { value: 2, zh: '接收短信', en: 'Receives SMS' },
  smsOut: { value: 4, zh: '发送短信', en: 'Sends SMS' },
  whatsappBusiness: { value: 8, zh: 'WhatsApp商业号', en: 'WhatsApp business' },
  telegram: { value: 16, zh: 'Telegram', en: 'Telegram' },
});

export const unit = dictionary('unit', {
  each: { value: 1, zh: '条', en: 'each' },
  thousand: { value: 2, zh: '千条', en: 'per 1000' },
  numberMonth: { value: 3, zh: '号/月', en: 'number-month' },
  piece: { value: 4, zh: '个', en: 'piece' },
});

export const agentLevel = dictionary('agent_level', {
  standard: { value: 1, zh: '普通', en: 'Standard' },
  silver: { value: 2, zh: '银牌', en: 'Silver' },
  gold: { value: 3, zh: '金牌', en: 'Gold' },
  diamond: { value: 4, zh: '钻石', en: 'Diamond' },
});

export const userType = dictionary('user_type', {
  staff: { value: 1, zh: '平台', en: 'Staff' },
  agent: { value: 2, zh: '代理', en: 'Agent' },
  subUser: { value: 3, zh: '子账号', en: 'Sub-user' },
  appUser: { value: 4, zh: 'App用户', en: 'App user' },
});

export const userStatus = dictionary('user_status', {
  disabled: { value: 0, zh: '停用', en: 'Disabled', tone: 'off' },
  active: { value: 1, zh: '正常', en: 'Active', tone: 'good' },
  locked: { value: 2, zh: '锁定', en: 'Locked', tone: 'bad' },
  awaitingApproval: { value: 3, zh: '待审核', en: 'Awaiting approval', tone: 'waiting' },
});
