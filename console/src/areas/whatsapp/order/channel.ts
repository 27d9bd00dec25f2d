import { whatsappFilter } from '@trade-assistant/contract/areas/filter/whatsapp-filter.ts';
import { whatsappOrder } from '@trade-assistant/contract/areas/whatsapp/order.ts';
import { whatsappOrderPhone } from '@trade-assistant/contract/areas/whatsapp/order-phone.ts';
import type { MessageChannel } from '../../../features/orders/types.ts';
import { lazyWithRetry } from '../../../kit/lazy-with-retry.tsx';

/** Orders of WhatsApp templates. */
export const whatsappChannel: MessageChannel = {
  noun: { zh: '订单', en: 'order' },
  message: { zh: '模板', en: 'template' },
  orders: whatsappOrder,
  recipients: whatsappOrderPhone,
  checks: whatsappFilter,
  NewContent: lazyWithRetry(() => import('./template-choice.tsx')),
  OrderContent: lazyWithRetry(() => import('./order-content.tsx')),
};
