import type { CallData, CallInput, Resource } from '@trade-assistant/contract/kit/resource.ts';
import { sendForData } from './request.ts';

export type CallName<R extends Resource> = keyof R['calls'] & string;

export interface CallOptions {
  /** Sent with calls that create or move money; the same key never does it twice. */
  readonly idempotencyKey?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Makes a call of the contract, in the wire's types on both sides. Reads travel in the query string, changes as JSON.
 * Throws `CallError` for any answer that is no success.
 */
export async function call<R extends Resource, K extends CallName<R>>(
  resource: R,
  name: K,
  input: CallInput<R, K, 'in'>,
  options: CallOptions = {},
): Promise<CallData<R, K, 'in'>> {
  const declared = resource.calls[name];
  if (!declared) throw new TypeError(`${resource.name} has no call ${name}`);
  const data = await sendForData(
    {
      path: `${resource.name}/${name}`,
      method: declared.methods[0] ?? 'GET',
      input: input as Record<string, unknown>,
      headers: options.idempotencyKey ? { 'Idempotency-Key': options.idempotencyKey } : {},
      signal: options.signal,
    },
    declared.answer === 'bare',
  );
  return data as CallData<R, K, 'in'>;
}

/** A fresh key for one opened dialog. `randomUUID` is missing on plain http addresses of a LAN. */
export function newIdempotencyKey(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID();
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
