import { singleLineCalls } from '../../tasks/order-calls.ts';
import { recipientResource } from '../../tasks/order-resource.ts';

/** Messages of SMS tasks to single recipients. */
export const smsOrderPhone = recipientResource(
  'sms/order-phone',
  { zh: '短信任务号码', en: 'SMS recipients' },
  singleLineCalls,
);
