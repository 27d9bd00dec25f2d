import type { MessageTemplate } from './template.ts';

/** Messages about seed numbers. */
export const seedTemplates = {
  SEED_PROVIDER_FALSE: {
    title: { zh: '通道虚报送达', en: 'False delivery receipts' },
    content: {
      zh: '通道“{provider}”在 {day} 的 {seeds} 个嵌入号中有 {n} 个虚报送达（{share}%），请核查其回执和相关订单',
      en: '“{provider}” reported delivery falsely for {n} of {seeds} seed numbers on {day} ({share}%); check its receipts and the orders concerned',
    },
    type: 3,
    level: 'error',
  },
} as const satisfies Record<string, MessageTemplate>;
