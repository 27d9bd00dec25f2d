import { z } from 'zod';
import { businessType } from '../../../dictionaries.ts';
import { smsType } from '../../../message-dictionaries.ts';
import { productOrderStatus } from '../../agent/dictionaries.ts';
import { activePeriod, checkMode } from '../../filter/dictionaries.ts';
import { partnerCall } from './call.ts';
import * as data from './data.ts';
import { eventCalls } from './event-calls.ts';
import { country, idText, instant, moneyText, nameIn, pageOf, paging } from './values.ts';

const money = { zh: '余额与商品', en: 'Balance and products' };
const orders = { zh: '商品订单', en: 'Product orders' };
const checks = { zh: '号码检测', en: 'Number checks' };
const messages = { zh: '消息订单', en: 'Message orders' };
const texts = { zh: '短信任务', en: 'SMS tasks' };

/** Most numbers of a list. Longer lists are uploaded in the console. */
export const NUMBERS_MAX = 5000;
const numbers = z.array(z.string().trim().min(3).max(64)).min(1).max(NUMBERS_MAX);
const name = z.string().trim().max(64).optional();
const remark = z.string().trim().max(255).optional();
const none = z.object({});
const afterLine = {
  cursor: paging.cursor.describe('`next` of the last page; without it the first lines'),
  limit: paging.limit,
};
const ofChannel = { channel: data.channel.default('whatsapp') };
const recipients = {
  numbers,
  country: country().optional().describe('Country of numbers without a country code'),
  values: z
    .record(z.string().max(80), z.string().max(1024))
    .optional()
    .describe('Values of the variables, the same for all'),
  consentId: idText().optional().describe('The declaration of the source of the numbers'),
  name,
  remark,
  scheduledAt: instant().optional(),
  messagesPerMinute: z.int().min(1).max(600_000).optional(),
};

