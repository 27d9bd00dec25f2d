import type { MessageTemplate } from './template.ts';

/** Messages about webhook endpoints. */
export const openTemplates = {
  WEBHOOK_GONE: {
    title: { zh: 'Webhook 端点已暂停', en: 'Webhook endpoint paused' },
    content: {
      zh: '端点“{name}”答复地址已失效（410），投递已暂停；修正地址后请恢复',
      en: 'The endpoint “{name}” answered that it is gone (410); deliveries are paused. Correct its address, then resume it',
    },
    type: 1,
    level: 'error',
  },
  WEBHOOK_DEAD: {
    title: { zh: 'Webhook 端点已暂停', en: 'Webhook endpoint paused' },
    content: {
      zh: '端点“{name}”连续 3 天投递失败，已暂停；修复后请恢复，并重发失败的投递',
      en: 'Every delivery to the endpoint “{name}” failed for 3 days; it is paused. Repair it, resume it and send failed deliveries again',
    },
    type: 1,
    level: 'error',
  },
} as const satisfies Record<string, MessageTemplate>;
