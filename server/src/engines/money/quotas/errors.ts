import { defineErrors } from '@trade-assistant/contract/kit/errors.ts';

export const quotaErrors = defineErrors({
  QUOTA_NOT_ENOUGH: { status: 400, zh: '套餐余量不足，剩余 {n}', en: 'Not enough units left in packages: {n}' },
  UNITS_EXCEED: { status: 400, zh: '数量超过可处理的 {n}', en: 'More than the {n} remaining units' },
  CHARGE_NOT_FOUND: { status: 404, zh: '套餐扣减记录不存在', en: 'Unit charge not found' },
  PACKAGE_USED: { status: 400, zh: '套餐已使用，不能退款', en: 'A used package cannot be refunded' },
});
