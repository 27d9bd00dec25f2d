import { suppressionReason, suppressionScope } from '@trade-assistant/contract/areas/compliance/dictionaries.ts';
import { businessType } from '@trade-assistant/contract/dictionaries.ts';
import { afterAll, describe, expect, it } from 'vitest';
import { testApp } from '../../../testing/app.ts';
import { addSender } from '../../../testing/channel-senders.ts';
import { type MessageSender, messageSender } from '../../vendors/providers/index.ts';
import { decide, suppress } from '../compliance/index.ts';
import { suppressRefused } from './errors-of-channel.ts';
import { applyOther } from './inbound.ts';

const product = await testApp({ PRIVATE_ENDPOINTS: '1' });
const { app, db } = product;
afterAll(() => product.close());

const endpoint = 'http://127.0.0.1:9/';
const senderOf = async (kind: 'bot' | 'whatsapp', more: object = {}): Promise<MessageSender> => {
  const found = await messageSender(app, db.drizzle, BigInt(await addSender(product, kind, { endpoint, ...more })));
  if (!found) throw new Error('no sender');
  return found;
};
const bot = await senderOf('bot');
const otherBot = await senderOf('bot', { providerCode: 'other', senderAccount: 'other_bot' });
const whatsapp = await senderOf('whatsapp');

let chats = 900;
const nextChat = () => {
  chats += 1;
  return String(chats);
};
const at = (minute: number) => new Date(Date.parse('2026-03-02T10:00:00Z') + minute * 60_000);
const apply = (sender: MessageSender, event: Parameters<typeof applyOther>[3]) =>
  db.tx((tx) => applyOther(app, tx, sender, event));
const prefers = (userId: string, isStopped: boolean, minute: number, sender = bot) =>
  apply(sender, { type: 'preference', e164: null, userId, isStopped, isMarketingOnly: false, at: at(minute) });
let messages = 0;
const says = (userId: string, text: string, minute: number, sender = bot) => {
  messages += 1;
  const of = { messageId: `${userId}.${messages}`, e164: null, userId, senderAccount: null, replyTo: null };
  return apply(sender, { type: 'inbound', kind: 'text', text, at: at(minute), ...of });
};
const isRefused = async (recipient: string, channel: number = businessType.is.telegram) => {
  const of = { tenantId: '000000', ownerId: 7n, ownerPath: '/7/', channel, countryCode: 'US', consentId: null };
  return (await decide(app, db.drizzle, { ...of, numbers: [recipient] })).refused.size > 0;
};
const entered = async (recipient: string, reason: number) =>
  db.tx(async (tx) =>
    suppress(
      tx,
      await product.admin.actor(),
      app.secrets,
      {
        ...{
          scope: suppressionScope.is.tenant,
          ownerId: null,
          ownerName: null,
          channel: businessType.is.telegram,
          reason,
        },
        ...{ sourceRef: bot.code, effectiveTime: at(0), expireTime: null },
      },
      [recipient],
    ),
  );

describe('a user who blocked a bot', () => {
  it.each([
    ['the channel reports it', (chat: string) => prefers(chat, false, 5)],
    ['they say /start', (chat: string) => says(chat, '/start', 5)],
    ['they follow a link with a word', (chat: string) => says(chat, '/start promo', 5)],
  ])('is suppressed until they start it again: %s', async (_how, startAgain) => {
    const chat = nextChat();
    await says(chat, '/start', 0);
    expect(await isRefused(chat)).toBe(false);
    await prefers(chat, true, 1);
    expect(await isRefused(chat)).toBe(true);
    await startAgain(chat);
    expect(await isRefused(chat)).toBe(false);
    await prefers(chat, true, 9);
    expect(await isRefused(chat)).toBe(true);
  });

  it('that a refused message showed is free after the next start, too', async () => {
    const chat = nextChat();
    const task = { tenantId: '000000', businessType: businessType.is.telegram, taskNo: 'TG1' };
    await db.tx((tx) => suppressRefused(app, tx, task, bot, [{ recipient: chat, code: '403', at: at(1) }]));
    expect(await isRefused(chat)).toBe(true);
    await says(chat, '/start', 2);
    expect(await isRefused(chat)).toBe(false);
  });

  it('stays suppressed after an opt-out in words, before or after the block', async () => {
    const [before, after] = [nextChat(), nextChat()];
    await says(before, 'stop', 0);
    await prefers(before, true, 1);
    await prefers(before, false, 2);
    await says(before, '/start', 3);
    expect(await isRefused(before)).toBe(true);
    await prefers(after, true, 0);
    await says(after, 'STOP', 1);
    await prefers(after, false, 2);
    expect(await isRefused(after)).toBe(true);
  });

  it.each([suppressionReason.is.byHand, suppressionReason.is.optOut, suppressionReason.is.blocked])(
    'stays suppressed by an entry of staff, reason %s',
    async (reason) => {
      const [before, after] = [nextChat(), nextChat()];
      await entered(before, reason);
      await prefers(before, true, 1);
      await prefers(after, true, 1);
      if (reason !== suppressionReason.is.blocked) await entered(after, reason);
      for (const chat of [before, after]) await says(chat, '/start', 2);
      expect(await isRefused(before)).toBe(true);
      expect(await isRefused(after)).toBe(reason !== suppressionReason.is.blocked);
    },
  );

  it('stays suppressed when they start another bot, write without starting, or reports come late', async () => {
    const chat = nextChat();
    await prefers(chat, true, 3);
    await says(chat, '/start', 5, otherBot);
    await says(chat, 'Hello', 5);
    await says(chat, '/started', 5);
    await prefers(chat, false, 2);
    expect(await isRefused(chat)).toBe(true);
    await prefers(chat, false, 4);
    expect(await isRefused(chat)).toBe(false);
    await prefers(chat, true, 3);
    expect(await isRefused(chat)).toBe(false);
  });
});

it('a recipient who resumes all messages of a WhatsApp number gets them again', async () => {
  await prefers('US.900', true, 1, whatsapp);
  expect(await isRefused('US.900', businessType.is.whatsapp)).toBe(true);
  await prefers('US.900', false, 2, whatsapp);
  expect(await isRefused('US.900', businessType.is.whatsapp)).toBe(false);
});
