import { afterAll, describe, expect, it } from 'vitest';
import { testDb } from '../../../kernel/testing/index.ts';
import {
  type AccountCode,
  adjust,
  allocate,
  balanceOf,
  charge,
  clearing,
  FINANCE_TYPE,
  grantBonus,
  hold,
  post,
  rechargePass,
  refund,
  release,
  restore,
  settle,
  statistics,
  transfer,
  walletOf,
} from './index.ts';
import { actor, money, newKey, newUser, WHATSAPP } from './ledger-fixture.ts';

const day = (number: number, hour = 4): Date => new Date(Date.UTC(2026, 2, number, hour));

const { db, close } = await testDb();
const parent = await newUser(db);
const child = await newUser(db, '0', `/${parent}/`);
const doc = (at: Date) => ({ userId: parent, bizType: 'test', idemKey: newKey(), at });
await db.tx(async (tx) => {
  await rechargePass(tx, actor, { ...doc(day(1)), amount: money('500'), methodCode: 'usdt' });
  const charged = await charge(tx, actor, { ...doc(day(2)), amount: money('120'), to: WHATSAPP });
  await refund(tx, actor, { journalId: charged.journalId, amount: money('20'), idemKey: newKey(), at: day(3) });
  const held = await hold(tx, actor, { ...doc(day(3)), amount: money('60') });
  const holdId = held.holdId ?? 0n;
  await settle(tx, actor, { holdId, amount: money('45'), to: WHATSAPP, idemKey: newKey(), at: day(4) });
  await release(tx, actor, { holdId, idemKey: newKey(), at: day(4) });
  await post(tx, actor, {
    ...doc(day(4)),
    event: 'REBATE_ACCRUE',
    debits: [{ account: 'p:rebate_expense', amount: money('9') }],
    credits: [{ account: walletOf(parent, 'rebate_pending'), amount: money('9') }],
  });
  await post(tx, actor, {
    ...doc(day(5)),
    event: 'REBATE_SETTLE',
    debits: [{ account: walletOf(parent, 'rebate_pending'), amount: money('9') }],
    credits: [{ account: walletOf(parent, 'brokerage'), amount: money('9') }],
  });
  await post(tx, actor, {
    ...doc(day(5)),
    event: 'REBATE_CLAWBACK',
    debits: [
      { account: walletOf(parent, 'brokerage'), amount: money('1') },
      { account: walletOf(parent, 'rebate_debt'), amount: money('2') },
    ],
    credits: [{ account: 'p:rebate_expense', amount: money('3') }],
  });
  await transfer(tx, actor, { ...doc(day(6)), amount: money('5') });
  await adjust(tx, actor, { ...doc(day(6)), amount: money('-7'), reason: 'mistake' });
  await grantBonus(tx, actor, { ...doc(day(6)), amount: money('11') });
  await allocate(tx, actor, { ...doc(day(7)), fromUserId: parent, toUserId: child, amount: money('30') });
});
afterAll(() => close());

const range = (from: Date, to: Date) => ({ from, to, timeZone: 'Asia/Shanghai' });
const of = (input: Parameters<typeof statistics>[2]) => db.tx((tx) => statistics(tx, actor, input));

it('balance for a user: opening plus income minus outgo is the closing', async () => {
  expect(await of({ userId: parent, ...range(day(2, 0), day(8)) })).toMatchObject({
    userId: parent,
    opening: money('500'),
    recharge: 0n,
    consume: money('165'),
    refund: money('20'),
    rebate: money('6'),
    withdraw: 0n,
    transferIn: money('5'),
    transferOut: money('35'),
    adjust: money('-7'),
    other: money('11'),
    closing: money('335'),
    checkOk: true,
  });
});

it('balance for every range, wallet and subtree', async () => {
  for (let first = 1; first <= 8; first += 1) {
    for (let last = first; last <= 8; last += 1) {
      for (const scope of [
        { userId: parent },
        { ownerPath: `/${parent}/` },
        {},
        { userId: parent, walletKind: 1 as const },
      ]) {
        expect(await of({ ...scope, ...range(day(first, 0), day(last, 0)) })).toMatchObject({ checkOk: true });
      }
    }
  }
});

