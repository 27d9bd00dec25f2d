import type { Secrets } from '../../kernel/secrets/index.ts';

/** A number as the list knows it: its digest, and the first 8 bytes of that. */
export interface NumberDigest {
  readonly key: bigint;
  readonly hash: Buffer;
}

const PURPOSE = 'suppressed number';

/** Returns the digest of a number, the same for all tenants. Without the key of the installation nobody can test numbers against the list. */
export function digestOf(secrets: Pick<Secrets, 'digest'>, e164: bigint | number): NumberDigest {
  const hash = Buffer.from(secrets.digest(String(e164), PURPOSE), 'hex');
  return { hash, key: hash.readBigInt64BE(0) };
}
