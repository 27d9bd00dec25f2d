import { watcherKind } from '@trade-assistant/contract/areas/user/dictionaries.ts';
import { paymentWatcher } from '@trade-assistant/contract/areas/user/payment-watcher.ts';
import type { Outbound } from '../../../../kernel/outbound/index.ts';
import { openSecretOf } from '../../../../kernel/resource/sealed.ts';
import type { Secrets } from '../../../../kernel/secrets/index.ts';
import type { WatcherRow } from '../tables.ts';
import { httpWatcher } from './http.ts';
import type { WatchPort } from './port.ts';
import { sandboxWatcher } from './sandbox.ts';

export type { SeenPayment, WaitingRecharge } from './port.ts';
export { seenOf } from './seen.ts';

/** Returns the client of a watcher. */
export function watchPortOf(
  row: WatcherRow,
  { secrets, outbound }: { secrets: Secrets; outbound: Outbound },
): WatchPort {
  if (row.watcherKind === watcherKind.is.sandbox) return sandboxWatcher(row.outcome ?? 0, row.delaySeconds ?? 0);
  return httpWatcher({
    endpoint: row.endpoint ?? '',
    merchantId: row.merchantId ?? '',
    signingSecret: openSecretOf(secrets, paymentWatcher, row, 'signingSecret'),
    outbound,
  });
}
