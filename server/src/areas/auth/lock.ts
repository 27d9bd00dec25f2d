import { lock, type lockState } from '@trade-assistant/contract/areas/auth/lock.ts';
import type { z } from 'zod';
import { lockScreen, lockStateOf, setLockPassword, unlockScreen } from '../../engines/people/identity/index.ts';
import { afterCommit } from '../../kernel/db/index.ts';
import { serve } from '../../kernel/http/serve.ts';

export default serve(lock, {
  state: async (c): Promise<z.output<typeof lockState>> => {
    const { isLocked, hasPassword } = await lockStateOf(c.app.db.drizzle, c.actor);
    return { isLocked: isLocked ? 1 : 0, hasPassword: hasPassword ? 1 : 0 };
  },
  lock: (c) =>
    c.tx(async (tx) => {
      await lockScreen(tx, c.actor);
      // The next call may arrive before this node is notified of its own commit.
      afterCommit(tx, () => c.app.sessions.forget());
    }),
  unlock: async (c, { password }) => {
    await unlockScreen(c.app.db, c.actor, password);
    c.app.sessions.forget();
  },
  'set-password': (c, input) => setLockPassword(c.app.db, c.actor, input),
});
