import { type AppError, defineErrors } from '@trade-assistant/contract/kit/errors.ts';
import { fill } from '@trade-assistant/contract/kit/locale.ts';

export const paymentErrors = defineErrors({
  OLD_KEY_ALONE: {
    status: 400,
    zh: '旧密钥仍然有效时不能更改其他设置：请清空“旧密钥有效至”，或先只更换密钥',
    en: 'While an old key is accepted the other settings stay as they are: empty “Old keys valid until”, or replace only the key first',
  },
  OLD_KEY_LONGER: {
    status: 400,
    zh: '旧密钥的有效期只能提前，不能延后；如仍需使用，请将其重新填为签名密钥',
    en: 'The time of an old key can be shortened, not extended; if it is still needed, enter it as the signing key again',
  },
  METHOD_LIMITS: { status: 400, zh: '单笔最大不能小于单笔最小', en: 'The maximum must not be less than the minimum' },
  ADDRESS_OWN: {
    status: 400,
    zh: '这是平台的收款地址，不能作为提现地址',
    en: 'This is a receiving address of the platform; withdrawals cannot go there',
  },
  ADDRESS_TWICE: { status: 409, zh: '您已添加过这个地址', en: 'You have added this address already' },
  CARD_TWICE: { status: 409, zh: '您已添加过这张银行卡', en: 'You have added this card already' },
  PAYEES_TOO_MANY: {
    status: 400,
    zh: '最多可添加 {count} 个，请先删除不用的',
    en: 'At most {count}; delete one you no longer use',
  },
  BATCH_NO_CARD: {
    status: 400,
    zh: '{no} 的收款账户不是银行卡，不能放入银行文件',
    en: '{no} is not paid to a bank card and cannot be in a bank file',
  },
  BATCH_NOT_DUE: {
    status: 400,
    zh: '{no} 当前状态不能放入银行文件，只能选待审核、代付失败或已打款的提现',
    en: '{no} cannot be in a bank file: choose withdrawals awaiting review, with a failed payout, or approved',
  },
  BATCH_UNCHECKED: {
    status: 400,
    zh: '{no} 超过复核金额，须先由另一人复核通过',
    en: '{no} is above the single-person limit: a second person must approve it first',
  },
  METHOD_GONE: {
    status: 400,
    zh: '该支付方式当前不可用，请换一种',
    en: 'This payment method is not available; choose another',
  },
  AMOUNT_BELOW: { status: 400, zh: '最少 {amount}', en: 'At least {amount}' },
  AMOUNT_ABOVE: { status: 400, zh: '最多 {amount}', en: 'At most {amount}' },
  DAY_ABOVE: {
    status: 400,
    zh: '今日还可充值 {left}，已超出每日上限',
    en: 'Daily maximum exceeded; {left} left today',
  },
  RECHARGE_OPEN_LIMIT: {
    status: 409,
    zh: '有 {n} 笔未完成充值，请先完成或取消',
    en: '{n} unfinished recharges; complete or cancel one first',
  },
  RECHARGE_BUSY: {
    status: 409,
    zh: '该金额正在被多笔充值占用，请稍后或换一个金额',
    en: 'Too many open recharges of this amount; choose another amount or wait',
  },
  RECHARGE_BY_STAFF: {
    status: 400,
    zh: '平台账号没有钱包，不能充值',
    en: 'Staff have no wallet to recharge',
  },
  PROOF_MISSING: {
    status: 400,
    zh: '请填写交易哈希或上传付款凭证',
    en: 'Enter the transaction hash or upload a proof of payment',
  },
  PROOF_GONE: { status: 400, zh: '凭证图片已失效，请重新上传', en: 'A picture has expired; please upload it again' },
  PROOF_LATE: {
    status: 409,
    zh: '该充值已过期超过 {days} 天，请联系客服',
    en: 'The period for late proofs ({days} days) is over; please contact support',
  },
  PROOF_CLOSED: {
    status: 409,
    zh: '该充值已有结果，不能再修改',
    en: 'The recharge is decided and cannot be changed',
  },
  TX_NOT_CONFIRMED: {
    status: 409,
    zh: '充值单 {no} 的付款尚在确认中（{n}/{needed}），确认后才能通过',
    en: 'The payment of {no} has {n} of {needed} confirmations; approve it once confirmed',
  },
  RECHARGE_UNKNOWN: { status: 400, zh: '没有充值单 {no}', en: 'Recharge {no} does not exist' },
  RECHARGE_DECIDED: {
    status: 409,
    zh: '充值单 {no} 已处理，不能再关联付款',
    en: 'Recharge {no} is decided; no payment can be attached',
  },
  RECHARGE_HAS_PAYMENT: {
    status: 409,
    zh: '充值单 {no} 已有到账记录',
    en: 'Recharge {no} already has a payment',
  },
  RECHARGE_OTHER_NETWORK: {
    status: 409,
    zh: '充值单 {no} 的网络或币种与此付款不同',
    en: 'Recharge {no} has another network or currency than this payment',
  },
  TX_DUPLICATE: {
    status: 409,
    zh: '该交易已用于充值单 {no}，不能再入账',
    en: 'This transaction paid recharge {no}; it cannot be credited again',
  },
  TX_SEEN_ELSEWHERE: {
    status: 409,
    zh: '充值单 {no} 填写的交易已监听到，但与该充值不符；请在“到账记录”中关联后再审核',
    en: 'The transaction named by {no} was detected and does not match it; attach it under Incoming payments first',
  },
  TX_SETTLED: {
    status: 409,
    zh: '该充值的付款已监听到，不能更换交易哈希',
    en: 'Its payment was detected; the transaction cannot be changed',
  },
  HASHES_MOST: {
    status: 409,
    zh: '交易哈希最多修改 {n} 次，请联系客服',
    en: 'The transaction can be changed at most {n} times; please contact support',
  },
  RECHARGES_PER_DAY: {
    status: 409,
    zh: '今日充值下单已达 {n} 次上限，请明天再试',
    en: 'Daily limit of {n} recharges reached',
  },
  CREDIT_ABOVE: {
    status: 400,
    zh: '入账金额不能超过支付方式的单笔上限 {amount}；请退回款项并忽略该到账，或先提高上限',
    en: 'Above the method’s maximum of {amount}: return the money and ignore the payment, or raise the maximum first',
  },
  RECHARGE_CHECKING: {
    status: 409,
    zh: '充值单 {no} 的入账金额正在复核，请先处理复核申请',
    en: 'Another amount for {no} is awaiting approval; decide that request first',
  },
  WITHDRAW_BY_STAFF: { status: 400, zh: '平台账号没有钱包，不能提现', en: 'Staff have no wallet to withdraw from' },
  VERIFICATION_NEEDED: {
    status: 400,
    zh: '请先在“代理认证”提交证件并通过审核，再申请提现',
    en: 'Submit documents under “Verification” first',
  },
  WITHDRAW_COUNT: {
    status: 400,
    zh: '今日提现次数已用完（{n} 次），请明天再试',
    en: 'Daily limit of {n} withdrawals reached',
  },
  WITHDRAW_DAY: {
    status: 400,
    zh: '今日还可提现 {left}，已超出每日上限',
    en: 'Daily maximum exceeded; {left} left today',
  },
  AMOUNT_SCALE: {
    status: 400,
    zh: '该方式最多支持 {n} 位小数',
    en: 'At most {n} decimal places for this method',
  },
  FEE_ABOVE: {
    status: 400,
    zh: '手续费 {fee} 不低于提现金额，请增加金额',
    en: 'The fee of {fee} is not below the amount; withdraw more',
  },
  PAYEE_GONE: { status: 400, zh: '该收款账户已不存在，请重新选择', en: 'This payee no longer exists; choose another' },
  PAYEE_FROZEN: {
    status: 409,
    zh: '该收款账户已被冻结，请联系客服',
    en: 'This payee is frozen; please contact support',
  },
  PAYEE_COOLING: {
    status: 409,
    zh: '该收款账户在冷却期内，{until} 起可用',
    en: 'This payee is in its waiting period; available from {until}',
  },
  PAYEE_MISFITS: {
    status: 400,
    zh: '该收款账户不支持此提现方式',
    en: 'This method does not support this payee',
  },
  PAYEE_NOT_PAYER: {
    status: 400,
    zh: '余额只能提现到充值时的付款地址或同名账户，请更换收款账户',
    en: 'The balance can only be withdrawn to the address or name it was paid from; choose such a payee',
  },
  WITHDRAWAL_PAUSED: {
    status: 409,
    zh: '{user} 的账号已锁定，提现 {no} 暂停，解锁后再处理',
    en: 'The account of {user} is locked; withdrawal {no} waits until it is unlocked',
  },
  WITHDRAW_OF_OWN: { status: 403, zh: '不能审核自己的提现', en: 'You cannot review your own withdrawal' },
  PAYOUT_IN_FLIGHT: {
    status: 409,
    zh: '代付处理中，请等待通道结果',
    en: 'Payout in progress; wait for the channel’s result',
  },
  CHANNEL_GONE: {
    status: 400,
    zh: '代付通道“{code}”不存在或已停用',
    en: 'The payout channel “{code}” does not exist or is disabled',
  },
  PLANNED_OTHERWISE: {
    status: 409,
    zh: '提现单 {no} 待复核的是另一种处理方式，请在“复核”中处理或驳回',
    en: 'Another decision about {no} is awaiting approval; decide it under Approvals, or reject the withdrawal',
  },
  WITHDRAW_PROOF: {
    status: 400,
    zh: '提现单 {no} 超过 {amount}，手工打款须填写交易哈希或银行凭证号',
    en: '{no} is above {amount}: enter the transaction hash or bank reference',
  },
  TRANSFER_WHICH: {
    status: 400,
    zh: '请填写划转金额',
    en: 'Enter the amount to move',
  },
  TRANSFER_BROKERAGE: {
    status: 409,
    zh: '提现单 {no} 不是从佣金提现，不能划转',
    en: '{no} is not paid from commission and cannot be moved to the balance',
  },
  SANDBOX_OFF: {
    status: 400,
    zh: '沙箱不会真正打款，仅供演示；须由运维以 SANDBOX=1 开启',
    en: 'The sandbox sends no money; it is for demonstration and enabled with SANDBOX=1',
  },
  RECEIVING_SAME: { status: 400, zh: '收款信息没有变化', en: 'The receiving details are unchanged' },
});

