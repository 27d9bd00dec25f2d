import { payoutChannel } from '@trade-assistant/contract/areas/user/payout-channel.ts';
import { assertSandbox, channels, channelsInUse } from '../../engines/payments/index.ts';
import { resourceRoutes } from '../../kernel/resource/routes.ts';

export default resourceRoutes(payoutChannel, channels, {
  scope: 'tenant',
  beforeSave: async (c, _tx, input) => {
    await assertSandbox(c.app, input.channelKind);
    if (input.endpoint) c.app.outbound.check(input.endpoint);
    return input;
  },
  actions: { choices: (c) => channelsInUse(c.app.db, c.actor) },
});
