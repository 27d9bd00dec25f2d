import type { CallData, CallInput, Resource } from '@trade-assistant/contract/kit/resource.ts';
import { sendForData } from './request.ts';
import { subjectsOf, supersede, underKey } from './under-key.ts';

export type CallName<R extends Resource> = keyof R['calls'] & string;

export interface CallOptions {
  /** Set by callers that keep a key longer than the automatic retries, such as forms, which keep it over a reload. */
  readonly idempotencyKey?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Makes a call of the contract, in the wire's types on both sides. Reads travel in the query string, changes as JSON and
 * under an idempotency key: the same again after no definite answer is not carried out twice.
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
  const path = `${resource.name}/${name}`;
  const said = input as Record<string, unknown>;
  const send = async (key?: string) =>
    (await sendForData(
      {
        path,
        method: declared.methods[0] ?? 'GET',
        input: said,
        headers: key ? { 'Idempotency-Key': key } : {},
        signal: options.signal,
      },
      declared.answer === 'bare',
    )) as CallData<R, K, 'in'>;
  if (!declared.idempotent) return send();
  const about = subjectsOf(resource.name, name, said);
  if (options.idempotencyKey === undefined) return underKey(`${path} ${JSON.stringify(said)}`, about, send);
  supersede(about, options.idempotencyKey);
  return send(options.idempotencyKey);
}
