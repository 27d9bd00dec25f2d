import type { Text } from '../kit/locale.ts';

/** The unit of a number. */
export const unit = {
  percent: { zh: '%', en: '%' },
  times: { zh: '次', en: 'times' },
  seconds: { zh: '秒', en: 'seconds' },
  minutes: { zh: '分钟', en: 'minutes' },
  hours: { zh: '小时', en: 'hours' },
  days: { zh: '天', en: 'days' },
  months: { zh: '个月', en: 'months' },
  rows: { zh: '行', en: 'rows' },
  numbers: { zh: '个号码', en: 'numbers' },
  accounts: { zh: '个账号', en: 'accounts' },
  messages: { zh: '条', en: 'messages' },
  recharges: { zh: '笔', en: 'recharges' },
} as const satisfies Record<string, Text>;

/** The headings of parameters. */
export const group = {
  signIn: { zh: '登录与账号', en: 'Sign-in and accounts' },
  money: { zh: '资金', en: 'Money' },
  orders: { zh: '订单与售后', en: 'Orders and after-sale' },
  stock: { zh: '库存', en: 'Stock' },
  apps: { zh: 'App用户', en: 'App users' },
  compliance: { zh: '合规', en: 'Compliance' },
  sms: { zh: '短信', en: 'Text messages' },
  publicCalls: { zh: '网站与公开接口', en: 'Website and public calls' },
  lists: { zh: '导出与消息', en: 'Exports and messages' },
  retention: { zh: '数据保留', en: 'Retention' },
} as const satisfies Record<string, Text>;
