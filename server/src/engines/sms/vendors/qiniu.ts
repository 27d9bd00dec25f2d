import { qiniuAuthorization } from './signatures.ts';
import { asInChina, jsonOf, Refusal, type Vendor } from './vendor.ts';

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
    const answer = jsonOf<Answer>(await outbound.request(address.href, { method: 'POST', headers, body }));
    if (!answer.job_id) throw new Refusal([answer.error, answer.message].filter(Boolean).join(': ') || 'no job_id');
    return phones.map((phone) => ({ phone, state: 'accepted', messageId: answer.job_id ?? null }));
  },
};