/** Reasons why money cannot be sent to a payee; each names the given value. */
const payeeErrors = defineErrors({
  TRON_ADDRESS_INVALID: {
    status: 400,
    zh: '“{what}”不是有效的 TRON 地址（以 T 开头，共 34 位），请重新复制',
    en: '“{what}” is not a TRON address (34 characters, starting with T); copy it again',
  },
  EVM_ADDRESS_INVALID: {
    status: 400,
    zh: '“{what}”不是有效的地址（0x 开头，共 42 位），请重新复制',
    en: '“{what}” is not an address (42 characters, starting with 0x); copy it again',
  },
  ADDRESS_CAPITALS: {
    status: 400,
    zh: '“{what}”的大小写校验不通过，请从钱包原样复制',
    en: 'The capital letters of “{what}” do not match its checksum; copy it from the wallet again',
  },
  ADDRESS_BURNS: {
    status: 400,
    zh: '“{what}”是销毁地址，转入后无法找回',
    en: '“{what}” is a burn address; funds sent there are lost',
  },
  IBAN_INVALID: { status: 400, zh: '“{what}”不是有效的 IBAN，请核对', en: '“{what}” is not a valid IBAN' },
  CARD_INVALID: {
    status: 400,
    zh: '卡号“{what}”校验不通过，请核对',
    en: 'The check digits of “{what}” do not match; check the number',
  },
  ACCOUNT_INVALID: {
    status: 400,
    zh: '账号“{what}”应为 5–34 位字母或数字',
    en: 'The account “{what}” should be 5 to 34 letters or digits',
  },
  RECEIVING_MISSING: { status: 400, zh: '请填写收款信息', en: 'Enter the receiving details' },
});
export type PayeeProblem = keyof typeof payeeErrors.declarations;

/** Returns the refusal of a payee, at its field of the form. */
export function payeeRefusal(problem: PayeeProblem, field: string, what = ''): AppError {
  const { zh, en } = payeeErrors.declarations[problem];
  const message = { zh: fill(zh, { what }), en: fill(en, { what }) };
  return payeeErrors[problem]({ what }, { fields: [{ field, message }] });
}
