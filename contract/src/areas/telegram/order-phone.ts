import { z } from 'zod';
import { post } from '../../kit/call.ts';
import { crud, resource } from '../../kit/resource.ts';
import { id, ids } from '../../kit/schema.ts';
import { orderPhoneCalls, VERDICT_MAX } from '../../message-order-calls.ts';
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
    /** Adds a recipient to an order that is not finished. */
    save: post({
      title: { zh: '新增号码', en: 'Add a recipient' },
      access: 'create',
      input: z.object({
        orderId: id(),
        number: z.string().trim().min(1).max(64),
        params: z.record(z.string().max(80), z.string().max(1024)).optional(),
      }),
      data: z.object({ id: id() }),
    }),
    /** Changes the values of a message that was not sent. */
    update: post({
      title: { zh: '修改参数', en: 'Change values' },
      access: 'create',
      input: z.object({ id: id(), params: z.record(z.string().max(80), z.string().max(1024)) }),
      data: z.undefined(),
    }),
    /** Cancels messages that were not sent; their money returns. */
    remove: post({
      title: { zh: '移除号码', en: 'Remove recipients' },
      access: 'create',
      input: z.object({ ids: ids(VERDICT_MAX) }),
      data: z.undefined(),
    }),
    ...orderPhoneCalls,
    ...proofCalls('decide'),
  },
});
