import type { Outbound, OutboundAnswer } from './index.ts';
import { signedHeaders } from './signature.ts';

export interface SignedService {
  readonly endpoint: string;
  /** Sent as it is, so that the service knows us. */
  readonly key: string;
  readonly secret: string;
  /** For a whole exchange; default: 15 s. */
  readonly timeoutMillis?: number;
  /** Longest answer; default: 1 MB. */
  readonly answerBytes?: number;
}

/** Sends a signed request; the path is below the service address. Errors are those of `Outbound.request`. */
export type SignedClient = (method: 'GET' | 'POST', path: string, body?: string) => Promise<OutboundAnswer>;

/** Returns a client of a service that shares a key and a secret with us; bodies are JSON. */
export function signedClient(outbound: Outbound, { endpoint, key, secret, ...limits }: SignedService): SignedClient {
  const base = endpoint.replace(/\/+$/, '');
  return (method, path, body = '') =>
    outbound.request(`${base}${path}`, {
      method,
      body,
      ...limits,
      headers: {
        'X-Key': key,
        ...signedHeaders(secret, { method, path, body }),
        Accept: 'application/json',
        ...(method === 'POST' ? { 'Content-Type': 'application/json' } : {}),
      },
    });
}

/** Returns the JSON of an answer or callback, undefined for anything else. Its texts can be stored. */
export function jsonOf(text: string): unknown {
  try {
    return UNSTORABLE.test(text) ? JSON.parse(text, storableValue) : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** U+0000, or an escape that may be it or half a character. */
const UNSTORABLE = /\0|\\u(0000|d[89a-f])/i;
const storableValue = (_name: string, value: unknown): unknown =>
  typeof value === 'string' ? storableText(value) : value;

/** Returns a text without U+0000 and halves of characters, which no column can store. */
export const storableText = (text: string): string => withoutZeros(text).toWellFormed();

/** Returns a text without U+0000; for a part, which may end in the middle of a character. */
export const withoutZeros = (text: string): string => text.replaceAll('\0', '');
