import { Webhook } from 'standardwebhooks';
import type { webhooks } from './generated/partner.ts';

/** An event as an endpoint receives it; `type` decides what `data` has. */
export type PartnerEvent = {
  [T in keyof webhooks]: webhooks[T] extends {
    post: { requestBody: { content: { 'application/json': infer B } } };
  }
    ? B
    : never;
}[keyof webhooks];

type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * Returns the event of a request, with the id by which a repetition is recognised.
 * @param secret `whsec_…` of the endpoint
 * @param body as it came, not parsed and written again
 * @throws WebhookVerificationError for a wrong signature, and for a request older than five minutes
 */
export function verifyWebhook(secret: string, body: string, headers: Headers): { id: string; event: PartnerEvent } {
  const given = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]));
  const event = new Webhook(secret).verify(body, given) as PartnerEvent;
  return { id: given['webhook-id'] ?? '', event };
}
