import { z } from 'zod';
import { partnerCall } from './call.ts';
import * as data from './data.ts';
import { pageOf, paging } from './values.ts';

const events = { zh: '事件', en: 'Events' };
const none = z.object({});

/** Events and their deliveries to webhook endpoints. */
export const eventCalls = [
  partnerCall({
    name: 'listEvents',
    method: 'GET',
    path: '/events',
    group: events,
    title: { zh: '事件列表', en: 'List events' },
    about: {
      zh: '端点订阅过的事件，保留 30 天，用于补取错过的通知',
      en: 'Events that your endpoints subscribed to, kept for 30 days: catch up on missed ones here',
    },
    scope: 'webhook.read',
    input: z.object(paging),
    data: pageOf(data.event),
    example: { limit: 10 },
  }),
  partnerCall({
    name: 'listDeliveries',
    method: 'GET',
    path: '/webhook-deliveries',
    group: events,
    title: { zh: '投递记录', en: 'List deliveries' },
    scope: 'webhook.read',
    input: z.object(paging),
    data: pageOf(data.delivery),
    example: { limit: 10 },
  }),
  partnerCall({
    name: 'resendDelivery',
    method: 'POST',
    path: '/webhook-deliveries/:id/resend',
    group: events,
    title: { zh: '重发一次投递', en: 'Send a delivery again' },
    scope: 'webhook.send',
    input: none,
    data: z.object({ sent: z.int() }),
    example: {},
  }),
] as const;
