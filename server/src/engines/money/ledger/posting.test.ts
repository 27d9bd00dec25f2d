import { sql } from 'drizzle-orm';
import { afterAll, describe, expect, it } from 'vitest';
import { inSavepoint } from '../../../kernel/db/index.ts';
import { testDb } from '../../../kernel/testing/index.ts';
import {
  adjust,
  balanceAt,
  balanceOf,
  charge,
  hold,
  openWallets,
  post,
  rechargePass,
  refund,
  release,
  revenue,
  reverse,
  settle,
  statistics,
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
  rowCounts,
  WHATSAPP,
  walletOwner,
} from './ledger-fixture.ts';

const { db, close } = await testDb();
afterAll(() => close());

const buy = (userId: bigint, amount: string, idemKey = newKey()) => ({
  userId,
  amount: money(amount),
  to: WHATSAPP,
  bizType: 'product_order',
  bizId: 7n,
  idemKey,
});

describe('a journal', () => {
  it('sums to zero and carries the balance before and after', async () => {
    const userId = await newUser(db, '100');
    const posted = await db.tx((tx) => charge(tx, actor, buy(userId, '30.5')));
    expect(posted).toMatchObject({ totalAmount: money('30.5'), bonusAmount: 0n, holdId: null, replayed: false });
    expect(posted.journalNo).toMatch(/^JN\d{6}[0-9A-Z]{8}$/i);
    expect(posted.entries).toEqual([
      {
        account: walletOf(userId, 'balance'),
        direction: 'debit',
        amount: money('30.5'),
        before: money('100'),
        after: money('69.5'),
      },
      { account: WHATSAPP, direction: 'credit', amount: money('30.5'), before: null, after: null },
    ]);
    await expectLedgerVerified(db);
  });

  it('with unequal sides is a programming error and changes nothing', async () => {
    const userId = await newUser(db, '100');
    const before = await rowCounts(db);
    const unbalanced = () =>
      db.tx((tx) =>
        post(tx, actor, {
          event: 'ALLOCATE',
          bizType: 'test',
          idemKey: newKey(),
          debits: [{ account: walletOf(userId, 'balance'), amount: 2n }],
          credits: [{ account: walletOf(userId, 'balance'), amount: 1n }],
        }),
      );
    await expect(async () => unbalanced()).rejects.toThrow(/ledger-journal-unbalanced/);
    expect(await rowCounts(db)).toBe(before);
  });

  it('touches only the accounts its event allows, and never a hold wallet directly', async () => {
    const userId = await newUser(db, '100');
    const between = (event: 'RECHARGE_PASS' | 'WD_SEND', account: ReturnType<typeof walletOf>) => async () =>
      db.tx((tx) =>
        post(tx, actor, {
          event,
          bizType: 'test',
          idemKey: newKey(),
          debits: [{ account, amount: 1n }],
          credits: [{ account: 'p:clearing:bank', amount: 1n }],
        }),
      );
    await expect(between('RECHARGE_PASS', walletOf(userId, 'balance'))).rejects.toThrow(/ledger-event-forbids-account/);
    await expect(between('WD_SEND', walletOf(userId, 'hold'))).rejects.toThrow(/ledger-post-touches-hold/);
    await expect(between('WD_SEND', walletOf(userId, 'brokerage_hold'))).rejects.toThrow(/ledger-post-touches-hold/);
  });

  it('draws another number when the first one is taken, without changing anything before', async () => {
    const userId = await newUser(db, '100');
    const { journalNo } = await db.tx((tx) => charge(tx, actor, buy(userId, '1')));
    const before = await rowCounts(db);
    const request = {
      ...{
        tenant: '000000',
        no: journalNo,
        key: newKey(),
        fingerprint: 'x',
        event: 'CHARGE',
        bizType: 'test',
        total: '1',
      },
      ...{ currency: 'USDT', operatorId: '1', operatorName: 'x', financeType: 2 },
      legs: [
        { direction: 1, account: walletOf(userId, 'balance'), user: String(userId), kind: 1, amount: '1' },
        { direction: 2, account: WHATSAPP, amount: '1' },
      ],
    };
    const { rows } = await db.pool.query('select fin_post($1) as answer', [request]);
    expect(rows).toEqual([{ answer: null }]);
    expect(await rowCounts(db)).toBe(before);
    expect(await balances(db, userId)).toEqual({ balance: money('99') });
  });

  it('of zero is refused', async () => {
    const userId = await newUser(db, '100');
    expect(await refusalOf(db, async (tx) => charge(tx, actor, buy(userId, '0')))).toBe('AMOUNT_INVALID');
  });

  it('of a user without wallets, or of another tenant, is refused', async () => {
    const userId = await newUser(db, '100');
    const stranger = { ...actor, tenantId: '000001' };
    expect(await refusalOf(db, async (tx) => charge(tx, actor, buy(999_999n, '1')))).toBe('WALLET_NOT_FOUND');
    expect(await refusalOf(db, async (tx) => charge(tx, stranger, buy(userId, '1')))).toBe('WALLET_NOT_FOUND');
  });
});

