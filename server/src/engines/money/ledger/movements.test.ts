import { afterAll, describe, expect, it } from 'vitest';
import { testDb } from '../../../kernel/testing/index.ts';
import {
  adjust,
  adjustMany,
  allocate,
  balanceAt,
  balanceOf,
  balancesOf,
  charge,
  clearing,
  hold,
  openWallets,
  rechargePass,
  refund,
  release,
  settle,
  transfer,
  transfers,
} from './index.ts';
import {
  actor,
  balances,
  expectLedgerVerified,
  money,
  newKey,
  newUser,
  refusalOf,
  rowCounts,
  WHATSAPP,
  walletOwner,
} from './ledger-fixture.ts';

const { db, close } = await testDb();
afterAll(() => close());

const manual = { bizType: 'manual', reason: 'goodwill' };

describe('wallets', () => {
  it('are opened once, empty, and take the current name and path of their user', async () => {
    const userId = await newUser(db, '9');
    const moved = { ...walletOwner(userId), userName: 'renamed', ownerPath: `/77/${userId}/` };
    await db.tx((tx) => openWallets(tx, actor, moved));
    expect(await balances(db, userId)).toEqual({ balance: money('9') });
    const charged = { userId, amount: money('1'), to: WHATSAPP, bizType: 'test', idemKey: newKey() };
    const { journalNo } = await db.tx((tx) => charge(tx, actor, charged));
    const { rows } = await db.pool.query('select user_name, owner_path from finance_log where journal_no = $1', [
      journalNo,
    ]);
    expect(rows).toEqual([{ user_name: 'renamed', owner_path: `/77/${userId}/` }]);
  });

  it('report a low balance', async () => {
    const userId = await newUser(db, '9.99');
    const of = (lowBalanceBelow?: bigint) =>
      db.tx((tx) => balanceOf(tx, actor, { userId, ...(lowBalanceBelow === undefined ? {} : { lowBalanceBelow }) }));
    expect(await of()).toMatchObject({ balance: money('9.99'), lowBalance: true, currency: 'USDT' });
    expect(await of(money('5'))).toMatchObject({ lowBalance: false });
    expect([(await of(money('9.99'))).lowBalance, (await of(money('9.990001'))).lowBalance]).toEqual([false, true]);
    expect(await refusalOf(db, (tx) => balanceOf(tx, actor, { userId: 404n }))).toBe('WALLET_NOT_FOUND');
    expect(await db.tx((tx) => balancesOf(tx, actor, { userIds: [userId, 404n] }))).toHaveLength(1);
  });

  it('contain the totals of recharges, consumption less refunds, and withdrawals less returns', async () => {
    const userId = await newUser(db, '100');
    const doc = () => ({ userId, bizType: 'test', idemKey: newKey() });
    await db.tx(async (tx) => {
      const charged = await charge(tx, actor, { ...doc(), amount: money('30'), to: WHATSAPP });
      await refund(tx, actor, { journalId: charged.journalId, amount: money('10'), idemKey: newKey() });
      const held = await hold(tx, actor, { ...doc(), amount: money('25'), event: 'WD_HOLD' });
      const holdId = held.holdId ?? 0n;
      const sent = { holdId, amount: money('15'), to: clearing('bank'), event: 'WD_SEND', idemKey: newKey() } as const;
      await settle(tx, actor, sent);
      await release(tx, actor, { holdId, event: 'WD_RELEASE', idemKey: newKey() });
    });
    expect(await db.tx((tx) => balanceOf(tx, actor, { userId }))).toMatchObject({
      balance: money('65'),
      totalRecharge: money('100'),
      totalConsume: money('20'),
      totalWithdraw: money('15'),
    });
    await expectLedgerVerified(db);
  });

  it('return the balance at any instant', async () => {
    const userId = await newUser(db, '10');
    await new Promise((resolve) => setTimeout(resolve, 5));
    const between = new Date();
    await new Promise((resolve) => setTimeout(resolve, 5));
    const charged = { userId, amount: money('4'), to: WHATSAPP, bizType: 'test', idemKey: newKey() };
    await db.tx((tx) => charge(tx, actor, charged));
    const at = (time: Date) => db.tx((tx) => balanceAt(tx, actor, { userId, wallet: 'balance', at: time }));
    expect([await at(new Date(0)), await at(between), await at(new Date())]).toEqual([0n, money('10'), money('6')]);
    const { rows } = await db.pool.query('select max(create_time) as last from finance_log where user_id = $1', [
      userId,
    ]);
    const { last } = rows[0];
    expect([await at(new Date(last.getTime() - 1)), await at(last)]).toEqual([money('10'), money('6')]);
  });

  it('are neither opened for nor shown to another tenant', async () => {
    const userId = await newUser(db, '9');
    const stranger = { ...actor, tenantId: '000001' };
    await expect(
      db.tx((tx) => openWallets(tx, stranger, { ...walletOwner(userId), userName: 'stolen' })),
    ).rejects.toThrow(/ledger-wallet-of-another-tenant/);
    const { rows } = await db.pool.query('select distinct user_name, owner_path from fin_wallet where user_id = $1', [
      userId,
    ]);
    expect(rows).toEqual([{ user_name: `agent${userId}`, owner_path: `/${userId}/` }]);
    expect(await db.tx((tx) => balancesOf(tx, stranger, { userIds: [userId] }))).toEqual([]);
  });
});

