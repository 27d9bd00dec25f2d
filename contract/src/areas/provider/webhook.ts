import { z } from 'zod';
import { getOrPost } from '../../kit/call.ts';
import { id } from '../../kit/schema.ts';

/**
 * A message channel posts its events, signed in its own way; by GET, WhatsApp confirms the address
 * (docs/operations/whatsapp.md, docs/operations/telegram.md).
 */
export const webhook = getOrPost({
  title: { zh: '消息渠道通知', en: 'Webhook of a message channel' },
  access: 'public',
  answer: 'bare',
  untrailed: 'sent by a channel; stored as it came',
  allowUnknownNames: true,
  rawBody: true,
  unlogged: ['hub.verify_token', 'hub.challenge'],
  // A number of the highest throughput has three statuses for each of its 1,000 messages a second.
  perMinute: 200_000,
  input: z.object({
    id: id(),
    'hub.mode': z.string().max(32).optional(),
    'hub.verify_token': z.string().max(255).optional(),
    'hub.challenge': z.string().max(255).optional(),
  }),
  data: z.string(),
});
