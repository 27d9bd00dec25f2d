import { singleLineCalls } from '../../tasks/order-calls.ts';
import { recipientResource } from '../../tasks/order-resource.ts';

/** Messages of Telegram orders to single recipients. */
export const telegramOrderPhone = recipientResource(
  'telegram/order-phone',
  { zh: 'Telegram 订单号码', en: 'Telegram recipients' },
  singleLineCalls,
);
