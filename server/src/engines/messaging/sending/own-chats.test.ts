import type { AddressInfo } from 'node:net';
import { afterAll, expect, it } from 'vitest';
import { testApp } from '../../../testing/app.ts';
import { addSender } from '../../../testing/channel-senders.ts';
import { botError, memberUpdate, startTelegramServer, TELEGRAM, textUpdate } from '../../../testing/telegram-server.ts';
import { applyReceipts, MESSAGE_RECEIPT } from '../../vendors/providers/index.ts';
import { messageReceipts } from './receipts.ts';

const product = await testApp({ PRIVATE_ENDPOINTS: '1' });
const telegram = await startTelegramServer();
await product.server.listen({ port: 0, host: '127.0.0.1' });
const origin = `http://127.0.0.1:${(product.server.server.address() as AddressInfo).port}`;
afterAll(async () => {
  await telegram.close();
  await product.close();
});

const id = await addSender(product, 'bot', { endpoint: telegram.address, callbackOrigin: origin });
const kinds = new Map([[MESSAGE_RECEIPT, messageReceipts]]);
let updates = 0;
/** Has Telegram post an update, and applies it. */
async function posted(update: (no: number) => Record<string, unknown>): Promise<void> {
  updates += 1;
  const address = `${origin}/api/provider/provider/webhook?id=${id}`;
  expect(await telegram.update(update(updates), { address, secret: TELEGRAM.botSecret })).toBe(200);
  await applyReceipts(product.app, kinds);
}
const start = (chat: number, text: string) => posted((no) => textUpdate(no, chat, text));
const test = async (who = product.admin, of = id) =>
  (await who.post('provider/provider/test-message', { id: of })).body;
const wordOf = (link: string) => link.split('?start=')[1] ?? '';

it('a bot sends its test message to the chat that followed the caller’s own link, and to nobody else’s', async () => {
  const other = await product.staff('admin');
  const { data } = await test();
  expect(data).toEqual({
    succeeded: false,
    millis: 0,
    problem: null,
    link: expect.stringMatching(/^https:\/\/t\.me\/example_bot\?start=[\w-]{20,64}$/),
  });
  const word = wordOf(data.link);
  // Other starts, altered words and those of other bots say nothing about whose chat it is.
  await start(700, '/start');
  await start(701, `/start ${word.slice(0, -1)}${word.endsWith('0') ? '1' : '0'}`);
  await start(702, `/start ${word.replace(/^\w+/, '9')}`);
  expect((await test()).data.link).toEqual(expect.any(String));
  expect(telegram.taken).toEqual([]);
  await start(703, `/start ${word}`);
  expect((await test()).data).toEqual({ succeeded: true, millis: expect.any(Number), problem: null, link: null });
  expect(telegram.taken).toMatchObject([
    { to: '703', body: { text: expect.stringMatching(/^(测试消息|Test message)/) } },
  ]);
  expect((await test(other)).data).toMatchObject({ succeeded: false, link: expect.any(String) });
  expect(telegram.taken).toHaveLength(1);
});

it('a problem of the channel is shown, and who stopped the bot gets the link again', async () => {
  const sent = telegram.taken.length;
  telegram.behave({ act: { kind: 'status', status: 401, body: botError(401, 'Unauthorized') } });
  expect((await test()).data).toMatchObject({ succeeded: false, problem: '401 Unauthorized', link: null });
  await posted((no) => memberUpdate(no, 703, 'kicked'));
  expect((await test()).data).toMatchObject({ succeeded: false, link: expect.any(String) });
  expect(telegram.taken).toHaveLength(sent);
});

it('an opt-out of the chat refuses the test message', async () => {
  await start(703, `/start ${wordOf((await test()).data.link)}`);
  await start(703, 'stop');
  expect((await test()).bizCode).toBe('RECIPIENT_SUPPRESSED');
});

it('only bots with a user name send test messages', async () => {
  const gateway = await addSender(product, 'gateway', { endpoint: telegram.address });
  expect((await test(product.admin, gateway)).bizCode).toBe('PROVIDER_NO_BOT');
});
