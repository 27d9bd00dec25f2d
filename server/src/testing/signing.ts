import { createHash, createHmac, randomBytes } from 'node:crypto';

/** A key as `app/timestamp` answers it. */
export interface SigningKey {
  readonly keyId: string;
  readonly signKey: string;
}

export interface ToSign {
  /** With its query. */
  readonly path: string;
  readonly body: string;
  readonly tenantId?: string;
  readonly nonce?: string;
  readonly timestamp?: string;
  readonly method?: string;
}

/** Returns the headers of a signed request, made as docs/public-calls.md tells clients to. */
export function signedHeaders(
  { keyId, signKey }: SigningKey,
  {
    path: address,
    body,
    tenantId = '',
    nonce = randomBytes(16).toString('hex'),
    timestamp = String(Date.now()),
    method = 'POST',
  }: ToSign,
): Record<string, string> {
  const [path = '', query = ''] = address.split('?', 2);
  const sorted = new URLSearchParams(query);
  sorted.sort();
  const digest = createHash('sha256').update(body).digest('hex');
  const text = [method, path, sorted.toString(), timestamp, nonce, digest, tenantId].join('\n');
  const mac = createHmac('sha256', signKey).update(text).digest('base64url');
  return {
    'content-type': 'application/json',
    nonce,
    timestamp,
    signature: `v2:${keyId}:${mac}`,
    ...(tenantId === '' ? {} : { 'tenant-id': tenantId }),
  };
}
