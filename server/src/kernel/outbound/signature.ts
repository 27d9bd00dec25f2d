import { createHmac, timingSafeEqual } from 'node:crypto';

/** HMAC-SHA256 in hex over parts joined by line feeds. */
export const signatureOf = (key: string, parts: readonly string[]): string =>
  createHmac('sha256', key).update(parts.join('\n')).digest('hex');

/** Whether a signature in hex, in any case, is the one of these parts; in constant time. */
export function isSignature(key: string, parts: readonly string[], signature: string): boolean {
  const expected = Buffer.from(signatureOf(key, parts));
  const given = Buffer.from(signature.toLowerCase());
  return expected.length === given.length && timingSafeEqual(expected, given);
}

/** The part of a request that its signature covers, with its time; `path` has the query. */
export interface SignedRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body: string;
}

/** How far the clocks of two machines may differ, and how long a request takes. */
const SIGNED_SECONDS = 300;

/** Returns the headers of a signed request: Unix seconds, and the signature over time, method, path and body. */
export function signedHeaders(key: string, { method, path, body }: SignedRequest): Record<string, string> {
  const time = Math.floor(Date.now() / 1000).toString();
  return { 'X-Time': time, 'X-Signature': signatureOf(key, [time, method, path, body]) };
}

/** Whether a request was signed with a key within the last five minutes. An empty key signs nothing. */
export function isSigned(
  key: string,
  { method, path, body }: SignedRequest,
  headers: Readonly<Record<string, string | string[] | undefined>>,
): boolean {
  const { 'x-time': time, 'x-signature': signature } = headers;
  if (key === '' || typeof time !== 'string' || typeof signature !== 'string' || !/^\d{1,12}$/.test(time)) return false;
  const isFresh = Math.abs(Date.now() / 1000 - Number(time)) <= SIGNED_SECONDS;
  return isFresh && isSignature(key, [time, method, path, body], signature);
}
