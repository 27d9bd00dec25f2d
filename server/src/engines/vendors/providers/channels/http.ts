import { provider } from '@trade-assistant/contract/areas/provider/provider.ts';
import { CHANNEL_ADDRESSES } from '@trade-assistant/contract/areas/provider/sender-fields.ts';
import type { App } from '../../../../kernel/app/index.ts';
import { type OutboundAnswer, wasNotSent } from '../../../../kernel/outbound/index.ts';
import { jsonOf } from '../../../../kernel/outbound/signed.ts';
import { openSecretOf } from '../../../../kernel/resource/sealed.ts';
import { NotSent } from '../ports.ts';
import type { ProviderRow } from '../tables.ts';
import { type Json, objectOf } from './json.ts';
import type { ChannelError } from './ports.ts';

/** Longest answer of a channel. */
const ANSWER_BYTES = 1024 * 1024;
const TOO_MANY = 429;
const LONGEST_PAUSE_SECONDS = 3600;
const TEXT_MAX = 255;

export interface ChannelAnswer {
  readonly status: number;
  readonly headers: OutboundAnswer['headers'];
  readonly body: Json;
}

/** Sends a request to a channel and returns its JSON. @throws `NotSent` when it certainly received nothing; ABORTED when it was cancelled before */
export type ChannelClient = (
  request: {
    readonly method: 'GET' | 'POST';
    readonly path: string;
    readonly body?: Json;
    readonly token?: string;
  },
  signal: AbortSignal,
) => Promise<ChannelAnswer>;

/** Returns the address of a sender's channel without a slash at its end. */
export const addressOf = ({ endpoint, protocol }: Pick<ProviderRow, 'endpoint' | 'protocol'>): string =>
  (endpoint || CHANNEL_ADDRESSES[protocol as keyof typeof CHANNEL_ADDRESSES] || '').replace(/\/+$/, '');

export const tokenOf = ({ secrets }: Pick<App, 'secrets'>, row: ProviderRow): string =>
  openSecretOf(secrets, provider, row, 'apiKey');

/** Returns a client of a sender's channel; `token` is sent as a bearer token. */
export function channelClient({ outbound }: Pick<App, 'outbound'>, row: ProviderRow): ChannelClient {
  const base = addressOf(row);
  return async ({ method, path, body, token }, signal) => {
    if (signal.aborted) throw new NotSent('cancelled');
    const text = body === undefined ? '' : JSON.stringify(body);
    const answer = await outbound
      .request(`${base}${path}`, {
        method,
        body: text,
        timeoutMillis: row.timeoutMs,
        answerBytes: ANSWER_BYTES,
        headers: {
          Accept: 'application/json',
          ...(method === 'POST' ? { 'Content-Type': 'application/json' } : {}),
          ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
        },
      })
      .catch((error: unknown) => {
        throw wasNotSent(error)
          ? new NotSent(error instanceof Error ? error.message : String(error), { cause: error })
          : error;
      });
    return { status: answer.status, headers: answer.headers, body: objectOf(jsonOf(answer.body)) };
  };
}

/** Returns the pause that a channel asks for in seconds, in milliseconds; undefined for none. */
export function pauseOf(given: unknown): number | undefined {
  const seconds = Number(given ?? Number.NaN);
  return Number.isFinite(seconds) && seconds > 0 ? Math.min(seconds, LONGEST_PAUSE_SECONDS) * 1000 : undefined;
}

/**
 * Returns the error of an answer without a code of the channel's own: 429 or `5xx`; undefined for any other, after which nobody knows
 * whether the message was taken.
 */
export function errorOfStatus({ status, headers }: ChannelAnswer): ChannelError | undefined {
  if (status !== TOO_MANY && status < 500) return undefined;
  return errorOf(status === TOO_MANY ? '429' : '5xx', `HTTP ${status}`, pauseOf(headers['retry-after']));
}

export const errorOf = (code: string, text: string, afterMillis?: number): ChannelError => ({
  code,
  text: text.slice(0, TEXT_MAX),
  ...(afterMillis === undefined ? {} : { afterMillis }),
});
