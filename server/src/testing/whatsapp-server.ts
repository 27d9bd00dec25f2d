import { createHmac } from 'node:crypto';
import {
  type ChannelReply,
  type ChannelRequest,
  type ChannelServer,
  type ChannelSettings,
  postWebhook,
  startChannelServer,
  type TakenMessage,
  webhookQueue,
} from './channel-server.ts';

/** Settings of the sender that the server knows. */
export const WHATSAPP = {
  token: 'EAAG-whatsapp-token',
  appSecret: 'whatsapp-app-secret',
  verifyToken: 'whatsapp-verify-token',
  phoneId: '106540352242922',
  businessAccount: '102290129340398',
  number: '12015550100',
} as const;

export type StatusName = 'sent' | 'delivered' | 'read' | 'failed';

/** A status to report. */
export interface Report {
  readonly status: StatusName;
  readonly afterMillis?: number;
  /** Code of its error. */
  readonly code?: number;
}

/** Webhooks that the server sends by itself. */
export interface Reporting {
  /** Our address, with its query. */
  readonly address: string;
  /** Default: sent, delivered and read, at once. */
  readonly reportsOf?: (message: TakenMessage) => readonly Report[];
  /** Statuses of one webhook. */
  readonly together?: number;
  /** How often each is sent. */
  readonly times?: number;
  readonly isReversed?: boolean;
}

export interface WhatsappServer extends ChannelServer {
  /** Templates that it lists, two a page. */
  templates: readonly Readonly<Record<string, unknown>>[];
  /** Reports the statuses of messages that are taken from now on. */
  report(reporting: Reporting): void;
  /** Whether every status was taken. */
  isIdle(): boolean;
  /** Posts changes as one webhook; `secret` of another one forges it. @returns the status of the answer */
  post(address: string, changes: readonly Change[], secret?: string): Promise<number>;
}

export interface Change {
  readonly field: string;
  readonly value: Readonly<Record<string, unknown>>;
}

const now = () => String(Math.floor(Date.now() / 1000));

/** Returns the change with statuses of messages. */
export const statusChange = (
  statuses: readonly Readonly<Record<string, unknown>>[],
  more: Readonly<Record<string, unknown>> = {},
): Change => ({
  field: 'messages',
  value: {
    messaging_product: 'whatsapp',
    metadata: { display_phone_number: WHATSAPP.number, phone_number_id: WHATSAPP.phoneId },
    statuses,
    ...more,
  },
});

/** Returns the change with a text that somebody wrote. */
export const textChange = (from: string, body: string, id = `wamid.in.${from}.${body}`): Change =>
  statusChange([], {
    contacts: [{ profile: { name: 'Somebody' }, wa_id: from }],
    messages: [{ from, id, timestamp: now(), type: 'text', text: { body } }],
  });

/** Returns a status of a message as the channel reports it. */
export const statusOf = ({ id, to, reference }: TakenMessage, { status, code }: Report) => ({
  id,
  status,
  timestamp: now(),
  recipient_id: to,
  ...(reference === null ? {} : { biz_opaque_callback_data: reference }),
  ...(status === 'failed'
    ? { errors: [{ code: code ?? 131026, title: 'Undeliverable', message: 'Message undeliverable' }] }
    : { pricing: { billable: status === 'delivered', pricing_model: 'PMP', type: 'regular', category: 'utility' } }),
});

const bodyOf = (changes: readonly Change[]): string =>
  JSON.stringify({
    object: 'whatsapp_business_account',
    entry: changes.map((change) => ({ id: WHATSAPP.businessAccount, time: Number(now()), changes: [change] })),
  });

const signatureOf = (body: string, secret: string): string =>
  `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;

/** An error answer of the API. */
export const whatsappError = (code: number, message = 'error') => ({
  error: { message, type: 'OAuthException', code, error_data: { messaging_product: 'whatsapp', details: message } },
});

/** Starts a server that speaks the Cloud API and its webhooks, and misbehaves as a test asks. */
export async function startWhatsappServer(settings: ChannelSettings = {}): Promise<WhatsappServer> {
  let reporting: Reporting | undefined;
  let queue: ReturnType<typeof webhookQueue<{ message: TakenMessage; report: Report }>> | undefined;
  let templates: WhatsappServer['templates'] = [];
  let count = 0;
  const post: WhatsappServer['post'] = (address, changes, secret = WHATSAPP.appSecret) => {
    const body = bodyOf(changes);
    return postWebhook(address, body, { 'x-hub-signature-256': signatureOf(body, secret) });
  };
  const announce = (message: TakenMessage) => {
    const planned = reporting?.reportsOf?.(message) ?? [
      { status: 'sent' },
      { status: 'delivered' },
      { status: 'read' },
    ];
    for (const report of reporting?.isReversed ? planned.toReversed() : planned)
      queue?.add({ message, report }, report.afterMillis);
  };
  const send = ({ body }: ChannelRequest): ChannelReply => {
    count += 1;
    const to = String(body['to'] ?? body['recipient'] ?? '').replace(/^\+/, '');
    const id = `wamid.${process.pid}.${count}`;
    const reference = typeof body['biz_opaque_callback_data'] === 'string' ? body['biz_opaque_callback_data'] : null;
    const message: TakenMessage = { id, to, reference, body };
    return {
      takes: message,
      after: () => announce(message),
      body: {
        messaging_product: 'whatsapp',
        contacts: [{ input: to, wa_id: to }],
        messages: [{ id, message_status: 'accepted' }],
      },
    };
  };
  const list = ({ query }: ChannelRequest): ChannelReply => {
    const from = Number(query.get('after') ?? 0);
    const hasNext = from + 2 < templates.length;
    return {
      body: {
        data: templates.slice(from, from + 2),
        paging: {
          cursors: { after: String(from + 2) },
          ...(hasNext ? { next: 'https://graph.example.com/next' } : {}),
        },
      },
    };
  };
  const server = await startChannelServer(settings, (request) => {
    if (request.headers.authorization !== `Bearer ${WHATSAPP.token}`)
      return { status: 401, body: whatsappError(190, 'Invalid OAuth access token') };
    const path = request.path.replace(/^\/v\d+\.\d+/, '');
    if (path === `/${WHATSAPP.phoneId}/messages`) return send(request);
    if (path === `/${WHATSAPP.businessAccount}/message_templates`) return list(request);
    if (path === `/${WHATSAPP.phoneId}`) return { body: { id: WHATSAPP.phoneId, quality_rating: 'GREEN' } };
    return { status: 400, body: whatsappError(100, 'Unsupported request') };
  });
  return {
    ...server,
    address: `${server.address}/v23.0`,
    get templates() {
      return templates;
    },
    set templates(given) {
      templates = given;
    },
    report: (given) => {
      reporting = given;
      queue?.close();
      queue = webhookQueue(
        (events) => post(given.address, [statusChange(events.map(({ message, report }) => statusOf(message, report)))]),
        given,
      );
    },
    isIdle: () => queue?.isIdle() ?? true,
    post,
    close: async () => {
      queue?.close();
      await server.close();
    },
  };
}
