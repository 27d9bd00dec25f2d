import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NumberSet } from '../../../kernel/phone/number-set.ts';
import { testApp } from '../../../testing/app.ts';
import { addSender } from '../../../testing/channel-senders.ts';
import { addPhone } from '../../../testing/orders.ts';
import {
  type InboundEvent,
  type MessageSender,
  messageSender,
  type StatusEvent,
} from '../../vendors/providers/index.ts';
import { recipientKey } from '../compliance/index.ts';
import { smallList } from '../work/index.ts';
import { applyOther } from './inbound.ts';
import { applyParts } from './parts.ts';

/** One Argentine mobile in both forms. */
const [LONG, SHORT] = [5491100000000n, 541100000000n];
const product = await testApp({ PRIVATE_ENDPOINTS: '1' });
afterAll(() => product.close());
const { app, db } = product;
const query = async <Row extends object>(text: string, values: unknown[] = []) =>
  (await db.pool.query<Row>(text, values)).rows;

let whatsapp: MessageSender;
let sms: MessageSender;
let phone: string;
const senderOf = async (id: string) => {
  const sender = await messageSender(app, db.drizzle, BigInt(id));
  if (!sender) throw new Error('no sender');
  return sender;
};
beforeAll(async () => {
  whatsapp = await senderOf(await addSender(product, 'whatsapp'));
  sms = await senderOf(await addSender(product, 'smpp', { endpoint: 'smpp://127.0.0.1:9' }));
  phone = await addPhone(product, String(sms.id), { phoneNo: 'FERN' });
});

/** Stores a message to a number. @returns its id */
async function sentTo(e164: bigint, sender: MessageSender, vendorId: string | null = null): Promise<string> {
  const id = randomUUID();
  const isText = sender === sms;
  await query(
    `insert into snd_message (id, tenant_id, owner_id, channel, direction, sender_id, phone_id, e164, msg_type, status, vendor_id, task_id, line_no)
     values ($1, '000000', 7, $2, 1, $3, $4, $5, 1, 1, $6, 9, 1)`,
    [id, isText ? 3 : 1, String(sender.id), isText ? phone : null, String(e164), vendorId],
  );
  return id;
}
const inbound = (e164: bigint, text: string, more: Partial<InboundEvent> = {}): InboundEvent => ({
  ...{ type: 'inbound', messageId: randomUUID(), e164, userId: null, senderAccount: null, kind: 'text', text },
  ...{ replyTo: null, at: new Date() },
  ...more,
});
const take = (sender: MessageSender, event: InboundEvent) => db.tx((tx) => applyOther(app, tx, sender, event));

describe('a person whose number has two forms', () => {
  it('is one recipient of a list', async () => {
    const text = Buffer.from(`+${LONG}\n+${SHORT}\n+12025550123`);
    const list = {
      source: (async function* () {
        yield text;
      })(),
      size: text.length,
    };
    const lines = await smallList(list, new NumberSet(), {
      ...{ column: null, defaultCountry: null, isAnyCountry: true, maxBytes: 1000, maxLines: 10, chunkLines: 10 },
      refuse: async () => new Map(),
    });
    expect(lines.map(({ e164, reason }) => [e164, reason])).toEqual([
      [String(LONG), null],
      [null, 10],
      ['12025550123', null],
    ]);
  });

  it('is counted once for pauses, portfolios and frequencies', () => {
    expect(recipientKey(app.secrets, LONG)).toBe(recipientKey(app.secrets, SHORT));
  });

  it('answers the message to the other form, in each channel', async () => {
    for (const sender of [whatsapp, sms]) {
      await sentTo(SHORT, sender);
      const event = inbound(LONG, 'Thanks', { senderAccount: 'FERN' });
      await take(sender, event);
      expect(
        await query('select owner_id::text, task_id::text from snd_message where vendor_id = $1', [event.messageId]),
      ).toEqual([{ owner_id: '7', task_id: '9' }]);
    }
  });

  it('is the one to whom a receipt belongs', async () => {
    const id = await sentTo(SHORT, sms);
    await query(
      `insert into snd_part (message_id, part_no, sender_id, e164, vendor_id, vendor_key, status) values ($1, 1, $2, $3, 'F1', 'F1', 1)`,
      [id, String(sms.id), String(SHORT)],
    );
    const event: StatusEvent = {
      type: 'status',
      messageId: 'F1',
      reference: null,
      status: 'delivered',
      at: new Date(),
      error: null,
      pricing: null,
      e164: LONG,
      userId: null,
    };
    const { applied } = await db.tx((tx) => applyParts(tx, sms, [event]));
    expect(applied.get(event)).toBe('applied');
  });

  it('suppresses by STOP the number that was written to as well, however the channel names its person', async () => {
    await sentTo(12025550177n, whatsapp, 'wamid.written');
    await take(whatsapp, inbound(12025550188n, 'STOP', { replyTo: 'wamid.written' }));
    const rows = await query<{ number: string }>('select number from cmp_suppression order by number');
    expect(rows.map(({ number }) => number.slice(-4))).toEqual(['0177', '0188']);
  });
});
