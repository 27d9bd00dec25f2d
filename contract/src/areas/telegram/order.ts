import { z } from 'zod';
import { dict } from '../../kit/field.ts';
import { matching } from '../../kit/sentences.ts';
import { telegramOrderType } from '../../message-dictionaries.ts';
import { orderResource } from '../../tasks/order-resource.ts';

/** Orders of verification codes and bot notices of Telegram. */
export const telegramOrder = orderResource(
  'telegram/order',
  {
    title: { zh: 'Telegram 订单', en: 'Telegram orders' },
    help: {
      zh: '通过验证网关发送验证码，或由机器人通知已启动它的用户；验证码未按时送达自动退款',
      en: 'Send verification codes through the Gateway, or notices of a bot to users who started it; codes that are not delivered in time are refunded',
    },
    empty: {
      zh: '提交验证码或机器人通知后，订单会出现在这里',
      en: 'Send codes or bot notices; the order appears here',
    },
  },
  {
    category: telegramOrderType,
    form: {
      orderType: dict(telegramOrderType, { label: { zh: '', en: '' }, required: true }).schema,
      /** Digits of a code that is made for each recipient, or a column of the list with own codes. */
      codeLength: z.int().min(4).max(8).optional(),
      codeColumn: z.int().min(0).max(1000).optional(),
      /** Seconds within which a code has to be delivered. */
      ttl: z.int().min(30).max(3600).optional(),
      senderUsername: z
        .string()
        .trim()
        .max(32)
        .regex(
          matching(/^[A-Za-z][A-Za-z0-9_]{4,31}$/, {
            zh: '应为频道用户名，例如 example_shop',
            en: 'should be the user name of a channel, such as example_shop',
          }),
        )
        .optional(),
      /** Text of a notice; {{name}} is a column or a value. */
      text: z.string().trim().max(4096).optional(),
    },
  },
);
