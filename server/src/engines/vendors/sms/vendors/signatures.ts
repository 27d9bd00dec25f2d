import { createHash, createHmac } from 'node:crypto';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** RFC 3986: encodes everything but letters, digits and `-_.~`. */
export const percentEncoded = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

export const canonicalQuery = (query: Readonly<Record<string, string>>): string =>
  Object.entries(query)
    .map(([name, value]) => `${percentEncoded(name)}=${percentEncoded(value)}`)
    .sort()
    .join('&');

interface AliyunRequest {
  readonly accessKey: string;
  readonly secretKey: string;
  readonly host: string;
  readonly action: string;
  readonly version: string;
  readonly query: Readonly<Record<string, string>>;
  readonly time: Date;
  readonly nonce: string;
}

/** Returns the headers of an Aliyun RPC call with an empty body, signed by version 3 (ACS3-HMAC-SHA256). */
export function aliyunHeaders({ accessKey, secretKey, host, action, version, query, time, nonce }: AliyunRequest) {
  const bodyHash = sha256('');
  const headers: Record<string, string> = {
    host,
    'x-acs-action': action,
    'x-acs-content-sha256': bodyHash,
    'x-acs-date': time.toISOString().replace(/\.\d{3}Z$/, 'Z'),
    'x-acs-signature-nonce': nonce,
    'x-acs-version': version,
  };
  const names = Object.keys(headers).sort();
  const signed = names.join(';');
  const lines = names.map((name) => `${name}:${headers[name]}\n`).join('');
  const canonical = ['POST', '/', canonicalQuery(query), lines, signed, bodyHash].join('\n');
  const signature = hmac(secretKey, `ACS3-HMAC-SHA256\n${sha256(canonical)}`).toString('hex');
  const authorization = `ACS3-HMAC-SHA256 Credential=${accessKey},SignedHeaders=${signed},Signature=${signature}`;
  return { ...headers, authorization };
}

interface TencentRequest {
  readonly secretId: string;
  readonly secretKey: string;
  readonly host: string;
  readonly service: string;
  readonly action: string;
  readonly version: string;
  readonly region: string;
  readonly body: string;
  readonly time: Date;
}

/** Returns the headers of a POST call of Tencent Cloud's API 3.0, signed by TC3-HMAC-SHA256. */
export function tencentHeaders(request: TencentRequest): Record<string, string> {
  const { secretId, secretKey, host, service, action, version, region, body, time } = request;
  const contentType = 'application/json; charset=utf-8';
  const seconds = Math.floor(time.getTime() / 1000);
  const day = time.toISOString().slice(0, 10);
  const signed = 'content-type;host;x-tc-action';
  const lines = `content-type:${contentType}\nhost:${host}\nx-tc-action:${action.toLowerCase()}\n`;
  const canonical = ['POST', '/', '', lines, signed, sha256(body)].join('\n');
  const scope = `${day}/${service}/tc3_request`;
  const key = hmac(hmac(hmac(`TC3${secretKey}`, day), service), 'tc3_request');
  const signature = hmac(key, ['TC3-HMAC-SHA256', seconds, scope, sha256(canonical)].join('\n')).toString('hex');
  return {
    host,
    'content-type': contentType,
    'x-tc-action': action,
    'x-tc-version': version,
    'x-tc-region': region,
    'x-tc-timestamp': String(seconds),
    authorization: `TC3-HMAC-SHA256 Credential=${secretId}/${scope}, SignedHeaders=${signed}, Signature=${signature}`,
  };
}

/** Returns the `Authorization` header of a JSON request to Qiniu. @param path with its query */
export function qiniuAuthorization(
  { accessKey, secretKey }: { accessKey: string; secretKey: string },
  { path, host, contentType, body }: { path: string; host: string; contentType: string; body: string },
): string {
  const text = `POST ${path}\nHost: ${host}\nContent-Type: ${contentType}\n\n${body}`;
  const signature = createHmac('sha1', secretKey).update(text).digest('base64').replace(/\+/g, '-').replace(/\//g, '_');
  return `Qiniu ${accessKey}:${signature}`;
}
