import { tencentHeaders } from './signatures.ts';
import { jsonOf, type Vendor, withoutResult } from './vendor.ts';

interface Answer {
  readonly Response?: {
    readonly Error?: { readonly Code: string; readonly Message: string };
    readonly SendStatusSet?: readonly {
      readonly SerialNo?: string;
      readonly PhoneNumber: string;
      readonly Fee?: number;
      readonly Code: string;
      readonly Message: string;
    }[];
  };
}

/**
 * Tencent Cloud, SMS 2021-01-11: `SendSms`. Templates there have numbered placeholders: values are sent in their
 * order.
 */
export const tencent: Vendor = {
  most: 200,
  async send({ provider, secretKey, phones, values, outbound }) {
    const address = new URL('/', provider.endpoint);
    const body = JSON.stringify({
      PhoneNumberSet: phones.map((phone) => `+${phone}`),
      SmsSdkAppId: provider.appId,
      SignName: provider.signName,
      TemplateId: provider.templateId,
      TemplateParamSet: Object.values(values),
    });
    const headers = tencentHeaders({
      secretId: provider.accessKey ?? '',
      secretKey,
      host: address.host,
      service: 'sms',
      action: 'SendSms',
      version: '2021-01-11',
      region: provider.regionId ?? '',
      body,
      time: new Date(),
    });
    const response = await outbound.request(address.href, { method: 'POST', headers, body });
    const answer = jsonOf<Answer>(response);
    const { Error: refused, SendStatusSet: statuses } = answer.Response ?? {};
    if (refused || !statuses) throw withoutResult(response, refused ? [`${refused.Code}: ${refused.Message}`] : []);
    const byPhone = new Map(statuses.map((one) => [one.PhoneNumber.replace(/\D/g, ''), one]));
    return phones.map((phone) => {
      const one = byPhone.get(phone.toString());
      if (!one) return { phone, state: 'unknown' as const };
      const { Code, Message, SerialNo, Fee } = one;
      if (Code !== 'Ok') return { phone, state: 'failed' as const, problem: `${Code}: ${Message}` };
      return { phone, state: 'accepted' as const, messageId: SerialNo ?? null, segments: Fee ?? null };
    });
  },
};
