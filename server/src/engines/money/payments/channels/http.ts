import { z } from 'zod';
import { jsonOf, signedClient } from '../../../../kernel/outbound/signed.ts';
import type { ChannelSettings, Payout, PayoutPort, PayoutState } from './channel.ts';

const NOT_FOUND = 404;
const SAID_MAX = 255;

/** A report about a payout: the answer of a request, or a callback. */
export const payoutSaid = z.object({
  status: z.enum(['accepted', 'paid', 'failed', 'returned']),
  channelNo: z.string().max(128).optional(),
  txHash: z.string().max(128).optional(),
  message: z
    .string()
    .transform((text) => text.slice(0, SAID_MAX))
    .optional(),
});

/**
 * A service with our payout protocol. A payout is posted to `/payouts` as JSON and queried at `/payouts/<number>`; the
 * answer is `{ status, channelNo?, txHash?, message? }`. Requests are signed as all of ours; `X-Key` is the merchant.
 */
export function httpChannel({ endpoint, merchantId, signingSecret, outbound }: ChannelSettings): PayoutPort {
  const send = signedClient(outbound, { endpoint, key: merchantId, secret: signingSecret });
  return {
    submit: ({ sentTime: _, ...payout }: Payout) =>
      asked(() => send('POST', '/payouts', JSON.stringify(payout)), false),
    query: ({ merchantNo }) => asked(() => send('GET', `/payouts/${encodeURIComponent(merchantNo)}`), true),
  };
}

/** Accepts only explicit answers of the service; a proxy's page or a lost connection is `unknown`. */
async function asked(
  ask: () => Promise<{ readonly status: number; readonly body: string }>,
  isQuery: boolean,
): Promise<PayoutState> {
  try {
    const { status, body } = await ask();
    const answer = payoutSaid.safeParse(jsonOf(body));
    if (answer.success && status < 500) {
      const { status: state, ...more } = answer.data;
      return { state, ...more };
    }
    if (isQuery && status === NOT_FOUND && isOurs(body)) return { state: 'absent' };
    return { state: 'unknown', message: `HTTP ${status}` };
  } catch (error) {
    return { state: 'unknown', message: (error instanceof Error ? error.message : String(error)).slice(0, SAID_MAX) };
  }
}

/** Whether a 404 comes from the service: it says `{"status":"absent"}`; any other 404 may be a proxy's. */
const isOurs = (body: string): boolean => z.object({ status: z.literal('absent') }).safeParse(jsonOf(body)).success;
