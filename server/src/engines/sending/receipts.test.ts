import { isAppError } from '@trade-assistant/contract/kit/errors.ts';
import { parseMoney } from '@trade-assistant/contract/kit/money.ts';
import { lineCharge, lineStatus } from '@trade-assistant/contract/message-dictionaries.ts';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
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

/** Hands the open lines of an order over again, as new messages that the channel knows by their ids. @returns these */
const handedOver = (order: bigint): Promise<readonly string[]> =>
  db.tx(async (tx) => {
    const task = await lockWork(tx, platform, order);
    const lines = await lockLines(tx, task, sql`l.state = ${LINE.open}`);
    const moves = lines.map(({ lineNo, charge }) => ({ lineNo, charge, state: LINE.accepted, result: submitted }));
    await moveLines(tx, task, lines, moves);
    const { rows } = await tx.execute<{ id: string }>(sql`
      with again as (
        select line_no, gen_random_uuid() as id, attempt_no + 1 as attempt, e164 from work_line
        where task_id = ${order} and is_current and line_no = any(${sql.param(lines.map(({ lineNo }) => lineNo))}::int[])),
      sent as (
        insert into snd_message (id, tenant_id, owner_id, channel, direction, sender_id, task_id, line_no, attempt_no, e164, msg_type, status, vendor_id)
        select a.id, ${task.tenantId}, ${task.ownerId}, 1, 1, ${task.senderId}, ${order}, a.line_no, a.attempt, a.e164, 2, 1, a.id::text from again a)
      update work_line l set attempt_no = a.attempt, message_id = a.id from again a
      where l.task_id = ${order} and l.is_current and l.line_no = a.line_no returning a.id`);
    return rows.map(({ id }) => id);
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
  await report(id, first, 'failed', { code: 'later' });
  expect((await linesOf(id))[0]?.[0]).toBe(failed);
  await db.tx((tx) =>
    scheduleReset(app, tx, platform, whatsapp, { id, resetTime: null, scope: 'FAILED', isPreview: false }),
  );
  const [second = ''] = await handedOver(id);
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

const step = fc.record({
  kind: fc.constantFrom(
    ...(['report', 'report', 'report', 'report', 'report', 'report', 'hand', 'hand'] as const),
    ...(['OVERRULE', 'OVERRULE', 'PASS', 'RESET', 'again'] as const),
  ),
  message: fc.nat(30),
  lines: fc.uniqueArray(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 3 }),
  status: fc.constantFrom(
    ...(['sent', 'delivered', 'delivered', 'read', 'failed', 'expired', 'revoked', 'revoked'] as const),
  ),
  // A number that WhatsApp does not know, an error that a repetition may end, one that nobody knows.
  code: fc.constantFrom('131026', '131000', 'later'),
  isRefunded: fc.boolean(),
  verdict: fc.constantFrom(delivered, failed),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;
const EXPECTED = /^(VERDICT_NOTHING|RESET_NOTHING|RESET_LIMIT|STATE_CONFLICT)$/;

/** Returns the counters of an order, beside the same figures counted from its lines and charges. */
const orderOf = async (order: bigint) =>
  (
    await db.pool.query<{ said: object; found: object }>(
      `select jsonb_build_object('results', t.results, 'awaiting', t.awaiting_count, 'done', t.stage_done, 'held', h.held, 'charged', t.charged_amount) as said,
         jsonb_build_object(
           'results', (select jsonb_agg((select count(*) from work_line l where l.task_id = t.id and l.is_current and l.result = n) order by n) from generate_series(0, 9) n),
           'awaiting', count(*) filter (where l.state in (4, 8)), 'done', count(*) filter (where l.state = 12),
           'held', count(*) filter (where l.charge = 1), 'charged', 50000 * count(*) filter (where l.charge = 2)) as found
       from work_task t join work_line l on l.task_id = t.id and l.is_current
         cross join lateral (select coalesce(sum(c.units - c.used - c.released), 0)::int as held from work_lane w join agt_quota_charge c on c.id = w.charge_id
           where w.task_id = t.id) h
       where t.id = $1 group by t.id, h.held`,
      [order],
    )
  ).rows[0];

async function play(order: bigint, { kind, message, lines, status, code, isRefunded, verdict }: Step): Promise<void> {
  switch (kind) {
    case 'report': {
      const { rows } = await db.pool.query<{ id: string; stays: boolean }>(
        `select m.vendor_id as id, l.message_id <> m.id or l.is_judged or l.state = 1 as stays
         from snd_message m join work_line l on l.task_id = m.task_id and l.line_no = m.line_no and l.is_current where m.task_id = $1 order by m.create_time, m.id`,
        [order],
      );
      const one = rows[message % rows.length];
      if (!one) return;
      const before = await linesOf(order);
      await report(order, one.id, status, { ...(status === 'failed' ? { code } : {}), isRefunded });
      // What an earlier attempt, or a channel after a person, reports changes no line.
      if (one.stays) expect(await linesOf(order)).toEqual(before);
      return;
    }
    case 'hand':
      return void (await handedOver(order));
    case 'again':
      return void (await db.tx((tx) =>
        scheduleReset(app, tx, platform, whatsapp, { id: order, resetTime: null, scope: 'BOTH', isPreview: false }),
      ));
    default:
      return void (await decide(order, kind, lines, kind === 'PASS' ? verdict : undefined));
  }
}

// A failure prints the seed; RECEIPTS_SEED replays it, RECEIPTS_RUNS plays more histories.
it('counts and money are those of the lines after reports of any attempt in any order, verdicts and repetitions', async () => {
  const seed = Number(process.env['RECEIPTS_SEED'] ?? process.env['FC_SEED'] ?? Date.now() % 2 ** 31);
  const numRuns = Number(process.env['RECEIPTS_RUNS'] ?? 4);
  const programs = fc.sample(fc.array(step, { minLength: 30, maxLength: 30, size: 'max' }), { seed, numRuns });
  for (const [run, program] of programs.entries()) {
    const { id } = await takenOrder(product, agent, 4);
    for (const [place, taken] of program.entries())
      try {
        await play(id, taken);
        const { said, found } = (await orderOf(id)) ?? {};
        expect(said).toEqual(found);
      } catch (error) {
        if (isAppError(error) && EXPECTED.test(error.code)) continue;
        throw new Error(`seed ${seed}, history ${run}, step ${place} ${JSON.stringify(taken)}`, { cause: error });
      }
  }
  expect(await mismatches(product), `seed ${seed}`).toEqual([]);
});
