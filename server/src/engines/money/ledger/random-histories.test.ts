import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import type { Tx } from '../../../kernel/db/index.ts';
import { testDb } from '../../../kernel/testing/index.ts';
import { LEDGER_EVENTS, type LedgerEvent } from './events.ts';
import {
  adjust,
  allocate,
  charge,
  grantBonus,
  hold,
  type PostedJournal,
  rechargePass,
  refund,
  release,
  reverse,
  settle,
  statistics,
  transfer,
  verifyLedger,
} from './index.ts';
import { actor, balances, expectLedgerVerified, newKey, newUser, refusalOf, WHATSAPP } from './ledger-fixture.ts';

const { db, close } = await testDb();
afterAll(() => close());

const KINDS = [
  'recharge',
  'bonus',
  'charge',
  'refund',
  'refundRest',
  'hold',
  'settle',
  'release',
  'releaseRest',
  'holdBrokerage',
  'credit',
  'debit',
  'creditBrokerage',
  'transfer',
  'allocate',
  'reverse',
] as const;

/** A step names users, holds and journals by position, so that shrunk programs stay meaningful. */
const step = fc.record({
  kind: fc.constantFrom(...KINDS),
  amount: fc.oneof(fc.bigInt(0n, 12n), fc.bigInt(1n, 90n)),
  user: fc.nat(2),
  other: fc.nat(2),
  document: fc.nat(40),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

interface Money {
  balance: bigint;
  bonus: bigint;
  brokerage: bigint;
  frozenBalance: bigint;
  frozenBrokerage: bigint;
}
type MoneyName = keyof Money;
type Move = [user: number, wallet: MoneyName, amount: bigint];

const least = (a: bigint, b: bigint): bigint => [a, b].sort((x, y) => Number(x - y))[0] ?? a;

/** The expected behaviour of the ledger, on plain numbers. */
class Model {
  readonly users: Money[] = [];
  readonly holds: { user: number; brokerage: boolean; left: bigint; bonusLeft: bigint }[] = [];
  readonly journals: {
    moves: Move[];
    refundable: boolean;
    reversible: boolean;
    left: bigint;
    plainLeft: bigint;
    touched: boolean;
    user: number;
  }[] = [];

  constructor(userCount: number) {
    for (let user = 0; user < userCount; user += 1) {
      this.users.push({ balance: 0n, bonus: 0n, brokerage: 0n, frozenBalance: 0n, frozenBrokerage: 0n });
    }
  }

  /** Applies the step and returns null, or returns the expected refusal. */
  apply({ kind, amount, user, other, document }: Step): string | null {
    const own = this.users[user] as Money;
    const journal = this.journals[document % Math.max(this.journals.length, 1)];
    const held = this.holds[document % Math.max(this.holds.length, 1)];
    switch (kind) {
      case 'recharge':
      case 'credit':
        return this.write(amount, [[user, 'balance', amount]]);
      case 'creditBrokerage':
        return this.write(amount, [[user, 'brokerage', amount]]);
      case 'bonus':
        return this.write(amount, [[user, 'bonus', amount]]);
      case 'debit':
        return this.write(amount, [[user, 'balance', -amount]]);
      case 'transfer':
        return this.write(amount, [
          [user, 'brokerage', -amount],
          [user, 'balance', amount],
        ]);
      case 'allocate':
        return this.write(amount, [
          [user, 'balance', -amount],
          [other, 'balance', amount],
        ]);
      case 'charge':
      case 'hold': {
        const bonus = least(own.bonus, amount);
        const moves: Move[] = [
          [user, 'bonus', -bonus],
          [user, 'balance', bonus - amount],
        ];
        if (kind === 'charge') return this.write(amount, moves, { refundable: true, plainLeft: amount - bonus });
        const refused = this.write(amount, [...moves, [user, 'frozenBalance', amount]], { reversible: false });
        if (refused === null) this.holds.push({ user, brokerage: false, left: amount, bonusLeft: bonus });
        return refused;
      }
      case 'holdBrokerage': {
        const moves: Move[] = [
          [user, 'brokerage', -amount],
          [user, 'frozenBrokerage', amount],
        ];
        const refused = this.write(amount, moves, { reversible: false });
        if (refused === null) this.holds.push({ user, brokerage: true, left: amount, bonusLeft: 0n });
        return refused;
      }
      case 'settle': {
        if (held === undefined || held.brokerage) return 'skip';
        if (amount === 0n) return 'AMOUNT_INVALID';
        if (amount > held.left) return 'HOLD_EXCEEDS';
        const bonus = least(held.bonusLeft, amount);
        held.left -= amount;
        held.bonusLeft -= bonus;
        const more = { refundable: true, plainLeft: amount - bonus, reversible: false, user: held.user };
        return this.write(amount, [[held.user, 'frozenBalance', -amount]], more);
      }
      case 'release':
      case 'releaseRest': {
        if (held === undefined || (kind === 'releaseRest' && held.left === 0n)) return 'skip';
        const given = kind === 'release' ? amount : held.left;
        if (given === 0n) return 'AMOUNT_INVALID';
        if (given > held.left) return 'HOLD_EXCEEDS';
        const plain = least(held.left - held.bonusLeft, given);
        held.left -= given;
        held.bonusLeft -= given - plain;
        return this.write(
          given,
          [
            [held.user, held.brokerage ? 'frozenBrokerage' : 'frozenBalance', -given],
            [held.user, held.brokerage ? 'brokerage' : 'balance', plain],
            [held.user, 'bonus', given - plain],
          ],
          { reversible: false },
        );
      }
      case 'refund':
      case 'refundRest': {
        if (journal === undefined) return 'skip';
        if (!journal.refundable) return 'NOT_REFUNDABLE';
        const given = kind === 'refund' ? amount : journal.left;
        if (given > journal.left || journal.left === 0n) return 'REFUND_EXCEEDS';
        if (given === 0n) return 'AMOUNT_INVALID';
        const plain = least(journal.plainLeft, given);
        journal.left -= given;
        journal.plainLeft -= plain;
        journal.touched = true;
        const moves: Move[] = [
          [journal.user, 'balance', plain],
          [journal.user, 'bonus', given - plain],
        ];
        return this.write(given, moves, { reversible: false });
      }
      case 'reverse': {
        if (journal === undefined) return 'skip';
        if (!journal.reversible) return 'NOT_REVERSIBLE';
        if (journal.touched) return 'ALREADY_REVERSED';
        const mirrored = journal.moves.map(([who, wallet, delta]): Move => [who, wallet, -delta]);
        const refused = this.write(1n, mirrored, { reversible: false });
        if (refused === null) Object.assign(journal, { left: 0n, plainLeft: 0n, touched: true });
        return refused;
      }
    }
  }

  private write(amount: bigint, moves: Move[], more: Partial<Model['journals'][number]> = {}): string | null {
    if (amount === 0n) return 'AMOUNT_INVALID';
    // Debits come before credits: a transfer to oneself needs the money too.
    for (const [user, wallet, delta] of moves.filter(([, , moved]) => moved < 0n)) {
      if ((this.users[user] as Money)[wallet] + delta < 0n) {
        return wallet === 'brokerage' ? 'BROKERAGE_NOT_ENOUGH' : 'BALANCE_NOT_ENOUGH';
      }
    }
    for (const [user, wallet, delta] of moves) (this.users[user] as Money)[wallet] += delta;
    this.journals.push({
      moves,
      refundable: false,
      reversible: true,
      left: amount,
      plainLeft: amount,
      touched: false,
      user: moves[0]?.[0] ?? 0,
      ...more,
    });
    return null;
  }
}

/** The same steps on the real ledger. */
class Real {
  readonly users: readonly bigint[];
  readonly holds: { id: bigint; brokerage: boolean }[] = [];
  readonly journals: PostedJournal[] = [];

  constructor(users: readonly bigint[]) {
    this.users = users;
  }

  async apply(step: Step): Promise<string | null> {
    const { kind, document } = step;
    const journal = this.journals[document % Math.max(this.journals.length, 1)];
    const held = this.holds[document % Math.max(this.holds.length, 1)];
    if (journal === undefined && /^ref|^rev/.test(kind)) return 'skip';
    if (held === undefined && /^set|^rel/.test(kind)) return 'skip';
    if (kind === 'settle' && held?.brokerage) return 'skip';
    let posted: PostedJournal | null = null;
    const refusal = await refusalOf(db, async (tx) => {
      posted = await this.post(tx, step, journal, held);
      return posted;
    });
    if (refusal === null) this.remember(kind, posted);
    return refusal ?? (posted === null ? 'skip' : null);
  }

  /** Keeps committed journals only: another client may use them at once. */
  private remember(kind: Step['kind'], posted: PostedJournal | null): void {
    if (posted === null) return;
    this.journals.push(posted);
    if (posted.holdId !== null && /^hold/.test(kind)) {
      this.holds.push({ id: posted.holdId, brokerage: kind === 'holdBrokerage' });
    }
  }

  private async post(
    tx: Tx,
    { kind, amount, user, other }: Step,
    journal: PostedJournal | undefined,
    held: { id: bigint; brokerage: boolean } | undefined,
  ): Promise<PostedJournal | null> {
    const userId = this.users[user] ?? 0n;
    const holdId = held?.id ?? 0n;
    const journalId = journal?.journalId ?? 0n;
    const idemKey = newKey();
    const plain = { userId, amount, bizType: 'test', idemKey };
    switch (kind) {
      case 'recharge':
        return rechargePass(tx, actor, { ...plain, methodCode: 'usdt' });
      case 'bonus':
        return grantBonus(tx, actor, plain);
      case 'charge':
        return charge(tx, actor, { ...plain, to: WHATSAPP });
      case 'refund':
        return refund(tx, actor, { journalId, amount, idemKey });
      case 'refundRest':
        return refund(tx, actor, { journalId, idemKey });
      case 'hold':
        return hold(tx, actor, plain);
      case 'holdBrokerage':
        return hold(tx, actor, { ...plain, accountKind: 2 });
      case 'settle':
        return settle(tx, actor, { holdId, amount, to: WHATSAPP, idemKey });
      case 'release':
        return release(tx, actor, { holdId, amount, idemKey });
      case 'releaseRest':
        return release(tx, actor, { holdId, idemKey });
      case 'credit':
        return adjust(tx, actor, { ...plain, reason: 'test' });
      case 'debit':
        return adjust(tx, actor, { ...plain, amount: -amount, reason: 'test' });
      case 'creditBrokerage':
        return adjust(tx, actor, { ...plain, wallet: 'brokerage', reason: 'test' });
      case 'transfer':
        return transfer(tx, actor, plain);
      case 'allocate':
        return allocate(tx, actor, { ...plain, fromUserId: userId, toUserId: this.users[other] ?? 0n });
      case 'reverse':
        return reverse(tx, actor, { journalId, idemKey });
    }
  }
}

// A failure prints the seed and the shrunk program; `fc.assert(…, { seed, path })` replays it.
it('agrees with a plain model over random programs', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 60, size: 'max' }), async (program) => {
      const real = new Real([await newUser(db), await newUser(db), await newUser(db)]);
      const model = new Model(3);
      for (const one of program) {
        const expected = model.apply(one);
        expect([one, await real.apply(one)]).toEqual([one, expected]);
      }
      for (const [index, userId] of real.users.entries()) {
        const expected = Object.entries(model.users[index] as Money).filter(([, value]) => value !== 0n);
        expect(await balances(db, userId)).toEqual(Object.fromEntries(expected));
      }
    }),
    { numRuns: 60 },
  );
  await expectLedgerVerified(db);
});

