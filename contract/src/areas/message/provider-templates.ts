import type { MessageTemplate } from './template.ts';

/** Messages about services of vendors: providers, SMS services, mail servers. */
export const providerTemplates = {
  PROVIDER_ISOLATED: {
    title: { zh: '服务商已自动隔离', en: 'A provider was isolated' },
    content: {
      zh: '服务商“{provider}”已自动隔离：{reason}。请核实后再解除',
      en: 'The provider “{provider}” was isolated automatically: {reason}. Release it after checking its results',
    },
    type: 3,
    level: 'error',
  },
  PROVIDER_ISOLATED_WRONG: {
    title: { zh: '服务商已自动隔离', en: 'A provider was isolated' },
    content: {
      zh: '服务商“{provider}”在 {minutes} 分钟内返回 {n} 个多余或矛盾的号码，占 {percent} %，已自动隔离。请核实后再解除',
      en: '“{provider}” answered with {n} foreign or contradictory numbers in {minutes} minutes ({percent} %) and was isolated. Release it after checking its results',
    },
    type: 3,
    level: 'error',
  },
  SMS_FAILING: {
    title: { zh: '短信服务连续失败', en: 'An SMS provider keeps failing' },
    content: {
      zh: '短信服务“{name}”已连续 {count} 次发送失败，最近一次：{problem}。请检查配置，或启用另一项',
      en: 'The last {count} messages through “{name}” failed; the last one: {problem}. Check its settings or enable another provider',
    },
    type: 3,
    level: 'error',
  },
  MAIL_FAILING: {
    title: { zh: '邮件服务器连续失败', en: 'A mail server keeps failing' },
    content: {
      zh: '邮件服务器“{name}”已连续 {count} 次发送失败，最近一次：{problem}。请检查配置，或启用另一项',
      en: 'The last {count} attempts through “{name}” failed; the last one: {problem}. Check its settings or enable another server',
    },
    type: 3,
    level: 'error',
  },
} as const satisfies Record<string, MessageTemplate>;
