import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** A request as its signature covers it. */
export interface SignedParts {
  readonly method: string;
  /** As it was sent, without the query. */
  readonly path: string;
  /** As it was sent, without the question mark. */
  readonly query: string;
  readonly timestamp: string;
  readonly nonce: string;
  readonly body: Buffer;
  /** The header `Tenant-Id`; empty without one. */
  readonly tenantId: string;
}

/** The scheme of the header `signature`, with the parts that it names. */
export type Signature =
  | { readonly scheme: 'v2'; readonly keyId: string; readonly mac: string }
  | { readonly scheme: 'legacy'; readonly hash: string };

export type LegacyHash = 'md5' | 'sha256';

const V2 = /^v2:([A-Za-z0-9][A-Za-z0-9-]{0,63}):([A-Za-z0-9_-]{43})$/;
const LEGACY = /^([0-9a-f]{32}|[0-9a-f]{64})$/i;

/** Reads the header `signature`; undefined for text of neither scheme. */
export function readSignature(text: string): Signature | undefined {
  const [, keyId, mac] = V2.exec(text) ?? [];
  if (keyId !== undefined && mac !== undefined) return { scheme: 'v2', keyId, mac };
  return LEGACY.test(text) ? { scheme: 'legacy', hash: text.toLowerCase() } : undefined;
}

/** Returns the text that a v2 signature covers: seven lines. */
export function canonical({ method, path, query, timestamp, nonce, body, tenantId }: SignedParts): string {
  const sorted = new URLSearchParams(query);
  sorted.sort();
  const digest = createHash('sha256').update(body).digest('hex');
  return [method, path, sorted.toString(), timestamp, nonce, digest, tenantId].join('\n');
}

/** Returns the last part of a v2 signature: HMAC-SHA256 as base64url without padding; the key is used as its UTF-8 bytes. */
export const macOf = (key: string, parts: SignedParts): string =>
  createHmac('sha256', key).update(canonical(parts)).digest('base64url');

/** Returns a legacy signature: the hash of the timestamp and the fixed word, in hex. */
export const legacyHashOf = (hash: LegacyHash, word: string, timestamp: string): string =>
  createHash(hash).update(`${timestamp}${word}`).digest('hex');

/** Compares two texts in constant time. */
export function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
