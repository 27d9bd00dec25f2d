import { parseMoney } from '@trade-assistant/contract/kit/money.ts';
import { lineCharge, lineStatus } from '@trade-assistant/contract/message-dictionaries.ts';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { systemActor } from '../../kernel/auth/actor.ts';
import { type TestUser, testApp } from '../../testing/app.ts';
import { mismatches } from '../../testing/books.ts';
import { takenOrder } from '../../testing/orders.ts';
import { messageSender, type StatusEvent } from '../providers/index.ts';
import { LINE, lockLines, lockWork, moveLines, settleNow } from '../work/index.ts';
import { whatsapp } from './channels.ts';
import { orderKinds } from './kind.ts';
import { applyStatuses } from './receipts.ts';
import { scheduleReset } from './reset.ts';
import { lineId } from './tables.ts';
import { decideLines, type Verdict } from './verdicts.ts';

const product = await testApp({ SANDBOX: '1' });
afterAll(() => product.close());
const { app, db } = product;
const platform = systemActor('000000');
const { submitted, delivered, failed, overruled } = lineStatus.is;
const { held, charged, refunded } = lineCharge.is;
let agent: TestUser;
beforeAll(async () => {
  agent = await product.agent({ money: parseMoney('100') });
});

const report = async (order: bigint, messageId: string, status: StatusEvent['status'], code?: string) => {
  const event: StatusEvent = {
    ...{ type: 'status', messageId, reference: null, status, at: new Date(), pricing: null, e164: null, userId: null },
    error: code === undefined ? null : { code, text: code },
  };
  return db.tx(async (tx) => {
    const { senderId } = await lockWork(tx, platform, order);
    const sender = await messageSender(app, tx, senderId ?? 0n);
    if (!sender) throw new Error('no sender');
    const applied = await applyStatuses(app, tx, sender, [event]);
    await settleNow(tx, platform, orderKinds.whatsapp, order);
    return applied.get(event);
  });
};
const decide = (order: bigint, kind: Verdict['kind'], lineNos: readonly number[], status?: number) =>
  db.tx((tx) =>
    decideLines(app, tx, platform, whatsapp, {
      ...{ kind, ids: lineNos.map((lineNo) => lineId(order, lineNo)), status, reason: 'Checked', evidence: [] },
    }),
  );
const linesOf = async (order: bigint) =>
  (
    await db.pool.query<{ result: number; charge: number }>(
      'select result, charge from work_line where task_id = $1 and is_current order by line_no',
      [order],
    )
  ).rows.map(({ result, charge }) => [result, charge]);
const moneyOf = async (order: bigint) =>
  (
    await db.pool.query<{ charged: string; refunded: string }>(
      'select charged_amount::text as charged, refunded_amount::text as refunded from work_task where id = $1',
      [order],
    )
  ).rows[0];

/** Hands the one line of an order over again, as a message that the channel knows by `vendorId`. */
const handedOver = (order: bigint, before: string, vendorId: string) =>
  db.tx(async (tx) => {
    const task = await lockWork(tx, platform, order);
    const lines = await lockLines(tx, task, [1]);
    const moves = lines.map(({ lineNo, charge }) => ({ lineNo, charge, state: LINE.accepted, result: submitted }));
    await moveLines(tx, task, lines, moves);
    await tx.execute(sql`
      with sent as (
        insert into snd_message (id, tenant_id, owner_id, channel, direction, sender_id, task_id, line_no, attempt_no, e164, msg_type, status, vendor_id)
        select gen_random_uuid(), tenant_id, owner_id, channel, direction, sender_id, task_id, line_no, 2, e164, msg_type, 1, ${vendorId}
        from snd_message where vendor_id = ${before} returning id)
      update work_line set attempt_no = 2, message_id = sent.id from sent where task_id = ${order}`);
  });

it('each message that is overruled returns its price, also when one of as many was overruled before', async () => {
  const { id, messages } = await takenOrder(product, agent, 3);
  for (const message of messages) await report(id, message, 'delivered');
  expect(await moneyOf(id)).toEqual({ charged: '150000', refunded: '0' });
  await decide(id, 'OVERRULE', [1]);
  await decide(id, 'OVERRULE', [2]);
  expect(await linesOf(id)).toEqual([
    [overruled, refunded],
    [overruled, refunded],
    [delivered, charged],
  ]);
  expect(await moneyOf(id)).toEqual({ charged: '50000', refunded: '100000' });
  expect(await mismatches(product)).toEqual([]);
});

it('a message that was sent again is not moved or charged by a late receipt of its first attempt', async () => {
  const { id, messages } = await takenOrder(product, agent, 1);
  const [first = ''] = messages;
  await report(id, first, 'failed', 'later');
  expect((await linesOf(id))[0]?.[0]).toBe(failed);
  await db.tx((tx) =>
    scheduleReset(app, tx, platform, whatsapp, { id, resetTime: null, scope: 'FAILED', isPreview: false }),
  );
  await handedOver(id, first, 'second');
  expect(await linesOf(id)).toEqual([[submitted, held]]);
  expect(await report(id, first, 'delivered')).toBe('applied');
  expect(await linesOf(id)).toEqual([[submitted, held]]);
  expect(await moneyOf(id)).toMatchObject({ charged: '0' });
  await report(id, 'second', 'delivered');
  expect(await linesOf(id)).toEqual([[delivered, charged]]);
});
