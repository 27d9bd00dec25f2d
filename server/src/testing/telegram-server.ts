import { createHash, createHmac } from 'node:crypto';
import {
  type ChannelReply,
  type ChannelRequest,
  type ChannelServer,
  type ChannelSettings,
  postWebhook,
  startChannelServer,
  type TakenMessage,
} from './channel-server.ts';

/** Settings of the senders that the server knows. */
export const TELEGRAM = {
  gatewayToken: 'AAAA-gateway-token',
  botToken: '700100:bot-token',
  botName: 'example_bot',
  botSecret: 'telegram-bot-secret',
} as const;

/** A request for a verification code as the Gateway keeps it. */
export interface CodeRequest {
  readonly id: string;
  readonly phone: string;
  message: TakenMessage | null;
  callback: string | null;
  status: Record<string, unknown>;
}

export interface TelegramServer extends ChannelServer {
  /** Requests for codes by their ids. */
  readonly codes: ReadonlyMap<string, CodeRequest>;
  /** Numbers that cannot receive codes. */
  readonly unreachable: Set<string>;
  /** The webhook of the bot as it was set. */
  readonly webhook: { address: string; secret: string; updates: readonly string[] };
  /** Changes the state of a request, as `checkVerificationStatus` returns it. */
  change(id: string, status: Readonly<Record<string, unknown>>): void;
  /** Posts the state of a request to its callback; `secondsAgo` is the age of the signature. @returns the status of the answer */
  callBack(id: string, options?: { address?: string; token?: string; secondsAgo?: number }): Promise<number>;
  /** Posts an update of the bot. @returns the status of the answer */
  update(update: Readonly<Record<string, unknown>>, options?: { address?: string; secret?: string }): Promise<number>;
}

const seconds = () => Math.floor(Date.now() / 1000);
/** Fee of a code. */
const COST = 0.01;

/** Returns an update with a text of a private chat. */
export const textUpdate = (updateId: number, chat: number, text: string) => ({
  update_id: updateId,
  message: {
    message_id: updateId,
    date: seconds(),
    text,
    from: { id: chat, is_bot: false },
    chat: { id: chat, type: 'private' },
  },
});

/** Returns an update about a user who blocked the bot, or started it again. */
export const memberUpdate = (updateId: number, chat: number, status: 'kicked' | 'member') => ({
  update_id: updateId,
  my_chat_member: {
    date: seconds(),
    from: { id: chat, is_bot: false },
    chat: { id: chat, type: 'private' },
    new_chat_member: { status, user: { id: 1 } },
  },
});

