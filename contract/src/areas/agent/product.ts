import { z } from 'zod';
import { countryChoice } from '../../country-choice.ts';
import { get, post } from '../../kit/call.ts';
import { exportCall } from '../../kit/export.ts';
import { listQuery, pageOf } from '../../kit/page.ts';
import { crud, resource, rowSchema } from '../../kit/resource.ts';
import { amount, flag, id } from '../../kit/schema.ts';
import { orderFields } from './order-fields.ts';
import { productFields } from './product-fields.ts';

export { orderFields } from './order-fields.ts';
export { productFields } from './product-fields.ts';

const orderList = get({
  title: { zh: '商品订单', en: 'Product orders' },
  access: 'orders',
  input: listQuery(orderFields),
  data: pageOf(rowSchema(orderFields)),
});

const orderExport = exportCall(orderFields, { access: 'order-export' });

/** What agents can buy, and what they bought. */
export const agentProduct = resource('agent/product', {
  title: { zh: '代理商品', en: 'Products' },
  fields: productFields,
  calls: {
    ...crud(productFields, ['list', 'page', 'detail', 'save', 'update', 'remove', 'restore']),
    buy: post({
      title: { zh: '购买', en: 'Buy' },
      access: 'buy',
      input: z.object({
        productId: id(),
        quantity: z.int().min(1).max(1_000_000),
        /** The buyer declares a lawful use; asked for where the product says so (`needUseDeclaration`). */
        useDeclaration: z.union([flag(), z.boolean()]).optional(),
        /** What the buyer was shown: another amount now is PRICE_CHANGED, not a surprise. */
        expectedAmount: amount(),
        remark: z.string().trim().max(255).optional(),
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
    'order-list': orderList,
    'order-export': orderExport,
    'bulk-country-select': get({
      title: { zh: '可购国家', en: 'Countries on sale' },
      access: 'signed-in',
      input: z.object({ keyword: z.string().trim().max(64).optional() }),
      data: z.array(countryChoice.extend({ stock: z.int(), fromPrice: amount().nullable() })),
    }),
  },
});

/** The orders at the same address, seen as a list of their own: for screens; not mounted by itself. */
export const productOrders = resource('agent/product', {
  title: { zh: '商品订单', en: 'Product orders' },
  fields: orderFields,
  calls: { 'order-list': orderList, 'order-export': orderExport },
});
