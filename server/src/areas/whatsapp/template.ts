import { whatsappTemplate } from '@trade-assistant/contract/areas/whatsapp/template.ts';
import { userType } from '@trade-assistant/contract/dictionaries.ts';
import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import { and, asc, eq, isNull } from 'drizzle-orm';
import {
  accountOf,
  buyerOf,
  mayUse,
  syncTemplates,
  templates,
  whatsapp,
} from '../../engines/messaging/sending/index.ts';
import { type MessageSender, messageSender, messageSenders } from '../../engines/vendors/providers/index.ts';
import type { Context } from '../../kernel/http/context.ts';
import { resourceRoutes } from '../../kernel/resource/routes.ts';

export default resourceRoutes(whatsappTemplate, templates, {
  scope: 'tenant',
  actions: {
    sync: async (c, { senderId }) => {
      const all = await messageSenders(c.app, c.app.db.drizzle, {
        tenantId: c.actor.tenantId,
        protocols: whatsapp.protocols,
      });
      const chosen = senderId === undefined ? all : all.filter(({ id }) => id === senderId);
      if (chosen.length === 0) throw commonErrors.NOT_FOUND();
      // Senders of one business account have the same templates.
      const accounts = [...new Map(chosen.map((sender) => [accountOf(sender), sender])).values()];
      const counts = { templates: 0, changed: 0 };
      for (const { id } of accounts) {
        const found = await syncTemplates(c.app, id);
        counts.templates += found.templates;
        counts.changed += found.changed;
      }
      return counts;
    },
    choices: async (c, { senderId }) => {
      const sender = await messageSender(c.app, c.app.db.drizzle, senderId);
      if (!sender || !(await isUsable(c, sender))) throw commonErrors.NOT_FOUND();
      const rows = await c.app.db.drizzle
        .select()
        .from(templates)
        .where(
          and(
            eq(templates.tenantId, c.actor.tenantId),
            eq(templates.businessAccount, accountOf(sender)),
            isNull(templates.deletedAt),
          ),
        )
        .orderBy(asc(templates.templateCode), asc(templates.language));
      return {
        templates: rows,
      };
    },
  },
});

/** Staff may see the templates of every sender, agents those of senders that they may use. */
async function isUsable(c: Context, sender: MessageSender): Promise<boolean> {
  const { tenantId, userId } = c.actor;
  if (c.actor.userType === userType.is.staff) return sender.tenantId === tenantId;
  return mayUse(sender, await buyerOf(c.app, tenantId, userId));
}
