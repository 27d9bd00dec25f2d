import { isAppError } from '@trade-assistant/contract/kit/errors.ts';
import { parseMoney } from '@trade-assistant/contract/kit/money.ts';
import { lineStatus } from '@trade-assistant/contract/message-dictionaries.ts';
import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { systemActor } from '../../../kernel/auth/actor.ts';
import { type TestUser, testApp } from '../../../testing/app.ts';
import { mismatches } from '../../../testing/books.ts';
import { addSender } from '../../../testing/channel-senders.ts';
import { addPhone, openMessages } from '../../../testing/orders.ts';
import { handedOver, type TakenAs, takenOrder } from '../../../testing/taken-orders.ts';
import { textReceipt } from '../../../testing/text-receipts.ts';
import { messageSender, type StatusEvent } from '../../vendors/providers/index.ts';
import { lockWork, settleNow } from '../work/index.ts';
import { addNumbers, readAdded } from './add-numbers.ts';
import { channels } from './channels.ts';
import { storeDoubts } from './doubts.ts';
import { orderKinds } from './kind.ts';
import { concludeText, expireTexts, recoverOutbox } from './outbox.ts';
import { askChannels, expireLines } from './polls.ts';
import { applyStatuses, messageReceipts } from './receipts.ts';
import { scheduleReset } from './reset.ts';
import { lineId, messages, outbox } from './tables.ts';
import { queueText } from './texts.ts';
import { decideLines } from './verdicts.ts';

/**
 * Random histories of orders in all channels: reports of any attempt in any order, answers that never came, polls, expiry, verdicts, repetitions and
 * added numbers. At every moment the counters are those of the lines, and the money is that of their charges; at the end nothing is held.
 */

const product = await testApp({ SANDBOX: '1', PRIVATE_ENDPOINTS: '1' });
afterAll(() => product.close());
const { app, db } = product;
const platform = systemActor('000000');
const { pending, submitted, delivered, failed } = lineStatus.is;
const SEED = Number(process.env['RECEIPTS_SEED'] ?? process.env['FC_SEED'] ?? Date.now() % 2 ** 31);
const RUNS = Number(process.env['RECEIPTS_RUNS'] ?? 1);
let agent: TestUser;
beforeAll(async () => {
  agent = await product.agent({ money: parseMoney('1000') });
  await openMessages(product, 2);
  await openMessages(product, 3);
  await query('update inv_country set sms_enabled = 1');
});

const KINDS: Readonly<Record<string, TakenAs>> = {
  'messages of WhatsApp': { channel: 'whatsapp', parts: 1 },
  'codes of Telegram': { channel: 'telegram', parts: 1 },
  'notices of a bot': { channel: 'telegram', parts: 1, isNotice: true },
  'texts of two parts, charged on delivery': { channel: 'sms', parts: 2 },
  'texts of three parts, charged on submission': { channel: 'sms', parts: 3, isOnSubmit: true },
};

