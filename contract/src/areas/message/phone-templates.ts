import type { MessageTemplate } from './template.ts';

/** Messages about senders of text messages. */
export const phoneTemplates = {
  SMS_PHONE_REGISTERED: {
    title: { zh: '短信号码已备案', en: 'SMS sender registered' },
    content: { zh: '号码 {phone} 备案已通过', en: 'The registration of {phone} was approved' },
    type: 1,
    level: 'success',
  },
  SMS_PHONE_REJECTED: {
    title: { zh: '短信号码备案被驳回', en: 'Registration of an SMS sender rejected' },
    content: {
      zh: '号码 {phone} 备案被驳回：{reason}；请修改后重新提交',
      en: 'The registration of {phone} was rejected: {reason}. Please correct and submit it again',
    },
    type: 1,
    level: 'warning',
  },
  SMS_PHONE_FROZEN: {
    title: { zh: '短信号码已冻结', en: 'SMS sender frozen' },
    content: { zh: '号码 {phone} 已冻结：{reason}', en: 'Sender {phone} was frozen: {reason}' },
    type: 1,
    level: 'error',
  },
  SMS_PHONE_COMPLAINTS: {
    title: { zh: '短信号码因投诉冻结', en: 'SMS sender frozen for complaints' },
    content: {
      zh: '号码 {phone} 近 7 天 {n} 条短信的投诉率为 {rate} %，已自动冻结',
      en: '{rate} % of the {n} texts from {phone} in 7 days led to opt-outs; it was frozen',
    },
    type: 1,
    level: 'error',
  },
  SMS_PHONE_DUE: {
    title: { zh: '短信号码租期到期', en: 'Lease of an SMS sender ends soon' },
    content: {
      zh: '号码 {phone} 的租期将于 {date} 到期，请及时续租',
      en: 'The lease of {phone} ends on {date}; renew it to keep the sender',
    },
    type: 1,
    level: 'warning',
  },
  SMS_PHONE_SHORT: {
    title: { zh: '余额不足以自动续租', en: 'Balance too low for auto-renew' },
    content: {
      zh: '号码 {phone} 将于 {date} 自动续租，需 {amount}，余额 {balance}；请先充值',
      en: 'Auto-renew of {phone} on {date} needs {amount}; your balance is {balance}. Please recharge',
    },
    type: 1,
    level: 'warning',
  },
  SMS_PHONE_RENEWED: {
    title: { zh: '短信号码已自动续租', en: 'SMS sender renewed automatically' },
    content: { zh: '号码 {phone} 续租一个月，{amount}', en: '{phone} was renewed for a month at {amount}' },
    type: 1,
    level: 'success',
  },
  SMS_PHONE_EXPIRED: {
    title: { zh: '短信号码租期已过', en: 'Lease of an SMS sender ended' },
    content: {
      zh: '号码 {phone} 租期已到期，已停止发送，为您保留至 {date}；逾期未续租将收回',
      en: 'The lease of {phone} has ended and nothing more is sent from it. Renew by {date}, or it is reclaimed',
    },
    type: 1,
    level: 'warning',
  },
  SMS_TEXT_UNCLAIMED: {
    title: { zh: '收到无归属的短信', en: 'Text to an unknown sender' },
    content: {
      zh: '服务商 {provider} 收到 {from} 发往 {address} 的短信，没有发送号码使用此地址，无法进入会话。请为其添加发送号码，或请短信中心更正地址；同一服务商 24 小时内只提示一次',
      en: '{provider} received a text from {from} to {address}, which no sender has, so it reaches no conversation. Add a sender with this address, or ask the SMSC to correct it. A provider is reported once in 24 hours',
    },
    type: 1,
    level: 'warning',
  },
  SMS_PHONE_RECLAIMED: {
    title: { zh: '短信号码已收回', en: 'SMS sender reclaimed' },
    content: { zh: '号码 {phone} 到期未续租，已收回', en: '{phone} was not renewed and has been reclaimed' },
    type: 1,
    level: 'error',
  },
} as const satisfies Record<string, MessageTemplate>;
