import { randomUUID } from 'node:crypto';
import { lineStatus } from '@trade-assistant/contract/message-dictionaries.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp } from '../../../testing/app.ts';
import { addSender } from '../../../testing/channel-senders.ts';
import { addPhone } from '../../../testing/orders.ts';
import { bodyOfAnswer, bodyOfPdu } from '../../vendors/providers/channels/smpp/reader.ts';
import { MESSAGE_RECEIPT, type Receipt } from '../../vendors/providers/index.ts';
import { COMMAND, ESM, submitBody } from '../../vendors/smpp/index.ts';
import { messageReceipts } from './receipts.ts';

const product = await testApp({ PRIVATE_ENDPOINTS: '1' });
afterAll(() => product.close());

const { app, db } = product;
const { pending, submitted, delivered, failed } = lineStatus.is;
const FROM = 'FERN';
let sender: string;
let phone: string;
let other: string;
beforeAll(async () => {
  sender = await addSender(product, 'smpp', { endpoint: 'smpp://127.0.0.1:9' });
  phone = await addPhone(product, sender, { phoneNo: FROM });
  other = await addPhone(product, sender);
});

let last = 12025550100n;
const newNumber = (): bigint => {
  last += 1n;
  return last;
};

interface Given {
  readonly status?: number;
  readonly phoneId?: string;
  /** Parts in doubt. */
  readonly parts?: number;
  readonly minutesAgo?: number;
}

/** Stores a text without an answer. @returns its id */
async function doubtful(
  e164: bigint,
  { status = submitted, phoneId = phone, parts = 1, minutesAgo = 5 }: Given = {},
): Promise<string> {
  const id = randomUUID();
  await db.pool.query(
    `insert into snd_message (id, tenant_id, owner_id, channel, direction, sender_id, phone_id, e164, msg_type, status, segments, create_time)
     values ($1, '000000', 7, 3, 1, $2, $3, $4, 1, $5, $6, now() - make_interval(mins => $7))`,
    [id, sender, phoneId, String(e164), status, parts, minutesAgo],
  );
  if (status !== pending)
    await db.pool.query(
      `insert into snd_part (message_id, part_no, sender_id, e164, status) select $1, n, $2, $3, 1 from generate_series(1, $4) n`,
      [id, sender, String(e164), parts],
    );
  return id;
}

const apply = (body: string, at: Date) =>
  db.tx((tx) =>
    messageReceipts.apply(app, tx, {
      ...{ kind: MESSAGE_RECEIPT, tenantId: '000000', sourceId: BigInt(sender), receiveTime: at },
      body,
    } as Receipt),
  );

/** Applies the receipt of a text that came 90 seconds ago. */
async function reported(e164: bigint, vendorId: string, { state = 'DELIVRD', from = FROM, secondsAgo = 90 } = {}) {
  const at = new Date(Date.now() - secondsAgo * 1000);
  const body = submitBody({
    source: { ton: 1, npi: 1, address: String(e164) },
    destination: { ton: 5, npi: 0, address: from },
    ...{ esmClass: ESM.receipt, registered: 0, dataCoding: 0, validity: '' },
    text: Buffer.from(`id:${vendorId} stat:${state}`),
  });
  return apply(bodyOfPdu({ command: COMMAND.deliverSm, body }, at), at);
}
/** Applies a late answer to the first part of a text. */
const answered = (reference: string, vendorId: string | null, code?: string) =>
  apply(
    bodyOfAnswer(
      { reference, partNo: 1, vendorId, vendorKey: vendorId, error: code === undefined ? null : { code, text: code } },
      new Date(),
    ),
    new Date(),
  );
const statusOf = async (id: string) =>
  (await db.pool.query<{ status: number }>('select status from snd_message where id = $1', [id])).rows[0]?.status;

describe('a text in doubt', () => {
  it('is resolved by the receipt to its recipient from its sender, once no answer can follow', async () => {
    const to = newNumber();
    const id = await doubtful(to);
    expect(await reported(to, 'D1', { secondsAgo: 5 })).toBe('early');
    expect(await reported(to, 'D1', { state: 'ENROUTE' })).toBe('applied');
    expect(await statusOf(id)).toBe(submitted);
    expect(await reported(to, 'D1')).toBe('applied');
    expect(await statusOf(id)).toBe(delivered);
  });

  it('of several parts is delivered when a receipt came for each of them', async () => {
    const to = newNumber();
    const id = await doubtful(to, { parts: 2 });
    expect(await reported(to, 'D2-1')).toBe('applied');
    expect(await reported(to, 'D2-1')).toBe('nothing');
    expect(await statusOf(id)).toBe(submitted);
    expect(await reported(to, 'D2-2')).toBe('applied');
    expect(await statusOf(id)).toBe(delivered);
  });

  it('is not resolved by a receipt that may be about another text', async () => {
    const [two, busy, foreign, later] = [newNumber(), newNumber(), newNumber(), newNumber()];
    const ids = [await doubtful(two), await doubtful(two)];
    ids.push(await doubtful(busy));
    await doubtful(busy, { status: pending });
    ids.push(await doubtful(foreign, { phoneId: other }));
    // It was handed over after the receipt came.
    ids.push(await doubtful(later, { minutesAgo: 0 }));
    for (const [index, to] of [two, busy, foreign, later].entries())
      expect(await reported(to, `D3-${index}`)).toBe('early');
    expect(await Promise.all(ids.map(statusOf))).toEqual(ids.map(() => submitted));
  });

  it('is resolved by its late answer, and then by the receipt with that id', async () => {
    const to = newNumber();
    const id = await doubtful(to);
    await doubtful(to);
    expect(await answered(id, 'D4')).toBe('applied');
    expect(await answered(id, 'D4-again')).toBe('nothing');
    expect(await reported(to, 'D4', { secondsAgo: 1 })).toBe('applied');
    expect(await statusOf(id)).toBe(delivered);
  });

  it('fails by its late refusal', async () => {
    const id = await doubtful(newNumber());
    expect(await answered(id, null, 'ESME_RINVDSTADR')).toBe('applied');
    expect(await statusOf(id)).toBe(failed);
  });

  it('keeps a late answer until its chunk is stored', async () => {
    expect(await answered(randomUUID(), 'D5')).toBe('early');
  });

  it('is counted at its provider', async () => {
    const { rows } = await db.pool.query<{ n: number }>(
      `select count(distinct message_id)::int as n from snd_part where sender_id = $1 and vendor_key is null and status = 1`,
      [sender],
    );
    expect(rows[0]?.n).toBeGreaterThan(2);
    const { body } = await product.admin.get('provider/provider/health', { id: sender });
    expect(body.data.inDoubt).toBe(rows[0]?.n);
    const page = await product.admin.get('provider/provider/list', { size: 100 });
    const row = page.body.data.records.find(({ id }: { id: string }) => id === sender);
    expect(row.inDoubt).toBe(rows[0]?.n);
  });
});
