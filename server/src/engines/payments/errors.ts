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
  METHOD_GONE: {
    status: 400,
    zh: '该支付方式当前不可用，请换一种',
    en: 'This payment method is not on offer now; choose another',
  },
  AMOUNT_BELOW: { status: 400, zh: '最少 {amount}', en: 'At least {amount}' },
  AMOUNT_ABOVE: { status: 400, zh: '最多 {amount}', en: 'At most {amount}' },
  DAY_ABOVE: {
    status: 400,
    zh: '今日还可充值 {left}，已超出每日上限',
    en: 'Beyond the most of one day; {left} is left today',
  },
  RECHARGE_OPEN_LIMIT: {
    status: 409,
    zh: '有 {n} 笔未完成充值，请先完成或取消',
    en: 'Unfinished recharges: {n}; finish or cancel one first',
  },
  RECHARGE_BUSY: {
    status: 409,
    zh: '该金额正在被多笔充值占用，请稍后或换一个金额',
    en: 'Too many recharges of this amount are open; take another amount or wait a while',
  },
  RECHARGE_BY_STAFF: {
    status: 400,
    zh: '平台账号没有钱包，不能充值',
    en: 'Staff have no wallet to recharge',
  },
  PROOF_MISSING: {
    status: 400,
    zh: '请填写交易哈希或上传付款凭证',
    en: 'Give the hash of the transaction or a picture that proves the payment',
  },
  PROOF_GONE: { status: 400, zh: '凭证图片已失效，请重新上传', en: 'A picture is gone; upload it again' },
  PROOF_LATE: {
    status: 409,
    zh: '该充值已过期超过 {days} 天，请联系客服',
    en: 'The time for late proofs ({days} days) is over; talk to support',
  },
  PROOF_CLOSED: {
    status: 409,
    zh: '该充值已有结果，不能再修改',
    en: 'It has been decided and cannot be changed',
  },
  TX_DUPLICATE: { status: 409, zh: '该交易哈希已被使用', en: 'This transaction has been used already' },
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
