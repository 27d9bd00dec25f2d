import { z } from 'zod';
import { businessType } from '../../../dictionaries.ts';
import { lineStatus, messageCategory, messageDirection, orderStatus } from '../../../message-dictionaries.ts';
import { checkResult } from '../../../number-dictionaries.ts';
import { deliveryType, productOrderStatus } from '../../agent/dictionaries.ts';
import { listSource } from '../../compliance/dictionaries.ts';
import { checkStatus } from '../../filter/dictionaries.ts';
import { openDeliveryState, openEventType } from '../dictionaries.ts';
import { idText, instant, moneyText, nameIn } from './values.ts';

/** Answers of the partner interface. */

export const balance = z.object({
  available: moneyText('980.5').describe('Money that can be spent'),
  frozen: moneyText('0').describe('Held for orders under way'),
  bonus: moneyText('0').describe('Spent before the balance'),
  currency: z.string(),
  low: z.boolean().describe('Whether it is below the limit of the operator'),
});

export const product = z.object({
  id: idText(),
  no: z.string(),
  name: z.string(),
  business: nameIn(businessType),
  country: z.string().nullable(),
  unitsPerPack: z.int().describe('Numbers in each piece'),
  unitPrice: moneyText('0.5')
    .nullable()
    .describe(
      'Your price for one number in the smallest purchase, for a month if it is rented; null: not for sale to you',
    ),
  tiers: z
    .array(
      z.object({
        from: z.int().describe('Numbers, not pieces: `quantity` × `unitsPerPack`'),
        unitPrice: moneyText('0.45').describe('Replaces `unitPrice` from so many numbers on'),
      }),
    )
    .describe('Ascending; the last one that begins at or below the numbers of a purchase applies to all of them'),
  months: z.int().describe('Months of rent paid with the purchase; 1 for numbers that are sold, and for packages'),
  currency: z.string(),
  minimum: z.int(),
  maximum: z.int(),
  step: z.int(),
  stock: z.int().nullable().describe('Null: without a limit'),
  delivery: nameIn(deliveryType),
  needsUseDeclaration: z.boolean(),
  warrantyHours: z.int().nullable(),
});

export const order = z.object({
  id: idText(),
  no: z.string(),
  productId: idText(),
  productName: z.string(),
  country: z.string().nullable(),
  status: nameIn(productOrderStatus),
  quantity: z.int(),
  unitPrice: moneyText('0.5'),
  amount: moneyText('5'),
  refunded: moneyText('0'),
  currency: z.string(),
  deliveredAt: instant().nullable(),
  warrantyUntil: instant().nullable(),
  remark: z.string().nullable(),
  createdAt: instant(),
});

export const bought = z.object({
  id: idText(),
  no: z.string(),
  status: nameIn(productOrderStatus),
  quantity: z.int(),
  unitPrice: moneyText('0.5'),
  amount: moneyText('5'),
  balance: moneyText('975.5'),
});

export const channel = nameIn({
  ...businessType,
  entries: { whatsapp: businessType.entries.whatsapp, telegram: businessType.entries.telegram },
});

const counts = { total: z.int(), invalid: z.int(), duplicate: z.int(), suppressed: z.int() };
const money = {
  held: moneyText('1'),
  charged: moneyText('0.5'),
  refunded: moneyText('0'),
  currency: z.string().nullable(),
};

export const check = z.object({
  id: idText(),
  no: z.string(),
  name: z.string(),
  channel,
  country: z.string().nullable(),
  status: nameIn(checkStatus),
  ...counts,
  done: z.int().describe('Numbers with a result'),
  ...money,
  failReason: z.string().nullable(),
  createdAt: instant(),
  finishedAt: instant().nullable(),
});
export const created = z.object({ id: idText(), no: z.string() });

export const checkLine = z.object({
  line: z.int(),
  number: z.string().nullable(),
  country: z.string().nullable(),
  result: nameIn(checkResult).nullable().describe('Null: not yet known'),
});