export const partnerCalls = [
  partnerCall({
    name: 'getBalance',
    method: 'GET',
    path: '/balance',
    group: money,
    title: { zh: '查询余额', en: 'Get the balance' },
    scope: 'balance.read',
    input: none,
    data: data.balance,
    example: {},
  }),
  partnerCall({
    name: 'listProducts',
    method: 'GET',
    path: '/products',
    group: money,
    title: { zh: '商品列表', en: 'List products' },
    about: { zh: '在售商品和您的价格', en: 'Products on sale, with your prices' },
    scope: 'product.read',
    input: z.object({ ...paging, country: country().optional(), business: nameIn(businessType).optional() }),
    data: pageOf(data.product),
    example: { limit: 10 },
  }),
  partnerCall({
    name: 'createOrder',
    method: 'POST',
    path: '/orders',
    group: orders,
    title: { zh: '购买商品', en: 'Buy a product' },
    about: {
      zh: '金额与 expectedAmount 不符时拒绝（PRICE_CHANGED）；自动交付的商品立即完成',
      en: 'A different amount than `expectedAmount` is refused as PRICE_CHANGED; products with automatic delivery are completed at once',
    },
    scope: 'product.buy',
    input: z.object({
      productId: idText(),
      quantity: z.int().min(1).max(1_000_000).describe('Pieces'),
      expectedAmount: moneyText('0.5').describe('Quantity × numbers in a piece × unit price'),
      useDeclaration: z.boolean().default(false).describe('You use the numbers only for lawful contact with consent'),
      remark,
      autoRenew: z.boolean().optional().describe('Of rented numbers'),
    }),
    data: data.bought,
    example: { productId: '{productId}', quantity: 1, expectedAmount: '1', useDeclaration: true, remark: 'PO-1001' },
  }),
  partnerCall({
    name: 'listOrders',
    method: 'GET',
    path: '/orders',
    group: orders,
    title: { zh: '订单列表', en: 'List orders' },
    scope: 'order.read',
    input: z.object({ ...paging, status: nameIn(productOrderStatus).optional() }),
    data: pageOf(data.order),
    example: { limit: 10 },
  }),
  partnerCall({
    name: 'getOrder',
    method: 'GET',
    path: '/orders/:id',
    group: orders,
    title: { zh: '订单详情', en: 'Get an order' },
    scope: 'order.read',
    input: none,
    data: data.order,
    example: {},
  }),
  partnerCall({
    name: 'getOrderNumbers',
    method: 'GET',
    path: '/orders/:id/numbers',
    group: orders,
    title: { zh: '下载已购号码', en: 'Download the numbers of an order' },
    about: { zh: '每行一个号码；每次下载都会记录', en: 'One number a line; each download is recorded' },
    scope: 'delivery.read',
    input: none,
    data: z.string(),
    isText: true,
    example: {},
  }),
  partnerCall({
    name: 'createCheck',
    method: 'POST',
    path: '/checks',
    group: checks,
    title: { zh: '创建号码检测', en: 'Create a number check' },
    about: {
      zh: '名单在后台读取和计价；结束后有 check.finished 事件',
      en: 'The list is read and priced in the background; its end is the event check.finished',
    },
    scope: 'check.create',
    input: z.object({
      ...ofChannel,
      country: country(),
      type: z
        .enum(['valid', 'registered', 'active', 'business', 'reachable'])
        .describe('`reachable` is for Telegram only, `registered` and `business` for WhatsApp only'),
      period: nameIn(activePeriod).optional().describe('Of `active`: within how long'),
      mode: nameIn(checkMode).default('live'),
      numbers,
      consentId: idText().optional(),
      name,
      expectedUnitPrice: moneyText('0.01').optional().describe('A higher price is refused as PRICE_CHANGED'),
      remark,
    }),
    data: data.created,
    example: {
      channel: 'whatsapp',
      country: 'US',
      type: 'registered',
      numbers: ['+12025550101', '+12025550102'],
      consentId: '{consentId}',
    },
  }),
  partnerCall({
    name: 'listChecks',
    method: 'GET',
    path: '/checks',
    group: checks,
    title: { zh: '检测列表', en: 'List checks' },
    scope: 'check.read',
    input: z.object({ ...ofChannel, ...paging }),
    data: pageOf(data.check),
    example: { channel: 'whatsapp' },
  }),
  partnerCall({
    name: 'getCheck',
    method: 'GET',
    path: '/checks/:id',
    group: checks,
    title: { zh: '检测详情', en: 'Get a check' },
    scope: 'check.read',
    input: none,
    data: data.check,
    example: {},
  }),
  partnerCall({
    name: 'listCheckResults',
    method: 'GET',
    path: '/checks/:id/results',
    group: checks,
    title: { zh: '检测结果', en: 'List the results of a check' },
    scope: 'check.read',
    input: z.object(afterLine),
    data: pageOf(data.checkLine),
    example: { limit: 100 },
  }),
  partnerCall({
    name: 'createMessageOrder',
    method: 'POST',
    path: '/message-orders',
    group: messages,
    title: { zh: '创建 WhatsApp 消息订单', en: 'Create an order of WhatsApp messages' },
    about: {
      zh: '使用审核通过的模板；名单读取后自动确认，需要时由平台审核',
      en: 'With an approved template; confirmed once its list was read, after a review where staff require one',
    },
    scope: 'message.create',
    input: z.object({ senderId: idText(), templateId: idText(), ...recipients }),
    data: data.created,
    example: {
      senderId: '{senderId}',
      templateId: '{templateId}',
      consentId: '{consentId}',
      numbers: ['+12025550101'],
      values: { 'header.1': 'A-1001', 'body.1': 'Ann', 'body.2': 'Friday', 'button.0': 'A-1001' },
    },
  }),
  partnerCall({
    name: 'listMessageOrders',
    method: 'GET',
    path: '/message-orders',
    group: messages,
    title: { zh: '消息订单列表', en: 'List message orders' },
    scope: 'message.read',
    input: z.object({ ...ofChannel, ...paging }),
    data: pageOf(data.messageOrder),
    example: { channel: 'whatsapp' },
  }),
  partnerCall({
    name: 'getMessageOrder',
    method: 'GET',
    path: '/message-orders/:id',
    group: messages,
    title: { zh: '消息订单详情', en: 'Get a message order' },
    scope: 'message.read',
    input: none,
    data: data.messageOrder,
    example: {},
  }),
  partnerCall({
    name: 'listMessageRecipients',
    method: 'GET',
    path: '/message-orders/:id/recipients',
    group: messages,
    title: { zh: '消息订单号码', en: 'List the recipients of a message order' },
    scope: 'message.read',
    input: z.object(afterLine),
    data: pageOf(data.recipient),
    example: { limit: 100 },
  }),
  partnerCall({
    name: 'createSmsTask',
    method: 'POST',
    path: '/sms-tasks',
    group: texts,
    title: { zh: '创建短信任务', en: 'Create an SMS task' },
    scope: 'sms.create',
    input: z.object({
      senderId: idText(),
      type: nameIn(smsType),
      text: z
        .string()
        .trim()
        .min(1)
        .max(1000)
        .describe('With variables such as {name}; {link} is the short link of the recipient'),
      link: z.string().trim().max(2000).optional(),
      ...recipients,
    }),
    data: data.created,
    example: {
      senderId: '{phoneId}',
      type: 'notice',
      text: 'Your parcel has arrived',
      consentId: '{consentId}',
      numbers: ['+12025550101'],
    },
  }),
  partnerCall({
    name: 'listSmsTasks',
    method: 'GET',
    path: '/sms-tasks',
    group: texts,
    title: { zh: '短信任务列表', en: 'List SMS tasks' },
    scope: 'sms.read',
    input: z.object(paging),
    data: pageOf(data.messageOrder),
    example: { limit: 10 },
  }),
  partnerCall({
    name: 'getSmsTask',
    method: 'GET',
    path: '/sms-tasks/:id',
    group: texts,
    title: { zh: '短信任务详情', en: 'Get an SMS task' },
    scope: 'sms.read',
    input: none,
    data: data.messageOrder,
    example: {},
  }),
  partnerCall({
    name: 'listSmsRecipients',
    method: 'GET',
    path: '/sms-tasks/:id/recipients',
    group: texts,
    title: { zh: '短信任务号码', en: 'List the recipients of an SMS task' },
    scope: 'sms.read',
    input: z.object(afterLine),
    data: pageOf(data.recipient),
    example: { limit: 100 },
  }),
  partnerCall({
    name: 'listSmsMessages',
    method: 'GET',
    path: '/sms-messages',
    group: texts,
    title: { zh: '短信收发记录', en: 'List texts sent and received' },
    about: { zh: '最新的在前；回复的内容在这里读取', en: 'Newest first; replies are read here' },
    scope: 'sms.read',
    input: z.object({ ...paging, taskId: idText().optional() }),
    data: pageOf(data.textMessage),
    example: { limit: 10 },
  }),
  ...eventCalls,
] as const;

export type PartnerCallName = (typeof partnerCalls)[number]['name'];
