import { channelQuality, messageCategory, templateStatus } from '@trade-assistant/contract/message-dictionaries.ts';
import type { ChannelTemplate, MessageAdapter, StatusEvent } from './ports.ts';

/** Error codes of WhatsApp that the channel invents. */
const UNDELIVERABLE = { code: '131026', text: 'Message undeliverable' };
const LIMITED = { code: '131049', text: 'Not delivered to maintain a healthy ecosystem' };
const DELIVERED_MILLIS = 1000;
const READ_MILLIS = 2000;
const MESSAGE_ID = /^trial\.(\d*)\.(\d+)\.(.*)$/;

/**
 * A channel for trials without a network: it accepts at once and invents the outcome from the recipient's last two digits: 00 refused,
 * 01 failed after acceptance, 02 refused for now (131049), 03 never reported, 04 expired, 05 delivered but never read; all others are
 * delivered after a second, and read after two when the last digit is 5 or more.
 */
export const trialChannel: MessageAdapter = {
  send: async ({ e164, userId, reference }) => {
    const recipient = String(e164 ?? userId ?? '').replace(/\D/g, '');
    switch (recipient.slice(-2)) {
      case '00':
        return { state: 'refused', error: UNDELIVERABLE };
      case '02':
        return { state: 'refused', error: LIMITED };
      default:
        return { state: 'accepted', messageId: `trial.${recipient}.${Date.now()}.${reference}` };
    }
  },
  ask: async (messageId) => {
    const [, recipient = '', since, reference = ''] = MESSAGE_ID.exec(messageId) ?? [];
    return since === undefined ? null : statusOf(messageId, recipient, Number(since), reference);
  },
  templates: async () => trialTemplates,
  probe: async () => undefined,
};

function statusOf(messageId: string, recipient: string, since: number, reference: string): StatusEvent {
  const age = Date.now() - since;
  const ending = recipient.slice(-2);
  const reported = (status: StatusEvent['status'], after: number): StatusEvent => ({
    type: 'status',
    messageId,
    reference,
    status,
    at: new Date(since + after),
    error: status === 'failed' ? UNDELIVERABLE : null,
    pricing: null,
    e164: recipient === '' ? null : BigInt(recipient),
    userId: null,
  });
  if (age < DELIVERED_MILLIS || ending === '03') return reported('sent', 0);
  if (ending === '01') return reported('failed', DELIVERED_MILLIS);
  if (ending === '04') return reported(age < READ_MILLIS ? 'sent' : 'expired', age < READ_MILLIS ? 0 : READ_MILLIS);
  if (age < READ_MILLIS || ending === '05' || Number(ending.at(-1)) < 5) return reported('delivered', DELIVERED_MILLIS);
  return reported('read', READ_MILLIS);
}

const { approved, paused, rejected } = templateStatus.is;
const { marketing, utility, authentication } = messageCategory.is;
const { green, yellow, red, unknown } = channelQuality.is;

const header = (text: string, ...examples: string[]) => ({
  type: 'HEADER',
  format: 'TEXT',
  text,
  ...(examples.length ? { example: { header_text: examples } } : {}),
});
const body = (text: string, ...examples: string[]) => ({
  type: 'BODY',
  text,
  ...(examples.length ? { example: { body_text: [examples] } } : {}),
});
const footer = (text: string) => ({ type: 'FOOTER', text });
const buttons = (...all: object[]) => ({ type: 'BUTTONS', buttons: all });

const template = (
  templateId: string,
  [name, language]: readonly [string, string],
  [category, status, quality]: readonly [number, number, number],
  components: readonly Readonly<Record<string, unknown>>[],
  more: { readonly reason?: string; readonly isNamed?: true } = {},
): ChannelTemplate => ({
  templateId,
  name,
  language,
  category,
  status,
  quality,
  reason: more.reason ?? null,
  isNamed: more.isNamed ?? false,
  components,
});

/** The templates of every trial channel. */
export const trialTemplates: readonly ChannelTemplate[] = [
  template(
    'trial-1',
    ['order_shipped', 'zh_CN'],
    [utility, approved, green],
    [
      header('订单 {{1}}', 'A-1001'),
      body('{{1}}，您的订单已发出，预计 {{2}} 送达。', '林女士', '周五'),
      footer('如需帮助请直接回复'),
      buttons({ type: 'URL', text: '查看物流', url: 'https://shop.example.com/track/{{1}}', example: ['A-1001'] }),
    ],
  ),
  template(
    'trial-2',
    ['order_shipped', 'en'],
    [utility, approved, green],
    [
      header('Order {{1}}', 'A-1001'),
      body('{{1}}, your order is on its way and arrives on {{2}}.', 'Ms Lin', 'Friday'),
      footer('Reply for help'),
      buttons({ type: 'URL', text: 'Track', url: 'https://shop.example.com/track/{{1}}', example: ['A-1001'] }),
    ],
  ),
  template(
    'trial-3',
    ['autumn_offer', 'en'],
    [marketing, approved, yellow],
    [
      body('Hello {{first_name}}, {{discount}} off until Sunday.', 'Ana', '20%'),
      footer('Reply STOP to opt out'),
      buttons({ type: 'QUICK_REPLY', text: 'Show me' }, { type: 'QUICK_REPLY', text: 'Stop offers' }),
    ],
    { isNamed: true },
  ),
  template(
    'trial-4',
    ['oferta_de_otono', 'es'],
    [marketing, paused, red],
    [
      header('Oferta de otoño'),
      body('Hola {{1}}, {{2}} de descuento hasta el domingo.', 'Ana', '20 %'),
      footer('Responde BAJA para no recibir más'),
    ],
  ),
  template(
    'trial-5',
    ['sign_in_code', 'en'],
    [authentication, approved, unknown],
    [
      body('{{1}} is your verification code.', '123456'),
      footer('This code expires in 10 minutes.'),
      buttons({ type: 'OTP', otp_type: 'COPY_CODE', text: 'Copy code' }),
    ],
  ),
  template(
    'trial-6',
    ['cuenta_cerrada', 'es'],
    [utility, rejected, unknown],
    [body('Su cuenta se cerrará hoy si no responde, {{1}}.', 'Ana')],
    { reason: 'INCORRECT_CATEGORY' },
  ),
];
