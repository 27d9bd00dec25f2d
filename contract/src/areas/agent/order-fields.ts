import {
  audited,
  country,
  dict,
  identifier,
  image,
  int,
  money,
  readOnly,
  ref,
  text,
  time,
  unitPrice,
  yes,
} from '../../kit/field.ts';
import { productOrderStatus } from './dictionaries.ts';

/** An agent's order of a product. */
export const orderFields = {
  ...readOnly({
    orderNo: identifier({
      label: { zh: '订单号', en: 'Order no.' },
      max: 24,
      required: true,
      list: true,
      search: 'ending',
    }),
    productId: ref(
      { resource: 'agent/product', call: 'list', by: { zh: 'nameZh', en: 'nameEn' } },
      { label: { zh: '商品', en: 'Product' }, required: true, search: 'equal' },
    ),
    productName: text({ label: { zh: '商品', en: 'Product' }, max: 64, required: true, list: true, width: 180 }),
    /** Of the product as it is now. */
    productCover: image({ label: { zh: '封面', en: 'Cover' }, list: 'hidden' }),
    isPackage: yes({ label: { zh: '套餐包', en: 'Package' }, required: true, list: 'hidden' }),
    isLease: yes({ label: { zh: '按月租用', en: 'Monthly' }, required: true, list: 'hidden' }),
    agentId: ref(
      { resource: 'agent/user', call: 'lazy-list' },
      { label: { zh: '代理', en: 'Agent' }, required: true, search: 'equal' },
    ),
    agentName: text({ label: { zh: '代理', en: 'Agent' }, max: 64, required: true, list: true, width: 130 }),
    buyerId: ref(null, { label: { zh: '下单人', en: 'Buyer' }, required: true }),
    buyerName: text({ label: { zh: '下单人', en: 'Buyer' }, max: 64, required: true, list: 'hidden', width: 130 }),
    countryCode: country({ label: { zh: '国家', en: 'Country' }, any: true, list: true, search: 'in' }),
    quantity: int({ label: { zh: '数量', en: 'Quantity' }, required: true, list: true, sort: true }),
    specQty: int({ label: { zh: '每份号码数', en: 'Units per pack' }, required: true, list: 'hidden' }),
    unitPrice: unitPrice({ label: { zh: '单价', en: 'Unit price' }, required: true, list: true }),
    discount: money({ label: { zh: '折扣', en: 'Discount' }, list: 'hidden' }),
    amount: money({ label: { zh: '金额', en: 'Amount' }, required: true, list: true, search: 'range', sort: true }),
    currency: text({ label: { zh: '币种', en: 'Currency' }, max: 5, required: true, list: true, width: 80 }),
    paidAmount: money({ label: { zh: '已付', en: 'Paid' }, required: true, list: 'hidden' }),
    refundAmount: money({ label: { zh: '已退', en: 'Refunded' }, required: true, list: 'hidden' }),
    deliveredQty: int({ label: { zh: '已交付', en: 'Delivered' }, required: true, list: true }),
    missingNumbers: int({
      label: { zh: '未交付号码', en: 'Undelivered numbers' },
      help: { zh: '已付款但未交付，可补发或退款', en: 'Paid but not delivered: deliver or refund them' },
      required: true,
      list: 'hidden',
    }),
    refundedQty: int({ label: { zh: '已退数量', en: 'Refunded quantity' }, required: true, list: 'hidden' }),
    outboundId: ref(
      { resource: 'whatsapp/outbound', call: 'list', by: 'outboundNo' },
      { label: { zh: '出库单', en: 'Outbound' } },
    ),
    outboundNo: identifier({ label: { zh: '出库单号', en: 'Outbound no.' }, max: 24, list: true, search: 'equal' }),
    preOrderId: ref(
      { resource: 'whatsapp/pre-order', call: 'list', by: 'preOrderNo' },
      { label: { zh: '预定单', en: 'Pre-order' }, search: 'equal' },
    ),
    preOrderNo: identifier({
      label: { zh: '预定单号', en: 'Pre-order no.' },
      max: 24,
      list: 'hidden',
      search: 'equal',
    }),
    deliverTime: time({ label: { zh: '交付时间', en: 'Delivered at' }, list: 'hidden', search: 'range' }),
    warrantyUntil: time({ label: { zh: '质保至', en: 'Warranty until' }, list: 'hidden', search: 'range' }),
    useDeclaration: text({ label: { zh: '用途声明', en: 'Usage statement' }, max: 500 }),
    status: dict(productOrderStatus, { label: { zh: '状态', en: 'Status' }, required: true, list: true, search: 'in' }),
    cancelReason: text({ label: { zh: '取消原因', en: 'Cancellation reason' }, max: 255, list: 'hidden', width: 160 }),
    remark: text({ label: { zh: '备注', en: 'Remark' }, max: 255, list: 'hidden', width: 160 }),
  }),
  ...audited,
} as const;
