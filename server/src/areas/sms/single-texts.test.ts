import { lineStatus } from '@trade-assistant/contract/message-dictionaries.ts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { queueText } from '../../engines/messaging/sending/index.ts';
import { expireTexts, recoverOutbox } from '../../engines/messaging/sending/outbox.ts';
import { applyStatuses } from '../../engines/messaging/sending/receipts.ts';
import type { MessageRow } from '../../engines/messaging/sending/tables.ts';
import { messageSender } from '../../engines/vendors/providers/index.ts';
import { type TestUser, testApp } from '../../testing/app.ts';
import { mismatches } from '../../testing/books.ts';
import { addSender } from '../../testing/channel-senders.ts';
import { addPhone, messageAgent, openMessages } from '../../testing/orders.ts';
import { startSmsc } from '../../testing/smsc.ts';

const product = await testApp({ PRIVATE_ENDPOINTS: '1' });
const smsc = await startSmsc();
await product.work();
afterAll(async () => {
  await product.close();
  await smsc.close();
});

const PHONE = '+12025550199';
const { pending, submitted, delivered, failed, expired } = lineStatus.is;
let agent: TestUser;
let providerId: bigint;
let phoneId: bigint;
let texts = 0;

const query = async <Row extends object>(text: string, values: unknown[] = []) =>
  (await product.db.pool.query<Row>(text, values)).rows;

beforeAll(async () => {
  await openMessages(product, 3);
  await query('update inv_country set sms_enabled = 1');
  providerId = BigInt(await addSender(product, 'smpp', { endpoint: smsc.address, timeoutMs: 1000 }));
  phoneId = BigInt(await addPhone(product, String(providerId), { phoneNo: PHONE, senderType: 1, capability: 7 }));
  ({ agent } = await messageAgent(product, '10'));
});
beforeEach(async () => {
  smsc.behaviour = { receipts: 'after' };
  smsc.forget(true);
  await expect.poll(() => smsc.bound()).toBeGreaterThan(0);
});

/** Queues a text that its owner pays for. @returns its id */
async function send(text: string, e164 = 12025550100n): Promise<string> {
  texts += 1;
  const bizId = BigInt(texts);
  const { id } = await product.db.tx((tx) =>
    queueText(product.app, tx, {
      ...{ tenantId: '000000', ownerId: agent.id, e164, text, sessionId: null, purpose: 'test' },
      phone: { id: phoneId, phoneNo: PHONE, senderType: 1, providerId },
      document: { bizType: 'sms/sms-task', bizId, bizNo: `T${bizId}` },
    }),
  );
  return id;
}
const LONG = 'Long text. '.repeat(40).trim();
const statusOf = async (id: string) =>
  (await query<{ status: number }>('select status from snd_message where id = $1', [id]))[0]?.status;
/** Units of a text that are held, used and released. */
const unitsOf = async (id: string) =>
  (
    await query<{ held: number; used: number; released: number }>(
      `select c.units - c.used - c.released as held, c.used, c.released from agt_quota_charge c join snd_message m on m.charge_id = c.id
       where m.id = $1`,
      [id],
    )
  )[0];
const isInOutbox = async (id: string) => (await query('select from snd_outbox where message_id = $1', [id])).length > 0;
const later = (id: string) =>
  query("update snd_message set sent_time = now() - interval '73 hours' where id = $1", [id]);

it('costs its price when the SMSC takes it, delivered or not', async () => {
  const id = await send('Hello');
  await expect.poll(() => statusOf(id)).toBe(delivered);
  expect(await unitsOf(id)).toEqual({ held: 0, used: 1, released: 0 });
  smsc.behaviour = {};
  const silent = await send('Hello', 12025550101n);
  await expect.poll(() => statusOf(silent)).toBe(submitted);
  await later(silent);
  await expireTexts(product.app);
  expect([await statusOf(silent), await unitsOf(silent)]).toEqual([expired, { held: 0, used: 1, released: 0 }]);
});

it('that the SMSC neither takes nor refuses is free after 72 hours, and a receipt after that does not charge it', async () => {
  smsc.behaviour = { isSilent: true };
  const id = await send('Hello', 12025550102n);
  await expect.poll(() => statusOf(id)).toBe(submitted);
  expect(await unitsOf(id)).toEqual({ held: 1, used: 0, released: 0 });
  await later(id);
  await expireTexts(product.app);
  expect([await statusOf(id), await unitsOf(id)]).toEqual([expired, { held: 0, used: 0, released: 1 }]);
  const [text] = await query<MessageRow>('select * from snd_message where id = $1', [id]);
  await product.db.tx(async (tx) => {
    const sender = await messageSender(product.app, tx, providerId);
    if (!sender || !text) throw new Error('no sender');
    await applyStatuses(product.app, tx, sender, [
      {
        type: 'status',
        messageId: id,
        reference: id,
        status: 'delivered',
        at: new Date(),
        e164: null,
        error: null,
      } as never,
    ]);
  });
  expect(await unitsOf(id)).toEqual({ held: 0, used: 0, released: 1 });
});

it('of which the SMSC refuses a part is failed and free, whatever comes of its other parts', async () => {
  smsc.behaviour = { refusedPart: 2, receipts: 'after' };
  const id = await send(LONG, 12025550103n);
  await expect.poll(() => statusOf(id)).toBe(failed);
  await expect.poll(async () => (await unitsOf(id))?.held).toBe(0);
  await expect.poll(() => smsc.answers.length).toBeGreaterThan(0);
  expect(await unitsOf(id)).toEqual({ held: 0, used: 0, released: 3 });
});

it('whose outcome cannot be stored waits for its receipt, and the texts after it go on', async () => {
  await query(`create function refuse_this() returns trigger language plpgsql as $$ begin
    if new.status = ${submitted} and new.e164 = 12025550104 and old.status = ${pending} then raise exception 'not stored'; end if; return new; end $$`);
  await query('create trigger refuse_this before update on snd_message for each row execute function refuse_this()');
  const id = await send('Hello', 12025550104n);
  await expect.poll(() => smsc.taken.length).toBe(1);
  const next = await send('Hello', 12025550105n);
  await expect.poll(() => statusOf(next)).toBe(delivered);
  await query('drop trigger refuse_this on snd_message');
  expect([await statusOf(id), await isInOutbox(id)]).toEqual([pending, true]);
  await query('update snd_outbox set lease_until = now() where message_id = $1', [id]);
  await expect.poll(() => isInOutbox(id)).toBe(false);
  await recoverOutbox(product.app);
  expect(await statusOf(id)).toBeOneOf([submitted, delivered]);
  expect(smsc.taken.filter(({ to }) => to === '12025550104')).toHaveLength(1);
});

it('costs nothing where no SMSC took it within fifteen minutes', async () => {
  smsc.behaviour = { status: 0x14 };
  const id = await send('Hello', 12025550106n);
  await expect
    .poll(async () => (await query('select from snd_outbox where message_id = $1 and tries > 0', [id])).length)
    .toBe(1);
  await query("update snd_message set create_time = now() - interval '16 minutes' where id = $1", [id]);
  await expect.poll(() => statusOf(id)).toBe(failed);
  expect(await unitsOf(id)).toEqual({ held: 0, used: 0, released: 1 });
  expect(await mismatches(product)).toEqual([]);
});
