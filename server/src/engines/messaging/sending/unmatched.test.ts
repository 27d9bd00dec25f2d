import { randomUUID } from 'node:crypto';
import { smppIdForm } from '@trade-assistant/contract/areas/provider/smpp-fields.ts';
import { lineStatus } from '@trade-assistant/contract/message-dictionaries.ts';
import { afterAll, expect, it } from 'vitest';
import { testApp } from '../../../testing/app.ts';
import { addSender } from '../../../testing/channel-senders.ts';
import { bodyOfPdu } from '../../vendors/providers/channels/smpp/reader.ts';
import { applyReceipts, MESSAGE_RECEIPT, storeReceipt } from '../../vendors/providers/index.ts';
import { COMMAND, ESM, submitBody } from '../../vendors/smpp/index.ts';
import { messageReceipts } from './receipts.ts';

const product = await testApp({ PRIVATE_ENDPOINTS: '1' });
afterAll(() => product.close());
const { app, db } = product;
const query = async <Row extends object>(text: string, values: unknown[] = []) =>
  (await db.pool.query<Row>(text, values)).rows;
const { delivered } = lineStatus.is;
const kinds = new Map([[MESSAGE_RECEIPT, messageReceipts]]);

/** Stores an answered text to a number. @returns its id */
async function answered(senderId: string, e164: string, vendorId: string): Promise<string> {
  const id = randomUUID();
  await query(
    `insert into snd_message (id, tenant_id, owner_id, channel, direction, sender_id, e164, msg_type, status, segments)
     values ($1, '000000', 7, 3, 1, $2, $3, 1, 1, 1)`,
    [id, senderId, e164],
  );
  await query(
    `insert into snd_part (message_id, part_no, sender_id, e164, vendor_id, vendor_key, status) values ($1, 1, $2, $3, $4, $4, 1)`,
    [id, senderId, e164, vendorId],
  );
  return id;
}

/** Stores and applies the receipt of a text; the SMSC writes the number as it likes. */
async function reported(senderId: string, from: string, id: string): Promise<void> {
  const at = new Date(Date.now() - 120_000);
  const body = submitBody({
    source: { ton: 0, npi: 1, address: from },
    destination: { ton: 5, npi: 0, address: 'FERN' },
    ...{ esmClass: ESM.receipt, registered: 0, dataCoding: 0, validity: '' },
    text: Buffer.from(`id:${id} stat:DELIVRD done date:2601020304`),
  });
  const source = { tenantId: '000000', kind: MESSAGE_RECEIPT, id: BigInt(senderId) };
  await storeReceipt(app, source, bodyOfPdu({ command: COMMAND.deliverSm, body }, at));
  await query(`update prv_receipt set receive_time = now() - interval '2 minutes' where source_id = $1`, [senderId]);
  await applyReceipts(app, kinds);
}
const receiptsOf = async (id: string) =>
  (await product.admin.get('provider/provider/health', { id })).body.data.receipts;
const statusOf = async (id: string) =>
  (await query<{ status: number }>('select status from snd_message where id = $1', [id]))[0]?.status;

it('receipts in another form of ids than set are counted, and so is the form that explains them', async () => {
  const sender = await addSender(product, 'smpp', { endpoint: 'smpp://127.0.0.1:9' });
  const id = await answered(sender, '12025550101', 'a00001');
  await reported(sender, '12025550101', String(0xa00001));
  expect(await statusOf(id)).toBe(delivered);
  expect(await receiptsOf(sender)).toEqual({ unmatched: 0, misread: 1, idForm: smppIdForm.is.hexToDec });
});

it('receipts that match nothing are read again once the form of ids is corrected', async () => {
  const sender = await addSender(product, 'smpp', { endpoint: 'smpp://127.0.0.1:9' });
  const ids = [await answered(sender, '12025550102', 'a00002'), await answered(sender, '12025550103', 'a00003')];
  // Without the recipient another reading of an id proves nothing.
  await reported(sender, '', String(0xa00002));
  await reported(sender, '', String(0xa00003));
  expect(await Promise.all(ids.map(statusOf))).toEqual([1, 1]);
  expect(await receiptsOf(sender)).toEqual({ unmatched: 2, misread: 0, idForm: smppIdForm.is.hexToDec });
  const { version } = (await product.admin.get('provider/provider/detail', { id: sender })).body.data;
  const change = { id: sender, version, idForm: smppIdForm.is.hexToDec };
  expect((await product.admin.post('provider/provider/submit', change)).body).toMatchObject({ code: 200 });
  await applyReceipts(app, kinds);
  expect(await Promise.all(ids.map(statusOf))).toEqual([delivered, delivered]);
  expect(await receiptsOf(sender)).toEqual({ unmatched: 0, misread: 0, idForm: null });
});