describe('a manual adjustment', () => {
  it('credits and debits, with a reason, never below zero', async () => {
    const userId = await newUser(db, '10');
    const by = (amount: string, reason?: string) =>
      refusalOf(db, (tx) =>
        adjust(tx, actor, { userId, amount: money(amount), bizType: 'manual', reason, idemKey: newKey() }),
      );
    expect(await by('5', 'goodwill')).toBeNull();
    expect(await by('-12', 'mistake')).toBeNull();
    expect(await by('-4', 'mistake')).toBe('BALANCE_NOT_ENOUGH');
    expect(await by('1', ' ')).toBe('REASON_REQUIRED');
    expect(await by('0', 'nothing')).toBe('AMOUNT_INVALID');
    expect(await balances(db, userId)).toEqual({ balance: money('3') });
  });

  it('of many users is all or nothing and names every user whose balance is too low', async () => {
    const [rich, poor, poorer] = [await newUser(db, '10'), await newUser(db, '4'), await newUser(db)];
    const before = await rowCounts(db);
    const batch = { ...manual, requestId: 'batch-1', amount: money('-5') };
    await db.tx(async (tx) => {
      await expect(adjustMany(tx, actor, { ...batch, userIds: [poorer, rich, poor] })).rejects.toMatchObject({
        code: 'BALANCE_NOT_ENOUGH',
        data: { userIds: [String(poor), String(poorer)] },
      });
    });
    expect(await rowCounts(db)).toBe(before);
    const credit = { ...batch, requestId: 'batch-2', amount: money('5'), userIds: [poorer, rich, poor] };
    const posted = await db.tx((tx) => adjustMany(tx, actor, credit));
    expect(posted).toHaveLength(3);
    expect((await db.tx((tx) => adjustMany(tx, actor, credit))).every(({ replayed }) => replayed)).toBe(true);
    expect(await balances(db, poorer)).toEqual({ balance: money('5') });
  });

  it('of many users handles each once, and names a brokerage that is too low', async () => {
    const [rich, poor] = [await newUser(db), await newUser(db)];
    const batch = { ...manual, wallet: 'brokerage' } as const;
    const earned = { ...batch, requestId: 'batch-3', amount: money('5'), userIds: [rich, rich] };
    expect(await db.tx((tx) => adjustMany(tx, actor, earned))).toHaveLength(1);
    const debit = { ...batch, requestId: 'batch-4', amount: money('-5'), userIds: [poor, rich] };
    await expect(db.tx((tx) => adjustMany(tx, actor, debit))).rejects.toMatchObject({
      code: 'BROKERAGE_NOT_ENOUGH',
      data: { userIds: [String(poor)] },
    });
    expect(await balances(db, rich)).toEqual({ brokerage: money('5') });
  });
});

describe('a transfer', () => {
  it('moves brokerage to the balance and shows both sides', async () => {
    const userId = await newUser(db);
    const earned = { ...manual, userId, amount: money('8'), wallet: 'brokerage' } as const;
    await db.tx((tx) => adjust(tx, actor, { ...earned, idemKey: newKey() }));
    const move = (amount: string) =>
      refusalOf(db, (tx) =>
        transfer(tx, actor, { userId, amount: money(amount), bizType: 'transfer', idemKey: newKey() }),
      );
    expect(await move('9')).toBe('BROKERAGE_NOT_ENOUGH');
    expect(await move('3')).toBeNull();
    expect(await balances(db, userId)).toEqual({ balance: money('3'), brokerage: money('5') });
    const rows = await db.tx((tx) => tx.select().from(transfers));
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({
      fromUserId: userId,
      fromWallet: 3,
      toUserId: userId,
      toWallet: 1,
      amount: money('3'),
    });
  });

  it('between users runs in both directions in parallel without a deadlock', async () => {
    const [one, other] = [await newUser(db, '50'), await newUser(db, '50')];
    const give = (fromUserId: bigint, toUserId: bigint) =>
      db.tx((tx) =>
        allocate(tx, actor, { fromUserId, toUserId, amount: 1n, bizType: 'allocation', idemKey: newKey() }),
      );
    await Promise.all(
      Array.from({ length: 60 }, (_, index) => (index % 2 === 0 ? give(one, other) : give(other, one))),
    );
    expect(await balances(db, one)).toEqual({ balance: money('50') });
    await expectLedgerVerified(db);
  });
});

describe('the time of a journal', () => {
  it('may be in the past for imports, but never before the last posting of its wallet', async () => {
    const userId = await newUser(db);
    const recharge = (at: Date) =>
      db.tx((tx) =>
        rechargePass(tx, actor, { userId, amount: 1n, methodCode: 'usdt', bizType: 'recharge', idemKey: newKey(), at }),
      );
    const times = [await recharge(new Date('2026-03-05T10:00:00Z')), await recharge(new Date('2026-03-01T10:00:00Z'))];
    expect(times.map(({ createTime }) => createTime.toISOString())).toEqual([
      '2026-03-05T10:00:00.000Z',
      '2026-03-05T10:00:00.000Z',
    ]);
    await expect(async () => recharge(new Date(Date.now() + 60_000))).rejects.toThrow(/ledger-posting-in-the-future/);
  });
});