it('keeps every chain whole, and statistics equal to the entries, with 16 clients playing random steps on five users', async () => {
  const seed = Number(process.env.LEDGER_SEED ?? Date.now() % 2 ** 31);
  const users = await Promise.all(Array.from({ length: 5 }, () => newUser(db)));
  const programs = fc.sample(fc.array(step, { minLength: 80, maxLength: 80, size: 'max' }), { seed, numRuns: 16 });
  const shared = new Real(users);
  const codes = await Promise.all(
    programs.map(async (program, client) => {
      const outcomes: (string | null)[] = [];
      for (const one of program) {
        const spread = { ...one, user: (one.user + client) % 5, other: (one.other + client * 2) % 5 };
        outcomes.push(await shared.apply(spread));
      }
      return outcomes;
    }),
  );
  const known =
    /^(AMOUNT_INVALID|(BALANCE|BROKERAGE)_NOT_ENOUGH|HOLD_EXCEEDS|REFUND_EXCEEDS|NOT_RE\w+|ALREADY_REVERSED|skip)$/;
  expect(
    codes.flat().filter((code) => code !== null && !known.test(code)),
    `seed ${seed}`,
  ).toEqual([]);
  expect(await db.tx((tx) => verifyLedger(tx)), `seed ${seed}`).toEqual([]);
  const entries = await entriesOf(users);
  const instants = fc.sample(fc.nat(entries.length - 1), { seed, numRuns: 24 });
  const at = (index: number): Date => entries[instants[index] ?? 0]?.time ?? new Date(0);
  const all = [new Date(0), new Date(Date.now() + 60_000)] as const;
  const ranges = [all, ...Array.from({ length: 12 }, (_, index) => [at(2 * index), at(2 * index + 1)].sort(earlier))];
  for (const [from = all[0], to = all[1]] of ranges) {
    for (const [index, userId] of users.entries()) {
      const walletKind = ([undefined, 1, 2, 3, 4, 7] as const)[(instants[index] ?? 0) % 6];
      const asked = { userId, from, to, timeZone: 'UTC', walletKind };
      const { checkOk, opening, closing, byType, byDay } = await db.tx((tx) => statistics(tx, actor, asked));
      const own = entries.filter((entry) => entry.userId === userId && entry.kind === (walletKind ?? entry.kind));
      expect({ checkOk, opening, closing, byType, byDay }, `seed ${seed}`).toEqual(folded(own, from, to));
    }
  }
});

