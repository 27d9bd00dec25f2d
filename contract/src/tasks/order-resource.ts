import type { z } from 'zod';
import { proofCalls } from '../areas/compliance/proofs.ts';

import type { Dictionary } from '../kit/dictionary.ts';
import type { Text } from '../kit/locale.ts';
import { type Calls, crud, resource } from '../kit/resource.ts';
import { orderStatus } from '../message-dictionaries.ts';
import { messageOrderCalls, orderPhoneCalls } from './order-calls.ts';
import { messageFacts, messageOrderFields, orderPhoneFields } from './order-fields.ts';

interface OrderWords {
  readonly title: Text;
  readonly help: Text;
  readonly empty: Text;
  /** Those that staff review; without it they have no place on the home page. */
  readonly toReview?: Text;
}

/** The orders of messages of one channel. `category`: their kinds; `form`: fields of a new one beside the list and the settings. */
export const orderResource = <
  const N extends string,
  D extends Dictionary,
  S extends z.ZodRawShape,
  C extends Calls = Record<never, never>,
>(
  name: N,
  { toReview, ...words }: OrderWords,
  { category, form, calls }: { readonly category: D; readonly form: S; readonly calls?: C },
) => {
  const fields = messageOrderFields(category);
  return resource(name, {
    ...words,
    nameField: 'orderName',
    defaultSort: '-createTime',
    stateField: 'status',
    fields,
    head: ['ownerName', 'status', 'chargedAmount'],
    found: [{ call: 'list', by: ['orderNo', 'orderName'], shows: ['ownerName', 'status'] }],
    ...(toReview && {
      waiting: [
        {
          title: toReview,
          call: 'list',
          filters: { status_in: String(orderStatus.is.review) },
          access: 'review',
          since: 'createTime',
          brief: { about: ['ownerName', 'orderName'], amount: 'holdAmount' },
        },
      ],
    }),
    calls: {
      ...crud(fields, ['list', 'counts', 'detail', 'remove']),
      ...messageOrderCalls(form),
      ...(calls ?? ({} as C)),
    },
    extras: {
      numbers: { zh: '查看完整号码', en: 'See whole numbers' },
      cost: { zh: '查看通道费用', en: 'See the cost of the channel' },
    },
  });
};

/** The messages of a channel's orders to single recipients. `calls`: those that the channel has beside the common ones. */
export const recipientResource = <const N extends string, C extends Calls>(name: N, title: Text, calls: C) =>
  resource(name, {
    title,
    nameField: 'number',
    defaultSort: 'lineNo',
    stateField: 'lineStatus',
    fields: orderPhoneFields,
    head: ['lineStatus', 'orderNo'],
    numbers: [{ call: 'list', field: 'number', shows: ['orderNo', 'lineStatus', 'errorCode'], facts: messageFacts }],
    calls: {
      ...crud(orderPhoneFields, ['list', 'counts', 'detail', 'export']),
      ...calls,
      ...orderPhoneCalls,
      ...proofCalls('decide'),
    },
  });
