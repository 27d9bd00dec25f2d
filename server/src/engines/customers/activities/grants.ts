import { activity } from '@trade-assistant/contract/areas/app-manage/activity.ts';
import {
  activityStatus,
  activityType,
  grantCause,
  grantStatus,
} from '@trade-assistant/contract/areas/app-manage/dictionaries.ts';
import { userType } from '@trade-assistant/contract/dictionaries.ts';
import { isAppError } from '@trade-assistant/contract/kit/errors.ts';
import { type Micro, micros, parseMoney, ZERO } from '@trade-assistant/contract/kit/money.ts';
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { type Actor, systemActor } from '../../../kernel/auth/actor.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import { declareLimit } from '../../../kernel/declared-limits.ts';
import { announceChange } from '../../../kernel/realtime/index.ts';
import { grantBonus, takeBonusBack } from '../../money/ledger/index.ts';
import type { RechargeRow } from '../../money/payments/index.ts';
import { sendMessage } from '../../office/messages/index.ts';
import { audienceOf, isFor } from '../content/index.ts';
import { activityErrors } from './errors.ts';
import { bonusOfRule, inWords, lower } from './rules.ts';
import { type ActivityRow, activities, grants } from './tables.ts';

declareLimit({ name: 'bonuses of an activity to a user', window: 'ever', unit: 'money' });
declareLimit({ name: 'budget of an activity', window: 'ever', unit: 'money' });
declareLimit({ name: 'claims of a coupon by a user', window: 'ever', unit: 'things' });
declareLimit({ name: 'claims of a coupon by the accounts of a tree', window: 'ever', unit: 'things' });
declareLimit({ name: 'recharges that a coupon asks', window: 'use', unit: 'money' });
const { granted, returned } = grantStatus.is;

/** SQL for activities of a kind that give bonuses now, whether or not the timer has marked them. */
export const isOpen = (tenantId: string, type: number): SQL | undefined =>
  and(
    eq(activities.tenantId, tenantId),
    eq(activities.activityType, type),
    inArray(activities.status, [activityStatus.is.scheduled, activityStatus.is.running]),
    sql`${activities.startTime} <= now() and ${activities.endTime} > now() and ${activities.deletedAt} is null`,
  );

export interface Receiver {
  readonly userId: bigint;
  readonly userName: string;
  readonly userType: number;
}

interface Cause {
  readonly cause: number;
  readonly causeId: bigint;
  readonly causeNo: string;
}

/** Returns the rest of the budget and of the user's limit. The caller has locked the activity. */
async function leftFor(
  tx: Pick<Tx, 'execute'>,
  row: ActivityRow,
  userId: bigint,
): Promise<{ budget: bigint; limit: bigint }> {
  const received = (await receivedBonus(tx, userId, [row.id])).get(row.id) ?? 0n;
  return { budget: (row.budget ?? 0n) - row.usedBudget, limit: (row.perUserLimit ?? 0n) - received };
}

/**
 * Records a bonus against the budget of an activity that the caller has locked.
 * @returns false if the same cause has given one before
 */
async function take(tx: Tx, row: ActivityRow, to: Receiver, { cause, causeId, causeNo }: Cause, amount: bigint) {
  const made = await tx
    .insert(grants)
    .values({
      tenantId: row.tenantId,
      activityId: row.id,
      userId: to.userId,
      userName: to.userName,
      ...{ cause, causeId, causeNo, amount },
    })
    .onConflictDoNothing()
    .returning({ id: grants.id });
  if (made.length === 0) return false;
  await spend(tx, row.id, amount);
  announceChange(tx, row.tenantId, activity);
  return true;
}

const spend = (tx: Tx, id: bigint, amount: bigint) =>
  tx
    .update(activities)
    .set({ usedBudget: sql`${activities.usedBudget} + ${amount}` as unknown as Micro })
    .where(eq(activities.id, id));

/**
 * Returns the bonus of all activities for a recharge that is being credited: a listener of `rechargeCredited`. It leaves out bonuses that a budget
 * or a limit cannot pay any more, so that a recharge is never refused. Locks the activities by id, before any wallet.
 */
