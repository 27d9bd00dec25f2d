import { providerProtocol } from '@trade-assistant/contract/areas/provider/dictionaries.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readChannelEvents } from './events.ts';
import type { ChannelEvent } from './ports.ts';
import { withoutCode } from './telegram/gateway-events.ts';
import { bodyOf, changesOf, keyOf } from './whatsapp/changes.ts';

const { whatsapp, telegramGateway, telegramBot } = providerProtocol.is;
const PHONE = '12015550123';
const metadata = { display_phone_number: '12015550100', phone_number_id: '106' };

/** Returns the events of one change of WhatsApp. */
const readChange = (field: string, value: object) =>
  readChannelEvents({ protocol: whatsapp }, JSON.stringify({ entry: [{ id: '102', changes: [{ field, value }] }] }));
const read = (protocol: number, body: object) => readChannelEvents({ protocol }, JSON.stringify(body));
const message = (more: object) =>
  readChange('messages', { metadata, messages: [{ id: 'm', from: PHONE, timestamp: '1790000000', ...more }] });

describe('WhatsApp', () => {
  it('reports a failure by its code, with our reference and the price', () => {
    const status = {
      ...{
        id: 'wamid.1',
        status: 'failed',
        timestamp: '1790000000',
        recipient_id: PHONE,
        biz_opaque_callback_data: 'ref',
      },
      errors: [{ code: 131026, title: 'T', error_data: { details: 'D' } }],
      pricing: { billable: false, category: 'utility', type: 'regular' },
    };
    expect(readChange('messages', { metadata, statuses: [status] })).toEqual([
      {
        ...{
          type: 'status',
          messageId: 'wamid.1',
          reference: 'ref',
          status: 'failed',
          at: new Date(1_790_000_000_000),
        },
        ...{ error: { code: '131026', text: 'D' }, e164: 12_015_550_123n, userId: null },
        pricing: { isBillable: false, category: 'utility', type: 'regular' },
      },
    ]);
  });

  it.each([
    [{ status: 'played' }, { status: 'read' }],
    [
      { status: 'sent', recipient_id: undefined, user_id: 'US.1' },
      { e164: null, userId: 'US.1' },
    ],
    [
      { status: 'sent', recipient_id: 'US.2' },
      { e164: null, userId: 'US.2' },
    ],
  ])('reads the status %o', (given, expected) => {
    expect(readChange('messages', { statuses: [{ id: 'w', recipient_id: PHONE, ...given }] })).toMatchObject([
      expected,
    ]);
  });

  it('leaves out statuses that it does not know', () => {
    for (const status of ['deleted', 'warning', 'constructor', '__proto__', 7, null])
      expect(readChange('messages', { statuses: [{ id: 'w', status }] })).toEqual([]);
  });

  it.each([
    [{ type: 'text', text: { body: 'STOP' } }, 'text', 'STOP'],
    [{ type: 'button', button: { text: 'Stop offers', payload: 'p' } }, 'button', 'Stop offers'],
    [{ type: 'interactive', interactive: { type: 'list_reply', list_reply: { title: 'Red' } } }, 'button', 'Red'],
    [{ type: 'interactive', interactive: { type: 'nfm_reply', nfm_reply: { body: 'Sent' } } }, 'button', 'Sent'],
    [{ type: 'image', image: { caption: 'Look' } }, 'picture', 'Look'],
    [{ type: 'sticker', sticker: {} }, 'picture', null],
    [{ type: 'document', document: { filename: 'a.pdf' } }, 'file', 'a.pdf'],
    [{ type: 'reaction', reaction: { emoji: '👍' } }, 'other', '👍'],
    [{ type: 'location', location: { name: 'Home' } }, 'other', 'Home'],
    [{ type: 'contacts', contacts: [{}] }, 'other', null],
    [{ type: 'order', order: {} }, 'other', null],
    [{ type: 'unsupported', errors: [{ code: 131051 }] }, 'other', null],
    [{}, 'other', null],
  ])('reads the message %o', (given, kind, text) => {
    expect(message({ ...given, context: { id: 'wamid.0' } })).toMatchObject([
      { type: 'inbound', kind, text, e164: 12_015_550_123n, senderAccount: '106', replyTo: 'wamid.0' },
    ]);
  });

  it('reports a changed number beside its notice', () => {
    expect(message({ type: 'system', system: { body: 'changed', wa_id: '12015550124' } })).toMatchObject([
      { type: 'inbound', kind: 'other', text: 'changed' },
      { type: 'userChanged', from: [12_015_550_123n], to: [12_015_550_124n] },
    ]);
    const ids = { wa_id: PHONE, user_id: { previous: 'US.1', current: 'US.2' } };
    expect(readChange('user_id_update', { user_id_update: [ids] })).toEqual([
      { type: 'userChanged', from: [12_015_550_123n, 'US.1'], to: [12_015_550_123n, 'US.2'] },
    ]);
  });

  it.each([
    [
      { from: undefined, from_user_id: 'CO.1', system: { type: 'user_changed_user_id', user_id: 'CO.2' } },
      [['CO.1'], ['CO.2']],
    ],
    [
      { from: undefined, system: { type: 'user_changed_user_id', user_id: 'CO.2', previous_user_id: 'CO.1' } },
      [['CO.1'], ['CO.2']],
    ],
    [
      { from: undefined, system: { body: 'User Ana changed from CO.1 to CO.2', user_id: 'CO.2' } },
      [['CO.1'], ['CO.2']],
    ],
    [
      { from_user_id: 'US.1', system: { type: 'user_changed_number', wa_id: '12015550124', user_id: 'US.2' } },
      [
        [12_015_550_123n, 'US.1'],
        [12_015_550_124n, 'US.2'],
      ],
    ],
    [{ system: { body: 'User US.9 to US.8 changed', wa_id: PHONE } }, null],
    [{ from: undefined, system: { user_id: 'CO.2' } }, null],
  ])('reads the change of a person %o', (given, expected) => {
    const changes = message({ type: 'system', ...given })?.filter(({ type }) => type === 'userChanged');
    expect(changes).toEqual(expected === null ? [] : [{ type: 'userChanged', from: expected[0], to: expected[1] }]);
  });

  it('reads the payload of a button beside its label', () => {
    expect(message({ type: 'button', button: { text: 'Stop offers', payload: 'STOP' } })).toMatchObject([
      { kind: 'button', text: 'Stop offers', payload: 'STOP' },
    ]);
    const reply = { type: 'button_reply', button_reply: { id: 'stop', title: 'No more' } };
    expect(message({ type: 'interactive', interactive: reply })).toMatchObject([{ text: 'No more', payload: 'stop' }]);
  });

  it('reads who stopped and resumed marketing', () => {
    const preference = { wa_id: PHONE, category: 'marketing_messages', timestamp: 1_790_000_000 };
    const user_preferences = ['stop', 'resume', 'other'].map((value) => ({ ...preference, value }));
    expect(readChange('user_preferences', { user_preferences })).toMatchObject([
      { type: 'preference', e164: 12_015_550_123n, isStopped: true, isMarketingOnly: true },
      { isStopped: false },
    ]);
  });

  const ofTemplate = { message_template_name: 'offer', message_template_language: 'en' };
  it.each([
    [
      'message_template_status_update',
      { event: 'PAUSED', reason: 'LOW_QUALITY' },
      { status: 3, reason: 'LOW_QUALITY' },
    ],
    ['message_template_status_update', { event: 'REJECTED', reason: 'SCAM' }, { status: 2, reason: 'SCAM' }],
    ['message_template_status_update', { event: 'UNARCHIVED', reason: 'NONE' }, { status: 1 }],
    ['message_template_status_update', { event: 'LOCKED' }, { status: 4 }],
    ['message_template_quality_update', { new_quality_score: 'YELLOW' }, { quality: 2 }],
    ['template_category_update', { previous_category: 'UTILITY', new_category: 'MARKETING' }, { category: 1 }],
  ])('reads the change %s %o of a template', (field, value, expected) => {
    expect(readChange(field, { ...ofTemplate, ...value })).toEqual([
      { type: 'template', templateId: null, name: 'offer', language: 'en', ...expected },
    ]);
    expect(readChange(field, { message_template_id: 594425479261596, ...value })).toEqual([
      { type: 'template', templateId: '594425479261596', name: null, language: null, ...expected },
    ]);
    expect(readChange(field, value)).toEqual([]);
    expect(readChange(field, { ...ofTemplate, event: 'NEWS', new_category: 'NEWS', new_quality_score: 7 })).toEqual([]);
  });

  it.each([
    [
      'phone_number_quality_update',
      { event: 'FLAGGED', current_limit: 'TIER_10K' },
      { quality: 3, portfolioLimit: 10_000 },
    ],
    ['business_capability_update', { max_daily_conversations_per_business: 100_000 }, { portfolioLimit: 100_000 }],
    ['business_capability_update', { max_daily_conversation_per_phone: 'TIER_UNLIMITED' }, { portfolioLimit: 0 }],
    [
      'account_update',
      { event: 'ACCOUNT_RESTRICTION', restriction_info: [{ restriction_type: 'RESTRICTED_BIZ_INITIATED_MESSAGING' }] },
      { restriction: 'RESTRICTED_BIZ_INITIATED_MESSAGING' },
    ],
    [
      'account_update',
      { event: 'DISABLED_UPDATE', ban_info: { waba_ban_state: 'DISABLE' } },
      { restriction: 'ACCOUNT_DISABLED' },
    ],
    ['account_update', { event: 'DISABLED_UPDATE', ban_info: { waba_ban_state: 'REINSTATE' } }, { restriction: '' }],
  ])('reads the change %s %o of a sender', (field, value, expected) => {
    expect(readChange(field, value)).toEqual([{ type: 'account', ...expected }]);
  });

  it('reads restrictions that concern no sending as nothing', () => {
    const restriction_info = [{ restriction_type: 'RESTRICTED_ADD_PHONE_NUMBER_ACTION' }];
    expect(readChange('account_update', { event: 'ACCOUNT_RESTRICTION', restriction_info })).toEqual([]);
    const tier = { event: 'VOLUME_BASED_PRICING_TIER_UPDATE', volume_tier_info: { tier: '1' } };
    expect(readChange('account_update', tier)).toEqual([]);
    expect(readChange('account_alerts', { alert_info: {} })).toEqual([]);
  });
});

