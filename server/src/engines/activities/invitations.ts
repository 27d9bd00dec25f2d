import { activityStatus, activityType } from '@trade-assistant/contract/areas/app-manage/dictionaries.ts';
import { userStatus, userType } from '@trade-assistant/contract/dictionaries.ts';
import { parseMoney } from '@trade-assistant/contract/kit/money.ts';
import { and, sql } from 'drizzle-orm';
import type { Db, Tx } from '../../kernel/db/index.ts';
import { eachAlone } from '../../kernel/jobs/index.ts';
import { type Invited, rewardInviter } from './grants.ts';
import { type ActivityRow, activities } from './tables.ts';

/** Invited users read at once. */
const BATCH = 200;

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