const step = fc.record({
  kind: fc.constantFrom(
    ...(['report', 'report', 'report', 'report', 'report', 'report', 'report', 'hand', 'hand', 'lose'] as const),
    ...(['OVERRULE', 'OVERRULE', 'PASS', 'RESET', 'again', 'poll', 'expire', 'add'] as const),
  ),
  message: fc.nat(60),
  lines: fc.uniqueArray(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 3 }),
  status: fc.constantFrom(
    ...(['sent', 'delivered', 'delivered', 'delivered', 'read', 'failed', 'expired', 'revoked', 'revoked'] as const),
  ),
  // A number that WhatsApp does not know, an error that a repetition may end, one that nobody knows.
  code: fc.constantFrom('131026', '131000', 'later'),
  isRefunded: fc.boolean(),
  verdict: fc.constantFrom(delivered, failed),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;
const EXPECTED =
  /^(NOT_FOUND|VERDICT_NOTHING|RESET_NOTHING|RESET_LIMIT|STATE_CONFLICT|QUOTA_EXCEEDED|NO_VALID_LINES|TOO_MANY_ADDED|NOTHING_ADDED)$/;

const query = async <Row extends object>(text: string, values: unknown[] = []) =>
  (await db.pool.query<Row>(text, values)).rows;

/** Returns the counters of an order, beside the same figures counted from its lines and charges. */
const orderOf = async (order: bigint) =>
  (
    await query<{ said: object; found: object }>(
      `select jsonb_build_object('results', t.results, 'awaiting', t.awaiting_count, 'done', t.stage_done, 'held', h.held, 'charged', t.charged_amount,
           'total', t.hold_amount - t.charged_amount - t.refunded_amount) as said,
         jsonb_build_object(
           'results', (select jsonb_agg((select count(*) from work_line l where l.task_id = t.id and l.is_current and l.state <> 10 and l.result = n) order by n)
             from generate_series(0, 9) n),
           'awaiting', count(*) filter (where l.state in (4, 8)), 'done', count(*) filter (where l.state = 12),
           'held', coalesce(sum(l.units) filter (where l.charge = 1), 0), 'charged', coalesce(50000 * sum(l.units) filter (where l.charge = 2), 0),
           'total', 50000 * h.held) as found
       from work_task t join work_line l on l.task_id = t.id and l.is_current
         cross join lateral (select coalesce(sum(c.units - c.used - c.released), 0)::int as held from work_lane w join agt_quota_charge c on c.id = w.charge_id
           where w.task_id = t.id) h
       where t.id = $1 group by t.id, h.held`,
      [order],
    )
  )[0];

interface Sent {
  readonly id: string;
  readonly vendor: string | null;
  readonly e164: string;
  readonly sender: string;
  readonly phone: string | null;
  readonly key: string | null;
  readonly stays: boolean;
}

/** A report about a message of any attempt, or about a part of a text; `isLost` ones are known by our reference or recipient only. */
async function report(order: bigint, as: TakenAs, { message, status, code, isRefunded }: Step): Promise<void> {
  const rows = await query<Sent>(
    `select m.id, m.vendor_id as vendor, m.e164::text, m.sender_id::text as sender, f.phone_no as phone, p.vendor_key as key,
       l.message_id <> m.id or l.is_judged or l.state = 1 as stays
     from snd_message m join work_line l on l.task_id = m.task_id and l.line_no = m.line_no and l.is_current
       left join sms_phone f on f.id = m.phone_id left join snd_part p on p.message_id = m.id
     where m.task_id = $1 order by m.create_time, m.id, p.part_no`,
    [order],
  );
  const one = rows[message % rows.length];
  if (!one) return;
  const before = await linesOf(order);
  if (as.channel === 'sms') {
    const state = {
      sent: 'ENROUTE',
      failed: 'UNDELIV',
      expired: 'EXPIRED',
      revoked: 'EXPIRED',
      delivered: 'DELIVRD',
      read: 'DELIVRD',
    }[status];
    // Old enough to belong to a text whose answer is unknown.
    const at = new Date(Date.now() - 90_000);
    const from = { ton: 5, npi: 0, address: one.phone ?? '' };
    const of = {
      senderId: one.sender,
      e164: BigInt(one.e164),
      from,
      vendorId: one.key ?? `L${one.id.slice(0, 8)}`,
      state,
      at,
    };
    await query("update snd_message set create_time = create_time - interval '5 minutes' where task_id = $1", [order]);
    await db.tx((tx) => messageReceipts.apply(app, tx, textReceipt(of)));
  } else {
    const event: StatusEvent = {
      ...{
        type: 'status',
        messageId: one.vendor ?? `late ${one.id}`,
        reference: one.id,
        status,
        at: new Date(),
        pricing: null,
        e164: null,
        userId: null,
      },
      error: status === 'failed' ? { code, text: code } : null,
      ...(isRefunded ? { isRefunded } : {}),
    };
    await db.tx(async (tx) => {
      await lockWork(tx, platform, order);
      const sender = await messageSender(app, tx, BigInt(one.sender));
      if (sender) await applyStatuses(app, tx, sender, [event]);
    });
  }
  // What an earlier attempt, or a channel after a person, reports changes no line.
  if (one.stays && one.key === null && as.channel !== 'sms') expect(await linesOf(order)).toEqual(before);
}
const linesOf = (order: bigint) =>
  query('select result, charge from work_line where task_id = $1 and is_current order by line_no', [order]);

let added = 0;

async function play(order: bigint, as: TakenAs, taken: Step): Promise<void> {
  const channel = channels.find(({ key }) => key === as.channel);
  if (!channel) throw new Error(as.channel);
  const { kind, lines, verdict } = taken;
  switch (kind) {
    case 'report':
      return report(order, as, taken);
    case 'hand':
      return void (await handedOver(product, order, as));
    case 'lose':
      return void (await handedOver(product, order, as, { isLost: true }));
    case 'again':
      return void (await db.tx((tx) =>
        scheduleReset(app, tx, platform, channel, { id: order, resetTime: null, scope: 'BOTH', isPreview: false }),
      ));
    case 'poll':
      await query('update snd_message set poll_time = now() where task_id = $1 and vendor_id is not null', [order]);
      return askChannels(app);
    case 'expire':
      await query(
        'update work_line set due_time = now() where task_id = $1 and is_current and state in (4, 8) and line_no = any($2)',
        [order, lines],
      );
      return expireLines(app);
    case 'add': {
      added += 1;
      const text = `+1202555${String(100 + (added % 100)).padStart(4, '0')}`;
      const list = { fileId: null, text, column: null, countryCode: null };
      const task = await db.tx((tx) => lockWork(tx, platform, order));
      const read = await readAdded(app, channel, task, list);
      return void (await db.tx((tx) => addNumbers(app, tx, platform, channel, order, read)));
    }
    default:
      return void (await db.tx((tx) =>
        decideLines(app, tx, platform, channel, {
          ...{ kind, ids: lines.map((lineNo) => lineId(order, lineNo)), status: kind === 'PASS' ? verdict : undefined },
          ...{ reason: 'Checked', evidence: [] },
        }),
      ));
  }
}

/** Ends all lines: what is open is handed over, and nobody reports about it. */
async function end(order: bigint, as: TakenAs): Promise<void> {
  await handedOver(product, order, as);
  await query('update work_line set due_time = now() where task_id = $1 and is_current and state in (4, 8)', [order]);
  await expireLines(app);
  await db.tx((tx) => settleNow(tx, platform, orderKinds[as.channel], order));
}

// A failure prints the seed; RECEIPTS_SEED replays it, RECEIPTS_RUNS plays more histories.
it.each(Object.entries(KINDS))('counts and money are those of the lines through any history: %s', async (_name, as) => {
  const programs = fc.sample(fc.array(step, { minLength: 30, maxLength: 30, size: 'max' }), {
    seed: SEED,
    numRuns: RUNS,
  });
  for (const [run, program] of programs.entries()) {
    const { id } = await takenOrder(product, agent, 4, as);
    for (const [place, taken] of program.entries())
      try {
        await play(id, as, taken);
        await db.tx((tx) => settleNow(tx, platform, orderKinds[as.channel], id));
        const { said, found } = (await orderOf(id)) ?? {};
        expect(said).toEqual(found);
      } catch (error) {
        if (isAppError(error) && EXPECTED.test(error.code)) continue;
        throw new Error(`seed ${SEED}, history ${run}, step ${place} ${JSON.stringify(taken)}`, { cause: error });
      }
    await end(id, as);
    const { said, found } = (await orderOf(id)) ?? {};
    expect(said, `seed ${SEED}, history ${run}`).toEqual(found);
    expect(found).toMatchObject({ held: 0, awaiting: 0 });
  }
  expect(await mismatches(product), `seed ${SEED}`).toEqual([]);
});

const textStep = fc.record({
  kind: fc.constantFrom(
    ...(['queue', 'queue', 'accept', 'accept', 'refuse', 'refusePart', 'lose', 'untaken', 'expire'] as const),
    ...(['report', 'report', 'report', 'report', 'report', 'early', 'early', 'early'] as const),
  ),
  text: fc.nat(60),
  part: fc.integer({ min: 1, max: 2 }),
  state: fc.constantFrom('ENROUTE', 'DELIVRD', 'DELIVRD', 'UNDELIV', 'EXPIRED'),
  isYoung: fc.boolean(),
});
type TextStep = typeof textStep extends fc.Arbitrary<infer T> ? T : never;

/** A text of one message, such as a reply. */
interface SingleText {
  readonly id: string;
  readonly e164: bigint;
  readonly parts: number;
  /** What the SMSC answered; absent while nobody handed it over. */
  came?: 'accepted' | 'refused' | 'nothing';
  /** Whether its time without an answer or a receipt is over. */
  isOver?: boolean;
}
const TEXTS = { 1: 'Hello', 2: 'Long text. '.repeat(20).trim() } as const;
const vendorKey = ({ id }: SingleText, part: number) => `${id.slice(0, 12).replace('-', '')}${part}`.toUpperCase();

interface StoredText {
  readonly status: number;
  readonly units: number;
  readonly used: number;
  readonly released: number;
}
const textsOf = async (texts: readonly SingleText[]) =>
  new Map(
    (
      await query<StoredText & { id: string }>(
        `select m.id, m.status, c.units, c.used, c.released from snd_message m join agt_quota_charge c on c.id = m.charge_id where m.id = any($1)`,
        [texts.map(({ id }) => id)],
      )
    ).map((row) => [row.id, row]),
  );

/** What the money of a text is at any moment. */
function expectMoneyOf({ parts, came, isOver }: SingleText, stored: StoredText | undefined): void {
  const { status = 0, units = 0, used = 0, released = 0 } = stored ?? {};
  expect(units).toBe(parts);
  // It is paid as a whole, free as a whole, or held as a whole.
  expect([
    [0, 0],
    [parts, 0],
    [0, parts],
  ]).toContainEqual([used, released]);
  if (status === pending) expect([used, released]).toEqual([0, 0]);
  if (status === delivered || came === 'accepted') expect(used).toBe(parts);
  if (came === 'refused' || (came === undefined && isOver)) expect([status, released]).toEqual([failed, parts]);
  if (status !== pending && status !== submitted) expect(used + released).toBe(parts);
}

it('a text of one message is paid once it was taken and free if it was not, through any history', async () => {
  const smsc = await addSender(product, 'smpp', { endpoint: 'smpp://127.0.0.1:9' });
  const phoneNo = '+12025550198';
  const phoneId = BigInt(await addPhone(product, smsc, { phoneNo, senderType: 1, capability: 7 }));
  const providerId = BigInt(smsc);
  const balance = async () =>
    BigInt(
      (
        await query<{ sum: string }>('select sum(balance)::text as sum from fin_wallet where user_id = $1', [agent.id])
      )[0]?.sum ?? '0',
    );
  const apply = (text: SingleText, part: number, state: string, at: Date) =>
    db.tx((tx) =>
      messageReceipts.apply(
        app,
        tx,
        textReceipt({
          ...{ senderId: smsc, e164: text.e164, from: { ton: 1, npi: 1, address: phoneNo.slice(1) } },
          ...{ vendorId: vendorKey(text, part), state, at },
        }),
      ),
    );
  const conclude = (text: SingleText, kind: 'accept' | 'refuse' | 'refusePart') =>
    db.tx(async (tx) => {
      await tx.delete(outbox).where(eq(outbox.messageId, text.id));
      const [row] = await tx.select().from(messages).where(eq(messages.id, text.id));
      if (!row) throw new Error(text.id);
      const error = { code: '8', text: 'System error' };
      text.came = kind === 'accept' ? 'accepted' : 'refused';
      if (kind === 'refuse') return concludeText(app, tx, row, { state: 'refused', error });
      const parts = Array.from({ length: text.parts }, (_, n) => {
        const isRefused = kind === 'refusePart' && n === text.parts - 1;
        const key = isRefused ? null : vendorKey(text, n + 1);
        return { partNo: n + 1, vendorId: key, vendorKey: key, error: isRefused ? error : null };
      });
      return concludeText(app, tx, row, { state: 'accepted', messageId: vendorKey(text, 1), parts });
    });

  const before = await balance();
  let paid = 0;
  for (const [run, program] of fc
    .sample(fc.array(textStep, { minLength: 50, maxLength: 50, size: 'max' }), { seed: SEED, numRuns: RUNS })
    .entries()) {
    const texts: SingleText[] = [];
    /** Receipts that came before the answer was stored: they are applied again until it is. */
    let early: { text: SingleText; part: number; state: string; at: Date }[] = [];
    const play = async ({ kind, text: n, part, state, isYoung }: TextStep): Promise<void> => {
      if (kind === 'queue') {
        const parts = part as 1 | 2;
        // Three recipients: texts to one of them may be in doubt together.
        const e164 = 12025550101n + BigInt(n % 3);
        const { id } = await db.tx((tx) =>
          queueText(app, tx, {
            ...{ tenantId: '000000', ownerId: agent.id, e164, text: TEXTS[parts], sessionId: null, purpose: 'reply' },
            phone: { id: phoneId, phoneNo, senderType: 1, providerId },
            document: { bizType: 'sms/session', bizId: BigInt(texts.length + 1), bizNo: `T${texts.length}` },
          }),
        );
        return void texts.push({ id, e164, parts });
      }
      if (kind === 'expire') {
        await query(`update snd_message set sent_time = now() - interval '73 hours' where id = any($1)`, [
          texts.filter((_, place) => place % 3 === n % 3).map(({ id }) => id),
        ]);
        return expireTexts(app);
      }
      const waiting = texts.filter(({ came, isOver }) => came === undefined && !isOver);
      const from = kind === 'report' ? texts : waiting;
      const text = from[n % (from.length || 1)];
      if (!text) return;
      if (kind === 'report' || kind === 'early') {
        const isNew = isYoung || kind === 'early';
        const isEarly = isNew && waiting.includes(text);
        const at = new Date(Date.now() - (isNew ? 0 : 90_000));
        const stored = await textsOf(texts);
        const applied = await apply(text, Math.min(part, text.parts), state, at);
        if (isEarly) {
          expect(applied).toBe('early');
          expect(await textsOf(texts)).toEqual(stored);
        }
        if (applied === 'early') early.push({ text, part: Math.min(part, text.parts), state, at });
        return;
      }
      if (kind === 'untaken') {
        text.isOver = true;
        await query(`update snd_message set create_time = create_time - interval '1 day' where id = $1`, [text.id]);
        return recoverOutbox(app);
      }
      if (kind === 'lose') {
        text.came = 'nothing';
        return db.tx(async (tx) => {
          await tx.delete(outbox).where(eq(outbox.messageId, text.id));
          await tx.update(messages).set({ status: submitted, sentTime: new Date() }).where(eq(messages.id, text.id));
          await storeDoubts(tx, [text.id]);
        });
      }
      await conclude(text, kind);
      const again = early.filter((one) => one.text === text);
      early = early.filter((one) => one.text !== text);
      for (const [place, one] of again.entries()) {
        const applied = await apply(one.text, one.part, one.state, one.at);
        // A young one about a part that has ended may belong to a later text with the same id.
        if (text.came === 'accepted' && place === 0) expect(applied).not.toBe('early');
      }
    };
    const check = async () => {
      const stored = await textsOf(texts);
      for (const text of texts) expectMoneyOf(text, stored.get(text.id));
    };
    for (const [place, taken] of program.entries())
      try {
        await play(taken);
        await check();
      } catch (error) {
        throw new Error(`seed ${SEED}, history ${run}, step ${place} ${JSON.stringify(taken)}`, { cause: error });
      }
    // Nobody takes or reports what is left.
    const ids = texts.map(({ id }) => id);
    await query(
      `update snd_message set create_time = create_time - interval '1 day', sent_time = sent_time - interval '73 hours' where id = any($1)`,
      [ids],
    );
    for (const text of texts) if (text.came === undefined) text.isOver = true;
    await recoverOutbox(app);
    await expireTexts(app);
    await check();
    const ended = [...(await textsOf(texts)).values()];
    expect(ended.filter(({ units, used, released }) => used + released < units)).toEqual([]);
    paid += ended.reduce((sum, { used }) => sum + used, 0);
  }
  expect(before - (await balance()), `seed ${SEED}`).toBe(50_000n * BigInt(paid));
  expect(await mismatches(product), `seed ${SEED}`).toEqual([]);
});