describe('Telegram', () => {
  it('reads a refunded code as expired, and never the code that was entered', () => {
    const given = {
      ...{ request_id: 'r', phone_number: `+${PHONE}`, request_cost: 0.01, is_refunded: true, payload: 'ref' },
      verification_status: { status: 'code_max_attempts_exceeded', updated_at: 1_790_000_000, code_entered: '111222' },
    };
    expect(read(telegramGateway, given)).toMatchObject([
      { status: 'expired', isRefunded: true, verification: 3, cost: '0.01', reference: 'ref', e164: 12_015_550_123n },
    ]);
    expect(withoutCode(JSON.stringify(given))?.body).not.toContain('111222');
  });

  const chat = { id: 700, type: 'private' };
  const from = { id: 700 };
  it('binds a number only to the user whose own contact it is', () => {
    const shared = (user_id: number) =>
      read(telegramBot, {
        update_id: 1,
        message: { message_id: 5, chat, from, contact: { phone_number: PHONE, user_id } },
      });
    expect(shared(700)).toMatchObject([{ type: 'inbound', userId: '700', e164: 12_015_550_123n, kind: 'other' }]);
    expect(shared(701)).toMatchObject([{ e164: null }]);
  });

  it('reads buttons and members of private chats only', () => {
    const callback_query = { id: 'c', from, data: 'yes', message: { message_id: 4, chat } };
    expect(read(telegramBot, { update_id: 2, callback_query })).toMatchObject([
      { kind: 'button', text: 'yes', messageId: 'callback.c', replyTo: '700.4' },
    ]);
    const group = { message_id: 1, chat: { id: -100, type: 'group' }, from, text: 'Hi' };
    expect(read(telegramBot, { update_id: 3, message: group })).toEqual([]);
  });
});

