import {
  activityStatus,
  activityType,
  grantCause,
  grantStatus,
} from '@trade-assistant/contract/areas/app-manage/dictionaries.ts';
import { userStatus, userType } from '@trade-assistant/contract/dictionaries.ts';
import { parseMoney } from '@trade-assistant/contract/kit/money.ts';
import { and, sql } from 'drizzle-orm';
import type { Db, Tx } from '../../../kernel/db/index.ts';
import { eachAlone } from '../../../kernel/jobs/index.ts';
import { type Invited, isShort, rechargedBy, rewardInviter, takeBack } from './grants.ts';
import { type ActivityRow, activities } from './tables.ts';

/** Invited users read at once. */
const BATCH = 200;
/** A bonus is final after so many days. */
const TAKEN_BACK_DAYS = 90;

/** SQL for users who registered with the invite code of another one: agents below the agent who invited them, and app users. */
const INVITED = sql`
  select a.user_id as id, u.account, u.create_time, a.inviter_id, u.tenant_id from app_user a
  join sys_user u on u.id = a.user_id and u.deleted_at is null where a.inviter_id is not null
  union all
  select u.id, u.account, u.create_time, u.parent_id as inviter_id, u.tenant_id from sys_user u
  where u.user_type = ${userType.is.agent} and u.parent_id is not null and u.create_user = 0 and u.deleted_at is null`;

/**
 * Rewards the inviters of users who registered during an activity and have bought something since; each reward is a transaction.
 * @returns how many
 */
export async function rewardInvitations(db: Db): Promise<number> {
  let count = 0;
  const rows = await db.drizzle
    .select()
    .from(activities)
    .where(
      and(
        sql`${activities.activityType} = ${activityType.is.invitation} and ${activities.deletedAt} is null`,
        sql`${activities.status} in (${activityStatus.is.scheduled}, ${activityStatus.is.running})`,
        sql`${activities.startTime} <= now() and ${activities.endTime} > now()`,
      ),
    )
    .orderBy(activities.id);
  await eachAlone(rows, (row) =>
    eachAlone(allInvited(db.drizzle, row), async (invited) => {
      if (await db.tx((tx) => rewardInviter(tx, row.id, row.tenantId, invited))) count += 1;
    }),
  );
  return count;
}

/**
 * Takes back the rewards for users whose purchases, net of refunds, are below the minimum now, and the coupons of users whose recharges,
 * net of reversals, are; each in a transaction. @returns how many
 */
export async function takeUnearnedBack(db: Db): Promise<number> {
  let count = 0;
  const { rows } = await db.drizzle.execute<Record<'id' | 'activity' | 'tenant' | 'user', string>>(sql`
    select g.id::text, g.activity_id::text as activity, g.tenant_id as tenant, g.user_id::text as user
    from cnt_grant g join cnt_activity a on a.id = g.activity_id
      cross join lateral (select (a.rule_json -> 0 ->> 'min')::numeric * 1000000 as least) r
    where g.status = ${grantStatus.is.granted} and g.create_time > now() - make_interval(days => ${TAKEN_BACK_DAYS}) and (
      g.cause = ${grantCause.is.invitation}
        and (select coalesce(sum(w.consumed), 0) from fin_wallet w where w.user_id = g.cause_id) < greatest(r.least, 1)
      or g.cause = ${grantCause.is.claim} and r.least > 0
        and ${rechargedBy(sql`g.user_id`, sql`a.start_time`)} < r.least)
    order by g.id`);
  await eachAlone(rows, async ({ id, activity, tenant, user }) => {
    const grant = { grantId: BigInt(id), activityId: BigInt(activity), tenantId: tenant, userId: BigInt(user) };
    const isTaken = await db
      .tx((tx) => takeBack(tx, grant))
      .catch((error: unknown) => {
        if (isShort(error)) return false;
        throw error;
      });
    if (isTaken) count += 1;
  });
  return count;
}

/** Returns the users whose inviters an activity rewards, read in batches. */
async function* allInvited(run: Pick<Tx, 'execute'>, row: ActivityRow): AsyncGenerator<Invited> {
  for (let after = 0n; ; ) {
    const found = await invitedOf(run, row, after);
    yield* found;
    const last = found.at(-1);
    if (!last || found.length < BATCH) return;
    after = last.invitedId;
  }
}

/** Returns users, after an id, who registered since the start, whose purchases reach the minimum, and who gave no reward yet. */
async function invitedOf(run: Pick<Tx, 'execute'>, row: ActivityRow, after: bigint): Promise<Invited[]> {
  const minimum = parseMoney(row.ruleJson?.[0]?.min ?? '0');
  const found = await run.execute<{ id: string; account: string; inviter: string; name: string; type: number }>(sql`
    select v.id::text, v.account, i.id::text as inviter, coalesce(nullif(i.real_name, ''), i.account) as name, i.user_type as type
    from (${INVITED}) v
    join sys_user i on i.id = v.inviter_id and i.status = ${userStatus.is.active} and i.deleted_at is null
    cross join lateral (select coalesce(sum(w.consumed), 0) as bought from fin_wallet w where w.user_id = v.id) w
    where v.tenant_id = ${row.tenantId} and v.id > ${after} and v.create_time >= ${row.startTime.toISOString()}::timestamptz
      and w.bought > 0 and w.bought >= ${minimum}
      and not exists (select from cnt_grant g where g.activity_id = ${row.id} and g.user_id = i.id and g.cause = 3 and g.cause_id = v.id)
    order by v.id limit ${BATCH}`);
  return found.rows.map(({ id, account, inviter, name, type }) => ({
    invitedId: BigInt(id),
    invitedAccount: account,
    userId: BigInt(inviter),
    userName: name,
    userType: type,
  }));
}
