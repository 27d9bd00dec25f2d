import { payoutKind } from '@trade-assistant/contract/areas/user/dictionaries.ts';
import { payoutChannel } from '@trade-assistant/contract/areas/user/payout-channel.ts';
import type { Outbound } from '../../../../kernel/outbound/index.ts';
import { openSecretOf } from '../../../../kernel/resource/sealed.ts';
import type { Secrets } from '../../../../kernel/secrets/index.ts';
import type { ChannelRow } from '../tables.ts';
import type { PayoutPort } from './channel.ts';
import { httpChannel } from './http.ts';
import { sandboxChannel } from './sandbox.ts';

export type { Payout, PayoutPort, PayoutState } from './channel.ts';
export { payoutSaid } from './http.ts';

/** Returns the client of a channel. */
export function portOf(row: ChannelRow, { secrets, outbound }: { secrets: Secrets; outbound: Outbound }): PayoutPort {
  if (row.channelKind === payoutKind.is.sandbox) return sandboxChannel(row.outcome ?? 0, row.delaySeconds ?? 0);
  return httpChannel({
    endpoint: row.endpoint ?? '',
    merchantId: row.merchantId ?? '',
    signingSecret: openSecretOf(secrets, payoutChannel, row, 'signingSecret'),
    outbound,
  });
}