/** Texts that the readers compare with, at any place. */
const word = fc.constantFrom(
  ...[
    'entry',
    'changes',
    'field',
    'value',
    'messages',
    'statuses',
    'id',
    'status',
    'type',
    'text',
    'sent',
    'read',
    'user_id',
  ],
  ...[
    'update_id',
    'message',
    'chat',
    'private',
    'request_id',
    'delivery_status',
    'constructor',
    '__proto__',
    '12015550123',
  ],
);
const anything = fc.letrec((tie) => ({
  node: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    word,
    fc.anything({ maxDepth: 0 }),
    fc.array(tie('node'), { maxLength: 4 }),
    fc.dictionary(fc.oneof(word, fc.string()), tie('node'), { maxKeys: 6 }),
  ),
})).node;
const webhook = fc.oneof(
  anything,
  fc.record({ entry: fc.array(fc.record({ changes: fc.array(fc.record({ field: word, value: anything })) })) }),
  fc.record({ update_id: fc.nat(), message: anything, my_chat_member: anything, callback_query: anything }),
  fc.record({ request_id: fc.string(), delivery_status: anything, verification_status: anything, payload: anything }),
);

describe('any JSON', () => {
  const seed = Number(process.env['READERS_SEED'] ?? Date.now() % 2 ** 31);
  const jsonOf = (given: unknown): string => {
    try {
      return JSON.stringify(given, (_, one) => (typeof one === 'bigint' ? String(one) : one)) ?? '';
    } catch {
      return '';
    }
  };
  const withoutTimes = (events: readonly ChannelEvent[]) => events.map((event) => ({ ...event, at: null }));

  it('is read without an error, with valid times', () => {
    fc.assert(
      fc.property(webhook, fc.constantFrom(whatsapp, telegramGateway, telegramBot, 99), (given, protocol) => {
        for (const event of readChannelEvents({ protocol }, jsonOf(given)) ?? [])
          if ('at' in event) expect(Number.isNaN(event.at.getTime())).toBe(false);
      }),
      { seed, numRuns: 3000 },
    );
  });

  it('has the same events in parts as in one', () => {
    fc.assert(
      fc.property(webhook, (given) => {
        const whole = jsonOf(given);
        const parts = changesOf(whole);
        if (!parts) return;
        const read = parts.flatMap((change) => readChannelEvents({ protocol: whatsapp }, bodyOf(change)) ?? []);
        expect(withoutTimes(read)).toEqual(withoutTimes(readChannelEvents({ protocol: whatsapp }, whole) ?? []));
        for (const change of parts) {
          const [again] = changesOf(bodyOf(change)) ?? [];
          expect(again && keyOf(again)).toBe(keyOf(change));
        }
      }),
      { seed, numRuns: 2000 },
    );
  });
});
