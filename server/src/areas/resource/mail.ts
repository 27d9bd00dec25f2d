import { mail } from '@trade-assistant/contract/areas/resource/mail.ts';
import { eq } from 'drizzle-orm';
import { assertReached, useService } from '../../engines/office/in-use/index.ts';
import {
  checkServer,
  MAIL_SERVICES,
  mailErrors,
  mailJob,
  mailServers,
  purgeMail,
  queueMail,
} from '../../engines/office/mail/index.ts';
import { users } from '../../engines/people/identity/index.ts';
import { defineTimer, type Job, type Timer } from '../../kernel/jobs/index.ts';
import { resourceRoutes } from '../../kernel/resource/routes.ts';

const TEST = {
  zh: { subject: '测试邮件', text: '邮件配置可用：这封邮件由后台发送。' },
  en: { subject: 'Test message', text: 'The mail server works: the back office sent this message.' },
} as const;

export default resourceRoutes(mail, mailServers, {
  scope: 'tenant',
  beforeSave: async (c, _tx, input, existing) => {
    checkServer(c.app.outbound, { ...existing, ...input });
    return input;
  },
  actions: {
    enable: (c, { id }) => c.tx(async (tx) => void (await useService(tx, c.actor, MAIL_SERVICES, id, true))),
    disable: (c, { id }) => c.tx(async (tx) => void (await useService(tx, c.actor, MAIL_SERVICES, id, false))),
    test: (c, { id }) =>
      c.tx(async (tx) => {
        const { tenantId, userId } = c.actor;
        await assertReached(tx, c.actor, MAIL_SERVICES, id);
        const [own] = await tx.select({ email: users.email }).from(users).where(eq(users.id, userId));
        if (!own?.email) throw mailErrors.MAIL_NO_ADDRESS();
        const to = { tenantId, userId, address: own.email, serverId: id, locale: c.locale };
        return { logId: await queueMail(tx, c.app, { ...to, ...TEST[c.locale] }), address: own.email };
      }),
  },
});

export const jobs: readonly Job[] = [mailJob] as unknown as readonly Job[];

export const timers: readonly Timer[] = [
  defineTimer({ name: 'mail/purge', every: { at: '03:55' }, run: (app) => purgeMail(app.db) }),
];
