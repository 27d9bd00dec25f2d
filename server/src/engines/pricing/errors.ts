import { defineErrors } from '@trade-assistant/contract/kit/errors.ts';

export const pricingErrors = defineErrors({
  PRICE_NOT_FOUND: { status: 400, zh: '该国家/服务暂未定价', en: 'No price for this country and service' },
  PRICE_CHANGED: { status: 400, zh: '价格已更新，请确认新价格', en: 'The price changed, please confirm the new one' },
  PRICE_OVERLAP: { status: 400, zh: '生效时间与已有价格重叠', en: 'Overlaps an existing price' },
  PRICE_BELOW_COST: {
    status: 400,
    zh: '售价低于成本价，需要权限并填写原因',
    en: 'Below cost: a permission and a reason are needed',
  },
  PRICE_TIERS: {
    status: 400,
    zh: '阶梯价须数量递增且单价不升',
    en: 'Tiers need ascending quantities and prices that never rise',
  },
  PRICE_USED: { status: 400, zh: '已使用的价格不能删除', en: 'A price that was used cannot be deleted' },
  PRICE_PERIOD: { status: 400, zh: '失效时间须晚于生效时间', en: 'It must expire after it takes effect' },
  PRICE_NEGATIVE: { status: 400, zh: '价格不能为负数', en: 'A price cannot be negative' },
  PRICE_QUANTITY: { status: 400, zh: '上限不能低于起购量', en: 'The maximum cannot be below the minimum' },
  PRICE_KEY: {
    status: 400,
    zh: '检测类型与活跃周期和服务类型不符',
    en: 'Check and active period do not fit the service',
  },
});
