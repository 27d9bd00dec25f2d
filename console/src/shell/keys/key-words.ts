import type { Text } from '@trade-assistant/contract/kit/locale.ts';

export const keyWords = {
  title: { zh: '键盘快捷键', en: 'Keyboard shortcuts' },
} as const satisfies Record<string, Text>;
