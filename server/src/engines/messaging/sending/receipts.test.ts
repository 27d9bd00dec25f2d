import { parseMoney } from '@trade-assistant/contract/kit/money.ts';
import { lineCharge, lineStatus } from '@trade-assistant/contract/message-dictionaries.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { systemActor } from '../../../kernel/auth/actor.ts';
import { type TestUser, testApp } from '../../../testing/app.ts';
import { mismatches } from '../../../testing/books.ts';
import { handedOver, takenOrder } from '../../../testing/taken-orders.ts';
import { messageSender, type StatusEvent } from '../../vendors/providers/index.ts';
import { lockWork, settleNow } from '../work/index.ts';
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

const report = async (
  order: bigint,
  messageId: string,
  status: StatusEvent['status'],
  { code, isRefunded = false }: { readonly code?: string; readonly isRefunded?: boolean } = {},
) => {
  const event: StatusEvent = {
    ...{ type: 'status', messageId, reference: null, status, at: new Date(), pricing: null, e164: null, userId: null },
    error: code === undefined ? null : { code, text: code },
    ...(isRefunded ? { isRefunded } : {}),
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
  await report(id, first, 'failed', { code: 'later' });
  expect((await linesOf(id))[0]?.[0]).toBe(failed);
  await db.tx((tx) =>
    scheduleReset(app, tx, platform, whatsapp, { id, resetTime: null, scope: 'FAILED', isPreview: false }),
  );
  const [second = ''] = await handedOver(product, id);
  expect(await linesOf(id)).toEqual([[submitted, held]]);
  expect(await report(id, first, 'delivered')).toBe('applied');
  expect(await linesOf(id)).toEqual([[submitted, held]]);
  expect(await moneyOf(id)).toMatchObject({ charged: '0' });
  await report(id, second, 'delivered');
  expect(await linesOf(id)).toEqual([[delivered, charged]]);
});

it.each([
  ['overruled', 'OVERRULE', undefined, 'read', true],
  ['overruled', 'OVERRULE', undefined, 'failed', false],
  ['failed', 'PASS', failed, 'delivered', true],
  ['failed', 'PASS', failed, 'expired', false],
  ['delivered', 'PASS', delivered, 'read', false],
  ['delivered', 'PASS', delivered, 'failed', true],
] as const)(
  'a message that a person decided as %s stays so (%s %s) after the report “%s”; a case is opened: %s',
  async (_words, kind, verdict, status, isCase) => {
    const { id, messages } = await takenOrder(product, agent, 1);
    const [message = ''] = messages;
    await decide(id, kind, [1], verdict);
    const [before, money] = [await linesOf(id), await moneyOf(id)];
    await report(id, message, status);
    expect([await linesOf(id), await moneyOf(id)]).toEqual([before, money]);
    const { rowCount } = await db.pool.query(
      'select from cmp_case c join work_task t on t.task_no = c.source_no where t.id = $1',
      [id],
    );
    expect(rowCount).toBe(isCase ? 1 : 0);
  },
);
