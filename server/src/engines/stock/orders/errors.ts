import { defineErrors } from '@trade-assistant/contract/kit/errors.ts';

export const orderErrors = defineErrors({
  PRODUCT_OFF: { status: 400, zh: '商品已下架', en: 'Product unavailable' },
  BELOW_MIN: { status: 400, zh: '低于起购数量 {n}', en: 'Below the minimum of {n}' },
  ABOVE_MAX: { status: 400, zh: '超过购买上限 {n}', en: 'Above the maximum of {n}' },
  STEP: { status: 400, zh: '购买数量须为 {n} 的倍数', en: 'The quantity must be a multiple of {n}' },
  DAILY_LIMIT: { status: 400, zh: '超出每日限购，今日剩余 {n}', en: 'Daily limit exceeded, {n} left today' },
  QUOTA_DAY: { status: 400, zh: '超出今日配额，剩余 {n} 个号码', en: 'Daily quota exceeded, {n} numbers left' },
  QUOTA_MONTH: { status: 400, zh: '超出本月配额，剩余 {n} 个号码', en: 'Monthly quota exceeded, {n} numbers left' },
  KYC_REQUIRED: { status: 400, zh: '请先完成认证', en: 'Verification required' },
  DECLARATION_REQUIRED: { status: 400, zh: '请先确认用途声明', en: 'Please accept the usage statement' },
  SPEND_LIMIT: { status: 400, zh: '超出消费上限，剩余 {left}', en: 'Spending limit exceeded, {left} left' },
  BUYER_NOT_ALLOWED: { status: 403, zh: '仅代理及其子账号可以购买', en: 'Only agents and their sub-users can buy' },
  CANCEL_TOO_LATE: {
    status: 400,
    zh: '下单超过 {minutes} 分钟，请联系客服',
    en: 'Ordered more than {minutes} minutes ago, please contact support',
  },
  GIFT_SECOND_PERSON: {
    status: 403,
    zh: '赠送须由标记人以外的人确认出库',
    en: 'Another person than the one who marked the gift must confirm delivery',
  },
  WARRANTY_OVER: { status: 400, zh: '已过质保期', en: 'The warranty is over' },
});