it('show each type as the finance log does, and each day without movements between own wallets', async () => {
  const found = await of({ userId: parent, ...range(day(1, 0), day(8)) });
  expect(found.byType.find(({ financeType }) => financeType === FINANCE_TYPE.HOLD)).toEqual({
    financeType: FINANCE_TYPE.HOLD,
    in: money('60'),
    out: money('60'),
    count: 2,
  });
  expect(found.byDay).toEqual([
    { date: '2026-03-01', in: money('500'), out: 0n },
    { date: '2026-03-02', in: 0n, out: money('120') },
    { date: '2026-03-03', in: money('20'), out: 0n },
    { date: '2026-03-04', in: money('9'), out: money('45') },
    { date: '2026-03-05', in: 0n, out: money('3') },
    { date: '2026-03-06', in: money('11'), out: money('7') },
    { date: '2026-03-07', in: 0n, out: money('30') },
  ]);
});

it('count days in the requested time zone', async () => {
  const found = await of({ userId: child, from: day(1, 0), to: day(9), timeZone: 'America/Los_Angeles' });
  expect(found.byDay).toEqual([{ date: '2026-03-06', in: money('30'), out: 0n }]);
});

describe('a range', () => {
  it('includes its first instant and excludes its last', async () => {
    const from = day(7);
    const just = (millis: number) => new Date(from.getTime() + millis);
    const received = async (range: { from: Date; to: Date }) => {
      const found = await of({ userId: child, ...range, timeZone: 'UTC' });
      return [found.opening, found.transferIn, found.closing, found.checkOk];
    };
    const got = money('30');
    expect(await received({ from: just(-1), to: just(0) })).toEqual([0n, 0n, 0n, true]);
    expect(await received({ from: just(-1), to: just(1) })).toEqual([0n, got, got, true]);
    expect(await received({ from: just(0), to: just(1) })).toEqual([0n, got, got, true]);
    expect(await received({ from: just(1), to: just(2) })).toEqual([got, 0n, got, true]);
  });

  it('shows withdrawals less returns, and fees and rewards separately', async () => {
    const userId = await newUser(db, '100');
    const doc = () => ({ userId, bizType: 'test', idemKey: newKey() });
    const bank = clearing('bank');
    await db.tx(async (tx) => {
      const held = await hold(tx, actor, { ...doc(), amount: money('40'), event: 'WD_HOLD' });
      const holdId = held.holdId ?? 0n;
      await settle(tx, actor, { holdId, amount: money('30'), to: bank, event: 'WD_SEND', idemKey: newKey() });
      await restore(tx, actor, { holdId, amount: money('12'), from: bank, idemKey: newKey() });
      await release(tx, actor, { holdId, event: 'WD_RELEASE', idemKey: newKey() });
      const between = (
        event: 'FEE' | 'REWARD' | 'REWARD_REVERSE',
        from: AccountCode,
        to: AccountCode,
        amount: string,
      ) =>
        post(tx, actor, {
          ...doc(),
          event,
          debits: [{ account: from, amount: money(amount) }],
          credits: [{ account: to, amount: money(amount) }],
        });
      const balance = walletOf(userId, 'balance');
      await between('FEE', balance, 'p:fee_income', '2');
      await between('REWARD', 'p:reward_expense', balance, '9');
      await between('REWARD_REVERSE', balance, 'p:reward_expense', '4');
      await charge(tx, actor, { ...doc(), amount: money('5'), to: WHATSAPP, event: 'LEASE' });
    });
    const range = { from: new Date(0), to: new Date(Date.now() + 60_000), timeZone: 'UTC' };
    expect(await of({ userId, ...range })).toMatchObject({
      recharge: money('100'),
      withdraw: money('18'),
      consume: money('5'),
      refund: 0n,
      other: money('3'),
      closing: money('80'),
      checkOk: true,
    });
    expect(await of({ userId, walletKind: 2, ...range })).toMatchObject({ withdraw: 0n, closing: 0n, checkOk: true });
    const totals = await db.tx((tx) => balanceOf(tx, actor, { userId }));
    expect(totals).toMatchObject({ totalWithdraw: money('18'), totalConsume: money('5') });
  });
});
