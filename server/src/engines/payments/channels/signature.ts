import { isSignature, signatureOf } from '../../../kernel/outbound/signature.ts';

const CALLBACK_VERSION = 'v2';

type CallbackFields = Readonly<Record<string, unknown>> & { readonly signature: string };

/**
 * The text that a callback signs: `name=value` of every field except the signature, sorted by name, with \ and line
 * feeds escaped.
 */
function callbackText({ signature: _, ...fields }: CallbackFields): string {
  return Object.entries(fields)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => `${name}=${String(value).replaceAll('\\', '\\\\').replaceAll('\n', '\\n')}`)
    .sort()
    .join('\n');
}

/** Returns the signature of a callback: the version of the scheme and HMAC-SHA256 in hex over all its fields. */
export const callbackSignature = (key: string, fields: Readonly<Record<string, unknown>>): string =>
  `${CALLBACK_VERSION}=${signatureOf(key, [callbackText({ ...fields, signature: '' })])}`;

/** Whether a callback is signed with a key over all its fields, in the present version of the scheme. */
export function isCallbackSigned(key: string, fields: CallbackFields): boolean {
  const [, hex] = /^v2=([0-9a-fA-F]{64})$/.exec(fields.signature) ?? [];
  return key !== '' && hex !== undefined && isSignature(key, [callbackText(fields)], hex);
}
