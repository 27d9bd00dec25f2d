import { recipientResource } from '../../tasks/order-resource.ts';

/** Messages of WhatsApp orders to single recipients. */
export const whatsappOrderPhone = recipientResource(
  'whatsapp/order-phone',
  { zh: '订单号码', en: 'Order recipients' },
  {},
);
