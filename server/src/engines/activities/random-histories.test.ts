import { activityStatus, activityType } from '@trade-assistant/contract/areas/app-manage/dictionaries.ts';
import { isAppError } from '@trade-assistant/contract/kit/errors.ts';
import { micros } from '@trade-assistant/contract/kit/money.ts';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { testDb } from '../../kernel/testing/index.ts';
import { adjustMany, rechargePass } from '../ledger/index.ts';
import { actor, balances, expectLedgerVerified, newUser } from '../ledger/ledger-fixture.ts';
import { bonusOfRecharge, claimCoupon, returnBonuses, rewardInviter } from './grants.ts';

const { db, close } = await testDb();
afterAll(() => close());

const UNIT = 1_000_000n;
const AGENT = 2;

const step = fc.record({
  kind: fc.constantFrom('recharge', 'recharge', 'claim', 'invite', 'reverse', 'undo'),
  user: fc.nat(2),
  amount: fc.bigInt(1n, 200n),
  document: fc.nat(20),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

const limits = fc.record({ budget: fc.integer({ min: 20, max: 120 }), each: fc.integer({ min: 12, max: 20 }) });

interface Posted {
  readonly user: bigint;
  readonly amount: bigint;
  readonly bonus: bigint;
  readonly journalNo: string;
  isReversed: boolean;
  reversal: string;
}

let recharged = 0n;

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
  recharged += 1n;
  const id = recharged;
  const row = { id, rechargeNo: `RC${id}`, tenantId: '000000', userId: user, userName: 'x', userType: AGENT };
  return db.tx(async (tx) => {
    const bonus = await bonusOfRecharge(tx, row as unknown as Parameters<typeof bonusOfRecharge>[1], micros(amount));
    const document = { bizType: 'agent/recharge', bizId: id, idemKey: `rc:${id}`, methodCode: 'usdt' };
    const { journalNo } = await rechargePass(tx, actor, { userId: user, amount, bonus, ...document });
    return { user, amount, bonus, journalNo, isReversed: false, reversal: '' };
  });
}

/** Undoes a recharge, or the reversal that undid it, as finance does. */
async function turn(one: Posted, isUndo: boolean): Promise<void> {
  if (one.journalNo === '' || one.isReversed !== isUndo) return;
  const reverses = isUndo ? one.reversal : one.journalNo;
  const sign = isUndo ? 1n : -1n;
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
  if (!isDone) return;
  one.isReversed = !isUndo;
  if (isUndo) Object.assign(one, { journalNo: '' });
  else one.reversal = made;
}

async function run(steps: readonly Step[], users: readonly bigint[], activities: Activities, isParallel: boolean) {
  const posted: Posted[] = [];
  const one = async ({ kind, user, amount, document }: Step) => {
    const userId = users[user] ?? 0n;
    const own = posted[document % Math.max(posted.length, 1)];
    if (kind === 'recharge') posted.push(await recharge(userId, amount * UNIT));
    if (kind === 'claim')
      await attempt(() => db.tx((tx) => claimCoupon(tx, { ...actor, userId, userType: AGENT }, activities.coupon)));
    if (kind === 'invite') {
      // The same invited user may be seen twice, by two timers at once.
      const invited = { invitedId: BigInt(document % 6), invitedAccount: 'x', userId, userName: 'x', userType: AGENT };
      await db.tx((tx) => rewardInviter(tx, activities.invitation, '000000', invited));
    }
    if (own && !isParallel && kind === 'reverse') await turn(own, false);
    if (own && !isParallel && kind === 'undo') await turn(own, true);
  };
  if (isParallel) await Promise.all(steps.map(one));
  else for (const each of steps) await one(each);
}

interface Activities {
  readonly recharge: bigint;
  readonly coupon: bigint;
  readonly invitation: bigint;
}

it.each([
  ['one after another', false, 25],
  ['all at once', true, 12],
])('budgets and limits hold, and every bonus is in a wallet, with events %s', async (_how, isParallel, numRuns) => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 14 }), limits, async (steps, most) => {
      await db.pool.query('update cnt_activity set status = 3');
      const users = [await newUser(db, '500'), await newUser(db, '500'), await newUser(db, '500')];
      const activities = {
        recharge: await newActivity(activityType.is.recharge, { min: '20', rate: '10', cap: '12' }, most),
        coupon: await newActivity(activityType.is.coupon, { min: '0', bonus: '9' }, most),
        invitation: await newActivity(activityType.is.invitation, { min: '0', bonus: '5' }, most),
      };
      await run(steps, users, activities, isParallel);
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
    { numRuns },
  );
  await expectLedgerVerified(db);
});
