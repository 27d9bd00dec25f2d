import { crud, resource } from '../../kit/resource.ts';
import { orderPhoneCalls, singleLineCalls } from '../../message-order-calls.ts';
import { messageFacts, orderPhoneFields } from '../../message-order-fields.ts';
import { proofCalls } from '../compliance/proofs.ts';

/** Messages of Telegram orders to single recipients. */
export const telegramOrderPhone = resource('telegram/order-phone', {
  title: { zh: 'Telegram 订单号码', en: 'Telegram recipients' },
  nameField: 'number',
  defaultSort: 'lineNo',
  stateField: 'lineStatus',
  fields: orderPhoneFields,
  head: ['lineStatus', 'orderNo'],
  numbers: [{ call: 'list', field: 'number', shows: ['orderNo', 'lineStatus', 'errorCode'], facts: messageFacts }],
  calls: {
    ...crud(orderPhoneFields, ['list', 'counts', 'detail', 'export']),
    ...singleLineCalls,
    ...orderPhoneCalls,
    ...proofCalls('decide'),
  },
});