/** Starts a server that speaks the Gateway and the Bot API, with their webhooks, and misbehaves as a test asks. */
export async function startTelegramServer(settings: ChannelSettings = {}): Promise<TelegramServer> {
  const codes = new Map<string, CodeRequest>();
  const unreachable = new Set<string>();
  const webhook = { address: '', secret: '', updates: [] as readonly string[] };
  let count = 0;
  const next = () => {
    count += 1;
    return `${process.pid}${count}`;
  };

  const opened = (phone: string): CodeRequest => {
    const id = `req-${next()}`;
    const request: CodeRequest = {
      ...{ id, phone, message: null, callback: null },
      status: { request_id: id, phone_number: `+${phone}`, request_cost: COST, remaining_balance: 100 },
    };
    codes.set(id, request);
    return request;
  };
  const failed = (error: string): ChannelReply => ({ body: { ok: false, error } });
  const sendCode = (body: ChannelRequest['body'], phone: string): ChannelReply => {
    const known = typeof body['request_id'] === 'string' ? codes.get(body['request_id']) : undefined;
    if (body['request_id'] !== undefined && !known) return failed('REQUEST_ID_INVALID');
    if (known?.message) return failed('REQUEST_ID_ALREADY_USED');
    const request = known ?? opened(phone);
    const reference = typeof body['payload'] === 'string' ? body['payload'] : null;
    const message: TakenMessage = { id: request.id, to: phone, reference, body };
    const status = {
      ...request.status,
      ...(reference === null ? {} : { payload: reference }),
      delivery_status: { status: 'sent', updated_at: seconds() },
    };
    return {
      takes: message,
      after: () => {
        request.message = message;
        request.callback = typeof body['callback_url'] === 'string' ? body['callback_url'] : null;
        request.status = status;
      },
      body: { ok: true, result: status },
    };
  };
  const gateway = (method: string, { headers, body }: ChannelRequest): ChannelReply => {
    if (headers.authorization !== `Bearer ${TELEGRAM.gatewayToken}`) return failed('ACCESS_TOKEN_INVALID');
    const phone = String(body['phone_number'] ?? '').replace(/^\+/, '');
    switch (method) {
      case 'checkSendAbility':
        return unreachable.has(phone)
          ? failed('PHONE_NUMBER_NOT_AVAILABLE')
          : { body: { ok: true, result: opened(phone).status } };
      case 'sendVerificationMessage':
        return unreachable.has(phone) ? failed('PHONE_NUMBER_NOT_AVAILABLE') : sendCode(body, phone);
      case 'checkVerificationStatus': {
        const request = codes.get(String(body['request_id']));
        return request ? { body: { ok: true, result: request.status } } : failed('REQUEST_ID_INVALID');
      }
      default:
        return { status: 404, body: { ok: false, error: 'METHOD_NOT_FOUND' } };
    }
  };
  const refusedBot = (code: number, description: string): ChannelReply => ({
    status: code,
    body: { ok: false, error_code: code, description },
  });
  const bot = (token: string, method: string, { body }: ChannelRequest): ChannelReply => {
    if (token !== TELEGRAM.botToken) return refusedBot(401, 'Unauthorized');
    switch (method) {
      case 'getMe':
        return { body: { ok: true, result: { id: 700100, is_bot: true, username: TELEGRAM.botName } } };
      case 'setWebhook':
        webhook.address = String(body['url'] ?? '');
        webhook.secret = String(body['secret_token'] ?? '');
        webhook.updates = (body['allowed_updates'] ?? []) as string[];
        return { body: { ok: true, result: true } };
      case 'getWebhookInfo':
        return { body: { ok: true, result: { url: webhook.address, pending_update_count: 0 } } };
      case 'sendMessage': {
        const id = next();
        const to = String(body['chat_id']);
        return {
          takes: { id: `${to}.${id}`, to, reference: null, body },
          body: { ok: true, result: { message_id: Number(id), chat: { id: body['chat_id'] }, date: seconds() } },
        };
      }
      default:
        return refusedBot(404, 'Not Found');
    }
  };

  const server = await startChannelServer(settings, (request) => {
    const [, token, method] = /^\/bot([^/]+)\/(\w+)$/.exec(request.path) ?? [];
    if (token !== undefined && method !== undefined) return bot(token, method, request);
    return gateway(request.path.slice(1), request);
  });
  return {
    ...server,
    codes,
    unreachable,
    webhook,
    change: (id, status) => {
      const request = codes.get(id);
      if (request) request.status = { ...request.status, ...status };
    },
    callBack: (id, { address, token = TELEGRAM.gatewayToken, secondsAgo = 0 } = {}) => {
      const request = codes.get(id);
      const to = address ?? request?.callback;
      if (!request || !to) return Promise.resolve(0);
      const body = JSON.stringify(request.status);
      const time = String(seconds() - secondsAgo);
      const key = createHash('sha256').update(token).digest();
      return postWebhook(to, body, {
        'x-request-timestamp': time,
        'x-request-signature': createHmac('sha256', key).update(`${time}\n${body}`).digest('hex'),
      });
    },
    update: (update, { address = webhook.address, secret = webhook.secret } = {}) =>
      postWebhook(address, JSON.stringify(update), { 'x-telegram-bot-api-secret-token': secret }),
  };
}

/** An error answer of the Bot API. */
export const botError = (code: number, description: string, retryAfter?: number) => ({
  ok: false,
  error_code: code,
  description,
  ...(retryAfter === undefined ? {} : { parameters: { retry_after: retryAfter } }),
});
