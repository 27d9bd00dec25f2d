import { lineStatus } from '@trade-assistant/contract/message-dictionaries.ts';
import { eq, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { type TestUser, testApp } from '../../../testing/app.ts';
import { mismatches } from '../../../testing/books.ts';
import { newPhone, openTask, receive } from '../../../testing/inbox.ts';
import { messageAgent, openMessages } from '../../../testing/orders.ts';
import { balances } from '../../money/ledger/ledger-fixture.ts';
import { messageSender, type StatusEvent } from '../../vendors/providers/index.ts';
import { concludeText, expireTexts, recoverOutbox } from '../sending/outbox.ts';
import { applyStatuses } from '../sending/receipts.ts';
import { messages } from '../sending/tables.ts';

const product = await testApp();
afterAll(() => product.close());
const { app, db } = product;
const BUDGET = 5_000_000n;
const STEPS = 40;
const { pending, submitted, delivered, failed, expired, cancelled } = lineStatus.is;
await openMessages(product, 3);
await db.pool.query('update inv_country set sms_enabled = 1');

const query = async <Row extends object>(text: string, values: unknown[] = []) =>
  (await db.pool.query<Row>(text, values)).rows;

const step = fc.record({
  kind: fc.constantFrom(
    ...(['reply', 'reply', 'reply', 'hand', 'hand', 'hand', 'report', 'report', 'report'] as const),
    ...(['close', 'expire', 'forget', 'receive'] as const),
  ),
  answer: fc.constantFrom('accepted', 'accepted', 'doubt', 'refused'),
  status: fc.constantFrom(...(['sent', 'delivered', 'delivered', 'failed'] as const)),
  person: fc.nat(1),
  text: fc.nat(40),
  parts: fc.integer({ min: 1, max: 3 }),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** A reply of the plain model: its price, whether its money is held, charged or back, and its state. */
interface Text {
  readonly session: string;
  readonly price: bigint;
  money: 'held' | 'charged' | 'back';
  status: number;
}

interface Market {
  readonly agent: TestUser;
  readonly phone: string;
  readonly taskId: string;
  readonly texts: Map<string, Text>;
}

let keys = 0;

async function openMarket(): Promise<Market> {
  const { agent } = await messageAgent(product, '5');
  const phone = await newPhone(product);
  const taskId = await openTask(agent, { senderId: phone, sessionType: 2, maxTurns: 99 });
  return { agent, phone, taskId, texts: new Map() };
}

/** Returns the open session of a person, who writes first if there is none. */
async function sessionOf({ phone, taskId }: Market, person: number): Promise<string> {
  const number = 12025550150n + BigInt(person);
  const find = () =>
    query<{ id: string }>(
      'select id::text from inb_session where task_id = $1 and e164 = $2 and session_status in (0, 1) and deleted_at is null',
      [taskId, number],
    );
  const [open] = await find();
  if (open) return open.id;
  await receive(product, phone, number, 'Hello');
  return (await find())[0]?.id ?? '';
}

/** Reports of a channel about a text; one in doubt is known by our reference. */
const report = (id: string, status: StatusEvent['status']) =>
  db.tx(async (tx) => {
    const [row] = await tx.select().from(messages).where(eq(messages.id, id));
    const sender = row && (await messageSender(app, tx, row.senderId));
    if (!row || !sender) throw new Error('no sender');
    const error = status === 'failed' ? { code: 'UNDELIV', text: 'Undeliverable' } : null;
    const event: StatusEvent = {
      ...{ type: 'status', messageId: row.vendorId ?? `late ${id}`, reference: id, status, at: new Date(), error },
      ...{ pricing: null, e164: null, userId: null },
    };
    await applyStatuses(app, tx, sender, [event]);
  });

const RANK: Readonly<Record<number, number>> = { [submitted]: 1, [failed]: 2, [expired]: 2, [delivered]: 3 };
const STATUS = { sent: submitted, delivered, failed } as const;

async function play(market: Market, { kind, answer, status, person, text, parts }: Step): Promise<void> {
  const { agent, texts } = market;
  const all = [...texts];
  const [id = '', one] = all[text % Math.max(all.length, 1)] ?? [];
  switch (kind) {
    case 'receive':
      return receive(product, market.phone, 12025550150n + BigInt(person), 'Hello again');
    case 'reply': {
      const session = await sessionOf(market, person);
      keys += 1;
      const form = { id: session, text: 'a'.repeat(150 * parts), clientKey: `history-${keys}` };
      const { body } = await agent.post('sms/session/send', { ...form, lastSeenMessageId: '0', force: true });
      expect(body.code, body.msg).toBe(200);
      const [row] = await query<{ id: string }>(
        'select id from snd_message where session_id = $1 order by create_time desc limit 1',
        [session],
      );
      texts.set(row?.id ?? '', { session, price: 50_000n * BigInt(parts), money: 'held', status: pending });
      return;
    }
    case 'hand': {
      if (one?.status !== pending) return;
      await db.tx(async (tx) => {
        await tx.execute(sql`delete from snd_outbox where message_id = ${id}::uuid`);
        const [row] = await tx.select().from(messages).where(eq(messages.id, id));
        const error = { code: 'ESME_RINVDSTADR', text: 'Invalid address' };
        const came =
          answer === 'accepted'
            ? ({ state: 'accepted', messageId: `v-${id}` } as const)
            : answer === 'refused'
              ? ({ state: 'refused', error } as const)
              : ({ state: 'doubt', error: 'no answer' } as const);
        if (row) await concludeText(app, tx, row, came as Parameters<typeof concludeText>[3]);
      });
      one.status = answer === 'refused' ? failed : submitted;
      if (answer !== 'doubt') one.money = answer === 'refused' ? 'back' : 'charged';
      return;
    }
    case 'report': {
      if (!one || one.status === pending || one.status === cancelled) return;
      await report(id, status);
      // A report proves that the text was taken; one that is free stays free.
      if (one.status === submitted && one.money === 'held') one.money = 'charged';
      const to = STATUS[status];
      if ((RANK[to] ?? 0) > (RANK[one.status] ?? 0)) one.status = to;
      return;
    }
    case 'close': {
      const session = await sessionOf(market, person);
      expect((await agent.post('sms/session/close', { ids: session })).body.code).toBe(200);
      for (const [, open] of all)
        if (open.session === session && open.status === pending)
          Object.assign(open, { status: cancelled, money: 'back' });
      return;
    }
    case 'expire': {
      if (one?.status !== submitted) return;
      await query(`update snd_message set sent_time = now() - interval '73 hours' where id = $1`, [id]);
      await expireTexts(app);
      one.status = expired;
      if (one.money === 'held') one.money = 'back';
      return;
    }
    case 'forget': {
      if (one?.status !== pending) return;
      await query(`update snd_message set create_time = now() - interval '16 minutes' where id = $1`, [id]);
      await recoverOutbox(app);
      Object.assign(one, { status: failed, money: 'back' });
      return;
    }
  }
}

/** Expects the states, the costs of sessions and of their task, and the money of the agent to be those of the model. */
async function expectAs({ agent, taskId, texts }: Market): Promise<void> {
  const rows = await query<{ id: string; status: number }>(
    'select m.id, m.status from snd_message m join inb_session s on s.id = m.session_id where s.task_id = $1 and m.direction = 1',
    [taskId],
  );
  expect(new Map(rows.map(({ id, status }) => [id, status]))).toEqual(
    new Map([...texts].map(([id, { status }]) => [id, status])),
  );
  const cost = (of: readonly Text[]) => of.reduce((sum, one) => (one.money === 'back' ? sum : sum + one.price), 0n);
  const held = [...texts.values()].filter(({ money }) => money === 'held');
  const wallets = await balances(db, agent.id);
  expect([wallets['balance'], wallets['frozenBalance'] ?? 0n]).toEqual([
    BUDGET - cost([...texts.values()]),
    cost(held),
  ]);
  const sessions = await query<{ id: string; spent: string }>(
    'select id::text, spent::text from inb_session where task_id = $1',
    [taskId],
  );
  const bySession = Map.groupBy(texts.values(), ({ session }) => session);
  expect(Object.fromEntries(sessions.map(({ id, spent }) => [id, spent]))).toEqual(
    Object.fromEntries(sessions.map(({ id }) => [id, String(cost(bySession.get(id) ?? []))])),
  );
  const [counted] = await query<{ charged: string; sent: number }>(
    'select charged_amount::text as charged, outbound_count as sent from inb_counter where task_id = $1',
    [taskId],
  );
  expect(counted).toEqual({ charged: String(cost([...texts.values()])), sent: texts.size });
}

const of = (kind: Step['kind'], more: Partial<Step> = {}): Step => ({
  ...{ kind, answer: 'accepted', status: 'failed', person: 0, text: 0, parts: 1 },
  ...more,
});
const EXAMPLES: readonly Step[][] = [
  // A text that failed after it was taken stays charged; one without any sign is free in the end.
  [of('reply'), of('hand'), of('report')],
  [of('reply'), of('hand', { answer: 'doubt' }), of('expire'), of('report', { status: 'delivered' })],
];

// A failure prints the seed; INBOX_SEED replays it, INBOX_RUNS plays more histories.
it('replies cost what is held or charged for them, after any answers, reports, closings and ends', async () => {
  const seed = Number(process.env['INBOX_SEED'] ?? process.env['FC_SEED'] ?? Date.now() % 2 ** 31);
  const numRuns = Number(process.env['INBOX_RUNS'] ?? 4);
  const drawn = fc.sample(fc.array(step, { minLength: STEPS, maxLength: STEPS, size: 'max' }), { seed, numRuns });
  const programs = [...EXAMPLES, ...drawn];
  for (const [run, program] of programs.entries()) {
    const market = await openMarket();
    for (const [place, taken] of program.entries())
      try {
        await play(market, taken);
        await expectAs(market);
      } catch (error) {
        throw new Error(`seed ${seed}, history ${run}, step ${place} ${JSON.stringify(taken)}`, { cause: error });
      }
  }
  expect(await mismatches(product), `seed ${seed}`).toEqual([]);
});
