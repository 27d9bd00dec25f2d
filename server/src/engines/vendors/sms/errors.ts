import { defineErrors } from '@trade-assistant/contract/kit/errors.ts';

export const smsErrors = defineErrors({
  SMS_NO_PROVIDER: {
    status: 400,
    zh: '没有启用的短信服务，请在“短信配置”中启用一项',
    en: 'No SMS provider is enabled; enable one under “SMS providers”',
  },
  SMS_UNKNOWN_CODE: {
    status: 400,
    zh: '没有编号为“{code}”的短信服务',
    en: 'No SMS provider with the code “{code}”',
  },
  SMS_PHONE: {
    status: 400,
    zh: '“{phone}”不是有效的手机号，请带国家代码填写，例如 +12015550123',
    en: '“{phone}” is not a phone number; write it with its country code, such as +12015550123',
  },
  SMS_PARAMETERS: {
    status: 400,
    zh: '短信内容需要参数：{names}',
    en: 'The text needs parameters: {names}',
  },
  SMS_TOO_LONG: {
    status: 400,
    zh: '短信过长：共 {segments} 条，最多 {most} 条',
    en: 'The text is too long: {segments} segments, at most {most}',
  },
  SMS_SLOW: {
    status: 503,
    zh: '未发送：短信服务在 {seconds} 秒内未处理完同一批的其他号码',
    en: 'Not sent: the provider needed more than {seconds} seconds for the other phones of the batch',
  },
  SMS_DAY_LIMIT: {
    status: 429,
    zh: '24 小时内最多发送 {most} 条短信，已发送 {sent} 条',
    en: 'At most {most} texts are sent in 24 hours, and {sent} were',
  },
  SMS_BODY_JSON: {
    status: 400,
    zh: '请求内容不是有效的 JSON',
    en: 'The request body is not valid JSON',
  },
  SMS_BODY_LINES: {
    status: 400,
    zh: '请求内容的每一行应为“名称=值”',
    en: 'Each line of the request body should be name=value',
  },
  SMS_BODY_PLACE: {
    status: 400,
    zh: '请求内容缺少“{name}”',
    en: 'The request body lacks {name}',
  },
});
