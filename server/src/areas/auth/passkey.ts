import { passkey } from '@trade-assistant/contract/areas/auth/passkey.ts';
import {
  addPasskey,
  beginPasskey,
  beginPasskeySignIn,
  ownPasskeys,
  removePasskey,
  renamePasskey,
} from '../../engines/people/identity/index.ts';
import { serve } from '../../kernel/http/serve.ts';

export default serve(passkey, {
  list: async (c) => {
    const found = await ownPasskeys(c.app.db.drizzle, c.actor);
    return found.map((one) => ({ ...one, isSynced: one.isSynced ? 1 : 0 }));
  },
  'register-options': (c, { password }) => beginPasskey(c.app.db, c.actor, { password, host: c.request.hostname }),
  register: async (c, input) => ({ id: await addPasskey(c.app.db, c.actor, input) }),
  rename: (c, input) => c.tx((tx) => renamePasskey(tx, c.actor, input)),
  remove: (c, input) => c.tx((tx) => removePasskey(tx, c.actor, input)),
  'sign-in-options': (c) => beginPasskeySignIn(c.app.db, { host: c.request.hostname }),
});
