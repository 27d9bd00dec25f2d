import { paymentReceipts, payoutReceipts } from '../engines/money/payments/index.ts';
import { applyReceipts } from '../engines/vendors/providers/index.ts';
import { signedHeaders } from '../kernel/outbound/signature.ts';
import type { Answer, TestApp } from './app.ts';

const kinds = new Map([payoutReceipts, paymentReceipts].map((kind) => [kind.kind, kind]));

export interface SentCallback {
  /** The resource that has the call. */
  readonly resource: string;
  /** The vendor. */
  readonly id: string;
  readonly key: string;
  readonly body: string;
  /** Other headers than the right ones. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The body that is sent, where another one was signed. */
  readonly sent?: string;
}

/** Posts a signed callback of a vendor, and applies the stored ones. */
export async function callBack(
  product: TestApp,
  { resource, id, key, body, headers, sent = body }: SentCallback,
): Promise<Answer> {
  const path = `/api/${resource}/callback?id=${id}`;
  const answer = await product.guest.post(path.replace('/api/', ''), sent, {
    'content-type': 'application/json',
    ...signedHeaders(key, { method: 'POST', path, body }),
    ...headers,
  });
  await applyReceipts(product.app, kinds);
  return answer;
}
