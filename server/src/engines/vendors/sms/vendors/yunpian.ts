import { asInChina, jsonOf, type Vendor, withoutResult } from './vendor.ts';

interface Answer {
  readonly code?: number;
  readonly msg?: string;
  readonly detail?: string;
  readonly data?: readonly { code: number; msg: string; count?: number; mobile: string; sid?: number | string }[];
}

/** Puts the bracketed signature before the text unless it is already there. */
export const signed = (signName: string | null, text: string): string =>
  signName && !text.startsWith('【') ? `【${signName}】${text}` : text;

/** Yunpian, SMS API v2: `batch_send`. */
export const yunpian: Vendor = {
  most: 1000,
  async send({ provider, secretKey, phones, text, outbound }) {
    const body = new URLSearchParams({
      apikey: secretKey,
      mobile: phones.map((phone) => asInChina(phone, '+')).join(','),
      text,
    });
    const address = new URL('/v2/sms/batch_send.json', provider.endpoint);
    const headers = {
      'content-type': 'application/x-www-form-urlencoded; charset=utf-8',
      accept: 'application/json; charset=utf-8',
    };
    const response = await outbound.request(address.href, { method: 'POST', headers, body: body.toString() });
    const answer = jsonOf<Answer>(response);
    if (!answer.data) throw withoutResult(response, [answer.code, answer.msg, answer.detail]);
    const byPhone = new Map(answer.data.map((one) => [one.mobile.replace(/\D/g, ''), one]));
    return phones.map((phone) => {
      const one = byPhone.get(asInChina(phone, '')) ?? byPhone.get(phone.toString());
      if (!one) return { phone, state: 'unknown' as const };
      const { code, msg, count, sid } = one;
      if (code !== 0) return { phone, state: 'failed' as const, problem: `${code} ${msg}` };
      return { phone, state: 'accepted' as const, messageId: sid ? String(sid) : null, segments: count ?? null };
    });
  },
};
