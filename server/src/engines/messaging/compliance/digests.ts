import { countedForm, formsOf } from '../../../kernel/phone/index.ts';
import type { Secrets } from '../../../kernel/secrets/index.ts';

/** A number as the list knows it: its digest, and the first 8 bytes of that. */
export interface NumberDigest {
  readonly key: bigint;
  readonly hash: Buffer;
}

const PURPOSE = 'suppressed number';

/** A number, or a recipient's id of a channel where its number is not known. */
export type Recipient = bigint | number | string;

/** Returns the digests of a recipient in every form in which networks write its number. */
export const digestsOf = (secrets: Pick<Secrets, 'digest'>, recipient: Recipient): readonly NumberDigest[] =>
  typeof recipient === 'string'
    ? [digestOf(secrets, recipient)]
    : formsOf(BigInt(recipient)).map((form) => digestOf(secrets, form));

/**
 * Returns the digest of a recipient, the same for all tenants. Without the key of the installation nobody can test recipients against the
 * list.
 */
export function digestOf(secrets: Pick<Secrets, 'digest'>, recipient: Recipient): NumberDigest {
  // Ids of channels never equal digits of a number.
  const text = typeof recipient === 'string' ? `id:${recipient}` : String(recipient);
  const hash = Buffer.from(secrets.digest(text, PURPOSE), 'hex');
  return { hash, key: hash.readBigInt64BE(0) };
}

/** Returns the key by which messages to a recipient are counted, the same for every form of its number. */
export const recipientKey = (secrets: Pick<Secrets, 'digest'>, recipient: Recipient): bigint =>
  digestOf(secrets, typeof recipient === 'string' ? recipient : countedForm(BigInt(recipient))).key;