export async function bonusOfRecharge(tx: Tx, recharge: RechargeRow, amount: Micro): Promise<bigint> {
  const { tenantId, userId, userName, userType, id, rechargeNo } = recharge;
  const open = isOpen(tenantId, activityType.is.recharge);
  if ((await tx.$count(activities, open)) === 0) return 0n;
  const audience = await audienceOf(tx, { userId, userType });
  const rows = await tx
    .select()
    .from(activities)
    .where(and(open, isFor(activities.userTypes, activities.countries, audience)))
    .orderBy(activities.id)
    .for('no key update');
  let sum = 0n;
  for (const row of rows) {
    const { budget, limit } = await leftFor(tx, row, userId);
    const bonus = lower(bonusOfRule(row.ruleJson, amount), lower(micros(budget), micros(limit)));
    if (bonus <= 0n) continue;
    const cause = { cause: grantCause.is.recharge, causeId: id, causeNo: rechargeNo };
    if (await take(tx, row, { userId, userName, userType }, cause, bonus)) sum += bonus;
  }
  return sum;
}

/**
 * SQL for the accounts that count as one user: the user alone, and of an activity that counts agents as one all agents and sub-users below
 * the same top-level agent.
 */
const countedWith = (userId: bigint, isPerTree: SQL): SQL => sql`(
  user_id = ${userId} or (${isPerTree} = 1 and user_id in (
    select other.id from sys_user own join sys_user other on other.tenant_id = own.tenant_id
      and other.owner_path like '/' || split_part(own.owner_path, '/', 2) || '/%'
    where own.id = ${userId} and own.user_type in (${TREE}) and other.user_type in (${TREE}))))`;
/** App users belong to agents, and are persons of their own. */
const TREE = sql.raw(`${userType.is.agent}, ${userType.is.subUser}`);

/** Returns the bonuses that a user, or its tree, received from each of the activities. */
export async function receivedBonus(
  run: Pick<Tx, 'execute'>,
  userId: bigint,
  activityIds: readonly bigint[],
): Promise<ReadonlyMap<bigint, bigint>> {
  const { rows } = await run.execute<{ id: string; sum: string }>(sql`
    select activity_id::text as id, sum(amount)::text as sum from cnt_grant g join cnt_activity a on a.id = g.activity_id
    where ${countedWith(userId, sql`a.is_per_tree`)} and g.status = ${granted}
      and activity_id = any(${sql.param(activityIds.map(String))}::bigint[])
    group by activity_id`);
  return new Map(rows.map(({ id, sum }) => [BigInt(id), BigInt(sum)]));
}

/** SQL for the recharges of a user that were credited since a time, without reversed ones. One whose reversal was reversed counts again. */
export const rechargedBy = (userId: SQL, since: SQL): SQL => sql`(
  select coalesce(sum(r.credited_amount), 0) from pay_recharge r
  join fin_journal j on j.tenant_id = r.tenant_id and j.idem_key = 'rc:' || r.id
  where r.user_id = ${userId} and r.status = 2 and r.audit_time >= ${since}
    and (
      with recursive turns as (
        select j.journal_no, 0 as n
        union all
        select b.journal_no, t.n + 1 from turns t
        join fin_journal b on b.tenant_id = r.tenant_id and b.idem_key = 'adj:reversal:' || t.journal_no || ':' || r.user_id)
      select max(n) % 2 from turns) = 0)`;

const rechargedSince = async (tx: Pick<Tx, 'execute'>, userId: bigint, since: Date): Promise<Micro> => {
  const { rows } = await tx.execute<{ sum: string }>(
    sql`select ${rechargedBy(sql`${userId}`, sql`${since.toISOString()}::timestamptz`)}::text as sum`,
  );
  return micros(BigInt(rows[0]?.sum ?? '0'));
};

/** Why a user cannot claim a coupon now; null if they can. */
export async function obstacleOf(tx: Pick<Tx, 'execute' | '$count'>, row: ActivityRow, userId: bigint) {
  const claimed = await tx.execute(sql`
    select from cnt_grant where activity_id = ${row.id} and ${countedWith(userId, sql`${row.isPerTree}::int`)} limit 1`);
  const isClaimed = claimed.rows.length > 0;
  if (isClaimed) return 'claimed' as const;
  const [step] = row.ruleJson ?? [];
  const { budget, limit } = await leftFor(tx, row, userId);
  const bonus = parseMoney(step?.bonus ?? '0');
  if (bonus > budget || bonus > limit || bonus <= 0n) return 'exhausted' as const;
  const minimum = parseMoney(step?.min ?? '0');
  if (minimum > 0n && (await rechargedSince(tx, userId, row.startTime)) < minimum) return 'minimum' as const;
  return null;
}