interface Entry {
  readonly journalId: bigint;
  readonly userId: bigint;
  readonly kind: number;
  readonly event: LedgerEvent;
  readonly effect: bigint;
  readonly time: Date;
}

const earlier = (a: Date, b: Date): number => a.getTime() - b.getTime();

async function entriesOf(users: readonly bigint[]): Promise<Entry[]> {
  const { rows } = await db.pool.query<Entry>(
    `select e.journal_id as "journalId", e.owner_user_id as "userId", e.wallet_kind as kind,
       case j.event_code when 'REVERSAL' then o.event_code else j.event_code end as event,
       case when (e.direction = 2) = (e.wallet_kind <> 6) then e.amount else -e.amount end * case e.wallet_kind when 6 then -1 else 1 end as effect,
       e.create_time as time
     from fin_entry e join fin_journal j on j.id = e.journal_id left join fin_journal o on o.id = j.reversal_of
     where e.owner_user_id = any($1) order by e.journal_id, e.seq`,
    [users],
  );
  return rows;
}

/** Returns the expected statistics, from the entries alone. */
function folded(entries: readonly Entry[], from: Date, to: Date) {
  const total = (some: readonly Entry[]) => some.reduce((sum, { effect }) => sum + effect, 0n);
  const within = entries.filter(({ time }) => time >= from && time < to);
  const gross = (effects: readonly bigint[]) => ({
    in: effects.filter((effect) => effect > 0n).reduce((sum, effect) => sum + effect, 0n),
    out: -effects.filter((effect) => effect < 0n).reduce((sum, effect) => sum + effect, 0n),
  });
  const types = Map.groupBy(within, ({ event }) => LEDGER_EVENTS[event].type);
  const days = Map.groupBy(within, ({ time }) => time.toISOString().slice(0, 10));
  const net = (some: readonly Entry[]) => [...Map.groupBy(some, ({ journalId }) => journalId).values()].map(total);
  return {
    checkOk: true,
    opening: total(entries.filter(({ time }) => time < from)),
    closing: total(entries.filter(({ time }) => time < to)),
    byType: [...types]
      .sort(([a], [b]) => a - b)
      .map(([financeType, some]) => ({ financeType, ...gross(some.map(({ effect }) => effect)), count: some.length })),
    byDay: [...days].sort(([a], [b]) => (a < b ? -1 : 1)).map(([date, some]) => ({ date, ...gross(net(some)) })),
  };
}
