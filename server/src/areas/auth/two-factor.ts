import { twoFactor } from '@trade-assistant/contract/areas/auth/two-factor.ts';
import {
  confirmTwoFactor,
  disableTwoFactor,
  enrolTwoFactor,
  renewRecoveryCodes,
  twoFactorState,
  verifyTwoFactor,
} from '../../engines/people/identity/index.ts';
import { serve } from '../../kernel/http/serve.ts';

export default serve(twoFactor, {
  state: async (c) => {
    const { isOn, since, codesLeft } = await twoFactorState(c.app.db.drizzle, c.actor.userId);
    return { isOn: isOn ? (1 as const) : (0 as const), since, codesLeft };
  },
  enrol: async (c, input) => {
    // Neither the secret nor, below, the recovery codes may stay in a cache.
    void c.reply.header('Cache-Control', 'no-store');
    return enrolTwoFactor(c.app.db, c.app.secrets, c.actor, input);
  },
  // The next call may arrive before this node is notified of its own commit, so it forgets the session at once.
  verify: async (c, input) => {
    await verifyTwoFactor(c.app.db, c.app.secrets, c.actor, input);
    c.app.sessions.forget();
  },
  confirm: async (c, input) => {
    void c.reply.header('Cache-Control', 'no-store');
    const recoveryCodes = await confirmTwoFactor(c.app.db, c.app.secrets, c.actor, input);
    c.app.sessions.forget();
    return { recoveryCodes };
  },
  disable: async (c, input) => {
    await disableTwoFactor(c.app.db, c.app.secrets, c.actor, input);
    c.app.sessions.forget();
  },
  'renew-codes': async (c, input) => {
    void c.reply.header('Cache-Control', 'no-store');
    return { recoveryCodes: await renewRecoveryCodes(c.app.db, c.app.secrets, c.actor, input) };
  },
});
