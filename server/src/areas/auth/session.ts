import { session } from '@trade-assistant/contract/areas/auth/session.ts';
import { endOwnSessions, ownSessions } from '../../engines/identity/index.ts';
import { serve } from '../../kernel/http/serve.ts';

export default serve(session, {
  list: async (c) => {
    const open = await ownSessions(c.app.db.drizzle, c.actor);
    return open.map((one) => ({ ...one, isOwn: one.isOwn ? 1 : 0 }));
  },
  end: (c, { ids }) => c.tx(async (tx) => ({ count: await endOwnSessions(tx, c.actor, { ids }) })),
  'end-others': (c) => c.tx(async (tx) => ({ count: await endOwnSessions(tx, c.actor) })),
});
