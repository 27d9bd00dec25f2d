import { sms } from '@trade-assistant/contract/areas/resource/sms.ts';
import { useService } from '../../engines/office/in-use/index.ts';
import {
  awaitMessages,
  checkProvider,
  pendingAnswer,
  reserveMessages,
  SMS_SERVICES,
  smsProviders,
} from '../../engines/vendors/sms/index.ts';
import { runOnce, storeAnswers } from '../../kernel/http/idempotency.ts';
import { resourceRoutes } from '../../kernel/resource/routes.ts';

export default resourceRoutes(sms, smsProviders, {
  scope: 'tenant',
  beforeSave: async (c, _tx, input, existing) => {
    checkProvider(c.app.outbound, { ...existing, ...input });
    return input;
  },
  actions: {
    enable: (c, { id }) => c.tx(async (tx) => void (await useService(tx, c.actor, SMS_SERVICES, id, true))),
    disable: (c, { id }) => c.tx(async (tx) => void (await useService(tx, c.actor, SMS_SERVICES, id, false))),
    'endpoint/send-message': {
      // Written and committed before a worker sends, so that a repetition under the key never sends again.
      keyed: async (c, input, { keyed, write }) => {
        let reserved: Awaited<ReturnType<typeof reserveMessages>> | undefined;
        const first = await runOnce(c.app.db, keyed, async (tx) => {
          reserved = await reserveMessages(c.app, tx, c.actor, input, c.locale);
          return write(pendingAnswer(reserved));
        });
        if (!reserved) return first;
        const answer = write(await awaitMessages(c.app, reserved));
        if (keyed) await c.app.db.tx((tx) => storeAnswers(tx, [{ keyed, answer }]));
        return { answer, replayed: false };
      },
    },
  },
});