/**
 * Gives the actor the bonus of a coupon, once.
 * @throws ACTIVITY_OVER, COUPON_CLAIMED, COUPON_MINIMUM, BUDGET_EXHAUSTED
 */
export async function claimCoupon(tx: Tx, actor: Actor, id: bigint): Promise<{ amount: Micro; journalNo: string }> {
  const audience = await audienceOf(tx, actor);
  const [row] = await tx
    .select()
    .from(activities)
    .where(
      and(
        isOpen(actor.tenantId, activityType.is.coupon),
        isFor(activities.userTypes, activities.countries, audience),
        eq(activities.id, id),
      ),
    )
    .for('no key update');
  if (!row) throw activityErrors.ACTIVITY_OVER();
  const [step] = row.ruleJson ?? [];
  const obstacle = await obstacleOf(tx, row, actor.userId);
  if (obstacle === 'claimed') throw activityErrors.COUPON_CLAIMED();
  if (obstacle === 'exhausted') throw activityErrors.BUDGET_EXHAUSTED();
  if (obstacle === 'minimum') throw activityErrors.COUPON_MINIMUM({ amount: inWords(parseMoney(step?.min ?? '0')) });
  const amount = bonusOfRule(row.ruleJson, parseMoney(step?.min ?? '0'));
  const cause = { cause: grantCause.is.claim, causeId: row.id, causeNo: row.title };
  const to = { userId: actor.userId, userName: actor.realName || actor.account, userType: actor.userType };
  const { journalNo } = await give(tx, actor, row, to, cause, amount);
  return { amount, journalNo };
}

async function give(tx: Tx, actor: Actor, row: ActivityRow, to: Receiver, cause: Cause, amount: Micro) {
  if (!(await take(tx, row, to, cause, amount))) throw activityErrors.COUPON_CLAIMED();
  return grantBonus(tx, actor, {
    userId: to.userId,
    amount,
    bizType: activity.name,
    bizId: row.id,
    bizNo: cause.causeNo,
    idemKey: `bn:${row.id}:${to.userId}:${cause.cause}:${cause.causeId}`,
    reason: row.title,
  });
}

/** An invited user whose purchases reach the minimum of an activity, with the user who invited them. */
export interface Invited extends Receiver {
  readonly invitedId: bigint;
  readonly invitedAccount: string;
}

/**
 * Rewards the inviter of a user who has bought something, once, while budget and limit pay it.
 * @returns whether the reward was given
 */
export async function rewardInviter(tx: Tx, activityId: bigint, tenantId: string, invited: Invited): Promise<boolean> {
  const [row] = await tx
    .select()
    .from(activities)
    .where(
      and(
        isOpen(tenantId, activityType.is.invitation),
        isFor(activities.userTypes, activities.countries, await audienceOf(tx, invited)),
        eq(activities.id, activityId),
      ),
    )
    .for('no key update');
  const [step] = row?.ruleJson ?? [];
  const amount = parseMoney(step?.bonus ?? '0');
  if (!row || amount <= ZERO) return false;
  const { budget, limit } = await leftFor(tx, row, invited.userId);
  if (amount > budget || amount > limit) return false;
  const cause = { cause: grantCause.is.invitation, causeId: invited.invitedId, causeNo: invited.invitedAccount };
  const isNew =
    (await tx.$count(
      grants,
      and(
        eq(grants.activityId, row.id),
        eq(grants.cause, grantCause.is.invitation),
        eq(grants.causeId, invited.invitedId),
      ),
    )) === 0;
  if (!isNew) return false;
  await give(tx, systemActor(tenantId), row, invited, cause, amount);
  await sendMessage(tx, systemActor(tenantId), {
    to: { userIds: [invited.userId] },
    key: 'BONUS_GRANTED',
    params: { titleZh: row.title, titleEn: row.titleEn, amount: inWords(amount) },
    bizType: activity.name,
    bizId: String(row.id),
  });
  return true;
}

