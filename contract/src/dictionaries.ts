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
});

export const userStatus = dictionary('user_status', {
  disabled: { value: 0, zh: '停用', en: 'Disabled', tone: 'off' },
  active: { value: 1, zh: '正常', en: 'Active', tone: 'good' },
  locked: { value: 2, zh: '锁定', en: 'Locked', tone: 'bad' },
  awaitingApproval: { value: 3, zh: '待审核', en: 'Awaiting approval', tone: 'waiting' },
});

/** Result of a number check. The first seven are findings of a provider, the others lines that were not part of the check. */
export const checkResult = dictionary('result_code', {
  vacant: { value: 0, zh: '空号', en: 'Vacant', tone: 'bad' },
  live: { value: 1, zh: '实号', en: 'In service', tone: 'good' },
  suspended: { value: 2, zh: '停机', en: 'Suspended', tone: 'bad' },
  absent: { value: 3, zh: '库无', en: 'Not registered', tone: 'bad' },
  silent: { value: 4, zh: '沉默号', en: 'Silent', tone: 'waiting' },
  risk: { value: 5, zh: '风险号', en: 'At risk', tone: 'waiting' },
  unknown: { value: 6, zh: '未知', en: 'Unknown', tone: 'off' },
  malformed: { value: 7, zh: '格式错误', en: 'Invalid format', tone: 'off' },
  duplicate: { value: 8, zh: '重复', en: 'Duplicate', tone: 'off' },
  suppressed: { value: 9, zh: '已屏蔽', en: 'Suppressed', tone: 'off' },
});

/** What an exported file contains. */
export const exportSource = dictionary('export_source', {
  outbound: { value: 1, zh: '出库号码', en: 'Delivered numbers' },
  inventory: { value: 2, zh: '库存号码', en: 'Stock' },
  statement: { value: 3, zh: '账单', en: 'Statement' },
  payouts: { value: 4, zh: '付款清单', en: 'Payouts' },
  check: { value: 5, zh: '检测结果', en: 'Results of a check' },
  supplierClaim: { value: 6, zh: '供应商索赔', en: 'Supplier claims' },
});

/** Why a line of a number list was not taken. */
export const numberReject = dictionary('number_reject', {
  notANumber: { value: 1, zh: '含非法字符', en: 'Not a phone number' },
  invalidCountryCode: { value: 2, zh: '国家码无效', en: 'Invalid country code' },
  tooShort: {
    value: 3,
    zh: '号码过短：缺少国家码，请选择国家',
    en: 'Too short: country code missing, please choose a country',
  },
  tooLong: { value: 4, zh: '过长', en: 'Too long' },
  invalidLength: { value: 5, zh: '长度无效', en: 'Invalid length' },
  localOnly: { value: 6, zh: '仅本地号码', en: 'Local number without area code' },
  countryMismatch: { value: 7, zh: '国家不符', en: 'Number of another country' },
  notValid: { value: 8, zh: '号段不可用', en: 'Number range not in use' },
  lineType: { value: 9, zh: '线路类型不支持', en: 'Line type not supported' },
  duplicate: { value: 10, zh: '文件内重复', en: 'Duplicate in file' },
  suppressed: { value: 11, zh: '已屏蔽', en: 'Suppressed' },
  countryBlocked: { value: 12, zh: '国家受限', en: 'Country not served' },
  inStock: { value: 13, zh: '库中已有', en: 'Already in stock' },
  precisionLost: { value: 14, zh: '单元格数字已失真', en: 'Digits lost in the spreadsheet cell' },
  unreadable: { value: 15, zh: '编码无法识别', en: 'Unreadable text' },
  badCell: { value: 16, zh: '列内容有误', en: 'Column has unexpected content' },
  needsCountry: { value: 17, zh: '可能属于多个国家，请选择国家', en: 'Country unclear; choose the country' },
  tooOften: { value: 18, zh: '超出频率限制', en: 'Contacted too often' },
});