describe('an insufficient balance', () => {
  it('refuses without a change, and the transaction may continue', async () => {
    const userId = await newUser(db, '10');
    const before = await rowCounts(db);
    await db.tx(async (tx) => {
      await expect(charge(tx, actor, buy(userId, '10.000001'))).rejects.toMatchObject({
        code: 'BALANCE_NOT_ENOUGH',
        status: 400,
        data: { userId: String(userId), needed: '10.000001', balance: '10' },
      });
      const { rows } = await tx.execute<{ one: number }>(sql`select 1 as one`);
      expect(rows).toEqual([{ one: 1 }]);
    });
    expect(await rowCounts(db)).toBe(before);
    expect(await balances(db, userId)).toEqual({ balance: money('10') });
  });

  it('does not use up the key: after a recharge the same request succeeds', async () => {
    const userId = await newUser(db, '1');
    const request = buy(userId, '5');
    expect(await refusalOf(db, (tx) => charge(tx, actor, request))).toBe('BALANCE_NOT_ENOUGH');
    const recharge = { userId, amount: money('9'), methodCode: 'usdt', bizType: 'recharge', idemKey: newKey() };
    await db.tx((tx) => rechargePass(tx, actor, recharge));
    expect((await db.tx((tx) => charge(tx, actor, request))).replayed).toBe(false);
  });

  it('is rolled back with its savepoint', async () => {
    const userId = await newUser(db, '10');
    await db.tx(async (tx) => {
      await inSavepoint(tx, async (savepoint) => {
        await charge(savepoint, actor, buy(userId, '6'));
        await charge(savepoint, actor, buy(userId, '6'));
      }).catch(() => undefined);
      await charge(tx, actor, buy(userId, '1'));
    });
    expect(await balances(db, userId)).toEqual({ balance: money('9') });
    await expectLedgerVerified(db);
  });

  it('never becomes negative: of 100 parallel charges on money for 60, 60 succeed', async () => {
    const userId = await newUser(db, '60');
    const results = await Promise.all(
      Array.from({ length: 100 }, () => refusalOf(db, (tx) => charge(tx, actor, buy(userId, '1')))),
    );
    expect(results.filter((code) => code === null)).toHaveLength(60);
    expect(results.filter((code) => code === 'BALANCE_NOT_ENOUGH')).toHaveLength(40);
    expect(await balances(db, userId)).toEqual({});
    await expectLedgerVerified(db);
  });
});

describe('an idempotency key', () => {
  it('gives one journal and one answer, also to 50 first requests in parallel', async () => {
    const userId = await newUser(db, '100');
    const request = buy(userId, '40');
    const answers = await Promise.all(Array.from({ length: 50 }, () => db.tx((tx) => charge(tx, actor, request))));
    expect(answers.filter((answer) => !answer.replayed)).toHaveLength(1);
    const plain = answers.map((answer) => ({ ...answer, replayed: false }));
    for (const answer of plain) expect(answer).toEqual(plain[0]);
    expect(await balances(db, userId)).toEqual({ balance: money('60') });
  });

  it('gives the same answer after the money is spent', async () => {
    const userId = await newUser(db, '40');
    const request = buy(userId, '40');
    const first = await db.tx((tx) => charge(tx, actor, request));
    const second = await db.tx((tx) => charge(tx, actor, request));
    expect(second).toEqual({ ...first, replayed: true });
  });

  it('gives the same hold', async () => {
    const userId = await newUser(db, '40');
    const request = { userId, amount: money('40'), bizType: 'filter_task', bizId: 3n, idemKey: newKey() };
    const first = await db.tx((tx) => hold(tx, actor, request));
    expect(first.holdNo).toMatch(/^HD/);
    expect(await db.tx((tx) => hold(tx, actor, request))).toEqual({ ...first, replayed: true });
  });

  it('conflicts with other content, also between users', async () => {
    const [one, other] = [await newUser(db, '100'), await newUser(db, '100')];
    const request = buy(one, '1');
    await db.tx((tx) => charge(tx, actor, request));
    for (const changed of [
      { amount: money('2') },
      { userId: other },
      { bizId: 8n },
      { bizType: 'filter_task' },
      { to: revenue('sms') },
      { event: 'LEASE' as const },
    ]) {
      expect(await refusalOf(db, (tx) => charge(tx, actor, { ...request, ...changed }))).toBe('IDEMPOTENCY_CONFLICT');
    }
    const race = await Promise.all(
      [one, other].map((userId) => refusalOf(db, (tx) => charge(tx, actor, buy(userId, '1', 'race')))),
    );
    expect(race.sort()).toEqual(['IDEMPOTENCY_CONFLICT', null].sort());
    await expectLedgerVerified(db);
  });

  it('matches despite another reason, number, voucher and operator', async () => {
    const userId = await newUser(db, '100');
    const request = { ...buy(userId, '1'), reason: 'first', bizNo: 'AP1' };
    const first = await db.tx((tx) => charge(tx, actor, request));
    const other = { ...actor, userId: 2n, realName: 'Another' };
    const again = { ...request, reason: 'second', bizNo: 'AP2', approverId: 3n, voucherAttachIds: ['7'] };
    expect(await db.tx((tx) => charge(tx, other, again))).toEqual({ ...first, replayed: true });
  });

  it('is separate per tenant, also for a user with too little money', async () => {
    const stranger = { ...actor, tenantId: '000001' };
    const userId = await newUser(db, '5');
    const [theirs, poor] = [userId + 1_000_000n, userId + 2_000_000n];
    for (const one of [theirs, poor]) await db.tx((tx) => openWallets(tx, stranger, walletOwner(one)));
    const credit = { userId: theirs, amount: money('5'), bizType: 'test', reason: 'test', idemKey: newKey() };
    await db.tx((tx) => adjust(tx, stranger, credit));
    const request = buy(userId, '5');
    const first = await db.tx((tx) => charge(tx, actor, request));
    const second = await db.tx((tx) => charge(tx, stranger, { ...request, userId: theirs }));
    expect([second.replayed, second.journalId === first.journalId]).toEqual([false, false]);
    const unused = newKey();
    await db.tx(async (tx) => adjust(tx, actor, { ...credit, userId, idemKey: unused }));
    expect(await refusalOf(db, (tx) => charge(tx, stranger, { ...buy(poor, '1', unused) }))).toBe('BALANCE_NOT_ENOUGH');
  });
});

