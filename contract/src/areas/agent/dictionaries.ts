import { dictionary } from '../../kit/dictionary.ts';

export const kycStatus = dictionary('kyc_status', {
  none: { value: 0, zh: '未认证', en: 'Not verified', tone: 'off' },
  inReview: { value: 1, zh: '审核中', en: 'In review', tone: 'running' },
  verified: { value: 2, zh: '已认证', en: 'Verified', tone: 'good' },
  rejected: { value: 3, zh: '驳回', en: 'Rejected', tone: 'bad' },
});

/** Whom a price agreed with an agent is for: the agent, or those below it. */
export const agentPriceKind = dictionary('agent_price_kind', {
  own: { value: 1, zh: '专属价', en: 'Own price' },
  resale: { value: 2, zh: '转售价', en: 'Resale price' },
});

export const deliveryType = dictionary('delivery_type', {
  automatic: { value: 1, zh: '自动', en: 'Automatic' },
  manual: { value: 2, zh: '人工', en: 'Manual' },
});

export const shelfStatus = dictionary('shelf_status', {
  off: { value: 0, zh: '下架', en: 'Off the shelf', tone: 'off' },
  on: { value: 1, zh: '上架', en: 'On sale', tone: 'good' },
  soldOut: { value: 2, zh: '售罄', en: 'Sold out', tone: 'attention' },
});

/** Marks on a product, as bits. */
export const productTag = dictionary('product_tag', {
  hot: { value: 1, zh: '热销', en: 'Hot' },
  fresh: { value: 2, zh: '新品', en: 'New' },
});

export const productOrderStatus = dictionary('product_order_status', {
  unpaid: { value: 0, zh: '待支付', en: 'Unpaid', tone: 'waiting' },
  awaitingDelivery: { value: 1, zh: '待交付', en: 'Awaiting delivery', tone: 'running' },
  partlyDelivered: { value: 2, zh: '部分交付', en: 'Partly delivered', tone: 'attention' },
  completed: { value: 3, zh: '已完成', en: 'Completed', tone: 'good' },
  cancelled: { value: 4, zh: '已取消', en: 'Cancelled', tone: 'off' },
  partlyRefunded: { value: 5, zh: '部分退款', en: 'Partly refunded', tone: 'attention' },
  refunded: { value: 6, zh: '已退款', en: 'Refunded', tone: 'bad' },
});
