import { cannedReply } from '@trade-assistant/contract/areas/sms/canned-reply.ts';
import { cannedOf, cannedReplies, shortcutTaken, usableBy } from '../../engines/messaging/inbox/index.ts';
import { resourceRoutes } from '../../kernel/resource/routes.ts';

export default resourceRoutes(cannedReply, cannedReplies, {
  scope: 'tenant',
  rows: ({ actor }) => usableBy(actor),
  unique: { inb_canned_reply_shortcut: shortcutTaken },
  beforeSave: async (c, _tx, input, existing) => (existing ? input : { ...input, ...cannedOf(c.actor) }),
});
