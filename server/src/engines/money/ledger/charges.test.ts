import { afterAll, describe, expect, it } from 'vitest';
import { testDb } from '../../../kernel/testing/index.ts';
import {
  charge,
  deferred,
  grantBonus,
  hold,
  type PostedJournal,
  post,
  refund,
  reverse,
  settle,
  transfer,
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

async function customer(balance: string, bonus: string): Promise<bigint> {
  const userId = await newUser(db, balance);
  const gift = { userId, amount: money(bonus), bizType: 'activity', idemKey: newKey() };
  await db.tx((tx) => grantBonus(tx, actor, gift));
  return userId;
}

const buy = (userId: bigint, amount: string): Promise<PostedJournal> =>
  db.tx((tx) =>
    charge(tx, actor, {
      userId,
      amount: money(amount),
      to: WHATSAPP,
      bizType: 'product_order',
      bizId: 9n,
      idemKey: newKey(),
    }),
  );

const giveBack = (journalId: bigint, amount?: string, idemKey = newKey()): Promise<PostedJournal> =>
  db.tx((tx) => refund(tx, actor, { journalId, idemKey, ...(amount === undefined ? {} : { amount: money(amount) }) }));

describe('a charge', () => {
  it('takes the bonus first, then the balance', async () => {
    const userId = await customer('70', '30');
    const posted = await buy(userId, '50');
    expect(posted.bonusAmount).toBe(money('30'));
    expect(posted.entries.map(({ amount }) => amount)).toEqual([money('30'), money('20'), money('50')]);
    expect(await balances(db, userId)).toEqual({ balance: money('50') });
  });

  it('leaves the bonus unchanged if it may not pay', async () => {
    const userId = await customer('70', '30');
    const lease = { userId, amount: money('10'), to: WHATSAPP, event: 'LEASE', bonusFirst: false } as const;
    await db.tx((tx) => charge(tx, actor, { ...lease, bizType: 'lease', idemKey: newKey() }));
    expect(await balances(db, userId)).toEqual({ balance: money('60'), bonus: money('30') });
  });

  it('can sell a package, whose income is deferred until it is used', async () => {
    const userId = await newUser(db, '70');
    const to = deferred('filter');
    const sale = {
      userId,
      amount: money('10'),
      to,
      event: 'PACKAGE_SALE',
      bizType: 'package',
      idemKey: newKey(),
    } as const;
    await db.tx((tx) => charge(tx, actor, sale));
    const used = await db.tx((tx) =>
      post(tx, actor, {
        event: 'PACKAGE_USE',
        bizType: 'package',
        idemKey: newKey(),
        debits: [{ account: to, amount: money('4') }],
        credits: [{ account: 'p:revenue:filter', amount: money('4') }],
      }),
    );
    expect(used.entries).toHaveLength(2);
  });
});

describe('a refund', () => {
  it('in full restores the exact amount to its sources', async () => {
    const userId = await customer('70', '30');
    const before = await balances(db, userId);
    const charged = await buy(userId, '99.999999');
    await giveBack(charged.journalId);
    expect(await balances(db, userId)).toEqual(before);
  });

  it('in parts returns to the balance first and to the bonus last, and ends at the charge', async () => {
    const userId = await customer('70', '30');
    const { journalId } = await buy(userId, '100');
    await giveBack(journalId, '50');
    expect(await balances(db, userId)).toEqual({ balance: money('50') });
    await giveBack(journalId, '30');
    expect(await balances(db, userId)).toEqual({ balance: money('70'), bonus: money('10') });
    await expect(giveBack(journalId, '20.000001')).rejects.toMatchObject({ code: 'REFUND_EXCEEDS' });
    await giveBack(journalId);
    expect(await balances(db, userId)).toEqual({ balance: money('70'), bonus: money('30') });
    await expect(giveBack(journalId)).rejects.toMatchObject({ code: 'REFUND_EXCEEDS' });
    await expectLedgerVerified(db);
  });

  it('is posted to the document of the charge, unless it has its own', async () => {
    const userId = await newUser(db, '10');
    const { journalId } = await buy(userId, '10');
    const again = { bizType: 'after_sale', bizId: 77n, bizNo: 'AS77' };
    await giveBack(journalId, '1');
    await db.tx((tx) => refund(tx, actor, { journalId, amount: money('1'), idemKey: newKey(), ...again }));
    const { rows } = await db.pool.query(
      `select j.biz_type, j.biz_id, j.biz_no, e.account_code as taken_from
      from fin_journal j join fin_entry e on e.journal_id = j.id and e.direction = 1 where j.reversal_of = $1 order by j.id`,
      [journalId],
    );
    expect(rows).toEqual([
      { biz_type: 'product_order', biz_id: 9n, biz_no: null, taken_from: 'p:revenue:whatsapp' },
      { biz_type: 'after_sale', biz_id: 77n, biz_no: 'AS77', taken_from: 'p:revenue:whatsapp' },
    ]);
  });

  it('repeated under its key returns the first result instead of a refusal', async () => {
    const userId = await newUser(db, '10');
    const { journalId } = await buy(userId, '10');
    const first = await giveBack(journalId, undefined, 'refund-once');
    expect(await giveBack(journalId, undefined, 'refund-once')).toEqual({ ...first, replayed: true });
    await expect(giveBack(journalId, '1', 'refund-once')).rejects.toMatchObject({ code: 'IDEMPOTENCY_CONFLICT' });
    expect(await balances(db, userId)).toEqual({ balance: money('10') });
  });

  it('never exceeds the charge when twenty run in parallel', async () => {
    const userId = await customer('5', '5');
    const { journalId } = await buy(userId, '10');
    const codes = await Promise.all(
      Array.from({ length: 20 }, () =>
        refusalOf(db, (tx) => refund(tx, actor, { journalId, amount: money('3'), idemKey: newKey() })),
      ),
    );
    expect(codes.filter((code) => code === null)).toHaveLength(3);
    expect(codes.filter((code) => code === 'REFUND_EXCEEDS')).toHaveLength(17);
    await expectLedgerVerified(db);
  });

  it('also refunds a settlement, including its bonus part', async () => {
    const userId = await customer('7', '3');
    const held = await db.tx((tx) =>
      hold(tx, actor, { userId, amount: money('10'), bizType: 'filter_task', idemKey: newKey() }),
    );
    const holdId = held.holdId ?? 0n;
    const settled = await db.tx((tx) =>
      settle(tx, actor, { holdId, amount: money('10'), to: WHATSAPP, idemKey: newKey() }),
    );
    await giveBack(settled.journalId);
    expect(await balances(db, userId)).toEqual({ balance: money('7'), bonus: money('3') });
    await expect(giveBack(held.journalId)).rejects.toMatchObject({ code: 'NOT_REFUNDABLE' });
  });

  it('of another tenant’s journal is not found', async () => {
    const { journalId } = await buy(await newUser(db, '10'), '10');
    const stranger = { ...actor, tenantId: '000001' };
    expect(await refusalOf(db, (tx) => refund(tx, stranger, { journalId, idemKey: newKey() }))).toBe(
      'JOURNAL_NOT_FOUND',
    );
  });
});

describe('a reversal', () => {
  it('mirrors the journal; of two in parallel exactly one succeeds', async () => {
    const userId = await newUser(db, '0');
    const earned = await db.tx((tx) =>
      post(tx, actor, {
        event: 'ADJUST_IN',
        bizType: 'test',
        idemKey: newKey(),
        debits: [{ account: 'p:adjust', amount: money('50') }],
        credits: [{ account: `u:${userId}:brokerage`, amount: money('50') }],
      }),
    );
    for (let round = 0; round < 20; round += 1) {
      const moved = await db.tx((tx) =>
        transfer(tx, actor, { userId, amount: money('50'), bizType: 'transfer', idemKey: newKey() }),
      );
      const codes = await Promise.all(
        [1, 2].map(() => refusalOf(db, (tx) => reverse(tx, actor, { journalId: moved.journalId, idemKey: newKey() }))),
      );
      expect(codes.sort()).toEqual(['ALREADY_REVERSED', null].sort());
    }
    expect(await balances(db, userId)).toEqual({ brokerage: money('50') });
    const undone = await db.tx((tx) => reverse(tx, actor, { journalId: earned.journalId, idemKey: newKey() }));
    expect(await balances(db, userId)).toEqual({});
    expect(await refusalOf(db, (tx) => reverse(tx, actor, { journalId: undone.journalId, idemKey: newKey() }))).toBe(
      'NOT_REVERSIBLE',
    );
    await expectLedgerVerified(db);
  });

  it('of a charge restores bonus and balance, and reports the bonus part', async () => {
    const userId = await customer('7', '3');
    const { journalId } = await buy(userId, '8');
    const undone = await db.tx((tx) => reverse(tx, actor, { journalId, idemKey: 'undo-once' }));
    expect(undone).toMatchObject({ totalAmount: money('8'), bonusAmount: money('3') });
    expect(await db.tx((tx) => reverse(tx, actor, { journalId, idemKey: 'undo-once' }))).toEqual({
      ...undone,
      replayed: true,
    });
    expect(await balances(db, userId)).toEqual({ balance: money('7'), bonus: money('3') });
    const stranger = { ...actor, tenantId: '000001' };
    expect(await refusalOf(db, (tx) => reverse(tx, stranger, { journalId, idemKey: newKey() }))).toBe(
      'JOURNAL_NOT_FOUND',
    );
  });

  it('of a refunded charge is refused, and so is a refund of a reversed charge', async () => {
    const userId = await newUser(db, '10');
    const [one, two] = [await buy(userId, '4'), await buy(userId, '4')];
    const givenBack = await giveBack(one.journalId, '1');
    const cancel = (journalId: bigint) => refusalOf(db, (tx) => reverse(tx, actor, { journalId, idemKey: newKey() }));
    expect(await cancel(one.journalId)).toBe('ALREADY_REVERSED');
    // Reversing it would charge the customer again for nothing.
    expect(await cancel(givenBack.journalId)).toBe('NOT_REVERSIBLE');
    expect(await cancel(two.journalId)).toBeNull();
    await expect(giveBack(two.journalId)).rejects.toMatchObject({ code: 'REFUND_EXCEEDS' });
  });
});
