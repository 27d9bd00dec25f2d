import { type AppError, defineErrors } from '@trade-assistant/contract/kit/errors.ts';
import type { Locale } from '@trade-assistant/contract/kit/locale.ts';
import { countryName } from '@trade-assistant/contract/line-rules.ts';

export const pricingErrors = defineErrors({
  PRICE_NOT_FOUND: {
    status: 400,
    zh: '该国家/服务暂未定价或未开通',
    en: 'This service has no price for this country, or is not enabled',
  },
  PRICE_CHANGED: {
    status: 400,
    zh: '价格已更新，请确认新价格',
    en: 'The price has changed; please confirm the new one',
  },
  PRICE_OVERLAP: { status: 400, zh: '生效时间与已有价格重叠', en: 'Overlaps an existing price' },
  PRICE_TAKEN: {
    status: 400,
    zh: '生效时间与价格 {no}（第 {version} 版）重叠，请修改该价格',
    en: 'Overlaps price {no}, version {version}: change that price instead',
  },
  PRICE_BELOW_COST: {
    status: 400,
    zh: '售价 {price} 低于成本价：须有“低于成本”权限，并在备注填写原因，由另一人复核',
    en: 'The price {price} is below cost: this requires the permission, a reason in the remark, and a second person',
  },
  BELOW_COST_MANY: {
    status: 400,
    zh: '一次最多 {n} 条价格低于成本，请分批提交',
    en: 'At most {n} prices below cost per request',
  },
  PRICE_TIERS: {
    status: 400,
    zh: '阶梯价须数量递增且单价不升',
    en: 'Tiers need ascending quantities and non-increasing prices',
  },
  PRICE_USED: { status: 400, zh: '已使用的价格不能删除', en: 'A price in use cannot be deleted' },
  PRICE_PERIOD: { status: 400, zh: '失效时间须晚于生效时间', en: 'It must expire after it takes effect' },
  PRICE_NEGATIVE: { status: 400, zh: '价格不能为负数', en: 'A price cannot be negative' },
  PRICE_QUANTITY: { status: 400, zh: '上限不能低于起购量', en: 'The maximum cannot be below the minimum' },
  PRICE_BELOW_FLOOR: {
    status: 400,
    zh: '低于成本价、最低价或上级代理的价格',
    en: 'Below the cost, the floor price or the parent agent’s price',
  },
  PRICE_OR_DISCOUNT: { status: 400, zh: '价格与折扣只能填一项', en: 'Either a price or a discount' },
  RESALE_PRICE_ONLY: {
    status: 400,
    zh: '转售价只有价格或折扣，不含开通、限额与返佣',
    en: 'A resale price has only a price or a discount',
  },
  TERMS_EMPTY: { status: 400, zh: '请至少填写一项', en: 'Fill in at least one of the terms' },
  TERMS_TWICE: { status: 400, zh: '同一项出现了两次', en: 'The same item appears twice' },
  TERMS_TOO_MANY: {
    status: 400,
    zh: '一次最多 {n} 项（代理数 × 项数）',
    en: 'At most {n} items (agents × items) at once',
  },
  TEMPLATE_NAME_TAKEN: { status: 400, zh: '模板名称已存在', en: 'A template of this name exists' },
  AGENTS_ONLY: { status: 400, zh: '只能配置代理', en: 'Terms are for agents only' },
  REBATE_TOO_HIGH: {
    status: 400,
    zh: '两级返佣合计不能超过 {n}%',
    en: 'Both commissions together may be at most {n} %',
  },
  REBATE_ABOVE_MARGIN: {
    status: 400,
    zh: '两级返佣合计不能超过毛利率',
    en: 'Both commissions together may not exceed the gross margin',
  },
  PRICE_KEY: {
    status: 400,
    zh: '检测类型与活跃周期和服务类型不符',
    en: 'Check and active period do not match the service',
  },
});

/** Returns the refusal for countries without a price, which its data names; at a field of the form if there is one. */
export function noPriceIn(countryCodes: readonly string[], field?: string): AppError {
  const names = (locale: Locale) => countryCodes.map((code) => countryName(code, locale));
  const message = {
    zh: `${names('zh').join('、')}尚未定价：请排除其号码，或申请报价`,
    en: `No price for ${names('en').join(', ')}: leave the numbers out, or ask for a price`,
  };
  return pricingErrors.PRICE_NOT_FOUND({}, { countryCodes, ...(field ? { fields: [{ field, message }] } : {}) });
}
