import { payoutChannel } from '@trade-assistant/contract/areas/user/payout-channel.ts';
import {
  assertSandbox,
  type ChannelRow,
  channelService,
  channels,
  channelsInUse,
} from '../../engines/money/payments/index.ts';
import { resourceRoutes } from '../../kernel/resource/routes.ts';

export const approvals = [channelService.approval];

export default resourceRoutes(payoutChannel, channels, {
  scope: 'tenant',
  lockBefore: (c, tx, ids) => channelService.lockBefore(tx, c.actor, ids),
  beforeSave: async (c, _tx, input, existing) => {
    await assertSandbox(c.app, input.channelKind);
    if (input.endpoint) c.app.outbound.check(input.endpoint);
    return channelService.toSave(input as Partial<ChannelRow>, existing);
  },
  afterSave: (c, tx, row) => channelService.ask(tx, c.actor, row),
  actions: { choices: (c) => channelsInUse(c.app.db, c.actor) },
});
