import { defineErrors, type ErrorParams } from '@trade-assistant/contract/kit/errors.ts';
import { fill } from '@trade-assistant/contract/kit/locale.ts';

export const phoneErrors = defineErrors({
  SENDER_UNAVAILABLE: {
    status: 400,
    zh: '发送号码不可用，请选择状态为“可用”的号码',
    en: 'Sender not available; choose one whose status is “Usable”',
  },
  PHONE_ADDRESS: {
    status: 400,
    zh: '与类型不符：长号码和免费号须带国家码，短码为 3–6 位数字，签名为不超过 11 个字符且至少一个字母',
    en: 'Does not match the type: long and toll-free numbers need their country code, short codes have 3–6 digits, letters up to 11 characters with a letter',
  },
  PHONE_COUNTRY: {
    status: 400,
    zh: '号码属于 {country}，请选择该国家',
    en: 'The number belongs to {country}; choose that country',
  },
  PHONE_COUNTRY_UNKNOWN: { status: 400, zh: '请选择支持短信的国家', en: 'Choose a country that is served with SMS' },
  PHONE_TAKEN: {
    status: 400,
    zh: '该通道在此国家已有此号码',
    en: 'The provider already has this sender in this country',
  },
  PHONE_PROVIDER: { status: 400, zh: '请选择可发送短信的通道', en: 'Choose a provider that sends texts' },
  PHONE_NOT_RECEIVING: {
    status: 400,
    zh: '字母签名不能接收短信，请取消“上行”',
    en: 'Letters cannot receive texts; clear “Receive”',
  },
  PHONE_NOT_SENDING: { status: 400, zh: '请选择“下行”', en: 'Choose “Send”' },
  PHONE_AGENT: { status: 400, zh: '请选择启用中的代理', en: 'Choose an agent that is enabled' },
  PHONE_LEASED: {
    status: 400,
    zh: '号码 {phone} 正在租用，租期结束并收回后才能更改归属或删除',
    en: 'Sender {phone} is leased; its owner can be changed and it can be deleted after it has been reclaimed',
  },
  PHONE_NOT_FOR_LEASE: {
    status: 400,
    zh: '该号码不可租用，请选择标有“可租用”的号码',
    en: 'Not for lease; choose a sender that is open for lease',
  },
  PHONE_NOT_YOURS: { status: 400, zh: '您没有租用该号码', en: 'You do not lease this sender' },
  PHONE_UNREGISTERED: {
    status: 400,
    zh: '号码 {phone} 尚未备案，备案通过后才能启用',
    en: 'Sender {phone} is not registered; it can be used once its registration is approved',
  },
  PHONE_TOO_FAR: {
    status: 400,
    zh: '最多可续租至 {months} 个月后',
    en: 'Leases can be renewed up to {months} months ahead',
  },
  PHONE_PAPERS: { status: 400, zh: '请重新上传备案资料', en: 'Upload the registration papers again' },
  SHORT_LINK_OFF: {
    status: 400,
    zh: '尚未配置短链地址，请联系平台在参数“短链地址”中填写',
    en: 'Short links have no address yet; staff enter it as the parameter “Address of short links”',
  },
  SHORT_LINK_TARGET: {
    status: 400,
    zh: '短链目标应为 https 网址，不超过 2,000 个字符，且不是短链本身',
    en: 'The target of a short link should be an https address of up to 2,000 characters that is not a short link',
  },
  PHONE_OWN_REVIEW: {
    status: 400,
    zh: '不能审核自己提交的备案，请由他人审核',
    en: 'You submitted this registration; another person has to review it',
  },
});

/** Returns a refusal at a field of the form. */
export function refusedAt(field: string, name: keyof typeof phoneErrors.declarations, params: ErrorParams = {}) {
  const { zh, en } = phoneErrors.declarations[name];
  const message = { zh: fill(zh, params as never), en: fill(en, params as never) };
  return phoneErrors[name](params as never, { fields: [{ field, message }] });
}