export const sender = z.object({
  id: idText(),
  name: z.string(),
  number: z.string().nullable().describe('Null: not a number of its own'),
  trial: z.boolean().describe('Sends nothing to people'),
  restriction: z.string().nullable().describe('Why it may not send now'),
});

export const template = z.object({
  id: idText(),
  name: z.string(),
  language: z.string(),
  category: nameIn(messageCategory),
  text: z.string().describe('Its body, with variables such as {{1}}'),
  parameters: z.array(
    z.object({
      key: z.string().describe('The key in `values`'),
      kind: z.enum(['text', 'media']).describe('`media`: the https address of a file'),
      sample: z.string().nullable(),
    }),
  ),
});

export const smsSender = z.object({
  id: idText(),
  name: z.string(),
  country: z.string(),
  available: z.boolean(),
  dailyLimit: z.int().describe('Texts a day; 0: without a limit'),
  usedToday: z.int(),
  perSecond: z.int(),
});

export const declaration = z.object({
  id: idText(),
  no: z.string(),
  source: nameIn(listSource),
  validUntil: z.string().nullable().describe('The last day, `2026-12-31`'),
  createdAt: instant(),
});

export const messageOrder = z.object({
  id: idText(),
  no: z.string(),
  name: z.string(),
  status: nameIn(orderStatus),
  ...counts,
  pending: z.int(),
  submitted: z.int(),
  delivered: z.int(),
  read: z.int(),
  failed: z.int(),
  expired: z.int(),
  replies: z.int(),
  ...money,
  scheduledAt: instant().nullable(),
  failReason: z.string().nullable(),
  createdAt: instant(),
  finishedAt: instant().nullable(),
});

export const recipient = z.object({
  line: z.int(),
  number: z.string().nullable(),
  country: z.string().nullable(),
  status: nameIn(lineStatus),
  errorCode: z.string().nullable(),
  submittedAt: instant().nullable(),
  deliveredAt: instant().nullable(),
  readAt: instant().nullable(),
});

export const textMessage = z.object({
  id: idText(),
  direction: nameIn(messageDirection),
  from: z.string().nullable(),
  to: z.string().nullable(),
  text: z.string().nullable(),
  status: nameIn(lineStatus).nullable(),
  time: instant(),
});

export const event = z.object({
  id: z.string().describe('The `webhook-id` of its deliveries'),
  type: nameIn(openEventType),
  timestamp: instant(),
  data: z.record(z.string(), z.unknown()),
});

export const delivery = z.object({
  id: idText(),
  eventId: z.string(),
  type: nameIn(openEventType),
  url: z.string(),
  status: nameIn(openDeliveryState),
  attempts: z.int(),
  answer: z.int().nullable().describe('The HTTP status of the last answer'),
  nextAttemptAt: instant().nullable(),
  createdAt: instant(),
});

const orderFacts = z.object({
  orderId: idText(),
  orderNo: z.string(),
  productId: idText(),
  quantity: z.int(),
  numbers: z.int(),
  amount: moneyText('5'),
  refundAmount: moneyText('0'),
  currency: z.string(),
});
const task = z.object({
  taskId: idText(),
  taskNo: z.string(),
  name: z.string(),
  channel: nameIn(businessType),
  status: z.enum(['completed', 'partly', 'cancelled', 'failed', 'rejected']),
  total: z.int(),
  charged: moneyText('5'),
  reason: z.string().nullable().describe('Code of the error that ended it'),
});

/** The content of `data` by type of event. */
export const eventData = {
  'order.delivered': orderFacts,
  'order.refunded': orderFacts,
  'order.cancelled': orderFacts,
  'check.finished': task,
  'message_order.finished': task,
  'message_order.stopped': task,
  'sms_task.finished': task,
  'sms.reply': z.object({ messageId: idText(), taskId: idText().nullable(), receivedAt: instant() }),
  'recharge.credited': z.object({ rechargeNo: z.string(), amount: moneyText('100'), bonus: moneyText('0') }),
  'balance.low': z.object({ balance: moneyText('9.5'), limit: moneyText('10'), currency: z.string() }),
  'endpoint.test': z.object({ message: z.string() }),
} as const;