/**
 * Returns the bonuses of recharges to their budgets when finance reverses the journals that credited them, and takes them again when
 * such a reversal is itself reversed, and so on. The ledger moves the money. Call it before any wallet is locked.
 * @throws BUDGET_EXHAUSTED, USER_LIMIT_REACHED when a bonus cannot be taken again
 */
export async function returnBonuses(tx: Tx, tenantId: string, journalNos: readonly string[]): Promise<void> {
  if (journalNos.length === 0) return;
  const { rows } = await tx.execute<{
    id: string;
    activity_id: string;
    user_id: string;
    amount: string;
    again: boolean;
  }>(sql`
    with recursive turns as (
      select idem_key, 0 as n from fin_journal where tenant_id = ${tenantId} and journal_no = any(${sql.param([...journalNos])}::text[])
      union all
      select o.idem_key, t.n + 1 from turns t join fin_journal o on o.tenant_id = ${tenantId} and t.idem_key like 'adj:reversal:%'
        and o.journal_no = split_part(t.idem_key, ':', 3)
    )
    select g.id::text, g.activity_id::text, g.user_id::text, g.amount::text, t.n % 2 = 1 as again
    from turns t join cnt_grant g on g.tenant_id = ${tenantId} and g.cause = ${grantCause.is.recharge} and 'rc:' || g.cause_id = t.idem_key
    order by g.activity_id, g.id`);
  for (const { id, activity_id: activityId, user_id: userId, amount, again } of rows) {
    const [row] = await tx
      .select()
      .from(activities)
      .where(eq(activities.id, BigInt(activityId)))
      .for('no key update');
    if (!row) continue;
    const changed = await tx
      .update(grants)
      .set({ status: again ? granted : returned })
      .where(and(eq(grants.id, BigInt(id)), eq(grants.status, again ? returned : granted)))
      .returning({ id: grants.id });
    if (changed.length === 0) continue;
    if (again) await assertLeft(tx, row, BigInt(userId), BigInt(amount));
    await spend(tx, row.id, again ? BigInt(amount) : -BigInt(amount));
  }
  if (rows.length > 0) announceChange(tx, tenantId, activity);
}

/** Refuses a bonus that is counted among the user's already and exceeds the budget or the limit. */
async function assertLeft(tx: Tx, row: ActivityRow, userId: bigint, amount: bigint): Promise<void> {
  const { budget, limit } = await leftFor(tx, row, userId);
  if (budget < amount) throw activityErrors.BUDGET_EXHAUSTED();
  if (limit < 0n) throw activityErrors.USER_LIMIT_REACHED();
}

/** A bonus whose condition is no longer met. */
export interface Unearned {
  readonly grantId: bigint;
  readonly activityId: bigint;
  readonly tenantId: string;
  readonly userId: bigint;
}

/**
 * Takes a bonus back, whole and once: from the bonus wallet as far as it goes, the rest from the balance. A user with too little keeps it until
 * a later call. @returns whether it was taken
 */
export async function takeBack(tx: Tx, { grantId, activityId, tenantId, userId }: Unearned): Promise<boolean> {
  const [row] = await tx.select().from(activities).where(eq(activities.id, activityId)).for('no key update');
  const [grant] = await tx
    .update(grants)
    .set({ status: returned })
    .where(and(eq(grants.id, grantId), eq(grants.status, granted)))
    .returning();
  if (!row || !grant) return false;
  const actor = systemActor(tenantId);
  await spend(tx, row.id, -grant.amount);
  await takeBonusBack(tx, actor, {
    userId,
    amount: grant.amount,
    bizType: activity.name,
    bizId: row.id,
    bizNo: grant.causeNo,
    idemKey: `bt:${grantId}`,
    reason: row.title,
  });
  await sendMessage(tx, actor, {
    to: { userIds: [userId] },
    key: 'BALANCE_ADJUSTED',
    params: { amount: `-${inWords(grant.amount)}` },
    level: 'warning',
    bizType: 'finance/log',
    route: '/finance/log/index',
  });
  announceChange(tx, tenantId, activity);
  return true;
}

/** Whether a bonus could not be taken back because its user has too little. */
export const isShort = (error: unknown): boolean => isAppError(error, 'BALANCE_NOT_ENOUGH');
