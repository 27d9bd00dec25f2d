import type { MessageTemplate } from './template.ts';

/** Messages about claims of numbers within their warranty. */
export const warrantyTemplates = {
  WARRANTY_REPLACED: {
    title: { zh: '失效号码已换货', en: 'Inactive number replaced' },
    content: {
      zh: '订单 {order} 的号码 {old} 已失效，{time} 自动换为 {number}，可在换货单 {note} 下载，质保至 {until}',
      en: 'Number {old} of order {order} was inactive and was replaced by {number} at {time}; download it from note {note}. Warranty until {until}',
    },
    type: 1,
    level: 'success',
  },
  WARRANTY_REFUNDED: {
    title: { zh: '失效号码已退款', en: 'Inactive number refunded' },
    content: {
      zh: '订单 {order} 的号码 {old} 已失效，{time} 退款 {amount}',
      en: 'Number {old} of order {order} was inactive; {amount} was refunded at {time}',
    },
    type: 1,
    level: 'success',
  },
  WARRANTY_REFUSED: {
    title: { zh: '质保单已驳回', en: 'Warranty claim rejected' },
    content: { zh: '质保单 {no}（{old}）已驳回：{reason}', en: 'Claim {no} ({old}) was rejected: {reason}' },
    type: 1,
    level: 'warning',
  },
  WARRANTY_ASKED: {
    title: { zh: '请选择换货或退款', en: 'Choose replacement or refund' },
    content: {
      zh: '订单 {order} 的号码 {old} 已失效，请在 {until} 前选择换货或退款，逾期按换货处理',
      en: 'Number {old} of order {order} is inactive. Choose a replacement or a refund by {until}; afterwards it is replaced',
    },
    type: 1,
    level: 'warning',
  },
  WARRANTY_NO_STOCK: {
    title: { zh: '换货等待补货', en: 'Replacement awaits stock' },
    content: {
      zh: '订单 {order} 的号码 {old} 已失效，暂无库存可换；{until} 前仍无库存则退款',
      en: 'Number {old} of order {order} is inactive and no replacement is in stock; it is refunded if none arrives by {until}',
    },
    type: 1,
    level: 'info',
  },
  WARRANTY_UNCONFIRMED: {
    title: { zh: '号码未确认失效', en: 'Number not confirmed inactive' },
    content: {
      zh: '质保单 {no}：号码 {old} 未确认失效，未换货或退款',
      en: 'Claim {no}: number {old} was not confirmed inactive; nothing was replaced or refunded',
    },
    type: 1,
    level: 'info',
  },
  WARRANTY_MASS_EVENT: {
    title: { zh: '质保批量异常', en: 'Bulk failure' },
    content: {
      zh: '{subject} 一小时内 {failed}/{checked} 个号码失效（{share}%），自动换货与退款已暂停，请处理 {no}',
      en: '{failed} of {checked} numbers of {subject} were found inactive within an hour ({share}%). Automatic settlement is paused: decide {no}',
    },
    type: 3,
    level: 'error',
  },
} as const satisfies Record<string, MessageTemplate>;
