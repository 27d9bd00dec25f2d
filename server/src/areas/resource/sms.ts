import { sms } from '@trade-assistant/contract/areas/resource/sms.ts';
import {
  checkProvider,
  deliverMessages,
  pendingAnswer,
  reserveMessages,
  smsProviders,
  useProvider,
} from '../../engines/sms/index.ts';
import { runOnce, storeAnswers } from '../../kernel/http/idempotency.ts';
import { resourceRoutes } from '../../kernel/resource/routes.ts';

export default resourceRoutes(sms, smsProviders, {
  scope: 'tenant',
  beforeSave: async (c, _tx, input, existing) => {
    checkProvider(c.app.outbound, { ...existing, ...input });
    return input;
  },
  actions: {
    enable: (c, { id }) => c.tx(async (tx) => void (await useProvider(tx, c.actor, id, true))),
    disable: (c, { id }) => c.tx(async (tx) => void (await useProvider(tx, c.actor, id, false))),
    'endpoint/send-message': {
      // Written and committed before sending, so that a repetition under the key never sends again.
      keyed: async (c, input, { keyed, write }) => {
        let reserved: Awaited<ReturnType<typeof reserveMessages>> | undefined;
        const first = await runOnce(c.app.db, keyed, async (tx) => {
          reserved = await reserveMessages(tx, c.actor, input);
          return write(pendingAnswer(reserved));
        });
        if (!reserved) return first;
        const settle = async (tx: Parameters<typeof storeAnswers>[0], answer: ReturnType<typeof pendingAnswer>) => {
          if (keyed) await storeAnswers(tx, [{ keyed, answer: write(answer) }]);
        };
        const answer = await deliverMessages(c.app, c.actor, reserved, { locale: c.locale, settle });
        return { answer: write(answer), replayed: false };
      },
    },
  },
});
