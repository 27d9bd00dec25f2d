import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp } from '../../../testing/app.ts';
import { addSender } from '../../../testing/channel-senders.ts';
import { newPhone, openTask } from '../../../testing/inbox.ts';
import { addPhone } from '../../../testing/orders.ts';
import { type MessageSender, messageSender } from '../../vendors/providers/index.ts';
import { receiveText } from './inbound-texts.ts';
import { textReceived } from './text-events.ts';

const product = await testApp({ PRIVATE_ENDPOINTS: '1' });
const { app, db } = product;
const agent = await product.agent();
/** Phones whose conversations got a text. */
const heard: bigint[] = [];
const stop = textReceived.listen(async (_app, _tx, { phoneId }) => {
  heard.push(phoneId);
  return false;
});
afterAll(async () => {
  stop();
  await product.close();
});

let own: MessageSender;
let other: MessageSender;
const providerOf = async () => {
  const id = await addSender(product, 'smpp', { endpoint: 'smpp://127.0.0.1:9' });
  const sender = await messageSender(app, db.drizzle, BigInt(id));
  if (!sender) throw new Error('no sender');
  return sender;
};
beforeAll(async () => {
  own = await providerOf();
  other = await providerOf();
});

let addresses = 70_000;
const phoneWith = (more: object = {}) => {
  addresses += 1;
  const form = { phoneNo: String(addresses), senderType: 2, capability: 7, ...more };
  return addPhone(product, String(own.id), form).then((id) => ({ id, address: form.phoneNo }));
};
/** Receives a text on an account. @returns its row */
async function received(sender: MessageSender, senderAccount: string, text = 'Hello') {
  const messageId = randomUUID();
  const event = { type: 'inbound', messageId, e164: 12_025_550_142n, userId: null, senderAccount } as const;
  await db.tx((tx) => receiveText(app, tx, sender, { ...event, kind: 'text', text, replyTo: null, at: new Date() }));
  const { rows } = await db.pool.query<{ phone: string | null; owner: string | null; content: string | null }>(
    'select phone_id::text as phone, owner_id::text as owner, content from snd_message where vendor_id = $1',
    [messageId],
  );
  return rows[0];
}
const sentTo = (phoneId: string) =>
  db.pool.query(
    `insert into snd_message (id, tenant_id, owner_id, channel, direction, sender_id, phone_id, e164, msg_type, status)
     values ($1, '000000', $2, 3, 1, $3, $4, 12025550142, 1, 1)`,
    [randomUUID(), String(agent.id), String(own.id), phoneId],
  );
const notices = async () =>
  (await db.pool.query(`select params from msg_message where title_key = 'SMS_TEXT_UNCLAIMED'`)).rows;

describe('a text', () => {
  it('that arrives on another account of the tenant reaches the conversation of its address', async () => {
    const { id, address } = await phoneWith();
    await sentTo(id);
    expect(await received(other, address)).toMatchObject({ phone: id, owner: String(agent.id) });
    expect(heard.splice(0)).toEqual([BigInt(id)]);
  });

  it('to an address that two accounts have belongs to the one on which it arrives, and otherwise to none', async () => {
    const { id, address } = await phoneWith();
    await addPhone(product, String((await providerOf()).id), { phoneNo: address, senderType: 2, capability: 7 });
    expect(await received(own, address)).toMatchObject({ phone: id });
    expect(await received(other, address)).toMatchObject({ phone: null });
    heard.length = 0;
  });

  it('to an address that nobody has is reported to staff, once a day for an account', async () => {
    const sender = await providerOf();
    const before = (await notices()).length;
    await received(sender, '79999');
    await received(sender, '79998');
    const told = (await notices()).slice(before);
    expect(told).toMatchObject([{ params: { address: '79999', provider: sender.name } }]);
  });

  it('to a sender in mode webhook is handed to that alone, and is discarded in mode discard', async () => {
    const hooked = await phoneWith({ inboxMode: 3 });
    await sentTo(hooked.id);
    const kept = await received(own, hooked.address);
    expect(kept).toMatchObject({ phone: hooked.id, owner: String(agent.id) });
    expect(kept?.content).not.toBeNull();
    const muted = await phoneWith({ inboxMode: 1 });
    await sentTo(muted.id);
    expect(await received(own, muted.address)).toEqual({ phone: muted.id, owner: null, content: null });
    expect(heard).toEqual([]);
  });

  it('that opts out holds in every mode', async () => {
    const muted = await phoneWith({ inboxMode: 1 });
    await received(own, muted.address, 'STOP');
    const { rows } = await db.pool.query(`select from cmp_suppression where number like '%0142'`);
    expect(rows).toHaveLength(1);
  });
});

it('a session task needs a sender whose texts become conversations', async () => {
  const senderId = await newPhone(product);
  await db.pool.query('update sms_phone set inbox_mode = 3 where id = $1', [senderId]);
  await expect(openTask(agent, { senderId, sessionType: 2 })).rejects.toThrow('SESSION_SENDER_MODE');
});
