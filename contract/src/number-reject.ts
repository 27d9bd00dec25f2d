import { dictionary } from './kit/dictionary.ts';

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
  badParameter: { value: 19, zh: '参数有误', en: 'Value missing or not allowed' },
  notServed: {
    value: 20,
    zh: '渠道不支持该国家的此类消息',
    en: 'The channel does not serve this category in this country',
  },
  notStarted: { value: 21, zh: '未启动机器人', en: 'Has not started the bot' },
});
