import { z } from 'zod';
import { smsType, telegramOrderType } from '../../../message-dictionaries.ts';
import { partnerCall } from './call.ts';
import * as data from './data.ts';
import { afterLine, none, ofChannel, orderInput } from './inputs.ts';
import { idText, nameIn, pageOf, paging } from './values.ts';

const declarations = { zh: '来源声明', en: 'Declarations of source' };
const messages = { zh: '消息订单', en: 'Message orders' };
const texts = { zh: '短信任务', en: 'SMS tasks' };

/** Orders of messages and tasks of texts, and the senders, templates and declarations that they need. */
export const messageCalls = [
  partnerCall({
    name: 'listDeclarations',
    method: 'GET',
    path: '/declarations',
    group: declarations,
    title: { zh: '有效的来源声明', en: 'List valid declarations of source' },
    about: { zh: '用于 consentId；在控制台提交并审核', en: 'For `consentId`; declared and approved in the console' },
    scope: 'declaration.read',
    input: z.object(paging),
    data: pageOf(data.declaration),
    example: { limit: 10 },
  }),
  partnerCall({
    name: 'listSenders',
    method: 'GET',
    path: '/senders',
    group: messages,
    title: { zh: '可用发送方', en: 'List senders' },
    about: { zh: '用于 senderId', en: 'For `senderId`' },
    scope: 'message.read',
    input: z.object(ofChannel),
    data: z.object({ items: z.array(data.sender) }),
    example: { channel: 'whatsapp' },
  }),
  partnerCall({
    name: 'listTemplates',
    method: 'GET',
    path: '/templates',
    group: messages,
    title: { zh: '可用模板', en: 'List the templates of a sender' },
    about: { zh: '审核通过的模板及其变量', en: 'Approved templates with their variables' },
    scope: 'message.read',
    input: z.object({ senderId: idText() }),
    data: z.object({ items: z.array(data.template) }),
    example: { senderId: '{senderId}' },
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
    input: orderInput({ senderId: idText(), templateId: idText() }),
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
    name: 'createTelegramOrder',
    method: 'POST',
    path: '/telegram-orders',
    group: messages,
    title: { zh: '创建 Telegram 订单', en: 'Create an order of Telegram codes or notices' },
    about: {
      zh: '验证码由系统生成，或用 codes 传入；机器人通知只发给已启动机器人的用户',
      en: 'Codes are made for you, or given in `codes`; notices reach users who started the bot',
    },
    scope: 'message.create',
    input: orderInput({
      senderId: idText(),
      type: nameIn(telegramOrderType).default('code'),
      codeLength: z.int().min(4).max(8).optional().describe('Digits of codes that are made'),
      codes: z
        .array(z.string().regex(/^\d{4,8}$/))
        .optional()
        .describe('Your own codes, in the order of `numbers`'),
      ttl: z.int().min(30).max(3600).optional().describe('Seconds within which a code has to be delivered'),
      text: z.string().trim().min(1).max(4096).optional().describe('Of notices, with variables such as {{name}}'),
    }),
    data: data.created,
    example: {
      senderId: '{telegramSenderId}',
      type: 'code',
      codeLength: 6,
      ttl: 60,
      consentId: '{consentId}',
      numbers: ['+12025550101'],
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
    name: 'listSmsSenders',
    method: 'GET',
    path: '/sms-senders',
    group: texts,
    title: { zh: '可用短信号码', en: 'List SMS senders' },
    scope: 'sms.read',
    input: none,
    data: z.object({ items: z.array(data.smsSender) }),
    example: {},
  }),
  partnerCall({
    name: 'createSmsTask',
    method: 'POST',
    path: '/sms-tasks',
    group: texts,
    title: { zh: '创建短信任务', en: 'Create an SMS task' },
    scope: 'sms.create',
    input: orderInput({
      senderId: idText(),
      type: nameIn(smsType),
      text: z
        .string()
        .trim()
        .min(1)
        .max(1000)
        .describe('With variables such as {name}; {link} is the short link of the recipient'),
      link: z.string().trim().max(2000).optional(),
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
] as const;
