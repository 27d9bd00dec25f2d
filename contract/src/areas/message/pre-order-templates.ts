import type { MessageTemplate } from './template.ts';

/** Messages about pre-orders. */
export const preOrderTemplates = {
  PREORDER_APPROVED: {
    title: { zh: '预定单已批准', en: 'Pre-order approved' },
    content: {
      zh: '预定单 {no} 批准 {n} / {m}，号码入库后自动交付',
      en: 'Pre-order {no}: {n} of {m} approved. Numbers are delivered as they arrive',
    },
    type: 1,
    level: 'success',
  },
  PREORDER_REJECTED: {
    title: { zh: '预定单已驳回', en: 'Pre-order rejected' },
    content: {
      zh: '预定单 {no} 已驳回：{reason}。定金已退回余额',
      en: 'Pre-order {no} was rejected: {reason}. The deposit is back in your balance',
    },
    type: 1,
    level: 'warning',
  },
  PREORDER_FILLED: {
    title: { zh: '预定号码已交付', en: 'Pre-ordered numbers delivered' },
    content: {
      zh: '预定单 {no} 已交付 {n} / {m}，订单 {order}',
      en: 'Pre-order {no}: {n} of {m} delivered, order {order}',
    },
    type: 1,
    level: 'success',
  },
  PREORDER_SKIPPED: {
    title: { zh: '预定单暂被跳过', en: 'Pre-order passed over' },
    content: {
      zh: '预定单 {no} 的号码已到，但无法扣款：{reason}。号码为您保留 24 小时，之后交给下一位',
      en: 'Numbers for pre-order {no} have arrived but cannot be charged: {reason}. They are kept for 24 hours, then go to the next in line',
    },
    type: 1,
    level: 'warning',
  },
  PREORDER_SKIPPED_STAFF: {
    title: { zh: '有预定单被跳过', en: 'A pre-order was passed over' },
    content: {
      zh: '{agent} 的预定单 {no} 无法扣款：{reason}。号码保留 24 小时',
      en: 'Pre-order {no} of {agent} cannot be charged: {reason}. Its numbers are kept for 24 hours',
    },
    type: 1,
    level: 'warning',
  },
  PREORDER_REFUNDED: {
    title: { zh: '预定定金已退回', en: 'Pre-order deposit returned' },
    content: {
      zh: '预定单 {no} 退回定金 {amount}：{reason}',
      en: 'Pre-order {no}: {amount} of the deposit returned: {reason}',
    },
    type: 1,
    level: 'info',
  },
  PREORDER_OVERDUE: {
    title: { zh: '预定单逾期退款', en: 'Pre-order refunded as overdue' },
    content: {
      zh: '预定单 {no} 超过最晚交付日期 {date}，未交付部分的定金 {amount} 已退回',
      en: 'Pre-order {no} passed its latest delivery of {date}; {amount} of the deposit was returned',
    },
    type: 1,
    level: 'warning',
  },
} as const satisfies Record<string, MessageTemplate>;
