import { afterAll, describe, expect, it } from 'vitest';
import { testDb } from '../../../kernel/testing/index.ts';
import {
  adjust,
  cash,
  clearing,
  expireHolds,
  grantBonus,
  hold,
  holdOf,
  release,
  restore,
  revenue,
  settle,
  statistics,
  WALLET_KIND,
  walletOf,
} from './index.ts';
import {
  actor,
  balances,
  expectLedgerVerified,
  money,
  newKey,
  newUser,
  refusalOf,
  WHATSAPP,
} from './ledger-fixture.ts';

const { db, close } = await testDb();
afterAll(() => close());

async function freeze(userId: bigint, amount: string, more: Partial<Parameters<typeof hold>[2]> = {}): Promise<bigint> {
  const request = { userId, amount: money(amount), bizType: 'filter_task', bizId: 5n, idemKey: newKey(), ...more };
  const { holdId } = await db.tx((tx) => hold(tx, actor, request));
  if (holdId === null) throw new Error('a hold without an id');
  return holdId;
}

const take = (holdId: bigint, amount: string, idemKey = newKey()) =>
  db.tx((tx) => settle(tx, actor, { holdId, amount: money(amount), to: WHATSAPP, idemKey }));

const giveBack = (holdId: bigint, amount?: string, idemKey = newKey()) =>
  db.tx((tx) => release(tx, actor, { holdId, idemKey, ...(amount === undefined ? {} : { amount: money(amount) }) }));

const read = (holdId: bigint) => db.tx((tx) => holdOf(tx, actor, { holdId }));

describe('a hold', () => {
  it('freezes an amount, is settled in parts, and releases the rest', async () => {
    const userId = await newUser(db, '100');
    const holdId = await freeze(userId, '60');
    expect(await balances(db, userId)).toEqual({ balance: money('40'), frozenBalance: money('60') });
    await take(holdId, '25');
    await take(holdId, '15');
    expect(await read(holdId)).toMatchObject({ captured: money('40'), left: money('20'), status: 0 });
    await giveBack(holdId);
    expect(await read(holdId)).toMatchObject({ released: money('20'), left: 0n, status: 1, bizId: 5n });
    expect(await balances(db, userId)).toEqual({ balance: money('60') });
    expect(await giveBack(holdId)).toBeNull();
    await expectLedgerVerified(db);
  });

  it('without any settlement ends as released', async () => {
    const holdId = await freeze(await newUser(db, '1'), '1');
    await giveBack(holdId);
    expect(await read(holdId)).toMatchObject({ status: 2 });
  });

  it('is refused without enough money', async () => {
    const userId = await newUser(db, '1');
    await expect(freeze(userId, '2')).rejects.toMatchObject({ code: 'BALANCE_NOT_ENOUGH' });
    await expect(freeze(userId, '2', { accountKind: 2 })).rejects.toMatchObject({ code: 'BROKERAGE_NOT_ENOUGH' });
  });

  it('takes the bonus first and returns it last', async () => {
    const userId = await newUser(db, '70');
    const gift = { userId, amount: money('30'), bizType: 'activity', idemKey: newKey() };
    await db.tx((tx) => grantBonus(tx, actor, gift));
    const holdId = await freeze(userId, '80');
    expect(await balances(db, userId)).toEqual({ balance: money('20'), frozenBalance: money('80') });
    await giveBack(holdId, '60');
    expect(await balances(db, userId)).toEqual({
      balance: money('70'),
      bonus: money('10'),
      frozenBalance: money('20'),
    });
    await take(holdId, '15');
    await giveBack(holdId);
    expect(await balances(db, userId)).toEqual({ balance: money('70'), bonus: money('15') });
    await expectLedgerVerified(db);
  });

  it('never settles and releases more than its amount under concurrency', async () => {
    const userId = await newUser(db, '10');
    const holdId = await freeze(userId, '10');
    const codes = await Promise.all(
      Array.from({ length: 24 }, (_, index) =>
        refusalOf(db, (tx) =>
          index % 2 === 0
            ? settle(tx, actor, { holdId, amount: money('3'), to: WHATSAPP, idemKey: newKey() })
            : release(tx, actor, { holdId, amount: money('3'), idemKey: newKey() }),
        ),
      ),
    );
    expect(codes.filter((code) => code === null)).toHaveLength(3);
    expect(codes.filter((code) => code === 'HOLD_EXCEEDS')).toHaveLength(21);
    await expectLedgerVerified(db);
  });

  it('answers a repeated settle and release even when nothing is left', async () => {
    const holdId = await freeze(await newUser(db, '10'), '10');
    const taken = await take(holdId, '6', 'settle-once');
    const rest = await giveBack(holdId, undefined, 'release-once');
    expect(await take(holdId, '6', 'settle-once')).toEqual({ ...taken, replayed: true });
    expect(await giveBack(holdId, undefined, 'release-once')).toEqual({ ...rest, replayed: true });
    await expect(take(holdId, '7', 'settle-once')).rejects.toMatchObject({ code: 'IDEMPOTENCY_CONFLICT' });
    await expect(take(holdId, '6')).rejects.toMatchObject({ code: 'HOLD_EXCEEDS', params: { left: '0' } });
  });

  it('of another tenant is not found', async () => {
    const holdId = await freeze(await newUser(db, '10'), '10');
    const stranger = { ...actor, tenantId: '000001' };
    expect(await refusalOf(db, (tx) => release(tx, stranger, { holdId, idemKey: newKey() }))).toBe('HOLD_NOT_FOUND');
  });

  it('expires once after its time, although several workers run', async () => {
    const userId = await newUser(db, '10');
    const past = await freeze(userId, '4', { expireTime: new Date(Date.now() - 1000) });
    const future = await freeze(userId, '5', { expireTime: new Date(Date.now() + 60_000) });
    const runs = await Promise.all([1, 2, 3].map(() => db.tx((tx) => expireHolds(tx, actor, { limit: 10 }))));
    expect(runs.flat().map(({ id }) => id)).toEqual([past]);
    expect(await read(past)).toMatchObject({ status: 3, released: money('4') });
    expect(await read(future)).toMatchObject({ status: 0 });
    expect(await balances(db, userId)).toEqual({ balance: money('5'), frozenBalance: money('5') });
  });

  it('expires at its time, not before, and at most as many as requested', async () => {
    const userId = await newUser(db, '10');
    const at = new Date(Date.now() - 3_600_000);
    const before = new Date(at.getTime() - 1);
    const [first, second] = [
      await freeze(userId, '4', { expireTime: at }),
      await freeze(userId, '5', { expireTime: at }),
    ];
    const expire = (now: Date, limit: number) => db.tx((tx) => expireHolds(tx, actor, { limit, now }));
    expect(await expire(before, 10)).toEqual([]);
    expect((await expire(at, 1)).map(({ id }) => id)).toEqual([first]);
    expect((await expire(at, 10)).map(({ id }) => id)).toEqual([second]);
    expect(await balances(db, userId)).toEqual({ balance: money('10') });
  });

  it('is the same request only with the same account and the same receiver', async () => {
    const userId = await newUser(db, '10');
    const request = { userId, amount: money('4'), bizType: 'filter_task', bizId: 5n, idemKey: newKey() };
    const { holdId } = await db.tx((tx) => hold(tx, actor, request));
    const earned = { userId, amount: money('4'), wallet: 'brokerage', reason: 'test', bizType: 'test' } as const;
    await db.tx((tx) => adjust(tx, actor, { ...earned, idemKey: newKey() }));
    expect(await refusalOf(db, (tx) => hold(tx, actor, { ...request, accountKind: 2 }))).toBe('IDEMPOTENCY_CONFLICT');
    const taken = { holdId: holdId ?? 0n, amount: money('1'), to: WHATSAPP, idemKey: newKey() };
    await db.tx((tx) => settle(tx, actor, taken));
    expect(await refusalOf(db, (tx) => settle(tx, actor, { ...taken, to: revenue('sms') }))).toBe(
      'IDEMPOTENCY_CONFLICT',
    );
    const freed = { holdId: holdId ?? 0n, amount: money('1'), idemKey: newKey() };
    await db.tx((tx) => release(tx, actor, freed));
    expect(await refusalOf(db, (tx) => release(tx, actor, { ...freed, amount: money('2') }))).toBe(
      'IDEMPOTENCY_CONFLICT',
    );
    expect(await read(holdId ?? 0n)).toMatchObject({ captured: money('1'), released: money('1') });
  });
});

