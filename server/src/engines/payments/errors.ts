import { type AppError, defineErrors } from '@trade-assistant/contract/kit/errors.ts';
import { fill } from '@trade-assistant/contract/kit/locale.ts';

export const paymentErrors = defineErrors({
  METHOD_LIMITS: { status: 400, zh: '单笔最大不能小于单笔最小', en: 'The most must not be less than the least' },
  ADDRESS_OWN: {
    status: 400,
    zh: '这是平台的收款地址，不能作为提现地址',
    en: 'The platform receives money at this address; withdrawals cannot go there',
  },
  ADDRESS_TWICE: { status: 409, zh: '您已添加过这个地址', en: 'You have added this address already' },
  CARD_TWICE: { status: 409, zh: '您已添加过这张银行卡', en: 'You have added this card already' },
  PAYEES_TOO_MANY: {
    status: 400,
    zh: '最多可添加 {count} 个，请先删除不用的',
    en: 'At most {count} can be kept; delete one that is not used',
  },
  RECEIVING_SAME: { status: 400, zh: '收款信息没有变化', en: 'Nothing about it would change' },
});

/** Why money cannot be sent to a place; each names what was given. */
const payeeErrors = defineErrors({
  TRON_ADDRESS_INVALID: {
    status: 400,
    zh: '“{what}”不是有效的 TRON 地址（以 T 开头，共 34 位），请重新复制',
    en: '“{what}” is not a TRON address (34 characters, a T first); copy it again',
  },
  EVM_ADDRESS_INVALID: {
    status: 400,
    zh: '“{what}”不是有效的地址（0x 开头，共 42 位），请重新复制',
    en: '“{what}” is not an address (42 characters, 0x first); copy it again',
  },
  ADDRESS_CAPITALS: {
    status: 400,
    zh: '“{what}”的大小写校验不通过，请从钱包原样复制',
    en: 'The capitals of “{what}” do not add up; copy it from the wallet as it stands',
  },
  ADDRESS_BURNS: {
    status: 400,
    zh: '“{what}”是销毁地址，转入后无法找回',
    en: '“{what}” destroys what is sent to it',
  },
  IBAN_INVALID: { status: 400, zh: '“{what}”不是有效的 IBAN，请核对', en: '“{what}” is no valid IBAN; check it' },
  CARD_INVALID: {
    status: 400,
    zh: '卡号“{what}”校验不通过，请核对',
    en: 'The digits of “{what}” do not add up; check the number',
  },
  ACCOUNT_INVALID: {
    status: 400,
    zh: '账号“{what}”应为 5–34 位字母或数字',
    en: 'The account “{what}” should be 5 to 34 letters or digits',
  },
  RECEIVING_MISSING: { status: 400, zh: '请填写收款信息', en: 'Say where the money is to be received' },
});
export type PayeeProblem = keyof typeof payeeErrors.declarations;

/** The refusal of a payee, at its field of the form. */
export function payeeRefusal(problem: PayeeProblem, field: string, what = ''): AppError {
  const { zh, en } = payeeErrors.declarations[problem];
  const message = { zh: fill(zh, { what }), en: fill(en, { what }) };
  return payeeErrors[problem]({ what }, { fields: [{ field, message }] });
}
