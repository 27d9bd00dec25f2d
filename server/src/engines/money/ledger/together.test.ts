import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import type { Tx } from '../../../kernel/db/index.ts';
import { toJson } from '../../../kernel/db/row-json.ts';
import { testDb } from '../../../kernel/testing/index.ts';
import { charge, grantBonus, type PreparedJournal, prepareCharge, prepareHold, rechargePass } from './index.ts';
import {
  actor,
  balances,
  expectLedgerVerified,
  money,
  newKey,
  newUser,
  rowCounts,
  WHATSAPP,
} from './ledger-fixture.ts';

const { db, close } = await testDb();
afterAll(() => close());

interface PostingOutcome {
  readonly answers: unknown[] | null;
  readonly refused: number | null;
  readonly why: { outcome: string } | null;
}

const buy = (userId: bigint, amount: string) => ({
  userId,
  amount: money(amount),
  bizType: 'product_order',
  bizId: 7n,
  idemKey: newKey(),
});
const charged = (userId: bigint, amount: string) => prepareCharge(actor, { ...buy(userId, amount), to: WHATSAPP });
const held = (userId: bigint, amount: string) => prepareHold(actor, buy(userId, amount));

async function postAll(tx: Tx, journals: readonly PreparedJournal[]): Promise<PostingOutcome> {
  const requests = toJson(journals.map(({ request }) => request));
  const { rows } = await tx.execute<{ ended: PostingOutcome }>(
    sql`select to_jsonb(e) as ended from fin_post_all(${requests}::jsonb) e`,
  );
  return rows[0]?.ended as PostingOutcome;
}

describe('journals posted together', () => {
  it('have the same effect as one after the other: balances, entries, holds, log and time', async () => {
    const [first, second] = [await newUser(db, '100'), await newUser(db, '20')];
    await db.tx((tx) =>
      grantBonus(tx, actor, { userId: second, amount: money('5'), bizType: 'test', bizId: 1n, idemKey: newKey() }),
    );
    const journals = [charged(first, '30'), held(second, '7'), charged(first, '1.5'), charged(second, '10')];
    const ended = await db.tx((tx) => postAll(tx, journals));
    expect(ended.refused).toBeNull();
    const posted = journals.map((journal, index) => journal.read(ended.answers?.[index]));
    expect(posted.map(({ totalAmount, bonusAmount, replayed }) => [totalAmount, bonusAmount, replayed])).toEqual([
      [money('30'), 0n, false],
      [money('7'), money('5'), false],
      [money('1.5'), 0n, false],
      [money('10'), 0n, false],
    ]);
    expect(posted[2]?.entries[0]).toMatchObject({ before: money('70'), after: money('68.5') });
    expect(posted.map(({ holdNo }) => holdNo !== null)).toEqual([false, true, false, false]);
    expect(posted[3]?.createTime.getTime()).toBeGreaterThanOrEqual(posted[1]?.createTime.getTime() ?? Infinity);
    expect(await balances(db, first)).toEqual({ balance: money('68.5') });
    expect(await balances(db, second)).toEqual({ balance: money('8'), frozenBalance: money('7') });
    await expectLedgerVerified(db);
  });

  it('never go back in time within a wallet, whatever their times', async () => {
    const now = Date.now();
    const minutesAgo = (minutes: number) => new Date(now - minutes * 60_000);
    const [one, other] = [await newUser(db), await newUser(db)];
    for (const userId of [one, other]) {
      const past = { userId, amount: money('10'), methodCode: 'usdt', bizType: 'test', at: minutesAgo(60) };
      await db.tx((tx) => rechargePass(tx, actor, { ...past, idemKey: newKey() }));
    }
    const at = (userId: bigint, minutes: number) =>
      prepareCharge(actor, { ...buy(userId, '1'), to: WHATSAPP, at: minutesAgo(minutes) });
    const journals = [at(one, 10), at(other, 30), at(one, 20), at(other, 90)];
    const ended = await db.tx((tx) => postAll(tx, journals));
    const times = journals.map((journal, index) => journal.read(ended.answers?.[index]).createTime);
    expect(times).toEqual([minutesAgo(10), minutesAgo(30), minutesAgo(10), minutesAgo(30)]);
    const later = async (userId: bigint, minutes: number) => {
      const charged = { ...buy(userId, '1'), to: WHATSAPP, at: minutesAgo(minutes) };
      return (await db.tx((tx) => charge(tx, actor, charged))).createTime;
    };
    expect([await later(one, 15), await later(other, 25)]).toEqual([minutesAgo(10), minutesAgo(25)]);
    await expectLedgerVerified(db);
  });

  it('are all refused when one lacks money, and the answer names it', async () => {
    const [rich, poor] = [await newUser(db, '100'), await newUser(db, '10')];
    const before = await rowCounts(db);
    const ended = await db.tx((tx) => postAll(tx, [charged(rich, '30'), charged(poor, '6'), charged(poor, '5')]));
    expect(ended).toMatchObject({
      answers: null,
      refused: 2,
      why: { outcome: 'short', balance: '4000000', needed: '5000000' },
    });
    expect(await rowCounts(db)).toBe(before);
    expect(await balances(db, poor)).toEqual({ balance: money('10') });
  });

  it('name the one without a wallet, and the one whose key is already used', async () => {
    const userId = await newUser(db, '100');
    const used = buy(userId, '3');
    await db.tx((tx) => charge(tx, actor, { ...used, to: WHATSAPP }));
    const before = await rowCounts(db);
    const unknown = await db.tx((tx) => postAll(tx, [charged(userId, '1'), charged(999_999n, '1')]));
    expect(unknown).toMatchObject({ refused: 1, why: { outcome: 'missing' } });
    const again = prepareCharge(actor, { ...used, to: WHATSAPP });
    await expect(
      db.tx(async (tx) => {
        const repeated = await postAll(tx, [charged(userId, '1'), again]);
        expect(repeated).toMatchObject({ refused: 1, why: { outcome: 'replayed' } });
        throw new Error('undone by the caller');
      }),
    ).rejects.toThrow('undone by the caller');
    expect(await rowCounts(db)).toBe(before);
    await expectLedgerVerified(db);
  });

  it('have the same effect as one after the other, for random journals', async () => {
    const step = fc.record({
      who: fc.integer({ min: 0, max: 2 }),
      amount: fc.integer({ min: 1, max: 40_000_000 }),
      isHold: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
        const [together, alone] = [await people(), await people()];
        const make = (users: readonly bigint[]) =>
          steps.map(({ who, amount, isHold }) => {
            const asked = { ...buy(users[who] as bigint, '1'), amount: money(String(amount / 1_000_000)) };
            return isHold ? prepareHold(actor, asked) : prepareCharge(actor, { ...asked, to: WHATSAPP });
          });
        const all = await db.tx((tx) => postAll(tx, make(together)));
        let refused: number | null = null;
        await db
          .tx(async (tx) => {
            for (const [index, journal] of make(alone).entries()) {
              const one = await postAll(tx, [journal]);
              if (one.refused === null) continue;
              refused = index;
              throw new Error('short');
            }
          })
          .catch((error: Error) => expect(error.message).toBe('short'));
        expect(all.refused).toBe(refused);
        for (const [index, user] of together.entries())
          expect(await balances(db, user)).toEqual(await balances(db, alone[index] as bigint));
      }),
      { numRuns: 25 },
    );
    await expectLedgerVerified(db);
  });
});

const people = async (): Promise<readonly bigint[]> => [
  await newUser(db, '50'),
  await newUser(db, '100'),
  await newUser(db, '0.5'),
];
