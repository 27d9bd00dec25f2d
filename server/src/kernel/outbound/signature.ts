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
