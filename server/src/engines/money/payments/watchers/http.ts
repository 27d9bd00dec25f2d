import { seenPayment } from '@trade-assistant/contract/areas/user/incoming-payment.ts';
import { z } from 'zod';
import { jsonOf, signedClient } from '../../../../kernel/outbound/signed.ts';
import type { SeenPayment, WatcherSettings, WatchPort } from './port.ts';
import { seenOf } from './seen.ts';

const OK = 200;

const page = z.object({ payments: z.array(z.unknown()).max(1000), next: z.string().max(255).nullish() });

/**
 * A service with our protocol: `/payments?after=<cursor>` answers `{ payments, next }`, where `next` is the cursor of the following part. A
 * payment is listed when it is first seen and again with each new confirmation. Requests are signed as all of ours; `X-Key` is the merchant.
 */
export function httpWatcher({ endpoint, merchantId, signingSecret, outbound }: WatcherSettings): WatchPort {
  const send = signedClient(outbound, { endpoint, key: merchantId, secret: signingSecret });
  return {
    async read(cursor) {
      const { status, body } = await send('GET', `/payments?after=${encodeURIComponent(cursor ?? '')}`);
      if (status !== OK) throw new Error(`The watcher answered HTTP ${status}`);
      const { payments, next } = page.parse(jsonOf(body));
      const read: SeenPayment[] = [];
      const problems: string[] = [];
      for (const given of payments) {
        const parsed = seenPayment.safeParse(given);
        // An unreadable payment must not block those after it.
        if (!parsed.success) problems.push(`${JSON.stringify(given).slice(0, 200)}: ${z.prettifyError(parsed.error)}`);
        else read.push(...seenOf(parsed.data));
      }
      return { payments: read, cursor: next ?? cursor, problems };
    },
  };
}
