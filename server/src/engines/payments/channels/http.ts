import { z } from 'zod';
import { signatureOf } from '../../../kernel/outbound/signature.ts';
import type { ChannelSettings, Payout, PayoutPort, PayoutState } from './channel.ts';

const NOT_FOUND = 404;
const SAID_MAX = 255;

const said = z.object({
  status: z.enum(['accepted', 'paid', 'failed', 'returned']),
  channelNo: z.string().max(128).optional(),
  txHash: z.string().max(128).optional(),
  message: z.string().optional(),
});

/**
 * A service with our payout protocol. A payout is posted to `/payouts` as JSON and queried at `/payouts/<number>`; the
 * answer is `{ status, channelNo?, txHash?, message? }`. Requests carry `X-Merchant`, `X-Time` (Unix seconds) and
 * `X-Signature`: HMAC-SHA256 (hex) with the signing key over time and body, or time and path, joined by a line feed.
 */
export function httpChannel({ endpoint, merchantId, signingSecret, outbound }: ChannelSettings): PayoutPort {
  const base = endpoint.replace(/\/+$/, '');
  const headersOver = (text: string): Record<string, string> => {
    const time = Math.floor(Date.now() / 1000).toString();
    return {
      'X-Merchant': merchantId,
      'X-Time': time,
      'X-Signature': signatureOf(signingSecret, [time, text]),
      Accept: 'application/json',
    };
  };
  return {
    submit: ({ sentTime: _, ...payout }: Payout) => {
      const body = JSON.stringify(payout);
      const headers = { ...headersOver(body), 'Content-Type': 'application/json' };
      return asked(() => outbound.request(`${base}/payouts`, { method: 'POST', headers, body }), false);
    },
    query: ({ merchantNo }) => {
      const path = `/payouts/${encodeURIComponent(merchantNo)}`;
      return asked(() => outbound.request(`${base}${path}`, { method: 'GET', headers: headersOver(path) }), true);
    },
  };
}

/** Accepts only explicit answers of the service; a proxy's page or a lost connection is `unknown`. */
async function asked(
  ask: () => Promise<{ readonly status: number; readonly body: string }>,
  isQuery: boolean,
): Promise<PayoutState> {
  try {
    const { status, body } = await ask();
    const answer = said.safeParse(jsonOf(body));
    if (answer.success) {
      const { status: state, message, ...ids } = answer.data;
      return { state, ...ids, message: message?.slice(0, SAID_MAX) };
    }
    if (isQuery && status === NOT_FOUND && isOurs(body)) return { state: 'absent' };
    return { state: 'unknown', message: `HTTP ${status}` };
  } catch (error) {
    return { state: 'unknown', message: (error instanceof Error ? error.message : String(error)).slice(0, SAID_MAX) };
  }
}

/** Whether a 404 comes from the service: it says `{"status":"absent"}`; any other 404 may be a proxy's. */
const isOurs = (body: string): boolean => z.object({ status: z.literal('absent') }).safeParse(jsonOf(body)).success;

function jsonOf(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
