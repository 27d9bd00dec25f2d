import { z } from 'zod';
import { businessType } from '../../../dictionaries.ts';
import { productOrderStatus } from '../../agent/dictionaries.ts';
import { activePeriod, checkMode } from '../../filter/dictionaries.ts';
import { partnerCall } from './call.ts';
import * as data from './data.ts';
import { eventCalls } from './event-calls.ts';
import { afterLine, listName, none, numbers, ofChannel, remark } from './inputs.ts';
import { messageCalls } from './message-calls.ts';
import { country, idText, moneyText, nameIn, pageOf, paging } from './values.ts';

const money = { zh: '余额与商品', en: 'Balance and products' };
const orders = { zh: '商品订单', en: 'Product orders' };
const checks = { zh: '号码检测', en: 'Number checks' };

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
    name: 'getProduct',
    method: 'GET',
    path: '/products/:id',
    group: money,
    title: { zh: '商品详情', en: 'Get a product' },
    scope: 'product.read',
    input: none,
    data: data.product,
    example: {},
  }),
  partnerCall({
    name: 'createOrder',
    method: 'POST',
    path: '/orders',
    group: orders,
    title: { zh: '购买商品', en: 'Buy a product' },
    about: {
      zh: '金额与 expectedAmount 不符时拒绝（PRICE_CHANGED），`details.amount` 是当前金额；自动交付的商品立即完成',
      en: 'A different amount than `expectedAmount` is refused as PRICE_CHANGED, with the present amount in `details.amount`; products with automatic delivery are completed at once',
    },
    scope: 'product.buy',
    input: z.object({
      productId: idText(),
      quantity: z.int().min(1).max(1_000_000).describe('Pieces'),
      expectedAmount: moneyText('0.5').describe(
        '`quantity` × `unitsPerPack` × `unitPrice` (or that of the tier) × `months` of the product',
      ),
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
      name: listName,
      expectedUnitPrice: moneyText('0.01')
        .optional()
        .describe('A higher price is refused as PRICE_CHANGED, with the present one in `details.unitPrice`'),
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
  ...messageCalls,
  ...eventCalls,
] as const;

export type PartnerCallName = (typeof partnerCalls)[number]['name'];
