import { randomUUID } from 'node:crypto';
import { lineStatus } from '@trade-assistant/contract/message-dictionaries.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp } from '../../../testing/app.ts';
import { addSender } from '../../../testing/channel-senders.ts';
import { textReceipt } from '../../../testing/text-receipts.ts';
import { messageReceipts } from './receipts.ts';

const product = await testApp({ PRIVATE_ENDPOINTS: '1' });
afterAll(() => product.close());

const { app, db } = product;
const { submitted, delivered, failed } = lineStatus.is;
const FROM = 12025550199n;
let sender: string;
beforeAll(async () => {
  sender = await addSender(product, 'smpp', { endpoint: 'smpp://127.0.0.1:9' });
});

let last = 12025550100n;
const newNumber = (): bigint => {
  last += 1n;
  return last;
};

/** Stores the answer to a text of one part. @returns the id of its message */
async function answered(e164: bigint, vendorId: string): Promise<string> {
  const id = randomUUID();
  await db.pool.query(
    `insert into snd_message (id, tenant_id, owner_id, channel, direction, sender_id, e164, msg_type, status, segments)
     values ($1, '000000', 7, 3, 1, $2, $3, 1, 1, 1)`,
    [id, sender, String(e164)],
  );
  await db.pool.query(
    `insert into snd_part (message_id, part_no, sender_id, e164, vendor_id, vendor_key, status) values ($1, 1, $2, $3, $4, $4, 1)`,
    [id, sender, String(e164), vendorId],
  );
  return id;
}

/** Applies the receipt of a text that came so many seconds ago. */
async function reported(e164: bigint, vendorId: string, { state = 'DELIVRD', secondsAgo = 0 } = {}) {
  const at = new Date(Date.now() - secondsAgo * 1000);
  const from = { ton: 1, npi: 1, address: String(FROM) };
  const receipt = textReceipt({ senderId: sender, e164, from, vendorId, state, at });
  return db.tx((tx) => messageReceipts.apply(app, tx, receipt));
}
const statusOf = async (id: string) =>
  (await db.pool.query('select status from snd_part where message_id = $1', [id])).rows[0]?.status;

describe('a receipt about an id that was used before', () => {
  it.each([
    ['to the same recipient, and delivered', true, 'DELIVRD', delivered],
    ['to the same recipient, and failed', true, 'UNDELIV', failed],
    ['to another recipient', false, 'DELIVRD', delivered],
    ['to another recipient, and open', false, null, submitted],
  ] as const)('waits for the answer of its own text: %s', async (what, isSame, before, kept) => {
    const [one, other] = [newNumber(), newNumber()];
    const key = `reused ${what}`.replaceAll(/\W/g, '');
    const old = await answered(one, key);
    if (before !== null) expect(await reported(one, key, { state: before })).toBe('applied');
    const recipient = isSame ? one : other;
    expect(await reported(recipient, key)).toBe('early');
    expect(await reported(recipient, key, { secondsAgo: 50 })).toBe('early');
    const own = await answered(recipient, key);
    expect(await reported(recipient, key, { secondsAgo: 5 })).toBe('applied');
    expect([await statusOf(own), await statusOf(old)]).toEqual([delivered, kept]);
  });

  it('belongs to nothing when no answer came', async () => {
    const [one, other] = [newNumber(), newNumber()];
    await answered(one, 'lost');
    expect(await reported(other, 'lost', { secondsAgo: 90 })).toBe('orphan');
    expect(await reported(one, 'lost')).toBe('applied');
    expect(await reported(one, 'lost', { secondsAgo: 90 })).toBe('nothing');
  });
});