describe('a withdrawal', () => {
  async function earner(brokerage: string): Promise<bigint> {
    const userId = await newUser(db);
    const earned = { userId, amount: money(brokerage), wallet: 'brokerage', reason: 'test', bizType: 'test' } as const;
    await db.tx((tx) => adjust(tx, actor, { ...earned, idemKey: newKey() }));
    return userId;
  }

  it('is held, sent, fails, is sent again and paid with its fee', async () => {
    const userId = await earner('100');
    const holdId = await freeze(userId, '80', { accountKind: 2, event: 'WD_HOLD' });
    const channel = clearing('bank');
    const send = () =>
      db.tx((tx) =>
        settle(tx, actor, { holdId, amount: money('80'), to: channel, event: 'WD_SEND', idemKey: newKey() }),
      );
    await send();
    expect(await balances(db, userId)).toEqual({ brokerage: money('20') });
    await db.tx((tx) => restore(tx, actor, { holdId, amount: money('80'), from: channel, idemKey: newKey() }));
    expect(await balances(db, userId)).toEqual({ brokerage: money('20'), frozenBrokerage: money('80') });
    expect(await read(holdId)).toMatchObject({ status: 0, captured: 0n });
    await send();
    expect(await read(holdId)).toMatchObject({ status: 1 });
    await expectLedgerVerified(db);
  });

  it('never restores more from a failed payout than was sent', async () => {
    const userId = await earner('100');
    const holdId = await freeze(userId, '80', { accountKind: 2, event: 'WD_HOLD' });
    const channel = clearing('bank');
    const sent = { holdId, amount: money('30'), to: channel, event: 'WD_SEND', idemKey: newKey() } as const;
    await db.tx((tx) => settle(tx, actor, sent));
    const failed = { holdId, amount: money('30'), from: channel, idemKey: newKey() };
    const back = (amount: string, idemKey = newKey()) =>
      refusalOf(db, (tx) => restore(tx, actor, { ...failed, amount: money(amount), idemKey }));
    expect(await back('30.000001')).toBe('HOLD_EXCEEDS');
    const first = await db.tx((tx) => restore(tx, actor, failed));
    expect(await db.tx((tx) => restore(tx, actor, failed))).toEqual({ ...first, replayed: true });
    expect(await back('1', failed.idemKey)).toBe('IDEMPOTENCY_CONFLICT');
    expect(await back('0.000001')).toBe('HOLD_EXCEEDS');
    expect(await back('0')).toBe('AMOUNT_INVALID');
    expect(await read(holdId)).toMatchObject({ captured: 0n, left: money('80'), status: 0 });
    await expectLedgerVerified(db);
  });

  it('expires as a withdrawal, also after a failed payout', async () => {
    const userId = await earner('100');
    const expireTime = new Date(Date.now() - 1000);
    const holdId = await freeze(userId, '10', { accountKind: 2, event: 'WD_HOLD', expireTime });
    const channel = clearing('bank');
    const sent = { holdId, amount: money('4'), to: channel, event: 'WD_SEND', idemKey: newKey() } as const;
    await db.tx((tx) => settle(tx, actor, sent));
    const expire = () => db.tx((tx) => expireHolds(tx, actor, { limit: 10 }));
    expect(await expire()).toHaveLength(1);
    expect(await read(holdId)).toMatchObject({ status: 3, captured: money('4'), released: money('6') });
    await db.tx((tx) => restore(tx, actor, { holdId, amount: money('4'), from: channel, idemKey: newKey() }));
    expect(await read(holdId)).toMatchObject({ status: 0, left: money('4') });
    expect(await expire()).toHaveLength(1);
    expect(await read(holdId)).toMatchObject({ status: 3, captured: 0n, released: money('10') });
    expect(await expire()).toEqual([]);
    expect(await balances(db, userId)).toEqual({ brokerage: money('100') });
  });

  it.each([
    [1, WALLET_KIND.balance],
    [2, WALLET_KIND.brokerage],
  ] as const)(
    'from account %d is not counted after expiry, and another hold never was',
    async (accountKind, walletKind) => {
      const userId = await earner('10');
      const earned = { userId, amount: money('10'), reason: 'test', bizType: 'test', idemKey: newKey() };
      await db.tx((tx) => adjust(tx, actor, earned));
      const expireTime = new Date(Date.now() - 1000);
      await freeze(userId, '7', { accountKind, event: 'WD_HOLD', expireTime });
      await freeze(userId, '3', { accountKind, expireTime });
      const figures = () => {
        const range = { from: new Date(0), to: new Date(Date.now() + 60_000), timeZone: 'UTC' };
        return db.tx((tx) => statistics(tx, actor, { userId, walletKind, ...range }));
      };
      expect(await figures()).toMatchObject({ withdraw: money('7'), other: money('-3'), closing: 0n });
      expect(await db.tx((tx) => expireHolds(tx, actor, { limit: 10 }))).toHaveLength(2);
      expect(await figures()).toMatchObject({ withdraw: 0n, other: 0n, closing: money('10'), checkOk: true });
      expect(await balances(db, userId)).toEqual({ balance: money('10'), brokerage: money('10') });
      await expectLedgerVerified(db);
    },
  );

  it('can be paid offline with net and fee apart, moved to the balance, or released', async () => {
    const userId = await earner('100');
    const paid = await freeze(userId, '50', { accountKind: 2, event: 'WD_HOLD' });
    const to = [
      { account: cash('bank'), amount: money('49') },
      { account: 'p:fee_income' as const, amount: money('1') },
    ];
    await db.tx((tx) =>
      settle(tx, actor, { holdId: paid, amount: money('50'), to, event: 'WD_PAID', idemKey: newKey() }),
    );
    const moved = await freeze(userId, '30', { accountKind: 2, event: 'WD_HOLD' });
    await db.tx((tx) =>
      settle(tx, actor, {
        holdId: moved,
        amount: money('30'),
        to: walletOf(userId, 'balance'),
        event: 'TRANSFER',
        idemKey: newKey(),
      }),
    );
    const turnedDown = await freeze(userId, '20', { accountKind: 2, event: 'WD_HOLD' });
    await db.tx((tx) => release(tx, actor, { holdId: turnedDown, event: 'WD_RELEASE', idemKey: newKey() }));
    expect(await balances(db, userId)).toEqual({ balance: money('30'), brokerage: money('20') });
    await expectLedgerVerified(db);
  });

  it('from the balance never includes the bonus', async () => {
    const userId = await newUser(db, '5');
    const gift = { userId, amount: money('5'), bizType: 'activity', idemKey: newKey() };
    await db.tx((tx) => grantBonus(tx, actor, gift));
    await expect(freeze(userId, '6', { event: 'WD_HOLD' })).rejects.toMatchObject({ code: 'BALANCE_NOT_ENOUGH' });
  });
});
