import type { App } from '../../../../../kernel/app/index.ts';
import { NotSent } from '../../ports.ts';
import type { ProviderRow } from '../../tables.ts';
import { type ChannelAnswer, channelClient, errorOf, errorOfStatus, pauseOf, tokenOf } from '../http.ts';
import { type Json, objectOf, textOf } from '../json.ts';
import type { ChannelError, MessageAdapter } from '../ports.ts';
import { BOT_UPDATES, botMessageId } from './bot-events.ts';

/** State of a bot's webhook at Telegram. */
export interface BotWebhook {
  readonly address: string;
  readonly pending: number;
  readonly lastError: string | null;
  readonly lastErrorTime: Date | null;
}

interface Bot {
  /** @throws the channel's error as an `Error` */
  call(method: string, body: Json, signal: AbortSignal): Promise<ChannelAnswer>;
}

function botOf(app: Pick<App, 'outbound' | 'secrets'>, row: ProviderRow): Bot {
  const client = channelClient(app, row);
  return {
    call: (method, body, signal) =>
      client({ method: 'POST', path: `/bot${tokenOf(app, row)}/${method}`, body }, signal),
  };
}

/**
 * Notices of a Telegram bot, to users who started it. A repetition is a second message, and the channel cannot be asked about one: after
 * doubt nothing is sent again.
 */
export function botMessages(app: Pick<App, 'outbound' | 'secrets'>, row: ProviderRow): MessageAdapter {
  const bot = botOf(app, row);
  return {
    send: async ({ userId, content }, signal) => {
      if (content.kind !== 'text') throw new NotSent('a bot sends texts only');
      const chat = chatOf(userId);
      const answer = await bot.call('sendMessage', { chat_id: chat, text: content.text }, signal);
      const id = textOf(objectOf(answer.body['result'])['message_id']);
      if (isGood(answer) && id !== null) return { state: 'accepted', messageId: botMessageId(String(chat), id) };
      const error = errorIn(answer);
      if (error) return { state: 'refused', error };
      throw new Error(`HTTP ${answer.status}`);
    },
    probe: async (signal) => void (await resultOf(bot, 'getMe', {}, signal)),
  };
}

/** Registers the address of a bot's webhook, with the secret that it returns. @throws the channel's error */
export async function setBotWebhook(
  app: Pick<App, 'outbound' | 'secrets'>,
  row: ProviderRow,
  { address, secret }: { readonly address: string; readonly secret: string },
  signal: AbortSignal,
): Promise<void> {
  const body = { url: address, secret_token: secret, allowed_updates: BOT_UPDATES };
  await resultOf(botOf(app, row), 'setWebhook', body, signal);
}

/** Returns the state of a bot's webhook. @throws the channel's error */
export async function botWebhookOf(
  app: Pick<App, 'outbound' | 'secrets'>,
  row: ProviderRow,
  signal: AbortSignal,
): Promise<BotWebhook> {
  const info = objectOf(await resultOf(botOf(app, row), 'getWebhookInfo', {}, signal));
  const since = Number(info['last_error_date'] ?? 0);
  return {
    address: textOf(info['url']) ?? '',
    pending: Number(info['pending_update_count'] ?? 0) || 0,
    lastError: textOf(info['last_error_message']),
    lastErrorTime: since > 0 && since < 253_402_300_800 ? new Date(since * 1000) : null,
  };
}

/** Ids of chats have at most 52 bits. */
const chatOf = (userId: string | null): number => {
  const chat = Number(userId);
  if (userId === null || !/^-?\d{1,16}$/.test(userId) || !Number.isSafeInteger(chat))
    throw new NotSent('a bot writes to chats by their id');
  return chat;
};

const isGood = ({ status, body }: ChannelAnswer): boolean => status === 200 && body['ok'] === true;

async function resultOf(bot: Bot, method: string, body: Json, signal: AbortSignal): Promise<unknown> {
  const answer = await bot.call(method, body, signal);
  if (isGood(answer)) return answer.body['result'];
  const { code, text } = errorIn(answer) ?? errorOf(String(answer.status), 'HTTP');
  throw new Error(`${code} ${text}`);
}

/** Returns the error of an answer by its code: 429 stops the whole bot for the time that it names. */
function errorIn(answer: ChannelAnswer): ChannelError | undefined {
  const { ok, error_code: code, description, parameters } = answer.body;
  const name = textOf(code);
  // A failure that is called a success contradicts itself.
  if (ok === true) return undefined;
  if (ok !== false || name === null) return errorOfStatus(answer);
  const pause = pauseOf(objectOf(parameters)['retry_after'] ?? answer.headers['retry-after']);
  return errorOf(/^5\d\d$/.test(name) ? '5xx' : name, textOf(description) ?? '', pause);
}
