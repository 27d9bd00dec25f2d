import { provider } from '@trade-assistant/contract/areas/provider/provider.ts';
import type { App } from '../../../../../kernel/app/index.ts';
import { NotSent } from '../../ports.ts';
import type { ProviderRow } from '../../tables.ts';
import { webhookAddress } from '../address.ts';
import { type ChannelAnswer, channelClient, errorOf, errorOfStatus, pauseOf, tokenOf } from '../http.ts';
import { type Json, objectOf, textOf } from '../json.ts';
import type { ChannelError, Handed, MessageAdapter, OutgoingMessage } from '../ports.ts';
import { requestStatusOf } from './gateway-events.ts';

const TTL_LEAST = 30;
const TTL_MOST = 3600;

/**
 * Verification codes of the Telegram Gateway. `prepare` asks whether the recipient can be reached; its request id makes a repetition of
 * `send` safe: the channel charges it once and refuses it the second time.
 */
export function gatewayMessages(app: Pick<App, 'outbound' | 'secrets'>, row: ProviderRow): MessageAdapter {
  const client = channelClient(app, row);
  const call = (method: string, body: Json, signal: AbortSignal) =>
    client({ method: 'POST', path: `/${method}`, body, token: tokenOf(app, row) }, signal);
  const callback = webhookAddress(provider.name, row);
  return {
    prepare: async (message, signal) => {
      const answer = await call('checkSendAbility', { phone_number: phoneOf(message) }, signal);
      const token = textOf(resultOf(answer)['request_id']);
      return token === null ? refused(answer) : { token };
    },
    send: async (message, signal) => {
      const { content, reference, token, ttlSeconds } = message;
      if (content.kind !== 'code') throw new NotSent('the Gateway sends verification codes only');
      const answer = await call(
        'sendVerificationMessage',
        {
          phone_number: phoneOf(message),
          code: content.code,
          payload: reference,
          ...(token === null ? {} : { request_id: token }),
          ...(content.senderUsername === null ? {} : { sender_username: content.senderUsername }),
          ...(ttlSeconds === null ? {} : { ttl: Math.min(TTL_MOST, Math.max(TTL_LEAST, ttlSeconds)) }),
          ...(callback === null ? {} : { callback_url: callback }),
        },
        signal,
      );
      const result = resultOf(answer);
      const messageId = textOf(result['request_id']);
      if (messageId === null) return refused(answer);
      const cost = textOf(result['request_cost']);
      return { state: 'accepted', messageId, ...(cost === null ? {} : { cost }) };
    },
    ask: async (messageId, signal) => {
      const answer = await call('checkVerificationStatus', { request_id: messageId }, signal);
      const event = requestStatusOf(resultOf(answer));
      if (event) return event;
      const { error } = refused(answer);
      if (error.code === 'REQUEST_ID_INVALID') return null;
      throw new Error(`${error.code} ${error.text}`);
    },
    // No method reads without a request: one about an unknown request proves that the token is accepted.
    probe: async (signal) => {
      const { error } = refused(await call('checkVerificationStatus', { request_id: '0' }, signal));
      if (!error.code.startsWith('REQUEST_ID')) throw new Error(`${error.code} ${error.text}`);
    },
  };
}

const phoneOf = ({ e164 }: OutgoingMessage): string => {
  if (e164 === null) throw new NotSent('the Gateway needs a phone number');
  return `+${e164}`;
};

const resultOf = ({ status, body }: ChannelAnswer): Json =>
  status === 200 && body['ok'] === true ? objectOf(body['result']) : {};

/** Returns the refusal of an answer. @throws an error after which nobody knows whether the message was taken */
function refused(answer: ChannelAnswer): Extract<Handed, { state: 'refused' }> {
  const error = errorIn(answer);
  if (error) return { state: 'refused', error };
  throw new Error(`HTTP ${answer.status}`);
}

/** `FLOOD_WAIT_30` is the code `FLOOD_WAIT` with a pause. */
function errorIn(answer: ChannelAnswer): ChannelError | undefined {
  const code = textOf(answer.body['error']);
  // A failure that is called a success contradicts itself.
  if (answer.body['ok'] === true) return undefined;
  if (code === null || answer.body['ok'] !== false) return errorOfStatus(answer);
  const [, name = code, seconds] = /^(FLOOD_WAIT)_(\d+)$/.exec(code) ?? [];
  const found = errorOf(name, code, pauseOf(seconds ?? answer.headers['retry-after']));
  return answer.status >= 500 ? { ...found, isTemporary: true } : found;
}
