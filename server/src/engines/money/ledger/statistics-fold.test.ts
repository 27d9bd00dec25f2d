import { formatTime } from '@trade-assistant/contract/kit/time.ts';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { testDb } from '../../../kernel/testing/index.ts';
import type { WalletKind } from './accounts.ts';
import { isLedgerEvent, LEDGER_EVENTS } from './events.ts';
import {
  adjust,
  allocate,
  charge,
  grantBonus,
  hold,
  rechargePass,
  refund,
  release,
  settle,
  statistics,
  transfer,
} from './index.ts';
import { actor, newKey, newUser, refusalOf, WHATSAPP } from './ledger-fixture.ts';

const { db, close } = await testDb();
afterAll(() => close());

const DEBT = 6;
const ZONES = ['UTC', 'Asia/Shanghai', 'America/New_York', 'Pacific/Chatham'] as const;
const BEGIN = Date.parse('2026-03-01T00:00:00Z');
const SPAN_MINUTES = 20 * 24 * 60;

const step = fc.record({
  kind: fc.constantFrom(
    'recharge',
    'bonus',
    'charge',
    'refund',
    'hold',
    'settle',
    'release',
    'earn',
    'transfer',
    'allocate',
    'debit',
  ),
  amount: fc.bigInt(1n, 5_000_000n),
  user: fc.nat(2),
  other: fc.nat(2),
  document: fc.nat(20),
  minute: fc.nat(SPAN_MINUTES),
});
const asked = fc.record({
  from: fc.nat(SPAN_MINUTES),
  to: fc.nat(SPAN_MINUTES + 1),
  user: fc.option(fc.nat(2)),
  wallet: fc.option(fc.integer({ min: 1, max: 7 })),
  zone: fc.constantFrom(...ZONES),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;
type StatisticsQuery = typeof asked extends fc.Arbitrary<infer T> ? T : never;

interface Entry {
  readonly journal: string;
  readonly user: string;
  readonly wallet: number;
  readonly type: number;
  readonly at: Date;
  /** The effect from the user's view. */
  readonly effect: bigint;
}

/** Plays steps that may be refused; journals of a wallet stay in the order of their times. */
async function play(program: readonly Step[], users: readonly bigint[]): Promise<void> {
  const charges: bigint[] = [];
  const holds: bigint[] = [];
  for (const { kind, amount, user, other, document, minute } of [...program].sort((a, b) => a.minute - b.minute)) {
    const userId = users[user] ?? 0n;
    const plain = { userId, amount, bizType: 'test', idemKey: newKey(), at: new Date(BEGIN + minute * 60_000) };
    const { userId: _, ...without } = plain;
    const journalId = charges[document % Math.max(charges.length, 1)] ?? 0n;
    const holdId = holds[document % Math.max(holds.length, 1)] ?? 0n;
    await refusalOf(db, async (tx) => {
      if (kind === 'recharge') await rechargePass(tx, actor, { ...plain, methodCode: 'test' });
      else if (kind === 'bonus') await grantBonus(tx, actor, plain);
      else if (kind === 'charge') charges.push((await charge(tx, actor, { ...plain, to: WHATSAPP })).journalId);
      else if (kind === 'refund' && journalId > 0n) await refund(tx, actor, { ...without, journalId });
      else if (kind === 'hold') holds.push((await hold(tx, actor, plain)).holdId ?? 0n);
      else if (kind === 'settle' && holdId > 0n) await settle(tx, actor, { ...without, holdId, to: WHATSAPP });
      else if (kind === 'release' && holdId > 0n) await release(tx, actor, { ...without, holdId });
      else if (kind === 'earn') await adjust(tx, actor, { ...plain, wallet: 'brokerage', reason: 'test' });
      else if (kind === 'transfer') await transfer(tx, actor, plain);
      else if (kind === 'allocate')
        await allocate(tx, actor, { ...plain, fromUserId: userId, toUserId: users[other] ?? 0n });
      else if (kind === 'debit') await adjust(tx, actor, { ...plain, amount: -amount, reason: 'test' });
    });
  }
}

async function entriesOf(users: readonly bigint[]): Promise<Entry[]> {
  const { rows } = await db.drizzle.execute<Record<string, string>>(sql`
    select e.journal_id::text as journal, e.owner_user_id::text as user, e.wallet_kind::text as wallet, e.direction::text, e.amount::text,
      j.event_code as event, extract(epoch from e.create_time)::text as at
    from fin_entry e join fin_journal j on j.id = e.journal_id
    where e.owner_user_id = any(${sql.param(users.map(String))}::bigint[]) order by e.journal_id, e.seq`);
  return rows.map((row) => {
    const { event = '', direction, wallet, amount = '0' } = row;
    if (!isLedgerEvent(event)) throw new Error(event);
    const gains = (direction === '2') === (Number(wallet) !== DEBT);
    return {
      journal: row['journal'] ?? '',
      user: row['user'] ?? '',
      wallet: Number(wallet),
      type: LEDGER_EVENTS[event].type,
      at: new Date(Number(row['at']) * 1000),
      effect: gains ? BigInt(amount) : -BigInt(amount),
    };
  });
}

const plus = (amounts: readonly bigint[]) => amounts.filter((one) => one > 0n).reduce((all, one) => all + one, 0n);
const minus = (amounts: readonly bigint[]) => plus(amounts.map((one) => -one));
const grouped = <T, K>(all: readonly T[], keyOf: (one: T) => K) => [...Map.groupBy(all, keyOf)];

/** Returns the expected statistics, from the entries alone. */
function fold(entries: readonly Entry[], { from, to, zone }: { from: Date; to: Date; zone: string }) {
  const before = (at: Date) => entries.filter((one) => one.at < at).reduce((all, { effect }) => all + effect, 0n);
  const within = entries.filter(({ at }) => at >= from && at < to);
  const day = ({ at }: Entry) => formatTime(at, zone).slice(0, 10);
  return {
    opening: before(from),
    closing: before(to),
    byType: grouped(within, ({ type }) => type)
      .map(([financeType, rows]) => {
        const effects = rows.map(({ effect }) => effect);
        return { financeType, in: plus(effects), out: minus(effects), count: rows.length };
      })
      .sort((a, b) => a.financeType - b.financeType),
    byDay: grouped(within, day)
      .map(([date, rows]) => {
        const nets = grouped(rows, ({ journal, user }) => `${journal} ${user}`).map(([, parts]) =>
          parts.reduce((all, { effect }) => all + effect, 0n),
        );
        return { date, in: plus(nets), out: minus(nets) };
      })
      .sort((a, b) => a.date.localeCompare(b.date)),
  };
}

it('statistics of any range of a random history equal a fold over its entries', async () => {
  const seed = Number(process.env['LEDGER_SEED'] ?? Date.now() % 2 ** 31);
  const users = [await newUser(db), await newUser(db), await newUser(db)];
  const [program = []] = fc.sample(fc.array(step, { minLength: 160, maxLength: 160, size: 'max' }), {
    seed,
    numRuns: 1,
  });
  await play(program, users);
  const entries = await entriesOf(users);
  expect(entries.length, `seed ${seed}`).toBeGreaterThan(60);
  const questions: StatisticsQuery[] = fc.sample(asked, { seed, numRuns: 60 });
  for (const question of questions) {
    const [first, last] = [question.from, question.to].sort((a, b) => a - b) as [number, number];
    const [from, to] = [new Date(BEGIN + first * 60_000), new Date(BEGIN + last * 60_000)];
    const userId = question.user === null ? undefined : users[question.user];
    const range = {
      userId,
      from,
      to,
      timeZone: question.zone,
      walletKind: (question.wallet ?? undefined) as WalletKind | undefined,
    };
    const found = await db.tx((tx) => statistics(tx, actor, range));
    const mine = entries.filter(
      ({ user, wallet }) =>
        (userId === undefined || user === String(userId)) && (question.wallet === null || wallet === question.wallet),
    );
    const { opening, closing, byType, byDay, checkOk } = found;
    expect({ opening, closing, byType, byDay, checkOk }, `seed ${seed} ${JSON.stringify(question)}`).toEqual({
      ...fold(mine, { from, to, zone: question.zone }),
      checkOk: true,
    });
  }
});
