import { defineErrors } from '@trade-assistant/contract/kit/errors.ts';

export const warrantyErrors = defineErrors({
  WARRANTY_NUMBER_INVALID: {
    status: 400,
    zh: '“{text}”不是号码或号码编号',
    en: '“{text}” is neither a phone number nor a number ID',
  },
  WARRANTY_NUMBERS_TOO_MANY: { status: 400, zh: '一次最多 {n} 个号码', en: 'At most {n} numbers at once' },
  WARRANTY_NOT_DELIVERED: {
    status: 400,
    zh: '号码 {number} 不在您的订单中，或已退回',
    en: '{number} is not in one of your orders, or was returned',
  },
  WARRANTY_ENDED: { status: 400, zh: '号码 {number} 的质保已到期', en: 'The warranty of {number} has ended' },
  WARRANTY_CLAIM_OPEN: {
    status: 409,
    zh: '号码 {number} 已有质保单 {no}',
    en: '{number} already has claim {no}',
  },
  WARRANTY_ALREADY_SETTLED: {
    status: 409,
    zh: '号码 {number} 已由质保单 {no} 换货或退款',
    en: '{number} was already replaced or refunded by claim {no}',
  },
  WARRANTY_OWN: {
    status: 403,
    zh: '不能处理自己购买或自己提交的质保单',
    en: 'You cannot decide claims of your own purchases, or claims that you filed',
  },
  WARRANTY_NO_STOCK: { status: 400, zh: '暂无可换的库存', en: 'No number to replace it is in stock' },
  WARRANTY_CHAIN: {
    status: 400,
    zh: '换货次数已达上限，请退款',
    en: 'The replacement limit is reached: refund it instead',
  },
  WARRANTY_EVIDENCE_GONE: {
    status: 400,
    zh: '证据文件已失效，请重新上传',
    en: 'An evidence file has expired; please upload it again',
  },
});

export type WarrantyError = keyof typeof warrantyErrors.declarations;

/** Returns an error shown at a field of the form; `data` travels beside it. */
export function atField(
  field: string,
  name: WarrantyError,
  params: Record<string, string | number> = {},
  data: Record<string, string> = {},
) {
  const error = warrantyErrors[name](params as never);
  const message = { zh: error.say('zh'), en: error.say('en') };
  return warrantyErrors[name](params as never, { ...data, fields: [{ field, message }] });
}
