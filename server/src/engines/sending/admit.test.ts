import { parseMoney } from '@trade-assistant/contract/kit/money.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { systemActor } from '../../kernel/auth/actor.ts';
import { type TestUser, testApp } from '../../testing/app.ts';
import { addSender } from '../../testing/channel-senders.ts';
import { orderIn } from '../../testing/orders.ts';
import { recipientKey } from '../compliance/index.ts';
import { messageSender } from '../providers/index.ts';
import { lockWork, type OpenLine } from '../work/index.ts';
import { admitMessages } from './admit.ts';
import { whatsapp } from './channels.ts';
import { takePlaces } from './limits.ts';

const product = await testApp({ SANDBOX: '1' });
afterAll(() => product.close());
const { app, db } = product;
const platform = systemActor('000000');
let agent: TestUser;
let senderId: bigint;
beforeAll(async () => {
  agent = await product.agent({ money: parseMoney('10') });
  senderId = BigInt(await addSender(product, 'whatsapp', { portfolioCode: 'P7', portfolioLimit: 1000 }));
});

const line = (lineNo: number, e164: bigint): OpenLine => ({
  ...{ lineNo, e164, itemId: null, userRef: null, params: null, units: 1, attemptNo: 0, messageId: null },
});
const keyOf = (number: bigint) => recipientKey(app.secrets, number);
const places = async () =>
  (await db.pool.query<{ key: string }>('select number_key::text as key from snd_portfolio')).rows
    .map(({ key }) => BigInt(key))
    .toSorted((a, b) => Number(a - b));

it('a recipient who is refused keeps the place that it had in the portfolio before, and takes no new one', async () => {
  const [known, stranger, fine] = [12025550141n, 12025550142n, 12025550143n];
  const { id } = await orderIn(product, 'whatsapp', agent, 'running');
  await db.pool.query('update work_task set sender_id = $2, template_id = null where id = $1', [id, senderId]);
  for (const number of [known, stranger]) {
    const rule = { number: `+${number}`, scope: 2, channel: 0, reason: 2, sourceRef: 'Ticket 9' };
    expect((await product.admin.post('compliance/suppression/save', rule)).body.code).toBe(200);
  }
  const admission = await db.tx(async (tx) => {
    const sender = await messageSender(app, tx, senderId);
    if (!sender?.portfolio) throw new Error('no portfolio');
    await takePlaces(tx, '000000', sender.portfolio, [keyOf(known)]);
    const task = await lockWork(tx, platform, BigInt(id));
    return admitMessages(app, tx, whatsapp, task, [line(1, known), line(2, stranger), line(3, fine)], 'US');
  });
  expect(admission.pause).toBeUndefined();
  expect([...admission.refused.keys()]).toEqual([1, 2]);
  expect(await places()).toEqual([keyOf(known), keyOf(fine)].toSorted((a, b) => Number(a - b)));
});
