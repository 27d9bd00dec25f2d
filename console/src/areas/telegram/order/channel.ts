import { telegramFilter } from '@trade-assistant/contract/areas/filter/telegram-filter.ts';
import { telegramOrder } from '@trade-assistant/contract/areas/telegram/order.ts';
import { telegramOrderPhone } from '@trade-assistant/contract/areas/telegram/order-phone.ts';
import type { CheckResource } from '../../../features/checks/types.ts';
import type { MessageChannel, OrderResource, RecipientResource } from '../../../features/orders/types.ts';
import { lazyWithRetry } from '../../../kit/lazy-with-retry.tsx';

/** Orders of Telegram: verification codes and notices of bots. */
export const telegramChannel: MessageChannel = {
  noun: { zh: '订单', en: 'order' },
  message: { zh: '内容', en: 'content' },
  // Its call `save` has other parameters, which only its content knows.
  orders: telegramOrder as unknown as OrderResource,
  recipients: telegramOrderPhone as unknown as RecipientResource,
  checks: telegramFilter as unknown as CheckResource,
  NewContent: lazyWithRetry(() => import('./message-choice.tsx')),
  OrderContent: lazyWithRetry(() => import('./order-content.tsx')),
};
