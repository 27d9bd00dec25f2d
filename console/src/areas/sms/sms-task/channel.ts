import { whatsappFilter } from '@trade-assistant/contract/areas/filter/whatsapp-filter.ts';
import { smsOrderPhone } from '@trade-assistant/contract/areas/sms/order-phone.ts';
import { smsTask } from '@trade-assistant/contract/areas/sms/sms-task.ts';
import type { MessageChannel, OrderResource, RecipientResource } from '../../../features/orders/types.ts';
import { lazyWithRetry } from '../../../kit/lazy-with-retry.tsx';

/** Tasks of text messages. */
export const smsChannel: MessageChannel = {
  noun: { zh: '任务', en: 'task' },
  message: { zh: '内容', en: 'text' },
  // Its call `save` has other parameters, which only its content knows.
  orders: smsTask as unknown as OrderResource,
  recipients: smsOrderPhone as unknown as RecipientResource,
  isUnread: true,
  checks: whatsappFilter,
  NewContent: lazyWithRetry(() => import('./sms-content.tsx')),
  OrderContent: lazyWithRetry(() => import('./order-content.tsx')),
  DraftCheck: lazyWithRetry(() => import('./text-check.tsx')),
};
