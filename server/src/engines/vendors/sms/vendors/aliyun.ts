import { randomUUID } from 'node:crypto';
import { aliyunHeaders, canonicalQuery } from './signatures.ts';
import { asInChina, jsonOf, type Vendor, withoutResult } from './vendor.ts';

interface Answer {
  readonly Code?: string;
  readonly Message?: string;
  readonly BizId?: string;
}

/** Aliyun, Dysmsapi 2017-05-25: `SendSms`, with one answer for all phones. */
export const aliyun: Vendor = {
  most: 1000,
  async send({ provider, secretKey, phones, values, outbound }) {
    const address = new URL('/', provider.endpoint);
    const query = {
      PhoneNumbers: phones.map((phone) => asInChina(phone, '')).join(','),
      SignName: provider.signName ?? '',
      TemplateCode: provider.templateId ?? '',
      TemplateParam: JSON.stringify(values),
    };
    const headers = aliyunHeaders({
      accessKey: provider.accessKey ?? '',
      secretKey,
      host: address.host,
      action: 'SendSms',
      version: '2017-05-25',
      query,
      time: new Date(),
      nonce: randomUUID(),
    });
    address.search = canonicalQuery(query);
    const response = await outbound.request(address.href, { method: 'POST', headers });
    const answer = jsonOf<Answer>(response);
    if (answer.Code !== 'OK') throw withoutResult(response, [[answer.Code, answer.Message].filter(Boolean).join(': ')]);
    return phones.map((phone) => ({ phone, state: 'accepted', messageId: answer.BizId ?? null }));
  },
};
