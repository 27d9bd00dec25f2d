import { qiniuAuthorization } from './signatures.ts';
import { asInChina, jsonOf, type Vendor, withoutResult } from './vendor.ts';

interface Answer {
  readonly job_id?: string;
  readonly error?: string;
  readonly message?: string;
}

const PATH = '/v1/message';
const CONTENT_TYPE = 'application/json';

/** Qiniu: one job for all phones; the template there includes the signature. */
export const qiniu: Vendor = {
  most: 100,
  async send({ provider, secretKey, phones, values, outbound }) {
    const address = new URL(PATH, provider.endpoint);
    const body = JSON.stringify({
      template_id: provider.templateId,
      mobiles: phones.map((phone) => asInChina(phone, '+')),
      parameters: values,
    });
    const keys = { accessKey: provider.accessKey ?? '', secretKey };
    const request = { path: PATH, host: address.host, contentType: CONTENT_TYPE, body };
    const headers = { 'content-type': CONTENT_TYPE, authorization: qiniuAuthorization(keys, request) };
    const response = await outbound.request(address.href, { method: 'POST', headers, body });
    const answer = jsonOf<Answer>(response);
    if (!answer.job_id) throw withoutResult(response, [[answer.error, answer.message].filter(Boolean).join(': ')]);
    return phones.map((phone) => ({ phone, state: 'accepted', messageId: answer.job_id ?? null }));
  },
};