describe('a currency', () => {
  it('has its own wallets, journals and holds, and no money moves between currencies', async () => {
    const userId = await newUser(db, '10');
    const EUR = { currency: 'EUR' };
    const held = async (currency?: string) =>
      db.tx((tx) => balanceOf(tx, actor, { userId, ...(currency === undefined ? {} : { currency }) }));
    expect(await refusalOf(db, (tx) => charge(tx, actor, { ...buy(userId, '1'), ...EUR }))).toBe('WALLET_NOT_FOUND');
    await db.tx((tx) => openWallets(tx, actor, { ...walletOwner(userId), ...EUR }));
    expect(await refusalOf(db, (tx) => charge(tx, actor, { ...buy(userId, '1'), ...EUR }))).toBe('BALANCE_NOT_ENOUGH');
    const request = { userId, amount: money('7'), methodCode: 'bank', bizType: 'recharge', idemKey: newKey() };
    await db.tx((tx) => rechargePass(tx, actor, { ...request, ...EUR }));
    expect(await refusalOf(db, (tx) => rechargePass(tx, actor, request))).toBe('IDEMPOTENCY_CONFLICT');

    await db.tx(async (tx) => {
      const charged = await charge(tx, actor, { ...buy(userId, '3'), ...EUR });
      await refund(tx, actor, { journalId: charged.journalId, amount: money('1'), idemKey: newKey() });
      const frozen = await hold(tx, actor, { ...buy(userId, '4'), ...EUR });
      const holdId = frozen.holdId ?? 0n;
      await settle(tx, actor, { holdId, amount: money('1.5'), to: WHATSAPP, idemKey: newKey() });
      await release(tx, actor, { holdId, idemKey: newKey() });
      const moved = await adjust(tx, actor, { ...request, ...EUR, reason: 'test', idemKey: newKey() });
      await reverse(tx, actor, { journalId: moved.journalId, idemKey: newKey() });
    });
    expect(await held('EUR')).toMatchObject({ balance: money('3.5'), frozenBalance: 0n, totalConsume: money('3.5') });
    expect(await held()).toMatchObject({ balance: money('10'), frozenBalance: 0n, totalConsume: 0n });
    const at = (currency: string) =>
      db.tx((tx) => balanceAt(tx, actor, { userId, wallet: 'balance', at: new Date(), currency }));
    expect(await Promise.all([at('USDT'), at('EUR')])).toEqual([money('10'), money('3.5')]);
    const range = { userId, from: new Date(0), to: new Date(Date.now() + 60_000), timeZone: 'UTC' };
    const figures = (currency: string) => db.tx((tx) => statistics(tx, actor, { ...range, currency }));
    expect(await figures('USDT')).toMatchObject({ recharge: money('10'), closing: money('10'), checkOk: true });
    expect(await figures('EUR')).toMatchObject({ recharge: money('7'), closing: money('3.5'), checkOk: true });
    await expectLedgerVerified(db);
  });
});
