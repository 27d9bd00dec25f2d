import { z } from 'zod';
import { countryChoice } from '../../country-choice.ts';
import { get, post } from '../../kit/call.ts';
import { exportCall } from '../../kit/export.ts';
import { listQuery, pageOf } from '../../kit/page.ts';
import { crud, resource, rowSchema } from '../../kit/resource.ts';
import { amount, flag, id } from '../../kit/schema.ts';
import { orderFields } from './order-fields.ts';
import { coverLimits, productFields } from './product-fields.ts';
import { pictureName } from './recharge-fields.ts';
import { cancelCall, deliverMissingCall, refundCall } from './refund.ts';

export { orderFields } from './order-fields.ts';
export { productFields } from './product-fields.ts';

const orderList = get({
  title: { zh: '商品订单', en: 'Product orders' },
  access: 'orders',
  input: listQuery(orderFields),
  data: pageOf(rowSchema(orderFields)),
});

const orderExport = exportCall(orderFields, { access: 'order-export' });

/** Why some of the checked products cannot be bought now. `product…` are of the first of them. */
const purchaseObstacle = z.object({
  /** Error code of the purchase. */
  code: z.string(),
  text: z.string(),
  products: z.int(),
  productId: id().nullable(),
  productName: z.string().nullable(),
  countryCode: z.string().nullable(),
  businessType: z.int().nullable(),
  serviceType: z.int().nullable(),
  numberType: z.int().nullable(),
  /** The account whose status prevents the purchase. */
  accountId: id().nullable(),
  accountName: z.string().nullable(),
  /** The least money missing for one of the products. */
  missing: amount().nullable(),
});

const orderRows = {
  fields: orderFields,
  nameField: 'orderNo',
  title: { zh: '商品订单', en: 'Product orders' },
  screen: 'agent/product-order',
} as const;

/** Products of agents, and their purchases. */
export const agentProduct = resource('agent/product', {
  title: { zh: '代理商品', en: 'Products' },
  help: { zh: '价格取自价格配置，库存取自号码库存', en: 'Prices come from the price list, stock from the inventory' },
  empty: { zh: '新增商品并上架后，代理就可以购买', en: 'Add a product and put it on sale so that agents can buy it' },
  nameField: { zh: 'nameZh', en: 'nameEn' },
  defaultSort: 'sort',
  fields: productFields,
  head: ['countryCode', 'shelfStatus'],
  found: [
    { call: 'list', by: ['productNo', 'nameZh', 'nameEn'], shows: ['countryCode', 'shelfStatus'] },
    {
      call: 'order-list',
      by: ['orderNo', 'outboundNo'],
      shows: ['productName', 'amount', 'status'],
      of: orderRows,
    },
  ],
  numbers: [
    {
      call: 'order-list',
      shows: ['status', 'productName', 'agentName', 'buyerName', 'deliverTime', 'warrantyUntil', 'outboundNo'],
      of: orderRows,
    },
  ],
  calls: {
    ...crud(productFields, ['list', 'page', 'detail', 'save', 'update', 'remove', 'restore']),
    buy: post({
      title: { zh: '购买', en: 'Buy' },
      access: 'buy',
      input: z.object({
        productId: id(),
        quantity: z.int().min(1).max(1_000_000),
        /** The buyer declares a lawful use; required if the product needs it (`needUseDeclaration`). */
        useDeclaration: z.union([flag(), z.boolean()]).optional(),
        /** The amount shown to the buyer; if it has changed, the call is refused with PRICE_CHANGED. */
        expectedAmount: amount(),
        remark: z.string().trim().max(255).optional(),
        /** Of rented numbers: whether they renew themselves. */
        autoRenew: z.union([flag(), z.boolean()]).optional(),
      }),
      data: z.object({
        orderNo: z.string(),
        orderId: id(),
        outboundId: id().nullable(),
        outboundNo: z.string().nullable(),
        quantity: z.int(),
        unitPrice: amount(),
        amount: amount(),
        balance: amount(),
        status: z.int(),
      }),
    }),
    /** `userId`: for that user, instead of the reader. Without `productId` all products on sale are checked. */
    'purchase-check': get({
      title: { zh: '能否购买', en: 'Purchase check' },
      access: 'signed-in',
      input: z.object({ userId: id().optional(), productId: id().optional() }),
      data: z.object({ checked: z.int(), buyable: z.int(), reasons: z.array(purchaseObstacle) }),
    }),
    /** Stores a picture of a product; kept once a product names its `link`. */
    'put-cover': post({
      title: { zh: '上传封面', en: 'Upload a cover' },
      access: 'edit',
      untrailed: 'a picture nobody uses yet; the product that names it is in the trail',
      upload: { ...coverLimits, isAttachment: true },
      data: z.object({ link: z.string() }),
    }),
    /** A cover, for an `<img>`, which sends no token. Its name cannot be guessed. */
    cover: get({
      title: { zh: '商品封面', en: 'Cover of a product' },
      access: 'public',
      answer: 'file',
      rowless: 'a picture',
      input: z.object({ name: z.string().regex(pictureName) }),
    }),
    'order-list': orderList,
    'order-export': orderExport,
    'refund-order': refundCall,
    'cancel-order': cancelCall,
    'deliver-missing': deliverMissingCall,
    'bulk-country-select': get({
      title: { zh: '可购国家', en: 'Countries on sale' },
      access: 'signed-in',
      input: z.object({ keyword: z.string().trim().max(64).optional() }),
      data: z.array(countryChoice.extend({ stock: z.int(), fromPrice: amount().nullable() })),
    }),
  },
});

/** The orders at the same address as a separate list for screens; not mounted. */
export const productOrders = resource('agent/product', {
  title: { zh: '商品订单', en: 'Product orders' },
  help: { zh: '购买的号码商品及其交付情况', en: 'Purchased products and their delivery' },
  empty: { zh: '购买商品后，订单会出现在这里', en: 'Orders appear here after a purchase' },
  nameField: 'orderNo',
  fields: orderFields,
  head: ['productName', 'status', 'amount'],
  calls: {
    'order-list': orderList,
    'order-export': orderExport,
    'refund-order': refundCall,
    'cancel-order': cancelCall,
    'deliver-missing': deliverMissingCall,
  },
});
