import { crud, resource } from '../../kit/resource.ts';
import { orderPhoneCalls } from '../../message-order-calls.ts';
import { messageFacts, orderPhoneFields } from '../../message-order-fields.ts';
import { proofCalls } from '../compliance/proofs.ts';

/** Messages of WhatsApp orders to single recipients. */
export const whatsappOrderPhone = resource('whatsapp/order-phone', {
  title: { zh: '订单号码', en: 'Order recipients' },
  nameField: 'number',
  defaultSort: 'lineNo',
  stateField: 'lineStatus',
  fields: orderPhoneFields,
  head: ['lineStatus', 'orderNo'],
  numbers: [{ call: 'list', field: 'number', shows: ['orderNo', 'lineStatus', 'errorCode'], facts: messageFacts }],
  calls: {
    ...crud(orderPhoneFields, ['list', 'counts', 'detail', 'export']),
    ...orderPhoneCalls,
    ...proofCalls('decide'),
  },
});
