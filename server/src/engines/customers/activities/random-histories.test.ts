import { activityStatus, activityType, grantStatus } from '@trade-assistant/contract/areas/app-manage/dictionaries.ts';
import { isAppError } from '@trade-assistant/contract/kit/errors.ts';
import { micros } from '@trade-assistant/contract/kit/money.ts';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { testDb } from '../../../kernel/testing/index.ts';
import { adjustMany, rechargePass } from '../../money/ledger/index.ts';
import { actor, balances, expectLedgerVerified, newUser } from '../../money/ledger/ledger-fixture.ts';
import { bonusOfRecharge, claimCoupon, returnBonuses, rewardInviter } from './grants.ts';
import { takeUnearnedBack } from './invitations.ts';

const { db, close } = await testDb();
afterAll(() => close());

const UNIT = 1_000_000n;
/** The recharges that the coupon asks of a user. */
const MINIMUM = 100n * UNIT;
const AGENT = 2;

const step = fc.record({
  kind: fc.constantFrom('recharge', 'recharge', 'claim', 'claim', 'invite', 'reverse', 'reverse', 'take'),
  user: fc.nat(2),
  amount: fc.bigInt(1n, 200n),
  document: fc.nat(20),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

const limits = fc.record({ budget: fc.integer({ min: 20, max: 120 }), each: fc.integer({ min: 12, max: 20 }) });

/** A recharge, and the journals that moved its money: its own, that of its reversal, that of the reversal's reversal … */
interface Posted {
  readonly user: bigint;
  readonly amount: bigint;
  readonly bonus: bigint;
  readonly journalNos: string[];
}

const isReversed = ({ journalNos }: Posted): boolean => journalNos.length % 2 === 0;

async function newActivity(type: number, rule: object, { budget, each }: { budget: number; each: number }) {
  const { rows } = await db.pool.query<{ id: string }>(
    `insert into cnt_activity (tenant_id, title, title_en, activity_type, start_time, end_time, rule_json, budget, per_user_limit, status)
     values ('000000', 'x', 'x', $1, now() - interval '1 hour', now() + interval '1 hour', $2, $3, $4, $5) returning id::text`,
    [type, JSON.stringify([rule]), budget * 1_000_000, each * 1_000_000, activityStatus.is.running],
  );
  return BigInt(rows[0]?.id ?? 0);
}

/** Runs work and returns whether it was done: a refusal of a budget or limit is an answer, anything else is a fault. */
const attempt = async (work: () => Promise<unknown>): Promise<boolean> => {
  try {
    await work();
    return true;
  } catch (error) {
    if (isAppError(error)) return false;
    throw error;
  }
};

async function recharge(user: bigint, amount: bigint): Promise<Posted> {
  const { rows } = await db.pool.query<{ id: string }>(
    `insert into pay_recharge (tenant_id, recharge_no, user_id, user_name, user_type, payment_method, method_name, method_name_en, method_id, method_type,
       amount, pay_amount, credited_amount, status, is_late, expire_time, audit_time)
     values ('000000', 'RC' || gen_random_uuid(), $1, 'x', 2, 'usdt', 'x', 'x', 1, 1, $2, $2, $2, 2, 0, now(), now()) returning id::text`,
    [user, amount],
  );
  const id = BigInt(rows[0]?.id ?? 0);
  const row = { id, rechargeNo: `RC${id}`, tenantId: '000000', userId: user, userName: 'x', userType: AGENT };
  return db.tx(async (tx) => {
    const bonus = await bonusOfRecharge(tx, row as unknown as Parameters<typeof bonusOfRecharge>[1], micros(amount));
    const document = { bizType: 'agent/recharge', bizId: id, idemKey: `rc:${id}`, methodCode: 'usdt' };
    const { journalNo } = await rechargePass(tx, actor, { userId: user, amount, bonus, ...document });
    return { user, amount, bonus, journalNos: [journalNo] };
  });
}

/** Undoes a recharge as finance does; again, it undoes the reversal. */
async function reverse(one: Posted): Promise<void> {
  const reverses = one.journalNos.at(-1) ?? '';
  const sign = isReversed(one) ? 1n : -1n;
  let made = '';
  const isDone = await attempt(() =>
    db.tx(async (tx) => {
      await returnBonuses(tx, '000000', [reverses]);
      const each = new Map([
        [one.user, { requestId: `reversal:${reverses}`, bonus: sign * one.bonus, bizNo: reverses }],
      ]);
      const asked = { requestId: 'x', userIds: [one.user], amount: sign * one.amount, reason: 'x', bizType: 'x', each };
      made = (await adjustMany(tx, actor, asked))[0]?.journalNo ?? '';
    }),
  );
  if (isDone) one.journalNos.push(made);
}

/** Whether a user has recharged enough for the coupon, without what is reversed. */
const hasMinimum = (posted: readonly Posted[], user: bigint): boolean =>
  posted.reduce((sum, one) => (one.user === user && !isReversed(one) ? sum + one.amount : sum), 0n) >= MINIMUM;

const couponsOf = async (coupon: bigint) =>
  new Map(
    (
      await db.pool.query<{ user: string; status: number }>(
        'select user_id::text as user, status from cnt_grant where activity_id = $1',
        [coupon],
      )
    ).rows.map(({ user, status }) => [BigInt(user), status]),
  );

async function run(
  steps: readonly Step[],
  users: readonly bigint[],
  activities: Activities,
  { isParallel, budget }: { readonly isParallel: boolean; readonly budget: bigint },
) {
  const posted: Posted[] = [];
  const one = async ({ kind, user, amount, document }: Step) => {
    const userId = users[user] ?? 0n;
    const own = posted[document % Math.max(posted.length, 1)];
    if (kind === 'recharge') posted.push(await recharge(userId, amount * UNIT));
    if (kind === 'claim') {
      const claim = () =>
        attempt(() => db.tx((tx) => claimCoupon(tx, { ...actor, userId, userType: AGENT }, activities.coupon)));
      if (isParallel) return void (await claim());
      const coupons = await couponsOf(activities.coupon);
      const given = BigInt([...coupons.values()].filter((status) => status === granted).length) * COUPON;
      const may = !coupons.has(userId) && hasMinimum(posted, userId) && given + COUPON <= budget;
      expect(await claim()).toBe(may);
    }
    if (kind === 'invite') {
      // The same invited user may be seen twice, by two timers at once.
      const invited = { invitedId: BigInt(document % 6), invitedAccount: 'x', userId, userName: 'x', userType: AGENT };
      await db.tx((tx) => rewardInviter(tx, activities.invitation, '000000', invited));
    }
    if (own && !isParallel && kind === 'reverse') await reverse(own);
    if (kind === 'take') {
      const before = await couponsOf(activities.coupon);
      await takeUnearnedBack(db);
      if (isParallel) return;
      expect(await couponsOf(activities.coupon)).toEqual(
        new Map([...before].map(([id, status]) => [id, hasMinimum(posted, id) ? status : returned])),
      );
    }
  };
  if (isParallel) await Promise.all(steps.map(one));
  else for (const each of steps) await one(each);
}

const COUPON = 9n * UNIT;
const { granted, returned } = grantStatus.is;

interface Activities {
  readonly recharge: bigint;
  readonly coupon: bigint;
  readonly invitation: bigint;
}

const of = (kind: Step['kind'], amount = 1n): Step => ({ kind, user: 0, amount, document: 0 });
const EXAMPLES: [Step[], { budget: number; each: number }][] = [
  // A recharge counts again when its reversal is reversed; a third reversal takes its bonus back as the first did.
  [[of('recharge', 100n), of('reverse'), of('reverse'), of('claim')], { budget: 100, each: 20 }],
  [[of('recharge', 100n), of('reverse'), of('reverse'), of('reverse')], { budget: 100, each: 20 }],
];

it.each([
  ['one after another', false, 25],
  ['all at once', true, 12],
])('budgets and limits hold, and every bonus is in a wallet, with events %s', async (_how, isParallel, numRuns) => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 16 }), limits, async (steps, most) => {
      await db.pool.query('update cnt_activity set status = 3');
      const users = [await newUser(db, '500'), await newUser(db, '500'), await newUser(db, '500')];
      const activities = {
        recharge: await newActivity(activityType.is.recharge, { min: '20', rate: '10', cap: '12' }, most),
        coupon: await newActivity(activityType.is.coupon, { min: '100', bonus: '9' }, most),
        invitation: await newActivity(activityType.is.invitation, { min: '0', bonus: '5' }, most),
      };
      await run(steps, users, activities, { isParallel, budget: BigInt(most.budget) * UNIT });
      const { rows } = await db.pool.query(
        `select a.id::text, a.budget::text, a.used_budget::text as used, a.per_user_limit::text as most,
           coalesce((select sum(amount) from cnt_grant g where g.activity_id = a.id and status = 1), 0)::text as given,
           coalesce((select max(sum) from (select sum(amount) from cnt_grant g where g.activity_id = a.id and status = 1 group by user_id) s (sum)), 0)::text as top,
           (select count(*) - count(distinct (cause, cause_id)) from cnt_grant g where g.activity_id = a.id and cause = 3)::int as twice
         from cnt_activity a where a.id = any($1)`,
        [Object.values(activities).map(String)],
      );
      for (const row of rows) {
        expect(row.used).toBe(row.given);
        expect(BigInt(row.used) <= BigInt(row.budget)).toBe(true);
        expect(BigInt(row.top) <= BigInt(row.most)).toBe(true);
        expect(row.twice).toBe(0);
      }
      const granted = await db.tx((tx) =>
        tx.execute<{ user_id: string; sum: string }>(
          sql`select user_id::text, sum(amount)::text from cnt_grant where status = 1 and user_id = any(${sql.param(users.map(String))}::bigint[]) group by 1`,
        ),
      );
      const sums = new Map(granted.rows.map(({ user_id, sum }) => [user_id, BigInt(sum)]));
      for (const user of users) expect((await balances(db, user))['bonus'] ?? 0n).toBe(sums.get(String(user)) ?? 0n);
    }),
    { numRuns, examples: isParallel ? [] : EXAMPLES },
  );
  await expectLedgerVerified(db);
});
